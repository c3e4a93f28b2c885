//! Writing a file so that it is, at every moment, the old one or the new one, whole.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::Outcome;

/// Writes a file: a new one beside it, which then takes its place and keeps its permissions. A link stays a
/// link: what it points at is written. What is no file, such as a pipe or a device, is written as it is.
///
/// # Errors
///
/// One message, with the name, when it cannot be written; the old file is then unharmed.
pub(crate) fn write(path: &Path, text: &str) -> Outcome<()> {
    try_write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn try_write(path: &Path, text: &str) -> io::Result<()> {
    let (path, permissions) = match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::Error::other("this is a directory")),
        Ok(old) if !old.is_file() => return fs::write(path, text),
        Ok(old) if old.permissions().readonly() => return Err(ErrorKind::PermissionDenied.into()),
        Ok(old) => (fs::canonicalize(path)?, Some(old.permissions())),
        Err(error) if error.kind() == ErrorKind::NotFound => (path.to_owned(), None),
        Err(error) => return Err(error),
    };
    let (beside, mut file) = create_beside(&path)?;
    let done = file
        .write_all(text.as_bytes())
        .and_then(|()| permissions.map_or(Ok(()), |it| file.set_permissions(it)))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        let _ = fs::remove_file(&beside);
    }
    done
}

/// A new file in the same folder, of a name that nobody uses.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
    for attempt in 0..100 {
        let mut beside = std::ffi::OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{attempt}.new", std::process::id()));
        let beside = path.with_file_name(beside);
        match File::create_new(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (beside, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

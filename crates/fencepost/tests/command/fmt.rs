//! `fencepost fmt`: files in place, standard input to standard output, or only a look.

use std::fs;

use crate::{call, call_with, file, folder};

const UNTIDY: &str = "# a comment\nnetwork   loss=1/10 delay=50ms\nclient A :work 1000ms # one\n";
/// By the notation's rules: one space between words, settings in the order of their table, a ratio that is
/// a whole percentage as such, a span in its largest unit.
const TIDY: &str = "# a comment\nnetwork delay=50ms loss=10%\nclient A: work 1s # one\n";

#[test]
fn a_file_is_formatted_in_place() {
    let folder = folder("fmt");
    let name = file(&folder, "a.fence", UNTIDY);
    let other = file(&folder, "b.fence", TIDY);
    let ended = call(&["fmt", &name, &other]);
    assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (Some(0), "", ""));
    assert_eq!(fs::read_to_string(&name).expect("the file"), TIDY);
    assert_eq!(fs::read_to_string(&other).expect("the file"), TIDY);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing is left beside them");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let ended = call_with(&["fmt", "-"], UNTIDY.as_bytes());
    assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (Some(0), TIDY, ""));
}

#[test]
fn check_only_looks() {
    let folder = folder("fmt-check");
    let name = file(&folder, "a.fence", UNTIDY);
    let tidy = file(&folder, "b.fence", TIDY);
    let ended = call(&["fmt", "--check", &tidy, &name]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    assert_eq!(ended.out, format!("{name}:2: not in canonical form\n"), "line 1 is");
    assert_eq!(fs::read_to_string(&name).expect("the file"), UNTIDY);
    assert_eq!(call(&["fmt", "--check", &tidy]).code, Some(0));
    assert_eq!(call_with(&["fmt", "--check", "-"], TIDY.as_bytes()).code, Some(0));
}

#[test]
fn a_file_that_is_no_scenario_stays_as_it_is_and_the_others_are_formatted() {
    let folder = folder("fmt-wrong");
    let wrong = "client   A:  wrk 1s\n";
    let name = file(&folder, "a.fence", wrong);
    let other = file(&folder, "b.fence", UNTIDY);
    let ended = call(&["fmt", &name, &other]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.starts_with(&format!("{name}:1:14: ")), "{}", ended.err);
    assert_eq!(fs::read_to_string(&name).expect("the file"), wrong);
    assert_eq!(fs::read_to_string(&other).expect("the file"), TIDY);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("fmt-links");
    let name = file(&folder, "a.fence", UNTIDY);
    fs::set_permissions(&name, PermissionsExt::from_mode(0o640)).expect("permissions");
    let link = folder.join("link.fence");
    symlink(&name, &link).expect("a link");
    assert_eq!(call(&["fmt", link.to_str().expect("a path")]).code, Some(0));
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert_eq!(fs::read_to_string(&name).expect("the file"), TIDY);
    assert_eq!(fs::metadata(&name).expect("the file").permissions().mode() & 0o777, 0o640);

    let fixed = file(&folder, "fixed.fence", UNTIDY);
    fs::set_permissions(&fixed, PermissionsExt::from_mode(0o444)).expect("permissions");
    let ended = call(&["fmt", &fixed]);
    assert_eq!(ended.code, Some(2), "a file that nobody may write is not replaced");
    assert!(ended.err.starts_with(&format!("{fixed}: ")), "{}", ended.err);
    assert_eq!(fs::read_to_string(&fixed).expect("the file"), UNTIDY);
}

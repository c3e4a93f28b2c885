//! Reads just enough of a Wasm file to say which crate its bytes come from.
//! Leaves out everything but the sizes of sections and function bodies and the names of functions.

use std::collections::BTreeMap;

/// The bytes of a Wasm file by what they belong to: a crate, or a section that has no crates.
pub(crate) fn bytes_by_part(wasm: &[u8]) -> Option<BTreeMap<String, u64>> {
    let mut parts = BTreeMap::new();
    let mut bodies = Vec::new();
    let mut names = BTreeMap::new();
    let mut imported = 0;
    let mut reader = Reader(wasm.strip_prefix(b"\0asm\x01\0\0\0")?);
    while !reader.0.is_empty() {
        let id = reader.byte()?;
        let section = reader.bytes()?;
        match id {
            0 => read_names(section, &mut names)?,
            2 => imported = imported_functions(section)?,
            10 => bodies = body_sizes(section)?,
            _ => {}
        }
        let name = match id {
            0 | 10 => continue,
            9 => "(table of functions)",
            11 => "(data: texts and constants)",
            _ => "(types, imports, exports)",
        };
        *parts.entry(name.to_owned()).or_default() += section.len() as u64;
    }
    for (function, size) in (imported..).zip(bodies) {
        let name = names.get(&function).map_or("", String::as_str);
        *parts.entry(part_of(name)).or_default() += size;
    }
    Some(parts)
}

/// The crate that a function's name begins with; for our own crates, with the module, and for a lock service
/// with its own.
fn part_of(name: &str) -> String {
    // `<a::B as c::D>::e` and `<&mut a::B>::e` belong to a.
    let name = name.trim_start_matches(['<', '&', '*', '(', '[', ' ']);
    let name = ["mut ", "const ", "dyn "].iter().fold(name, |name, word| name.trim_start_matches(word));
    let end = name.find([' ', '<', '>', '{', '(', ',']).unwrap_or(name.len());
    let mut path = name[..end].split("::");
    match (path.next(), path.next()) {
        (Some(own @ "fencepost_core"), Some(module @ "service")) => {
            // Not a function of the table of services itself.
            let service =
                path.next().filter(|it| path.next().is_some() && !it.starts_with(char::is_uppercase));
            [own, module, service.unwrap_or("(all)")].join("::")
        }
        (Some(own), Some(module)) if own.starts_with("fencepost") => format!("{own}::{module}"),
        // `core[c5930c85a12de822]` is core, compiled in one of several ways.
        (Some(krate), Some(_)) => krate.split('[').next().unwrap_or(krate).to_owned(),
        _ => "(glue and names without a crate)".to_owned(),
    }
}

/// Adds the functions' names of a custom section, if it is the one with names.
fn read_names(section: &[u8], names: &mut BTreeMap<u64, String>) -> Option<()> {
    let mut section = Reader(section);
    if section.bytes()? != b"name" {
        return Some(());
    }
    while !section.0.is_empty() {
        let kind = section.byte()?;
        let mut map = Reader(section.bytes()?);
        if kind != 1 {
            continue;
        }
        for _ in 0..map.number()? {
            let function = map.number()?;
            names.insert(function, String::from_utf8_lossy(map.bytes()?).into_owned());
        }
    }
    Some(())
}

fn body_sizes(section: &[u8]) -> Option<Vec<u64>> {
    let mut section = Reader(section);
    (0..section.number()?).map(|_| Some(section.bytes()?.len() as u64)).collect()
}

/// How many functions come from outside: they are counted before our own.
fn imported_functions(section: &[u8]) -> Option<u64> {
    let mut section = Reader(section);
    let mut functions = 0;
    for _ in 0..section.number()? {
        section.bytes()?;
        section.bytes()?;
        match section.byte()? {
            0 => {
                functions += 1;
                section.number()?;
            }
            1 => {
                section.byte()?;
                section.limits()?;
            }
            2 => section.limits()?,
            3 => {
                section.byte()?;
                section.byte()?;
            }
            _ => return None,
        }
    }
    Some(functions)
}

/// What is left to read; every method gives `None` where the bytes end too soon.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Bytes with their length before them.
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The limits of a memory or a table.
    fn limits(&mut self) -> Option<()> {
        let has_most = self.byte()? & 1 == 1;
        self.number()?;
        if has_most {
            self.number()?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_belongs_to_the_crate_it_begins_with() {
        for (name, part) in [
            ("yew::scheduler::start", "yew"),
            ("<alloc::string::String as core::fmt::Write>::write_str", "alloc"),
            ("<&mut yew::Html as core::fmt::Debug>::fmt", "yew"),
            ("core[c5930c85a12de822]::fmt::write", "core"),
            ("<dyn core::any::Any>::is", "core"),
            ("fencepost_core::world::World::apply", "fencepost_core::world"),
            ("fencepost_core::service::redis::Redis::decide", "fencepost_core::service::redis"),
            ("<fencepost_core::service::redis::Redis as a::B>::c", "fencepost_core::service::redis"),
            ("fencepost_core::service::find", "fencepost_core::service::(all)"),
            ("fencepost_core::service::Machine::due", "fencepost_core::service::(all)"),
            ("core::ptr::drop_in_place<fencepost_core::world::World>", "core"),
            ("__wbindgen_malloc", "(glue and names without a crate)"),
            ("", "(glue and names without a crate)"),
        ] {
            assert_eq!(part_of(name), part, "{name}");
        }
    }

    /// One imported function, then two of our own with bodies of 3 and 2 bytes, named by hand.
    #[test]
    fn bodies_are_summed_by_crate() {
        let wasm = [
            &b"\0asm\x01\0\0\0"[..],
            b"\x02\x07\x01\x01e\x01f\x00\x00",
            b"\x0a\x08\x02\x03\x00\x01\x0b\x02\x00\x0b",
            b"\x00\x14\x04name\x01\x0d\x02\x01\x04a::b\x02\x04c::d",
        ]
        .concat();
        let parts = bytes_by_part(&wasm).expect("the file is well formed");
        let expected = [("(types, imports, exports)", 7), ("a", 3), ("c", 2)];
        assert_eq!(parts, expected.map(|(part, size)| (part.to_owned(), size)).into());
    }

    #[test]
    fn a_cut_file_is_refused() {
        assert_eq!(bytes_by_part(b"\0asm\x01\0\0\0\x02\x07\x01"), None);
    }
}

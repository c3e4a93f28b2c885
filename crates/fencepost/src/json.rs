//! JSON, as far as the command writes it: texts, and nothing that needs a library.

/// A text as a JSON string.
pub(crate) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            it if (it as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", it as u32)),
            it => out.push(it),
        }
    }
    out.push('"');
    out
}

/// A number, or `null`.
pub(crate) fn number(number: Option<u32>) -> String {
    number.map_or("null".to_owned(), |number| number.to_string())
}

/// An array of values already written.
pub(crate) fn array(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(",\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_string_is_escaped() {
        assert_eq!(string("a\"b\\c\n\u{1}"), r#""a\"b\\c\n\u0001""#);
    }
}

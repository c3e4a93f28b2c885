//! Base64 for addresses (RFC 4648, section 5: `-` and `_`, no padding).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as letters.
pub fn encode(bytes: &[u8]) -> String {
    let mut letters = String::new();
    let (mut bits, mut many) = (0_u32, 0);
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        many += 8;
        while many >= 6 {
            many -= 6;
            put(&mut letters, bits >> many);
        }
    }
    if many > 0 {
        put(&mut letters, bits << (6 - many));
    }
    letters
}

fn put(letters: &mut String, bits: u32) {
    letters.push(char::from(ALPHABET[(bits & 63) as usize]));
}

/// The bytes, or `None` for letters that no bytes give.
pub fn decode(letters: &str) -> Option<Vec<u8>> {
    if letters.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::new();
    let (mut bits, mut many) = (0_u32, 0);
    for letter in letters.bytes() {
        bits = bits << 6 | ALPHABET.iter().position(|it| *it == letter)? as u32;
        many += 6;
        if many >= 8 {
            many -= 8;
            bytes.push((bits >> many) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rfc() {
        // RFC 4648, section 10, without padding.
        for (bytes, letters) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), letters);
            assert_eq!(decode(letters).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&bytes)), Some(bytes));
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn other_letters_are_refused() {
        for letters in ["A", "AAAAA", "Zg==", "Zm+v", "é", "Zm 9"] {
            assert_eq!(decode(letters), None, "{letters}");
        }
    }
}

//! What an address says: `#v=1&text=…&seed=…&at=…` carries a text, `#s=…` names a bundled scenario.
//!
//! `text` is base64url of the raw-deflated text; `t` is base64url of the text itself, for browsers without
//! compression. Inflating is the browser's work and not done here.

use fencepost_core::primitive::Time;
use fencepost_core::scenario::limit;

use super::base64;

/// The newest version of the notation that this page reads.
pub const VERSION: u64 = 1;

/// The longest fragment that is looked at, in bytes: a text of the largest size, as base64, and some room
/// for the rest.
pub const LONGEST: usize = limit::TEXT * 4 / 3 + 256;

/// What an address asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing: the address has no fragment.
    Nothing,
    /// The bundled scenario of this name.
    Named(String),
    /// A text.
    Text {
        /// The text.
        body: Body,
        /// The seed, where it is not the text's own.
        seed: Option<u64>,
        /// The cursor.
        at: Option<Time>,
    },
}

/// The text of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// As it is.
    Plain(String),
    /// Deflated (RFC 1951).
    Deflated(Vec<u8>),
}

/// What is wrong with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It is longer than any scenario's link.
    TooLong,
    /// It was made by a newer page.
    Newer,
    /// It is not one of this page's links, or a part of it is missing.
    Garbled,
    /// It names a scenario that is not here.
    Unknown,
    /// Its text is longer than a scenario may be.
    TextTooLong,
}

impl Broken {
    /// What the reader is told.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooLong => "This link is too long to be a scenario, so it was not read.",
            Self::Newer => "This link was made by a newer version of Fencepost than this page.",
            Self::Garbled => "This link is damaged: part of it may be missing.",
            Self::Unknown => "This link names a scenario that is not in this collection.",
            Self::TextTooLong => "The scenario in this link is longer than 64 KiB, so it was not opened.",
        }
    }
}

/// Reads a fragment, with or without its `#`.
pub fn read(fragment: &str) -> Result<Wanted, Broken> {
    if fragment.len() > LONGEST {
        return Err(Broken::TooLong);
    }
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.is_empty() {
        return Ok(Wanted::Nothing);
    }
    let value = |key: &str| fragment.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='));
    if let Some(name) = value("s") {
        return Ok(Wanted::Named(name.to_owned()));
    }
    match value("v").and_then(number) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => return Err(Broken::Newer),
        _ => return Err(Broken::Garbled),
    }
    let body = match (value("text"), value("t")) {
        (Some(letters), _) => Body::Deflated(base64::decode(letters).ok_or(Broken::Garbled)?),
        (None, Some(letters)) => {
            let bytes = base64::decode(letters).ok_or(Broken::Garbled)?;
            Body::Plain(String::from_utf8(bytes).map_err(|_| Broken::Garbled)?)
        }
        (None, None) => return Err(Broken::Garbled),
    };
    let optional = |key: &str| match value(key) {
        None | Some("") => Ok(None),
        Some(digits) => number(digits).map(Some).ok_or(Broken::Garbled),
    };
    Ok(Wanted::Text { body, seed: optional("seed")?, at: optional("at")?.map(Time::from_micros) })
}

/// The fragment that asks for this text, without `#`.
pub fn write(body: &Body, seed: Option<u64>, at: Time) -> String {
    let (key, bytes) = match body {
        Body::Plain(text) => ("&t=", text.as_bytes()),
        Body::Deflated(bytes) => ("&text=", &bytes[..]),
    };
    let seed = seed.map_or_else(String::new, |seed| format!("&seed={seed}"));
    format!("v={VERSION}{key}{}{seed}&at={}", base64::encode(bytes), at.as_micros())
}

/// Digits alone: no sign, no space.
fn number(digits: &str) -> Option<u64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: Body, seed: Option<u64>, at: Option<u64>) -> Result<Wanted, Broken> {
        Ok(Wanted::Text { body, seed, at: at.map(Time::from_micros) })
    }

    #[test]
    fn what_is_written_is_read() {
        for body in [Body::Plain("title Ünïcode & = # %\n".to_owned()), Body::Deflated(vec![0, 255, 3, 7])]
        {
            for seed in [None, Some(0), Some(u64::MAX)] {
                let fragment = write(&body, seed, Time::from_micros(13_150_000));
                assert_eq!(read(&fragment), text(body.clone(), seed, Some(13_150_000)));
                assert_eq!(read(&format!("#{fragment}")), read(&fragment));
                assert!(fragment.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_&=".contains(&it)));
            }
        }
    }

    #[test]
    fn an_address_may_ask_for_nothing_or_for_a_name() {
        assert_eq!(read(""), Ok(Wanted::Nothing));
        assert_eq!(read("#"), Ok(Wanted::Nothing));
        assert_eq!(read("#s=slow-job"), Ok(Wanted::Named("slow-job".to_owned())));
    }

    #[test]
    fn seed_and_cursor_may_be_left_out() {
        // "aGk" is "hi".
        assert_eq!(read("#v=1&t=aGk"), text(Body::Plain("hi".to_owned()), None, None));
        assert_eq!(read("#v=1&t=aGk&seed=&at="), text(Body::Plain("hi".to_owned()), None, None));
    }

    #[test]
    fn broken_links_say_how() {
        for (fragment, how) in [
            ("#v=2&text=AAAA", Broken::Newer),
            ("#v=99999999999999999999&text=AAAA", Broken::Garbled),
            ("#v=0&text=AAAA", Broken::Garbled),
            ("#v=1", Broken::Garbled),
            ("#text=AAAA", Broken::Garbled),
            ("#v=1&text=A", Broken::Garbled),
            ("#v=1&text=%20", Broken::Garbled),
            ("#v=1&t=_w", Broken::Garbled),
            ("#v=1&t=aGk&seed=-1", Broken::Garbled),
            ("#v=1&t=aGk&at=1e9", Broken::Garbled),
            ("#v=+1&t=aGk", Broken::Garbled),
            ("#section", Broken::Garbled),
        ] {
            assert_eq!(read(fragment), Err(how), "{fragment}");
        }
    }

    #[test]
    fn a_megabyte_is_refused_by_its_length() {
        assert_eq!(read(&format!("#v=1&t={}", "A".repeat(1_000_000))), Err(Broken::TooLong));
    }

    #[test]
    fn the_longest_text_fits_into_a_link() {
        let body = Body::Plain("x".repeat(limit::TEXT));
        assert_eq!(
            read(&write(&body, Some(u64::MAX), Time::MAX)),
            text(body, Some(u64::MAX), Some(u64::MAX))
        );
    }
}

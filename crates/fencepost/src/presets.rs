//! `fencepost presets`: the names of the ready scenarios, or the text of one, to be piped on.

use fencepost_presets::{PRESETS, find};
use lexopt::prelude::Value;

use crate::output::Out;
use crate::source::{asks_for_help, next};
use crate::{Ending, Outcome, help, wrong_call};

/// Lists all names, or writes one preset.
pub(crate) fn run(args: &mut lexopt::Parser, out: &mut Out) -> Outcome {
    let mut wanted: Option<String> = None;
    while let Some(arg) = next(args)? {
        match arg {
            Value(name) if wanted.is_some() => {
                return Err(format!("presets takes one name, and `{}` is one too many", name.display()));
            }
            Value(name) => wanted = Some(name.to_string_lossy().into_owned()),
            arg if asks_for_help(&arg) => return help(out),
            other => return Err(wrong_call(other.unexpected())),
        }
    }
    match wanted {
        Some(name) => {
            let preset = find(&name).ok_or_else(|| unknown(&name))?;
            out.put(format_args!("{}", preset.text));
        }
        None => PRESETS.iter().for_each(|preset| out.say(format_args!("{}", preset.name))),
    }
    Ok(Ending::Good)
}

fn unknown(name: &str) -> String {
    let instead = match nearest(name, PRESETS.iter().map(|preset| preset.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`fencepost presets` lists them".to_owned(),
    };
    format!("there is no preset `{name}`: {instead}")
}

/// The name with the fewest letters inserted, left out or replaced; `None` when more than a third of the word
/// differs.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    let distances = names.map(|name| (distance(&word, name), name));
    let near = distances.filter(|(distance, _)| *distance <= word.len().div_ceil(3));
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The edit distance, one row of its table at a time.
fn distance(word: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (above, letter) in name.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, other) in word.iter().enumerate() {
            let replaced = diagonal + usize::from(*other != letter);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_has_the_fewest_letters_changed() {
        let nearest = |word| nearest(word, ["redis", "redisson", "row-lock", "etcd"].into_iter());
        assert_eq!(
            nearest("redis-on"),
            Some("redisson"),
            "one letter replaced, and three inserted for redis"
        );
        assert_eq!(nearest("rowlock"), Some("row-lock"), "one letter left out");
        assert_eq!(nearest("Etcdd"), Some("etcd"), "capitals do not count, and one letter inserted");
        assert_eq!(nearest("etc"), Some("etcd"));
        assert_eq!(nearest("memcached"), None, "more than three letters differ");
        assert_eq!(nearest(""), None);
    }
}

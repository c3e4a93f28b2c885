//! The one sentence in plain words that a reader sees first, taken from a trace and its verdicts: the first
//! of [`RULES`] that has something to say. Damage comes before damage prevented, that before danger, and
//! waiting before peace.

mod calm;
mod damage;
mod danger;

use alloc::string::String;
use alloc::vec::Vec;

use super::{Kind as Check, Verdict};
use crate::event::{ClientId, Event, Kind, Outcome, Parts};
use crate::trace::{Names, Trace};

/// The sentence, and how grave it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// How grave it is.
    pub tone: Tone,
    /// What happened, as one sentence with full stop.
    pub text: String,
}

/// How grave a story is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Data was destroyed.
    Damage,
    /// The lock did not do its work, and nothing was destroyed, by luck.
    Danger,
    /// Something was about to go wrong and was stopped.
    Prevented,
    /// All is well.
    Fine,
}

/// What a trace comes down to. `verdicts` are those of [`judge_all`](super::judge_all) for this trace.
pub fn headline(trace: &Trace, verdicts: &[Verdict]) -> Headline {
    let story = Story { trace, names: &trace.names, verdicts };
    for (tone, rule) in RULES {
        if let Some(text) = rule(&story) {
            return Headline { tone: *tone, text };
        }
    }
    let nothing = if trace.events.is_empty() { "Nothing happens." } else { "Nobody asked for a lock." };
    Headline { tone: Tone::Fine, text: nothing.into() }
}

/// Says something about a story, or leaves it to the next rule.
type Rule = fn(&Story<'_>) -> Option<String>;

/// The gravest first.
const RULES: &[(Tone, Rule)] = &[
    (Tone::Damage, damage::destroyed),
    (Tone::Damage, damage::update_lost),
    (Tone::Danger, damage::late_write),
    (Tone::Prevented, damage::refused_write),
    (Tone::Danger, danger::touched_another),
    (Tone::Danger, danger::two_holders),
    (Tone::Danger, danger::two_believers),
    (Tone::Danger, danger::unheld_write),
    (Tone::Danger, danger::lease_outlived),
    (Tone::Danger, danger::waited_in_vain),
    (Tone::Danger, danger::limit),
    (Tone::Fine, calm::crashed_holder),
    (Tone::Prevented, calm::stopped),
    (Tone::Fine, calm::not_got),
    (Tone::Fine, calm::waited),
    (Tone::Fine, calm::wrote),
    (Tone::Fine, calm::granted),
];

/// What the rules look at.
struct Story<'a> {
    trace: &'a Trace,
    names: &'a Names,
    verdicts: &'a [Verdict],
}

impl<'a> Story<'a> {
    /// What a check says.
    fn verdict(&self, check: &Check) -> Option<&'a Verdict> {
        self.verdicts.iter().find(|verdict| verdict.check == check.name)
    }

    /// The witness of a check that is broken, and the other client that the verdict names.
    fn broken(&self, check: &Check) -> Option<(&'a Event, Option<ClientId>)> {
        let verdict = self.verdict(check).filter(|verdict| verdict.outcome == Outcome::Broken)?;
        Some((self.trace.events.get(verdict.event? as usize)?, verdict.other))
    }

    /// What an event names, with another client.
    fn parts(&self, event: &Event, other: Option<ClientId>) -> Parts<'a> {
        let mut it = Parts::of(event, self.names);
        it.other = other;
        it
    }

    /// Says something about an event.
    fn say(&self, event: &Event, other: Option<ClientId>, sentence: &str) -> Option<String> {
        Some(self.parts(event, other).text(sentence))
    }

    /// What happened, in order.
    fn kinds(&self) -> impl DoubleEndedIterator<Item = &'a Kind> {
        self.trace.events.iter().map(|event| &event.kind)
    }

    /// What happened before an event, the latest first.
    fn before(&self, event: &Event) -> impl Iterator<Item = &'a Event> {
        let end = self.trace.events.len().min(event.index as usize);
        self.trace.events[..end].iter().rev()
    }
}

/// What was seen and is not over yet.
#[derive(Default)]
struct Marks(Vec<(ClientId, u32)>);

impl Marks {
    fn add(&mut self, client: ClientId, of: u32) {
        self.0.push((client, of));
    }

    fn remove(&mut self, client: ClientId, of: u32) {
        self.0.retain(|mark| *mark != (client, of));
    }

    fn has(&self, client: ClientId, of: u32) -> bool {
        self.0.contains(&(client, of))
    }
}

#[cfg(test)]
mod tests;

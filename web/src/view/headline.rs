//! The outcome in plain words, what to look for, and what each check says.

use fencepost_core::check::{self, Verdict};
use fencepost_core::event::Outcome;

use super::draft::{Draft, tag};
use super::icon::{self, icon};
use crate::model::clock::length;
use crate::model::{Action, Story};

/// The head of a story; `old` where the text has changed since it was told. `look` is what to look for.
pub(super) fn headline(draft: &mut Draft, story: Option<&Story>, old: bool, look: &str) {
    tag!(
        draft,
        "div",
        [("class", if old { "headline old" } else { "headline" })],
        match story {
            Some(story) => told(draft, story, look),
            None => {
                draft.leaf("h1", "", "There is no story to tell yet");
                draft.leaf(
                    "p",
                    "look",
                    "The scenario below has errors. Mend them, or choose another scenario.",
                );
            }
        }
    );
}

fn told(draft: &mut Draft, story: &Story, look: &str) {
    let title = story.scenario.title.as_str();
    draft.leaf_text("p", "title", if title.is_empty() { "A scenario without a title" } else { title });
    draft.leaf_text("h1", "", &story.headline.text);
    if !look.is_empty() {
        draft.leaf_text("p", "look", look);
    }
    tag!(
        draft,
        "ul",
        [("class", "verdicts"), ("aria-label", "What the checks say")],
        for verdict in &story.verdicts {
            tag!(draft, "li", [], pill(draft, verdict));
        }
    );
}

/// One verdict: an icon, words, and a way to the event that shows it.
fn pill(draft: &mut Draft, verdict: &Verdict) {
    let Some(kind) = check::find(verdict.check) else { return };
    let (class, path, spoken, words) = match verdict.outcome {
        Outcome::Holds => ("pill holds", icon::HOLDS, "holds: ", kind.when_holds),
        Outcome::Broken => ("pill broken", icon::BROKEN, "broken: ", kind.when_broken),
        Outcome::Undecided => ("pill undecided", icon::OPEN_QUESTION, "undecided: ", kind.name),
        Outcome::DoesNotApply => ("pill aside", icon::ASIDE, "does not apply: ", kind.when_idle),
    };
    let (name, kind) = if verdict.event.is_some() { ("button", Some("button")) } else { ("span", None) };
    tag!(draft, name, [("class", class), ("type", kind), ("title", verdict.text.clone())], {
        if let Some(event) = verdict.event {
            draft.on_click(Action::Select(event));
        }
        icon(draft, path);
        draft.leaf("span", "spoken", spoken);
        tag!(draft, "span", [], {
            draft.word(words);
            if let (Some(from), Some(to), Outcome::Broken) = (verdict.from, verdict.to, verdict.outcome)
                && to > from
            {
                draft.word(", ");
                draft.text(&length(to.since(from)));
            }
        });
    });
}

//! The scenario's text, with what is wrong with it shown at its place. A layer under the text area marks the
//! lines; both wrap alike, so that they stay in step.

use std::ops::Range;

use fencepost_core::notation::Problem;

use super::app::Message;
use super::draft::{Draft, tag, yes_or_no};
use super::gesture::{self, always};
use crate::model::Action;

/// The editor.
pub(super) fn editor(draft: &mut Draft, text: &str, problems: &[Problem]) {
    let wrong = !problems.is_empty();
    tag!(draft, "section", [("class", "card editor")], {
        tag!(draft, "h2", [], tag!(draft, "label", [("for", "scenario")], draft.word("The scenario")));
        tag!(draft, "div", [("class", if wrong { "paper wrong" } else { "paper" })], {
            tag!(draft, "div", [("class", "under"), ("aria-hidden", "true")], marked(draft, text, problems));
            area(draft, text, wrong);
        });
        tag!(
            draft,
            "div",
            [("id", "problems"), ("aria-live", "polite")],
            if wrong {
                list(draft, problems);
            }
        );
    });
}

fn area(draft: &mut Draft, text: &str, wrong: bool) {
    tag!(
        draft,
        "textarea",
        [
            ("id", "scenario"),
            ("spellcheck", "false"),
            ("autocomplete", "off"),
            ("autocapitalize", "off"),
            ("rows", "1"),
            ("aria-invalid", yes_or_no(wrong)),
            ("aria-describedby", "problems"),
        ],
        {
            draft.value(text.to_owned());
            let typed = Message::Do(Action::Type("".into(), 0));
            draft.on("input", typed, gesture::filled_in);
            draft.on("keydown", Message::Note, gesture::editor_keys);
        }
    );
}

fn list(draft: &mut Draft, problems: &[Problem]) {
    let many = problems.len();
    let count = if many == 1 { "One problem." } else { &format!("{many} problems.") };
    tag!(draft, "p", [("class", "count")], {
        draft.text(count);
        draft.word(" The picture above is of the last text without any.");
    });
    tag!(
        draft,
        "ul",
        [("class", "problems")],
        for problem in problems {
            tag!(
                draft,
                "li",
                [],
                tag!(draft, "button", [("type", "button")], {
                    draft.on("click", Message::Caret(problem.bytes.start), always);
                    draft.leaf_text("b", "", &format!("Line {}, column {}", problem.line, problem.column));
                    draft.word(": ");
                    message(draft, problem);
                })
            );
        }
    );
}

fn message(draft: &mut Draft, problem: &Problem) {
    draft.text(&problem.found);
    match &problem.nearest {
        Some(word) => {
            draft.word(": did you mean ");
            draft.text(word);
            draft.word("?");
        }
        None => {
            draft.word(if problem.would_do.is_empty() { "" } else { ": " });
            draft.text(&problem.would_do);
            draft.word(".");
        }
    }
}

/// The text's lines, those with a problem marked, and in them the bytes that it is about.
fn marked(draft: &mut Draft, text: &str, problems: &[Problem]) {
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        let (from, to) = (start, start + line.len());
        start = to + 1;
        let problem = problems.iter().find(|it| it.line as usize == index + 1);
        tag!(draft, "div", [("class", problem.map(|_| "bad-line"))], {
            let bytes = problem.map_or(to..to, |problem| problem.bytes.clone());
            let low = bytes.start.clamp(from, to) - from;
            let high = bytes.end.clamp(from + low, to) - from;
            let part = |range: Range<usize>| line.get(range).unwrap_or_default();
            draft.text(part(0..low));
            if problem.is_some() {
                draft.leaf_text("mark", "", part(low..high));
                draft.text(part(high..line.len()));
            }
            draft.word("\u{200b}");
        });
    }
}

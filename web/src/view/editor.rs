//! The scenario's text, with what is wrong with it shown at its place. A layer under the text area marks the
//! lines; both wrap alike, so that they stay in step.

use std::ops::Range;

use fencepost_core::notation::Problem;

use super::app::{Message, Page, Version};
use super::draft::{Draft, put, yes_or_no};
use super::gesture;
use crate::model::Action;

/// The editor.
pub(super) fn editor(draft: &mut Draft, page: &Page, _: Version) {
    let (text, problems) = (&page.state.text, &page.state.problems);
    let wrong = !problems.is_empty();
    put!(
        draft,
        "<section class='card editor'><h2><label for=scenario>The scenario</label></h2>\
           <div class={}><div class=under aria-hidden=true>{}</div>\
             <textarea id=scenario spellcheck=false autocomplete=off autocapitalize=off rows=1 aria-invalid={} \
               aria-describedby=problems .value={} oninput={} onkeydown={}/></div>\
           <div id=problems aria-live=polite>{}</div></section>",
        if wrong { "paper wrong" } else { "paper" },
        marked(draft, text, problems),
        yes_or_no(wrong),
        &**text,
        Message::Do(Action::Type("".into(), 0)).by(gesture::filled_in),
        Message::Note(0).by(gesture::editor_keys),
        if wrong {
            list(draft, problems);
        },
    );
}

fn list(draft: &mut Draft, problems: &[Problem]) {
    let many = problems.len();
    let count = if many == 1 { "One problem." } else { &format!("{many} problems.") };
    put!(
        draft,
        "<p class=count>{} The picture above is of the last text without any.</p><ul class=problems>{}</ul>",
        count,
        for problem in problems {
            put!(
                draft,
                "<li><button type=button onclick={}><b>{}</b>: {}{}</button></li>",
                Message::Caret(problem.bytes.start),
                format!("Line {}, column {}", problem.line, problem.column),
                &problem.found,
                match &problem.nearest {
                    Some(word) => [": did you mean ", word, "?"].concat(),
                    None if problem.would_do.is_empty() => ".".to_owned(),
                    None => [": ", &problem.would_do, "."].concat(),
                },
            );
        },
    );
}

/// The text's lines, those with a problem marked, and in them the bytes that it is about.
fn marked(draft: &mut Draft, text: &str, problems: &[Problem]) {
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        let (from, to) = (start, start + line.len());
        start = to + 1;
        let problem = problems.iter().find(|it| it.line as usize == index + 1);
        let bytes = problem.map_or(to..to, |problem| problem.bytes.clone());
        let low = bytes.start.clamp(from, to) - from;
        let high = bytes.end.clamp(from + low, to) - from;
        let part = |range: Range<usize>| line.get(range).unwrap_or_default();
        put!(
            draft,
            "<div class={}>{}{}\u{200b}</div>",
            problem.map(|_| "bad-line"),
            part(0..low),
            if problem.is_some() {
                put!(draft, "<mark>{}</mark>{}", part(low..high), part(high..line.len()));
            },
        );
    }
}

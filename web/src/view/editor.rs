//! The scenario's text, with what is wrong with it shown at its place. A layer under the text area marks the
//! lines; both wrap alike, so that they stay in step.

use std::rc::Rc;

use fencepost_core::notation::Problem;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::browser;
use crate::model::Action;

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) text: Rc<str>,
    pub(super) problems: Rc<[Problem]>,
    pub(super) act: Callback<Action>,
}

/// The editor.
#[component]
pub(super) fn Editor(props: &Props) -> Html {
    let area = use_node_ref();
    let oninput = props.act.reform(|event: InputEvent| {
        Action::Type(event.target_unchecked_into::<HtmlTextAreaElement>().value(), browser::now() as u64)
    });
    // The keys that the page uses elsewhere are the editor's own here.
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let undo = (event.ctrl_key() || event.meta_key()) && event.key().eq_ignore_ascii_case("z");
        if !undo {
            event.stop_propagation();
        }
    });
    let wrong = !props.problems.is_empty();
    html! {
        <section class="card editor">
            <h2><label for="scenario">{ "The scenario" }</label></h2>
            <div class={classes!("paper", wrong.then_some("wrong"))}>
                <div class="under" aria-hidden="true">{ for marked(&props.text, &props.problems) }</div>
                <textarea id="scenario" ref={area.clone()} value={props.text.to_string()} {oninput} {onkeydown}
                    spellcheck="false" autocomplete="off" autocapitalize="off" rows="1"
                    aria-invalid={wrong.to_string()} aria-describedby="problems" />
            </div>
            <div id="problems" aria-live="polite">
                if wrong { { problems(props, &area) } }
            </div>
        </section>
    }
}

fn problems(props: &Props, area: &NodeRef) -> Html {
    let many = props.problems.len();
    html! {
        <>
            <p class="count">{ if many == 1 { "One problem.".to_owned() } else { format!("{many} problems.") } }
                { " The picture above is of the last text without any." }</p>
            <ul class="problems">{ for props.problems.iter().enumerate().map(|(index, problem)| {
                let (area, text, start) = (area.clone(), props.text.clone(), problem.bytes.start);
                let onclick = Callback::from(move |_| show(&area, &text, start));
                html! { <li key={index}><button type="button" {onclick}>
                    <b>{ format!("Line {}, column {}", problem.line, problem.column) }</b>{ ": " }{ message(problem) }
                </button></li> }
            }) }</ul>
        </>
    }
}

fn message(problem: &Problem) -> String {
    match &problem.nearest {
        Some(word) => format!("{}: did you mean {word}?", problem.found),
        None if problem.would_do.is_empty() => format!("{}.", problem.found),
        None => format!("{}: {}.", problem.found, problem.would_do),
    }
}

/// Puts the caret at a byte of the text.
fn show(area: &NodeRef, text: &str, byte: usize) {
    let Some(area) = area.cast::<HtmlTextAreaElement>() else { return };
    let units: usize =
        text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, letter)| letter.len_utf16()).sum();
    // A caret that cannot be put there stays where it is.
    let _ = area.focus();
    let _ = area.set_selection_range(units as u32, units as u32);
}

/// The text's lines, those with a problem marked, and in them the bytes that it is about.
fn marked<'a>(text: &'a str, problems: &'a [Problem]) -> impl Iterator<Item = Html> + 'a {
    let mut start = 0;
    text.split('\n').enumerate().map(move |(index, line)| {
        let (from, to) = (start, start + line.len());
        start = to + 1;
        let problem = problems.iter().find(|it| it.line as usize == index + 1);
        let Some(problem) = problem else { return html! { <div key={index}>{ line }{ "\u{200b}" }</div> } };
        let low = problem.bytes.start.clamp(from, to) - from;
        let high = problem.bytes.end.clamp(from + low, to) - from;
        let part = |range: std::ops::Range<usize>| line.get(range).unwrap_or_default();
        html! { <div key={index} class="bad-line">{ part(0..low) }<mark>{ part(low..high) }</mark>{ part(high..line.len()) }{ "\u{200b}" }</div> }
    })
}

//! The story in words: title, headline, verdicts, then a line for each event that tells something new.
//!
//! Left out is what another line says as well: a message that leaves or arrives as planned, a record that
//! begins with its grant, a belief that an extension prolongs, an asking that ends with its answer. Everything is in the trace itself.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use fencepost_core::event::{AcquireEnd, Content, Event, Kind, RecordEnd};
use fencepost_core::trace::Trace;

use crate::svg::Caption;
use crate::{measure, words};

/// How a transcript is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text, times aligned.
    Plain,
    /// Markdown: a heading, a list of verdicts, a table.
    Markdown,
}

/// The story of a trace in words. Of the caption, the title, the headline and the verdicts are used.
pub fn write(trace: &Trace, caption: &Caption<'_>, format: Format) -> String {
    let lines: Vec<(String, String)> = trace
        .events
        .iter()
        .filter(|event| matters(trace, event))
        .map(|event| (words::seconds(event.at), measure::clean(&trace.text(event))))
        .collect();
    let ending = trace.ending.to_string();
    match format {
        Format::Plain => plain(caption, &lines, &ending),
        Format::Markdown => markdown(caption, &lines, &ending),
    }
}

fn plain(caption: &Caption<'_>, lines: &[(String, String)], ending: &str) -> String {
    let mut out = String::new();
    for text in [caption.title, caption.headline].map(measure::clean) {
        if !text.is_empty() {
            out += &format!("{text}\n");
        }
    }
    for (outcome, text) in caption.verdicts {
        out += &format!("- {}: {}\n", outcome.word(), measure::clean(text));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let width = lines.iter().map(|(at, _)| at.len()).max().unwrap_or(0);
    for (at, text) in lines {
        out += &format!("{at:>width$}  {text}\n");
    }
    out + ending + "\n"
}

fn markdown(caption: &Caption<'_>, lines: &[(String, String)], ending: &str) -> String {
    let mut out = String::new();
    if !caption.title.trim().is_empty() {
        out += &format!("## {}\n\n", escaped(caption.title));
    }
    if !caption.headline.trim().is_empty() {
        out += &format!("{}\n\n", escaped(caption.headline));
    }
    for (outcome, text) in caption.verdicts {
        out += &format!("- **{}**: {}\n", outcome.word(), escaped(text));
    }
    if !caption.verdicts.is_empty() {
        out.push('\n');
    }
    out += "| time | what happens |\n| ---: | :--- |\n";
    for (at, text) in lines {
        out += &format!("| {at} | {} |\n", escaped(text));
    }
    out + "\n" + ending + "\n"
}

/// Text for Markdown: nothing in it is markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in measure::clean(text).chars() {
        match c {
            '<' => out += "&lt;",
            '&' => out += "&amp;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// Whether an event tells something that no other line tells.
fn matters(trace: &Trace, event: &Event) -> bool {
    match event.kind {
        // The decision, or the missing answer, tells of these.
        Kind::Sent(message) => {
            matches!(
                message.content,
                Content::Write { .. } | Content::Release { .. } | Content::Acquire { .. }
            ) && !comes_with_its_step(trace, event)
        }
        Kind::Arrived { queued, .. } => queued,
        Kind::RecordBegan { .. } | Kind::BeliefExtended { .. } => false,
        Kind::WorkBegan { .. } | Kind::ClientStarted { .. } => false,
        Kind::AcquireEnded { why, .. } => why != AcquireEnd::Granted,
        // A release is an event of its own.
        Kind::RecordEnded { why, .. } => !matches!(why, RecordEnd::Released | RecordEnd::ReleasedByOther),
        Kind::SessionTouched { .. } => false,
        Kind::Checked { passed, .. } => !passed,
        _ => true,
    }
}

/// A request for a lock leaves as its step begins.
fn comes_with_its_step(trace: &Trace, event: &Event) -> bool {
    let before = event.index.checked_sub(1).and_then(|n| trace.events.get(n as usize));
    before.is_some_and(|it| it.at == event.at && matches!(it.kind, Kind::AcquireBegan { .. }))
}

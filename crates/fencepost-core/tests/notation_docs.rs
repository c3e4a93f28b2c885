//! The page `docs/notation.md` says what the tables say: every statement, step, setting, default and limit,
//! every kind of service, guard, fault, check and event. Its scenarios play as they claim.

use fencepost_core::notation::{parse, print, words};
use fencepost_core::scenario::limit;
use fencepost_core::setting::{Accepts, Fallback, Setting};
use fencepost_core::{check, event, fault, service, store};

const PAGE: &str = include_str!("../../../docs/notation.md");

/// The row of a setting in the page's tables.
fn row(setting: &Setting) -> String {
    let values = match setting.accepts {
        Accepts::Span { min, max, none: false } => format!("{min} to {max}"),
        Accepts::Span { min, max, none: true } => format!("{min} to {max}, or `none`"),
        Accepts::Window { max } => format!("a window up to {max}"),
        Accepts::Offset { max } => format!("an offset up to {max} either way"),
        Accepts::Number { min, max } => format!("a number from {min} to {max}"),
        Accepts::Ratio => "a ratio".to_string(),
        Accepts::Drift { max_ppm } => format!("a drift up to {}% either way", max_ppm / 10_000),
        Accepts::Amount { max } => format!("an amount up to {max} either way"),
        Accepts::Choice(words) => {
            words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ")
        }
        Accepts::Name => "a name".to_string(),
    };
    let default = match setting.default {
        Fallback::Required => "must be written".to_string(),
        Fallback::Absent => "not set".to_string(),
        Fallback::Is(text) => format!("`{text}`"),
    };
    format!("| `{}` | {values} | {default} | {} |", setting.name, setting.help.text())
}

/// What the page has between this heading and the next.
fn section(heading: &str) -> &'static str {
    let start = PAGE.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading `{heading}`"));
    let rest = &PAGE[start + heading.len() + 2..];
    &rest[..rest.find("\n#").unwrap_or(rest.len())]
}

fn has_rows(heading: &str, settings: &[Setting]) -> String {
    let section = section(heading);
    let missing = settings.iter().map(row).filter(|row| !section.contains(row.as_str()));
    missing.map(|row| format!("{heading} lacks\n{row}\n")).collect()
}

#[test]
fn every_setting_has_its_row() {
    let mut missing = String::new();
    for word in words::STATEMENTS {
        missing += &has_rows(&format!("### {}", word.name), word.settings);
        assert!(section(&format!("### {}", word.name)).contains("```"), "{} has no example", word.name);
    }
    for word in words::STEPS {
        missing += &has_rows(&format!("### Step: {}", word.name), word.settings);
        assert!(section(&format!("### Step: {}", word.name)).contains("```"), "{} has no example", word.name);
    }
    for kind in service::TABLE {
        missing += &has_rows(&format!("### Kind of service: {}", kind.name), kind.service_settings);
        missing += &has_rows(&format!("### Kind of service: {}", kind.name), kind.lock_settings);
    }
    for kind in store::TABLE {
        missing += &has_rows(&format!("### Guard: {}", kind.name), kind.settings);
    }
    for kind in fault::TABLE {
        missing += &has_rows(&format!("### Fault: {}", kind.name), kind.settings);
    }
    missing += &has_rows("### expect", words::VERDICT_SETTINGS);
    missing += &has_rows("### expect", words::EVENT_SETTINGS);
    assert!(missing.is_empty(), "{missing}");
}

#[test]
fn every_form_and_summary_is_there() {
    let words = words::STATEMENTS.iter().chain(words::STEPS);
    let mut wanted: Vec<String> = words.map(|word| word.help.text().to_string()).collect();
    wanted.extend(service::TABLE.iter().map(|kind| kind.summary.text().to_string()));
    wanted.extend(store::TABLE.iter().map(|kind| kind.summary.text().to_string()));
    wanted.extend(fault::TABLE.iter().map(|kind| kind.summary.text().to_string()));
    wanted.extend(check::TABLE.iter().map(|kind| format!("| `{}` | {} |", kind.name, kind.demands.text())));
    wanted.extend(event::Kind::NAMES.iter().map(|name| format!("`{name}`")));
    let missing: Vec<&String> = wanted.iter().filter(|text| !PAGE.contains(text.as_str())).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_limit_is_there() {
    let limits = section("## Limits");
    let bytes = format!("| a text | {} bytes |", limit::TEXT);
    let rows = [
        bytes,
        format!("| processes, declared or implied | {} |", limit::PROCESSES),
        format!("| clients | {} |", limit::CLIENTS),
        format!("| steps of a client | {} |", limit::STEPS),
        format!("| services, locks, stores, policies | {} each |", limit::THINGS),
        format!("| faults | {} |", limit::FAULTS),
        format!("| expectations | {} |", limit::EXPECTS),
        format!("| a name, a title, a written text | {} characters |", limit::LABEL),
        format!("| an amount that a write adds or takes away | {} |", limit::AMOUNT),
        format!("| the horizon | {} |", limit::HORIZON),
        format!("| the events of a run | {} |", limit::EVENTS),
    ];
    for row in rows {
        assert!(limits.contains(&row), "lacks\n{row}");
    }
}

/// The blocks of the page that are whole scenarios.
fn scenarios() -> impl Iterator<Item = &'static str> {
    PAGE.split("\n```fencepost\n").skip(1).map(|rest| &rest[..rest.find("```").unwrap_or(rest.len())])
}

#[test]
fn its_scenarios_are_read_and_canonical() {
    assert!(scenarios().count() >= 2);
    for text in scenarios() {
        assert!(parse(text).is_ok(), "{text}\n{:#?}", parse(text).err());
        assert_eq!(print(text).as_deref(), Ok(text));
    }
}

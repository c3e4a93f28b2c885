//! Reads the settings of one clause by the tables of what it is, and fills in defaults.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Resolver;
use crate::notation::problem::{Bytes, Complaint, quoted};
use crate::notation::syntax::{Clause, Pair, Word};
use crate::notation::value;
use crate::setting::{Accepts, Fallback, Setting, Settings, Value};

/// The settings that a clause has, read, each with the place of its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    entries: Vec<(&'static str, Value, Bytes)>,
    /// Whether one of them could not be read.
    broken: bool,
}

impl Written {
    /// Where a setting's value stands, if it is written.
    pub(super) fn place(&self, name: &str) -> Option<Bytes> {
        self.entries.iter().find(|(known, ..)| *known == name).map(|(.., bytes)| *bytes)
    }

    /// These settings where they are written, and those of `other` elsewhere.
    pub(super) fn over(mut self, other: &Self) -> Self {
        for entry in &other.entries {
            if self.place(entry.0).is_none() {
                self.entries.push(entry.clone());
            }
        }
        self.broken |= other.broken;
        self
    }
}

impl<'t> Resolver<'_, 't> {
    /// Reads what a clause sets. `owner` says what it is: "a lock on `redis`".
    pub(super) fn written(
        &mut self,
        clause: &Clause<'t>,
        owner: &str,
        tables: &[&'static [Setting]],
    ) -> Written {
        let mut written = Written::default();
        for pair in &clause.settings {
            let entry = self.one(pair, owner, tables, &written);
            written.broken |= entry.is_none();
            written.entries.extend(entry);
        }
        written
    }

    fn one(
        &mut self,
        pair: &Pair<'t>,
        owner: &str,
        tables: &[&'static [Setting]],
        earlier: &Written,
    ) -> Option<(&'static str, Value, Bytes)> {
        let key = pair.key.text;
        let known = || tables.iter().copied().flatten();
        let Some(setting) = known().find(|setting| setting.name == key && !pair.key.quoted) else {
            let names: Vec<&str> = known().map(|setting| setting.name).collect();
            let would_do = match names.as_slice() {
                [] => String::from("it takes none"),
                names => format!("it takes {}", value::list(names, "and")),
            };
            let complaint = Complaint::new(format!("{owner} has no setting {}", quoted(key)), would_do);
            self.complain(pair.bytes(), complaint.near(key, names));
            return None;
        };
        if earlier.place(setting.name).is_some() {
            let found = format!("`{}` is set twice", setting.name);
            self.complain(pair.bytes(), Complaint::new(found, "leave one of them away"));
            return None;
        }
        let read = value::read(&pair.value, &setting.accepts)
            .map_err(|complaint| named(complaint, setting, &pair.value));
        let value = self.checked(pair.value.bytes, read)?;
        Some((setting.name, value, pair.value.bytes))
    }

    /// Fills in defaults; `None` when a setting is missing that must be written, or one could not be read.
    pub(super) fn complete(
        &mut self,
        written: Written,
        owner: &str,
        at: Bytes,
        tables: &[&'static [Setting]],
    ) -> Option<Settings> {
        let mut broken = written.broken;
        let mut settings = Settings::from_pairs([]);
        for setting in tables.iter().copied().flatten() {
            let value = written.entries.iter().find(|(name, ..)| *name == setting.name);
            match (value, setting.default) {
                (Some((_, value, _)), _) => settings.set(setting.name, value.clone()),
                (None, Fallback::Absent) => {}
                (None, Fallback::Is(_)) => settings.set(setting.name, default(setting)?),
                (None, Fallback::Required) if written.broken => broken = true,
                (None, Fallback::Required) => {
                    let found = format!("{owner} has no `{}=`", setting.name);
                    self.complain(
                        Bytes::new(at.end, at.end),
                        Complaint::new(found, format!("write {}", example(setting))),
                    );
                    broken = true;
                }
            }
        }
        (!broken).then_some(settings)
    }
}

/// The default of a setting, read like any other value.
fn default(setting: &Setting) -> Option<Value> {
    let Fallback::Is(text) = setting.default else { return None };
    value::read(&Word { text, quoted: false, bytes: Bytes::default() }, &setting.accepts).ok()
}

/// All defaults of a table.
pub(super) fn defaults(table: &'static [Setting]) -> Settings {
    Settings::from_pairs(table.iter().filter_map(|setting| Some((setting.name, default(setting)?))))
}

/// A complaint about a value, with the setting's name where that helps.
fn named(complaint: Complaint, setting: &Setting, value: &Word<'_>) -> Complaint {
    match setting.accepts {
        Accepts::Choice(_) if !value.quoted => {
            let found = format!("{} is no value of `{}`", quoted(value.text), setting.name);
            Complaint { found, ..complaint }
        }
        Accepts::Span { .. } if complaint.would_do.starts_with("it is at ") => {
            let found = format!("{} for `{}`", complaint.found, setting.name);
            Complaint { found, ..complaint }
        }
        _ => complaint,
    }
}

/// How a setting may be written.
fn example(setting: &Setting) -> String {
    let value = match setting.accepts {
        Accepts::Span { .. } => "10s",
        Accepts::Window { .. } => "20ms..80ms",
        Accepts::Offset { .. } => "+3s",
        Accepts::Number { .. } => "1",
        Accepts::Ratio => "1/10",
        Accepts::Drift { .. } => "+1%",
        Accepts::Choice(words) => words.first().copied().unwrap_or(""),
        Accepts::Name => "NAME",
    };
    format!("`{}={value}`", setting.name)
}

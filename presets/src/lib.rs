//! Presets: ready scenarios, one for each lock service or product, with the product's own defaults. Texts
//! alone: no engine is in here, and no preset in the engine.
//!
//! A new one is one file, `presets/NAME.fence`, and one line in [`PRESETS`]. Its tests say what it has to
//! bring: a title `PRODUCT: STORY`, a `# look:` line, every setting of the service and of the lock written
//! out, two clients, a store behind the lock, a fault, and what is expected to come out.
#![no_std]
#![forbid(unsafe_code)]

/// A scenario that comes along, under a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name: `redis`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal,)*) => {
        &[$(Entry { name: $name, text: include_str!(concat!("../", $name, ".fence")) },)*]
    };
}

/// Every preset, in the order in which they are offered. The default one of a lock service bears its name.
pub static PRESETS: &[Entry] = presets! {
    "redis",
    "fenced",
};

impl Entry {
    /// The title; the name where there is none.
    pub fn title(&self) -> &'static str {
        self.after("title ").unwrap_or(self.name)
    }

    /// What to look for, in a sentence or two.
    pub fn look(&self) -> &'static str {
        self.after("# look: ").unwrap_or_default()
    }

    fn after(&self, start: &str) -> Option<&'static str> {
        self.text.lines().find_map(|line| line.strip_prefix(start))
    }
}

/// The preset of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    PRESETS.iter().find(|preset| preset.name == name)
}

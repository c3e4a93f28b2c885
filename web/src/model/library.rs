//! The scenarios that come with the page. A new one is one file in `web/scenarios` and one line here.

/// One scenario.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in addresses: `#s=slow-job`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! entries {
    ($($name:literal,)*) => {
        &[$(Entry { name: $name, text: include_str!(concat!("../../scenarios/", $name, ".fence")) },)*]
    };
}

/// Every scenario, in the order in which the page offers them. The first one is shown when nothing else is
/// asked for.
pub static ENTRIES: &[Entry] = entries![
    "paused-client",
    "paused-client-no-fence",
    "delayed-write",
    "write-before-pause",
    "lost-update",
    "first-program",
    "crashed-holder",
    "no-expiry",
    "plain-release",
    "slow-job",
    "slow-job-renewed",
    "clock-step",
    "slow-call",
];

impl Entry {
    /// The title.
    pub fn title(&self) -> &'static str {
        self.after("title ").unwrap_or(self.name)
    }

    /// What to look for, in a sentence.
    pub fn look(&self) -> &'static str {
        self.after("# look: ").unwrap_or_default()
    }

    fn after(&self, start: &str) -> Option<&'static str> {
        self.text.lines().find_map(|line| line.strip_prefix(start))
    }
}

/// The scenario of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

/// What to look for in a text: its own `# look:` line.
pub fn look(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim_start().strip_prefix("# look: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_says_what_it_is_and_what_to_look_for() {
        for entry in ENTRIES {
            assert!(entry.text.starts_with("title "), "{}", entry.name);
            assert!(entry.look().ends_with('.'), "{}", entry.name);
            assert_eq!(find(entry.name), Some(entry), "names are unique");
        }
    }

    #[test]
    fn every_file_is_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let files = std::fs::read_dir(folder).expect("the folder of scenarios").count();
        assert_eq!(files, ENTRIES.len());
    }
}

//! The scenarios to choose from: the page's own stories, and the presets. A new story is one file in
//! `web/scenarios` and one line here.

pub use fencepost_presets::Entry;
use fencepost_presets::PRESETS;

macro_rules! stories {
    ($($name:literal,)*) => {
        &[$(Entry { name: $name, text: include_str!(concat!("../../scenarios/", $name, ".fence")) },)*]
    };
}

/// Every story, in the order in which the page offers them. The first one is shown when nothing else is asked
/// for.
pub static STORIES: &[Entry] = stories![
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

/// All that is offered, in groups with their names.
pub static GROUPS: &[(&str, &[Entry])] = &[("Stories", STORIES), ("Lock services", PRESETS)];

/// All that is offered.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    GROUPS.iter().flat_map(|(_, entries)| *entries)
}

/// The scenario of this name, as addresses say it: `#s=slow-job`.
pub fn find(name: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.name == name)
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
        for entry in entries() {
            assert!(entry.text.starts_with("title "), "{}", entry.name);
            assert!(entry.look().ends_with('.'), "{}", entry.name);
            assert_eq!(find(entry.name), Some(entry), "names are unique over all groups");
        }
    }

    #[test]
    fn every_story_is_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let files = std::fs::read_dir(folder).expect("the folder of stories").count();
        assert_eq!(files, STORIES.len());
    }
}

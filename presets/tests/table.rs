//! What every preset brings, and that every lock service has one.

use std::path::Path;

use fencepost_core::notation::parse;
use fencepost_core::scenario::Scenario;
use fencepost_core::service;
use fencepost_core::setting::{Fallback, Setting};
use fencepost_presets::{Entry, PRESETS, find};

fn scenario(preset: &Entry) -> Scenario {
    parse(preset.text).unwrap_or_else(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("presets/{}.fence:\n{}", preset.name, lines.join("\n"))
    })
}

#[test]
fn every_service_has_the_preset_of_its_name() {
    for name in service::NAMES {
        let preset = find(name).unwrap_or_else(|| {
            panic!("the service {name} has no preset: add presets/{name}.fence and its line to PRESETS")
        });
        let scenario = scenario(preset);
        let used = scenario.locks.iter().any(|it| scenario.services[it.service.index()].kind.name == *name);
        assert!(used, "no lock of presets/{name}.fence is on {name}");
    }
}

#[test]
fn every_file_is_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).read_dir().expect("the folder of presets");
    let paths = folder.map(|entry| entry.expect("a readable folder").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|it| it == "fence"));
    let unlisted: Vec<_> =
        texts.filter(|path| path.file_stem().and_then(|name| find(name.to_str()?)).is_none()).collect();
    assert!(unlisted.is_empty(), "no line in PRESETS: {unlisted:?}");
}

#[test]
fn every_preset_is_a_whole_story() {
    for preset in PRESETS {
        let (name, scenario) = (preset.name, scenario(preset));
        assert_eq!(find(name), Some(preset), "names are unique");
        assert!(preset.title().contains(": "), "{name}: the title is PRODUCT: STORY");
        assert!(preset.look().ends_with('.'), "{name}: a `# look:` line is a sentence");
        assert!(scenario.clients.len() >= 2, "{name}: nobody is in the way of a single client");
        assert!(scenario.stores.iter().any(|it| it.lock.is_some()), "{name}: the lock protects a store");
        assert!(!scenario.faults.is_empty(), "{name}: something breaks");
        assert!(!scenario.expects.is_empty(), "{name}: something is expected");
    }
}

/// A reader of a preset sees all that there is to set, and a default of ours that changes changes no product.
#[test]
fn every_default_is_written_out() {
    for preset in PRESETS {
        let scenario = scenario(preset);
        for lock in &scenario.locks {
            let service = &scenario.services[lock.service.index()];
            for (statement, settings) in [
                (format!("lock {} ", lock.name), service.kind.lock_settings),
                (format!("service {} ", service.name), service.kind.service_settings),
            ] {
                let missing = left_out(preset.text, &statement, settings);
                assert!(missing.is_empty(), "{}: {statement}leaves out {missing:?}", preset.name);
            }
        }
    }
}

/// The settings with a default that are not written in the line that begins like this.
fn left_out(text: &str, begins: &str, settings: &'static [Setting]) -> Vec<&'static str> {
    let line = text.lines().find(|line| line.starts_with(begins)).unwrap_or_default();
    let written: Vec<_> = line.split(' ').filter_map(|word| Some(word.split_once('=')?.0)).collect();
    let has_default = |it: &&Setting| matches!(it.default, Fallback::Is(_));
    settings.iter().filter(has_default).map(|it| it.name).filter(|name| !written.contains(name)).collect()
}

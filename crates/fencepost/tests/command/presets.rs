//! `fencepost presets`: names to be piped, texts as they are, and names that nothing has.

use fencepost_presets::PRESETS;

use crate::{call, call_with};

#[test]
fn the_names_come_one_a_line_in_the_order_of_the_table() {
    let ended = call(&["presets"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(ended.out.lines().collect::<Vec<_>>(), names);
    assert!(names.contains(&"redis"));
}

#[test]
fn every_text_comes_as_it_is_and_passes_its_own_check() {
    for preset in PRESETS {
        let ended = call(&["presets", preset.name]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{}", preset.name);
        assert_eq!(ended.out, preset.text);
        assert_eq!(call_with(&["check", "-"], ended.out.as_bytes()).code, Some(0), "{}", preset.name);
    }
}

#[test]
fn an_unknown_name_is_told_with_the_nearest() {
    for (name, says) in [
        ("rediz", "there is no preset `rediz`: did you mean `redis`?"),
        ("REDIS", "there is no preset `REDIS`: did you mean `redis`?"),
        ("paused-client", "there is no preset `paused-client`: `fencepost presets` lists them"),
    ] {
        let ended = call(&["presets", name]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{name}");
        assert_eq!(ended.err, format!("fencepost: {says}\n"));
    }
}

//! `fencepost draw`: an SVG to a file or to standard output.

use std::fs;

use crate::{STORY, call, call_with, file, folder};

#[test]
fn the_same_picture_goes_to_standard_output_or_to_a_file() {
    let ended = call(&["draw", STORY]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert!(ended.out.starts_with("<svg") && ended.out.trim_end().ends_with("</svg>"));
    assert!(ended.out.contains("A paused client wakes up with an expired lease"));

    let folder = folder("draw");
    let out = folder.join("out.svg");
    let out = out.to_str().expect("a path in UTF-8");
    for args in [["draw", STORY, "-o", out], ["draw", "-o", out, STORY]] {
        let written = call(&args);
        assert_eq!((written.code, written.out.as_str(), written.err.as_str()), (Some(0), "", ""));
        assert_eq!(fs::read_to_string(out).expect("the picture"), ended.out);
    }
    let story = fs::read(STORY).expect("the story");
    assert_eq!(call_with(&["draw", "-", "-o", "-"], &story).out, ended.out);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing is left beside it");
}

#[test]
fn a_scenario_is_not_overwritten_by_its_picture() {
    let folder = folder("draw-over");
    let text = "client A: work 1s\n";
    let name = file(&folder, "a.fence", text);
    let ended = call(&["draw", &name, "-o", &name]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("take the scenario's place"), "{}", ended.err);
    assert_eq!(fs::read_to_string(&name).expect("the scenario"), text);
}

#[test]
fn a_wrong_text_draws_nothing() {
    let folder = folder("draw-wrong");
    let out = folder.join("out.svg");
    let ended = call_with(&["draw", "-", "-o", out.to_str().expect("a path")], b"client A: wrk 1s\n");
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.starts_with("standard input:1:11: "), "{}", ended.err);
    assert!(!out.exists());
    let nowhere = folder.join("none").join("out.svg");
    let ended = call(&["draw", STORY, "-o", nowhere.to_str().expect("a path")]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("out.svg: "), "{}", ended.err);
}

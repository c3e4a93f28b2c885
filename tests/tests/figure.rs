//! The figures of all committed scenarios: what is drawn where, and what holds for each of them.
#![cfg(not(target_arch = "wasm32"))]

use std::fmt::Write as _;

use fencepost_core::check::judge_all;
use fencepost_core::drive::simulate;
use fencepost_figure::svg::{self, Caption};
use fencepost_figure::{Align, Figure, Layout, Shape, Text, px};
use fencepost_tests::{CORPUS, Entry};

fn figure(entry: &Entry, layout: &Layout) -> Figure {
    let scenario = entry.scenario();
    Figure::new(&simulate(&scenario, scenario.seed).trace, Some(&scenario), layout)
}

fn texts(shapes: &[Shape]) -> impl Iterator<Item = &Text> {
    shapes.iter().filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None })
}

/// Lanes with their notes, then a line an item: what, whose, in which lane, from when to when, its words.
fn listing(figure: &Figure) -> String {
    let mut out = String::new();
    for (n, lane) in figure.lanes.iter().enumerate() {
        writeln!(out, "lane {n}: {} ({})", lane.name, lane.note).unwrap();
    }
    for item in &figure.items {
        let lane = item.lane.map_or("-".into(), |lane| lane.to_string());
        write!(out, "{lane} {} {}", item.class(), item.from).unwrap();
        if item.to != item.from {
            write!(out, "..{}", item.to).unwrap();
        }
        for text in texts(&item.shapes) {
            write!(out, " “{}”", text.content).unwrap();
        }
        out.push('\n');
    }
    out
}

#[test]
fn every_figure_shows_what_it_showed() {
    for entry in CORPUS {
        let name = entry.name.trim_end_matches(".fence").replace(['/', '.'], "-");
        insta::assert_snapshot!(name, listing(&figure(entry, &Layout::wide(px(1240)))));
    }
}

#[test]
fn every_picture_is_well_formed() {
    for entry in CORPUS {
        let scenario = entry.scenario();
        let trace = simulate(&scenario, scenario.seed).trace;
        let verdicts = judge_all(&trace);
        let verdicts: Vec<_> = verdicts.iter().map(|it| (it.outcome, it.text.as_str())).collect();
        for layout in [Layout::wide(px(1240)), Layout::narrow(px(390))] {
            let figure = Figure::new(&trace, Some(&scenario), &layout);
            let picture = svg::write(
                &figure,
                &Caption { title: &scenario.title, verdicts: &verdicts, ..Caption::default() },
            );
            roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        }
    }
}

#[test]
fn no_two_texts_overlap() {
    for entry in CORPUS {
        for layout in [Layout::wide(px(1240)), Layout::wide(px(760)), Layout::narrow(px(390))] {
            let figure = figure(entry, &layout);
            let boxes: Vec<_> =
                figure.items.iter().flat_map(|item| texts(&item.shapes)).map(bounds).collect();
            for (n, a) in boxes.iter().enumerate() {
                for b in &boxes[n + 1..] {
                    let apart = a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2;
                    assert!(apart, "{}: {a:?} and {b:?}", entry.name);
                }
            }
        }
    }
}

/// Left, right, top of the letters, base line.
fn bounds(text: &Text) -> (i32, i32, i32, i32, &str) {
    let left = match text.align {
        Align::Start => text.x,
        Align::Middle => text.x - text.width / 2,
        Align::End => text.x - text.width,
    };
    (left, left + text.width, text.y - text.size * 3 / 4, text.y, &text.content)
}

#[test]
fn keys_are_unique_and_events_exist() {
    for entry in CORPUS {
        let scenario = entry.scenario();
        let trace = simulate(&scenario, scenario.seed).trace;
        let figure = Figure::new(&trace, Some(&scenario), &Layout::wide(px(1240)));
        let mut keys: Vec<_> = figure.items.iter().map(|item| item.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), figure.items.len(), "{}", entry.name);
        for item in &figure.items {
            let last = item.events.1.unwrap_or(item.events.0).max(item.events.0);
            assert!((last as usize) < trace.events.len(), "{}: {item:?}", entry.name);
        }
    }
}

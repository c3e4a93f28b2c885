//! The figure of one story, all the way from its text.
#![allow(missing_docs)]

use fencepost_core::event::Outcome;
use fencepost_core::primitive::{Span, Time};
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::{EndedBy, Ending, Names, Trace};
use fencepost_core::{check, drive, notation};
use fencepost_figure::handle::{FINEST, Grip, Handle, handles, key};
use fencepost_figure::svg::{self, Caption};
use fencepost_figure::transcript::{self, Format};
use fencepost_figure::{Figure, Item, Layout, Part, Shape, Subject, Text, Tone, px};

const STORY: &str = "\
title A paused client wakes up with an expired lease
network delay=50ms
lock report on fenced ttl=10s first-token=33
store invoices for=report guard=fence
client A at=0s: acquire report, work 1s, write invoices, release report
client B at=11s: acquire report, work 1s, write invoices, work 2s, release report
fault pause A from=1s for=12s
";

fn play(text: &str) -> (Scenario, Trace) {
    let scenario = notation::parse(text).expect("the text is right");
    let trace = drive::simulate(&scenario, scenario.seed).trace;
    (scenario, trace)
}

fn draw(text: &str, layout: &Layout) -> Figure {
    let (scenario, trace) = play(text);
    Figure::new(&trace, Some(&scenario), layout)
}

fn wide(text: &str) -> Figure {
    draw(text, &Layout::wide(px(1240)))
}

fn items(figure: &Figure, part: Part) -> Vec<&Item> {
    figure.items.iter().filter(|item| item.part == part).collect()
}

fn texts(figure: &Figure) -> Vec<&Text> {
    let shapes = figure.items.iter().flat_map(|item| &item.shapes);
    shapes.filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None }).collect()
}

fn says(figure: &Figure, words: &str) -> bool {
    texts(figure).iter().any(|text| text.content == words)
}

/// The times of the story, worked out by hand, with 50 ms for each message: A is granted at 0.05, which it
/// learns at 0.10; its validity ends at 10 (10 s after its request left), its lease at 10.05; B is granted at
/// 11.05 and learns it at 11.10; its write arrives at 12.15. A wakes at 13 with 0.1 s of work left; its write
/// is refused at 13.15, which it learns at 13.20. B's release leaves at 14.20 and arrives at 14.25.
#[test]
fn items_stand_at_their_true_times() {
    let figure = wide(STORY);
    let times = |part| -> Vec<(u64, u64)> {
        let all = items(&figure, part).into_iter();
        all.map(|it| (it.from.as_micros() / 1000, it.to.as_micros() / 1000)).collect()
    };
    assert_eq!(times(Part::Belief), [(100, 10_000), (11_100, 14_200)]);
    assert_eq!(times(Part::Doubt), [(10_000, 13_200)]);
    assert_eq!(times(Part::Both), [(11_100, 13_200)]);
    assert_eq!(times(Part::Pause), [(1_000, 13_000)]);
    assert_eq!(times(Part::Lease), [(50, 10_050), (11_050, 14_250)]);
    assert_eq!(times(Part::Expired), [(10_050, 10_050)]);
    assert_eq!(times(Part::Released), [(14_250, 14_250)]);
    assert_eq!(times(Part::Accepted), [(12_150, 12_150)]);
    assert_eq!(times(Part::Rejected), [(13_150, 13_150)]);
    // Acquire, write and release of B; acquire and write of A.
    assert_eq!(items(&figure, Part::Request).len(), 5);
    let bad = items(&figure, Part::Request).into_iter().filter(|it| it.tone == Tone::Bad);
    assert_eq!(bad.map(|it| it.from).collect::<Vec<_>>(), [Time::from_millis(13_100)]);
}

#[test]
fn bars_stand_where_the_axis_says() {
    let figure = wide(STORY);
    let pause = items(&figure, Part::Pause)[0];
    let Shape::Rect { x, width, .. } = pause.shapes[0] else { panic!("a pause is a rectangle") };
    assert_eq!(x, figure.axis.x_of(Time::from_secs(1)));
    assert_eq!(x + width, figure.axis.x_of(Time::from_secs(13)));
}

#[test]
fn the_words_are_there() {
    let figure = wide(STORY);
    for words in [
        "holds",
        "still thinks so",
        "paused 12 s",
        "both believe for 2.1 s",
        "expired",
        "released",
        "33 < 34",
    ] {
        assert!(says(&figure, words), "{words}");
    }
    let names: Vec<_> = figure.lanes.iter().map(|lane| (lane.name.as_str(), lane.note.as_str())).collect();
    let expected = [
        ("Client A", "never renews"),
        ("Client B", "never renews"),
        ("Lock report", "ttl 10 s, on fenced"),
        ("Store invoices", "refuses older tokens"),
    ];
    assert_eq!(names, expected);
}

#[test]
fn without_a_fence_the_late_write_is_marked() {
    let figure = wide(&STORY.replace("guard=fence", "guard=none"));
    assert!(says(&figure, "late write"));
    let accepted: Vec<_> = items(&figure, Part::Accepted).into_iter().map(|it| (it.from, it.tone)).collect();
    let (b, a) = (Time::from_millis(12_150), Time::from_millis(13_150));
    assert_eq!(accepted, [(b, Tone::Client1), (a, Tone::Bad)]);
}

#[test]
fn three_endings_look_different() {
    // B, refused, releases A's lock without showing whose it is: `else=continue` takes it that far.
    let text = "network delay=50ms\nlock l on redis ttl=10s release=plain\n\
                client A: acquire l, work 5s\n\
                client B at=1s: acquire l else=continue, release l\n";
    let taken = wide(text);
    assert_eq!(items(&taken, Part::Taken).len(), 1);
    assert!(says(&taken, "released by B"));
    // The grant at 0.05 was promised for 10 s.
    assert_eq!(items(&taken, Part::Promise)[0].to, Time::from_millis(10_050));
    let story = wide(STORY);
    let look = |figure: &Figure, part| items(figure, part)[0].shapes.clone();
    let paint = |shapes: Vec<Shape>| match &shapes[0] {
        Shape::Line { paint, points, .. } => (*paint, points.len()),
        other => panic!("{other:?}"),
    };
    let looks = [
        paint(look(&story, Part::Expired)),
        paint(look(&story, Part::Released)),
        paint(look(&taken, Part::Taken)),
    ];
    assert!(looks[0] != looks[1] && looks[1] != looks[2] && looks[0] != looks[2], "{looks:?}");
}

/// A is granted the lock at 0.05, which it learns at 0.10; its validity ends at 1, a second after its request
/// left. Its work ends at 3.10, and it asks again: it learns of its new grant at 3.20, and what it believed
/// before is over. Its second work ends at 3.70, when it releases.
#[test]
fn a_new_grant_replaces_a_belief() {
    let text = "network delay=50ms\nlock l on redis ttl=1s\n\
                client A: acquire l, work 3s, acquire l, work 500ms, release l\n";
    let figure = wide(text);
    let times = |part| -> Vec<(u64, u64)> {
        let all = items(&figure, part).into_iter();
        all.map(|it| (it.from.as_micros() / 1000, it.to.as_micros() / 1000)).collect()
    };
    assert_eq!(times(Part::Belief), [(100, 1_000), (3_200, 3_700)]);
    assert_eq!(times(Part::Doubt), [(1_000, 3_200)]);
    assert_eq!(times(Part::Both), [], "one client alone");
}

#[test]
fn no_two_texts_overlap() {
    let zoomed =
        |names: Layout| Layout { from: Some(Time::from_secs(11)), to: Some(Time::from_secs(14)), ..names };
    let layouts = [
        Layout::wide(px(1240)),
        Layout::wide(px(700)),
        Layout::narrow(px(390)),
        zoomed(Layout::wide(px(1240))),
        zoomed(Layout::narrow(px(390))),
    ];
    let busy = STORY.to_owned()
        + "client C at=11.2s: acquire report every=100ms give-up=2s\n\
           client D at=11.3s: acquire report every=70ms give-up=1s\n\
           fault partition B<->invoices from=11.5s for=300ms\n\
           fault clock report at=9s step=+1s\n\
           fault crash B at=12.4s restart-after=500ms\n";
    for text in [STORY, &busy] {
        for layout in layouts {
            let figure = draw(text, &layout);
            let boxes: Vec<_> = texts(&figure).into_iter().map(bounds).collect();
            for (n, a) in boxes.iter().enumerate() {
                assert!(a.0 >= figure.left && a.1 <= figure.width, "inside: {a:?}");
                for b in &boxes[n + 1..] {
                    let apart = a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2;
                    assert!(apart, "{a:?} and {b:?}");
                }
            }
        }
    }
}

/// Left, right, top of the letters, base line.
fn bounds(text: &Text) -> (i32, i32, i32, i32, &str) {
    let left = match text.align {
        fencepost_figure::Align::Start => text.x,
        fencepost_figure::Align::Middle => text.x - text.width / 2,
        fencepost_figure::Align::End => text.x - text.width,
    };
    (left, left + text.width, text.y - text.size * 3 / 4, text.y, &text.content)
}

#[test]
fn keys_are_unique() {
    let figure = wide(STORY);
    let mut keys: Vec<_> = figure.items.iter().map(|item| item.key).collect();
    keys.sort_unstable();
    let all = keys.len();
    keys.dedup();
    assert_eq!(keys.len(), all);
}

#[test]
fn zoom_leaves_out_what_is_not_shown() {
    let layout =
        Layout { from: Some(Time::from_secs(2)), to: Some(Time::from_secs(9)), ..Layout::wide(px(1240)) };
    let figure = draw(STORY, &layout);
    // From 2 to 9 s A is paused and nothing else happens.
    assert_eq!(items(&figure, Part::Request).len() + items(&figure, Part::Reply).len(), 0);
    assert_eq!(items(&figure, Part::Pause).len(), 1);
    assert_eq!(figure.axis.note, "2 s to 9 s of 14.3 s");
    let lanes: Vec<_> = figure.lanes.iter().map(|lane| (lane.y, lane.height)).collect();
    let whole: Vec<_> = wide(STORY).lanes.iter().map(|lane| (lane.y, lane.height)).collect();
    assert_eq!(lanes, whole, "zooming does not move the lanes");
}

#[test]
fn an_empty_trace_is_drawn() {
    let ending = Ending { at: Time::ZERO, why: EndedBy::Quiet };
    let trace = Trace { names: Names::default(), events: Vec::new(), ending };
    let figure = Figure::new(&trace, None, &Layout::wide(0));
    assert!(figure.lanes.is_empty() && figure.items.is_empty() && figure.width > 0);
    let text = svg::write(&figure, &Caption::default());
    roxmltree::Document::parse(&text).expect("well-formed");
}

fn picture(text: &str, layout: &Layout) -> String {
    let (scenario, trace) = play(text);
    let figure = Figure::new(&trace, Some(&scenario), layout);
    let verdicts = check::judge_all(&trace);
    let words: Vec<_> = verdicts.iter().map(|it| (it.outcome, it.text.as_str())).collect();
    let caption =
        Caption { title: &scenario.title, headline: &scenario.title, verdicts: &words, ..Caption::default() };
    let description = transcript::write(&trace, &caption, Format::Plain);
    svg::write(&figure, &Caption { description: &description, prefix: "p\"<1", ..caption })
}

#[test]
fn labels_cannot_leave_their_place() {
    let long = "x".repeat(118);
    for label in
        ["</text><script>alert(1)</script>", "]]>", "&amp;&", "'><g onload=1>", "\u{202e}abc\u{200f}", &long]
    {
        let text = format!(
            "title {label}\nlock \"{label}\" on redis ttl=1s\nstore \"s {label}\" for=\"{label}\" guard=none\n\
             client \"c {label}\": acquire \"{label}\", write \"s {label}\" \"v {label}\"\n"
        );
        for layout in [Layout::wide(px(1240)), Layout::narrow(px(390))] {
            let svg = picture(&text, &layout);
            let document = roxmltree::Document::parse(&svg).expect("well-formed");
            let allowed = [
                "svg", "title", "desc", "style", "defs", "pattern", "rect", "path", "g", "text", "circle",
                "polyline", "polygon",
            ];
            for node in document.descendants().filter(|node| node.is_element()) {
                assert!(allowed.contains(&node.tag_name().name()), "{}", node.tag_name().name());
                assert!(node.attributes().all(|it| !it.name().starts_with("on")));
                assert!(
                    node.attribute("id").is_none_or(|id| id.starts_with("p1")),
                    "a prefix of plain letters"
                );
            }
            assert!(!svg.contains(['\u{202e}', '\u{200f}']));
        }
    }
}

fn handle(text: &str, key: u64) -> Handle {
    let (scenario, trace) = play(text);
    handles(&scenario, &trace).into_iter().find(|it| it.key == key).expect("the handle is there")
}

#[test]
fn handles_sit_at_their_times() {
    let (scenario, trace) = play(STORY);
    let found: Vec<_> = handles(&scenario, &trace)
        .into_iter()
        .map(|it| (it.lane, it.at.as_micros() / 1000, it.grip, it.label))
        .collect();
    let label = |text: &str| text.to_owned();
    let expected = [
        (0, 0, Grip::Start, label("Start of A")),
        (0, 1_000, Grip::PauseStart, label("Start of A's pause")),
        (0, 13_000, Grip::PauseEnd, label("End of A's pause")),
        (0, 13_100, Grip::Work, label("End of A's work, step 2")),
        (1, 11_000, Grip::Start, label("Start of B")),
        (1, 12_100, Grip::Work, label("End of B's work, step 2")),
        // Its second work begins at 12.20, when it learns that its write was taken.
        (1, 14_200, Grip::Work, label("End of B's work, step 4")),
        (2, 10_050, Grip::Ttl, label("Length of the leases on report")),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_move_is_an_edit_of_one_value() {
    let moved =
        |handle_key, ms| handle(STORY, handle_key).moved(STORY, Time::from_millis(ms), FINEST).unwrap();
    assert_eq!(moved(key(Grip::PauseEnd, 0, 0), 11_500), STORY.replace("for=12s", "for=10.5s"));
    // The end of the pause stays at 13 s.
    assert_eq!(
        moved(key(Grip::PauseStart, 0, 0), 2_000),
        STORY.replace("from=1s for=12s", "from=2s for=11s")
    );
    // The lease begins at 0.05.
    assert_eq!(moved(key(Grip::Ttl, 0, 0), 15_050), STORY.replace("ttl=10s", "ttl=15s"));
    assert_eq!(moved(key(Grip::Start, 1, 0), 11_250), STORY.replace("B at=11s", "B at=11.25s"));
    // B's second work begins at 12.20.
    assert_eq!(moved(key(Grip::Work, 1, 3), 13_200), STORY.replace("work 2s", "work 1s"));
    // A's work runs from 0.1 to 1 and again from 13.
    assert_eq!(moved(key(Grip::Work, 0, 1), 13_600), STORY.replacen("work 1s", "work 1.5s", 1));
    // Beyond its range it stays at the edge: a pause of a millisecond.
    assert_eq!(moved(key(Grip::PauseEnd, 0, 0), 0), STORY.replace("for=12s", "for=1ms"));
    let coarse = handle(STORY, key(Grip::PauseEnd, 0, 0)).moved(
        STORY,
        Time::from_millis(11_530),
        Span::from_millis(100),
    );
    assert_eq!(coarse.unwrap(), STORY.replace("for=12s", "for=10.5s"));
}

#[test]
fn pictures_and_words_stay() {
    let (scenario, trace) = play(STORY);
    let verdicts = [
        (Outcome::Broken, "two clients believed at once"),
        (Outcome::Holds, "no late write got in"),
        (Outcome::DoesNotApply, "no program reads a store"),
        (Outcome::Undecided, "the horizon came first"),
    ];
    let headline = "A's late write is refused: 33 < 34";
    let caption = Caption { title: &scenario.title, headline, verdicts: &verdicts, ..Caption::default() };
    insta::assert_snapshot!("transcript", transcript::write(&trace, &caption, Format::Plain));
    insta::assert_snapshot!("transcript-markdown", transcript::write(&trace, &caption, Format::Markdown));
    let figure = Figure::new(&trace, Some(&scenario), &Layout::wide(px(1240)));
    let svg = svg::write(&figure, &Caption { prefix: "story-", ..caption });
    insta::assert_snapshot!("svg", svg.replace("><", ">\n<"));
    assert!(figure.lanes.iter().any(|lane| matches!(lane.subject, Subject::Store(_))));
}

//! What a reader can do, natively: the model of the page without a browser.
#![cfg(not(target_arch = "wasm32"))]

use fencepost_core::event::{Kind, Outcome};
use fencepost_core::primitive::{Span, Time};
use fencepost_figure::handle::{FINEST, Grip, Handle};
use fencepost_web::model::flip::Outcomes;
use fencepost_web::model::knobs::{Knob, What, knobs, turn};
use fencepost_web::model::library::{self, STORIES};
use fencepost_web::model::link::Broken;
use fencepost_web::model::{Action, State, Story};

fn outcome(state: &State, check: &str) -> Outcome {
    let story = state.story.as_ref().expect("a story");
    story.verdicts.iter().find(|it| it.check == check).expect("a verdict").outcome
}

fn told(state: &State) -> Kind {
    let story = state.story.as_ref().expect("a story");
    story.event(state.cursor.event.expect("an event is told")).expect("it is in the trace").kind
}

fn grip(state: &State, name: &str) -> Handle {
    state.handles.iter().find(|handle| handle.label == name).expect("the handle is there").clone()
}

fn ms(at: u64) -> Time {
    Time::from_millis(at)
}

#[test]
fn it_opens_at_the_refused_write() {
    let state = State::default();
    assert_eq!(state.cursor.at, ms(13_150));
    assert!(matches!(told(&state), Kind::WriteRejected { .. }));
    assert!(state.playing.is_none() && !state.history.can_undo());
}

#[test]
fn every_scenario_has_a_story_with_all_its_expectations_met() {
    for entry in library::entries() {
        let story =
            Story::tell(entry.text, None).unwrap_or_else(|problems| panic!("{}: {problems:?}", entry.name));
        for expect in &story.scenario.expects {
            let met = fencepost_core::check::meets(&story.trace, expect);
            assert!(met.met, "{}: {}", entry.name, expect.text);
        }
    }
}

#[test]
fn steps_visit_every_event_once_and_come_back() {
    let mut state = State::default();
    let many = state.story.as_ref().expect("a story").trace.events.len() as u32;
    state.apply(Action::First);
    for index in 0..many {
        assert_eq!(state.cursor.event, Some(index));
        state.apply(Action::Next);
    }
    assert_eq!(state.cursor.event, Some(many - 1), "there is nothing after the last");
    for index in (0..many).rev() {
        assert_eq!(state.cursor.event, Some(index));
        state.apply(Action::Previous);
    }
    assert_eq!(state.cursor.event, Some(0));
}

#[test]
fn between_two_events_a_step_goes_to_either_of_them() {
    let mut state = State::default();
    // A pauses at 1 s and nothing happens until 10 s.
    state.apply(Action::Seek(ms(5_000)));
    assert!(matches!(told(&state), Kind::Paused { .. }));
    state.apply(Action::Next);
    assert_eq!(state.cursor.at, ms(10_000));
    state.apply(Action::Seek(ms(5_000)));
    state.apply(Action::Previous);
    assert_eq!(state.cursor.at, ms(1_000));
}

#[test]
fn playing_begins_at_the_start_glides_and_stops_at_the_end() {
    let mut state = State::default();
    state.apply(Action::Speed(2));
    state.apply(Action::Play(true));
    assert_eq!(state.cursor.at, Time::ZERO);
    state.apply(Action::Tick(Span::from_millis(16)));
    assert_eq!(state.cursor.at, ms(16), "at 1×, a frame of 16 ms is 16 ms of the story");
    state.apply(Action::Tick(Span::from_secs(60)));
    assert_eq!(state.cursor.at, ms(116), "a page that was hidden does not jump");
    state.apply(Action::Seek(ms(14_290)));
    assert!(state.playing.is_none(), "a reader's own move ends playing");
    state.apply(Action::Play(true));
    state.apply(Action::Tick(Span::from_millis(100)));
    // B's program ends at 14.30 s, and with it the story.
    assert_eq!(state.cursor.at, ms(14_300));
    assert!(state.playing.is_none());
}

#[test]
fn with_less_motion_the_cursor_rests_on_events() {
    let mut state = State { glides: false, ..State::default() };
    state.apply(Action::Play(true));
    for _ in 0..20 {
        state.apply(Action::Tick(Span::from_millis(100)));
    }
    // 2 s at 2× are 4 s: the last thing before that is A's pause at 1 s.
    assert_eq!(state.cursor.at, ms(1_000));
}

#[test]
fn a_drag_changes_one_value_is_one_step_and_the_cursor_follows_the_write() {
    let mut state = State::default();
    let original = state.text.clone();
    let end = grip(&state, "End of A's pause");
    assert_eq!(end.at, ms(13_000));
    state.apply(Action::Grab(end.key));
    state.apply(Action::Drag(ms(12_500)));
    assert_eq!(*state.text, original.replace("for=12s", "for=11.5s"));
    assert_eq!(outcome(&state, "no-late-write"), Outcome::Holds);
    state.apply(Action::Drag(ms(11_500)));
    assert_eq!(*state.text, original.replace("for=12s", "for=10.5s"));
    assert_eq!(outcome(&state, "no-late-write"), Outcome::Broken);
    // A wakes at 11.5 s with 0.1 s of work left: its write arrives at 11.65 s.
    assert!(matches!(told(&state), Kind::WriteAccepted { .. }));
    assert_eq!(state.cursor.at, ms(11_650));
    state.apply(Action::Drop);
    state.apply(Action::Undo);
    assert_eq!(state.text, original);
    assert!(!state.history.can_undo());
    state.apply(Action::Redo);
    assert_eq!(*state.text, original.replace("for=12s", "for=10.5s"));
}

#[test]
fn a_cancelled_drag_leaves_nothing() {
    let mut state = State::default();
    let original = state.text.clone();
    state.apply(Action::Grab(grip(&state, "Length of the leases on report").key));
    state.apply(Action::Drag(ms(20_000)));
    assert_ne!(state.text, original);
    state.apply(Action::Cancel);
    assert_eq!(state.text, original);
    assert!(!state.history.can_undo() && state.drag.is_none());
}

#[test]
fn the_start_of_a_pause_leaves_its_end_alone() {
    let mut state = State::default();
    let start = grip(&state, "Start of A's pause");
    state.apply(Action::Grab(start.key));
    state.apply(Action::Drag(ms(500)));
    assert!(state.text.contains("fault pause A from=500ms for=12.5s"), "{}", state.text);
}

#[test]
fn handles_stay_within_their_limits() {
    let state = State::default();
    for handle in state.handles.iter() {
        for at in [Time::ZERO, ms(1), Time::from_secs(9_999_999), Time::MAX] {
            let text = handle.moved(&state.text, at, FINEST).expect("the value has a place");
            assert!(Story::tell(&text, None).is_ok(), "{}: {text}", handle.label);
        }
    }
}

#[test]
fn work_ttl_and_starts_have_handles_too() {
    let state = State::default();
    let has = |wanted: fn(&Grip) -> bool| state.handles.iter().filter(|it| wanted(&it.grip)).count();
    assert_eq!(has(|it| *it == Grip::Start), 2);
    // A works once, B twice.
    assert_eq!(has(|it| *it == Grip::Work), 3);
    assert_eq!(has(|it| *it == Grip::Ttl), 1);
    assert_eq!(has(|it| matches!(it, Grip::PauseStart | Grip::PauseEnd)), 2);
}

/// A wakes at w and has 0.1 s of work left, so its write arrives at w + 0.15.
///
/// B is granted at 11.05. At w = 10.9 A's write arrives at 11.05 too; it left in the same microsecond as B's
/// request, and A's step comes first, so it is not late. A millisecond later it is.
///
/// B's write arrives at 12.15. At w = 12 A's write arrives at the same instant and, sent first, comes first. A
/// millisecond later the store has seen 34 and refuses it.
#[test]
fn the_late_write_flips_where_the_wakening_meets_its_moments() {
    let mut state = State::default();
    let end = grip(&state, "End of A's pause");
    state.apply(Action::Focus(Some(end.key)));
    while state.search() {}
    let flips = state.flips.as_ref().expect("a search");
    let index =
        fencepost_core::check::TABLE.iter().position(|it| it.name == "no-late-write").expect("a check");
    let late = |outcomes: Outcomes| outcomes.get(index) == Some(Outcome::Broken);
    let turns = flips.found.iter().filter(|it| late(it.below) != late(it.above));
    let turns: Vec<_> = turns.map(|it| (it.at, late(it.above))).collect();
    assert_eq!(turns, [(10_901, true), (12_001, false)]);
}

#[test]
fn wrong_text_keeps_the_last_picture_and_typing_is_undone_in_bursts() {
    let mut state = State::default();
    let story = state.story.clone().expect("a story");
    let original = state.text.clone();
    state.apply(Action::Type(original.replace("guard=fence", "guard=fenc").into(), 1_000));
    state.apply(Action::Type(original.replace("guard=fence", "guard=fense").into(), 1_200));
    assert!(state.is_old());
    assert_eq!(state.problems[0].nearest.as_deref(), Some("fence"));
    assert!(std::rc::Rc::ptr_eq(&story, state.story.as_ref().expect("the picture stays")));
    assert!(state.handles.is_empty(), "a picture that is old is not dragged");
    state.apply(Action::Undo);
    assert_eq!(state.text, original);
    assert!(!state.is_old());
}

#[test]
fn a_broken_link_leaves_a_working_page() {
    let mut state = State::default();
    state.apply(Action::Refuse(Broken::Garbled));
    assert!(state.notice.as_ref().is_some_and(|notice| notice.words.contains("damaged")));
    assert!(state.story.is_some());
    state.apply(Action::Dismiss);
    assert!(state.notice.is_none());
}

#[test]
fn a_followed_link_puts_the_cursor_where_it_says() {
    let mut state = State::default();
    let text = STORIES[0].text;
    state.apply(Action::Follow(text.into(), Some(7), Some(ms(5_000))));
    assert_eq!((state.cursor.at, state.seed, state.entry), (ms(5_000), Some(7), None));
    state.apply(Action::Follow("no scenario".into(), None, None));
    assert!(state.story.is_none() && !state.problems.is_empty(), "there is no good picture of this text");
}

#[test]
fn every_knob_of_every_scenario_takes_every_choice() {
    for entry in library::entries() {
        let story = Story::tell(entry.text, None).expect("a story");
        for (many, each) in knobs(&story.scenario) {
            for knob in each.iter().flat_map(|&what| (0..many).map(move |index| Knob { what, index })) {
                let choices = knob.what.choices();
                for value in if choices.is_empty() { &["none", "5s"][..] } else { choices } {
                    match turn(&story.scenario, entry.text, knob, value) {
                        Ok((text, _)) => {
                            assert!(Story::tell(&text, None).is_ok(), "{}: {text}", entry.name)
                        }
                        Err(why) if why.offer.is_some() => {
                            assert_eq!((knob.what, *value), (What::Guard, "fence"))
                        }
                        Err(why) => panic!("{}: {knob:?}={value}: {}", entry.name, why.words),
                    }
                }
            }
        }
    }
}

#[test]
fn a_value_that_makes_no_sense_is_refused_with_a_reason() {
    let entry = library::find("paused-client").expect("it is there");
    let story = Story::tell(entry.text, None).expect("a story");
    let ttl = Knob { what: What::Ttl, index: 0 };
    let why = turn(&story.scenario, entry.text, ttl, "10").expect_err("ten of what?").words;
    assert!(why.contains("10s"), "{why}");
}

#[test]
fn moving_to_redis_takes_tokens_and_fence_along_as_one_step() {
    let mut state = State::default();
    let original = state.text.clone();
    state.apply(Action::Turn(Knob { what: What::System, index: 0 }, "redis".into()));
    assert!(state.text.contains("lock report on redis ttl=10s\n"), "{}", state.text);
    assert!(state.text.contains("guard=none"));
    let words = &state.notice.as_ref().expect("it says so").words;
    assert!(words.contains("first-token was removed") && words.contains("the fence of invoices"), "{words}");
    state.apply(Action::Undo);
    assert_eq!(state.text, original);
}

#[test]
fn moves_by_keys_are_one_step_and_escape_takes_them_back() {
    let mut state = State::default();
    let original = state.text.clone();
    let key = grip(&state, "End of A's pause").key;
    state.apply(Action::Nudge(key, -10));
    state.apply(Action::Nudge(key, -1));
    assert_eq!(*state.text, original.replace("for=12s", "for=10.9s"));
    state.apply(Action::Cancel);
    assert_eq!(state.text, original);
    state.apply(Action::Nudge(key, 1));
    state.apply(Action::Undo);
    assert_eq!(state.text, original);
    state.apply(Action::Nudge(key, i32::MIN));
    assert!(state.text.contains("for=1ms"), "the first end is a millisecond of pause: {}", state.text);
}

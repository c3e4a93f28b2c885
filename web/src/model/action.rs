//! Everything that a reader can do, and what becomes of it. Pure: what time it is comes with the action.

use std::rc::Rc;

use fencepost_core::notation::edit::Place;
use fencepost_core::primitive::{Span, Time};

use super::clock::moment;
use super::history::Change;
use super::library::Entry;
use super::link::Broken;
use super::speed::SPEEDS;
use super::state::{Cursor, Notice, State, ZOOMS};

/// Something that a reader does, or that time does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Opens a bundled scenario.
    Open(&'static Entry),
    /// Opens the text of a link.
    Follow(Rc<str>, Option<u64>, Option<Time>),
    /// A link could not be followed.
    Refuse(Broken),
    /// Types in the editor; the page's clock in milliseconds.
    Type(String, u64),
    /// Turns a knob.
    Turn(Place, &'static str, String),
    /// Switches the fence of a store on, after moving its lock to a system with tokens.
    TakeFence(String, String),
    /// Takes hold of a handle.
    Grab(String),
    /// Moves the handle that was taken to this moment.
    Drag(Time),
    /// Lets go of it.
    Drop,
    /// Lets go of it and takes the drag back.
    Cancel,
    /// Moves a handle by so many of its steps, by keys.
    Nudge(String, i64),
    /// A handle has the focus, or none has.
    Focus(Option<String>),
    /// Goes back one change.
    Undo,
    /// Goes forward again.
    Redo,
    /// Goes back to the text as it was opened.
    Reset,
    /// Goes to a moment.
    Seek(Time),
    /// Goes to an event.
    Select(u32),
    /// Goes to the next event.
    Next,
    /// Goes to the event before.
    Previous,
    /// Goes to the start.
    First,
    /// Goes to the last event.
    Last,
    /// Begins to play, or pauses.
    Play(bool),
    /// So much real time went by.
    Tick(Span),
    /// Plays at the speed of this place in the table.
    Speed(usize),
    /// Changes the zoom by so many steps.
    Zoom(i8),
    /// Shows the whole story.
    Fit,
    /// Something is shown, and read aloud.
    Inform(&'static str),
    /// The notice has been read.
    Dismiss,
}

/// The most real time that one frame moves the story: a page that was hidden does not jump.
const LONGEST_FRAME: Span = Span::from_millis(100);

impl State {
    /// Does it.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Open(entry) => {
                self.notice = None;
                self.open(entry.text, Some(entry), None, None);
                self.say(format!("Opened: {}", entry.title()));
            }
            Action::Follow(text, seed, at) => self.open(&text, None, seed, at),
            Action::Refuse(broken) => self.tell(format!("{broken} Here is the first story instead.")),
            Action::Type(text, now) => self.replace(text.into(), Change::Typing(now)),
            Action::Turn(place, key, value) => self.turn(&place, key, &value),
            Action::TakeFence(store, lock) => self.take_fence(&store, &lock),
            Action::Grab(_) | Action::Drag(_) | Action::Drop | Action::Cancel => self.handle(action),
            Action::Nudge(..) | Action::Focus(_) => self.handle(action),
            Action::Undo => {
                if let Some(text) = self.history.undo(self.text.clone()) {
                    self.restore(text, "Undone.");
                }
            }
            Action::Redo => {
                if let Some(text) = self.history.redo(self.text.clone()) {
                    self.restore(text, "Done again.");
                }
            }
            Action::Reset => {
                self.replace(self.original.clone(), Change::Single);
                self.say_outcome("Back to the original.");
            }
            Action::Dismiss => self.notice = None,
            Action::Inform(words) => self.tell(words.to_owned()),
            Action::Zoom(steps) => {
                let zoom = self.zoom.saturating_add_signed(isize::from(steps));
                self.zoom = zoom.min(ZOOMS.len() - 1);
            }
            Action::Fit => self.zoom = 0,
            moving => self.travel(moving),
        }
    }

    /// What moves the cursor.
    fn travel(&mut self, action: Action) {
        match action {
            Action::Seek(at) => {
                self.stop();
                self.seek(at);
            }
            Action::Select(event) => self.select(Some(event)),
            Action::Next => self.select(self.cursor_next()),
            Action::Previous => self.select(self.cursor_previous()),
            Action::First => {
                self.select(self.story.as_ref().and_then(|story| story.event(0)).map(|it| it.index))
            }
            Action::Last => self.select(self.story.as_ref().and_then(|story| story.last_at(story.end()))),
            Action::Play(true) => {
                let over = self.cursor.at >= self.end();
                let from = if self.fresh || over { Time::ZERO } else { self.cursor.at };
                self.fresh = false;
                self.seek(from);
                self.playing = Some(from);
            }
            Action::Play(false) => self.stop(),
            Action::Tick(real) => self.tick(real),
            Action::Speed(speed) => self.speed = speed.min(SPEEDS.len() - 1),
            _ => {}
        }
    }

    fn tick(&mut self, real: Span) {
        let Some(clock) = self.playing else { return };
        let clock = clock + SPEEDS[self.speed].story_of(real.min(LONGEST_FRAME));
        let end = self.end();
        if clock >= end {
            self.seek(end);
            self.playing = None;
            return;
        }
        self.playing = Some(clock);
        let story = self.story.as_ref();
        let event = story.and_then(|story| story.telling_at(clock));
        let at = event.and_then(|event| story?.event(event)).map_or(Time::ZERO, |event| event.at);
        self.cursor = Cursor { at: if self.glides { clock } else { at }, event };
    }

    /// Goes to an event and reads it aloud.
    fn select(&mut self, event: Option<u32>) {
        self.stop();
        let Some(story) = self.story.clone() else { return };
        let Some(event) = event.and_then(|event| story.event(event)) else { return };
        self.cursor = Cursor { at: event.at, event: Some(event.index) };
        self.say(format!("{}: {}", moment(event.at, false), story.sentence(event)));
    }

    /// The event after the cursor: the one after the told event, unless the cursor has moved on from it.
    fn cursor_next(&self) -> Option<u32> {
        let story = self.story.as_ref()?;
        let told = self.cursor.event.and_then(|event| story.event(event));
        let next = match told {
            Some(told) if told.at == self.cursor.at => told.index + 1,
            _ => story.last_at(self.cursor.at).map_or(0, |last| last + 1),
        };
        story.event(next).map(|event| event.index)
    }

    fn cursor_previous(&self) -> Option<u32> {
        let story = self.story.as_ref()?;
        let told = self.cursor.event.and_then(|event| story.event(event))?;
        if told.at == self.cursor.at { told.index.checked_sub(1) } else { story.last_at(self.cursor.at) }
    }

    fn stop(&mut self) {
        self.playing = None;
        self.fresh = false;
    }

    /// Puts another text in place of the present one.
    pub(super) fn replace(&mut self, text: Rc<str>, change: Change) {
        if text == self.text {
            return;
        }
        self.history.keep(&self.text, change);
        self.playing = None;
        self.text = text;
        self.retell();
    }

    fn restore(&mut self, text: Rc<str>, words: &str) {
        (self.playing, self.drag, self.flips) = (None, None, None);
        self.text = text;
        self.retell();
        self.say_outcome(words);
    }

    /// Shows a message.
    pub(super) fn tell(&mut self, words: String) {
        self.notice = Some(Notice { words, offer: None });
    }

    /// Says something, followed by the headline.
    pub(super) fn say_outcome(&mut self, words: &str) {
        let headline =
            self.story.as_ref().filter(|_| !self.is_old()).map_or("", |story| &story.headline.text);
        self.say(format!("{words} {headline}"));
    }

    /// Lets something be read aloud.
    pub(super) fn say(&mut self, words: String) {
        self.said = (self.said.0.wrapping_add(1), words);
    }
}

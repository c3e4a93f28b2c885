//! Everything that a reader can do, and what becomes of it. Pure: what time it is comes with the action.

use std::rc::Rc;

use fencepost_core::primitive::{Span, Time};

use super::clock::moment;
use super::history::Change;
use super::knobs::Knob;
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
    Type(Rc<str>, u64),
    /// Turns a knob to this value.
    Turn(Knob, Rc<str>),
    /// Switches the fence of a store on, after moving its lock to a system with tokens.
    TakeFence(Rc<str>),
    /// Takes hold of the handle with this key.
    Grab(u64),
    /// Moves the handle that was taken to this moment.
    Drag(Time),
    /// Lets go of it.
    Drop,
    /// Lets go of it and takes the drag back.
    Cancel,
    /// Moves a handle by so many of its steps, by keys.
    Nudge(u64, i32),
    /// A handle has the focus, or none has.
    Focus(Option<u64>),
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
        match &action {
            Action::Open(entry) => {
                self.notice = None;
                self.open(entry.text, Some(entry), None, None);
                self.say(["Opened: ", entry.title(), ""]);
            }
            Action::Follow(text, seed, at) => self.open(text, None, *seed, *at),
            Action::Refuse(broken) => {
                self.tell([broken.words(), " Here is the first story instead."].concat());
            }
            Action::Type(text, now) => self.replace(text.clone(), Change::Typing(*now)),
            Action::Turn(knob, value) => self.turn(*knob, value),
            Action::TakeFence(store) => self.take_fence(store),
            Action::Undo => {
                let text = self.history.undo(&self.text);
                self.restore(text, "Undone.");
            }
            Action::Redo => {
                let text = self.history.redo(&self.text);
                self.restore(text, "Done again.");
            }
            Action::Reset => {
                self.replace(self.original.clone(), Change::Single);
                self.say_outcome("Back to the original.");
            }
            Action::Dismiss => self.notice = None,
            Action::Inform(words) => self.tell((*words).to_owned()),
            Action::Zoom(steps) => {
                let zoom = self.zoom.saturating_add_signed(isize::from(*steps));
                self.zoom = zoom.min(ZOOMS.len() - 1);
            }
            Action::Fit => self.zoom = 0,
            other => {
                self.travel(other);
                self.handle(other);
            }
        }
    }

    /// What moves the cursor.
    fn travel(&mut self, action: &Action) {
        match *action {
            Action::Seek(at) => {
                self.stop();
                self.seek(at);
            }
            Action::Select(event) => self.select(event),
            Action::Next => self.select(self.beside(true)),
            Action::Previous => self.select(self.beside(false)),
            Action::First => self.select(0),
            Action::Last => self.select(self.until(Time::MAX).wrapping_sub(1)),
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

    /// Goes to an event, if there is one of this number, and reads it aloud.
    fn select(&mut self, event: u32) {
        self.stop();
        let Some(story) = &self.story else { return };
        let Some(event) = story.event(event) else { return };
        self.cursor = Cursor { at: event.at, event: Some(event.index) };
        self.say([&moment(event.at), ": ", &story.sentence(event)]);
    }

    /// How many events there are up to a moment.
    fn until(&self, at: Time) -> u32 {
        self.story.as_ref().map_or(0, |story| story.count_at(at))
    }

    /// The event after or before the told one, unless the cursor has moved on from it; else from the cursor.
    fn beside(&self, next: bool) -> u32 {
        let told = self.cursor.event.and_then(|event| self.story.as_ref()?.event(event));
        let (before, after) = match told {
            Some(told) if told.at == self.cursor.at => (told.index, told.index + 1),
            _ => {
                let until = self.until(self.cursor.at);
                (until, until)
            }
        };
        if next { after } else { before.wrapping_sub(1) }
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

    fn restore(&mut self, text: Option<Rc<str>>, words: &str) {
        let Some(text) = text else { return };
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
        let story = self.story.clone().filter(|_| !self.is_old());
        self.say([words, " ", story.as_ref().map_or("", |story| &story.headline.text)]);
    }

    /// Lets something be read aloud.
    fn say(&mut self, words: [&str; 3]) {
        self.said = (self.said.0.wrapping_add(1), words.concat());
    }
}

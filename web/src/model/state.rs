//! What the page knows: the text, its story, where the reader is in it. No browser in it.

use std::rc::Rc;

use fencepost_core::notation::Problem;
use fencepost_core::primitive::Time;
use fencepost_figure::handle::Handle;

use super::flip::Flips;
use super::history::History;
use super::library::{Entry, STORIES};
use super::speed;
use super::story::Story;

/// How much wider than the window the timeline is drawn, in halves: the steps of zooming.
pub static ZOOMS: [u32; 8] = [2, 3, 4, 6, 8, 12, 16, 24];

/// Everything that the page shows is made from this.
#[derive(Debug)]
pub struct State {
    /// The text in the editor.
    pub text: Rc<str>,
    /// The text to which a reset goes back.
    pub original: Rc<str>,
    /// The bundled scenario that `original` is.
    pub entry: Option<&'static Entry>,
    /// The seed of a link, where it is not the text's own.
    pub seed: Option<u64>,
    /// How many texts there were.
    pub texts: u32,
    /// The last story that could be told; older than the text while that has problems.
    pub story: Option<Rc<Story>>,
    /// How many stories were told.
    pub told: u32,
    /// What can be dragged in it; nothing while it is older than the text.
    pub handles: Rc<Vec<Handle>>,
    /// What is wrong with the text.
    pub problems: Rc<Vec<Problem>>,
    /// Where the reader is.
    pub cursor: Cursor,
    /// Whether the reader has not moved the cursor yet: it follows what the story is about, and play begins
    /// at the start.
    pub fresh: bool,
    /// The clock of playing; `None` while paused.
    pub playing: Option<Time>,
    /// Whether the cursor glides while playing; it jumps from event to event where motion is unwelcome.
    pub glides: bool,
    /// The speed, by its place in the table.
    pub speed: usize,
    /// The zoom, by its place in the table.
    pub zoom: usize,
    /// What can be undone.
    pub history: History,
    /// What is being dragged.
    pub drag: Option<Drag>,
    /// How many drags there were, by pointer or keys.
    pub drags: u32,
    /// The handle that keys moved last.
    pub nudged: Option<u64>,
    /// Where the outcome changes along the handle that is dragged or has the focus.
    pub flips: Option<Flips>,
    /// A message to the reader.
    pub notice: Option<Notice>,
    /// What is read aloud after a step, with a number that changes each time.
    pub said: (u32, String),
}

/// Where the reader is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The moment.
    pub at: Time,
    /// The event that is told.
    pub event: Option<u32>,
}

/// A message to the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The message.
    pub words: String,
    /// The store for whose lock a system with tokens is offered.
    pub offer: Option<Rc<str>>,
}

/// A drag in progress.
#[derive(Debug)]
pub struct Drag {
    /// Its number.
    pub number: u32,
    /// The key of the handle.
    pub handle: u64,
    /// The handles as they were when the drag began.
    pub handles: Rc<Vec<Handle>>,
    /// The text before.
    pub before: Rc<str>,
}

impl Default for State {
    fn default() -> Self {
        let entry = &STORIES[0];
        let mut state = Self {
            text: "".into(),
            original: "".into(),
            entry: None,
            seed: None,
            texts: 0,
            story: None,
            told: 0,
            handles: Rc::default(),
            problems: Rc::default(),
            cursor: Cursor::default(),
            fresh: true,
            playing: None,
            glides: true,
            speed: 0,
            zoom: 0,
            history: History::default(),
            drag: None,
            drags: 0,
            nudged: None,
            flips: None,
            notice: None,
            said: (0, String::new()),
        };
        state.open(entry.text, Some(entry), None, None);
        state
    }
}

impl State {
    /// Opens a text as something new: nothing to undo, the cursor where the story is told best.
    pub fn open(&mut self, text: &str, entry: Option<&'static Entry>, seed: Option<u64>, at: Option<Time>) {
        self.text = text.into();
        self.original = self.text.clone();
        (self.entry, self.seed, self.story) = (entry, seed, None);
        (self.history, self.drag, self.flips) = (History::default(), None, None);
        (self.playing, self.zoom, self.fresh) = (None, 0, at.is_none());
        self.cursor = Cursor::default();
        self.retell();
        if let Some(at) = at {
            self.seek(at);
        }
        self.speed = speed::fitting(self.end());
    }

    /// Tells the story of the text anew; keeps the last one when that has problems.
    pub fn retell(&mut self) {
        self.texts = self.texts.wrapping_add(1);
        match Story::tell(&self.text, self.seed) {
            Ok(story) => {
                let earlier = self.story.replace(Rc::new(story));
                self.problems = Rc::default();
                self.told = self.told.wrapping_add(1);
                self.follow(earlier.as_deref());
            }
            Err(problems) => self.problems = Rc::new(problems),
        }
        self.handles = Rc::new(self.find_handles());
    }

    /// Puts the cursor where it was: at the same event, else at the same moment.
    fn follow(&mut self, earlier: Option<&Story>) {
        let Some(story) = &self.story else { return };
        let same = || story.counterpart(earlier?, self.cursor.event?);
        let event = if self.fresh { story.key_moment() } else { same() };
        match event.and_then(|event| story.event(event)) {
            Some(event) => self.cursor = Cursor { at: event.at, event: Some(event.index) },
            None => self.seek(self.cursor.at),
        }
    }

    /// Puts the cursor at a moment, and tells what happened there last.
    pub fn seek(&mut self, at: Time) {
        let at = at.min(self.end());
        let event = self.story.as_ref().and_then(|story| story.telling_at(at));
        self.cursor = Cursor { at, event };
    }

    /// The end of the story; 0 without one.
    pub fn end(&self) -> Time {
        self.story.as_ref().map_or(Time::ZERO, |story| story.end())
    }

    /// Whether the picture is older than the text.
    pub fn is_old(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Whether the text differs from the one to which a reset goes back.
    pub fn is_changed(&self) -> bool {
        self.text != self.original
    }
}

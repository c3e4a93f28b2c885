//! Changing the story by hand: handles and knobs.

use fencepost_core::notation::edit::Place;
use fencepost_core::primitive::{Span, Time};
use fencepost_core::scenario::limit;
use fencepost_figure::handle::{FINEST, Handle, handles};

use super::action::Action;
use super::flip::Flips;
use super::history::Change;
use super::knobs::{self, Turned};
use super::state::{Drag, Notice, State};
use super::story::Story;

impl State {
    /// The handles of the story; none while the text has errors.
    pub(super) fn find_handles(&self) -> Vec<Handle> {
        let Some(story) = self.story.as_ref().filter(|_| !self.is_old()) else { return Vec::new() };
        let mut all = handles(&story.scenario, &story.trace);
        let far = farthest(story.end());
        for handle in &mut all {
            handle.max = handle.max.min(far).max(handle.at);
        }
        all
    }

    fn find_handle(&self, key: &str) -> Option<Handle> {
        self.handles.iter().find(|handle| handle.key == key).cloned()
    }

    /// What is done with handles.
    pub(super) fn handle(&mut self, action: Action) {
        match action {
            Action::Grab(key) => self.grab(&key),
            Action::Drag(at) => {
                let Some(drag) = self.drag.clone() else { return };
                if let Ok(text) = drag.handle.moved(&drag.before, at, FINEST) {
                    self.replace(text.into(), Change::Drag(drag.number));
                }
            }
            Action::Drop if self.drag.take().is_some() => {
                self.history.settle();
                self.say_outcome("");
            }
            Action::Cancel => self.cancel(),
            Action::Nudge(key, steps) => self.nudge(&key, steps),
            Action::Focus(None) if self.drag.is_none() => self.flips = None,
            Action::Focus(Some(key)) => self.seek_flips(&key),
            _ => {}
        }
    }

    fn grab(&mut self, key: &str) {
        let Some(handle) = self.find_handle(key) else { return };
        self.seek_flips(key);
        self.playing = None;
        self.drags = self.drags.wrapping_add(1);
        self.drag = Some(Drag { number: self.drags, handle, before: self.text.clone() });
    }

    /// Takes the drag back, or the moves by keys that came last.
    fn cancel(&mut self) {
        self.drag = None;
        if let Some(text) = self.history.cancel() {
            self.text = text;
            self.retell();
            self.say_outcome("Taken back.");
        }
    }

    fn nudge(&mut self, key: &str, steps: i64) {
        let Some(handle) = self.find_handle(key) else { return };
        if self.nudged.as_deref() != Some(key) || !self.history.is_dragging() {
            self.drags = self.drags.wrapping_add(1);
            self.nudged = Some(key.to_owned());
        }
        let us = i128::from(handle.at.as_micros()) + i128::from(steps) * i128::from(handle.step.as_micros());
        let at = Time::from_micros(u64::try_from(us.max(0)).unwrap_or(u64::MAX));
        if self.flips.is_none() {
            self.seek_flips(key);
        }
        let before = self.story.as_ref().map(|story| story.headline.text.clone());
        if let Ok(text) = handle.moved(&self.text, at, FINEST) {
            self.replace(text.into(), Change::Drag(self.drags));
        }
        // The slider's own value is read by itself: only a changed outcome is worth more words.
        let after = self.story.as_ref().map(|story| story.headline.text.clone());
        if before != after {
            self.say_outcome("");
        }
    }

    /// Begins to look for the moments of a handle at which the outcome changes.
    fn seek_flips(&mut self, key: &str) {
        if self.flips.as_ref().is_some_and(|flips| flips.handle == key && self.fits(flips)) {
            return;
        }
        self.flips = self.find_handle(key).map(|handle| {
            let ms = |at: Time| at.as_micros() / 1_000;
            Flips::new(handle.key, self.text.clone(), ms(handle.min), ms(handle.max))
        });
    }

    /// Whether flips were sought in a text that differs from the present one in the handle's value alone.
    fn fits(&self, flips: &Flips) -> bool {
        let Some(handle) = self.find_handle(&flips.handle) else { return false };
        handle.moved(&flips.text, handle.at, FINEST).is_ok_and(|text| *text == *self.text)
    }

    /// Tries one more moment in the search for flips; false when nothing is left to do.
    pub fn search(&mut self) -> bool {
        let Some(mut flips) = self.flips.take() else { return false };
        let handle =
            self.drag.as_ref().map(|drag| drag.handle.clone()).or_else(|| self.find_handle(&flips.handle));
        let Some(handle) = handle else { return false };
        let text = flips.text.clone();
        let seed = self.seed;
        let more = flips.step(|ms| {
            let text = handle.moved(&text, Time::from_millis(ms), FINEST).ok()?;
            Story::tell(&text, seed).ok().map(|story| story.outcomes())
        });
        self.flips = Some(flips);
        more
    }

    /// Turns a knob.
    pub(super) fn turn(&mut self, place: &Place, key: &str, value: &str) {
        let Some(story) = self.story.clone().filter(|_| !self.is_old()) else {
            self.tell("The text has errors: mend them first.".to_owned());
            return;
        };
        self.notice = None;
        match knobs::turn(&story.scenario, &self.text, place, key, value) {
            Turned::Done(text, words) => {
                self.replace(text.into(), Change::Single);
                self.say_outcome(words.as_deref().unwrap_or(""));
                if let Some(words) = words {
                    self.tell(words);
                }
            }
            Turned::NeedsToken { store, lock, system } => {
                let words = format!(
                    "A fence compares tokens, and {system} hands out none, so {store} would have nothing to compare."
                );
                self.notice = Some(Notice { words, offer: Some((store, lock)) });
            }
            Turned::Refused(words) => self.tell(words),
        }
    }

    /// Moves the lock to `fenced` and switches the store's fence on, as one change.
    pub(super) fn take_fence(&mut self, store: &str, lock: &str) {
        let Some(story) = self.story.clone() else { return };
        self.notice = None;
        let lock = Place::Lock(lock.to_owned());
        let Turned::Done(text, _) = knobs::turn(&story.scenario, &self.text, &lock, "on", "fenced") else {
            return;
        };
        let Ok(story) = Story::tell(&text, self.seed) else { return };
        let store = Place::Store(store.to_owned());
        if let Turned::Done(text, _) = knobs::turn(&story.scenario, &text, &store, "guard", "fence") {
            self.replace(text.into(), Change::Single);
            self.say_outcome("The lock is now on fenced, and the fence is on.");
        }
    }
}

/// How far a handle is dragged: twice the story, or ten seconds beyond its end.
fn farthest(end: Time) -> Time {
    let reach = (end + Span::from_secs(10)).max(end + end.since(Time::ZERO));
    reach.min(Time::ZERO + limit::HORIZON)
}

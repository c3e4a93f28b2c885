//! Changing the story by hand: handles and knobs.

use std::rc::Rc;

use fencepost_core::primitive::{Span, Time};
use fencepost_core::scenario::limit;
use fencepost_figure::handle::{FINEST, Handle, handles};

use super::action::Action;
use super::flip::{Flips, Outcomes};
use super::history::Change;
use super::knobs::{self, Knob};
use super::state::{Drag, State};
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

    /// What is done with handles.
    pub(super) fn handle(&mut self, action: &Action) {
        match *action {
            Action::Grab(key) => self.grab(key),
            Action::Drag(at) => self.drag(at),
            Action::Drop if self.drag.take().is_some() => {
                self.history.settle();
                self.say_outcome("");
            }
            Action::Cancel => self.cancel(),
            Action::Nudge(key, steps) => self.nudge(key, steps),
            Action::Focus(None) if self.drag.is_none() => self.flips = None,
            Action::Focus(Some(key)) => self.seek_flips(key),
            _ => {}
        }
    }

    fn grab(&mut self, handle: u64) {
        if find(&self.handles, handle).is_none() {
            return;
        }
        self.seek_flips(handle);
        self.playing = None;
        self.drags = self.drags.wrapping_add(1);
        let (handles, before) = (self.handles.clone(), self.text.clone());
        self.drag = Some(Drag { number: self.drags, handle, handles, before });
    }

    fn drag(&mut self, at: Time) {
        let Some(drag) = &self.drag else { return };
        let Some(handle) = find(&drag.handles, drag.handle) else { return };
        if let Some(text) = moved(handle, &drag.before, at) {
            self.replace(text, Change::Drag(drag.number));
        }
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

    fn nudge(&mut self, key: u64, steps: i32) {
        let (handles, before) = (self.handles.clone(), self.story.clone());
        let Some(handle) = find(&handles, key) else { return };
        if self.nudged != Some(key) || !self.history.is_dragging() {
            self.drags = self.drags.wrapping_add(1);
            self.nudged = Some(key);
        }
        let us = handle.at.as_micros() as i64 + i64::from(steps) * handle.step.as_micros() as i64;
        if self.flips.is_none() {
            self.seek_flips(key);
        }
        if let Some(text) = moved(handle, &self.text, Time::from_micros(us.max(0) as u64)) {
            self.replace(text, Change::Drag(self.drags));
        }
        // The slider's own value is read by itself: only a changed outcome is worth more words.
        if headline(&before) != headline(&self.story) {
            self.say_outcome("");
        }
    }

    /// Begins to look for the moments of a handle at which the outcome changes.
    fn seek_flips(&mut self, key: u64) {
        let Some(handle) = find(&self.handles, key) else {
            self.flips = None;
            return;
        };
        // Flips stay where they were sought in a text that differs in the handle's value alone.
        let fits = |flips: &Flips| {
            flips.handle == key && moved(handle, &flips.text, handle.at).as_ref() == Some(&self.text)
        };
        if !self.flips.as_ref().is_some_and(fits) {
            let ms = |at: Time| at.as_micros() / 1_000;
            self.flips = Some(Flips::new(key, self.text.clone(), ms(handle.min), ms(handle.max)));
        }
    }

    /// Tries one more moment in the search for flips; false when nothing is left to do.
    pub fn search(&mut self) -> bool {
        let Some(flips) = &mut self.flips else { return false };
        let handles = self.drag.as_ref().map_or(&self.handles, |drag| &drag.handles);
        let Some(handle) = find(handles, flips.handle) else {
            self.flips = None;
            return false;
        };
        let Some(ms) = flips.next() else { return false };
        let text = moved(handle, &flips.text, Time::from_millis(ms));
        let story = text.and_then(|text| Story::tell(&text, self.seed).ok());
        flips.take(ms, story.map_or(Outcomes::default(), |story| story.outcomes()));
        true
    }

    /// Turns a knob.
    pub(super) fn turn(&mut self, knob: Knob, value: &str) {
        let Some(story) = self.story.clone().filter(|_| !self.is_old()) else {
            self.tell("The text has errors: mend them first.".to_owned());
            return;
        };
        self.notice = None;
        match knobs::turn(&story.scenario, &self.text, knob, value) {
            Ok((text, words)) => {
                self.replace(text.into(), Change::Single);
                self.say_outcome(&words);
                if !words.is_empty() {
                    self.tell(words);
                }
            }
            Err(notice) => self.notice = Some(notice),
        }
    }

    /// Moves the lock of a store to `fenced` and switches the store's fence on, as one change.
    pub(super) fn take_fence(&mut self, store: &str) {
        self.notice = None;
        let Some(text) = self.story.as_ref().and_then(|it| knobs::fenced(&it.scenario, &self.text, store))
        else {
            return;
        };
        self.replace(text.into(), Change::Single);
        self.say_outcome("The lock is now on fenced, and the fence is on.");
    }
}

/// The text with a handle moved.
#[inline(never)]
fn moved(handle: &Handle, text: &str, to: Time) -> Option<Rc<str>> {
    handle.moved(text, to, FINEST).ok().map(Rc::from)
}

fn headline(story: &Option<Rc<Story>>) -> &str {
    story.as_ref().map_or("", |story| &story.headline.text)
}

fn find(handles: &[Handle], key: u64) -> Option<&Handle> {
    handles.iter().find(|handle| handle.key == key)
}

/// How far a handle is dragged: twice the story, or ten seconds beyond its end.
fn farthest(end: Time) -> Time {
    let reach = (end + Span::from_secs(10)).max(end + end.since(Time::ZERO));
    reach.min(Time::ZERO + limit::HORIZON)
}

//! Undo and redo of the scenario's text: one step for each drag, each change of a knob, each burst of typing.

use std::rc::Rc;

/// How many steps can be undone; older ones are forgotten.
pub const STEPS: usize = 100;

/// A pause in typing that begins a new burst, in milliseconds.
pub const BURST: u64 = 1_000;

/// What a change belongs to. Changes of one belong together and are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Typing, at this moment of the page's clock in milliseconds.
    Typing(u64),
    /// The drag with this number.
    Drag(u32),
    /// Something done at once.
    Single,
}

/// The texts before and after now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    before: Vec<Rc<str>>,
    after: Vec<Rc<str>>,
    last: Option<Change>,
}

impl History {
    /// Takes note that `text` is about to be replaced.
    pub fn keep(&mut self, text: &Rc<str>, change: Change) {
        let continues = match (self.last, change) {
            (Some(Change::Typing(last)), Change::Typing(now)) => now.saturating_sub(last) < BURST,
            (Some(Change::Drag(last)), Change::Drag(now)) => last == now,
            _ => false,
        };
        self.last = Some(change);
        self.after.clear();
        if continues {
            return;
        }
        if self.before.len() == STEPS {
            self.before.remove(0);
        }
        self.before.push(text.clone());
    }

    /// Ends the present burst or drag: what follows is a step of its own.
    pub fn settle(&mut self) {
        self.last = None;
    }

    /// The text before the last step; `now` is kept for [`redo`](Self::redo).
    pub fn undo(&mut self, now: &Rc<str>) -> Option<Rc<str>> {
        self.settle();
        step(&mut self.before, &mut self.after, now)
    }

    /// The text that the last undo took away.
    pub fn redo(&mut self, now: &Rc<str>) -> Option<Rc<str>> {
        self.settle();
        step(&mut self.after, &mut self.before, now)
    }

    /// Whether the last change belongs to a drag that is not settled.
    pub fn is_dragging(&self) -> bool {
        matches!(self.last, Some(Change::Drag(_)))
    }

    /// Takes back the present drag as if it had never been: its first text.
    pub fn cancel(&mut self) -> Option<Rc<str>> {
        let text = if self.is_dragging() { self.before.pop() } else { None };
        self.settle();
        text
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }
}

/// Takes the last of `from`, and keeps `now` in `to` instead.
#[inline(never)]
fn step(from: &mut Vec<Rc<str>>, to: &mut Vec<Rc<str>>, now: &Rc<str>) -> Option<Rc<str>> {
    let text = from.pop()?;
    to.push(now.clone());
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_is_one_step_and_can_be_redone() {
        let mut history = History::default();
        history.keep(&Rc::from("a"), Change::Drag(1));
        history.keep(&Rc::from("b"), Change::Drag(1));
        history.keep(&Rc::from("c"), Change::Drag(2));
        assert_eq!(history.undo(&"d".into()).as_deref(), Some("c"));
        assert_eq!(history.undo(&"c".into()).as_deref(), Some("a"));
        assert_eq!(history.undo(&"a".into()), None);
        assert_eq!(history.redo(&"a".into()).as_deref(), Some("c"));
        assert_eq!(history.redo(&"c".into()).as_deref(), Some("d"));
        assert!(!history.can_redo() && history.can_undo());
    }

    #[test]
    fn a_rest_begins_a_new_burst_of_typing() {
        let mut history = History::default();
        history.keep(&Rc::from(""), Change::Typing(0));
        history.keep(&Rc::from("t"), Change::Typing(999));
        history.keep(&Rc::from("ti"), Change::Typing(1_998));
        history.keep(&Rc::from("title"), Change::Typing(2_998));
        assert_eq!(history.undo(&"title x".into()).as_deref(), Some("title"));
        assert_eq!(history.undo(&"title".into()).as_deref(), Some(""));
    }

    #[test]
    fn a_change_after_undo_forgets_what_could_be_redone() {
        let mut history = History::default();
        history.keep(&Rc::from("a"), Change::Single);
        assert_eq!(history.undo(&"b".into()).as_deref(), Some("a"));
        history.keep(&Rc::from("a"), Change::Single);
        assert!(!history.can_redo());
    }

    #[test]
    fn a_cancelled_drag_leaves_no_step() {
        let mut history = History::default();
        history.keep(&Rc::from("a"), Change::Single);
        history.keep(&Rc::from("b"), Change::Drag(7));
        history.keep(&Rc::from("c"), Change::Drag(7));
        assert_eq!(history.cancel().as_deref(), Some("b"));
        assert_eq!(history.cancel(), None, "what was done before the drag is not part of it");
        assert_eq!(history.undo(&"b".into()).as_deref(), Some("a"));
    }

    #[test]
    fn old_steps_are_forgotten() {
        let mut history = History::default();
        for step in 0..=STEPS {
            history.keep(&Rc::from(step.to_string()), Change::Single);
        }
        let undone = core::iter::from_fn(|| history.undo(&"".into())).last();
        assert_eq!(undone.as_deref(), Some("1"), "step 0 is gone");
    }
}

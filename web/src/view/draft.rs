//! Elements, written as markup. One loop makes all of them, so that an element costs the page little more than its
//! letters.

use std::cell::RefCell;
use std::rc::Rc;

use fencepost_figure::InPixels;
use web_sys::Event;
use yew::virtual_dom::{
    AttributeOrProperty, Attributes, Listener, ListenerKind, VComp, VList, VNode, VTag, VText,
};
use yew::{AttrValue, Html};

use super::app::{App, Message, Page, Part, PartProps, Tell, Version};
use super::gesture::always;
use super::markup;
use crate::model::Action;

/// A part of a page, while it is written.
pub(super) struct Draft {
    app: Option<App>,
    /// The steps that are taken, and how far they are.
    steps: (&'static str, usize),
    /// Steps that wait at a hole between elements until those that fill it are at their end.
    waiting: Vec<(&'static str, usize)>,
    /// The attribute that is next to be given a value; empty between elements.
    name: &'static str,
    /// The attributes of the element that is begun, their values, and its listeners.
    names: Vec<&'static str>,
    values: Vec<Option<AttributeOrProperty>>,
    listeners: Vec<Option<Rc<dyn Listener>>>,
    /// The elements that are not closed yet, each with what came before it in the element around it.
    open: Vec<(VTag, Vec<VNode>)>,
    /// What is inside of the last of them.
    inside: Vec<VNode>,
    /// The names of the attributes of each element of the views, by where it is in the steps.
    known: Vec<(*const u8, &'static [&'static str])>,
}

thread_local! {
    /// One part is written after the other, in the room of the one before.
    static DRAFT: RefCell<Draft> = const {
        RefCell::new(Draft {
            app: None,
            steps: ("", 0),
            waiting: Vec::new(),
            name: "",
            names: Vec::new(),
            values: Vec::new(),
            listeners: Vec::new(),
            open: Vec::new(),
            inside: Vec::new(),
            known: Vec::new(),
        })
    };
}

/// What is drawn of this page.
pub(super) fn drawn(app: App, page: &Page, draw: Draw, version: Version) -> Html {
    DRAFT.with_borrow_mut(|draft| {
        draft.app = Some(app);
        draw(draft, page, version);
        debug_assert!(draft.open.is_empty() && draft.waiting.is_empty(), "all elements are at their end");
        VList::from(std::mem::take(&mut draft.inside)).into()
    })
}

/// Writes markup (see [`markup`]), with something for each of its holes, in order.
///
/// ```text
/// put!(draft, "<p class={} onclick={}>at <b>{}</b>{}<br/></p>", class, Action::Next, text, icon::ON);
/// ```
///
/// It is never read as markup. An attribute that is given `None` or `false` is not there. Between elements, it may
/// as well be an expression that writes more, by this macro or by the functions of the views. `.value` is the value
/// of an input, `.key` tells an element from its like when their number changes.
macro_rules! put {
    ($draft:ident, $markup:literal $(, $fill:expr)* $(,)?) => {{
        use $crate::view::markup;
        const FILLS: &[&str] = &[$(stringify!($fill)),*];
        const LEN: usize = markup::steps::<0>($markup).len;
        const STEPS: markup::Steps<LEN> = markup::steps($markup);
        const { assert!(STEPS.holes == FILLS.len(), "each hole is filled") };
        $draft.put(const { markup::as_text(&STEPS.bytes) });
        $(match $fill {
            fill => $draft.fill(fill),
        })*
    }};
}
pub(super) use put;

impl Draft {
    /// Takes these steps, as far as the first hole. Use [`put!`].
    #[inline(never)]
    pub(super) fn put(&mut self, steps: &'static str) {
        self.waiting.push(std::mem::replace(&mut self.steps, (steps, 0)));
        self.go_on();
    }

    /// Fills the hole, and goes on to the next.
    #[inline(always)]
    pub(super) fn fill(&mut self, fill: impl Fill) {
        fill.fill(self);
    }

    /// Goes on to the next hole, or to the end.
    #[inline(never)]
    fn go_on(&mut self) {
        while let Some(step) = self.steps.0.as_bytes().get(self.steps.1) {
            let word = self.word();
            match *step {
                markup::OPEN => self.open.push((VTag::new(word), std::mem::take(&mut self.inside))),
                markup::NAME => self.name = word,
                markup::VALUE => self.give(Some(AttrValue::Static(word))),
                markup::BEGUN => self.begun(word),
                markup::CLOSE => self.close(),
                _ => return,
            }
        }
        self.steps = self.waiting.pop().unwrap_or_default();
    }

    /// The word of this step.
    fn word(&mut self) -> &'static str {
        let (steps, at) = &mut self.steps;
        let from = *at + 1;
        *at = from;
        while steps.as_bytes().get(*at).is_some_and(|byte| *byte > markup::HOLE) {
            *at += 1;
        }
        steps.get(from..*at).unwrap_or_default()
    }

    /// All attributes of an element are given. The empty word there tells it from all others.
    fn begun(&mut self, end: &'static str) {
        let place = end.as_ptr();
        let keys = match self.known.iter().find(|it| it.0 == place) {
            Some((_, names)) => names,
            None => {
                // Kept for good: the views have so many elements and no more.
                let names: &[_] = std::mem::take(&mut self.names).leak();
                self.known.push((place, names));
                names
            }
        };
        self.names.clear();
        self.name = "";
        let Some((tag, _)) = self.open.last_mut() else { return };
        tag.attributes = Attributes::Dynamic { keys, values: std::mem::take(&mut self.values).into() };
        if !self.listeners.is_empty() {
            tag.set_listeners(std::mem::take(&mut self.listeners).into());
        }
    }

    /// Ends the element that was begun last.
    fn close(&mut self) {
        let Some((mut tag, before)) = self.open.pop() else { return };
        let inside = std::mem::replace(&mut self.inside, before);
        if let Some(children) = tag.children_mut() {
            *children = VList::from(inside).into();
        }
        self.inside.push(tag.into());
    }

    /// Gives the attribute its value, or writes text between elements.
    #[inline(never)]
    fn give(&mut self, value: Option<AttrValue>) {
        match (self.name, value, self.open.last_mut()) {
            ("", Some(text), _) => self.inside.push(VText::new(text).into()),
            ("", None, _) => {}
            (".key", Some(key), Some((tag, _))) => tag.key = Some(key.as_str().into()),
            (".value", value, Some((tag, _))) => tag.set_value(value),
            (name, value, _) => {
                self.names.push(name);
                self.values.push(value.map(AttributeOrProperty::Attribute));
            }
        }
    }

    /// On the event that the attribute names, the message is completed from it and told.
    #[inline(never)]
    fn on(&mut self, message: Message, complete: Complete) {
        if let Some(App { tell, .. }) = self.app {
            let event = self.name.get(2..).unwrap_or_default();
            self.listeners.push(Some(Rc::new(On { event, message, complete, tell })));
        }
        self.go_on();
    }

    /// A part of the page that is drawn only when one of the numbers of its version changes.
    #[inline(never)]
    pub(super) fn part(&mut self, key: &str, version: Version, draw: Draw) {
        let part = self.app.map(|app| Part { app, draw });
        self.inside.push(VComp::new::<App>(Rc::new(PartProps { version, part }), Some(key.into())).into());
    }
}

/// What may stand for a `{}`.
pub(super) trait Fill {
    /// Puts it there, and writes the markup to the next.
    fn fill(self, draft: &mut Draft);
}

/// What was written already.
impl Fill for () {
    #[inline(always)]
    fn fill(self, draft: &mut Draft) {
        draft.go_on();
    }
}

impl Fill for Option<&str> {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        draft.give(self.map(|text| AttrValue::Rc(text.into())));
        draft.go_on();
    }
}

impl Fill for &str {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        Some(self).fill(draft);
    }
}

impl Fill for &String {
    #[inline(always)]
    fn fill(self, draft: &mut Draft) {
        self.as_str().fill(draft);
    }
}

impl Fill for String {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        self.as_str().fill(draft);
    }
}

/// An attribute that is there without a value, or is not there.
impl Fill for bool {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        self.then_some("").fill(draft);
    }
}

/// A length in pixels.
impl Fill for InPixels {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        self.to_string().fill(draft);
    }
}

impl Fill for u64 {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        self.to_string().fill(draft);
    }
}

/// The event does this.
impl Fill for Action {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        draft.on(Message::Do(self), always);
    }
}

impl Fill for Message {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        draft.on(self, always);
    }
}

impl Fill for (Message, Complete) {
    #[inline(always)]
    fn fill(self, draft: &mut Draft) {
        draft.on(self.0, self.1);
    }
}

/// `true` or `false`, for attributes that want one of them.
pub(super) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// Draws a part of the page.
pub(super) type Draw = fn(&mut Draft, &Page, Version);

/// Completes a message from the event that it is about; says whether it is told.
pub(super) type Complete = fn(&Event, &mut Message) -> bool;

/// What an event means.
pub(super) struct On {
    pub(super) event: &'static str,
    pub(super) message: Message,
    pub(super) complete: Complete,
    pub(super) tell: Tell,
}

impl On {
    pub(super) fn happens(&self, event: &Event) {
        let mut message = self.message.clone();
        if (self.complete)(event, &mut message) {
            self.tell.tell(message);
        }
    }
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        ListenerKind::other(self.event.into())
    }

    fn handle(&self, event: Event) {
        self.happens(&event);
    }

    fn passive(&self) -> bool {
        false
    }
}

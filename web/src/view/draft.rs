//! Elements, written one after the other. One path of code makes all of them, so that an element costs the
//! page few bytes; only [`Memo`] remembers what it drew.

use std::rc::Rc;

use fencepost_figure::InPixels;
use web_sys::Event;
use yew::virtual_dom::{
    AttributeOrProperty, Attributes, Key, Listener, ListenerKind, VComp, VList, VNode, VTag, VText,
};
use yew::{AttrValue, Callback, Component, Context, Html, NodeRef, Properties};

use super::app::Message;
use crate::model::Action;

/// A piece of the page, while it is written.
pub(super) struct Draft {
    tell: Callback<Message>,
    /// The elements that are not closed yet.
    open: Vec<Element>,
    /// Their attributes' values.
    values: Vec<Option<AttributeOrProperty>>,
    /// What is inside of the last of them.
    inside: Vec<VNode>,
}

/// An element that is not closed yet.
struct Element {
    tag: VTag,
    keys: &'static [&'static str],
    /// How many values came before its own.
    values: usize,
    /// What came before it in the element around it.
    before: Vec<VNode>,
}

/// Writes an element: its name, its attributes, what is inside of it.
macro_rules! tag {
    ($draft:ident, $name:expr, [$(($key:literal, $value:expr)),* $(,)?] $(, $inside:expr)?) => {{
        $draft.open($name, &[$($key),*]);
        $($draft.set($value);)*
        $($inside;)?
        $draft.close();
    }};
}
pub(super) use tag;

impl Draft {
    /// An empty one; what the reader does in it is told to `tell`.
    pub(super) fn new(tell: Callback<Message>) -> Self {
        Self { tell, open: Vec::new(), values: Vec::new(), inside: Vec::new() }
    }

    /// Everything that was written.
    pub(super) fn finish(self) -> Html {
        VList::from(self.inside).into()
    }

    /// Begins an element; [`set`](Self::set) gives each of the keys its value. Use [`tag!`].
    pub(super) fn open(&mut self, name: &'static str, keys: &'static [&'static str]) {
        let before = std::mem::take(&mut self.inside);
        self.open.push(Element { tag: VTag::new(name), keys, values: self.values.len(), before });
    }

    /// Ends the element that was begun last.
    pub(super) fn close(&mut self) {
        let Some(Element { mut tag, keys, values, before }) = self.open.pop() else { return };
        tag.attributes = Attributes::Dynamic { keys, values: self.values.split_off(values).into() };
        let inside = std::mem::replace(&mut self.inside, before);
        if let Some(children) = tag.children_mut() {
            *children = VList::from(inside).into();
        }
        self.inside.push(tag.into());
    }

    /// The value of the next attribute.
    #[inline(always)]
    pub(super) fn set(&mut self, value: impl Value) {
        value.put(self);
    }

    #[inline(never)]
    fn set_word(&mut self, word: &'static str) {
        self.values.push(Some(AttributeOrProperty::Static(word)));
    }

    #[inline(never)]
    fn set_text(&mut self, text: String) {
        self.values.push(Some(AttributeOrProperty::Attribute(text.into())));
    }

    fn tag(&mut self) -> Option<&mut VTag> {
        self.open.last_mut().map(|element| &mut element.tag)
    }

    /// Tells this element from its like when their number changes.
    pub(super) fn key(&mut self, key: &str) {
        if let Some(tag) = self.tag() {
            tag.key = Some(key.into());
        }
    }

    /// Lets the element be found.
    pub(super) fn found_by(&mut self, place: &NodeRef) {
        if let Some(tag) = self.tag() {
            tag.node_ref = place.clone();
        }
    }

    /// The value of an input or a text area.
    pub(super) fn value(&mut self, value: String) {
        if let Some(tag) = self.tag() {
            tag.set_value(AttrValue::from(value));
        }
    }

    /// On an event of this name, the message is completed from it and told; or nothing is.
    #[inline(never)]
    pub(super) fn on(&mut self, event: &'static str, message: Message, complete: Complete) {
        let listener = Rc::new(On { event, message, complete, tell: self.tell.clone() });
        if let Some(tag) = self.tag() {
            tag.add_listener(listener);
        }
    }

    /// A click does this.
    #[inline(never)]
    pub(super) fn on_click(&mut self, action: Action) {
        self.on("click", Message::Do(action), |_, message| Some(message));
    }

    /// A word of the page itself.
    #[inline(never)]
    pub(super) fn word(&mut self, word: &'static str) {
        self.inside.push(VText::new(word).into());
    }

    /// Words that were put together.
    #[inline(never)]
    pub(super) fn text(&mut self, text: &str) {
        self.inside.push(VText::new(text.to_owned()).into());
    }

    /// An element with nothing but a word in it, and a class if that is not empty.
    #[inline(never)]
    pub(super) fn leaf(&mut self, name: &'static str, class: &'static str, word: &'static str) {
        tag!(self, name, [("class", some(class))], self.word(word));
    }

    /// An element with nothing but text in it.
    #[inline(never)]
    pub(super) fn leaf_text(&mut self, name: &'static str, class: &'static str, text: &str) {
        tag!(self, name, [("class", some(class))], self.text(text));
    }

    /// A part that is drawn only when one of the numbers of its version changes.
    pub(super) fn memo(&mut self, key: &str, version: Version, draw: impl Fn(&mut Draft) + 'static) {
        self.remember(key.into(), MemoProps { version, draw: Rc::new(draw), tell: self.tell.clone() });
    }

    fn remember(&mut self, key: Key, props: MemoProps) {
        self.inside.push(VComp::new::<Memo>(Rc::new(props), Some(key)).into());
    }
}

/// The word, unless it is empty.
fn some(word: &'static str) -> Option<&'static str> {
    (!word.is_empty()).then_some(word)
}

/// What an attribute may have as its value.
pub(super) trait Value {
    /// Gives the next attribute this value.
    fn put(self, draft: &mut Draft);
}

impl Value for &'static str {
    #[inline(always)]
    fn put(self, draft: &mut Draft) {
        draft.set_word(self);
    }
}

impl Value for String {
    #[inline(always)]
    fn put(self, draft: &mut Draft) {
        draft.set_text(self);
    }
}

/// An attribute that is there without a value, or is not there.
impl Value for bool {
    #[inline(always)]
    fn put(self, draft: &mut Draft) {
        self.then_some("").put(draft);
    }
}

/// A length in pixels.
impl Value for InPixels {
    #[inline(never)]
    fn put(self, draft: &mut Draft) {
        draft.set_text(self.to_string());
    }
}

impl Value for u64 {
    #[inline(never)]
    fn put(self, draft: &mut Draft) {
        draft.set_text(self.to_string());
    }
}

impl Value for Option<&'static str> {
    #[inline(never)]
    fn put(self, draft: &mut Draft) {
        draft.values.push(self.map(AttributeOrProperty::Static));
    }
}

/// `true` or `false`, for attributes that want one of them.
pub(super) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// Makes a whole message out of an event and what its element began; `None` where the event means nothing.
pub(super) type Complete = fn(&Event, Message) -> Option<Message>;

struct On {
    event: &'static str,
    message: Message,
    complete: Complete,
    tell: Callback<Message>,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        ListenerKind::other(self.event.into())
    }

    fn handle(&self, event: Event) {
        if let Some(message) = (self.complete)(&event, self.message.clone()) {
            self.tell.emit(message);
        }
    }

    fn passive(&self) -> bool {
        false
    }
}

/// What a remembered part was drawn from.
pub(super) type Version = [u32; 3];

#[derive(Properties)]
struct MemoProps {
    version: Version,
    draw: Rc<dyn Fn(&mut Draft)>,
    tell: Callback<Message>,
}

impl PartialEq for MemoProps {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

/// A part of the page that is drawn anew only with another version.
struct Memo;

impl Component for Memo {
    type Message = ();
    type Properties = MemoProps;

    fn create(_: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let mut draft = Draft::new(ctx.props().tell.clone());
        (ctx.props().draw)(&mut draft);
        draft.finish()
    }
}

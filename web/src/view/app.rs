//! The page as a component: owns the state, runs the frames of playing and of searching, keeps the address in
//! step and the reader's place in view.

use std::cell::RefCell;
use std::rc::Rc;

use fencepost_core::primitive::{Span, Time};
use fencepost_figure::{Figure, Layout, Tenths, px};
use yew::html::Scope;
use yew::{Component, Context, Html, Properties};

use super::draft::{Complete, Draw, On, drawn};
use super::{gesture, page};
use crate::browser::object::{self, find, number};
use crate::browser::{self, address};
use crate::model::link::{Broken, Wanted};
use crate::model::state::ZOOMS;
use crate::model::{Action, State, hit, library};

/// What the page is told. A message of an element may be completed from the event that it is about.
#[derive(Clone)]
pub enum Message {
    /// A reader, or time, does something.
    Do(Action),
    /// The picture is pressed at this place.
    Pick(Tenths, Tenths),
    /// The axis is pressed or swept over at this place.
    Sweep(Tenths),
    /// The handle that was taken is moved to this place.
    Pull(Tenths),
    /// The list of scenarios is opened or closed.
    Choose(bool),
    /// The caret goes to this byte of the text.
    Caret(usize),
    /// A frame is due, at this moment in milliseconds.
    Frame(f64),
    /// The window has another width.
    Resized,
    /// The cursor rests, if it still tells this event.
    Rested(Option<u32>),
    /// The address has another fragment.
    Moved,
    /// The address is to be written, if there was no change after the one with this number.
    Note(u32),
    /// This fragment stands for the state after the change with this number.
    Noted(u32, String),
    /// The link is to be copied.
    Copy,
}

impl Message {
    /// This, once it is completed in that way.
    pub(super) fn by(self, complete: Complete) -> (Self, Complete) {
        (self, complete)
    }
}

/// The page, or a part of it that is remembered: of one type, so that what a component costs is paid once.
#[derive(Clone, Copy)]
pub struct App {
    page: &'static RefCell<Page>,
    pub(super) tell: Tell,
}

/// What a part of the page was drawn from.
pub(super) type Version = [u32; 4];

/// What is drawn: the whole page, unless it is a part. It is drawn anew only with another version.
#[derive(Properties, Default)]
pub struct PartProps {
    pub(super) version: Version,
    pub(super) part: Option<Part>,
}

/// A part of a page.
pub(super) struct Part {
    pub(super) app: App,
    pub(super) draw: Draw,
}

impl PartialEq for PartProps {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

/// Tells the page something.
#[derive(Clone, Copy)]
pub(super) struct Tell(&'static Scope<App>);

impl Tell {
    #[inline(never)]
    pub(super) fn tell(self, message: Message) {
        self.0.send_message(message);
    }
}

/// The state of the page, and what it needs of the browser.
pub(super) struct Page {
    pub(super) state: State,
    pub(super) figure: Option<Drawn>,
    /// Whether the list of scenarios is open.
    pub(super) choosing: bool,
    tell: Tell,
    width: i32,
    /// How many figures were drawn.
    drawings: u32,
    /// Whether a frame was asked for.
    busy: bool,
    last_frame: Option<f64>,
    /// Grows with each change that the address shows.
    changes: u32,
    /// The event, the zoom, and the place of the cursor when the page was last rendered.
    shown: (Option<u32>, usize, Tenths),
}

/// A figure, and what it was drawn from.
pub(super) struct Drawn {
    pub(super) figure: Rc<Figure>,
    /// Its number.
    pub(super) number: u32,
    told: u32,
    width: i32,
    zoom: usize,
    until: Option<Time>,
}

/// How long a frame may search for flips, in milliseconds.
const SEARCH: f64 = 5.0;

/// How long after a change the address is written, in milliseconds.
const NOTE: u32 = 500;

/// How long the cursor rests before the list is scrolled to it, in milliseconds. The layout is known then, and
/// sweeping over many events scrolls once.
const REST: u32 = 60;

/// The current event in the list.
const CURRENT: &str = ".list [aria-current]";

/// Narrower windows have the lanes' names over the lanes, in pixels.
const NARROW: i32 = 700;

impl Component for App {
    type Message = Message;
    type Properties = PartProps;

    fn create(ctx: &Context<Self>) -> Self {
        if let Some(part) = &ctx.props().part {
            return part.app;
        }
        // A page stays for as long as its document.
        let tell = Tell(Box::leak(Box::new(ctx.link().clone())));
        Self { page: Box::leak(Box::new(RefCell::new(Page::new(tell)))), tell }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if ctx.props().part.is_none() {
            self.page.borrow_mut().rendered(first);
        }
    }

    fn update(&mut self, _: &Context<Self>, message: Message) -> bool {
        self.page.borrow_mut().update(message)
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let PartProps { version, part } = ctx.props();
        drawn(*self, &self.page.borrow(), part.as_ref().map_or(page::page, |part| part.draw), *version)
    }
}

impl Page {
    fn new(tell: Tell) -> Self {
        let mut page = Self {
            state: State { glides: !browser::less_motion(), ..State::default() },
            figure: None,
            choosing: false,
            tell,
            width: 0,
            drawings: 0,
            busy: false,
            last_frame: None,
            changes: 0,
            shown: (None, 0, 0),
        };
        listen(tell);
        page.open_address();
        page
    }

    fn rendered(&mut self, first: bool) {
        if first {
            self.tell.tell(Message::Resized);
        }
        let x = self.figure.as_ref().map_or(0, |drawn| drawn.figure.axis.x_of(self.state.cursor.at));
        let shown = (self.state.cursor.event, self.state.zoom, x);
        let before = std::mem::replace(&mut self.shown, shown);
        if (shown.1, shown.2) != (before.1, before.2) {
            self.keep_cursor_in_view(x);
        }
        if shown.0 != before.0 {
            self.keep_focus();
            self.later(REST, Message::Rested(shown.0));
        }
    }

    fn update(&mut self, message: Message) -> bool {
        match message {
            Message::Do(action) => self.act(action),
            Message::Pick(x, y) => return self.pick(x, y),
            Message::Sweep(x) => return self.move_to(x, Action::Seek),
            Message::Pull(x) => return self.state.drag.is_some() && self.move_to(x, Action::Drag),
            Message::Choose(open) => self.choose(open),
            Message::Frame(now) => self.on_frame(now),
            Message::Moved => self.open_address(),
            Message::Resized => {
                let width = find(".stage-card").map_or(0, |stage| number(&stage, "clientWidth") as i32);
                let before = std::mem::replace(&mut self.width, width);
                self.draw();
                return width != before;
            }
            quiet => {
                self.do_quietly(quiet);
                return false;
            }
        }
        true
    }

    /// Opens or closes the list of scenarios.
    fn choose(&mut self, open: bool) {
        self.choosing = open;
        // The focus would be lost with the list, and the next tab would start at the top.
        if !open && find("#scenarios :focus").is_some() {
            focus(".chooser button");
        }
    }

    /// Whether the names stand beside the lanes.
    pub(super) fn is_wide(&self) -> bool {
        self.width >= NARROW
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Play(true) => {
                self.state.glides = !browser::less_motion();
                self.last_frame = None;
            }
            Action::Open(_) => self.choose(false),
            _ => {}
        }
        self.state.apply(action);
        self.draw();
        self.ask_for_frame();
        if self.state.playing.is_none() {
            self.changed();
        }
    }

    /// A press on the picture means the nearest item, or the moment where there is none.
    fn pick(&mut self, x: Tenths, y: Tenths) -> bool {
        let Some(drawn) = &self.figure else { return false };
        match hit::hit(&drawn.figure, x, y) {
            Some(event) => self.act(Action::Select(event)),
            None if x >= drawn.figure.axis.left => return self.move_to(x, Action::Seek),
            None => return false,
        }
        true
    }

    /// Does something with the moment at a place of the axis.
    fn move_to(&mut self, x: Tenths, action: fn(Time) -> Action) -> bool {
        let Some(drawn) = &self.figure else { return false };
        let axis = &drawn.figure.axis;
        self.act(action(axis.time_of(x.clamp(axis.left, axis.right))));
        true
    }

    /// What changes nothing that the page shows.
    fn do_quietly(&mut self, message: Message) {
        match message {
            Message::Rested(event) if event == self.shown.0 => self.keep_event_in_view(),
            Message::Note(changes) if changes == self.changes => self.write_address(),
            Message::Noted(changes, fragment) if changes == self.changes && self.state.drag.is_none() => {
                address::replace(&fragment);
            }
            Message::Copy => self.pack(true),
            Message::Caret(byte) => self.show(byte),
            _ => {}
        }
    }

    /// A frame moves the story while it plays, and searches a little for flips.
    fn on_frame(&mut self, now: f64) {
        self.busy = false;
        if self.state.playing.is_some() {
            let passed = self.last_frame.map_or(0.0, |last| now - last);
            self.last_frame = Some(now);
            self.state.apply(Action::Tick(Span::from_micros((passed * 1_000.0) as u64)));
            if self.state.playing.is_none() {
                self.changed();
            }
        }
        let begin = browser::now();
        let mut more = self.state.flips.is_some();
        while more && browser::now() - begin < SEARCH {
            more = self.state.search();
        }
        if more || self.state.playing.is_some() {
            self.ask_for_frame();
        }
    }

    fn ask_for_frame(&mut self) {
        if !self.busy && (self.state.playing.is_some() || self.state.flips.is_some()) {
            self.busy = true;
            let tell = self.tell;
            object::at_next_frame(Box::new(move |now| {
                tell.tell(Message::Frame(now.as_f64().unwrap_or_default()));
            }));
        }
    }

    fn later(&self, milliseconds: u32, message: Message) {
        let tell = self.tell;
        object::later(milliseconds, Box::new(move |_| tell.tell(message)));
    }

    /// Draws the figure anew where something that it is drawn from has changed.
    fn draw(&mut self) {
        let Some(story) = &self.state.story else {
            self.figure = None;
            return;
        };
        if self.width == 0 {
            return;
        }
        // While dragging, the axis stays under the finger.
        let dragging = self.state.drag.is_some();
        let until = self.figure.as_ref().filter(|_| dragging).map(|drawn| drawn.figure.axis.to);
        let (told, width, zoom) = (self.state.told, self.width, self.state.zoom);
        let same = |it: &Drawn| {
            it.told == told && it.width == width && it.zoom == zoom && (it.until == until || dragging)
        };
        if self.figure.as_ref().is_some_and(same) {
            return;
        }
        let mut layout = if width < NARROW { Layout::narrow(px(width)) } else { Layout::wide(px(width)) };
        layout.to = until;
        let mut figure = Figure::new(&story.trace, Some(&story.scenario), &layout);
        if zoom > 0 {
            layout.least_plot = (figure.width - figure.left) / 2 * ZOOMS[zoom] as i32;
            figure = Figure::new(&story.trace, Some(&story.scenario), &layout);
        }
        self.drawings = self.drawings.wrapping_add(1);
        let number = self.drawings;
        self.figure = Some(Drawn { figure: Rc::new(figure), number, told, width, zoom, until });
    }

    /// Opens what the address asks for.
    fn open_address(&mut self) {
        let action = match address::wanted() {
            Ok(Wanted::Nothing) => return,
            Ok(Wanted::Named(name)) => {
                library::find(&name).map_or(Action::Refuse(Broken::Unknown), Action::Open)
            }
            Ok(Wanted::Text { body, seed, at }) => {
                let tell = self.tell;
                return address::text(body, move |text| {
                    tell.tell(Message::Do(match text {
                        Ok(text) => Action::Follow(text.into(), seed, at),
                        Err(broken) => Action::Refuse(broken),
                    }));
                });
            }
            Err(broken) => Action::Refuse(broken),
        };
        self.state.apply(action);
        self.draw();
    }

    /// Something changed that the address shows: it is written after a rest, never while dragging.
    fn changed(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        if self.state.drag.is_none() {
            self.later(NOTE, Message::Note(self.changes));
        }
    }

    fn write_address(&self) {
        let state = &self.state;
        if let Some(entry) = state.entry.filter(|_| !state.is_changed() && state.fresh) {
            if !address::fragment().is_empty() {
                address::replace(&["s=", entry.name].concat());
            }
            return;
        }
        self.pack(false);
    }

    /// Packs what the page shows into a fragment, for the address or to be copied as a link.
    fn pack(&self, copied: bool) {
        let (tell, changes, state) = (self.tell, self.changes, &self.state);
        address::pack(state.text.clone(), state.seed, state.cursor.at, move |fragment| {
            if !copied {
                return tell.tell(Message::Noted(changes, fragment));
            }
            browser::copy(&address::with(&fragment), move |copied| {
                tell.tell(Message::Do(Action::Inform(match copied {
                    true => "The link is copied. It carries the whole scenario and the moment.",
                    false => "The browser did not let the link be copied: copy it from the address bar.",
                })));
            });
        });
    }

    /// Puts the caret at a byte of the text.
    fn show(&self, byte: usize) {
        let Some(area) = find("textarea") else { return };
        let before = self.state.text.get(..byte).unwrap_or(&self.state.text);
        let units = before.chars().map(char::len_utf16).sum::<usize>() as u32;
        area.focus();
        area.select(units, units);
    }

    /// Scrolls the timeline sideways, so that the cursor is in view beside the names.
    fn keep_cursor_in_view(&self, x: Tenths) {
        // Asking a frame for its place costs a layout: only where there is something to scroll.
        let Some(drawn) = self.figure.as_ref().filter(|it| it.figure.width > px(it.width)) else { return };
        let Some(frame) = find(".frame") else { return };
        let names = if self.is_wide() { drawn.figure.left / 10 } else { 0 };
        let (left, width) = (number(&frame, "scrollLeft") as i32, number(&frame, "clientWidth") as i32);
        let x = x / 10;
        if x < left + names || x > left + width - 24 {
            object::set(&frame, "scrollLeft", (x - names - (width - names) / 3).max(0));
        }
    }

    /// Moves the focus to the current event, where it is in the list.
    fn keep_focus(&self) {
        if find(".list :focus").is_some() {
            focus(CURRENT);
        }
    }

    /// Scrolls the list, never the page, to the current event.
    fn keep_event_in_view(&self) {
        let (Some(list), Some(button)) = (find(".list"), find(CURRENT)) else { return };
        let (edges, place) = (list.edges(), button.edges());
        let above = number(&place, "top") - number(&edges, "top");
        let below = number(&place, "bottom") - number(&edges, "bottom");
        let beyond = if above < 0.0 { above } else { below };
        if above < 0.0 || below > 0.0 {
            object::set(&list, "scrollTop", number(&list, "scrollTop") as i32 + beyond as i32);
        }
    }
}

/// Moves the focus.
fn focus(selector: &str) {
    if let Some(element) = find(selector) {
        element.focus();
    }
}

/// What happens to the page from outside.
fn listen(tell: Tell) {
    let events: [(_, _, Complete); 4] = [
        ("resize", Message::Resized, gesture::always),
        ("hashchange", Message::Moved, gesture::always),
        ("visibilitychange", Message::Do(Action::Play(false)), gesture::hidden),
        ("keydown", Message::Do(Action::Undo), gesture::undo_keys),
    ];
    for (event, message, complete) in events {
        let on = On { event, message, complete, tell };
        object::whenever(event, Box::new(move |event| on.happens(event)));
    }
}

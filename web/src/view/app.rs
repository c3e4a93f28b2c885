//! The whole page: owns the state, runs the frames of playing and of searching, keeps the address in step.

use std::rc::Rc;

use fencepost_core::primitive::{Span, Time};
use fencepost_figure::{Figure, Layout, px};
use gloo_events::EventListener;
use gloo_render::{AnimationFrame, request_animation_frame};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, KeyboardEvent};
use yew::prelude::*;

use super::Shared;
use super::chooser::Chooser;
use super::controls::Controls;
use super::detail::Detail;
use super::editor::Editor;
use super::events::Events;
use super::headline::Headline;
use super::icon::{self, icon};
use super::knobs::Knobs;
use super::timeline::Timeline;
use super::times::Times;
use crate::browser::{self, address};
use crate::model::clock::moment;
use crate::model::library::{self, Entry};
use crate::model::link::{Broken, Wanted};
use crate::model::speed::SPEEDS;
use crate::model::state::ZOOMS;
use crate::model::{Action, State, Story};

/// What the page is told.
pub enum Message {
    /// A reader, or time, does something.
    Do(Action),
    /// A frame is due, at this moment in milliseconds.
    Frame(f64),
    /// The window has another width.
    Resized,
    /// The address has another fragment.
    Moved,
    /// The address is to be written.
    Note,
    /// This fragment stands for the state with this number.
    Noted(u32, String),
    /// The link is to be copied.
    Copy,
}

/// The page.
pub struct App {
    state: State,
    figure: Option<Drawn>,
    stage: NodeRef,
    width: i32,
    frame: Option<AnimationFrame>,
    last_frame: Option<f64>,
    note: Option<Timeout>,
    /// Grows with each change that the address shows.
    changes: u32,
    /// The same from frame to frame, so that views whose other properties stay are not drawn anew.
    act: Callback<Action>,
    _listeners: Vec<EventListener>,
}

/// A figure, and what it was drawn from.
struct Drawn {
    figure: Shared<Figure>,
    story: Shared<Story>,
    width: i32,
    zoom: usize,
    until: Option<Time>,
}

/// How long a frame may search for flips, in milliseconds.
const SEARCH: f64 = 5.0;

/// How long after a change the address is written, in milliseconds.
const REST: u32 = 500;

/// Narrower windows have the lanes' names over the lanes, in pixels.
const NARROW: i32 = 700;

impl Component for App {
    type Message = Message;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let state = State { glides: !browser::less_motion(), ..State::default() };
        let mut app = Self {
            state,
            figure: None,
            stage: NodeRef::default(),
            width: 0,
            frame: None,
            last_frame: None,
            note: None,
            changes: 0,
            act: ctx.link().callback(Message::Do),
            _listeners: listeners(ctx),
        };
        app.open_address(ctx);
        app
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            ctx.link().send_message(Message::Resized);
        }
    }

    fn update(&mut self, ctx: &Context<Self>, message: Message) -> bool {
        match message {
            Message::Do(action) => self.act(ctx, action),
            Message::Frame(now) => self.on_frame(ctx, now),
            Message::Resized => {
                let width = self.stage.cast::<Element>().map_or(0, |stage| stage.client_width());
                let changed = width != self.width;
                self.width = width;
                self.draw();
                return changed;
            }
            Message::Moved => self.open_address(ctx),
            Message::Note => {
                self.write_address(ctx);
                return false;
            }
            Message::Noted(changes, fragment) => {
                if changes == self.changes && self.state.drag.is_none() {
                    address::replace(&fragment);
                }
                return false;
            }
            Message::Copy => {
                self.copy(ctx);
                return false;
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let act = &self.act;
        let state = &self.state;
        let story = state.story.clone().map(Shared);
        let look = library::look(&state.text).or_else(|| state.entry.map(Entry::look)).unwrap_or_default();
        let copy = ctx.link().callback(|_| Message::Copy);
        html! {
            <>
                <header class="top">
                    <p class="brand"><span class="post" aria-hidden="true"></span>{ "Fencepost" }</p>
                    <Chooser current={state.entry.map(|entry| entry.name)} {act} />
                    <button type="button" class="plain" onclick={copy}>{ icon(icon::LINK) }<span class="words">{ "Copy link" }</span></button>
                </header>
                <main>
                    { self.notice(act) }
                    <Headline story={story.clone()} old={state.is_old()} look={look.to_owned()} {act} />
                    <section ref={&self.stage} class="stage-card" aria-label="The story">
                        if state.is_old() && state.story.is_some() {
                            <p class="stale">{ "The text has errors: this is the last picture without any." }</p>
                        }
                        { self.timeline(act) }
                        <Detail story={story.clone()} cursor={state.cursor} {act} />
                        { self.controls(act) }
                    </section>
                    <div class="columns">
                        <div>
                            if let Some(story) = &story {
                                <Knobs story={story.clone()} {act} />
                            }
                            <Editor text={state.text.clone()} problems={state.problems.clone()} {act} />
                        </div>
                        <div>
                            if let Some(story) = &story {
                                <Events story={story.clone()} current={state.cursor.event} {act} />
                                <Times story={story.clone()} {act} />
                            }
                        </div>
                    </div>
                </main>
                <footer>{ "Everything here is simulated from the text, in this page: nothing is sent anywhere. Same text, same story." }</footer>
                <p class="spoken" role="status" aria-live="polite">{ &state.said.1 }</p>
            </>
        }
    }
}

/// What happens to the page from outside.
fn listeners(ctx: &Context<App>) -> Vec<EventListener> {
    let window = browser::the_window();
    let send = |message: fn() -> Message| {
        let link = ctx.link().clone();
        move |_: &Event| link.send_message(message())
    };
    let mut all = vec![
        EventListener::new(&window, "resize", send(|| Message::Resized)),
        EventListener::new(&window, "hashchange", send(|| Message::Moved)),
    ];
    if let Some(document) = window.document() {
        let link = ctx.link().clone();
        all.push(EventListener::new(&document, "visibilitychange", move |_| {
            if browser::hidden() {
                link.send_message(Message::Do(Action::Play(false)));
            }
        }));
        let link = ctx.link().clone();
        all.push(EventListener::new_with_options(
            &document,
            "keydown",
            gloo_events::EventListenerOptions::enable_prevent_default(),
            move |event| {
                if let Some(action) = event.dyn_ref::<KeyboardEvent>().and_then(undo_keys) {
                    event.prevent_default();
                    link.send_message(Message::Do(action));
                }
            },
        ));
    }
    all
}

/// Ctrl+Z and Ctrl+Shift+Z, or with the command key, anywhere on the page.
fn undo_keys(event: &KeyboardEvent) -> Option<Action> {
    let command = event.ctrl_key() || event.meta_key();
    let undo = command && !event.alt_key() && event.key().eq_ignore_ascii_case("z");
    undo.then(|| if event.shift_key() { Action::Redo } else { Action::Undo })
}

impl App {
    fn act(&mut self, ctx: &Context<Self>, action: Action) {
        let play = matches!(action, Action::Play(true));
        if play {
            self.state.glides = !browser::less_motion();
            self.last_frame = None;
        }
        self.state.apply(action);
        self.draw();
        self.ask_for_frame(ctx);
        if self.state.playing.is_none() {
            self.changed(ctx);
        }
    }

    /// A frame moves the story while it plays, and searches a little for flips.
    fn on_frame(&mut self, ctx: &Context<Self>, now: f64) {
        self.frame = None;
        if self.state.playing.is_some() {
            let passed = self.last_frame.map_or(0.0, |last| (now - last).max(0.0));
            self.last_frame = Some(now);
            self.state.apply(Action::Tick(Span::from_micros((passed * 1_000.0) as u64)));
            if self.state.playing.is_none() {
                self.changed(ctx);
            }
        }
        let begin = browser::now();
        let mut more = self.state.flips.is_some();
        while more && browser::now() - begin < SEARCH {
            more = self.state.search();
        }
        if more || self.state.playing.is_some() {
            self.ask_for_frame(ctx);
        }
    }

    fn ask_for_frame(&mut self, ctx: &Context<Self>) {
        let busy = self.state.playing.is_some() || self.state.flips.is_some();
        if busy && self.frame.is_none() {
            let link = ctx.link().clone();
            self.frame = Some(request_animation_frame(move |now| link.send_message(Message::Frame(now))));
        }
    }

    /// Draws the figure anew where something that it is drawn from has changed.
    fn draw(&mut self) {
        let Some(story) = self.state.story.clone().map(Shared) else {
            self.figure = None;
            return;
        };
        if self.width == 0 {
            return;
        }
        // While dragging, the axis stays under the finger.
        let dragging = self.state.drag.is_some();
        let until = self.figure.as_ref().filter(|_| dragging).map(|drawn| drawn.figure.axis.to);
        let (width, zoom) = (self.width, self.state.zoom);
        let same = |it: &Drawn| {
            it.story == story && it.width == width && it.zoom == zoom && (it.until == until || dragging)
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
        self.figure = Some(Drawn { figure: Shared(Rc::new(figure)), story, width, zoom, until });
    }

    fn timeline(&self, act: &Callback<Action>) -> Html {
        let (Some(drawn), Some(story)) = (&self.figure, &self.state.story) else {
            return html! { <div class="frame empty">{ if self.state.story.is_none() { "No picture yet." } else { "" } }</div> };
        };
        let state = &self.state;
        let flips = state.flips.as_ref().map(|flips| (flips.handle.clone(), flips.found.clone()));
        html! {
            <Timeline figure={drawn.figure.clone()} words={story.headline.text.clone()} beside={self.width >= NARROW}
                old={state.is_old()} cursor={state.cursor} playing={state.playing.is_some()} zoom={state.zoom} scrolls={drawn.figure.width > px(self.width)}
                handles={state.handles.clone()} dragged={state.drag.as_ref().map(|drag| drag.handle.key.clone())} {flips} {act} />
        }
    }

    fn controls(&self, act: &Callback<Action>) -> Html {
        let state = &self.state;
        let story = state.story.as_ref();
        let told = story.and_then(|story| Some(story.sentence(story.event(state.cursor.event?)?)));
        let told = format!("{}: {}", moment(state.cursor.at, false), told.unwrap_or_default());
        let store = story.and_then(|story| story.scenario.stores.iter().find(|store| store.lock.is_some()));
        let fence = store.map(|store| (store.name.clone().into(), store.guard.name == "fence"));
        html! {
            <Controls at={state.cursor.at} end={state.end()} {told} playing={state.playing.is_some()}
                speed={state.speed.min(SPEEDS.len() - 1)} zoomed={state.zoom > 0} undo={state.history.can_undo()}
                redo={state.history.can_redo()} changed={state.is_changed()} {fence} {act} />
        }
    }

    fn notice(&self, act: &Callback<Action>) -> Html {
        let Some(notice) = &self.state.notice else { return Html::default() };
        let dismiss = act.reform(|_| Action::Dismiss);
        let offer = notice.offer.clone().map(|(store, lock)| {
            let onclick = act.reform(move |_| Action::TakeFence(store.clone(), lock.clone()));
            html! { <button type="button" class="plain" {onclick}>{ "Use fenced, which hands out tokens" }</button> }
        });
        html! {
            <div class="notice" role="alert"><p>{ &notice.words }</p>{ for offer }
                <button type="button" class="plain" onclick={dismiss}>{ "Close" }</button>
            </div>
        }
    }

    /// Opens what the address asks for.
    fn open_address(&mut self, ctx: &Context<Self>) {
        let action = match address::wanted() {
            Ok(Wanted::Nothing) => return,
            Ok(Wanted::Named(name)) => {
                library::find(&name).map_or(Action::Refuse(Broken::Unknown), Action::Open)
            }
            Ok(Wanted::Text { body, seed, at }) => {
                let link = ctx.link().clone();
                spawn_local(async move {
                    let action = match address::text(body).await {
                        Ok(text) => Action::Follow(text.into(), seed, at),
                        Err(broken) => Action::Refuse(broken),
                    };
                    link.send_message(Message::Do(action));
                });
                return;
            }
            Err(broken) => Action::Refuse(broken),
        };
        self.state.apply(action);
        self.draw();
    }

    /// Something changed that the address shows: it is written after a rest, never while dragging.
    fn changed(&mut self, ctx: &Context<Self>) {
        self.changes = self.changes.wrapping_add(1);
        if self.state.drag.is_some() {
            self.note = None;
            return;
        }
        let link = ctx.link().clone();
        self.note = Some(Timeout::new(REST, move || link.send_message(Message::Note)));
    }

    fn write_address(&self, ctx: &Context<Self>) {
        let state = &self.state;
        if let Some(entry) = state.entry.filter(|_| !state.is_changed() && state.fresh) {
            if !address::fragment().is_empty() {
                address::replace(&format!("s={}", entry.name));
            }
            return;
        }
        let (link, changes) = (ctx.link().clone(), self.changes);
        let (text, seed, at) = (state.text.clone(), state.seed, state.cursor.at);
        spawn_local(async move {
            link.send_message(Message::Noted(changes, address::pack(&text, seed, at).await));
        });
    }

    fn copy(&self, ctx: &Context<Self>) {
        let (link, text, seed) = (ctx.link().clone(), self.state.text.clone(), self.state.seed);
        let at = self.state.cursor.at;
        spawn_local(async move {
            let whole = address::with(&address::pack(&text, seed, at).await);
            let words = match browser::copy(&whole).await {
                true => "The link is copied. It carries the whole scenario and the moment.",
                false => "The browser did not let the link be copied: copy it from the address bar.",
            };
            link.send_message(Message::Do(Action::Inform(words)));
        });
    }
}

//! From the story to geometry: where the axis, the lanes and their rows are. Each kind of lane has a file.

mod arrow;
mod between;
mod canvas;
mod client;
mod keeper;
mod lane;
mod look;
mod note;
mod space;

use alloc::vec::Vec;

use fencepost_core::event::{ClientId, LockId, Node, StoreId};
use fencepost_core::primitive::Time;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::{EndedBy, Trace};

use crate::axis::{LONGEST, WIDEST};
use crate::story::{self, Story};
use crate::{Axis, Figure, Lane, LaneNames, Layout, Subject, Tenths, Tone, Type, measure, px, words};
use canvas::Canvas;
use look::Spot;

/// The height above the lanes: the marks of flips, then the ticks' labels.
const AXIS: Tenths = px(50);
/// The height between two lanes, where names stand beside them and above them.
const GAP_BESIDE: Tenths = px(26);
const GAP_ABOVE: Tenths = px(46);
/// What lies above and below a lane's bars: a row of words each.
const ABOVE: Tenths = px(22);
const BELOW: Tenths = px(28);
/// The height of a bar, and the distance between two in one lane.
const BAR: Tenths = px(30);
const BAR_GAP: Tenths = px(16);
/// From the panel's edge to the time's beginning.
const INSET: Tenths = px(10);

/// A lane with its rows: one of words, one for each bar, and two of words.
struct Place {
    lane: Lane,
    /// Its client's, lock's or store's place in the names.
    index: usize,
    /// Where its clock is.
    node: Node,
    /// The number of its first row.
    row: usize,
    /// The locks that a client ever believes to hold: each has a bar.
    locks: Vec<u64>,
}

impl Place {
    fn bars(&self) -> usize {
        self.locks.len().max(1)
    }

    fn rows(&self) -> usize {
        self.bars() + 3
    }

    /// The middle of the n-th bar.
    fn middle(&self, n: usize) -> Tenths {
        self.lane.middle + n as Tenths * (BAR + BAR_GAP)
    }

    /// The edges of all bars.
    fn top(&self) -> Tenths {
        self.lane.middle - self.lane.half
    }

    fn bottom(&self) -> Tenths {
        self.middle(self.bars() - 1) + self.lane.half
    }

    /// Which row of the lane this is.
    fn line_of(&self, spot: Spot, bar: usize) -> usize {
        match spot {
            Spot::Above => 0,
            Spot::Bar => 1 + bar,
            Spot::Below => 1 + self.bars(),
            Spot::Gap => 2 + self.bars(),
        }
    }

    /// The middle of a row: for words, that of their letters.
    fn line(&self, line: usize) -> Tenths {
        match line.checked_sub(1) {
            None => self.top() - px(11),
            Some(bar) if bar < self.bars() => self.middle(bar),
            Some(bar) if bar == self.bars() => self.bottom() + px(17),
            Some(_) => self.bottom() + BELOW + px(13),
        }
    }
}

impl Figure {
    /// Lays out a trace. The scenario, where there is one, adds what the lanes' notes say.
    ///
    /// The cost is linear in the events; the number of items is that of what the shown time touches. Sizes
    /// are brought within 40 and 20,000 pixels.
    pub fn new(trace: &Trace, scenario: Option<&Scenario>, layout: &Layout) -> Self {
        let story = story::tell(trace);
        let (places, names_width) = lanes(trace, scenario, &story, layout.names);
        let left = match layout.names {
            LaneNames::Beside => names_width,
            LaneNames::Above => 0,
        };
        let room = (layout.width - left).max(layout.least_plot).clamp(px(40), WIDEST);
        let right = left + room;
        let mut axis = time_axis(trace, layout, left + INSET, right - INSET);
        let last = places.last().map_or(AXIS, |it| it.lane.y + it.lane.height);
        let height = last + px(8);
        (axis.label_y, axis.top, axis.bottom) = (px(42), AXIS, height);

        let mut canvas = Canvas::new((trace, scenario, &story), &places, &axis, (left, right));
        between::draw(&mut canvas);
        canvas.in_lane = true;
        for at in 0..places.len() {
            canvas.at = at;
            lane::draw(&mut canvas);
        }
        canvas.in_lane = false;
        arrow::draw(&mut canvas);
        let items = canvas.finish();
        let lanes = places.into_iter().map(|place| place.lane).collect();
        Self { width: right, height, left, axis, lanes, items }
    }
}

/// The axis over the time that is asked for, or over the whole story with some room after the last event.
fn time_axis(trace: &Trace, layout: &Layout, left: Tenths, right: Tenths) -> Axis {
    let last = trace.events.last().map_or(Time::ZERO, |event| event.at);
    let last = if trace.ending.why == EndedBy::Quiet { last } else { last.max(trace.ending.at) };
    let last = if last == Time::ZERO { Time::from_secs(1) } else { last };
    // Room for the words after the last bar: 80 pixels, or a fifth of a small plot.
    let plot = (right - left).max(1);
    let rest = plot - (plot / 5).min(px(80));
    let whole = last.min(Time::ZERO + LONGEST).as_micros() * plot as u64 / rest as u64;
    let from = layout.from.unwrap_or(Time::ZERO);
    let to = layout.to.unwrap_or(Time::from_micros(whole));
    let mut axis = Axis::new(left, right, from, to);
    if axis.from > Time::ZERO || axis.to < last {
        let [from, to, last] = [axis.from, axis.to, last].map(words::seconds);
        axis.note = words::fill("0 to 1 of 2", &[&from, &to, &last]);
    }
    axis
}

/// The lanes from top to bottom, and the width of the column with their names.
fn lanes(
    trace: &Trace,
    scenario: Option<&Scenario>,
    story: &Story,
    names: LaneNames,
) -> (Vec<Place>, Tenths) {
    let (clients, locks) = (trace.names.clients.len(), trace.names.locks.len());
    let mut places: Vec<Place> = Vec::new();
    let beside = names == LaneNames::Beside;
    let mut y = if beside { AXIS } else { AXIS + px(20) };
    let mut row = 0;
    let mut widest = px(90);
    for at in 0..clients + locks + trace.names.stores.len() {
        let names = &trace.names;
        let (mut believed, mut tone, mut index) = (Vec::new(), Tone::Ink, at);
        let (subject, node);
        if let Some((_, process)) = names.clients.get(at) {
            (believed, tone) = (story.believed(at), Tone::client(at));
            (subject, node) = (Subject::Client(ClientId(at as u16)), Node::Process(*process));
        } else if let Some((_, service)) = names.locks.get(at - clients) {
            index -= clients;
            (subject, node) = (Subject::Lock(LockId(index as u16)), Node::Service(*service));
        } else {
            index -= clients + locks;
            let store = StoreId(index as u16);
            (subject, node) = (Subject::Store(store), Node::Store(store));
        }
        let bars = believed.len().max(1);
        let height = ABOVE + bars as Tenths * (BAR + BAR_GAP) - BAR_GAP + BELOW;
        let (name, note) = note::of(subject, trace, scenario);
        let name = measure::cut(name, Type::Name, NAME, NAMES_MOST);
        let note = measure::cut(note, Type::Quiet, canvas::SMALL, NAMES_MOST);
        widest = widest.max(measure::width(&name, Type::Name, NAME));
        widest = widest.max(measure::width(&note, Type::Quiet, canvas::SMALL));
        let (middle, half) = (y + ABOVE + BAR / 2, BAR / 2);
        let (mut name_y, mut note_y) = (y - px(8), y - px(8));
        if beside {
            (name_y, note_y) = (y + height / 2 - px(3), y + height / 2 + px(15));
        }
        let lane = Lane { subject, tone, y, height, middle, half, name, note, name_x: px(2), name_y, note_y };
        let place = Place { lane, index, node, row, locks: believed };
        y += height + if beside { GAP_BESIDE } else { GAP_ABOVE };
        row += place.rows();
        places.push(place);
    }
    (places, widest + px(16))
}

/// The size of a lane's name.
pub(crate) const NAME: Tenths = px(15);
/// Names and notes are cut to this width.
const NAMES_MOST: Tenths = px(190);

//! From the story to geometry: where the axis, the lanes and their rows are. Each kind of lane has a file.

mod arrow;
mod between;
mod canvas;
mod client;
mod keeper;
mod note;
mod space;

use alloc::vec::Vec;

use fencepost_core::event::{ClientId, Kind, LockId, StoreId};
use fencepost_core::primitive::Time;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::{EndedBy, Trace};

use crate::axis::{LONGEST, WIDEST};
use crate::story::{self, Story};
use crate::{Axis, Figure, Lane, LaneNames, Layout, Subject, Tenths, Tone, Type, measure, px, words};
use canvas::Canvas;
use space::Row;

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

/// A lane with its rows.
struct Place {
    lane: Lane,
    index: u16,
    /// The number of its first row of words.
    row: usize,
    bars: usize,
}

impl Place {
    /// The row above the bars, and the base line in it.
    fn above(&self) -> (Row, Tenths) {
        (Row(self.row), self.lane.y + px(15))
    }

    /// The row of the n-th bar.
    fn bar(&self, n: usize) -> Row {
        Row(self.row + 1 + n.min(self.bars - 1))
    }

    /// The middle of the n-th bar.
    fn middle(&self, n: usize) -> Tenths {
        self.lane.middle + n.min(self.bars - 1) as Tenths * (BAR + BAR_GAP)
    }

    /// The edges of all bars.
    fn top(&self) -> Tenths {
        self.lane.middle - self.lane.half
    }

    fn bottom(&self) -> Tenths {
        self.middle(self.bars - 1) + self.lane.half
    }

    /// The row below the bars, and the base line in it.
    fn below(&self) -> (Row, Tenths) {
        (Row(self.row + 1 + self.bars), self.lane.y + self.lane.height - px(7))
    }

    /// The row between this lane and the next, and the base line in it.
    fn gap(&self) -> (Row, Tenths) {
        (Row(self.row + 2 + self.bars), self.lane.y + self.lane.height + px(17))
    }

    const fn rows(bars: usize) -> usize {
        bars + 3
    }
}

/// What the parts are drawn from.
struct Scene<'a> {
    trace: &'a Trace,
    scenario: Option<&'a Scenario>,
    story: &'a Story,
    places: &'a [Place],
}

impl Scene<'_> {
    fn place(&self, subject: Subject) -> Option<&Place> {
        let names = &self.trace.names;
        let (clients, locks) = (names.clients.len(), names.locks.len());
        self.places.get(match subject {
            Subject::Client(id) => id.index(),
            Subject::Lock(id) => clients + id.index(),
            Subject::Store(id) => clients + locks + id.index(),
        })
    }

    /// What an event says.
    fn kind(&self, event: u32) -> Option<&Kind> {
        self.trace.events.get(event as usize).map(|event| &event.kind)
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

        let rows = places.last().map_or(0, |it| it.row + Place::rows(it.bars));
        let mut canvas = Canvas::new(&axis, (left, right), rows);
        let scene = Scene { trace, scenario, story: &story, places: &places };
        between::draw(&scene, &mut canvas);
        for place in &places {
            canvas.lane = Some(place.index);
            match place.lane.subject {
                Subject::Client(id) => client::draw(&scene, &mut canvas, place, id),
                Subject::Lock(id) => keeper::draw_lock(&scene, &mut canvas, place, id),
                Subject::Store(id) => keeper::draw_store(&scene, &mut canvas, place, id),
            }
        }
        canvas.lane = None;
        arrow::draw(&scene, &mut canvas);
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
        axis.note = words::concat(&[&from, " to ", &to, " of ", &last]);
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
    for index in 0..clients + locks + trace.names.stores.len() {
        let (mut bars, mut tone) = (1, Tone::Ink);
        let subject = if index < clients {
            (bars, tone) = (story.believed(index).len().max(1), Tone::client(index));
            Subject::Client(ClientId(index as u16))
        } else if index < clients + locks {
            Subject::Lock(LockId((index - clients) as u16))
        } else {
            Subject::Store(StoreId((index - clients - locks) as u16))
        };
        let bars_height = bars as Tenths * BAR + (bars as Tenths - 1) * BAR_GAP;
        let height = ABOVE + bars_height + BELOW;
        let (name, note) = note::of(subject, trace, scenario);
        let name = measure::cut(&name, Type::Name, NAME, NAMES_MOST).unwrap_or_default();
        let note = measure::cut(&note, Type::Quiet, canvas::SMALL, NAMES_MOST).unwrap_or_default();
        widest = widest.max(measure::width(&name, Type::Name, NAME));
        widest = widest.max(measure::width(&note, Type::Quiet, canvas::SMALL));
        let (middle, half) = (y + ABOVE + BAR / 2, BAR / 2);
        let (name_y, note_y) =
            if beside { (y + height / 2 - px(3), y + height / 2 + px(15)) } else { (y - px(8), y - px(8)) };
        let lane = Lane { subject, tone, y, height, middle, half, name, note, name_x: px(2), name_y, note_y };
        places.push(Place { lane, index: index as u16, row, bars });
        y += height + if beside { GAP_BESIDE } else { GAP_ABOVE };
        row += Place::rows(bars);
    }
    (places, widest + px(16))
}

/// The size of a lane's name.
pub(crate) const NAME: Tenths = px(15);
/// Names and notes are cut to this width.
const NAMES_MOST: Tenths = px(190);

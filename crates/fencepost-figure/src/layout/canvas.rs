//! What the parts of a figure are drawn on: it clips to the plot, numbers the items, and keeps words apart.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use fencepost_core::event::{ClientId, Kind};
use fencepost_core::primitive::Time;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::Trace;

use super::Place;
use super::look::{self, Bar, FRONT, LAST_RANK, Spot, Words};
use super::space::{Row, Space};
use crate::story::{Story, Stretch};
use crate::words::fill;
use crate::{Align, Axis, Item, Paint, Part, Shape, Tenths, Text, Tone, Type, measure, px};

/// The size of words in bars, and of smaller ones around them.
const SIZE: Tenths = px(13);
pub(super) const SMALL: Tenths = px(12);

/// The canvas, and what is drawn on it. An item begins with [`item`](Self::item); the shapes that follow belong
/// to it, and then the words about it if there are any.
pub(super) struct Canvas<'a> {
    pub trace: &'a Trace,
    pub scenario: Option<&'a Scenario>,
    pub story: &'a Story,
    pub places: &'a [Place],
    pub axis: &'a Axis,
    /// The panels' edges: nothing is drawn beyond them.
    pub left: Tenths,
    pub right: Tenths,
    pub space: Space,
    /// The place of the items to come, and whether they belong to its lane alone.
    pub at: usize,
    pub in_lane: bool,
    /// The bar of the items to come, and their colour where the part has none of its own.
    pub bar: usize,
    pub tone: Tone,
    /// The pauses of the process in the lane.
    pub pauses: &'a [Stretch],
    /// Where in the lane the last refusal with a disc is, and the last one; and the clients whose refusals have
    /// words.
    pub refusals: [Tenths; 2],
    pub told: u64,
    /// The left and the right edge of the last item.
    pub x: Tenths,
    pub end: Tenths,
    items: Vec<Item>,
    wishes: Vec<Wish>,
}

/// Words that want a place.
struct Wish {
    /// The item that they become.
    item: usize,
    words: &'static Words,
    row: Row,
    /// The base line.
    y: Tenths,
    /// Between which edges.
    room: (Tenths, Tenths),
    /// Lines, each with its end: what to say, and what to say where there is less room. What stands before a
    /// tabulator is a strong word before each of them.
    text: String,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(
        (trace, scenario, story): (&'a Trace, Option<&'a Scenario>, &'a Story),
        places: &'a [Place],
        axis: &'a Axis,
        (left, right): (Tenths, Tenths),
    ) -> Self {
        let rows = places.last().map_or(0, |it| it.row + it.rows());
        Self {
            trace,
            scenario,
            story,
            places,
            axis,
            left,
            right,
            space: Space::new(rows, right),
            at: 0,
            in_lane: false,
            bar: 0,
            tone: Tone::Ink,
            pauses: &[],
            refusals: [0; 2],
            told: 0,
            x: 0,
            end: 0,
            items: Vec::new(),
            wishes: Vec::new(),
        }
    }

    pub(super) fn place(&self) -> &'a Place {
        &self.places[self.at]
    }

    /// What an event says, and what it names.
    pub(super) fn kind(&self, event: u32) -> Option<&'a Kind> {
        self.trace.events.get(event as usize).map(|event| &event.kind)
    }

    /// A client's name.
    pub(super) fn client(&self, id: Option<ClientId>) -> String {
        measure::clean(id.map_or("", |id| self.trace.names.client(id)))
    }

    /// Takes the edges of a time within the plot, at least a pixel wide; whether it is shown.
    pub(super) fn edges(&mut self, from: Time, to: Time) -> bool {
        self.x = self.axis.x_of(from).max(self.left);
        self.end = self.axis.x_of(to).min(self.right).max(self.x + px(1));
        self.axis.shows(from, to)
    }

    /// Begins an item, the n-th of its part in its lane, and draws its bar; whether it is shown.
    pub(super) fn item(&mut self, part: Part, number: usize, it: &Stretch) -> bool {
        if !self.edges(it.from, it.to) {
            return false;
        }
        if part == Part::Value && it.is_open() && self.axis.shows(it.to, it.to) {
            // The last value stays: to the edge of the panel.
            self.end = self.right - px(10);
        }
        let lane = if self.in_lane { self.at as u64 + 1 } else { 0 };
        let key = (part as u64) << 56 | lane << 40 | (number as u64 & 0xff_ffff_ffff);
        let look = look::of(part);
        self.items.push(Item {
            key,
            part,
            tone: look.tone.unwrap_or(self.tone),
            lane: self.in_lane.then_some(self.at as u16),
            events: it.events,
            from: it.from,
            to: it.to,
            shapes: Vec::new(),
        });
        let (x, y) = (self.x, self.middle());
        match look.bar {
            Bar::None => {}
            Bar::Round(paint, half) => self.rect(paint, y - half, 2 * half, px(5)),
            Bar::Square(paint, half) => self.rect(paint, y - half, 2 * half, 0),
            Bar::Level(paint, below) => self.line(paint, (x, y + below), &[(0, 0), (self.end - x, 0)]),
            Bar::Upright(paint, half) => self.upright(paint, x, y - half, y + half),
        }
        true
    }

    /// The middle of the bar.
    pub(super) fn middle(&self) -> Tenths {
        self.place().middle(self.bar)
    }

    #[inline(never)]
    fn shape(&mut self, shape: Shape) {
        if let Some(item) = self.items.last_mut() {
            item.shapes.push(shape);
        }
    }

    /// A rectangle between the edges.
    #[inline(never)]
    pub(super) fn rect(&mut self, paint: Paint, y: Tenths, height: Tenths, radius: Tenths) {
        let (x, width) = (self.x, (self.end - self.x).max(0));
        self.shape(Shape::Rect { paint, x, y, width, height, radius });
    }

    /// A disc around the left edge.
    #[inline(never)]
    pub(super) fn disc(&mut self, paint: Paint, y: Tenths, radius: Tenths) {
        self.shape(Shape::Disc { paint, x: self.x, y, radius });
    }

    /// A line from point to point, counted from an origin; closed where it has an inside to be painted.
    #[inline(never)]
    pub(super) fn line(&mut self, paint: Paint, (x, y): (Tenths, Tenths), points: &[(Tenths, Tenths)]) {
        let mut points = points.to_vec();
        for point in &mut points {
            *point = (point.0 + x, point.1 + y);
        }
        let closed = matches!(paint, Paint::Fill | Paint::Hollow);
        self.shape(Shape::Line { paint, points, closed });
    }

    /// An upright line.
    #[inline(never)]
    pub(super) fn upright(&mut self, paint: Paint, x: Tenths, top: Tenths, bottom: Tenths) {
        self.line(paint, (x, top), &[(0, 0), (0, bottom - top)]);
    }

    /// Two strokes across each other, each so long on either side.
    #[inline(never)]
    pub(super) fn cross(&mut self, paint: Paint, middle: (Tenths, Tenths), arm: Tenths) {
        self.line(paint, middle, &[(-arm, -arm), (arm, arm)]);
        self.line(paint, middle, &[(-arm, arm), (arm, -arm)]);
    }

    /// Takes room in a row, from and to so far right of the left edge.
    #[inline(never)]
    pub(super) fn take(&mut self, spot: Spot, from: Tenths, to: Tenths) {
        let place = self.place();
        let row = Row(place.row + place.line_of(spot, self.bar));
        self.space.take(row, self.x + from, self.x + to);
    }

    /// Words about the last item, where its look has them, but not beyond a limit: a form and its parts. Of its
    /// lines the first that fits is placed. Until then, they are an item without shapes.
    #[inline(never)]
    pub(super) fn say(&mut self, limit: Tenths, form: &str, parts: &[&str]) {
        let Some(last) = self.items.last() else { return };
        let words = &look::of(last.part).words;
        let [from, to, at_least] = words.room.map(|room| px(room.into()));
        let place = self.place();
        let line = place.line_of(words.spot, self.bar);
        let mut text = fill(form, parts);
        text.push('\n');
        self.wishes.push(Wish {
            item: self.items.len(),
            words,
            row: Row(place.row + line),
            y: place.line(line) + px(words.base.into()),
            room: (self.x + from, (self.end + to).max(self.x + at_least).min(limit)),
            text,
        });
        let tone = if words.ink { Tone::Ink } else { last.tone };
        let key = 1 << 63 | last.key;
        self.items.push(Item { key, part: Part::Label, tone, shapes: Vec::new(), ..*last });
    }

    /// Places all words, and hands over the items from back to front.
    pub(super) fn finish(mut self) -> Vec<Item> {
        for rank in 0..=LAST_RANK {
            for wish in &self.wishes {
                if wish.words.rank == rank {
                    place(wish, &mut self.space, &mut self.items[wish.item].shapes);
                }
            }
        }
        let mut sorted = Vec::new();
        for layer in 0..=FRONT {
            for item in &mut self.items {
                if !item.shapes.is_empty() && look::of(item.part).layer == layer {
                    sorted.push(Item { shapes: take(&mut item.shapes), ..*item });
                }
            }
        }
        sorted
    }
}

/// The distance between two pieces of one text, and around a text.
const PIECE_GAP: Tenths = px(9);
const APART: Tenths = px(3);

/// Finds the best place that there is for the first line of the words that fits; none where none does.
fn place(wish: &Wish, space: &mut Space, shapes: &mut Vec<Shape>) {
    let words = wish.words;
    let (from, to) = wish.room;
    let (size, half) = (if words.large { SIZE } else { SMALL }, px(words.half.into()));
    let inset = if half > 0 { px(9) } else { 0 };
    let (mut strong, mut says) = (String::new(), String::new());
    for c in wish.text.chars() {
        match c {
            '\t' => strong = take(&mut says),
            '\n' => {
                let first = measure::width(&strong, Type::Strong, size);
                let second = measure::width(&says, words.kind, size);
                let start = if first > 0 && second > 0 { first + PIECE_GAP } else { first };
                let width = start + second + 2 * inset;
                let prefer = match words.align {
                    Align::Start => from,
                    Align::Middle => (from + to - width - 2 * APART) / 2,
                    Align::End => to - width - 2 * APART,
                };
                let Some(left) = space.find(wish.row, from, to, width + 2 * APART, prefer) else {
                    says.clear();
                    continue;
                };
                let left = left + APART;
                let (mut x, mut align) = (left + start, Align::Start);
                if half > 0 {
                    (x, align) = (left + width / 2, Align::Middle);
                    // The middle of lower-case letters with their ascenders is about a third of the size above
                    // the base.
                    let (paint, y) = (words.paint, wish.y - size * 7 / 20 - half);
                    shapes.push(Shape::Rect { paint, x: left, y, width, height: 2 * half, radius: half });
                }
                let mut text = |content, kind, x, width| {
                    shapes.push(Shape::Text(Text { kind, x, y: wish.y, align, size, content, width }));
                };
                if first > 0 {
                    text(strong, Type::Strong, left, first);
                }
                if second > 0 {
                    text(says, words.kind, x, second);
                }
                return;
            }
            c => says.push(c),
        }
    }
}

//! What the parts of a figure are drawn on: it clips to the plot, numbers the items, and keeps words apart.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use fencepost_core::primitive::Time;

use super::space::{Row, Space};
use crate::story::{Moment, Stretch};
use crate::{Align, Axis, Item, Paint, Part, Shape, Tenths, Text, Tone, Type, measure, px};

/// The size of words in bars, and of smaller ones around them.
pub(super) const SIZE: Tenths = px(13);
pub(super) const SMALL: Tenths = px(12);

/// The canvas.
pub(super) struct Canvas<'a> {
    pub axis: &'a Axis,
    /// The panels' edges: nothing is drawn beyond them.
    pub left: Tenths,
    pub right: Tenths,
    pub space: Space,
    items: Vec<Item>,
    wishes: Vec<Wish>,
}

/// Words that want a place.
pub(super) struct Wish {
    /// The row, and the base line in it.
    pub row: Row,
    pub base: Tenths,
    /// Between which edges.
    pub from: Tenths,
    pub to: Tenths,
    /// Which end they would like to stand at.
    pub prefer: Align,
    /// What to say, and what to say where that does not fit. Each is one or more pieces.
    pub says: Vec<Vec<(Type, String)>>,
    pub size: Tenths,
    /// The box around the words, if any: how it is painted, half its height.
    pub around: Option<(Paint, Tenths)>,
    pub tone: Tone,
    /// Lower is placed first.
    pub rank: u8,
}

impl Wish {
    /// Words without a box.
    pub(super) fn new(
        row: Row,
        base: Tenths,
        (from, to): (Tenths, Tenths),
        kind: Type,
        text: String,
    ) -> Self {
        Self {
            row,
            base,
            from,
            to,
            prefer: Align::Start,
            says: vec![vec![(kind, text)]],
            size: SMALL,
            around: None,
            tone: Tone::Ink,
            rank: 5,
        }
    }

    /// Shorter words for where there is less room.
    pub(super) fn or(mut self, kind: Type, text: impl Into<String>) -> Self {
        self.says.push(vec![(kind, text.into())]);
        self
    }
}

/// Which thing an item is: its lane, its number among its like, its events and times.
#[derive(Clone, Copy)]
pub(super) struct Id {
    pub part: Part,
    pub tone: Tone,
    pub lane: Option<u16>,
    pub number: usize,
    pub events: (u32, Option<u32>),
    pub from: Time,
    pub to: Time,
}

impl Id {
    pub(super) fn of<T>(part: Part, tone: Tone, lane: u16, number: usize, it: &Stretch<T>) -> Self {
        Self { part, tone, lane: Some(lane), number, events: it.events, from: it.from, to: it.to }
    }

    pub(super) fn at<T>(part: Part, tone: Tone, lane: u16, number: usize, it: &Moment<T>) -> Self {
        Self { part, tone, lane: Some(lane), number, events: (it.event, None), from: it.at, to: it.at }
    }

    fn key(&self) -> u64 {
        let lane = self.lane.map_or(0, |lane| u64::from(lane) + 1);
        (self.part as u64) << 56 | lane << 40 | (self.number as u64 & 0xff_ffff_ffff)
    }
}

impl<'a> Canvas<'a> {
    pub(super) fn new(axis: &'a Axis, (left, right): (Tenths, Tenths), rows: usize) -> Self {
        let space = Space::new(rows, right);
        Self { axis, left, right, space, items: Vec::new(), wishes: Vec::new() }
    }

    /// The edges of a stretch within the plot, and whether each is its own or the plot's; `None` when the time
    /// shown does not touch it. At least a pixel wide.
    pub(super) fn edges(&self, from: Time, to: Time) -> Option<(Tenths, Tenths)> {
        if !self.axis.shows(from, to) {
            return None;
        }
        let x = self.axis.x_of(from).max(self.left);
        let end = self.axis.x_of(to).min(self.right);
        Some((x, end.max(x + px(1))))
    }

    /// The place of a moment, if it is shown.
    pub(super) fn place(&self, at: Time) -> Option<Tenths> {
        self.axis.shows(at, at).then(|| self.axis.x_of(at))
    }

    pub(super) fn draw(&mut self, id: Id, shapes: Vec<Shape>) {
        if !shapes.is_empty() {
            let Id { part, tone, lane, events, from, to, .. } = id;
            self.items.push(Item { key: id.key(), part, tone, lane, events, from, to, shapes });
        }
    }

    pub(super) fn wish(&mut self, id: Id, wish: Wish) {
        // Until it is placed, a label is an item without shapes.
        let Id { lane, events, from, to, .. } = id;
        let key = 1 << 63 | id.key();
        let (part, tone) = (Part::Label, wish.tone);
        self.items.push(Item { key, part, tone, lane, events, from, to, shapes: Vec::new() });
        self.wishes.push(wish);
    }

    /// Places all words, and hands over the items from back to front.
    pub(super) fn finish(mut self) -> Vec<Item> {
        let labels = self.items.iter().enumerate().filter(|(_, item)| item.part == Part::Label);
        let mut order: Vec<(usize, Wish)> = labels.map(|(at, _)| at).zip(self.wishes).collect();
        order.sort_by_key(|(_, wish)| wish.rank);
        for (at, wish) in order {
            self.items[at].shapes = placed(&mut self.space, &wish).unwrap_or_default();
        }
        self.items.retain(|item| !item.shapes.is_empty());
        self.items.sort_by_key(|item| layer(item.part));
        self.items
    }
}

/// The shapes of words at the best place that there is for the first of them that fits.
fn placed(space: &mut Space, wish: &Wish) -> Option<Vec<Shape>> {
    let inset = if wish.around.is_some() { px(9) } else { 0 };
    let apart = px(3);
    wish.says.iter().find_map(|pieces| {
        let widths: Vec<Tenths> =
            pieces.iter().map(|(kind, text)| measure::width(text, *kind, wish.size)).collect();
        let gaps = (pieces.len() as Tenths - 1) * PIECE_GAP;
        let width = widths.iter().sum::<Tenths>() + gaps + 2 * (inset + apart);
        let prefer = match wish.prefer {
            Align::Start => wish.from,
            Align::Middle => (wish.from + wish.to - width) / 2,
            Align::End => wish.to - width,
        };
        let left = space.find(wish.row, wish.from, wish.to, width, prefer)?;
        Some(set(wish, pieces, &widths, left + apart, width - 2 * apart))
    })
}

/// The distance between two pieces of one text.
const PIECE_GAP: Tenths = px(9);

fn set(wish: &Wish, pieces: &[(Type, String)], widths: &[Tenths], left: Tenths, width: Tenths) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let base = wish.base;
    if let Some((paint, half)) = wish.around {
        // The middle of lower-case letters with their ascenders is about a third of the size above the base.
        let y = base - wish.size * 7 / 20 - half;
        shapes.push(Shape::Rect { paint, x: left, y, width, height: 2 * half, radius: half });
    }
    let text = |kind, x, align, content: &String, width| {
        Shape::Text(Text { kind, x, y: base, align, size: wish.size, content: content.clone(), width })
    };
    if let ([(kind, content)], Some(_)) = (pieces, wish.around) {
        shapes.push(text(*kind, left + width / 2, Align::Middle, content, widths[0]));
        return shapes;
    }
    let mut x = left;
    for ((kind, content), width) in pieces.iter().zip(widths) {
        shapes.push(text(*kind, x, Align::Start, content, *width));
        x += width + PIECE_GAP;
    }
    shapes
}

/// From back to front.
fn layer(part: Part) -> u8 {
    match part {
        Part::Both => 0,
        Part::End => 1,
        Part::Life | Part::Empty | Part::Wait => 2,
        Part::Belief | Part::Doubt | Part::Lease | Part::Value | Part::Promise => 3,
        Part::Work | Part::Sleep | Part::Cut | Part::Slow | Part::Lossy => 4,
        Part::Pause => 5,
        Part::Expired | Part::Released | Part::Taken | Part::Finish | Part::Clock => 6,
        Part::Request | Part::Reply | Part::Lost => 7,
        Part::Crash | Part::Restart | Part::Refused => 8,
        Part::Accepted | Part::Rejected | Part::Read => 8,
        Part::Label => 9,
    }
}

/// A rectangle.
pub(super) fn rect(
    paint: Paint,
    (x, end): (Tenths, Tenths),
    y: Tenths,
    height: Tenths,
    radius: Tenths,
) -> Shape {
    Shape::Rect { paint, x, y, width: (end - x).max(0), height, radius }
}

/// A line from point to point.
pub(super) fn line(paint: Paint, points: &[(Tenths, Tenths)]) -> Shape {
    Shape::Line { paint, points: points.to_vec(), closed: false }
}

/// An upright line.
pub(super) fn upright(paint: Paint, x: Tenths, top: Tenths, bottom: Tenths) -> Shape {
    line(paint, &[(x, top), (x, bottom)])
}

//! What the parts of a figure are drawn on: it clips to the plot, numbers the items, and keeps words apart.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::take;

use fencepost_core::primitive::Time;

use super::space::{Row, Space};
use crate::story::Stretch;
use crate::words::concat;
use crate::{Align, Axis, Item, Paint, Part, Shape, Tenths, Text, Tone, Type, measure, px};

/// The size of words in bars, and of smaller ones around them.
pub(super) const SIZE: Tenths = px(13);
pub(super) const SMALL: Tenths = px(12);

/// The canvas. An item begins with [`item`](Self::item); the shapes that follow belong to it, and then the
/// words about it if there are any.
pub(super) struct Canvas<'a> {
    pub axis: &'a Axis,
    /// The panels' edges: nothing is drawn beyond them.
    pub left: Tenths,
    pub right: Tenths,
    pub space: Space,
    /// The lane of the items to come.
    pub lane: Option<u16>,
    items: Vec<Item>,
    wishes: Vec<Wish>,
}

/// Words that want a place.
pub(super) struct Wish {
    /// The item that they become.
    item: usize,
    /// The row, and the base line in it.
    place: (Row, Tenths),
    /// Between which edges.
    room: (Tenths, Tenths),
    /// Which end they would like to stand at.
    pub prefer: Align,
    kind: Type,
    /// What to say, and what to say where that does not fit.
    pub says: Vec<String>,
    /// A strong word before each of them, if any.
    pub first: String,
    pub size: Tenths,
    /// The box around the words, if any: how it is painted, half its height.
    pub around: Option<(Paint, Tenths)>,
    pub tone: Tone,
    /// Lower is placed first.
    pub rank: u8,
}

/// The highest rank.
const LAST_RANK: u8 = 6;

impl Wish {
    /// Shorter words for where there is less room.
    pub(super) fn or(&mut self, text: &str) {
        self.says.push(text.into());
    }
}

impl<'a> Canvas<'a> {
    pub(super) fn new(axis: &'a Axis, (left, right): (Tenths, Tenths), rows: usize) -> Self {
        let space = Space::new(rows, right);
        Self { axis, left, right, space, lane: None, items: Vec::new(), wishes: Vec::new() }
    }

    /// The edges of a stretch within the plot; `None` when the time shown does not touch it. At least a pixel
    /// wide.
    pub(super) fn edges(&self, from: Time, to: Time) -> Option<(Tenths, Tenths)> {
        if !self.axis.shows(from, to) {
            return None;
        }
        let x = self.axis.x_of(from).max(self.left);
        let end = self.axis.x_of(to).min(self.right);
        Some((x, end.max(x + px(1))))
    }

    /// Begins an item: the n-th of its part in its lane. Gives its edges, or `None` when it is not shown.
    #[inline(never)]
    pub(super) fn item(
        &mut self,
        part: Part,
        tone: Tone,
        number: usize,
        it: &Stretch,
    ) -> Option<(Tenths, Tenths)> {
        let edges = self.edges(it.from, it.to)?;
        let lane = self.lane.map_or(0, |lane| u64::from(lane) + 1);
        let key = (part as u64) << 56 | lane << 40 | (number as u64 & 0xff_ffff_ffff);
        let (lane, events, from, to, shapes) = (self.lane, it.events, it.from, it.to, Vec::new());
        self.items.push(Item { key, part, tone, lane, events, from, to, shapes });
        Some(edges)
    }

    #[inline(never)]
    fn shape(&mut self, shape: Shape) {
        if let Some(item) = self.items.last_mut() {
            item.shapes.push(shape);
        }
    }

    /// A rectangle between two edges.
    #[inline(never)]
    pub(super) fn rect(
        &mut self,
        paint: Paint,
        (x, end): (Tenths, Tenths),
        y: Tenths,
        height: Tenths,
        radius: Tenths,
    ) {
        self.shape(Shape::Rect { paint, x, y, width: (end - x).max(0), height, radius });
    }

    #[inline(never)]
    pub(super) fn disc(&mut self, paint: Paint, x: Tenths, y: Tenths, radius: Tenths) {
        self.shape(Shape::Disc { paint, x, y, radius });
    }

    /// A line from point to point.
    #[inline(never)]
    pub(super) fn line(&mut self, paint: Paint, points: &[(Tenths, Tenths)]) {
        self.shape(Shape::Line { paint, points: points.to_vec(), closed: false });
    }

    /// A triangle.
    pub(super) fn triangle(&mut self, paint: Paint, points: [(Tenths, Tenths); 3]) {
        self.shape(Shape::Line { paint, points: points.to_vec(), closed: true });
    }

    /// An upright line.
    #[inline(never)]
    pub(super) fn upright(&mut self, paint: Paint, x: Tenths, top: Tenths, bottom: Tenths) {
        self.line(paint, &[(x, top), (x, bottom)]);
    }

    /// A level line.
    #[inline(never)]
    pub(super) fn level(&mut self, paint: Paint, (x, end): (Tenths, Tenths), y: Tenths) {
        self.line(paint, &[(x, y), (end, y)]);
    }

    /// Two strokes across each other, each so long on either side.
    #[inline(never)]
    pub(super) fn cross(&mut self, paint: Paint, (x, y): (Tenths, Tenths), arm: Tenths) {
        self.line(paint, &[(x - arm, y - arm), (x + arm, y + arm)]);
        self.line(paint, &[(x - arm, y + arm), (x + arm, y - arm)]);
    }

    /// Words about the last item, in a row with a base line, between two edges. Until they are placed, they
    /// are an item without shapes.
    #[inline(never)]
    pub(super) fn say(
        &mut self,
        place: (Row, Tenths),
        room: (Tenths, Tenths),
        kind: Type,
        words: &[&str],
    ) -> &mut Wish {
        let item = self.items.len();
        if let Some(last) = self.items.last() {
            let key = 1 << 63 | last.key;
            self.items.push(Item { key, part: Part::Label, shapes: Vec::new(), ..*last });
        }
        self.wishes.push_mut(Wish {
            item,
            place,
            room,
            prefer: Align::Start,
            kind,
            says: vec![concat(words)],
            first: String::new(),
            size: SMALL,
            around: None,
            tone: Tone::Ink,
            rank: 5,
        })
    }

    /// Places all words, and hands over the items from back to front.
    pub(super) fn finish(mut self) -> Vec<Item> {
        for rank in 0..=LAST_RANK {
            for wish in self.wishes.iter_mut().filter(|wish| wish.rank == rank) {
                if let Some(item) = self.items.get_mut(wish.item) {
                    item.tone = wish.tone;
                    item.shapes = placed(&mut self.space, wish);
                }
            }
        }
        let mut sorted = Vec::new();
        for layer in 0..=FRONT {
            for item in &mut self.items {
                if !item.shapes.is_empty() && layer_of(item.part) == layer {
                    sorted.push(Item { shapes: take(&mut item.shapes), ..*item });
                }
            }
        }
        sorted
    }
}

/// The distance between two pieces of one text.
const PIECE_GAP: Tenths = px(9);

/// The shapes of words at the best place that there is for the first of them that fits; none where none does.
fn placed(space: &mut Space, wish: &mut Wish) -> Vec<Shape> {
    let (row, base) = wish.place;
    let (from, to) = wish.room;
    let inset = if wish.around.is_some() { px(9) } else { 0 };
    let apart = px(3);
    let first = measure::width(&wish.first, Type::Strong, wish.size);
    let mut shapes = Vec::new();
    for says in &mut wish.says {
        let second = measure::width(says, wish.kind, wish.size);
        let start = if first > 0 && second > 0 { first + PIECE_GAP } else { first };
        let width = start + second + 2 * (inset + apart);
        let prefer = match wish.prefer {
            Align::Start => from,
            Align::Middle => (from + to - width) / 2,
            Align::End => to - width,
        };
        let Some(left) = space.find(row, from, to, width, prefer) else { continue };
        let (left, width) = (left + apart, width - 2 * apart);
        let mut text = |kind, x, align, content, width| {
            shapes.push(Shape::Text(Text { kind, x, y: base, align, size: wish.size, content, width }));
        };
        match wish.around {
            Some((paint, half)) => {
                // The middle of lower-case letters with their ascenders is about a third of the size above
                // the base.
                let y = base - wish.size * 7 / 20 - half;
                text(wish.kind, left + width / 2, Align::Middle, take(says), second);
                shapes.insert(0, Shape::Rect { paint, x: left, y, width, height: 2 * half, radius: half });
            }
            None => {
                if first > 0 {
                    text(Type::Strong, left, Align::Start, take(&mut wish.first), first);
                }
                if second > 0 {
                    text(wish.kind, left + start, Align::Start, take(says), second);
                }
            }
        }
        break;
    }
    shapes
}

/// The layer of words.
const FRONT: u8 = 9;

/// From back to front.
fn layer_of(part: Part) -> u8 {
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
        Part::Label => FRONT,
    }
}

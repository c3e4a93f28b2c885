//! Messages: arrows from lane to lane, with true send and arrival times.
//!
//! A lost message ends in the air, and so does one that is still under way at the end. Where arrows are
//! closer than six pixels they are faint lines without heads, and of those that are closer than three only the
//! first is drawn.

use alloc::vec;
use alloc::vec::Vec;

use fencepost_core::event::{Content, LockId, Message, Node};

use super::canvas::{Canvas, Id, line};
use super::{Place, Scene};
use crate::story::{Fate, Passage, Stretch};
use crate::{Paint, Part, Shape, Subject, Tenths, Tone, px};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let mut traffic = Traffic { last: vec![Tenths::MIN / 2; 2 * scene.places.len() * scene.places.len()] };
    for (number, passage) in scene.story.passages.iter().enumerate() {
        if !canvas.axis.shows(passage.from, passage.to) {
            continue;
        }
        let Some((from, to)) = ends(scene, &passage.what.message) else { continue };
        let answer = !matches!(passage.what.message.from, Node::Process(_));
        let Some(crowded) = traffic.next(canvas, passage, from, to, scene.places.len(), answer) else {
            continue;
        };
        arrow(scene, canvas, number, passage, (from, to), answer, crowded);
    }
}

/// Where the last arrow of each direction ended.
struct Traffic {
    last: Vec<Tenths>,
}

impl Traffic {
    /// Whether the next arrow has less than six pixels; `None` when it would cover the last.
    fn next(
        &mut self,
        canvas: &Canvas<'_>,
        passage: &Stretch<Passage>,
        from: &Place,
        to: &Place,
        lanes: usize,
        answer: bool,
    ) -> Option<bool> {
        let slot = (usize::from(from.index) * lanes + usize::from(to.index)) * 2 + usize::from(answer);
        let last = self.last.get_mut(slot)?;
        let x = canvas.axis.x_of(passage.from);
        let apart = (x - *last).abs();
        let special = passage.what.bad || passage.what.fate != Fate::Arrived;
        if apart < px(3) && !special {
            return None;
        }
        *last = x;
        Some(apart < px(6) && !special)
    }
}

/// The lanes that a message goes between: the client's, and that of the lock or store it is about.
fn ends<'a>(scene: &'a Scene<'_>, message: &Message) -> Option<(&'a Place, &'a Place)> {
    let about = match message.content {
        Content::Acquire { lock }
        | Content::Extend { lock }
        | Content::Release { lock, .. }
        | Content::Granted { lock, .. }
        | Content::Held { lock }
        | Content::Extended { lock }
        | Content::Released { lock }
        | Content::NotYours { lock } => Subject::Lock(lock),
        Content::Write { store, .. }
        | Content::Read { store }
        | Content::Written { store }
        | Content::Rejected { store, .. }
        | Content::Value { store, .. } => Subject::Store(store),
        Content::Close => match message.to {
            Node::Store(store) => Subject::Store(store),
            Node::Service(service) => {
                let locks = &scene.trace.names.locks;
                Subject::Lock(LockId(locks.iter().position(|(_, it)| *it == service)? as u16))
            }
            Node::Process(_) => return None,
        },
    };
    let client = scene.place(Subject::Client(message.client))?;
    let keeper = scene.place(about)?;
    Some(match message.from {
        Node::Process(_) => (client, keeper),
        _ => (keeper, client),
    })
}

fn arrow(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    number: usize,
    passage: &Stretch<Passage>,
    (from, to): (&Place, &Place),
    answer: bool,
    crowded: bool,
) {
    let down = to.lane.y > from.lane.y;
    let (start, end) = if down { (from.bottom(), to.top()) } else { (from.top(), to.bottom()) };
    let points = [(canvas.axis.x_of(passage.from), start), (canvas.axis.x_of(passage.to), end)];
    let part = match passage.what.fate {
        Fate::Lost => Part::Lost,
        _ if answer => Part::Reply,
        _ => Part::Request,
    };
    let tone = match () {
        () if part == Part::Lost || (passage.what.bad && !answer) => Tone::Bad,
        () if answer => Tone::Muted,
        () => Tone::client(passage.what.message.client.index()),
    };
    let id =
        Id { part, tone, lane: None, number, events: passage.events, from: passage.from, to: passage.to };
    let shapes = match passage.what.fate {
        Fate::Lost | Fate::UnderWay => in_the_air(canvas, points, passage.what.fate == Fate::Lost),
        _ if crowded => clipped(canvas, points).map(|it| vec![line(Paint::Faint, &it)]).unwrap_or_default(),
        fate => {
            let paint = if answer { Paint::Thin } else { Paint::Line };
            to_the_end(canvas, points, paint, fate == Fate::Queued)
        }
    };
    canvas.draw(id, shapes);
    crosses(scene, canvas, points);
}

type Points = [(Tenths, Tenths); 2];

/// Half of the way; a small cross where a message is lost.
fn in_the_air(canvas: &Canvas<'_>, [(x, y), (end_x, end_y)]: Points, lost: bool) -> Vec<Shape> {
    let (half_x, half_y) = ((x + end_x) / 2, (y + end_y) / 2);
    let Some(shown) = clipped(canvas, [(x, y), (half_x, half_y)]) else { return Vec::new() };
    let mut shapes = vec![line(Paint::Dashes, &shown)];
    if lost && canvas.left <= half_x && half_x <= canvas.right {
        let arm = px(5);
        shapes.push(line(Paint::Line, &[(half_x - arm, half_y - arm), (half_x + arm, half_y + arm)]));
        shapes.push(line(Paint::Line, &[(half_x - arm, half_y + arm), (half_x + arm, half_y - arm)]));
    }
    shapes
}

/// All of the way, with a head: a hollow one where the addressee is paused.
fn to_the_end(canvas: &Canvas<'_>, points: Points, paint: Paint, hollow: bool) -> Vec<Shape> {
    let Some(shown) = clipped(canvas, points) else { return Vec::new() };
    let mut shapes = vec![line(paint, &shown)];
    if shown[1] == points[1] {
        let paint = if hollow { Paint::Hollow } else { Paint::Fill };
        shapes.push(Shape::Line { paint, points: head(points), closed: true });
    }
    shapes
}

/// An arrow's head: a triangle with its tip at the end, 10 pixels long and 9 wide.
fn head([(x, y), (tip_x, tip_y)]: Points) -> Vec<(Tenths, Tenths)> {
    let (dx, dy) = (i64::from(tip_x - x), i64::from(tip_y - y));
    let length = ((dx * dx + dy * dy) as u64).isqrt().max(1) as i64;
    let along = |by: i64| ((dx * by / length) as Tenths, (dy * by / length) as Tenths);
    let (back, side) = (along(100), along(45));
    vec![
        (tip_x, tip_y),
        (tip_x - back.0 - side.1, tip_y - back.1 + side.0),
        (tip_x - back.0 + side.1, tip_y - back.1 - side.0),
    ]
}

/// The part of a line between the panels' edges.
fn clipped(canvas: &Canvas<'_>, [a, b]: Points) -> Option<Points> {
    let inside = |x: Tenths| canvas.left <= x && x <= canvas.right;
    let at = |x: Tenths| {
        let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
        (x, a.1 + (dy * i64::from(x - a.0) / dx.max(1)) as Tenths)
    };
    match (inside(a.0), inside(b.0)) {
        (true, true) => Some([a, b]),
        // Time runs to the right: `a` is left of `b`.
        _ if b.0 < canvas.left || a.0 > canvas.right => None,
        (from, to) => Some([if from { a } else { at(canvas.left) }, if to { b } else { at(canvas.right) }]),
    }
}

/// Marks the rows of words that an arrow passes.
fn crosses(scene: &Scene<'_>, canvas: &mut Canvas<'_>, [a, b]: Points) {
    let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
    let mut cross = |row, y: Tenths| {
        if top <= y && y <= bottom {
            let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
            let x = a.0 + if dy == 0 { 0 } else { (dx * i64::from(y - a.1) / dy) as Tenths };
            canvas.space.cross(row, x);
        }
    };
    for place in scene.places {
        if place.lane.y > bottom || place.lane.y + place.lane.height + px(30) < top {
            continue;
        }
        for (row, y) in [place.above(), place.below(), place.gap()] {
            cross(row, y - px(4));
        }
        (0..place.bars).for_each(|bar| cross(place.bar(bar), place.middle(bar)));
    }
}

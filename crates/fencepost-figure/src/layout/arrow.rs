//! Messages: arrows from lane to lane, with true send and arrival times.
//!
//! A lost message ends in the air, and so does one that is still under way at the end. Where arrows are
//! closer than six pixels they are faint lines without heads, and of those that are closer than three only the
//! first is drawn.

use alloc::vec;

use fencepost_core::event::{Content, Kind, LockId, Message, Node};

use super::canvas::Canvas;
use super::{Place, Scene};
use crate::story::{Stretch, Thing};
use crate::{Paint, Part, Subject, Tenths, Tone, measure, px};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    // Where the last arrow from each lane to each other began, requests and answers apart.
    let lanes = scene.places.len();
    let mut last = vec![Tenths::MIN / 2; 2 * lanes * lanes];
    for (number, passage) in scene.story.list(Thing::Passage, 0).iter().enumerate() {
        let Some(Kind::Sent(message)) = scene.kind(passage.events.0) else { continue };
        let Some((from, to)) = ends(scene, message) else { continue };
        let slot = (usize::from(from.index) * lanes + usize::from(to.index)) * 2;
        let Some(last) = last.get_mut(slot + usize::from(is_answer(message))) else { continue };
        arrow(scene, canvas, number, passage, message, (from, to), last);
    }
}

const fn is_answer(message: &Message) -> bool {
    !matches!(message.from, Node::Process(_))
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
    Some(if is_answer(message) { (keeper, client) } else { (client, keeper) })
}

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is still under way when the run ends.
    UnderWay,
    /// It arrives and is handled.
    Arrived,
    /// It arrives at a paused process.
    Queued,
    /// It never arrives.
    Lost,
}

fn arrow(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    number: usize,
    passage: &Stretch,
    message: &Message,
    (from, to): (&Place, &Place),
    last: &mut Tenths,
) {
    let fate = match passage.events.1.and_then(|event| scene.kind(event)) {
        Some(Kind::Arrived { queued: false, .. }) => Fate::Arrived,
        Some(Kind::Arrived { .. }) => Fate::Queued,
        Some(_) => Fate::Lost,
        None => Fate::UnderWay,
    };
    let (answer, bad) = (is_answer(message), passage.mark > 0);
    let part = match fate {
        Fate::Lost => Part::Lost,
        _ if answer => Part::Reply,
        _ => Part::Request,
    };
    let tone = if fate == Fate::Lost || (bad && !answer) {
        Tone::Bad
    } else if answer {
        Tone::Muted
    } else {
        Tone::client(message.client.index())
    };
    if canvas.item(part, tone, number, passage).is_none() {
        return;
    }
    let x = canvas.axis.x_of(passage.from);
    let apart = if bad || fate != Fate::Arrived { Tenths::MAX } else { x.saturating_sub(*last) };
    if apart < px(3) {
        return;
    }
    *last = x;
    let down = to.lane.y > from.lane.y;
    let (start, end) = if down { (from.bottom(), to.top()) } else { (from.top(), to.bottom()) };
    let points = [(x, start), (canvas.axis.x_of(passage.to), end)];
    match fate {
        Fate::Lost | Fate::UnderWay => in_the_air(canvas, points, fate == Fate::Lost),
        _ if apart < px(6) => _ = clipped(canvas, Paint::Faint, points),
        _ => {
            let paint = if answer { Paint::Thin } else { Paint::Line };
            if clipped(canvas, paint, points) {
                head(canvas, if fate == Fate::Queued { Paint::Hollow } else { Paint::Fill }, points);
            }
        }
    }
    crosses(scene, canvas, points);
}

type Points = [(Tenths, Tenths); 2];

/// Half of the way; a small cross where a message is lost.
fn in_the_air(canvas: &mut Canvas<'_>, [(x, y), (end_x, end_y)]: Points, lost: bool) {
    let half = ((x + end_x) / 2, (y + end_y) / 2);
    if clipped(canvas, Paint::Dashes, [(x, y), half]) && lost {
        canvas.cross(Paint::Line, half, px(5));
    }
}

/// An arrow's head: a triangle with its tip at the end, 10 pixels long and 9 wide.
fn head(canvas: &mut Canvas<'_>, paint: Paint, [(x, y), (tip_x, tip_y)]: Points) {
    let (dx, dy) = (i64::from(tip_x - x), i64::from(tip_y - y));
    let length = measure::root((dx * dx + dy * dy) as u64).max(1) as i64;
    let along = |by: i64| ((dx * by / length) as Tenths, (dy * by / length) as Tenths);
    let (back, side) = (along(100), along(45));
    let (x, y) = (tip_x - back.0, tip_y - back.1);
    canvas.triangle(paint, [(tip_x, tip_y), (x - side.1, y + side.0), (x + side.1, y - side.0)]);
}

/// Draws the part of a line between the panels' edges; whether its end is there.
fn clipped(canvas: &mut Canvas<'_>, paint: Paint, [a, b]: Points) -> bool {
    let (left, right) = (canvas.left, canvas.right);
    // Time runs to the right: `a` is left of `b`.
    if b.0 < left || a.0 > right {
        return false;
    }
    let at = |x: Tenths| {
        let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
        (x, a.1 + (dy * i64::from(x - a.0) / dx.max(1)) as Tenths)
    };
    let start = if a.0 < left { at(left) } else { a };
    let end = if b.0 > right { at(right) } else { b };
    canvas.line(paint, &[start, end]);
    end == b
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
        for bar in 0..place.bars {
            cross(place.bar(bar), place.middle(bar));
        }
    }
}

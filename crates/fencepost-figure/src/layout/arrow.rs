//! Messages: arrows from lane to lane, with true send and arrival times.
//!
//! A lost message ends in the air, and so does one that is still under way at the end. Where arrows are
//! closer than six pixels they are faint lines without heads, and of those that are closer than three only the
//! first is drawn.

use alloc::vec;

use fencepost_core::event::{ClientId, Kind, Node, Parts};

use super::canvas::Canvas;
use super::space::Row;
use crate::story::{Stretch, Thing};
use crate::{Paint, Part, Tenths, Tone, measure, px};

pub(super) fn draw(canvas: &mut Canvas<'_>) {
    // Where the last arrow from each lane to each other began.
    let lanes = canvas.places.len();
    let mut last = vec![Tenths::MIN / 2; lanes * lanes];
    let names = &canvas.trace.names;
    let clients = names.clients.len();
    for (number, passage) in canvas.story.list(Thing::Passage, 0).iter().enumerate() {
        let Some(event) = canvas.trace.events.get(passage.events.0 as usize) else { continue };
        let message = Parts::of(event, names);
        // The lanes of the client, and of the lock or store that the message is about: a connection's if it is
        // about none.
        let client = message.client.map_or(0, ClientId::index);
        let answer = !matches!(message.from, Some(Node::Process(_)));
        let keeper = match (message.store, message.lock, message.to) {
            (Some(store), ..) | (_, None, Some(Node::Store(store))) => {
                clients + names.locks.len() + store.index()
            }
            (_, Some(lock), _) => clients + lock.index(),
            (.., Some(Node::Service(service))) => {
                let lock = names.locks.iter().position(|(_, it)| *it == service);
                clients + lock.unwrap_or(lanes)
            }
            _ => continue,
        };
        let ends = if answer { (keeper, client) } else { (client, keeper) };
        canvas.tone = Tone::client(client);
        if let Some(last) = last.get_mut(ends.0 * lanes + ends.1) {
            arrow(canvas, number, passage, ends, answer, last);
        }
    }
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
    canvas: &mut Canvas<'_>,
    number: usize,
    passage: &Stretch,
    ends: (usize, usize),
    answer: bool,
    last: &mut Tenths,
) {
    let (Some(from), Some(to)) = (canvas.places.get(ends.0), canvas.places.get(ends.1)) else { return };
    let fate = match passage.events.1.and_then(|event| canvas.kind(event)) {
        Some(Kind::Arrived { queued: false, .. }) => Fate::Arrived,
        Some(Kind::Arrived { .. }) => Fate::Queued,
        Some(_) => Fate::Lost,
        None => Fate::UnderWay,
    };
    let bad = passage.mark > 0;
    let part = match fate {
        Fate::Lost => Part::Lost,
        _ if answer => Part::Reply,
        _ => Part::Request,
    };
    if bad {
        canvas.tone = Tone::Bad;
    }
    if !canvas.item(part, number, passage) {
        return;
    }
    let x = canvas.axis.x_of(passage.from);
    let copy = matches!(canvas.kind(passage.events.0), Some(Kind::Duplicated(_)));
    let apart = if bad || copy || fate != Fate::Arrived { Tenths::MAX } else { x.saturating_sub(*last) };
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
    crosses(canvas, points);
}

type Points = [(Tenths, Tenths); 2];

/// Half of the way; a small cross where a message is lost.
fn in_the_air(canvas: &mut Canvas<'_>, [(x, y), (end_x, end_y)]: Points, lost: bool) {
    let half = ((x + end_x) / 2, (y + end_y) / 2);
    if clipped(canvas, Paint::Dashes, [(x, y), half]) && lost {
        canvas.cross(Paint::Line, half, px(5));
    }
}

/// Such a part of a length as `part` is of `whole`.
#[inline(never)]
fn share(length: Tenths, part: Tenths, whole: Tenths) -> Tenths {
    (i64::from(length) * i64::from(part) / i64::from(whole.max(1))) as Tenths
}

/// An arrow's head: a triangle with its tip at the end, 10 pixels long and 9 wide.
fn head(canvas: &mut Canvas<'_>, paint: Paint, [(x, y), tip]: Points) {
    let (dx, dy) = (tip.0 - x, tip.1 - y);
    let (wide, high) = (i64::from(dx), i64::from(dy));
    let length = measure::root((wide * wide + high * high) as u64) as Tenths;
    let along = |by| (share(dx, by, length), share(dy, by, length));
    let (back, side) = (along(100), along(45));
    canvas.line(
        paint,
        tip,
        &[(0, 0), (-back.0 - side.1, side.0 - back.1), (side.1 - back.0, -back.1 - side.0)],
    );
}

/// Draws the part of a line between the panels' edges; whether its end is there.
fn clipped(canvas: &mut Canvas<'_>, paint: Paint, [a, b]: Points) -> bool {
    let (left, right) = (canvas.left, canvas.right);
    // Time runs to the right: `a` is left of `b`.
    if b.0 < left || a.0 > right {
        return false;
    }
    let at = |x: Tenths| (x, a.1 + share(b.1 - a.1, x - a.0, b.0 - a.0));
    let start = if a.0 < left { at(left) } else { a };
    let end = if b.0 > right { at(right) } else { b };
    canvas.line(paint, (0, 0), &[start, end]);
    end == b
}

/// Marks the rows of words that an arrow passes.
fn crosses(canvas: &mut Canvas<'_>, [a, b]: Points) {
    for place in canvas.places {
        for line in 0..place.rows() {
            let y = place.line(line);
            if a.1.min(b.1) <= y && y <= a.1.max(b.1) {
                let x = a.0 + share(b.0 - a.0, (y - a.1).abs(), (b.1 - a.1).abs());
                canvas.space.cross(Row(place.row + line), x);
            }
        }
    }
}

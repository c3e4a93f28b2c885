//! The lanes of locks and stores: who is on record, what is stored, and what was done with each request.

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use fencepost_core::event::{ClientId, Kind, LockId, Node, RecordEnd, Rejection, StoreId};
use fencepost_core::primitive::Time;

use super::canvas::{Canvas, Id, SIZE, SMALL, Wish, line, rect, upright};
use super::{Place, Scene};
use crate::story::{Act, Lease, Moment, Stretch};
use crate::{Align, Paint, Part, Shape, Subject, Tenths, Tone, Type, measure, px, words};

pub(super) fn draw_locks(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    for (index, story) in scene.story.locks.iter().enumerate() {
        let Some(place) = scene.place(Subject::Lock(LockId(index as u16))) else { continue };
        for (number, lease) in story.leases.iter().enumerate() {
            let next = story.leases.get(number + 1).map_or(canvas.right, |it| canvas.axis.x_of(it.from));
            draw_lease(scene, canvas, place, (number, lease), next.min(canvas.right));
        }
        for (number, promise) in story.promises.iter().enumerate() {
            let Some((x, end)) = canvas.edges(promise.from, promise.to) else { continue };
            let tone = Tone::client(promise.what.index());
            let id = Id::of(Part::Promise, tone, place.index, number, promise);
            let y = place.bottom() + px(7);
            canvas.draw(
                id,
                vec![
                    line(Paint::Dashes, &[(x, y), (end, y)]),
                    upright(Paint::Line, end, y - px(5), y + px(5)),
                ],
            );
            let name = measure::clean(scene.trace.names.client(promise.what));
            let text = format!("promised to {name} until {}", words::seconds(promise.to));
            let (row, base) = place.below();
            let room = (x, end.max(x + px(200)).min(canvas.right));
            let wish = Wish::new(row, base, room, Type::Toned, text).or(Type::Toned, "promised");
            canvas.wish(id, Wish { tone, rank: 4, ..wish });
        }
        draw_refusals(canvas, place, &story.refusals);
        if let Some((_, service)) = scene.trace.names.locks.get(index) {
            scene.clocks(canvas, place, Node::Service(*service));
        }
    }
}

fn draw_lease(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    place: &Place,
    (number, lease): (usize, &Stretch<Lease>),
    next: Tenths,
) {
    let Some(edges) = canvas.edges(lease.from, lease.to) else { return };
    let tone = Tone::client(lease.what.client.index());
    let id = Id::of(Part::Lease, tone, place.index, number, lease);
    let (top, height) = (place.top(), 2 * place.lane.half);
    canvas.draw(id, vec![rect(Paint::Tint, edges, top, height, 0)]);

    let name = measure::clean(scene.trace.names.client(lease.what.client));
    let ttl = lease.what.ttl.map_or("no expiry".into(), |ttl| format!("ttl {}", words::span(ttl)));
    let plain = |text| (Type::Plain, text);
    let mut says = vec![
        vec![plain(format!("lease to {name}, {ttl}"))],
        vec![plain(format!("lease to {name}"))],
        vec![plain(name)],
    ];
    if let Some(token) = lease.what.token {
        let token = (Type::Strong, token.to_string());
        says.iter_mut().for_each(|pieces| pieces.insert(0, token.clone()));
        says.push(vec![token]);
    }
    let (row, base) = (place.bar(0), place.lane.middle + px(5));
    let wish = Wish::new(row, base, (edges.0 + px(4), edges.1 - px(4)), Type::Plain, "".into());
    canvas.wish(id, Wish { says, size: SIZE, tone, rank: 2, ..wish });
    draw_end(scene, canvas, place, id, lease, next);
}

/// The three ways in which a lease ends look different: dashes for time, a bar for a release, a torn edge
/// for a release by somebody else.
fn draw_end(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    place: &Place,
    id: Id,
    lease: &Stretch<Lease>,
    next: Tenths,
) {
    let (Some(why), Some(x)) = (lease.what.end, canvas.place(lease.to)) else { return };
    let (top, bottom) = (place.top() - px(7), place.bottom() + px(7));
    let (part, text, shape) = match why {
        RecordEnd::Expired => (Part::Expired, "expired", upright(Paint::ThickDashes, x, top, bottom)),
        RecordEnd::Released => (Part::Released, "released", upright(Paint::Thick, x, top, bottom)),
        RecordEnd::ReleasedByOther => (Part::Taken, "released by another", torn(x, top, bottom)),
    };
    let event = lease.events.1.unwrap_or(lease.events.0);
    let tone = if part == Part::Taken { Tone::Bad } else { id.tone };
    let id = Id { part, tone, events: (event, None), from: lease.to, ..id };
    canvas.draw(id, vec![shape]);
    canvas.space.take(place.bar(0), x - px(2), x + px(2));
    let room = (x + px(5), next);
    let text = match (part, scene.released_by(event)) {
        (Part::Taken, Some(who)) => format!("released by {who}"),
        _ => text.to_string(),
    };
    let kind = if part == Part::Taken { Type::Strong } else { Type::Quiet };
    let short = text.strip_prefix("released ").unwrap_or(&text).to_string();
    let wish = Wish::new(place.bar(0), place.lane.middle + px(4), room, kind, text).or(kind, short);
    canvas.wish(id, Wish { tone, rank: 3, ..wish });
}

impl Scene<'_> {
    /// Who released the lease whose record ended with this event.
    fn released_by(&self, event: u32) -> Option<alloc::string::String> {
        let events = &self.trace.events;
        let cause = events.get(event as usize)?.cause?;
        let Kind::Released { client, .. } = events.get(cause as usize)?.kind else { return None };
        Some(measure::clean(self.trace.names.client(client)))
    }
}

/// A zigzag.
fn torn(x: Tenths, top: Tenths, bottom: Tenths) -> Shape {
    let teeth = 7;
    let point = |i: Tenths| {
        let side = if i % 2 == 0 { -px(3) } else { px(3) };
        (x + side, top + (bottom - top) * i / teeth)
    };
    let points = (0..=teeth).map(point).collect();
    Shape::Line { paint: Paint::Thick, points, closed: false }
}

/// A lock that is not given: a small disc with a bar at the upper edge, a stroke where the next is close, and
/// nothing where it would cover the last.
fn draw_refusals(canvas: &mut Canvas<'_>, place: &Place, refusals: &[Moment<ClientId>]) {
    let (row, base) = place.above();
    let (mut last, mut last_drawn) = (Tenths::MIN / 2, Tenths::MIN / 2);
    let mut told: Vec<ClientId> = Vec::new();
    for (number, refusal) in refusals.iter().enumerate() {
        let Some(x) = canvas.place(refusal.at) else { continue };
        let tone = Tone::client(refusal.what.index());
        let id = Id::at(Part::Refused, tone, place.index, number, refusal);
        let y = place.top();
        if x - last_drawn < px(2) {
            continue;
        }
        last_drawn = x;
        if x - last < px(12) {
            // Too close for a disc of its own.
            canvas.draw(id, vec![upright(Paint::Thin, x, y - px(4), y + px(4))]);
            continue;
        }
        last = x;
        let shapes = vec![
            Shape::Disc { paint: Paint::Hollow, x, y, radius: px(5) },
            line(Paint::Line, &[(x - px(3), y), (x + px(3), y)]),
        ];
        canvas.draw(id, shapes);
        // Once is enough to know the sign by.
        if told.contains(&refusal.what) {
            continue;
        }
        told.push(refusal.what);
        let room = (x - px(4), (x + px(64)).min(canvas.right));
        canvas.wish(id, Wish { tone, rank: 6, ..Wish::new(row, base, room, Type::Toned, "refused".into()) });
    }
}

pub(super) fn draw_stores(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    for (index, story) in scene.story.stores.iter().enumerate() {
        let store = StoreId(index as u16);
        let Some(place) = scene.place(Subject::Store(store)) else { continue };
        let guard = scene.scenario.and_then(|it| it.stores.get(index)).map(|it| it.guard);
        let says = if guard.is_some_and(|it| it.needs_token) { "empty, no token seen" } else { "empty" };
        draw_empty(scene, canvas, place, story.values.first().map(|it| (it.from, it.events.0)), says);
        for (number, value) in story.values.iter().enumerate() {
            let tone = Tone::client(value.what.client.index());
            // The last value stays: to the edge of the panel.
            let edges = canvas.edges(value.from, value.to).map(|(x, end)| {
                let lasting = value.is_open() && canvas.axis.shows(value.to, value.to);
                (x, if lasting { canvas.right - px(10) } else { end })
            });
            let Some(edges) = edges else { continue };
            let id = Id::of(Part::Value, tone, place.index, number, value);
            canvas.draw(id, vec![rect(Paint::Tint, edges, place.top(), 2 * place.lane.half, 0)]);
            let text = measure::clean(scene.trace.names.value(value.what.value));
            let room = (edges.0 + px(14), edges.1 - px(4));
            let shorter = measure::cut(&text, Type::Plain, SMALL, room.1 - room.0 - px(8));
            let token = value.what.token.map(|token| format!("{text}, {token}"));
            let texts = token.into_iter().chain([text]).chain(shorter);
            let says = texts.map(|text| vec![(Type::Plain, text)]).collect();
            let wish = Wish::new(place.bar(0), place.lane.middle + px(4), room, Type::Plain, "".into());
            canvas.wish(id, Wish { says, tone, rank: 3, prefer: Align::Start, ..wish });
        }
        for (number, act) in story.acts.iter().enumerate() {
            let near = |other: Option<&Moment<Act>>| {
                other.map_or(Tenths::MAX, |it| (canvas.axis.x_of(it.at) - canvas.axis.x_of(act.at)).abs())
            };
            let before = number.checked_sub(1).and_then(|n| story.acts.get(n));
            let room = near(before).min(near(story.acts.get(number + 1)));
            draw_act(canvas, place, number, act, room);
        }
        scene.clocks(canvas, place, Node::Store(store));
    }
}

/// A line until the first write.
fn draw_empty(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    place: &Place,
    first: Option<(Time, u32)>,
    says: &'static str,
) {
    let (until, event) = first.map_or((canvas.axis.to, None), |(at, event)| (at, Some(event)));
    let Some((x, end)) = canvas.edges(Time::ZERO, until) else { return };
    let id = Id {
        part: Part::Empty,
        tone: Tone::Muted,
        lane: Some(place.index),
        number: 0,
        events: (0, event),
        from: Time::ZERO,
        to: until,
    };
    if scene.trace.events.is_empty() {
        return;
    }
    let y = place.lane.middle;
    canvas.draw(id, vec![line(Paint::Thin, &[(x, y), (end, y)])]);
    let room = (x, end - px(14));
    let wish = Wish::new(place.bar(0), y - px(6), room, Type::Quiet, says.into());
    canvas.wish(id, wish.or(Type::Quiet, "empty"));
}

/// A disc with a mark for a write, an open disc for a read; smaller where the next one is close.
fn draw_act(canvas: &mut Canvas<'_>, place: &Place, number: usize, act: &Moment<Act>, room: Tenths) {
    let Some(x) = canvas.place(act.at) else { return };
    let y = place.lane.middle;
    let radius = (room / 2).clamp(px(2), px(12));
    let (client, part) = match act.what {
        Act::Accepted { client, .. } => (client, Part::Accepted),
        Act::Rejected { client, .. } => (client, Part::Rejected),
        Act::Read { client } => (client, Part::Read),
    };
    let bad = matches!(act.what, Act::Rejected { .. } | Act::Accepted { late: true, .. });
    let tone = if bad { Tone::Bad } else { Tone::client(client.index()) };
    let id = Id::at(part, tone, place.index, number, act);
    let disc = |paint, radius| Shape::Disc { paint, x, y, radius };
    let mut shapes = Vec::new();
    match act.what {
        Act::Read { .. } => shapes.push(disc(Paint::Hollow, radius.min(px(5)))),
        _ => shapes.push(disc(Paint::Fill, radius)),
    }
    if radius >= px(8) {
        match act.what {
            Act::Accepted { .. } => shapes.push(check_mark(x, y)),
            Act::Rejected { .. } => shapes.extend(cross(x, y, px(4) + 5)),
            Act::Read { .. } => {}
        }
    }
    canvas.draw(id, shapes);
    canvas.space.take(place.bar(0), x - radius - px(1), x + radius + px(1));
    let (row, base) = place.below();
    let says = match act.what {
        Act::Accepted { late: false, .. } => return,
        Act::Accepted { .. } => vec!["late write", "late"].into_iter().map(Into::into).collect(),
        Act::Rejected { why: Rejection::Stale { token, highest }, .. } => {
            vec![format!("{token} < {highest}")]
        }
        Act::Rejected { why: Rejection::NoToken, .. } => vec!["no token".into()],
        Act::Read { .. } => return reads(canvas, place, id, x, tone),
    };
    let says = says.into_iter().map(|text| vec![(Type::OnFill, text)]).collect();
    let wish = Wish::new(row, base, (x - px(80), (x + px(80)).min(canvas.right)), Type::OnFill, "".into());
    let around = Some((Paint::Fill, px(11)));
    canvas.wish(id, Wish { says, around, tone, size: SIZE, prefer: Align::Middle, rank: 0, ..wish });
}

fn reads(canvas: &mut Canvas<'_>, place: &Place, id: Id, x: Tenths, tone: Tone) {
    let (row, base) = place.below();
    let wish = Wish::new(row, base, (x - px(20), x + px(20)), Type::Toned, "read".into());
    canvas.wish(id, Wish { tone, prefer: Align::Middle, rank: 6, ..wish });
}

fn check_mark(x: Tenths, y: Tenths) -> Shape {
    line(Paint::Mark, &[(x - px(5), y), (x - px(1), y + px(4)), (x + px(5), y - px(4))])
}

fn cross(x: Tenths, y: Tenths, arm: Tenths) -> [Shape; 2] {
    let stroke = |side: Tenths| line(Paint::Mark, &[(x - arm, y - side * arm), (x + arm, y + side * arm)]);
    [stroke(1), stroke(-1)]
}

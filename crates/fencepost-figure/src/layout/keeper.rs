//! The lanes of locks and stores: who is on record, what is stored, and what was done with each request.

use alloc::string::{String, ToString};

use fencepost_core::event::{ClientId, Kind, LockId, Node, RecordEnd, Rejection, StoreId};
use fencepost_core::primitive::Time;

use super::canvas::{Canvas, SIZE, SMALL};
use super::{Place, Scene, note};
use crate::story::{self, Stretch, Thing};
use crate::words::concat;
use crate::{Align, Paint, Part, Tenths, Tone, Type, measure, px, words};

pub(super) fn draw_lock(scene: &Scene<'_>, canvas: &mut Canvas<'_>, place: &Place, lock: LockId) {
    let leases = scene.story.list(Thing::Lease, lock.index());
    for (number, lease) in leases.iter().enumerate() {
        let next = leases.get(number + 1).map_or(canvas.right, |it| canvas.axis.x_of(it.from));
        draw_lease(scene, canvas, place, number, lease);
        draw_end(scene, canvas, place, number, lease, next.min(canvas.right));
    }
    for (number, promise) in scene.story.list(Thing::Promise, lock.index()).iter().enumerate() {
        let Some(Kind::RecordEnded { client, .. }) = scene.kind(promise.events.0) else { continue };
        let tone = Tone::client(client.index());
        let Some((x, end)) = canvas.item(Part::Promise, tone, number, promise) else { continue };
        let y = place.bottom() + px(7);
        canvas.level(Paint::Dashes, (x, end), y);
        canvas.upright(Paint::Line, end, y - px(5), y + px(5));
        let (name, until) = (scene.client(*client), words::seconds(promise.to));
        let room = (x, end.max(x + px(200)).min(canvas.right));
        let wish = canvas.say(place.below(), room, Type::Toned, &["promised to ", &name, " until ", &until]);
        (wish.tone, wish.rank) = (tone, 4);
        wish.or("promised");
    }
    draw_refusals(scene, canvas, place, scene.story.list(Thing::Refusal, lock.index()));
    if let Some((_, service)) = scene.trace.names.locks.get(lock.index()) {
        scene.clocks(canvas, place, Node::Service(*service));
    }
}

fn draw_lease(scene: &Scene<'_>, canvas: &mut Canvas<'_>, place: &Place, number: usize, lease: &Stretch) {
    let Some(Kind::RecordBegan { client, grant, token, .. }) = scene.kind(lease.events.0) else { return };
    let tone = Tone::client(client.index());
    let Some(edges) = canvas.item(Part::Lease, tone, number, lease) else { return };
    canvas.rect(Paint::Tint, edges, place.top(), 2 * place.lane.half, 0);
    let (name, ttl) = (scene.client(*client), note::ttl(scene.story.ttl(*grant)));
    let room = (edges.0 + px(4), edges.1 - px(4));
    let spot = (place.bar(0), place.lane.middle + px(5));
    let wish = canvas.say(spot, room, Type::Plain, &["lease to ", &name, ", ", &ttl]);
    (wish.size, wish.tone, wish.rank) = (SIZE, tone, 2);
    wish.or(&concat(&["lease to ", &name]));
    wish.or(&name);
    if let Some(token) = token {
        wish.first = token.to_string();
        wish.or("");
    }
}

/// The three ways in which a lease ends look different: dashes for time, a bar for a release, a torn edge
/// for a release by somebody else.
fn draw_end(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    place: &Place,
    number: usize,
    lease: &Stretch,
    next: Tenths,
) {
    let end = lease.ending();
    let Some(Kind::RecordEnded { client, why, .. }) = scene.kind(end.events.0) else { return };
    let (part, tone, kind) = match why {
        RecordEnd::Expired => (Part::Expired, Tone::client(client.index()), Type::Quiet),
        RecordEnd::Released => (Part::Released, Tone::client(client.index()), Type::Quiet),
        RecordEnd::ReleasedByOther => (Part::Taken, Tone::Bad, Type::Strong),
    };
    let Some((x, _)) = canvas.item(part, tone, number, &end) else { return };
    let (top, bottom) = (place.top() - px(7), place.bottom() + px(7));
    let mut by = String::new();
    match why {
        RecordEnd::Expired => canvas.upright(Paint::ThickDashes, x, top, bottom),
        RecordEnd::Released => canvas.upright(Paint::Thick, x, top, bottom),
        RecordEnd::ReleasedByOther => {
            // A zigzag.
            let point = |i| (x + if i % 2 == 0 { -px(3) } else { px(3) }, top + (bottom - top) * i / 7);
            canvas.line(Paint::Thick, &[0, 1, 2, 3, 4, 5, 6, 7].map(point));
            by = concat(&["by ", &scene.released_by(end.events.0)]);
        }
    }
    canvas.space.take(place.bar(0), x - px(2), x + px(2));
    let text = if part == Part::Expired { "expired" } else { "released" };
    let gap = if by.is_empty() { "" } else { " " };
    let spot = (place.bar(0), place.lane.middle + px(4));
    let wish = canvas.say(spot, (x + px(5), next), kind, &[text, gap, &by]);
    (wish.tone, wish.rank) = (tone, 3);
    if !by.is_empty() {
        wish.or(&by);
    }
}

impl Scene<'_> {
    fn client(&self, id: ClientId) -> String {
        measure::clean(self.trace.names.client(id))
    }

    /// Who released the lease whose record ended with this event.
    fn released_by(&self, event: u32) -> String {
        let cause = self.trace.events.get(event as usize).and_then(|event| event.cause);
        match cause.and_then(|cause| self.kind(cause)) {
            Some(Kind::Released { client, .. }) => self.client(*client),
            _ => "another".into(),
        }
    }
}

/// A lock that is not given: a small disc with a bar at the upper edge, a stroke where the next is close, and
/// nothing where it would cover the last.
fn draw_refusals(scene: &Scene<'_>, canvas: &mut Canvas<'_>, place: &Place, refusals: &[Stretch]) {
    let (mut last, mut last_drawn) = (Tenths::MIN / 2, Tenths::MIN / 2);
    let mut told = 0;
    for (number, refusal) in refusals.iter().enumerate() {
        let Some(Kind::Refused { client, .. }) = scene.kind(refusal.events.0) else { continue };
        let tone = Tone::client(client.index());
        let Some((x, _)) = canvas.item(Part::Refused, tone, number, refusal) else { continue };
        let y = place.top();
        if x - last_drawn < px(2) {
            continue;
        }
        last_drawn = x;
        if x - last < px(12) {
            // Too close for a disc of its own.
            canvas.upright(Paint::Thin, x, y - px(4), y + px(4));
            continue;
        }
        last = x;
        canvas.disc(Paint::Hollow, x, y, px(5));
        canvas.level(Paint::Line, (x - px(3), x + px(3)), y);
        // Once is enough to know the sign by.
        if told & story::set(*client) == 0 {
            told |= story::set(*client);
            let room = (x - px(4), (x + px(64)).min(canvas.right));
            let wish = canvas.say(place.above(), room, Type::Toned, &["refused"]);
            (wish.tone, wish.rank) = (tone, 6);
        }
    }
}

pub(super) fn draw_store(scene: &Scene<'_>, canvas: &mut Canvas<'_>, place: &Place, store: StoreId) {
    let values = scene.story.list(Thing::Value, store.index());
    draw_empty(scene, canvas, place, store, values.first());
    for (number, value) in values.iter().enumerate() {
        draw_value(scene, canvas, place, number, value);
    }
    let acts = scene.story.list(Thing::Act, store.index());
    for (number, act) in acts.iter().enumerate() {
        let x = |act: &Stretch| canvas.axis.x_of(act.from);
        let before = number.checked_sub(1).and_then(|n| acts.get(n)).map_or(Tenths::MAX, |it| x(act) - x(it));
        let after = acts.get(number + 1).map_or(Tenths::MAX, |it| x(it) - x(act));
        draw_act(scene, canvas, place, number, act, before.min(after));
    }
    scene.clocks(canvas, place, Node::Store(store));
}

/// A line until the first write.
fn draw_empty(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    place: &Place,
    store: StoreId,
    first: Option<&Stretch>,
) {
    let to = first.map_or(canvas.axis.to, |it| it.from);
    let empty = Stretch { from: Time::ZERO, to, events: (0, first.map(|it| it.events.0)), mark: 0 };
    if scene.trace.events.is_empty() {
        return;
    }
    let Some((x, end)) = canvas.item(Part::Empty, Tone::Muted, 0, &empty) else { return };
    let y = place.lane.middle;
    canvas.level(Paint::Thin, (x, end), y);
    let stored = scene.scenario.and_then(|it| it.stores.get(store.index()));
    let more = if stored.is_some_and(|it| it.guard.needs_token) { ", no token seen" } else { "" };
    canvas.say((place.bar(0), y - px(6)), (x, end - px(14)), Type::Quiet, &["empty", more]).or("empty");
}

fn draw_value(scene: &Scene<'_>, canvas: &mut Canvas<'_>, place: &Place, number: usize, value: &Stretch) {
    let Some(Kind::WriteAccepted { client, value: text, token, .. }) = scene.kind(value.events.0) else {
        return;
    };
    let tone = Tone::client(client.index());
    let Some((x, mut end)) = canvas.item(Part::Value, tone, number, value) else { return };
    if value.is_open() && canvas.axis.shows(value.to, value.to) {
        // The last value stays: to the edge of the panel.
        end = canvas.right - px(10);
    }
    canvas.rect(Paint::Tint, (x, end), place.top(), 2 * place.lane.half, 0);
    let text = measure::clean(scene.trace.names.value(*text));
    let room = (x + px(14), end - px(4));
    let spot = (place.bar(0), place.lane.middle + px(4));
    let shorter = measure::cut(&text, Type::Plain, SMALL, room.1 - room.0 - px(8));
    let token = token.map_or(String::new(), |token| concat(&[", ", &token.to_string()]));
    let wish = canvas.say(spot, room, Type::Plain, &[&text, &token]);
    (wish.tone, wish.rank) = (tone, 3);
    wish.or(&text);
    wish.or(&shorter.unwrap_or(text));
}

/// A disc with a mark for a write, an open disc for a read; smaller where the next one is close.
fn draw_act(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    place: &Place,
    number: usize,
    act: &Stretch,
    room: Tenths,
) {
    let (client, part, why) = match scene.kind(act.events.0) {
        Some(Kind::WriteAccepted { client, .. }) => (client, Part::Accepted, None),
        Some(Kind::WriteRejected { client, why, .. }) => (client, Part::Rejected, Some(why)),
        Some(Kind::ReadServed { client, .. }) => (client, Part::Read, None),
        _ => return,
    };
    let tone = if act.mark > 0 { Tone::Bad } else { Tone::client(client.index()) };
    let Some((x, _)) = canvas.item(part, tone, number, act) else { return };
    let y = place.lane.middle;
    let radius = (room / 2).clamp(px(2), px(12));
    if part == Part::Read {
        canvas.disc(Paint::Hollow, x, y, radius.min(px(5)));
    } else {
        canvas.disc(Paint::Fill, x, y, radius);
    }
    if radius >= px(8) && part == Part::Accepted {
        canvas.line(Paint::Mark, &[(x - px(5), y), (x - px(1), y + px(4)), (x + px(5), y - px(4))]);
    } else if radius >= px(8) && part == Part::Rejected {
        canvas.cross(Paint::Mark, (x, y), px(4) + 5);
    }
    canvas.space.take(place.bar(0), x - radius - px(1), x + radius + px(1));
    let below = place.below();
    if part == Part::Read {
        let wish = canvas.say(below, (x - px(20), x + px(20)), Type::Toned, &["read"]);
        (wish.tone, wish.prefer, wish.rank) = (tone, Align::Middle, 6);
    } else if act.mark > 0 {
        let text = match why {
            None => "late write".into(),
            Some(Rejection::Stale { token, highest }) => {
                concat(&[&token.to_string(), " < ", &highest.to_string()])
            }
            Some(Rejection::NoToken) => "no token".into(),
        };
        let wish = canvas.say(below, (x - px(80), (x + px(80)).min(canvas.right)), Type::OnFill, &[&text]);
        (wish.around, wish.tone, wish.size) = (Some((Paint::Fill, px(11))), tone, SIZE);
        (wish.prefer, wish.rank) = (Align::Middle, 0);
        if why.is_none() {
            wish.or("late");
        }
    }
}

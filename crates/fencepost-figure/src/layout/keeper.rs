//! The lanes of locks and stores: who is on record, what is stored, and what was done with each request.

use alloc::string::{String, ToString};

use fencepost_core::event::{Change, Event, Kind, Node, Parts, RecordEnd, ServiceId};
use fencepost_core::primitive::Time;

use super::canvas::{Canvas, SMALL};
use super::look::Spot;
use super::note;
use crate::story::{self, Stretch, Thing};
use crate::{Paint, Part, Tenths, Type, measure, px, words};

impl Canvas<'_> {
    pub(super) fn lease(&mut self, list: &[Stretch], number: usize, it: &Parts<'_>) {
        let form =
            if it.token > 0 { "2\tlease to 0, 1\nlease to 0\n0\n" } else { "lease to 0, 1\nlease to 0\n0" };
        let ttl = note::ttl(self.story.ttl(list[number].mark));
        self.say(self.right, form, &[&self.client(it.client), &ttl, &it.token.to_string()]);
        self.lease_end(list, number);
    }

    /// The ways in which a lease ends look different: dashes for time, a bar for a release, a torn edge where
    /// something else takes it away.
    fn lease_end(&mut self, list: &[Stretch], number: usize) {
        let end = list[number].ending();
        let Some(&Kind::RecordEnded { why, .. }) = self.kind(end.events.0) else { return };
        let part = match why {
            RecordEnd::Expired => Part::Expired,
            RecordEnd::Released => Part::Released,
            _ => Part::Taken,
        };
        if !self.item(part, number, &end) {
            return;
        }
        self.take(Spot::Bar, -px(2), px(2));
        let next = self.next(list, number);
        match part {
            Part::Expired => self.say(next, "expired", &[]),
            Part::Released => self.say(next, "released", &[]),
            _ => {
                const ZIGZAG: [(Tenths, Tenths); 8] =
                    [(-30, 0), (30, 62), (-30, 125), (30, 188), (-30, 251), (30, 314), (-30, 377), (30, 440)];
                self.line(Paint::Thick, (self.x, self.middle() - px(22)), &ZIGZAG);
                let who = self.released_by(end.events.0);
                let form = match why {
                    RecordEnd::ReleasedByOther => "released by 0\nby 0",
                    _ => "0",
                };
                let word = if why == RecordEnd::ReleasedByOther { &*who } else { end_word(why) };
                self.say(next, form, &[word]);
            }
        }
    }

    /// Who released the lease whose record ended with this event.
    fn released_by(&self, event: u32) -> String {
        let cause = self.trace.events.get(event as usize).and_then(|event| event.cause);
        match cause.and_then(|cause| self.kind(cause)) {
            Some(Kind::Released { client, .. }) => self.client(Some(*client)),
            _ => "another".into(),
        }
    }

    pub(super) fn promise(&mut self, promise: &Stretch, it: &Parts<'_>) {
        let y = self.middle() + px(22);
        self.upright(Paint::Line, self.end, y - px(5), y + px(5));
        let (name, until) = (self.client(it.client), words::seconds(promise.to));
        self.say(self.right, "promised to 0 until 1\npromised", &[&name, &until]);
    }

    /// A lock that is not given: a small disc with a bar at the upper edge, a stroke where the next is close,
    /// and nothing where it would cover the last.
    pub(super) fn refused(&mut self, it: &Parts<'_>) {
        let (x, y) = (self.x, self.place().top());
        let [disc, mark] = &mut self.refusals;
        if x - *mark < px(2) {
            return;
        }
        *mark = x;
        if x - *disc < px(12) {
            // Too close for a disc of its own.
            return self.upright(Paint::Thin, x, y - px(4), y + px(4));
        }
        *disc = x;
        self.disc(Paint::Hollow, y, px(5));
        self.line(Paint::Line, (x, y), &[(-px(3), 0), (px(3), 0)]);
        // Once is enough to know the sign by.
        let sign = it.client.map_or(0, story::set);
        if self.told & sign == 0 {
            self.told |= sign;
            self.say(self.right, "refused", &[]);
        }
    }

    /// A service, or one of its nodes, does not serve.
    pub(super) fn outage(&mut self, outage: &Stretch, event: &Event) {
        let Kind::ServiceChanged { change } = event.kind else { return };
        let form = match (change, outage.is_open()) {
            (Change::Paused, false) => "0paused 1\npaused",
            (Change::Paused, true) => "0paused",
            (Change::Crashed, false) => "0down 1\ndown",
            (Change::Crashed, true) => "0down",
            (_, false) => "no leader 1\nno leader",
            (_, true) => "no leader",
        };
        self.say(self.right, form, &[&self.which(event.node), &words::span(outage.span())]);
    }

    /// Something happens to a service, or to what a client has with one: a rhomb above the lane.
    pub(super) fn news(&mut self, event: &Event, it: &Parts<'_>) {
        let form = match event.kind {
            Kind::ServiceChanged { change } => change_words(change),
            Kind::Contact { found: false, .. } => "contact lost",
            Kind::Contact { .. } => "contact again",
            _ => "connection to 1 broken\nconnection broken",
        };
        let y = self.place().line(0);
        self.line(
            Paint::Hollow,
            (self.x, y - px(5)),
            &[(px(5), px(5)), (0, px(10)), (-px(5), px(5)), (0, 0)],
        );
        self.take(Spot::Above, -px(6), px(6));
        let peer = it.from.map_or(String::new(), |node| measure::clean(self.trace.names.node(node)));
        self.say(self.right, form, &[&self.which(event.node), &peer]);
    }

    /// Which node of several, with a space after it; nothing for a service of one.
    fn which(&self, node: Node) -> String {
        let names = &self.trace.names;
        let of_first = |it: &&(String, ServiceId)| Node::Service(it.1) == names.first_of(node);
        match names.services.iter().filter(of_first).count() {
            0 | 1 => String::new(),
            _ => measure::clean(names.node(node)) + " ",
        }
    }

    /// A line until the first write to the store.
    pub(super) fn empty(&mut self) {
        let store = self.place().index;
        let first = self.story.list(Thing::Value, store).first();
        let to = first.map_or(self.axis.to, |it| it.from);
        let empty = Stretch { from: Time::ZERO, to, events: (0, first.map(|it| it.events.0)), mark: 0 };
        self.bar = 0;
        if self.trace.events.is_empty() || !self.item(Part::Empty, 0, &empty) {
            return;
        }
        let stored = self.scenario.and_then(|it| it.stores.get(store));
        let fenced = stored.is_some_and(|it| it.guard.needs_token);
        self.say(self.right, if fenced { "empty, no token seen\nempty" } else { "empty" }, &[]);
    }

    pub(super) fn value(&mut self, it: &Parts<'_>) {
        let text = it.value.map_or_else(String::new, |value| measure::clean(&self.trace.names.value(value)));
        let mut shorter = measure::cut(text.clone(), Type::Plain, SMALL, self.end - self.x - px(26));
        if shorter.is_empty() {
            shorter.clone_from(&text);
        }
        let form = if it.token > 0 { "0, 1\n0\n2" } else { "0\n2" };
        self.say(self.right, form, &[&text, &it.token.to_string(), &shorter]);
    }

    /// A disc with a mark for a write, an open disc for a read; smaller where the next one is close.
    pub(super) fn act(&mut self, part: Part, list: &[Stretch], number: usize, it: &Parts<'_>) {
        let act = &list[number];
        let here = self.axis.x_of(act.from);
        let mut room = Tenths::MAX;
        for near in [number.wrapping_sub(1), number + 1] {
            if let Some(near) = list.get(near) {
                room = room.min((self.axis.x_of(near.from) - here).abs());
            }
        }
        let (x, y) = (self.x, self.middle());
        let radius = (room / 2).clamp(px(2), px(12));
        match part {
            Part::Read => self.disc(Paint::Hollow, y, radius.min(px(5))),
            _ => self.disc(Paint::Fill, y, radius),
        }
        if radius >= px(8) && part == Part::Accepted {
            self.line(Paint::Mark, (x, y), &[(-px(5), 0), (-px(1), px(4)), (px(5), -px(4))]);
        } else if radius >= px(8) && part == Part::Rejected {
            self.cross(Paint::Mark, (x, y), px(4) + 5);
        }
        self.take(Spot::Bar, -radius - px(1), radius + px(1));
        if part == Part::Read {
            self.say(Tenths::MAX, "read", &[]);
        } else if act.mark > 0 {
            let form = match part {
                Part::Accepted => "late write\nlate",
                _ if it.highest > 0 => "0 < 1",
                _ => "no token",
            };
            self.say(self.right, form, &[&it.number.to_string(), &it.highest.to_string()]);
        }
    }
}

/// What the screen says where a lease is taken away.
fn end_word(why: RecordEnd) -> &'static str {
    match why {
        RecordEnd::Forgotten => "lost by the service",
        RecordEnd::Disconnected => "connection closed",
        why => why.word(),
    }
}

/// What the screen says of a change that does not last.
fn change_words(change: Change) -> &'static str {
    match change {
        Change::FailedOver => "failover",
        Change::NewLeader => "new leader",
        Change::FormerLeader => "former leader acts",
        Change::Saved => "snapshot taken",
        Change::Restored => "snapshot restored",
        change => change.word(),
    }
}

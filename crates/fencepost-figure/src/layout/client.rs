//! The lane of a client: its belief as a bar, its pauses over it, what it does below it, what befalls it
//! above it.

use alloc::string::{String, ToString};

use fencepost_core::event::{ClockChange, Finish, Kind, Node, Parts, Scope};
use fencepost_core::primitive::{Span, Time};

use super::canvas::Canvas;
use super::look::Spot;
use crate::story::{Stretch, Thing};
use crate::words::fill;
use crate::{Paint, Part, Tenths, measure, px, words};

const WORKER: u64 = Scope::Worker as u64;
const RENEWER: u64 = Scope::Renewer as u64;

impl Canvas<'_> {
    /// A thin line while the program runs, and how it ended.
    pub(super) fn life(&mut self, list: &[Stretch], number: usize) {
        let end = list[number].ending();
        let Some(Kind::ClientFinished { why, .. }) = self.kind(end.events.0) else { return };
        let text = finish_words(*why);
        if text.is_empty() || !self.item(Part::Finish, number, &end) {
            return;
        }
        self.take(Spot::Bar, -px(2), px(2));
        self.say(self.next(list, number), text, &[]);
    }

    /// The place of the next of a list, or the edge of the plot.
    pub(super) fn next(&self, list: &[Stretch], number: usize) -> Tenths {
        list.get(number + 1).map_or(self.right, |next| self.axis.x_of(next.from).min(self.right))
    }

    pub(super) fn belief(&mut self, belief: &Stretch) {
        if !self.unpaused(belief) {
            return;
        }
        let locks = &self.trace.names.locks;
        match locks.get((belief.mark >> 1) as usize) {
            Some((lock, _)) if locks.len() > 1 => {
                self.say(self.right, "holds 0\n0", &[&measure::clean(lock)]);
            }
            _ => self.say(self.right, "holds\nheld", &[]),
        }
    }

    /// Takes the first room in a bar that no pause covers and that a short word fits in.
    fn unpaused(&mut self, belief: &Stretch) -> bool {
        const LEAST: Tenths = px(44);
        const INSET: Tenths = px(5);
        let end = self.end - INSET;
        self.x += INSET;
        for pause in overlapping(self.pauses, belief.from, belief.to) {
            self.end = self.axis.x_of(pause.from).min(end);
            if self.end - self.x >= LEAST {
                return true;
            }
            self.x = self.x.max(self.axis.x_of(pause.to) + INSET);
        }
        self.end = end;
        end - self.x >= LEAST
    }

    /// A pause interrupts work.
    pub(super) fn work(&mut self, work: &Stretch, it: &Parts<'_>) {
        let edges = (self.x, self.end);
        let mut from = work.from;
        for pause in overlapping(self.pauses, work.from, work.to) {
            if pause.mark != RENEWER {
                self.runs(from, pause.from.min(work.to));
                from = from.max(pause.to);
            }
        }
        self.runs(from, work.to);
        (self.x, self.end) = edges;
        self.say(self.next_step(work.to), "works 0", &[&words::span(it.span)]);
    }

    fn runs(&mut self, from: Time, to: Time) {
        if to > from && self.edges(from, to) {
            self.rect(Paint::Fill, self.middle() + px(24), px(4), px(2));
        }
    }

    pub(super) fn sleep(&mut self, it: &Parts<'_>) {
        let y = self.middle() + px(23);
        self.upright(Paint::Thin, self.x, y, y + px(6));
        self.upright(Paint::Thin, self.end, y, y + px(6));
        self.say(Tenths::MAX, "sleeps 0", &[&words::span(it.span)]);
    }

    /// The place of the next work or sleep after a time, or the edge of the plot.
    fn next_step(&self, after: Time) -> Tenths {
        let mut x = self.right;
        for thing in [Thing::Work, Thing::Sleep] {
            let list = self.story.list(thing, self.place().index);
            if let Some(next) = list.get(list.partition_point(|it| it.from < after)) {
                x = x.min(self.axis.x_of(next.from));
            }
        }
        x
    }

    pub(super) fn pause(&mut self, pause: &Stretch) {
        let place = self.place();
        let top = self.middle() - px(22);
        self.rect(Paint::Hatch, top, place.bottom() + px(7) - top, px(5));
        let form = match (pause.mark, pause.is_open()) {
            (WORKER, true) => "worker paused\npaused",
            (WORKER, false) => "worker paused 0\npaused",
            (RENEWER, true) => "renewal paused\npaused",
            (RENEWER, false) => "renewal paused 0\npaused",
            (_, true) => "paused",
            (_, false) => "paused 0\npaused",
        };
        self.say(self.right, form, &[&words::span(pause.span())]);
        // A handle sits at each end.
        for at in [pause.from, pause.to] {
            if self.edges(at, at) {
                for bar in 0..place.bars() {
                    self.bar = bar;
                    self.take(Spot::Bar, -px(10), px(10));
                }
            }
        }
    }

    pub(super) fn crash(&mut self, kind: &Kind) {
        self.cross(Paint::Thick, (self.x, self.middle()), px(9));
        self.take(Spot::Bar, -px(11), px(11));
        let host = matches!(kind, Kind::Crashed { host: true, .. });
        self.say(self.right, if host { "host vanishes" } else { "crashes" }, &[]);
    }

    pub(super) fn restart(&mut self) {
        let points = [(-px(4), -px(7)), (px(8), 0), (-px(4), px(7))];
        self.line(Paint::Hollow, (self.x, self.middle()), &points);
        self.take(Spot::Bar, -px(6), px(9));
        self.say(self.right, "restarts", &[]);
    }

    /// Trouble on a link to or from this client's process.
    pub(super) fn link(&mut self, list: &[Stretch], number: usize, link: &Parts<'_>) {
        let (here, it) = (Some(self.place().node), &list[number]);
        if link.from != here && link.to != here {
            return;
        }
        // The way back of a link in trouble both ways is told with the way there.
        let mut both = false;
        for near in &list[number.saturating_sub(2)..(number + 3).min(list.len())] {
            if near.from == it.from
                && near.mark & 7 == it.mark & 7
                && let Some(back) = self.trace.events.get(near.events.0 as usize)
            {
                let back = Parts::of(back, &self.trace.names);
                both |= (back.from, back.to, back.span) == (link.to, link.from, link.span);
            }
        }
        if both && link.to == here {
            return;
        }
        const SORTS: [Part; 5] = [Part::Cut, Part::Slow, Part::Lossy, Part::Doubled, Part::Unordered];
        let sort = (it.mark & 7) as usize;
        if !self.item(SORTS[sort], number, it) {
            return;
        }
        let outward = link.from == here;
        let there = self.peer(if outward { link.to } else { link.from });
        const FORMS: [[&str; 3]; SORTS.len()] = [
            ["cut off from 0", "cannot reach 0", "cannot hear 0"],
            ["+1 to and from 0", "+1 to 0", "+1 from 0"],
            ["messages to and from 0 get lost", "messages to 0 get lost", "messages from 0 get lost"],
            ["copies to and from 0", "copies to 0", "copies from 0"],
            ["no order to and from 0", "no order to 0", "no order from 0"],
        ];
        let way = if both { 0 } else { 2 - usize::from(outward) };
        self.say(self.right, FORMS[sort][way], &[&there, &words::span(link.span)]);
    }

    /// What a reader knows the other end of a link by: the lock where its service has one, else its name.
    fn peer(&self, node: Option<Node>) -> String {
        let names = &self.trace.names;
        let (mut found, mut name) = (0, "");
        for (lock, service) in &names.locks {
            if node == Some(Node::Service(*service)) {
                (found, name) = (found + 1, lock);
            }
        }
        measure::clean(if found == 1 { name } else { node.map_or("", |node| names.node(node)) })
    }

    /// A change of a node's clock, as a mark above its lane.
    pub(super) fn clock(&mut self, kind: &Kind) {
        let Kind::ClockChanged { change } = kind else { return };
        let y = self.place().line(0);
        self.disc(Paint::Hollow, y, px(6));
        self.line(Paint::Line, (self.x, y), &[(0, -px(4)), (0, 0), (px(3), 0)]);
        self.take(Spot::Above, -px(7), px(7));
        self.say(self.right, "0", &[&clock_words(*change)]);
    }
}

fn clock_words(change: ClockChange) -> String {
    match change {
        ClockChange::Step(us) => {
            let form = if us < 0 { "clock −0" } else { "clock +0" };
            fill(form, &[&words::span(Span::from_micros(us.unsigned_abs()))])
        }
        ClockChange::Rate(ppm) => {
            let how = if ppm < 0 { "slow" } else { "fast" };
            let parts = ppm.unsigned_abs();
            let (amount, unit) = if parts % 10_000 == 0 { (parts / 10_000, "%") } else { (parts, "ppm") };
            fill("clocks 0 1 2", &[&amount.to_string(), unit, how])
        }
    }
}

/// What the screen says where a program ends, long and short; a crash has its own mark.
fn finish_words(why: Finish) -> &'static str {
    match why {
        Finish::Done => "done",
        Finish::Refused => "stops: lock refused\nstops",
        Finish::GaveUp => "gives up",
        Finish::Failed => "stops: request failed\nstops",
        Finish::Silence => "stops: no contact\nstops",
        Finish::Unknown => "stops: no answer\nstops",
        Finish::Rejected => "stops: write refused\nstops",
        Finish::Told => "stops: lock is lost\nstops",
        Finish::Deadline => "stops: too late\nstops",
        Finish::Crashed => "",
    }
}

/// The stretches of a list that touch the time from `from` to `to`.
fn overlapping(list: &[Stretch], from: Time, to: Time) -> impl Iterator<Item = &Stretch> {
    list.iter().filter(move |it| it.to > from && it.from < to)
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_a_clock_did() {
        assert_eq!(clock_words(ClockChange::Step(-3_000_000)), "clock −3 s");
        assert_eq!(clock_words(ClockChange::Rate(10_000)), "clocks 1 % fast");
        assert_eq!(clock_words(ClockChange::Rate(-200)), "clocks 200 ppm slow");
    }

    #[test]
    fn finds_what_overlaps() {
        let stretch = |from, to| Stretch {
            from: Time::from_secs(from),
            to: Time::from_secs(to),
            events: (0, None),
            mark: 0,
        };
        let list = [stretch(0, 1), stretch(2, 3), stretch(4, 5), stretch(6, 7)];
        let mut found = overlapping(&list, Time::from_secs(3), Time::from_secs(6)).map(|it| it.from);
        assert_eq!((found.next(), found.next()), (Some(Time::from_secs(4)), None));
    }
}

//! The lane of a client: its belief as a bar, its pauses over it, what it does below it, what befalls it
//! above it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use fencepost_core::event::{ClientId, ClockChange, Finish, Kind, Node, ProcessId, Scope};
use fencepost_core::primitive::{Span, Time};

use super::canvas::{Canvas, SIZE};
use super::{Place, Scene};
use crate::story::{Stretch, Thing};
use crate::words::concat;
use crate::{Align, Paint, Part, Tenths, Tone, Type, measure, px, words};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>, place: &Place, client: ClientId) {
    let Some(process) = scene.trace.names.process_of(client) else { return };
    let (index, tone) = (client.index(), place.lane.tone);
    let (story, locks) = (scene.story, scene.story.believed(index));
    let lane =
        ClientLane { scene, place, index, process, pauses: story.list(Thing::Pause, process.index()), locks };
    for (thing, whose, part, tone) in [
        (Thing::Life, index, Part::Life, Tone::Muted),
        (Thing::Wait, index, Part::Wait, tone),
        (Thing::Belief, index, Part::Belief, tone),
        (Thing::Work, index, Part::Work, tone),
        (Thing::Sleep, index, Part::Sleep, tone),
        (Thing::Pause, process.index(), Part::Pause, Tone::Ink),
        (Thing::Crash, process.index(), Part::Crash, Tone::Bad),
        (Thing::Restart, process.index(), Part::Restart, tone),
    ] {
        for (number, it) in story.list(thing, whose).iter().enumerate() {
            let doubt = thing == Thing::Belief && it.mark & 1 == 0;
            let part = if doubt { Part::Doubt } else { part };
            let Some(edges) = canvas.item(part, tone, number, it) else { continue };
            match part {
                Part::Life => lane.life(canvas, number, it, edges),
                Part::Wait => lane.wait(canvas, edges),
                Part::Belief => lane.belief(canvas, it, edges),
                Part::Doubt => lane.doubt(canvas, it, edges),
                Part::Work => lane.work(canvas, it, edges),
                Part::Sleep => lane.sleep(canvas, it, edges),
                Part::Pause => lane.pause(canvas, it, edges),
                Part::Crash => lane.crash(canvas, it, edges.0),
                _ => lane.restart(canvas, edges.0),
            }
        }
    }
    lane.links(canvas);
    scene.clocks(canvas, place, Node::Process(process));
}

struct ClientLane<'a> {
    scene: &'a Scene<'a>,
    place: &'a Place,
    /// The client's place in the names.
    index: usize,
    process: ProcessId,
    pauses: &'a [Stretch],
    /// The locks that it ever believes to hold: each has a bar.
    locks: Vec<u64>,
}

/// Left and right edge.
type Edges = (Tenths, Tenths);

impl ClientLane<'_> {
    /// A thin line while the program runs, and how it ended.
    fn life(&self, canvas: &mut Canvas<'_>, number: usize, life: &Stretch, edges: Edges) {
        let middle = self.place.lane.middle;
        canvas.level(Paint::Thin, edges, middle);
        let end = life.ending();
        let Some(Kind::ClientFinished { why, .. }) = self.scene.kind(end.events.0) else { return };
        let Some((long, short)) = finish_words(*why) else { return };
        let Some((x, _)) = canvas.item(Part::Finish, Tone::Muted, number, &end) else { return };
        canvas.upright(Paint::Line, x, middle - px(6), middle + px(6));
        canvas.space.take(self.place.bar(0), x - px(2), x + px(2));
        let next = self.scene.story.list(Thing::Life, self.index).get(number + 1);
        let until = next.map_or(canvas.right, |next| canvas.axis.x_of(next.from)).min(x + px(170));
        let room = (x + px(4), until.min(canvas.right));
        let wish = canvas.say((self.place.bar(0), middle + px(4)), room, Type::Quiet, &[long]);
        wish.rank = 4;
        wish.or(short);
    }

    fn wait(&self, canvas: &mut Canvas<'_>, edges: Edges) {
        let middle = self.place.lane.middle;
        canvas.level(Paint::Dots, edges, middle);
        let wish = canvas.say((self.place.bar(0), middle - px(6)), edges, Type::Toned, &["waits"]);
        (wish.prefer, wish.tone, wish.rank) = (Align::Middle, self.place.lane.tone, 4);
    }

    /// The number of the bar for a belief's lock.
    fn bar(&self, belief: &Stretch) -> usize {
        self.locks.iter().position(|lock| *lock == belief.mark >> 1).unwrap_or(0)
    }

    fn belief(&self, canvas: &mut Canvas<'_>, belief: &Stretch, edges: Edges) {
        let bar = self.bar(belief);
        let (y, half) = (self.place.middle(bar), self.place.lane.half);
        canvas.rect(Paint::Fill, edges, y - half, 2 * half, px(5));
        let Some(room) = self.unpaused(canvas, belief, edges) else { return };
        let locks = &self.scene.trace.names.locks;
        let lock = locks.get((belief.mark >> 1) as usize).filter(|_| locks.len() > 1);
        let name = lock.map(|(name, _)| measure::clean(name));
        let (long, short) = name.as_deref().map_or((["holds", ""], "held"), |name| (["holds ", name], name));
        let wish = canvas.say((self.place.bar(bar), y + px(5)), room, Type::OnFill, &long);
        (wish.size, wish.tone, wish.rank) = (SIZE, self.place.lane.tone, 3);
        wish.or(short);
    }

    fn doubt(&self, canvas: &mut Canvas<'_>, belief: &Stretch, edges: Edges) {
        let bar = self.bar(belief);
        let (y, half) = (self.place.middle(bar), self.place.lane.half);
        canvas.rect(Paint::Outline, edges, y - half + 8, 2 * half - 16, px(5));
        let place = (self.place.bar(bar), y + px(5));
        let wish = canvas.say(place, edges, Type::Toned, &["still thinks so"]);
        (wish.prefer, wish.tone, wish.rank) = (Align::Middle, self.place.lane.tone, 2);
        wish.around = Some((Paint::Pill, px(10)));
        wish.or("still?");
    }

    /// The first room in a bar that no pause covers and that a short word fits in.
    fn unpaused(&self, canvas: &Canvas<'_>, belief: &Stretch, (x, end): Edges) -> Option<Edges> {
        let (least, inset) = (px(44), px(5));
        let mut start = x + inset;
        for pause in overlapping(self.pauses, belief.from, belief.to) {
            let until = canvas.axis.x_of(pause.from).min(end - inset);
            if until - start >= least {
                return Some((start, until));
            }
            start = start.max(canvas.axis.x_of(pause.to) + inset);
        }
        (end - inset - start >= least).then_some((start, end - inset))
    }

    /// The top of the strips of work and sleep, below the bars.
    fn strip(&self) -> Tenths {
        self.place.bottom() + px(9)
    }

    /// How long work or sleep takes, in words below it.
    fn takes(&self, canvas: &mut Canvas<'_>, it: &Stretch, room: Edges, verb: &str) {
        let Some(Kind::WorkBegan { length, .. } | Kind::SleepBegan { length, .. }) =
            self.scene.kind(it.events.0)
        else {
            return;
        };
        let place = (self.place.below().0, self.strip() + px(15));
        canvas.say(place, room, Type::Quiet, &[verb, &words::span(*length)]).rank = 6;
    }

    /// A pause interrupts work.
    fn work(&self, canvas: &mut Canvas<'_>, work: &Stretch, (x, end): Edges) {
        let y = self.strip();
        canvas.level(Paint::Thin, (x, end), y + px(2));
        let mut from = work.from;
        for pause in overlapping(self.pauses, work.from, work.to) {
            if pause.mark != Scope::Renewer as u64 {
                self.runs(canvas, from, pause.from.min(work.to));
                from = from.max(pause.to);
            }
        }
        self.runs(canvas, from, work.to);
        let room = (x - px(1), (end + px(60)).min(self.next_step(canvas, work.to)));
        self.takes(canvas, work, room, "works ");
    }

    fn runs(&self, canvas: &mut Canvas<'_>, from: Time, to: Time) {
        if let Some(edges) = canvas.edges(from, to).filter(|_| to > from) {
            canvas.rect(Paint::Fill, edges, self.strip(), px(4), px(2));
        }
    }

    fn sleep(&self, canvas: &mut Canvas<'_>, sleep: &Stretch, (x, end): Edges) {
        let y = self.strip();
        canvas.level(Paint::Dots, (x, end), y + px(2));
        canvas.upright(Paint::Thin, x, y - px(1), y + px(5));
        canvas.upright(Paint::Thin, end, y - px(1), y + px(5));
        self.takes(canvas, sleep, (x, end.max(x + px(70))), "sleeps ");
    }

    /// The place of the next work or sleep after a time, or the edge of the plot.
    fn next_step(&self, canvas: &Canvas<'_>, after: Time) -> Tenths {
        let mut x = canvas.right;
        for thing in [Thing::Work, Thing::Sleep] {
            let list = self.scene.story.list(thing, self.index);
            if let Some(next) = list.get(list.partition_point(|it| it.from < after)) {
                x = x.min(canvas.axis.x_of(next.from));
            }
        }
        x
    }

    fn pause(&self, canvas: &mut Canvas<'_>, pause: &Stretch, edges: Edges) {
        let (top, bottom) = (self.place.top() - px(7), self.place.bottom() + px(7));
        canvas.rect(Paint::Hatch, edges, top, bottom - top, px(5));
        // A handle sits at each end.
        for at in [pause.from, pause.to] {
            if let Some((x, _)) = canvas.edges(at, at) {
                for bar in 0..self.place.bars {
                    canvas.space.take(self.place.bar(bar), x - px(10), x + px(10));
                }
            }
        }
        let who = match pause.mark {
            mark if mark == Scope::Worker as u64 => "worker ",
            mark if mark == Scope::Renewer as u64 => "renewal ",
            _ => "",
        };
        let length = if pause.is_open() { String::new() } else { words::span(pause.span()) };
        let gap = if pause.is_open() { "" } else { " " };
        let place = (self.place.bar(0), self.place.lane.middle + px(4));
        let wish = canvas.say(place, edges, Type::Plain, &[who, "paused", gap, &length]);
        (wish.prefer, wish.around, wish.rank) = (Align::Middle, Some((Paint::Pill, px(11))), 1);
        wish.or("paused");
    }

    fn crash(&self, canvas: &mut Canvas<'_>, crash: &Stretch, x: Tenths) {
        let (y, row) = (self.place.lane.middle, self.place.bar(0));
        canvas.cross(Paint::Thick, (x, y), px(9));
        canvas.space.take(row, x - px(11), x + px(11));
        let host = matches!(self.scene.kind(crash.events.0), Some(Kind::Crashed { host: true, .. }));
        let text = if host { "host vanishes" } else { "crashes" };
        let room = (x + px(12), (x + px(110)).min(canvas.right));
        let wish = canvas.say((row, y + px(4)), room, Type::Strong, &[text]);
        (wish.tone, wish.rank) = (Tone::Bad, 2);
    }

    fn restart(&self, canvas: &mut Canvas<'_>, x: Tenths) {
        let y = self.place.lane.middle;
        canvas.triangle(Paint::Hollow, [(x - px(4), y - px(7)), (x + px(8), y), (x - px(4), y + px(7))]);
        canvas.space.take(self.place.bar(0), x - px(6), x + px(9));
        let room = (x - px(4), (x + px(80)).min(canvas.right));
        canvas.say(self.place.above(), room, Type::Quiet, &["restarts"]);
    }

    /// Trouble on links to and from this client's process.
    fn links(&self, canvas: &mut Canvas<'_>) {
        let here = Node::Process(self.process);
        let all = self.scene.story.list(Thing::Link, 0);
        for (number, it) in all.iter().enumerate() {
            let Some(link) = self.scene.link(it) else { continue };
            if link.from != here && link.to != here {
                continue;
            }
            // The way back of a link in trouble both ways is told with the way there.
            let back = Link { from: link.to, to: link.from, ..link };
            let near = &all[number.saturating_sub(2)..(number + 3).min(all.len())];
            let both = near.iter().any(|near| near.from == it.from && self.scene.link(near) == Some(back));
            if both && link.to == here {
                continue;
            }
            let Some((x, end)) = canvas.item(link.part, Tone::Bad, number, it) else { continue };
            let paint = match link.part {
                Part::Cut => Paint::Thick,
                Part::Slow => Paint::Dots,
                _ => Paint::Dashes,
            };
            canvas.level(paint, (x, end), self.place.lane.y + px(3));
            let room = (x, end.max(x + px(180)).min(canvas.right));
            self.link_words(canvas, &link, both, room);
        }
    }

    fn link_words(&self, canvas: &mut Canvas<'_>, link: &Link, both: bool, room: Edges) {
        let outward = link.from == Node::Process(self.process);
        let there = self.scene.peer(if outward { link.to } else { link.from });
        let which = if both { 0 } else { 1 + usize::from(!outward) };
        let by = words::span(link.by);
        let way = [" to and from ", " to ", " from "][which];
        let pieces = match link.part {
            Part::Cut => [["cut off from ", "cannot reach ", "cannot hear "][which], "", &there, ""],
            Part::Slow => ["+", &by, way, &there],
            _ => ["messages", way, &there, " get lost"],
        };
        let wish = canvas.say(self.place.above(), room, Type::Toned, &pieces);
        (wish.tone, wish.rank) = (Tone::Bad, 4);
    }
}

/// A link with something wrong: cut, slow by so much, or lossy.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Link {
    from: Node,
    to: Node,
    part: Part,
    by: Span,
}

impl Scene<'_> {
    fn link(&self, it: &Stretch) -> Option<Link> {
        let (from, to, part, by) = match *self.kind(it.events.0)? {
            Kind::LinkCut { from, to } => (from, to, Part::Cut, Span::ZERO),
            Kind::LinkSlowed { from, to, by } => (from, to, Part::Slow, by),
            Kind::LinkLossy { from, to, .. } => (from, to, Part::Lossy, Span::ZERO),
            _ => return None,
        };
        Some(Link { from, to, part, by })
    }

    /// What a reader knows the other end of a link by: the lock where its service has one, else its name.
    fn peer(&self, node: Node) -> String {
        let names = &self.trace.names;
        let mut locks = names.locks.iter().filter(|(_, service)| node == Node::Service(*service));
        measure::clean(match (locks.next(), locks.next()) {
            (Some((lock, _)), None) => lock,
            _ => names.node(node),
        })
    }

    /// The changes of a node's clock, as marks above a lane.
    pub(super) fn clocks(&self, canvas: &mut Canvas<'_>, place: &Place, node: Node) {
        let (row, base) = place.above();
        for (number, it) in self.story.list(Thing::Clock, 0).iter().enumerate() {
            let Some(event) = self.trace.events.get(it.events.0 as usize) else { continue };
            let Kind::ClockChanged { change } = event.kind else { continue };
            if event.node != node {
                continue;
            }
            let Some((x, _)) = canvas.item(Part::Clock, Tone::Bad, number, it) else { continue };
            let y = base - px(4);
            canvas.disc(Paint::Hollow, x, y, px(6));
            canvas.line(Paint::Line, &[(x, y - px(4)), (x, y), (x + px(3), y)]);
            canvas.space.take(row, x - px(7), x + px(7));
            let room = (x + px(8), (x + px(120)).min(canvas.right));
            let wish = canvas.say((row, base), room, Type::Toned, &[&clock_words(change)]);
            (wish.tone, wish.rank) = (Tone::Bad, 3);
        }
    }
}

fn clock_words(change: ClockChange) -> String {
    match change {
        ClockChange::Step(us) => {
            let sign = if us < 0 { "−" } else { "+" };
            concat(&["clock ", sign, &words::span(Span::from_micros(us.unsigned_abs()))])
        }
        ClockChange::Rate(ppm) => {
            let how = if ppm < 0 { " slow" } else { " fast" };
            let parts = ppm.unsigned_abs();
            let (amount, unit) = if parts % 10_000 == 0 { (parts / 10_000, " %") } else { (parts, " ppm") };
            concat(&["clocks ", &amount.to_string(), unit, how])
        }
    }
}

/// What the screen says where a program ends, long and short; a crash has its own mark.
fn finish_words(why: Finish) -> Option<(&'static str, &'static str)> {
    Some(match why {
        Finish::Done => ("done", "done"),
        Finish::Refused => ("stops: lock refused", "stops"),
        Finish::GaveUp => ("gives up", "gives up"),
        Finish::Unknown => ("stops: no answer", "stops"),
        Finish::Rejected => ("stops: write refused", "stops"),
        Finish::Told => ("stops: lock is lost", "stops"),
        Finish::Deadline => ("stops: too late", "stops"),
        Finish::Crashed => return None,
    })
}

/// The stretches of a list in the order of time that touch the time from `from` to `to`.
fn overlapping(list: &[Stretch], from: Time, to: Time) -> impl Iterator<Item = &Stretch> {
    let start = list.partition_point(|it| it.to <= from);
    list[start..].iter().take_while(move |it| it.from < to)
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

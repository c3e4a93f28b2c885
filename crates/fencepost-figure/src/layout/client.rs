//! The lane of a client: its belief as a bar, its pauses over it, what it does below it, what befalls it
//! above it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;

use fencepost_core::event::{ClientId, ClockChange, Finish, Node, ProcessId, Scope};
use fencepost_core::primitive::{Span, Time};

use super::canvas::{Canvas, Id, SIZE, Wish, line, rect, upright};
use super::{Place, Scene};
use crate::story::{ClientStory, Link, Stretch, Trouble};
use crate::{Align, Paint, Part, Shape, Subject, Tenths, Tone, Type, measure, px, words};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    for (index, story) in scene.story.clients.iter().enumerate() {
        let client = ClientId(index as u16);
        let Some(place) = scene.place(Subject::Client(client)) else { continue };
        let process = scene.trace.names.process_of(client);
        let pauses = scene.story.process(process).map_or(&[][..], |it| &it.pauses);
        let lane = ClientLane { scene, place, story, process, pauses, tone: place.lane.tone };
        lane.lives(canvas);
        lane.waits(canvas);
        lane.beliefs(canvas);
        lane.steps(canvas);
        lane.pauses(canvas);
        lane.befalls(canvas);
        lane.links(canvas);
        lane.clocks(canvas);
    }
}

struct ClientLane<'a> {
    scene: &'a Scene<'a>,
    place: &'a Place,
    story: &'a ClientStory,
    process: Option<ProcessId>,
    pauses: &'a [Stretch<Scope>],
    tone: Tone,
}

impl ClientLane<'_> {
    fn id<T>(&self, part: Part, number: usize, it: &Stretch<T>) -> Id {
        Id::of(part, self.tone, self.place.index, number, it)
    }

    /// A thin line while the program runs, and how it ended.
    fn lives(&self, canvas: &mut Canvas<'_>) {
        let middle = self.place.lane.middle;
        for (number, life) in self.story.lives.iter().enumerate() {
            let Some((x, end)) = canvas.edges(life.from, life.to) else { continue };
            let id = Id { tone: Tone::Muted, ..self.id(Part::Life, number, life) };
            canvas.draw(id, vec![line(Paint::Thin, &[(x, middle), (end, middle)])]);
            let Some(why) = life.what else { continue };
            let Some(x) = canvas.place(life.to) else { continue };
            let at = life.events.1.unwrap_or(life.events.0);
            let id = Id { part: Part::Finish, events: (at, None), from: life.to, ..id };
            if why != Finish::Crashed {
                canvas.draw(id, vec![upright(Paint::Line, x, middle - px(6), middle + px(6))]);
                canvas.space.take(self.place.bar(0), x - px(2), x + px(2));
            }
            let until =
                self.story.lives.get(number + 1).map_or(canvas.right, |next| canvas.axis.x_of(next.from));
            let room = (x + px(4), until.min(x + px(170)).min(canvas.right));
            if let Some((long, short)) = finish_words(why) {
                let wish = Wish::new(self.place.bar(0), middle + px(4), room, Type::Quiet, long.into());
                canvas.wish(id, Wish { rank: 4, ..wish }.or(Type::Quiet, short));
            }
        }
    }

    fn waits(&self, canvas: &mut Canvas<'_>) {
        let middle = self.place.lane.middle;
        for (number, wait) in self.story.waits.iter().enumerate() {
            let Some((x, end)) = canvas.edges(wait.from, wait.to) else { continue };
            let id = self.id(Part::Wait, number, wait);
            canvas.draw(id, vec![line(Paint::Dots, &[(x, middle), (end, middle)])]);
            let wish = Wish::new(self.place.bar(0), middle - px(6), (x, end), Type::Toned, "waits".into());
            canvas.wish(id, Wish { prefer: Align::Middle, tone: self.tone, rank: 4, ..wish });
        }
    }

    fn beliefs(&self, canvas: &mut Canvas<'_>) {
        for (number, belief) in self.story.beliefs.iter().enumerate() {
            let Some(edges) = canvas.edges(belief.from, belief.to) else { continue };
            let bar = self.story.locks.iter().position(|it| *it == belief.what.lock).unwrap_or(0);
            let (y, half) = (self.place.middle(bar), self.place.lane.half);
            let lock = self.scene.trace.names.lock(belief.what.lock);
            let several = self.scene.story.locks.len() > 1;
            let (row, base) = (self.place.bar(bar), y + px(5));
            if belief.what.sure {
                let id = self.id(Part::Belief, number, belief);
                canvas.draw(id, vec![rect(Paint::Fill, edges, y - half, 2 * half, px(5))]);
                let Some(room) = self.unpaused(canvas, belief, edges) else { continue };
                let short = if several { measure::clean(lock) } else { "held".into() };
                let long = if several { format!("holds {short}") } else { "holds".into() };
                let wish = Wish::new(row, base, room, Type::OnFill, long).or(Type::OnFill, short);
                canvas.wish(id, Wish { size: SIZE, tone: self.tone, rank: 3, ..wish });
            } else {
                let id = self.id(Part::Doubt, number, belief);
                canvas.draw(id, vec![rect(Paint::Outline, edges, y - half + 8, 2 * half - 16, px(5))]);
                let text = "still thinks so".into();
                let wish = Wish::new(row, base, edges, Type::Toned, text).or(Type::Toned, "still?");
                let around = Some((Paint::Pill, px(10)));
                canvas.wish(id, Wish { prefer: Align::Middle, around, tone: self.tone, rank: 2, ..wish });
            }
        }
    }

    /// The first room in a bar that no pause covers and that a short word fits in.
    fn unpaused(
        &self,
        canvas: &Canvas<'_>,
        belief: &Stretch<crate::story::Belief>,
        (x, end): (Tenths, Tenths),
    ) -> Option<(Tenths, Tenths)> {
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

    /// Work and sleep as strips below the bars. A pause interrupts work.
    fn steps(&self, canvas: &mut Canvas<'_>) {
        let y = self.place.bottom() + px(9);
        let (row, _) = self.place.below();
        let base = y + px(15);
        for (number, work) in self.story.works.iter().enumerate() {
            let Some((x, end)) = canvas.edges(work.from, work.to) else { continue };
            let id = self.id(Part::Work, number, work);
            let mut shapes = vec![line(Paint::Thin, &[(x, y + px(2)), (end, y + px(2))])];
            let mut runs = |from: Time, to: Time| {
                let edges = canvas.edges(from, to).filter(|_| to > from);
                shapes.extend(edges.map(|edges| rect(Paint::Fill, edges, y, px(4), px(2))));
            };
            let mut from = work.from;
            for pause in overlapping(self.pauses, work.from, work.to) {
                if pause.what != Scope::Renewer {
                    runs(from, pause.from.min(work.to));
                    from = from.max(pause.to);
                }
            }
            runs(from, work.to);
            canvas.draw(id, shapes);
            let text = format!("works {}", words::span(work.what));
            let room = (x - px(1), (end + px(60)).min(self.next_step(canvas, work.to)));
            let wish = Wish::new(row, base, room, Type::Quiet, text);
            canvas.wish(id, Wish { rank: 6, ..wish });
        }
        for (number, sleep) in self.story.sleeps.iter().enumerate() {
            let Some((x, end)) = canvas.edges(sleep.from, sleep.to) else { continue };
            let id = self.id(Part::Sleep, number, sleep);
            let ends = |x| upright(Paint::Thin, x, y - px(1), y + px(5));
            let shapes = vec![line(Paint::Dots, &[(x, y + px(2)), (end, y + px(2))]), ends(x), ends(end)];
            canvas.draw(id, shapes);
            let text = format!("sleeps {}", words::span(sleep.what));
            let wish = Wish::new(row, base, (x, end.max(x + px(70))), Type::Quiet, text);
            canvas.wish(id, Wish { rank: 6, ..wish });
        }
    }

    /// The place of the next work or sleep after a time, or the edge of the plot.
    fn next_step(&self, canvas: &Canvas<'_>, after: Time) -> Tenths {
        let next = |list: &[Stretch<Span>]| {
            list.get(list.partition_point(|it| it.from < after)).map_or(Time::MAX, |it| it.from)
        };
        let next = next(&self.story.works).min(next(&self.story.sleeps));
        if next == Time::MAX { canvas.right } else { canvas.axis.x_of(next).min(canvas.right) }
    }

    fn pauses(&self, canvas: &mut Canvas<'_>) {
        for (number, pause) in self.pauses.iter().enumerate() {
            let Some(edges) = canvas.edges(pause.from, pause.to) else { continue };
            let id = Id { tone: Tone::Ink, ..self.id(Part::Pause, number, pause) };
            let (top, bottom) = (self.place.top() - px(7), self.place.bottom() + px(7));
            canvas.draw(id, vec![rect(Paint::Hatch, edges, top, bottom - top, px(5))]);
            // A handle sits at each end.
            for bar in 0..self.place.bars {
                for x in [canvas.place(pause.from), canvas.place(pause.to)].into_iter().flatten() {
                    canvas.space.take(self.place.bar(bar), x - px(10), x + px(10));
                }
            }
            let who = match pause.what {
                Scope::Process => "paused",
                Scope::Worker => "worker paused",
                Scope::Renewer => "renewal paused",
            };
            let long =
                if pause.is_open() { who.into() } else { format!("{who} {}", words::span(pause.span())) };
            let base = self.place.lane.middle + px(4);
            let wish = Wish::new(self.place.bar(0), base, edges, Type::Plain, long).or(Type::Plain, "paused");
            let around = Some((Paint::Pill, px(11)));
            canvas.wish(id, Wish { prefer: Align::Middle, around, rank: 1, ..wish });
        }
    }

    /// Crashes and restarts.
    fn befalls(&self, canvas: &mut Canvas<'_>) {
        let Some(story) = self.scene.story.process(self.process) else { return };
        let (y, row) = (self.place.lane.middle, self.place.bar(0));
        for (number, crash) in story.crashes.iter().enumerate() {
            let Some(x) = canvas.place(crash.at) else { continue };
            let id = Id::at(Part::Crash, Tone::Bad, self.place.index, number, crash);
            let shapes = vec![
                line(Paint::Thick, &[(x - px(9), y - px(9)), (x + px(9), y + px(9))]),
                line(Paint::Thick, &[(x - px(9), y + px(9)), (x + px(9), y - px(9))]),
            ];
            canvas.draw(id, shapes);
            canvas.space.take(row, x - px(11), x + px(11));
            let text = if crash.what { "host vanishes" } else { "crashes" };
            let room = (x + px(12), (x + px(110)).min(canvas.right));
            let wish = Wish::new(row, y + px(4), room, Type::Strong, text.into());
            canvas.wish(id, Wish { tone: Tone::Bad, rank: 2, ..wish });
        }
        for (number, restart) in story.restarts.iter().enumerate() {
            let Some(x) = canvas.place(restart.at) else { continue };
            let id = Id::at(Part::Restart, self.tone, self.place.index, number, restart);
            let points = vec![(x - px(4), y - px(7)), (x + px(8), y), (x - px(4), y + px(7))];
            canvas.draw(id, vec![Shape::Line { paint: Paint::Hollow, points, closed: true }]);
            canvas.space.take(row, x - px(6), x + px(9));
            let (row, base) = self.place.above();
            let room = (x - px(4), (x + px(80)).min(canvas.right));
            canvas.wish(id, Wish::new(row, base, room, Type::Quiet, "restarts".into()));
        }
    }

    /// Trouble on links to and from this client's process.
    fn links(&self, canvas: &mut Canvas<'_>) {
        let Some(process) = self.process else { return };
        let here = Node::Process(process);
        let links = &self.scene.story.links;
        let mine = links.iter().enumerate().filter(|(_, it)| it.what.from == here || it.what.to == here);
        let (row, base) = self.place.above();
        for (number, link) in mine {
            // The way back of a link in trouble both ways is told with the way there.
            let twin = |it: &Stretch<Link>| {
                it.from == link.from
                    && it.what.from == link.what.to
                    && it.what.to == link.what.from
                    && it.what.trouble == link.what.trouble
            };
            let near = &links[number.saturating_sub(2)..(number + 3).min(links.len())];
            let both = near.iter().any(twin);
            if both && link.what.to == here {
                continue;
            }
            let Some((x, end)) = canvas.edges(link.from, link.to) else { continue };
            let (part, paint) = match link.what.trouble {
                Trouble::Cut => (Part::Cut, Paint::Thick),
                Trouble::Slow(_) => (Part::Slow, Paint::Dots),
                Trouble::Lossy => (Part::Lossy, Paint::Dashes),
            };
            let id = Id { tone: Tone::Bad, ..self.id(part, number, link) };
            let y = self.place.lane.y + px(3);
            canvas.draw(id, vec![line(paint, &[(x, y), (end, y)])]);
            let text = self.link_words(&link.what, both);
            let wish = Wish::new(row, base, (x, end.max(x + px(180)).min(canvas.right)), Type::Toned, text);
            canvas.wish(id, Wish { tone: Tone::Bad, rank: 4, ..wish });
        }
    }

    fn link_words(&self, link: &Link, both: bool) -> String {
        let outward = Some(link.from) == self.process.map(Node::Process);
        let there = self.scene.peer(if outward { link.to } else { link.from });
        match (link.trouble, both, outward) {
            (Trouble::Cut, true, _) => format!("cut off from {there}"),
            (Trouble::Cut, _, true) => format!("cannot reach {there}"),
            (Trouble::Cut, _, false) => format!("cannot hear {there}"),
            (Trouble::Slow(by), true, _) => format!("+{} to and from {there}", words::span(by)),
            (Trouble::Slow(by), _, true) => format!("+{} to {there}", words::span(by)),
            (Trouble::Slow(by), _, false) => format!("+{} from {there}", words::span(by)),
            (Trouble::Lossy, true, _) => format!("messages to and from {there} get lost"),
            (Trouble::Lossy, _, true) => format!("messages to {there} get lost"),
            (Trouble::Lossy, _, false) => format!("messages from {there} get lost"),
        }
    }

    fn clocks(&self, canvas: &mut Canvas<'_>) {
        if let Some(process) = self.process {
            self.scene.clocks(canvas, self.place, Node::Process(process));
        }
    }
}

impl Scene<'_> {
    /// What a reader knows the other end of a link by: the lock where its service has one, else its name.
    fn peer(&self, node: Node) -> String {
        let names = &self.trace.names;
        let mut locks =
            names.locks.iter().filter(|(_, service)| crate::story::service(node) == Some(*service));
        match (locks.next(), locks.next()) {
            (Some((lock, _)), None) => measure::clean(lock),
            _ => measure::clean(names.node(node)),
        }
    }

    /// The changes of a node's clock, as marks above a lane.
    pub(super) fn clocks(&self, canvas: &mut Canvas<'_>, place: &Place, node: Node) {
        let (row, base) = place.above();
        let here = self.story.clocks.iter().enumerate().filter(|(_, it)| it.what.0 == node);
        for (number, clock) in here {
            let Some(x) = canvas.place(clock.at) else { continue };
            let id = Id::at(Part::Clock, Tone::Bad, place.index, number, clock);
            let y = base - px(4);
            let shapes = vec![
                Shape::Disc { paint: Paint::Hollow, x, y, radius: px(6) },
                line(Paint::Line, &[(x, y - px(4)), (x, y), (x + px(3), y)]),
            ];
            canvas.draw(id, shapes);
            canvas.space.take(row, x - px(7), x + px(7));
            let room = (x + px(8), (x + px(120)).min(canvas.right));
            let wish = Wish::new(row, base, room, Type::Toned, clock_words(clock.what.1));
            canvas.wish(id, Wish { tone: Tone::Bad, rank: 3, ..wish });
        }
    }
}

fn clock_words(change: ClockChange) -> String {
    match change {
        ClockChange::Step(us) => {
            let sign = if us < 0 { '−' } else { '+' };
            format!("clock {sign}{}", words::span(Span::from_micros(us.unsigned_abs())))
        }
        ClockChange::Rate(ppm) => {
            let how = if ppm < 0 { "slow" } else { "fast" };
            let parts = ppm.unsigned_abs();
            let amount = match parts % 10_000 {
                0 => format!("{} %", parts / 10_000),
                _ => parts.to_string() + " ppm",
            };
            format!("clocks {amount} {how}")
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
fn overlapping<T>(list: &[Stretch<T>], from: Time, to: Time) -> impl Iterator<Item = &Stretch<T>> {
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
            what: (),
        };
        let list = vec![stretch(0, 1), stretch(2, 3), stretch(4, 5), stretch(6, 7)];
        let mut found = overlapping(&list, Time::from_secs(3), Time::from_secs(6)).map(|it| it.from);
        assert_eq!((found.next(), found.next()), (Some(Time::from_secs(4)), None));
    }
}

//! What one check has found so far, and what each finding concerns.

use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{ClientId, LockId, Parts, StoreId};
use crate::order;
use crate::primitive::Time;
use crate::trace::{EndedBy, Ending, Names};

/// How many breaches of one check are kept with their words. Later ones are only counted.
pub const STORED_BREACHES: usize = 1_000;

/// What a finding concerns, so that an expectation can ask for one lock, store or client alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The lock.
    pub lock: Option<LockId>,
    /// The store.
    pub store: Option<StoreId>,
    /// The clients.
    pub clients: [Option<ClientId>; 2],
}

impl About {
    fn of(it: &Parts<'_>) -> Self {
        Self { lock: it.lock, store: it.store, clients: [it.client, it.other] }
    }
}

/// One thing that an expectation can ask for alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Lock(LockId),
    Store(StoreId),
    Client(ClientId),
}

impl Thing {
    /// The lock, store or client of this name.
    pub(super) fn named(name: &str, names: &Names) -> Option<Self> {
        fn place<T>(list: &[T], called: impl Fn(&T) -> bool) -> Option<u16> {
            list.iter().position(called).and_then(|place| u16::try_from(place).ok())
        }
        let lock = place(&names.locks, |it| it.0 == name).map(|id| Self::Lock(LockId(id)));
        let store = || place(&names.stores, |it| it.0 == name).map(|id| Self::Store(StoreId(id)));
        let client = || place(&names.clients, |it| it.0 == name).map(|id| Self::Client(ClientId(id)));
        lock.or_else(store).or_else(client)
    }
}

/// One time that a check broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The event that shows it.
    pub event: u32,
    /// When it began.
    pub from: Time,
    /// When it ended: `from` itself for a breach without length, and while it lasts.
    pub to: Time,
    /// What it concerns.
    pub about: About,
    /// What happened, as a sentence without full stop.
    pub text: String,
}

/// What a check has found so far, of what it was asked for. [`Findings::default`] asks for everything.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Only what concerns this.
    of: Option<Thing>,
    /// Only what is so at this moment or later.
    from: Time,
    applies: bool,
    breaches: Vec<Breach>,
    count: u64,
    open: Vec<Open>,
    undecided: Option<String>,
}

/// A breach that lasts.
#[derive(Clone, Debug)]
struct Open {
    about: About,
    from: Time,
    /// Its place among the stored breaches, unless there were too many.
    stored: Option<usize>,
}

impl Findings {
    pub(super) fn asked_for(of: Option<Thing>, from: Time) -> Self {
        Self { of, from, ..Self::default() }
    }

    /// There is something to judge here, at this moment.
    pub(super) fn applies(&mut self, it: &Parts<'_>) {
        self.applies |= it.at >= self.from && self.wants(it);
    }

    /// The check breaks now. The sentence about it has no full stop.
    pub(super) fn breach(&mut self, it: &Parts<'_>, sentence: &str) {
        self.breach_lasted(it, it.at, sentence);
    }

    /// The check breaks now, and stays broken until [`breaches_end`](Self::breaches_end). From when to when is
    /// added to the sentence then.
    pub(super) fn breach_begins(&mut self, it: &Parts<'_>, sentence: &str) {
        if self.wants(it) {
            let stored = self.store(it, it.at, it.at, sentence);
            self.open.push(Open { about: About::of(it), from: it.at, stored });
        }
    }

    /// The lasting breaches that concern this lock and this client are over. One that began at this very
    /// moment had no length: it is none.
    pub(super) fn breaches_end(&mut self, it: &Parts<'_>) {
        let mut place = 0;
        while let Some(open) = self.open.get(place) {
            if open.about.lock != it.lock || !open.about.clients.contains(&it.client) {
                place += 1;
                continue;
            }
            let gone = open.from == it.at || it.at <= self.from;
            self.end(place, gone, it, ", from $j to $i ($d)");
        }
    }

    /// The check was broken from this moment to now, as is known now.
    pub(super) fn breach_lasted(&mut self, it: &Parts<'_>, from: Time, sentence: &str) {
        let in_time = from >= self.from || it.at > self.from;
        if in_time && self.wants(it) {
            self.store(it, from, it.at, sentence);
        }
    }

    /// What was to be judged now cannot be told; the sentence says why.
    pub(super) fn undecided(&mut self, it: &Parts<'_>, sentence: &str) {
        if it.at >= self.from && self.undecided.is_none() && self.wants(it) {
            self.undecided = Some(it.text(sentence));
        }
    }

    /// The breaches in the order in which they began, at most [`STORED_BREACHES`].
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    /// How many breaches there are, stored or not.
    pub fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn anything_applies(&self) -> bool {
        self.applies
    }

    pub(super) fn why_undecided(&self) -> Option<&str> {
        self.undecided.as_deref()
    }

    /// The end: what began in the last instant has no length, unless it stays like this for ever.
    pub(super) fn close(&mut self, ending: &Ending, names: &Names) {
        let it = Parts::at(ending.at, names);
        while let Some(open) = self.open.first() {
            let gone = ending.why != EndedBy::Quiet && open.from >= ending.at;
            self.end(0, gone, &it, ", from $j to the end at $i");
        }
        order::by_key(&mut self.breaches, |breach| (breach.from, breach.event));
    }

    /// A lasting breach ends, and is none if it is `gone`.
    fn end(&mut self, place: usize, gone: bool, it: &Parts<'_>, from_to: &str) {
        let open = self.open.remove(place);
        if gone {
            self.forget(open.stored);
        } else if let Some(breach) = open.stored.and_then(|at| self.breaches.get_mut(at)) {
            breach.to = it.at;
            let mut it = *it;
            (it.since, it.span) = (breach.from, it.at.since(breach.from));
            breach.text += &it.text(from_to);
        }
    }

    fn wants(&self, it: &Parts<'_>) -> bool {
        self.of.is_none_or(|thing| match thing {
            Thing::Lock(lock) => it.lock == Some(lock),
            Thing::Store(store) => it.store == Some(store),
            Thing::Client(client) => [it.client, it.other].contains(&Some(client)),
        })
    }

    fn store(&mut self, it: &Parts<'_>, from: Time, to: Time, sentence: &str) -> Option<usize> {
        self.count += 1;
        let place = self.breaches.len();
        if place >= STORED_BREACHES {
            return None;
        }
        let (about, text) = (About::of(it), it.text(sentence));
        self.breaches.push(Breach { event: it.index, from, to, about, text });
        Some(place)
    }

    fn forget(&mut self, stored: Option<usize>) {
        self.count = self.count.saturating_sub(1);
        let Some(gone) = stored else { return };
        self.breaches.remove(gone);
        for place in self.open.iter_mut().filter_map(|open| open.stored.as_mut()) {
            *place -= usize::from(*place > gone);
        }
    }
}

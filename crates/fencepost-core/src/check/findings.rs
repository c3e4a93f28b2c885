//! What one check has found so far, and what each finding concerns.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{ClientId, Event, LockId, StoreId};
use crate::order;
use crate::primitive::Time;
use crate::trace::{EndedBy, Ending, Names};

/// How many breaches of one check are kept with their words. Later ones are only counted.
pub const STORED_BREACHES: usize = 1_000;

/// What a finding concerns, so that an expectation can ask for one lock, store or client alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The lock.
    pub lock: Option<LockId>,
    /// The store.
    pub store: Option<StoreId>,
    /// The clients.
    pub clients: [Option<ClientId>; 2],
}

impl About {
    /// One client and one lock.
    pub const fn lock(lock: LockId, client: ClientId) -> Self {
        Self { lock: Some(lock), store: None, clients: [Some(client), None] }
    }

    /// One client and one store, with the lock that protects it.
    pub fn store(store: StoreId, client: ClientId, names: &Names) -> Self {
        Self { lock: names.lock_of(store), store: Some(store), clients: [Some(client), None] }
    }

    /// The same, with a second client.
    pub const fn and(self, client: ClientId) -> Self {
        Self { clients: [self.clients[0], Some(client)], ..self }
    }

    /// Whether it concerns this client.
    pub fn names(&self, client: ClientId) -> bool {
        self.clients.contains(&Some(client))
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

    fn among(self, about: &About) -> bool {
        match self {
            Self::Lock(lock) => about.lock == Some(lock),
            Self::Store(store) => about.store == Some(store),
            Self::Client(client) => about.names(client),
        }
    }
}

/// One time that a check broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The event that shows it.
    pub event: u32,
    /// When it began.
    pub from: Time,
    /// When it ended: `from` itself for a breach without length, `None` while it lasts.
    pub to: Option<Time>,
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
    pub fn applies(&mut self, at: Time, about: About) {
        self.applies = self.applies || (at >= self.from && self.wants(&about));
    }

    /// The check breaks at this event.
    pub fn breach(&mut self, event: &Event, about: About, text: impl FnOnce() -> String) {
        self.breach_lasted(event.index, (event.at, event.at), about, text);
    }

    /// The check breaks at this event, and stays broken until [`breaches_end`](Self::breaches_end). From when
    /// to when is added to the text then.
    pub fn breach_begins(&mut self, event: &Event, about: About, text: impl FnOnce() -> String) {
        if self.wants(&about) {
            let stored = self.store(event.index, (event.at, None), about, text);
            self.open.push(Open { about, from: event.at, stored });
        }
    }

    /// The lasting breaches for which this is true are over. One that began at this very moment had no
    /// length: it is none.
    pub fn breaches_end(&mut self, event: &Event, over: impl Fn(&About) -> bool) {
        let mut place = 0;
        while let Some(open) = self.open.get(place) {
            if !over(&open.about) {
                place += 1;
                continue;
            }
            let open = self.open.remove(place);
            if open.from == event.at || event.at <= self.from {
                self.forget(open.stored);
            } else if let Some(breach) = open.stored.and_then(|at| self.breaches.get_mut(at)) {
                breach.to = Some(event.at);
                let length = event.at.since(breach.from);
                breach.text.push_str(&format!(", from {} to {} ({length})", breach.from, event.at));
            }
        }
    }

    /// The check was broken from the first moment to the second, as is known now; `event` is the index of
    /// the witness.
    pub fn breach_lasted(
        &mut self,
        event: u32,
        (from, to): (Time, Time),
        about: About,
        text: impl FnOnce() -> String,
    ) {
        let in_time = from >= self.from || to > self.from;
        if in_time && self.wants(&about) {
            self.store(event, (from, Some(to)), about, text);
        }
    }

    /// What was to be judged at this moment cannot be told: a sentence without full stop says why.
    pub fn undecided(&mut self, at: Time, about: About, text: impl FnOnce() -> String) {
        if at >= self.from && self.undecided.is_none() && self.wants(&about) {
            self.undecided = Some(text());
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
    pub(super) fn close(&mut self, ending: &Ending) {
        while let Some(open) = self.open.pop() {
            if ending.why != EndedBy::Quiet && open.from >= ending.at {
                self.forget(open.stored);
            } else if let Some(breach) = open.stored.and_then(|at| self.breaches.get_mut(at)) {
                breach.text.push_str(&format!(", from {} to the end at {}", breach.from, ending.at));
            }
        }
        order::by_key(&mut self.breaches, |breach| (breach.from, breach.event));
    }

    fn wants(&self, about: &About) -> bool {
        self.of.is_none_or(|thing| thing.among(about))
    }

    fn store(
        &mut self,
        event: u32,
        (from, to): (Time, Option<Time>),
        about: About,
        text: impl FnOnce() -> String,
    ) -> Option<usize> {
        self.count += 1;
        let place = self.breaches.len();
        (place < STORED_BREACHES).then(|| {
            self.breaches.push(Breach { event, from, to, about, text: text() });
            place
        })
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

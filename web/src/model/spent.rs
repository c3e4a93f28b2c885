//! How long each client asked for a lock, and how long it was on record as its holder. A fold over the trace;
//! leaves out what a client believed.

use fencepost_core::event::{AcquireEnd, ClientId, Kind, LockId};
use fencepost_core::primitive::{Span, Time};
use fencepost_core::trace::Trace;

/// One request for a lock, with its retries, or one holding of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The client.
    pub client: ClientId,
    /// The lock.
    pub lock: LockId,
    /// The event that it begins with.
    pub event: u32,
    /// When it began.
    pub from: Time,
    /// How long it took; to the end of the run where it never ended.
    pub length: Span,
    /// What became of it.
    pub how: How,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It asked, and this came of it; `None` while the run ended first.
    Asked(Option<AcquireEnd>),
    /// It was on record; false when the run ended first.
    Held(bool),
}

/// Everything that was asked for and held, in the order of beginning.
pub fn spent(trace: &Trace) -> Vec<Spent> {
    let mut all: Vec<Spent> = Vec::new();
    for event in &trace.events {
        let begin = |client, lock, how| Spent {
            client,
            lock,
            event: event.index,
            from: event.at,
            length: trace.ending.at.since(event.at),
            how,
        };
        let (client, lock, open, how) = match event.kind {
            Kind::AcquireBegan { client, lock, .. } => {
                all.push(begin(client, lock, How::Asked(None)));
                continue;
            }
            Kind::RecordBegan { client, lock, .. } => {
                all.push(begin(client, lock, How::Held(false)));
                continue;
            }
            Kind::AcquireEnded { client, lock, why } => {
                (client, lock, How::Asked(None), How::Asked(Some(why)))
            }
            Kind::RecordEnded { client, lock, .. } => (client, lock, How::Held(false), How::Held(true)),
            _ => continue,
        };
        let same = |it: &&mut Spent| it.client == client && it.lock == lock && it.how == open;
        if let Some(it) = all.iter_mut().rev().find(same) {
            it.length = event.at.since(it.from);
            it.how = how;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use fencepost_core::event::{Event, Grant, Node, ProcessId, RecordEnd};
    use fencepost_core::primitive::Reading;
    use fencepost_core::trace::{EndedBy, Ending, Names};

    use super::*;

    const LOCK: LockId = LockId(0);

    fn trace(kinds: Vec<(u64, Kind)>) -> Trace {
        let event = |(index, (at, kind))| Event {
            index: index as u32,
            at: Time::from_secs(at),
            node: Node::Process(ProcessId(0)),
            clock: Reading::ZERO,
            cause: None,
            kind,
        };
        Trace {
            names: Names::default(),
            events: kinds.into_iter().enumerate().map(event).collect(),
            ending: Ending { at: Time::from_secs(20), why: EndedBy::Horizon },
        }
    }

    fn asks(client: u16) -> Kind {
        let (client, lock) = (ClientId(client), LOCK);
        Kind::AcquireBegan { client, lock, every: None, patience: Span::from_secs(5) }
    }

    #[test]
    fn asking_and_holding_are_measured() {
        let (a, b) = (ClientId(0), ClientId(1));
        let record = Kind::RecordBegan { lock: LOCK, client: a, grant: Grant(1), token: None };
        let over = Kind::RecordEnded { lock: LOCK, client: a, grant: Grant(1), why: RecordEnd::Released };
        let granted = Kind::AcquireEnded { client: a, lock: LOCK, why: AcquireEnd::Granted };
        let all = spent(&trace(vec![(0, asks(0)), (1, record), (2, granted), (3, asks(1)), (9, over)]));
        let words: Vec<_> = all.iter().map(|it| (it.client, it.event, it.length, it.how)).collect();
        let secs = Span::from_secs;
        assert_eq!(
            words,
            [
                (a, 0, secs(2), How::Asked(Some(AcquireEnd::Granted))),
                (a, 1, secs(8), How::Held(true)),
                // B asks at 3 and is still asking when the run ends at 20.
                (b, 3, secs(17), How::Asked(None)),
            ]
        );
    }

    #[test]
    fn one_who_asks_twice_is_measured_twice() {
        let end = Kind::AcquireEnded { client: ClientId(0), lock: LOCK, why: AcquireEnd::Refused };
        let all = spent(&trace(vec![(0, asks(0)), (1, end), (4, asks(0)), (6, end)]));
        let lengths: Vec<_> = all.iter().map(|it| it.length).collect();
        assert_eq!(lengths, [Span::from_secs(1), Span::from_secs(2)]);
    }
}

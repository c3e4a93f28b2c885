//! Events in plain words, one sentence each.

use core::fmt::{self, Display, Formatter};

use crate::event::{
    AcquireEnd, BeliefEnd, ClientId, ClockChange, Content, Event, Finish, Kind, LockId, Loss, Message, Node,
    NotReleased, Promise, RecordEnd, Rejection, Scope, StoreId, ValueId,
};
use crate::primitive::Token;
use crate::trace::Names;

/// One event, to be shown as a sentence. The time is not in it.
pub struct Sentence<'a> {
    /// The event.
    pub event: &'a Event,
    /// What things are called.
    pub names: &'a Names,
}

impl Display for Sentence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let n = self.names;
        let client = |id: ClientId| n.client(id);
        let lock = |id: LockId| n.lock(id);
        let store = |id: StoreId| n.store(id);
        match self.event.kind {
            Kind::ClientStarted { client: c } => write!(f, "{} starts", client(c)),
            Kind::WorkBegan { client: c, length } => write!(f, "{} begins to work for {length}", client(c)),
            Kind::WorkEnded { client: c } => write!(f, "{} has done its work", client(c)),
            Kind::SleepBegan { client: c, length } => write!(f, "{} sleeps for {length}", client(c)),
            Kind::SleepEnded { client: c } => write!(f, "{} has slept enough", client(c)),
            Kind::AcquireBegan { client: c, lock: l, .. } => {
                write!(f, "{} wants the lock {}", client(c), lock(l))
            }
            Kind::AcquireEnded { client: c, lock: l, why } => self.acquire_ended(f, client(c), lock(l), why),
            Kind::TimedOut { client: c, message } => {
                write!(f, "{} waits no longer for an answer to ", client(c))?;
                self.content(f, &message)?;
                f.write_str(": the outcome is unknown")
            }
            Kind::Checked { client: c, lock: l, passed: true } => {
                write!(f, "{} looks at its deadline for {}: it has not passed", client(c), lock(l))
            }
            Kind::Checked { client: c, lock: l, passed: false } => {
                write!(f, "{} looks at its deadline for {}: it has passed", client(c), lock(l))
            }
            Kind::ValueRead { client: c, store: s, value, .. } => {
                write!(f, "{} learns that {} ", client(c), store(s))?;
                self.holds_value(f, value)
            }
            Kind::ClientFinished { client: c, why } => self.finished(f, client(c), why),
            Kind::Sent(message) => {
                write!(f, "{} sends ", self.sender(&message))?;
                self.content(f, &message)
            }
            Kind::Arrived { message, queued } => {
                self.content_of(f, &message)?;
                write!(f, " reaches {}", self.addressee(&message))?;
                f.write_str(if queued { ", which is paused and will see it later" } else { "" })
            }
            Kind::Lost { message, why } => {
                self.content_of(f, &message)?;
                match why {
                    Loss::Partition => f.write_str(" is lost: the link is cut"),
                    Loss::Network => f.write_str(" is lost on the way"),
                    Loss::Crashed => write!(f, " is lost: {} is dead", self.addressee(&message)),
                    Loss::Closed => {
                        write!(f, " is lost: {} closed this connection", self.addressee(&message))
                    }
                }
            }
            _ => self.keeper(f),
        }
    }
}

impl Sentence<'_> {
    /// What services, beliefs, stores and faults say.
    fn keeper(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let n = self.names;
        let here = n.node(self.event.node);
        match self.event.kind {
            Kind::Granted { client, lock, token, promise, .. } => {
                write!(f, "{here} grants {} to {}", n.lock(lock), n.client(client))?;
                if let Some(token) = token {
                    write!(f, " with token {token}")?;
                }
                self.promise(f, promise)
            }
            Kind::Refused { client, lock, holder } if client == holder => {
                let (lock, client) = (n.lock(lock), n.client(client));
                write!(f, "{here} refuses {lock} to {client}: {client} has it already")
            }
            Kind::Refused { client, lock, holder } => {
                write!(
                    f,
                    "{here} refuses {} to {}: {} has it",
                    n.lock(lock),
                    n.client(client),
                    n.client(holder)
                )
            }
            Kind::Extended { client, lock, owner, promise, .. } => {
                write!(f, "{here} extends {}'s lease on {}", n.client(owner), n.lock(lock))?;
                if client != owner {
                    write!(f, ", asked by {}", n.client(client))?;
                }
                self.promise(f, promise)
            }
            Kind::ExtendRefused { client, lock } => {
                write!(f, "{here} does not extend {}: it is not {}'s", n.lock(lock), n.client(client))
            }
            Kind::Released { client, lock, owner, .. } if client == owner => {
                write!(f, "{here} releases {} for {}", n.lock(lock), n.client(client))
            }
            Kind::Released { client, lock, owner, .. } => {
                write!(
                    f,
                    "{here} releases {} for {}, though {} holds it",
                    n.lock(lock),
                    n.client(client),
                    n.client(owner)
                )
            }
            Kind::ReleaseRefused { client, lock, why: NotReleased::NotOwner } => {
                write!(
                    f,
                    "{here} does not release {}: another holds it, not {}",
                    n.lock(lock),
                    n.client(client)
                )
            }
            Kind::ReleaseRefused { lock, why: NotReleased::NotHeld, .. } => {
                write!(f, "{here} does not release {}: nobody holds it", n.lock(lock))
            }
            Kind::RecordBegan { lock, client, token, .. } => {
                write!(f, "{here} has {} on record as holder of {}", n.client(client), n.lock(lock))?;
                token.map_or(Ok(()), |token| write!(f, ", token {token}"))
            }
            Kind::RecordEnded { lock, client, why, .. } => {
                let how = match why {
                    RecordEnd::Released => "is released",
                    RecordEnd::ReleasedByOther => "is released by another",
                    RecordEnd::Expired => "expires",
                };
                write!(f, "{}'s lease on {} {how}", n.client(client), n.lock(lock))
            }
            Kind::BeliefBegan { client, lock, valid_until, .. } => {
                write!(f, "{} believes that it holds {}", n.client(client), n.lock(lock))?;
                valid_until.map_or(Ok(()), |end| write!(f, ", by its own clock until {end}"))
            }
            Kind::BeliefExtended { client, lock, valid_until, .. } => {
                write!(f, "{} may act on {} for longer", n.client(client), n.lock(lock))?;
                valid_until.map_or(Ok(()), |end| write!(f, ", by its own clock until {end}"))
            }
            Kind::ValidityEnded { client, lock, .. } => write!(
                f,
                "{}'s validity for {} ends, and {0} still thinks that it holds the lock",
                n.client(client),
                n.lock(lock)
            ),
            Kind::BeliefEnded { client, lock, why, .. } => {
                let how = match why {
                    BeliefEnd::Deadline => "its own deadline has passed",
                    BeliefEnd::ReleaseSent => "it has sent the release",
                    BeliefEnd::Told => "its lock library was told so",
                    BeliefEnd::Rejected => "its write was refused",
                    BeliefEnd::Crashed => "it is dead",
                    BeliefEnd::Finished => "its program is over",
                };
                write!(f, "{} no longer believes that it holds {}: {how}", n.client(client), n.lock(lock))
            }
            _ => self.store_or_fault(f),
        }
    }

    fn store_or_fault(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let n = self.names;
        let here = n.node(self.event.node);
        match self.event.kind {
            Kind::WriteAccepted { client, token, value, .. } => {
                write!(f, "{here} accepts {}'s write", n.client(client))?;
                if let Some(token) = token {
                    write!(f, " with token {token}")?;
                }
                write!(f, " and now holds “{}”", n.value(value))
            }
            Kind::WriteRejected { client, why: Rejection::Stale { token, highest }, .. } => write!(
                f,
                "{here} refuses {}'s write: it carries token {token}, and {here} has already seen {highest}",
                n.client(client)
            ),
            Kind::WriteRejected { client, why: Rejection::NoToken, .. } => {
                write!(f, "{here} refuses {}'s write: it carries no token", n.client(client))
            }
            Kind::ReadServed { client, value, .. } => {
                write!(f, "{here} tells {} that it ", n.client(client))?;
                self.holds_value(f, value)
            }
            Kind::Paused { process, scope } => {
                write!(f, "{} pauses{}", n.process(process), part(scope))
            }
            Kind::Resumed { process, scope } => {
                write!(f, "{} wakes up{}", n.process(process), part(scope))
            }
            Kind::Crashed { process, host: false } => write!(f, "{} crashes", n.process(process)),
            Kind::Crashed { process, host: true } => {
                write!(f, "the host of {} vanishes", n.process(process))
            }
            Kind::Restarted { process } => write!(f, "{} starts again", n.process(process)),
            Kind::ConnectionClosed { process } => {
                write!(f, "{here} sees that {} closed its connection", n.process(process))
            }
            Kind::LinkCut { from, to } => {
                write!(f, "messages from {} no longer reach {}", n.node(from), n.node(to))
            }
            Kind::LinkHealed { from, to } => {
                write!(f, "messages from {} reach {} again", n.node(from), n.node(to))
            }
            Kind::LinkSlowed { from, to, by } if by.is_zero() => {
                write!(f, "messages from {} to {} travel at their usual pace again", n.node(from), n.node(to))
            }
            Kind::LinkSlowed { from, to, by } => {
                write!(f, "messages from {} to {} take {by} longer", n.node(from), n.node(to))
            }
            Kind::LinkLossy { from, to, lossy: true } => {
                write!(f, "messages from {} to {} may get lost", n.node(from), n.node(to))
            }
            Kind::LinkLossy { from, to, lossy: false } => {
                write!(f, "messages from {} to {} no longer get lost", n.node(from), n.node(to))
            }
            Kind::ClockChanged { change: ClockChange::Step(us) } => {
                let sign = if us < 0 { "back" } else { "forward" };
                write!(
                    f,
                    "the clock of {here} jumps {sign} by {}",
                    crate::primitive::Span::from_micros(us.unsigned_abs())
                )
            }
            Kind::ClockChanged { change: ClockChange::Rate(ppm) } => {
                let how = if ppm < 0 { "slow" } else { "fast" };
                write!(f, "the clocks of {here} run {} parts per million {how}", ppm.unsigned_abs())
            }
            _ => Ok(()),
        }
    }

    fn acquire_ended(&self, f: &mut Formatter<'_>, client: &str, lock: &str, why: AcquireEnd) -> fmt::Result {
        match why {
            AcquireEnd::Granted => write!(f, "{client} has the lock {lock}"),
            AcquireEnd::Refused => write!(f, "{client} does not get the lock {lock}"),
            AcquireEnd::GaveUp => write!(f, "{client} gives up asking for {lock}"),
            AcquireEnd::Unknown => write!(f, "{client} does not know whether it has {lock}"),
            AcquireEnd::Crashed => write!(f, "{client} dies while asking for {lock}"),
            AcquireEnd::Stopped => write!(f, "{client} stops asking for {lock}"),
        }
    }

    fn finished(&self, f: &mut Formatter<'_>, client: &str, why: Finish) -> fmt::Result {
        match why {
            Finish::Done => write!(f, "{client} is done"),
            Finish::Refused => write!(f, "{client} stops: the lock was refused"),
            Finish::GaveUp => write!(f, "{client} stops: it gave up asking"),
            Finish::Unknown => write!(f, "{client} stops: it had no answer"),
            Finish::Rejected => write!(f, "{client} stops: its write was refused"),
            Finish::Told => write!(f, "{client} stops: it was told that the lock is lost"),
            Finish::Deadline => write!(f, "{client} stops: its own deadline has passed"),
            Finish::Crashed => write!(f, "{client} is dead"),
        }
    }

    fn promise(&self, f: &mut Formatter<'_>, promise: Promise) -> fmt::Result {
        match promise {
            Promise::Until(time) => write!(f, ", promised until {time}"),
            Promise::UntilReleased => f.write_str(", promised until it is released"),
        }
    }

    fn holds_value(&self, f: &mut Formatter<'_>, value: Option<ValueId>) -> fmt::Result {
        match value {
            Some(value) => write!(f, "holds “{}”", self.names.value(value)),
            None => f.write_str("is empty"),
        }
    }

    fn sender(&self, message: &Message) -> &str {
        match message.from {
            Node::Process(_) => self.names.client(message.client),
            node => self.names.node(node),
        }
    }

    fn addressee(&self, message: &Message) -> &str {
        match message.to {
            Node::Process(_) => self.names.client(message.client),
            node => self.names.node(node),
        }
    }

    /// "acquire report to fenced", "the answer granted 33 to A".
    fn content(&self, f: &mut Formatter<'_>, message: &Message) -> fmt::Result {
        let n = self.names;
        let to = self.addressee(message);
        match message.content {
            Content::Acquire { lock } => write!(f, "“acquire {}” to {to}", n.lock(lock)),
            Content::Extend { lock } => write!(f, "“extend {}” to {to}", n.lock(lock)),
            Content::Release { lock, plain: false } => write!(f, "“release {}” to {to}", n.lock(lock)),
            Content::Release { lock, plain: true } => write!(f, "a plain “release {}” to {to}", n.lock(lock)),
            Content::Write { value, token, .. } => {
                write!(f, "a write of “{}” to {to}", n.value(value))?;
                token.map_or(Ok(()), |token| write!(f, ", token {token}"))
            }
            Content::Read { .. } => write!(f, "a read to {to}"),
            Content::Close => write!(f, "the end of its connection to {to}"),
            Content::Granted { lock, token } => {
                write!(f, "the answer “{} is yours”", n.lock(lock))?;
                token.map_or(Ok(()), |token: Token| write!(f, ", token {token},"))?;
                write!(f, " to {to}")
            }
            Content::Held { lock } => write!(f, "the answer “{} is held” to {to}", n.lock(lock)),
            Content::Extended { lock } => write!(f, "the answer “{} extended” to {to}", n.lock(lock)),
            Content::Released { lock } => write!(f, "the answer “{} released” to {to}", n.lock(lock)),
            Content::NotYours { lock } => write!(f, "the answer “{} is not yours” to {to}", n.lock(lock)),
            Content::Written { .. } => write!(f, "the answer “written” to {to}"),
            Content::Rejected { why: Rejection::Stale { token, highest }, .. } => {
                write!(f, "the answer “refused, {token} < {highest}” to {to}")
            }
            Content::Rejected { why: Rejection::NoToken, .. } => {
                write!(f, "the answer “refused, no token” to {to}")
            }
            Content::Value { .. } => write!(f, "the value to {to}"),
        }
    }

    /// "A's write", "the answer to A": the message as the subject of a sentence.
    fn content_of(&self, f: &mut Formatter<'_>, message: &Message) -> fmt::Result {
        let word = message.content.word();
        match message.from {
            Node::Process(_) => write!(f, "{}'s {word}", self.names.client(message.client)),
            node => write!(f, "{}'s answer “{word}”", self.names.node(node)),
        }
    }
}

fn part(scope: Scope) -> &'static str {
    match scope {
        Scope::Process => "",
        Scope::Worker => ": its workers only",
        Scope::Renewer => ": its renewal only",
    }
}

//! The one sentence that a page shows first: what came of it all, the worst first.

use alloc::format;
use alloc::string::{String, ToString};

use super::Verdict;
use crate::event::{AcquireEnd, ClientId, Finish, Grant, Kind, LockId, Outcome, Rejection};
use crate::trace::Trace;

/// What came of it all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// How bad it is.
    pub tone: Tone,
    /// One sentence with full stop.
    pub text: String,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Data was destroyed.
    Damage,
    /// Nothing was destroyed, by luck.
    Danger,
    /// Something was about to be destroyed and was refused.
    Prevented,
    /// All is well.
    Fine,
}

type Rule = fn(&Trace, &[Verdict]) -> Option<Headline>;

/// The rules, the worst first; the first that has something to say says it.
const RULES: &[Rule] =
    &[destroyed, lost_update, late_write, refused_write, other_breach, crashed_holder, refused_lock];

/// The headline of a trace with its verdicts.
pub fn headline(trace: &Trace, verdicts: &[Verdict]) -> Headline {
    RULES.iter().find_map(|rule| rule(trace, verdicts)).unwrap_or_else(|| fine(trace))
}

fn broken<'a>(verdicts: &'a [Verdict], check: &str) -> Option<&'a Verdict> {
    verdicts.iter().find(|it| it.check == check && it.outcome == Outcome::Broken)
}

fn witness(trace: &Trace, verdict: &Verdict) -> Option<Kind> {
    trace.events.get(verdict.event? as usize).map(|event| event.kind)
}

fn say(tone: Tone, text: String) -> Option<Headline> {
    Some(Headline { tone, text })
}

/// A write was accepted over one of a newer grant.
fn destroyed(trace: &Trace, verdicts: &[Verdict]) -> Option<Headline> {
    let verdict = broken(verdicts, "writes-in-order")?;
    let Kind::WriteAccepted { client, store, replaced, .. } = witness(trace, verdict)? else { return None };
    let victim = trace.events.iter().find_map(|event| match event.kind {
        Kind::WriteAccepted { client, store: at, version, .. } if at == store && version == replaced => {
            Some(client)
        }
        _ => None,
    })?;
    let (writer, victim) = (trace.names.client(client), trace.names.client(victim));
    say(Tone::Damage, format!("{writer}'s late write destroyed {victim}'s data."))
}

fn lost_update(trace: &Trace, verdicts: &[Verdict]) -> Option<Headline> {
    let Kind::WriteAccepted { client, .. } = witness(trace, broken(verdicts, "no-lost-update")?)? else {
        return None;
    };
    let writer = trace.names.client(client);
    say(Tone::Damage, format!("{writer}'s write replaced data that it had not read."))
}

fn late_write(trace: &Trace, verdicts: &[Verdict]) -> Option<Headline> {
    let verdict = broken(verdicts, "no-late-write")?;
    let Kind::WriteAccepted { client, store, token, .. } = witness(trace, verdict)? else { return None };
    let writer = trace.names.client(client);
    let newest = trace.names.lock_of(store).and_then(|lock| newest_token(trace, lock, verdict.event?));
    say(
        Tone::Danger,
        match newest.filter(|_| token.is_some()) {
            Some(newest) => format!("{writer}'s late write got in: the store had not yet seen {newest}."),
            None => format!("{writer}'s late write got in."),
        },
    )
}

/// The token of the last grant of a lock before an event.
fn newest_token(trace: &Trace, lock: LockId, before: u32) -> Option<u64> {
    trace.events.iter().take(before as usize).rev().find_map(|event| match event.kind {
        Kind::Granted { lock: granted, token, .. } if granted == lock => token.map(|token| token.get()),
        _ => None,
    })
}

fn refused_write(trace: &Trace, _: &[Verdict]) -> Option<Headline> {
    trace.events.iter().find_map(|event| {
        let Kind::WriteRejected { client, why, .. } = event.kind else { return None };
        let writer = trace.names.client(client);
        say(
            Tone::Prevented,
            match why {
                Rejection::Stale { token, highest } => {
                    format!("{writer}'s late write was refused: its token {token} is lower than {highest}.")
                }
                Rejection::NoToken => format!("{writer}'s write was refused: it carries no token."),
            },
        )
    })
}

/// Any other check that broke, in its own words.
fn other_breach(_: &Trace, verdicts: &[Verdict]) -> Option<Headline> {
    let order = ["one-holder", "own-release", "progress", "one-believer"];
    let verdict = order.iter().find_map(|check| broken(verdicts, check))?;
    say(Tone::Danger, verdict.text.clone())
}

/// A holder died, and somebody else got the lock when its lease was over.
fn crashed_holder(trace: &Trace, _: &[Verdict]) -> Option<Headline> {
    let (client, lock) = trace.events.iter().find_map(|event| match event.kind {
        Kind::BeliefEnded { client, lock, why: crate::event::BeliefEnd::Crashed, .. } => Some((client, lock)),
        _ => None,
    })?;
    let (name, lock_name) = (trace.names.client(client), trace.names.lock(lock));
    let next = next_holder(trace, client, lock);
    say(
        Tone::Fine,
        match next {
            Some(next) => format!(
                "{name} crashed; when its lease on {lock_name} was over, {} got the lock.",
                trace.names.client(next)
            ),
            None => format!("{name} crashed while it held {lock_name}."),
        },
    )
}

fn next_holder(trace: &Trace, client: ClientId, lock: LockId) -> Option<ClientId> {
    let mine = |grant: Grant| {
        trace.events.iter().any(
            |event| matches!(event.kind, Kind::Granted { client: to, grant: it, .. } if to == client && it == grant),
        )
    };
    let ended = trace.events.iter().position(
        |event| matches!(event.kind, Kind::RecordEnded { lock: of, grant, .. } if of == lock && mine(grant)),
    )?;
    trace.events.get(ended..)?.iter().find_map(|event| match event.kind {
        Kind::Granted { client: to, lock: of, .. } if of == lock && to != client => Some(to),
        _ => None,
    })
}

fn refused_lock(trace: &Trace, _: &[Verdict]) -> Option<Headline> {
    trace.events.iter().find_map(|event| match event.kind {
        Kind::AcquireEnded { client, lock, why: AcquireEnd::Refused } => say(
            Tone::Fine,
            format!(
                "{} was refused {}: another held it.",
                trace.names.client(client),
                trace.names.lock(lock)
            ),
        ),
        Kind::ClientFinished { client, why: Finish::GaveUp } => {
            say(Tone::Fine, format!("{} gave up asking for its lock.", trace.names.client(client)))
        }
        _ => None,
    })
}

fn fine(trace: &Trace) -> Headline {
    let wrote = trace.events.iter().any(|event| matches!(event.kind, Kind::WriteAccepted { .. }));
    let granted = trace.events.iter().any(|event| matches!(event.kind, Kind::Granted { .. }));
    let text = match (wrote, granted) {
        (true, _) => "Every write was made by the holder of the lock.",
        (false, true) => "The lock was held by one client at a time.",
        (false, false) => "Nothing was granted and nothing was written.",
    };
    Headline { tone: Tone::Fine, text: text.to_string() }
}

//! Every kind of event and of message: its name in scenarios, and the sentences about it, as templates of
//! [`text`](crate::text). Where there are several, `case` says which.

use super::{
    AcquireEnd, BeliefEnd, Change, ClockChange, Content, Failure, Finish, Kind, Loss, NotReleased, RecordEnd,
    Rejection, Scope, SessionEnd,
};

macro_rules! entries {
    ($Enum:ident, $Place:ident: $($Case:ident $name:literal, [$($sentence:literal),+ $(,)?];)*) => {
        #[derive(Clone, Copy)]
        enum $Place {
            $($Case,)*
        }

        impl $Enum {
            /// Every kind, as scenarios write it.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// One text each: every pointer weighs as much as a word.
            const SENTENCES: &'static [&'static str] = &[$(concat!($($sentence, "|"),+)),*];

            const fn place(&self) -> usize {
                let place = match self {
                    $(Self::$Case { .. } => $Place::$Case,)*
                };
                place as usize
            }
        }
    };
}

entries! { Kind, KindPlace:
    ClientStarted "client-started", ["$c starts"];
    WorkBegan "work-began", ["$c begins to work for $d"];
    WorkEnded "work-ended", ["$c has done its work"];
    SleepBegan "sleep-began", ["$c sleeps for $d"];
    SleepEnded "sleep-ended", ["$c has slept enough"];
    AcquireBegan "acquire-began", ["$c wants the lock $l"];
    AcquireEnded "acquire-ended", [
        "$c has the lock $l",
        "$c does not get the lock $l",
        "$c gives up asking for $l",
        "$c does not get the lock $l: the request failed",
        "$c does not know whether it has $l",
        "$c dies while asking for $l",
        "$c stops asking for $l",
    ];
    TimedOut "timed-out", ["$c waits no longer for an answer to $m: the outcome is unknown"];
    Checked "checked", [
        "$c looks at its deadline for $l: it has passed",
        "$c looks at its deadline for $l: it has not passed",
    ];
    ValueRead "value-read", ["$c learns that $s is empty", "$c learns that $s holds “$v”"];
    ClientFinished "client-finished", [
        "$c is done",
        "$c stops: the lock was refused",
        "$c stops: it gave up asking",
        "$c stops: its request failed",
        "$c stops: it had no answer",
        "$c stops: its write was refused",
        "$c stops: it was told that the lock is lost",
        "$c stops: its own deadline has passed",
        "$c stops: it has lost contact with its lock's service",
        "$c is dead",
    ];
    Sent "sent", ["$b sends $m"];
    Duplicated "duplicated", ["the network makes a copy of $M to $a"];
    Arrived "arrived", ["$M reaches $a", "$M reaches $a, which is paused and will see it later"];
    Lost "lost", [
        "$M is lost: the link is cut",
        "$M is lost on the way",
        "$M is lost: $a is dead",
        "$M is lost: $a closed this connection",
    ];
    Granted "granted", ["$h grants $l to $c[k with token $k], promised $U"];
    Refused "refused", ["$h refuses $l to $c: $o has it", "$h refuses $l to $c: $c has it already"];
    Queued "queued", ["$h lets $c wait for $l behind $o"];
    Voted "voted", ["$h does not give $l to $c", "$h gives $l to $c, for its part"];
    Failed "failed", [
        "$h aborts $c's request for $l: a deadlock",
        "$h aborts $c's request for $l: it waited too long",
        "$h refuses $l to $c: its memory is full",
        "$h grants $l to $c, but too few replicas have it",
        "$h refuses $l to $c: its session is over",
        "$h refuses $l to $c: the lock-delay is not over",
    ];
    SessionTouched "session-touched", ["$h hears from $c: its session runs anew"];
    SessionEnded "session-ended", [
        "$c's session with $h expires",
        "$c's session with $h is revoked",
        "$c's session with $h is closed",
    ];
    ServiceChanged "service-changed", [
        "$h pauses",
        "$h wakes up",
        "$h crashes",
        "$h starts again",
        "a replica of $h takes over",
        "$h has no majority and no leader",
        "$h has a new leader, which lets every session run anew",
        "a former leader of $h goes on and does not know of the new one",
        "all data of $h are gone",
        "a snapshot of $h is taken",
        "$h is as it was when the snapshot was taken",
        "$h drops a key to save memory",
        "somebody ends what a client has at $h",
    ];
    Extended "extended", [
        "$h extends $o's lease on $l, asked by $c, promised $U",
        "$h extends $c's lease on $l, promised $U",
    ];
    ExtendRefused "extend-refused", ["$h does not extend $l: it is not $c's"];
    Released "released", ["$h releases $l for $c, though $o holds it", "$h releases $l for $c"];
    ReleaseRefused "release-refused", [
        "$h does not release $l: another holds it, not $c",
        "$h does not release $l: nobody holds it",
    ];
    RecordBegan "record-began", ["$h has $c on record as holder of $l[k, token $k]"];
    RecordEnded "record-ended", [
        "$c's lease on $l is released",
        "$c's lease on $l is released by another",
        "$c's lease on $l expires",
        "$c's lease on $l is revoked",
        "$h no longer knows of $c's lease on $l",
        "$c no longer has $l: its connection is closed",
        "$c no longer has $l: its transaction is aborted",
    ];
    BeliefBegan "belief-began", ["$c believes that it holds $l[r, by its own clock until $r]"];
    BeliefExtended "belief-extended", ["$c may act on $l for longer[r, by its own clock until $r]"];
    Contact "contact", [
        "$c has lost contact with $l's service",
        "$c has contact with $l's service again",
    ];
    ConnectionLost "connection-lost", ["$c's connection to $b is broken"];
    ValidityEnded "validity-ended", [
        "$c's validity for $l ends, and $c still thinks that it holds the lock",
    ];
    BeliefEnded "belief-ended", [
        "$c no longer believes that it holds $l: its own deadline has passed",
        "$c no longer believes that it holds $l: it has sent the release",
        "$c no longer believes that it holds $l: its lock library was told so",
        "$c no longer believes that it holds $l: it has lost contact",
        "$c no longer believes that it holds $l: its write was refused",
        "$c no longer believes that it holds $l: it is dead",
        "$c no longer believes that it holds $l: its program is over",
    ];
    WriteAccepted "write-accepted", ["$h accepts $c's write[k with token $k] and now holds “$v”"];
    WriteRejected "write-rejected", [
        "$h refuses $c's write: it carries token $n, and $h has already seen $K",
        "$h refuses $c's write: it carries no token",
    ];
    ReadServed "read-served", ["$h tells $c that it is empty", "$h tells $c that it holds “$v”"];
    Paused "paused", [
        "$b pauses",
        "$b pauses: its workers only",
        "$b pauses: its renewal only",
    ];
    Resumed "resumed", [
        "$b wakes up",
        "$b wakes up: its workers only",
        "$b wakes up: its renewal only",
    ];
    Crashed "crashed", ["$b crashes", "the host of $b vanishes"];
    Restarted "restarted", ["$b starts again"];
    ConnectionClosed "connection-closed", ["$h sees that $b closed its connection"];
    LinkCut "link-cut", ["messages from $b no longer reach $a"];
    LinkHealed "link-healed", ["messages from $b reach $a again"];
    LinkSlowed "link-slowed", [
        "messages from $b to $a take $d longer",
        "messages from $b to $a travel at their usual pace again",
    ];
    LinkLossy "link-lossy", [
        "messages from $b to $a no longer get lost",
        "messages from $b to $a may get lost",
    ];
    LinkDoubled "link-doubled", [
        "messages from $b to $a no longer arrive twice",
        "messages from $b to $a arrive twice",
    ];
    LinkUnordered "link-unordered", [
        "messages from $b to $a keep their order again",
        "messages from $b to $a keep no order",
    ];
    ClockChanged "clock-changed", [
        "the clock of $h jumps forward by $d",
        "the clock of $h jumps back by $d",
        "the clocks of $h run $n parts per million fast",
        "the clocks of $h run $n parts per million slow",
    ];
}

entries! { Content, ContentPlace:
    Acquire "acquire", ["“acquire $l” to $a"];
    TakeOver "take-over", ["“take $l over” to $a"];
    Extend "extend", ["“extend $l” to $a"];
    Touch "touch", ["a sign of life to $a"];
    Release "release", ["“release $l” to $a", "a plain “release $l” to $a"];
    Write "write", ["a write of “$v” to $a[k, token $k]"];
    Read "read", ["a read to $a"];
    Close "close", ["the end of its connection to $a"];
    Granted "granted", ["the answer “$l is yours”[k, token $k,] to $a"];
    Held "held", ["the answer “$l is held” to $a"];
    Queued "queued", ["the answer “wait for $l” to $a"];
    Vote "vote", ["the vote “no” on $l to $a", "the vote “yes” on $l to $a"];
    Failed "failed", ["the answer “$l failed: $w” to $a"];
    Extended "extended", ["the answer “$l extended” to $a"];
    Released "released", ["the answer “$l released” to $a"];
    NotYours "not-yours", ["the answer “$l is not yours” to $a"];
    Written "written", ["the answer “written” to $a"];
    Rejected "rejected", [
        "the answer “refused, $n < $K” to $a",
        "the answer “refused, no token” to $a",
    ];
    Value "value", ["the value to $a"];
}

impl Kind {
    /// The kind, as scenarios write it.
    pub const fn name(&self) -> &'static str {
        Self::NAMES[self.place()]
    }

    /// The reason that it gives. A message that is not lost gives what it says.
    pub fn why(&self) -> Option<&'static str> {
        let reasons: &[&str] = match self {
            Self::AcquireEnded { .. } => AcquireEnd::WORDS,
            Self::Failed { .. } => Failure::WORDS,
            Self::SessionEnded { .. } => SessionEnd::WORDS,
            Self::ServiceChanged { .. } => Change::WORDS,
            Self::Voted { .. } => &["no", "yes"],
            Self::Contact { .. } => &["lost", "found"],
            Self::ClientFinished { .. } => Finish::WORDS,
            Self::Lost { .. } => Loss::WORDS,
            Self::ReleaseRefused { .. } => NotReleased::WORDS,
            Self::RecordEnded { .. } => RecordEnd::WORDS,
            Self::BeliefEnded { .. } => BeliefEnd::WORDS,
            Self::WriteRejected { .. } => Rejection::WORDS,
            Self::Paused { .. } | Self::Resumed { .. } => Scope::WORDS,
            Self::Crashed { .. } => &["process", "host"],
            Self::Checked { .. } => &["failed", "passed"],
            Self::TimedOut { message, .. }
            | Self::Sent(message)
            | Self::Duplicated(message)
            | Self::Arrived { message, .. } => {
                return Some(message.content.word());
            }
            _ => &[],
        };
        reasons.get(self.case()).copied()
    }

    /// The sentences about its kind, of which [`case`](Self::case) takes one.
    pub(crate) fn sentences(&self) -> &'static str {
        Self::SENTENCES[self.place()]
    }

    /// Which of its kind's reasons and sentences.
    pub(crate) fn case(&self) -> usize {
        match *self {
            Self::AcquireEnded { why, .. } => why as usize,
            Self::ClientFinished { why, .. } => why as usize,
            Self::Lost { why, .. } => why as usize,
            Self::Failed { why, .. } => why as usize,
            Self::SessionEnded { why, .. } => why as usize,
            Self::ServiceChanged { change } => change as usize,
            Self::ReleaseRefused { why, .. } => why as usize,
            Self::RecordEnded { why, .. } => why as usize,
            Self::BeliefEnded { why, .. } => why as usize,
            Self::WriteRejected { why, .. } => why.case(),
            Self::Paused { scope, .. } | Self::Resumed { scope, .. } => scope as usize,
            Self::Checked { passed: it, .. }
            | Self::Voted { yes: it, .. }
            | Self::Contact { found: it, .. }
            | Self::Arrived { queued: it, .. }
            | Self::Crashed { host: it, .. }
            | Self::LinkLossy { lossy: it, .. }
            | Self::LinkDoubled { doubled: it, .. }
            | Self::LinkUnordered { unordered: it, .. } => usize::from(it),
            Self::ValueRead { value, .. } | Self::ReadServed { value, .. } => usize::from(value.is_some()),
            Self::Refused { client, holder: other, .. }
            | Self::Extended { client, owner: other, .. }
            | Self::Released { client, owner: other, .. } => usize::from(client == other),
            Self::LinkSlowed { by, .. } => usize::from(by.is_zero()),
            Self::ClockChanged { change: ClockChange::Step(us) } => usize::from(us < 0),
            Self::ClockChanged { change: ClockChange::Rate(ppm) } => 2 + usize::from(ppm < 0),
            _ => 0,
        }
    }
}

impl Content {
    /// What kind of message it is, in one word.
    pub const fn word(&self) -> &'static str {
        Self::NAMES[self.place()]
    }

    /// What it says, as the object of a sentence; of these, [`case`](Self::case) takes one.
    pub(super) fn said(&self) -> &'static str {
        Self::SENTENCES[self.place()]
    }

    /// Which of its kind's reasons and sentences.
    pub(super) fn case(&self) -> usize {
        match *self {
            Self::Release { plain, .. } => usize::from(plain),
            Self::Vote { yes, .. } => usize::from(yes),
            Self::Rejected { why, .. } => why.case(),
            _ => 0,
        }
    }
}

impl Rejection {
    /// Every reason, as scenarios write it.
    const WORDS: &'static [&'static str] = &["stale", "no-token"];

    /// The word for it, as scenarios write it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self.case()]
    }

    const fn case(self) -> usize {
        matches!(self, Self::NoToken) as usize
    }
}

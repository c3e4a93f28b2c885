//! The words of the notation: every statement and every step, with the settings that each accepts. Lock
//! services, guards and faults bring their own settings, in their own tables.

use crate::help::{Help, help};
use crate::primitive::Span;
use crate::scenario::limit;
use crate::setting::{Accepts, Fallback, Setting, names};

/// Which statement or step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the word of its name")]
pub enum Keyword {
    Title,
    Seed,
    Horizon,
    Network,
    Process,
    Service,
    Policy,
    Lock,
    Store,
    Client,
    Link,
    Fault,
    Expect,
    Acquire,
    Work,
    Sleep,
    Read,
    Write,
    Release,
}

/// One statement, or one step of a client.
#[derive(Debug)]
pub struct Word {
    /// Which it is.
    pub is: Keyword,
    /// The word that it begins with.
    pub name: &'static str,
    /// What messages call it: what stands before and after the kind that it names, or else its first word.
    pub owner: [&'static str; 2],
    /// How it is written, settings left out.
    pub form: &'static str,
    /// What it says, in one sentence.
    pub help: Help,
    /// What stands after the first word: the key under which an edit finds each value, or the empty text
    /// for a word that is always the same.
    pub places: &'static [&'static str],
    /// How many of these must be there.
    pub required: usize,
    /// Its settings, besides those of the kind that it names.
    pub settings: &'static [Setting],
}

impl Word {
    /// Whether it says something about the whole scenario, and so stands at most once.
    pub(super) fn is_once(&self) -> bool {
        matches!(self.is, Keyword::Title | Keyword::Seed | Keyword::Horizon | Keyword::Network)
    }
}

/// The largest seed: JavaScript's largest exact integer.
pub const LARGEST_SEED: u64 = (1 << 53) - 1;
/// The seed of a scenario that names none.
pub const SEED: u64 = 1;
/// The horizon of a scenario that names none: `10min`.
pub const HORIZON: Span = Span::from_secs(600);
/// How long messages are under way where no statement says it: `10ms`.
pub const DELAY: Span = Span::from_millis(10);
/// The shortest horizon: `1us`.
pub const SHORTEST_HORIZON: Span = Span::from_micros(1);

const PLAIN: Word = Word {
    is: Keyword::Title,
    name: "",
    owner: ["`", "`"],
    form: "",
    help: help(""),
    places: &["name"],
    required: 1,
    settings: &[],
};

/// Every statement.
pub static STATEMENTS: &[Word] = &[
    Word {
        is: Keyword::Title,
        name: "title",
        form: "title TEXT",
        help: help("What the story is about: the rest of the line."),
        places: &["text"],
        ..PLAIN
    },
    Word {
        is: Keyword::Seed,
        name: "seed",
        form: "seed NUMBER",
        help: help("From it, all that varies is decided: delays, losses, jitter."),
        places: &["number"],
        ..PLAIN
    },
    Word {
        is: Keyword::Horizon,
        name: "horizon",
        form: "horizon SPAN",
        help: help("The true time at which the run stops at the latest."),
        places: &["span"],
        ..PLAIN
    },
    Word {
        is: Keyword::Network,
        name: "network",
        form: "network",
        help: help("How messages travel, where no link says otherwise."),
        places: &[],
        required: 0,
        settings: &[
            Setting {
                default: Fallback::Is("10ms"),
                help: help("How long a message is under way: a span, or anything between two."),
                ..LINK_DELAY
            },
            Setting { default: Fallback::Is("0%"), help: help("How many messages are lost."), ..LOSS },
        ],
        ..PLAIN
    },
    Word {
        is: Keyword::Process,
        name: "process",
        owner: ["a ", ""],
        form: "process NAME",
        help: help("A process: it has clocks, pauses and crashes, and may run several clients."),
        ..PLAIN
    },
    Word {
        is: Keyword::Service,
        name: "service",
        owner: ["a service of kind `", "`"],
        form: "service NAME KIND",
        help: help("A lock service."),
        places: &["name", "kind"],
        required: 2,
        ..PLAIN
    },
    Word {
        is: Keyword::Lock,
        name: "lock",
        owner: ["a lock on `", "`"],
        form: "lock NAME on SERVICE",
        help: help("A lock, kept by a service; a kind of service stands for one service of that name."),
        places: &["name", "", "on"],
        required: 3,
        ..PLAIN
    },
    Word {
        is: Keyword::Store,
        name: "store",
        owner: ["a store with guard `", "`"],
        form: "store NAME",
        help: help("A store: what the lock is meant to protect."),
        settings: &[FOR, GUARD],
        ..PLAIN
    },
    Word {
        is: Keyword::Policy,
        name: "policy",
        owner: ["a ", ""],
        form: "policy NAME",
        help: help("How lock libraries behave, under a name that clients refer to."),
        settings: POLICY_SETTINGS,
        ..PLAIN
    },
    Word {
        is: Keyword::Client,
        name: "client",
        owner: ["a ", ""],
        form: "client NAME: STEP, STEP, ...",
        help: help("A client: a program that runs in a process."),
        settings: &[
            AT,
            IN,
            POLICY,
            RENEW,
            RENEW_PATIENCE,
            RENEW_ERROR,
            RENEW_MAX,
            DEADLINE,
            ON_EXPIRY,
            PATIENCE,
            ON_UNKNOWN,
            GAP,
        ],
        ..PLAIN
    },
    Word {
        is: Keyword::Link,
        name: "link",
        owner: ["a ", ""],
        form: "link FROM->TO",
        help: help("How messages travel between two nodes, one way (->) or both (<->)."),
        places: &["route"],
        settings: &[LINK_DELAY, LOSS],
        ..PLAIN
    },
    Word {
        is: Keyword::Fault,
        name: "fault",
        owner: ["`fault ", "`"],
        form: "fault KIND TARGET",
        help: help("Something that breaks: a node by its name, or a link."),
        places: &["kind", "target"],
        required: 2,
        ..PLAIN
    },
    Word {
        is: Keyword::Expect,
        name: "expect",
        owner: ["this ", "ation"],
        form: "expect OUTCOME CHECK, expect event KIND, expect no event KIND, expect value STORE=\"TEXT\"",
        help: help("What the author expects to come out."),
        places: &[],
        required: 0,
        settings: &[],
    },
];

/// Every step of a client.
pub static STEPS: &[Word] = &[
    Word {
        is: Keyword::Acquire,
        name: "acquire",
        form: "acquire LOCK",
        help: help("Asks for a lock: once, or again and again."),
        places: &["lock"],
        settings: &[EVERY, JITTER, GIVE_UP, WAIT, ELSE],
        ..PLAIN
    },
    Word {
        is: Keyword::Work,
        name: "work",
        form: "work SPAN",
        help: help("Runs for so long. A pause suspends it."),
        places: &["span"],
        ..PLAIN
    },
    Word {
        is: Keyword::Sleep,
        name: "sleep",
        form: "sleep SPAN",
        help: help("Waits until its own clock has counted so much. A pause does not suspend it."),
        places: &["span"],
        ..PLAIN
    },
    Word {
        is: Keyword::Read,
        name: "read",
        form: "read STORE",
        help: help("Reads a store."),
        places: &["store"],
        settings: &[ELSE],
        ..PLAIN
    },
    Word {
        is: Keyword::Write,
        name: "write",
        form: "write STORE \"TEXT\"",
        help: help("Writes a text to a store, or the number that it last read there, plus or minus some."),
        places: &["store", "text"],
        settings: &[ELSE],
        ..PLAIN
    },
    Word {
        is: Keyword::Release,
        name: "release",
        form: "release LOCK",
        help: help("Gives a lock back."),
        places: &["lock"],
        ..PLAIN
    },
];

/// The words of the statements.
pub(super) static STATEMENT_NAMES: &[&str] = &names!(STATEMENTS);

/// The words of the steps.
pub(super) static STEP_NAMES: &[&str] = &names!(STEPS);

/// What `policy` accepts, and each `client` too.
pub const POLICY_SETTINGS: &[Setting] =
    &[RENEW, RENEW_PATIENCE, RENEW_ERROR, RENEW_MAX, DEADLINE, ON_EXPIRY, PATIENCE, ON_UNKNOWN, GAP];

/// What `expect holds`, `expect broken` and their like accept.
pub static VERDICT_SETTINGS: &[Setting] = &[
    Setting { help: help("Only what concerns this lock, store or client."), ..OF },
    Setting { name: "from", help: help("Judges from this true time on."), ..MOMENT },
    Setting { name: "to", help: help("Judges up to this true time, itself left out."), ..MOMENT },
];

/// What `expect event` accepts.
pub static EVENT_SETTINGS: &[Setting] = &[
    OF,
    Setting { name: "by", help: help("The client or node that did it."), ..OF },
    Setting { name: "why", help: help("The reason that the event gives."), ..OF },
    MOMENT,
    Setting {
        name: "token",
        accepts: Accepts::Number { min: 1, max: LARGEST_SEED },
        default: Fallback::Absent,
        help: help("Its fencing token."),
    },
    Setting {
        name: "count",
        accepts: Accepts::Number { min: 1, max: limit::EVENTS as u64 },
        default: Fallback::Absent,
        help: help("How many such events there are, exactly; at least one when not written."),
    },
];

/// What a `write` takes in place of a text.
pub(super) const AMOUNT: Accepts = Accepts::Amount { max: limit::AMOUNT };

/// The words that may follow `expect`.
pub static EXPECT_WORDS: &[&str] =
    &["holds", "broken", "undecided", "does-not-apply", "event", "no", "value"];

/// The statement of this name.
pub fn statement(name: &str) -> Option<&'static Word> {
    STATEMENTS.iter().find(|word| word.name == name)
}

/// The step of this name.
pub fn step(name: &str) -> Option<&'static Word> {
    STEPS.iter().find(|word| word.name == name)
}

const LINK_DELAY: Setting = Setting {
    name: "delay",
    accepts: Accepts::Window { max: limit::DELAY },
    default: Fallback::Absent,
    help: help("How long a message is under way; the network's when not written."),
};

const LOSS: Setting = Setting {
    name: "loss",
    accepts: Accepts::Ratio,
    default: Fallback::Absent,
    help: help("How many messages are lost; the network's when not written."),
};

const FOR: Setting = Setting {
    name: "for",
    accepts: Accepts::Name,
    default: Fallback::Absent,
    help: help("The lock that its writers should hold."),
};

const GUARD: Setting = Setting {
    name: "guard",
    accepts: Accepts::Name,
    default: Fallback::Is("none"),
    help: help("What decides which writes get in."),
};

const AT: Setting = Setting {
    name: "at",
    accepts: Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false },
    default: Fallback::Is("0s"),
    help: help("The true time at which its program starts."),
};

const IN: Setting = Setting {
    name: "in",
    accepts: Accepts::Name,
    default: Fallback::Absent,
    help: help("The process that it runs in; one of its own, with its name, when not written."),
};

const POLICY: Setting = Setting {
    name: "policy",
    accepts: Accepts::Name,
    default: Fallback::Absent,
    help: help("The policy that holds where the client says nothing itself."),
};

const RENEW: Setting = Setting {
    name: "renew",
    accepts: Accepts::Span { min: limit::SHORTEST_PERIOD, max: limit::HORIZON, none: true },
    default: Fallback::Absent,
    help: help(
        "How long after a grant or a renewal the next renewal is sent; `none` never renews; as the lock's system \
         does when not written.",
    ),
};

const RENEW_PATIENCE: Setting = Setting {
    name: "renew-patience",
    default: Fallback::Absent,
    help: help("How long it waits for the answer to one renewal; its patience when not written."),
    ..PATIENCE
};

const RENEW_ERROR: Setting = Setting {
    name: "renew-error",
    accepts: Accepts::Choice(&["retry", "stop", "ignore"]),
    default: Fallback::Is("retry"),
    help: help(
        "Without an answer to a renewal it tries again a period later, or stops renewing; `ignore` goes on \
         renewing even when told that the lock is lost.",
    ),
};

const RENEW_MAX: Setting = Setting {
    name: "renew-max",
    accepts: Accepts::Number { min: 1, max: 1_000_000 },
    default: Fallback::Absent,
    help: help("How many renewals it sends for one grant at most; without limit when not written."),
};

const ON_UNKNOWN: Setting = Setting {
    name: "on-unknown",
    accepts: Accepts::Choice(&["forget", "release"]),
    default: Fallback::Is("forget"),
    help: help(
        "After an acquire without an answer it sends a release, in case it was granted, or forgets it.",
    ),
};

const DEADLINE: Setting = Setting {
    name: "deadline",
    accepts: Accepts::Choice(&["sent", "received"]),
    default: Fallback::Absent,
    help: help(
        "Counts validity from when the request was sent, or from when the answer was received; as the lock's \
         system does when not written, most from `sent`.",
    ),
};

const ON_EXPIRY: Setting = Setting {
    name: "on-expiry",
    accepts: Accepts::Choice(&["stop", "ignore"]),
    default: Fallback::Absent,
    help: help(
        "Stops at its own deadline and looks at it before each read and write, or ignores it; as the lock's \
         system does when not written, most ignore it.",
    ),
};

const PATIENCE: Setting = Setting {
    name: "patience",
    accepts: Accepts::Span { min: limit::SHORTEST_PERIOD, max: limit::HORIZON, none: false },
    default: Fallback::Is("30s"),
    help: help("How long it waits for the answer to one request."),
};

const GAP: Setting = Setting {
    name: "gap",
    accepts: Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false },
    default: Fallback::Is("0s"),
    help: help("The running time between a look at its own deadline and the request that follows."),
};

const EVERY: Setting = Setting {
    name: "every",
    accepts: Accepts::Span { min: limit::SHORTEST_PERIOD, max: limit::HORIZON, none: false },
    default: Fallback::Absent,
    help: help(
        "The time from a refusal to the next attempt; when not written, as the lock's system does, and most try \
         once.",
    ),
};

const WAIT: Setting = Setting {
    name: "wait",
    accepts: Accepts::Choice(&["yes", "no"]),
    default: Fallback::Absent,
    help: help(
        "Waits in the service's queue, where it has one, or asks without waiting; waits when not written.",
    ),
};

const JITTER: Setting = Setting {
    name: "jitter",
    accepts: Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false },
    default: Fallback::Absent,
    help: help("Up to how much is added to `every`, from the seed; nothing when not written."),
};

const GIVE_UP: Setting = Setting {
    name: "give-up",
    accepts: Accepts::Span { min: limit::SHORTEST_PERIOD, max: limit::HORIZON, none: false },
    default: Fallback::Absent,
    help: help("How long it tries, or waits in a queue; without end when not written."),
};

const ELSE: Setting = Setting {
    name: "else",
    accepts: Accepts::Choice(&["continue"]),
    default: Fallback::Absent,
    help: help("`continue` goes on with the next step where the program would end."),
};

const OF: Setting = Setting {
    name: "of",
    accepts: Accepts::Name,
    default: Fallback::Absent,
    help: help("The lock, store or other thing that it concerns."),
};

const MOMENT: Setting = Setting {
    name: "at",
    accepts: Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false },
    default: Fallback::Absent,
    help: help("Its true time."),
};

//! What a figure is made of: items, each a few shapes, with a part, a tone and paints from closed lists.
//!
//! A renderer needs no knowledge of locks: one group an item with [`Item::class`], in it one element a
//! shape with the class [`Paint::word`]. The style sheet in [`crate::style`] does the rest.

use alloc::string::String;
use alloc::vec::Vec;

use fencepost_core::primitive::Time;

use crate::Tenths;
use crate::words::fill;

/// One thing in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Unique in its figure, and the same for the same thing after the story is recomputed or zoomed.
    pub key: u64,
    /// What it shows.
    pub part: Part,
    /// Whose colour it has.
    pub tone: Tone,
    /// The lane that it lies in; `None` when it spans several.
    pub lane: Option<u16>,
    /// The event that it begins with, and the one that it ends with if it has one.
    pub events: (u32, Option<u32>),
    /// The true time at which it begins.
    pub from: Time,
    /// The true time at which it ends; equal to `from` for a moment.
    pub to: Time,
    /// Its shapes, from the back to the front.
    pub shapes: Vec<Shape>,
}

impl Item {
    /// The classes of the item's group: `belief client-0`.
    pub fn class(&self) -> String {
        fill("0 1", &[self.part.word(), self.tone.word()])
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$case_doc])* $case,)* }

        impl $name {
            /// Every one of them.
            pub const ALL: &'static [Self] = &[$(Self::$case),*];

            /// Its class name.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$case => $word,)* }
            }
        }
    )*};
}

words! {
    /// What an item shows.
    Part {
        /// Two clients or more believe at once.
        Both = "both",
        /// The life of a client's program, from its start to its end.
        Life = "life",
        /// A client believes, within its validity.
        Belief = "belief",
        /// A client still believes, after its validity.
        Doubt = "doubt",
        /// A client works.
        Work = "work",
        /// A client sleeps.
        Sleep = "sleep",
        /// A client asks for a lock and waits.
        Wait = "wait",
        /// A process, or a part of it, is paused.
        Pause = "pause",
        /// A lease on a service's record.
        Lease = "lease",
        /// A lease ends by time.
        Expired = "expired",
        /// A lease ends by its holder.
        Released = "released",
        /// A lease ends by somebody else.
        Taken = "taken",
        /// A promise that outlives the record.
        Promise = "promise",
        /// A store that was never written.
        Empty = "empty",
        /// A value in a store.
        Value = "value",
        /// A link is cut.
        Cut = "cut",
        /// A link is slow.
        Slow = "slow",
        /// A link loses messages.
        Lossy = "lossy",
        /// A link delivers messages twice.
        Doubled = "doubled",
        /// A link keeps no order.
        Unordered = "unordered",
        /// A request under way.
        Request = "request",
        /// An answer under way.
        Reply = "reply",
        /// A message that never arrives.
        Lost = "lost",
        /// A process dies.
        Crash = "crash",
        /// A process starts again.
        Restart = "restart",
        /// A clock changes.
        Clock = "clock",
        /// A service does not serve.
        Outage = "outage",
        /// Something happens to a service, or to what a client has with one.
        News = "news",
        /// A program ends.
        Finish = "finish",
        /// A lock is refused.
        Refused = "refused",
        /// A store takes a write.
        Accepted = "accepted",
        /// A store refuses a write.
        Rejected = "rejected",
        /// A store answers a read.
        Read = "read",
        /// The end of the run.
        End = "end",
        /// Words about another item, drawn above all arrows.
        Label = "label",
    }

    /// Whose colour an item has.
    Tone {
        /// The first client, and each eighth after it.
        Client0 = "client-0",
        /// The second client.
        Client1 = "client-1",
        /// The third client.
        Client2 = "client-2",
        /// The fourth client.
        Client3 = "client-3",
        /// The fifth client.
        Client4 = "client-4",
        /// The sixth client.
        Client5 = "client-5",
        /// The seventh client.
        Client6 = "client-6",
        /// The eighth client.
        Client7 = "client-7",
        /// The colour of text.
        Ink = "ink",
        /// The colour of secondary text.
        Muted = "muted",
        /// Something that must not happen.
        Bad = "bad",
    }

    /// How a shape is painted, in its item's tone.
    Paint {
        /// Filled with the tone.
        Fill = "fill",
        /// Filled with the tone, barely; no edge.
        Wash = "wash",
        /// Filled with the tone, faintly, with an edge.
        Tint = "tint",
        /// Hatched, over what is below.
        Hatch = "hatch",
        /// An edge in dashes on the background.
        Outline = "outline",
        /// A line.
        Line = "line",
        /// A thin line.
        Thin = "thin",
        /// A thin line among many.
        Faint = "faint",
        /// A thick line.
        Thick = "thick",
        /// A line of dashes.
        Dashes = "dashes",
        /// A thick line of dashes.
        ThickDashes = "thick-dashes",
        /// A line of dots.
        Dots = "dots",
        /// The background with a thin edge: behind words.
        Pill = "pill",
        /// The background with an edge: a hollow head, an open disc.
        Hollow = "hollow",
        /// A line on top of a fill: the mark in a disc.
        Mark = "mark",
    }

    /// How a text is set.
    Type {
        /// On a fill of the tone, strong.
        OnFill = "on-fill",
        /// In the colour of text.
        Plain = "plain",
        /// In the tone.
        Toned = "toned",
        /// In the tone, strong.
        Strong = "strong",
        /// In the colour of secondary text.
        Quiet = "quiet",
        /// In the colour of text, strong.
        Name = "name",
    }

    /// Which point of a text its `x` is.
    Align {
        /// Its start: the value of `text-anchor`.
        Start = "start",
        /// Its middle.
        Middle = "middle",
        /// Its end.
        End = "end",
    }
}

impl Tone {
    /// The tone of the n-th client.
    pub const fn client(index: usize) -> Self {
        Self::ALL[index % 8]
    }
}

/// One shape. Lengths in tenths of a pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// How it is painted.
        paint: Paint,
        /// Its left edge.
        x: Tenths,
        /// Its top edge.
        y: Tenths,
        /// Its width, 0 or more.
        width: Tenths,
        /// Its height, 0 or more.
        height: Tenths,
        /// The radius of its corners.
        radius: Tenths,
    },
    /// A disc.
    Disc {
        /// How it is painted.
        paint: Paint,
        /// Its middle.
        x: Tenths,
        /// Its middle.
        y: Tenths,
        /// Its radius.
        radius: Tenths,
    },
    /// Straight lines from point to point.
    Line {
        /// How it is painted.
        paint: Paint,
        /// The points, two or more.
        points: Vec<(Tenths, Tenths)>,
        /// Whether the last point joins the first, and the inside is filled.
        closed: bool,
    },
    /// Words.
    Text(Text),
}

/// Words at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// How they are set.
    pub kind: Type,
    /// Their start, middle or end.
    pub x: Tenths,
    /// Their base line.
    pub y: Tenths,
    /// Which point `x` is.
    pub align: Align,
    /// The size of the font.
    pub size: Tenths,
    /// The words: one line, no control characters. Not escaped.
    pub content: String,
    /// How wide they are at most, by an estimate for common fonts.
    pub width: Tenths,
}

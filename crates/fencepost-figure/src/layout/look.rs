//! What each part looks like: its layer, its colour, its bar, and where the words about it stand.

use crate::{Align, Paint, Part, Tenths, Tone, Type};

/// How a part is drawn. Lengths are whole pixels unless they say otherwise.
pub(super) struct Look {
    /// From back to front.
    pub layer: u8,
    /// Its colour; `None` where that is a client's.
    pub tone: Option<Tone>,
    pub bar: Bar,
    pub words: Words,
}

/// The bar of a part, at the middle of its lane's bar: how it is painted, and a length in tenths.
#[derive(Clone, Copy)]
pub(super) enum Bar {
    /// It has none, or one that is drawn by itself.
    None,
    /// A rectangle, so high above and below the middle; with round corners.
    Round(Paint, Tenths),
    /// The same, not round.
    Square(Paint, Tenths),
    /// A level line, so far below the middle.
    Level(Paint, Tenths),
    /// An upright line at its beginning, so high above and below the middle.
    Upright(Paint, Tenths),
}

/// Words about a part.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// The row that they stand in.
    pub spot: Spot,
    /// The base line, below the middle of the row.
    pub base: i8,
    /// The room for them: from so far right of the part's beginning, to so far right of its end, or of its
    /// beginning where that is more.
    pub room: [i16; 3],
    pub kind: Type,
    /// Which end they would like to stand at.
    pub align: Align,
    /// Whether they are of the larger size.
    pub large: bool,
    /// Whether they have the colour of text, not that of the part.
    pub ink: bool,
    /// Half the height of the box around them, 0 for none; and how it is painted.
    pub half: u8,
    pub paint: Paint,
    /// Lower is placed first.
    pub rank: u8,
}

/// A row of a lane.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// Above the bars.
    Above,
    /// The bar.
    Bar,
    /// Below the bars.
    Below,
    /// Between this lane and the next.
    Gap,
}

/// The highest rank.
pub(super) const LAST_RANK: u8 = 6;
/// The layer of words.
pub(super) const FRONT: u8 = 9;

/// As far as there is room.
const FAR: i16 = i16::MAX;

impl Words {
    const fn new(spot: Spot, base: i8, room: [i16; 3], kind: Type, rank: u8) -> Self {
        let (align, paint) = (Align::Start, Paint::Pill);
        Self { spot, base, room, kind, align, large: false, ink: false, half: 0, paint, rank }
    }
    const fn at(self, align: Align) -> Self {
        Self { align, ..self }
    }
    const fn ink(self) -> Self {
        Self { ink: true, ..self }
    }
    const fn large(self) -> Self {
        Self { large: true, ..self }
    }
    const fn boxed(self, paint: Paint, half: u8) -> Self {
        Self { paint, half, align: Align::Middle, ..self }
    }
}

const NO_WORDS: Words = Words::new(Spot::Above, 0, [0; 3], Type::Plain, 0);

const fn look(layer: u8, tone: Option<Tone>, bar: Bar, words: Words) -> Look {
    Look { layer, tone, bar, words }
}

/// The look of each part, in the order of [`Part::ALL`].
static LOOKS: [Look; Part::ALL.len()] = {
    use Align::{End, Middle};
    use Bar::{Level, None as NoBar, Round, Square, Upright};
    use Spot::{Above, Below, Gap};
    use Tone::{Bad, Ink, Muted};
    use Type::{OnFill, Plain, Quiet, Strong, Toned};

    const LINK: Words = Words::new(Above, 4, [0, 0, 180], Toned, 4);
    const WRITE: Words = Words::new(Below, 4, [-80, 0, 80], OnFill, 0).large().boxed(Paint::Fill, 11);
    const ENDS: Words = Words::new(Spot::Bar, 4, [11, 0, FAR], Quiet, 3);
    const LENGTH: Words = Words::new(Below, 7, [-1, 60, 0], Quiet, 6).ink();
    [
        // Both
        look(0, Some(Bad), NoBar, Words::new(Gap, 4, [-60, 60, 0], Strong, 0).at(Middle).large()),
        // Life
        look(2, Some(Muted), Level(Paint::Thin, 0), NO_WORDS),
        // Belief
        look(3, None, Round(Paint::Fill, 150), Words::new(Spot::Bar, 5, [0; 3], OnFill, 3).large()),
        // Doubt
        look(
            3,
            None,
            Round(Paint::Outline, 142),
            Words::new(Spot::Bar, 5, [0; 3], Toned, 2).boxed(Paint::Pill, 10),
        ),
        // Work
        look(4, None, Level(Paint::Thin, 260), LENGTH),
        // Sleep
        look(4, None, Level(Paint::Dots, 260), Words { room: [0, 0, 70], ..LENGTH }),
        // Wait
        look(2, None, Level(Paint::Dots, 0), Words::new(Spot::Bar, -6, [0; 3], Toned, 4).at(Middle)),
        // Pause
        look(5, Some(Ink), NoBar, Words::new(Spot::Bar, 4, [0; 3], Plain, 1).boxed(Paint::Pill, 11)),
        // Lease
        look(3, None, Square(Paint::Tint, 150), Words::new(Spot::Bar, 5, [4, -4, 0], Plain, 2).large()),
        // Expired
        look(6, None, Upright(Paint::ThickDashes, 220), ENDS),
        // Released
        look(6, None, Upright(Paint::Thick, 220), ENDS),
        // Taken
        look(6, Some(Bad), NoBar, Words { kind: Strong, ..ENDS }),
        // Promise
        look(3, None, Level(Paint::Dashes, 220), Words::new(Below, 4, [0, 0, 200], Toned, 4)),
        // Empty
        look(2, Some(Muted), Level(Paint::Thin, 0), Words::new(Spot::Bar, -6, [0, -14, 0], Quiet, 5).ink()),
        // Value
        look(3, None, Square(Paint::Tint, 150), Words::new(Spot::Bar, 4, [14, -4, 0], Plain, 3)),
        // Cut, Slow, Lossy, Doubled, Unordered
        look(4, Some(Bad), Level(Paint::Thick, -340), LINK),
        look(4, Some(Bad), Level(Paint::Dots, -340), LINK),
        look(4, Some(Bad), Level(Paint::Dashes, -340), LINK),
        look(4, Some(Bad), Level(Paint::Dashes, -340), LINK),
        look(4, Some(Bad), Level(Paint::Dashes, -340), LINK),
        // Request, Reply, Lost
        look(7, None, NoBar, NO_WORDS),
        look(7, Some(Muted), NoBar, NO_WORDS),
        look(7, Some(Bad), NoBar, NO_WORDS),
        // Crash
        look(8, Some(Bad), NoBar, Words::new(Spot::Bar, 4, [12, 0, 110], Strong, 2)),
        // Restart
        look(8, None, NoBar, Words::new(Above, 4, [-4, 0, 80], Quiet, 5).ink()),
        // Clock
        look(6, Some(Bad), NoBar, Words::new(Above, 4, [8, 0, 120], Toned, 3)),
        // Outage, News
        look(4, Some(Bad), Level(Paint::Thick, -340), LINK),
        look(6, Some(Bad), NoBar, Words::new(Above, 4, [8, 0, 180], Toned, 3)),
        // Finish
        look(6, Some(Muted), Upright(Paint::Line, 60), Words::new(Spot::Bar, 4, [4, 0, 170], Quiet, 4).ink()),
        // Refused
        look(8, None, NoBar, Words::new(Above, 4, [-4, 0, 64], Toned, 6)),
        // Accepted, Rejected
        look(8, None, NoBar, WRITE),
        look(8, None, NoBar, WRITE),
        // Read
        look(8, None, NoBar, Words::new(Below, 4, [-20, 0, 20], Toned, 6).at(Middle)),
        // End
        look(1, Some(Muted), NoBar, Words::new(Gap, 4, [-120, 0, 80], Quiet, 5).at(End).ink()),
        // Label
        look(FRONT, None, NoBar, NO_WORDS),
    ]
};

/// The look of a part.
pub(super) fn of(part: Part) -> &'static Look {
    &LOOKS[part as usize]
}

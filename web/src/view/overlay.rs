//! What lies over the picture and moves without it: the cursor, the told item, handles, and the marks of where
//! the outcome changes.

use fencepost_core::check;
use fencepost_core::event::Outcome;
use fencepost_core::primitive::Time;
use fencepost_figure::handle::{Grip, Handle};
use fencepost_figure::{Figure, InPixels, Item, Lane, Tenths, px};

use super::draft::{Draft, put};
use super::picture::{halo, path, rect};
use crate::model::flip::Flip;

/// The vertical line of the cursor, and while playing a veil over what has not happened yet.
pub(super) fn cursor(draft: &mut Draft, figure: &Figure, at: Time, playing: bool) {
    let (x, top) = (figure.axis.x_of(at), figure.axis.top);
    if playing {
        rect(draft, "future", [x, top, figure.width, figure.height, 0]);
    }
    let (left, low, tip) = (px(7), top - px(6), top + px(1));
    let head = [(-left, top - px(13)), (left, top - px(13)), (left, low), (0, tip), (-left, low)];
    put!(draft, "<g class=cursor transform={}>{}</g>", translate(x, 0), {
        path(draft, "line", &[(0, top), (0, figure.height)], false);
        path(draft, "head", &head, true);
    });
}

/// `translate(…)` in pixels.
#[inline(never)]
fn translate(x: Tenths, y: Tenths) -> String {
    format!("translate({} {})", InPixels(x), InPixels(y))
}

/// A halo around the items of the told event.
pub(super) fn told(draft: &mut Draft, figure: &Figure, event: Option<u32>) {
    let of_event = |item: &&Item| event == Some(item.events.0) || event.is_some() && event == item.events.1;
    // A moment's own mark rather than the bar that begins or ends with it.
    let item = figure.items.iter().filter(of_event).min_by_key(|item| item.to.since(item.from));
    put!(
        draft,
        "<g class=halo>{}</g>",
        for shape in item.map_or(&[][..], |item| &item.shapes) {
            halo(draft, shape);
        },
    );
}

/// Where a handle sits.
pub(super) fn place_of(figure: &Figure, lane: &Lane, handle: &Handle) -> String {
    let y = match handle.grip {
        Grip::PauseStart | Grip::PauseEnd | Grip::Ttl => lane.middle,
        Grip::Start => lane.middle - lane.half - px(14),
        Grip::Work | Grip::Sleep => lane.middle + lane.half + px(14),
    };
    translate(figure.axis.x_of(handle.at), y)
}

/// The drawing of a handle around 0, 0.
pub(super) fn grip(draft: &mut Draft, grip: Grip) {
    let (class, radius, d) = match grip {
        Grip::PauseStart | Grip::PauseEnd | Grip::Ttl => ("knob", "9", "M-2.500-4v8M2.500-4v8"),
        Grip::Start => ("knob small", "6.500", "M-2-3l4 3-4 3z"),
        Grip::Work | Grip::Sleep => ("knob small", "6.500", "M-2-2.500v5M2-2.500v5"),
    };
    put!(draft, "<circle class=reach r=12/><circle class={} r={}/><path d={}/>", class, radius, d);
}

/// The marks on the axis where the outcome changes along this handle, and words at the nearest.
pub(super) fn flips(draft: &mut Draft, figure: &Figure, handle: &Handle, flips: &[Flip]) {
    let distance = |flip: &&Flip| handle.at.as_micros().abs_diff(flip.at * 1_000);
    let place = |flip: &Flip| figure.axis.x_of(Time::from_millis(flip.at));
    put!(draft, "<g class=flips aria-hidden=true>{}</g>", {
        for flip in flips {
            let at = translate(place(flip), figure.axis.top);
            put!(draft, "<path class=flip transform={} d='M0 0l-6-9h12z'/>", at);
        }
        if let Some(flip) = flips.iter().min_by_key(distance) {
            label(draft, figure, place(flip), &words(handle.grip, flip));
        }
    });
}

fn label(draft: &mut Draft, figure: &Figure, x: Tenths, words: &str) {
    // About 6.4 pixels a letter of 12 pixels.
    let half = words.chars().count() as Tenths * 32 + px(10);
    let x = x.clamp((figure.left + half).min(figure.width / 2), (figure.width - half).max(figure.width / 2));
    put!(
        draft,
        "<g class=flag transform={}>{}<text y=16.500 text-anchor=middle font-size=12>{}</text></g>",
        translate(x, 0),
        rect(draft, "", [-half, px(2), half * 2, px(21), px(4)]),
        words,
    );
}

/// What the gravest of the checks that change says on both sides.
pub(super) fn words(grip: Grip, flip: &Flip) -> String {
    let said = |index: usize| {
        let kind = check::TABLE.get(index)?;
        Some(match flip.below.get(index)? {
            Outcome::Holds => kind.when_holds.to_owned(),
            Outcome::Broken => kind.when_broken.to_owned(),
            Outcome::DoesNotApply | Outcome::Undecided => format!("{} not judged", kind.name),
        })
    };
    let changes = |name: &&str| {
        let index = check::TABLE.iter().position(|kind| kind.name == *name)?;
        (flip.below.get(index) != flip.above.get(index)).then_some(index)
    };
    const GRAVEST: [&str; 7] = [
        "no-late-write",
        "writes-in-order",
        "no-lost-update",
        "one-holder",
        "own-release",
        "progress",
        "one-believer",
    ];
    match GRAVEST.iter().find_map(changes) {
        Some(index) => [grip.verb(), " before here: ", &said(index).unwrap_or_default()].concat(),
        None => "the outcome changes here".to_owned(),
    }
}

//! What lies over the picture and moves without it: the cursor, the told item, handles, and the marks of where
//! the outcome changes.

use fencepost_core::check;
use fencepost_core::event::Outcome;
use fencepost_core::primitive::Time;
use fencepost_figure::handle::{Grip, Handle};
use fencepost_figure::{Figure, InPixels, Item, Lane, Shape, Tenths, px};
use yew::prelude::*;

use super::picture::pixels;
use crate::model::flip::{Flip, Outcomes};

/// The vertical line of the cursor, and while playing a veil over what has not happened yet.
pub(super) fn cursor(figure: &Figure, at: Time, playing: bool) -> Html {
    let x = figure.axis.x_of(at);
    let (top, bottom) = (InPixels(figure.axis.top), InPixels(figure.height));
    html! {
        <>
            if playing {
                <rect class="future" transform={translate(x, 0)} y={pixels(figure.axis.top)} width={pixels(figure.width)} height={pixels(figure.height)} />
            }
            <g class="cursor" transform={translate(x, 0)}>
                <path class="line" d={format!("M0 {top}V{bottom}")} />
                <path class="head" d={format!("M-7 {}h14v7l-7 7-7-7z", InPixels(figure.axis.top - px(13)))} />
            </g>
        </>
    }
}

/// `translate(…)` in pixels.
pub(super) fn translate(x: Tenths, y: Tenths) -> AttrValue {
    format!("translate({} {})", InPixels(x), InPixels(y)).into()
}

/// A halo around the items of the told event.
pub(super) fn told(figure: &Figure, event: Option<u32>) -> Html {
    let Some(event) = event else { return Html::default() };
    let of_event = |item: &&Item| item.events.0 == event || item.events.1 == Some(event);
    // A moment's own mark rather than the bar that begins or ends with it.
    let item = figure.items.iter().filter(of_event).min_by_key(|item| item.to.since(item.from));
    let Some(item) = item else { return Html::default() };
    html! { <g class="halo">{ for item.shapes.iter().map(halo) }</g> }
}

fn halo(shape: &Shape) -> Html {
    match shape {
        Shape::Rect { x, y, width, height, radius, .. } => html! {
            <rect x={pixels(x - 30)} y={pixels(y - 30)} width={pixels(width + 60)} height={pixels(height + 60)} rx={pixels(radius + 30)} />
        },
        Shape::Disc { x, y, radius, .. } => {
            html! { <circle cx={pixels(*x)} cy={pixels(*y)} r={pixels(radius + 30)} /> }
        }
        Shape::Line { points, .. } => match (points.first(), points.last()) {
            (Some(a), Some(b)) if points.len() == 2 => html! {
                <path d={format!("M{} {}L{} {}", InPixels(a.0), InPixels(a.1), InPixels(b.0), InPixels(b.1))} />
            },
            _ => Html::default(),
        },
        Shape::Text(_) => Html::default(),
    }
}

/// How far from the middle of its lane a handle sits.
pub(super) fn handle_y(lane: &Lane, grip: Grip) -> Tenths {
    match grip {
        Grip::PauseStart | Grip::PauseEnd | Grip::Ttl => lane.middle,
        Grip::Start => lane.middle - lane.half - px(14),
        Grip::Work | Grip::Sleep => lane.middle + lane.half + px(14),
    }
}

/// The drawing of a handle around 0, 0.
pub(super) fn grip(grip: Grip) -> Html {
    let (class, d) = match grip {
        Grip::PauseStart | Grip::PauseEnd | Grip::Ttl => ("knob", "M-2.500-4v8M2.500-4v8"),
        Grip::Start => ("knob small", "M-2-3l4 3-4 3z"),
        Grip::Work | Grip::Sleep => ("knob small", "M-2-2.500v5M2-2.500v5"),
    };
    let radius = if class == "knob" { "9" } else { "6.500" };
    html! { <><circle class="reach" r="12" /><circle class={class} r={radius} /><path {d} /></> }
}

/// The marks on the axis where the outcome changes along this handle, and words at the nearest.
pub(super) fn flips(figure: &Figure, handle: &Handle, flips: &[Flip]) -> Html {
    let distance = |flip: &&Flip| handle.at.as_micros().abs_diff(flip.at * 1_000);
    let nearest = flips.iter().min_by_key(distance);
    let y = figure.axis.top;
    html! {
        <g class="flips" aria-hidden="true">
            { for flips.iter().map(|flip| html! {
                <path key={flip.at} class="flip" transform={translate(place(figure, flip), y)} d="M0 0l-6-9h12z" />
            }) }
            if let Some(flip) = nearest { { label(figure, place(figure, flip), &words(handle.grip, flip)) } }
        </g>
    }
}

fn place(figure: &Figure, flip: &Flip) -> Tenths {
    figure.axis.x_of(Time::from_millis(flip.at))
}

fn label(figure: &Figure, x: Tenths, words: &str) -> Html {
    // About 6.4 pixels a letter of 12 pixels.
    let half = words.chars().count() as Tenths * 32 + px(10);
    let x = x.clamp((figure.left + half).min(figure.width / 2), (figure.width - half).max(figure.width / 2));
    html! {
        <g class="flag" transform={translate(x, 0)}>
            <rect x={pixels(-half)} y="2" width={pixels(half * 2)} height="21" rx="4" />
            <text y="16.500" text-anchor="middle" font-size="12">{ words.to_owned() }</text>
        </g>
    }
}

/// What the gravest of the checks that change says on both sides.
pub(super) fn words(grip: Grip, flip: &Flip) -> String {
    let said = |outcomes: &Outcomes, index: usize| {
        let kind = check::TABLE.get(index)?;
        Some(match outcomes.as_ref()?.get(index)? {
            Outcome::Holds => kind.when_holds.to_owned(),
            Outcome::Broken => kind.when_broken.to_owned(),
            Outcome::DoesNotApply | Outcome::Undecided => format!("{} not judged", kind.name),
        })
    };
    let outcome =
        |outcomes: &Outcomes, index: usize| outcomes.as_ref().and_then(|all| all.get(index).copied());
    let changes = |name: &&str| {
        let index = check::TABLE.iter().position(|kind| kind.name == *name)?;
        (outcome(&flip.below, index) != outcome(&flip.above, index)).then_some(index)
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
        Some(index) => {
            format!("{} before here: {}", grip.verb(), said(&flip.below, index).unwrap_or_default())
        }
        None => "the outcome changes here".to_owned(),
    }
}

//! A figure as SVG: lanes, grid and items. It knows nothing of the cursor, so moving that costs nothing here.

use fencepost_figure::{Figure, InPixels, Item, Lane, Shape, Tenths};
use yew::prelude::*;

use super::Shared;

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) figure: Shared<Figure>,
    /// What the picture shows, in a sentence or two.
    pub(super) words: AttrValue,
}

/// The lanes, the grid, and what happened on them.
#[component]
pub(super) fn Picture(props: &Props) -> Html {
    let figure = &*props.figure;
    let (width, height) = (pixels(figure.width), pixels(figure.height));
    html! {
        <svg class="picture" role="img" aria-label={props.words.clone()} {width} {height}>
            <defs>
                <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <rect class="veil" width="7" height="7" />
                    <path class="stripe" d="M0 0v7" />
                </pattern>
            </defs>
            <g class="panels">{ for figure.lanes.iter().map(|lane| panel(figure, lane)) }</g>
            <g class="ticks">{ for figure.axis.ticks.iter().map(|tick| html! {
                <g key={tick.at.as_micros()}>
                    <path class="grid" d={format!("M{} {}V{}", InPixels(tick.x), InPixels(figure.axis.top), InPixels(figure.axis.bottom))} />
                    <text class="tick" x={pixels(tick.x)} y={pixels(figure.axis.label_y)} text-anchor="middle">{ &tick.label }</text>
                </g>
            }) }</g>
            <g class="items">{ for figure.items.iter().map(item) }</g>
        </svg>
    }
}

/// A length as an attribute.
pub(super) fn pixels(length: Tenths) -> AttrValue {
    InPixels(length).to_string().into()
}

fn panel(figure: &Figure, lane: &Lane) -> Html {
    let width = pixels(figure.width - figure.left - 10);
    html! {
        <rect key={lane.y} class="panel" x={pixels(figure.left)} y={pixels(lane.y)} {width} height={pixels(lane.height)} rx="8" />
    }
}

fn item(item: &Item) -> Html {
    html! { <g key={item.key} class={item.class()}>{ for item.shapes.iter().map(shape) }</g> }
}

fn shape(shape: &Shape) -> Html {
    match shape {
        Shape::Rect { paint, x, y, width, height, radius } => html! {
            <rect class={paint.word()} x={pixels(*x)} y={pixels(*y)} width={pixels(*width)} height={pixels(*height)} rx={pixels(*radius)} />
        },
        Shape::Disc { paint, x, y, radius } => html! {
            <circle class={paint.word()} cx={pixels(*x)} cy={pixels(*y)} r={pixels(*radius)} />
        },
        Shape::Line { paint, points, closed } => {
            let mut d = String::with_capacity(points.len() * 12);
            for (index, (x, y)) in points.iter().enumerate() {
                d.push(if index == 0 { 'M' } else { 'L' });
                d += &InPixels(*x).to_string();
                d.push(' ');
                d += &InPixels(*y).to_string();
            }
            if *closed {
                d.push('z');
            }
            html! { <path class={paint.word()} {d} /> }
        }
        Shape::Text(text) => html! {
            <text class={text.kind.word()} x={pixels(text.x)} y={pixels(text.y)} text-anchor={text.align.word()} font-size={pixels(text.size)}>
                { &text.content }
            </text>
        },
    }
}

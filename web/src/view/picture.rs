//! A figure as SVG: lanes, grid and items. It knows nothing of the cursor, so moving that costs nothing here.

use fencepost_figure::{Figure, InPixels, Shape, Tenths};

use super::app::{Page, Version};
use super::draft::{Draft, put};

/// The lanes, the grid, and what happened on them; with words for those who do not see it.
pub(super) fn picture(draft: &mut Draft, page: &Page, _: Version) {
    let (Some(drawn), Some(story)) = (&page.figure, &page.state.story) else { return };
    let figure = &*drawn.figure;
    put!(
        draft,
        "<svg class=picture role=img aria-label={} width={} height={}>\
           <pattern id=hatch width=7 height=7 patternUnits=userSpaceOnUse patternTransform=rotate(45)>\
             <rect class=veil width=7 height=7/><path class=stripe d='M0 0v7'/></pattern>\
           <g class=panels>{}</g><g class=ticks>{}</g><g class=items>{}</g></svg>",
        &story.headline.text,
        InPixels(figure.width),
        InPixels(figure.height),
        for lane in &figure.lanes {
            rect(draft, "panel", [figure.left, lane.y, figure.width - figure.left - 10, lane.height, 80]);
        },
        ticks(draft, figure),
        for item in &figure.items {
            put!(
                draft,
                "<g class={}>{}</g>",
                item.class(),
                for shape in &item.shapes {
                    draw(draft, shape);
                },
            );
        },
    );
}

fn ticks(draft: &mut Draft, figure: &Figure) {
    let axis = &figure.axis;
    for tick in &axis.ticks {
        path(draft, "grid", &[(tick.x, axis.top), (tick.x, axis.bottom)], false);
        put!(
            draft,
            "<text class=tick x={} y={} text-anchor=middle>{}</text>",
            InPixels(tick.x),
            InPixels(axis.label_y),
            &tick.label,
        );
    }
}

fn draw(draft: &mut Draft, shape: &Shape) {
    match shape {
        Shape::Rect { paint, x, y, width, height, radius } => {
            rect(draft, paint.word(), [*x, *y, *width, *height, *radius]);
        }
        Shape::Disc { paint, x, y, radius } => circle(draft, paint.word(), *x, *y, *radius),
        Shape::Line { paint, points, closed } => path(draft, paint.word(), points, *closed),
        Shape::Text(text) => put!(
            draft,
            "<text class={} x={} y={} text-anchor={} font-size={}>{}</text>",
            text.kind.word(),
            InPixels(text.x),
            InPixels(text.y),
            text.align.word(),
            InPixels(text.size),
            &text.content,
        ),
    }
}

/// A shape's outline, a little outside of it.
pub(super) fn halo(draft: &mut Draft, shape: &Shape) {
    const OUT: Tenths = 30;
    match shape {
        Shape::Rect { x, y, width, height, radius, .. } => {
            rect(draft, "", [x - OUT, y - OUT, width + 2 * OUT, height + 2 * OUT, radius + OUT]);
        }
        Shape::Disc { x, y, radius, .. } => circle(draft, "", *x, *y, radius + OUT),
        Shape::Line { points, .. } if points.len() == 2 => path(draft, "", points, false),
        Shape::Line { .. } | Shape::Text(_) => {}
    }
}

/// The class, if there is one.
fn some(class: &str) -> Option<&str> {
    (!class.is_empty()).then_some(class)
}

/// A rectangle: left, top, width, height, and the radius of its corners.
#[inline(never)]
pub(super) fn rect(draft: &mut Draft, class: &str, lengths: [Tenths; 5]) {
    let [x, y, width, height, radius] = lengths.map(InPixels);
    put!(
        draft,
        "<rect class={} x={} y={} width={} height={} rx={}/>",
        some(class),
        x,
        y,
        width,
        height,
        radius
    );
}

#[inline(never)]
fn circle(draft: &mut Draft, class: &str, x: Tenths, y: Tenths, radius: Tenths) {
    put!(
        draft,
        "<circle class={} cx={} cy={} r={}/>",
        some(class),
        InPixels(x),
        InPixels(y),
        InPixels(radius),
    );
}

/// Straight lines from point to point.
#[inline(never)]
pub(super) fn path(draft: &mut Draft, class: &str, points: &[(Tenths, Tenths)], closed: bool) {
    let mut d = String::with_capacity(points.len() * 12);
    for (x, y) in points {
        d.push(if d.is_empty() { 'M' } else { 'L' });
        d += &InPixels(*x).to_string();
        d.push(' ');
        d += &InPixels(*y).to_string();
    }
    if closed {
        d.push('z');
    }
    put!(draft, "<path class={} d={}/>", some(class), d);
}

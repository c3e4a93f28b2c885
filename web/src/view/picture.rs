//! A figure as SVG: lanes, grid and items. It knows nothing of the cursor, so moving that costs nothing here.

use fencepost_figure::{Figure, InPixels, Item, Shape, Tenths};

use super::draft::{Draft, tag};

/// The lanes, the grid, and what happened on them; with words for those who do not see it.
pub(super) fn picture(draft: &mut Draft, figure: &Figure, words: &str) {
    let (width, height) = (InPixels(figure.width), InPixels(figure.height));
    tag!(
        draft,
        "svg",
        [
            ("class", "picture"),
            ("role", "img"),
            ("aria-label", words.to_owned()),
            ("width", width),
            ("height", height),
        ],
        {
            hatch(draft);
            tag!(draft, "g", [("class", "panels")], panels(draft, figure));
            tag!(draft, "g", [("class", "ticks")], ticks(draft, figure));
            tag!(draft, "g", [("class", "items")], figure.items.iter().for_each(|it| item(draft, it)));
        }
    );
}

/// The pattern over what is paused.
fn hatch(draft: &mut Draft) {
    tag!(
        draft,
        "pattern",
        [
            ("id", "hatch"),
            ("width", "7"),
            ("height", "7"),
            ("patternUnits", "userSpaceOnUse"),
            ("patternTransform", "rotate(45)"),
        ],
        {
            tag!(draft, "rect", [("class", "veil"), ("width", "7"), ("height", "7")]);
            tag!(draft, "path", [("class", "stripe"), ("d", "M0 0v7")]);
        }
    );
}

fn panels(draft: &mut Draft, figure: &Figure) {
    for lane in &figure.lanes {
        let width = figure.width - figure.left - 10;
        rect(draft, Some("panel"), [figure.left, lane.y, width, lane.height, 80]);
    }
}

fn ticks(draft: &mut Draft, figure: &Figure) {
    let axis = &figure.axis;
    for tick in &axis.ticks {
        path(draft, Some("grid"), &[(tick.x, axis.top), (tick.x, axis.bottom)], false);
        let (x, y) = (InPixels(tick.x), InPixels(axis.label_y));
        tag!(
            draft,
            "text",
            [("class", "tick"), ("x", x), ("y", y), ("text-anchor", "middle")],
            draft.text(&tick.label)
        );
    }
}

fn item(draft: &mut Draft, item: &Item) {
    tag!(
        draft,
        "g",
        [("class", item.class())],
        for shape in &item.shapes {
            draw(draft, shape);
        }
    );
}

fn draw(draft: &mut Draft, shape: &Shape) {
    match shape {
        Shape::Rect { paint, x, y, width, height, radius } => {
            rect(draft, Some(paint.word()), [*x, *y, *width, *height, *radius]);
        }
        Shape::Disc { paint, x, y, radius } => circle(draft, Some(paint.word()), *x, *y, *radius),
        Shape::Line { paint, points, closed } => path(draft, Some(paint.word()), points, *closed),
        Shape::Text(text) => {
            let (x, y, size) = (InPixels(text.x), InPixels(text.y), InPixels(text.size));
            let (kind, align) = (text.kind.word(), text.align.word());
            tag!(
                draft,
                "text",
                [("class", kind), ("x", x), ("y", y), ("text-anchor", align), ("font-size", size)],
                draft.text(&text.content)
            );
        }
    }
}

/// A shape's outline, a little outside of it.
pub(super) fn halo(draft: &mut Draft, shape: &Shape) {
    const OUT: Tenths = 30;
    match shape {
        Shape::Rect { x, y, width, height, radius, .. } => {
            rect(draft, None, [x - OUT, y - OUT, width + 2 * OUT, height + 2 * OUT, radius + OUT]);
        }
        Shape::Disc { x, y, radius, .. } => circle(draft, None, *x, *y, radius + OUT),
        Shape::Line { points, .. } if points.len() == 2 => path(draft, None, points, false),
        Shape::Line { .. } | Shape::Text(_) => {}
    }
}

/// A rectangle: left, top, width, height, and the radius of its corners.
pub(super) fn rect(
    draft: &mut Draft,
    class: Option<&'static str>,
    [x, y, width, height, radius]: [Tenths; 5],
) {
    let (x, y, radius) = (InPixels(x), InPixels(y), InPixels(radius));
    let (width, height) = (InPixels(width), InPixels(height));
    tag!(
        draft,
        "rect",
        [("class", class), ("x", x), ("y", y), ("width", width), ("height", height), ("rx", radius)]
    );
}

fn circle(draft: &mut Draft, class: Option<&'static str>, x: Tenths, y: Tenths, radius: Tenths) {
    let (x, y, radius) = (InPixels(x), InPixels(y), InPixels(radius));
    tag!(draft, "circle", [("class", class), ("cx", x), ("cy", y), ("r", radius)]);
}

/// Straight lines from point to point.
#[inline(never)]
pub(super) fn path(
    draft: &mut Draft,
    class: Option<&'static str>,
    points: &[(Tenths, Tenths)],
    closed: bool,
) {
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
    tag!(draft, "path", [("class", class), ("d", d)]);
}

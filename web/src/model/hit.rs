//! Which item of a figure a pointer means: the nearest within reach, where small things come before large ones.

use fencepost_figure::{Figure, Item, Shape, Tenths, px, root};

/// How far from a shape a pointer still means it: targets are 24 pixels wide at least.
pub const REACH: Tenths = px(12);

/// The event of the item that is meant by a pointer at this place, if any.
pub fn hit(figure: &Figure, x: Tenths, y: Tenths) -> Option<u32> {
    let near = figure.items.iter().filter_map(|item| {
        let distance = item.shapes.iter().filter_map(|shape| distance(shape, x, y)).min()?;
        (distance <= i64::from(REACH)).then_some((item, distance))
    });
    near.min_by_key(|(item, distance)| (rank(item), *distance)).map(|(item, _)| event_at(figure, item, x))
}

/// Of an item with two events, the one on whose side the pointer is.
fn event_at(figure: &Figure, item: &Item, x: Tenths) -> u32 {
    let (from, to) = (figure.axis.x_of(item.from), figure.axis.x_of(item.to));
    match item.events {
        (_, Some(last)) if x - from > to - x => last,
        (first, _) => first,
    }
}

/// Marks first, then lines, then bars: what is drawn on top and what is harder to meet.
fn rank(item: &Item) -> u8 {
    item.shapes
        .iter()
        .map(|shape| match shape {
            Shape::Disc { .. } => 0,
            Shape::Text(_) => 1,
            Shape::Line { .. } => 2,
            Shape::Rect { width, .. } if *width < px(24) => 2,
            Shape::Rect { .. } => 3,
        })
        .min()
        .unwrap_or(4)
}

/// The distance from a place to a shape; 0 inside.
fn distance(shape: &Shape, x: Tenths, y: Tenths) -> Option<i64> {
    let (x, y) = (i64::from(x), i64::from(y));
    match shape {
        Shape::Rect { x: left, y: top, width, height, .. } => {
            let beside = outside(x, i64::from(*left), i64::from(left + width));
            let above = outside(y, i64::from(*top), i64::from(top + height));
            Some(hypotenuse(beside, above))
        }
        Shape::Disc { x: cx, y: cy, radius, .. } => {
            Some((hypotenuse(x - i64::from(*cx), y - i64::from(*cy)) - i64::from(*radius)).max(0))
        }
        Shape::Line { points, .. } => points.windows(2).map(|ends| to_segment(ends[0], ends[1], x, y)).min(),
        Shape::Text(text) => {
            let width = i64::from(text.width);
            let left = i64::from(text.x)
                - match text.align {
                    fencepost_figure::Align::Start => 0,
                    fencepost_figure::Align::Middle => width / 2,
                    fencepost_figure::Align::End => width,
                };
            let top = i64::from(text.y - text.size);
            Some(hypotenuse(outside(x, left, left + width), outside(y, top, i64::from(text.y))))
        }
    }
}

/// How far `at` lies outside of `low..=high`.
fn outside(at: i64, low: i64, high: i64) -> i64 {
    (low - at).max(at - high).max(0)
}

fn hypotenuse(a: i64, b: i64) -> i64 {
    root((a * a + b * b).unsigned_abs()) as i64
}

fn to_segment((x1, y1): (Tenths, Tenths), (x2, y2): (Tenths, Tenths), x: i64, y: i64) -> i64 {
    let (x1, y1, x2, y2) = (i64::from(x1), i64::from(y1), i64::from(x2), i64::from(y2));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let square = dx * dx + dy * dy;
    if square == 0 {
        return hypotenuse(x - x1, y - y1);
    }
    // The foot of the perpendicular, in thousandths of the segment.
    let part = (((x - x1) * dx + (y - y1) * dy) * 1_000 / square).clamp(0, 1_000);
    hypotenuse(x - x1 - dx * part / 1_000, y - y1 - dy * part / 1_000)
}

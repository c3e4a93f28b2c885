//! Which item of a figure a pointer means: the nearest within reach, where small things come before large ones.

use fencepost_figure::{Align, Figure, Item, Shape, Tenths, px, root};

/// How far from a shape a pointer still means it: targets are 24 pixels wide at least.
pub const REACH: Tenths = px(12);

/// The event of the item that is meant by a pointer at this place, if any.
pub fn hit(figure: &Figure, x: Tenths, y: Tenths) -> Option<u32> {
    let mut best = (u8::MAX, 0);
    let mut nearest = None;
    for item in &figure.items {
        let mut rank = u8::MAX;
        let mut near = i64::MAX;
        for shape in &item.shapes {
            rank = rank.min(self::rank(shape));
            near = near.min(distance(shape, i64::from(x), i64::from(y)));
        }
        if near <= i64::from(REACH) && (rank, near) < best {
            best = (rank, near);
            nearest = Some(item);
        }
    }
    nearest.map(|item| event_at(figure, item, x))
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
fn rank(shape: &Shape) -> u8 {
    match shape {
        Shape::Disc { .. } => 0,
        Shape::Text(_) => 1,
        Shape::Line { .. } => 2,
        Shape::Rect { width, .. } if *width < px(24) => 2,
        Shape::Rect { .. } => 3,
    }
}

/// The distance from a place to a shape; 0 inside.
fn distance(shape: &Shape, x: i64, y: i64) -> i64 {
    let (left, top, width, height, radius) = match shape {
        Shape::Rect { x, y, width, height, .. } => (*x, *y, *width, *height, 0),
        Shape::Disc { x, y, radius, .. } => (*x, *y, 0, 0, *radius),
        Shape::Text(text) => {
            let before = match text.align {
                Align::Start => 0,
                Align::Middle => text.width / 2,
                Align::End => text.width,
            };
            (text.x - before, text.y - text.size, text.width, text.size, 0)
        }
        Shape::Line { points, .. } => {
            let mut near = i64::MAX;
            for ends in points.windows(2) {
                near = near.min(to_segment(ends[0], ends[1], x, y));
            }
            return near;
        }
    };
    let away = hypotenuse(outside(x, left, width), outside(y, top, height));
    (away - i64::from(radius)).max(0)
}

/// How far `at` lies outside of a stretch.
fn outside(at: i64, low: Tenths, length: Tenths) -> i64 {
    let below = i64::from(low) - at;
    below.max(-below - i64::from(length)).max(0)
}

fn hypotenuse(a: i64, b: i64) -> i64 {
    root((a * a + b * b).unsigned_abs()) as i64
}

fn to_segment((x1, y1): (Tenths, Tenths), (x2, y2): (Tenths, Tenths), x: i64, y: i64) -> i64 {
    let (x, y) = (x - i64::from(x1), y - i64::from(y1));
    let (dx, dy) = (i64::from(x2) - i64::from(x1), i64::from(y2) - i64::from(y1));
    // The foot of the perpendicular, in thousandths of the segment.
    let square = (dx * dx + dy * dy).max(1);
    let part = ((x * dx + y * dy) * 1_000 / square).clamp(0, 1_000);
    hypotenuse(x - dx * part / 1_000, y - dy * part / 1_000)
}

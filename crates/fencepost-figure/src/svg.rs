//! A figure as an SVG file that stands alone: title, description, verdicts, light and dark, no script, no
//! reference to anything outside.

use alloc::string::String;
use core::fmt::{self, Display, Formatter, Write};

use fencepost_core::event::Outcome;

use crate::{Align, Axis, Figure, InPixels, Lane, LaneNames, Shape, Tenths, Text, Type, measure, px, style};

/// The words around the drawing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Caption<'a> {
    /// The title, over the drawing.
    pub title: &'a str,
    /// The headline, under the drawing: what happened, in one sentence.
    pub headline: &'a str,
    /// Verdicts, each with a few words: "no late write got in".
    pub verdicts: &'a [(Outcome, &'a str)],
    /// A longer description for those who do not see the drawing: the transcript. At most 200 lines are kept.
    pub description: &'a str,
    /// The beginning of every id. Two figures on one page need different ones. Anything but ASCII letters,
    /// digits, `-` and `_` is left out.
    pub prefix: &'a str,
}

/// Writes a figure as a complete SVG document.
pub fn write(figure: &Figure, caption: &Caption<'_>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = Writer { figure, caption, prefix: plain_id(caption.prefix) }.document(&mut out);
    out
}

/// White around everything.
const MARGIN: Tenths = px(20);
const TITLE: Tenths = px(21);
const PILL: Tenths = px(28);
const WORDS: Tenths = px(14);
/// A description has at most so many lines: a picture must not weigh more in words than in shapes.
const MOST_LINES: usize = 200;

struct Writer<'a> {
    figure: &'a Figure,
    caption: &'a Caption<'a>,
    prefix: String,
}

impl Writer<'_> {
    fn document(&self, out: &mut String) -> fmt::Result {
        let mut head = String::new();
        let top = self.head(&mut head)?;
        let mut foot = String::new();
        let foot_height = self.foot(&mut foot, top + self.figure.height)?;
        let width = InPixels(self.figure.width + 2 * MARGIN);
        let height = InPixels(top + self.figure.height + foot_height + MARGIN);
        let (prefix, fonts) = (&self.prefix, style::FONTS);
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fencepost\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"{prefix}title {prefix}desc\" \
             font-family=\"{fonts}\" font-size=\"13\">"
        )?;
        write!(out, "<title id=\"{prefix}title\">{}</title>", Escaped(self.title()))?;
        let (headline, more) =
            (Escaped(self.caption.headline), EscapedLines(self.caption.description, MOST_LINES));
        write!(out, "<desc id=\"{prefix}desc\">{headline}\n{more}</desc>")?;
        write!(out, "<style>.fencepost{{{}}}", style::LIGHT)?;
        write!(out, "@media (prefers-color-scheme:dark){{.fencepost{{{}}}}}", style::DARK)?;
        write!(out, "{}</style>", style::RULES)?;
        write!(out, "<defs>{}</defs>", style::hatch(&alloc::format!("{prefix}hatch")))?;
        out.push_str("<rect width=\"100%\" height=\"100%\" style=\"fill:var(--fp-page)\"/>");
        out.push_str(&head);
        write!(out, "<g transform=\"translate({} {})\">", InPixels(MARGIN), InPixels(top))?;
        self.lanes(out)?;
        self.axis(out, &self.figure.axis)?;
        for item in &self.figure.items {
            write!(out, "<g class=\"{}\">", item.class())?;
            item.shapes.iter().try_for_each(|shape| self.shape(out, shape))?;
            out.push_str("</g>");
        }
        out.push_str("</g>");
        out.push_str(&foot);
        out.push_str("</svg>\n");
        Ok(())
    }

    fn title(&self) -> &str {
        if self.caption.title.trim().is_empty() { "A story of a lock" } else { self.caption.title }
    }

    /// Title and verdicts; gives the height that they take.
    fn head(&self, out: &mut String) -> Result<Tenths, fmt::Error> {
        let mut y = MARGIN;
        let room = self.figure.width;
        let title = measure::cut(measure::clean(self.caption.title), Type::Name, TITLE, room);
        if !title.is_empty() {
            y += px(22);
            self.words(out, "name", (MARGIN, y), TITLE, &title)?;
            y += px(14);
        }
        let mut x = MARGIN;
        for (outcome, text) in self.caption.verdicts {
            let text = measure::cut(measure::clean(text), Type::Plain, WORDS, room - px(60));
            let width = measure::width(&text, Type::Plain, WORDS) + px(46);
            if x > MARGIN && x + width > MARGIN + room {
                (x, y) = (MARGIN, y + PILL + px(8));
            }
            self.pill(out, *outcome, &text, (x, y), width)?;
            x += width + px(10);
        }
        // The figure keeps room above its ticks for marks that only a page has.
        Ok(if x > MARGIN { y + PILL - px(8) } else { y - px(14) })
    }

    fn pill(
        &self,
        out: &mut String,
        outcome: Outcome,
        text: &str,
        (x, y): (Tenths, Tenths),
        width: Tenths,
    ) -> fmt::Result {
        // Drawn, not written: not every font has a check mark.
        let (tone, mark) = match outcome {
            Outcome::Holds => ("good", "M-5 0l3.5 4 6-8"),
            Outcome::Broken => ("bad", "M-4-4l8 8m0-8l-8 8"),
            Outcome::DoesNotApply => ("muted", "M-4 0h8"),
            Outcome::Undecided => ("muted", "M-4 0h.1m3.9 0h.1m3.9 0h.1"),
        };
        let shape = Shape::Rect { paint: crate::Paint::Hollow, x, y, width, height: PILL, radius: PILL / 2 };
        write!(out, "<g class=\"verdict {tone}\">")?;
        self.shape(out, &shape)?;
        write!(
            out,
            "<path class=\"line\" stroke-linecap=\"round\" transform=\"translate({} {})\" d=\"{mark}\"/>",
            InPixels(x + px(18)),
            InPixels(y + PILL / 2)
        )?;
        self.words(out, "plain", (x + px(32), y + px(19)), WORDS, text)?;
        out.push_str("</g>");
        Ok(())
    }

    /// The headline on as many lines as it needs; gives the height.
    fn foot(&self, out: &mut String, from: Tenths) -> Result<Tenths, fmt::Error> {
        let text = measure::clean(self.caption.headline);
        if text.is_empty() {
            return Ok(0);
        }
        let room = self.figure.width - px(32);
        let mut lines: alloc::vec::Vec<String> = alloc::vec![String::new()];
        for word in text.split_whitespace() {
            let line = lines.last().map_or("", String::as_str);
            let joined = if line.is_empty() { word.into() } else { alloc::format!("{line} {word}") };
            if line.is_empty() || measure::width(&joined, Type::Name, px(15)) <= room {
                lines.pop();
                lines.push(measure::cut(joined, Type::Name, px(15), room));
            } else {
                lines.push(measure::cut(word.into(), Type::Name, px(15), room));
            }
        }
        let height = px(22) + px(20) * lines.len() as Tenths;
        let y = from + px(10);
        write!(
            out,
            "<rect class=\"panel\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\"/>",
            InPixels(MARGIN),
            InPixels(y),
            InPixels(self.figure.width),
            InPixels(height)
        )?;
        for (n, line) in lines.iter().enumerate() {
            self.words(out, "name", (MARGIN + px(16), y + px(26) + px(20) * n as Tenths), px(15), line)?;
        }
        Ok(height + px(10))
    }

    fn words(
        &self,
        out: &mut String,
        class: &str,
        (x, y): (Tenths, Tenths),
        size: Tenths,
        text: &str,
    ) -> fmt::Result {
        write!(
            out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
            InPixels(x),
            InPixels(y),
            InPixels(size),
            Escaped(text)
        )
    }

    fn lanes(&self, out: &mut String) -> fmt::Result {
        for lane in &self.figure.lanes {
            let Lane { y, height, name_x, name_y, note_y, .. } = *lane;
            let (left, width) = (self.figure.left, self.figure.width - self.figure.left);
            let (x, top, width, height) = (InPixels(left), InPixels(y), InPixels(width), InPixels(height));
            write!(
                out,
                "<rect class=\"panel\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>"
            )?;
            self.words(out, "name", (name_x, name_y), lane.name_size(), &lane.name)?;
            let beside = lane.names() == LaneNames::Beside;
            let note_x = if beside { name_x } else { name_x + lane.name_width() + px(10) };
            self.words(out, "note", (note_x, note_y), px(12), &lane.note)?;
        }
        Ok(())
    }

    fn axis(&self, out: &mut String, axis: &Axis) -> fmt::Result {
        for tick in &axis.ticks {
            let x = InPixels(tick.x);
            let (top, bottom) = (InPixels(axis.top), InPixels(axis.bottom));
            write!(out, "<path class=\"grid\" d=\"M{x} {top}V{bottom}\"/>")?;
            write!(
                out,
                "<text class=\"tick\" x=\"{x}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\">{}</text>",
                InPixels(axis.label_y),
                Escaped(&tick.label)
            )?;
        }
        if !axis.note.is_empty() {
            self.words(out, "note", (axis.left, axis.label_y - px(18)), px(12), &axis.note)?;
        }
        Ok(())
    }

    fn shape(&self, out: &mut String, shape: &Shape) -> fmt::Result {
        match shape {
            Shape::Rect { paint, x, y, width, height, radius } => {
                let (x, y, width, height) = (InPixels(*x), InPixels(*y), InPixels(*width), InPixels(*height));
                let class = paint.word();
                write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
                )?;
                if *radius > 0 {
                    write!(out, " rx=\"{}\"", InPixels(*radius))?;
                }
                if *paint == crate::Paint::Hatch {
                    write!(out, " fill=\"url(#{}hatch)\"", self.prefix)?;
                }
                out.push_str("/>");
                Ok(())
            }
            Shape::Disc { paint, x, y, radius } => {
                let (x, y, radius) = (InPixels(*x), InPixels(*y), InPixels(*radius));
                write!(out, "<circle class=\"{}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>", paint.word())
            }
            Shape::Line { paint, points, closed } => {
                let tag = if *closed { "polygon" } else { "polyline" };
                write!(out, "<{tag} class=\"{}\" points=\"", paint.word())?;
                for (n, (x, y)) in points.iter().enumerate() {
                    let space = if n == 0 { "" } else { " " };
                    write!(out, "{space}{},{}", InPixels(*x), InPixels(*y))?;
                }
                out.push_str("\"/>");
                Ok(())
            }
            Shape::Text(Text { kind, x, y, align, size, content, .. }) => {
                let (x, y, size) = (InPixels(*x), InPixels(*y), InPixels(*size));
                write!(out, "<text class=\"{}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"", kind.word())?;
                if *align != Align::Start {
                    write!(out, " text-anchor=\"{}\"", align.word())?;
                }
                write!(out, ">{}</text>", Escaped(content))
            }
        }
    }
}

/// Text for XML: markup escaped, what steers or controls removed.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in measure::clean(self.0).chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// The same, with the lines kept: so many, and how many more there are.
struct EscapedLines<'a>(&'a str, usize);

impl Display for EscapedLines<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.lines().take(self.1).try_for_each(|line| writeln!(f, "{}", Escaped(line)))?;
        match self.0.lines().count().saturating_sub(self.1) {
            0 => Ok(()),
            more => writeln!(f, "And {more} more lines."),
        }
    }
}

fn plain_id(prefix: &str) -> String {
    prefix.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

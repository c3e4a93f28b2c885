//! `fencepost draw`, a static SVG, and `fencepost fmt`, the canonical form.

use fencepost_core::check::{TABLE, Verdict, headline, judge_all};
use fencepost_core::drive::simulate;
use fencepost_core::event::Outcome;
use fencepost_core::notation::{parse, print};
use fencepost_figure::svg::{self, Caption};
use fencepost_figure::transcript::{self, Format};
use fencepost_figure::{Figure, Layout, px};

use crate::{Failure, problems, read};

/// Draws one file.
pub(crate) fn draw(args: &[String]) -> Result<bool, Failure> {
    let (file, out) = match args {
        [file] => (file, None),
        [file, flag, out] | [flag, out, file] if flag == "-o" => (file, Some(out)),
        _ => return Err("draw takes one file, and -o with the file to write".to_owned()),
    };
    let picture = picture(file, &read(file)?)?;
    match out {
        Some(out) => std::fs::write(out, picture).map_err(|error| format!("{out}: {error}"))?,
        None => std::print!("{picture}"),
    }
    Ok(true)
}

fn picture(file: &str, text: &str) -> Result<String, Failure> {
    let scenario = parse(text).map_err(|found| problems(file, 0, &found))?;
    let trace = simulate(&scenario, scenario.seed).trace;
    let verdicts = judge_all(&trace);
    let headline = headline(&trace, &verdicts).text;
    let pills: Vec<_> = verdicts.iter().filter_map(pill).collect();
    let mut caption = Caption {
        title: &scenario.title,
        headline: &headline,
        verdicts: &pills,
        description: "",
        prefix: "fencepost",
    };
    let words = transcript::write(&trace, &caption, Format::Plain);
    caption.description = &words;
    Ok(svg::write(&Figure::new(&trace, Some(&scenario), &Layout::wide(px(1240))), &caption))
}

/// The few words that the picture says about a verdict; none for a check that does not apply.
fn pill(verdict: &Verdict) -> Option<(Outcome, &'static str)> {
    let kind = TABLE.iter().find(|kind| kind.name == verdict.check)?;
    let words = match verdict.outcome {
        Outcome::DoesNotApply => return None,
        Outcome::Broken => kind.when_broken,
        Outcome::Holds => kind.when_holds,
        Outcome::Undecided => kind.name,
    };
    Some((verdict.outcome, words))
}

/// Prints one file in its canonical form.
pub(crate) fn format(args: &[String]) -> Result<bool, Failure> {
    let [file] = args else { return Err("fmt takes one file".to_owned()) };
    let text = print(&read(file)?).map_err(|found| problems(file, 0, &found))?;
    std::print!("{text}");
    Ok(true)
}

//! `fencepost draw`: one run as a static SVG.

use std::fs;
use std::path::{Path, PathBuf};

use fencepost_core::check::{TABLE, Verdict, headline, judge_all};
use fencepost_core::drive::simulate;
use fencepost_core::event::Outcome as Verdicts;
use fencepost_core::scenario::Scenario;
use fencepost_figure::svg::{self, Caption};
use fencepost_figure::transcript::{self, Format};
use fencepost_figure::{Figure, Layout, px};
use lexopt::prelude::{Long, Short, Value};

use crate::output::Out;
use crate::run::{read_scenario, seed_after};
use crate::source::{Input, asks_for_help, next, only};
use crate::{Ending, Outcome, help, replace, wrong_call};

/// The width of a picture.
const WIDTH: i32 = 1240;

/// Draws one scenario.
pub(crate) fn run(args: &mut lexopt::Parser, out: &mut Out) -> Outcome {
    let (mut input, mut to, mut seed) = (None, None, None);
    while let Some(arg) = next(args)? {
        match arg {
            Value(name) => only(&mut input, name, "draw")?,
            Short('o') | Long("output") => to = Some(PathBuf::from(args.value().map_err(wrong_call)?)),
            Long("seed") => seed = Some(seed_after(args)?),
            arg if asks_for_help(&arg) => return help(out),
            other => return Err(wrong_call(other.unexpected())),
        }
    }
    let input = input.ok_or("draw needs a file")?;
    let to = to.filter(|to| to.as_os_str() != "-");
    if let Some(to) = to.as_deref().filter(|to| is_same_file(&input, to)) {
        return Err(format!("{}: the picture would take the scenario's place", to.display()));
    }
    let Some(scenario) = read_scenario(&input)? else { return Ok(Ending::Wrong) };
    let picture = picture(&scenario, seed.unwrap_or(scenario.seed));
    match to {
        Some(to) => replace::write(&to, &picture)?,
        None => out.put(format_args!("{picture}")),
    }
    Ok(Ending::Good)
}

fn is_same_file(input: &Input, to: &Path) -> bool {
    let Input::File(from) = input else { return false };
    matches!((fs::canonicalize(from), fs::canonicalize(to)), (Ok(from), Ok(to)) if from == to)
}

fn picture(scenario: &Scenario, seed: u64) -> String {
    let trace = simulate(scenario, seed).trace;
    let verdicts = judge_all(&trace);
    let headline = headline(&trace, &verdicts).text;
    let words: Vec<_> = verdicts.iter().filter_map(few_words).collect();
    let mut caption = Caption {
        title: &scenario.title,
        headline: &headline,
        verdicts: &words,
        description: "",
        prefix: "fencepost",
    };
    let description = transcript::write(&trace, &caption, Format::Plain);
    caption.description = &description;
    svg::write(&Figure::new(&trace, Some(scenario), &Layout::wide(px(WIDTH))), &caption)
}

/// What the picture says about a verdict; nothing for a check that does not apply.
fn few_words(verdict: &Verdict) -> Option<(Verdicts, &'static str)> {
    let kind = TABLE.iter().find(|kind| kind.name == verdict.check)?;
    let words = match verdict.outcome {
        Verdicts::DoesNotApply => return None,
        Verdicts::Broken => kind.when_broken,
        Verdicts::Holds => kind.when_holds,
        Verdicts::Undecided => kind.name,
    };
    Some((verdict.outcome, words))
}

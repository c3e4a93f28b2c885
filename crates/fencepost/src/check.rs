//! `fencepost check`: whether every expectation of every scenario is met.

use fencepost_core::check::meets;
use fencepost_core::drive::simulate;
use fencepost_core::notation::parse;

use crate::cases::cases;
use crate::{Failure, problems, read};

/// Checks files; false when an expectation is not met.
pub(crate) fn check(files: &[String]) -> Result<bool, Failure> {
    if files.is_empty() {
        return Err("check needs at least one file".to_owned());
    }
    let (mut met, mut scenarios, mut failed) = (0, 0, 0);
    let mut wrong = Vec::new();
    for file in files {
        let text = read(file)?;
        for case in cases(file, &text) {
            scenarios += 1;
            let scenario = match parse(&case.text) {
                Ok(scenario) => scenario,
                Err(found) => {
                    wrong.push(problems(file, case.above, &found));
                    continue;
                }
            };
            let trace = simulate(&scenario, scenario.seed).trace;
            for expect in &scenario.expects {
                let answer = meets(&trace, expect);
                if answer.met {
                    met += 1;
                } else {
                    failed += 1;
                    println!("{file}:{}: not met: {}", expect.line + case.above, expect.text);
                    println!("    {}", answer.found);
                }
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    println!("{scenarios} scenarios, {met} expectations met, {failed} not met");
    Ok(failed == 0)
}

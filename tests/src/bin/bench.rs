//! Native measurements, as lines `what | measured | goal`. `bench text EVENTS` prints the text of a busy
//! scenario instead.

use std::hint::black_box;
use std::time::{Duration, Instant};

use fencepost_core::check::judge_all;
use fencepost_core::drive::simulate;
use fencepost_core::notation::parse;
use fencepost_core::scenario::Scenario;
use fencepost_tests::busy;

/// The first runs only warm up; the median is one of the others.
const RUNS: usize = 33;
const WARM_UP: usize = 10;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => measure(),
        ["text", events] => print!("{}", busy(events.parse().expect("a number of events"))),
        _ => eprintln!("usage: bench [text EVENTS]"),
    }
}

fn measure() {
    let (short, long) = (scenario(10_000), scenario(100_000));
    let (short_events, short_time) = median(&short, false);
    let (long_events, long_time) = median(&long, false);
    let (_, checked_time) = median(&long, true);
    let per_second = |time: Duration| (long_events as f64 / time.as_secs_f64()) as u64;
    println!("native: events a second, one core | {} | at least 1000000", per_second(long_time));
    println!("native: the same, every check too | {} | -", per_second(checked_time));
    let ratio = long_time.as_secs_f64() / short_time.as_secs_f64();
    println!("native: time of {long_events} events over that of {short_events} | {ratio:.1} | at most 12");
}

fn scenario(events: usize) -> Scenario {
    parse(&busy(events)).expect("a busy scenario is a scenario")
}

/// The number of events of a run, and the median time that it takes.
fn median(scenario: &Scenario, checks: bool) -> (usize, Duration) {
    let mut events = 0;
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let started = Instant::now();
            let run = simulate(black_box(scenario), scenario.seed);
            if checks {
                black_box(judge_all(&run.trace));
            }
            let time = started.elapsed();
            events = black_box(run).trace.events.len();
            time
        })
        .collect();
    let measured = &mut times[WARM_UP..];
    measured.sort();
    (events, measured[measured.len() / 2])
}

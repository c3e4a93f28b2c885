//! `fencepost check`: scenarios and Markdown, met and not, and places in the file's own lines.

use crate::{STORY, call, call_with, file, folder};

const GOOD: &str = "client A: work 1s\nexpect no event granted\n";

#[test]
fn a_file_that_meets_its_expectations_ends_with_0() {
    let ended = call(&["check", STORY]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert_eq!(ended.out, "1 scenario: 3 expectations met\n");
    let ended = call_with(&["check", "-"], GOOD.as_bytes());
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), "1 scenario: 1 expectation met\n"));
}

/// A is granted the lock at 0.05 s, once.
#[test]
fn what_is_not_met_is_told_with_its_line_and_what_was_found() {
    let folder = folder("not-met");
    let text = "lock r on redis\nnetwork delay=50ms\nclient A: acquire r\nexpect event granted\nexpect no event granted\n";
    let wrong = file(&folder, "wrong.fence", text);
    let ended = call(&["check", STORY, &wrong]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    let lines: Vec<_> = ended.out.lines().collect();
    assert_eq!(lines[0], format!("{wrong}:5: not met: expect no event granted"));
    assert!(
        lines[1].starts_with("    There is one such event") && lines[1].contains("0.05s"),
        "{}",
        lines[1]
    );
    assert_eq!(lines[2..], ["2 scenarios: 4 expectations met, 1 not met"]);
}

/// Lines by hand: the second block is in a list, three characters deep, its `expect` in line 13.
#[test]
fn markdown_is_checked_in_its_own_lines() {
    let folder = folder("markdown");
    let page = "# A page\n\n```fencepost\nclient A: work 1s\nexpect no event granted\n```\n\n```text\nclient\n```\n\
                1. ```fencepost\n   client A: work 1s\n   expect event granted\n   ```\n\
                > ~~~fencepost\n> client A:  wrk 1s\n> ~~~\n";
    let name = file(&folder, "page.MD", page);
    let ended = call(&["check", &name]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.out.starts_with(&format!("{name}:13: not met: expect event granted\n")), "{}", ended.out);
    assert!(ended.out.ends_with("3 scenarios: 1 expectation met, 1 not met, 1 wrong\n"), "{}", ended.out);
    // In line 16 come `> ` and then `client A:  `: `wrk` is at column 14.
    let lines: Vec<_> = ended.err.lines().collect();
    let told = format!("{name}:16:14: there is no step `wrk`: did you mean `work`?");
    assert_eq!(lines[0], told);
    assert_eq!(lines[1..3], ["    client A:  wrk 1s", "               ^^^"]);
}

#[test]
fn all_that_is_wrong_in_all_files_is_told() {
    let folder = folder("all-told");
    let first = file(&folder, "first.fence", "client A: wrk 1s\nlock r on nowhere\n");
    let missing = format!("{first}.none");
    let bytes = file(&folder, "bytes.fence", b"\xff");
    let unmet = file(&folder, "unmet.fence", "client A: work 1s\nexpect event granted\n");
    let ended = call(&["check", &first, &missing, &bytes, &unmet, STORY]);
    assert_eq!(ended.code, Some(2), "wrong comes before not met");
    for told in
        [format!("{first}:1:11: "), format!("{first}:2:"), format!("{missing}: "), format!("{bytes}: ")]
    {
        assert!(ended.err.contains(&told), "{told} is not in {}", ended.err);
    }
    assert!(ended.out.contains(&format!("{unmet}:2: not met: expect event granted\n")), "{}", ended.out);
    assert!(ended.out.ends_with("3 scenarios: 3 expectations met, 1 not met, 3 wrong\n"), "{}", ended.out);
}

#[test]
fn nothing_to_check_is_not_success() {
    let folder = folder("nothing");
    let page = file(&folder, "page.md", "# A page\n\n```fencepots\nclient A: work 1s\n```\n");
    let ended = call(&["check", &page]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert_eq!(ended.err, "fencepost: there is no scenario in these files\n");
}

#[test]
fn an_empty_block_is_told_where_it_opens() {
    let folder = folder("empty-block");
    let page = file(&folder, "page.md", "a\n\n```fencepost\n```\n");
    let ended = call(&["check", &page]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.starts_with(&format!("{page}:3:1: this text has no client")), "{}", ended.err);
}

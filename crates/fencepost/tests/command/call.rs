//! The call itself: help, version, wrong arguments, wrong files, hostile input.

use crate::{STORY, call, call_with, command, file, folder};

#[test]
fn help_and_version_go_to_standard_output() {
    for args in
        [&["help"][..], &["--help"], &["-h"], &["run", "--help"], &["check", "-h"], &["fmt", "--help"]]
    {
        let ended = call(args);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{args:?}");
        for command in [
            "run FILE",
            "check FILE...",
            "draw FILE",
            "fmt [--check] FILE...",
            "presets [NAME]",
            "exit codes",
        ] {
            assert!(ended.out.contains(command), "{args:?} says nothing of {command}");
        }
    }
    let version = format!("fencepost {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(call(&["--version"]).out, version);
    assert_eq!(call(&["-V"]).out, version);
}

#[test]
fn a_wrong_call_ends_with_2_and_says_what_is_wrong() {
    for (args, says) in [
        (&[][..], "which command?"),
        (&["walk"], "no command `walk`"),
        (&["--walk"], "--walk"),
        (&["run"], "run needs a file"),
        (&["run", "a", "b"], "`b` is one too many"),
        (&["run", STORY, "--seed"], "--seed"),
        (&["run", STORY, "--seed", "x"], "not `x`"),
        (&["run", STORY, "--seed", "9007199254740992"], "up to 9007199254740991"),
        (&["run", STORY, "--seeds", "5..3"], "not `5..3`"),
        (&["run", STORY, "--seed", "1", "--seeds", "1..3"], "do not go together"),
        (&["run", STORY, "--format", "xml"], "not `xml`"),
        (&["run", STORY, "--frmat", "json"], "--frmat"),
        (&["check"], "at least one file"),
        (&["check", "-", "-"], "named twice"),
        (&["check", STORY, "--strict"], "--strict"),
        (&["draw"], "draw needs a file"),
        (&["draw", STORY, "-o"], "-o"),
        (&["fmt"], "at least one file"),
        (&["fmt", "--write", STORY], "--write"),
        (&["presets", "redis", "fenced"], "`fenced` is one too many"),
        (&["presets", "--all"], "--all"),
    ] {
        let ended = call(args);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(ended.err.starts_with("fencepost: ") && ended.err.contains(says), "{args:?}: {}", ended.err);
    }
}

#[test]
fn values_may_stand_after_an_equals_sign_and_files_after_two_dashes() {
    assert_eq!(call(&["run", "--seed=7", "--format=json", "--", STORY]).code, Some(0));
    let ended = call(&["run", "--", "--seed"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.starts_with("fencepost: --seed: "), "a file of that name is missing: {}", ended.err);
}

#[test]
fn files_that_cannot_be_read_end_with_2() {
    let folder = folder("unreadable");
    let directory = folder.to_str().expect("a path in UTF-8");
    let missing = format!("{directory}/none.fence");
    let bytes = file(&folder, "bytes.fence", b"title a\nclient \xff\n");
    let long = file(&folder, "long.fence", vec![b'#'; 8 * 1024 * 1024 + 1]);
    let over = file(&folder, "over.fence", vec![b'#'; 64 * 1024 + 1]);
    let page = file(&folder, "page.md", "# A page\n");
    for command in ["run", "check", "draw", "fmt"] {
        for (name, says) in [
            (directory, "this is a directory"),
            (&missing, "none.fence: "),
            (&bytes, "not text in UTF-8, from line 2 on"),
            (&long, "more than 8388608 bytes"),
            (&over, "the text has 65537 bytes: at most 65536 are read"),
        ] {
            let ended = call(&[command, name]);
            assert_eq!(ended.code, Some(2), "{command} {name}");
            assert!(ended.err.contains(says), "{command} {name}: {}", ended.err);
        }
        if command != "check" {
            let ended = call(&[command, &page]);
            assert_eq!(ended.code, Some(2));
            assert!(ended.err.contains("this is Markdown"), "{}", ended.err);
        }
    }
}

/// Whatever comes in, the answer is an exit code of 2 and a message; `call_with` looks for panics.
#[test]
fn hostile_input_is_answered_with_a_message() {
    // A linear congruential generator, so that every run tries the same bytes.
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let bytes: Vec<u8> = (0..1_000_000).map(|_| random()).collect();
    let printable: Vec<u8> = bytes.iter().take(60_000).map(|byte| b' ' + byte % 95).collect();
    let lines: Vec<u8> =
        bytes.iter().take(60_000).map(|byte| b"\nclient A:,=#\"\t "[*byte as usize % 16]).collect();
    let inputs =
        [&b""[..], b"\0", b"\n\n", b"\xef\xbb\xbf", b"client", b"\xff\xfe", &bytes, &printable, &lines];
    for command in ["run", "check", "draw", "fmt"] {
        for input in inputs {
            let ended = call_with(&[command, "-"], input);
            assert_eq!(ended.code, Some(2), "{command} with {} bytes: {}", input.len(), ended.err);
            assert!(!ended.err.is_empty());
            assert!(!ended.err.contains('\u{1b}') && !ended.err.contains('\0'), "no bytes for a terminal");
        }
    }
}

#[test]
fn standard_input_is_read_to_a_bound_and_no_further() {
    // Nine megabytes are one more than is read: the pipe closes, and nothing waits for its end.
    let ended = call_with(&["run", "-"], &vec![b'#'; 9 * 1024 * 1024]);
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.err, "fencepost: standard input: more than 8388608 bytes: no scenario is that long\n");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder("broken-pipe");
    let unmet = file(&folder, "unmet.fence", "client A: work 1s\nexpect broken one-holder\n");
    for (args, code) in [
        (&["run", STORY][..], 0),
        (&["draw", STORY], 0),
        (&["presets"], 0),
        (&["help"], 0),
        (&["check", &unmet], 1),
    ] {
        let mut child = command(args).spawn().expect("the command starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

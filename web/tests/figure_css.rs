//! The figure's colours and rules on the page are those of its own style sheet.
#![cfg(not(target_arch = "wasm32"))]

use fencepost_figure::style::{DARK, LIGHT, RULES};

#[test]
fn the_page_dresses_figures_as_they_dress_themselves() {
    let expected = format!(
        "/* Copied from fencepost_figure::style, which tests/figure_css.rs compares. */\n\
         :root{{{LIGHT}}}\n@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}\n{}\n",
        RULES.replace('}', "}\n").trim_end()
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/figure.css");
    if std::env::var_os("FENCEPOST_UPDATE").is_some() {
        std::fs::write(path, &expected).expect("the file can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, expected, "FENCEPOST_UPDATE=1 writes it anew");
}

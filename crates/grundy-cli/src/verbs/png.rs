//! Pictures as pixels, by resvg, which only a program that is built with the feature `png`
//! contains: it takes longer to build than all the rest.

use std::path::Path;

use grundy::help::shell_word;

use crate::output::CliError;

/// Refuses PNG where it cannot be written.
/// `line` is the command with a file of another ending.
pub fn possible(json: bool, output: Option<&Path>, line: impl Fn(&Path) -> String) -> Result<(), CliError> {
    if json {
        return Err(CliError::usage("JSON holds no PNG", "leave --json out, or draw SVG: --format svg"));
    }
    if cfg!(feature = "png") {
        return Ok(());
    }
    let picture = output.unwrap_or(Path::new("picture.png"));
    let typed = line(&picture.with_extension("svg"));
    let [vectors, picture] =
        [&picture.with_extension("svg"), picture].map(|file| shell_word(&file.display().to_string()));
    Err(CliError::usage(
        "this program was built without the feature `png`, which turns SVG into pixels",
        format!(
            "type `{typed}`, which a browser opens, and `rsvg-convert {vectors} -o {picture}` converts; or build the program \
             with it: `cargo install grundy-cli --features png`"
        ),
    ))
}

/// The pixels of a picture, two for each unit of length, with the fonts of the system.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Result<Vec<u8>, CliError> {
    use resvg::{tiny_skia, usvg};

    const SCALE: f32 = 2.0;
    let failed = |why: String| {
        CliError::usage(format!("the picture cannot be turned into pixels: {why}"), "draw SVG: --format svg")
    };
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = usvg::Tree::from_str(svg, &options).map_err(|why| failed(why.to_string()))?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|length| (length * SCALE).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or_else(|| failed("it is too large".into()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| failed(why.to_string()))
}

/// Never called: `possible` refuses PNG.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> Result<Vec<u8>, CliError> {
    possible(false, None, |_| String::new()).map(|()| Vec::new())
}

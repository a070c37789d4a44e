//! The page: the files of the folder `page` inside the program, with its scripts as one, and all of
//! them compressed for browsers that ask for it.

use std::{io::Write, sync::LazyLock};

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use flate2::{Compression, write::GzEncoder};

use crate::{answers, bundle::bundle};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// The files with their names.
        pub const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../page/", $name)))),*];
    };
}

files![
    "index.html",
    "style.css",
    "icon.svg",
    "board.js",
    "checker.js",
    "commands.js",
    "dialogs.js",
    "dom.js",
    "editor.js",
    "engine.js",
    "gallery.js",
    "history.js",
    "lesson.js",
    "main.js",
    "moves.js",
    "offline.js",
    "opponent.js",
    "position.js",
    "state.js",
    "table.js",
    "verdict.js",
    "why.js",
    "widget.js",
    "worker.js",
];

/// The scripts that are files of their own: they run in other threads than the page.
const ALONE: [&str; 2] = ["offline.js", "worker.js"];

/// A file as it is sent.
struct Sent {
    name: &'static str,
    kind: &'static str,
    text: String,
    /// The same, compressed by gzip.
    small: Vec<u8>,
}

static SENT: LazyLock<Vec<Sent>> = LazyLock::new(|| {
    let is_sent = |name: &str| !name.ends_with(".js") || ALONE.contains(&name);
    let files = FILES.iter().filter(|(name, _)| is_sent(name)).map(|(name, text)| (*name, (*text).to_owned()));
    // A test has made the bundle.
    let script = bundle("main.js", &source).unwrap_or_default();
    files
        .chain([("page.js", script), ("widget.js", notebook().script), ("notebook.css", notebook().style)])
        .map(|(name, text)| Sent { name, kind: kind(name), small: gzip(&text), text })
        .collect()
});

/// The text of a file of this name.
fn source(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

/// The board of the page for a cell of a notebook: a widget of anywidget.
pub struct Notebook {
    /// A module of JavaScript, whose default export has the function `render`.
    pub script: String,
    /// The style of what it shows.
    pub style: String,
}

/// Returns the board of the page for a cell of a notebook.
pub fn notebook() -> Notebook {
    // A test has made the bundle.
    let script = bundle("widget.js", &source).unwrap_or_default() + "export default $widget.widget;\n";
    // The style of the page, below the element of the widget alone.
    let style = source("style.css").unwrap_or_default().replace(":root", "&");
    Notebook { script, style: format!(".grundy-explorer {{ container-type: inline-size; {style} }}") }
}

/// The media type of a file of this name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    }
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A vector takes all that is written.
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// The file of this name; the empty name is the page.
pub fn file(name: &str, request: &HeaderMap) -> Response {
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(sent) = SENT.iter().find(|sent| sent.name == name) else {
        return answers::refused(StatusCode::NOT_FOUND, "usage", "there is nothing here", "open /");
    };
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let small =
        accepted.split(',').any(|coding| coding.split(';').next().is_some_and(|coding| coding.trim() == "gzip"));
    let mut response = match small {
        true => answers::typed(StatusCode::OK, sent.kind, &sent.small[..]),
        false => answers::typed(StatusCode::OK, sent.kind, &sent.text[..]),
    };
    let headers = response.headers_mut();
    if small {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // The next version of the program has another page at the same address.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served_and_they_are_small() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let there: BTreeSet<String> = fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("a plain name"))
            .collect();
        let served: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(there, served);
        // What a notebook takes is not a part of the page.
        let of_page = |sent: &&Sent| !["widget.js", "notebook.css"].contains(&sent.name);
        let bytes: usize = SENT.iter().filter(of_page).map(|sent| sent.small.len()).sum();
        assert!(bytes < 60_000, "the page has {bytes} bytes, compressed");
        let names: Vec<&str> = SENT.iter().map(|sent| sent.name).collect();
        assert_eq!(
            names,
            ["index.html", "style.css", "icon.svg", "offline.js", "worker.js", "page.js", "widget.js", "notebook.css"]
        );
    }

    #[test]
    fn the_scripts_are_one_and_nothing_is_lost_by_compression() {
        let [page, widget] = ["main.js", "widget.js"].map(|main| bundle(main, &source).expect("imports in an order"));
        for (name, _) in FILES.iter().filter(|(name, _)| name.ends_with(".js") && !ALONE.contains(name)) {
            let line = format!("const ${} = ", name.trim_end_matches(".js"));
            assert!(page.contains(&line) || widget.contains(&line), "{name} is not used");
        }
        for sent in SENT.iter() {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&sent.small[..]), &mut text).expect("gzip");
            assert_eq!(text, sent.text, "{}", sent.name);
        }
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for (name, text) in FILES {
            let outside = text
                .match_indices("//")
                .filter(|(at, _)| text[..*at].ends_with("http:") || text[..*at].ends_with("https:"));
            // The names of XML are not addresses.
            let outside = outside.filter(|(at, _)| !text[*at..].starts_with("//www.w3.org/2000/svg"));
            assert_eq!(outside.count(), 0, "{name}");
        }
    }
}

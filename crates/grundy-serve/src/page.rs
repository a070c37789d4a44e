//! The page: the files of the folder `page`, as they are, inside the program.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::Response,
};

use crate::answers;

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
    "commands.js",
    "dialogs.js",
    "dom.js",
    "editor.js",
    "engine.js",
    "history.js",
    "lesson.js",
    "main.js",
    "moves.js",
    "opponent.js",
    "position.js",
    "state.js",
    "table.js",
    "verdict.js",
    "why.js",
    "worker.js",
];

/// The file of this name; the empty name is the page.
pub fn file(name: &str) -> Response {
    let name = if name.is_empty() { "index.html" } else { name };
    let Some((_, text)) = FILES.iter().find(|(own, _)| *own == name) else {
        return answers::refused(StatusCode::NOT_FOUND, "usage", "there is nothing here", "open /");
    };
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    let mut response = answers::typed(StatusCode::OK, kind, *text);
    // The next version of the program has another page at the same address.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
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
        let bytes: usize = FILES.iter().map(|(_, text)| text.len()).sum();
        assert!(bytes < 200_000, "the page has {bytes} bytes");
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for (name, text) in FILES {
            let outside = text
                .match_indices("//")
                .filter(|(at, _)| text[..*at].ends_with("http:") || text[..*at].ends_with("https:"));
            // The names of XML are no addresses.
            let outside = outside.filter(|(at, _)| !text[*at..].starts_with("//www.w3.org/2000/svg"));
            assert_eq!(outside.count(), 0, "{name}");
        }
    }
}

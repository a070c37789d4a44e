//! `grundy draw`: the bytes of each kind of picture, kept in `tests/pictures`; what every picture
//! has; what is refused.
//!
//! `GRUNDY_BLESS=1 cargo test -p grundy-cli pictures` writes the pictures anew: look at them in a
//! light and in a dark browser before they are kept.

use std::{collections::HashSet, path::Path, process::Output};

use snapbox::cmd::{Command, cargo_bin};

/// The names of the pictures in `tests/pictures`, with their commands, separated by `|`.
const PICTURES: &[(&str, &str)] = &[
    ("plot.svg", "table|kayles|40"),
    ("fields.svg", "table|octal 0.07|5000"),
    ("strip.svg", "period|take {3,7,8}"),
    ("outcomes.svg", "table|misere-kayles|50"),
    ("square.svg", "table|wythoff|8"),
    ("lost-squares.svg", "table|wythoff|130"),
    ("heaps.svg", "position|nim|3|4|5"),
    ("kinds.svg", "position|wythoff|3|5"),
    ("large-heap.svg", "position|kayles|1000 + 0 + 12"),
    ("misere.svg", "position|kayles|5|7|--misere"),
    ("words.svg", "position|\"aa\" -> \"\", \"b\" -> \"\"|aabbabab + \"<&>\""),
    ("ring.svg", "position|ring: \"aa\" -> \"\"|(aabaabb)"),
    ("bag.svg", "position|bag: take \"a<b\"|{aa<<bb}"),
    ("squares.svg", "position|cram|3x3 + ..#/..."),
    ("bar.svg", "position|chomp|3x5"),
    ("graph.svg", "position|arc-kayles|{0-1 1-2 2-3 3-0 3-4}"),
    ("order.svg", "position|poset: take element with all above|{0<1 0<2 1<3 2<3}"),
    ("token.svg", "position|directed-geography|{a>b b>c c>a c>Paris} from a"),
    ("sum.svg", "position|kayles 5 + nim 3"),
    ("unknown.svg", "position|cram|30x30|--time|0.05"),
    ("options.svg", "graph|nim|1|2"),
    ("options.dot", "graph|nim|1|2|--format|dot"),
    ("many-options.svg", "graph|kayles|5 + 7"),
    ("misere-options.svg", "graph|kayles|4|--misere"),
    ("automaton.svg", "automaton|\"aa\" -> \"\", \"b\" -> \"\""),
    ("automaton.dot", "automaton|\"aa\" -> \"\", \"b\" -> \"\"|--format|dot"),
];

fn run(line: &str) -> Output {
    let words = ["draw"].into_iter().chain(line.split('|'));
    Command::new(cargo_bin!("grundy")).args(words).output().expect("it runs")
}

/// The picture that a command draws.
fn drawn(line: &str) -> String {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Compares a picture with the file that keeps it.
fn assert_kept(path: &Path, drawn: &str, line: &str) {
    if std::env::var_os("GRUNDY_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, drawn).expect("it can be written");
    }
    let same = std::fs::read_to_string(path).is_ok_and(|kept| kept == drawn);
    assert!(same, "{} is not what `grundy draw {line}` draws:\n{drawn}", path.display());
}

/// The tags of a picture with their attributes, and its texts. Panics where it is no XML.
fn elements(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let entities = ["amp;", "lt;", "gt;", "quot;"];
    let well = |text: &str| {
        !text.contains(['<', '>'])
            && text.split('&').skip(1).all(|rest| entities.iter().any(|name| rest.starts_with(name)))
    };
    let (mut open, mut all) = (Vec::new(), Vec::new());
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        assert!(well(&rest[..at]), "{}", &rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut given) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes: Vec<(String, String)> = Vec::new();
        while let Some((key, value)) = given.split_once("=\"") {
            let (value, after) = value.split_once('"').expect("a value ends");
            assert!(well(value) && attributes.iter().all(|(known, _)| known != key.trim()), "{tag}");
            attributes.push((key.trim().to_owned(), value.to_owned()));
            given = after;
        }
        assert_eq!(given.trim(), "", "{tag}");
        all.push((name.to_owned(), attributes));
        if !empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    all
}

#[test]
fn the_bytes_of_pictures_are_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    for (name, line) in PICTURES {
        assert_kept(&folder.join(name), &drawn(line), line);
    }
    let kept = std::fs::read_dir(folder).expect("the folder is there").count();
    assert_eq!(kept, PICTURES.len(), "a picture has no command");
}

#[test]
fn the_pictures_of_the_book_are_what_their_commands_draw() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    for (name, line) in
        [("kayles.svg", "period|kayles"), ("nim.svg", "position|nim|3|4|5"), ("options.svg", "graph|nim|1|2")]
    {
        assert_kept(&book.join(name), &drawn(line), line);
    }
    let kayles = drawn("period|kayles");
    assert_eq!(kayles.matches("class=\"mark\"").count(), 14, "each exception is outlined");
}

/// For readers that do not see it, on a light or a dark ground, without anything from elsewhere.
#[test]
fn every_picture_has_a_title_and_names_of_its_own() {
    let mut known = HashSet::new();
    for (name, line) in PICTURES.iter().filter(|(name, _)| name.ends_with(".svg")) {
        let picture = drawn(line);
        let elements = elements(&picture);
        let (first, attributes) = &elements[0];
        let of_first = |name: &str| attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        assert!(first == "svg" && of_first("role") == Some("img"), "{name}");
        let ids: Vec<&str> =
            elements.iter().flat_map(|(_, all)| all).filter(|(key, _)| key == "id").map(|(_, id)| &**id).collect();
        for id in &ids {
            assert!(known.insert((*id).to_owned()), "{name}: {id} is the name of two shapes");
        }
        let labels: Vec<&str> = of_first("aria-labelledby").expect("a label").split(' ').collect();
        assert!(labels.len() == 2 && labels.iter().all(|label| ids.contains(label)), "{name}");
        for (tag, at_least) in [("<title", 10), ("<desc", 10)] {
            let text = picture.split_once(tag).and_then(|(_, rest)| rest.split_once('>')).map_or("", |(_, rest)| rest);
            assert!(text.find('<').is_some_and(|length| length >= at_least), "{name}: {tag}");
        }
        assert!(picture.contains("@media (prefers-color-scheme:dark)"), "{name}");
        assert!(elements.iter().all(|(name, _)| name != "script" && name != "image" && name != "a"), "{name}");
        let outside = picture.replacen("xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
        assert!(!outside.contains("://") && !outside.contains("@import") && !outside.contains("href"), "{name}");
        for colour in picture
            .split(['#', ';', '}'])
            .filter_map(|part| part.strip_prefix("fill:").or(part.strip_prefix("stroke:")))
        {
            assert!(colour.is_empty() || colour == "none", "{name}: {colour} is no hexadecimal colour");
        }
    }
}

#[test]
fn texts_of_a_game_are_no_markup() {
    let picture = drawn("position|\"aa\" -> \"\", \"b\" -> \"\"|aabbabab + \"<&>\"");
    assert!(picture.contains("&lt;&amp;&gt;") && !picture.contains("<&"), "{picture}");
    let control = drawn("position|\"aa\" -> \"\"|\"aa\u{fffe}\"");
    assert!(control.contains('\u{fffd}') && !control.contains('\u{fffe}'), "{control}");
    let dot = drawn("graph|row: cut \"\\\"\"|\"a\\\"b\"|--format|dot");
    assert!(dot.contains("\\\"") && dot.ends_with("}\n"), "{dot}");
}

#[test]
fn large_pictures_are_cut_and_say_so() {
    for (line, note) in [
        ("position|nim|100000|5", "heap 1: 400 of 100000 counters are drawn."),
        ("graph|nim|50|60", "8 of 110 options of the position are drawn, winning ones"),
        ("period|octal 0.05", ""),
        ("period|kayles|5000", "The first 3000 of 5001 heaps are drawn."),
        ("table|kayles|1000000", "Each field of the grid covers 2500 heaps and one value"),
        ("position|chomp|100x100|--time|0.05", "bar 1: at most 64 rows and columns are drawn"),
        ("position|node-kayles|path 90|--time|0.05", "too large to be drawn"),
    ] {
        let picture = drawn(line);
        elements(&picture);
        assert!(picture.contains(note) && picture.len() < 2_000_000, "{line}: {} bytes", picture.len());
    }
    let many = format!("position|nim|{}", ["3 + 4"; 20].join(" + "));
    assert!(drawn(&many).contains("24 of 40 components are drawn."));
    // Equal neighbours are one row, with the value that they have together.
    let many = drawn(&format!("position|nim|{} + 5", vec!["3"; 41].join(" + ")));
    assert!(many.contains("heaps 1..41") && many.contains("heap 42") && !many.contains("components are drawn"));
}

#[test]
fn the_ending_of_the_file_is_the_form() {
    let folder = std::env::temp_dir().join(format!("grundy-{}-draw", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = |name: &str| folder.join(name).to_str().expect("a plain name").to_owned();
    for (name, form, begins) in [
        ("a.svg", "", "<svg"),
        ("a.dot", "", "digraph"),
        ("a.GV", "", "digraph"),
        ("a.txt", "|--format|svg", "<svg"),
        ("a.json", "|--json", "{\"what\""),
    ] {
        let output = run(&format!("graph|nim|2|-o|{}{form}", path(name)));
        assert!(output.status.code() == Some(0) && output.stdout.is_empty(), "{name}");
        assert!(std::fs::read_to_string(path(name)).expect("it was written").starts_with(begins), "{name}");
    }
    std::fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn what_is_not_drawn_is_reported() {
    for (line, code, reason) in [
        ("table|cram", 2, "a table is about heaps"),
        ("table|kayles|10^7", 2, "a plot shows heaps up to 1000000"),
        ("period|misere-kayles", 2, "of which no period is sought"),
        ("period|nim", 2, "another law than one"),
        ("period|octal 0.007|--to|50", 3, "no period is proved"),
        ("table|kayles|5|--format|dot", 2, "a table has no form for Graphviz"),
        ("position|kayles|5|--letters|ab", 2, "leave --letters out"),
        ("graph|kayles|5|--to|5", 2, "leave --up-to out"),
        ("graph|nim|3000000", 2, "too many to draw"),
        ("graph|cram|30x30|--time|0.05", 3, "the time is up"),
        ("automaton|\"ab\" -> \"\"|--max-positions|0", 3, "the limit of 0 positions is reached"),
        ("automaton|cram", 2, "help"),
        ("automaton|kayles|--states|5", 3, "the automaton has more than 5 states"),
        ("position|graph \"moves.csv\"|a", 2, "a graph of moves has no picture"),
        ("graph|nim|2|-o|a.pdf", 2, "add --format svg"),
    ] {
        let output = run(line);
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && why.contains(reason), "{line}: {why}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}

#[test]
#[cfg(not(feature = "png"))]
fn pixels_need_a_feature() {
    for (line, name) in [("position|nim|3|-o|unused.png", "unused"), ("table|kayles|--format|png", "picture")] {
        let output = run(line);
        let why = String::from_utf8_lossy(&output.stderr);
        let ways = why.contains(&format!("`rsvg-convert {name}.svg -o {name}.png`")) && why.contains("--features png");
        assert!(output.status.code() == Some(2) && ways, "{line}: {why}");
        assert!(!Path::new("unused.png").exists());
    }
}

/// The verbs that drew pictures before have the command to type.
#[test]
fn the_former_flags_lead_to_draw() {
    for (words, line) in [
        (&["prove", "kayles", "--svg", "k.svg"][..], "`grundy draw period kayles -o k.svg`"),
        (&["prove", "\"aa\" -> \"\"", "--svg", "m.svg"], "`grundy draw automaton '\"aa\" -> \"\"' -o m.svg`"),
        (&["prove", "\"aa\" -> \"\"", "--dot", "m"], "`grundy draw automaton '\"aa\" -> \"\"' -o m --format dot`"),
        (&["prove", "kayles", "--automaton", "--dot", "-"], "`grundy draw automaton kayles -o - --format dot`"),
        (&["table", "take 1..3", "20", "--svg", "t.svg"], "`grundy draw table 'take 1..3' 20 -o t.svg`"),
    ] {
        let output = Command::new(cargo_bin!("grundy")).args(words).output().expect("it runs");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && why.contains(line), "{words:?}: {why}");
    }
    for verb in ["prove", "table"] {
        let output = Command::new(cargo_bin!("grundy")).args([verb, "--help"]).output().expect("it runs");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("--svg"), "{verb}");
    }
}

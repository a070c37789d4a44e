//! Files of moves, whole and broken.

use crate::digraph::*;

fn read(text: &str) -> Result<Digraph, DigraphFault> {
    let open = || Ok(text.as_bytes());
    Survey::of(text.len() as u64, open, &mut |_| true)?.fill(open, &mut || true)
}

fn edges(graph: &Digraph) -> Vec<(String, String)> {
    let name = |vertex| graph.name(vertex).to_string();
    (0..graph.vertices())
        .flat_map(|from| graph.options(from).iter().map(move |&to| (name(from), name(to))).collect::<Vec<_>>())
        .collect()
}

fn pairs(edges: &[(&str, &str)]) -> Vec<(String, String)> {
    edges.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
}

#[test]
fn every_way_to_write_a_line() {
    for text in [
        "1,2\n3\n1,4\n",
        "\u{feff}from,to\r\n1;2\r\n3\r\n1\t4",
        "# none\n% none\n\n  1 -> 2\n3,\n1->4\n",
        "source target\n1 2\n 3 \n1 4",
    ] {
        let graph = read(text).unwrap();
        assert_eq!(edges(&graph), pairs(&[("1", "2"), ("1", "4")]), "{text:?}");
        assert_eq!((graph.vertices(), graph.edges()), (5, 2));
        assert_eq!(
            ["0", "1", "3", "4", "5", "01", "x"].map(|name| graph.vertex(name).is_some()),
            [false, true, true, true, false, false, false]
        );
    }
}

#[test]
fn names_of_every_kind() {
    let graph = read("ä-1,b\nb,ä-1\nb,7\n").unwrap();
    assert_eq!(edges(&graph), pairs(&[("ä-1", "b"), ("b", "ä-1"), ("b", "7")]));
    assert_eq!(graph.vertex("7"), Some(2));
    // A number too large to be a vertex, and numbers far apart, are names like others.
    for text in ["5000000000,1\n", "4294967295,1\n", "60000000,1\n", "007,7\n"] {
        let graph = read(text).unwrap();
        let (from, to) = text.trim().split_once(',').unwrap();
        assert_eq!((graph.vertices(), edges(&graph)), (2, pairs(&[(from, to)])), "{text}");
    }
    let empty = read("").unwrap();
    assert_eq!((empty.vertices(), empty.edges(), empty.vertex("0")), (0, 0, None));
}

#[test]
fn faults_name_their_line() {
    let fault = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(fault("1,2\n1,2,3\n"), "line 2 has more than two names: write `from,to`");
    assert_eq!(fault("a,b\n\nc d e\n"), "line 3 has more than two names: write `from,to`");
    assert_eq!(fault("a,b\na+b,c\n"), "line 2 has a name with `+`, which adds tokens in a position");
    assert_eq!(fault(&format!("a,b\n{}\n", "x".repeat(1 << 21))), "line 2 has over 1048576 bytes");
    for text in ["1,2\n", "a,b\n"].map(|line| line.repeat(5000)) {
        let survey = Survey::of(9, || Ok(text.as_bytes()), &mut |_| false);
        assert!(matches!(survey, Err(DigraphFault::Stopped)));
        let survey = Survey::of(9, || Ok(text.as_bytes()), &mut |_| true).unwrap();
        assert!(matches!(survey.fill(|| Ok(text.as_bytes()), &mut || false), Err(DigraphFault::Stopped)));
    }
    let open = || Ok(&b"a,b\n\xff,c\n"[..]);
    let fault = Survey::of(8, open, &mut |_| true).unwrap_err().to_string();
    let latin =
        "line 2 is Windows-1252 (or Latin-1), not UTF-8: convert the file with `iconv -f WINDOWS-1252 -t UTF-8`";
    assert_eq!(fault, latin);
    // A mark is skipped at the start of the text, and is a part of a name elsewhere.
    let marked = "\u{feff}from,\u{feff}to\na,\u{feff}b\n";
    let survey = Survey::of(9, || Ok(marked.as_bytes()), &mut |_| true).unwrap();
    assert!(survey.fill(|| Ok(marked.as_bytes()), &mut || true).is_ok());
}

#[test]
fn a_file_that_changes_is_refused() {
    for (first, second) in [("1,2\n", "1,2\n1,3\n"), ("1,2\n2,1\n", "1,2\n"), ("1,2\n", "2,1\n"), ("a,b\n", "a,c\n")] {
        let survey = Survey::of(9, || Ok(first.as_bytes()), &mut |_| true).unwrap();
        let filled = survey.fill(|| Ok(second.as_bytes()), &mut || true);
        assert!(matches!(filled, Err(DigraphFault::Changed)), "{first:?} {second:?}");
    }
}

#[test]
fn edges_turned_round() {
    let graph = read("0,1\n0,2\n1,2\n2,2\n2,0\n").unwrap();
    let reversed = graph.reversed();
    assert_eq!(
        (0..3).map(|vertex| reversed.sources(vertex).to_vec()).collect::<Vec<_>>(),
        [vec![2], vec![0], vec![0, 1, 2]]
    );
}

#[test]
fn a_text_that_names_a_file() {
    assert_eq!(digraph_file(" graph \"a b.csv\" "), Some("a b.csv"));
    assert_eq!(digraph_file("graph\"a\""), Some("a"));
    for other in
        ["graph: take vertex", "graph a", "graphs \"a\"", "graph \"a\" \"b\"", "graph \"", "misère graph \"a\""]
    {
        assert_eq!(digraph_file(other), None, "{other}");
    }
}

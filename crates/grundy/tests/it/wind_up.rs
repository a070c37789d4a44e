//! Known values of games whose play need not end, read from files of moves.

use std::{fmt::Write, fs};

use grundy::{Convention, Limits, Run, cert::LoopyValue};

const KNOWN: &str = include_str!("../../../../testdata/wind-up.tsv");

#[test]
fn wind_up_has_the_known_values() {
    let run = Run::new(Limits::default());
    let mut compared = 0;
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let [n, set, values] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let n: u64 = n.parse().expect(line);
        let mut moves = String::new();
        for x in 1..n {
            for taken in set.split(' ') {
                writeln!(moves, "v{x},v{}", (x + n - taken.parse::<u64>().expect(line)) % n).expect("a text");
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("moves.csv");
        fs::write(&path, moves).expect("a file");
        let labelled = run.graph(&path, Convention::Normal).expect("a graph");
        assert!(labelled.status.is_proved(), "{line}");
        for (x, expected) in values.split(' ').enumerate() {
            let vertex = labelled.graph.vertex(&format!("v{x}")).expect(line);
            let found = match labelled.labels.value(&labelled.graph, vertex) {
                LoopyValue::Finite(value) => value.0.to_string(),
                LoopyValue::Infinite(all) => {
                    format!("inf({})", all.iter().map(|value| value.0.to_string()).collect::<Vec<_>>().join(" "))
                }
            };
            assert_eq!(found, expected, "{line}: {x}");
            compared += 1;
        }
    }
    assert_eq!(compared, 8 + 9 + 10 + 10 + 11 + 12 + 13 + 15 + 16 + 20);
}

//! Equal neighbours of a position are one entry wherever it is written, and mean the same.

use grundy::{
    Budget, Limits, Outcome, Question, Run,
    compound::{Compound, Compounded},
    explain::Explanation,
    games::{self, FAMILIES},
    moves::Moves,
    moves_by_group,
};

/// A game of each board with a component.
const BOARDS: [(&str, &str); 17] = [
    ("nim", "7"),
    ("A(n) -> B(n-1), B(n) -> B(n-1)", "A(3)"),
    ("F(a, b) -> F(a-1, b)", "F(3, 4)"),
    ("cut \"ab\"", "abba"),
    ("cut \"1\"", "\"1+0\""),
    ("ring: cut \"ab\"", "(abb)"),
    ("ring: cut \"ab\"", "\"abb\""),
    ("bag: take letter", "{aab}"),
    ("tape: append letter of a..b avoiding word in {aa, bbb}", "ab/3"),
    ("cram", "2x3"),
    ("cram", ".#./..."),
    ("node-kayles", "{a-b b-c}"),
    ("green-hackenbush", "{a-b b-c} on a"),
    ("chomp", "2x3"),
    ("geography", "{a-b b-c} from a"),
    ("piles: take any from 1..2 piles", "[1, 2, 3]"),
    ("product: nim times nim", "(3, 4)"),
];

#[test]
fn many_equal_neighbours_are_written_once_on_every_board() {
    let mut read = 0;
    let named = FAMILIES.iter().filter(|family| family.parameters.is_empty());
    for (game, component) in BOARDS.into_iter().chain(named.map(|family| (family.name, family.example))) {
        let Ok(one) = games::query(game, component, Question::Value) else {
            panic!("{game} at {component}: {:?}", games::query(game, component, Question::Value).unwrap_err());
        };
        if one.position.len() != 1 {
            continue;
        }
        read += 1;
        for (copies, groups) in [(16, 16), (17, 1), (1_000, 1)] {
            let query = games::query(game, &format!("{copies}*{component}"), Question::Value).unwrap();
            assert_eq!((query.position.len(), query.groups().count()), (copies, groups), "{game} at {component}");
            let text = query.position_text();
            assert_eq!(text.starts_with(&format!("{copies}*")), groups == 1, "{text}");
            let again = games::query(game, &text, Question::Value).unwrap();
            assert_eq!(again.position, query.position, "{game} at {text}");
        }
    }
    assert!(read > 50, "{read}");
    let sum = games::sum("kayles 20*5 + 5 + nim 17*3 + 3 + [octal 0.15] 16*2").unwrap();
    assert_eq!(sum.groups().filter(|places| places.len() > 1).collect::<Vec<_>>(), [0..21, 21..39]);
    assert_eq!(games::sum(&sum.position_text()).unwrap().position, sum.position);
}

/// The numbers of moves, and the moves of a group for each of its components, are those of the
/// list.
#[test]
fn moves_by_group_are_the_moves_of_each() {
    let mut compared = 0;
    for (game, position) in [
        ("nim", "3 + 18*5 + 2 + 17*4"),
        ("kayles", "17*5 + 7 + 18*4"),
        ("misère nim", "17*3 + 2"),
        ("misère kayles", "18*2 + 1"),
        ("cut \"a\"", "19*aba + bab"),
        ("green-hackenbush", "17*{a-b b-c} on a + {a-b} on a"),
        ("graph: take all leaves but at most one", "18*path 4 + path 3"),
        ("stones: move any along an arc", "17*{a>b b>c} with a:3 b:2"),
        ("product: nim times nim", "17*(3, 4) + (2, 2)"),
    ] {
        let Ok(solved) = grundy::solve(game, position) else {
            panic!("{game} at {position}: {:?}", grundy::solve(game, position).unwrap_err());
        };
        for all in [false, true] {
            let each = grundy::moves(&solved.query, &solved.solution, all, &mut Budget::new()).unwrap();
            let grouped = moves_by_group(&solved.query, &solved.solution, all, &mut Budget::new()).unwrap();
            let (
                Moves::Listed { moves: each, count, merged, unknown: 0 },
                Moves::Listed { moves: grouped, count: of_groups, merged: of_merged, unknown: 0 },
            ) = (&each, &grouped)
            else {
                // One winning move is shown, and no list.
                assert_eq!(each, grouped, "{game} at {position}");
                continue;
            };
            compared += 1;
            assert_eq!((count, merged), (of_groups, of_merged), "{game} at {position}");
            let mut spread = Vec::new();
            for made in grouped {
                let places = solved.query.groups().find(|places| places.start == made.component).unwrap();
                spread.extend(places.map(|component| grundy::moves::Move { component, ..made.clone() }));
            }
            let key = |made: &grundy::moves::Move| (made.component, made.to.clone());
            spread.sort_by_key(key);
            let mut each = each.clone();
            each.sort_by_key(key);
            assert_eq!(spread, each, "{game} at {position}");
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn reasons_of_a_group_are_given_once() {
    let solved = grundy::solve("kayles", "20*5 + 7 + 17*5").unwrap();
    let Explanation::Values(parts) = solved.explain().unwrap() else { panic!("Kayles has values") };
    let entries: Vec<_> = parts.iter().map(|part| (part.places.clone(), part.same, part.options.is_some())).collect();
    assert_eq!(entries, [(0..20, None, true), (20..21, None, true), (21..38, Some(0), false)]);
}

/// The same components in an order in which no two neighbours are equal.
fn apart(compound: Compound, game: &str, odd: (usize, &str), other: (usize, &str)) -> [Compounded; 2] {
    let sum = |texts: Vec<&str>| texts.join(" + ");
    let together = sum([vec![odd.1; odd.0], vec![other.1; other.0]].concat());
    let mut mixed = Vec::new();
    for at in 0..odd.0.max(other.0) {
        mixed.extend((at < odd.0).then_some(odd.1));
        mixed.extend((at < other.0).then_some(other.1));
    }
    [together, sum(mixed)].map(|position| {
        let query = games::query(game, &position, Question::Outcome).unwrap();
        Run::new(Limits::default()).compound(&query, compound).unwrap()
    })
}

/// A group decides a compound as its components do one by one.
#[test]
fn compounds_of_groups_are_those_of_their_components() {
    for game in ["take 1..3", "misère take 1..3", "kayles", "misère kayles"] {
        for compound in Compound::ALL {
            for (many, few) in [("1", "4"), ("2", "1"), ("5", "2"), ("4", "5"), ("3", "1")] {
                for count in [17, 18] {
                    let [together, mixed] = apart(compound, game, (count, many), (count, few));
                    assert!(together.query.groups().count() < 3 && mixed.parts.len() + 2 > count, "{few}");
                    let subject = format!("{compound} {game} {count}*{many} + {count}*{few}");
                    assert_eq!(together.outcome, mixed.outcome, "{subject}");
                    let moved = |found: &Compounded| {
                        let moves = found.winning.as_ref()?;
                        let mut all: Vec<(String, String)> = Vec::new();
                        for (places, to) in moves {
                            all.extend(
                                places
                                    .clone()
                                    .map(|at| (found.query.position[at].component.to_string(), format!("{to:?}"))),
                            );
                        }
                        all.sort();
                        Some(all)
                    };
                    assert_eq!(moved(&together), moved(&mixed), "{subject}");
                    assert_eq!(together.winning.is_none(), together.outcome == Outcome::P || moved(&mixed).is_none());
                }
            }
        }
    }
}

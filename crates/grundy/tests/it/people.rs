//! Games and moves as people say them: named games against what is known of them, the moves that
//! are
//! left against the definition, and what moves do against their results.

use std::collections::HashMap;

use grundy::{
    Budget, Component, Convention, Game, Limits, Nimber, Outcome, Query, Question, Run, Wanted,
    games::{self, Action, Done, Term},
    left::moves_left,
    request,
};

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// The value of a position, as a request reports it.
fn value(text: &str) -> u64 {
    let run = Run::new(Limits::default());
    let query = run.query(&words(text), false).unwrap_or_else(|error| panic!("{text}: {error}"));
    let solved = run.solve(query).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(solved.status().is_proved(), "{text}");
    solved.value().unwrap_or_else(|| panic!("{text} has no value")).0
}

/// Words of one position need no quotes where positions have words in them.
#[test]
fn words_in_a_position_need_no_quotes() {
    let run = Run::new(Limits::default());
    let line = "piles: take the first or last pile larger than the last taken";
    for (game, position) in [("geography", "grid 2x3 from 0"), (line, "[4,7] after 5"), ("node-kayles", "path 7")] {
        let whole = run.query(&[game.to_owned(), position.to_owned()], false).unwrap();
        let mut parted = vec![game.to_owned()];
        parted.extend(words(position));
        assert_eq!(run.query(&parted, false).unwrap().position, whole.position, "{game} {position}");
    }
}

/// A `+` between words of numbers parts two positions, as it does in one text.
#[test]
fn a_plus_parts_the_words_of_positions() {
    let run = Run::new(Limits::default());
    for (game, position) in [
        ("staircase-nim", "1 2 + 1 4"),
        ("nim-with-a-pass", "3 4 5 + 1 2"),
        ("wythoff", "6 9 + 3 5"),
        ("wythoff", "1 2 + 3 5 + 0 4"),
        ("cram", "4 4 + 2 3"),
        ("chomp", "3 4 + 2 3"),
        ("quicksort", "4 1 3 2 + 7 2 9"),
    ] {
        let whole = run.query(&[game.to_owned(), position.to_owned()], false).unwrap();
        let parted = run.query(&words(&format!("{game} {position}")), false).unwrap();
        assert_eq!(parted.position, whole.position, "{game} {position}");
    }
    assert_eq!(value("staircase-nim 1 2 + 1 4"), 0);
    for text in ["wythoff 6 9 +", "wythoff + 6 9", "wythoff 6 9 + + 3 5"] {
        assert!(run.query(&words(text), false).is_err(), "{text}");
    }
    // A kind that is called S is no subtraction game, where no position follows its numbers.
    let game = "[S(a, b) -> S(a-1, b), S(a, b) -> S(a, b-1)] S(3,4) + S(1,2)";
    let other = game.replace('S', "T");
    let [one, two] = [game, &other].map(|text| run.solve(run.query(&[text.to_owned()], false).unwrap()).unwrap());
    assert_eq!((one.value(), one.query.position.len()), (two.value(), 2));
    let kinds = "staircase-nim S(2,4,1,3) + S(1,0,0,2)";
    // The sizes are written from the top step down.
    assert_eq!(value(kinds), 4 ^ 3 ^ 2);
    assert!(run.query(&[kinds.to_owned()], false).is_ok());
    // As many words as a shell passes are read without recursion.
    let many: Vec<String> = std::iter::repeat_n("misere", 100_000).chain(["nim", "3"]).map(str::to_owned).collect();
    assert!(run.query(&many, false).is_err());
}

/// The parts of a word are found before any limit is looked at, so the search for them is short:
/// in these words, that for all palindromes takes time cubic in the length.
#[test]
fn long_words_are_not_searched_for_parts() {
    let parts = |word: &str| {
        let query = games::sum(&format!("[row: cut palindrome 2..] {word}")).unwrap();
        query.rulesets[0].parts(&query.position[0].component)
    };
    assert_eq!(parts("aab"), ["aa", "b"].map(|part| Component::Row(part.into())));
    for letters in [10_000, 1_000_000] {
        let word = "ab".repeat(letters / 2);
        assert_eq!(parts(&word), [Component::Row(word)]);
    }
}

#[test]
fn named_games_are_the_games_of_the_literature() {
    for a in 1..14u64 {
        for b in 1..14u64 {
            // Cole and Davie: lost exactly if the numbers differ and their ratio is below the
            // golden one.
            let (low, high) = (a.min(b), a.max(b));
            let golden = high != low && high * high < high * low + low * low;
            assert_eq!(value(&format!("euclid {a} {b}")) == 0, golden, "euclid {a} {b}");
        }
        assert_eq!(value(&format!("nim-with-a-pass {a}")), if a % 2 == 1 { a + 1 } else { a - 1 }, "a pass and {a}");
        assert_eq!(value(&format!("divisor-game {a}")), u64::from(a.trailing_zeros()), "divisors of {a}");
        assert_eq!(value(&format!("dim {a}")), u64::from(a.trailing_zeros()) + 1, "dim {a}");
        let lost = [1, 2, 3, 5, 8, 13].contains(&a);
        assert_eq!(value(&format!("fibonacci-nim {a}")) == 0, lost || a == 0, "fibonacci {a}");
    }
    for (a, b, c, d) in [(3, 1, 4, 1), (0, 2, 0, 5), (2, 2, 1, 0), (1, 0, 1, 3)] {
        assert_eq!(value(&format!("staircase-nim {a} {b} {c} {d}")), a ^ c, "steps {a} {b} {c} {d}");
    }
    assert_eq!(value("turning turtles THTTHTTTHT"), 2 ^ 5 ^ 9);
    let set = grundy::solve("take {1,3,4}", "7 + 12").unwrap().value().unwrap().0;
    assert_eq!((value("S(1,3,4) 7 12"), value("subtraction 1,3,4 7 12")), (set, set));
    assert_eq!(value("wythoff 6 10"), 0);
    assert_eq!(value("kayles 5 + nim 4"), 0);
    let tree = grundy::solve("hackenbush", "{a<b a<c c<d}").unwrap();
    assert_eq!(tree.value(), Some(Nimber(1 + (1 ^ 2))));
    let run = Run::new(Limits::default());
    // A cross in the centre wins Notakto, and no other first move does.
    let query = run.query(&words("notakto"), false).unwrap();
    let solved = run.solve(query).unwrap();
    let won = solved.winning_moves().unwrap();
    assert_eq!((solved.outcome(), won.len()), (Some(Outcome::N), 1));
    assert_eq!(won[0].to[0].to_string(), "N(7, 5, 7)");
}

/// By the definition, over all sums.
fn plainly(query: &Query, sum: &[Term], known: &mut HashMap<Vec<Term>, (u64, bool)>) -> (u64, bool) {
    let mut key = sum.to_vec();
    key.sort_unstable();
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let mut options = Vec::new();
    for (at, term) in key.iter().enumerate() {
        query.rulesets[term.ruleset]
            .options(&term.component, |parts| {
                let mut option = key.clone();
                option.remove(at);
                option.extend(parts.iter().map(|part| Term { ruleset: term.ruleset, component: part.clone() }));
                options.push(option);
                Ok::<(), grundy::Fault>(())
            })
            .unwrap();
    }
    let after: Vec<(u64, bool)> = options.iter().map(|option| plainly(query, option, known)).collect();
    let won = after.iter().filter(|(_, wins)| !wins).map(|(moves, _)| moves + 1).min();
    let found = match (won, after.iter().map(|(moves, _)| moves + 1).max()) {
        (Some(moves), _) => (moves, true),
        (None, Some(moves)) => (moves, false),
        (None, None) => (0, query.convention == Convention::Misere),
    };
    known.insert(key, found);
    found
}

#[test]
fn the_moves_left_are_those_of_the_definition() {
    for (game, position) in [
        ("nim", "3 + 4 + 5"),
        ("nim", "0"),
        ("kayles", "5 + 6"),
        ("misère kayles", "4 + 3 + 1"),
        ("misère nim", "0"),
        ("wythoff", "4 6 + 1 2"),
        ("row: cut every copy of a letter", "abacaba + ab"),
        ("misère \"aa\" -> \"b\", \"b\" -> \"\"", "aabaa"),
        ("bag: take letter until distinct", "{aabbc} + {aa}"),
        ("tape: append letter of a..b avoiding square", "\"\"/9"),
        ("graph: take edge with its ends", "2x3"),
        ("chomp", "3x3"),
        ("notakto", "N(7, 6, 3)"),
        ("row: split into 2 parts within word in {a, b, ab, aba, baa}", "abaab + aba"),
        ("misère piles: take the first or last pile larger than the last taken", "5,4,7,2"),
    ] {
        let read = games::read(game, &grundy::games::no_lists).unwrap();
        let start = read.position(position, &grundy::games::no_lists).unwrap();
        let query = Query::new(&read.rules, start, Question::ValueAndMoves);
        let found = moves_left(&query, &mut Budget::new()).unwrap().unwrap_or_else(|| panic!("{game} is small"));
        let plain = plainly(&query, &query.position, &mut HashMap::new());
        assert_eq!((found.moves, found.wins), plain, "{game} at {position}");
        let mut answer = Run::new(Limits::default()).find(query, Wanted::default()).unwrap();
        assert_eq!(answer.moves_left().unwrap(), Some(found), "{game}");
    }
    let nim = games::query("nim", "255", Question::Value).unwrap();
    let found = moves_left(&nim, &mut Budget::new()).unwrap().expect("it is small");
    assert_eq!((found.moves, found.wins), (1, true));
    for (game, position) in [("nim", "257"), ("nim", "10^18"), ("kayles", "60 + 61"), ("cram", "6x6")] {
        let query = games::query(game, position, Question::ValueAndMoves).unwrap();
        assert_eq!(moves_left(&query, &mut Budget::new()).unwrap(), None, "{game}");
    }
}

/// Every option has an action where actions are listed, and no action leads elsewhere.
#[test]
fn actions_lead_to_the_options_of_the_rules() {
    for (game, position) in [
        ("a -> (a - 2b) + (a - b) for b in 1..a/2, take 1 or 2", "9"),
        ("a -> 2 of (a/2) for b in 0..1 where a > 1, split into 2 heaps", "7"),
        ("a -> b of (a - 1) for b in 0..300 where a > 0", "2"),
        ("W(a, b) -> W(a - k, b) for k in 1..a, W(a, b) -> W(a, b - k) for k in 1..b", "W(3, 2)"),
        ("row: take run, cut \"aa\", take half of square", "aabbaab"),
        ("row: cut every copy of a letter, take every copy of a letter until length at most 2", "abcab"),
        ("\"ab\" -> \"b|a\", ^\"a\" -> \"\", \"b+\"$ -> \"a\"", "aabb"),
        ("xyx -> x|y for letters x, y", "ababa"),
        ("row: take palindrome 2..", "aé"),
        ("row: take letter within \"éb\" or \"b\", cut letter within \"a\" or \"é\", split into 2..3 parts", "aéb"),
        ("row: split into 2.. parts within word in {a, b, ab, ba, abb}", "abba"),
        ("row: \"ab\" -> \"\" within word in {ab}, ^x -> \"\" for letter x within word in {bab}", "abab"),
        ("piles: take the first or last pile larger than the last taken", "[5, 4, 7, 7]"),
        ("piles: take the first or last pile larger than the last taken", "[6, 9, 5] after 5"),
    ] {
        let read = games::read(game, &grundy::games::no_lists).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        for component in read.position(position, &grundy::games::no_lists).unwrap() {
            let sorted = |parts: &[Component]| {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                parts
            };
            let (mut options, mut done) = (Vec::new(), Vec::new());
            let walked = read.rules.ruleset.options(&component, |parts| {
                options.push(sorted(parts));
                Ok::<(), grundy::Fault>(())
            });
            assert_eq!(walked, Ok(()));
            let walked = read.rules.ruleset.actions(&component, |reported| {
                if let Done::Move(action, to) = reported {
                    if let (Action::Take(taken), Component::Heap(size)) = (&action, &component) {
                        let left: u64 =
                            to.iter().map(|part| if let Component::Heap(size) = part { *size } else { 0 }).sum();
                        assert_eq!(taken + left, *size, "{game}");
                    }
                    done.push(sorted(&to));
                }
                Ok::<(), grundy::Fault>(())
            });
            assert_eq!(walked, Ok(()));
            options.sort_unstable();
            done.sort_unstable();
            assert_eq!(done, options, "{game} at {component}");
        }
    }
    named_vertices_and_places();
    let solved = grundy::solve("chomp", "3x5").unwrap();
    let moves = solved.winning_moves().unwrap();
    assert_eq!(moves[0].actions, [Action::Bite { row: 3, column: 4 }]);
    let solved = grundy::solve("kayles", "5 + 7 + 9").unwrap();
    assert_eq!(
        (solved.winning_moves().unwrap()[0].actions[0].to_string(), solved.value()),
        ("take 1".into(), Some(Nimber(2)))
    );
    assert_eq!(request::title(&solved.query), Some("Kayles"));
    assert_eq!(request::title(&grundy::solve("cram", "2x3").unwrap().query), Some("Cram"));
    assert_eq!(request::title(&grundy::solve("cram", "path 3").unwrap().query), Some("Arc Kayles"));
    assert_eq!(request::title(&grundy::solve("take 2", "3").unwrap().query), None);
}

/// An option of very many parts ends the walk before they are made.
#[test]
fn actions_of_many_parts_are_work_before_they_are_made() {
    let read = games::read("a -> 1000000 of (a - 1) where a > 0", &grundy::games::no_lists).unwrap();
    let (mut most, mut parts) = (0, 0);
    let walked = read.rules.ruleset.actions(&Component::Heap(2), |reported| match reported {
        Done::Work(steps) => {
            most = most.max(steps);
            if steps > 1_000_000 { Err(grundy::Fault("enough".into())) } else { Ok(()) }
        }
        Done::Move(_, to) => {
            parts += to.len();
            Ok(())
        }
    });
    assert!(walked.is_err() && most >= 1_000_000 && parts == 0, "{walked:?}, {most}, {parts}");
}

/// An interrupt is no position that is too large.
#[test]
fn an_interrupt_ends_the_count_of_moves_left() {
    let run = Run::new(Limits::default());
    let query = games::query("nim", "3 + 4 + 5", Question::ValueAndMoves).unwrap();
    let mut found = run.find(query, Wanted::default()).unwrap();
    run.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let error = found.moves_left().unwrap_err();
    assert_eq!(error.code(), "interrupted");
}

/// Moves on graphs and orders are shown with the names that were typed, and every one of them is
/// counted, unless it leaves what another one leaves.
fn named_vertices_and_places() {
    let reported = |game: &str, position: &str| -> (Vec<String>, u128, bool) {
        let solved = grundy::solve(game, position).unwrap_or_else(|error| panic!("{game}: {error}"));
        let found = grundy::moves(&solved.query, &solved.solution, true, &mut Budget::new()).unwrap();
        let grundy::moves::Moves::Listed { moves, count, merged, unknown: 0 } = found else {
            panic!("{game} has few moves")
        };
        let ways =
            |made: &grundy::moves::Move| made.actions.iter().map(Action::to_string).collect::<Vec<_>>().join(" or ");
        let left =
            |made: &grundy::moves::Move| made.to.iter().map(Component::to_string).collect::<Vec<_>>().join(" + ");
        let mut lines: Vec<String> = moves.iter().map(|made| format!("{} -> {}", ways(made), left(made))).collect();
        lines.sort();
        (lines, count, merged)
    };
    for (game, position, moves) in [
        ("node-kayles", "{a-b b-c c-d}", &["take a -> {c-d}", "take b -> {d}", "take c -> {a}", "take d -> {a-b}"][..]),
        ("node-kayles", "path 3", &["take 0 -> {2}", "take 1 -> ", "take 2 -> {0}"]),
        ("arc-kayles", "{d-b b-a a-c}", &["take a-b -> ", "take a-c -> {b-d}", "take b-d -> {a-c}"]),
        (
            "hackenbush",
            "{trunk<left trunk<right}",
            &["cut left -> {trunk<right}", "cut right -> {trunk<left}", "cut trunk -> "],
        ),
        (
            "green-hackenbush",
            "{g-a a-b a-c} on g",
            &["take a-b -> {g-a a-c} on g", "take a-c -> {g-a a-b} on g", "take g-a -> "],
        ),
        ("poset: take element with all above", "{a<c b<c}", &["take a -> {b}", "take b -> {a}", "take c -> {a} + {b}"]),
        (
            "graph: take vertex",
            "1x3",
            &["take row 1, column 1 -> 1x2", "take row 1, column 2 -> 1x1 + 1x1", "take row 1, column 3 -> 1x2"],
        ),
    ] {
        let (lines, count, merged) = reported(game, position);
        assert_eq!(lines, moves, "{game} at {position}");
        assert_eq!((count, merged), (moves.len() as u128, false), "{game} at {position}");
    }
    // Both dominoes leave nothing, and nothing is in no place.
    let whole = "take row 1, columns 1..2 or take row 1, columns 2..3 -> ";
    assert_eq!(reported("cram", "1x3"), (vec![whole.to_owned()], 1, true));
    // A board has as many moves as dominoes fit on it, whatever is left: 17 on 3x4.
    assert_eq!(reported("cram", "3x4").1, 17);
    // The names are those of the text, and the text reads back as the same graph.
    for text in ["{a-b a-d c-d}", "{x-y} + {p-q q-r}", "{2-7 7-b}", "{a 5-c}"] {
        let solved = grundy::solve("node-kayles", text).unwrap();
        let again = grundy::solve("node-kayles", &solved.query.position_text()).unwrap();
        assert_eq!(again.query.position, solved.query.position, "{text}");
    }
    // Chomp: what is left of a bar is one bar, and its value is that of the parts.
    let solved = grundy::solve("chomp", "4x4").unwrap();
    let bite = &solved.winning_moves().unwrap()[0];
    assert_eq!(bite.actions, [Action::Bite { row: 2, column: 2 }]);
    assert_eq!(grundy::solve("chomp", "4.1.1.1").unwrap().value(), Some(Nimber(0)));
}

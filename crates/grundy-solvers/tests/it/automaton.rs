//! Automata: every proved machine compared with the meaning of the rules on all words up to a
//! length, after the checker and after writing and reading a certificate; and games that must be
//! refused.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{Answer, Automaton, Claim, Explored, Machine, Mode, Solution, Verdict, check, read, write};
use grundy_core::{Fault, Game, Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, FactorGame, Query, Question, Ruleset, no_lists};
use grundy_solvers::{
    Budget,
    words::automaton::{AutomatonSearch, Learned, Standing},
};

use crate::common::Random;

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Learns within limits that are the same on every machine.
fn learn(text: &str, letters: &str, mode: Mode, states: u64) -> Learned {
    let letters: Vec<char> = letters.chars().collect();
    let search =
        AutomatonSearch::new(&rules(text).ruleset, &letters, mode).unwrap_or_else(|why| panic!("{text}: {why}"));
    search.most_states(states).run(&mut Budget::new().bytes(1 << 28), &mut |_| {})
}

fn certificate(text: &str, claim: &Automaton) -> (Query, Solution) {
    let mut query = Query::new(&rules(text), Vec::new(), Question::ValueAndMoves);
    query.convention = claim.mode.play();
    let answer = if claim.mode == Mode::Misere { Answer::Outcome(Outcome::N) } else { Answer::Value(Nimber::ZERO) };
    (query, Solution { answer, claims: vec![Claim::Automaton(Arc::new(claim.clone()))] })
}

/// Returns what the checker reports about a claim; asserts that it is the same after writing and
/// reading.
fn verify(text: &str, claim: &Automaton) -> Result<Verdict, String> {
    let (query, solution) = certificate(text, claim);
    let written = write(&query, &solution).unwrap();
    let (again, read_back) = read(&written, &no_lists).unwrap_or_else(|fault| panic!("{text}: {fault}\n{written}"));
    let verdict = check(&query, &solution, &mut || true).map_err(|flaw| flaw.to_string());
    assert_eq!(check(&again, &read_back, &mut || true).map_err(|flaw| flaw.to_string()), verdict, "{text}");
    assert_eq!(write(&again, &read_back).unwrap(), written);
    verdict
}

/// Returns the label of a component by the meaning of the rules alone.
fn label(ruleset: &Ruleset, mode: Mode, component: &Component, known: &mut HashMap<Component, u64>) -> u64 {
    if let Some(&label) = known.get(component) {
        return label;
    }
    let mut options = Vec::new();
    let visit = |parts: &[Component]| {
        options.push(parts.to_vec());
        Ok::<(), Fault>(())
    };
    ruleset.options(component, visit).expect("the rules hold");
    let empty = |part: &Component| matches!(part, Component::Row(word) | Component::Ring(word) if word.is_empty());
    let mut seen = grundy_core::MexSet::new();
    for option in &options {
        // An empty component has no value, but in misère play a word without letters has a label:
        // the player to move wins.
        let labels = match (&option[..], mode) {
            ([], Mode::Misere) => 1,
            (parts, _) => {
                parts.iter().filter(|part| !empty(part)).fold(0, |all, part| all ^ label(ruleset, mode, part, known))
            }
        };
        seen.insert(Nimber(labels));
    }
    let own = mode.label(&seen, !options.is_empty());
    known.insert(component.clone(), own);
    own
}

/// Returns all words over some letters up to a length.
fn words(letters: &[char], longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut at = 0;
    while at < all.len() {
        if all[at].chars().count() < longest {
            let longer: Vec<String> = letters.iter().map(|letter| format!("{}{letter}", all[at])).collect();
            all.extend(longer);
        }
        at += 1;
    }
    all
}

/// Compares a claim with the meaning on all words up to a length, including those with a wall.
fn compare(text: &str, claim: &Automaton, longest: usize) {
    let ruleset = rules(text).ruleset;
    let mut letters = claim.game.letters.clone();
    letters.extend(claim.game.walls.then_some('|').filter(|_| letters.len() < 3));
    let mut known = HashMap::new();
    for word in words(&letters, longest) {
        let component = match &ruleset {
            Ruleset::Ring(_) => grundy_games::position(&rules(text), &format!("({word})")).unwrap().remove(0),
            Ruleset::Heap(_) => Component::Heap(word.len() as u64),
            _ => Component::Row(word.clone()),
        };
        let reported = match component {
            Component::Heap(size) => claim.heap(size).map(|value| value.0),
            _ => claim.label(&word),
        };
        match reported {
            Some(reported) => {
                assert_eq!(reported, label(&ruleset, claim.mode, &component, &mut known), "{text} at {word:?}")
            }
            None => assert!(claim.upto.is_some(), "{text} has no answer for {word:?}"),
        }
    }
}

/// The greatest value is that of the words that a claim is about, whatever its machine gives for
/// longer ones.
#[test]
fn the_largest_value_is_that_of_a_word() {
    for text in ["\"aab\" -> \"ba\", \"bb\" -> \"a\"", "\"ab\" -> \"\"", "\"aab\" -> \"b\", \"ba\" -> \"\""] {
        let ruleset = rules(text).ruleset;
        let mut known = HashMap::new();
        let mut earlier: Option<Automaton> = None;
        for to in [1, 3, 6, 9] {
            let new = || AutomatonSearch::new(&ruleset, &[], Mode::Values).expect("a game on words").most_length(to);
            for search in [Some(new()), earlier.as_ref().map(|earlier| new().resume(earlier))].into_iter().flatten() {
                let claim = search.run(&mut Budget::new(), &mut |_| {}).claim.expect("short words are certified");
                let longest = claim.upto.expect("no machine is right for all words") as usize - 1;
                let all = words(&claim.game.letters, longest).into_iter().map(Component::Row);
                let largest = all.map(|word| label(&ruleset, Mode::Values, &word, &mut known)).max();
                assert_eq!(Some(u64::from(claim.largest())), largest, "{text} to {longest}");
                let every = claim.machine.largest();
                assert_eq!(claim.largest(), every, "{text}: no state is left that only longer words reach");
                earlier = Some(claim);
            }
        }
    }
}

const MODES: [Mode; 6] = [Mode::Values, Mode::Values, Mode::Values, Mode::Capped(1), Mode::Capped(2), Mode::Misere];

/// Returns random rules, takes and cuts; the text need not be a game.
fn random_text(random: &mut Random, letters: usize, sums: bool) -> String {
    let ring = random.below(4) == 0;
    let moves: Vec<String> = (0..=random.below(3))
        .map(|_| match random.below(12) {
            0 => "take letter".to_owned(),
            1 if sums && !ring => "cut letter of a..b".to_owned(),
            2 => ["take run", "take palindrome 1..3", "take palindrome 2..2"][random.below(3)].to_owned(),
            3 if sums && !ring => format!("cut {}", random.words(2, letters, 3)),
            4 => format!("take {}", random.words(2, letters, 3)),
            5 if sums && !ring => ["cut every copy of a letter", "cut palindrome 2..4"][random.below(2)].to_owned(),
            6 if !ring => "take every copy of a letter".to_owned(),
            7 => "xyx -> xy for letters x, y".to_owned(),
            _ => {
                let run = if random.below(5) == 0 { "+" } else { "" };
                let left = format!("\"{}{run}\"", random.word(letters, 1, 3));
                let mut right = random.word(letters, 0, 2);
                if sums && !ring && random.below(4) == 0 {
                    right = format!("{right}|{}", random.word(letters, 0, 1));
                }
                let start = if !ring && random.below(8) == 0 { "^" } else { "" };
                let end = if !ring && random.below(8) == 0 { "$" } else { "" };
                format!("{start}{left}{end} -> \"{right}\"")
            }
        })
        .collect();
    format!("{}: {}", if ring { "ring" } else { "row" }, moves.join(", "))
}

#[test]
fn random_games_agree_with_their_meaning() {
    let mut random = Random::new(1966);
    let (mut proved, mut certified) = (0, 0);
    while proved < 200 || certified < 60 {
        let mode = MODES[random.below(6)];
        let letters = 1 + random.below(3);
        let text = random_text(&mut random, letters, mode.adds());
        let Ok(game) = grundy_games::game(&text) else { continue };
        let alphabet = &"abc"[..letters];
        let Ok(search) = AutomatonSearch::new(&game.ruleset, &alphabet.chars().collect::<Vec<_>>(), mode) else {
            continue;
        };
        let learned = search.most_states(30).run(&mut Budget::new().bytes(1 << 22), &mut |_| {});
        let Some(claim) = learned.claim else {
            assert_eq!(learned.standing, Standing::None);
            continue;
        };
        assert_eq!(verify(&text, &claim), Ok(Verdict::Verified), "{text} {mode:?}");
        let longest = if claim.game.letters.len() + usize::from(claim.game.walls) > 2 { 5 } else { 8 };
        compare(&text, &claim, longest);
        match learned.standing {
            Standing::Proved => proved += 1,
            Standing::Certified => {
                let whole = Automaton { upto: None, ..claim };
                assert!(verify(&text, &whole).is_err(), "{text}: right up to a length is not right");
                certified += 1;
            }
            Standing::None => panic!("{text}: a claim about nothing"),
        }
    }
}

/// Games with what is known of their machines: letters, mode, states, greatest label.
const NAMED: &[(&str, &str, Mode, usize, u32)] = &[
    ("\"a\" -> \"\", \"b\" -> \"\", \"bbbb\" -> \"\"", "", Mode::Values, 100, 3),
    ("\"aa\" -> \"\", \"aab\" -> \"aa\"", "", Mode::Values, 98, 3),
    ("\"aab\" -> \"aa\", \"ba\" -> \"b\"", "", Mode::Values, 99, 5),
    ("\"a\" -> \"\", \"b\" -> \"\", \"bb\" -> \"\", \"bbb\" -> \"\"", "", Mode::Values, 8, 3),
    ("\"aa\" -> \"\", \"b\" -> \"\"", "", Mode::Values, 4, 1),
    ("\"aab\" -> \"ab\", \"abb\" -> \"ab\", \"baa\" -> \"ba\", \"bba\" -> \"ba\"", "", Mode::Values, 9, 1),
    ("\"ab\" -> \"a\", \"ba\" -> \"b\"", "", Mode::Values, 15, 3),
    ("\"ba\" -> \"ab\"", "", Mode::Values, 4, 1),
    ("^\"a\" -> \"\", \"b\"$ -> \"\", \"ab\" -> \"b\"", "", Mode::Values, 16, 3),
    ("\"ba+b\" -> \"bb\", \"ab+a\" -> \"aa\"", "", Mode::Values, 9, 1),
    ("\"ab+a\" -> \"a\", \"aa\" -> \"a\", \"bb\" -> \"b\"", "", Mode::Values, 15, 3),
    ("row: cut \"x\" or \"xx\"", "", Mode::Values, 83, 8),
    ("row: cut \"xx\"", "", Mode::Values, 87, 9),
    ("\"aa\" -> \"b\"", "", Mode::Values, 87, 9),
    ("octal 0.137", "", Mode::Values, 86, 9),
    ("octal 0.017", "", Mode::Values, 75, 8),
    ("octal 0.055", "", Mode::Values, 407, 8),
    ("octal 0.45", "", Mode::Values, 518, 8),
    ("\"ab\" -> \"a\", \"ab\" -> \"b\"", "", Mode::Capped(1), 17, 1),
    ("\"aa\" -> \"b\", \"bab\" -> \"ab\"", "", Mode::Capped(1), 49, 1),
    ("row: take run", "ab", Mode::Values, 7, 2),
    ("row: take palindrome 1..2", "a", Mode::Values, 3, 2),
];

#[test]
fn known_machines_are_found() {
    for &(text, letters, mode, states, largest) in NAMED {
        let learned = learn(text, letters, mode, 1000);
        assert_eq!(learned.standing, Standing::Proved, "{text}");
        let claim = learned.claim.expect("what is proved is claimed");
        assert_eq!((claim.machine.states(), claim.machine.largest()), (states, largest), "{text}");
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
        compare(text, &claim, if claim.game.letters.len() == 1 && !claim.game.walls { 60 } else { 10 });
        assert!(states as u64 > learned.more_than);
    }
}

#[test]
fn proved_machines_are_right_for_all_words_up_to_twelve_letters() {
    for (text, _, mode, ..) in &NAMED[..8] {
        let claim = learn(text, "", *mode, 1000).claim.expect("it is proved");
        compare(text, &Automaton { game: FactorGame { walls: false, ..claim.game.clone() }, ..claim }, 12);
    }
}

/// Games without a machine: most by a count that has no bound.
const REFUTED: &[&str] = &[
    "\"aa\" -> \"\", \"bb\" -> \"\"",
    "\"ab\" -> \"\", \"ba\" -> \"\"",
    "\"ab\" -> \"\"",
    "\"aab\" -> \"a\"",
    "\"aab\" -> \"ba\"",
    "\"aba\" -> \"bb\"",
    "row: take part of run",
];

#[test]
fn games_without_a_machine_are_certified_to_a_length() {
    for text in REFUTED {
        let learned = learn(text, if text.contains("part") { "ab" } else { "" }, Mode::Values, 40);
        assert_eq!(learned.standing, Standing::Certified, "{text}");
        let claim = learned.claim.expect("what is certified is claimed");
        assert!(claim.upto.is_some_and(|upto| upto > 3), "{text}");
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
        compare(text, &claim, 9);
        for upto in [None, claim.upto.map(|upto| upto + 1)] {
            let more = Automaton { upto, ..claim.clone() };
            assert!(verify(text, &more).is_err(), "{text}: nothing is proved beyond the length");
        }
        assert!(learned.more_than >= 20 && learned.growth.is_sorted(), "{text}: {:?}", learned.growth);
    }
}

#[test]
fn a_search_goes_on_where_it_ended() {
    for (text, mode) in
        [("\"ab\" -> \"\"", Mode::Values), ("\"a\" -> \"\", \"b\" -> \"\", \"bbbb\" -> \"\"", Mode::Values)]
    {
        let first = learn(text, "", mode, 30).claim.expect("a length is certified");
        let search = AutomatonSearch::new(&rules(text).ruleset, &[], mode).unwrap().resume(&first).most_states(120);
        let again = search.run(&mut Budget::new(), &mut |_| {});
        let claim = again.claim.expect("more is known");
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified));
        assert!(claim.upto.is_none_or(|upto| Some(upto) > first.upto));
        assert!(again.rounds < 90, "{} rounds", again.rounds);
    }
}

#[test]
fn a_machine_for_rings_tells_nothing_of_rows() {
    let text = "ring: \"ab\" -> \"a\", \"ba\" -> \"b\"";
    let claim = Claim::Automaton(Arc::new(learn(text, "", Mode::Values, 100).claim.expect("it is proved")));
    let ruleset = rules(text).ruleset;
    let [ring, row] = [Component::Ring("aab".into()), Component::Row("aab".into())];
    assert!(claim.value(&ruleset, &ring).is_some() && claim.outcome(&ruleset, &ring).is_some());
    assert!(claim.value(&ruleset, &row).is_none() && claim.outcome(&ruleset, &row).is_none());
}

/// The solver compared with a search, on random games and words; what it cannot find within its
/// limits it does not claim.
#[test]
fn an_attempt_at_single_words_is_right_or_ends() {
    let (attempt, search) = (crate::common::kernel("automaton"), crate::common::kernel("search"));
    let mut random = Random::new(7);
    let mut answered = 0;
    while answered < 150 {
        let misere = random.below(4) == 0;
        let letters = 1 + random.below(3);
        let text = random_text(&mut random, letters, !misere);
        let Ok(mut game) = grundy_games::game(&text) else { continue };
        game.convention = if misere { Convention::Misere } else { Convention::Normal };
        let mut word = || match game.ruleset {
            Ruleset::Ring(_) => format!("({})", random.word(letters, 1, 8)),
            _ => random.word(letters, 1, 9),
        };
        let position = if misere { word() } else { format!("{} + {}", word(), word()) };
        let Ok(start) = grundy_games::position(&game, &position) else { continue };
        let ask = if random.below(2) == 0 { Question::ValueAndMoves } else { Question::Outcome };
        let ask = if start.len() > 1 || misere { Question::ValueAndMoves } else { ask };
        let query = Query::new(&game, start, ask);
        let Ok(_) = attempt.assess(&query) else { continue };
        let Ok(found) = attempt.solve(&query, &mut Budget::new().bytes(1 << 26)) else { continue };
        assert_eq!(check(&query, &found, &mut || true), Ok(Verdict::Verified), "{query}");
        let plain = search.solve(&query, &mut Budget::new()).expect("small words are searched");
        let outcome = |solution: &Solution| solution.outcome(&query, &query.position);
        assert_eq!(outcome(&found), outcome(&plain), "{query}");
        if ask == Question::ValueAndMoves {
            assert_eq!(found.answer, plain.answer, "{query}");
        }
        answered += 1;
    }
    for (game, position) in
        [("ring: cut \"ab\"", "(aab)"), ("bag: take letter", "{ab}"), ("misère row: take letter", "ab + b")]
    {
        assert!(attempt.assess(&crate::common::query(game, position)).is_err(), "{game}");
    }
}

#[test]
fn a_search_ends_at_a_length() {
    let search = AutomatonSearch::new(&rules("\"ab\" -> \"\"").ruleset, &[], Mode::Values).unwrap().most_length(50);
    let learned = search.run(&mut Budget::new(), &mut |_| {});
    let claim = learned.claim.expect("a length is certified");
    assert!(learned.standing == Standing::Certified && claim.upto.is_some_and(|upto| (51..60).contains(&upto)));
}

#[test]
fn what_no_automaton_can_follow_is_refused_by_name() {
    let refusal =
        |text: &str, mode| AutomatonSearch::new(&rules(text).ruleset, &[], mode).err().expect(text).into_owned();
    assert!(refusal("take palindrome 2..", Mode::Values).contains("palindromes"));
    assert!(refusal("row: take palindrome 2..40, \"ab\" -> \"\"", Mode::Values).contains("too many palindromes"));
    assert!(refusal("row: take square", Mode::Values).contains("squares"));
    assert!(refusal("row: take letter until distinct", Mode::Values).contains("until distinct"));
    assert!(refusal("row: take letter", Mode::Values).contains("give the letters of words"));
    assert!(refusal("ring: cut \"ab\"", Mode::Values).contains("ring"));
    assert!(refusal("ring: \"aba\" -> \"a|a\"", Mode::Values).contains("ring"));
    assert!(refusal("row: cut \"ab\"", Mode::Misere).contains("several components"));
    assert!(refusal("row: cut \"ab\"", Mode::Capped(1)).contains("several components"));
    assert!(refusal("hex 0.8", Mode::Values).contains("hexadecimal"));
    assert!(refusal("take any", Mode::Values).contains("octal"));
    assert!(refusal("bag: take letter", Mode::Values).contains("bag"));
}

#[test]
fn walls_stand_only_where_the_theorem_lets_them() {
    let walls = |text: &str, sums| FactorGame::of(&rules(text).ruleset, &[], sums).expect(text).walls;
    assert!(walls("\"aa\" -> \"b\"", true));
    assert!(!walls("^\"aa\" -> \"b\"", true) && !walls("\"aa\"$ -> \"b\"", true));
    assert!(!walls("ring: \"aa\" -> \"b\"", true));
    assert!(!walls("\"aa\" -> \"b\"", false), "in misère play, or with capped values, sums are not known");
    // Walls as plain letters: the same values, a larger machine.
    let walled = learn("\"aa\" -> \"b\"", "", Mode::Values, 100).claim.expect("proved");
    let word = "aaaaaXaaaaaaaaa|aa";
    let parts = [5, 9, 2].map(|count| walled.machine.power(count));
    assert_eq!(walled.label(word), Some(parts[0] ^ parts[1] ^ parts[2]));
}

#[test]
fn lengthening_rules_certify_nothing() {
    let text = "\"c\" -> \"aab\", \"aab\" -> \"\", \"b\" -> \"\"";
    let learned = learn(text, "", Mode::Values, 12);
    assert!(learned.standing != Standing::Certified, "words grow, so no length is certified");
    let machine = Machine { letters: 3, labels: vec![0], next: vec![0; 3] };
    let search = learn("\"a\" -> \"\", \"b\" -> \"aa\"", "", Mode::Values, 100);
    if let Some(claim) = search.claim {
        compare("\"a\" -> \"\", \"b\" -> \"aa\"", &claim, 6);
        let upto = Automaton { upto: Some(1), explored: Explored::Least(1), ..claim };
        assert!(verify("\"a\" -> \"\", \"b\" -> \"aa\"", &upto).is_err(), "no length is certified");
    }
    assert_eq!(machine.states(), 1);
}

/// Values over 63 and over 127, where one and two words of bits end.
#[test]
fn values_beyond_the_width_of_a_word() {
    for (most, anchor) in [(70, ""), (140, ""), (70, "^"), (140, "^")] {
        let moves: Vec<String> = (1..=most).map(|count| format!("{anchor}\"{}\" -> \"\"", "a".repeat(count))).collect();
        let text = moves.join(", ");
        let learned = learn(&text, if anchor.is_empty() { "" } else { "ab" }, Mode::Values, 1000);
        let claim = learned.claim.expect("it is proved");
        assert_eq!((learned.standing, claim.machine.largest()), (Standing::Proved, most as u32));
        assert_eq!(verify(&text, &claim), Ok(Verdict::Verified));
        for count in [0, 1, 63, 64, 65, 127, 128, 129, 139, 140, 141, 300] {
            let word = "a".repeat(count) + if anchor.is_empty() { "" } else { "ba" };
            assert_eq!(claim.label(&word), Some((count % (most + 1)) as u64), "{count} of {most}");
        }
    }
    // The value 64 first occurs at heap 3254.
    let learned = learn("octal 0.644", "", Mode::Values, u64::MAX);
    let claim = learned.claim.expect("it is proved");
    assert_eq!((claim.machine.states(), claim.machine.largest()), (3698, 64));
    assert_eq!(claim.explored, Explored::All(7398));
}

/// Every cell of a certificate, changed: it is refused, also if the checksum at its end is adapted.
#[test]
fn altered_certificates_are_refused() {
    let texts = [
        ("\"ab\" -> \"a\", \"ba\" -> \"b\"", Mode::Values),
        ("\"aa\" -> \"\", \"b\" -> \"a|\"", Mode::Values),
        ("^\"a\" -> \"\", \"b\"$ -> \"\", \"ab\" -> \"b\"", Mode::Values),
        ("\"ba\" -> \"ab\"", Mode::Values),
        ("ring: \"aa\" -> \"b\", \"b\" -> \"\"", Mode::Values),
        ("\"aa\" -> \"\", \"b\" -> \"\"", Mode::Misere),
        ("octal 0.15", Mode::Values),
    ];
    for (text, mode) in texts {
        let claim = learn(text, "", mode, 200).claim.expect(text);
        let (query, solution) = certificate(text, &claim);
        let written = write(&query, &solution).unwrap();
        let stands = |text: &str| {
            let found = read(text, &no_lists).ok();
            found.is_some_and(|(query, solution)| check(&query, &solution, &mut || true) == Ok(Verdict::Verified))
        };
        assert!(stands(&written));
        let lines: Vec<&str> = written.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            for cell in 0..line.split(' ').count() {
                for new in ["0", "1", "2", "7", "-", "x"] {
                    let mut cells: Vec<&str> = line.split(' ').collect();
                    if cells[cell] == new {
                        continue;
                    }
                    cells[cell] = new;
                    let mut altered: Vec<String> = lines.iter().map(ToString::to_string).collect();
                    altered[at] = cells.join(" ");
                    assert!(!stands(&(altered.join("\n") + "\n")), "{text}: {}", altered[at]);
                }
            }
        }
        for state in 0..claim.machine.states() {
            let mut labels = claim.machine.labels.clone();
            labels[state] = (labels[state] + 1) % 3;
            let machine = Machine { labels, ..claim.machine.clone() };
            assert!(verify(text, &Automaton { machine, ..claim.clone() }).is_err(), "{text}: label of {state}");
        }
        for step in 0..claim.machine.next.len() {
            for goal in 0..claim.machine.states() as u32 {
                let mut next = claim.machine.next.clone();
                if std::mem::replace(&mut next[step], goal) != goal {
                    let machine = Machine { next, ..claim.machine.clone() };
                    assert!(verify(text, &Automaton { machine, ..claim.clone() }).is_err(), "{text}: step {step}");
                }
            }
        }
    }
}

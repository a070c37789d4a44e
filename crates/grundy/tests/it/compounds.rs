//! Compounds against the play itself: every compound of small components is played out.

use std::collections::HashMap;

use grundy::{
    Component, Convention, Limits, Outcome, Query, Question, Run,
    compound::Compound,
    games::{self, Term},
    theory::Visit,
};

/// A component: the sum that it has become.
type Part = Vec<Term>;

/// The options of a component as a game of its own.
fn options(query: &Query, part: &Part) -> Vec<Part> {
    let mut all = Vec::new();
    query
        .sum_options::<grundy::Fault>(part, |seen| {
            if let Visit::Option(terms) = seen {
                let mut terms = terms.to_vec();
                terms.sort_unstable();
                all.push(terms);
            }
            Ok(())
        })
        .expect("the rules have no faults");
    all.sort_unstable();
    all.dedup();
    all
}

/// All positions that a move of the compound leads to; `None` if the play has ended.
fn moves(query: &Query, parts: &[Part], compound: Compound) -> Option<Vec<Vec<Part>>> {
    let each: Vec<Vec<Part>> = parts.iter().map(|part| options(query, part)).collect();
    let ended = each.iter().filter(|options| options.is_empty()).count();
    let over = if compound.is_short() { ended > 0 || parts.is_empty() } else { ended == parts.len() };
    if over {
        return None;
    }
    let mut found: Vec<(Vec<Part>, usize)> = vec![(Vec::new(), 0)];
    for (part, options) in parts.iter().zip(&each) {
        let must = matches!(compound, Compound::Conjunctive | Compound::Continued) && !options.is_empty();
        let mut next = Vec::new();
        for (before, moved) in &found {
            if !must {
                next.push(([&before[..], std::slice::from_ref(part)].concat(), *moved));
            }
            for option in options {
                next.push(([&before[..], std::slice::from_ref(option)].concat(), moved + 1));
            }
        }
        found = next;
    }
    let fits = |moved: usize| if compound == Compound::Diminished { moved == 1 } else { moved > 0 };
    Some(found.into_iter().filter(|(_, moved)| fits(*moved)).map(|(parts, _)| parts).collect())
}

/// Whether the player to move wins, by playing everything out.
fn wins(query: &Query, parts: &[Part], compound: Compound, known: &mut HashMap<Vec<Part>, bool>) -> bool {
    let mut key = parts.to_vec();
    key.sort_unstable();
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let wins = match moves(query, parts, compound) {
        None => query.convention == Convention::Misere,
        Some(options) => options.iter().any(|option| !self::wins(query, option, compound, known)),
    };
    known.insert(key, wins);
    wins
}

fn assert_played_out(game: &str, positions: &[&str]) {
    for convention in [Convention::Normal, Convention::Misere] {
        for compound in Compound::ALL {
            let mut known = HashMap::new();
            for position in positions {
                let mut query = games::query(game, position, Question::Outcome).unwrap();
                query.convention = convention;
                let parts: Vec<Part> = query.position.iter().map(|term| vec![term.clone()]).collect();
                let subject = format!("{convention} {compound} {game} at {position}");
                let found = Run::new(Limits::default()).compound(&query, compound).unwrap();
                let right = wins(&query, &parts, compound, &mut known);
                assert_eq!(found.outcome == Outcome::N, right, "{subject}");
                assert!(!found.status.is_proved());
                let over = moves(&query, &parts, compound).is_none();
                assert_eq!(found.winning.is_some(), right && !over, "{subject}");
                if let Some(made) = &found.winning {
                    let mut after = parts.clone();
                    for (places, sum) in made {
                        let term = |component: &Component| Term { ruleset: 0, component: component.clone() };
                        for at in places.clone() {
                            after[at] = sum.iter().map(term).collect();
                            after[at].sort_unstable();
                        }
                    }
                    assert!(moves(&query, &parts, compound).unwrap().contains(&after), "{subject}: {made:?}");
                    assert!(!wins(&query, &after, compound, &mut known), "{subject}: {made:?}");
                }
            }
        }
    }
}

/// All sums of up to three heaps up to a size.
fn sums(most: u64) -> Vec<String> {
    let mut all = Vec::new();
    for a in 0..=most {
        all.push(a.to_string());
        for b in a..=most {
            all.push(format!("{a} + {b}"));
            all.extend((b..=most.min(4)).map(|c| format!("{a} + {b} + {c}")));
        }
    }
    all
}

#[test]
fn compounds_of_heaps_are_as_they_are_played_out() {
    for (game, most) in [
        ("take 1", 6),
        ("take 1..3", 8),
        ("take {2,3}", 9),
        ("take {1,4}", 8),
        ("nim", 5),
        ("octal 0.07", 7),
        ("kayles", 5),
        ("grundys-game", 7),
        ("n -> n/2 where n > 0", 9),
    ] {
        let all = sums(most);
        assert_played_out(game, &all.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn compounds_of_words_are_as_they_are_played_out() {
    assert_played_out(
        "row: \"aab\" -> \"b\", \"ba\" -> \"a\"",
        &["aab", "aabb + ba", "baab + aab", "\"\" + ba", "bbaa + aab + ba"],
    );
    assert_played_out("row: cut \"aa\" or \"b\"", &["aab + b", "baab + aa", "abab + b + aa"]);
}

/// Smith's labels by hand: in `take 1..3` the loser of a heap of 4k is delayed to 2k moves.
#[test]
fn remoteness_and_suspense_are_those_of_the_theory() {
    let part = |game: &str, position: &str| {
        let query = games::query(game, position, Question::Outcome).unwrap();
        Run::new(Limits::default()).compound(&query, Compound::Continued).unwrap().parts[0]
    };
    for heap in 0..30 {
        let found = part("take 1..3", &heap.to_string());
        let moves = 2 * (heap / 4) + u64::from(heap % 4 > 0);
        assert_eq!(found.remoteness, moves, "{heap}");
        assert_eq!(found.remoteness % 2, found.suspense % 2, "{heap}");
    }
    // One heap of Nim is won in one move: any other move loses.
    assert_eq!((part("nim", "7").remoteness, part("nim", "7").suspense), (1, 1));
}

#[test]
fn limits_end_a_compound() {
    let query = games::query("kayles", "40 + 41", Question::Outcome).unwrap();
    let few = Limits { positions: Some(10), ..Limits::default() };
    assert!(Run::new(few).compound(&query, Compound::Selective).is_err());
    let small = Limits { memory: Some(1 << 14), ..Limits::default() };
    assert!(Run::new(small).compound(&query, Compound::Selective).is_err());
}

//! Misère quotients: known ones, outcomes against search, the theorem against heaps far beyond its
//! window, and lies.

use std::collections::{BTreeSet, HashSet};

use grundy::{
    Answer, Budget, Component, Game, Outcome, Query, Question, Solution, Verdict,
    cert::{Claim, Quotient, read, write},
    check,
    games::Ruleset,
    moves,
    plan::{PlanOptions, plan_with},
    proof::{Finding, Proof, Standing},
    prove,
};
use proptest::prelude::*;

const KNOWN: &str = include_str!("../../../../testdata/quotients.tsv");

fn proof(game: &str, to: Option<u64>) -> Proof {
    prove(&grundy::games::game(&format!("misère {game}")).unwrap(), to, &mut Budget::new()).unwrap()
}

fn claim(proof: &Proof) -> &Quotient {
    let Finding::Quotient(found) = &proof.finding else { panic!("misère heaps have quotients") };
    &found.claim
}

/// The verdict of the checker on the quotient for this game.
fn verdict(game: &str, claim: Quotient) -> Result<Verdict, grundy::cert::Flaw> {
    let query =
        Query::new(&grundy::games::game(&format!("misère {game}")).unwrap(), Vec::new(), Question::ValueAndMoves);
    let claims = vec![Claim::Quotient(claim.into())];
    check(&query, &Solution { answer: Answer::Outcome(Outcome::N), claims }, &mut || true)
}

#[test]
fn known_quotients_are_found_and_checked() {
    let mut seen = 0;
    for line in KNOWN.lines().filter_map(|line| line.strip_prefix("complete\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, order, lost, from, period, kind] = fields[..] else { panic!("{line}") };
        let proof = proof(game, None);
        let claim = claim(&proof);
        assert_eq!(proof.standing, Standing::Proved, "{game}");
        let found = [claim.order() as u64, claim.lost() as u64, claim.repeats().unwrap().0, claim.repeats().unwrap().1];
        assert_eq!(found, [order, lost, from, period].map(|number| number.parse::<u64>().unwrap()), "{game}");
        assert_eq!(claim.is_tame(), kind == "tame", "{game}");
        let (query, solution) = proof.solution.as_ref().unwrap();
        assert_eq!(check(query, solution, &mut || true), Ok(Verdict::Verified), "{game}");
        seen += 1;
    }
    for line in KNOWN.lines().filter_map(|line| line.strip_prefix("order\t")) {
        let (game, order) = line.split_once('\t').unwrap();
        let proof = proof(game, None);
        assert_eq!((proof.standing, claim(&proof).order().to_string().as_str()), (Standing::Proved, order), "{game}");
        seen += 1;
    }
    assert!(seen >= 35, "only {seen} quotients");
}

#[test]
fn known_partial_quotients_are_found_and_checked() {
    let mut seen = 0;
    for line in KNOWN.lines().filter_map(|line| line.strip_prefix("partial\t")) {
        let (game, steps) = line.split_once('\t').unwrap();
        let known: Vec<[u64; 3]> = steps
            .split(' ')
            .map(|step| {
                let numbers: Vec<u64> = step.split(':').map(|number| number.parse().unwrap()).collect();
                <[u64; 3]>::try_from(numbers).unwrap()
            })
            .collect();
        let proof = proof(game, Some(known.last().unwrap()[0]));
        let Finding::Quotient(found) = &proof.finding else { panic!("misère heaps have quotients") };
        let growth: Vec<[u64; 3]> = found.growth.iter().map(|grown| [grown.heap, grown.order, grown.lost]).collect();
        assert_eq!(growth, known, "{game}");
        assert_eq!((proof.standing, found.claim.last()), (Standing::Certified, Some(found.last)), "{game}");
        let (query, solution) = proof.solution.as_ref().unwrap();
        assert_eq!(check(query, solution, &mut || true), Ok(Verdict::Verified), "{game}");
        seen += known.len();
    }
    assert!(seen >= 250, "only {seen} steps");
}

/// The outcome by the definition.
fn searched(game: &str, heaps: &[u64]) -> Outcome {
    let start = heaps.iter().map(|&heap| Component::Heap(heap)).collect();
    let query = Query::new(&grundy::games::game(&format!("misère {game}")).unwrap(), start, Question::ValueAndMoves);
    let search = grundy::solvers::SOLVERS.iter().find(|kernel| kernel.name() == "search").unwrap();
    match plan_with(&query, PlanOptions::only(&[*search])).unwrap().run(&mut Budget::new()).unwrap().answer {
        Answer::Outcome(outcome) => outcome,
        other => panic!("{game} {heaps:?}: {other:?}"),
    }
}

/// Games of every kind that has a quotient, some with more than two parts, some without a theorem
/// on periods.
fn any_rules() -> impl Strategy<Value = String> {
    let digits = prop::collection::vec(0..8u8, 1..4).prop_map(|digits| {
        let digits: String = digits.iter().map(u8::to_string).collect();
        format!("octal 0.{digits}")
    });
    let splits = prop::collection::vec(0..8u8, 1..3).prop_map(|digits| {
        let digits: String = digits.iter().map(u8::to_string).collect();
        format!("octal 4.{digits}")
    });
    let hex = prop::collection::vec(0..16u8, 1..3).prop_map(|digits| {
        let digits: String = digits.iter().map(|digit| format!("{digit:X}")).collect();
        format!("hex 0.{digits}")
    });
    let sets = prop::collection::btree_set(1..6u64, 1..4)
        .prop_map(|set| format!("take {{{}}}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")));
    let others = prop::sample::select(vec![
        "split into 2 unequal heaps",
        "split into 2 equal heaps, take 1",
        "take any but {2}",
        "take 1 leaving 1..3 heaps",
        "a -> (a/2) where a > 0, a -> (a-1)",
    ]);
    prop_oneof![4 => digits, 1 => splits, 1 => hex, 2 => sets, 1 => others.prop_map(str::to_owned)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn outcomes_of_sums_follow_the_meaning(
        game in any_rules(),
        sums in prop::collection::vec(prop::collection::vec(0..8u64, 0..5), 4),
    ) {
        let rules = grundy::games::game(&format!("misère {game}")).unwrap();
        let mut budget = Budget::new().positions(3000);
        let Ok(proof) = prove(&rules, Some(7), &mut budget) else { return Ok(()) };
        let claim = claim(&proof);
        let (query, solution) = proof.solution.as_ref().unwrap();
        prop_assert_eq!(check(query, solution, &mut || true), Ok(Verdict::Verified), "{}", game);
        for heaps in sums {
            let last = claim.last().unwrap_or(u64::MAX);
            let reported = claim.outcome(heaps.iter().copied());
            if heaps.iter().any(|&heap| heap > last) {
                prop_assert_eq!(reported, None);
            } else {
                prop_assert_eq!(reported, Some(searched(&game, &heaps)), "{} {:?}", game, heaps);
            }
        }
    }

    /// The theorem: a period that the window proves holds for the heaps far after it. The quotient
    /// of those heaps is found here without the theorem, and is the same.
    #[test]
    fn proved_periods_go_on(game in any_rules()) {
        let rules = grundy::games::game(&format!("misère {game}")).unwrap();
        let mut budget = Budget::new().positions(2000);
        let Ok(proof) = prove(&rules, Some(60), &mut budget) else { return Ok(()) };
        if proof.standing != Standing::Proved {
            return Ok(());
        }
        let claim = claim(&proof);
        let end = 3 * claim.elements().len() as u64 + 20;
        let elements: Vec<u32> = (0..=end).map(|heap| claim.element(heap).unwrap()).collect();
        let steps = (0..claim.order() as u32)
            .map(|a| claim.generators().iter().map(|&heap| claim.product(a, claim.element(heap).unwrap())).collect())
            .collect();
        let lost = (0..claim.order() as u32).map(|element| claim.is_lost(element)).collect();
        let longer = Quotient::new(claim.generators().to_vec(), steps, lost, elements, None).unwrap();
        prop_assert_eq!(verdict(&game, longer), Ok(Verdict::Verified), "{}", game);
    }
}

/// Whether the quotient is right for the heaps 0 to `last`, by the theorem in its plain form: the
/// types of all sums.
fn is_right(game: &str, claim: &Quotient, last: u64) -> bool {
    let Ruleset::Heap(rules) = grundy::games::game(game).unwrap().ruleset else { panic!("{game} is about heaps") };
    let mut kinds = HashSet::new();
    for heap in 0..=last {
        let mut options = BTreeSet::new();
        rules
            .options(&heap, |parts| {
                options.insert(claim.product_of(parts.iter().copied()).unwrap());
                Ok::<(), grundy::Fault>(())
            })
            .unwrap();
        kinds.insert((claim.element(heap).unwrap(), options));
    }
    let mut types = HashSet::from([(0u32, BTreeSet::new())]);
    let mut fresh: Vec<(u32, BTreeSet<u32>)> = types.iter().cloned().collect();
    while let Some((element, options)) = fresh.pop() {
        let wins = options.iter().any(|&option| claim.is_lost(option));
        if claim.is_lost(element) != (!options.is_empty() && !wins) {
            return false;
        }
        for (own, behind) in &kinds {
            let mut all: BTreeSet<u32> = options.iter().map(|&option| claim.product(option, *own)).collect();
            all.extend(behind.iter().map(|&option| claim.product(option, element)));
            let next = (claim.product(element, *own), all);
            if types.insert(next.clone()) {
                fresh.push(next);
            }
        }
    }
    true
}

/// The checker, which looks at open elements only, against the plain form, on right models and on
/// wrong ones.
#[test]
fn the_check_agrees_with_the_types_of_all_sums() {
    let (mut right, mut wrong) = (0, 0);
    for (game, last) in
        [("octal 0.123", 9), ("octal 0.75", 8), ("octal 0.3101", 7), ("octal 0.34", 12), ("take 1..3", 6)]
    {
        let proof = proof(game, Some(last));
        let claim = claim(&proof);
        let generators = claim.generators().to_vec();
        let steps: Vec<Vec<u32>> = (0..claim.order() as u32)
            .map(|a| generators.iter().map(|&heap| claim.product(a, claim.element(heap).unwrap())).collect())
            .collect();
        let lost: Vec<bool> = (0..claim.order() as u32).map(|element| claim.is_lost(element)).collect();
        let elements: Vec<u32> = (0..=last).map(|heap| claim.element(heap).unwrap()).collect();
        let mut models = vec![(lost.clone(), elements.clone())];
        for at in 0..lost.len() {
            let mut other = lost.clone();
            other[at] = !other[at];
            models.push((other, elements.clone()));
        }
        for heap in (0..elements.len()).filter(|&heap| !generators.contains(&(heap as u64))) {
            for element in 0..claim.order() as u32 {
                let mut other = elements.clone();
                other[heap] = element;
                models.push((lost.clone(), other));
            }
        }
        for (lost, elements) in models {
            let model = Quotient::new(generators.clone(), steps.clone(), lost, elements, None).unwrap();
            let plain = is_right(game, &model, last);
            let reported = verdict(game, model.clone());
            // A right model may be larger than the quotient: the checker refuses it for that.
            assert!(reported.is_err() || plain, "{game}: {model:?} is wrong");
            assert!(
                reported.is_ok() || !plain || reported.unwrap_err().to_string().contains("same outcomes"),
                "{game}: {model:?}"
            );
            if plain { right += 1 } else { wrong += 1 }
        }
    }
    assert!(right >= 5 && wrong > 300, "{right} right, {wrong} wrong");
}

#[test]
fn winning_moves_of_large_sums_are_moves_to_lost_sums() {
    for (game, heaps) in [
        ("octal 0.77", vec![1_000_000_000u64, 7, 7]),
        ("octal 0.123", vec![u64::MAX, u64::MAX - 1]),
        ("octal 0.77", vec![10_000_000_000_000, 12_345_678_901_234, 9, 30, 31]),
    ] {
        let start = heaps.iter().map(|&heap| Component::Heap(heap)).collect();
        let query =
            Query::new(&grundy::games::game(&format!("misère {game}")).unwrap(), start, Question::ValueAndMoves);
        let solution = grundy::plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
        let found = moves(&query, &solution, false, &mut Budget::new()).unwrap();
        let winning = match found {
            grundy::moves::Moves::Listed { moves, .. } => moves,
            grundy::moves::Moves::TooMany { winning, .. } => winning.into_iter().collect(),
            grundy::moves::Moves::One(made) => made.into_iter().collect(),
        };
        let Answer::Outcome(outcome) = solution.answer else { panic!("{:?}", solution.answer) };
        assert_eq!(winning.is_empty(), outcome == Outcome::P, "{game} {heaps:?}");
        for made in winning {
            let mut left: Vec<u64> = heaps.clone();
            left.remove(made.component);
            let size = |part: &Component| if let Component::Heap(size) = part { *size } else { panic!("{part}") };
            left.extend(made.to.iter().map(size));
            let Claim::Quotient(claim) = &solution.claims[0] else { panic!("{:?}", solution.claims) };
            assert_eq!(claim.outcome(left), Some(Outcome::P), "{game} {heaps:?}: {made:?}");
        }
    }
}

/// Each number of each line is changed, and N and P are exchanged: none of it stands.
#[test]
fn every_changed_cell_of_a_certificate_is_refused() {
    let mut lies = 0;
    for (game, to) in [("octal 0.123", None), ("octal 0.75", None), ("octal 0.07", Some(10)), ("octal 0.3101", None)] {
        let proof = proof(game, to);
        let (query, solution) = proof.solution.as_ref().unwrap();
        let text = write(query, solution).unwrap();
        assert!(stands(&text), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("claim ")).unwrap();
        for at in first..lines.len() {
            let cells: Vec<&str> = lines[at].split(' ').collect();
            for cell in 0..cells.len() {
                let mut changed: Vec<String> = match cells[cell] {
                    "N" => vec!["P".into()],
                    "P" => vec!["N".into()],
                    other => match other.parse::<u64>() {
                        Ok(number) => {
                            (0..=number + 2).filter(|&own| own != number).map(|own| own.to_string()).collect()
                        }
                        Err(_) => vec!["never".into(), "5 1".into()],
                    },
                };
                changed.push(String::new());
                for lie in changed.into_iter().filter(|lie| lie != cells[cell]) {
                    let mut own = cells.clone();
                    own[cell] = &lie;
                    let mut all = lines.clone();
                    let line = own.join(" ");
                    all[at] = &line;
                    assert!(!stands(&(all.join("\n") + "\n")), "{game}: `{}` became `{line}`", lines[at]);
                    lies += 1;
                }
            }
        }
    }
    assert!(lies > 1000, "only {lies} lies");
}

fn stands(text: &str) -> bool {
    let none = |name: &str| Err(format!("{name}: there is none"));
    let Ok((query, solution)) = read(text, &none) else { return false };
    check(&query, &solution, &mut || true) == Ok(Verdict::Verified)
}

#[test]
fn what_has_no_quotient_is_refused_or_stopped() {
    let prove = |game: &str, to| prove(&grundy::games::game(game).unwrap(), to, &mut Budget::new().positions(100_000));
    assert!(prove("misère take any but {2}", None).unwrap_err().contains("limit on the heaps"));
    let stopped = prove("misère octal 0.007", None).unwrap();
    assert_eq!(stopped.standing, Standing::Certified);
    assert!(stopped.stopped.is_some(), "{stopped:?}");
    let Finding::Quotient(found) = &stopped.finding else { panic!("misère heaps have quotients") };
    assert_eq!(found.claim.last(), Some(found.last));
    let (query, solution) = stopped.solution.as_ref().unwrap();
    assert_eq!(check(query, solution, &mut || true), Ok(Verdict::Verified));
    assert_eq!(check(query, solution, &mut || false), Ok(Verdict::Unverified));
}

#[test]
fn a_search_says_what_distinguishes_too_many_classes() {
    let rules = grundy::games::game("misère octal 0.64").unwrap();
    let proof = prove(&rules, None, &mut Budget::new()).unwrap();
    assert_eq!(proof.standing, Standing::Certified);
    let stopped = proof.stopped.expect("heap 15 makes the quotient too large").to_string();
    let why = "with heap 15, sums fall into over 4096 classes, which outcomes with 0 to 1 heaps of 15 distinguish";
    assert!(stopped.contains(why), "{stopped}");
}

/// Each part of the check asks for the time: a claim with a mistake that shows late is not refused
/// before it is, nor accepted, when there is none. Claims with more generators than elements, whose
/// reading takes the square of their number, are no claims.
#[test]
fn every_part_of_the_check_asks_for_the_time() {
    let rules = grundy::games::game("misère take 1").unwrap().ruleset;
    let steps = (1..2048).chain([2047]).map(|next| vec![next]).collect();
    let chain = Quotient::new(vec![1], steps, (0..2048).map(|at| at == 1).collect(), vec![0, 1], None).unwrap();
    let right = |claim: &Quotient, time: bool| claim.check(&rules, &mut || time);
    assert!(right(&chain, true).unwrap_err().to_string().contains("the same outcomes"));
    assert_eq!(right(&chain, false), Ok(false));
    let long = Quotient::new(vec![2], vec![vec![1], vec![0]], vec![false, true], vec![0; 5000], None).unwrap();
    assert!(right(&long, true).unwrap_err().to_string().contains("a generator is not"));
    assert_eq!(right(&long, false), Ok(false));
    let many = Quotient::new(vec![1, 2, 3], vec![vec![1, 1, 1], vec![0, 0, 0]], vec![false, true], vec![0, 1], None);
    assert_eq!(many.unwrap_err(), "no more generators than elements");
}

//! Every way to the values of heaps against the meaning of the rules: tables of every solver,
//! searches that were stopped and resumed, proved periods. A short run here; `cargo xtask
//! exact` makes it a long one, to heaps of 2,000, by the variable `GRUNDY_EXACT`. The long run also
//! compares large boards of squares with published values.

use fastrand::Rng;
use grundy::{
    Answer, Budget, Component, Declaration, Game, Nimber, Query, Question, Verdict,
    cert::Claim,
    check,
    plan::{PlanOptions, plan_with},
    proof::Standing,
    prove,
    solvers::{SOLVERS, heaps::period::ListSearch},
    theory::MexSet,
};

/// A stream of numbers that is the same everywhere.
struct Numbers(Rng);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    fn octal(&mut self) -> String {
        let digits: String = (0..self.below(5)).map(|_| self.below(8).to_string()).collect();
        format!("octal {}.{digits}{}", 4 * self.below(2), 1 + self.below(7))
    }

    fn hexadecimal(&mut self) -> String {
        let digits: String = (0..self.below(3)).map(|_| format!("{:X}", self.below(16))).collect();
        format!("hex 0.{digits}{:X}", 1 + self.below(15))
    }

    fn subtraction(&mut self) -> String {
        let amounts: Vec<String> = (0..1 + self.below(6)).map(|_| (1 + self.below(64)).to_string()).collect();
        let but = if self.below(4) == 0 { "any but " } else { "" };
        format!("take {but}{{{}}}", amounts.join(","))
    }
}

/// The values of the heaps 0 to `end` from the definition alone.
fn meant(rules: &Declaration, end: u64) -> Vec<Nimber> {
    let mut values: Vec<Nimber> = Vec::new();
    let mut seen = MexSet::new();
    for heap in 0..=end {
        seen.clear();
        let walked = rules.ruleset.options(&Component::Heap(heap), |parts| {
            let sum = parts.iter().map(|part| match part {
                Component::Heap(size) => values[*size as usize],
                _ => panic!("a heap leaves heaps"),
            });
            seen.insert(sum.sum());
            Ok::<(), grundy::Fault>(())
        });
        walked.unwrap();
        values.push(seen.mex());
    }
    values
}

fn compare(game: &str, end: u64) {
    let rules = grundy::games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let right = meant(&rules, end);
    let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
    for &kernel in SOLVERS {
        let Ok(plan) = plan_with(&query, PlanOptions::only(&[kernel])) else { continue };
        let solution = plan.run(&mut Budget::new()).unwrap_or_else(|why| panic!("{game} by {}: {why}", kernel.name()));
        assert!(solution.answer == Answer::Values(right.clone()), "{game} by {}", kernel.name());
    }
    let Ok(mut search) = ListSearch::new(&rules.ruleset) else { return };
    for stop in [1, end / 3, end / 2] {
        let found = search.run(stop, &mut Budget::new()).unwrap();
        if found.is_some() {
            break;
        }
        search = ListSearch::resume(&rules.ruleset, search.values().to_vec()).unwrap();
    }
    let found = search.run(end + 1, &mut Budget::new()).unwrap();
    for (heap, &value) in right.iter().enumerate() {
        let reported = match &found {
            Some(claim) => claim.value(heap as u64),
            None => Some(Nimber(u64::from(search.values()[heap]))),
        };
        assert_eq!(reported, Some(value), "{game} at {heap}, resumed");
    }
    let proof = prove(&rules, Some(end), &mut Budget::new()).unwrap();
    let Some((query, solution)) = proof.solution else { return };
    assert_eq!(proof.standing, Standing::Proved);
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
    let Some(Claim::Period(claim)) = solution.claims.first() else { return };
    assert!(right.iter().zip(0..).all(|(value, heap)| claim.value(heap) == Some(*value)), "{game}");
}

#[test]
fn every_way_agrees_with_the_meaning() {
    let long = std::env::var_os("GRUNDY_EXACT").is_some();
    let (turns, octal, subtraction) = if long { (150, 2000, 2000) } else { (40, 250, 600) };
    let mut numbers = Numbers(Rng::with_seed(2 + u64::from(long)));
    for _ in 0..turns {
        compare(&numbers.octal(), octal);
        compare(&numbers.subtraction(), subtraction);
    }
    for turn in 0..if long { 60 } else { 10 } {
        let end = match turn % 6 {
            _ if !long => 50,
            0 => 2000,
            _ => 400,
        };
        compare(&numbers.hexadecimal(), end);
    }
}

fn value(game: &str, heap: u64) -> u64 {
    let query = grundy::games::query(game, &heap.to_string(), Question::ValueAndMoves).unwrap();
    match grundy::plan(&query).unwrap().run(&mut Budget::new()).unwrap().answer {
        Answer::Value(value) => value.0,
        other => panic!("{game}: {other:?}"),
    }
}

/// Boards of squares against the tables of Schneider 2009, Glop, Uiterwijk 2019 and Beling 2025:
/// those that take seconds; smaller ones stand in `testdata`.
#[test]
fn large_boards_have_their_published_values() {
    if std::env::var_os("GRUNDY_EXACT").is_none() {
        crate::not_run("large boards take seconds; `cargo xtask exact` runs them");
        return;
    }
    for (ruleset, published) in [("4x9", 1), ("5x7", 1), ("5x8", 1), ("4x11", 1)] {
        for ask in [Question::Value, Question::Outcome] {
            let query = grundy::games::query("cram", ruleset, ask).unwrap();
            let solution = grundy::plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            let right = match ask {
                Question::Outcome => Answer::Outcome(Nimber(published).outcome()),
                _ => Answer::Value(Nimber(published)),
            };
            assert_eq!(solution.answer, right, "{ruleset}");
        }
    }
}

/// Faults that were seen in other programs: sets of 256 options, values of 32, 64 and 256 in fixed
/// widths, and periods from a repetition at the end of a prefix.
#[test]
fn known_faults_stay_out() {
    assert_eq!([513, 514, 10_000, 20_000].map(|heap| value("split into 2 unequal heaps", heap)), [6, 2, 39, 113]);
    for wide in [31, 32, 33, 63, 64, 65, 255, 256, 257] {
        assert_eq!(value("nim", wide), wide);
        assert_eq!(value("take 1..300", wide), wide);
        assert_eq!(value("take 1..300", wide + 301 * 1_000_000_007), wide);
    }
    // Every amount but 2: two heaps share each value, and values pass 65,535.
    let found = [131_070, 131_072, 300_001].map(|heap| value("take any but {2}", heap));
    let right = meant(&grundy::games::game("take any but {2}").unwrap(), 600);
    let by_rows = |heap: u64| right[(heap % 4 + 400) as usize].0 + (heap / 4 - 100) * (right[404].0 - right[400].0);
    assert_eq!(found, [131_070, 131_072, 300_001].map(by_rows));
    assert!(found[0] > 65_535 - 10, "{found:?}");
    for end in [50, 80, 120] {
        let proof = prove(&grundy::games::game("octal 0.07").unwrap(), Some(end), &mut Budget::new()).unwrap();
        assert_ne!(proof.standing, Standing::Proved, "{end} values prove nothing");
    }
}

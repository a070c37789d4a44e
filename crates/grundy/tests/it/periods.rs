//! Periods: known ones, windows that are too short, altered claims, and values of every size.

use grundy::{
    Answer, Budget, Component, Nimber, Query, Question, Solution, Verdict,
    cert::{Claim, Period, Shape, Theorem, window_end},
    check,
    games::Ruleset,
    plan,
    plan::{PlanOptions, plan_with},
    proof::{Finding, Recurrence, Standing},
    prove,
};

const OCTAL: &str = include_str!("../../../../testdata/periods/octal.tsv");
const OTHER: &str = include_str!("../../../../testdata/periods/other.tsv");

/// Longer preperiods are left to the release build's benchmarks: each value costs a look at every
/// pair.
const MOST_PREPERIOD: u64 = 600;

fn proof(game: &str) -> (Query, Period, Recurrence) {
    let rules = grundy::games::game(game).unwrap();
    let proof = prove(&rules, Some(10_000), &mut Budget::new()).unwrap();
    assert_eq!(proof.standing, Standing::Proved, "{game}: {proof:?}");
    let (query, solution) = proof.solution.unwrap();
    let [Claim::Period(period)] = &solution.claims[..] else { panic!("{game}: {solution:?}") };
    let Finding::Period(found) = proof.finding else { panic!("heaps have periods") };
    (query, period.clone(), found)
}

fn stands(query: &Query, claim: &Period) -> bool {
    let solution = Solution { answer: Answer::Value(Nimber(0)), claims: vec![Claim::Period(claim.clone())] };
    check(query, &solution, &mut || true) == Ok(Verdict::Verified)
}

/// The values of heaps 0 to `end` by the meaning of the rules.
fn meant(game: &str, end: u64) -> Vec<u64> {
    let rules = grundy::games::game(game).unwrap();
    let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
    let heap = grundy::solvers::SOLVERS.iter().find(|kernel| kernel.name() == "heap").unwrap();
    let solution = plan_with(&query, PlanOptions::only(&[*heap])).unwrap().run(&mut Budget::new()).unwrap();
    let Answer::Values(values) = solution.answer else { panic!("a table was asked for") };
    values.into_iter().map(|value| value.0).collect()
}

/// The rows of a table below its head: the game, and the numbers after it as far as there are any.
fn rows(table: &str) -> impl Iterator<Item = (&str, Vec<Option<u64>>)> {
    table.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| {
        let mut fields = line.split('\t');
        let game = fields.next().unwrap();
        (game, fields.map(|field| field.parse().ok()).collect())
    })
}

#[test]
fn known_periods_are_proved_and_checked() {
    let mut seen = 0;
    for (game, known) in rows(OCTAL) {
        let (Some(preperiod @ 0..=MOST_PREPERIOD), Some(period)) = (known[0], known[1]) else { continue };
        let (query, claim, found) = proof(&format!("octal {game}"));
        assert_eq!((claim.preperiod, claim.period, claim.saltus), (preperiod, period, 0), "{game}");
        assert_eq!(Some(found.largest), known[2], "{game}");
        assert_eq!((0..).find(|&heap| claim.value(heap) == Some(Nimber(found.largest))), known[3], "{game}");
        assert!(stands(&query, &claim), "{game}");
        seen += 1;
    }
    for (game, known) in rows(OTHER) {
        let (query, claim, _) = proof(game);
        let found = [claim.preperiod, claim.period, claim.saltus];
        assert_eq!(found.map(Some), known[..3], "{game}");
        assert!(stands(&query, &claim), "{game}");
        seen += 1;
    }
    assert!(seen > 300, "only {seen} periods");
}

#[test]
fn the_search_ends_at_the_proof() {
    let (_, claim, found) = proof("kayles");
    assert_eq!((claim.preperiod, claim.period, found.last_exception()), (71, 12, Some(70)));
    assert_eq!(found.window, Some(167));
    assert!(found.computed < 256, "{} values were computed for Kayles", found.computed);
    for to in [10, 2000] {
        let proof = prove(&grundy::games::game("octal 0.007").unwrap(), Some(to), &mut Budget::new()).unwrap();
        let Finding::Period(found) = &proof.finding else { panic!("heaps have periods") };
        assert_eq!((proof.standing, found.period, found.computed), (Standing::None, None, to + 1));
    }
    let stopped = prove(&grundy::games::game("octal 0.007").unwrap(), None, &mut Budget::new().positions(500)).unwrap();
    assert!(stopped.stopped.is_some() && stopped.standing == Standing::None);
}

/// No theorem at hand proves the growing values of a hexadecimal game: they are observed,
/// however often they are seen.
#[test]
fn growth_of_hexadecimal_games_is_observed() {
    let proof = prove(&grundy::games::game("hex 0.137F").unwrap(), Some(600), &mut Budget::new()).unwrap();
    let Finding::Period(found) = &proof.finding else { panic!("heaps have periods") };
    assert_eq!(proof.standing, Standing::Observed, "{found:?}");
    assert!(found.saltus > 0 && proof.solution.is_none(), "{found:?}");
}

/// What values show without a proof is what the table of these values shows.
#[test]
fn what_is_observed_is_counted_from_the_values() {
    let rules = grundy::games::game("octal 0.6").unwrap();
    let proof = prove(&rules, Some(500), &mut Budget::new()).unwrap();
    let Finding::Period(found) = &proof.finding else { panic!("heaps have periods") };
    let observed = found.observed.as_ref().expect("no period is proved");
    let query = Query::new(&rules, vec![Component::Heap(500)], Question::Table);
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    let Answer::Values(values) = solution.answer else { panic!("a table") };
    let largest = |heap: usize| values[..=heap].iter().max().unwrap().0;
    assert_eq!(observed.growth, [(10, largest(10)), (100, largest(100)), (500, largest(500))]);
    let split = observed.rarest.expect("a move may leave two heaps");
    let rare = |(heap, value): (usize, &Nimber)| {
        let bits = (value.0 & u64::from(split.mask)).count_ones() as usize;
        (bits + if split.by_position { heap + 1 } else { 0 }).is_multiple_of(2)
    };
    assert_eq!(values.iter().enumerate().skip(1).filter(|pair| rare(*pair)).count() as u64, split.rare);
    let proved = prove(&grundy::games::game("kayles").unwrap(), None, &mut Budget::new()).unwrap();
    assert!(matches!(proved.finding, Finding::Period(Recurrence { observed: None, .. })));
}

#[test]
fn heaps_of_any_size_have_their_value() {
    for (game, heap) in [
        ("kayles", u64::MAX),
        ("octal 0.07", 1_000_000_000_000_000_000),
        ("take {6,13,17,29}", u64::MAX),
        ("take any but {3,5,8}", u64::MAX),
        ("octal 0.4", u64::MAX - 7),
    ] {
        let query = grundy::games::query(game, &heap.to_string(), Question::ValueAndMoves).unwrap();
        let chosen = plan(&query).unwrap();
        assert_eq!(chosen.solvers(), "period", "{game}");
        let solution = chosen.run(&mut Budget::new()).unwrap();
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game} {heap}");
        let (_, claim, _) = proof(game);
        let past = heap - claim.preperiod;
        let small = claim.preperiod + past % claim.period;
        let base = meant(game, small)[small as usize];
        assert_eq!(solution.answer, Answer::Value(Nimber(base + past / claim.period * claim.saltus)), "{game} {heap}");
    }
    let query = grundy::games::query("kayles", "5 + 7", Question::ValueAndMoves).unwrap();
    assert_eq!(plan(&query).unwrap().solvers(), "heap");
}

/// A claim of the true values with this preperiod and period, as a shorter window would let it
/// pass.
fn short(game: &str, theorem: Theorem, preperiod: u64, period: u64, saltus: u64, seen: u64) {
    let rules = grundy::games::game(game).unwrap();
    let values = meant(game, preperiod + period + seen);
    for at in preperiod..seen {
        assert_eq!(values[at as usize] + saltus, values[(at + period) as usize], "{game}: the short window is seen");
    }
    let values = values[..(preperiod + period) as usize].iter().map(|&value| Nimber(value)).collect();
    let claim = Period { theorem, kinds: 1, preperiod, period, saltus, values, digest: None };
    assert!(!stands(&Query::new(&rules, Vec::new(), Question::ValueAndMoves), &claim), "{game}: {claim:?}");
}

/// Each of these repeats on a window that is one too short, or starts at 0, and does not repeat for
/// ever.
#[test]
fn shorter_windows_are_refused() {
    // One less than 2 n0 + p + k - 1 with n0 = p = 1, k = 3.
    short("octal 0.004", Theorem::GuySmith, 1, 1, 0, 4);
    // n0 = 0, p = 1, k = 1: the window with n0 = 0 is n < 1.
    short("octal 0.4", Theorem::GuySmith, 0, 1, 0, 1);
    // Three heaps, n0 = 0, p = 1, k = 1: the window with n0 = 0 is n < 3.
    short("hex 0.8", Theorem::Parts, 0, 1, 0, 3);
    // Grundy's game passes the window of Guy and Smith, 3 to 8.
    short("split into 2 unequal heaps", Theorem::DistinctParts, 3, 3, 0, 9);
    // Padding with zeros below heap 0: the last two values before heap 0 and before heap 2 are all
    // 0.
    short("take {2}", Theorem::Subtraction, 0, 2, 0, 0);
    // A window of max E values is too short for all-but-finite sets.
    short("take any but {1}", Theorem::AllBut, 0, 1, 0, 1);
}

/// The repetition begins at n1, not max E before it: shown by the set that defeats the looser
/// reading.
#[test]
fn all_but_finite_sets_agree_with_brute_force() {
    for bits in 1u32..256 {
        let excluded: Vec<String> = (0..8).filter(|at| bits >> at & 1 == 1).map(|at| (at + 1).to_string()).collect();
        let game = format!("take any but {{{}}}", excluded.join(","));
        let (query, claim, _) = proof(&game);
        assert!(stands(&query, &claim), "{game}: {claim:?}");
        let end = (claim.preperiod + 3 * claim.period).clamp(50, 700);
        for (heap, value) in (0..).zip(meant(&game, end)) {
            assert_eq!(claim.value(heap), Some(Nimber(value)), "{game} at {heap}");
        }
    }
}

/// A claim of the true values with this preperiod and period.
fn true_claim(game: &str, preperiod: u64, period: u64, known: &Period) -> Period {
    let heaps = 0..preperiod + period;
    let values = heaps.flat_map(|heap| (0..known.kinds).map(move |kind| known.value_of_kind(kind, heap).unwrap()));
    let saltus = known.saltus * period / known.period;
    assert_eq!(known.saltus * period % known.period, 0, "{game}");
    Period { preperiod, period, saltus, values: values.collect(), ..known.clone() }
}

#[test]
fn every_altered_claim_is_refused() {
    let games = [
        "kayles",
        "octal 0.26",
        "take 1 leaving 2 unequal heaps, take 1..3",
        "hex 0.B1",
        "take {3,7,8}",
        "take any but {1,4,7,8}",
        "A(n) -> B(n - 1), A(n) -> A(n - 2), B(n) -> A(a) + A(b) for a + b = n - 2",
    ];
    for game in games {
        let (query, claim, _) = proof(game);
        assert!(stands(&query, &claim), "{game}: {claim:?}");
        let mut lies = Vec::new();
        for claim in [&claim, &claim.condensed()] {
            let with = |alter: &dyn Fn(&mut Period)| {
                let mut lie = claim.clone();
                alter(&mut lie);
                lie
            };
            for at in 0..claim.values.len() {
                lies.extend([1, 2, 5].map(|by| with(&|lie| lie.values[at].0 += by)));
                lies.push(with(&|lie| lie.values.truncate(at)));
            }
            lies.push(with(&|lie| lie.preperiod += 1));
            lies.push(with(&|lie| lie.period += 1));
            lies.push(with(&|lie| lie.saltus += 1));
            lies.push(with(&|lie| lie.period = 0));
            lies.push(with(&|lie| lie.kinds += 1));
            lies.push(with(&|lie| lie.kinds = 0));
            lies.push(with(&|lie| lie.digest = Some(lie.digest.map_or(7, |digest| digest ^ 1))));
            for theorem in Theorem::ALL.into_iter().filter(|&theorem| theorem != claim.theorem) {
                lies.push(with(&|lie| lie.theorem = theorem));
            }
        }
        // The same sequence, with a preperiod or a period that is not the least.
        let Period { preperiod, period, .. } = claim;
        lies.push(true_claim(game, preperiod + 1, period, &claim));
        lies.push(true_claim(game, preperiod + 1, period, &claim).condensed());
        lies.push(true_claim(game, preperiod, 2 * period, &claim));
        lies.retain(|lie| *lie != claim && *lie != claim.condensed());
        for lie in lies {
            assert!(!stands(&query, &lie), "{game}: {lie:?}");
        }
        for other in games.into_iter().filter(|&other| other != game) {
            let other = Query::new(&grundy::games::game(other).unwrap(), Vec::new(), Question::ValueAndMoves);
            assert!(!stands(&other, &claim), "{other}: the period of {game}");
        }
    }
}

/// With a digest in place of the head, the claim still stands, and gives every value from the
/// preperiod on.
#[test]
fn a_digest_stands_for_the_values_below_the_preperiod() {
    let (query, claim, _) = proof("kayles");
    let short = claim.condensed();
    assert_eq!((short.values.len(), short.value(70)), (12, None));
    assert_eq!(short.value(1_000_000), claim.value(1_000_000));
    assert!(stands(&query, &short));
    let (query, claim, _) = proof("take any but {3,5,8}");
    assert_eq!(claim.condensed(), claim, "this theorem needs the values themselves");
    assert!(stands(&query, &claim));
}

/// Codes of many shapes: a table by this solver is the table by the meaning.
#[test]
fn values_agree_with_the_meaning() {
    let period = grundy::solvers::SOLVERS.iter().find(|kernel| kernel.name() == "period").unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut random = |below: u64| random.u64(..below);
    for turn in 0..120 {
        let (name, largest, end) = if turn % 4 == 3 { ("hex", 15, 60) } else { ("octal", 7, 300) };
        let digits: String = (0..1 + random(4)).map(|_| format!("{:X}", random(largest + 1))).collect();
        let game = format!("{name} {}.{digits}{}", 4 * random(2), 1 + random(largest));
        let rules = grundy::games::game(&game).unwrap();
        assert!(matches!(rules.ruleset, Ruleset::Heap(_)));
        let query = Query::new(&rules, vec![grundy::Component::Heap(end)], Question::Table);
        let solution = plan_with(&query, PlanOptions::only(&[*period])).unwrap().run(&mut Budget::new()).unwrap();
        let Answer::Values(values) = &solution.answer else { panic!("a table was asked for") };
        assert_eq!(values.iter().map(|value| value.0).collect::<Vec<_>>(), meant(&game, end), "{game}");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
    }
}

/// The value of each kind at each size by the meaning of the rules.
fn meant_kinds(game: &str, end: u64) -> Vec<Vec<u64>> {
    let rules = grundy::games::game(game).unwrap();
    let Ruleset::Typed(typed) = &rules.ruleset else { panic!("{game}") };
    let search = grundy::solvers::SOLVERS.iter().find(|kernel| kernel.name() == "search").unwrap();
    let heap = |kind: &std::sync::Arc<str>, size| {
        Component::Typed(grundy::games::Typed { kind: kind.clone(), sizes: vec![size] })
    };
    let all: Vec<Component> = (0..=end).flat_map(|size| typed.kinds.iter().map(move |kind| heap(kind, size))).collect();
    let query = Query::new(&rules, all.clone(), Question::ValueAndMoves);
    let solution = plan_with(&query, PlanOptions::only(&[*search])).unwrap().run(&mut Budget::new()).unwrap();
    let values: Vec<u64> = all.iter().map(|heap| solution.value(&query, 0, heap).unwrap().0).collect();
    values.chunks(typed.kinds.len()).map(<[u64]>::to_vec).collect()
}

/// Systems of kinds of heaps, with bounds, switches, fixed heaps and empty parts: a proved period
/// agrees with the meaning far beyond its window.
#[test]
fn systems_of_kinds_agree_with_the_meaning() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut random = |below: u64| random.u64(..below);
    let mut proved = 0;
    for _ in 0..90 {
        let mut clauses = Vec::new();
        for kind in ["A", "B"] {
            for _ in 0..1 + random(2) {
                let (one, two) = (["A", "B"][random(2) as usize], ["A", "B"][random(2) as usize]);
                let (taken, bound) = (1 + random(3), random(4));
                clauses.push(match random(7) {
                    0 => format!("{kind}(n) -> {one}(n - {taken})"),
                    1 => format!("{kind}(n) -> {one}(a) + {two}(b) for a + b = n - {taken}"),
                    2 => format!(
                        "{kind}(n) -> {one}(a) + {two}(b) for a + b = n - {taken} where a >= {bound} and b != 0"
                    ),
                    3 => format!("{kind}(n) -> {one}(n - {taken}) where n != {}", 3 + 2 * bound),
                    4 => format!("{kind}(n) -> {one}(max(n - s, {bound})) for s in 1..{taken} where n > {bound}"),
                    5 => format!("{kind}(n) -> {one}(min(n - {taken}, {bound})) + {two}({bound}) where n > 9"),
                    _ => {
                        format!("{kind}(n) -> {one}(b) + {two}(n - {taken} - b) for b in {bound}..n-{}", taken + bound)
                    }
                });
            }
        }
        for kind in ["A", "B"] {
            clauses.push(format!("{kind}(n) -> {kind}(n - 3)"));
        }
        let game = clauses.join(", ");
        let rules = grundy::games::game(&game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        let found = prove(&rules, Some(150), &mut Budget::new()).unwrap_or_else(|why| panic!("{game}: {why}"));
        let Some((query, solution)) = found.solution else { continue };
        let [Claim::Period(claim)] = &solution.claims[..] else { panic!("{game}") };
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
        let shape = Shape::of(&rules.ruleset).unwrap();
        let end = window_end(&shape, claim.preperiod, claim.period).unwrap();
        for (size, row) in (0..).zip(meant_kinds(&game, end + 40)) {
            let reported: Vec<u64> = (0..claim.kinds).map(|kind| claim.value_of_kind(kind, size).unwrap().0).collect();
            assert_eq!(reported, row, "{game} at {size}");
        }
        proved += 1;
    }
    assert!(proved > 20, "only {proved} systems were proved");
}

/// Parts that are compared with each other, bounded from above, or chosen by a congruence: no
/// theorem is about them.
#[test]
fn systems_beyond_the_theorem_are_refused() {
    for game in [
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a != b",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a <= 3",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a % 2 = 0",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a = b",
        "a -> (b) + (c) for b + c = a - 1 where b != c",
        "misère A(n) -> A(n - 1)",
    ] {
        // Automata may give the values; no period is claimed.
        if let Ok(proof) = prove(&grundy::games::game(game).unwrap(), None, &mut Budget::new()) {
            assert!(matches!(proof.finding, Finding::Law(_)), "{game}: {:?}", proof.finding);
        }
    }
}

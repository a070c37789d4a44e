//! Periods: known ones, windows that are too short, altered claims, and values of every size.

use grundy::{
    Answer, Ask, Board, Budget, Claim, Nimber, Period, Query, Rules, Solution, Standing, Theorem, Verdict, check, plan,
    plan_with, prove,
};

const KNOWN: &str = include_str!("../../../../testdata/periods.tsv");

/// Longer preperiods are left to the release build's benchmarks: each value costs a look at every pair.
const MOST_PREPERIOD: u64 = 1000;

fn proof(game: &str) -> (Query, Period, u64) {
    let rules = Rules::parse(game).unwrap();
    let proof = prove(&rules, &mut Budget::new().positions(20_000)).unwrap();
    assert_eq!(proof.standing, Standing::Proved, "{game}: {:?}", proof.stopped);
    let (query, solution) = proof.solution.unwrap();
    let [Claim::Period(period)] = &solution.claims[..] else { panic!("{game}: {solution:?}") };
    (query, period.clone(), proof.computed_to)
}

fn stands(query: &Query, claim: &Period) -> bool {
    let solution = Solution { answer: Answer::Value(Nimber(0)), claims: vec![Claim::Period(claim.clone())] };
    check(query, &solution, &mut || true) == Ok(Verdict::Verified)
}

/// The values of heaps 0 to `end` by the meaning of the rules.
fn meant(game: &str, end: u64) -> Vec<u64> {
    let rules = Rules::parse(game).unwrap();
    let query = Query::new(&rules, vec![grundy::Component::Heap(end)], Ask::Table);
    let heap = grundy::KERNELS.iter().find(|kernel| kernel.name() == "heap").unwrap();
    let solution = plan_with(&query, &[*heap]).unwrap().run(&mut Budget::new()).unwrap();
    let Answer::Values(values) = solution.answer else { panic!("a table was asked for") };
    values.into_iter().map(|value| value.0).collect()
}

#[test]
fn known_periods_are_proved_and_checked() {
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let game = fields.next().unwrap();
        let mut number = || fields.next().unwrap().parse::<u64>().unwrap();
        let known = (number(), number(), number());
        if known.0 > MOST_PREPERIOD {
            continue;
        }
        let (query, claim, _) = proof(game);
        assert_eq!((claim.preperiod, claim.period, claim.saltus), known, "{game}");
        assert!(stands(&query, &claim), "{game}");
    }
}

#[test]
fn the_search_ends_at_the_proof() {
    let (_, claim, computed) = proof("kayles");
    assert_eq!((claim.preperiod, claim.period), (71, 12));
    assert!(computed < 256, "{computed} values were computed for Kayles");
    let proof = prove(&Rules::parse("octal 0.007").unwrap(), &mut Budget::new().positions(2000)).unwrap();
    assert_eq!((proof.standing, proof.period), (Standing::None, None));
    assert!(proof.stopped.is_some());
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
        let query = Query::parse(game, &heap.to_string(), Ask::Value).unwrap();
        let chosen = plan(&query).unwrap();
        assert_eq!(chosen.kernels(), "period", "{game}");
        let solution = chosen.run(&mut Budget::new()).unwrap();
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game} {heap}");
        let (_, claim, _) = proof(game);
        let past = heap - claim.preperiod;
        let small = claim.preperiod + past % claim.period;
        let base = meant(game, small)[small as usize];
        assert_eq!(solution.answer, Answer::Value(Nimber(base + past / claim.period * claim.saltus)), "{game} {heap}");
    }
    let query = Query::parse("kayles", "5 + 7", Ask::Value).unwrap();
    assert_eq!(plan(&query).unwrap().kernels(), "heap");
}

/// A claim of the true values with this preperiod and period, as a shorter window would let it pass.
fn short(game: &str, theorem: Theorem, preperiod: u64, period: u64, saltus: u64, seen: u64) {
    let rules = Rules::parse(game).unwrap();
    let values = meant(game, preperiod + period + seen);
    for at in preperiod..seen {
        assert_eq!(values[at as usize] + saltus, values[(at + period) as usize], "{game}: the short window is seen");
    }
    let values = values[..(preperiod + period) as usize].iter().map(|&value| Nimber(value)).collect();
    let claim = Period { theorem, preperiod, period, saltus, values };
    assert!(!stands(&Query::new(&rules, Vec::new(), Ask::Value), &claim), "{game}: {claim:?}");
}

/// Each of these repeats on a window that is one too short, or starts at 0, and does not repeat for ever.
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
    // Padding with zeros below heap 0: the last two values before heap 0 and before heap 2 are all 0.
    short("take {2}", Theorem::Subtraction, 0, 2, 0, 0);
    // A window of max E values is too short for all-but-finite sets.
    short("take any but {1}", Theorem::AllBut, 0, 1, 0, 1);
}

/// The repetition begins at n1, not max E before it: so says the set that defeats the looser reading.
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

#[test]
fn every_altered_claim_is_refused() {
    let games = ["kayles", "octal 0.26", "hex 0.8", "take {3,7,8}", "take any but {1,4,7,8}"];
    for game in games {
        let (query, claim, _) = proof(game);
        assert!(stands(&query, &claim), "{game}: {claim:?}");
        let mut lies = Vec::new();
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
        // The same sequence, with a preperiod or a period that is not the least.
        let all = |end: u64| (0..end).map(|heap| claim.value(heap).unwrap()).collect();
        let Period { preperiod, period, saltus, .. } = claim;
        lies.push(with(&|lie| (lie.preperiod, lie.values) = (preperiod + 1, all(preperiod + 1 + period))));
        lies.push(with(&|lie| {
            (lie.period, lie.saltus, lie.values) = (2 * period, 2 * saltus, all(preperiod + 2 * period))
        }));
        if preperiod > 0 {
            lies.push(with(&|lie| (lie.preperiod, lie.values) = (preperiod - 1, all(preperiod - 1 + period))));
        }
        for theorem in Theorem::ALL.into_iter().filter(|&theorem| theorem != claim.theorem) {
            lies.push(with(&|lie| lie.theorem = theorem));
        }
        for lie in lies {
            assert!(!stands(&query, &lie), "{game}: {lie:?}");
        }
        for other in games.into_iter().filter(|&other| other != game) {
            let other = Query::new(&Rules::parse(other).unwrap(), Vec::new(), Ask::Value);
            assert!(!stands(&other, &claim), "{other}: the period of {game}");
        }
    }
}

/// Codes of many shapes: a table by this kernel is the table by the meaning.
#[test]
fn values_agree_with_the_meaning() {
    let period = grundy::KERNELS.iter().find(|kernel| kernel.name() == "period").unwrap();
    let mut seed = 7u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for turn in 0..120 {
        let (name, largest, end) = if turn % 4 == 3 { ("hex", 15, 60) } else { ("octal", 7, 400) };
        let digits: String = (0..1 + random(4)).map(|_| format!("{:X}", random(largest + 1))).collect();
        let game = format!("{name} {}.{digits}{}", 4 * random(2), 1 + random(largest));
        let rules = Rules::parse(&game).unwrap();
        assert!(matches!(rules.board, Board::Heap(_)));
        let query = Query::new(&rules, vec![grundy::Component::Heap(end)], Ask::Table);
        let solution = plan_with(&query, &[*period]).unwrap().run(&mut Budget::new()).unwrap();
        let Answer::Values(values) = &solution.answer else { panic!("a table was asked for") };
        assert_eq!(values.iter().map(|value| value.0).collect::<Vec<_>>(), meant(&game, end), "{game}");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
    }
}

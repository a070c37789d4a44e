//! The evaluator against the plain meaning: random rules with random claims at every heap, edges,
//! and the same flaws by all means.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Query, Question, Ruleset, Typed};

use super::{At, Evaluator, Fact, Facts, Form, Heap, Lists, Measure, Order, Pace, Rules};
use crate::{Answer, Claim, Flaw, Means, Solution, ValueBox, ValueMap, Verdict, check_by, poll::Poll, read, write};
use random::Random;

pub(crate) mod random;

/// The mex of an option set by the plain meaning and these values; `None` if a value is missing or
/// the rules are at fault.
fn plain(ruleset: &Ruleset, component: &Component, values: &HashMap<Component, Nimber>) -> Option<Nimber> {
    let mut seen = MexSet::new();
    let walked = ruleset.options(component, |parts| {
        let sum: Option<Nimber> = parts.iter().map(|part| values.get(part).copied()).sum();
        seen.insert(sum.ok_or(Fault("a value is missing".into()))?);
        Ok::<(), Fault>(())
    });
    walked.is_ok().then(|| seen.mex())
}

/// What came of comparisons.
#[derive(Debug, Default)]
struct Tally {
    games: u32,
    confirmed: u32,
    left: u32,
    faults: u32,
    /// Comparisons at heaps of which the quick form has all options.
    quick: u32,
}

/// Whether the quick form alone finds that this value is the mex; `None` if it does not have all
/// options.
fn quickly(evaluator: &mut Evaluator<'_>, Fact { kind, sizes, value }: Fact<'_>, poll: &mut Poll<'_>) -> Option<bool> {
    let (mut forms, order): (Vec<&mut Form>, _) = match &mut evaluator.rules {
        Rules::Typed(rules, forms) => {
            let order = Order { measure: rules.measure, ranks: &rules.ranks };
            (forms.iter_mut().filter(|form| form.kind == kind).collect(), order)
        }
        Rules::Heap(_, moves) if sizes[0] > 0 => {
            let forms = moves.iter_mut().map(|(_, form)| form.as_mut()).collect::<Option<_>>()?;
            (forms, Order { measure: Measure::Sum, ranks: &[0] })
        }
        Rules::Heap(..) => return None,
    };
    evaluator.seen.clear();
    let (table, seen, prefixes) = (&mut evaluator.table, &mut evaluator.seen, &[][..]);
    let (mut pace, mut lists) = (Pace { poll, work: 0, tried: 0 }, Lists::default());
    let mut at = At { heap: Heap { kind, sizes }, order, table, seen, pace: &mut pace, lists: &mut lists, prefixes };
    for form in &mut forms {
        form.straight.as_mut()?.options(&mut at).ok().filter(|&all| all)?;
    }
    Some(evaluator.seen.has_mex(value))
}

/// Every heap with sizes up to these, the last one changing first.
fn heaps(ends: &[u64]) -> Vec<Vec<u64>> {
    ends.iter().fold(vec![Vec::new()], |all, &end| {
        all.iter().flat_map(|sizes| (0..=end).map(|size| [&sizes[..], &[size]].concat())).collect()
    })
}

/// Compares at every heap of boxes, with values that need not be right.
fn compare(random: &mut Random, tally: &mut Tally) {
    let rules = random.rules();
    let Ok(declaration) = grundy_games::game(&rules.text) else { return };
    let ruleset = &declaration.ruleset;
    tally.games += 1;
    let many = [2, 3, 5, 300, 90_000][random.below(5) as usize];
    let lacks = [0, 0, 0, 40][random.below(4) as usize];
    let component = |kind: &str, sizes: &[u64]| match ruleset {
        Ruleset::Heap(_) => Component::Heap(sizes[0]),
        _ => Component::Typed(Typed { kind: kind.into(), sizes: sizes.to_vec() }),
    };
    let (mut all, mut values) = (Vec::new(), HashMap::new());
    for (place, &(kind, arity)) in rules.kinds.iter().enumerate() {
        let most = [40, 9, 4][arity - 1];
        let ends: Vec<u64> = (0..arity).map(|_| most / 2 + random.below(most)).collect();
        for sizes in heaps(&ends) {
            if sizes.iter().all(|&size| size == 0) || lacks == 0 || random.below(lacks) > 0 {
                values.insert(component(kind, &sizes), Nimber(random.below(many) * u64::from(sizes[0] > 0)));
            }
            all.push((place, component(kind, &sizes), sizes));
        }
    }
    let mut go_on = || true;
    let mut poll = Poll::new(&mut go_on);
    let claimed: Vec<(&Component, Nimber)> =
        all.iter().filter_map(|(_, own, _)| Some((own, *values.get(own)?))).collect();
    let listed: Vec<Nimber> = claimed.iter().map(|(_, value)| *value).collect();
    let evaluator = match ruleset {
        Ruleset::Heap(_) if listed.len() < all.len() => return,
        Ruleset::Heap(rules) => Evaluator::of_heaps(rules, &listed, u64::MAX, &mut poll),
        Ruleset::Typed(rules) => {
            let mut facts = Facts::new(rules, u64::MAX);
            assert!(claimed.iter().all(|(own, value)| facts.push(own, *value)), "{}", declaration);
            Evaluator::of_typed(&facts, false, &mut poll)
        }
        _ => return,
    };
    let Ok(Some(mut evaluator)) = evaluator else { panic!("{declaration} is small") };
    let boxes: Vec<ValueBox> = (0..rules.kinds.len())
        .map(|place| {
            let own = || all.iter().filter(|(kind, ..)| *kind == place);
            let values = own().map(|(_, own, _)| values.get(own).map_or(0, |value| value.0 as u32)).collect();
            let ends = own().next_back().map_or(Vec::new(), |(.., sizes)| sizes.clone());
            ValueBox { kind: rules.kinds[place].0.into(), ends, values }
        })
        .collect();
    let mut boxed = match ruleset {
        Ruleset::Typed(rules) if listed.len() == all.len() => Evaluator::of_boxes(rules, &boxes, u64::MAX),
        _ => None,
    };
    for (kind, own, sizes) in &all {
        let sizes: Vec<i64> = sizes.iter().map(|&size| size as i64).collect();
        let mex = plain(ruleset, own, &values);
        let others = (0..12).chain([255, 256, 65_535, 1 << 24, u64::MAX]).map(Nimber);
        for value in others.chain(mex) {
            let fact = Fact { kind: *kind, sizes: &sizes, value };
            let confirmed = matches!(evaluator.confirms(fact, &mut poll), Ok(true));
            if let Some(boxed) = &mut boxed {
                assert_eq!(matches!(boxed.confirms(fact, &mut poll), Ok(true)), confirmed, "{declaration}: {own}");
            }
            assert!(!confirmed || mex == Some(value), "{declaration}: {own} has {mex:?}, not {value:?}");
            if let Some(found) = quickly(&mut evaluator, fact, &mut poll) {
                // Claimed values are below the bound.
                let claimable = value.0 < evaluator.table.bound() as u64;
                assert_eq!(found, mex == Some(value) && claimable, "{declaration}: {own} has {mex:?}, not {value:?}");
                tally.quick += 1;
            }
            if mex == Some(value) {
                *(if confirmed { &mut tally.confirmed } else { &mut tally.left }) += 1;
            }
        }
        tally.faults += u32::from(mex.is_none());
    }
}

#[test]
fn random_rules_have_the_options_of_the_plain_meaning() {
    compare_random_rules(1_000);
}

#[test]
#[ignore = "it runs for minutes: `cargo xtask exact` runs it, and the test above is its short form"]
fn many_random_rules_have_the_options_of_the_plain_meaning() {
    compare_random_rules(100_000);
}

fn compare_random_rules(many: u32) {
    let mut random = Random(20);
    let mut tally = Tally::default();
    (0..many).for_each(|_| compare(&mut random, &mut tally));
    assert!(tally.games > many / 4, "a quarter of the texts are rules: {tally:?}");
    assert!(tally.left * 3 < tally.confirmed, "most values are confirmed: {tally:?}");
    assert!(tally.faults > many, "the plain meaning finds faults: {tally:?}");
    assert!(tally.quick > 10 * many, "the quick form is taken: {tally:?}");
}

/// The values of all heaps that come up, by the definition.
fn solved(ruleset: &Ruleset, start: &Component, known: &mut HashMap<Component, Nimber>) {
    if known.contains_key(start) {
        return;
    }
    let mut parts = Vec::new();
    let walked = ruleset.options(start, |option| {
        parts.extend_from_slice(option);
        Ok::<(), Fault>(())
    });
    assert_eq!(walked, Ok(()));
    parts.iter().for_each(|part| solved(ruleset, part, known));
    let mex = plain(ruleset, start, known).expect("every option is solved");
    known.insert(start.clone(), mex);
}

/// A query about a value, and its solution: a list of values for heaps, else a map.
fn solution(game: &str, position: &str) -> (Query, Solution, HashMap<Component, Nimber>) {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start = grundy_games::position(&rules, position).unwrap_or_else(|fault| panic!("{position}: {fault}"));
    let mut known = HashMap::new();
    match start[0] {
        Component::Heap(size) => (0..=size).for_each(|size| solved(&rules.ruleset, &Component::Heap(size), &mut known)),
        _ => solved(&rules.ruleset, &start[0], &mut known),
    }
    let answer = Answer::Value(known[&start[0]]);
    let query = Query::new(&rules, start, Question::Value);
    let claims = vec![claim(&known)];
    (query, Solution { answer, claims }, known)
}

fn claim(known: &HashMap<Component, Nimber>) -> Claim {
    let listed: Option<Vec<Nimber>> =
        (0..known.len() as u64).map(|size| known.get(&Component::Heap(size)).copied()).collect();
    listed.map_or_else(|| Claim::Positions(Arc::new(known.clone())), Claim::Values)
}

const WYTHOFF: &str = "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, \
                       W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)";

const CHOMP: &str = "C(a, b, c) -> C(k, min(b, k), min(c, k)) for k in 0..a-1, \
                     C(a, b, c) -> C(a, k, min(c, k)) for k in 0..b-1, C(a, b, c) -> C(a, b, k) for k in 0..c-1";

/// Games whose facts have more options than the plain meaning looks at first.
const LARGE: [(&str, &str); 9] = [
    ("a -> (a-2b) + (a-b) for b in 1..a/2", "500"),
    ("a -> a - b for b in 1..a where gcd(a, b) = 1", "300"),
    ("split into 3 unequal heaps", "120"),
    ("take any, take 2..5 leaving 3 unequal heaps", "140"),
    ("take any, split into 3 heaps", "140"),
    ("take any leaving 0..2 heaps", "80"),
    (CHOMP, "C(14, 14, 14)"),
    (WYTHOFF, "W(33, 40)"),
    (
        "F(n, q) -> F(n-k, 2k) for k in 1..min(n, q), F(n, q) -> G(n-1) + 2 of G(n-k) for k in 1..n, G(n) -> G(n/2) where n > 0",
        "F(60, 59)",
    ),
];

fn by(means: Means, query: &Query, solution: &Solution) -> Result<Verdict, Flaw> {
    check_by(means, query, solution, u64::MAX, &mut || true)
}

#[test]
fn altered_values_are_refused_with_the_flaw_of_the_plain_meaning() {
    let mut random = Random(7);
    for (game, position) in LARGE {
        let (query, right, known) = solution(game, position);
        assert_eq!(by(Means::Evaluator, &query, &right), Ok(Verdict::Verified), "{game}");
        assert_eq!(by(Means::Plain, &query, &right), Ok(Verdict::Verified), "{game}");
        let mut all: Vec<&Component> = known.keys().collect();
        all.sort_unstable();
        for _ in 0..12 {
            let altered = all[random.below(all.len() as u64) as usize].clone();
            let mut values = known.clone();
            let value = Nimber([1, 2, 7, 1 << 30][random.below(4) as usize] ^ values[&altered].0);
            values.insert(altered.clone(), value);
            // One map for both, so that it shows its facts in one order.
            let wrong = Solution { answer: right.answer.clone(), claims: vec![claim(&values)] };
            let flaw = by(Means::Plain, &query, &wrong).expect_err("a value is wrong");
            assert_eq!(by(Means::Evaluator, &query, &wrong), Err(flaw), "{game}: {altered}");
        }
        let Claim::Positions(_) = &right.claims[0] else { continue };
        let mut values = known.clone();
        values.remove(all[all.len() / 2]);
        let wrong = Solution { answer: right.answer.clone(), claims: vec![claim(&values)] };
        let flaw = by(Means::Plain, &query, &wrong).expect_err("a value is missing");
        assert_eq!(by(Means::Evaluator, &query, &wrong), Err(flaw), "{game}");
    }
}

/// A certificate names every fact that the check needs, and no other.
#[test]
fn lookups_of_a_certificate_are_accounted_for() {
    let no_lists = |_: &str| Err("no lists".to_owned());
    for (game, position) in &LARGE[7..] {
        let (query, right, known) = solution(game, position);
        let text = write(&query, &right).expect("it can be written");
        let (again, read_back) = read(&text, &no_lists).expect("it can be read");
        for means in [Means::Evaluator, Means::Plain] {
            assert_eq!(by(means, &again, &read_back), Ok(Verdict::Verified), "{game}");
        }
        // Heaps without moves that nothing leads to.
        let kind = game.split('(').next().expect("a kind");
        let mut more = known.clone();
        let sizes = if kind == "W" { vec![0, 90] } else { vec![0, 999] };
        let extra = Component::Typed(Typed { kind: kind.into(), sizes });
        solved(&query.rulesets[0], &extra, &mut more);
        let mut tracked = crate::facts::tracked::TrackedMap::new();
        more.iter().for_each(|(component, value)| tracked.insert(component.clone(), *value));
        let large = Solution { answer: right.answer.clone(), claims: vec![Claim::Positions(Arc::new(tracked))] };
        let flaw = by(Means::Evaluator, &query, &large);
        assert!(matches!(flaw, Err(Flaw::Unneeded(_))), "{game}: {flaw:?}");
    }
}

/// Values that are stored as one box.
struct Boxed(HashMap<Component, Nimber>, ValueBox);

impl ValueMap for Boxed {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.0.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.1.values.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.0.each(visit);
    }

    fn boxes(&self) -> Option<Vec<ValueBox>> {
        Some(vec![self.1.clone()])
    }
}

#[test]
fn of_a_box_the_heaps_that_come_up_are_verified() {
    for (game, ends) in [("F(n, q) -> F(n-k, 2k) for k in 1..min(n, q)", [60, 120]), (WYTHOFF, [35, 40])] {
        let kind = &game[..1];
        let (query, right, known) = solution(game, &format!("{kind}({}, {})", ends[0], ends[1].min(ends[0])));
        let all: Vec<Component> =
            heaps(&ends).into_iter().map(|sizes| Component::Typed(Typed { kind: kind.into(), sizes })).collect();
        let verdict = |altered: Option<(&Component, u64)>| {
            let mut values = known.clone();
            values.extend(altered.map(|(component, value)| (component.clone(), Nimber(value))));
            let listed = all.iter().map(|component| values.get(component).map_or(9, |value| value.0 as u32)).collect();
            let boxed = Boxed(values, ValueBox { kind: kind.into(), ends: ends.to_vec(), values: listed });
            let solution = Solution { answer: right.answer.clone(), claims: vec![Claim::Positions(Arc::new(boxed))] };
            by(Means::Evaluator, &query, &solution)
        };
        assert_eq!(verdict(None), Ok(Verdict::Verified), "{game}");
        for component in all.iter().step_by(all.len() / 40) {
            let wrong = verdict(Some((component, known.get(component).map_or(9, |value| value.0 ^ 1))));
            match known.contains_key(component) {
                true => assert!(matches!(wrong, Err(Flaw::WrongValue { .. })), "{game}: {component}: {wrong:?}"),
                false => assert_eq!(wrong, Ok(Verdict::Verified), "{game}: {component}"),
            }
        }
        let wrong = verdict(Some((&query.position[0].component, 1 << 30)));
        assert!(matches!(wrong, Err(Flaw::WrongValue { .. })), "{wrong:?}");
    }
}

/// The values of these heaps by the evaluator, given those before them.
fn confirms(game: &str, values: &[u64], heaps: &[usize]) -> Vec<bool> {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let Ruleset::Heap(rules) = &rules.ruleset else { panic!("{game} has heaps without kinds") };
    let values: Vec<Nimber> = values.iter().copied().map(Nimber).collect();
    let mut go_on = || true;
    let mut poll = Poll::new(&mut go_on);
    let evaluator = Evaluator::of_heaps(rules, &values, u64::MAX, &mut poll);
    let Ok(Some(mut evaluator)) = evaluator else { return Vec::new() };
    let fact = |heap: usize| ([heap as i64], values[heap]);
    heaps
        .iter()
        .map(|&heap| {
            let (sizes, value) = fact(heap);
            matches!(evaluator.confirms(Fact { kind: 0, sizes: &sizes, value }, &mut poll), Ok(true))
        })
        .collect()
}

#[test]
fn widths_of_blocks_and_values() {
    let nim: Vec<u64> = (0..65_800).collect();
    let heaps = [0, 1, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_799];
    for game in ["a -> a-b for b in 1..a", "take any"] {
        assert_eq!(confirms(game, &nim, &heaps), [true; 11], "{game}");
    }
    assert!(confirms("take any", &[], &[]).is_empty(), "no values, no evaluator");
    assert!(confirms("take any", &[0, 1 << 24], &[0]).is_empty(), "a value is too large");
    assert_eq!(confirms("take any", &[0, 1, 3], &[0, 1, 2]), [true, true, false]);
}

#[test]
fn what_is_odd_is_left_to_the_plain_meaning() {
    for (game, heap) in [
        ("a -> (a-1) where 6 / (a - 3) > 0", 3),
        ("a -> (a-1) where sqrt(a - 5) >= 0", 4),
        ("a -> (a + k - 90) for k in 1..a", 91),
        ("a -> (a-1) for b in 1..a^8", 9),
        ("a -> (a-b) for b in 1..a where a^60 > b", 9),
        ("a -> (0) for b in 1..3162 for c in 1..3163 where a > 8", 9),
        ("a -> ((a-8) * 2^20 + 1) of (a-1)", 9),
    ] {
        let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        let values = vec![0; heap + 1];
        let fault = rules.ruleset.options(&Component::Heap(heap as u64), |_| Ok::<(), Fault>(()));
        assert!(fault.is_err() || game.contains("^60"), "{game}");
        assert_eq!(confirms(game, &values, &[heap]), [false], "{game}");
    }
    // Faults in lanes that a condition has excluded are none.
    let rules = "a -> (a-b) for b in 0..a where b > 0 and a/b > 0 and sqrt(b - 1) >= 0";
    assert_eq!(confirms(rules, &[0, 1, 2, 3, 4], &[1, 2, 3, 4]), [true; 4]);
}

#[test]
fn faults_at_heaps_that_do_not_come_up_are_none() {
    // A(3, 1) divides by zero, and no play leads to it.
    let game = "A(a, b) -> A(a-k, b-k) for k in 1..min(a, b) where 6/(a - b - 2) < 9";
    let (query, right, known) = solution(game, "A(200, 200)");
    assert_eq!(known.len(), 201);
    for means in [Means::Evaluator, Means::Plain] {
        assert_eq!(by(means, &query, &right), Ok(Verdict::Verified));
    }
    let mut values = known.clone();
    values.extend(
        (2..199).map(|size| (Component::Typed(Typed { kind: "A".into(), sizes: vec![size, size - 2] }), Nimber(0))),
    );
    let wrong = Solution { answer: right.answer, claims: vec![claim(&values)] };
    for means in [Means::Evaluator, Means::Plain] {
        assert!(matches!(by(means, &query, &wrong), Err(Flaw::Fault(_))), "{means:?}");
    }
}

#[test]
fn limits_end_the_evaluation() {
    let (query, right, _) = solution(WYTHOFF, "W(33, 40)");
    let mut calls = 0;
    let mut all = || {
        calls += 1;
        true
    };
    assert_eq!(check_by(Means::Evaluator, &query, &right, u64::MAX, &mut all), Ok(Verdict::Verified));
    for most in [0, 1, calls / 2, calls - 1] {
        let mut left = most;
        let mut some = || {
            left -= 1;
            left >= 0
        };
        assert_eq!(check_by(Means::Evaluator, &query, &right, u64::MAX, &mut some), Ok(Verdict::Unverified), "{most}");
    }
    // Without memory for the evaluator, the plain meaning verifies all.
    assert_eq!(check_by(Means::Evaluator, &query, &right, 1 << 10, &mut || true), Ok(Verdict::Verified));
}

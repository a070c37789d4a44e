//! The evaluator against the plain meaning: random rules with random claims at every heap, and
//! edges. Whole checks by each means are tests of the checker.

use std::collections::HashMap;

use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Ruleset, Typed};

use super::{
    ClauseForm, Evaluator, Fact, Heap, HeapContext, HeapFacts, LaneLists, Measure, Order, Pace, PreparedRules, ValueBox,
};
use crate::{Poll, random::Random};

mod random;

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
    let (mut forms, order): (Vec<&mut ClauseForm>, _) = match &mut evaluator.rules {
        PreparedRules::Typed(rules, forms) => {
            let order = Order { measure: rules.measure, ranks: &rules.ranks };
            (forms.iter_mut().filter(|form| form.kind == kind).collect(), order)
        }
        PreparedRules::Heap(_, moves) if sizes[0] > 0 => {
            let forms = moves.iter_mut().map(|(_, form)| form.as_mut()).collect::<Option<_>>()?;
            (forms, Order { measure: Measure::Sum, ranks: &[0] })
        }
        PreparedRules::Heap(..) => return None,
    };
    evaluator.seen.clear();
    let (table, seen, prefixes) = (&mut evaluator.table, &mut evaluator.seen, &[][..]);
    let (mut pace, mut lists) = (Pace { poll, work: 0, tried: 0 }, LaneLists::default());
    let mut at =
        HeapContext { heap: Heap { kind, sizes }, order, table, seen, pace: &mut pace, lists: &mut lists, prefixes };
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
    // Where sizes may grow, all is left to the plain meaning.
    if matches!(ruleset, Ruleset::Typed(rules) if !rules.measure.is_of_sizes()) {
        return;
    }
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
            let mut facts = HeapFacts::new(rules, u64::MAX);
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
    compare_random_rules(400);
}

#[test]
#[ignore = "it runs for minutes: `cargo xtask exact` runs it, and the test above is its short form"]
fn many_random_rules_have_the_options_of_the_plain_meaning() {
    compare_random_rules(100_000);
}

fn compare_random_rules(many: u32) {
    let mut random = Random::new(20);
    let mut tally = Tally::default();
    (0..many).for_each(|_| compare(&mut random, &mut tally));
    assert!(tally.games > many / 4, "a quarter of the texts are rules: {tally:?}");
    assert!(tally.left * 3 < tally.confirmed, "most values are confirmed: {tally:?}");
    assert!(tally.faults > many, "the plain meaning finds faults: {tally:?}");
    assert!(tally.quick > 10 * many, "the quick form is taken: {tally:?}");
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
fn blocks_of_amounts_confirm_what_the_plain_meaning_does() {
    let mut random = Random::new(43);
    let (mut in_blocks, mut wrong) = (0, 0);
    for round in 0..60u64 {
        let many = [20, 64, 65, 300, 700][round as usize % 5];
        let most = [50, 130, 2000][round as usize % 3];
        let amounts: Vec<String> = (0..60).map(|_| (1 + random.below(most)).to_string()).collect();
        let text = if round % 7 == 0 {
            "heap: take square, take 7, take prime".to_owned()
        } else {
            format!("take {{{}}}", amounts.join(","))
        };
        let declaration = grundy_games::game(&text).expect("a game");
        let Ruleset::Heap(rules) = &declaration.ruleset else { panic!("{text} is of heaps") };
        let mut values = HashMap::new();
        for heap in 0..many {
            let component = Component::Heap(heap);
            let right = plain(&declaration.ruleset, &component, &values).expect("smaller heaps have values");
            let change = if random.below(30) == 0 { random.below(3) } else { 0 };
            values.insert(component, Nimber(right.0 ^ change));
        }
        let listed: Vec<Nimber> = (0..many).map(|heap| values[&Component::Heap(heap)]).collect();
        let mut go_on = || true;
        let mut poll = Poll::new(&mut go_on);
        let evaluator = Evaluator::of_heaps(rules, &listed, u64::MAX, &mut poll);
        let Ok(Some(mut evaluator)) = evaluator else { panic!("{text} is small") };
        in_blocks += u32::from(evaluator.blocks.is_some());
        // In another order than the checker's.
        for heap in (0..many).rev() {
            let right =
                plain(&declaration.ruleset, &Component::Heap(heap), &values) == Some(values[&Component::Heap(heap)]);
            let fact = Fact { kind: 0, sizes: &[heap as i64], value: values[&Component::Heap(heap)] };
            assert_eq!(evaluator.confirms(fact, &mut poll), Ok(right), "{text} at {heap}");
            wrong += u32::from(!right);
        }
    }
    assert!(in_blocks > 15 && wrong > 100, "{in_blocks} games in blocks, {wrong} wrong values");
}

//! The algebra of automata, and the translation of rules, against plain enumeration.

use std::{collections::BTreeSet, rc::Rc};

use fastrand::Rng;
use grundy_core::{Fault, Game};
use grundy_games::{Measure, Ruleset};

use super::{
    dfa::Dfa,
    join::{Atom, is_empty, project},
    linear::{Sign, constant, linear},
    moves::HeapSystem,
    play::Play,
    work::{WorkLimits, WorkStop},
};

struct Dice(Rng);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

fn holds(dfa: &Dfa, numbers: &[u64]) -> bool {
    super::accepts(dfa, numbers)
}

#[test]
fn linear_relations_agree_with_arithmetic() {
    let mut dice = Dice(Rng::with_seed(1));
    let mut go_on = || true;
    let mut work = WorkLimits::new(1 << 30, &mut go_on);
    for _ in 0..400 {
        let factors: Vec<i128> = (0..1 + dice.below(3)).map(|_| i128::from(dice.below(9)) - 4).collect();
        let rest = i128::from(dice.below(41)) - 20;
        let sign = [Sign::Zero, Sign::NonZero, Sign::AtMostZero][dice.below(3) as usize];
        let dfa = linear(&factors, rest, sign, &mut work).unwrap();
        assert!(dfa.is_sound() && dfa.least(&mut work).unwrap() == dfa);
        for _ in 0..300 {
            let numbers: Vec<u64> = factors.iter().map(|_| dice.below(40)).collect();
            let sum =
                rest + factors.iter().zip(&numbers).map(|(factor, &number)| factor * i128::from(number)).sum::<i128>();
            let plain = match sign {
                Sign::Zero => sum == 0,
                Sign::NonZero => sum != 0,
                Sign::AtMostZero => sum <= 0,
            };
            assert_eq!(holds(&dfa, &numbers), plain, "{factors:?} {rest} {sign:?} {numbers:?}");
        }
    }
    for number in [0, 1, 2, 3, 100, 1 << 40, u64::MAX] {
        let dfa = constant(number.into());
        assert!(dfa.is_sound() && holds(&dfa, &[number]), "{number}");
        assert!(
            [number ^ 1, number ^ 4, number / 2 + 7].iter().all(|&other| other == number || !holds(&dfa, &[other]))
        );
    }
}

/// Dropped numbers may be longer than the kept ones: some y has 5 more than 3x.
#[test]
fn projections_agree_with_enumeration() {
    let mut dice = Dice(Rng::with_seed(7));
    let mut go_on = || true;
    let mut work = WorkLimits::new(1 << 30, &mut go_on);
    for _ in 0..150 {
        let mut atoms = Vec::new();
        let mut plain: Vec<(Vec<i128>, i128, Sign)> = Vec::new();
        for _ in 0..2 {
            let factors: Vec<i128> = (0..3).map(|_| i128::from(dice.below(7)) - 3).collect();
            let rest = i128::from(dice.below(15)) - 7;
            let sign = [Sign::Zero, Sign::AtMostZero, Sign::AtMostZero][dice.below(3) as usize];
            atoms.push(Atom::of(&Rc::new(linear(&factors, rest, sign, &mut work).unwrap()), &[0, 1, 2]));
            plain.push((factors, rest, sign));
        }
        // The third number is small, so that enumeration ends.
        atoms.push(Atom::of(&Rc::new(linear(&[1], -40, Sign::AtMostZero, &mut work).unwrap()), &[2]));
        let projected = project(&atoms, &[0, 1], &mut work).unwrap();
        assert!(projected.is_sound());
        let mut any = false;
        for x in 0..12u64 {
            for y in 0..12u64 {
                let some = (0..=40u64).any(|z| {
                    plain.iter().all(|(factors, rest, sign)| {
                        let numbers = [x, y, z].map(i128::from);
                        let sum =
                            rest + factors.iter().zip(numbers).map(|(factor, number)| factor * number).sum::<i128>();
                        if *sign == Sign::Zero { sum == 0 } else { sum <= 0 }
                    })
                });
                any |= some;
                assert_eq!(holds(&projected, &[x, y]), some, "{plain:?} {x} {y}");
            }
        }
        assert!(!any || !is_empty(&atoms, &mut work).unwrap());
    }
}

fn random_condition(dice: &mut Dice, depth: u64) -> String {
    let side = |dice: &mut Dice| {
        dice.pick(&["n", "k", "n-k", "n/2", "k%3", "2k-n", "5", "n%4", "min(k, 4)", "(k-6)/4", "(3-n)%5"]).to_owned()
    };
    if depth == 0 || dice.below(2) == 0 {
        let comparison = dice.pick(&["=", "!=", "<", "<=", ">", ">="]);
        return format!("{} {comparison} {}", side(dice), side(dice));
    }
    let (one, two) = (random_condition(dice, depth - 1), random_condition(dice, depth - 1));
    match dice.below(3) {
        0 => format!("not ({one})"),
        1 => format!("(({one}) and ({two}))"),
        _ => format!("(({one}) or ({two}))"),
    }
}

fn random_rule(dice: &mut Dice) -> String {
    let size = |dice: &mut Dice| {
        dice.pick(&[
            "n-k",
            "n-1",
            "k",
            "n/2",
            "(n+1)/3",
            "n%4",
            "max(0, n-3)",
            "min(n-1, k)",
            "n-2k",
            "(k-4)/3",
            "-(k-n)-1",
            "n-1-k",
            "k/2",
            "(n-k)%5",
            "max(k, n/2)-1",
        ])
    };
    let mut heaps = vec![format!("({})", size(dice))];
    if dice.below(3) == 0 {
        let count = dice.pick(&["", "2 of ", "3 of ", "0 of "]);
        heaps.push(format!("{count}({})", size(dice)));
    }
    let range = dice.pick(&[
        "for k in 1..n",
        "for k in n-3..n-1",
        "for k in -2..3",
        "for k in 1, 3, n/2",
        "for k + m = n - 1",
        "for k in n/3..n/2",
        "for m in 1..3 for k in m..n-m",
        "for k in min(n, 3)..max(4, n/2)",
    ]);
    let mut text = format!("n -> {} {range}", heaps.join(" + "));
    for _ in 0..dice.below(3) {
        text += &format!(" where {}", random_condition(dice, 2));
    }
    text
}

/// The moves of rules are exactly the options of the plain meaning.
#[test]
fn moves_agree_with_the_plain_meaning() {
    const LAST: u64 = 21;
    let mut dice = Dice(Rng::with_seed(3));
    let (mut compared, mut large) = (0, 0);
    let fixed = [
        "take any",
        "take 1..3, split into 2 unequal heaps",
        "take odd leaving 1..2 equal heaps",
        "octal 4.3",
        "octal 0.77",
        "hex 0.9",
        "take 1..20 but 3..5 leaving 0..1 heaps",
        "take even leaving 2..3 unequal heaps",
        "laskers-nim",
    ];
    let texts = fixed.iter().map(|text| (*text).to_owned()).chain((0..600).map(|_| random_rule(&mut dice)));
    for text in texts.collect::<Vec<_>>() {
        let Ok(game) = grundy_games::game(&text) else { continue };
        let Ruleset::Heap(rules) = &game.ruleset else { panic!("{text}") };
        let mut plain = BTreeSet::new();
        let mut ends = true;
        for heap in 0..=LAST {
            let walked = rules.options(&heap, |parts| {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                plain.insert((heap, parts));
                Ok::<(), Fault>(())
            });
            ends &= walked.is_ok();
        }
        let mut go_on = || true;
        let mut work = WorkLimits::new(1 << 30, &mut go_on);
        let play = match Play::of(&game.ruleset, &mut work) {
            Err(WorkStop::Large | WorkStop::Flaw(_)) => {
                large += 1;
                continue;
            }
            play => play.unwrap_or_else(|why| panic!("{text}: {why:?}")),
        };
        assert!(ends, "{text}");
        let mut automata = BTreeSet::new();
        for moves in &play.moves[0] {
            assert!(moves.variables <= 4, "{text}");
            let tuples = (LAST + 1).pow(moves.variables as u32);
            for tuple in 0..tuples {
                let numbers: Vec<u64> =
                    (0..moves.variables as u32).map(|at| tuple / (LAST + 1).pow(at) % (LAST + 1)).collect();
                if holds(&moves.relation, &numbers) {
                    let copies =
                        |(_, sizes, count): &(usize, Vec<usize>, u64)| vec![numbers[sizes[0]]; *count as usize];
                    let mut parts: Vec<u64> = moves.left.iter().flat_map(copies).filter(|&part| part > 0).collect();
                    parts.sort_unstable();
                    automata.insert((numbers[0], parts));
                }
            }
        }
        assert_eq!(automata, plain, "{text}");
        compared += 1;
    }
    assert!(compared > 150 && large < 100, "{compared} {large}");
}

/// Rules that raise only heaps that no reader of a text looks at are refused.
#[test]
fn games_that_need_not_end_are_refused() {
    for (text, ends) in [
        ("n -> (2n-50) where n > 25", false),
        ("n -> (2n-50) where n > 25 where n < 50", true),
        ("n -> n-1, n -> (n-1) + (3n/2-100) where n > 80", false),
        ("A(n) -> B(n), B(n) -> A(n) where n > 70, B(n) -> A(n-1)", false),
        ("A(n) -> B(n), B(n) -> A(n-1)", true),
        ("A(a, b) -> A(a-1, b), A(a, b) -> A(a-1, b+1) where a > 15, A(a, b) -> A(a, b-1)", false),
        ("A(a, b) -> A(a-1, b), A(a, b) -> A(a-1, b+2) where a > 15, A(a, b) -> A(a, b-1)", false),
    ] {
        let game = grundy_games::game(text).unwrap();
        let mut go_on = || true;
        let mut work = WorkLimits::new(1 << 30, &mut go_on);
        let ended = Play::of(&game.ruleset, &mut work).unwrap().ends(&mut work);
        assert_eq!(ended.is_ok(), ends, "{text}");
    }
}

/// What the translation cannot express exactly, it refuses.
#[test]
fn other_rules_are_refused() {
    for text in [
        "take prime",
        "take any leaving any heaps",
        "n -> (n-k) for k in 1..n where gcd(n, k) = 1",
        "n -> (n-k) for k in 1..n where k*k <= n",
        "n -> (n/k) for k in 2..n",
        "n -> n-1, n -> k of (n/2) for k in 1..n where n > 1",
    ] {
        let Ok(game) = grundy_games::game(text) else { continue };
        assert!(HeapSystem::of(&game.ruleset).is_err(), "{text}");
    }
    let game = grundy_games::game("A(a, b) -> A(a-1, b+1), A(a, b) -> A(a, b-1)").unwrap();
    let Ruleset::Typed(rules) = &game.ruleset else { panic!("typed") };
    assert_eq!(rules.measure, Measure::Lexicographic);
    // The second size grows above both.
    let mut go_on = || true;
    let mut work = WorkLimits::new(1 << 30, &mut go_on);
    assert!(Play::of(&game.ruleset, &mut work).unwrap().ends(&mut work).is_err());
}

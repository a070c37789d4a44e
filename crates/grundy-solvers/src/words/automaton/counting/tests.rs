//! The machine that a hypothesis shows, where the hypothesis is that of a machine that is kept; and
//! a search from the beginning.

use std::collections::HashMap;

use grundy_cert::{Claim, Counting, CountingMachine, Machine, Mode, read};
use grundy_games::{Letter, no_lists};

use super::{WAYS, fold};
use crate::{support::budget::Budget, words::automaton::AutomatonSearch};

const CERTIFICATE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/words/two-counters.cert"));

fn kept() -> Counting {
    let (_, solution) = read(CERTIFICATE, &no_lists).expect("a certificate");
    let [Claim::Counting(claim)] = &solution.claims[..] else { panic!("another claim") };
    Counting::clone(claim)
}

/// The states that words reach, in order, as a finite machine: all layers up to `whole`, then fewer
/// and fewer up to `last`, as a learner has them. Letters that lead elsewhere lead to the first
/// state.
fn unrolled(machine: &CountingMachine, whole: usize, last: usize) -> Machine {
    let start = (0u32, vec![0u64; 2]);
    let (mut number, mut order) = (HashMap::from([(start.clone(), 0u32)]), vec![(start, 0)]);
    let (mut labels, mut next) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < order.len() {
        let ((place, levels), depth) = order[at].clone();
        labels.push(machine.state(place, &levels).unwrap().label);
        for letter in 0..machine.letters as Letter {
            let goal = machine.goal(place, &levels, letter).unwrap();
            let is_left_out = depth >= last || depth >= whole && letter > 0;
            let state = match number.get(&goal) {
                Some(&state) => state,
                None if is_left_out => 0,
                None => {
                    order.push((goal.clone(), depth + 1));
                    number.insert(goal, order.len() as u32 - 1);
                    order.len() as u32 - 1
                }
            };
            next.push(state);
        }
        at += 1;
    }
    Machine { letters: machine.letters, labels, next }
}

#[test]
fn a_hypothesis_shows_its_machine() {
    let mut claim = kept();
    let hypothesis = unrolled(&claim.machine, 58, 72);
    let found = fold::shown(&hypothesis, &mut Budget::new()).unwrap();
    let proved = found.into_iter().any(|machine| {
        claim.machine = machine;
        claim.strict = false;
        claim.near = WAYS[1].distances[0];
        claim.holds(WAYS[1].most_bytes, &mut || true) == Some(true)
    });
    assert!(proved);
}

/// Too few layers, a machine with one counter, and one whose layers double.
#[test]
fn other_hypotheses_show_nothing() {
    let claim = kept();
    let budget = &mut Budget::new();
    for whole in [3, 12, 20] {
        let hypothesis = unrolled(&claim.machine, whole, whole + 3);
        assert!(fold::shown(&hypothesis, budget).unwrap().is_empty(), "{whole}");
    }
    let one = |label: u32, goal: u32| (label, vec![goal, goal]);
    let line: Vec<(u32, Vec<u32>)> = (0..90).map(|at| one(at % 3, (at + 1) % 90)).collect();
    let labels = line.iter().map(|state| state.0).collect();
    let next = line.iter().flat_map(|state| state.1.clone()).collect();
    assert!(fold::shown(&Machine { letters: 2, labels, next }, budget).unwrap().is_empty());
    let tree = Machine {
        letters: 2,
        labels: (0u32..4095).map(|at| at.count_ones() % 3).collect(),
        next: (0u32..4095)
            .flat_map(|at| [2 * at + 1, 2 * at + 2])
            .map(|goal| if goal < 4095 { goal } else { 0 })
            .collect(),
    };
    assert!(fold::shown(&tree, budget).unwrap().is_empty());
}

#[test]
#[ignore = "it learns 7,000 states: `cargo xtask exact` runs it, and a_hypothesis_shows_its_machine is its short form"]
fn a_search_finds_a_machine_with_two_counters() {
    let rules = grundy_games::game("row: \"aab\" -> \"a\", \"ba\" -> \"\"").unwrap();
    let search = AutomatonSearch::new(&rules.ruleset, &[], Mode::Values).unwrap();
    let learned = search.counting().most_states(9000).run(&mut Budget::new().bytes(1 << 30), &mut |_| {});
    let Some(Claim::Counting(claim)) = learned.counting else { panic!("it has one") };
    assert_eq!(claim.machine.largest(), 3);
    assert!(claim.machine.states() < 400, "{}", claim.machine.states());
}

//! Claims about words.

use std::{ops::ControlFlow, sync::Arc};

use fastrand::Rng;
use grundy_core::Nimber;
use grundy_games::Component;

use super::{Known, by, solution};
use crate::{
    Claim, Flaw, Means, Solution, ValueMap, Verdict, VisitPlanes, WordFacts, check_by, facts::tracked::TrackedMap,
    read, write,
};

/// Facts that are shown as bits, with the order of a map.
struct PlaneFacts {
    facts: Known,
    letters: Vec<char>,
    longest: usize,
}

impl ValueMap for PlaneFacts {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.facts.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.facts.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.facts.each(visit);
    }

    fn words(&self) -> Option<WordFacts<'_>> {
        let each = |visit: &mut VisitPlanes<'_>| {
            self.facts.each(&mut |component, value| {
                let (Component::Row(word) | Component::Ring(word)) = component else { return ControlFlow::Break(()) };
                let mut planes = [0; 3];
                for (at, letter) in word.chars().enumerate() {
                    let code = self.letters.binary_search(&letter).expect("a letter") + 1;
                    planes.iter_mut().enumerate().for_each(|(bit, plane)| *plane |= (code as u64 >> bit & 1) << at);
                }
                visit(&planes, matches!(component, Component::Ring(_)), value.0)
            });
        };
        let (letters, longest) = (&self.letters[..], self.longest);
        Some(WordFacts::Planes { letters, longest, count: self.count(), each: Box::new(each) })
    }
}

#[test]
fn altered_facts_are_refused_by_both_means() {
    let mut random = Rng::with_seed(3);
    for (game, position) in [
        ("row: take palindrome 2..", "\"abcabbacba\""),
        ("row: \"ab\" -> \"c\", \"cb\" -> \"a|b\" until length at most 2", "\"abbcabbab\""),
        ("ring: cut run, take square", "(\"abbcabba\")"),
        ("row: cut \"ab\" or \"ba\"", "\"abbabaabab\""),
    ] {
        let (query, right, facts) = solution(game, position);
        let start = &query.position[0].component;
        let solution = |facts: &Known, shown: bool| {
            let claim: Arc<dyn ValueMap> = if shown {
                Arc::new(PlaneFacts { facts: facts.clone(), letters: vec!['a', 'b', 'c'], longest: 12 })
            } else {
                Arc::new(facts.clone())
            };
            Solution { answer: right.answer.clone(), claims: vec![Claim::Positions(claim)] }
        };
        for shown in [true, false] {
            for means in [Means::Evaluator, Means::Plain] {
                assert_eq!(by(means, &query, &solution(&facts, shown)), Ok(Verdict::Verified), "{game}");
            }
            let mut all: Vec<&Component> = facts.keys().collect();
            all.sort_unstable();
            for _ in 0..20 {
                let altered = all[random.u64(..all.len() as u64) as usize];
                let mut wrong = facts.clone();
                let value = facts[altered].0 ^ [1, 2, 7, 300][random.u64(..4) as usize];
                wrong.insert(altered.clone(), Nimber(value));
                for means in [Means::Evaluator, Means::Plain] {
                    let flaw = by(means, &query, &solution(&wrong, shown));
                    assert!(matches!(flaw, Err(Flaw::WrongValue { .. })), "{game}: {altered} with {value}: {flaw:?}");
                }
                let mut wrong = facts.clone();
                wrong.remove(altered);
                if altered != start {
                    for means in [Means::Evaluator, Means::Plain] {
                        let flaw = by(means, &query, &solution(&wrong, shown));
                        assert!(matches!(flaw, Err(Flaw::MissingOption(_))), "{game}: {altered}: {flaw:?}");
                    }
                }
            }
        }
        // A certificate names every fact that the check needs, and no other.
        let text = write(&query, &solution(&facts, true)).expect("it can be written");
        let (again, read_back) = read(&text, &|_| Err("no lists".to_owned())).expect("it can be read");
        for means in [Means::Evaluator, Means::Plain] {
            assert_eq!(by(means, &again, &read_back), Ok(Verdict::Verified), "{game}");
        }
        let mut more = TrackedMap::new();
        facts.iter().for_each(|(component, value)| more.insert(component.clone(), *value));
        more.insert(
            Component::Row("cccccccccc".into()),
            facts.get(&Component::Row("c".into())).copied().unwrap_or(Nimber(0)),
        );
        let large = Solution { claims: vec![Claim::Positions(Arc::new(more))], ..solution(&facts, false) };
        let (evaluated, plain) = (by(Means::Evaluator, &query, &large), by(Means::Plain, &query, &large));
        assert!(evaluated.is_err() && plain.is_err(), "{game}: {evaluated:?}, {plain:?}");
    }
}

#[test]
fn a_check_ends_when_the_time_is_up() {
    let (query, solution, _) = solution("row: take palindrome 2..", "\"abcabbacbaab\"");
    let mut most = 0;
    assert_eq!(
        check_by(Means::Evaluator, &query, &solution, u64::MAX, &mut || {
            most += 1;
            true
        }),
        Ok(Verdict::Verified)
    );
    for calls in 0..most {
        let mut left = calls;
        let verdict = check_by(Means::Evaluator, &query, &solution, u64::MAX, &mut || {
            left -= i32::from(left > 0);
            left > 0
        });
        assert_eq!(verdict, Ok(Verdict::Unverified), "after {calls} of {most} calls");
    }
    // Without memory the plain meaning verifies all.
    assert_eq!(check_by(Means::Evaluator, &query, &solution, 100, &mut || true), Ok(Verdict::Verified));
}

//! Large claims against the checker's own evaluator: right ones, and ones with one fact altered.

use std::{cell::Cell, ops::ControlFlow, sync::Arc};

use grundy_cert::{Claim, Flaw, Means, Solution, ValueMap, Verdict, VisitPlanes, VisitSets, WordFacts, check_by};
use grundy_core::Nimber;
use grundy_games::{Component, Convention, Query};

use super::{Packed, query};
use crate::{Solver, support::budget::Budget};

/// The facts of a claim, of which one is another.
struct Altered {
    facts: Arc<dyn ValueMap>,
    at: u64,
    /// The values, if they are those of all sets.
    values: Vec<u8>,
}

impl ValueMap for Altered {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.facts.value(component)
    }

    fn count(&self) -> u64 {
        self.facts.count()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let at = Cell::new(0);
        self.facts.each(&mut |component, value| visit(component, Nimber(self.fact(&at, value.0))));
    }

    fn words(&self) -> Option<WordFacts<'_>> {
        Some(match self.facts.words()? {
            WordFacts::Planes { letters, longest, count, each } => {
                let each = Box::new(move |visit: &mut VisitPlanes<'_>| {
                    let at = Cell::new(0);
                    each(&mut |planes, ring, fact| visit(planes, ring, self.fact(&at, fact)));
                });
                WordFacts::Planes { letters, longest, count, each }
            }
            WordFacts::Sets { row, count, each } => {
                let each = Box::new(move |visit: &mut VisitSets<'_>| {
                    let at = Cell::new(0);
                    each(&mut |set, fact| visit(set, self.fact(&at, fact)));
                });
                WordFacts::Sets { row, count, each }
            }
            WordFacts::AllSets { row, .. } => WordFacts::AllSets { row, values: &self.values },
            _ => return None,
        })
    }
}

impl Altered {
    fn new(facts: &Arc<dyn ValueMap>, at: u64) -> Altered {
        let mut values = match facts.words() {
            Some(WordFacts::AllSets { values, .. }) => values.to_vec(),
            _ => Vec::new(),
        };
        if let Some(value) = values.get_mut(at as usize) {
            *value ^= 1;
        }
        Altered { facts: facts.clone(), at, values }
    }

    /// The fact that is shown as the next one.
    fn fact(&self, at: &Cell<u64>, fact: u64) -> u64 {
        fact ^ u64::from(at.replace(at.get() + 1) == self.at)
    }
}

/// Games with some thousand words each, in every form of keys.
const LARGE: [(&str, &str); 9] = [
    ("row: take palindrome 2..", "abbcabbabcbacbabbcabbabcb"),
    ("row: take palindrome 2.., cut \"cab\"", "abbcabbabcbacbabbcabbabcb"),
    ("row: take run until at most 2 distinct letters", "abacabbcabacbabc"),
    ("row: \"ab\" -> \"c\", \"cb\" -> \"a\" until length at most 3", "abbcabbabcbacbabbcabbaabbcab"),
    ("row: take letter until increasing", "fbadcegabfde"),
    ("row: take \"ab\" or \"ef\" or \"d\", take run", "abdabefdabcef"),
    ("row: take letter, cut \"ba\"", "abdcefghijkl"),
    ("ring: take palindrome 2..", "(abbcabbabcbacbabbcabbabcba)"),
    ("ring: cut run, take square", "(abbcabbabcbacbabbabcacbbac)"),
];

#[test]
fn large_claims_are_confirmed_and_altered_ones_refused() {
    for (game, position) in LARGE {
        let query = query(game, position);
        let solution = Packed.solve(&query, &mut Budget::new()).expect("no limits");
        let [Claim::Positions(facts)] = &solution.claims[..] else { panic!("one claim about positions") };
        assert!(facts.count() > 1_000, "{game}: {} words", facts.count());
        let verdict = |facts: Arc<dyn ValueMap>, means| {
            let claims = vec![Claim::Positions(facts)];
            let solution = Solution { answer: solution.answer.clone(), claims };
            check_by(means, &query, &solution, u64::MAX, &mut || true)
        };
        assert_eq!(verdict(facts.clone(), Means::Evaluator), Ok(Verdict::Verified), "{game}");
        assert_eq!(verdict(facts.clone(), Means::Plain), Ok(Verdict::Verified), "{game}");
        for part in 0..8 {
            // The last of all sets is the start, whose value the map gives unaltered: then the
            // facts of the map itself are checked.
            let at = 1 + (facts.count() - 3) * part / 7;
            let wrong = verdict(Arc::new(Altered::new(facts, at)), Means::Evaluator);
            // The start may be the altered one.
            assert!(matches!(wrong, Err(Flaw::WrongValue { .. } | Flaw::OtherAnswer)), "{game}: {at}: {wrong:?}");
        }
    }
}

#[test]
fn large_claims_in_misere_play_are_confirmed() {
    for (game, position) in LARGE {
        let query = Query { convention: Convention::Misere, ..query(game, position) };
        let Ok(solution) = Packed.solve(&query, &mut Budget::new()) else { continue };
        for means in [Means::Evaluator, Means::Plain] {
            assert_eq!(check_by(means, &query, &solution, u64::MAX, &mut || true), Ok(Verdict::Verified), "{game}");
        }
    }
}

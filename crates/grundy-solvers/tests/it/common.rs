//! What the tests of all solvers share: random numbers, and the two judges of a solution, meaning
//! and checker.

use std::collections::HashMap;

use fastrand::Rng;
use grundy_cert::{Answer, Claim, Solution, Verdict, check};
use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Query, Question, Ruleset};
use grundy_solvers::{Budget, SOLVERS, Solver, search::memo};

/// The same numbers every time.
pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Rng::with_seed(seed))
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    /// Returns a word of `shortest` to `longest` of the first `letters` letters.
    pub fn word(&mut self, letters: usize, shortest: usize, longest: usize) -> String {
        let length = shortest + self.below(longest + 1 - shortest);
        (0..length).map(|_| char::from(b'a' + self.below(letters) as u8)).collect()
    }

    /// Returns quoted words with `or` between them.
    pub fn words(&mut self, most: usize, letters: usize, longest: usize) -> String {
        let words: Vec<String> =
            (0..=self.below(most)).map(|_| format!("\"{}\"", self.word(letters, 1, longest))).collect();
        words.join(" or ")
    }
}

pub fn kernel(name: &str) -> &'static dyn Solver {
    SOLVERS.iter().copied().find(|kernel| kernel.name() == name).expect("the kernel is listed")
}

pub fn query(rules: &str, start: &str) -> Query {
    let rules = grundy_games::game(rules).unwrap_or_else(|fault| panic!("{rules}: {fault}"));
    let components =
        grundy_games::position(&rules, start).unwrap_or_else(|fault| panic!("{rules} at {start}: {fault}"));
    Query::new(&rules, components, Question::ValueAndMoves)
}

/// Returns the value of each component by the meaning alone.
pub fn meaning(query: &Query) -> Vec<Nimber> {
    let components: Vec<Component> = query.position.iter().map(|term| term.component.clone()).collect();
    let known = memo::values(&query.rulesets[0], &components, |_| 0, &mut Budget::new()).unwrap();
    components.iter().map(|component| known[component]).collect()
}

/// Solves with the solver of that name and compares every component with the meaning. The answer
/// must follow from the claims, and whatever is claimed as verifiable must verify.
pub fn agree(name: &str, query: &Query) -> Solution {
    let kernel = kernel(name);
    kernel.assess(query).unwrap_or_else(|refusal| panic!("{query}: {refusal}"));
    let mut budget = Budget::new();
    let solution = kernel.solve(query, &mut budget).unwrap_or_else(|stopped| panic!("{query}: {stopped}"));
    let expected = meaning(query);
    assert_eq!(solution.answer, Answer::Value(expected.iter().copied().sum()), "{query}");
    for (term, expected) in query.position.iter().zip(expected) {
        assert_eq!(solution.value(query, 0, &term.component), Some(expected), "{} in {query}", term.component);
    }
    let verdict = check(query, &solution, &mut || true).unwrap_or_else(|flaw| panic!("{query}: {flaw}"));
    let expected = match solution.claims[..] {
        [Claim::Unchecked(..)] => Verdict::Unverified,
        _ => Verdict::Verified,
    };
    assert_eq!(verdict, expected, "{query}");
    solution
}

/// The value of a word by the meaning of the rules alone.
pub fn plain(ruleset: &Ruleset, word: &str, known: &mut HashMap<String, Nimber>) -> Nimber {
    if let Some(&value) = known.get(word) {
        return value;
    }
    let mut options: Vec<Vec<String>> = Vec::new();
    let walked = ruleset.options(&Component::Row(word.into()), |parts| {
        options.push(parts.iter().map(ToString::to_string).collect());
        Ok::<(), Fault>(())
    });
    walked.expect("the rules hold");
    let mut seen = MexSet::new();
    for parts in options {
        seen.insert(parts.iter().map(|part| plain(ruleset, part, known)).sum());
    }
    let value = seen.mex();
    known.insert(word.to_owned(), value);
    value
}

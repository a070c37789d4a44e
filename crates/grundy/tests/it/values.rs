//! Known values: every case of `testdata/values` through every solver that accepts it, and through
//! the checker.
//!
//! The cases are data; `testdata/README.md` describes them. A failure lists all mismatches of a
//! file.

use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

use grundy::{
    Answer, Budget, Component, Convention, Declaration, Nimber, Outcome, Query, Question, Solution, Verdict,
    cert::Claim,
    check, moves,
    moves::Moves,
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    game: String,
    #[expect(dead_code, reason = "read by people")]
    source: String,
    #[expect(dead_code, reason = "read by people")]
    note: Option<String>,
    only: Option<Vec<String>>,
    #[serde(default)]
    first: u64,
    #[serde(default)]
    values: Vec<u64>,
    period: Option<(u64, u64)>,
    largest: Option<(u64, u64)>,
    frequencies: Option<Frequencies>,
    losing: Option<Vec<u64>>,
    last: Option<u64>,
    #[serde(default)]
    positions: BTreeMap<String, u64>,
    #[serde(default)]
    outcomes: BTreeMap<String, String>,
    #[serde(default)]
    winning: BTreeMap<String, Vec<String>>,
    alphabet: Option<String>,
    p_words: Option<Vec<u64>>,
    largest_by_length: Option<Vec<u64>>,
    sweep: Option<Sweep>,
    multiples: Option<Multiples>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frequencies {
    first: usize,
    last: usize,
    counts: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweep {
    position: String,
    first: u64,
    last: u64,
    order: Option<String>,
    p_count: Option<u64>,
    n_count: Option<u64>,
    p_sum: Option<u64>,
    largest: Option<u64>,
    losing: Option<Vec<Vec<u64>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Multiples {
    factors: Vec<u64>,
    last: u64,
    p_count: u64,
}

/// One case with what is found wrong about it.
struct Trial<'a> {
    case: &'a Case,
    rules: Declaration,
    faults: String,
}

pub fn testdata(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

/// The word lists that the texts of the test data name.
pub fn lists(name: &str) -> Result<Vec<u8>, String> {
    std::fs::read(PathBuf::from("/usr/share/dict").join(name)).map_err(|why| why.to_string())
}

fn run(file: &str) {
    let text = std::fs::read_to_string(testdata("values").join(file)).expect("the file is there");
    let file: File = toml::from_str(&text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    let mut faults = String::new();
    for case in &file.case {
        match grundy::games::game_with(&case.game, &lists) {
            Ok(rules) => {
                let mut trial = Trial { case, rules, faults: String::new() };
                trial.run();
                faults += &trial.faults;
            }
            Err(fault) => writeln!(faults, "{}: {fault}", case.game).expect("strings take all text"),
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

impl Trial<'_> {
    fn run(&mut self) {
        self.tables();
        self.single_positions();
        self.words();
        self.sweep();
        self.multiples();
    }

    fn wrong(&mut self, kernel: &str, what: impl std::fmt::Display) {
        writeln!(self.faults, "{} by {kernel}: {what}", self.case.game).expect("strings take all text");
    }

    /// The solution of every solver that accepts the query; each is checked.
    fn solve(&mut self, query: &Query) -> Vec<(&'static str, Solution)> {
        let mut solutions = Vec::new();
        for &kernel in SOLVERS {
            let name = kernel.name();
            if self.case.only.as_ref().is_some_and(|only| !only.iter().any(|own| own == name)) {
                continue;
            }
            let Ok(plan) = plan_with(query, PlanOptions::only(&[kernel])) else { continue };
            let seconds = if kernel.is_attempt() { 1 } else { 60 };
            let solution = match plan.run(&mut Budget::new().time(std::time::Duration::from_secs(seconds))) {
                Ok(solution) => solution,
                Err(_) if kernel.is_attempt() => continue,
                Err(stopped) => {
                    self.wrong(name, format!("{}: {stopped}", query.position_text()));
                    continue;
                }
            };
            let unchecked = solution.claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
            match check(query, &solution, &mut || true) {
                Ok(Verdict::Verified) => {}
                Ok(Verdict::Unverified) if unchecked => {}
                verdict => self.wrong(name, format!("the checker says {verdict:?} at {}", query.position_text())),
            }
            solutions.push((name, solution));
        }
        if solutions.is_empty() {
            self.wrong("any kernel", format!("{} is answered by none", query.position_text()));
        }
        solutions
    }

    fn position(&mut self, text: &str) -> Option<Query> {
        match grundy::games::position(&self.rules, text) {
            Ok(start) => Some(Query::new(&self.rules, start, Question::ValueAndMoves)),
            Err(fault) => {
                self.wrong("the parser", fault);
                None
            }
        }
    }

    fn tables(&mut self) {
        let case = self.case;
        let ends = [
            (!case.values.is_empty()).then(|| case.first + case.values.len() as u64 - 1),
            case.period.map(|(start, period)| start + 3 * period),
            case.largest.map(|(_, heap)| heap),
            case.frequencies.as_ref().map(|known| known.last as u64),
            case.last,
        ];
        let Some(end) = ends.into_iter().flatten().max() else { return };
        let query = Query::new(&self.rules, vec![Component::Heap(end)], Question::Table);
        for (name, solution) in self.solve(&query) {
            match solution.answer {
                Answer::Values(values) => self.table(name, &values.iter().map(|value| value.0).collect::<Vec<_>>()),
                Answer::Outcomes(outcomes) => {
                    let lost = (0..).zip(&outcomes).filter(|(_, outcome)| **outcome == Outcome::P);
                    let lost: Vec<u64> = lost.map(|(heap, _)| heap).collect();
                    if Some(&lost) != case.losing.as_ref() {
                        self.wrong(name, format!("losing heaps {lost:?}"));
                    }
                }
                _ => self.wrong(name, "no table"),
            }
        }
    }

    fn table(&mut self, name: &str, values: &[u64]) {
        let case = self.case;
        let known = &values[case.first as usize..];
        if !known.starts_with(&case.values) {
            self.wrong(name, format!("values {:?}", &known[..case.values.len()]));
        }
        if let Some((start, period)) = case.period {
            let (start, period) = (start as usize, period as usize);
            let repeats = |from: usize, by: usize| values[from..].iter().zip(&values[from + by..]).all(|(a, b)| a == b);
            if !repeats(start, period) {
                self.wrong(name, format!("no period {period} from {start}"));
            }
            if start > 0 && values[start - 1] == values[start - 1 + period] {
                self.wrong(name, format!("period {period} begins before {start}"));
            }
            if (1..period).any(|smaller| period.is_multiple_of(smaller) && repeats(start, smaller)) {
                self.wrong(name, format!("period {period} is not the smallest"));
            }
        }
        if let Some((largest, heap)) = case.largest {
            let seen = &values[..=heap as usize];
            if seen.iter().max() != Some(&largest)
                || seen.iter().position(|&value| value == largest) != Some(seen.len() - 1)
            {
                self.wrong(name, format!("{largest} is not first at heap {heap}"));
            }
        }
        if let Some(known) = &case.frequencies {
            let mut counts = vec![0; known.counts.len()];
            for &value in &values[known.first..=known.last] {
                match counts.get_mut(value as usize) {
                    Some(count) => *count += 1,
                    None => self.wrong(name, format!("the value {value} occurs")),
                }
            }
            if counts != known.counts {
                self.wrong(name, format!("frequencies {counts:?}"));
            }
        }
    }

    fn single_positions(&mut self) {
        let case = self.case;
        for (text, &expected) in &case.positions {
            let Some(query) = self.position(text) else { continue };
            for (name, solution) in self.solve(&query) {
                if solution.answer != Answer::Value(Nimber(expected)) {
                    self.wrong(name, format!("{text} has {:?}, not {expected}", solution.answer));
                }
            }
        }
        for (text, expected) in &case.outcomes {
            let Some(query) = self.position(text).map(|query| Query { question: Question::Outcome, ..query }) else {
                continue;
            };
            for (name, solution) in self.solve(&query) {
                let found = match solution.answer {
                    Answer::Value(value) => value.outcome(),
                    Answer::Outcome(outcome) => outcome,
                    _ => unreachable!("no table was asked for"),
                };
                if found.to_string() != *expected {
                    self.wrong(name, format!("{text} is {found}, not {expected}"));
                }
            }
        }
        for (text, expected) in &case.winning {
            let Some(query) = self.position(text) else { continue };
            let mut expected: Vec<Vec<Component>> =
                expected.iter().map(|text| grundy::games::position(&self.rules, text).expect("a position")).collect();
            expected.iter_mut().for_each(|sum| sum.sort());
            for (name, solution) in self.solve(&query) {
                let found = moves(&query, &solution, false, &mut Budget::new());
                let Ok(Moves::Listed { moves, .. }) = found else {
                    self.wrong(name, format!("no moves of {text}: {found:?}"));
                    continue;
                };
                let mut left: Vec<Vec<Component>> = Vec::new();
                for made in moves {
                    // The case has shapes, whatever their places on the board are.
                    let mut sum: Vec<Component> = made.to.iter().map(Component::bare).collect();
                    sum.sort();
                    if !left.contains(&sum) {
                        left.push(sum);
                    }
                }
                if left != expected {
                    self.wrong(name, format!("winning moves of {text} leave {left:?}"));
                }
            }
        }
    }

    /// The values of many components, by every solver, from one solution each.
    fn values_of(&mut self, components: &[Component]) -> Vec<(&'static str, Vec<u64>)> {
        let query = Query::new(&self.rules, components.to_vec(), Question::ValueAndMoves);
        assert_eq!(query.convention, Convention::Normal, "{}: values are of normal play", self.case.game);
        let mut all = Vec::new();
        for (name, solution) in self.solve(&query) {
            let values: Option<Vec<u64>> =
                components.iter().map(|component| Some(solution.value(&query, 0, component)?.0)).collect();
            match values {
                Some(values) => all.push((name, values)),
                None => self.wrong(name, "the claims do not cover every component"),
            }
        }
        all
    }

    fn words(&mut self) {
        let case = self.case;
        let Some(alphabet) = &case.alphabet else { return };
        let lengths = [&case.p_words, &case.largest_by_length].into_iter().flatten().map(Vec::len).max().unwrap_or(0);
        let mut words = vec![String::new()];
        let mut start = 0;
        let mut ends = vec![1];
        while ends.len() < lengths {
            let longer: Vec<String> = words[start..]
                .iter()
                .flat_map(|word| alphabet.chars().map(move |letter| format!("{word}{letter}")))
                .collect();
            start = words.len();
            words.extend(longer);
            ends.push(words.len());
        }
        let components: Vec<Component> = words.into_iter().map(Component::Row).collect();
        for (name, values) in self.values_of(&components) {
            let starts = [0].iter().chain(&ends);
            let by_length: Vec<&[u64]> = starts.zip(&ends).map(|(&start, &end)| &values[start..end]).collect();
            let zeros: Vec<u64> =
                by_length.iter().map(|values| values.iter().filter(|&&value| value == 0).count() as u64).collect();
            let largest: Vec<u64> = by_length.iter().map(|values| *values.iter().max().expect("words")).collect();
            for (known, found) in [(&case.p_words, zeros), (&case.largest_by_length, largest)] {
                if known.as_ref().is_some_and(|known| *known != found) {
                    self.wrong(name, format!("by length {found:?}"));
                }
            }
        }
    }

    fn sweep(&mut self) {
        let Some(sweep) = &self.case.sweep else { return };
        let names: Vec<String> =
            ('a'..='f').map(|name| format!("${name}")).filter(|name| sweep.position.contains(name)).collect();
        let mut tuples: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in &names {
            let longer = tuples.iter().flat_map(|tuple| {
                (sweep.first..=sweep.last).map(move |size| tuple.iter().copied().chain([size]).collect::<Vec<_>>())
            });
            tuples = longer
                .filter(|tuple| match sweep.order.as_deref() {
                    None => true,
                    Some("weak") => tuple.is_sorted(),
                    Some("strict") => tuple.is_sorted_by(|a, b| a < b),
                    Some(order) => panic!("{order} is no order"),
                })
                .collect();
        }
        let mut sums = Vec::new();
        for tuple in &tuples {
            let text = names
                .iter()
                .zip(tuple)
                .fold(sweep.position.clone(), |text, (name, size)| text.replace(name.as_str(), &size.to_string()));
            sums.push(grundy::games::position(&self.rules, &text).unwrap_or_else(|fault| panic!("{text}: {fault}")));
        }
        let components: Vec<Component> = sums.iter().flatten().cloned().collect();
        for (name, values) in self.values_of(&components) {
            let mut values = values.into_iter();
            let totals: Vec<u64> =
                sums.iter().map(|sum| values.by_ref().take(sum.len()).fold(0, |total, value| total ^ value)).collect();
            let lost: Vec<&Vec<u64>> =
                tuples.iter().zip(&totals).filter(|(_, total)| **total == 0).map(|(tuple, _)| tuple).collect();
            let facts = [
                ("p_count", sweep.p_count, lost.len() as u64),
                ("n_count", sweep.n_count, (tuples.len() - lost.len()) as u64),
                ("p_sum", sweep.p_sum, lost.iter().copied().flatten().sum()),
                ("largest", sweep.largest, totals.iter().copied().max().unwrap_or(0)),
            ];
            for (what, known, found) in facts {
                if known.is_some_and(|known| known != found) {
                    self.wrong(name, format!("{what} is {found}"));
                }
            }
            if sweep.losing.as_ref().is_some_and(|known| known.iter().ne(lost.iter().copied())) {
                self.wrong(name, format!("losing {lost:?}"));
            }
        }
    }

    fn multiples(&mut self) {
        let Some(Multiples { factors, last, p_count }) = &self.case.multiples else { return };
        let mut lost: BTreeMap<&str, u64> = BTreeMap::new();
        for n in 1..=*last {
            let sum = factors.iter().map(|factor| Component::Heap(factor * n)).collect();
            for (name, solution) in self.solve(&Query::new(&self.rules, sum, Question::ValueAndMoves)) {
                *lost.entry(name).or_default() += u64::from(solution.answer == Answer::Value(Nimber::ZERO));
            }
        }
        for (name, found) in lost {
            if found != *p_count {
                self.wrong(name, format!("{found} sums are lost"));
            }
        }
    }
}

/// Each file of `testdata/values`, in a thread of its own: a new one needs no line here.
#[test]
fn the_values_of_all_files() {
    let dictionary = "dictionary.toml";
    let names = std::fs::read_dir(testdata("values"))
        .expect("the folder is there")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml")).collect();
    assert!(names.len() > 12 && names.iter().any(|name| name == dictionary), "{names:?}");
    if lists("american-english").is_err() {
        names.retain(|name| name != dictionary);
        crate::not_run("dictionary.toml needs /usr/share/dict/american-english: apt-get install wamerican");
    }
    std::thread::scope(|scope| {
        for name in &names {
            scope.spawn(move || run(name));
        }
    });
}

//! A contestant's program against the right answers: it runs on all small tests, on random ones,
//! and on those that simple rules get wrong; the first failure is made as small as possible.
//!
//! Where an input may have many tests, one run has hundreds of them. A wrong line is then at its
//! place; after a crash or a hang the shortest beginning that fails is searched for by halving.

mod program;

use std::time::{Duration, Instant};

use grundy::{Error, Run, Stopped, solvers::Reason};

pub use program::{Program, Ran, RunEnd};

use crate::{
    answer::{Case, Rationale},
    format::Format,
    generate::{self, WantedKind, answered, together},
    template::{Input, Value},
    wrong::sizes,
};

/// The most tests of one run, if the format says nothing.
const BATCH: usize = 1_000;

/// The most runs that look for a smaller failure.
const MOST_SHRINKING: usize = 120;

/// What is wrong with the output of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongOutput {
    /// Another answer than the right one: the lines that were printed.
    Answer(String),
    /// Lines that are no answer of the problem at all.
    Garbage(String),
    /// No output, or less than there are answers.
    Silent,
    /// More output than there are answers, or without end.
    Loud,
    /// The program ended by an error: the error of the system, and what the program wrote about it.
    Crash(String, String),
    /// It did not end in time.
    Slow(Duration),
}

/// The smallest input that was found to fail.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The input.
    pub input: String,
    /// The right output.
    pub right: String,
    /// What is wrong.
    pub wrong: WrongOutput,
    /// The tests of the input; one, except where a program fails only after other tests.
    pub tests: usize,
    /// The value of the position, if the input has one test and normal play.
    pub value: Option<u64>,
    /// Why the right output is right, if the input has one test. `None` also where the answer
    /// needs more memory or time with its reason than without.
    pub reason: Option<Rationale>,
}

/// What came of a trial.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many different tests were tried.
    pub tests: usize,
    /// How often the program ran.
    pub runs: usize,
    /// The smallest failure.
    pub failure: Option<Failure>,
}

/// How many tests are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestPlan {
    /// The smallest tests.
    pub small: usize,
    /// Random tests.
    pub random: usize,
    /// Random tests each that are lost, and that simple rules get wrong.
    pub hard: usize,
    /// The seed of the random tests.
    pub seed: u64,
}

impl Default for TestPlan {
    fn default() -> TestPlan {
        TestPlan { small: 2_000, random: 1_000, hard: 300, seed: 1 }
    }
}

/// A trial of one program.
struct Trial<'t> {
    run: &'t Run,
    format: &'t Format,
    program: &'t Program,
    report: Report,
    /// The slowest run that ended well.
    slowest: Duration,
}

/// The first test of an input that fails, as far as one run shows.
enum FirstFailure {
    Right,
    /// The test at this place has this answer.
    At(usize, WrongOutput),
    /// Some test fails.
    Somewhere(WrongOutput),
}

/// Tries a program.
///
/// # Errors
/// The program cannot be started; the errors of making and answering tests; [`Error::Stopped`] at
/// the end of the run's time.
pub fn of_program(run: &Run, format: &Format, program: &Program, plan: TestPlan) -> Result<Report, Error> {
    // From here on a signal ends the work in good order, and the program with it.
    drop(run.budget());
    program.is_there()?;
    let mut trial = Trial { run, format, program, report: Report::default(), slowest: Duration::ZERO };
    let words_before_tests = format.template().head_names().iter().any(|&at| format.template().names()[at].word);
    let many = format.template().has_many_tests() && !words_before_tests;
    // Where each test is a run of the program, fewer tests are enough.
    let at_most = |count: usize| if many { count } else { count.min(100) };
    let mut tried = generate::small(run, format, at_most(plan.small))?;
    let mut right = trial.all(tried.clone())?;
    let kinds = [(WantedKind::Any, plan.random), (WantedKind::Losing, plan.hard), (WantedKind::NearMiss, plan.hard)];
    for (kind, many) in kinds {
        if right {
            let more = generate::others(run, format, kind, at_most(many), plan.seed, &tried)?;
            right = trial.all(more.clone())?;
            tried.extend(more);
        }
    }
    Ok(trial.report)
}

impl Trial<'_> {
    /// The most tests of one run.
    fn most_tests(&self) -> usize {
        self.format.most_tests().map_or(BATCH, |most| most.min(BATCH))
    }

    /// Tries the cases, and returns whether all are right.
    fn all(&mut self, mut cases: Vec<Case>) -> Result<bool, Error> {
        cases.sort_by_key(|case| weight(self.format, &case.input));
        let most = self.most_tests();
        while !cases.is_empty() {
            // The tests of one run have equal values before them.
            let head = cases[0].input.head.clone();
            let (mut batch, rest): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| case.input.head == head);
            let later = batch.split_off(batch.len().min(most));
            cases = later.into_iter().chain(rest).collect();
            self.report.tests += batch.len();
            let (at, wrong) = match self.seen(&batch, self.program.time)? {
                FirstFailure::Right => continue,
                FirstFailure::At(at, wrong) => (at, wrong),
                FirstFailure::Somewhere(wrong) => self.located(&batch, wrong, false)?,
            };
            let (at, wrong) = match self.fault(&batch[..=at], self.program.time)? {
                Some(wrong) => (at, wrong),
                // Under a load a run takes longer than was allowed.
                None => self.located(&batch, wrong, true)?,
            };
            self.failed(&batch[..=at], wrong)?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Runs the program on the cases, which have equal values before the tests.
    fn seen(&mut self, cases: &[Case], time: Duration) -> Result<FirstFailure, Error> {
        let input = self.format.template().write(&joined(cases));
        let height: usize = cases.iter().map(|case| case.answer.height()).sum();
        let longest = cases.iter().map(|case| case.answer.line().len()).max().unwrap_or(0);
        let most = 4096 + height.saturating_mul(longest + 64);
        if self.run.left().is_some_and(|left| left.is_zero()) {
            return Err(stopped(Reason::Time));
        }
        let time = self.run.left().map_or(time, |left| left.min(time));
        let ran = self.program.run(&input, time, most, &|| self.run.is_cancelled());
        let ran = ran.map_err(|error| self.program.cannot_run(&error))?;
        self.report.runs += 1;
        match ran.end {
            RunEnd::Cancelled => Err(stopped(Reason::Interrupted)),
            RunEnd::Crash(status) => Ok(FirstFailure::Somewhere(WrongOutput::Crash(status, ran.complaint))),
            RunEnd::Slow if self.run.left().is_some_and(|left| left.is_zero()) => Err(stopped(Reason::Time)),
            RunEnd::Slow => Ok(FirstFailure::Somewhere(WrongOutput::Slow(time))),
            RunEnd::Loud => Ok(FirstFailure::Somewhere(WrongOutput::Loud)),
            RunEnd::Done => {
                self.slowest = self.slowest.max(ran.took);
                Ok(compared(self.format, cases, &String::from_utf8_lossy(&ran.output)))
            }
        }
    }

    /// How long runs may take that look for a failure: what is right takes far less than the limit.
    fn brief(&self) -> Duration {
        (4 * self.slowest).max(Duration::from_millis(250)).min(self.program.time)
    }

    /// The end of the shortest beginning of the cases that fails; with the whole time for each run
    /// if `patient`.
    fn located(&mut self, cases: &[Case], wrong: WrongOutput, patient: bool) -> Result<(usize, WrongOutput), Error> {
        if cases.len() == 1 {
            return Ok((0, wrong));
        }
        // The first case alone shows how long a run takes that is right.
        match self.seen(&cases[..1], self.program.time)? {
            FirstFailure::Right => {}
            FirstFailure::At(_, wrong) | FirstFailure::Somewhere(wrong) => return Ok((0, wrong)),
        }
        let brief = if patient { self.program.time } else { self.brief() };
        let (mut low, mut high, mut last) = (1, cases.len(), wrong);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.seen(&cases[..middle], brief)? {
                FirstFailure::Right => low = middle,
                FirstFailure::At(at, wrong) => return Ok((at, wrong)),
                FirstFailure::Somewhere(wrong) => (high, last) = (middle, wrong),
            }
        }
        Ok((high - 1, last))
    }

    /// Notes the failure at the last of these cases, as small as it can be made.
    fn failed(&mut self, cases: &[Case], wrong: WrongOutput) -> Result<(), Error> {
        let Some(last) = cases.last() else { return Ok(()) };
        let alone = std::slice::from_ref(last);
        let (mut smallest, mut wrong) = match self.fault(alone, self.program.time)? {
            Some(wrong) => (last.clone(), wrong),
            None => {
                // It fails only after other tests.
                let wrong = self.fault(cases, self.program.time)?.unwrap_or(wrong);
                self.report.failure = Some(self.failure(cases, wrong));
                return Ok(());
            }
        };
        let before = self.report.runs;
        let begun = Instant::now();
        'smaller: while self.report.runs - before < MOST_SHRINKING && begun.elapsed() < 2 * self.program.time {
            let candidates = answered(self.run, self.format, smaller(self.format, &smallest.input))?;
            let brief = self.brief();
            let mut groups: Vec<Vec<Case>> = Vec::new();
            for case in candidates {
                match groups.last_mut() {
                    Some(group) if group.len() < self.most_tests() && group[0].input.head == case.input.head => {
                        group.push(case);
                    }
                    _ => groups.push(vec![case]),
                }
            }
            for group in groups {
                if self.report.runs - before >= MOST_SHRINKING {
                    break;
                }
                let at = match self.seen(&group, brief)? {
                    FirstFailure::Right => continue,
                    FirstFailure::At(at, _) => at,
                    FirstFailure::Somewhere(wrong) => self.located(&group, wrong, false)?.0,
                };
                if let Some(found) = self.fault(&group[at..=at], self.program.time)? {
                    (smallest, wrong) = (group[at].clone(), found);
                    continue 'smaller;
                }
            }
            break;
        }
        self.report.failure = Some(self.failure(&[smallest], wrong));
        Ok(())
    }

    /// What is wrong with the output for these cases, if something is.
    fn fault(&mut self, cases: &[Case], time: Duration) -> Result<Option<WrongOutput>, Error> {
        Ok(match self.seen(cases, time)? {
            FirstFailure::Right => None,
            FirstFailure::At(_, wrong) | FirstFailure::Somewhere(wrong) => Some(wrong),
        })
    }

    fn failure(&self, cases: &[Case], wrong: WrongOutput) -> Failure {
        let right = (1..).zip(cases).map(|(number, case)| case.answer.numbered(number).line().to_owned());
        let right: Vec<String> = right.collect();
        let value = match cases {
            [case] => case.answer.value,
            _ => None,
        };
        let input = self.format.template().write(&joined(cases));
        let reason = match cases {
            // The failure stands without its reason.
            [case] => self.format.reason(self.run, &case.input).ok().flatten(),
            _ => None,
        };
        Failure { input, right: right.join("\n"), wrong, tests: cases.len(), value, reason }
    }
}

/// The cases as one input.
fn joined(cases: &[Case]) -> Input {
    let inputs = cases.iter().map(|case| case.input.clone()).collect();
    together(inputs).into_iter().next().unwrap_or_default()
}

/// Compares the lines of an output with the answers.
fn compared(format: &Format, cases: &[Case], output: &str) -> FirstFailure {
    let mut lines = output.lines().filter(|line| !line.trim().is_empty());
    for (at, case) in cases.iter().enumerate() {
        let answer = case.answer.numbered(at + 1);
        let right: Vec<&str> = answer.line().lines().filter(|line| !line.trim().is_empty()).collect();
        let found: Vec<&str> = lines.by_ref().take(right.len()).collect();
        if found.len() < right.len() {
            // What was printed may belong to other tests.
            return if cases.len() == 1 {
                FirstFailure::At(at, WrongOutput::Silent)
            } else {
                FirstFailure::Somewhere(WrongOutput::Silent)
            };
        }
        let found = found.join("\n");
        if !answer.accepts(&found) {
            let shown: String = found.chars().take(200).collect();
            let known =
                cases.iter().any(|other| other.answer.numbered(at + 1).accepts(&found)) || format.is_an_answer(&found);
            return FirstFailure::At(at, if known { WrongOutput::Answer(shown) } else { WrongOutput::Garbage(shown) });
        }
    }
    match lines.next() {
        None => FirstFailure::Right,
        Some(_) => FirstFailure::Somewhere(WrongOutput::Loud),
    }
}

/// How large a test is: small ones are tried first.
fn weight(format: &Format, input: &Input) -> (u64, usize) {
    let sizes = sizes(format, input);
    let rest = input.head.iter().chain(&input.tests[0]).map(|value| match value {
        Value::Number(number) => *number,
        Value::Numbers(all) => all.iter().fold(0, |sum: u64, number| sum.saturating_add(*number)),
        _ => 0,
    });
    let total = sizes.iter().copied().chain(rest).fold(0, u64::saturating_add);
    (total, sizes.len())
}

/// The tests that are one step smaller: without a component, with a smaller number, with a shorter
/// word.
fn smaller(format: &Format, input: &Input) -> Vec<Input> {
    let mut all = Vec::new();
    let names = format.template().names();
    for (at, name) in names.iter().enumerate() {
        let (low, shared) = (*format.range(at).sizes.start(), input.tests[0][at] == Value::Missing);
        let mut with = |value: Value| {
            let mut input = input.clone();
            let values = if shared { &mut input.head } else { &mut input.tests[0] };
            values[at] = value;
            all.push(input);
        };
        let value = if shared { &input.head[at] } else { &input.tests[0][at] };
        match value {
            Value::Number(_) if name.is_count => {}
            Value::Number(number) => less(*number, low).into_iter().for_each(|less| with(Value::Number(less))),
            Value::Numbers(numbers) => {
                for (index, number) in numbers.iter().enumerate() {
                    for less in less(*number, low) {
                        let mut numbers = numbers.clone();
                        numbers[index] = less;
                        with(Value::Numbers(numbers));
                    }
                }
            }
            Value::Word(word) => shorter(word, low).into_iter().for_each(|word| with(Value::Word(word))),
            Value::Words(words) => {
                for (index, word) in words.iter().enumerate() {
                    for shorter in shorter(word, low) {
                        let mut words = words.clone();
                        words[index] = shorter;
                        with(Value::Words(words));
                    }
                }
            }
            Value::Missing => {}
        }
    }
    // A component less comes first: it makes most tests much smaller.
    let all = without_one(format, input).into_iter().chain(all);
    all.filter(|input| format.fits(input)).take(BATCH).collect()
}

/// The tests with one component less.
fn without_one(format: &Format, input: &Input) -> Vec<Input> {
    let mut all = Vec::new();
    for (counter, name) in format.template().names().iter().enumerate().filter(|(_, name)| name.is_count) {
        let Value::Number(count) = input.tests[0][counter] else { continue };
        if count <= *format.range(counter).sizes.start() || name.name == "t" {
            continue;
        }
        for index in 0..usize::try_from(count).unwrap_or(0).min(100) {
            let mut input = input.clone();
            let test = &mut input.tests[0];
            test[counter] = Value::Number(count - 1);
            for (at, value) in test.iter_mut().enumerate() {
                match value {
                    _ if format.template().count_of(at) != Some(counter) => {}
                    Value::Numbers(all) if index < all.len() => drop(all.remove(index)),
                    Value::Words(all) if index < all.len() => drop(all.remove(index)),
                    _ => {}
                }
            }
            all.push(input);
        }
    }
    all
}

/// Numbers that are less: the least, those at halves of the distance, and the one before.
fn less(number: u64, low: u64) -> Vec<u64> {
    let mut all = Vec::new();
    let mut distance = number.saturating_sub(low);
    while distance > 0 {
        all.push(number - distance);
        distance /= 2;
    }
    all
}

/// Words without one letter.
fn shorter(word: &str, low: u64) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() as u64 <= low {
        return Vec::new();
    }
    let without = |at: usize| letters[..at].iter().chain(&letters[at + 1..]).collect();
    (0..letters.len().min(200)).map(without).collect()
}

fn stopped(reason: Reason) -> Error {
    Stopped { reason, progress: grundy::solvers::Progress::default(), known: Vec::new() }.into()
}

//! Positions of a wanted kind, as tests of a judge format: all small ones, random ones, and those
//! that simple rules get wrong (`wrong.rs`).
//!
//! Losing positions are rare among random ones. So sums are completed: the last component is chosen
//! among those whose value is that of the others together.

use std::collections::{HashMap, HashSet, VecDeque};

use fastrand::Rng;
use grundy::{Budget, Error, Run, Stopped};

use crate::{
    answer::Case,
    draws::{below, shuffle},
    format::{Format, Range},
    phrase::OutputLine,
    pieces::Games,
    template::{Input, TemplateValues, Value},
    wrong::{self, sizes},
};

/// How many random tests are tried for each that is wanted, at most.
const TRIES: usize = 400;

/// After this many rounds of tests without one that is wanted, others may take their place.
const ROUNDS: usize = 4;

/// After this many random tests in a row that are known, there are no others.
const IDLE: usize = 4_000;

/// The most tests that are made at once.
pub const MOST: usize = 100_000;

/// The most words of one length among small tests.
const MOST_WORDS: u128 = 512;

/// What kind of positions is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedKind {
    /// Any.
    Any,
    /// The player to move loses.
    Losing,
    /// The player to move wins.
    Winning,
    /// Exactly one move wins.
    OneMove,
    /// A rule that does not know the game is wrong: the exclusive or of the sizes, or the parity of
    /// their sum, does not say who wins, or the position is won but lost by taking as much as
    /// possible. Up to half are of the last kind, or all if the others do not occur.
    NearMiss,
    /// The sizes are all equal, and in words all letters occur equally often.
    Balance,
}

/// All tests whose values are least, by the sum of what their values exceed the least by: at most
/// `most`.
///
/// # Errors
/// Those of the answers.
pub fn small(run: &Run, format: &Format, most: usize) -> Result<Vec<Case>, Error> {
    let format = &format.settled(run)?;
    let mut inputs = Vec::new();
    let mut budget = run.budget();
    for weight in 0..=u64::from(u16::MAX) {
        let before = inputs.len();
        let reached = of_weight(format, weight, most.min(MOST), &mut inputs, &mut budget)?;
        if inputs.len() >= most.min(MOST) || !reached {
            break;
        }
        if inputs.len() == before && weight > 64 {
            break;
        }
    }
    answered(run, format, inputs)
}

/// Adds the tests of this weight, and returns whether there are tests of this weight or more.
fn of_weight(
    format: &Format,
    weight: u64,
    most: usize,
    inputs: &mut Vec<Input>,
    budget: &mut Budget,
) -> Result<bool, Error> {
    // Each partial test has the weight that is left for the names after it.
    let names: Vec<usize> = order(format);
    let start = (vec![Value::Missing; format.template().names().len()], weight);
    let mut partial: VecDeque<(TemplateValues, u64)> = VecDeque::from([start]);
    for (place, &at) in names.iter().enumerate() {
        let last = place + 1 == names.len();
        let mut next = VecDeque::new();
        for (values, left) in &partial {
            budget.poll()?;
            extend(format, values, *left, at, last, &mut |values, left| {
                if next.len() < 4 * most {
                    next.push_back((values, left));
                }
            });
        }
        partial = next;
    }
    let any = !partial.is_empty();
    for (values, left) in partial {
        if left == 0 && inputs.len() < most {
            inputs.push(parted(format, values));
        }
    }
    Ok(any || weight == 0)
}

/// The names in the order in which they get values: counts come before what they count.
fn order(format: &Format) -> Vec<usize> {
    let mut names = format.template().head_names();
    names.extend(format.template().test_names());
    names
}

/// Shows the test with each value of a name whose weight is at most `left`; the last name takes all
/// of it.
fn extend(
    format: &Format,
    values: &TemplateValues,
    left: u64,
    at: usize,
    last: bool,
    show: &mut dyn FnMut(TemplateValues, u64),
) {
    let Some(range) = format.range_in(at, values) else { return };
    let (low, high) = (*range.sizes.start(), *range.sizes.end());
    let word = format.template().names()[at].word;
    let mut with = |value: Value, left: u64| {
        let mut values = values.clone();
        values[at] = value;
        show(values, left);
    };
    let Some(count) = count(format, values, at) else {
        let least = if last { left } else { 0 };
        for weight in least..=left.min(high - low) {
            match word {
                false => with(Value::Number(low + weight), left - weight),
                true => words(&range, low + weight).into_iter().for_each(|word| with(Value::Word(word), left - weight)),
            }
        }
        return;
    };
    let mut lists: Vec<(Vec<u64>, u64)> = vec![(Vec::new(), left)];
    for index in 0..count {
        let mut longer = Vec::new();
        for (list, left) in lists {
            let least = if last && index + 1 == count { left } else { 0 };
            for weight in least..=left.min(high - low) {
                let mut list = list.clone();
                list.push(low + weight);
                longer.push((list, left - weight));
            }
            if longer.len() > 4096 {
                break;
            }
        }
        lists = longer;
    }
    for (list, left) in lists {
        match word {
            false => with(Value::Numbers(list), left),
            true => {
                let mut all: Vec<Vec<String>> = vec![Vec::new()];
                for length in list {
                    let longer = |start: &Vec<String>| {
                        let start = start.clone();
                        words(&range, length).into_iter().map(move |word| [start.clone(), vec![word]].concat())
                    };
                    all = all.iter().flat_map(longer).take(4096).collect();
                }
                all.into_iter().for_each(|words| with(Value::Words(words), left));
            }
        }
    }
}

/// How many values a name has; `None` if it has one that is not in a list.
fn count(format: &Format, values: &TemplateValues, at: usize) -> Option<u64> {
    if let Some(times) = format.template().times(at) {
        return Some(times);
    }
    match values[format.template().count_of(at)?] {
        Value::Number(count) => Some(count),
        _ => None,
    }
}

/// The words of this length: those that the game names, and all or some hundred of the others, at
/// equal distances in the order of the letters.
fn words(range: &Range, length: u64) -> Vec<String> {
    let kinds = range.letters.len() as u128;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let most = u32::try_from(length).ok().and_then(|length| kinds.checked_pow(length)).unwrap_or(u128::MAX);
    let many = most.min(MOST_WORDS);
    let named = range.pieces.iter().filter(|word| word.chars().count() == length).take(many as usize);
    let mut all: Vec<String> = named.cloned().collect();
    let mut known: HashSet<String> = all.iter().cloned().collect();
    for at in 0..many {
        let mut rest = at * (most / many);
        let mut word = vec![range.letters[0]; length];
        for letter in word.iter_mut().rev() {
            *letter = range.letters[(rest % kinds) as usize];
            rest /= kinds;
        }
        let word: String = word.into_iter().collect();
        if known.insert(word.clone()) {
            all.push(word);
        }
    }
    all
}

/// A random word: of letters, or of words that the game names and letters.
fn random_word(range: &Range, random: &mut Rng, length: u64) -> String {
    let mut text = String::new();
    let mut left = length;
    let of_pieces = !range.pieces.is_empty() && random.bool();
    while left > 0 {
        if of_pieces && random.u8(0..4) > 0 {
            let piece = &range.pieces[below(random, range.pieces.len())];
            let size = piece.chars().count() as u64;
            if size <= left {
                text.push_str(piece);
                left -= size;
                continue;
            }
        }
        text.push(range.letters[below(random, range.letters.len())]);
        left -= 1;
    }
    text
}

/// The input of one test: each value where it belongs.
fn parted(format: &Format, values: TemplateValues) -> Input {
    let mut head = vec![Value::Missing; values.len()];
    let mut test = values;
    for at in format.template().head_names() {
        head[at] = std::mem::take(&mut test[at]);
    }
    Input { head, tests: vec![test] }
}

/// A random test.
fn random(format: &Format, random: &mut Rng) -> Input {
    let mut values = vec![Value::Missing; format.template().names().len()];
    // Half of the tests are small, where answers change often.
    let small = random.bool();
    for at in order(format) {
        let range = format.range_in(at, &values).unwrap_or_else(|| Range { sizes: 0..=0, ..format.range(at) });
        let word = format.template().names()[at].word;
        let (low, high) = (*range.sizes.start(), *range.sizes.end());
        let size = |random: &mut Rng| {
            let high = if small { high.min(low.saturating_add(30)) } else { high };
            let bits = (high - low).checked_ilog2().unwrap_or(0);
            match random.u8(0..4) {
                // Of each number of digits about as many.
                0 => low + (random.u64(0..=high - low) >> random.u32(0..=bits)),
                1 => high - (random.u64(0..=high - low) >> random.u32(0..=bits)),
                _ => random.u64(low..=high),
            }
        };
        values[at] = match (count(format, &values, at), word) {
            (None, false) => Value::Number(size(random)),
            (None, true) => {
                let length = size(random);
                Value::Word(random_word(&range, random, length))
            }
            (Some(count), false) => Value::Numbers((0..count).map(|_| size(random)).collect()),
            (Some(count), true) => {
                let word = |random: &mut Rng| {
                    let length = size(random);
                    random_word(&range, random, length)
                };
                Value::Words((0..count).map(|_| word(random)).collect())
            }
        };
    }
    parted(format, values)
}

/// So many random tests.
fn randoms(format: &Format, random_numbers: &mut Rng, many: usize, budget: &mut Budget) -> Result<Vec<Input>, Error> {
    let one = |_| budget.poll().map(|()| random(format, random_numbers));
    Ok((0..many).map(one).collect::<Result<_, Stopped>>()?)
}

/// Random tests of a kind, fewer than `many` where they are not found: the same for the same seed.
/// No two of them have the same position with the same parameters.
///
/// # Errors
/// Those of the answers.
///
/// # Cost
/// The answers to up to 400 tests for each that is wanted.
pub fn of_kind(run: &Run, format: &Format, kind: WantedKind, many: usize, seed: u64) -> Result<Vec<Case>, Error> {
    others(run, format, kind, many, seed, &[])
}

/// As [`of_kind`], without the tests that are `known`.
///
/// # Errors
/// As [`of_kind`].
pub fn others(
    run: &Run,
    format: &Format,
    kind: WantedKind,
    many: usize,
    seed: u64,
    known: &[Case],
) -> Result<Vec<Case>, Error> {
    let format = &format.settled(run)?;
    let mut random_numbers = Rng::with_seed(seed);
    let many = many.min(MOST);
    let part = many.clamp(1, 500);
    let mut known: HashSet<TemplateValues> = known.iter().map(|case| format.essence(&case.input)).collect();
    let mut found: Vec<Case> = Vec::new();
    let mut greedy: Vec<Case> = Vec::new();
    let mut idle = 0;
    let (mut games, mut budget) = (Games::default(), run.budget());
    for round in 0..(many * TRIES / part).max(1) {
        if found.len() + greedy.len() >= many || idle > IDLE {
            break;
        }
        let mut inputs = randoms(format, &mut random_numbers, part, &mut budget)?;
        if kind == WantedKind::Balance {
            inputs = inputs.into_iter().filter_map(|input| balanced(format, input, &mut random_numbers)).collect();
        }
        if matches!(kind, WantedKind::Losing | WantedKind::NearMiss) {
            inputs.extend(completed(run, format, &mut random_numbers, part, &mut budget)?);
        }
        let (mut own, mut new) = (HashSet::new(), Vec::with_capacity(inputs.len()));
        for input in inputs {
            budget.poll()?;
            let essence = format.essence(&input);
            if format.fits(&input) && !known.contains(&essence) && own.insert(essence) {
                new.push(input);
            }
        }
        idle = if new.is_empty() { idle + part } else { 0 };
        let cases = answered(run, format, new)?;
        let counted = if kind == WantedKind::OneMove { moves(run, format, &cases)? } else { Vec::new() };
        for (at, case) in cases.into_iter().enumerate() {
            budget.poll()?;
            if found.len() + greedy.len() >= many {
                break;
            }
            let fits = match kind {
                WantedKind::Any | WantedKind::Balance => true,
                WantedKind::Losing => !case.answer.wins,
                WantedKind::Winning => case.answer.wins,
                WantedKind::OneMove => counted[at],
                WantedKind::NearMiss => wrong::misleads(format, &case),
            };
            if fits {
                known.insert(format.essence(&case.input));
                found.push(case);
                continue;
            }
            let most = if found.is_empty() && round >= ROUNDS { many } else { many / 2 };
            if kind == WantedKind::NearMiss
                && greedy.len() < most
                && wrong::greed_loses(run, format, &mut games, &case)?
            {
                known.insert(format.essence(&case.input));
                greedy.push(case);
            }
        }
    }
    found.append(&mut greedy);
    Ok(found)
}

/// A test in balance: the sizes are those of the first component, and each word has each of its
/// letters equally often. `None` if the test has one number only, or a word that is too short.
fn balanced(format: &Format, mut input: Input, random_numbers: &mut Rng) -> Option<Input> {
    let names = format.template().names();
    let varied = format.varied();
    let first = sizes(format, &input).first().copied()?;
    let mut parts = 0;
    for at in varied {
        let range = format.range(at);
        let mut even = |length: u64| {
            let kinds = range.letters.len().min(1 + below(random_numbers, range.letters.len().max(1)));
            let each = usize::try_from(length).ok()? / kinds.max(1);
            let mut word: Vec<char> = range.letters.iter().take(kinds).flat_map(|&own| vec![own; each]).collect();
            shuffle(random_numbers, &mut word);
            (each > 0 && word.len() as u64 >= *range.sizes.start()).then(|| word.into_iter().collect::<String>())
        };
        let fits = |size: u64| range.sizes.contains(&size).then_some(size);
        let value = if input.tests[0][at] == Value::Missing { &mut input.head[at] } else { &mut input.tests[0][at] };
        match value {
            Value::Number(number) if !names[at].is_count => {
                *number = fits(first)?;
                parts += 1;
            }
            Value::Numbers(all) => {
                parts += all.len();
                for number in all {
                    *number = fits(first)?;
                }
            }
            Value::Word(word) => {
                *word = even(first)?;
                parts += 2;
            }
            Value::Words(all) => {
                parts += 2 * all.len();
                for word in all {
                    *word = even(first)?;
                }
            }
            Value::Number(_) | Value::Missing => {}
        }
    }
    (parts > 1).then_some(input)
}

/// For each test, whether exactly one move wins.
fn moves(run: &Run, format: &Format, cases: &[Case]) -> Result<Vec<bool>, Error> {
    let counting = Format { win: OutputLine::read("{moves}")?, lose: OutputLine::read("0")?, ..format.clone() };
    let one = |case: &Case| Ok(counting.answers_to(run, &case.input)?[0].line() == "1");
    cases.iter().map(one).collect()
}

/// Sums that are lost, of few more components than the least number: random components, and a last
/// one whose value is that of the others. None where the format has no sums of a counted number of
/// components.
fn completed(
    run: &Run,
    format: &Format,
    random_numbers: &mut Rng,
    many: usize,
    budget: &mut Budget,
) -> Result<Vec<Input>, Error> {
    let groups: Vec<usize> = format.varied().into_iter().filter_map(|at| format.template().count_of(at)).collect();
    let Some(&counter) = groups.first() else { return Ok(Vec::new()) };
    let (least, most) = format.range(counter).sizes.into_inner();
    if most < 2 || !format.parameters.is_empty() || format.misere || format.range(counter).bounds != (None, None) {
        return Ok(Vec::new());
    }
    let least = least.max(2);
    let most = most.min(least.saturating_add(4)).max(least);
    let mut alone = format.clone();
    alone.ranges.insert(counter, Range { sizes: 1..=1, ..Range::default() });
    let inputs = randoms(&alone, random_numbers, many, budget)?;
    let pool = answered(run, &alone, inputs)?;
    let mut by_value: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, case) in pool.iter().enumerate() {
        by_value.entry(case.answer.value.unwrap_or(0)).or_default().push(at);
    }
    let mut sums = Vec::new();
    for _ in 0..many {
        let others = random_numbers.u64(least..=most) - 1;
        let mut parts: Vec<usize> = (0..others).map(|_| below(random_numbers, pool.len())).collect();
        let total = parts.iter().fold(0, |sum, &at| sum ^ pool[at].answer.value.unwrap_or(0));
        let Some(last) = by_value.get(&total) else { continue };
        parts.push(last[below(random_numbers, last.len())]);
        let mut sum = pool[parts[0]].input.clone();
        for &part in &parts[1..] {
            for (value, more) in sum.tests[0].iter_mut().zip(&pool[part].input.tests[0]) {
                match (value, more) {
                    (Value::Numbers(all), Value::Numbers(more)) => all.extend(more),
                    (Value::Words(all), Value::Words(more)) => all.extend(more.iter().cloned()),
                    _ => {}
                }
            }
        }
        if let Value::Number(count) = &mut sum.tests[0][counter] {
            *count = parts.len() as u64;
            sums.push(sum);
        }
    }
    Ok(sums)
}

/// The tests with their answers: those with equal values before the tests together.
pub(crate) fn answered(run: &Run, format: &Format, inputs: Vec<Input>) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::with_capacity(inputs.len());
    for group in together(inputs) {
        let answers = format.answers_to(run, &group)?;
        let Input { head, tests } = group;
        let each = tests.into_iter().zip(answers);
        cases
            .extend(each.map(|(test, answer)| Case { input: Input { head: head.clone(), tests: vec![test] }, answer }));
    }
    Ok(cases)
}

/// Inputs with equal values before their tests as one input, in the order of the first of each.
pub(crate) fn together(inputs: Vec<Input>) -> Vec<Input> {
    let mut groups: Vec<Input> = Vec::new();
    for input in inputs {
        match groups.iter_mut().find(|group| group.head == input.head) {
            Some(group) => group.tests.extend(input.tests),
            None => groups.push(input),
        }
    }
    groups
}

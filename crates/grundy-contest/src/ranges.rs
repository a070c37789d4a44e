//! The values that names of the input may have where inputs are made: stated by a file, by flags,
//! or those of the game.

use std::ops::RangeInclusive;

use grundy::{
    Error, Run,
    help::{Fix, Help},
};
use toml::Value as Toml;

use crate::{
    format::{Bound, Format, Range, wrong},
    phrase::PhrasePart,
    template::{Input, TemplateValues, Value},
};

/// The most letters of a word that is made.
const MOST_LETTERS: u64 = 200_000;

impl Format {
    /// The format with what is given of the sizes and the number of components, and of the letters
    /// of words.
    ///
    /// # Errors
    /// As [`Format::sized`], [`Format::counted`] and [`Format::lettered`].
    pub fn limited(
        self,
        sizes: Option<RangeInclusive<u64>>,
        heaps: Option<RangeInclusive<u64>>,
        letters: Option<&str>,
    ) -> Result<Format, Error> {
        let sized = match sizes {
            Some(sizes) => self.sized(sizes)?,
            None => self,
        };
        let counted = match heaps {
            Some(heaps) => sized.counted(heaps)?,
            None => sized,
        };
        match letters {
            Some(letters) => counted.lettered(letters),
            None => Ok(counted),
        }
    }

    /// The format with this range of numbers, and of lengths of words, for what positions are made
    /// of.
    ///
    /// # Errors
    /// [`Error::Refused`] where sizes follow from other values, and where words would be empty.
    pub fn sized(mut self, sizes: RangeInclusive<u64>) -> Result<Format, Error> {
        let given = format!("{}..{}", sizes.start(), sizes.end());
        let range = |low: u64, high: u64| Fix::set("sizes", format_args!("{low}..{high}"));
        for at in self.varied() {
            let (own, name) = (self.range(at), &self.template.names()[at]);
            let sliced = self.position.iter().any(|part| matches!(part, PhrasePart::Slice(..)));
            if own.bounds != (None, None) || sliced {
                let message = format!("the values of {} follow from other values of the input", name.name);
                let help = Help::from(Fix::LeaveOut("sizes")) + ", and write [ranges] in the format";
                return Err(Error::field("sizes", message, help));
            }
            if name.word && *sizes.end() > MOST_LETTERS {
                let help = Help::from("write at most ") + range(*sizes.start().clamp(&1, &MOST_LETTERS), MOST_LETTERS);
                return Err(Error::usage(&given, format!("words are made of up to {MOST_LETTERS} letters"), help));
            }
            if name.word && *sizes.start() == 0 {
                let help = Help::from("write ") + range(1, *sizes.end().max(&1));
                return Err(Error::usage(&given, "a word of an input has at least one letter", help));
            }
            self.ranges.insert(at, Range { sizes: sizes.clone(), ..own });
        }
        Ok(self)
    }

    /// The format with this range of the numbers of components.
    ///
    /// # Errors
    /// [`Error::Refused`] if the input has no such number.
    pub fn counted(mut self, counts: RangeInclusive<u64>) -> Result<Format, Error> {
        let lists: Vec<usize> = self.varied().into_iter().filter(|at| !self.is_joined_word(*at)).collect();
        let numbers: Vec<usize> = lists.into_iter().filter_map(|at| self.template.count_of(at)).collect();
        if numbers.is_empty() {
            let help = Help::from(Fix::LeaveOut("heaps"))
                + ", or count components in the input: "
                + Fix::set("shape", "t; n; a*n -> a");
            return Err(Error::field("heaps", "the input has no number of components", help));
        }
        for at in numbers {
            self.ranges.insert(at, Range { sizes: counts.clone(), ..Range::default() });
        }
        // Of so many heaps none is empty, unless sizes are given.
        for at in self.varied() {
            if !self.ranges.contains_key(&at) && !self.template.names()[at].word {
                let own = self.range(at);
                let sizes = 1.max(*own.sizes.start())..=*own.sizes.end();
                self.ranges.insert(at, Range { sizes, ..own });
            }
        }
        Ok(self)
    }

    /// Whether this is a list of words that make one component together.
    fn is_joined_word(&self, at: usize) -> bool {
        self.template.names()[at].word && self.position.contains(&PhrasePart::Joined(at))
    }

    /// The format with words of these letters.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no letter, or no word in the input.
    pub fn lettered(mut self, letters: &str) -> Result<Format, Error> {
        let mut own: Vec<char> = Vec::new();
        for letter in letters.chars().filter(|letter| !letter.is_whitespace()) {
            if !own.contains(&letter) {
                own.push(letter);
            }
        }
        if own.is_empty() {
            let help = Help::from("write them in one word: ") + Fix::set("letters", "abc");
            return Err(Error::field("letters", "there are no letters", help));
        }
        if !self.template.names().iter().any(|name| name.word) {
            return Err(Error::field("letters", "the input has no words", Fix::LeaveOut("letters")));
        }
        for (at, name) in self.template.names().to_vec().into_iter().enumerate() {
            if name.word {
                let range = Range { letters: own.clone(), ..self.range(at) };
                self.ranges.insert(at, range);
            }
        }
        Ok(self)
    }

    /// The values that a name may have in an input whose values before it are these. `None` if
    /// there are none.
    pub(crate) fn range_in(&self, at: usize, values: &TemplateValues) -> Option<Range> {
        let range = self.range(at);
        let bound = |bound: Option<Bound>, usual: u64| match bound {
            None => Some(usual),
            Some(Bound::Number(at)) => {
                if let Value::Number(number) = values[at] {
                    Some(number)
                } else {
                    None
                }
            }
            Some(Bound::Length(at)) => {
                if let Value::Word(word) = &values[at] {
                    Some(word.chars().count() as u64)
                } else {
                    None
                }
            }
        };
        let (low, high) = (bound(range.bounds.0, *range.sizes.start())?, bound(range.bounds.1, *range.sizes.end())?);
        (low <= high).then_some(Range { sizes: low..=high, ..range })
    }

    /// Whether an input of one test has the values that it may have.
    pub(crate) fn fits(&self, input: &Input) -> bool {
        let Some(test) = input.tests.first() else { return true };
        let whole = input.head.iter().zip(test).map(|(head, own)| if *own == Value::Missing { head } else { own });
        let values: TemplateValues = whole.cloned().collect();
        (0..values.len()).filter(|&at| values[at] != Value::Missing).all(|at| {
            let Some(Range { sizes, letters, .. }) = self.range_in(at, &values) else { return false };
            let fits = |word: &String| {
                sizes.contains(&(word.chars().count() as u64)) && word.chars().all(|letter| letters.contains(&letter))
            };
            match &values[at] {
                Value::Missing => true,
                Value::Number(number) => sizes.contains(number),
                Value::Numbers(all) => all.iter().all(|number| sizes.contains(number)),
                Value::Word(word) => fits(word),
                Value::Words(all) => all.iter().all(fits),
            }
        })
    }

    /// What decides the answer to an input of one test: the values of the position and of the
    /// parameters.
    pub(crate) fn essence(&self, input: &Input) -> TemplateValues {
        let value = |at: usize| {
            input.tests.first().map_or(Value::Missing, |test| match &test[at] {
                Value::Missing => input.head[at].clone(),
                own => own.clone(),
            })
        };
        let same = |word: &String| self.letter_order.first_of(word);
        let ordered = |at: usize| match value(at) {
            Value::Word(word) => Value::Word(same(&word)),
            Value::Words(words) => Value::Words(words.iter().map(same).collect()),
            other => other,
        };
        self.varied().into_iter().map(ordered).chain(self.parameters.iter().copied().map(value)).collect()
    }

    /// The format where words without stated letters have those of the game.
    ///
    /// # Errors
    /// Those of reading the game.
    pub(crate) fn settled(&self, run: &Run) -> Result<Format, Error> {
        let mut format = self.clone();
        let words: Vec<usize> = (0..self.template.names().len()).filter(|&at| self.template.names()[at].word).collect();
        if words.is_empty() {
            return Ok(format);
        }
        let own = self.vocabulary(run)?;
        format.letter_order = own.order;
        for at in words {
            let mut range = self.range(at);
            if range.letters.is_empty() {
                range.letters.clone_from(&own.letters);
            }
            let written = |word: &&String| word.chars().all(|letter| range.letters.contains(&letter));
            range.pieces = own.words.iter().filter(written).cloned().collect();
            format.ranges.insert(at, range);
        }
        Ok(format)
    }

    /// The values that a name may have in an input that is made.
    pub(crate) fn range(&self, at: usize) -> Range {
        self.ranges.get(&at).cloned().unwrap_or_else(|| {
            let sizes = match (self.template.names()[at].word, self.template.names()[at].is_count) {
                (true, _) => 1..=10,
                (false, true) => 1..=3,
                (false, false) if self.parameters.contains(&at) => 1..=5,
                (false, false) => 0..=20,
            };
            Range { sizes, ..Range::default() }
        })
    }

    /// The most tests that one input may have, if there is one: one, or the end of the range of
    /// their number.
    pub(crate) fn most_tests(&self) -> Option<usize> {
        if !self.template.has_many_tests() {
            return Some(1);
        }
        let range = self.template.count().and_then(|at| self.ranges.get(&at))?;
        usize::try_from(*range.sizes.end()).ok().map(|most| most.max(1))
    }

    pub(crate) fn read_ranges(&mut self, ranges: Option<&Toml>) -> Result<(), Error> {
        let table = match ranges {
            None => return Ok(()),
            Some(Toml::Table(table)) => table,
            Some(_) => return Err(wrong("ranges", "a table: write [ranges], then a line such as a = \"1..100\"")),
        };
        for (name, range) in table {
            let at = self.template.place(name)?;
            let word = self.template.names()[at].word;
            let before = |name: &str| self.template.place(name).ok().filter(|place| *place < at);
            let read = range.as_str().and_then(|text| range_of(text, word, before));
            let long = word
                && read.as_ref().is_some_and(|range| range.sizes.end() > &MOST_LETTERS && range.bounds.1.is_none());
            if long {
                return Err(wrong(name, &format!("a range of up to {MOST_LETTERS} letters")));
            }
            let many = self.template.count() == Some(at);
            if many && read.as_ref().is_some_and(|range| *range.sizes.start() > 1) {
                return Err(wrong(name, "a range from 1 on: an input may have one test"));
            }
            let example = if self.template.names()[at].word { "\"1..10 of abc\"" } else { "\"1..100\"" };
            self.ranges.insert(at, read.ok_or_else(|| wrong(name, &format!("a range: {example}")))?);
        }
        Ok(())
    }
}

/// Reads `1..100`, `1..10^9`, `1..10 of abc`, or with names that come before, `l..|s|`.
fn range_of(text: &str, word: bool, place: impl Fn(&str) -> Option<usize>) -> Option<Range> {
    let (sizes, letters) = text.split_once(" of ").unwrap_or((text, ""));
    if !word && text.contains(" of ") {
        return None;
    }
    let letters: Vec<char> = letters.trim().chars().collect();
    let (low, high) = sizes.split_once("..").unwrap_or((sizes, sizes));
    let bound = |text: &str| {
        let text = text.trim();
        match text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            Some(name) => place(name).map(Bound::Length),
            None => place(text).map(Bound::Number),
        }
    };
    let bounds = (bound(low), bound(high));
    let number = |text: &str, bound: Option<Bound>| match bound {
        None => span(text).map(|span| *span.start()),
        Some(_) => Some(0),
    };
    let (low, high) = (number(low, bounds.0)?, number(high, bounds.1)?);
    let high = if bounds.1.is_some() { u64::MAX } else { high };
    let empty = text.contains(" of ") && letters.is_empty() || word && bounds.0.is_none() && low == 0;
    Some(Range { sizes: low..=high, letters, bounds, ..Range::default() }).filter(|_| low <= high && !empty)
}

/// Reads `1..100`, or one number.
///
/// ```
/// assert_eq!(grundy_contest::span("1..10^3"), Some(1..=1000));
/// assert_eq!(grundy_contest::span("3..1"), None);
/// ```
pub fn span(text: &str) -> Option<RangeInclusive<u64>> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| match text.trim().split_once('^') {
        None => text.trim().parse::<u64>().ok(),
        Some((base, power)) => base.parse::<u64>().ok()?.checked_pow(power.parse().ok()?),
    };
    let (low, high) = (number(low)?, number(high)?);
    (low <= high).then_some(low..=high)
}

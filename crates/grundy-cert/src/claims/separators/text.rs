//! The lines of the claim `separators`: the letters, the period if there is one, and a line of
//! values for each kind.

use crate::certificate::{
    parse::exact,
    section::{Expected, Section},
};

use super::Separators;

/// The most values that a certificate may list.
const MOST: usize = 1 << 26;

/// The lines of a claim.
pub(super) fn write(claim: &Separators) -> Vec<String> {
    let mut lines = vec![letters_line(claim.letter, &claim.ends)];
    if let Some((first, period)) = claim.repeat {
        lines.push(format!("from {first}"));
        lines.push(format!("period {period}"));
    }
    let many = claim.ends.len() + 1;
    let name = |end: usize| end.checked_sub(1).and_then(|at| claim.ends.get(at)).unwrap_or(&'-');
    for (kind, values) in claim.values.iter().enumerate() {
        let mut line = format!("{} {}", name(kind / many), name(kind % many));
        for value in values {
            line.push(' ');
            line.push_str(&value.to_string());
        }
        lines.push(line);
    }
    lines
}

/// Reads the letters in the first line of a claim: that of the runs, and those that separate.
pub(super) fn letters(section: &Section<'_>) -> Result<(char, Vec<char>), Expected> {
    const WANTED: &str = "letters, that of the runs first";
    let line = section.lines.first().and_then(|line| line.strip_prefix("letters ")).ok_or(Expected::at(0, WANTED))?;
    let letter = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    let all = line.split(' ').map(letter).collect::<Option<Vec<char>>>().ok_or(Expected::at(0, "one letter"))?;
    let (&first, ends) = all.split_first().ok_or(Expected::at(0, WANTED))?;
    Ok((first, ends.to_vec()))
}

/// The line with the letters.
pub(super) fn letters_line(letter: char, ends: &[char]) -> String {
    ends.iter().fold(format!("letters {letter}"), |line, end| format!("{line} {end}"))
}

/// Reads the lines of a claim. Lines that [`write`] would write otherwise are refused.
pub(super) fn read(section: &Section<'_>) -> Result<Separators, Expected> {
    let lines = &section.lines;
    let rest = |at: usize, key: &str, what: &'static str| {
        let line = lines.get(at).copied().unwrap_or_default();
        let rest = line.strip_prefix(key).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.map(|rest| rest.split(' ').skip(1).collect::<Vec<_>>()).ok_or(Expected::at(at, what))
    };
    let number = |at: usize, words: &[&str]| match words {
        [word] => exact::<usize>(word).ok_or(Expected::at(at, "a number")),
        _ => Err(Expected::at(at, "a number")),
    };
    let (letter, ends) = letters(section)?;
    let mut at = 1;
    let mut repeat = None;
    // A line of values begins with two ends, of one letter each.
    if lines.get(1).is_some_and(|line| line.starts_with("from ")) {
        let first = number(1, &rest(1, "from", "from, and a run")?)?;
        repeat = Some((first, number(2, &rest(2, "period", "period, and its length")?)?));
        at = 3;
    }
    let mut values = Vec::new();
    let mut count = 0usize;
    for (at, line) in lines.iter().enumerate().skip(at) {
        let all = line.split(' ').skip(2).map(|word| {
            count += 1;
            if count > MOST { None } else { exact::<u32>(word) }
        });
        values.push(all.collect::<Option<Vec<u32>>>().ok_or(Expected::at(at, "the ends of a piece, and values"))?);
    }
    let claim = Separators { letter, ends, repeat, values };
    let written = write(&claim);
    if let Some(line) =
        (0..written.len().max(lines.len())).find(|&at| written.get(at).map(String::as_str) != lines.get(at).copied())
    {
        return Err(Expected::at(line.min(section.end()), "the kinds of pieces in their order"));
    }
    Ok(claim)
}

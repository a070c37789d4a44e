//! What the walks leave open: values after the first heaps, and how far the rules agree after the
//! values given.

use grundy::{Error, Run, games};

use super::{
    CandidateRule, Further, Match, SequenceStart,
    codes::MASKED,
    named::{Named, NamedGame},
    values_to,
};
use crate::oeis::of_values;

/// So many values after those given are compared.
const MORE: usize = 256;

/// The candidates that give all of the values, not only those of the first heaps.
pub fn whole(
    run: &Run,
    values: &[u64],
    all: Vec<(CandidateRule, SequenceStart)>,
    named: &Named,
) -> Result<Vec<(CandidateRule, SequenceStart)>, Error> {
    let mut kept = Vec::new();
    for (rule, start) in all {
        let last = values.len().checked_sub(1).and_then(|last| start.heap(last)).unwrap_or(0);
        if last <= MASKED || sequence(run, &rule, start, named, values.len())?.is_none_or(|own| own == values) {
            kept.push((rule, start));
        }
    }
    Ok(kept)
}

/// The first of the rules, written out, with how far each agrees with the first one.
pub fn listed(
    run: &Run,
    values: &[u64],
    all: &[(CandidateRule, SequenceStart)],
    named: &Named,
    most: usize,
) -> Result<Vec<Match>, Error> {
    let mut reference: Option<Vec<u64>> = None;
    let mut matches = Vec::new();
    for (place, (rule, start)) in all.iter().take(most).enumerate() {
        let more = sequence(run, rule, *start, named, values.len() + MORE)?;
        let further = match (&reference, &more) {
            _ if place == 0 => Further::First,
            (Some(first), Some(own)) => agreement(first, own),
            _ => Further::Unknown,
        };
        if place == 0 {
            reference = more;
        }
        matches.push(written(rule, *start, named, further));
    }
    Ok(matches)
}

/// How far two sequences agree.
fn agreement(first: &[u64], own: &[u64]) -> Further {
    match first.iter().zip(own).position(|(first, own)| first != own) {
        Some(at) => Further::Differs(at + 1, own[at], first[at]),
        None => Further::To(first.len().min(own.len())),
    }
}

/// A match as reports write it.
fn written(rule: &CandidateRule, start: SequenceStart, named: &Named, further: Further) -> Match {
    match rule {
        CandidateRule::Named(place) | CandidateRule::Board(place) => {
            let game: &NamedGame = &named.games[*place];
            let (text, position) = (game.rules.to_string(), game.position());
            let oeis = [game.family.name, &text].iter().find_map(|own| of_values(own, position.as_deref()));
            Match { game: text, name: Some(game.family.title), oeis, position, start, further }
        }
        other => {
            let game = other.text().unwrap_or_default();
            let oeis = of_values(&game, None);
            Match { game, name: None, oeis, position: None, start, further }
        }
    }
}

/// The first values of a rule from its start on. `None` for boards other than heaps, which have
/// been compared to the end, and rules that the language refuses.
fn sequence(
    run: &Run,
    rule: &CandidateRule,
    start: SequenceStart,
    named: &Named,
    many: usize,
) -> Result<Option<Vec<u64>>, Error> {
    let rules = match rule {
        CandidateRule::Named(place) => named.games[*place].rules.clone(),
        CandidateRule::Board(_) => return Ok(None),
        other => match other.text().map(|text| games::game(&text)) {
            Some(Ok(rules)) => rules,
            _ => return Ok(None),
        },
    };
    let end = many.checked_sub(1).and_then(|last| start.heap(last)).unwrap_or(0);
    let values = values_to(run, &rules, end)?;
    Ok(Some((0..many).map(|place| start.heap(place).and_then(|heap| values.get(heap)).copied().unwrap_or(0)).collect()))
}

//! Games on words: compared by their proved automata, and at short words.
//!
//! *Example.* `"aa" -> "", "b" -> ""` and `"aa" -> ""` differ at `b`. *Cost:* that of both
//! automata; at most 60 words are solved before.

use std::time::Duration;

use grundy::{
    Component, Declaration, Error, Known, ProofQuery, Query, Question, Run, Solved,
    cert::Automaton,
    games::{self, Factor, Gap, Rewrite, RowMove, Ruleset, Symbol},
    help::{Fix, Help},
    proof::{AutomatonQuery, Finding},
    solvers::Reason,
};

use super::{Comparison, Difference, Ground, MOST_LETTERS, PositionEntry, Verdict, weaker};
use crate::{
    count::list::{PositionFacts, facts},
    positions::Positions,
    values::refused,
};

/// The words that are compared before automata are sought, and the time for them.
const FIRST_WORDS: u64 = 60;
const MOST_LOOK: Duration = Duration::from_secs(1);

/// The first difference among the short words over the letters of the games, if there is one. A
/// word that takes long ends the look without an error: the machines follow.
fn among_short_words(run: &Run, left: &Declaration, right: &Declaration) -> Result<Option<Comparison>, Error> {
    let all = letters_of(left, right);
    let (Ok(own), Ok(other)) = (Positions::of(left, &all, None), Positions::of(right, &all, None)) else {
        return Ok(None);
    };
    let brief = run.within(Some(run.left().map_or(MOST_LOOK, |left| (left / 4).min(MOST_LOOK))));
    let (mut known, mut known_other) = (Known::default(), Known::default());
    let mut looked = 0;
    for size in 0.. {
        if !own.are_few(size, FIRST_WORDS - looked) {
            break;
        }
        for word in own.of_size(size)? {
            looked += 1;
            let mine = facts(&brief, &mut known, &own, &word, false);
            let theirs = facts(&brief, &mut known_other, &other, &word, false);
            let (mine, theirs) = match (mine, theirs) {
                (Ok(mine), Ok(theirs)) => (mine, theirs),
                (Err(Error::Stopped(stopped)), _) | (_, Err(Error::Stopped(stopped)))
                    if stopped.reason == Reason::Interrupted =>
                {
                    return Err(stopped.into());
                }
                _ => return Ok(None),
            };
            if (mine.value, mine.outcome) != (theirs.value, theirs.outcome) {
                let entry = |facts: &PositionFacts| {
                    facts.value.map_or(PositionEntry::Outcome(facts.outcome), PositionEntry::Value)
                };
                let position = word.iter().map(|part| left.ruleset.text(part)).collect();
                let difference = Difference { position, left: entry(&mine), right: entry(&theirs) };
                let status = weaker(mine.status, theirs.status);
                let letters = Some(all.iter().collect());
                return Ok(Some(Comparison { letters, ..Comparison::of(Verdict::Different(difference), status) }));
            }
        }
        if looked >= FIRST_WORDS {
            break;
        }
    }
    Ok(None)
}

/// Whether the rules are the same, however they are written: `take "ab"` is `"ab" -> ""`, and
/// `cut "ab"` is `"ab" -> "" | ""`.
pub(super) fn have_the_same_rules(left: &Ruleset, right: &Ruleset) -> bool {
    let rules = match (left, right) {
        (Ruleset::Row(left), Ruleset::Row(right)) | (Ruleset::Ring(left), Ruleset::Ring(right)) => [left, right],
        _ => return false,
    };
    let removal = |gap: &Gap, word: &str| {
        RowMove::Rewrite(Rewrite {
            left: word.chars().map(Symbol::Letter).collect(),
            right: vec![Vec::new(); if *gap == Gap::Closes { 1 } else { 2 }],
            at_start: false,
            at_end: false,
            variables: Vec::new(),
        })
    };
    let written = |kind: &RowMove| match kind {
        RowMove::Remove(gap, Factor::Word(words)) => words.iter().map(|word| removal(gap, word)).collect(),
        other => vec![other.clone()],
    };
    let [left, right] = rules.map(|rules| rules.moves.iter().flat_map(written).collect::<Vec<_>>());
    rules[0].until == rules[1].until
        && left.iter().all(|kind| right.contains(kind))
        && right.iter().all(|kind| left.contains(kind))
}

/// The letters that the games name; a and b, if they name none.
fn letters_of(left: &Declaration, right: &Declaration) -> Vec<char> {
    let letters = |rules| Positions::of(rules, &[], None).map(|positions| positions.letters().to_vec());
    let mut all = [letters(left).unwrap_or_default(), letters(right).unwrap_or_default()].concat();
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { vec!['a', 'b'] } else { all }
}

/// Compares games on words by their machines. If a limit ends the search for these, a difference
/// among the short words is the answer.
pub(super) fn on_words(
    run: &Run,
    left: &Declaration,
    right: &Declaration,
    to: Option<u64>,
) -> Result<Comparison, Error> {
    // A word with another letter may be shorter, so the machines are asked first.
    let short = among_short_words(run, left, right)?;
    match (by_machines(run, left, right, to), short) {
        (Err(Error::Stopped(stopped)), Some(short)) if stopped.is_limit() && stopped.reason != Reason::Interrupted => {
            Ok(short)
        }
        (found, _) => found,
    }
}

/// Compares games on words by their machines.
fn by_machines(run: &Run, left: &Declaration, right: &Declaration, to: Option<u64>) -> Result<Comparison, Error> {
    let learned = |rules: &Declaration, letters: &[char]| {
        let automaton = Some(AutomatonQuery { letters: letters.to_vec(), machine: true, ..AutomatonQuery::default() });
        let query = ProofQuery { to: Some(to.unwrap_or(MOST_LETTERS)), automaton, ..ProofQuery::default() };
        let proof = run.prove(rules, &query)?;
        if let Some(stopped) = proof.stopped {
            return Err(Error::Stopped(stopped));
        }
        match proof.finding {
            Finding::Automaton(found) if found.claim.is_some() => Ok((found.claim, proof.status)),
            _ => Err(refused(
                format!("no automaton of {rules} is certified"),
                Help::from("give a larger ") + Fix::Choose("up_to", ""),
            )),
        }
    };
    // Both machines read the letters that either game names.
    let letters = |claim: &Option<std::sync::Arc<Automaton>>| {
        claim.as_ref().map(|claim| claim.game.letters.clone()).unwrap_or_default()
    };
    let (other, _) = learned(right, &letters_of(left, right))?;
    let (own, mine) = learned(left, &letters(&other))?;
    let (other, theirs) = learned(right, &letters(&own))?;
    let (Some(mut own), Some(mut other)) = (own, other) else {
        return Err(refused("no automaton is certified", Help::from("give a larger ") + Fix::Choose("up_to", "")));
    };
    let mut status = weaker(mine, theirs);
    // Parts between walls are compared, so no other letter can make a difference. Else one other
    // letter denotes all of them, if the rules do not distinguish other letters.
    let mut complete = own.game.walls && other.game.walls;
    if !complete && let Some(foreign) = foreign(&own.game.letters) {
        let all: Vec<char> = own.game.letters.iter().copied().chain([foreign]).collect();
        match (learned(left, &all), learned(right, &all)) {
            (Ok((Some(mine), first)), Ok((Some(theirs), second))) => {
                (own, other) = (mine, theirs);
                status = weaker(first, second);
                complete = names_its_letters(&left.ruleset) && names_its_letters(&right.ruleset);
            }
            // A larger alphabet may need a machine that is too large, or takes too long.
            (Err(Error::Stopped(stopped)), _) | (_, Err(Error::Stopped(stopped)))
                if stopped.reason == Reason::Interrupted =>
            {
                return Err(stopped.into());
            }
            (Err(Error::Refused(_) | Error::Stopped(_)), _) | (_, Err(Error::Refused(_) | Error::Stopped(_))) => {}
            (Err(error), _) | (_, Err(error)) => return Err(error),
            (Ok(_), Ok(_)) => {}
        }
    }
    if own.game.letters != other.game.letters {
        return Err(refused(
            format!("the words of {left} and {right} are over different letters"),
            "compare games over the same letters",
        ));
    }
    let shorter = match (own.upto, other.upto) {
        (Some(own), Some(other)) => Some(own.min(other)),
        (own, other) => own.or(other),
    };
    let letters = (!complete).then(|| own.game.letters.iter().collect());
    let verdict = match (own.machine.difference(&other.machine, shorter), shorter) {
        (Some(word), _) => {
            let word = own.game.text(&word);
            let position = if own.game.ring { format!("({word})") } else { word };
            return Ok(Comparison { letters, ..at_word(run, left, right, &position)? });
        }
        (None, None) => Verdict::Equal(Ground::Automata),
        (None, Some(shorter)) => Verdict::UpTo(shorter.saturating_sub(1)),
    };
    Ok(Comparison { letters, ..Comparison::of(verdict, status) })
}

/// A letter that is none of these.
pub(super) fn foreign(letters: &[char]) -> Option<char> {
    ('a'..='z').chain('A'..='Z').find(|letter| !letters.contains(letter))
}

/// Whether moves apply to letters that the rules name, and so treat all other letters alike.
pub(super) fn names_its_letters(ruleset: &Ruleset) -> bool {
    let (Ruleset::Row(rules) | Ruleset::Ring(rules)) = ruleset else { return false };
    let named = |symbol: &Symbol| matches!(symbol, Symbol::Letter(_) | Symbol::Run(_));
    rules.moves.iter().all(|kind| match kind {
        RowMove::Remove(_, factor) => matches!(factor, Factor::Word(_) | Factor::Letter(Some(_))),
        RowMove::Rewrite(rule) => rule.left.iter().chain(rule.right.iter().flatten()).all(named),
        RowMove::EveryCopy(_) | RowMove::Split(_) | RowMove::Within(..) => false,
    })
}

/// The difference at a word, whose values are found and checked again.
fn at_word(run: &Run, left: &Declaration, right: &Declaration, word: &str) -> Result<Comparison, Error> {
    let solved = |rules: &Declaration| -> Result<Solved, Error> {
        let position: Vec<Component> = games::position(rules, word)?;
        run.solve(Query::new(rules, position, Question::ValueAndMoves))
    };
    let (own, other) = (solved(left)?, solved(right)?);
    let entry = |solved: &Solved| match (solved.value(), solved.outcome()) {
        (Some(value), _) => Some(PositionEntry::Value(value.0)),
        (None, outcome) => outcome.map(PositionEntry::Outcome),
    };
    match (entry(&own), entry(&other)) {
        (Some(mine), Some(theirs)) if mine != theirs => {
            let verdict = Verdict::Different(Difference { position: word.to_owned(), left: mine, right: theirs });
            Ok(Comparison::of(verdict, weaker(own.status, other.status)))
        }
        _ => Err(refused(
            format!("the automata differ at `{word}`, and the games do not"),
            "report this question as a fault of the program",
        )),
    }
}

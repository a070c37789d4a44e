//! Named games that give a sequence of values: each is computed size by size until a value is
//! wrong.
//!
//! A game on heaps has the values of its heaps. Another board has those of its positions of one
//! size: `path n` of a game on graphs, and the positions that a family writes as one number, or as
//! two of which the first is small. In some of them a position of twenty is already large, so these
//! games are searched up to a number of positions, and those that need more are reported.

use grundy::{
    Component, Convention, Declaration, Error, Fault, Game as _, Limits, Nimber, Run, Stopped,
    games::{self, FAMILIES, Family, Form, HeapRules, Ruleset},
    solvers::Reason,
};

use super::{CandidateRule, SequenceStart, codes::MASKED};

/// The most positions that the search of one position of a board other than heaps may solve.
const MOST_POSITIONS: u64 = 20_000;

/// Larger positions of boards other than heaps are not computed.
const MOST_SIZE: usize = 20;

/// The first numbers of positions that are written as two.
const SMALL: [u64; 2] = [1, 2];

/// A named game with one position of each size.
pub struct NamedGame {
    /// The family.
    pub family: &'static Family,
    /// The rules.
    pub rules: Declaration,
    /// The positions.
    pub sizes: Sizes,
}

/// The position of each size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// A heap of n.
    Heaps,
    /// `path n`.
    Paths,
    /// As a form of the family writes it: n, or a small number and n.
    Form(&'static Form, Option<u64>),
}

/// The named games, and which of them give the values.
#[derive(Default)]
pub struct Named {
    /// The games.
    pub games: Vec<NamedGame>,
    /// The games that give the values, by their place, with the heap of the first value.
    pub matches: Vec<(usize, SequenceStart)>,
    /// The games that were not computed far enough, as commands write them.
    pub undecided: Vec<String>,
}

impl NamedGame {
    /// The digits of the code that is the same rule, for heaps.
    pub fn code(&self) -> Option<Vec<u8>> {
        self.heap_rules().and_then(HeapRules::code)
    }

    /// How the position of size n is written; `None` for a heap.
    pub fn position(&self) -> Option<String> {
        match self.sizes {
            Sizes::Heaps => None,
            Sizes::Paths => Some("path n".into()),
            Sizes::Form(form, small) => Some(match small {
                None => form.given.replace("{1}", "n"),
                Some(small) => form.given.replace("{1}", &small.to_string()).replace("{2}", "n"),
            }),
        }
    }

    /// The rules, if the game is one on heaps.
    fn heap_rules(&self) -> Option<&HeapRules> {
        match &self.rules.ruleset {
            Ruleset::Heap(rules) => Some(rules),
            _ => None,
        }
    }

    /// The position of this size. `None` if there is none.
    fn components(&self, size: usize) -> Option<Vec<Component>> {
        let size = size as u64;
        let text = match self.sizes {
            Sizes::Heaps => return Some(vec![Component::Heap(size)]),
            Sizes::Paths => format!("path {size}"),
            Sizes::Form(form, None) => form.apply(&[size])?,
            Sizes::Form(form, Some(small)) => form.apply(&[small, size])?,
        };
        match games::position(&self.rules, &text) {
            Ok(position) => Some(position),
            // A board without a cell is not written, and has no moves.
            Err(_) if size == 0 => Some(Vec::new()),
            Err(_) => None,
        }
    }

    /// The value of the next size, after `known`. `None` if it is not computed.
    fn next(&self, run: &Run, known: &[u64]) -> Result<Option<u64>, Error> {
        let size = known.len();
        let Some(rules) = self.heap_rules() else {
            let Some(position) = self.components(size).filter(|_| size <= MOST_SIZE) else { return Ok(None) };
            return match run.values_of(&self.rules, vec![position]) {
                Ok(values) => Ok(values.first().map(|value| value.0)),
                Err(Error::Stopped(Stopped { reason: Reason::Positions(_) | Reason::Fault(_), .. })) => Ok(None),
                Err(Error::NoSolver(_)) => Ok(None),
                Err(error) => Err(error),
            };
        };
        let mut reached: Vec<u64> = Vec::new();
        let expanded = rules.options(&(size as u64), |parts| {
            let value = |&part: &u64| known.get(part as usize).copied().map(Nimber);
            let sum: Option<Nimber> = parts.iter().map(value).sum();
            reached.push(sum.ok_or_else(|| Fault("a heap is not smaller than before".into()))?.0);
            Ok::<(), Fault>(())
        });
        if expanded.is_err() {
            return Ok(None);
        }
        reached.sort_unstable();
        reached.dedup();
        Ok(Some((0..).zip(&reached).take_while(|(at, value)| at == *value).count() as u64))
    }
}

impl Named {
    /// The game at this place as a rule.
    pub fn rule(&self, place: usize) -> CandidateRule {
        match self.games.get(place).map(|game| game.sizes) {
            Some(Sizes::Heaps) => CandidateRule::Named(place),
            _ => CandidateRule::Board(place),
        }
    }
}

/// The named games, with those that give the values.
///
/// Each game is computed once, and its values compared from each start; a limit on positions
/// applies to each position that is not a heap.
pub fn all(run: &Run, values: &[u64]) -> Result<Named, Error> {
    let mut named = Named { games: games(), ..Named::default() };
    let limits = Limits { positions: Some(MOST_POSITIONS), time: run.left(), ..run.limits() };
    let limited = Run::new(limits).cancelled_by(run.cancel_flag()).unchecked();
    for (place, game) in named.games.iter().enumerate() {
        run.budget().poll()?;
        let mut known = Vec::new();
        for start in SequenceStart::all(values) {
            let (first, wanted) = start.apply(values);
            match compare(&limited, game, &mut known, first, wanted)? {
                Some(true) => named.matches.push((place, start)),
                Some(false) => {}
                None => named.undecided.push(match game.position() {
                    Some(position) => format!("{} {position}", game.family.name),
                    None => game.family.name.to_owned(),
                }),
            }
        }
    }
    named.undecided.dedup();
    Ok(named)
}

/// Whether the game has these values from the size `first` on; of heaps, as far as [`MASKED`]
/// reaches. `None` if those that were computed are right and others were not computed.
fn compare(
    run: &Run,
    game: &NamedGame,
    known: &mut Vec<u64>,
    first: usize,
    wanted: &[u64],
) -> Result<Option<bool>, Error> {
    for size in 0..first + wanted.len() {
        if game.sizes == Sizes::Heaps && size > MASKED {
            break;
        }
        if size == known.len() {
            match game.next(run, known)? {
                Some(value) => known.push(value),
                // A game that is not computed at all is no candidate.
                None => return Ok(if size > first { None } else { Some(false) }),
            }
        }
        let right = size.checked_sub(first).and_then(|at| wanted.get(at)).is_none_or(|wanted| *wanted == known[size]);
        if !right {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The named games that have one position of each size. Those on heaps come first.
fn games() -> Vec<NamedGame> {
    let mut heaps = Vec::new();
    let mut others = Vec::new();
    for family in FAMILIES.iter().filter(|family| family.parameters.is_empty()) {
        let Ok(rules) = games::game(family.game) else { continue };
        if rules.convention == Convention::Misere {
            continue;
        }
        // A coin on a strip is a heap of Nim.
        if family.forms.iter().any(|form| form.given.contains('<')) {
            continue;
        }
        let game = |sizes| NamedGame { family, rules: rules.clone(), sizes };
        match &rules.ruleset {
            Ruleset::Heap(_) => heaps.push(game(Sizes::Heaps)),
            Ruleset::Graph(_) if family.forms.is_empty() => others.push(game(Sizes::Paths)),
            _ => others.extend(family.forms.iter().flat_map(|form| match form.given {
                "{1}" => vec![game(Sizes::Form(form, None))],
                "{1} {2}" => SMALL.map(|small| game(Sizes::Form(form, Some(small)))).into(),
                _ => Vec::new(),
            })),
        }
    }
    heaps.append(&mut others);
    heaps
}

//! `run-heaps`: where all letters but one separate, a word is a sum of heaps, one for each run of
//! that letter.
//!
//! *Theorem.* Let all letters of left sides but one separate words, as the theorem on separators
//! says (`factor_game/separators.rs`). A word is the sum of the runs of that letter, each with the
//! separator or nothing at each of its ends. A run of n letters is the heap of n counters whose
//! kind is given by its ends; a run between ends on which no rule can be used is no heap.
//!
//! ```text
//! "aa" -> "a", "bb" -> "a"    runs of b, between nothing or a: the kinds K0, K1, K2 and K3
//! K1(n) -> K1(i) + K3(n-i-2) for i in 0..n-2      .bbb|bb|bb.a: two b become a
//! K3(n) -> E(0) where n = 0                       aa becomes a, which has no moves
//! ```
//!
//! *Conditions.* Those of the theorem on separators: `"aab" -> "a"` loses b, and `aabab` is not the
//! sum of `aab` and `bab`. Each move leaves shorter runs alone, so that heaps become smaller.
//! Where all letters are copies of one that moves remove, `letter-heap` has the shorter rules.
//!
//! *Proof.* By the theorem a move on a word is a move on one of its runs, and reads its letters or
//! its ends. What it leaves is known from its sides, from the number of letters before those that
//! it reads, and from the ends that it does not read. The heap of kind E stands where nothing that
//! has moves is left: its only rule never applies.

use std::sync::{Arc, OnceLock};

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping, letter_heap};
use crate::{
    Component, FactorGame, Ruleset, Typed,
    factor_game::{End, Families, FamilyMove, Piece, Rest},
};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| (name == NAME).then(|| Arc::new(RunHeaps::default()) as SharedMapping),
    about: |rules, positions| {
        let found = RunHeaps::default();
        let is_about = |position: &&Component| matches!(position, Component::Row(_));
        let is_about = positions.iter().all(is_about) && !letter_heap::is_about(rules) && found.target(rules).is_some();
        is_about.then(|| Arc::new(found) as SharedMapping)
    },
};

const NAME: &str = "run-heaps";

/// More letters that separate are no reduction.
const MOST_ENDS: usize = 31;

/// Nor are more rules of heaps.
const MOST_RULES: usize = 500;

/// Of shorter runs than this, pairs are left out where only the value counts.
const SHORT: usize = 64;

/// The kind of the heap without moves.
const OVER: &str = "E";

#[derive(Default)]
struct RunHeaps {
    /// The runs of the rules that it was last about.
    known: OnceLock<(Ruleset, Option<Arc<WordRuns>>)>,
}

/// The runs of words.
struct WordRuns {
    families: Families,
    /// By kind: its name, if there is a move on it.
    names: Vec<Option<Arc<str>>>,
}

impl WordRuns {
    fn of(rules: &Ruleset) -> Option<WordRuns> {
        let Ruleset::Row(_) = rules else { return None };
        let families = Families::of(&FactorGame::of(rules, &[], true).ok()?).ok()?;
        if families.ends.len() > MOST_ENDS {
            return None;
        }
        let moves = |(left, right)| families.moves_on(left, right).next();
        let names = families.kinds().enumerate();
        let names = names.map(|(at, ends)| moves(ends).map(|_| format!("K{at}").into())).collect();
        Some(WordRuns { families, names })
    }

    /// The heap of a run, if there is a move on its kind.
    fn heap(&self, piece: Piece) -> Option<Component> {
        let kind = self.names[self.families.kind(piece.left, piece.right)].as_ref()?;
        Some(Component::Typed(Typed { kind: Arc::clone(kind), sizes: vec![piece.run as u64] }))
    }

    /// The text of the rules of the heaps.
    fn text(&self) -> Option<String> {
        let mut rules: Vec<String> = Vec::new();
        for ((left, right), name) in self.families.kinds().zip(&self.names) {
            let Some(name) = name else { continue };
            for own in self.families.moves_on(left, right) {
                let rule = format!("{name}(n) -> {}", self.left_by(own, left, right));
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
                if rules.len() > MOST_RULES {
                    return None;
                }
            }
        }
        if rules.iter().any(|rule| rule.contains(OVER)) {
            rules.push(format!("{OVER}(n) -> {OVER}(n-1) where n = 0"));
        }
        Some(rules.join(", "))
    }

    /// What a move leaves of a run of n letters between these ends, with its condition.
    fn left_by(&self, own: &FamilyMove, left: End, right: End) -> String {
        let name = |from: End, to: End| self.names[self.families.kind(from, to)].as_deref();
        let part = |from, size: String, to| name(from, to).map(|name| format!("{name}({size})"));
        let less = |name: &str, more: usize| format!("{name}-{}", own.run - more);
        let (rest, cut) = match own.rest {
            Rest::Nothing => (vec![], false),
            Rest::Joined(more) => (vec![part(left, less("n", more), right)], false),
            Rest::Left(more, to) => (vec![part(left, less("n", more), to)], false),
            Rest::Right(from, more) => (vec![part(from, less("n", more), right)], false),
            Rest::Both((before, to), (from, after)) => {
                let first = if before == 0 { "i".to_owned() } else { format!("i+{before}") };
                (vec![part(left, first, to), part(from, less("n-i", after), right)], true)
            }
        };
        let fixed = own.fixed.iter().map(|piece| part(piece.left, piece.run.to_string(), piece.right));
        let mut parts: Vec<String> = rest.into_iter().chain(fixed).flatten().collect();
        if parts.is_empty() {
            parts.push(format!("{OVER}(0)"));
        }
        let run = own.run;
        let condition = match own.rest {
            Rest::Nothing => format!("where n = {run}"),
            _ if cut => format!("for i in 0..n-{run}"),
            _ => format!("where n >= {run}"),
        };
        format!("{} {condition}", parts.join(" + "))
    }
}

impl RunHeaps {
    /// The runs of these rules; they are found once for the rules that come first.
    fn runs(&self, rules: &Ruleset) -> Option<Arc<WordRuns>> {
        let find = || WordRuns::of(rules).map(Arc::new);
        let (own, found) = self.known.get_or_init(|| (rules.clone(), find()));
        if own == rules { found.clone() } else { find() }
    }
}

impl Mapping for RunHeaps {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "a word is the sum of its runs of one letter, each a heap whose kind is given by the letters next to it"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        Some(crate::game(&self.runs(rules)?.text()?).ok()?.ruleset)
    }

    fn image(&self, rules: &Ruleset, component: &Component) -> Image {
        let (Some(runs), Component::Row(word)) = (self.runs(rules), component) else { return Image::Outside };
        let mut heaps = Vec::new();
        runs.families.split(word, |piece| heaps.extend(runs.heap(piece)));
        Image::Sum(heaps)
    }

    /// Most runs of a long word are short, and there are few kinds of them.
    fn image_of_value(&self, rules: &Ruleset, component: &Component) -> Image {
        let (Some(runs), Component::Row(word)) = (self.runs(rules), component) else { return Image::Outside };
        let mut odd: Vec<[bool; SHORT]> = vec![[false; SHORT]; runs.names.len()];
        let mut heaps = Vec::new();
        runs.families.split(word, |piece| match odd[runs.families.kind(piece.left, piece.right)].get_mut(piece.run) {
            Some(is_odd) => *is_odd = !*is_odd,
            None => heaps.extend(runs.heap(piece)),
        });
        for ((left, right), odd) in runs.families.kinds().zip(odd) {
            let odd = (0..SHORT).filter(|&run| odd[run]);
            heaps.extend(odd.filter_map(|run| runs.heap(Piece { left, run, right })));
        }
        Image::Sum(heaps)
    }
}

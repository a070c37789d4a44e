//! Rewriting rules on rows under which every play from a word has the same parity.
//!
//! If all plays of each position have one parity, every value is 0 or 1: the parity of any play.
//! That holds if play ends and the two results of each critical pair have plays to one word whose
//! lengths have the same parity (Newman's lemma modulo 2; the manual's page "Theorems" has the
//! proof). The check computes all critical pairs, rewrites both results as long as that can be
//! done, and compares the words and the parities. This is sufficient, not necessary.
//!
//! Example, `"ab" -> ""`: no two occurrences of `ab` overlap, so there is no critical pair. Each
//! play of `aabb` has two moves, so its value is 0.

use grundy_core::{Nimber, Outcome};
use grundy_games::{
    Component, Convention, Factor, FactorGame, FactorMove, Gap, Letter, RowMove, RowRules, Ruleset, Symbol, Term,
};

use super::{ClosedForm, letter, set};

/// Rewriting rules on rows, `take letter` on words, rings and bags, and differences of sets, under
/// which all plays from a position have one parity: that parity, and in misère play the mover wins
/// exactly if it is even.
#[derive(Debug)]
pub struct Parity;

impl ClosedForm for Parity {
    fn name(&self) -> &'static str {
        "parity"
    }

    fn statement(&self) -> &'static str {
        "all plays from a position have the same parity, which is its value; in misère play the mover wins exactly if it is even"
    }

    fn is_about(&self, ruleset: &Ruleset, _play: Convention) -> bool {
        set::is_about(ruleset) || letter::is_about(ruleset) || PairSystem::of(ruleset).is_some()
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match component {
            Component::Set(set) => Some(Nimber(set::value(set))),
            component if letter::is_about(ruleset) => letter::value(ruleset, component).map(Nimber),
            Component::Row(word) => PairSystem::read(ruleset)?.value(word).map(Nimber),
            _ => None,
        }
    }

    fn misere_outcome(&self, ruleset: &Ruleset, sum: &[Term]) -> Option<Outcome> {
        // The parity of a play of the sum is the sum of the parities.
        let odd = sum.iter().map(|term| self.value(ruleset, &term.component)).sum::<Option<Nimber>>()?;
        Some(if odd == Nimber::ZERO { Outcome::N } else { Outcome::P })
    }
}

/// More rules are not examined: the critical pairs are quadratic in them.
const MOST_RULES: usize = 16;

/// Rules with longer sides are not examined.
const LONGEST: usize = 16;

/// The largest weight of a letter that is tried.
const HEAVIEST: u64 = 8;

/// The most vectors of weights that are tried.
const MOST_VECTORS: usize = 1 << 12;

/// The rules as pairs of words over numbered letters.
struct PairSystem {
    /// The game, whose numbers of letters the rules use.
    game: FactorGame,
    /// Each rule: a factor, which is not empty, and the word that replaces it.
    rules: Vec<(Vec<Letter>, Vec<Letter>)>,
}

impl PairSystem {
    /// Returns the rules if they meet the hypotheses: they rewrite factors of rows into one piece
    /// each, independent of the ends of the word, play ends, and every critical pair has one
    /// parity. `None` also if weights up to 8 do not show that play ends.
    pub fn of(ruleset: &Ruleset) -> Option<PairSystem> {
        let system = PairSystem::read(ruleset)?;
        (system.ends() && system.has_one_parity()).then_some(system)
    }

    /// Returns the rules without a look at the pairs and the end of play, for a game of which both
    /// are known: [`PairSystem::value`] needs neither.
    pub fn read(ruleset: &Ruleset) -> Option<PairSystem> {
        let Ruleset::Row(rules) = ruleset else { return None };
        if !is_small(rules) {
            return None;
        }
        // Without sums: every letter of the rules is a letter, none is a separator.
        let game = FactorGame::of(ruleset, &[], false).ok()?;
        let rules = game.moves.iter().map(|kind| match kind {
            FactorMove::Replace(rule) if !rule.at_start && !rule.at_end => {
                let [right] = &rule.right[..] else { return None };
                let left =
                    rule.left.iter().map(|&(letter, run)| (!run).then_some(letter)).collect::<Option<Vec<_>>>()?;
                (!left.is_empty()).then(|| (left, right.clone()))
            }
            _ => None,
        });
        let rules: Vec<_> = rules.collect::<Option<_>>()?;
        (rules.len() <= MOST_RULES).then_some(PairSystem { game, rules })
    }

    /// Whether some weights of the letters are lowered by every rule. Then play ends after at most
    /// the weight of the word.
    fn ends(&self) -> bool {
        let letters = self.rules.iter().flat_map(|(left, right)| left.iter().chain(right)).copied();
        let Some(last) = letters.max() else { return false };
        let letters = usize::from(last) + 1;
        let falls = |weights: &[u64]| {
            let weight = |word: &[Letter]| word.iter().map(|&letter| weights[usize::from(letter)]).sum::<u64>();
            self.rules.iter().all(|(left, right)| weight(left) > weight(right))
        };
        let mut weights = vec![1; letters];
        for _ in 0..MOST_VECTORS {
            if falls(&weights) {
                return true;
            }
            // The next vector: the weights are digits.
            let Some(place) = weights.iter().position(|&weight| weight < HEAVIEST) else { return false };
            weights[..place].fill(1);
            weights[place] += 1;
        }
        false
    }

    /// Whether both results of every critical pair lead to one word by plays of one parity.
    ///
    /// A pair of rules overlaps where the second left side begins within the first one and agrees
    /// with it as far as both go; the word is the first side, made longer by the rest of the second
    /// one.
    fn has_one_parity(&self) -> bool {
        let all = || self.rules.iter();
        all().all(|(first, own)| {
            all().all(|(second, other)| {
                // The second occurrence begins within the first one.
                (0..first.len()).all(|at| {
                    let common = second.len().min(first.len() - at);
                    if first[at..at + common] != second[..common] {
                        return true;
                    }
                    let mut word = first.clone();
                    word.extend(&second[common..]);
                    let left = [own, &word[first.len()..]].concat();
                    let right = [&word[..at], other, &word[at + second.len()..]].concat();
                    let ends = (self.end(left), self.end(right));
                    matches!(ends, (Some(left), Some(right)) if left == right)
                })
            })
        })
    }

    /// The word that one play ends with, and whether the play has an odd number of moves; `None` if
    /// it has more moves than weights up to 8 allow.
    ///
    /// The play always rewrites the occurrence that ends first: `done` has no occurrence.
    fn end(&self, word: Vec<Letter>) -> Option<(Vec<Letter>, bool)> {
        let mut moves_left = HEAVIEST.saturating_mul(word.len() as u64);
        let (mut done, mut open) = (Vec::with_capacity(word.len()), word);
        open.reverse();
        let mut odd = false;
        while let Some(letter) = open.pop() {
            done.push(letter);
            if let Some((left, right)) = self.rules.iter().find(|(left, _)| done.ends_with(left)) {
                moves_left = moves_left.checked_sub(1)?;
                done.truncate(done.len() - left.len());
                open.extend(right.iter().rev());
                odd = !odd;
            }
        }
        Some((done, odd))
    }

    /// The parity of every play from a word: its value. `None` if play has too many moves, which
    /// rules that meet the hypotheses do not allow.
    ///
    /// Cost: at most 8 steps a letter of the word, each a comparison with all left sides.
    pub fn value(&self, word: &str) -> Option<u64> {
        // A letter that no rule names is in no occurrence. It gets the next number.
        let other = self.game.letters.len() as Letter;
        let number = |letter| self.game.letters.binary_search(&letter).map_or(other, |at| at as Letter);
        let (_, odd) = self.end(word.chars().map(number).collect())?;
        Some(u64::from(odd))
    }
}

/// Whether the rules are few and short enough to be examined.
fn is_small(rules: &RowRules) -> bool {
    rules.until.is_none()
        && (1..=MOST_RULES).contains(&rules.moves.len())
        && rules.moves.iter().all(|kind| match kind {
            RowMove::Remove(Gap::Closes, Factor::Word(words)) => {
                words.longest() <= LONGEST && words.iter().count() <= MOST_RULES
            }
            RowMove::Remove(Gap::Closes, Factor::Letter(Some(letters))) => letters.iter().count() <= MOST_RULES,
            RowMove::Rewrite(rule) => {
                let is_letter = |symbol: &Symbol| matches!(symbol, Symbol::Letter(_));
                rule.variables.is_empty()
                    && rule.left.len() <= LONGEST
                    && rule.right.iter().map(Vec::len).sum::<usize>() <= LONGEST
                    && rule.left.iter().chain(rule.right.iter().flatten()).all(is_letter)
            }
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::{Fault, Game, MexSet, Nimber, Outcome};
    use grundy_games::{Component, Convention, Term};

    use super::*;

    /// The value of a word, and whether the mover wins it in misère play, by the plain meaning.
    fn plain(ruleset: &Ruleset, word: &str, known: &mut HashMap<String, (Nimber, bool)>) -> (Nimber, bool) {
        if let Some(found) = known.get(word) {
            return *found;
        }
        let mut options = Vec::new();
        let walked = ruleset.options(&Component::Row(word.into()), |parts| {
            options.push(match parts {
                [] => String::new(),
                [Component::Row(rest)] => rest.clone(),
                other => panic!("{other:?} is not a row"),
            });
            Ok::<(), Fault>(())
        });
        walked.expect("rows have moves");
        let (mut seen, mut wins) = (MexSet::new(), options.is_empty());
        for option in options {
            let (value, lost) = plain(ruleset, &option, known);
            seen.insert(value);
            wins |= !lost;
        }
        let found = (seen.mex(), wins);
        known.insert(word.to_owned(), found);
        found
    }

    fn words(letters: &str, longest: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..longest {
            last = last.iter().flat_map(|word| letters.chars().map(move |letter| format!("{word}{letter}"))).collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    /// Compares the form with the plain meaning, if it is about the game. Returns whether it is.
    fn agrees(text: &str, longest: usize) -> bool {
        let game = grundy_games::game(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let form = Parity;
        let about = form.is_about(&game.ruleset, Convention::Normal);
        assert_eq!(about, form.is_about(&game.ruleset, Convention::Misere), "{text}");
        if !about {
            return false;
        }
        let mut known = HashMap::new();
        for word in words("abc", longest) {
            let (value, wins) = plain(&game.ruleset, &word, &mut known);
            let component = Component::Row(word.clone());
            assert_eq!(form.value(&game.ruleset, &component), Some(value), "{text} at {word}");
            let misere = form.misere_outcome(&game.ruleset, &[Term { ruleset: 0, component }]);
            assert_eq!(misere, Some(if wins { Outcome::N } else { Outcome::P }), "mis\u{e8}re {text} at {word}");
        }
        true
    }

    #[test]
    fn the_systems_of_the_literature_have_one_parity() {
        for text in [
            "row: \"ab\" -> \"\"",
            "row: \"aab\" -> \"\"",
            "row: \"aab\" -> \"a\"",
            "row: \"aab\" -> \"ba\"",
            "row: \"aa\" -> \"\", \"bb\" -> \"\"",
            "row: \"aa\" -> \"a\", \"ab\" -> \"b\"",
            "row: take \"ab\" or \"ba\"",
            "row: take letter of \"ab\"",
        ] {
            assert!(agrees(text, 7), "{text}");
        }
    }

    #[test]
    fn what_the_theorem_does_not_cover_is_refused() {
        for text in [
            "ring: \"ab\" -> \"\"",
            "ring: \"aa\" -> \"a\", \"aba\" -> \"aa\"",
            "row: ^\"ab\" -> \"\"",
            "row: \"ab\"$ -> \"\"",
            "row: \"ab\" -> \"a\" | \"b\"",
            "row: cut \"ab\"",
            "row: \"xyx\" -> \"x\" for letters x, y",
            "row: \"ab\" -> \"\" until distinct",
            "row: \"aa\" -> \"\", \"a\" -> \"\"",
            "row: \"aaa\" -> \"a\", \"aa\" -> \"a\"",
            "row: \"ab\" -> \"ba\"",
        ] {
            let Ok(game) = grundy_games::game(text) else { continue };
            assert!(!Parity.is_about(&game.ruleset, Convention::Normal), "{text}");
        }
    }

    #[test]
    fn random_systems_agree_with_the_plain_meaning() {
        let mut random = fastrand::Rng::with_seed(17);
        let mut random = |limit: usize| random.usize(..limit);
        let mut covered = 0;
        for _ in 0..600 {
            let mut word = |shortest: usize, longest: usize| -> String {
                let length = shortest + random(longest - shortest + 1);
                (0..length).map(|_| ["a", "a", "b", "b", "c"][random(5)]).collect()
            };
            let rules = (0..word(1, 3).len()).map(|_| {
                let left = word(1, 4);
                format!("\"{left}\" -> \"{}\"", word(0, left.len()))
            });
            let rules: Vec<String> = rules.collect();
            let text = format!("row: {}", rules.join(", "));
            if grundy_games::game(&text).is_ok() {
                covered += u32::from(agrees(&text, 6));
            }
        }
        assert!(covered > 60, "{covered} systems have one parity");
    }

    #[test]
    fn a_word_of_a_million_letters_has_a_value() {
        let game = grundy_games::game("row: \"ab\" -> \"\"").expect("a game");
        let word = format!("{}{}", "a".repeat(500_001), "b".repeat(500_000));
        assert_eq!(Parity.value(&game.ruleset, &Component::Row(word)), Some(Nimber(0)));
        assert_eq!(Parity.value(&game.ruleset, &Component::Row("xaby".into())), Some(Nimber(1)));
        assert_eq!(Parity.value(&game.ruleset, &Component::Row(String::new())), Some(Nimber(0)));
    }
}

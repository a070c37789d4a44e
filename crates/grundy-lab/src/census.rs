//! All small systems of rewriting rules, each once up to renaming letters and reading words
//! backwards.
//!
//! A class is given by the number of letters, the longest left side and the number of rules; every
//! right side is shorter than its left side, so every game ends. Of the systems that renaming and
//! reversal turn into each other, the least is kept. With `|`, a right side may split once.
//!
//! *Example.* Two letters, left sides of up to two letters, one rule: `"ab" -> "b"` and `"ba" ->
//! "b"` are reversals of each other, so one of them is kept.
//!
//! *Cost.* A search for an automaton for each system, within the limits of each.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use grundy::{
    Budget, Error, Run, Verdict,
    cert::{Automaton, Claim},
    check,
    help::{Fix, Help},
    proof::{AutomatonQuery, Finding, Standing, prove_rows},
};

use crate::survey::{Failure, each, in_order};

/// A class of systems.
///
/// ```text
/// 2 letters, left sides of at most 2, 1 rule, no |
///   "a" -> "", "aa" -> "", "aa" -> "a", "ab" -> "", "ab" -> "a", ..
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The number of letters, from a on.
    pub letters: u8,
    /// The longest left side.
    pub left: usize,
    /// The number of rules of a system.
    pub rules: usize,
    /// Whether right sides may split.
    pub splitting: bool,
}

/// A side of a rule: letters, and `|`.
type RuleSide = Vec<u8>;

/// The left side and the right side of a rule.
type CensusRule = (RuleSide, RuleSide);

/// What separates the pieces of a right side.
const CUT: u8 = b'|';

/// Classes with more rules are refused.
const MOST_RULES: usize = 2_000;

impl Class {
    /// Returns every rule of the class, in order.
    ///
    /// Right sides are all shorter words; with `splitting`, also each of them with one cut at every
    /// place.
    fn rules_of(self) -> Result<Vec<CensusRule>, String> {
        let mut words: Vec<RuleSide> = vec![Vec::new()];
        let mut at = 0;
        while at < words.len() {
            if words[at].len() < self.left {
                let longer: Vec<RuleSide> =
                    (0..self.letters).map(|letter| [&words[at][..], &[b'a' + letter]].concat()).collect();
                words.extend(longer);
            }
            at += 1;
            if words.len() > MOST_RULES {
                return Err("the class has too many rules".into());
            }
        }
        let mut rules = Vec::new();
        for left in words.iter().filter(|word| !word.is_empty()) {
            for right in words.iter().filter(|word| word.len() < left.len()) {
                rules.push((left.clone(), right.clone()));
                if self.splitting {
                    let parted = |cut: usize| [&right[..cut], &[CUT], &right[cut..]].concat();
                    rules.extend((0..=right.len()).map(|cut| (left.clone(), parted(cut))));
                }
            }
            if rules.len() > MOST_RULES {
                return Err("the class has too many rules".into());
            }
        }
        rules.sort_unstable();
        Ok(rules)
    }

    /// Returns every system of the class, as the text of a game, in order.
    ///
    /// Each is the least of those that renaming and reversal turn into each other.
    ///
    /// # Errors
    /// A refusal of a field if the class is empty by its definition, or has too many rules; or a
    /// limit of the budget, which counts every choice of rules.
    pub fn systems(self, budget: &mut Budget) -> Result<Vec<String>, Error> {
        let refuse = |why: String| {
            let help = Help::from("take a smaller class, such as ") + Fix::set("letters", 2) + ", ";
            Error::field("left", why, help + Fix::set("left", 3) + ", " + Fix::set("rules", 2))
        };
        if self.letters == 0 || self.letters > 4 || self.rules == 0 || self.left == 0 {
            let why = "a class has one to four letters, left sides of at least one letter and at least one rule";
            return Err(refuse(why.into()));
        }
        let all = self.rules_of().map_err(refuse)?;
        let index = |rule: &CensusRule| all.binary_search(rule).map_err(|_| "a rule has left its class".to_owned());
        let mut images: Vec<Vec<usize>> = Vec::new();
        for renamed in permutations(self.letters) {
            for backwards in [false, true] {
                let side = |side: &RuleSide| -> RuleSide {
                    let rename = |&own: &u8| if own == CUT { CUT } else { renamed[usize::from(own - b'a')] };
                    if backwards { side.iter().rev().map(rename).collect() } else { side.iter().map(rename).collect() }
                };
                let image: Result<Vec<usize>, String> =
                    all.iter().map(|(left, right)| index(&(side(left), side(right)))).collect();
                images.push(image.map_err(refuse)?);
            }
        }
        let mut found = Vec::new();
        let mut chosen: Vec<usize> = (0..self.rules).collect();
        if self.rules > all.len() {
            return Ok(found);
        }
        let steps = u32::try_from(images.len() * self.rules).unwrap_or(u32::MAX);
        loop {
            budget.charge(steps)?;
            let least = images.iter().all(|image| {
                let mut other: Vec<usize> = chosen.iter().map(|&rule| image[rule]).collect();
                other.sort_unstable();
                chosen <= other
            });
            if least {
                let system = text(chosen.iter().map(|&rule| &all[rule]));
                budget.hold((size_of::<String>() + system.len()) as u64)?;
                found.push(system);
            }
            let Some(at) = (0..self.rules).rev().find(|&at| chosen[at] + self.rules - at < all.len()) else {
                return Ok(found);
            };
            chosen[at] += 1;
            for next in at + 1..self.rules {
                chosen[next] = chosen[next - 1] + 1;
            }
        }
    }
}

/// Returns every permutation of the letters.
fn permutations(letters: u8) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..letters {
        let longer = all.iter().flat_map(|own| {
            (b'a'..b'a' + letters).filter(|letter| !own.contains(letter)).map(|letter| [&own[..], &[letter]].concat())
        });
        all = longer.collect();
    }
    all
}

/// The rules as a text of the language.
fn text<'a>(rules: impl Iterator<Item = &'a CensusRule>) -> String {
    let side = |side: &RuleSide| String::from_utf8_lossy(side).into_owned();
    let rules: Vec<String> = rules.map(|(left, right)| format!("\"{}\" -> \"{}\"", side(left), side(right))).collect();
    format!("row: {}", rules.join(", "))
}

/// The result of a census for one system.
///
/// Entries with equal machines are games with the same values on all words.
#[derive(Clone, Debug)]
pub struct CensusEntry {
    /// The status of the machine; the checker has verified it if it is proved or certified.
    pub standing: Standing,
    /// The machine.
    pub claim: Option<Arc<Automaton>>,
    /// What gives the values if no finite machine does: the parity of plays, a machine that counts,
    /// or the values of runs between letters that separate.
    pub law: Option<Claim>,
    /// Every machine of the system has more states than this.
    pub more_than: u64,
}

/// Studies these systems, each for at most `time` and within the time of the run, on its threads,
/// and passes each entry to `keep`, in the order of the systems.
///
/// # Errors
/// A system that cannot be studied, by its index, or the first error of `keep`.
pub fn study_all<E: Send>(
    run: &Run,
    systems: &[String],
    wish: &AutomatonQuery,
    time: Duration,
    mut keep: impl FnMut(&str, CensusEntry) -> Result<(), E> + Send,
) -> Result<(), Failure<E>> {
    let one = |system: &String, budget: &mut Budget| study(system, wish, budget);
    each(run, Some(time), "systems", systems, one, in_order(|at, entry| keep(&systems[at], entry)))
}

/// A search that ends at a number of states may have up to this many times as many, if they grow
/// slowly.
const ROOM: u64 = 8;

/// Learns, proves and checks the automaton of a system, or a law of its values, within the limits.
///
/// If the number of states grows at most as the square of the length of words, the search may have
/// 8 times as many of them: a periodic machine shows only after several periods.
///
/// A claim that the checker does not verify is an error here and not a result: it would be a fault
/// of the program.
pub fn study(system: &str, wish: &AutomatonQuery, budget: &mut Budget) -> Result<CensusEntry, String> {
    let rules = grundy::games::game(system).map_err(|mistake| mistake.message)?;
    let mut proof = prove_rows(&rules, wish, budget, &mut |_| {})?;
    if let (Finding::Automaton(found), Some(most)) = (&proof.finding, wish.most_states)
        && let Some(length) = found.claim.as_ref().and_then(|claim| claim.upto)
        && length.saturating_mul(length) / 2 >= found.more_than
    {
        let most_states = Some(most.saturating_mul(ROOM));
        let further = prove_rows(&rules, &AutomatonQuery { most_states, ..wish.clone() }, budget, &mut |_| {})?;
        if further.standing == Standing::Proved {
            proof = further;
        }
    }
    if let Some((query, solution)) = &proof.solution {
        let verdict = check(query, solution, &mut || true);
        if verdict != Ok(Verdict::Verified) {
            return Err(format!("{system}: the checker refuses the proof: {verdict:?}"));
        }
    }
    let standing = proof.standing;
    match proof.finding {
        Finding::Automaton(found) => {
            Ok(CensusEntry { standing, claim: found.claim, law: None, more_than: found.more_than })
        }
        Finding::Law(law) => Ok(CensusEntry { standing, claim: None, law: Some(law), more_than: 0 }),
        Finding::Period(_) | Finding::Quotient(_) | Finding::Listed(_) => Err(format!("{system} is no game on words")),
    }
}

/// Returns the different machines of some entries, the most frequent first, with the indices of
/// their systems.
///
/// Groups of equal size come in the order of their first systems.
pub fn groups<K: Ord + Clone>(machines: &[(usize, K)]) -> Vec<(K, Vec<usize>)> {
    let keys: BTreeSet<&K> = machines.iter().map(|(_, key)| key).collect();
    let places = |key: &K| machines.iter().filter(|(_, own)| own == key).map(|&(at, _)| at).collect::<Vec<_>>();
    let mut groups: Vec<(K, Vec<usize>)> = keys.into_iter().map(|key| (key.clone(), places(key))).collect();
    groups.sort_by_key(|(_, places)| (std::cmp::Reverse(places.len()), places.first().copied()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Limits;

    /// Its machine has 606 states and a period of 12 levels, which shows at over a thousand states.
    /// The other system doubles its states with every few letters.
    #[test]
    fn systems_that_grow_slowly_have_more_room() {
        let wish = AutomatonQuery { most_states: Some(200), ..AutomatonQuery::default() };
        let study = |system| study(system, &wish, &mut Run::new(Limits::default()).budget()).unwrap();
        let slow = study("row: \"aaa\" -> \"a\", \"abb\" -> \"bb\"");
        let Some(Claim::Counting(found)) = &slow.law else { panic!("{slow:?}") };
        assert_eq!(
            (slow.standing, found.machine.states(), found.machine.counters[0].period),
            (Standing::Proved, 606, 12)
        );
        let fast = study("row: \"aab\" -> \"b\", \"bba\" -> \"ab\"");
        assert!(fast.standing != Standing::Proved && fast.more_than <= 200, "{fast:?}");
    }

    /// Runs of a have the period 34 between every two ends in the first system, and grow in the
    /// second one.
    #[test]
    fn systems_whose_letters_separate_are_proved() {
        let wish = AutomatonQuery { most_states: Some(200), ..AutomatonQuery::default() };
        for system in ["row: \"aa\" -> \"b\", \"bab\" -> \"bb\"", "row: \"aa\" -> \"a\", \"bb\" -> \"a\""] {
            let found = study(system, &wish, &mut Run::new(Limits::default()).budget()).unwrap();
            assert!(matches!(found.law, Some(Claim::Reduced(_))) && found.standing == Standing::Proved, "{found:?}");
        }
    }

    #[test]
    fn classes_have_as_many_systems_as_counted_by_hand() {
        let count = |left, rules, splitting| {
            Class { letters: 2, left, rules, splitting }.systems(&mut Budget::new()).unwrap().len()
        };
        assert_eq!([count(3, 1, false), count(4, 1, false), count(3, 2, false)], [25, 97, 721]);
        assert_eq!([count(2, 1, true), count(2, 2, true)], [13, 187]);
    }

    #[test]
    fn every_system_stands_for_its_images_once() {
        let class = Class { letters: 2, left: 2, rules: 2, splitting: false };
        let systems = class.systems(&mut Budget::new()).unwrap();
        let rules = class.rules_of().unwrap();
        assert_eq!(rules.len(), 14);
        // Burnside: the pairs that each of the four symmetries keeps, added and divided by four.
        let renamed =
            |side: &RuleSide| -> RuleSide { side.iter().map(|&own| if own == b'a' { b'b' } else { b'a' }).collect() };
        let reversed = |side: &RuleSide| -> RuleSide { side.iter().rev().copied().collect() };
        let identity = |side: &RuleSide| side.clone();
        let both = |side: &RuleSide| reversed(&renamed(side));
        let symmetries: [&dyn Fn(&RuleSide) -> RuleSide; 4] = [&identity, &renamed, &reversed, &both];
        let mut kept = 0;
        for image in symmetries {
            for (at, first) in rules.iter().enumerate() {
                for second in &rules[at + 1..] {
                    let apply = |rule: &CensusRule| (image(&rule.0), image(&rule.1));
                    let pair: BTreeSet<CensusRule> = [first.clone(), second.clone()].into();
                    kept += usize::from(pair == [apply(first), apply(second)].into());
                }
            }
        }
        assert_eq!(systems.len() * 4, kept);
    }
}

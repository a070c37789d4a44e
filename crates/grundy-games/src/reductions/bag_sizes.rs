//! `bag-groups`: a bag is a sum of heaps that have a size for each letter. `bag-sizes abc`: with an
//! ending, a bag of these letters is one such heap.
//!
//! *Theorem.* Let moves take letters, or the letters of words. A *group* is a set of letters that
//! words join. A bag without an ending is the sum of its groups, and each group is the heap whose
//! sizes are the numbers of its letters: a move lowers them by the letters that it takes. With an
//! ending that looks at these numbers, the bag is the heap of all its letters, whose rules have the
//! condition that the ending does not hold.
//!
//! *Conditions.* No list restricts what is left, and no move splits a bag: `bag: take letter within
//! "a"` has no move at {aaa}, and a heap of 3 has one. With an ending groups are not separate:
//! `bag: take letter until length at most 1` has a move at {ab}, and none at {a} and {b}. All
//! letters of the bag have a size then, since each counts for the ending, also if no move takes it.
//!
//! *Proof.* A word can be taken if the bag has all of its letters, each as often as the word; that
//! is if no size becomes negative, and rules of heaps have no other condition. Words join letters
//! of one group only, so a move changes one heap of the sum. A letter that no word has is a group
//! by itself: it is taken alone, or never, and then it is left out. A heap whose sizes are all 0
//! has no moves, since a move takes a letter at least.

use std::{collections::BTreeSet, fmt::Write, sync::Arc};

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping, piles_sizes::NAMES};
use crate::{Bag, BagMove, BagRules, Component, Ending, Factor, Ruleset, Typed, text::quote::is_bare_letter};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| {
        if name == GROUPS {
            return Some(Arc::new(BagSizes { letters: None }));
        }
        let letters: Vec<char> = name.strip_prefix(SIZES)?.strip_prefix(' ')?.chars().collect();
        let ascend = letters.is_sorted_by(|a, b| a < b) && (1..=NAMES.len()).contains(&letters.len());
        (ascend && letters.iter().copied().all(is_bare_letter))
            .then(|| Arc::new(BagSizes { letters: Some(letters) }) as SharedMapping)
    },
    about: |rules, positions| {
        let Ruleset::Bag(own) = rules else { return None };
        let mut letters = BTreeSet::new();
        for position in positions {
            let Component::Bag(bag) = position else { return None };
            letters.extend(bag.counts().iter().map(|&(letter, _)| letter));
        }
        let found = BagSizes { letters: own.until.is_some().then(|| letters.into_iter().collect()) };
        let is_named = found.letters.as_ref().is_none_or(|_| (KIND.read)(&found.name()).is_some());
        (is_named && found.target(rules).is_some()).then(|| Arc::new(found) as SharedMapping)
    },
};

/// The name where nothing ends play before moves run out.
const GROUPS: &str = "bag-groups";

/// The name where something does.
const SIZES: &str = "bag-sizes";

/// More rules than this are no reduction.
const MOST_RULES: usize = 200;

/// Nor are longer lists of words, whose bags are not looked at.
const MOST_WORDS: usize = 1 << 14;

struct BagSizes {
    /// All letters, ascending, if an ending depends on them.
    letters: Option<Vec<char>>,
}

/// Letters of which heaps of one kind have the numbers.
struct Group {
    kind: String,
    letters: Vec<char>,
    /// What moves take, as the number of each letter.
    taken: BTreeSet<Vec<u32>>,
}

/// What moves take.
struct Takes {
    /// The letters and the words that are named.
    named: BTreeSet<Bag>,
    /// Whether any letter may be taken.
    any: bool,
}

/// What moves take; `None` if they do something else, or too much.
fn takes(rules: &BagRules) -> Option<Takes> {
    let (mut named, mut any) = (BTreeSet::new(), false);
    for kind in &rules.moves {
        let BagMove::Take(what) = kind else { return None };
        match what {
            Factor::Letter(None) => any = true,
            Factor::Letter(Some(letters)) => {
                named.extend(letters.iter().take(MOST_RULES + 1).map(|letter| Bag::of([letter])));
            }
            // Anagrams are one bag, so the list is cut at no number of words.
            Factor::Word(words) if words.len() <= MOST_WORDS => {
                named.extend(words.bags().iter().take(MOST_RULES + 1).cloned());
            }
            _ => return None,
        }
        if named.len() > MOST_RULES {
            return None;
        }
    }
    Some(Takes { named, any })
}

impl Takes {
    /// The sets of letters that words join, each with its letters ascending.
    fn joined(&self) -> BTreeSet<BTreeSet<char>> {
        self.named.iter().fold(BTreeSet::new(), |groups, bag| {
            let own: BTreeSet<char> = bag.counts().iter().map(|&(letter, _)| letter).collect();
            let (met, mut apart): (BTreeSet<BTreeSet<char>>, BTreeSet<_>) =
                groups.into_iter().partition(|group: &BTreeSet<char>| !group.is_disjoint(&own));
            apart.insert(met.into_iter().flatten().chain(own).collect());
            apart
        })
    }

    /// The heaps for these letters; `None` if they are too many for sizes.
    fn group(&self, kind: String, letters: Vec<char>) -> Option<Group> {
        let numbers = |bag: &Bag| letters.iter().map(|&letter| bag.count(letter)).collect::<Vec<u32>>();
        let is_within = |bag: &&Bag| bag.counts().iter().all(|(letter, _)| letters.contains(letter));
        let singles = letters.iter().filter(|_| self.any).map(|&letter| Bag::of([letter]));
        let taken = self.named.iter().filter(is_within).map(numbers).chain(singles.map(|bag| numbers(&bag)));
        let taken = taken.filter(|numbers| numbers.iter().any(|&number| number > 0)).collect();
        (letters.len() <= NAMES.len()).then_some(Group { kind, letters, taken })
    }
}

impl BagSizes {
    /// The groups of letters, and whether each other letter is a group by itself.
    fn groups(&self, rules: &BagRules) -> Option<(Vec<Group>, bool)> {
        let takes = takes(rules)?;
        if rules.until.is_some() != self.letters.is_some() {
            return None;
        }
        if let Some(letters) = &self.letters {
            return Some((vec![takes.group("B".to_owned(), letters.clone())?], false));
        }
        let joined = takes.joined().into_iter().filter(|letters| !letters.is_empty());
        let group = |(at, letters): (usize, BTreeSet<char>)| takes.group(format!("B{at}"), Vec::from_iter(letters));
        Some((joined.enumerate().map(group).collect::<Option<_>>()?, takes.any))
    }
}

/// The kind of the heaps of a letter that no word has.
const SINGLE: &str = "B";

/// The condition that the ending does not hold of a bag with these numbers of letters; `None` if it
/// does not look at numbers, or is long.
fn goes_on(until: &Ending, letters: &[char]) -> Option<String> {
    let names = &NAMES[..letters.len()];
    let all = |sign: &str, each: &dyn Fn(&&str) -> String| names.iter().map(each).collect::<Vec<_>>().join(sign);
    Some(match until {
        Ending::Distinct => all(" or ", &|name| format!("{name} > 1")),
        Ending::EachAtMost(most) => all(" or ", &|name| format!("{name} > {most}")),
        Ending::LengthAtMost(most) => format!("{} > {most}", all(" + ", &|name| (*name).to_owned())),
        Ending::DistinctAtMost(most) => format!("{} > {most}", all(" + ", &|name| format!("min({name}, 1)"))),
        Ending::AnagramOfPalindrome => format!("{} > 1", all(" + ", &|name| format!("{name} % 2"))),
        Ending::Contains(words) => {
            let mut conditions = BTreeSet::new();
            for word in words.iter().take(MOST_RULES + 1) {
                let bag = Bag::of(word.chars());
                let lacks = |(name, letter): (&&str, &char)| match bag.count(*letter) {
                    0 => None,
                    count => Some(format!("{name} < {count}")),
                };
                let lacks: Vec<String> = names.iter().zip(letters).filter_map(lacks).collect();
                let is_held = bag.counts().iter().all(|(letter, _)| letters.contains(letter));
                conditions.extend(is_held.then(|| format!("({})", lacks.join(" or "))));
            }
            return (words.len() <= MOST_RULES).then(|| Vec::from_iter(conditions).join(" and "));
        }
        Ending::EndsWith(_) | Ending::Increasing => return None,
    })
}

impl Group {
    fn heap(&self, bag: &Bag) -> Component {
        let sizes = self.letters.iter().map(|&letter| bag.count(letter).into()).collect();
        Component::Typed(Typed { kind: self.kind.as_str().into(), sizes })
    }

    /// Writes the rules of the kind.
    fn rules(&self, condition: &str, text: &mut String) {
        let names = &NAMES[..self.letters.len()];
        for taken in &self.taken {
            let lowered = names.iter().zip(taken).map(|(name, &number)| match number {
                0 => (*name).to_owned(),
                number => format!("{name}-{number}"),
            });
            let (lowered, kind) = (Vec::from_iter(lowered).join(", "), &self.kind);
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}{kind}({}) -> {kind}({lowered}){condition}", names.join(", "));
        }
    }
}

impl Mapping for BagSizes {
    fn name(&self) -> String {
        match &self.letters {
            None => GROUPS.to_owned(),
            Some(letters) => format!("{SIZES} {}", String::from_iter(letters)),
        }
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        match self.letters {
            None => "a bag is a sum of heaps, one for each group of letters, with a size for each letter",
            Some(_) => "a bag is one heap with a size for each letter",
        }
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Bag(rules) = rules else { return None };
        let (groups, singles) = self.groups(rules)?;
        let condition = match (&rules.until, &self.letters) {
            (Some(until), Some(letters)) => goes_on(until, letters)?,
            _ => String::new(),
        };
        let condition = if condition.is_empty() { condition } else { format!(" where {condition}") };
        let mut text = String::new();
        groups.iter().for_each(|group| group.rules(&condition, &mut text));
        if singles {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}{SINGLE}(n) -> {SINGLE}(n-1)");
        }
        Some(crate::game(&text).ok()?.ruleset)
    }

    fn image(&self, rules: &Ruleset, component: &Component) -> Image {
        let (Ruleset::Bag(rules), Component::Bag(bag)) = (rules, component) else { return Image::Outside };
        let Some((groups, singles)) = self.groups(rules) else { return Image::Outside };
        let group_of = |letter: char| groups.iter().position(|group| group.letters.contains(&letter));
        let (mut met, mut heaps) = (BTreeSet::new(), Vec::new());
        for &(letter, count) in bag.counts() {
            match group_of(letter) {
                Some(at) if met.insert(at) => heaps.push(groups[at].heap(bag)),
                Some(_) => {}
                None if self.letters.is_some() => return Image::Outside,
                None if singles => {
                    heaps.push(Component::Typed(Typed { kind: SINGLE.into(), sizes: vec![count.into()] }));
                }
                None => {}
            }
        }
        Image::Sum(heaps)
    }
}

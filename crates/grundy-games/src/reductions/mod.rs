//! Reductions: theorems by which a game is solved as another game.
//!
//! A reduction maps the positions of a game to sums of positions of a second game, so that every
//! method for the second one is a method for the first one. What it keeps is a small theorem
//! ([`Keeps`]), stated in the file of the reduction and proved in the book. Each reduction has a
//! name, which certificates state; the map follows from the name and the rules, so whoever checks
//! an answer derives it anew.
//!
//! ```
//! use grundy_games::{Component, reductions::{Image, Reduction}};
//!
//! let ring = grundy_games::game("ring: cut \"aa\"")?.ruleset;
//! let found = Reduction::of(&ring, &[]);
//! let names: Vec<String> = found.iter().map(ToString::to_string).collect();
//! assert_eq!(names, ["ring-row"]);
//! assert_eq!(found[0].target(&ring).unwrap().to_string(), "row: cut \"aa\"");
//! assert_eq!(found[0].image(&ring, &Component::Ring("aab".into())), Image::OfOptions);
//! # Ok::<(), grundy_games::Diagnostic>(())
//! ```
//!
//! To add a reduction: a file with a type that implements `Mapping`, and a line in `KINDS`; then
//! its part of the second checker, and its proof in the book.

mod bag_sizes;
mod bar_rows;
mod coin_gaps;
mod letter_heap;
mod member_graph;
mod piles_sizes;
mod ring_row;
mod run_heaps;
mod strip;
mod tape_states;

use std::{fmt, sync::Arc};

use grundy_core::{Fault, Visit};
pub(crate) use strip::heaps_of;

use crate::{
    Component, Ruleset,
    boards::{Visitor, WalkEnd, settled},
};

/// What a reduction keeps.
///
/// Exhaustive: the checker and the planner state for each case what they may conclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The options of the image are the images of the options, as a set. So the value is the same,
    /// and so are the outcome in misère play, also of sums, and the number of moves that are left.
    Options,
    /// As [`Keeps::Options`] for the positions that have an image; each option of the others has
    /// one, so that one step gives their values.
    OptionsAfterMove,
    /// The value in normal play, and nothing else: the image may have other options, longer plays
    /// and another winner in misère play. The value of an option is that of its own image, which
    /// need not be an option of the image.
    Value,
}

/// The image of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// A sum of positions of the other game; the empty sum has no moves.
    Sum(Vec<Component>),
    /// It has none, and all of its options have one.
    OfOptions,
    /// The reduction is not about this position.
    Outside,
}

/// A map from the positions of a game to sums of positions of another game.
///
/// `Display` writes the name as certificates state it: `ring-row`, `piles-sizes 2`.
#[derive(Clone)]
pub struct Reduction(SharedMapping);

/// What is particular to a reduction.
trait Mapping: Send + Sync {
    /// The name, with an argument if it has one.
    fn name(&self) -> String;

    fn keeps(&self) -> Keeps;

    /// The theorem, as a sentence without its end.
    fn statement(&self) -> &'static str;

    /// The rules of the other game; `None` if these rules do not satisfy the conditions.
    fn target(&self, rules: &Ruleset) -> Option<Ruleset>;

    /// The image of a position of rules that have a target.
    fn image(&self, rules: &Ruleset, component: &Component) -> Image;

    /// As [`Mapping::image`], where only the value counts: equal parts, which are 0 in pairs, may
    /// be left out in pairs.
    fn image_of_value(&self, rules: &Ruleset, component: &Component) -> Image {
        self.image(rules, component)
    }

    /// Other positions of the other game that stand for the same position as this image.
    fn alike(&self, _image: &Component) -> Vec<Component> {
        Vec::new()
    }

    /// What a move on a position leaves, if it leaves these parts of the image of the position.
    fn carried_back(&self, _from: &Component, _left: &[Component]) -> Option<Vec<Component>> {
        None
    }

    /// The number of moves of a position, where moves are told by the theorem.
    fn moves(&self, _component: &Component) -> Option<u128> {
        None
    }

    /// The options of a position whose values are its own after exclusive or with this number,
    /// where they are told by the theorem.
    fn changed(&self, _from: &Component, _change: u64) -> Option<Vec<Component>> {
        None
    }

    /// Shows the options of a position, each at least once.
    fn walk(&self, rules: &Ruleset, component: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        rules.board(|board| board.walk_from(component, visit))
    }
}

/// Reductions of one kind: how a name is read, and which of them is about these rules and these
/// positions.
struct ReductionKind {
    read: fn(&str) -> Option<SharedMapping>,
    about: fn(&Ruleset, &[&Component]) -> Option<SharedMapping>,
}

type SharedMapping = Arc<dyn Mapping>;

/// All kinds of reductions. A target is on a board of a lower rank, so that chains of them end: of
/// rings, rows, piles, bags, tapes, orders, heaps of kinds and heaps, each leads to a later one.
const KINDS: [ReductionKind; 10] = [
    ring_row::KIND,
    letter_heap::KIND,
    run_heaps::KIND,
    piles_sizes::KIND,
    bag_sizes::KIND,
    tape_states::KIND,
    bar_rows::KIND,
    strip::KIND,
    member_graph::KIND,
    coin_gaps::KIND,
];

impl Reduction {
    /// The reductions that are about all of these positions of a game, or about the game if there
    /// are none.
    ///
    /// Some are about positions of a size, and need one to be found.
    ///
    /// # Cost
    /// A look at the rules, and at the positions.
    pub fn of(rules: &Ruleset, positions: &[&Component]) -> Vec<Reduction> {
        KINDS.iter().filter_map(|kind| (kind.about)(rules, positions).map(Reduction)).collect()
    }

    /// The reduction of this name; `None` if there is none, or if it is written in another form.
    ///
    /// ```
    /// use grundy_games::reductions::Reduction;
    ///
    /// assert!(Reduction::named("piles-sizes 2").is_some());
    /// assert!(Reduction::named("piles-sizes 02").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Reduction> {
        let found = KINDS.iter().find_map(|kind| (kind.read)(name)).map(Reduction)?;
        (found.to_string() == name).then_some(found)
    }

    /// What it keeps.
    ///
    /// It is the same for all rules.
    pub fn keeps(&self) -> Keeps {
        self.0.keeps()
    }

    /// The theorem, as a sentence without its end.
    ///
    /// The book has the proof.
    pub fn statement(&self) -> &'static str {
        self.0.statement()
    }

    /// The rules of the other game; `None` if these rules do not satisfy the conditions of the
    /// theorem.
    ///
    /// The text of these rules reads back as the same rules.
    pub fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        self.0.target(rules)
    }

    /// The image of a position of rules that have a target: of these rules, not of others that are
    /// made narrower for the position, since names of kinds depend on all of them.
    ///
    /// It is a look at the position; no move is made.
    pub fn image(&self, rules: &Ruleset, component: &Component) -> Image {
        self.0.image(rules, component)
    }

    /// A sum with the value of the image: the image, from which equal parts may be left out in
    /// pairs.
    ///
    /// For long words it is far smaller than the image.
    pub fn image_of_value(&self, rules: &Ruleset, component: &Component) -> Image {
        self.0.image_of_value(rules, component)
    }

    /// Other positions of the other game that stand for the same position as this part of an image,
    /// so that they are equal: a heap with several sizes in another order.
    ///
    /// None of them is the image itself.
    pub fn alike(&self, image: &Component) -> Vec<Component> {
        self.0.alike(image)
    }

    /// Calls `visit` with the image of each option of a position whose image is
    /// [`Image::OfOptions`], at least once each, and `work` with the steps that were taken since.
    ///
    /// # Errors
    /// The first error of `visit`, or a fault of the rules; an option without an image is a fault.
    ///
    /// # Cost
    /// The moves of the position; equal ones may be made once.
    pub fn images_of_options<E: From<Fault>>(
        &self,
        rules: &Ruleset,
        component: &Component,
        mut work: impl FnMut(u32) -> Result<(), E>,
        mut visit: impl FnMut(Vec<Component>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(rules, component, |seen| {
            let Some(parts) = seen.option(&mut work)? else { return Ok(()) };
            let mut sum = Vec::new();
            for part in parts {
                match self.image(rules, part) {
                    Image::Sum(images) => sum.extend(images),
                    Image::OfOptions | Image::Outside => {
                        return Err(Fault(format!("{part} has no image under {self}")).into());
                    }
                }
            }
            visit(sum)
        })
    }

    /// Calls `visit` with the options of a position, each at least once, and with the work in
    /// between: equal ones may be shown fewer times than the plain meaning shows them.
    ///
    /// # Errors
    /// The first error of `visit`, or a fault of the rules.
    pub fn walk<E: From<Fault>>(
        &self,
        rules: &Ruleset,
        component: &Component,
        mut visit: impl FnMut(Visit<'_, Component>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut refused = None;
        let walked = self.0.walk(rules, component, &mut |seen| {
            visit(seen).map_err(|error| {
                refused = Some(error);
                WalkEnd::Refused
            })
        });
        settled(walked, refused)
    }

    /// What a move on a position with one image leaves, if a move on the image leaves these parts;
    /// `None` if that is not known.
    ///
    /// Its image need not be `left` itself: it is equal to it.
    pub fn carried_back(&self, from: &Component, left: &[Component]) -> Option<Vec<Component>> {
        self.0.carried_back(from, left)
    }

    /// The number of moves of a position, where the theorem tells the moves; `None` elsewhere.
    ///
    /// It is a look at the position; no move is made.
    pub fn moves(&self, component: &Component) -> Option<u128> {
        self.0.moves(component)
    }

    /// All options of a position whose values are its own after exclusive or with this number,
    /// where the theorem tells the moves; `None` elsewhere. There is none for 0.
    ///
    /// ```
    /// use grundy_games::{Component, reductions::{Image, Reduction}};
    ///
    /// let lower = "S(a, b) -> S(k, b) for k in 1..a-1";
    /// let upper = "S(a, b) -> S(a, k) for k in a+1..b-1";
    /// let game = grundy_games::game(&format!("{lower}, {upper}"))?;
    /// let coins = grundy_games::position(&game, "S(7, 10)")?;
    /// let gaps = Reduction::of(&game.ruleset, &[&coins[0]]).remove(0);
    /// assert_eq!(gaps.image(&game.ruleset, &coins[0]), Image::Sum(vec![Component::Heap(2)]));
    /// // From 2 to 0, and from 2 to 5.
    /// let changed = |by| gaps.changed(&coins[0], by).unwrap()[0].to_string();
    /// assert_eq!([changed(2), changed(7)], ["S(7, 8)", "S(4, 10)"]);
    /// # Ok::<(), grundy_games::Diagnostic>(())
    /// ```
    pub fn changed(&self, from: &Component, change: u64) -> Option<Vec<Component>> {
        self.0.changed(from, change)
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name())
    }
}

impl fmt::Debug for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reduction({self})")
    }
}

impl PartialEq for Reduction {
    fn eq(&self, other: &Reduction) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Reduction {}

#[cfg(test)]
mod tests;

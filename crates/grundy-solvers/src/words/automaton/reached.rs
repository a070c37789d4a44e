//! The values of a long word's options, and where moves to them begin, in one walk over the word.
//!
//! Every item has the index where its move began; of equal items one is kept. At the end the items
//! give values and indices. Cost: a few items per letter, and no memory that grows with the word.

use grundy_cert::Automaton;
use grundy_games::Letter;

use super::relation::{Relation, Sign, write};
use crate::support::budget::{Budget, Stopped};

/// A move in progress: state of the transducer, exclusive or of the finished components, state of
/// the machine on the current one; and where it began.
type Begun = (u32, u32, u32, usize);

/// Returns the labels of a word's options, each once, ascending, with an index where a move to it
/// begins. On a ring the index is the length of the word if all such moves cross its end. Returns
/// [`Stopped`] over a limit.
///
/// The least start is kept for each item, since sorting puts it first. `word` has the numbers of
/// letters in `claim.game`. The claim is taken as right.
pub fn reached(claim: &Automaton, word: &[Letter], budget: &mut Budget) -> Result<Vec<(u64, usize)>, Stopped> {
    let relation = Relation::new(&claim.game);
    let machine = &claim.machine;
    let begun = |(goal, signs): &(u32, Vec<Sign>), open: u32, at: usize| -> Begun {
        let (xor, open) = write(machine, 0, open, signs);
        (*goal, xor, open, at)
    };
    let first = if claim.game.ring { word.len() } else { 0 };
    let mut here: Vec<Begun> = relation.starts.iter().map(|arc| begun(arc, 0, first)).collect();
    let mut next: Vec<Begun> = Vec::new();
    let mut state = 0;
    for (at, &letter) in word.iter().enumerate() {
        budget.tick()?;
        next.clear();
        next.extend(relation.births[usize::from(letter)].iter().map(|arc| begun(arc, state, at)));
        for &(from, xor, open, start) in &here {
            let arcs = &relation.steps[from as usize * relation.letters + usize::from(letter)];
            next.extend(arcs.iter().map(|(goal, signs)| {
                let (xor, open) = write(machine, xor, open, signs);
                (*goal, xor, open, start)
            }));
        }
        next.sort_unstable();
        next.dedup_by_key(|&mut (goal, xor, open, _)| (goal, xor, open));
        std::mem::swap(&mut here, &mut next);
        state = machine.step(state, letter);
    }
    let over = here.iter().filter(|&&(from, ..)| relation.ends[from as usize]);
    let mut all: Vec<(u64, usize)> =
        over.map(|&(_, xor, open, start)| (u64::from(xor ^ machine.labels[open as usize]), start)).collect();
    all.sort_unstable();
    all.dedup_by_key(|&mut (label, _)| label);
    Ok(all)
}

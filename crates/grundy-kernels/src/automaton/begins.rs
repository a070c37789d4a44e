//! Where a winning move of a long word begins, in one walk over the word.
//!
//! Every item remembers where its move began; of equal items one is kept. At the end an item of the wanted value tells a
//! place. Cost: a few items a letter, and no memory that grows with the word.

use grundy_cert::Automaton;
use grundy_rules::Letter;

use super::relation::{Relation, Sign};
use crate::{Budget, Stopped};

/// A move in play: transducer state, xor of closed components, machine state of the open one; and where it began.
type Begun = (u32, u64, u32, usize);

/// A place where a move begins that leaves the value `wanted`, if there is such a move. Rings are not read.
pub fn begins(claim: &Automaton, word: &[Letter], wanted: u64, budget: &mut Budget) -> Result<Option<usize>, Stopped> {
    if claim.game.ring {
        return Ok(None);
    }
    let relation = Relation::new(&claim.game);
    let machine = &claim.machine;
    let write = |mut xor: u64, mut open: u32, signs: &[Sign]| {
        for sign in signs {
            match *sign {
                Sign::Letter(letter) => open = machine.step(open, letter),
                Sign::Cut => {
                    xor ^= u64::from(machine.labels[open as usize]);
                    open = 0;
                }
            }
        }
        (xor, open)
    };
    let begun = |(goal, signs): &(u32, Vec<Sign>), open: u32, at: usize| -> Begun {
        let (xor, open) = write(0, open, signs);
        (*goal, xor, open, at)
    };
    let mut here: Vec<Begun> = relation.starts.iter().map(|arc| begun(arc, 0, 0)).collect();
    let mut next: Vec<Begun> = Vec::new();
    let mut state = 0;
    for (at, &letter) in word.iter().enumerate() {
        budget.tick()?;
        next.clear();
        next.extend(relation.births[usize::from(letter)].iter().map(|arc| begun(arc, state, at)));
        for &(from, xor, open, start) in &here {
            let arcs = &relation.steps[from as usize * relation.letters + usize::from(letter)];
            next.extend(arcs.iter().map(|(goal, signs)| {
                let (xor, open) = write(xor, open, signs);
                (*goal, xor, open, start)
            }));
        }
        next.sort_unstable();
        next.dedup_by_key(|&mut (goal, xor, open, _)| (goal, xor, open));
        std::mem::swap(&mut here, &mut next);
        state = machine.step(state, letter);
    }
    let wins = |&&(from, xor, open, _): &&Begun| {
        relation.ends[from as usize] && xor ^ u64::from(machine.labels[open as usize]) == wanted
    };
    Ok(here.iter().find(wins).map(|&(.., start)| start))
}

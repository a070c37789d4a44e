//! The values of the options of a run between two ends, from the moves on runs.
//!
//! It shares with the solver the moves on runs ([`Families`]), which the check compares with the
//! plain meaning on short runs; the second checker, in Python, has moves of its own.

use grundy_games::{End, Families, Rest};

use crate::poll::{Halt, Poll};

/// Calls `visit` with the value of each option of the run of that many letters between these ends.
/// `look` has the value of a shorter run of a kind.
pub(super) fn each(
    families: &Families,
    (left, run, right): (End, usize, End),
    look: impl Fn(usize, usize) -> Result<u32, Halt>,
    poll: &mut Poll<'_>,
    mut visit: impl FnMut(u32),
) -> Result<(), Halt> {
    let look = |from: End, run: usize, to: End| look(families.kind(from, to), run);
    for own in &families.moves {
        let Some(rest) = run.checked_sub(own.run).filter(|_| own.is_on(left, right)) else { continue };
        if own.rest == Rest::Nothing && rest > 0 {
            continue;
        }
        let mut fixed = 0;
        for piece in &own.fixed {
            fixed ^= look(piece.left, piece.run, piece.right)?;
        }
        poll.step()?;
        match own.rest {
            Rest::Nothing => visit(fixed),
            Rest::Joined(more) => visit(fixed ^ look(left, rest + more, right)?),
            Rest::Left(more, to) => visit(fixed ^ look(left, rest + more, to)?),
            Rest::Right(from, more) => visit(fixed ^ look(from, rest + more, right)?),
            Rest::Both((more_left, to), (from, more_right)) => {
                for before in 0..=rest {
                    poll.step()?;
                    let one = look(left, before + more_left, to)?;
                    visit(fixed ^ one ^ look(from, rest - before + more_right, right)?);
                }
            }
        }
    }
    Ok(())
}

//! Whether a component can become a certain sum, where its options are too many to list.
//!
//! For heaps it follows from the rules by arithmetic, unless these are of the general form; then,
//! and on every other board, the options are walked through under the limits.
//!
//! *Example.* In Nim on 10^12 counters the text `leave 5` is a move, which follows without a list:
//! what is taken, 10^12 - 5, is an amount of the rules.

use grundy_core::Game;
use grundy_games::{Component, HeapMove, Parts, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Reason};

use crate::error::Error;

/// Returns whether a move leads from a component to this sum, whose parts are canonical and in
/// ascending order. `None` if the limits ended the search.
///
/// # Errors
/// [`Error::Stopped`] if the work was cancelled.
pub(super) fn is_option(
    rulesets: &[Ruleset],
    term: &Term,
    wanted: &[Component],
    budget: &mut Budget,
) -> Result<Option<bool>, Error> {
    let ruleset = &rulesets[term.ruleset];
    if let Some(known) = by_arithmetic(ruleset, &term.component, wanted) {
        return Ok(Some(known));
    }
    let mut found = false;
    let walked = ruleset.walk(&term.component, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.poll()?;
        found = parts.len() == wanted.len() && canonical(ruleset, parts) == wanted;
        if found { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Err(Halt::Stopped(stopped)) if stopped.reason == Reason::Interrupted => Err(stopped.into()),
        Err(Halt::Stopped(_)) => Ok(None),
        Ok(()) | Err(Halt::Enough) => Ok(Some(found)),
    }
}

/// The parts of a sum in canonical form, in ascending order.
pub(super) fn canonical(ruleset: &Ruleset, parts: &[Component]) -> Vec<Component> {
    let mut parts: Vec<Component> = parts.iter().map(|part| ruleset.canonical(part)).collect();
    parts.sort_unstable();
    parts
}

/// `None` if the rules are no plain rules on heaps.
///
/// The parts must fit into the heap; what is missing is the amount that is taken, and each kind of
/// move states whether it allows this amount and these parts.
fn by_arithmetic(ruleset: &Ruleset, from: &Component, to: &[Component]) -> Option<bool> {
    let (Ruleset::Heap(rules), &Component::Heap(size)) = (ruleset, from) else { return None };
    let mut sizes = Vec::new();
    for part in to {
        let Component::Heap(size) = part else { return Some(false) };
        sizes.push(*size);
    }
    let taken = sizes.iter().try_fold(size, |rest, &part| rest.checked_sub(part));
    let Some(taken) = taken else { return Some(false) };
    let unequal = sizes.windows(2).all(|pair| pair[0] != pair[1]);
    let equal = sizes.windows(2).all(|pair| pair[0] == pair[1]);
    let fits = |kind: &HeapMove| match kind {
        HeapMove::Take(take) => {
            let parts = match take.parts {
                Parts::Any => true,
                Parts::Unequal => unequal,
                Parts::Equal => equal,
            };
            Some(parts && take.amounts.contains(taken) && take.leaving.contains(sizes.len() as u64))
        }
        HeapMove::Code(code) => {
            let digit = usize::try_from(taken).ok().and_then(|taken| code.digits.get(taken)).copied().unwrap_or(0);
            Some(sizes.len() < 4 && digit >> sizes.len() & 1 == 1)
        }
        HeapMove::General(_) => None,
    };
    rules.moves.iter().map(fits).try_fold(false, |any, fits| Some(any || fits?))
}

#[cfg(test)]
mod tests {
    use grundy_games as games;
    use grundy_games::Question;

    use super::*;

    /// Arithmetic and the walk through all options agree on every small sum.
    #[test]
    fn arithmetic_agrees_with_the_rules() {
        for game in ["nim", "kayles", "octal 0.137", "take 1..3", "take 0 leaving 2 unequal heaps", "octal 4.07"] {
            let rules = games::game(game).expect("a game");
            let query = games::query(game, "9", Question::Value).expect("a position");
            let mut options = Vec::new();
            let walked = rules.ruleset.options::<grundy_core::Fault>(&query.position[0].component, |parts| {
                options.push(canonical(&rules.ruleset, parts));
                Ok(())
            });
            assert_eq!(walked, Ok(()));
            let heaps = |sizes: [u64; 3]| -> Vec<Component> {
                let heaps = sizes.into_iter().filter(|&size| size > 0).map(Component::Heap);
                canonical(&rules.ruleset, &heaps.collect::<Vec<_>>())
            };
            for sum in (0..1000).map(|n| heaps([n / 100, n / 10 % 10, n % 10])) {
                let known = by_arithmetic(&rules.ruleset, &Component::Heap(9), &sum);
                assert_eq!(known, Some(options.contains(&sum)), "{game}: {sum:?}");
            }
        }
    }
}

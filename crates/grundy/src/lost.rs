//! The lost heaps of games of taking amounts, found without the values of the others.
//!
//! *Example.* Of the heaps up to 20 the player to move loses 0, 2, 5, 7, 10, 12, 15, 17 and 20
//! where squares are taken. *Cost.* About a nanosecond for each pair of a lost heap and an amount
//! whose sum is in the range, and as much again for the check; 16 bytes for each lost heap.
//! *Limits:* moves take rare amounts, squares or primes and finitely many others, from heaps of up
//! to 2^34.

use grundy_cert::{LostHeaps, Verdict};
use grundy_games::{Declaration, Ruleset};
use grundy_solvers::heaps::lost;

use crate::{
    error::Error,
    run::Run,
    solved::{Status, UNCHECKED},
};

impl Run {
    /// The lost heaps from 0 to `end`, and whether the checker has verified them; `None` for a game
    /// whose values are found as fast.
    ///
    /// ```
    /// use grundy::{Limits, Run, games};
    ///
    /// let squares = games::game("heap: take square")?;
    /// let run = Run::new(Limits::default());
    /// let (found, status) = run.lost_heaps(&squares, 20)?.expect("squares are rare");
    /// assert_eq!(found.lost, [0, 2, 5, 7, 10, 12, 15, 17, 20]);
    /// assert!(status.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit is reached; [`Error::Check`] if the checker finds a flaw: a
    /// fault of the program.
    pub fn lost_heaps(&self, rules: &Declaration, end: u64) -> Result<Option<(LostHeaps, Status)>, Error> {
        let Declaration { convention, ruleset: Ruleset::Heap(heaps) } = rules else { return Ok(None) };
        if !lost::has_lost_heaps(heaps, end) {
            return Ok(None);
        }
        let shown = self.begin(None);
        let mut budget = self.watched();
        let lost = lost::lost_heaps(heaps, *convention, end, &mut budget)?;
        drop(shown);
        let found = LostHeaps { end, lost };
        if !self.checks() {
            return Ok(Some((found, UNCHECKED)));
        }
        let ended = self.checking(None, None, |go_on| {
            let verified = found.check(heaps, *convention, go_on)?;
            Ok(if verified { Verdict::Verified } else { Verdict::Unverified })
        });
        let subject = format!("the lost heaps of {rules} up to {end}");
        let ended = ended.map_err(|flaw| Error::Check { flaw, subject })?;
        Ok(Some((found, self.status(&[], ended))))
    }
}

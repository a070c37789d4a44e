//! A hunt for the period of a heap game in slices of time: many games have their turns on a few
//! cores, and each goes on from its own checkpoint.
//!
//! [`Run::prove`] with a checkpoint hunts to the end of the run. A slice ends earlier, and between
//! two steps, so that nothing of it is lost; and it returns the hunt itself, whose values, rare
//! heaps and largest value a record takes.
//!
//! *Example.* One second for `octal 0.106` reaches some ten million heaps; the next slice begins
//! there.
//!
//! [`Run::hunted`] is what a checkpoint holds, without a step.
//!
//! *Cost:* the slice, and the reading and writing of the checkpoint. A step that has to compute all
//! values again may take longer than the slice; the limits of the run end it.

use std::{path::Path, time::Duration};

use grundy_games::{Convention, Declaration};
use grundy_solvers::heaps::period::Quest;

use crate::{
    error::Error,
    heaps::{self, Aim, HuntReach},
    proof::{Proof, proof_of},
    run::Run,
};

/// How far one slice of a hunt goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// No heap above this one is looked at.
    pub to: u64,
    /// The time after which it ends, between two steps.
    pub time: Duration,
    /// It ends when the file of its checkpoint has more bytes than this.
    pub bytes: u64,
}

impl Run {
    /// Continues the hunt of a game from a checkpoint, or begins it, and saves it there. Returns
    /// what was found, with the status `computed`, and the hunt.
    ///
    /// A proof is not checked yet: [`Run::check_hunted`] does that. The checkpoint stays where a
    /// period is found, as it was before.
    ///
    /// ```
    /// use std::time::Duration;
    /// use grundy::{Limits, Run, hunt::Slice, games, proof::Standing};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let (run, game) = (Run::new(Limits::default()), games::game("octal 0.007")?);
    /// let slice = Slice { to: 2000, time: Duration::from_secs(9), bytes: u64::MAX };
    /// let (proof, hunt) = run.hunt(&game, &folder.path().join("0.007.ckpt"), slice)?;
    /// assert_eq!((proof.standing, hunt.known()), (Standing::None, 2001));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] if no theorem about periods covers the game, or the checkpoint is about
    /// another one. A limit is no error: the proof holds why the hunt ended.
    pub fn hunt<'a>(
        &self,
        rules: &'a Declaration,
        checkpoint: &Path,
        slice: Slice,
    ) -> Result<(Proof, Quest<'a>), Error> {
        let mut quest = self.begun(rules, checkpoint)?;
        let reach = HuntReach { to: Some(slice.to), slice: Some(slice.time), bytes: Some(slice.bytes) };
        let proof = heaps::hunt(self, rules, &mut quest, reach, Some(checkpoint))?;
        Ok((proof, quest))
    }

    /// What the checkpoint of a hunt holds: it is read and nothing is computed. Without a file that
    /// is nothing.
    ///
    /// # Errors
    /// As [`Run::hunt`].
    pub fn hunted<'a>(&self, rules: &'a Declaration, checkpoint: &Path) -> Result<(Proof, Quest<'a>), Error> {
        let quest = self.begun(rules, checkpoint)?;
        Ok((proof_of(rules, &quest, u64::MAX, Ok(None)), quest))
    }

    /// The hunt where its checkpoint has left it.
    fn begun<'a>(&self, rules: &'a Declaration, checkpoint: &Path) -> Result<Quest<'a>, Error> {
        if rules.convention == Convention::Misere {
            return Err(heaps::no_proof(rules, &"periods are proved for normal play".into()));
        }
        heaps::begin(self, rules, None, Aim::Period, Some(checkpoint))
    }

    /// Checks what a hunt has found, within the time that is left of the run: sets the status of
    /// the proof.
    ///
    /// # Errors
    /// [`Error::Check`] if the checker refutes it, which is a fault of this program.
    pub fn check_hunted(&self, proof: &mut Proof) -> Result<(), Error> {
        proof.status = self.check_proof(proof)?;
        Ok(())
    }
}

//! Positions of a game in code as numbers: the table of a search then holds a few bytes in place of
//! lists.

use std::{fmt::Debug, hash::Hash};

use grundy_core::{Fault, Game, Visit};

/// A game whose positions pack into keys, such as `u64` or `u128`.
///
/// [`Keys`] is the same game on keys. A table of them holds no memory outside itself, and is faster
/// to search than one of vectors.
///
/// ```
/// use grundy::{Convention, Fault, Game, Limits, Nimber, Run, own::{Keyed, Keys}};
///
/// /// Rows of boxes: a move shortens a row and all rows below it that are longer then (Chomp).
/// struct Chomp;
///
/// impl Game for Chomp {
///     type Position = Vec<u8>;
///
///     fn options<E: From<Fault>>(
///         &self,
///         rows: &Vec<u8>,
///         mut visit: impl FnMut(&[Vec<u8>]) -> Result<(), E>,
///     ) -> Result<(), E> {
///         for (at, &length) in rows.iter().enumerate() {
///             for left in u8::from(at == 0)..length {
///                 let mut bitten = rows.clone();
///                 bitten[at..].iter_mut().for_each(|row| *row = left.min(*row));
///                 visit(&[bitten])?;
///             }
///         }
///         Ok(())
///     }
/// }
///
/// impl Keyed for Chomp {
///     type Key = u64;
///
///     fn pack(&self, rows: &Vec<u8>) -> Option<u64> {
///         rows.as_slice().try_into().ok().map(u64::from_le_bytes)
///     }
///
///     fn unpack(&self, key: u64) -> Vec<u8> {
///         key.to_le_bytes().to_vec()
///     }
/// }
///
/// let game = Keys(&Chomp);
/// let start = game.key(&vec![4, 4, 4, 0, 0, 0, 0, 0])?;
/// let run = Run::new(Limits::default());
/// let solved = run.solve_game_parallel(&game, &[start], Convention::Normal)?;
/// assert!(solved.status().is_proved() && solved.value() != Some(Nimber::ZERO));
/// # Ok::<(), grundy::Error>(())
/// ```
pub trait Keyed: Game {
    /// The keys. Equal keys denote the same position.
    type Key: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// The key of a position; `None` if it has none, which ends a search with a fault.
    ///
    /// Different positions must have different keys. [`Keys`] verifies it for each position that
    /// comes up, by [`Keyed::unpack`].
    fn pack(&self, position: &Self::Position) -> Option<Self::Key>;

    /// The position of a key that [`Keyed::pack`] has returned. It must be equal to the position
    /// that was packed.
    fn unpack(&self, key: Self::Key) -> Self::Position;
}

/// A game on the keys of its positions.
///
/// Each key is unpacked again and compared with its position, so that two positions never share a
/// key: that is a fault of the game. Costs a comparison for each component of an option.
#[derive(Debug)]
pub struct Keys<'g, G>(pub &'g G);

impl<G: Keyed> Keys<'_, G> {
    /// The key of a position.
    ///
    /// # Errors
    /// A fault if the position has no key, or if its key is that of another position.
    pub fn key(&self, position: &G::Position) -> Result<G::Key, Fault> {
        let key = self.0.pack(position).ok_or_else(|| Fault("a position has no key".into()))?;
        if self.0.unpack(key) == *position {
            Ok(key)
        } else {
            Err(Fault(format!("the key {key:?} of a position is that of another position")))
        }
    }

    /// The keys of the components of a sum.
    ///
    /// # Errors
    /// As [`Keys::key`].
    pub fn keys(&self, sum: &[G::Position]) -> Result<Vec<G::Key>, Fault> {
        sum.iter().map(|position| self.key(position)).collect()
    }
}

impl<G> Clone for Keys<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Keys<'_, G> {}

impl<G: Keyed> Game for Keys<'_, G> {
    type Position = G::Key;

    fn options<E: From<Fault>>(
        &self,
        key: &G::Key,
        mut visit: impl FnMut(&[G::Key]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(key, |step| step.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        key: &G::Key,
        mut visit: impl FnMut(Visit<'_, G::Key>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut keys = Vec::new();
        self.0.walk(&self.0.unpack(*key), |step| {
            let parts = match step {
                Visit::Option(parts) => parts,
                Visit::Work(steps) => return visit(Visit::Work(steps)),
            };
            keys.clear();
            for part in parts {
                keys.push(self.key(part)?);
            }
            visit(Visit::Option(&keys))
        })
    }
}

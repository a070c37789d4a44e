//! A game of your own in code, as a graded one: with a packing of its positions.
//!
//! [`grundy_layers::build`] writes tables of any [`Graded`] game. [`Packed`] makes one of a
//! [`Game`] and a [`Packing`], so that the rules are written once.

use grundy_core::Game;
use grundy_layers::{Error, Graded, Key};

/// How the positions of a [`Game`] are packed, and their layers.
///
/// The layer is what makes the game graded: it must fall with every move, in every component that
/// the move leaves. A position that does not pack, or a layer that does not fall, is a fault, found
/// when the table is built.
pub trait Packing<P>: Sync {
    /// The packed position, `u64` or `u128`.
    type Key: Key;

    /// The key of a position. Different positions have different keys. It must fit for all
    /// positions that come up.
    fn pack(&self, position: &P) -> Self::Key;

    /// The position of a key that [`Packing::pack`] has returned.
    fn unpack(&self, key: Self::Key) -> P;

    /// The layer of a position: a measure that every move lowers in each component, such as the
    /// number of counters.
    fn layer(&self, key: Self::Key) -> u32;
}

/// A game of your own with a packing, for [`build`](grundy_layers::build).
///
/// ```
/// use grundy::{Fault, Game, layers, stored::{Packed, Packing}};
///
/// /// Two heaps: take from one of them, or equally from both (Wythoff).
/// struct Wythoff;
///
/// impl Game for Wythoff {
///     type Position = (u32, u32);
///
///     fn options<E: From<Fault>>(
///         &self,
///         &(a, b): &(u32, u32),
///         mut visit: impl FnMut(&[(u32, u32)]) -> Result<(), E>,
///     ) -> Result<(), E> {
///         (0..a).try_for_each(|left| visit(&[(left, b)]))?;
///         (0..b).try_for_each(|left| visit(&[(a, left)]))?;
///         (1..=a.min(b)).try_for_each(|taken| visit(&[(a - taken, b - taken)]))
///     }
/// }
///
/// struct Sizes;
///
/// impl Packing<(u32, u32)> for Sizes {
///     type Key = u64;
///
///     fn pack(&self, &(a, b): &(u32, u32)) -> u64 {
///         u64::from(a) << 32 | u64::from(b)
///     }
///
///     fn unpack(&self, key: u64) -> (u32, u32) {
///         ((key >> 32) as u32, key as u32)
///     }
///
///     fn layer(&self, key: u64) -> u32 {
///         (key >> 32) as u32 + key as u32
///     }
/// }
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let folder = folder.path().join("wythoff");
/// let game = Packed { game: Wythoff, packing: Sizes };
/// let start = Sizes.pack(&(12, 9));
/// let settings = layers::Settings::new(16 << 20, std::num::NonZero::<usize>::MIN);
/// let about = ["wythoff 12 9".to_owned()];
/// let summary = layers::build(&game, &[start], &about, &folder, &settings, &|_| true)?;
/// assert_eq!(summary.positions, 13 * 10);
///
/// let table = layers::Table::open(&folder, 1 << 20)?;
/// assert_eq!(table.value(3, Sizes.pack(&(1, 2)))?, Some(0));
/// # Ok::<(), layers::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packed<G, P> {
    /// The game.
    pub game: G,
    /// The packing of its positions.
    pub packing: P,
}

impl<G: Game + Sync, P: Packing<G::Position>> Graded for Packed<G, P> {
    type Key = P::Key;
    type Scratch = Vec<P::Key>;

    fn layer(&self, key: P::Key) -> u32 {
        self.packing.layer(key)
    }

    fn options(
        &self,
        key: P::Key,
        keys: &mut Vec<P::Key>,
        mut visit: impl FnMut(&[P::Key]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.game.options(&self.packing.unpack(key), |option| {
            keys.clear();
            keys.extend(option.iter().map(|part| self.packing.pack(part)));
            visit(keys)
        })
    }
}

//! Connected sets of a few vertices, and conditions on the number of neighbours: what a move may
//! take.

use std::fmt;

use crate::heaps::numbers::Span;

/// The most vertices that a move takes together.
pub(crate) const MOST_TOGETHER: u64 = 8;

/// A condition on the number of neighbours that a vertex has when it is taken.
///
/// ```
/// use grundy_games::{Degrees, Span};
///
/// let few = Degrees::Within(Span { from: 0, to: Some(2) });
/// assert!(few.contain(2) && !few.contain(3));
/// assert_eq!((few.to_string(), Degrees::Odd.to_string()), ("at most 2".into(), "is odd".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degrees {
    /// The number is odd.
    Odd,
    /// The number is even; 0 is.
    Even,
    /// The number is in this span.
    Within(Span),
}

impl Degrees {
    /// Returns whether a vertex with so many neighbours may be taken.
    ///
    /// A vertex without neighbours has 0.
    pub fn contain(&self, degree: u64) -> bool {
        match self {
            Degrees::Odd => degree % 2 == 1,
            Degrees::Even => degree.is_multiple_of(2),
            Degrees::Within(span) => span.contains(degree),
        }
    }
}

/// As after `where degree`.
impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Degrees::Odd => f.write_str("is odd"),
            Degrees::Even => f.write_str("is even"),
            Degrees::Within(Span { from, to: Some(to) }) if from == to => write!(f, "= {to}"),
            Degrees::Within(Span { from: 0, to: Some(to) }) => write!(f, "at most {to}"),
            Degrees::Within(Span { from, to: None }) => write!(f, "at least {from}"),
            Degrees::Within(span) => write!(f, "in {span}"),
        }
    }
}

/// Calls `visit` with each connected set of at most `most` vertices, each once.
///
/// A set grows from its least vertex, and a vertex that is next to one of the set for the first
/// time may be added then or never (S. Wernicke, Efficient detection of network motifs, 2006). So
/// the depth is `most`. *Cost:* a look at the neighbours of the last vertex, for each set.
///
/// # Errors
/// The first error of `visit`.
///
/// ```
/// use grundy_games::connected_sets;
///
/// // On the path 0-1-2.
/// let mut sets = Vec::new();
/// let path = [vec![1], vec![0, 2], vec![1]];
/// connected_sets(&path, 2, |set| {
///     sets.push(set.to_vec());
///     Ok::<(), ()>(())
/// })?;
/// assert_eq!(sets, [vec![0], vec![0, 1], vec![1], vec![1, 2], vec![2]]);
/// # Ok::<(), ()>(())
/// ```
pub fn connected_sets<E>(
    around: &[Vec<u32>],
    most: u64,
    mut visit: impl FnMut(&[u32]) -> Result<(), E>,
) -> Result<(), E> {
    (0..around.len() as u32).try_for_each(|first| {
        let open = around[first as usize].iter().copied().filter(|&next| next > first).collect();
        grown(around, most, &mut vec![first], open, &mut visit)
    })
}

/// Visits a set and all that it grows to, by vertices of `open` and those next to them.
fn grown<E>(
    around: &[Vec<u32>],
    most: u64,
    set: &mut Vec<u32>,
    mut open: Vec<u32>,
    visit: &mut impl FnMut(&[u32]) -> Result<(), E>,
) -> Result<(), E> {
    visit(set)?;
    if set.len() as u64 >= most {
        return Ok(());
    }
    while let Some(next) = open.pop() {
        let is_new = |vertex: &u32| {
            let is_known = |own: &u32| own == vertex || around[*own as usize].contains(vertex);
            *vertex > set[0] && !set.iter().any(is_known)
        };
        let wider = if set.len() as u64 + 1 < most {
            let fresh = around[next as usize].iter().copied().filter(is_new);
            open.iter().copied().chain(fresh).collect()
        } else {
            Vec::new()
        };
        set.push(next);
        grown(around, most, set, wider, visit)?;
        set.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::connected_sets;
    use crate::Graph;

    #[test]
    fn every_connected_set_comes_once() {
        let mut random = fastrand::Rng::with_seed(41);
        for _ in 0..200 {
            let count = random.u32(1..8);
            let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (b, a)));
            let graph = Graph::of(count, pairs.filter(|_| random.u8(..3) == 0).collect::<Vec<_>>());
            let most = random.u64(1..5);
            let mut found = Vec::new();
            let visited = connected_sets(&graph.neighbours(), most, |set| {
                found.push(set.iter().fold(0u32, |all, vertex| all | 1 << vertex));
                Ok::<(), std::convert::Infallible>(())
            });
            assert_eq!(visited, Ok(()));
            let is_connected = |set: &u32| {
                let stays: Vec<bool> = (0..count).map(|vertex| set >> vertex & 1 == 1).collect();
                graph.parts(&stays, |_| true).len() == 1
            };
            let plain = (1..1u32 << count).filter(|set| u64::from(set.count_ones()) <= most && is_connected(set));
            let plain: BTreeSet<u32> = plain.collect();
            assert_eq!(found.len(), plain.len(), "{graph:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), plain, "{graph:?}");
        }
    }
}

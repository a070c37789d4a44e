//! Sorts by layers. A layer takes longer to find than a comparison, so that items are divided by it
//! first, in halves of the layers that come up: the layer of an item is found some ten times, and
//! never in a comparison.

use crate::game::Graded;

/// Sorts keys by their layers from the highest one, then ascending, and removes repeats.
pub(crate) fn sort<G: Graded>(game: &G, keys: &mut Vec<G::Key>) {
    sort_ranked(keys, |key| !game.layer(key));
    keys.dedup();
}

/// Sorts items by their ranks, and those of equal rank by themselves.
///
/// A rank takes longer than a comparison, so that items are divided by rank first, in halves of the
/// ranks that come up: some ten ranks of each item are computed, and none in the sort.
///
/// A stack of ranges takes the place of recursion; halving the span of the ranks bounds its depth
/// by 32.
pub(crate) fn sort_ranked<T: Copy + Ord>(items: &mut [T], rank: impl Fn(T) -> u32) {
    let mut open = vec![items];
    while let Some(part) = open.pop() {
        let ranks = part.iter().map(|&item| rank(item));
        let (least, most) = ranks.fold((u32::MAX, 0), |(least, most), rank| (least.min(rank), most.max(rank)));
        if least >= most {
            part.sort_unstable();
            continue;
        }
        let middle = least.midpoint(most);
        let mut low = 0;
        for at in 0..part.len() {
            if rank(part[at]) <= middle {
                part.swap(low, at);
                low += 1;
            }
        }
        let (low, high) = part.split_at_mut(low);
        open.extend([high, low]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_in_the_order_of_ranks_and_then_in_their_own() {
        let mut random = fastrand::Rng::with_seed(5);
        let ranks: [fn(u64) -> u32; 5] = [
            |_| 7,
            |item| item as u32 % 2,
            |item| item as u32 % 1000,
            |item| !(item as u32 % 3),
            |item| if item.is_multiple_of(2) { u32::MAX } else { 0 },
        ];
        for (length, rank) in [0, 1, 2, 3, 100, 5000].into_iter().flat_map(|length| ranks.map(|rank| (length, rank))) {
            let mut items: Vec<u64> = (0..length).map(|_| random.u64(..4000)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&item| (rank(item), item));
            sort_ranked(&mut items, rank);
            assert_eq!(items, expected);
        }
    }
}

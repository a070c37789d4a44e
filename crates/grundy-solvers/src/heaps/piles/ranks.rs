//! Numbers for sorted lists of piles: each list of sizes in ascending order, at most some bounds,
//! has its place in lexicographic order, without a gap.
//!
//! With N(i, t) lists of the places after i if place i has size t, and C(i, s) the sum of N(i, t)
//! for t < s, the lists before (a, b, ..) are C(0, a) - C(0, 0) + C(1, b) - C(1, a) + ..: for place
//! i all sizes from the one before it. So the number of a list is a sum of one weight for each
//! place, C(i, s) - C(i+1, s). A list with a smaller size at some place, and no greater one, comes
//! earlier.
//!
//! Example, two piles up to (1, 2): the lists (0,0), (0,1), (0,2), (1,1), (1,2) have the numbers 0
//! to 4. The weights of the first place are 0 and 2, those of the second 0, 1 and 2: (1, 2) has 2 +
//! 2 = 4.

/// The numbers of the sorted lists up to some bounds.
pub(super) struct ListRanks {
    /// The greatest size at each place, ascending.
    bounds: Vec<u32>,
    /// For each place, the weight of each size.
    weights: Vec<Vec<usize>>,
    /// How many lists there are.
    pub size: usize,
}

impl ListRanks {
    /// The numbers for these bounds, which ascend. `None` if a number does not fit.
    ///
    /// Cost: the sum of the bounds.
    pub fn new(bounds: &[u32]) -> Option<ListRanks> {
        let mut weights = vec![Vec::new(); bounds.len()];
        let mut size = 1;
        // For the place after the current one: N for each size, and C.
        let (mut after, mut before_after): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for (place, &bound) in bounds.iter().enumerate().rev() {
            let sizes = bound as usize + 1;
            let mut many = vec![1usize; sizes];
            if place + 1 < bounds.len() {
                let mut sum = 0usize;
                for (size, own) in after.iter().enumerate().rev() {
                    sum = sum.checked_add(*own)?;
                    if let Some(many) = many.get_mut(size) {
                        *many = sum;
                    }
                }
            }
            let mut before = Vec::with_capacity(sizes);
            let mut sum = 0usize;
            for own in &many {
                before.push(sum);
                sum = sum.checked_add(*own)?;
            }
            // At the last place nothing is subtracted.
            let later = before_after.iter().copied().chain(std::iter::repeat(0));
            weights[place] = before.iter().zip(later).map(|(own, later)| own - later).collect();
            size = sum;
            (after, before_after) = (many, before);
        }
        Some(ListRanks { bounds: bounds.to_vec(), weights, size })
    }

    /// The greatest size at each place.
    pub fn bounds(&self) -> &[u32] {
        &self.bounds
    }

    /// What a size at a place adds to the number.
    #[inline]
    pub fn weight(&self, place: usize, size: u32) -> usize {
        self.weights[place][size as usize]
    }

    /// The number of a sorted list within the bounds.
    #[inline]
    pub fn of(&self, sizes: &[u32]) -> usize {
        self.weights.iter().zip(sizes).map(|(weights, &size)| weights[size as usize]).sum()
    }

    /// Turns a list into the next one. The last one becomes the first.
    ///
    /// In lexicographic order: the last size that may grow grows by one, and all later ones become
    /// equal to it, the least that a sorted list allows.
    pub fn step(&self, sizes: &mut [u32]) {
        let place = (0..sizes.len()).rev().find(|&place| sizes[place] < self.bounds[place]);
        let (from, size) = place.map_or((0, 0), |place| (place, sizes[place] + 1));
        sizes[from..].fill(size);
    }

    /// The bytes of the weights for these bounds.
    pub fn bytes(bounds: &[u32]) -> u64 {
        bounds.iter().map(|&bound| (u64::from(bound) + 1) * size_of::<usize>() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::ListRanks;

    #[test]
    fn every_sorted_list_has_its_place() {
        for bounds in [&[][..], &[0], &[5], &[0, 0, 3], &[2, 4], &[3, 3, 3], &[0, 2, 2, 5], &[1, 1, 4, 4, 6]] {
            let ranks = ListRanks::new(bounds).unwrap();
            let mut all: Vec<Vec<u32>> = vec![Vec::new()];
            for &bound in bounds {
                let more = |list: Vec<u32>| {
                    let from = list.last().copied().unwrap_or(0);
                    (from..=bound).map(move |size| [&list[..], &[size]].concat()).collect::<Vec<_>>()
                };
                all = all.into_iter().flat_map(more).collect();
            }
            assert_eq!(ranks.size, all.len(), "{bounds:?}");
            let mut next = vec![0; bounds.len()];
            for (at, list) in all.iter().enumerate() {
                assert_eq!((ranks.of(list), &next), (at, list), "{bounds:?}");
                ranks.step(&mut next);
            }
            assert_eq!(next, vec![0; bounds.len()], "the first one again");
        }
        assert!(ListRanks::new(&[u32::from(u16::MAX); 9]).is_none());
    }
}

//! Where the values of heaps lie in one table, and the order in which they are computed.

use grundy_games::compiled::{Compiled, Kind, Lowering};

/// The place of a heap, for comparisons with the heaps of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeapPlace {
    /// Its index in the table.
    pub index: i64,
    /// Its place in lexicographic order; heaps of several kinds may share one.
    pub key: i64,
    /// The sum of its sizes.
    pub total: i64,
}

/// What a heap of an option must be lower in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    by_key: bool,
    /// 1 if the keys may be equal.
    key_tie: i64,
    by_total: bool,
    /// 1 if the totals may be equal.
    total_tie: i64,
}

impl Order {
    #[inline(always)]
    pub fn is_lower(self, old: HeapPlace, new: HeapPlace) -> bool {
        (!self.by_key || new.key < old.key + self.key_tie) && (!self.by_total || new.total < old.total + self.total_tie)
    }

    /// For the key and for the total, if they are compared: 1 if they may be equal, else 0.
    pub fn ties(self) -> (Option<i64>, Option<i64>) {
        (self.by_key.then_some(self.key_tie), self.by_total.then_some(self.total_tie))
    }
}

/// The table of one kind.
pub(super) struct Area {
    /// The greatest sizes.
    pub ends: Vec<i64>,
    /// The index of the heap with sizes 0.
    pub base: i64,
    /// What a size adds to the index.
    pub strides: Vec<i64>,
    /// What a size adds to the key.
    pub keys: Vec<i64>,
    /// Heaps with one key are computed in ascending order of this.
    class: usize,
    /// What a move lowers where the measure stays.
    rank: usize,
    relations: Vec<(usize, usize)>,
}

/// The tables of all kinds, one after another.
pub(super) struct TableLayout {
    pub boxes: Vec<Area>,
    /// How many entries there are.
    pub entries: i64,
    measure: Lowering,
    /// Whether heaps are computed in lexicographic order, else by their sums.
    lexicographic: bool,
    /// The greatest size of any kind at each place.
    hull: Vec<i64>,
    /// The kinds that come up, by class.
    kinds: Vec<usize>,
}

/// The most entries of a table: indices fit in 32 bits.
const MOST_ENTRIES: i64 = 1 << 30;

impl TableLayout {
    /// The layout for a game; `None` if its tables are too large. With `lexicographic` heaps are
    /// computed in lexicographic order, else in the order of the measure.
    pub fn new(game: &Compiled, lexicographic: bool) -> Option<TableLayout> {
        let lexicographic = lexicographic || game.measure != Lowering::Sum;
        let arity = game.kinds.iter().map(|kind| kind.ends.len()).max()?;
        let most = |at: usize| game.kinds.iter().filter_map(|kind| kind.ends.get(at)).copied().max();
        let hull: Vec<i64> = (0..arity).map(|at| most(at).unwrap_or(0).max(0)).collect();
        let keys = strides(&hull)?;
        let mut kinds: Vec<usize> = (0..game.kinds.len()).filter(|&at| game.kinds[at].comes_up()).collect();
        let arity_before_rank = |kind: &Kind| (if lexicographic { kind.ends.len() } else { 0 }, kind.rank);
        kinds.sort_by_key(|&at| arity_before_rank(&game.kinds[at]));
        let mut entries = 0i64;
        let mut boxes = Vec::new();
        for (at, kind) in game.kinds.iter().enumerate() {
            let own = strides(&kind.ends);
            boxes.push(Area {
                ends: kind.ends.clone(),
                base: entries,
                keys: keys[..kind.ends.len()].to_vec(),
                class: kinds.iter().position(|&own| own == at).unwrap_or(kinds.len()),
                rank: kind.rank,
                relations: kind.relations.clone(),
                strides: own.unwrap_or_else(|| vec![0; kind.ends.len()]),
            });
            if kind.comes_up() {
                entries = entries.checked_add(volume(&kind.ends)?).filter(|&entries| entries <= MOST_ENTRIES)?;
            }
        }
        // All kinds are met by one walk over the hull of their boxes.
        if kinds.len() > 1 && volume(&hull)? > 4 * entries + 100_000 {
            return None;
        }
        Some(TableLayout { boxes, entries, measure: game.measure, lexicographic, hull, kinds })
    }

    /// The place of a heap of a kind.
    pub fn place(&self, kind: usize, sizes: &[i64]) -> HeapPlace {
        let own = &self.boxes[kind];
        let sum = |by: &[i64]| sizes.iter().zip(by).map(|(size, by)| size * by).sum::<i64>();
        HeapPlace { index: own.base + sum(&own.strides), key: sum(&own.keys), total: sizes.iter().sum() }
    }

    /// The kind of the heap at an index of the only kind that comes up, and its sizes.
    pub fn heap(&self, index: usize, sizes: &mut Vec<i64>) -> usize {
        let kind = self.kinds[0];
        let own = &self.boxes[kind];
        let mut rest = index as i64 - own.base;
        sizes.clear();
        sizes.extend(own.strides.iter().map(|stride| {
            let size = rest / stride;
            rest %= stride;
            size
        }));
        kind
    }

    /// Whether a heap of a kind lies in the box of the kind and keeps its relations.
    pub fn contains(&self, kind: usize, sizes: &[i64]) -> bool {
        let own = &self.boxes[kind];
        sizes.len() == own.ends.len()
            && sizes.iter().zip(&own.ends).all(|(size, end)| (0..=*end).contains(size))
            && own.relations.iter().all(|&(i, j)| sizes[i] <= sizes[j])
    }

    /// Whether a heap of kind `to` is lower than one of kind `from` in the measure of the game, and
    /// is computed before it. Of a run of heaps the greatest key and the greatest total are
    /// compared.
    #[inline]
    pub fn is_lower(&self, from: (usize, HeapPlace), to: (usize, HeapPlace)) -> bool {
        self.order(from.0, to.0).is_lower(from.1, to.1)
    }

    /// The greatest size of a heap of kind `to`, which has one size, that lies in its box and is
    /// lower than the heap `from`; less than 0 if there is none.
    pub fn most(&self, from: (usize, HeapPlace), to: usize) -> i64 {
        let (own, (key_tie, total_tie)) = (&self.boxes[to], self.order(from.0, to).ties());
        let by_key = key_tie.map(|tie| (from.1.key + tie - 1).div_euclid(own.keys[0]));
        let by_total = total_tie.map(|tie| from.1.total + tie - 1);
        [by_key, by_total].into_iter().flatten().fold(own.ends[0], i64::min)
    }

    /// How heaps of kind `to` compare with heaps of kind `from`.
    #[inline]
    pub fn order(&self, from: usize, to: usize) -> Order {
        let (old, new) = (&self.boxes[from], &self.boxes[to]);
        Order {
            by_key: self.lexicographic,
            key_tie: i64::from(new.class < old.class),
            by_total: self.measure == Lowering::Sum,
            total_tie: i64::from(new.rank < old.rank),
        }
    }

    /// Whether heaps are visited row by row.
    pub fn has_rows(&self) -> bool {
        self.lexicographic && self.kinds.len() == 1
    }

    /// Visits every heap in the order in which values are computed.
    pub fn ascend<E>(&self, visit: &mut impl FnMut(usize, &[i64]) -> Result<(), E>) -> Result<(), E> {
        if self.lexicographic {
            return self.by_key(visit);
        }
        let upwards = 0..=self.most_total();
        upwards
            .flat_map(|total| self.kinds.iter().map(move |&kind| (total, kind)))
            .try_for_each(|(total, kind)| self.with_total(kind, total, visit))
    }

    /// The greatest sum of sizes; -1 if there are no heaps.
    fn most_total(&self) -> i64 {
        self.kinds.iter().map(|&kind| self.boxes[kind].ends.iter().sum()).max().unwrap_or(-1)
    }

    /// Visits every heap in the opposite order.
    pub fn descend<E>(&self, visit: &mut impl FnMut(usize, &[i64]) -> Result<(), E>) -> Result<(), E> {
        if !self.lexicographic {
            let downwards = (0..=self.most_total()).rev();
            let kinds = || self.kinds.iter().rev();
            return downwards
                .flat_map(|total| kinds().map(move |&kind| (total, kind)))
                .try_for_each(|(total, kind)| self.with_total(kind, total, visit));
        }
        let mut sizes = self.hull.clone();
        loop {
            for &kind in self.kinds.iter().rev() {
                self.shown(kind, &sizes, visit)?;
            }
            let Some(at) = sizes.iter().rposition(|&size| size > 0) else { return Ok(()) };
            sizes[at] -= 1;
            sizes[at + 1..].copy_from_slice(&self.hull[at + 1..]);
        }
    }

    fn by_key<E>(&self, visit: &mut impl FnMut(usize, &[i64]) -> Result<(), E>) -> Result<(), E> {
        if self.kinds.len() == 1 {
            return self.rows(|kind, sizes, end| {
                let last = sizes.len() - 1;
                (sizes[last]..=end).try_for_each(|size| {
                    sizes[last] = size;
                    visit(kind, sizes)
                })
            });
        }
        let mut sizes = vec![0; self.hull.len()];
        loop {
            for &kind in &self.kinds {
                self.shown(kind, &sizes, visit)?;
            }
            let Some(at) = (0..sizes.len()).rev().find(|&at| sizes[at] < self.hull[at]) else { return Ok(()) };
            sizes[at] += 1;
            sizes[at + 1..].fill(0);
        }
    }

    /// Visits the heap of a kind whose sizes are the first ones of `sizes`, if there is one.
    fn shown<E>(
        &self,
        kind: usize,
        sizes: &[i64],
        visit: &mut impl FnMut(usize, &[i64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (own, rest) = sizes.split_at(self.boxes[kind].ends.len());
        if rest.iter().all(|&size| size == 0) && self.contains(kind, own) {
            visit(kind, own)?;
        }
        Ok(())
    }

    /// Visits the rows of the only kind in lexicographic order: the first heap of each, with the
    /// last size of its last heap. Relations bound the loops.
    pub fn rows<E>(&self, mut visit: impl FnMut(usize, &mut [i64], i64) -> Result<(), E>) -> Result<(), E> {
        let [kind] = self.kinds[..] else { return Ok(()) };
        let own = &self.boxes[kind];
        let arity = own.ends.len();
        let mut sizes = vec![0; arity];
        let mut tops = own.ends.clone();
        // The least and the greatest number at a place, given the sizes before it.
        let low = |at: usize, sizes: &[i64]| {
            let before = own.relations.iter().filter(|&&(i, j)| j == at && i < at);
            before.map(|&(i, _)| sizes[i]).max().unwrap_or(0)
        };
        let high = |at: usize, sizes: &[i64]| {
            let before = own.relations.iter().filter(|&&(i, j)| i == at && j < at);
            before.map(|&(_, j)| sizes[j]).min().map_or(own.ends[at], |most| most.min(own.ends[at]))
        };
        let mut at = 0;
        (sizes[0], tops[0]) = (low(0, &sizes), high(0, &sizes));
        loop {
            if sizes[at] <= tops[at] && at + 1 < arity {
                at += 1;
                (sizes[at], tops[at]) = (low(at, &sizes), high(at, &sizes));
                continue;
            }
            if sizes[at] <= tops[at] {
                visit(kind, &mut sizes, tops[at])?;
            }
            let Some(before) = at.checked_sub(1) else { return Ok(()) };
            at = before;
            sizes[at] += 1;
        }
    }

    /// Visits the heaps of a kind with this sum of sizes.
    fn with_total<E>(
        &self,
        kind: usize,
        total: i64,
        visit: &mut impl FnMut(usize, &[i64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let ends = &self.boxes[kind].ends;
        let last = ends.len() - 1;
        let mut sizes = vec![0; ends.len()];
        loop {
            sizes[last] = total - sizes[..last].iter().sum::<i64>();
            if self.contains(kind, &sizes) {
                visit(kind, &sizes)?;
            }
            let Some(at) = (0..last).rev().find(|&at| sizes[at] < ends[at]) else { return Ok(()) };
            sizes[at] += 1;
            sizes[at + 1..].fill(0);
        }
    }
}

/// The heaps of a box; `None` if it is too large.
fn volume(ends: &[i64]) -> Option<i64> {
    ends.iter().try_fold(1i64, |all, &end| all.checked_mul(end.checked_add(1)?)).filter(|&all| all <= 1 << 40)
}

/// What each size adds to an index in lexicographic order.
fn strides(ends: &[i64]) -> Option<Vec<i64>> {
    volume(ends)?;
    let mut strides = vec![1; ends.len()];
    for at in (0..ends.len().saturating_sub(1)).rev() {
        strides[at] = strides[at + 1] * (ends[at + 1] + 1);
    }
    Some(strides)
}

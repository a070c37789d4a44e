//! The claim: the values of all heaps that come up.
//!
//! The boxes hold heaps that no play leads to, and the checker would expand them too. So the claim
//! shows only the heaps that come up from the start: it marks the options of each heap before it
//! shows it, from the last heap down. Once it has begun to show heaps, it gives the values of
//! marked heaps only, so that the checker uses no value that it does not verify.

use std::{
    ops::ControlFlow,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use grundy_cert::{ValueBox, ValueMap};
use grundy_core::Nimber;
use grundy_games::{Compiled, Component, Query, Question, Typed};

use super::{
    fill::FilledTables,
    reached::{downwards, is_marked},
    sink::Marks,
    walk::{Bail, ProgramWalk},
};
use crate::support::budget::Budget;

/// The values of typed heaps.
pub(super) struct Boxes {
    game: Compiled,
    filled: FilledTables,
    /// The indices of the heaps of the start.
    start: Vec<usize>,
    /// One bit for each heap that comes up; there once heaps are shown.
    marks: OnceLock<Vec<AtomicU64>>,
}

impl Boxes {
    pub fn new(game: Compiled, filled: FilledTables, query: &Query) -> Boxes {
        let is_table = query.question == Question::Table;
        let entries = query.table_entries().filter(|_| is_table);
        let starts = query.position.iter().map(|term| term.component.clone()).chain(entries);
        let places = starts.filter_map(|component| filled.place(&component).map(|(_, place)| place.index as usize));
        let start = places.collect();
        Boxes { game, filled, start, marks: OnceLock::new() }
    }

    /// The marks, at first of the start alone, unless all are known.
    fn marks(&self) -> &[AtomicU64] {
        if let Some(marks) = &self.filled.marks {
            return marks;
        }
        self.marks.get_or_init(|| {
            let words = self.filled.layout.entries as usize / 64 + 1;
            let marks: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
            for &index in &self.start {
                marks[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
            }
            marks
        })
    }
}

impl ValueMap for Boxes {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let (_, place) = self.filled.place(component)?;
        let marks = self.filled.marks.as_ref().or(self.marks.get());
        marks.is_none_or(|marks| is_marked(marks, place.index as usize)).then(|| self.filled.at(place))
    }

    fn count(&self) -> u64 {
        match &self.filled.marks {
            Some(marks) => marks.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum(),
            None => self.filled.layout.entries as u64,
        }
    }

    fn boxes(&self) -> Option<Vec<ValueBox>> {
        if self.filled.marks.is_some() {
            return None;
        }
        let layout = &self.filled.layout;
        let come_up = self.game.kinds.iter().zip(&layout.boxes).filter(|(kind, _)| kind.comes_up());
        let boxes = come_up.map(|(kind, area)| {
            let volume: i64 = area.ends.iter().map(|end| end + 1).product();
            let values = self.filled.values().skip(area.base as usize).take(volume as usize);
            let values = values.map(|value| u32::try_from(value.0).ok()).collect::<Option<_>>()?;
            let ends = area.ends.iter().map(|&end| end as u64).collect();
            Some(ValueBox { kind: kind.name.clone()?, ends, values })
        });
        boxes.collect()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let marks = self.marks();
        let layout = &self.filled.layout;
        let slots = self.game.programs.iter().map(|(program, _)| program.slots).max().unwrap_or(0);
        let arity = self.game.kinds.iter().map(|kind| kind.ends.len()).max().unwrap_or(0);
        // Without limits: `visit` ends the work, and a heap has few options.
        let mut budget = Budget::new().bytes(u64::MAX);
        let mut walk = ProgramWalk::new(layout, &mut budget, slots.max(arity));
        let mut show = |kind: usize, sizes: &[i64]| {
            let Some(name) = &self.game.kinds[kind].name else { return Ok(()) };
            let value = self.filled.at(layout.place(kind, sizes));
            let sizes = sizes.iter().map(|&size| size as u64).collect();
            match visit(&Component::Typed(Typed { kind: name.clone(), sizes }), value) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(()),
            }
        };
        if self.filled.marks.is_some() {
            let mut sizes = Vec::new();
            let _: Result<(), ()> = downwards(marks, |index| show(layout.heap(index, &mut sizes), &sizes));
            return;
        }
        let _ = layout.descend(&mut |kind, sizes| {
            if !is_marked(marks, layout.place(kind, sizes).index as usize) {
                return Ok(());
            }
            walk.enter(kind, sizes);
            for (program, shape) in self.game.programs.iter().filter(|(program, _)| program.kind == kind) {
                // What could not be marked is missing in the claim, and the checker refuses it.
                let _: Result<(), Bail> = walk.options((program, shape), &mut Marks(marks));
            }
            show(kind, sizes)
        });
    }
}

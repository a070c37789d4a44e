//! The search in misère play: an option is one word, and a word that is lost for the mover decides.

use super::{Keep, KnownValues, LOST, OpenWord, WON, WordPath, WordSearch};
use crate::{
    support::budget::{Budget, Stopped},
    words::packed::{
        key::{Key, KeyBits},
        options::Mover,
        table::KeyTable,
    },
};

impl<K: Key> WordPath<K> {
    /// Returns whether the mover wins a word in misère play, by its mixed key: [`WON`] or
    /// [`LOST`]; `None` if `pause` has ended the walk after some word. Of options that fall apart
    /// nothing follows; there are none.
    fn outcome<P: KeyBits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        table: &mut KeyTable<K>,
        mixed: K,
        pause: impl Fn(&Budget) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let mut found = None;
        if self.frames.is_empty() {
            if let Some(outcome) = table.get(mixed) {
                return Ok(Some(outcome));
            }
            self.open_misere::<P, B>(mover, table, mixed, budget)?;
        }
        while let Some(frame) = self.frames.last_mut() {
            if let Some(outcome) = found.take() {
                self.words.pop();
                if outcome == LOST {
                    frame.seen[0] = WON;
                    self.words.truncate(frame.words);
                }
            }
            if self.words.len() > frame.words {
                let word = self.words[self.words.len() - 1];
                match table.get(word) {
                    None => self.open_misere::<P, B>(mover, table, word, budget)?,
                    outcome => found = outcome,
                }
                continue;
            }
            let (key, outcome) = (frame.key, frame.seen[0]);
            self.frames.pop();
            table.add(key, outcome, budget)?;
            if self.frames.is_empty() {
                return Ok(Some(outcome));
            }
            if pause(budget) {
                // The word is the last one of those that are pending, and is looked up again.
                return Ok(None);
            }
            found = Some(outcome);
        }
        Ok(None)
    }

    /// Expands a word in misère play, and puts it on the stack with its options without an
    /// outcome.
    fn open_misere<P: KeyBits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        table: &KeyTable<K>,
        key: K,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        self.expand::<P, B>(mover, table, key, budget)?;
        self.ahead = None;
        let start = self.words.len();
        // Without moves the mover wins.
        let mut outcome = if self.options.count() == 0 { WON } else { LOST };
        for (&word, &begin) in self.options.single.iter().zip(&self.single) {
            match table.get_from(begin, word) {
                Some(LOST) => {
                    outcome = WON;
                    self.words.truncate(start);
                    break;
                }
                Some(_) => {}
                None => self.words.push(word),
            }
        }
        self.frames.push(OpenWord { key, words: start, pending: 0, large: 0, seen: [outcome, 0, 0, 0] });
        self.hold(budget)
    }
}

impl<K: Key> WordSearch<K> {
    /// Returns whether the mover wins a word in misère play: [`WON`] or [`LOST`].
    pub fn outcome<P: KeyBits, const B: usize>(
        &mut self,
        key: K,
        keep: Keep<'_, K>,
        budget: &mut Budget,
    ) -> Result<u64, Stopped> {
        if key.is_none() {
            return Ok(WON);
        }
        let mixed = self.table.mix(key);
        loop {
            let outcome = self.walks[0].outcome::<P, B>(&self.mover, &mut self.table, mixed, Budget::is_due, budget)?;
            if let Some(outcome) = outcome {
                return Ok(outcome);
            }
            keep(self, budget);
        }
    }
}

//! Words as keys of 128 bits with their options, for tables of all positions.

use std::sync::Arc;

use grundy_core::Fault;
use grundy_games::{Component, Convention, Query};

use super::{
    Program,
    found::{OptionSink, WordOptions},
    key::KeyBits,
    options::Mover,
};
use crate::solver::Refusal;

/// The most bits of a key.
const MOST_BITS: usize = 128;

/// The positions that the words of a query lead to, as keys, with their options.
pub struct WordKeys {
    mover: Mover<u128>,
    program: Arc<Program>,
}

/// What [`WordKeys::options`] reuses from call to call.
#[derive(Default)]
pub struct OptionBuffer(AllWords);

/// Options with all of their words: equal ones cancel in a sum, and are positions that come up.
#[derive(Default)]
struct AllWords(WordOptions<u128>);

impl OptionSink<u128> for AllWords {
    #[inline(always)]
    fn options(&mut self) -> &mut WordOptions<u128> {
        &mut self.0
    }

    fn two(&mut self, first: u128, second: u128) {
        self.add(first);
        self.add(second);
        self.end();
    }

    fn end(&mut self) {
        let options = &mut self.0;
        if options.words.len() == options.ends.last().copied().unwrap_or(0) {
            options.empty += 1;
        } else {
            options.ends.push(options.words.len());
        }
    }
}

impl WordKeys {
    /// Packs the words of a query about one game on rows or rings, in normal play.
    ///
    /// # Errors
    ///
    /// Returns the reason if a key would have more than 128 bits, or if the rules are not packed.
    pub fn new(query: &Query) -> Result<WordKeys, Refusal> {
        if query.convention == Convention::Misere {
            return Err("only for normal play".into());
        }
        let program = Arc::new(Program::new(query)?);
        if program.bits() > MOST_BITS {
            return Err(format!(
                "a word takes {} bits, {} for each of up to {} letters, and a key has at most {MOST_BITS}",
                program.bits(),
                program.planes(),
                program.longest
            )
            .into());
        }
        Ok(WordKeys { mover: Mover::new(program.clone()), program })
    }

    /// Returns the key of a word; `None` if it has other letters, or too many.
    pub fn key(&self, component: &Component) -> Option<u128> {
        self.mover.key(component)
    }

    /// Returns the word of a key.
    pub fn component(&self, key: u128) -> Component {
        self.mover.component(key)
    }

    /// Returns the letters that come up, ascending.
    pub fn letters(&self) -> &[char] {
        &self.program.letters
    }

    /// Returns the number of letters of a word.
    pub fn length(&self, key: u128) -> usize {
        let (longest, plain) = (self.program.longest, self.mover.layout.plain(key));
        let all = (0..self.program.planes()).fold(0, |all, plane| all | plain.down(plane * longest));
        (all & u128::low(longest)).ones()
    }

    /// Calls `visit` with the number of each letter of a word, from 0 on in [`WordKeys::letters`].
    pub fn each_letter(&self, key: u128, mut visit: impl FnMut(usize)) {
        let plain = self.mover.layout.plain(key);
        for at in 0..self.program.longest {
            match self.mover.layout.code(plain, at) {
                0 => return,
                code => visit(usize::from(code) - 1),
            }
        }
    }

    /// Calls `visit` with the words of each option; the empty word is left out.
    ///
    /// # Errors
    ///
    /// Returns the error of `visit`, or a fault of the rules.
    pub fn options<E: From<Fault>>(
        &self,
        key: u128,
        OptionBuffer(found): &mut OptionBuffer,
        mut visit: impl FnMut(&[u128]) -> Result<(), E>,
    ) -> Result<(), E> {
        found.0.clear();
        match (self.program.longest, self.program.planes()) {
            (..=64, ..=3) => self.mover.options::<u64, 3>(key, found)?,
            (..=64, ..=5) => self.mover.options::<u64, 5>(key, found)?,
            (..=64, _) => self.mover.options::<u64, 8>(key, found)?,
            _ => self.mover.options::<u128, 8>(key, found)?,
        }
        let options = &found.0;
        (0..options.empty).try_for_each(|_| visit(&[]))?;
        options.single.chunks(1).chain(options.several(0).map(|part| &options.words[part])).try_for_each(visit)
    }
}

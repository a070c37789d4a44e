//! The claim `binary-runs`: words are sums of runs of one letter, and automata that read the
//! lengths of runs in binary give their values.
//!
//! Where the values of runs grow, no list of them repeats. But a run is a heap whose kind has its
//! two ends ([`Families::heaps`]), so the claim `binary` about these heaps gives the value of every
//! run, and the theorem on letters that separate adds them. An automaton's kind is named by the
//! ends, with `-` for none.
//!
//! The check derives the separators and the rules of the runs from those of the words, has the
//! automata checked as a claim about these heaps, and compares the values of short runs with the
//! plain meaning of the rules. Cost: that of the claim `binary`.
//!
//! ```text
//! claim binary-runs
//! letters b a
//! relations values
//! kind -- 9
//! + 0 1 2 3
//! ..
//! ```

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Families, Piece, Query, Ruleset};

use super::{
    super::{Binary, Context, Evidence, Meaning, evidence::counted},
    IN_BINARY, families_of, pieces, plainly, short, text, word,
};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

/// The most kinds of runs: 31 letters that separate. Each kind has all moves.
const MOST_KINDS: usize = 1 << 10;

/// The claim that words are sums of runs, whose values automata give; in normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryRuns {
    /// The letter of the runs.
    pub letter: char,
    /// The other letters of left sides, ascending.
    pub ends: Vec<char>,
    /// The claim about the runs as heaps: a kind for each pair of ends.
    pub binary: Binary,
}

impl BinaryRuns {
    /// Reads the lines of a claim.
    pub(super) fn of_lines(section: &Section<'_>) -> Result<BinaryRuns, Expected> {
        let (letter, ends) = text::letters(section)?;
        let lines = section.lines.get(1..).unwrap_or_default();
        let binary = Binary::of_lines(lines).map_err(|(at, what)| Expected::at(at + 1, what))?;
        Ok(BinaryRuns { letter, ends, binary })
    }

    /// The value of a word: the exclusive or of those of its pieces. `None` for a claim that gives
    /// no values. Cost: a pass over the word, and 64 steps for each piece.
    pub fn value(&self, word: &str) -> Option<Nimber> {
        let mut total = Some(0);
        Families::split(self.letter, &self.ends, word, |piece| {
            total = total.zip(self.of_piece(piece)).map(|(total, value)| total ^ value);
        });
        total.map(Nimber)
    }

    /// The value of a piece.
    fn of_piece(&self, piece: Piece) -> Option<u64> {
        self.binary.of_kind(piece.kind(self.ends.len()), piece.run as u64)
    }

    /// Verifies the claim from the rules alone, in at most `most_bytes` of memory, as long as
    /// `go_on` returns true.
    ///
    /// # Errors
    ///
    /// [`Flaw::OtherLaw`] if words are not sums of such runs, [`Flaw::NoRelation`] with the
    /// condition of the claim about runs that does not hold, [`Flaw::WrongValue`] at a short run
    /// with another value.
    pub fn verify(&self, ruleset: &Ruleset, most_bytes: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Verdict, Flaw> {
        let families = families_of(ruleset, self.letter)?;
        let fits = families.ends == self.ends && self.binary.kinds.len() == families.kinds();
        if !fits || families.kinds() > MOST_KINDS || self.binary.meaning != Meaning::Values {
            return Err(Flaw::OtherLaw);
        }
        let heaps = Ruleset::Typed(families.heaps().ok_or(Flaw::OtherLaw)?);
        match self.binary.verify(&heaps, most_bytes, go_on)? {
            Verdict::Verified => {}
            other => return Ok(other),
        }
        ended(self.short_runs(ruleset, &families, &mut Poll::new(go_on))).map(Verdict::of)
    }

    /// Verifies the values of short runs by the plain meaning.
    fn short_runs(&self, ruleset: &Ruleset, families: &Families, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let ends = || 0..=families.ends.len();
        for run in 0..short(families) {
            for (left, right) in ends().flat_map(|left| ends().map(move |right| (left, right))) {
                poll.position()?;
                plainly(ruleset, word(families, left, run, right), &|word| self.value(word), poll)?;
            }
        }
        Ok(())
    }
}

impl Evidence for BinaryRuns {
    fn keyword(&self) -> &'static str {
        IN_BINARY.name
    }

    fn summary(&self) -> String {
        format!("{} kinds, {}", self.binary.kinds.len(), self.binary.summary())
    }

    fn statement(&self) -> Option<String> {
        Some(format!(
            "separators give every value: words are sums of {} of runs, whose lengths automata read in binary: {}",
            counted(self.binary.kinds.len() as u64, "kind"),
            counted(self.states()?, "state")
        ))
    }

    fn details(&self) -> Vec<String> {
        vec![pieces(self.letter, &self.ends)]
    }

    fn states(&self) -> Option<u64> {
        self.binary.states()
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        if let Component::Row(word) = component { BinaryRuns::value(self, word) } else { None }
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        self.verify(context.scope.ruleset(), context.most_bytes, context.go_on)
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        let mut lines = vec![text::letters_line(self.letter, &self.ends)];
        lines.extend(self.binary.to_lines());
        Ok(lines)
    }
}

//! What the automaton of a game on words is to be, for `prove` and `draw`.

use grundy::proof::AutomatonQuery;

use crate::fields::Whole;

/// The wishes about an automaton, as fields of a request.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'f> {
    /// The letters that words have, in addition to those of the rules.
    pub letters: Option<&'f String>,
    /// Whether it is asked who wins only.
    pub outcome: bool,
    /// Values are distinguished up to this one only.
    pub cap: Option<u32>,
    /// The search ends when a machine needs more states.
    pub states: Option<Whole>,
}

impl Machine<'_> {
    /// The first field that was given.
    pub fn given(&self) -> Option<&'static str> {
        let fields = [
            ("letters", self.letters.is_some()),
            ("outcome", self.outcome),
            ("cap", self.cap.is_some()),
            ("states", self.states.is_some()),
        ];
        fields.into_iter().find(|(_, given)| *given).map(|(field, _)| field)
    }

    /// The query; the search ends when words up to `up_to` letters are certified.
    pub fn query(&self, up_to: Option<u64>) -> AutomatonQuery {
        AutomatonQuery {
            machine: false,
            letters: self.letters.into_iter().flat_map(|letters| letters.chars()).collect(),
            cap: if self.outcome { Some(1) } else { self.cap },
            most_states: self.states.map(|states| states.0),
            to: up_to,
            known: None,
        }
    }
}

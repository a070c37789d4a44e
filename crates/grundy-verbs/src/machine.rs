//! What the automaton of a game on words is to be, for `prove` and `draw`.

use grundy::proof::AutomatonQuery;

use crate::fields::Whole;

/// The wishes about an automaton, as fields of a request.
pub(crate) struct Machine<'f> {
    pub letters: Option<&'f String>,
    pub outcome: bool,
    pub cap: Option<u32>,
    pub states: Option<Whole>,
}

impl Machine<'_> {
    /// The first field that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let fields = [
            ("letters", self.letters.is_some()),
            ("outcome", self.outcome),
            ("cap", self.cap.is_some()),
            ("states", self.states.is_some()),
        ];
        fields.into_iter().find(|(_, given)| *given).map(|(field, _)| field)
    }

    /// The query; the search ends when words up to `up_to` letters are certified.
    pub(crate) fn query(&self, up_to: Option<u64>) -> AutomatonQuery {
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

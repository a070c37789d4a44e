//! Relations as lines of a certificate.
//!
//! ```text
//! relations values
//! kind A 2
//! + 0 1 1 1
//! - 1 1 1 1
//! ```
//!
//! The first line has the meaning, `values` or `lost`. After the name of a kind, the number of the
//! states of its relation, there is a line for each state: whether it accepts, and the state that
//! each letter leads to. A letter has a bit for each size, the first one in the lowest, and in
//! relations of values one more for the value, in the highest. Before the states, `repeats` may say
//! from which size on the values repeat, with which period and saltus.

use std::sync::Arc;

use super::{Binary, Dfa, Meaning, OfKind, Repetition};
use crate::certificate::parse::exact as number;

/// The number of a line from 0 on, and what was expected there.
type LineError = (usize, &'static str);

impl Binary {
    /// The lines of the claim.
    pub(in super::super) fn to_lines(&self) -> Vec<String> {
        let meaning = if self.meaning == Meaning::Values { "values" } else { "lost" };
        let mut lines = vec![format!("relations {meaning}")];
        for OfKind { name, relation, repetition } in &self.kinds {
            lines.push(format!("kind {name} {}", relation.states()));
            lines.extend(repetition.map(|repetition| repetition.to_string()));
            for (state, &accepts) in relation.accepting.iter().enumerate() {
                let row = &relation.next[state << relation.tracks..][..relation.letters()];
                let row: String = row.iter().map(|to| format!(" {to}")).collect();
                lines.push(format!("{}{row}", if accepts { '+' } else { '-' }));
            }
        }
        lines
    }

    /// The claim of these lines.
    pub(in super::super) fn of_lines(lines: &[&str]) -> Result<Binary, LineError> {
        let meaning = match lines.first() {
            Some(&"relations values") => Meaning::Values,
            Some(&"relations lost") => Meaning::Lost,
            _ => return Err((0, "`relations values` or `relations lost`")),
        };
        let mut kinds = Vec::new();
        let mut at = 1;
        while at < lines.len() {
            /// What is expected on the first line of a kind.
            const KIND: &str = "`kind` with its name and the number of states";
            let words = lines[at].strip_prefix("kind ").and_then(|words| words.rsplit_once(' ')).ok_or((at, KIND))?;
            let states: usize = number(words.1).filter(|&states| states > 0).ok_or((at, KIND))?;
            let repetition = lines.get(at + 1).and_then(|line| line.strip_prefix("repeats ")).map(|numbers| {
                at += 1;
                repetition(numbers).ok_or((at, "`repeats` with three numbers"))
            });
            let repetition = repetition.transpose()?;
            let end = (at + 1).checked_add(states).filter(|&end| end <= lines.len());
            let rows = &lines[at + 1..end.ok_or((lines.len() - 1, "a line for each state"))?];
            let mut relation = Dfa { tracks: 0, accepting: Vec::new(), next: Vec::new() };
            for (at, row) in (at + 1..).zip(rows) {
                /// What is expected on the line of a state.
                const STATE: &str = "+ or - and the state that each letter leads to";
                let mut words = row.split(' ');
                relation.accepting.push(match words.next() {
                    Some("+") => true,
                    Some("-") => false,
                    _ => return Err((at, STATE)),
                });
                let steps: Option<Vec<u32>> = words.map(number).collect();
                let steps = steps.filter(|steps| steps.len().is_power_of_two()).ok_or((at, STATE))?;
                let tracks = steps.len().trailing_zeros() as usize;
                if relation.accepting.len() > 1 && tracks != relation.tracks {
                    return Err((at, "as many steps as the state before has"));
                }
                relation.tracks = tracks;
                relation.next.extend(steps);
            }
            kinds.push(OfKind { name: Arc::from(words.0), relation: Arc::new(relation), repetition });
            at += 1 + states;
        }
        Ok(Binary { meaning, kinds })
    }
}

/// The preperiod, period and saltus of a line.
fn repetition(numbers: &str) -> Option<Repetition> {
    let numbers: Vec<u64> = numbers.split(' ').map(number).collect::<Option<_>>()?;
    let [preperiod, period, saltus] = numbers[..] else { return None };
    Some(Repetition { preperiod, period, saltus })
}

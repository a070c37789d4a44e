//! Windows as lines of a certificate.
//!
//! ```text
//! preperiod 2
//! period 4
//! mask 1
//! split plain
//! reach 3
//! largest 3
//! rare 0 0
//! state 5 0 1 2 3
//! ```
//!
//! A line `rare` has a rare heap and its value; a line `state` a heap and the values of the heaps
//! before it. The numbers here are only an example of the form.

use super::{State, Window};
use crate::certificate::parse::exact;

/// The number of a line from 0 on, and what was expected there.
pub(super) type LineFault = (usize, &'static str);

impl Window {
    /// The lines of a certificate.
    pub(super) fn to_lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("preperiod {}", self.preperiod),
            format!("period {}", self.period),
            format!("mask {}", self.mask),
            format!("split {}", if self.turning { "turning" } else { "plain" }),
            format!("reach {}", self.reach),
            format!("largest {}", self.largest),
        ];
        lines.extend(self.rare.iter().map(|(heap, value)| format!("rare {heap} {value}")));
        lines.extend(self.states.iter().map(|state| {
            let values: String = state.values.iter().map(|value| format!(" {value}")).collect();
            format!("state {}{values}", state.heap)
        }));
        lines
    }

    /// The claim that these lines make.
    pub(super) fn of_lines(lines: &[&str]) -> Result<Window, LineFault> {
        let named = |at: usize, name: &'static str| {
            let rest = lines.get(at).and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            rest.ok_or((at, name))
        };
        let mut claim = Window {
            preperiod: number(named(0, "preperiod")?, 0)?,
            period: number(named(1, "period")?, 1)?,
            mask: number(named(2, "mask")?, 2)?,
            turning: match named(3, "split")? {
                "turning" => true,
                "plain" => false,
                _ => return Err((3, "turning or plain")),
            },
            reach: number(named(4, "reach")?, 4)?,
            largest: number(named(5, "largest")?, 5)?,
            rare: Vec::new(),
            states: Vec::new(),
        };
        for (at, line) in lines.iter().enumerate().skip(6) {
            let (name, rest) = line.split_once(' ').ok_or((at, "a rare heap or a state"))?;
            match name {
                "rare" if claim.states.is_empty() => {
                    let (heap, value) = rest.split_once(' ').ok_or((at, "a rare heap and its value"))?;
                    claim.rare.push((number(heap, at)?, number(value, at)?));
                }
                "state" => {
                    let mut words = rest.split(' ');
                    let heap = number(words.next().unwrap_or(""), at)?;
                    let values = words.map(|word| number(word, at)).collect::<Result<_, LineFault>>()?;
                    claim.states.push(State { heap, values });
                }
                _ => return Err((at, "a rare heap or a state")),
            }
        }
        Ok(claim)
    }
}

/// A number, as it is printed.
fn number<T: std::str::FromStr + ToString>(text: &str, at: usize) -> Result<T, LineFault> {
    exact(text).ok_or((at, "a number"))
}

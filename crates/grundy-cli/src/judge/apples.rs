//! The tutorial's apples: two or three are taken at a time. Input: n. Output: the values of 0 to n
//! on one line.

use grundy::{Answer, Component, Query, Question};

use grundy_contest::Tokens;

use super::OutputLines;
use crate::{output::CliError, session::Session};

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<OutputLines, CliError> {
    let apples = tokens.number("the number of apples", 0..=u64::MAX)?;
    tokens.end()?;
    let rules = grundy::games::game("take 2 or 3")?;
    let (solution, _, _) = session.run.answer(&Query::new(&rules, vec![Component::Heap(apples)], Question::Table))?;
    let Answer::Values(values) = solution.answer else { unreachable!("the query is about a table") };
    Ok(vec![values.iter().map(|value| value.0.to_string()).collect::<Vec<_>>().join(" ").into()])
}

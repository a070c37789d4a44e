//! Tokens on one graph of moves: the value of their sum, and the moves that win it or draw.
//!
//! Cost: each option of each token once, and once more if the value of the token is infinite.
//!
//! *Example.* Two tokens on vertices of the values 3 and 5 are worth 6; a token on a vertex of
//! infinite value makes the sum a draw or a win, by the nimbers that it can reach.

use grundy::{
    Nimber,
    cert::{Labels, LoopyOutcome, LoopyValue},
    games::Digraph,
};

/// A sum of tokens.
///
/// The value is finite, or infinite with the nimbers that can be reached.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The value of the sum.
    pub value: LoopyValue,
    /// The value of each token alone.
    pub each: Vec<LoopyValue>,
    /// The best moves: to lost positions if there are any, else to draws.
    pub best: Vec<TokenMove>,
    /// The number of all moves.
    pub moves: u64,
}

/// A move of one token.
///
/// Vertices are numbers of the graph; it has their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenMove {
    /// The index of the token.
    pub token: usize,
    /// The vertex that it goes to.
    pub to: u32,
}

/// Returns the sum of tokens on these vertices.
///
/// ```text
/// values 3 and 5: the sum has value 6 and is won
/// values 3 and infinite, 3 among the nimbers: won by the move to a vertex of value 3
/// values 3 and infinite, 3 not among them: a draw
/// ```
pub fn tokens(graph: &Digraph, labels: &Labels, at: &[u32]) -> Tokens {
    let each: Vec<LoopyValue> = at.iter().map(|&vertex| labels.value(graph, vertex)).collect();
    let nothing = LoopyValue::Finite(Nimber::ZERO);
    let mut after = vec![nothing.clone()];
    for value in each.iter().rev() {
        after.push(value.clone().plus(after[after.len() - 1].clone()));
    }
    let value = after[each.len()].clone();
    let wanted = match value.outcome() {
        LoopyOutcome::P | LoopyOutcome::N => LoopyOutcome::P,
        LoopyOutcome::Draw => LoopyOutcome::Draw,
    };
    let (mut best, mut moves, mut before) = (Vec::new(), 0, nothing);
    for (token, &vertex) in at.iter().enumerate() {
        let others = before.clone().plus(after[each.len() - 1 - token].clone());
        let mut options = graph.options(vertex).to_vec();
        options.sort_unstable();
        options.dedup();
        moves += options.len() as u64;
        let kept = options.into_iter().filter(|&to| labels.outcome_in_sum(graph, to, &others) == wanted);
        best.extend(kept.map(|to| TokenMove { token, to }));
        before = before.plus(each[token].clone());
    }
    Tokens { value, each, best, moves }
}

//! The `bag` board: its moves and its ending.

use grundy_games::{BagMove, BagRules, Factor, Ruleset};

use super::{cursor::Cursor, ending::ending, factor::factor, letters::within, lex::Kind as Tok};
use crate::diagnostic::Diagnostic;

const MOVES: &str = "the moves on bags are `take letter`, `take \"ab\"` and `take word in ..`";

/// Reads the moves and the ending of a `bag:`.
pub(super) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let mut moves = Vec::new();
    loop {
        if cursor.is_word("cut") || matches!(cursor.peek(), Some(Tok::Text(_) | Tok::Sign("^"))) {
            return Err(Diagnostic::new(
                "G008",
                cursor.span(),
                "a bag has no order: its letters cannot be cut or rewritten",
            )
            .label("not a move on bags")
            .help(MOVES));
        }
        cursor.expect_word("take")?;
        let place = cursor.span();
        let what = factor(cursor)?;
        if !matches!(what, Factor::Letter(_) | Factor::Word(_)) {
            return Err(Diagnostic::new(
                "G008",
                place,
                format!("`{what}` requires an order of the letters, and a bag has none"),
            )
            .label("not a move on bags")
            .help(MOVES));
        }
        let take = BagMove::Take(what);
        moves.push(match within(cursor)? {
            Some(words) => BagMove::Within(Box::new(take), words),
            None => take,
        });
        if !cursor.eat_sign(",") {
            break;
        }
    }
    let until = ending(cursor)?;
    if let Some((until, place)) = &until
        && !until.fits_bags()
    {
        return Err(Diagnostic::new("G010", place.clone(), "a bag has no order")
            .label("this ending requires one")
            .help("use `row:`, or an ending about counts"));
    }
    Ok(Ruleset::Bag(BagRules { moves, until: until.map(|(until, _)| until) }))
}

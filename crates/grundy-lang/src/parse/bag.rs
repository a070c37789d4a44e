//! The `bag` board: its moves and its ending.

use grundy_games::{BagRules, Factor, Ruleset};

use super::{cursor::Cursor, ending::ending, factor::factor, lex::Kind as Tok};
use crate::diagnostic::Diagnostic;

const MOVES: &str = "the moves on bags are `take letter`, `take \"ab\"` and `take word in ..`";

/// Reads the moves and the ending of a `bag:`.
pub(super) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let mut takes = Vec::new();
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
        takes.push(what);
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
    Ok(Ruleset::Bag(BagRules { takes, until: until.map(|(until, _)| until) }))
}

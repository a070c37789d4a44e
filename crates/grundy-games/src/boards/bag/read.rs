//! The `bag` board: its moves and its ending, and the letters of a bag.
//!
//! ```text
//! bag  = move { "," move } [ "until" ending ]
//! move = ( "take" factor | "split into" numbers "parts" ) [ "within" words ]
//! ```
//! A factor is a letter or a listed word here; a split needs a list.

use std::collections::BTreeMap;

use crate::{
    Bag, BagMove, BagRules, Factor, Ruleset,
    boards::row::read::split,
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        lex::{TokenKind as Tok, too_large},
        reader::Reader,
    },
    words::{read_ending::ending, read_factor::factor, read_letters::within},
};

/// Reads the letters of a bag and its closing brace: `aab}`, or `a*1000, b*999}`.
pub(crate) fn letters(reader: &mut Reader<'_>, board: &Ruleset) -> Result<Bag, Diagnostic> {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    if reader.eat('}') {
        return Ok(Bag::default());
    }
    for part in 0_usize.. {
        reader.blanks();
        let start = reader.at;
        let word = reader.word(board, "letters")?;
        let (mut many, is_one) = (1, word.chars().count() == 1);
        if part > 0 && !is_one {
            reader.at = start;
            return Err(reader.fault("one letter after `,`", board));
        }
        if reader.eat('*') {
            if !is_one {
                reader.at = start;
                return Err(reader.fault("one letter before `*`", board));
            }
            let size = reader.size(board)?;
            many = u32::try_from(size).map_err(|_| too_large(start..reader.at))?;
        }
        for letter in word.chars() {
            let count = counts.entry(letter).or_default();
            *count = count.checked_add(many).ok_or_else(|| too_large(start..reader.at))?;
        }
        if reader.eat('}') {
            break;
        }
        if !is_one || !reader.eat(',') {
            return Err(reader.fault(if is_one { "`,` or `}`" } else { "`}`" }, board));
        }
    }
    Ok(Bag::counted(counts))
}

const MOVES: &str =
    "the moves on bags are `take letter`, `take \"ab\"`, `take word in ..` and `split into 2 parts within ..`";

/// Reads the moves and the ending of a `bag:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
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
        let place = cursor.span();
        if cursor.is_word("split") {
            let kind = BagMove::Split(split(cursor)?);
            let Some(words) = within(cursor)? else {
                return Err(Diagnostic::new("G008", place.start..cursor.span().start, "a split of a bag needs a list")
                    .label("without a list")
                    .help("write the words that the parts must be: `split into 2 parts within word in ..`"));
            };
            moves.push(BagMove::Within(Box::new(kind), words));
            if cursor.eat_sign(",") {
                continue;
            }
            break;
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

//! The parser: from text to rules and positions.
//!
//! The text of a game is the name of a family with its parameters, or `[misère] [board:] moves
//! [until ending]`. Each board has a file, which reads tokens from a `Cursor`.
//! The board may be omitted if the first move determines it: heaps and rows. Positions have a
//! reader by characters (`position`, `reader`), since letters are not quoted there.
//!
//! The parser is a recursive descent by hand, because each message depends on where in a sentence
//! the mistake is. Nesting is limited, so that recursion is.

use grundy_core::help::{Fix, Help, shell_word};

use crate::{
    Convention, Declaration, Family, Filter, Form, GraphFamily, Lists, Origin, Ruleset, Setting,
    boards::{self, BOARDS, heap, product, row},
    family::OPENINGS,
    heaps::{arrow, english::listed, read_expr as expr},
    language::families,
    no_lists,
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        encoding,
        lex::TokenKind,
        parameter::{self, NamedValue},
        spelling::nearest,
    },
    words::{read_factor::FACTOR_OPENINGS, read_letters as letters},
};

/// A game as its text was read: what it declares, and what the reading of its positions depends on
/// besides.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game.
    pub rules: Declaration,
    /// The family that the text names.
    pub family: Option<&'static Family>,
    /// The parameters with their values, as they are written: `k` and `3`. The game has them in it.
    pub parameters: Vec<(String, String)>,
    /// The text, if it leaves the board to the first move.
    inferred: Option<String>,
}

impl ReadGame {
    /// Returns the text of the game, if it leaves the board to the first move: then a position that
    /// is a number may be meant for another board, and is refused.
    pub fn inferred(&self) -> Option<&str> {
        self.inferred.as_deref()
    }

    /// Returns the ways to write positions as bare numbers.
    pub fn forms(&self) -> &'static [Form] {
        self.family.map_or(&[], |family| family.forms)
    }
}

impl From<Declaration> for ReadGame {
    fn from(rules: Declaration) -> ReadGame {
        ReadGame { rules, family: None, parameters: Vec::new(), inferred: None }
    }
}

/// Reads the text of a game, which may be the name of a family. `set` are values of parameters, in
/// place of those of the text.
///
/// The order: parameters are split off the end, then a name of a family is replaced by its text, a
/// raised point by one on the line, and names inside of a product by theirs; what is left is read
/// by the grammar. A message is about the text in which the mistake is: that of the caller, or that
/// of the family.
pub(crate) fn game(source: &str, lists: Lists<'_>, set: &[(String, String)]) -> Result<ReadGame, Diagnostic> {
    if let Some((head, family)) = on_family(source) {
        let place = source.len() - source.trim_start().len()..source.len();
        let label = |why: String| Diagnostic::new("G009", place, why).label("a family of graphs").about("game", source);
        if on_family(head).is_some() {
            return Err(label("a game is played on one family of graphs".to_owned()).help("leave one of them out"));
        }
        let read = game(head, lists, set)?;
        let Some(family) = family else { return Ok(read) };
        let rules = Declaration { ruleset: read.rules.ruleset.on(family).map_err(label)?, ..read.rules };
        return Ok(ReadGame { rules, family: None, inferred: None, ..read });
    }
    if let Some((_, text)) = source.rsplit_once(" on ")
        && let Some(why) = GraphFamily::misread(text).filter(|_| !text.contains('"'))
    {
        let message = format!("`{}` is not a family of graphs", text.trim());
        return Err(Diagnostic::new("G009", source.len() - text.len()..source.len(), message)
            .label("a family of graphs")
            .help(why)
            .about("game", source));
    }
    let (source, (folded, set)) = (encoding::unmarked(source), fold_case(set));
    let (end, all) =
        parameter::split(source, &set, families::settings(source)).map_err(|fault| fault.about("game", source))?;
    let whole = source;
    let source = &source[..end];
    let mut named = families::expand(source)?;
    let mut parameters = all.clone();
    if let Some(named) = &mut named {
        let text = std::mem::take(&mut named.text);
        (named.text, parameters) =
            parameter::settle(named.family, text, parameters).map_err(|fault| fault.about("game", whole))?;
    }
    let pointed = code_with_a_raised_point(source);
    let product = product::read::written_out(source).map_err(|fault| fault.about("game", whole))?;
    let other = named.as_ref().map(|named| &*named.text).or(pointed.as_deref());
    if let (Some(_), Some(parameter)) = (other, parameters.first()) {
        return Err(parameter.unused(&[]).about("game", whole));
    }
    let text = other.or(product.as_ref().map(|product| &*product.text)).unwrap_or(source);
    let read = plain_game(text, lists, &parameters, folded).map_err(|fault| match fault.code {
        // A game that nobody knows uses no parameter.
        "G060" if !parameters.is_empty() => {
            let other = plain_game(text, lists, &[], folded).err();
            other.filter(|other| other.code == "G003").unwrap_or(fault)
        }
        _ => fault,
    });
    let read = read.map_err(|fault| match &product {
        Some(product) if fault.origin.is_empty() => product.moved(source, fault),
        Some(_) => fault,
        None => families::famous(text, fault),
    });
    let family = named.as_ref().map(|named| named.family);
    let read = read.map_err(|fault| in_settings(family, fault));
    let (rules, inferred) = read.map_err(|fault| fault.about("game", other.unwrap_or(whole)))?;
    let parameters = parameter::pairs(all);
    let bare = || parameter::written_out(Convention::of(source).1, &parameters);
    let inferred = (inferred && family.is_none()).then(bare);
    Ok(ReadGame { rules, family, parameters, inferred })
}

/// Returns the text of a game and the family of graphs that it is on: `cram on grid 2xn`, `[cram]
/// grid 2xn`, or `cram grid 2xn` where the game has a name; after brackets one letter is the size
/// of a heap, `[kayles] n`. `None` for other texts.
fn on_family(source: &str) -> Option<(&str, Option<GraphFamily>)> {
    if let Some((game, family)) = source.rsplit_once(" on ") {
        return Some((game, Some(GraphFamily::of(family)?)));
    }
    let after_name = |word: &str| {
        let (game, family) = source.split_at(source.find(&format!(" {word} "))?);
        Family::find(Convention::of(game).1.trim())?;
        Some((game, Some(GraphFamily::of(family)?)))
    };
    if let Some(found) = GraphFamily::WORDS.into_iter().find_map(after_name) {
        return Some(found);
    }
    let (game, rest) = source.trim_start().strip_prefix('[')?.split_once(']')?;
    let is_name = rest.trim().len() == 1 && rest.trim().starts_with(char::is_alphabetic);
    GraphFamily::of(rest).map(|family| (game, Some(family))).or_else(|| is_name.then_some((game, None)))
}

/// Other filters of the words of a game, of which the first ones leave the most out.
const OTHER_WORDS: [&str; 4] = ["min = 3", "letters = any", "min = 3, letters = any", "min = 1, letters = any"];

/// Reads the game of a family with these parameters, as [`game`] reads its name with them.
pub(crate) fn family(
    family: &'static Family,
    parameters: &[String],
    lists: Lists<'_>,
    set: &[(String, String)],
) -> Result<ReadGame, Diagnostic> {
    let (folded, others) = fold_case(set);
    let (_, all) = parameter::split("", &others, family.settings)?;
    let (text, rest) = parameter::settle(family, family.text(parameters), all.clone())?;
    if let Some(parameter) = rest.first() {
        let names: Vec<&str> = family.settings.iter().map(|setting| setting.name).collect();
        return Err(parameter.unused(&names).about("game", &text));
    }
    let fold = (FOLD_CASE.to_owned(), String::new());
    let read = game(&text, lists, if folded { std::slice::from_ref(&fold) } else { &[] });
    let read = read.map_err(|fault| {
        let mut fault = in_settings(Some(family), fault);
        // The first filters with which words remain.
        let texts = OTHER_WORDS.iter().map(|set| format!("{} \"{}\" with {set}", family.name, parameters.concat()));
        let is_empty = fault.code == "G021" && all.is_empty() && !folded && !family.settings.is_empty();
        if let Some(text) = texts.filter(|_| is_empty).find(|text| game(text, lists, &[]).is_ok()) {
            fault.help = fault.help + ": " + Fix::Write(shell_word(&text).to_string());
        }
        fault
    })?;
    Ok(ReadGame { family: Some(family), parameters: parameter::pairs(all), inferred: None, ..read })
}

/// The message about the text of a family: it names the parameters that the user can set in place
/// of the filters of that text.
fn in_settings(family: Option<&Family>, mut fault: Diagnostic) -> Diagnostic {
    let settings = family.map_or(&[][..], |family| family.settings);
    let set = |setting: &Setting| {
        let value = if setting.is_number { "3" } else { "any" };
        Help::from("`") + Fix::Parameter(setting.name, value.to_owned()) + "`"
    };
    if !settings.is_empty() {
        let all = Help::from("other words are allowed by ") + Help::joined(settings.iter().map(set), " or ");
        fault.help = fault.help.replaced(letters::CHECK_FILTERS, &all);
    }
    fault
}

/// The name, among the values of parameters, that has word lists read in lower case, as the words
/// `in lower case` after a list do. No parameter of a text can have it.
pub const FOLD_CASE: &str = "fold-case";

/// Returns whether lists are to be read in lower case, and the other values.
fn fold_case(set: &[(String, String)]) -> (bool, Vec<(String, String)>) {
    let others: Vec<_> = set.iter().filter(|(name, _)| name != FOLD_CASE).cloned().collect();
    (others.len() < set.len(), others)
}

/// Reads a condition on these names alone; `also` follows the list of the names in a message.
pub(crate) fn filter(source: &str, names: &[&str], also: &str) -> Result<Filter, Diagnostic> {
    let read = |mut cursor: Cursor<'_>| {
        let filter = expr::filter(&mut cursor, names, also)?;
        cursor.expect_end().map(|()| filter)
    };
    Cursor::new(source, &no_lists, &[]).and_then(read).map_err(|fault| fault.about("condition", source))
}

/// Returns a code such as `0·77` with a point on the line.
fn code_with_a_raised_point(source: &str) -> Option<String> {
    let (before, after) = source.trim().split_once('·')?;
    let digits = |text: &str| text.chars().all(|digit| digit.is_ascii_hexdigit());
    let name = before.trim_start_matches("octal").trim_start_matches("hex").trim();
    (name.len() <= 1 && digits(name) && !after.is_empty() && digits(after)).then(|| format!("{before}.{after}"))
}

/// Reads the text of a game that is not the name of a family; returns also whether the text leaves
/// the board to the first move.
fn plain_game(
    source: &str,
    lists: Lists<'_>,
    parameters: &[NamedValue],
    folded: bool,
) -> Result<(Declaration, bool), Diagnostic> {
    let mut cursor = Cursor::new(source, lists, parameters)?;
    cursor.folded = folded;
    let misere = cursor.eat_misere();
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let inferred = !matches!(cursor.peek_at(1), Some(TokenKind::Sign(":")));
    let ruleset = ruleset(&mut cursor)?;
    cursor.expect_end()?;
    if folded && !ruleset.lists().iter().any(|list| matches!(list.origin(), Origin::Named(_))) {
        return Err(Diagnostic::new(
            "G060",
            0..source.len(),
            "the game reads no word list, whose capitals could be folded",
        )
        .label("no list")
        .help("leave the setting out"));
    }
    Ok((Declaration { convention, ruleset }, inferred))
}

/// Reads `BOARD: MOVES`, or moves whose first one determines the board.
fn ruleset(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    if let (Some(TokenKind::Word(name)), Some(TokenKind::Sign(":"))) = (cursor.peek().cloned(), cursor.peek_at(1)) {
        let Some(read) = boards::reader(&name) else {
            let boards = || format!("the boards are {}", listed(&BOARDS, "and")).into();
            return Err(Diagnostic::new("G009", cursor.span(), format!("unknown board `{name}`"))
                .label("not a board")
                .suggest(nearest(&name, &BOARDS), boards));
        };
        cursor.step();
        cursor.step();
        return read(cursor);
    }
    bare_board(cursor)
}

/// Reads a game without a board: the first move determines whether it is played on heaps or on
/// rows.
fn bare_board(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let (first, second) = (cursor.peek().cloned(), cursor.peek_at(1).cloned());
    match (&first, &second) {
        (Some(TokenKind::Code(..)), _) => heap::read::rules(cursor),
        (Some(TokenKind::Text(_) | TokenKind::Sign("^")), _) => row::read::rules(cursor, false),
        (Some(TokenKind::Word(verb)), second) => match verb.as_str() {
            "octal" | "hex" | "split" => heap::read::rules(cursor),
            "cut" => row::read::rules(cursor, false),
            "take" => match second {
                Some(TokenKind::Number(_) | TokenKind::Sign("{") | TokenKind::Sign("..")) => heap::read::rules(cursor),
                Some(TokenKind::Word(what)) if heap::read::AMOUNT_OPENINGS.contains(&what.as_str()) => {
                    heap::read::rules(cursor)
                }
                Some(TokenKind::Word(what)) if ["vertex", "edge", "element"].contains(&what.as_str()) => {
                    let ruleset = if what == "element" { "poset" } else { "graph" };
                    Err(Diagnostic::new("G009", cursor.span(), format!("`take {what}` requires its board"))
                        .label(format!("a move on a {ruleset}"))
                        .help(format!("write `{ruleset}: take {what} ..`")))
                }
                Some(TokenKind::Word(what)) if FACTOR_OPENINGS.contains(&what.as_str()) => {
                    row::read::rules(cursor, false)
                }
                Some(TokenKind::Text(_)) => row::read::rules(cursor, false),
                _ => {
                    cursor.step();
                    let known = [&heap::read::AMOUNT_OPENINGS[..], &FACTOR_OPENINGS].concat();
                    Err(cursor.expected_or("counters or letters to take", &known, TAKEN))
                }
            },
            "append" => Err(Diagnostic::new("G009", cursor.span(), "`append` requires its board")
                .label("a move on a tape")
                .help("write `tape: append ..`")),
            "move" if matches!(second, Some(TokenKind::Word(_))) => {
                Err(Diagnostic::new("G009", cursor.span(), "`move` requires its board")
                    .label("a move of a token or of stones on a graph")
                    .help("write `token: move along edge to new vertex`, or `stones: move any along an arc`"))
            }
            "graph" if matches!(second, Some(TokenKind::Text(_))) => Err(Diagnostic::new(
                "G046",
                cursor.span(),
                "a graph of moves is not allowed here: its play need not end",
            )
            .label("moves from a file")
            .help("only the verbs `solve`, `table` and `plan` of the program accept it, alone and in normal play")),
            "heap" if matches!(second, Some(TokenKind::Word(_) | TokenKind::Code(..))) => {
                cursor.step();
                heap::read::rules(cursor)
            }
            ruleset if BOARDS.contains(&ruleset) => {
                Err(Diagnostic::new("G009", cursor.span(), format!("missing colon after `{ruleset}`"))
                    .label("a board")
                    .help(format!("write `{ruleset}: ..`")))
            }
            _ if matches!(second, Some(TokenKind::Text(_))) => row::read::rules(cursor, false),
            _ if arrow::is_letter_rule(cursor) => row::read::rules(cursor, false),
            _ if matches!(second, Some(TokenKind::Sign("->" | "("))) => heap::read::rules(cursor),
            _ => Err(unknown(cursor, verb)),
        },
        (Some(TokenKind::Number(number)), _) => {
            Err(Diagnostic::new("G007", cursor.span(), format!("`{number}` is not a game"))
                .label("a number alone")
                .help(format!("write `0.{number}` for the octal code; a heap size follows the game")))
        }
        (None, _) => Err(cursor.expected_or(
            "a game",
            &[],
            Help::from("write a game such as `kayles`, `octal 0.77` or `take 2 or 3`; ")
                + Fix::verb("games")
                + " lists the names",
        )),
        _ => Err(cursor.expected("a move", &OPENINGS)),
    }
}

/// What a move may take, from a heap or from a word.
const TAKEN: &str = "such as `take 1 or 2`, `take 1..3`, `take at most 3`, `take {1, 3, 4}` or `take any` from a heap, \
                     `take letter`, `take \"ab\"` or `take word in {ab, ba}` from a word";

/// Returns the message for a word that begins no game, with the nearest move or name.
fn unknown(cursor: &Cursor<'_>, word: &str) -> Diagnostic {
    // `nim-multiply` begins with a name, which is not what is unknown.
    let near = nearest(word, &OPENINGS).or_else(|| families::suggest(word)).filter(|near| *near != word);
    Diagnostic::new("G003", cursor.span(), format!("unknown move or game `{word}`"))
        .label("unknown word")
        .suggest(near, || {
            Help::from("write a move such as `take 1 or 2`, or a name: ") + Fix::verb("games") + " lists them"
        })
}

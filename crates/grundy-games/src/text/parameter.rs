//! Parameters of a text: `take 1..k with k = 3`.
//!
//! A name has its value wherever a number, a set or a quoted text may stand: the tokens of the
//! value replace the name before the grammar reads it. So no reader of a board knows of parameters,
//! a message points at the name, and the game that is printed has the values.

use std::ops::Range;

use crate::{
    Family, Setting,
    boards::BOARDS,
    family::OPENINGS,
    heaps::expr::Function,
    text::{
        diagnostic::Diagnostic,
        lex::{self, TextToken, TokenKind},
        spelling::nearest,
    },
};

/// A name with its value.
#[derive(Clone, Debug)]
pub(crate) struct NamedValue {
    /// The name.
    name: String,
    /// The value as it is written.
    text: String,
    /// The value as tokens, which replace the name.
    tokens: Vec<TokenKind>,
    /// Where the text of the game has the name; `None` if the caller sets the value.
    place: Option<Range<usize>>,
}

impl NamedValue {
    /// Returns the message that the game, which has these words, does not use the name.
    pub(crate) fn unused(&self, words: &[&str]) -> Diagnostic {
        let NamedValue { name, text, place, .. } = self;
        let span = place.clone().unwrap_or(0..name.len());
        let fault = Diagnostic::new("G060", span, format!("the game does not use `{name}`"))
            .label("unused parameter")
            .suggest(nearest(name, words), || "leave the parameter out".into());
        if place.is_some() { fault } else { fault.about("parameter", &format!("{name}={text}")) }
    }
}

/// The words that no parameter may be named by, besides boards, moves and functions.
const KEYWORDS: [&str; 23] = [
    "for", "in", "where", "and", "or", "not", "of", "with", "until", "leaving", "but", "any", "odd", "even", "prime",
    "square", "sum", "letter", "letters", "word", "misère", "misere", "heaps",
];

/// Returns the length of the text without its parameters, and the parameters: those of the text,
/// with the values of `set` in place of its own, and the rest of `set`.
///
/// A text that cannot be read as tokens has no parameters: the grammar reports the fault.
pub(crate) fn split(
    source: &str,
    set: &[(String, String)],
    settings: &[Setting],
) -> Result<(usize, Vec<NamedValue>), Diagnostic> {
    let tokens = lex::tokens(source).unwrap_or_default();
    let opens = |at: &usize| {
        let next = tokens.get(at + 1..at + 3).map(|next| [&next[0].kind, &next[1].kind]);
        tokens[*at].kind == TokenKind::Word("with".into())
            && matches!(next, Some([TokenKind::Word(_), TokenKind::Sign("=")]))
    };
    let start = (0..tokens.len()).find(opens);
    let mut all = match start {
        Some(at) => written(source, &tokens[at + 1..], settings)?,
        None => Vec::new(),
    };
    for (name, text) in set {
        let read = parameter_of(name, text, settings)?;
        match all.iter_mut().find(|known| known.name == *name) {
            Some(known) if known.place.is_some() => *known = NamedValue { place: known.place.clone(), ..read },
            Some(_) => return Err(doubled(0..name.len(), name).about("parameter", &format!("{name}={text}"))),
            None => all.push(read),
        }
    }
    Ok((start.map_or(source.len(), |at| tokens[at].span.start), all))
}

/// Reads `k = 3, S = {2, 5}` to the end of the text.
fn written(source: &str, tokens: &[TextToken], settings: &[Setting]) -> Result<Vec<NamedValue>, Diagnostic> {
    let mut all: Vec<NamedValue> = Vec::new();
    let mut rest = tokens;
    loop {
        let end = source.len()..source.len();
        let (name, place) = match rest {
            [TextToken { kind: TokenKind::Word(name), span }, TextToken { kind: TokenKind::Sign("="), .. }, ..] => {
                (name, span.clone())
            }
            _ => {
                let place = rest.first().map_or(end, |token| token.span.clone());
                return Err(Diagnostic::new("G063", place, "expected a parameter with its value")
                    .label("expected a name and `=`")
                    .help("write `with k = 3, m = 5` at the end of the game"));
            }
        };
        let (value, length) = value(&rest[2..]).ok_or_else(|| {
            let place = rest.get(2).map_or(end, |token| token.span.clone());
            invalid(place, name)
        })?;
        if all.iter().any(|known| known.name == *name) {
            return Err(doubled(place, name));
        }
        reserved(&place, name, settings)?;
        let span = rest[2].span.start..rest[1 + length].span.end;
        all.push(NamedValue { name: name.clone(), text: source[span].to_owned(), tokens: value, place: Some(place) });
        rest = &rest[2 + length..];
        match rest.split_first() {
            None => return Ok(all),
            Some((TextToken { kind: TokenKind::Sign(","), .. }, after)) => rest = after,
            Some((other, _)) => {
                return Err(Diagnostic::new("G063", other.span.clone(), "unexpected text after the parameters")
                    .label("expected `,` or the end of the text")
                    .help("write the parameters last, separated by commas: `with k = 3, m = 5`"));
            }
        }
    }
}

/// Reads a parameter that the caller sets.
fn parameter_of(name: &str, text: &str, settings: &[Setting]) -> Result<NamedValue, Diagnostic> {
    let shown = format!("{name}={text}");
    let named = lex::tokens(name).ok();
    if !matches!(named.as_deref(), Some([TextToken { kind: TokenKind::Word(word), .. }]) if word == name) {
        return Err(Diagnostic::new("G062", 0..name.len(), format!("`{name}` is no name of a parameter"))
            .label("here")
            .help("a name begins with a letter, and goes on with letters, digits and `_`: k=3")
            .about("parameter", &shown));
    }
    reserved(&(0..name.len()), name, settings).map_err(|fault| fault.about("parameter", &shown))?;
    let tokens = lex::tokens(text).unwrap_or_default();
    match value(&tokens) {
        Some((value, length)) if length == tokens.len() => {
            Ok(NamedValue { name: name.to_owned(), text: text.trim().to_owned(), tokens: value, place: None })
        }
        _ => Err(invalid(name.len() + 1..shown.len(), name).about("parameter", &shown)),
    }
}

/// Returns the value that the tokens begin with, and how many tokens it takes: a number, a power, a
/// set, a quoted text, a range of letters or `any`.
fn value(tokens: &[TextToken]) -> Option<(Vec<TokenKind>, usize)> {
    match tokens {
        [
            TextToken { kind: TokenKind::Number(base), .. },
            TextToken { kind: TokenKind::Sign("^"), .. },
            TextToken { kind: TokenKind::Number(exponent), .. },
            ..,
        ] => {
            let power = base.checked_pow(u32::try_from(*exponent).ok()?)?;
            Some((vec![TokenKind::Number(power)], 3))
        }
        [TextToken { kind: kind @ (TokenKind::Number(_) | TokenKind::Text(_)), .. }, ..] => {
            Some((vec![kind.clone()], 1))
        }
        [
            TextToken { kind: from @ TokenKind::Word(first), .. },
            TextToken { kind: TokenKind::Sign(".."), .. },
            TextToken { kind: to @ TokenKind::Word(last), .. },
            ..,
        ] if [first, last].iter().all(|letter| letter.chars().count() == 1) => {
            Some((vec![from.clone(), TokenKind::Sign(".."), to.clone()], 3))
        }
        [TextToken { kind: kind @ TokenKind::Word(word), .. }, ..] if word == "any" => Some((vec![kind.clone()], 1)),
        [TextToken { kind: TokenKind::Sign("{"), .. }, ..] => {
            let length = 1 + tokens.iter().position(|token| token.kind == TokenKind::Sign("}"))?;
            let inner = &tokens[1..length - 1];
            let nested = inner.iter().any(|token| token.kind == TokenKind::Sign("{"));
            (!nested).then(|| (tokens[..length].iter().map(|token| token.kind.clone()).collect(), length))
        }
        _ => None,
    }
}

/// Returns the text of a family with the values that parameters give its settings, and the
/// parameters that are left.
///
/// # Errors
///
/// A value of another kind than the setting has.
pub(crate) fn settle(
    family: &Family,
    mut text: String,
    parameters: Vec<NamedValue>,
) -> Result<(String, Vec<NamedValue>), Diagnostic> {
    let mut rest = Vec::new();
    for parameter in parameters {
        let Some(setting) = family.settings.iter().find(|setting| setting.name == parameter.name) else {
            rest.push(parameter);
            continue;
        };
        let fits = match parameter.tokens[..] {
            [TokenKind::Number(_)] => setting.is_number,
            [TokenKind::Text(_) | TokenKind::Word(_)] | [_, TokenKind::Sign(".."), _] => !setting.is_number,
            _ => false,
        };
        if !fits {
            let example = if setting.is_number { "= 3" } else { "= a..z, or = any" };
            let NamedValue { name, text, place, .. } = &parameter;
            let fault =
                Diagnostic::new("G063", place.clone().unwrap_or(0..name.len()), format!("`{name}` has no valid value"))
                    .label(if setting.is_number { "expected a number" } else { "expected letters" })
                    .help(format!("write {name} {example}"));
            let shown = format!("{name}={text}");
            return Err(if place.is_some() { fault } else { fault.about("parameter", &shown) });
        }
        text = setting.in_text(&text, &parameter.text);
    }
    Ok((text, rest))
}

/// Replaces the names of parameters by their values, and returns for each token whether it is one
/// of a value.
///
/// # Errors
///
/// A parameter that the text does not use, or whose name the rules bind.
pub(crate) fn replace(
    tokens: Vec<TextToken>,
    parameters: &[NamedValue],
) -> Result<(Vec<TextToken>, Vec<bool>), Diagnostic> {
    let names: Vec<&str> = tokens.iter().filter_map(|token| word(&token.kind)).collect();
    for parameter in parameters {
        let name = parameter.name.as_str();
        let bound = bound(&tokens).find(|token| word(&token.kind) == Some(name));
        match (bound, names.contains(&name)) {
            (Some(token), _) => {
                return Err(Diagnostic::new("G062", token.span.clone(), format!("the rules bind `{name}` themselves"))
                    .label("bound here")
                    .help("choose another name for the parameter"));
            }
            (None, true) => {}
            (None, false) => return Err(parameter.unused(&names)),
        }
    }
    let mut all = Vec::with_capacity(tokens.len());
    let mut from_value = Vec::with_capacity(tokens.len());
    for token in tokens {
        match parameters.iter().find(|parameter| word(&token.kind) == Some(&parameter.name)) {
            None => {
                all.push(token);
                from_value.push(false);
            }
            Some(parameter) => {
                all.extend(
                    parameter.tokens.iter().map(|kind| TextToken { kind: kind.clone(), span: token.span.clone() }),
                );
                from_value.resize(all.len(), true);
            }
        }
    }
    Ok((all, from_value))
}

/// The parameters as names with values.
pub(crate) fn pairs(parameters: Vec<NamedValue>) -> Vec<(String, String)> {
    parameters.into_iter().map(|parameter| (parameter.name, parameter.text)).collect()
}

/// Returns the text of a game with its parameters.
pub(crate) fn written_out(game: &str, parameters: &[(String, String)]) -> String {
    let values: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { game.to_owned() } else { format!("{} with {}", game.trim_end(), values.join(", ")) }
}

/// Returns the word of a token that is one.
fn word(kind: &TokenKind) -> Option<&str> {
    match kind {
        TokenKind::Word(word) => Some(word),
        _ => None,
    }
}

/// The tokens that rules bind: what stands before an arrow, and after `for`.
fn bound(tokens: &[TextToken]) -> impl Iterator<Item = &TextToken> {
    let of_heads =
        tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Sign("->")).flat_map(|(at, _)| {
            let start = match tokens[..at].last().map(|token| &token.kind) {
                Some(TokenKind::Sign(")")) => {
                    let open = tokens[..at].iter().rposition(|token| token.kind == TokenKind::Sign("("));
                    open.map_or(at, |open| open.saturating_sub(1))
                }
                _ => at.saturating_sub(1),
            };
            &tokens[start..at]
        });
    let binders = tokens.iter().enumerate().filter(|(_, token)| word(&token.kind) == Some("for"));
    let of_binders = binders.flat_map(|(at, _)| {
        let names = &tokens[at + 1..];
        let end = names.iter().position(|token| {
            !matches!(&token.kind, TokenKind::Sign("+" | ","))
                && !matches!(&token.kind, TokenKind::Word(word) if word != "in")
        });
        let end = end
            .unwrap_or(names.len())
            .min(names.iter().position(|t| word(&t.kind) == Some("in")).unwrap_or(names.len()));
        &names[..end]
    });
    of_heads.chain(of_binders)
}

/// Refuses words of the language as names.
fn reserved(place: &Range<usize>, name: &str, settings: &[Setting]) -> Result<(), Diagnostic> {
    if settings.iter().any(|setting| setting.name == name) {
        return Ok(());
    }
    let function = Function::ALL.iter().any(|(known, _)| *known == name);
    if function || KEYWORDS.contains(&name) || BOARDS.contains(&name) || OPENINGS.contains(&name) {
        return Err(Diagnostic::new("G062", place.clone(), format!("`{name}` is a word of the language"))
            .label("not a name")
            .help("choose another name for the parameter: k"));
    }
    Ok(())
}

/// Returns the message that a parameter has two values.
fn doubled(place: Range<usize>, name: &str) -> Diagnostic {
    Diagnostic::new("G061", place, format!("`{name}` has a value already"))
        .label("second value")
        .help("keep one of them")
}

/// Returns the message for a value that is no number, set or text.
fn invalid(place: Range<usize>, name: &str) -> Diagnostic {
    Diagnostic::new("G063", place, format!("`{name}` has no valid value"))
        .label("expected a number, a set or a quoted text")
        .help(format!("write {name} = 3, {name} = {{2, 5}} or {name} = \"ab\"; numbers are whole, up to 2^64 - 1"))
}

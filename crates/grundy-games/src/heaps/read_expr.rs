//! Expressions and conditions of rules on heaps, the names in them, and the numbers that names run
//! through.
//!
//! A name may be used before the `for` that binds it, so all names are collected first.
//!
//! ```text
//! expr      = product { ( "+" | "-" ) product }
//! product   = power { ( "*" | "/" | "%" | nothing after a number ) power }
//! power     = primary [ "^" primary ]
//! primary   = number | name | "-" power | "(" expr ")" | function "(" expr { "," expr } ")"
//!           | "sum" "(" expr "for" name "in" values ")"
//! values    = value { "or" value } | "{" value { "," value } "}"
//! value     = expr [ ".." expr ]
//! condition = conjunction { "or" conjunction }
//! conjunction = atom { "and" atom }
//! atom      = "not" atom | "(" condition ")" | expr { comparison expr }
//! ```
//! A chain of comparisons, `a < b <= c`, holds if each of them does.

use crate::{
    Filter,
    heaps::expr::{Comparison, Condition, Expr, Function, Operator, Values},
    text::{
        cursor::{Cursor, DEEPEST},
        diagnostic::Diagnostic,
        lex::TokenKind as Tok,
        spelling::nearest,
    },
};

/// The names of a clause.
pub(crate) struct ClauseNames {
    /// The names, those of the left side first; a slot of a rule is an index of this list.
    pub(crate) names: Vec<String>,
    /// For each name, whether it may be used at this point.
    pub(crate) bound: Vec<bool>,
    /// For each name, whether `heaps(..)` binds it.
    pub(crate) inner: Vec<bool>,
    /// What to do about a name that is not known, where no `for` can bind it.
    pub(crate) closed: Option<String>,
}

/// Reads a condition on these names alone. `also` follows the list of the names in a message.
pub(crate) fn filter(cursor: &mut Cursor<'_>, names: &[&str], also: &str) -> Result<Filter, Diagnostic> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let inner = vec![false; names.len()];
    let mut scope = ClauseNames { bound: vec![true; names.len()], inner, names, closed: Some(also.to_owned()) };
    collect(cursor, &mut scope);
    let condition = condition(cursor, &scope)?;
    Ok(Filter { names: scope.names, condition })
}

/// Collects the names that `for` binds, up to the comma that ends the clause.
pub(crate) fn collect(cursor: &Cursor<'_>, scope: &mut ClauseNames) {
    let mut depth = 0;
    let mut ahead = 0;
    while let Some(kind) = cursor.peek_at(ahead) {
        match kind {
            Tok::Sign("(" | "{") => depth += 1,
            Tok::Sign(")" | "}") => depth -= 1,
            Tok::Sign(",") if depth == 0 => return,
            Tok::Word(word) if cursor.ending == Some(word) => return,
            Tok::Word(word) if word == "for" => {
                let mut next = ahead + 1;
                while let Some(Tok::Word(name)) = cursor.peek_at(next) {
                    if !scope.names.contains(name) {
                        scope.names.push(name.clone());
                        scope.bound.push(false);
                    }
                    if !matches!(cursor.peek_at(next + 1), Some(Tok::Sign("+"))) {
                        break;
                    }
                    next += 2;
                }
            }
            _ => {}
        }
        ahead += 1;
    }
}

/// Reads a word as a name.
pub(crate) fn name(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    match cursor.peek().cloned() {
        Some(Tok::Word(word)) => {
            cursor.step();
            Ok(word)
        }
        _ => Err(cursor.expected("a name", &[])),
    }
}

/// Reads a name, and returns its slot.
pub(crate) fn slot(cursor: &mut Cursor<'_>, scope: &ClauseNames) -> Result<usize, Diagnostic> {
    let place = cursor.span();
    let name = name(cursor)?;
    scope.names.iter().position(|known| *known == name).ok_or_else(|| unbound(place, &name, scope))
}

/// Returns the function whose name is near to this word, if there is one.
pub(crate) fn near_function(word: &str) -> Option<&'static str> {
    let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).chain(["sum"]).collect();
    nearest(word, &names)
}

/// Returns the message for a name that is not known here.
fn unbound(place: std::ops::Range<usize>, name: &str, scope: &ClauseNames) -> Diagnostic {
    let known: Vec<&str> =
        scope.names.iter().zip(&scope.bound).filter(|(_, bound)| **bound).map(|(name, _)| name.as_str()).collect();
    let help = match &scope.closed {
        Some(also) => {
            let near = nearest(name, &known).map_or(String::new(), |near| format!("did you mean `{near}`? "));
            format!("{near}the names are {}{also}", known.join(", "))
        }
        None => {
            let first = known.first().unwrap_or(&"n");
            format!("bound here: {}; bind it with `for {name} in 1..{first}`", known.join(", "))
        }
    };
    Diagnostic::new("G012", place, format!("unbound name `{name}`")).label("unknown name").help(help)
}

/// Reads the numbers that a name runs through.
pub(crate) fn values(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<Values, Diagnostic> {
    let mut all = Vec::new();
    let opening = cursor.place();
    if cursor.eat_sign("{") {
        if cursor.eat_sign("}") {
            return Err(cursor.empty_set(opening));
        }
        while !cursor.eat_sign("}") {
            all.push(value(cursor, scope)?);
            if !cursor.is_sign("}") {
                cursor.expect_sign(",")?;
            }
        }
    } else {
        all.push(value(cursor, scope)?);
        while cursor.eat_word("or") {
            all.push(value(cursor, scope)?);
        }
    }
    Ok(Values(all))
}

/// Reads a number or a range; both ends of a range count.
fn value(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<(Expr, Option<Expr>), Diagnostic> {
    let low = expr(cursor, scope, true)?;
    let high = if cursor.eat_sign("..") { Some(expr(cursor, scope, true)?) } else { None };
    Ok((low, high))
}

/// Reads something one level deeper. Refuses more than [`DEEPEST`] levels, so that recursion is
/// bounded.
fn nest<T>(
    cursor: &mut Cursor<'_>,
    inner: impl FnOnce(&mut Cursor<'_>) -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    cursor.depth += 1;
    if cursor.depth > DEEPEST {
        return Err(Diagnostic::new("G013", cursor.span(), format!("parentheses are nested more than {DEEPEST} deep"))
            .label("too deep")
            .help("bind parts of the rule to names: `for c = 2a - b`"));
    }
    let found = inner(cursor);
    cursor.depth -= 1;
    found
}

/// Reads a sum of products; reads a free `+` only if `plus` is set.
pub(crate) fn expr(cursor: &mut Cursor<'_>, scope: &mut ClauseNames, plus: bool) -> Result<Expr, Diagnostic> {
    let mut left = product(cursor, scope)?;
    loop {
        let operator = if plus && cursor.eat_sign("+") {
            Operator::Add
        } else if cursor.eat_sign("-") {
            Operator::Subtract
        } else {
            return Ok(left);
        };
        cursor.grow()?;
        let right = product(cursor, scope)?;
        left = Expr::Binary(operator, Box::new(left), Box::new(right));
    }
}

/// Reads a product. A number that touches a name or a parenthesis multiplies it: `2b`, `3(n-1)`.
fn product(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<Expr, Diagnostic> {
    let mut left = power(cursor, scope)?;
    loop {
        let after_number = matches!(left, Expr::Number(_)) && !cursor.was_value();
        let operator = if cursor.eat_sign("*") {
            Operator::Multiply
        } else if cursor.eat_sign("/") {
            Operator::Divide
        } else if cursor.eat_sign("%") {
            Operator::Remainder
        } else if after_number
            && cursor.touches()
            && (cursor.is_value() || matches!(cursor.peek(), Some(Tok::Word(_) | Tok::Sign("("))))
        {
            Operator::Multiply
        } else if cursor.is_sign("|") {
            return Err(Diagnostic::new("G004", cursor.span(), "`|` does not join numbers")
                .label("here")
                .help("write bitor(a, b) for the binary digits of numbers, `or` between conditions"));
        } else {
            return Ok(left);
        };
        cursor.grow()?;
        let right = power(cursor, scope)?;
        left = Expr::Binary(operator, Box::new(left), Box::new(right));
    }
}

/// Reads a power. The exponent is one primary, so `2^3^2` is refused by the grammar after it.
fn power(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<Expr, Diagnostic> {
    let base = primary(cursor, scope)?;
    if !cursor.eat_sign("^") {
        return Ok(base);
    }
    let exponent = primary(cursor, scope)?;
    Ok(Expr::Binary(Operator::Power, Box::new(base), Box::new(exponent)))
}

/// Reads a number, a name, a call, or an expression in parentheses.
fn primary(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<Expr, Diagnostic> {
    let place = cursor.span();
    match cursor.peek().cloned() {
        Some(Tok::Number(number)) => {
            cursor.step();
            Ok(Expr::Number(number))
        }
        Some(Tok::Sign("-")) => {
            cursor.step();
            let inner = nest(cursor, |cursor| power(cursor, scope))?;
            Ok(Expr::Minus(Box::new(inner)))
        }
        Some(Tok::Sign("(")) => {
            cursor.step();
            let inner = nest(cursor, |cursor| expr(cursor, scope, true))?;
            cursor.expect_sign(")")?;
            Ok(inner)
        }
        Some(Tok::Word(word)) if matches!(cursor.peek_at(1), Some(Tok::Sign("("))) && !scope.names.contains(&word) => {
            cursor.step();
            cursor.step();
            let call = nest(cursor, |cursor| call(cursor, scope, &word, place))?;
            cursor.expect_sign(")")?;
            Ok(call)
        }
        Some(Tok::Word(word)) => {
            let found = scope.names.iter().position(|known| *known == word).filter(|&slot| scope.bound[slot]);
            let slot = found.ok_or_else(|| unbound(place, &word, scope))?;
            cursor.step();
            Ok(Expr::Name(slot))
        }
        _ => Err(cursor.expected("a number or a name", &[])),
    }
}

/// Reads the arguments of a function, after its opening parenthesis.
fn call(
    cursor: &mut Cursor<'_>,
    scope: &mut ClauseNames,
    word: &str,
    place: std::ops::Range<usize>,
) -> Result<Expr, Diagnostic> {
    if word == "sum" {
        return sum(cursor, scope);
    }
    let Some((_, function)) = Function::ALL.iter().find(|(name, _)| *name == word) else {
        let all = || {
            let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
            format!("the functions are {}, sum", names.join(", ")).into()
        };
        return Err(Diagnostic::new("G012", place, format!("unknown function `{word}`"))
            .label("unknown function")
            .suggest(near_function(word), all));
    };
    let mut arguments = vec![expr(cursor, scope, true)?];
    while cursor.eat_sign(",") {
        arguments.push(expr(cursor, scope, true)?);
    }
    if function.takes_one() && arguments.len() != 1 {
        return Err(Diagnostic::new("G004", place, format!("`{word}` takes 1 argument, found {}", arguments.len()))
            .label("here")
            .help(format!("write {word}(n)")));
    }
    Ok(Expr::Call(*function, arguments))
}

/// Reads `sum(body for name in values)`. The body comes first, so it is read twice, the second time
/// with the name bound. A sum counts as several levels of parentheses, so that few can nest.
fn sum(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<Expr, Diagnostic> {
    const WEIGHT: usize = DEEPEST / 8;
    cursor.depth += WEIGHT;
    let start = cursor.place();
    let before = scope.bound.clone();
    scope.bound.fill(true);
    expr(cursor, scope, true)?;
    scope.bound.clone_from(&before);
    cursor.expect_word("for")?;
    let slot = slot(cursor, scope)?;
    cursor.expect_word("in")?;
    let values = values(cursor, scope)?;
    let end = cursor.place();
    cursor.go_back(start);
    scope.bound[slot] = true;
    let body = expr(cursor, scope, true)?;
    scope.bound = before;
    cursor.go_back(end);
    cursor.depth -= WEIGHT;
    Ok(Expr::Sum(Box::new(body), slot, values))
}

/// Reads a condition. A number alone is one that holds if it is not 0.
pub(crate) fn condition(cursor: &mut Cursor<'_>, scope: &ClauseNames) -> Result<Condition, Diagnostic> {
    let mut left = conjunction(cursor, scope)?;
    while cursor.eat_word("or") || cursor.eat_sign("||") {
        cursor.grow()?;
        left = Condition::Or(Box::new(left), Box::new(conjunction(cursor, scope)?));
    }
    Ok(left)
}

/// Reads conditions joined by `and`.
fn conjunction(cursor: &mut Cursor<'_>, scope: &ClauseNames) -> Result<Condition, Diagnostic> {
    let mut left = atom(cursor, scope)?;
    while cursor.eat_word("and") || cursor.eat_sign("&&") {
        cursor.grow()?;
        left = Condition::And(Box::new(left), Box::new(atom(cursor, scope)?));
    }
    Ok(left)
}

/// Reads a comparison or a condition in parentheses. A parenthesis opens an expression if a
/// comparison follows it, else a condition; that is found by reading it as an expression first.
fn atom(cursor: &mut Cursor<'_>, scope: &ClauseNames) -> Result<Condition, Diagnostic> {
    if cursor.eat_word("not") {
        let inner = nest(cursor, |cursor| atom(cursor, scope))?;
        return Ok(Condition::Not(Box::new(inner)));
    }
    let mut inner = ClauseNames {
        names: scope.names.clone(),
        bound: scope.bound.clone(),
        inner: scope.inner.clone(),
        closed: scope.closed.clone(),
    };
    let start = cursor.place();
    if cursor.is_sign("(") {
        let compared = expr(cursor, &mut inner, true).is_ok() && peek_comparison(cursor).is_some();
        cursor.go_back(start);
        if !compared {
            cursor.step();
            let found = nest(cursor, |cursor| condition(cursor, scope))?;
            cursor.expect_sign(")")?;
            return Ok(found);
        }
    }
    let mut left = expr(cursor, &mut inner, true)?;
    let mut all: Option<Condition> = None;
    while let Some(comparison) = peek_comparison(cursor) {
        cursor.step();
        cursor.grow()?;
        let right = expr(cursor, &mut inner, true)?;
        let next = Condition::Compare(left, comparison, right.clone());
        all = Some(match all {
            Some(before) => Condition::And(Box::new(before), Box::new(next)),
            None => next,
        });
        left = right;
    }
    Ok(all.unwrap_or(Condition::Holds(left)))
}

/// Returns the comparison that is next, if one is.
fn peek_comparison(cursor: &Cursor<'_>) -> Option<Comparison> {
    match cursor.peek()? {
        Tok::Sign("=") => Some(Comparison::Equal),
        Tok::Sign("!=") => Some(Comparison::NotEqual),
        Tok::Sign("<") => Some(Comparison::Less),
        Tok::Sign("<=") => Some(Comparison::LessOrEqual),
        Tok::Sign(">") => Some(Comparison::Greater),
        Tok::Sign(">=") => Some(Comparison::GreaterOrEqual),
        _ => None,
    }
}

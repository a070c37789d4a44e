//! The general form of moves on heaps: `a -> (a-2b) + (a-b) for b in 1..a/2 where ..`, also for
//! kinds of heaps.
//!
//! The right side comes before the `for` that binds its names. So the names are collected first,
//! and the right side is read again if some of them are bound in a `sum` only. Between heaps, `+`
//! adds components; inside parentheses, it adds numbers.

use std::sync::Arc;

use grundy_games::{
    Clause, Filter,
    clause::{NewHeap, Step},
    expr::{Comparison, Condition, Expr, Function, Operator, Values},
};

use super::{
    cursor::{Cursor, DEEPEST},
    lex::Kind as Tok,
};
use crate::{diagnostic::Diagnostic, spelling::nearest};

/// The most sizes of a kind of heap.
const MOST_SIZES: usize = 8;

/// The names of a clause.
struct Scope {
    names: Vec<String>,
    /// For each name, whether it may be used at this point.
    bound: Vec<bool>,
    /// What to do about a name that is not known, where no `for` can bind it.
    closed: Option<String>,
}

/// Returns whether the clause at the cursor binds letters: `xyx -> x|y|x for letters x, y`.
pub(super) fn is_letter_rule(cursor: &Cursor<'_>) -> bool {
    let pairs = (0..).map_while(|ahead| Some((cursor.peek_at(ahead)?, cursor.peek_at(ahead + 1))));
    pairs.take_while(|(kind, _)| **kind != Tok::Sign(",")).any(|pair| {
        matches!(pair, (Tok::Word(first), Some(Tok::Word(second)))
                if first == "for" && (second == "letter" || second == "letters"))
    })
}

/// Reads a clause of the general form.
pub(super) fn clause(cursor: &mut Cursor<'_>) -> Result<Clause, Diagnostic> {
    let head = cursor.span();
    cursor.size = 0;
    let Some(Tok::Word(first)) = cursor.step() else { return Err(cursor.expected("a name", &[])) };
    let (kind, names) = if cursor.eat_sign("(") {
        let mut names = vec![name(cursor)?];
        while cursor.eat_sign(",") {
            names.push(name(cursor)?);
        }
        cursor.expect_sign(")")?;
        (Some(Arc::from(first)), names)
    } else {
        (None, vec![first])
    };
    if names.len() > MOST_SIZES {
        return Err(Diagnostic::new("G015", head, format!("a kind of heap has at most {MOST_SIZES} sizes"))
            .label("too many")
            .help("encode several sizes in one number, or use several components"));
    }
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        return Err(Diagnostic::new("G012", head, format!("duplicate name `{}` on the left side", twice.1))
            .label("here")
            .help("give each size a different name, and compare them with `where`"));
    }
    cursor.expect_sign("->")?;
    let arity = names.len();
    let mut scope = Scope { bound: vec![true; arity], names, closed: None };
    collect(cursor, &mut scope);
    scope.bound.fill(true);
    let terms_at = cursor.place();
    let mut terms = terms(cursor, &mut scope, kind.is_some())?;
    scope.bound = (0..scope.names.len()).map(|slot| slot < arity).collect();
    let mut steps = Vec::new();
    loop {
        cursor.grow()?;
        if cursor.eat_word("for") {
            steps.push(binder(cursor, &mut scope)?);
        } else if cursor.eat_word("where") {
            steps.push(Step::Where(condition(cursor, &scope)?));
        } else {
            break;
        }
    }
    if scope.bound.contains(&false) {
        let end = cursor.place();
        cursor.go_back(terms_at);
        terms = self::terms(cursor, &mut scope, kind.is_some())?;
        cursor.go_back(end);
    }
    Ok(Clause { kind, names: scope.names, arity, terms, steps })
}

fn name(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    match cursor.peek().cloned() {
        Some(Tok::Word(word)) => {
            cursor.step();
            Ok(word)
        }
        _ => Err(cursor.expected("a name", &[])),
    }
}

/// Reads a condition on these names alone. `also` follows the list of the names in a message.
pub(super) fn filter(cursor: &mut Cursor<'_>, names: &[&str], also: &str) -> Result<Filter, Diagnostic> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let mut scope = Scope { bound: vec![true; names.len()], names, closed: Some(also.to_owned()) };
    collect(cursor, &mut scope);
    let condition = condition(cursor, &scope)?;
    Ok(Filter { names: scope.names, condition })
}

/// Collects the names that `for` binds, up to the comma that ends the clause.
fn collect(cursor: &Cursor<'_>, scope: &mut Scope) {
    let mut depth = 0;
    let mut ahead = 0;
    while let Some(kind) = cursor.peek_at(ahead) {
        match kind {
            Tok::Sign("(" | "{") => depth += 1,
            Tok::Sign(")" | "}") => depth -= 1,
            Tok::Sign(",") if depth == 0 => return,
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

/// The heaps of the right side.
fn terms(cursor: &mut Cursor<'_>, scope: &mut Scope, typed: bool) -> Result<Vec<NewHeap>, Diagnostic> {
    let mut terms = vec![term(cursor, scope, typed)?];
    while cursor.eat_sign("+") {
        terms.push(term(cursor, scope, typed)?);
    }
    Ok(terms)
}

fn term(cursor: &mut Cursor<'_>, scope: &mut Scope, typed: bool) -> Result<NewHeap, Diagnostic> {
    let (kind, sizes) = sized(cursor, scope, typed)?;
    if !cursor.eat_word("of") {
        return Ok(NewHeap { count: None, kind: checked(cursor, kind, typed)?, sizes });
    }
    let count = sizes.into_iter().next();
    let (kind, sizes) = sized(cursor, scope, typed)?;
    Ok(NewHeap { count, kind: checked(cursor, kind, typed)?, sizes })
}

fn checked(cursor: &Cursor<'_>, kind: Option<Arc<str>>, typed: bool) -> Result<Option<Arc<str>>, Diagnostic> {
    if typed && kind.is_none() {
        let place = cursor.place().saturating_sub(1);
        return Err(Diagnostic::new("G015", cursor.span_since(place), "this heap has no kind")
            .label("missing kind")
            .help("write the kind with its sizes: A(n-1)"));
    }
    Ok(kind)
}

/// Reads `B(a, b)`, or an expression without a free `+`.
fn sized(cursor: &mut Cursor<'_>, scope: &mut Scope, typed: bool) -> Result<(Option<Arc<str>>, Vec<Expr>), Diagnostic> {
    if let (Some(Tok::Word(word)), Some(Tok::Sign("("))) = (cursor.peek().cloned(), cursor.peek_at(1)) {
        let known = word == "sum" || Function::ALL.iter().any(|(name, _)| *name == word) || scope.names.contains(&word);
        if !known {
            if !typed {
                return Err(Diagnostic::new(
                    "G012",
                    cursor.span(),
                    format!("unknown function or kind of heap `{word}`"),
                )
                .label("unknown name")
                .suggest(near_function(&word), || {
                    format!("for kinds of heaps, the left side has a kind too: {word}(n) -> ..")
                }));
            }
            cursor.step();
            cursor.step();
            let mut sizes = vec![expr(cursor, scope, true)?];
            while cursor.eat_sign(",") {
                sizes.push(expr(cursor, scope, true)?);
            }
            cursor.expect_sign(")")?;
            return Ok((Some(Arc::from(word)), sizes));
        }
    }
    Ok((None, vec![expr(cursor, scope, false)?]))
}

fn binder(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<Step, Diagnostic> {
    let place = cursor.span();
    let mut slots = vec![slot(cursor, scope)?];
    while cursor.eat_sign("+") {
        cursor.grow()?;
        slots.push(slot(cursor, scope)?);
    }
    if let Some(&slot) = slots.iter().find(|&&slot| scope.bound[slot]) {
        return Err(Diagnostic::new("G012", place, format!("`{}` is already bound", scope.names[slot]))
            .label("bound twice")
            .help("choose another name"));
    }
    let step = if cursor.eat_sign("=") {
        Step::Parts(slots.clone(), expr(cursor, scope, true)?)
    } else if slots.len() == 1 {
        cursor.expect_word("in")?;
        Step::In(slots[0], values(cursor, scope)?)
    } else {
        return Err(cursor.expected("`=` and the total", &[]));
    };
    slots.into_iter().for_each(|slot| scope.bound[slot] = true);
    Ok(step)
}

fn slot(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<usize, Diagnostic> {
    let place = cursor.span();
    let name = name(cursor)?;
    scope.names.iter().position(|known| *known == name).ok_or_else(|| unbound(place, &name, scope))
}

/// Returns the function whose name is near to this word, if there is one.
fn near_function(word: &str) -> Option<&'static str> {
    let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).chain(["sum"]).collect();
    nearest(word, &names)
}

fn unbound(place: std::ops::Range<usize>, name: &str, scope: &Scope) -> Diagnostic {
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

fn values(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<Values, Diagnostic> {
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

fn value(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<(Expr, Option<Expr>), Diagnostic> {
    let low = expr(cursor, scope, true)?;
    let high = if cursor.eat_sign("..") { Some(expr(cursor, scope, true)?) } else { None };
    Ok((low, high))
}

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
fn expr(cursor: &mut Cursor<'_>, scope: &mut Scope, plus: bool) -> Result<Expr, Diagnostic> {
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

fn product(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<Expr, Diagnostic> {
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

fn power(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<Expr, Diagnostic> {
    let base = primary(cursor, scope)?;
    if !cursor.eat_sign("^") {
        return Ok(base);
    }
    let exponent = primary(cursor, scope)?;
    Ok(Expr::Binary(Operator::Power, Box::new(base), Box::new(exponent)))
}

fn primary(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<Expr, Diagnostic> {
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

fn call(
    cursor: &mut Cursor<'_>,
    scope: &mut Scope,
    word: &str,
    place: std::ops::Range<usize>,
) -> Result<Expr, Diagnostic> {
    if word == "sum" {
        return sum(cursor, scope);
    }
    let Some((_, function)) = Function::ALL.iter().find(|(name, _)| *name == word) else {
        let all = || {
            let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
            format!("the functions are {}, sum", names.join(", "))
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
fn sum(cursor: &mut Cursor<'_>, scope: &mut Scope) -> Result<Expr, Diagnostic> {
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

fn condition(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Condition, Diagnostic> {
    let mut left = conjunction(cursor, scope)?;
    while cursor.eat_word("or") {
        cursor.grow()?;
        left = Condition::Or(Box::new(left), Box::new(conjunction(cursor, scope)?));
    }
    Ok(left)
}

fn conjunction(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Condition, Diagnostic> {
    let mut left = atom(cursor, scope)?;
    while cursor.eat_word("and") {
        cursor.grow()?;
        left = Condition::And(Box::new(left), Box::new(atom(cursor, scope)?));
    }
    Ok(left)
}

fn atom(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Condition, Diagnostic> {
    if cursor.eat_word("not") {
        let inner = nest(cursor, |cursor| atom(cursor, scope))?;
        return Ok(Condition::Not(Box::new(inner)));
    }
    let mut inner = Scope { names: scope.names.clone(), bound: scope.bound.clone(), closed: scope.closed.clone() };
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

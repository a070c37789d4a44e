//! The general form of moves on heaps: `a -> (a-2b) + (a-b) for b in 1..a/2 where ..`, also for
//! kinds of heaps.
//!
//! The right side comes before the `for` that binds its names. So the names are collected first,
//! and the right side is read again if some of them are bound in a `sum` only. Between heaps, `+`
//! adds components; inside parentheses, it adds numbers.
//!
//! ```text
//! clause  = head -> heaps { "for" binder | "where" condition } [ "," "measure" expr ]
//! head    = name | kind "(" name { "," name } ")"
//! heaps   = heap { "+" heap }
//! heap    = [ expr "of" ] ( expr | kind "(" expr { "," expr } ")" )
//!         | [ "any" "of" ] "heaps" "(" heap { "+" heap } "for" name "in" values
//!           [ "where" condition ] ")"
//! binder  = name "in" values | name { "+" name } "=" expr
//! ```

use std::sync::Arc;

use crate::{
    Clause,
    heaps::{
        clause::{ClauseStep, Each, NewHeap, Summand},
        expr::{Expr, Function},
        read_expr::{ClauseNames, collect, condition, expr, name, near_function, slot, values},
    },
    text::{cursor::Cursor, diagnostic::Diagnostic, lex::TokenKind as Tok},
};

/// The most sizes of a kind of heap.
const MOST_SIZES: usize = 8;

/// Returns whether the clause at the cursor binds letters: `xyx -> x|y|x for letters x, y`. Looks
/// ahead up to the comma that ends the rule.
pub(crate) fn is_letter_rule(cursor: &Cursor<'_>) -> bool {
    let pairs = (0..).map_while(|ahead| Some((cursor.peek_at(ahead)?, cursor.peek_at(ahead + 1))));
    pairs.take_while(|(kind, _)| **kind != Tok::Sign(",")).any(|pair| {
        matches!(pair, (Tok::Word(first), Some(Tok::Word(second)))
                if first == "for" && (second == "letter" || second == "letters"))
    })
}

/// Returns whether `, measure EXPR` is next, and not a rule about heaps that are called `measure`.
fn begins_measure(cursor: &Cursor<'_>) -> bool {
    let is_word = matches!(cursor.peek_at(1), Some(Tok::Word(word)) if word == "measure");
    let rest = (2..).map_while(|ahead| cursor.peek_at(ahead));
    let mut signs = rest.filter_map(|token| if let Tok::Sign(sign) = token { Some(*sign) } else { None });
    let mut depth = 0;
    let ends = signs.find(|sign| {
        depth += i32::from(*sign == "(") - i32::from(*sign == ")");
        *sign == "->" || *sign == "," && depth == 0
    });
    matches!(cursor.peek(), Some(Tok::Sign(","))) && is_word && ends != Some("->")
}

/// Reads a clause of the general form.
///
/// The right side is read with every name bound, then the binders; if some name is bound in a
/// `heaps` or a `sum` alone, the right side is read a second time with what is truly bound, so that
/// a use outside is refused at its place.
pub(crate) fn clause(cursor: &mut Cursor<'_>) -> Result<Clause, Diagnostic> {
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
    let mut scope = ClauseNames { bound: vec![true; arity], inner: Vec::new(), names, closed: None };
    collect(cursor, &mut scope);
    scope.bound.fill(true);
    scope.inner.resize(scope.names.len(), false);
    let terms_at = cursor.place();
    let mut terms = terms(cursor, &mut scope, (arity, kind.is_some()))?;
    scope.bound = (0..scope.names.len()).map(|slot| slot < arity).collect();
    let mut steps = Vec::new();
    loop {
        cursor.grow()?;
        if cursor.eat_word("for") {
            steps.push(binder(cursor, &mut scope)?);
        } else if cursor.eat_word("where") {
            steps.push(ClauseStep::Where(condition(cursor, &scope)?));
        } else {
            break;
        }
    }
    if scope.bound.contains(&false) {
        let end = cursor.place();
        cursor.go_back(terms_at);
        terms = self::terms(cursor, &mut scope, (arity, kind.is_some()))?;
        cursor.go_back(end);
    }
    let measure = if begins_measure(cursor) {
        cursor.step();
        cursor.step();
        scope.bound = (0..scope.names.len()).map(|slot| slot < arity).collect();
        scope.closed = Some(": the measure is about the sizes of the heap".into());
        Some(expr(cursor, &mut scope, true)?)
    } else {
        None
    };
    Ok(Clause { kind, names: scope.names, arity, terms, steps, measure })
}

/// The heaps of the right side.
fn terms(cursor: &mut Cursor<'_>, scope: &mut ClauseNames, of: (usize, bool)) -> Result<Vec<Summand>, Diagnostic> {
    let mut terms = vec![summand(cursor, scope, of)?];
    while cursor.eat_sign("+") {
        terms.push(summand(cursor, scope, of)?);
    }
    Ok(terms)
}

/// Reads a heap, or `heaps(HEAPS for name in values where condition)`, which `any of` may precede.
/// The heaps come before the name that they use, so they are read twice, the second time with the
/// name bound.
fn summand(
    cursor: &mut Cursor<'_>,
    scope: &mut ClauseNames,
    (arity, typed): (usize, bool),
) -> Result<Summand, Diagnostic> {
    let start = cursor.place();
    let is_free = |word: &str| !scope.names.iter().any(|name| name == word);
    let any = is_free("any") && cursor.eat_words(&["any", "of"]);
    let chosen = is_free("any")
        && cursor.is_word("any")
        && matches!(cursor.peek_at(1), Some(Tok::Word(word)) if word == "heaps");
    if chosen && matches!(cursor.peek_at(2), Some(Tok::Sign("("))) {
        cursor.step();
        cursor.step();
        return Err(Diagnostic::new("G004", cursor.span_since(start), "a set is chosen with `any of heaps(`")
            .label("`of` is missing")
            .instead("any of heaps".into()));
    }
    let opens = is_range(cursor, scope);
    if !opens {
        if any {
            let help = "write what a set is chosen from: `n -> any of heaps(b for b in 1..n-1)`";
            return Err(cursor.expected_or("`heaps(` and a range of sizes", &["heaps"], help));
        }
        cursor.go_back(start);
        return term(cursor, scope, typed).map(Summand::Heaps);
    }
    cursor.step();
    cursor.step();
    let start = cursor.place();
    let before = scope.bound.clone();
    scope.bound.fill(true);
    heaps(cursor, scope, typed)?;
    scope.bound.clone_from(&before);
    if !cursor.is_word("for") {
        return Err(cursor.expected_or(
            "`for` and a range of sizes",
            &["for"],
            "write a name and its range: `n -> heaps(b for b in 1..n-1)` leaves the heaps 1 to n-1",
        ));
    }
    cursor.step();
    let place = cursor.span();
    let slot = slot(cursor, scope)?;
    if slot < arity {
        return Err(bound_twice(place, &scope.names[slot]));
    }
    scope.inner[slot] = true;
    cursor.expect_word("in")?;
    let values = values(cursor, scope)?;
    scope.bound[slot] = true;
    let condition = if cursor.eat_word("where") { Some(condition(cursor, scope)?) } else { None };
    let end = cursor.place();
    cursor.go_back(start);
    let heaps = heaps(cursor, scope, typed)?;
    scope.bound = before;
    cursor.go_back(end);
    cursor.expect_sign(")")?;
    Ok(Summand::Each(Each { heaps, slot, values, condition, any }))
}

/// Returns whether `heaps(` is next, and no name or kind that is called so.
fn is_range(cursor: &Cursor<'_>, scope: &ClauseNames) -> bool {
    let named = scope.names.iter().any(|name| name == "heaps");
    cursor.is_word("heaps") && matches!(cursor.peek_at(1), Some(Tok::Sign("("))) && !named
}

/// Refuses `heaps(..)` where one heap is read.
fn one_heap(cursor: &Cursor<'_>, scope: &ClauseNames, message: &str, help: &str) -> Result<(), Diagnostic> {
    match is_range(cursor, scope) {
        true => Err(Diagnostic::new("G004", cursor.span(), message).label("a range of heaps").help(help)),
        false => Ok(()),
    }
}

/// Reads the heaps within `heaps(..)`.
fn heaps(cursor: &mut Cursor<'_>, scope: &mut ClauseNames, typed: bool) -> Result<Vec<NewHeap>, Diagnostic> {
    let inside = "`heaps(..)` does not stand inside `heaps(..)`";
    let help = "write one range after the other: `n -> heaps(b for b in 1..n/4) + heaps(c for c in 1..n/4)`";
    one_heap(cursor, scope, inside, help)?;
    let mut heaps = vec![term(cursor, scope, typed)?];
    while cursor.eat_sign("+") {
        cursor.grow()?;
        one_heap(cursor, scope, inside, help)?;
        heaps.push(term(cursor, scope, typed)?);
    }
    Ok(heaps)
}

/// Reads a heap, or `COUNT of HEAP`.
fn term(cursor: &mut Cursor<'_>, scope: &mut ClauseNames, typed: bool) -> Result<NewHeap, Diagnostic> {
    let (kind, sizes) = sized(cursor, scope, typed)?;
    if !cursor.eat_word("of") {
        return Ok(NewHeap { count: None, kind: checked(cursor, kind, typed)?, sizes });
    }
    let help = "write the number inside: `n -> heaps(3 of b for b in 1..n/9)`";
    one_heap(cursor, scope, "a number of heaps does not stand before `heaps(..)`", help)?;
    let count = sizes.into_iter().next();
    let (kind, sizes) = sized(cursor, scope, typed)?;
    Ok(NewHeap { count, kind: checked(cursor, kind, typed)?, sizes })
}

/// Refuses a heap without a kind, in a game where heaps have kinds.
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
fn sized(
    cursor: &mut Cursor<'_>,
    scope: &mut ClauseNames,
    typed: bool,
) -> Result<(Option<Arc<str>>, Vec<Expr>), Diagnostic> {
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
                    format!("for kinds of heaps, the left side has a kind too: {word}(n) -> ..").into()
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

/// Reads `name in values`, or `name + name = total`: all ways to write a total as a sum.
fn binder(cursor: &mut Cursor<'_>, scope: &mut ClauseNames) -> Result<ClauseStep, Diagnostic> {
    let place = cursor.span();
    let mut slots = vec![slot(cursor, scope)?];
    while cursor.eat_sign("+") {
        cursor.grow()?;
        slots.push(slot(cursor, scope)?);
    }
    if let Some(&slot) = slots.iter().find(|&&slot| scope.bound[slot] || scope.inner[slot]) {
        return Err(bound_twice(place, &scope.names[slot]));
    }
    let step = if cursor.eat_sign("=") {
        ClauseStep::Parts(slots.clone(), expr(cursor, scope, true)?)
    } else if slots.len() == 1 {
        cursor.expect_word("in")?;
        ClauseStep::In(slots[0], values(cursor, scope)?)
    } else {
        return Err(cursor.expected("`=` and the total", &[]));
    };
    slots.into_iter().for_each(|slot| scope.bound[slot] = true);
    Ok(step)
}

/// Returns the message that a name is bound again.
fn bound_twice(place: std::ops::Range<usize>, name: &str) -> Diagnostic {
    Diagnostic::new("G012", place, format!("`{name}` is already bound"))
        .label("bound twice")
        .help("choose another name")
}

//! The moves of a game as lines of a certificate, for programs that do not read the language of
//! games.
//!
//! The lines follow the board that they are about. The reader of certificates writes them anew from
//! the board and compares, so a certificate whose listed moves are not those of its sentence is
//! refused. `tools/grundy_check.py` verifies claims from these lines.
//!
//! ```text
//! board octal 0.15
//! moves heap
//! move take 1..1 leave 0..0 any
//! move take 2..2 leave 0..0 2..2 any
//! ```
//!
//! The first line has the kind of the positions: `heap`, `kinds`, `row`, `ring`, `bag`, `graph`,
//! `product`, `ground`, `order`, `token`, `piles`, `line`, `stones`, `set`, or `none` if the moves
//! are not listed: those of tapes, and of games with word lists from files. The manual's page on
//! certificates defines each line. Letters are code points, and expressions are in prefix notation:
//! the number of arguments of each sign is fixed or written after it.

use std::fmt::Write;

use grundy_games::{
    Amounts, BagMove, BagRules, Clause, Ending, Factor, Gap, GraphMove, HeapMove, HeapRules, Kind, Letters, Measure,
    Once, Origin, Parts, PilesMove, Rewrite, RowMove, RowRules, Ruleset, Span, StonesRules, Symbol, Take, TypedRules,
    Which, WordList,
    heaps::{
        clause::{Each, NewHeap, Step, Summand},
        expr::{Comparison, Condition, Expr, Function, Operator, Values},
    },
};

/// The lines about the moves of a ruleset.
pub(super) fn lines(ruleset: &Ruleset) -> Vec<String> {
    let (kind, moves) = match ruleset {
        Ruleset::Heap(rules) => ("heap", Some(heaps(rules))),
        Ruleset::Typed(rules) => ("kinds", Some(kinds(rules))),
        Ruleset::Row(rules) => ("row", words(rules)),
        Ruleset::Ring(rules) => ("ring", words(rules)),
        Ruleset::Bag(rules) => ("bag", bags(rules)),
        Ruleset::Graph(rules) => ("graph", Some(rules.moves.iter().map(graph_move).collect())),
        Ruleset::Ground(_) => ("ground", Some(Vec::new())),
        Ruleset::Poset(_) => ("order", Some(Vec::new())),
        Ruleset::Token(rules) => {
            let way = if rules.one_way { "one-way" } else { "both-ways" };
            let once = match rules.once {
                Once::Vertex => "vertex",
                Once::Edge => "edge",
            };
            ("token", Some(vec![format!("move {way} {once}")]))
        }
        Ruleset::Piles(rules) => ("piles", Some(rules.moves.iter().map(piles_move).collect())),
        Ruleset::Line(_) => ("line", Some(Vec::new())),
        Ruleset::Set(_) => ("set", Some(Vec::new())),
        Ruleset::Stones(rules) => ("stones", Some(vec![stones_move(rules)])),
        Ruleset::Product(rules) => {
            let games = ["first", "second"].into_iter().zip(&rules.factors);
            let of = |(name, game): (&str, &HeapRules)| {
                heaps(game).iter().map(|line| line.replacen("move ", &format!("move {name} "), 1)).collect::<Vec<_>>()
            };
            ("product", Some(games.flat_map(of).collect()))
        }
        Ruleset::Tape(_) => ("none", None),
    };
    match moves {
        Some(moves) => [format!("moves {kind}")].into_iter().chain(moves).collect(),
        None => vec!["moves none".to_owned()],
    }
}

/// Whether a line is one of those that [`lines`] writes.
pub(super) fn is_one(line: &str) -> bool {
    ["moves ", "move ", "kind ", "measure ", "until "].iter().any(|opening| line.starts_with(opening))
}

/// The moves of plain heaps.
///
/// A digit of a code becomes one line for each amount: its bits are the numbers of heaps that may
/// be left.
fn heaps(rules: &HeapRules) -> Vec<String> {
    let of_move = |kind: &HeapMove| match kind {
        HeapMove::Take(take) => vec![of_take(take)],
        HeapMove::Code(code) => {
            let taken = code.digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
            let bits = |digit: u8| (0..8).filter(move |bit| digit >> bit & 1 == 1).map(|bit| format!(" {bit}..{bit}"));
            let line = |(taken, &digit): (usize, &u8)| {
                format!("move take {taken}..{taken} leave{} any", bits(digit).collect::<String>())
            };
            taken.map(line).collect()
        }
        HeapMove::General(clause) => vec![of_clause(clause)],
    };
    rules.moves.iter().flat_map(of_move).collect()
}

/// A move that takes counters and splits the rest.
fn of_take(take: &Take) -> String {
    let parts = match take.parts {
        Parts::Any => "any",
        Parts::Unequal => "unequal",
        Parts::Equal => "equal",
    };
    format!("move take{} leave {} {parts}", of_amounts(&take.amounts), of_span(take.leaving))
}

/// The move of stones on a graph.
fn stones_move(rules: &StonesRules) -> String {
    match rules {
        StonesRules::Carry(amounts) => format!("move carry{}", of_amounts(amounts)),
        StonesRules::Walk { one_way: true } => "move walk one-way".to_owned(),
        StonesRules::Walk { one_way: false } => "move walk both-ways".to_owned(),
    }
}

/// A set of numbers, each part after a space.
fn of_amounts(amounts: &Amounts) -> String {
    let kind = |kind: &Kind| match *kind {
        Kind::Span(span) => format!(" {}", of_span(span)),
        Kind::Any => " any".to_owned(),
        Kind::Odd => " odd".to_owned(),
        Kind::Even => " even".to_owned(),
        Kind::Prime => " prime".to_owned(),
        Kind::Square => " square".to_owned(),
    };
    let mut text: String = amounts.kinds.iter().map(kind).collect();
    if !amounts.except.is_empty() {
        text += " but";
        text.extend(amounts.except.iter().map(|&span| format!(" {}", of_span(span))));
    }
    text
}

/// A range of numbers, both ends included.
fn of_span(span: Span) -> String {
    match span.to {
        Some(to) => format!("{}..{to}", span.from),
        None => format!("{}..", span.from),
    }
}

/// The measure, the kinds with their ranks, and the moves of heaps of several kinds.
fn kinds(rules: &TypedRules) -> Vec<String> {
    let measure = match rules.measure {
        Measure::Sum => "sum",
        Measure::Lexicographic => "lexicographic",
    };
    let ranks = rules.kinds.iter().zip(&rules.ranks).map(|(kind, rank)| format!("kind {kind} {rank}"));
    [format!("measure {measure}")].into_iter().chain(ranks).chain(rules.clauses.iter().map(of_clause)).collect()
}

/// A rule of the general form.
///
/// The steps come in the order in which they are tried, so a reader needs no analysis of names: `x`
/// and a number is the slot of a name.
fn of_clause(clause: &Clause) -> String {
    let kind = |kind: &Option<std::sync::Arc<str>>| kind.as_ref().map_or("-".to_owned(), ToString::to_string);
    let mut text = format!("move rule {} {} {}", kind(&clause.kind), clause.arity, clause.names.len());
    for step in &clause.steps {
        match step {
            Step::In(slot, values) => {
                let _ = write!(text, " in {slot}");
                of_values(&mut text, values);
            }
            Step::Parts(slots, total) => {
                let _ = write!(text, " parts {}", slots.len());
                slots.iter().for_each(|slot| text += &format!(" {slot}"));
                of_expr(&mut text, total);
            }
            Step::Where(condition) => {
                text += " where";
                of_condition(&mut text, condition);
            }
        }
    }
    for term in &clause.terms {
        if let Summand::Each(Each { heaps, slot, values, condition, any }) = term {
            let _ = write!(text, " {} {slot} {}", if *any { "any" } else { "each" }, heaps.len());
            of_values(&mut text, values);
            if let Some(condition) = condition {
                text += " where";
                of_condition(&mut text, condition);
            }
        }
        for NewHeap { count, kind: to, sizes } in term.heaps() {
            text += " leave";
            of_expr(&mut text, count.as_ref().unwrap_or(&Expr::Number(1)));
            let to = if to.is_some() { kind(to) } else { kind(&clause.kind) };
            let _ = write!(text, " {to} {}", sizes.len());
            sizes.iter().for_each(|size| of_expr(&mut text, size));
        }
    }
    text
}

/// The number of ranges, then both ends of each. A single number is a range with equal ends.
fn of_values(text: &mut String, Values(ranges): &Values) {
    let _ = write!(text, " {}", ranges.len());
    for (low, high) in ranges {
        of_expr(text, low);
        of_expr(text, high.as_ref().unwrap_or(low));
    }
}

/// An expression. The depth of recursion is that of the text of the game, which the parser limits.
fn of_expr(text: &mut String, expr: &Expr) {
    let _ = match expr {
        Expr::Number(number) => write!(text, " {number}"),
        Expr::Name(slot) => write!(text, " x{slot}"),
        Expr::Minus(inner) => {
            *text += " neg";
            of_expr(text, inner);
            Ok(())
        }
        Expr::Binary(operator, left, right) => {
            *text += match operator {
                Operator::Add => " +",
                Operator::Subtract => " -",
                Operator::Multiply => " *",
                Operator::Divide => " /",
                Operator::Remainder => " %",
                Operator::Power => " ^",
            };
            of_expr(text, left);
            of_expr(text, right);
            Ok(())
        }
        Expr::Call(function, arguments) => {
            let name = match function {
                Function::Gcd => "gcd",
                Function::Min => "min",
                Function::Max => "max",
                Function::Sqrt => "sqrt",
                Function::Prime => "prime",
                Function::Xor => "xor",
                Function::BitAnd => "bitand",
                Function::BitOr => "bitor",
            };
            let written = write!(text, " {name} {}", arguments.len());
            arguments.iter().for_each(|argument| of_expr(text, argument));
            written
        }
        Expr::Sum(body, slot, values) => {
            let written = write!(text, " sum {slot}");
            of_values(text, values);
            of_expr(text, body);
            written
        }
    };
}

/// A condition.
fn of_condition(text: &mut String, condition: &Condition) {
    match condition {
        Condition::Compare(left, comparison, right) => {
            *text += match comparison {
                Comparison::Equal => " =",
                Comparison::NotEqual => " !=",
                Comparison::Less => " <",
                Comparison::LessOrEqual => " <=",
                Comparison::Greater => " >",
                Comparison::GreaterOrEqual => " >=",
            };
            of_expr(text, left);
            of_expr(text, right);
        }
        Condition::Holds(expr) => {
            *text += " holds";
            of_expr(text, expr);
        }
        Condition::Not(inner) => {
            *text += " not";
            of_condition(text, inner);
        }
        Condition::And(left, right) | Condition::Or(left, right) => {
            *text += if matches!(condition, Condition::And(..)) { " and" } else { " or" };
            of_condition(text, left);
            of_condition(text, right);
        }
    }
}

/// The moves on words, and the ending; `None` if a word list comes from a file.
fn words(rules: &RowRules) -> Option<Vec<String>> {
    rules.moves.iter().map(of_row_move).chain(rules.until.iter().map(of_ending)).collect()
}

/// Returns the line of a move on words; `None` if it names a word list from a file.
fn of_row_move(kind: &RowMove) -> Option<String> {
    let of_gap = |gap: &Gap| match gap {
        Gap::Closes => "closes",
        Gap::Separates => "separates",
    };
    Some(match kind {
        RowMove::Remove(gap, factor) => format!("move remove {} {}", of_gap(gap), of_factor(factor)?),
        RowMove::EveryCopy(gap) => format!("move every {}", of_gap(gap)),
        RowMove::Rewrite(rule) => of_rewriting(rule),
        RowMove::Split(parts) => format!("move split {}", of_span(*parts)),
        RowMove::Within(kind, list) => format!("{} within{}", of_row_move(kind)?, of_list(list)?),
    })
}

/// The moves on bags, and the ending; `None` if a word list comes from a file.
fn bags(rules: &BagRules) -> Option<Vec<String>> {
    rules.moves.iter().map(of_bag_move).chain(rules.until.iter().map(of_ending)).collect()
}

/// Returns the line of a move on bags; `None` if it names a word list from a file.
fn of_bag_move(kind: &BagMove) -> Option<String> {
    Some(match kind {
        BagMove::Take(factor) => format!("move take {}", of_factor(factor)?),
        BagMove::Split(parts) => format!("move split {}", of_span(*parts)),
        BagMove::Within(kind, list) => format!("{} within{}", of_bag_move(kind)?, of_list(list)?),
    })
}

/// What a move removes.
fn of_factor(factor: &Factor) -> Option<String> {
    Some(match factor {
        Factor::Letter(None) => "letter any".to_owned(),
        Factor::Letter(Some(letters)) => format!("letter{}", of_letters(letters)),
        Factor::Word(list) => format!("word{}", of_list(list)?),
        Factor::Run => "run".to_owned(),
        Factor::PartOfRun => "part-of-run".to_owned(),
        Factor::Palindrome(lengths) => format!("palindrome {}", of_span(*lengths)),
        Factor::Square => "square".to_owned(),
        Factor::HalfOfSquare => "half-of-square".to_owned(),
    })
}

/// A set of letters as ranges of code points, each after a space.
fn of_letters(letters: &Letters) -> String {
    let mut codes: Vec<u32> = letters.iter().map(u32::from).collect();
    codes.sort_unstable();
    let runs = codes.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| format!(" {}..{}", run[0], run[0] + (run.len() - 1) as u32)).collect()
}

/// The words of a list that the game itself names, each after a space, as code points with dots
/// between them.
fn of_list(list: &WordList) -> Option<String> {
    if matches!(list.origin(), Origin::Named(_)) {
        return None;
    }
    let codes = |word: &str| word.chars().map(|letter| u32::from(letter).to_string()).collect::<Vec<_>>().join(".");
    Some(list.iter().map(|word| format!(" {}", codes(word))).collect())
}

/// A rewriting rule.
fn of_rewriting(rule: &Rewrite) -> String {
    let symbol = |symbol: &Symbol| match *symbol {
        Symbol::Letter(letter) => format!(" {}", u32::from(letter)),
        Symbol::Run(letter) => format!(" {}+", u32::from(letter)),
        Symbol::Variable(variable) => format!(" ?{variable}"),
    };
    let mut text = "move replace".to_owned();
    text += if rule.at_start { " ^" } else { "" };
    text.extend(rule.left.iter().map(symbol));
    text += if rule.at_end { " $ ->" } else { " ->" };
    for (at, piece) in rule.right.iter().enumerate() {
        text += if at > 0 { " |" } else { "" };
        text += if piece.is_empty() { " -" } else { "" };
        text.extend(piece.iter().map(symbol));
    }
    text
}

/// The ending.
fn of_ending(until: &Ending) -> Option<String> {
    Some(match until {
        Ending::Distinct => "until distinct".to_owned(),
        Ending::EndsWith(list) => format!("until ends{}", of_list(list)?),
        Ending::Contains(list) => format!("until contains{}", of_list(list)?),
        Ending::LengthAtMost(most) => format!("until length {most}"),
        Ending::DistinctAtMost(most) => format!("until letters {most}"),
        Ending::EachAtMost(most) => format!("until each {most}"),
        Ending::Increasing => "until increasing".to_owned(),
        Ending::AnagramOfPalindrome => "until palindrome".to_owned(),
    })
}

/// A move on piles.
fn piles_move(kind: &PilesMove) -> String {
    let which = match kind.which {
        Which::Count(count) => of_span(count),
        Which::All => "all".to_owned(),
        Which::First => "first".to_owned(),
        Which::Last => "last".to_owned(),
        Which::Largest => "largest".to_owned(),
        Which::Smallest => "smallest".to_owned(),
    };
    format!("move take{} from {which} {}", of_amounts(&kind.amounts), if kind.equal { "equal" } else { "any" })
}

/// A move on a graph.
fn graph_move(kind: &GraphMove) -> String {
    let taken = match kind {
        GraphMove::Vertex => "vertex",
        GraphMove::Closed => "closed",
        GraphMove::Edge => "edge",
        GraphMove::Ends => "ends",
        GraphMove::Leaves => "leaves",
    };
    format!("move {taken}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_listed_without_the_language() {
        for (game, wanted) in [
            ("octal 0.15", "moves heap; move take 1..1 leave 0..0 any; move take 2..2 leave 0..0 2..2 any"),
            ("take any but {3}", "moves heap; move take any but 3..3 leave 0..1 any"),
            ("split into 2 unequal heaps", "moves heap; move take 0..0 leave 2..2 unequal"),
            (
                "a -> (a-2b) + (a-b) for b in 1..a/2 where b % 2 = 1",
                "moves heap; move rule - 1 2 in 1 1 1 / x0 2 where = % x1 2 1 \
                 leave 1 - 1 - x0 * 2 x1 leave 1 - 1 - x0 x1",
            ),
            (
                "A(n) -> B(n) where n > 0, B(n) -> 2 of A(n-1)",
                "moves kinds; measure sum; kind A 1; kind B 0; move rule A 1 1 where > x0 0 leave 1 B 1 x0; \
                 move rule B 1 1 leave 2 A 1 - x0 1",
            ),
            (
                "row: ^\"ab+\" -> \"a\"|\"\", cut letter of a..b until increasing",
                "moves row; move replace ^ 97 98+ -> 97 | -; move remove separates letter 97..98; until increasing",
            ),
            (
                "n -> xor(n, k) for k in 1..n where bitand(n, k) = k",
                "moves heap; move rule - 1 2 in 1 1 1 x0 where = bitand 2 x0 x1 x1 leave 1 - 1 xor 2 x0 x1",
            ),
            ("ring: take \"ab\"", "moves ring; move remove closes word 97.98"),
            (
                "row: take letter within \"ab\" or \"b\", ^\"a\" -> \"\" within \"c\"",
                "moves row; move remove closes letter any within 97.98 98; move replace ^ 97 -> - within 99",
            ),
            ("row: split into 2..3 parts", "moves row; move split 2..3"),
            ("bag: split into 2 parts within \"c\"", "moves bag; move split 2..2 within 99"),
            ("bag: take \"ab\" within \"c\"", "moves bag; move take word 97.98 within 99"),
            ("bag: take letter until length at most 1", "moves bag; move take letter any; until length 1"),
            ("graph: take edge with its ends", "moves graph; move ends"),
            (
                "piles: take 1..3 but 2 from 1..2 piles, take equal any from all piles, take 1 from the first pile",
                "moves piles; move take 1..3 but 2..2 from 1..2 any; move take any from all equal; \
                 move take 1..1 from first any",
            ),
            ("piles: take the first or last pile larger than the last taken", "moves line"),
            ("token: move along new arc", "moves token; move one-way edge"),
            ("tape: append letter of a..c until it ends with word in {ab, ca}", "moves none"),
        ] {
            let rules = grundy_games::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
            assert_eq!(lines(&rules.ruleset).join("; "), wanted, "{game}");
        }
    }
}

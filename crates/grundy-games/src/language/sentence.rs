//! The rules of a game in English, and why play must end.
//!
//! `grundy rules` prints them, so that a user can compare the game that was read with the one that
//! was meant.

use std::fmt::Write;

use crate::{
    Amounts, Avoid, BagMove, Convention, Declaration, Ending, Factor, Gap, GraphMove, HeapMove, HeapRules, Kind, Once,
    Parts, PilesMove, Place, Power, Rewrite, RowMove, RowRules, Ruleset, Span, StonesRules, Take, Which, Within,
    WordList, ends,
    heaps::clause::{NewHeap, Summand},
};

/// The rules of a game in English.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The moves, one sentence each, the ending, and the convention.
    pub sentence: String,
    /// The reason why every play ends.
    pub ends: String,
}

/// Describes a game in English.
///
/// ```
/// let kayles = grundy_games::game("take 1 or 2 leaving 0..2 heaps").unwrap();
/// assert_eq!(
///     grundy_games::describe(&kayles).sentence,
///     "Take 1 or 2 counters from a heap, leaving 0 to 2 heaps that are not empty. \
///      The player who cannot move loses.",
/// );
/// ```
///
/// For rules on words, costs as much as the proof that the game ends, which it repeats.
pub fn describe(rules: &Declaration) -> Description {
    let (mut sentences, ends) = match &rules.ruleset {
        Ruleset::Heap(heap) => {
            let checked = heap
                .moves
                .iter()
                .any(|kind| matches!(kind, HeapMove::General(clause) if !ends::clause_shrinks(clause)));
            let ends = match checked {
                true => "Every new heap is smaller than the old one; this is checked at each move.",
                false => "Every new heap is smaller than the old one.",
            };
            let grows = heap.moves.iter().any(|kind| matches!(kind, HeapMove::General(_)));
            let note = if grows { " (The number of counters may grow.)" } else { "" };
            (heap.moves.iter().map(heap_move).collect(), format!("{ends}{note}"))
        }
        Ruleset::Product(product) => {
            let game = |rules: &HeapRules| rules.moves.iter().map(heap_move).collect::<Vec<_>>().join(" ");
            let [first, second] = &product.factors;
            let rules = vec![
                format!("The first heap of a pair, alone: {}", game(first)),
                format!("The second one: {}", game(second)),
                "Choose a move of each. The pair becomes the pairs of what the first move leaves with the second heap, of the first heap with what the second move leaves, and of what both leave.".into(),
            ];
            (rules, "Every new pair has a smaller sum.".into())
        }
        Ruleset::Typed(typed) => {
            let moves = typed.clauses.iter().map(|clause| format!("A heap may change by the rule {clause}.")).collect();
            (moves, format!("In all moves tried, {}; this is checked at each move.", typed.measure))
        }
        Ruleset::Row(row) => (row_sentences(row, false), word_proof(row, false)),
        Ruleset::Ring(row) => (row_sentences(row, true), word_proof(row, true)),
        Ruleset::Bag(bag) => {
            let mut rules: Vec<String> = bag.moves.iter().map(bag_move).collect();
            rules.extend(bag.until.as_ref().map(|until| over("bag", until)));
            let splits = bag.moves.iter().any(|kind| matches!(kind.unrestricted(), BagMove::Split(_)));
            let ends =
                if splits { "Every move leaves fewer letters in each bag." } else { "Every move removes letters." };
            (rules, ends.into())
        }
        Ruleset::Tape(tape) => {
            let letters = match &tape.letters {
                Some(letters) => format!("a letter of {letters}"),
                None => "a letter of the lists".into(),
            };
            let place = match tape.place {
                Place::End => "at the end of the tape",
                Place::EitherEnd => "at either end of the tape",
            };
            let mut rules = vec![format!("Write {letters} {place}.")];
            rules.extend(tape.within.as_ref().map(|within| match within {
                Within::PrefixOf(list) => format!("The tape must remain the beginning of a {list}."),
                Within::FactorOf(list) => format!("The tape must remain a part of a {list}."),
            }));
            rules.extend(tape.avoiding.iter().map(|avoid| match avoid {
                Avoid::Word(list) => format!("No letter may be written that completes {list}."),
                Avoid::Whole(list) => format!("The whole tape may never be a {list}."),
                Avoid::Power(power) => format!("No letter may be written that completes {}.", power_noun(*power)),
                Avoid::Palindrome(lengths) => {
                    format!("No letter may be written that completes a palindrome of {lengths} letters.")
                }
            }));
            rules.extend(tape.until.as_ref().map(|until| over("tape", until)));
            let ends = match tape.longest() {
                Some(longest) => format!("The tape has at most {longest} letters."),
                None => "Every position limits the number of letters that may still be written.".into(),
            };
            (rules, ends)
        }
        Ruleset::Graph(graph) => {
            let moves = graph.moves.iter().map(|kind| match kind {
                GraphMove::Vertex => "Take a vertex and its edges.".into(),
                GraphMove::Closed => "Take a vertex, its neighbours and all their edges.".into(),
                GraphMove::Edge => "Take an edge; its ends remain.".into(),
                GraphMove::Ends => "Take an edge, its two ends and all their edges.".into(),
                GraphMove::Leaves => "Take all leaves, which have at most one edge, or all but one of them: at least one, and not the whole graph if it has several vertices.".into(),
            });
            (moves.collect(), "Every move removes vertices or edges.".into())
        }
        Ruleset::Ground(_) => {
            let take = "Take an edge, with everything that is no longer connected to the ground.";
            (vec![take.into()], "Every move removes an edge.".into())
        }
        Ruleset::Token(token) => {
            let edge = if token.one_way { "an arc, in its direction," } else { "an edge" };
            match token.once {
                Once::Vertex => (
                    vec![format!("Move the token along {edge} to a vertex that it has not visited.")],
                    "Every move visits a new vertex.".into(),
                ),
                Once::Edge => (
                    vec![format!("Move the token along {edge} that it has not used.")],
                    "Every move uses a new edge.".into(),
                ),
            }
        }
        Ruleset::Stones(StonesRules::Carry(amounts)) => {
            let mut text = format!("Move {}", counted(amounts, "stone"));
            except(&mut text, amounts);
            text += if amounts.except.is_empty() { " along an arc." } else { ", along an arc." };
            (vec![text], "No arcs form a cycle, so each stone comes to an end.".into())
        }
        Ruleset::Stones(StonesRules::Walk { one_way }) => {
            let edge = if *one_way { "an arc, in its direction" } else { "an edge" };
            (
                vec![format!("Take one stone from the vertex of the token, then move the token along {edge}.")],
                "Every move takes a stone.".into(),
            )
        }
        Ruleset::Piles(rules) => (rules.moves.iter().map(piles_move).collect(), "Every move takes counters.".into()),
        Ruleset::Set(_) => {
            let add = "Add the difference of two members to the set, if it is not a member.";
            (vec![add.into()], "Every move adds a number below the largest member.".into())
        }
        Ruleset::Line(_) => {
            let take = "Take the first or the last pile, which must be larger than the pile taken before it.";
            (vec![take.into()], "Every move takes a pile.".into())
        }
        Ruleset::Poset(_) => {
            let take = "Take an element and all elements above it; the corner of a bar is not an element.";
            (vec![take.into()], "Every move removes elements.".into())
        }
    };
    sentences.push(match rules.convention {
        Convention::Normal => "The player who cannot move loses.".into(),
        Convention::Misere => "The player who cannot move wins (misère play).".into(),
    });
    Description { sentence: sentences.join(" "), ends }
}

fn heap_move(kind: &HeapMove) -> String {
    match kind {
        HeapMove::Take(take) => take_sentence(take),
        HeapMove::General(clause) => {
            let (heaps, steps) = clause.spoken();
            let is_one = matches!(&clause.terms[..], [Summand::Heaps(NewHeap { count: None, .. })]);
            let noun = if is_one { "a heap" } else { "heaps" };
            let comma = if steps.is_empty() { "" } else { "," };
            let steps = steps.replace(" in ", " from ");
            format!("A heap of {} counters becomes {noun} of {}{comma}{steps}.", clause.names[0], heaps.join(" and "))
        }
        HeapMove::Code(code) => {
            let moves = code.digits.iter().enumerate().filter(|(_, digit)| **digit != 0).map(|(taken, &digit)| {
                let rests = ["nothing", "one heap", "two heaps", "three heaps"];
                let allowed =
                    rests.iter().enumerate().filter(|(count, _)| digit >> count & 1 == 1).map(|(_, rest)| *rest);
                let ways = listed(&allowed.collect::<Vec<_>>());
                match taken {
                    0 => format!("Split a heap, leaving {ways}."),
                    1 => format!("Take 1 counter, leaving {ways}."),
                    _ => format!("Take {taken} counters, leaving {ways}."),
                }
            });
            moves.collect::<Vec<_>>().join(" ")
        }
    }
}

/// Returns `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn take_sentence(take: &Take) -> String {
    if take.amounts == Amounts::of([0]) {
        let kind = match take.parts {
            Parts::Any => "",
            Parts::Unequal => "unequal ",
            Parts::Equal => "equal ",
        };
        return format!("Split a heap into {} {kind}heaps.", range(&take.leaving));
    }
    let mut sentence = format!("Take {} from a heap", counters(&take.amounts));
    except(&mut sentence, &take.amounts);
    if take.leaving != (Span { from: 0, to: Some(1) }) {
        let _ = write!(sentence, ", leaving {} heaps that are not empty", range(&take.leaving));
    }
    sentence + "."
}

/// A move that takes from several piles.
fn piles_move(kind: &PilesMove) -> String {
    let piles = match kind.which {
        Which::Count(Span { from: 1, to: Some(1) }) => "a pile".into(),
        Which::Count(count) => format!("each of {} piles", range(&count)),
        Which::All => "every pile that is not empty".into(),
        Which::First => "the first pile that is not empty".into(),
        Which::Last => "the last pile that is not empty".into(),
        Which::Largest => "a largest pile".into(),
        Which::Smallest => "a smallest pile that is not empty".into(),
    };
    let mut sentence = format!("Take {} from {piles}", counters(&kind.amounts));
    except(&mut sentence, &kind.amounts);
    sentence + if kind.equal { ", the same number from each." } else { "." }
}

/// `2 or 3 counters`, without the exceptions.
fn counters(amounts: &Amounts) -> String {
    counted(amounts, "counter")
}

/// As [`counters`], by another word for them.
fn counted(amounts: &Amounts, counter: &str) -> String {
    let amounts: Vec<String> = amounts
        .kinds
        .iter()
        .map(|kind| match kind {
            Kind::Span(span) => range(span),
            Kind::Any => "any number of".into(),
            Kind::Odd => "an odd number of".into(),
            Kind::Even => "an even number of".into(),
            Kind::Prime => "a prime number of".into(),
            Kind::Square => "a square number of".into(),
        })
        .collect();
    let one = amounts == ["1"];
    format!("{} {counter}{}", amounts.join(" or "), if one { "" } else { "s" })
}

/// Writes the numbers that may not be taken.
fn except(sentence: &mut String, amounts: &Amounts) {
    if !amounts.except.is_empty() {
        let except: Vec<String> = amounts.except.iter().map(range).collect();
        let _ = write!(sentence, ", but not {}", except.join(" or "));
    }
}

fn range(span: &Span) -> String {
    match span.to {
        Some(to) if to == span.from => to.to_string(),
        Some(to) if to == span.from + 1 => format!("{} or {to}", span.from),
        Some(to) => format!("{} to {to}", span.from),
        None => format!("{} or more", span.from),
    }
}

fn factor_noun(factor: &Factor) -> String {
    match factor {
        Factor::Letter(None) => "a letter".into(),
        Factor::Letter(Some(letters)) => format!("a letter of {letters}"),
        Factor::Word(words) => listed_word(words),
        Factor::Run => "a whole run of equal letters".into(),
        Factor::PartOfRun => "one or more adjacent equal letters".into(),
        Factor::Palindrome(lengths) => format!("a palindrome of {} letters", range(lengths)),
        Factor::Square => "a square (a word twice in a row)".into(),
        Factor::HalfOfSquare => "one half of a square (of a word twice in a row)".into(),
    }
}

fn listed_word(words: &WordList) -> String {
    match words.to_string() {
        listed if listed.starts_with("word ") => format!("a {listed}"),
        quoted => quoted,
    }
}

fn bag_factor(factor: &Factor) -> String {
    match factor {
        Factor::Word(_) => format!("the letters of {}", factor_noun(factor)),
        _ => factor_noun(factor),
    }
}

fn bag_move(kind: &BagMove) -> String {
    match kind {
        BagMove::Take(factor) => format!("Take {} from the bag.", bag_factor(factor)),
        BagMove::Split(parts) => format!("Distribute the letters of a bag among {} bags.", range(parts)),
        BagMove::Within(kind, words) => {
            let words = listed_word(words);
            format!("{} A bag must be left, and each must have the letters of {words}.", bag_move(kind))
        }
    }
}

fn power_noun(power: Power) -> String {
    let times = if power.parts == 2 { "twice".to_owned() } else { format!("{} times", power.parts) };
    match power.abelian {
        true => format!("an {power} ({} anagrams of each other in a row)", power.parts),
        false => format!("a {power} (a word {times} in a row)"),
    }
}

fn row_sentences(rules: &RowRules, ring: bool) -> Vec<String> {
    let gap = |gap: &Gap| match (gap, ring) {
        (Gap::Closes, _) => "the gap closes",
        (Gap::Separates, false) => "the parts left and right of it become separate words",
        (Gap::Separates, true) => "the rest becomes a row",
    };
    let mut sentences: Vec<String> = rules
        .moves
        .iter()
        .map(|kind| {
            let mut sentence = match kind.unrestricted() {
                RowMove::Remove(how, factor) => format!("Remove {}; {}.", factor_noun(factor), gap(how)),
                RowMove::EveryCopy(Gap::Closes) => "Choose a letter and remove all its copies; the gaps close.".into(),
                RowMove::EveryCopy(Gap::Separates) => {
                    "Choose a letter and remove all its copies; the parts between them become separate words.".into()
                }
                RowMove::Rewrite(rule) => rewrite_sentence(rule),
                RowMove::Split(parts) => {
                    format!("Cut a word between letters into {} parts, which become separate words.", range(parts))
                }
                RowMove::Within(..) => String::new(),
            };
            if let RowMove::Within(_, words) = kind {
                let _ = write!(sentence, " A word must be left, and each must be {}.", listed_word(words));
            }
            sentence
        })
        .collect();
    sentences.extend(rules.until.as_ref().map(|until| over(if ring { "ring" } else { "word" }, until)));
    sentences
}

fn rewrite_sentence(rule: &Rewrite) -> String {
    let text = rule.to_string();
    let sides: Vec<&str> = text.splitn(2, " -> ").collect();
    let left = sides[0].trim_start_matches('^').trim_end_matches('$');
    let place = match (rule.at_start, rule.at_end) {
        (true, true) => " that is the whole word",
        (true, false) => " at the start",
        (false, true) => " at the end",
        (false, false) => "",
    };
    let split = if rule.right.len() > 1 { ", split at |" } else { "" };
    match rule.right.iter().all(Vec::is_empty) && rule.right.len() == 1 {
        true => format!("Remove {left}{place}; the gap closes."),
        false => format!("Replace {left}{place} by {}{split}.", sides[1]),
    }
}

/// Returns the sentence of an ending.
fn over(noun: &str, until: &Ending) -> String {
    let when = match until {
        Ending::Distinct => "all its letters differ".into(),
        Ending::EndsWith(words) => format!("it ends with {words}"),
        Ending::Contains(words) => format!("it contains {words}"),
        Ending::LengthAtMost(most) => format!("it has at most {most} letters"),
        Ending::DistinctAtMost(most) => format!("it has at most {most} different letters"),
        Ending::EachAtMost(most) => format!("no letter occurs more than {most} times in it"),
        Ending::Increasing => "each letter is greater than the one before it".into(),
        Ending::AnagramOfPalindrome => "its letters can be arranged into a palindrome".into(),
    };
    format!("A {noun} has no more moves when {when}.")
}

/// Returns the proof that a game on words ends, in words.
fn word_proof(rules: &RowRules, ring: bool) -> String {
    let Ok(proof) = ends::words(rules, ring) else { return "Proved when the text was read.".into() };
    let weights = match &proof.weights {
        None => "Every move makes a word shorter".into(),
        Some(weights) => {
            let all: Vec<String> = weights.iter().map(|(letter, weight)| format!("{letter} = {weight}")).collect();
            format!("Every move makes a word lighter (weights {}, other letters 1)", all.join(", "))
        }
    };
    match &proof.order {
        None => format!("{weights}."),
        Some((order, from_left)) => {
            let order: Vec<String> = order.iter().map(char::to_string).collect();
            let side = if *from_left { "left" } else { "right" };
            format!(
                "{weights}, or keeps its length and moves it down in the alphabet {} read from the {side}.",
                order.join(" < ")
            )
        }
    }
}

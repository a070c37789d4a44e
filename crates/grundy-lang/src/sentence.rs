//! The rules of a game in an English sentence, with why the game must end: so that a user sees how he was understood.

use std::fmt::Write;

use grundy_games::{
    Amounts, Avoid, Convention, Declaration, Ending, Factor, Gap, GraphMove, HeapMove, Kind, Once, Parts, Place,
    Rewrite, RowMove, RowRules, Ruleset, Span, Take, Within, ends,
};

/// What a game is, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The moves, one sentence each, the endings, and who wins.
    pub sentence: String,
    /// Why every play must end.
    pub ends: String,
}

/// Tells the rules of a game.
pub fn describe(rules: &Declaration) -> Description {
    let (mut sentences, ends) = match &rules.ruleset {
        Ruleset::Heap(heap) => {
            let checked = heap
                .moves
                .iter()
                .any(|kind| matches!(kind, HeapMove::General(clause) if !ends::clause_shrinks(clause)));
            let ends = match checked {
                true => "Every new heap is smaller than the old one; each move is checked for that when it comes up.",
                false => "Every new heap is smaller than the old one.",
            };
            let grows = heap.moves.iter().any(|kind| matches!(kind, HeapMove::General(_)));
            let note = if grows { " (The number of counters may grow.)" } else { "" };
            (heap.moves.iter().map(heap_move).collect(), format!("{ends}{note}"))
        }
        Ruleset::Typed(typed) => {
            let told = typed.clauses.iter().map(|clause| format!("A heap may change by the rule {clause}.")).collect();
            (told, format!("In all moves tried, {}; each move is checked for that when it comes up.", typed.measure))
        }
        Ruleset::Row(row) => (row_sentences(row, false), word_proof(row, false)),
        Ruleset::Ring(row) => (row_sentences(row, true), word_proof(row, true)),
        Ruleset::Bag(bag) => {
            let take = |factor: &Factor| format!("Take away {} from the bag.", bag_factor(factor));
            let mut told: Vec<String> = bag.takes.iter().map(take).collect();
            told.extend(bag.until.as_ref().map(|until| over("bag", until)));
            (told, "Every move takes letters away.".into())
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
            let mut told = vec![format!("Write {letters} {place}.")];
            told.extend(tape.within.as_ref().map(|within| match within {
                Within::PrefixOf(list) => format!("The tape must stay the beginning of a {list}."),
                Within::FactorOf(list) => format!("The tape must stay a part of a {list}."),
            }));
            told.extend(tape.avoiding.iter().map(|avoid| match avoid {
                Avoid::Word(list) => format!("No letter may be written that completes {list}."),
                Avoid::Whole(list) => format!("The whole tape may never be a {list}."),
                Avoid::Square => "No letter may be written that completes a square (a word twice in a row).".into(),
                Avoid::Palindrome(lengths) => {
                    format!("No letter may be written that completes a palindrome of {lengths} letters.")
                }
            }));
            told.extend(tape.until.as_ref().map(|until| over("tape", until)));
            let ends = match tape.longest() {
                Some(longest) => format!("The tape never grows beyond {longest} letters."),
                None => "Every position says how many letters may still be written.".into(),
            };
            (told, ends)
        }
        Ruleset::Graph(graph) => {
            let told = graph.moves.iter().map(|kind| match kind {
                GraphMove::Vertex => "Take a vertex; its edges go with it.".into(),
                GraphMove::Closed => "Take a vertex and its neighbours; their edges go with them.".into(),
                GraphMove::Edge => "Take an edge; its ends stay.".into(),
                GraphMove::Ends => "Take an edge and its two ends; their other edges go with them.".into(),
            });
            (told.collect(), "Every move takes vertices or edges away.".into())
        }
        Ruleset::Token(token) => {
            let edge = if token.one_way { "an arc, in its direction," } else { "an edge" };
            match token.once {
                Once::Vertex => (
                    vec![format!("Move the token along {edge} to a vertex where it has not been.")],
                    "Every move comes to another vertex, and none twice.".into(),
                ),
                Once::Edge => {
                    let told = format!("Move the token along {edge} that was not used before.");
                    (vec![told], "Every move uses up an edge.".into())
                }
            }
        }
        Ruleset::Poset(_) => {
            let told = "Take an element together with all that lie above it; the corner of a bar is no element.";
            (vec![told.into()], "Every move takes elements away.".into())
        }
    };
    sentences.push(match rules.convention {
        Convention::Normal => "Who cannot move loses.".into(),
        Convention::Misere => "Who cannot move wins (misère play).".into(),
    });
    Description { sentence: sentences.join(" "), ends }
}

fn heap_move(kind: &HeapMove) -> String {
    match kind {
        HeapMove::Take(take) => take_sentence(take),
        HeapMove::General(clause) => {
            let heaps: Vec<String> = clause.to_string().split(" -> ").map(str::to_owned).collect();
            let (right, rest) = split_steps(&heaps[1]);
            let noun = if clause.terms.len() == 1 && clause.terms[0].count.is_none() { "a heap" } else { "heaps" };
            format!("A heap of {} counters becomes {noun} of {right}{rest}.", heaps[0])
        }
        HeapMove::Code(code) => {
            let told = code.digits.iter().enumerate().filter(|(_, digit)| **digit != 0).map(|(taken, &digit)| {
                let rests = ["nothing", "one heap", "two heaps", "three heaps"];
                let allowed =
                    rests.iter().enumerate().filter(|(count, _)| digit >> count & 1 == 1).map(|(_, rest)| *rest);
                let ways = listed(&allowed.collect::<Vec<_>>());
                match taken {
                    0 => format!("Part a heap, leaving {ways}."),
                    1 => format!("Take 1 counter, leaving {ways}."),
                    _ => format!("Take {taken} counters, leaving {ways}."),
                }
            });
            told.collect::<Vec<_>>().join(" ")
        }
    }
}

/// `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The right side and, told in words, what binds its names.
fn split_steps(text: &str) -> (String, String) {
    let at = [" for ", " where "].iter().filter_map(|word| text.find(word)).min();
    match at {
        Some(at) => (text[..at].replace(" + ", " and "), format!(",{}", text[at..].replace(" in ", " from "))),
        None => (text.replace(" + ", " and "), String::new()),
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
    let amounts: Vec<String> = take
        .amounts
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
    let mut told = format!("Take {} counter{} from a heap", amounts.join(" or "), if one { "" } else { "s" });
    if !take.amounts.except.is_empty() {
        let except: Vec<String> = take.amounts.except.iter().map(range).collect();
        let _ = write!(told, ", but not {}", except.join(" or "));
    }
    if take.leaving != (Span { from: 0, to: Some(1) }) {
        let _ = write!(told, ", leaving {} heaps that are not empty", range(&take.leaving));
    }
    told + "."
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
        Factor::Word(words) => match words.to_string() {
            listed if listed.starts_with("word ") => format!("a {listed}"),
            quoted => quoted,
        },
        Factor::Run => "a whole run of equal letters".into(),
        Factor::PartOfRun => "one or more equal letters that stand side by side".into(),
        Factor::Palindrome(lengths) => format!("a palindrome of {} letters", range(lengths)),
        Factor::Square => "a square (a word twice in a row)".into(),
        Factor::HalfOfSquare => "one half of a square (of a word twice in a row)".into(),
    }
}

fn bag_factor(factor: &Factor) -> String {
    match factor {
        Factor::Word(_) => format!("the letters of {}", factor_noun(factor)),
        _ => factor_noun(factor),
    }
}

fn row_sentences(rules: &RowRules, ring: bool) -> Vec<String> {
    let gap = |gap: &Gap| match (gap, ring) {
        (Gap::Closes, _) => "the gap closes",
        (Gap::Separates, false) => "what stands left and right of it comes apart",
        (Gap::Separates, true) => "the rest becomes a row",
    };
    let mut told: Vec<String> = rules
        .moves
        .iter()
        .map(|kind| match kind {
            RowMove::Remove(how, factor) => format!("Remove {}; {}.", factor_noun(factor), gap(how)),
            RowMove::EveryCopy(Gap::Closes) => "Choose a letter and remove all its copies; the gaps close.".into(),
            RowMove::EveryCopy(Gap::Separates) => {
                "Choose a letter and remove all its copies; what stands between them comes apart.".into()
            }
            RowMove::Rewrite(rule) => rewrite_sentence(rule),
        })
        .collect();
    told.extend(rules.until.as_ref().map(|until| over(if ring { "ring" } else { "word" }, until)));
    told
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
    let apart = if rule.right.len() > 1 { ", coming apart at |" } else { "" };
    match rule.right.iter().all(Vec::is_empty) && rule.right.len() == 1 {
        true => format!("Remove {left}{place}; the gap closes."),
        false => format!("Replace {left}{place} by {}{apart}.", sides[1]),
    }
}

fn over(noun: &str, until: &Ending) -> String {
    let when = match until {
        Ending::Distinct => "all its letters differ".into(),
        Ending::EndsWith(words) => format!("it ends with {words}"),
        Ending::Contains(words) => format!("it contains {words}"),
        Ending::LengthAtMost(most) => format!("it has at most {most} letters"),
        Ending::DistinctAtMost(most) => format!("it has at most {most} different letters"),
        Ending::EachAtMost(most) => format!("no letter occurs more than {most} times in it"),
        Ending::Increasing => "each letter is greater than the one before it".into(),
        Ending::AnagramOfPalindrome => "its letters can be put in an order that reads the same both ways".into(),
    };
    format!("A {noun} has no more moves when {when}.")
}

fn word_proof(rules: &RowRules, ring: bool) -> String {
    let Ok(proof) = ends::words(rules, ring) else { return "This was proved when the text was read.".into() };
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

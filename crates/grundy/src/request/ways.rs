//! What to type instead of words that are refused.
//!
//! Each known slip (a word in the wrong place, numbers without their signs)
//! gives lines that may have been meant. A line is offered only if it can be read, so no
//! offer is refused in turn; an offer has the position that was typed, never an example.
//!
//! *Example.* `grundy nim 3 4 5 misere` is refused, and the message offers `grundy misere nim 3 4
//! 5`. *Cost:* each offer is read once; requests of over 8,192 letters or 256 words get none.
//!
//! | what is typed | what is offered |
//! |---|---|
//! | `nim 3 4 5 misere` | `misere nim 3 4 5`: a word in the wrong place |
//! | `'take 1 2 3' 7` | `'take {1,2,3}' 7`: numbers without their signs |
//! | `'kayles 5 --misere'` | the flag after the quotes |
//! | `kayles 10..20` for a table | `table kayles 20`: a table begins at 0 |
//! | `'take 1..3 5 + nim 3'` | `'[take 1..3] 5 + nim 3'`: a game of a sum in brackets |
//! | `nim 1,000` | `nim 1000` for one heap, or `nim 1 + 0` for several |

use std::ops::Range;

use grundy_core::help::shell_word;
use grundy_games::{Convention, Declaration, Diagnostic, Family, Famous, Reworded, Ruleset, no_lists};

use super::{named, names, numerals, parameters, pictures, rules, sizes, slips, strips, vertices};
use crate::{
    error::{Error, Refused},
    help::{Fix, Help},
};

/// Longer requests get no offers: each is read again.
const MOST_LETTERS: usize = 1 << 13;
/// Nor do requests of more words.
const MOST_WORDS: usize = 1 << 8;

/// A game that lacks its quotes has at most this many words: each beginning is read.
pub(super) const MOST_UNQUOTED: usize = 1 << 5;

/// The most lines in one message.
const MOST_OFFERS: usize = 2;

/// Flags without a value that people write inside of the quotes.
const FLAGS: [&str; 7] = ["misere", "misère", "json", "value", "outcome", "quiet", "stats"];

/// What an offer is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OfferKind {
    /// The text of a game, if it is one word.
    Text,
    /// The words of a request of any verb.
    Words,
    /// The words of a table.
    Table,
}

impl OfferKind {
    /// The words as such a line.
    fn of(self, words: &[String], flags: &str) -> Help {
        let line = shell("", words) + flags;
        match (self, words) {
            (OfferKind::Text, [game]) => format!("`{game}`").into(),
            (OfferKind::Text, _) => format!("`{line}`").into(),
            (OfferKind::Words, _) => Fix::Write(line).into(),
            (OfferKind::Table, _) => Fix::Use("table".into(), line).into(),
        }
    }
}

/// A line that may have been meant.
struct Offer {
    /// The words after the verb.
    words: Vec<String>,
    /// What follows them.
    flags: String,
    /// What it is meant for, or a remark after a semicolon; empty if that is plain.
    when: Help,
}

impl Offer {
    /// An offer without flags and without a condition.
    fn plain(words: Vec<String>) -> Offer {
        Offer { words, flags: String::new(), when: Help::default() }
    }
}

/// Returns the mistake with the lines to type instead, if there are any. `reads` decides whether
/// other words are a request.
pub(super) fn out(words: &[String], error: Error, kind: OfferKind, reads: impl Fn(&[String]) -> bool) -> Error {
    offered(words, error, kind, reads).unwrap_or_else(|same| same)
}

/// Whether the words are few and short enough to be read in other ways too.
fn is_short(words: &[String]) -> bool {
    let letters: usize = words.iter().map(String::len).sum();
    letters <= MOST_LETTERS && words.len() <= MOST_WORDS && words.iter().all(|word| word != "-")
}

/// As [`out`]. `Err` with the mistake as it is if there are no lines.
pub(super) fn offered(
    words: &[String],
    error: Error,
    kind: OfferKind,
    reads: impl Fn(&[String]) -> bool,
) -> Result<Error, Error> {
    if !matches!(error, Error::Text(_) | Error::Refused(_)) || !is_short(words) {
        return Err(error);
    }
    let refused = [range_of_heaps, strips::three_in_a_row, vertices::arrows_that_lead_back];
    if let Some(error) = refused.iter().find_map(|own| own(words)).filter(|_| kind == OfferKind::Words) {
        return Ok(error);
    }
    let (message, offers) = offers(words, &error, kind);
    let (mut lines, mut named) = (Vec::new(), false);
    for Offer { words, flags, when } in offers {
        let line = kind.of(&words, &flags) + when;
        if lines.len() < MOST_OFFERS && !lines.contains(&line) && reads(&words) {
            named |= lines.is_empty() && suggested(&error).is_some_and(|name| words.len() > 1 && words[0] == *name);
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Err(error);
    }
    let lines = Help::joined(lines, ", or ");
    if let Some((word, message)) = message {
        return Ok(Error::usage(&word, message, Help::from("write ") + lines));
    }
    let lead = match suggested(&error).filter(|_| named) {
        Some(name) => format!("did you mean `{name}`?: "),
        None => "write ".to_owned(),
    };
    let help = Help::from(lead) + lines;
    Ok(match error {
        Error::Text(mistake) => Diagnostic { help, ..*mistake }.into(),
        Error::Refused(refused) => Error::Refused(Box::new(Refused { help, ..*refused })),
        other => other,
    })
}

/// The name that a diagnostic suggests.
fn suggested(error: &Error) -> Option<&String> {
    if let Error::Text(mistake) = error { mistake.suggestion.as_ref() } else { None }
}

/// The lines that may have been meant, likely ones first. If a message fits them better than the
/// mistake's own, that one and the word that is wrong.
fn offers(words: &[String], error: &Error, kind: OfferKind) -> (Option<(String, String)>, Vec<Offer>) {
    if let Some((word, offer)) = misere_in_front(words) {
        let message = format!("`{word}` stands before the game");
        return (Some((word, message)), vec![offer]);
    }
    if let Some((flag, offer)) = flag_outside(words) {
        let message = format!("`{flag}` is inside the quotes: a flag is a word of its own");
        return (Some((flag, message)), vec![offer]);
    }
    if let Some((stalk, offer)) = coloured_stalk(words) {
        let message = format!(
            "`{stalk}` has edges of two colours: then Hackenbush is partizan, the two players have different moves, and \
             there are no Grundy values"
        );
        return (Some((stalk, message)), vec![offer]);
    }
    let range = words.iter().position(|word| table_end(word).is_some());
    if let Some(at) = range.filter(|_| kind == OfferKind::Table) {
        let end = table_end(&words[at]).unwrap_or_default();
        let line = replaced(words, at, end);
        let message = format!("`{}` is a range, and a table begins at 0", words[at]);
        return (Some((words[at].clone(), message)), vec![Offer::plain(line)]);
    }
    let mut all = Vec::new();
    if let Error::Text(mistake) = error {
        all.extend(readings(words, mistake));
    }
    if !all.is_empty() {
        return (None, all);
    }
    all.extend(grouped(words));
    all.extend(numerals::long_staircase(words).map(|line| Offer {
        when: ": the heaps on the first, third, fifth .. stair decide".into(),
        ..Offer::plain(line)
    }));
    let conditional = sizes::times(words)
        .into_iter()
        .chain(vertices::bracketed_tree(words).into_iter().map(|(line, when)| (line, when.to_owned())));
    all.extend(conditional.map(|(line, when)| Offer { when: when.into(), ..Offer::plain(line) }));
    all.extend(rearranged(words).into_iter().map(Offer::plain));
    all.extend(described(words));
    all.extend(bracketed(words).into_iter().map(Offer::plain));
    all.extend(said_otherwise(words).into_iter().map(Offer::plain));
    all.extend(misspelt(words, error.code()).into_iter().map(Offer::plain));
    if all.is_empty() && error.code() == "G003" && suggested(error).is_none() {
        let line = pictures::word_alone(words);
        all.extend(line.map(|line| Offer {
            when: Help::from(" for a game on this word; ") + Fix::verb("games") + " lists the names",
            ..Offer::plain(line)
        }));
    }
    (None, all)
}

/// `nim 3 4 5 misere`: the word in front. It may be part of a text in quotes.
fn misere_in_front(words: &[String]) -> Option<(String, Offer)> {
    let is_it = |word: &str| Convention::MISERE.contains(&word.trim().to_lowercase().as_str());
    let mut found = None;
    let mut all = vec!["misere".to_owned()];
    for (at, word) in words.iter().enumerate() {
        let mut tokens: Vec<&str> = word.split_whitespace().collect();
        match tokens.iter().position(|token| is_it(token)) {
            Some(place) if at + place > 0 && found.is_none() => {
                found = Some(tokens.remove(place).to_owned());
                all.extend((!tokens.is_empty()).then(|| tokens.join(" ")));
            }
            _ => all.push(word.clone()),
        }
    }
    let when = Help::from("; ") + Fix::set("misere", true) + " does the same";
    Some((found?, Offer { when, ..Offer::plain(all) }))
}

/// `'kayles 5 + nim 4 --misere'`: the flag after the quotes.
fn flag_outside(words: &[String]) -> Option<(String, Offer)> {
    let is_flag = |token: &&str| token.strip_prefix("--").is_some_and(|name| FLAGS.contains(&name));
    let flag_of = |word: &String| word.split_whitespace().find(is_flag).map(str::to_owned);
    let at = words.iter().position(|word| word.contains(char::is_whitespace) && flag_of(word).is_some())?;
    let flag = flag_of(&words[at])?;
    let kept: Vec<&str> = words[at].split_whitespace().filter(|token| *token != flag).collect();
    let words = replaced(words, at, kept.join(" "));
    Some((flag.clone(), Offer { flags: format!(" {flag}"), ..Offer::plain(words) }))
}

/// The end of a range of heaps: `20` of `10..20`, `19` of Python's `range(20)`.
fn table_end(word: &str) -> Option<String> {
    if let Some((_, end)) = python_range(word) {
        return Some(end);
    }
    let (from, to) = word.split_once("..").or_else(|| word.split_once('-'))?;
    let digits = |text: &str| !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit());
    (digits(from) && digits(to)).then(|| to.to_owned())
}

/// The ends of a range of Python, which leaves out the last one.
fn python_range(word: &str) -> Option<(String, String)> {
    let range = word.strip_prefix("range(")?.strip_suffix(')')?;
    let (from, to) = range.split_once(',').unwrap_or(("0", range));
    let end = to.trim().parse::<u64>().ok()?.checked_sub(1)?;
    is_number(from.trim()).then(|| (from.trim().to_owned(), end.to_string()))
}

/// `kayles 1-20`: the heaps of a range are those of a table.
fn range_of_heaps(words: &[String]) -> Option<Error> {
    let [game @ .., range] = words else { return None };
    let end = table_end(range)?;
    let is_heaps = match named(game) {
        Some((family, _, used)) => {
            used == game.len() && grundy_games::read(family.name, &no_lists).is_ok_and(|game| is_on_heaps(&game.rules))
        }
        None => {
            matches!(game, [text] if grundy_games::read(text, &no_lists).is_ok_and(|game| is_on_heaps(&game.rules)))
        }
    };
    let line = Fix::Use("table".into(), shell("", &[game, &[end]].concat()));
    let message = format!("`{range}` is a range of heaps, and a position is one heap or several");
    is_heaps.then(|| Error::usage(range, message, Help::from("the values of the heaps are ") + line))
}

/// Whether positions are heaps.
pub(super) fn is_on_heaps(rules: &Declaration) -> bool {
    matches!(rules.ruleset, Ruleset::Heap(_))
}

/// The words with each reading of the position in place of it: `nim 1,000` with one number, or
/// several.
fn readings(words: &[String], mistake: &Diagnostic) -> Vec<Offer> {
    // The text of the position is one word, or several of them joined.
    let mut runs = (0..words.len()).flat_map(|from| [from..from + 1, from..words.len()]);
    let Some(run) = runs.find(|run| words[run.clone()].join(" ") == mistake.source) else { return Vec::new() };
    let Range { start, end } = mistake.span.clone();
    let (before, after) = (&mistake.source[..start], &mistake.source[end..]);
    let offer = |(text, when): &(String, &'static str)| {
        let position = format!("{before}{text}{after}");
        Offer {
            when: format!(" for {when}").into(),
            ..Offer::plain([&words[..run.start], &[position], &words[run.end..]].concat())
        }
    };
    mistake.readings.iter().map(offer).collect()
}

/// Numbers that are too many for one position of a named game: its sizes in full, or a sum of
/// positions, such as `wythoff '3 5 + 1 2'`.
fn grouped(words: &[String]) -> Vec<Offer> {
    let Some((family, _, used)) = named(words) else { return Vec::new() };
    let split = |word: &String| word.split([',', ' ', '(', ')', '[', ']']).map(str::to_owned).collect::<Vec<_>>();
    let numbers: Vec<String> = words[used..].iter().flat_map(split).filter(|number| !number.is_empty()).collect();
    if numbers.len() < 2 || numbers.iter().any(|number| number.parse::<u64>().is_err()) {
        return Vec::new();
    }
    let with = |position: String| [&words[..used], &[position]].concat();
    let mut all = Vec::new();
    if let Ok(game) = grundy_games::read(family.name, &no_lists)
        && let Ruleset::Typed(rules) = &game.rules.ruleset
        && !Family::falls(&game.rules.ruleset)
        && let Some(clause) = rules.clauses.first().filter(|clause| clause.arity == numbers.len())
        && let Some(kind) = &clause.kind
    {
        all.push(Offer::plain(with(format!("{kind}({})", numbers.join(", ")))));
    }
    if let [form] = family.forms {
        let size = form.given.split([' ', '>']).filter(|word| word.starts_with('{')).count();
        if size > 0 && numbers.len() > size && numbers.len().is_multiple_of(size) {
            let sum: Vec<String> = numbers.chunks(size).map(|group| group.join(" ")).collect();
            all.push(Offer { when: " for a sum".into(), ..Offer::plain(with(sum.join(" + "))) });
        }
    }
    all
}

/// The words in another order or with a sign that they lack, by the slips below.
fn rearranged(words: &[String]) -> Vec<Vec<String>> {
    if let [misere, rest @ ..] = words
        && Convention::MISERE.contains(&&*misere.to_lowercase())
    {
        let with_misere = |line: Vec<String>| [vec![misere.clone()], line].concat();
        return rearranged(rest).into_iter().map(with_misere).collect();
    }
    // The numbers are places, not heaps.
    let is_in_rows = |(name, used): (String, usize)| super::rows_of_two(Famous::find(&name)?.name, &words[used..]);
    if names(words).find_map(is_in_rows).is_some() {
        return Vec::new();
    }
    PLAIN.iter().chain(LIKELY).flat_map(|slip| slip(words)).collect()
}

/// A slip, with the lines that may have been meant.
type Slip = fn(&[String]) -> Vec<Vec<String>>;

/// The slips after which one line alone can have been meant: it is read in place of what was
/// typed, and said.
const PLAIN: &[Slip] = &[
    sizes::name_last,
    sizes::plain_numbers,
    sizes::equal_heaps,
    pictures::strip_of_coins,
    slips::board_in_front,
    slips::two_games,
    slips::edges,
    pictures::tallies,
    pictures::named_graph,
    numerals::in_other_digits,
    numerals::count_in_quotes,
    numerals::set_of_numbers,
    numerals::code_without_point,
    parameters::after_position,
    sizes::equal_times,
    sizes::rows_of_a_bar,
    pictures::listed_words,
    strips::coins_apart,
    strips::treblecross,
    strips::flipped,
    vertices::token_behind,
    vertices::token_on_arrows,
    vertices::bracketed_trees,
    vertices::shape,
    slips::sides,
    slips::hackenbush,
    slips::carets,
    slips::sum_in_quotes,
    slips::plural,
    slips::arrows,
    rules::recurrence,
    rules::quoted,
    sizes::position_in_text,
    sizes::position_in_opening,
    sizes::without_verb,
    sizes::race,
    slips::called_as_functions,
    slips::nameless_kind,
    slips::glued,
    slips::unquoted,
    numerals::nimbers,
    rules::literal,
    rules::replaced,
    rules::as_python,
];

/// The slips after which the lines are guesses.
const LIKELY: &[Slip] = &[
    sizes::numbers_alone,
    sizes::reversed,
    slips::square_board,
    slips::several_piles,
    slips::without_token,
    slips::caret_or_power,
    slips::grounded,
    slips::grounded_edges,
    vertices::shape_on_ground,
    vertices::without_start,
    rules::unbound,
    rules::letters,
    sizes::on_heaps,
    slips::groundless,
    pictures::coins,
    slips::divisor,
    slips::misspelt_verb,
];

/// The words that alone can have been meant by words that are refused, and what else is said of
/// them. `None` if no line can be read, or several can.
pub(super) fn sure(
    words: &[String],
    error: &Error,
    misere: bool,
    reads: impl Fn(&[String]) -> bool,
) -> Option<(Vec<String>, String)> {
    // A text that says that the last player wins contradicts misère play.
    let is_misere = misere
        || words.iter().any(|word| Convention::of(word).0 == Convention::Misere)
        || words
            .iter()
            .flat_map(|word| word.split_whitespace())
            .any(|word| Convention::MISERE.contains(&&*word.to_lowercase()));
    if is_misere && words.iter().any(|word| grundy_games::says_last_wins(word)) {
        return None;
    }
    let has_readings = match error {
        // `3 by 5` says what `3` is.
        Error::Text(mistake) => {
            let is_clear = slips::are_stalks(words)
                || !sizes::rows_of_a_bar(words).is_empty()
                || words.iter().any(|word| ["by", "times"].contains(&word.as_str()));
            !mistake.readings.is_empty() && !is_clear
        }
        Error::Refused(_) => false,
        _ => true,
    };
    let is_other =
        || range_of_heaps(words).is_some() || coloured_stalk(words).is_some() || flag_outside(words).is_some();
    if has_readings || !is_short(words) || is_other() {
        return None;
    }
    let in_front = misere_in_front(words).map(|(_, offer)| offer.words);
    if let Some(line) = in_front.as_ref().filter(|line| reads(line)) {
        return Some((line.clone(), String::new()));
    }
    let words = in_front.as_deref().unwrap_or(words);
    let is_in_rows = |(name, used): (String, usize)| super::rows_of_two(Famous::find(&name)?.name, &words[used..]);
    if names(words).find_map(is_in_rows).is_some() {
        return None;
    }
    if let Some((line, name)) = famous_with_numbers(words).filter(|(line, _)| reads(line)) {
        return Some((line, format!(": {name}")));
    }
    let (plain, misere) = match words {
        [misere, rest @ ..] if Convention::MISERE.contains(&&*misere.to_lowercase()) => (rest, Some(misere)),
        _ => (words, None),
    };
    if is_misere && strips::marked(plain).is_some() {
        return None;
    }
    // No slip changes who wins.
    let convention = |line: &[String]| named(line).map_or(Convention::Normal, |(_, convention, _)| convention);
    let keeps = |line: &Vec<String>| named(plain).is_none() || convention(line) == convention(plain);
    let whole = |line: Vec<String>| misere.into_iter().cloned().chain(line).collect::<Vec<_>>();
    let of = |slips: &[Slip]| slips.iter().flat_map(|slip| slip(plain)).filter(keeps).map(whole).collect::<Vec<_>>();
    let again = bracketed(plain).into_iter().chain(said_otherwise(plain)).map(whole);
    let meant: Vec<Vec<String>> = of(PLAIN).into_iter().chain(again).collect();
    let guessed = grouped(words).into_iter().chain(described(words)).map(|offer| offer.words);
    let mut lines: Vec<Vec<String>> = Vec::new();
    for line in meant.iter().cloned().chain(of(LIKELY)).chain(guessed) {
        if !lines.contains(&line) && reads(&line) {
            lines.push(line);
        }
    }
    let [line] = <[_; 1]>::try_from(lines).ok()?;
    meant.contains(&line).then_some((line, String::new()))
}

/// `bachet 21 3`: a famous game with numbers that is written as the text of another one, and its
/// name.
fn famous_with_numbers(words: &[String]) -> Option<(Vec<String>, &'static str)> {
    let (game, used) = names(words).find_map(|(name, used)| Some((Famous::find(&name)?, used)))?;
    let sides: Vec<String> = words[used..].iter().map(|word| word.replace(['x', 'X'], " ")).collect();
    let numbers = super::numbers(&sides).filter(|_| game.like.is_none() && named(words).is_none())?;
    // `bachet 3 21` may be either way around.
    let is_clear = game.name != "Bachet's game" || numbers.is_sorted_by(|heap, most| heap > most);
    Some((unquoted(&game.as_other(&numbers).filter(|_| is_clear)?), game.name))
}

/// The words of a table that ends `up to 20` or `from 10 to 20`, with the last number alone: the
/// values of some heaps are a part of those of all. `None` if they have no such end.
pub(crate) fn table_to(words: &[String]) -> Option<Vec<String>> {
    let used = match named(words) {
        Some((family, _, used)) => used + family.parameters.len(),
        None => usize::from(words.first()?.contains(' ')),
    };
    let (game, rest) = words.split_at_checked(used).filter(|(game, _)| !game.is_empty())?;
    let ends = rest.iter().flat_map(|word| match (python_range(word), table_end(word)) {
        (Some((from, end)), _) => vec![from, end],
        (None, Some(end)) => vec![word[..word.len() - end.len()].trim_end_matches(['.', '-']).to_owned(), end],
        (None, None) => vec![word.clone()],
    });
    let is_said = |word: &String| ["from", "up", "to", "upto", "until", "through", "first"].contains(&word.as_str());
    let numbers: Vec<String> = ends.filter(|word| !is_said(word)).collect();
    let end = numbers.last().filter(|_| numbers != rest || numbers.len() == 2)?;
    let each = numbers.iter().map(|number| number.parse::<u64>().ok()).collect::<Option<Vec<_>>>()?;
    let is_range = match each[..] {
        [_] => true,
        [from, end] if from < end => {
            let text = named(game).map_or_else(|| game[0].clone(), |(family, ..)| family.name.to_owned());
            from < 2 && numbers != rest
                || grundy_games::read(&text, &no_lists).is_ok_and(|game| is_on_heaps(&game.rules))
        }
        _ => false,
    };
    is_range.then(|| [game, std::slice::from_ref(end)].concat())
}

/// `hackenbush RBR`: a stalk by the colours of its edges; if all were green, it would be a heap.
fn coloured_stalk(words: &[String]) -> Option<(String, Offer)> {
    let [first, stalks @ ..] = words else { return None };
    let is_stalk = |word: &String| !word.is_empty() && word.chars().all(|edge| "rbgRBG".contains(edge));
    let is_hackenbush = ["hackenbush", "green-hackenbush"].contains(&&*first.to_lowercase().replace(' ', "-"));
    if !is_hackenbush || stalks.is_empty() || !stalks.iter().all(is_stalk) {
        return None;
    }
    let coloured = stalks.iter().find(|stalk| stalk.contains(['r', 'b', 'R', 'B']))?;
    let heaps = stalks.iter().map(|stalk| stalk.len().to_string());
    let line = ["nim".to_owned()].into_iter().chain(heaps).collect();
    Some((coloured.clone(), Offer { when: " if all edges are green".into(), ..Offer::plain(line) }))
}

/// `'break a chocolate bar in two' 4x6`: a famous game in a sentence, with the position that was
/// typed.
fn described(words: &[String]) -> Vec<Offer> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let Some(game) = Famous::described(text).filter(|_| text.split_whitespace().count() > 2) else {
        return Vec::new();
    };
    let plain: Vec<String> = rest.iter().map(|word| word.replace(['x', 'X'], " ")).collect();
    let as_numbers = super::numbers(&plain).and_then(|numbers| game.as_other(&numbers)).map(|line| unquoted(&line));
    let name = game.write.split(' ').next().filter(|name| Family::find(name).is_some() && !rest.is_empty());
    let as_typed = name.map(|name| [&[name.to_owned()], rest].concat());
    let with_token = as_typed.iter().flat_map(|line| slips::without_token(line)).collect::<Vec<_>>();
    // Without a position there is its example.
    let example = rest.is_empty().then(|| unquoted(game.write));
    let lines = as_numbers.into_iter().chain(as_typed).chain(with_token).chain(example);
    lines.map(|line| Offer { when: format!(" for {}", game.name).into(), ..Offer::plain(line) }).collect()
}

/// The line of a famous game without its position.
pub(super) fn without_position(game: &Famous) -> String {
    let words = unquoted(game.write);
    let used = named(&words).map_or(1, |(family, _, used)| used + family.parameters.len());
    shell("", &words[..used.min(words.len())])
}

/// The words of a line with some of them between `'`.
pub(super) fn unquoted(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The game in the language, where its words are nearly that: `take 1 2 3`, `subtract {1,3,4}`. A
/// set may be a word of its own.
fn said_otherwise(words: &[String]) -> Option<Vec<String>> {
    let used = if words.get(1).is_some_and(|word| word.starts_with('{')) { 2 } else { 1 };
    let text = words.get(..used)?.join(" ");
    let plain = match grundy_games::reworded(&text) {
        Some(Reworded::Clear(plain)) => plain,
        _ => text.clone(),
    };
    let mut tokens: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for token in plain.split_whitespace().map(Some).chain([None]) {
        let bare = token.map(|token| token.strip_suffix(',').unwrap_or(token)).filter(|bare| is_number(bare));
        let comma = if bare.is_some() && bare != token { "," } else { "" };
        run.extend(bare);
        if bare.is_some() && comma.is_empty() {
            continue;
        }
        match run.len() {
            0 => {}
            1 => tokens.push(format!("{}{comma}", run[0])),
            _ => tokens.push(format!("{{{}}}{comma}", run.join(","))),
        }
        run.clear();
        tokens.extend(token.filter(|_| bare.is_none()).map(str::to_owned));
    }
    let game = tokens.join(" ");
    (game != text).then(|| [&[game], &words[used..]].concat())
}

/// `take 1..3 5 + nim 3`: the games that lack their brackets in them; and a game with its position
/// in one word, `take 1..3 5`, as two.
fn bracketed(words: &[String]) -> Vec<Vec<String>> {
    let text = words.join(" ");
    let terms: Vec<&str> = text.split(" + ").map(str::trim).collect();
    if terms.len() > MOST_UNQUOTED {
        return Vec::new();
    }
    let games: Vec<Option<(String, String)>> = terms.iter().map(|term| unbracketed(term)).collect();
    let [Some((game, position)), others @ ..] = &games[..] else {
        return if games.iter().any(Option::is_some) { vec![vec![in_brackets(&terms, &games)]] } else { Vec::new() };
    };
    let mut all = Vec::new();
    if words.len() == 1 && others.iter().all(Option::is_none) {
        let rest = terms[1..].iter().flat_map(|term| ["+", term]);
        let position = position.split_whitespace().chain(rest.flat_map(str::split_whitespace));
        all.push([game.as_str()].into_iter().chain(position).map(str::to_owned).collect());
    }
    if terms.len() > 1 {
        all.push(vec![in_brackets(&terms, &games)]);
    }
    all
}

/// The longest beginning of a term that is a game of several words, and what follows it.
fn unbracketed(term: &str) -> Option<(String, String)> {
    let tokens: Vec<&str> = term.split_whitespace().collect();
    let most = tokens.len().saturating_sub(1).min(MOST_UNQUOTED);
    let is_game = |text: &str| text.starts_with(char::is_alphabetic) && is_said(text);
    (2..=most).rev().map(|used| (tokens[..used].join(" "), tokens[used..].join(" "))).find(|(game, _)| is_game(game))
}

/// The sum with these games in brackets.
fn in_brackets(terms: &[&str], games: &[Option<(String, String)>]) -> String {
    let term = |(term, game): (&&str, &Option<(String, String)>)| match game {
        Some((game, position)) => format!("[{game}] {position}"),
        None => (*term).to_owned(),
    };
    terms.iter().zip(games).map(term).collect::<Vec<_>>().join(" + ")
}

/// Whether a word is a number.
pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|digit| digit.is_ascii_digit())
}

/// Whether a text is a game, in the words of the grammar or in others.
fn is_said(text: &str) -> bool {
    let is_game = |text: &str| grundy_games::read(text, &no_lists).is_ok();
    is_game(text) || matches!(grundy_games::reworded(text), Some(Reworded::Clear(text)) if is_game(&text))
}

/// How to write the number of a parameter such as that of `moore k=2 3 4 5`, before this position.
pub(super) fn with_count(family: &Family, rest: &[String]) -> Help {
    let name = family.name;
    let line = |number: &str, position: &[String]| {
        let words = [&[name.to_owned(), format!("k={number}")], position].concat();
        Help::from(Fix::Write(shell("", &words)))
    };
    let usage = || Fix::Write(family.usage()).into();
    // What is not a number of this kind is left out.
    let is_kept = |word: &&String| !word.starts_with("k=") || grundy_games::count(word).is_some();
    let kept: Vec<String> =
        rest.iter().enumerate().filter(|(at, word)| *at == 0 || is_kept(word)).map(|(_, word)| word.clone()).collect();
    let rest = &kept[..];
    let behind = rest.iter().position(|word| grundy_games::count(word).is_some());
    let lines = match rest {
        [] => usage(),
        _ if let Some(at) = behind => {
            let number = rest[at].trim_start_matches("k=");
            return Help::from("write it before the position: ")
                + line(number, &[&rest[..at], &rest[at + 1..]].concat());
        }
        [first, position @ ..] if first.starts_with("k=") => match position {
            [] => usage(),
            _ => line("2", position),
        },
        [first, position @ ..] => {
            let all = line("2", rest);
            match !position.is_empty() && grundy_games::count(&format!("k={first}")).is_some() {
                true => line(first, position) + ", or " + all,
                false => all,
            }
        }
    };
    let number = rest.first().filter(|_| rest.len() > 1).map_or("2", |first| first.trim_start_matches("k="));
    let number = if grundy_games::count(&format!("k={number}")).is_some() { number } else { "2" };
    Help::from(format!("write it as k={number}: "))
        + lines
        + "; "
        + Fix::Use("games".into(), name.to_owned())
        + " has the rules"
}

/// A code without its point, and a name with a slip.
fn misspelt(words: &[String], code: &str) -> Vec<Vec<String>> {
    let Some(first) = words.first() else { return Vec::new() };
    match code {
        "G007" if first.chars().all(|digit| ('0'..='7').contains(&digit)) => {
            vec![replaced(words, 0, format!("0.{first}"))]
        }
        "G003" => {
            let line = |(name, used): (String, usize)| {
                Some([&[grundy_games::suggest(&name)?.to_owned()], &words[used..]].concat())
            };
            names(words).filter_map(line).collect()
        }
        _ => Vec::new(),
    }
}

/// The words with another word at this place.
fn replaced(words: &[String], at: usize, word: String) -> Vec<String> {
    [&words[..at], &[word], &words[at + 1..]].concat()
}

/// Returns a command as a POSIX shell takes it: `verb`, then the words, quoted where they have
/// signs of the shell.
///
/// ```
/// let words = ["take 1 or 2", "7"].map(str::to_owned);
/// assert_eq!(grundy::request::shell("grundy", &words), "grundy 'take 1 or 2' 7");
/// ```
pub fn shell(verb: &str, words: &[String]) -> String {
    let all = words.iter().map(|word| shell_word(word));
    let verb = (!verb.is_empty()).then(|| verb.to_owned());
    verb.into_iter().chain(all).collect::<Vec<_>>().join(" ")
}

/// The game that a help begins with, on the position that was typed: `cram 3x4` for `domineering
/// 3x4`.
fn of_near_game(help: &Help, rest: &[String]) -> Option<Help> {
    let Some(Fix::Write(line)) = help.fixes().next() else { return None };
    let words = unquoted(line);
    let (family, _, used) = named(&words).filter(|(family, ..)| family.parameters.is_empty() && !rest.is_empty())?;
    let game = grundy_games::read(family.name, &no_lists).ok()?;
    let position = rest.join(" ");
    game.position(&position, &no_lists).ok()?;
    let typed = shell("", &[&words[..used], &[position]].concat());
    Some(Help::from(Fix::Write(typed)) + " is a game that is near, and impartial; " + Fix::verb("games") + " lists all")
}

/// What to write instead of words that are no game: a famous game in another form, or a game in
/// quotes.
pub(super) fn to_write(words: &[String]) -> Option<Error> {
    for (name, used) in names(words) {
        let Some((message, help)) = grundy_games::famous_help(&name) else { continue };
        let rest = &words[used..];
        let plain = |word: &String| word.chars().all(|sign| sign.is_ascii_digit() || ", ".contains(sign));
        let (convention, bare) = Convention::of(&name);
        let game = Famous::find(bare);
        let typed = match game.and_then(|game| super::rows_of_two(game.name, rest)) {
            Some(rows) => super::gaps(&rows),
            None => super::numbers(rest).filter(|_| rest.iter().all(plain)),
        };
        if let Some(line) = of_near_game(&help, rest).filter(|_| game.is_none()) {
            return Some(Error::usage(&name, message, line));
        }
        let help = if rest.is_empty() || game.is_none() { help } else { Help::from("for example, ") + help };
        let help = match game.and_then(|game| Some((game, game.as_other(&typed?)?))) {
            Some((game, line)) => {
                let is_misere = convention == Convention::Misere && !line.starts_with("misere");
                let line = if is_misere { format!("misere {line}") } else { line };
                let note = if game.like.is_some() { format!(": {}", game.note) } else { String::new() };
                Help::from(Fix::Write(line)) + note + grundy_games::famous_more(game)
            }
            None => help,
        };
        return Some(Error::usage(&name, message, help));
    }
    if !is_short(words) {
        return None;
    }
    // `take 1 2 3 21`: all numbers but the last one are those of the move.
    if let [take, numbers @ .., last] = words
        && ["take", "subtract", "remove"].contains(&take.as_str())
        && numbers.len() > 1
        && numbers.iter().all(|word| is_number(word))
        && last.starts_with(|digit: char| digit.is_ascii_digit())
    {
        let line = shell("", &[format!("take {{{}}}", numbers.join(",")), last.clone()]);
        let message = "the numbers of a move are a set, or joined by `or`";
        return Some(Error::usage(take, message, Help::from("write ") + Fix::Write(line)));
    }
    // `take 1 2 3 from 21`: a position after a word that a game has not.
    if let Some(from) = words.iter().position(|word| word == "from")
        && from > 0
        && let position = &words[from + 1..]
        && !position.is_empty()
        && position.iter().all(|word| word.starts_with(|digit: char| digit.is_ascii_digit()))
    {
        let text = words[..from].join(" ");
        let game = said_otherwise(std::slice::from_ref(&text)).map_or(text, |line| line[0].clone());
        if is_said(&game) {
            let line = shell("", &[&[game], position].concat());
            let message = "the position stands after the game, without `from`";
            return Some(Error::usage("from", message, Help::from("write ") + Fix::Write(line)));
        }
    }
    let quoted = (2..=words.len().min(MOST_UNQUOTED)).rev().find(|&used| {
        let text = words[..used].join(" ");
        text.starts_with(char::is_alphabetic) && is_said(&text)
    })?;
    let game = words[..quoted].join(" ");
    let message = format!("`{}` is not a game alone", words[0]);
    // What follows may say where: `take 1 or 2 stones from a heap of 21`.
    let idle = |word: &&String| ["from", "a", "the", "heap", "pile", "of", "and", "stones"].contains(&word.as_str());
    let rest: Vec<String> = words[quoted..].iter().filter(|word| !idle(word)).cloned().collect();
    let help = match rest.iter().all(|word| word.contains(|sign: char| sign.is_ascii_digit())) {
        true => {
            Help::from("quote the game: ") + Fix::Write(shell("", &[std::slice::from_ref(&game), &rest[..]].concat()))
        }
        false => {
            Help::from("quote the game, and write numbers after it, as in ")
                + Fix::Write(shell("", &[game.clone(), "7".into()]))
        }
    };
    Some(Error::usage(&game, message, help))
}

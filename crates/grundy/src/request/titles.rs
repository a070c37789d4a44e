//! The names of games: which named game a text is, and what a word is a name of.

use grundy_games as games;
use grundy_games::{Component, Convention, Declaration, Family, Famous, Query};

use crate::{
    error::{Error, Refused},
    help::{Fix, Help},
};

/// The title of the game of a query, if it is a named game: of its text, whatever the words were.
/// The words of a text with a long list are not searched.
///
/// Only the first 16 components are compared with those of a family whose name depends on the
/// position.
pub fn title(query: &Query) -> Option<&'static str> {
    let [ruleset] = &query.rulesets[..] else { return None };
    let position: Vec<Component> = query.position.iter().take(16).map(|term| term.component.clone()).collect();
    title_of(&Declaration { convention: query.convention, ruleset: ruleset.clone() }, &position)
}

/// As [`title`], of a game without a query.
pub fn title_of(rules: &Declaration, position: &[Component]) -> Option<&'static str> {
    family_of(rules, position).map(|family| family.title)
}

/// The source of a game, if it is a named game.
///
/// It is a citation as the list of families states it.
pub fn reference_of(rules: &Declaration) -> Option<&'static str> {
    family_of(rules, &[]).map(|family| family.reference)
}

/// The family whose text this is, with its convention or without it.
fn family_of(rules: &Declaration, position: &[Component]) -> Option<&'static Family> {
    if rules.ruleset.lists().iter().any(|list| list.iter().nth(16).is_some()) {
        return None;
    }
    let named = |text: &str| Family::of(text, position);
    named(&rules.to_string()).or_else(|| named(&rules.ruleset.to_string()))
}

/// The named game of this name, which may follow `misère`.
///
/// Capitals, blanks and hyphens make no difference.
///
/// # Errors
/// [`Error::Refused`] with the name that is nearest.
pub fn family(name: &str) -> Result<&'static Family, Error> {
    let called = games::called(name).map(|(family, _)| family);
    called.ok_or_else(|| {
        let help = match games::suggest(name) {
            Some(near) => format!("did you mean `{near}`?").into(),
            None => Help::from(Fix::verb("games")) + " lists all",
        };
        Error::usage(name, format!("there is no game named `{name}`"), help)
    })
}

/// What the word is a name of, or a part of a name: named games, and famous ones.
///
/// # Errors
/// [`Error::Refused`] if there is none, with the reason if the game is not impartial.
pub fn games(word: &str) -> Result<(Vec<&'static Family>, Vec<&'static Famous>), Error> {
    if word.contains(char::is_control) {
        let message = "the name of a game has no control characters";
        return Err(Error::usage(word, message, "write it with letters, digits and -"));
    }
    let short = [("cf", "codeforces"), ("lc", "leetcode"), ("hr", "hackerrank"), ("cc", "codechef"), ("ac", "atcoder")];
    let word = short.iter().find(|(own, _)| word.eq_ignore_ascii_case(own)).map_or(word, |(_, site)| site);
    let wanted = grundy_games::family::key(Convention::of(word).1);
    if let Some((family, _)) = games::called(word) {
        return Ok((vec![family], Vec::new()));
    }
    let code = word.strip_prefix("octal ").unwrap_or(word).trim();
    let code =
        Some(code).filter(|code| code.contains('.') && code.chars().all(|sign| sign == '.' || sign.is_ascii_digit()));
    let near = |family: &&Family| {
        let texts = family.names().chain([family.title]);
        // The key of a code lacks its point, and 007 has 07 in it.
        match code {
            Some(code) => texts.chain([family.game]).any(|text| text.rsplit([' ', '-']).next() == Some(code)),
            None => !wanted.is_empty() && texts.map(grundy_games::family::key).any(|text| text.contains(&wanted)),
        }
    };
    let families: Vec<&Family> = grundy_games::FAMILIES.iter().filter(near).collect();
    let games: Vec<&Famous> = Famous::search(word).collect();
    if !families.is_empty() || !games.is_empty() {
        return Ok((families, games));
    }
    match games::famous_help(word) {
        Some((message, help)) => Err(Error::usage(word, message, help)),
        None => {
            let words: Vec<&str> = word.split_whitespace().collect();
            let found = if words.len() > 1 && code.is_none() { of_words(&words) } else { of_source(word) };
            let is_word = word.chars().count() > 4 && word.chars().all(char::is_alphabetic);
            let (families, games) =
                if found.0.is_empty() && found.1.is_empty() && is_word { of_words(&words) } else { found };
            match families.is_empty() && games.is_empty() {
                true if UNUSED.contains(&&*word.to_lowercase()) => {
                    let help = Help::from(Fix::Use("games".into(), "codeforces".into()))
                        + " lists those of a source that has some: codeforces, cses, atcoder, leetcode, hackerrank, \
                           codechef, beecrowd";
                    Err(Error::usage(word, format!("no game has the source `{word}`"), help))
                }
                true if is_of_oeis(word) => {
                    let help = Help::from("its terms are compared with the values of games by ")
                        + Fix::Use("find".into(), "0,1,2,3,1,4,3,2".into());
                    Err(Error::usage(word, format!("no game here has the sequence {word} of the OEIS"), help))
                }
                true => family(word).map(|family| (vec![family], Vec::new())).map_err(|error| of_a_word(error, &words)),
                false => Ok((families, games)),
            }
        }
    }
}

/// Whether a word is the number of a sequence: `A002186`.
fn is_of_oeis(word: &str) -> bool {
    let digits = word.strip_prefix(['A', 'a']).unwrap_or_default();
    digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_digit())
}

/// The games that have each of these words, with any ending, in their names, rules or sources.
/// Words of two letters say nothing.
fn of_words(words: &[&str]) -> (Vec<&'static Family>, Vec<&'static Famous>) {
    let stem = |word: &&str| {
        let word = grundy_games::family::key(word);
        let end =
            ["ing", "es", "s", "e"].into_iter().find_map(|end| word.strip_suffix(end).filter(|stem| stem.len() > 3));
        end.map_or_else(|| word.clone(), str::to_owned)
    };
    let wanted: Vec<String> =
        words.iter().map(stem).filter(|stem| stem.len() > 2 && !IDLE.contains(&&**stem)).collect();
    // `at least one` has no stone in it.
    let has = |texts: &[&str]| {
        let text = texts.join(" ").to_lowercase();
        let own = || text.split(|sign: char| !sign.is_alphanumeric());
        !wanted.is_empty() && wanted.iter().all(|word| own().any(|own| own.starts_with(&**word)))
    };
    let of = |family: &&Family| {
        has(&[&family.names().collect::<Vec<_>>()[..], &[family.title, family.about, family.reference]].concat())
    };
    let families: Vec<&Family> = grundy_games::FAMILIES.iter().filter(of).collect();
    let of = |game: &&Famous| has(&[game.aliases, &[game.name, game.note, game.source]].concat());
    (families, grundy_games::FAMOUS.iter().filter(of).collect())
}

/// Words that all games have.
const IDLE: [&str; 6] = ["game", "gam", "the", "with", "and", "all"];

/// The refusal of several words with the word, if there is one, that some game has alone.
fn of_a_word(error: Error, words: &[&str]) -> Error {
    let alone = |word: &&&str| words.len() > 1 && word.len() > 2 && games(word).is_ok();
    match (error, words.iter().find(alone)) {
        (Error::Refused(refused), Some(word)) => {
            let message = format!("no game has all of the words `{}`", words.join(" "));
            let help = Help::from(Fix::Use("games".into(), (*word).to_owned()))
                + " has those of one word; "
                + Fix::verb("games")
                + " lists all";
            Error::Refused(Box::new(Refused { message, help, ..*refused }))
        }
        (error, _) => error,
    }
}

/// Sources that people look for, of which no game here has its own.
const UNUSED: [&str; 8] = ["spoj", "uva", "lightoj", "kattis", "topcoder", "poj", "hdu", "timus"];

/// The games whose source has this word, such as `codeforces` or `A002186`; none for a word of
/// fewer than four letters and digits.
fn of_source(word: &str) -> (Vec<&'static Family>, Vec<&'static Famous>) {
    let wanted = word.trim().to_lowercase();
    if wanted.chars().filter(|sign| sign.is_alphanumeric()).count() < 4 {
        return (Vec::new(), Vec::new());
    }
    let has = |source: &str| {
        let source = source.to_lowercase();
        let starts = |at: usize| !source[..at].ends_with(char::is_alphanumeric);
        source.match_indices(&wanted).any(|(at, _)| starts(at))
    };
    let families = grundy_games::FAMILIES.iter().filter(|family| has(family.reference)).collect();
    (families, grundy_games::FAMOUS.iter().filter(|game| has(game.source)).collect())
}

//! Codes and sets of numbers with words around them: `octal game 0.007`, `Conway's 0.07`,
//! `quaternary .3122`, `S = {2,5,7}`.

/// Words between the kind of a code and its digits.
const BETWEEN: [&str; 6] = ["octal", "game", "games", "code", "number", "with"];

/// Who codes are said to be of.
const OWNERS: [&str; 3] = ["conway", "guy", "berlekamp"];

/// More words are not a game with words around it.
const MOST_WORDS: usize = 8;

/// The text of the game that the words begin with, and how many they are; `None` if the grammar
/// has them, or they are something else.
pub(super) fn written(words: &[String]) -> Option<(String, usize)> {
    code(words).or_else(|| (1..=words.len().min(MOST_WORDS)).find_map(|used| Some((set(&words[..used])?, used))))
}

/// A code with its kind.
fn code(words: &[String]) -> Option<(String, usize)> {
    let tokens = words.iter().take(MOST_WORDS).enumerate().flat_map(|(at, word)| {
        let parts: Vec<&str> = word.split_whitespace().collect();
        let last = parts.len();
        parts.into_iter().zip(1..).map(move |(part, place)| (part, at, place == last))
    });
    let mut tokens = tokens.peekable();
    tokens.next_if(|(token, ..)| token.eq_ignore_ascii_case("the"));
    let is_owner = |token: &str| {
        let name = token.to_lowercase().replace('\u{2019}', "'");
        name.strip_suffix("'s").is_some_and(|name| OWNERS.contains(&name))
    };
    let owner = tokens.next_if(|(token, ..)| is_owner(token));
    let kinds = ["octal", "hex", "hexadecimal", "quaternary"];
    let kind = tokens.next_if(|(token, ..)| kinds.contains(&&*token.to_lowercase()));
    let kind = kind.map_or(String::new(), |(kind, ..)| kind.to_lowercase());
    let mut between = false;
    while tokens.next_if(|(token, ..)| BETWEEN.contains(&&*token.to_lowercase())).is_some() {
        between = true;
    }
    let (digits, at, true) = tokens.next()? else { return None };
    let (whole, rest) = digits.split_once('.')?;
    let all = |most: char| {
        let fits = |digit: char| digit == '!' || digit.is_ascii_hexdigit() && digit.to_ascii_lowercase() <= most;
        whole.chars().all(fits) && !rest.is_empty() && rest.chars().all(fits)
    };
    let text = match kind.as_str() {
        // The digits of a quaternary code are those of the octal one without splits.
        "quaternary" if all('3') => format!("octal {digits}"),
        "quaternary" => return None,
        "hex" | "hexadecimal" if all('f') => format!("hex {digits}"),
        "hex" | "hexadecimal" => return None,
        _ if all('7') => format!("octal {digits}"),
        _ => return None,
    };
    let is_said = owner.is_some() || between || ["quaternary", "hexadecimal"].contains(&kind.as_str());
    is_said.then_some((text, at + 1))
}

/// The subtraction game of a set that is said: `S = {2,5,7}`, `subtraction set 1,5,6`.
fn set(words: &[String]) -> Option<String> {
    const NAMES: [&str; 6] = [
        "subtraction game with set",
        "subtraction game with the set",
        "subtraction set",
        "subtraction game",
        "subtraction",
        "s",
    ];
    let text = words.join(" ").to_lowercase();
    let after = |name: &&str| text.strip_prefix(name).filter(|rest| !rest.starts_with(char::is_alphabetic));
    let rest = NAMES.iter().find_map(after)?.trim_start();
    let numbers = rest.trim_start_matches([':', '=', ' ']);
    let bare = numbers.strip_prefix(['{', '(', '[']).and_then(|set| set.strip_suffix(['}', ')', ']']));
    let numbers = bare.unwrap_or(numbers).replace(" and ", ",").replace(" or ", ",");
    let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
    let is_number = |number: &&str| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let is_set = numbers.iter().all(is_number) && (bare.is_some() || numbers.len() > 1 && !text.starts_with("s "));
    is_set.then(|| format!("subtraction {{{}}}", numbers.join(",")))
}

#[cfg(test)]
mod tests {
    use super::written;

    fn words(text: &str) -> Vec<String> {
        text.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn codes_and_sets_may_have_words_around_them() {
        for (said, text, used) in [
            ("octal game 0.007|20", "octal 0.007", 1),
            ("octal|game|0.007|20", "octal 0.007", 3),
            ("Octal code .07", "octal .07", 1),
            ("the octal game 0.137|9", "octal 0.137", 1),
            ("Conway's 0.07|12", "octal 0.07", 1),
            ("Guy's octal game 0.6|12", "octal 0.6", 1),
            ("game 0.07|12", "octal 0.07", 1),
            ("hexadecimal 0.8|10", "hex 0.8", 1),
            ("hex game 0.3F|10", "hex 0.3F", 1),
            ("quaternary .3122|7", "octal .3122", 1),
            ("quaternary|game|0.31|7", "octal 0.31", 3),
            ("S={2,5,7}|12", "subtraction {2,5,7}", 1),
            ("S = {2, 5, 7}|12", "subtraction {2,5,7}", 1),
            ("S|=|{2,5,7}|12", "subtraction {2,5,7}", 3),
            ("subtraction set 1,5,6|20", "subtraction {1,5,6}", 1),
            ("subtraction set 1, 5 and 6|20", "subtraction {1,5,6}", 1),
            ("subtraction game with set {1, 4}|20", "subtraction {1,4}", 1),
        ] {
            assert_eq!(written(&words(said)), Some((text.to_owned(), used)), "{said}");
        }
        for said in [
            "quaternary 0.47|9",
            "octal 0.77|9",
            "octal game|9",
            "octal game 0.98|9",
            "0.77|9",
            "octal game 0.77 9",
            "snakes {1,2}|3",
            "S|3|4",
            "s 1,2|3",
            "subtraction set 4|18",
            "subtraction set|18",
            "game 5|7",
        ] {
            assert_eq!(written(&words(said)), None, "{said}");
        }
    }
}

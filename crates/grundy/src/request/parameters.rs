//! Values of parameters in another place than the grammar has them: `moore 1 2 3 k=2`.

use grundy_games::{Convention, Family, ParameterKind};

use super::{named, number_set};

/// `moore 1 2 3 k=2`, `moore k = 2 3 4 5`, `subtraction 20 {1,3,4}`, `'take 1..m' 21 m=3`: the
/// values in front of the position, or in the text of the game.
pub(super) fn after_position(words: &[String]) -> Vec<Vec<String>> {
    // `'moore 1 2 3 k=2'` in one word.
    let tokens: Vec<String> = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_owned).collect();
    let takes_count = |family: &Family| family.parameters.iter().any(|own| own.kind == ParameterKind::Count);
    let is_whole = words.len() == 1 && named(&tokens).is_some_and(|(family, ..)| takes_count(family));
    let joined = with_joined_signs(if is_whole { &tokens } else { words });
    let line = match named(&joined) {
        Some((family, convention, used)) => in_front(family, convention, &joined, used),
        None => in_text(&joined),
    };
    let line = line.or_else(|| (joined != words).then(|| joined.clone()));
    line.filter(|line| line != words).into_iter().collect()
}

/// The words with `k = 2` as one word.
fn with_joined_signs(words: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let is_name = |word: &str| word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    for word in words {
        let begins = all.len() > 1 && all.last().is_some_and(|last| is_name(last)) && word.starts_with('=');
        let goes_on = all.last().is_some_and(|last| last.strip_suffix('=').is_some_and(is_name));
        match all.last_mut() {
            Some(last) if begins || goes_on => last.push_str(word),
            _ => all.push(word.clone()),
        }
    }
    all
}

/// The line of a named game with its parameter in front of the position.
fn in_front(family: &Family, convention: Convention, words: &[String], used: usize) -> Option<Vec<String>> {
    let rest = &words[used..];
    let [parameter] = family.parameters else { return None };
    let is_it = |word: &String| match parameter.kind {
        ParameterKind::Count => grundy_games::count(word).is_some(),
        ParameterKind::Numbers => word.starts_with(['{', '(', '[']) && number_set(word).is_some(),
        ParameterKind::List => false,
    };
    if parameter.kind == ParameterKind::List {
        return with_settings(family, words, used);
    }
    let mut places = (0..rest.len()).filter(|&at| is_it(&rest[at]));
    let (at, None) = (places.next()?, places.next()) else { return None };
    // `moore 3 4 5 with k=2`.
    let said = at.checked_sub(1).filter(|&before| ["with", "and", "for"].contains(&rest[before].as_str()));
    let before = &rest[..said.unwrap_or(at)];
    let own = [family.name.to_owned()];
    let name = if convention == Convention::Normal { &own[..] } else { &words[..used] };
    Some([name, std::slice::from_ref(&rest[at]), before, &rest[at + 1..]].concat())
}

/// `ghost words.txt min=3`: what may be set of a game is a part of its text.
fn with_settings(family: &Family, words: &[String], used: usize) -> Option<Vec<String>> {
    let (position, values) = assigned(&words[used..])?;
    let (list, position) = position.split_first()?;
    let is_setting =
        |value: &String| family.settings.iter().any(|own| value.split('=').next().is_some_and(|name| name == own.name));
    let list = if list.starts_with('{') { list.clone() } else { format!("\"{list}\"") };
    let text = format!("{} {list} with {}", family.name, written(values));
    (values.iter().all(is_setting) && !list.contains('\\')).then(|| [&[text], position].concat())
}

/// `'take 1..m' 21 m=3`: the values of a text in it.
fn in_text(words: &[String]) -> Option<Vec<String>> {
    let (text, rest) = words.split_first().filter(|(text, _)| text.contains(' '))?;
    let (position, values) = assigned(rest)?;
    let sign = if text.contains(" with ") { "," } else { " with" };
    Some([&[format!("{text}{sign} {}", written(values))], position].concat())
}

/// The words before values of names at the end, and those values: `21`, and `m=3`.
fn assigned(words: &[String]) -> Option<(&[String], &[String])> {
    let is_value = |word: &String| {
        word.split_once('=').is_some_and(|(name, value)| {
            !name.is_empty()
                && name.chars().all(|letter| letter.is_ascii_alphabetic())
                && !value.is_empty()
                && value.chars().all(|sign| sign.is_ascii_alphanumeric() || "{},.".contains(sign))
        })
    };
    let many = words.iter().rev().take_while(|word| is_value(word)).count();
    let (position, values) = words.split_at(words.len() - many);
    let said = position.last().is_some_and(|last| last == "with");
    (many > 0).then_some((&position[..position.len() - usize::from(said)], values))
}

/// The values as the language has them.
fn written(values: &[String]) -> String {
    values.iter().map(|value| value.replacen('=', " = ", 1)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::after_position;

    #[test]
    fn values_stand_before_the_position() {
        for (typed, wanted) in [
            ("moore|1|2|3|k=2", "moore|k=2|1|2|3"),
            ("moore|k|=|2|3|4", "moore|k=2|3|4"),
            ("moore 1 2 3 k=2", "moore|k=2|1|2|3"),
            ("moore|1|2|3|with|k=2", "moore|k=2|1|2|3"),
            ("subtraction|20|{1,3,4}", "subtraction|{1,3,4}|20"),
            ("take 1..m|21|m=3", "take 1..m with m = 3|21"),
            ("ghost|words.txt|min=3", "ghost \"words.txt\" with min = 3"),
        ] {
            let words: Vec<String> = typed.split('|').map(str::to_owned).collect();
            assert_eq!(after_position(&words).concat().join("|"), wanted, "{typed}");
        }
        for typed in ["moore|k=2|3|4", "moore|3|k=2|k=3", "nim|3|k=2", "kayles|n=5", "subtraction|{1,3}|20"] {
            let words: Vec<String> = typed.split('|').map(str::to_owned).collect();
            assert!(after_position(&words).is_empty(), "{typed}");
        }
    }
}

//! Suggestions for misspelt words: the nearest known word, by edit distance.

/// Returns the word of `known` that is nearest to `word`, or `None` if none is near enough to be
/// meant.
///
/// Near is an optimal string alignment distance of at most one, plus one for every six letters; a
/// word of three letters keeps its first.
/// Words of more than 64 bytes get no suggestion. Costs O(length of `word` times total length of
/// `known`).
///
/// ```
/// assert_eq!(grundy_games::nearest("tke", &["take", "cut"]), Some("take"));
/// assert_eq!(grundy_games::nearest("stack", &["take", "cut"]), None);
/// assert_eq!(grundy_games::nearest("how", &["row"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let letters = word.chars().count();
    let (distance, near) = known.iter().map(|near| (strsim::osa_distance(word, near), *near)).min()?;
    let keeps = letters > 3 || near.chars().next() == word.chars().next();
    (distance <= 1 + letters / 6 && distance < letters && keeps).then_some(near)
}

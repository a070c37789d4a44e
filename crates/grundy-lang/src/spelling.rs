//! Words that were mistyped: the known word that was probably meant.

/// The known word nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let near = known.iter().map(|own| (distance(word, own), *own)).min()?;
    (near.0 <= 1 + word.chars().count() / 4 && near.0 < word.chars().count()).then_some(near.1)
}

/// How many letters must be inserted, removed, replaced, or swapped with their neighbour (Damerau).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let least = replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                if swapped { least.min(table[i - 2][j - 2] + 1) } else { least }
            };
        }
    }
    table[a.len()][b.len()]
}

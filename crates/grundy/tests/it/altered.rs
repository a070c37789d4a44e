//! Certificates that are altered: their lines, words, signs, and the ways in which numbers are
//! written. What is left is nearly right, so that a checker that reads loosely accepts it.

use crate::second_checker::{Numbers, names};

/// The certificate with the count and the checksum that it should have.
pub(crate) fn mended(lines: &mut [String]) {
    let Some(claim) = lines.iter().rposition(|line| line.starts_with("claim ")) else { return };
    let count = lines.len().saturating_sub(claim + 2);
    if let Some(end) = lines.last_mut().filter(|line| line.starts_with("end ")) {
        *end = format!("end {count}");
    }
}

const NUMBERS: [&str; 12] =
    ["0", "1", "2", "3", "4", "00", "01", "-1", "", "65536", "4294967296", "18446744073709551616"];

/// Lines of other certificates, or of none.
const LINES: [&str; 9] = [
    "kind W 13",
    "kind A 0",
    "measure sum",
    "measure lexicographic",
    "list 0000000000000000 1 x",
    "until distinct",
    "convention normal",
    "start 0 0",
    "",
];

/// Writes a number in another way, or changes a sign of a line.
fn rewrite(numbers: &mut Numbers, line: &mut String) {
    let places: Vec<usize> = line.char_indices().map(|(place, _)| place).chain([line.len()]).collect();
    let at = places[numbers.below(places.len())];
    let digits: Vec<usize> = line.match_indices(|sign: char| sign.is_ascii_digit()).map(|(place, _)| place).collect();
    match numbers.below(5) {
        0 => {
            line.insert_str(at, numbers.of(&["(", "{", "-", "+", ".", ",", "_", "0", "1", "x", "a", "\u{0}", "\u{a0}"]))
        }
        1 if at < line.len() => drop(line.remove(at)),
        2 => *line = if line.is_ascii() { line.to_uppercase() } else { line.to_lowercase() },
        3 if !digits.is_empty() => {
            let at = digits[numbers.below(digits.len())];
            line.insert_str(at, numbers.of(&["0", "+", "-", " ", "0x", "1_", "\u{feff}", "\u{200b}"]));
        }
        _ if !digits.is_empty() => {
            let at = digits[numbers.below(digits.len())];
            let digit = u32::from(line.as_bytes()[at] - b'0');
            // Arabic and wide digits, and the superscripts, some of which are digits to Python.
            let script = [0x660, 0xff10, 0x2070][numbers.below(3)];
            let other = char::from_u32(script + digit).expect("a digit");
            line.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
        }
        _ => line.push(' '),
    }
}

/// Changes something.
pub(crate) fn alter(numbers: &mut Numbers, lines: &mut Vec<String>) {
    let (at, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(20) {
        14..=17 => rewrite(numbers, &mut lines[at]),
        18 => lines.insert(at, numbers.of(&LINES).to_owned()),
        // A line of the head, of which there are few.
        19 => {
            let head = lines.iter().position(|line| line.starts_with("claim ")).unwrap_or(lines.len());
            let at = numbers.below(head.max(1));
            if let Some(line) = lines.get_mut(at) {
                *line += numbers.of(&[" 0", " 1", " sum", " x0", " "]);
            }
        }
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines[at] += numbers.of(&[" ", "\r", " 0", " x", "\t"]),
        4 => lines[at].insert_str(0, numbers.of(&[" ", "0", "\u{feff}"])),
        5..=7 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let word = numbers.below(words.len());
            words[word] = numbers.of(&NUMBERS);
            lines[at] = words.join(" ");
        }
        // A fact.
        8..=11 => {
            let first = lines.iter().position(|line| line.starts_with("claim ")).unwrap_or(0) + 1;
            let at = first + numbers.below(lines.len().saturating_sub(first + 1));
            let Some(line) = lines.get_mut(at) else { return };
            let mark = if line.contains('\t') { "\t" } else { " " };
            let mut words: Vec<&str> = line.split(mark).collect();
            let word = numbers.below(words.len());
            words[word] = match words[word] {
                "+" => "-",
                "-" => "+",
                name if names().contains(&name) => numbers.of(&names()),
                _ => numbers.of(&["0", "1", "2", "3", "4", "N", "P", "a", "b", "ab", "00"]),
            };
            *line = words.join(mark);
        }
        _ => {
            let answer = ["value 0", "value 1", "value 2", "value 3", "outcome N", "outcome P"];
            for (opening, words) in [("answer ", &answer[..]), ("ask ", &["value", "nimber", "outcome", "table"])] {
                if let Some(line) = lines.iter_mut().find(|line| line.starts_with(opening)) {
                    *line = format!("{opening}{}", numbers.of(words));
                }
            }
        }
    }
}

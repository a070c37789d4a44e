//! Layers of tape games: endings, avoided words, start words of all kinds, unlimited numbers of
//! letters.

use grundy_cert::{Answer, Claim};
use grundy_core::Nimber;
use grundy_games::{Query, Question};
use grundy_solvers::{
    Budget,
    tapes::{self, Ends},
};

use crate::common::{Random, agree, kernel, meaning, query};

fn rules(random: &mut Random, letters: usize) -> String {
    let last = char::from(b'a' + letters as u8 - 1);
    let mut rules = format!("tape: append letter of a..{last}");
    // One letter more than can be written: such words cannot be completed, but their beginnings
    // matter.
    let words = |random: &mut Random| {
        let known = letters + random.below(2);
        random.words(4, known, 4)
    };
    if random.below(3) == 0 {
        rules += &format!(" avoiding {}", words(random));
    }
    match random.below(3) {
        0 => rules += &format!(" until it ends with {}", words(random)),
        1 => rules += &format!(" until it contains {}", words(random)),
        _ => {}
    }
    rules
}

fn start(random: &mut Random, letters: usize, most: usize) -> String {
    let word = random.word(letters, 0, 6);
    format!("\"{word}\"/{}", random.below(most + 1))
}

#[test]
fn random_games_have_the_values_of_the_definition() {
    let mut random = Random::new(0x7a9e);
    for _ in 0..3000 {
        let letters = 1 + random.below(3);
        let rules = rules(&mut random, letters);
        let tapes: Vec<String> = (0..=random.below(3)).map(|_| start(&mut random, letters, 5)).collect();
        agree("tape", &query(&rules, &tapes.join(" + ")));
    }
}

/// Far more letters left than layers are computed; the period of each of these games divides 2520.
#[test]
fn repeated_layers_go_on_as_searched_ones() {
    let mut random = Random::new(99);
    for _ in 0..60 {
        let letters = 1 + random.below(3);
        let rules = rules(&mut random, letters);
        let word = random.word(letters, 0, 5);
        let found = |name: &str, left: u64| {
            let query = query(&rules, &format!("\"{word}\"/{left}"));
            kernel(name).solve(&query, &mut Budget::new()).unwrap()
        };
        let huge = 10u64.pow(18) - 10u64.pow(18) % 2520;
        for left in [200, 201, 259] {
            let solution = found("tape", huge + left);
            assert_eq!(solution.answer, found("search", left).answer, "{rules} at {word} with {left}");
            assert!(matches!(solution.claims[..], [Claim::Unchecked(..)]));
        }
        found("tape", u64::MAX);
    }
}

/// The letters that may follow are forced, in cycles of 2, 3 and 5 letters of which only one
/// position stops the game.
#[test]
fn layers_of_a_long_period() {
    let cycles = ["ab", "cde", "fghij"];
    let allowed =
        |first: char, then: char| cycles.iter().any(|cycle| cycle.repeat(2).contains(&format!("{first}{then}")));
    let pairs = ('a'..='j').flat_map(|first| ('a'..='j').map(move |then| (first, then)));
    let avoided: Vec<String> =
        pairs.filter(|&(first, then)| !allowed(first, then)).map(|(first, then)| format!("{first}{then}")).collect();
    let rules = format!("tape: append letter of a..j avoiding word in {{{}}}", avoided.join(", "));
    for left in 0..40 {
        agree("tape", &query(&rules, &format!("a/{left} + c/{left} + f/{left}")));
    }
}

/// Only smaller letters may follow a letter, so the i-th letter with n letters left has the value
/// min(i, n).
#[test]
fn alphabets_where_widths_change() {
    for count in [63, 64] {
        let letters: Vec<char> = ('\u{4e00}'..).take(count).collect();
        let pairs =
            letters.iter().enumerate().flat_map(|(at, first)| letters[at..].iter().map(move |then| (first, then)));
        let list = pairs.map(|(first, then)| format!("{first}{then}\n")).collect::<String>();
        let text = "tape: append letter avoiding word in \"pairs\"";
        let rules = grundy_games::game_with(text, &|_| Ok(list.clone().into_bytes())).unwrap();
        for (at, left) in [(0, 5), (count - 1, 20), (count - 1, 63), (count - 1, 64), (count - 1, 1 << 40)] {
            let start = grundy_games::position(&rules, &format!("{}/{left}", letters[at])).unwrap();
            let query = Query::new(&rules, start, Question::ValueAndMoves);
            let solution = kernel("tape").solve(&query, &mut Budget::new()).unwrap();
            assert_eq!(solution.answer, Answer::Value(Nimber(at.min(left) as u64)));
        }
    }
}

#[test]
fn more_letters_than_a_byte_counts() {
    let letters: String = ('\u{4e00}'..).take(300).collect();
    let rules = format!("tape: append letter of \"{letters}\" until it ends with \"\u{4e00}\u{4e01}\"");
    agree("tape", &query(&rules, "\u{4e00}/1 + \u{4e05}/1"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let refusal = |rules: &str, start: &str| kernel("tape").assess(&query(rules, start)).unwrap_err();
    assert!(refusal("tape: append letter at either end until it ends with \"ab\"", "a/3").contains("at the end"));
    assert!(refusal("tape: append letter at either end within word in {ab, ba}", "a").contains("at the end"));
    assert!(refusal("tape: append letter of a..b avoiding square", "a/3").contains("avoided"));
    assert!(refusal("tape: append letter of a..b until distinct", "a/3").contains("end the game"));
    assert!(refusal("row: take letter", "abc").contains("tapes"));
}

#[test]
fn many_words_and_tapes() {
    let mut random = Random::new(4);
    let words: Vec<String> = (0..400).map(|_| random.word(4, 2, 7)).collect();
    let list = words.join("\n");
    let text = "tape: append letter of a..d until it ends with word in \"list\"";
    let rules = grundy_games::game_with(text, &|_| Ok(list.clone().into_bytes())).unwrap();
    let tapes: Vec<String> = (0..200).map(|_| start(&mut random, 4, 4)).collect();
    let query =
        Query::new(&rules, grundy_games::position(&rules, &tapes.join(" + ")).unwrap(), Question::ValueAndMoves);
    let solution = agree("tape", &query);
    assert!(matches!(solution.answer, Answer::Value(Nimber(0..=4))));
}

/// All that may be avoided and all that may end the game, within prefixes and within factors.
#[test]
fn tapes_within_a_list_have_the_values_of_the_definition() {
    let mut random = Random::new(0x6057);
    let (mut compared, mut won) = (0, 0);
    for _ in 0..8000 {
        let letters = 1 + random.below(4);
        let last = char::from(b'a' + letters as u8 - 1);
        let mut rules = format!("tape: append letter of a..{last}");
        let known = letters + random.below(2);
        rules += [" within ", " within factor of "][random.below(2)];
        rules += &random.words(5, known, 6);
        let avoided = [String::new(), random.words(3, known, 4), format!("whole {}", random.words(4, known, 5))];
        let avoided = [&avoided[..], &["square".into(), "abelian cube".into(), "palindrome 3..".into()]].concat();
        let avoided = &avoided[random.below(avoided.len())];
        if !avoided.is_empty() {
            rules += &format!(" avoiding {avoided}");
        }
        let until = ["ends with", "contains"][random.below(2)];
        rules += &match random.below(5) {
            0 => format!(" until it {until} {}", random.words(3, known, 3)),
            1 => " until at most 1 distinct letter".to_owned(),
            2 => " until no letter more than 1 time".to_owned(),
            _ => String::new(),
        };
        let tapes: Vec<String> = (0..=random.below(3))
            .map(|_| {
                let word = random.word(letters, 0, 3);
                if random.below(2) == 0 { format!("\"{word}\"") } else { format!("\"{word}\"/{}", random.below(5)) }
            })
            .collect();
        let game = grundy_games::game(&rules).expect("a game");
        if grundy_games::position(&game, &tapes.join(" + ")).is_err_and(|fault| fault.code == "G049") {
            // No play reaches one of the tapes.
            continue;
        }
        compared += 1;
        let solution = agree("tape", &query(&rules, &tapes.join(" + ")));
        won += usize::from(solution.answer != Answer::Value(Nimber::ZERO));
    }
    assert!(compared > 1000 && (compared / 8..compared).contains(&won), "{won} of {compared} games are won");
}

#[test]
fn within_a_list_letters_may_be_left_without_end() {
    let rules = "tape: append letter within word in {abc, abd, ace, b} avoiding whole word in {b}";
    let value = |start: &str| kernel("tape").solve(&query(rules, start), &mut Budget::new()).unwrap().answer;
    for (start, then) in [("\"\"", "\"\"/18446744073709551615"), ("a", "a/1000000000000000000")] {
        assert_eq!(value(start), value(then));
        agree("tape", &query(rules, &format!("{start} + {then} + {start}")));
    }
    assert!(kernel("tape").solve(&query(rules, "a"), &mut Budget::new().bytes(100)).is_err());
}

/// Words, and tapes with letters left; `rules` as a game of the language.
struct Asked {
    rules: String,
    words: Vec<String>,
    letters: usize,
    starts: Vec<(String, u64)>,
    ends: Ends,
}

impl Asked {
    fn random(random: &mut Random, letters: usize, longest: usize, most: usize) -> Asked {
        let many = 1 + random.below(1 + 3 * letters);
        let words: Vec<String> = (0..many).map(|_| random.word(letters, 1, longest)).collect();
        let starts =
            (0..=random.below(4)).map(|_| (random.word(letters, 0, 8), random.below(most + 1) as u64)).collect();
        let (ends, how) = match random.below(2) {
            0 => (Ends::AtEnd, "ends with"),
            _ => (Ends::Anywhere, "contains"),
        };
        let alphabet: String = (0..letters).map(|at| char::from(b'a' + at as u8)).collect();
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let rules = format!("tape: append letter of \"{alphabet}\" until it {how} {}", quoted.join(" or "));
        Asked { rules, words, letters, starts, ends }
    }

    fn values(&self) -> Vec<Nimber> {
        let words: Vec<&[u8]> = self.words.iter().map(String::as_bytes).collect();
        let starts: Vec<tapes::TapeStart<'_>> =
            self.starts.iter().map(|(word, left)| (word.as_bytes(), *left)).collect();
        tapes::values(&words, self.letters as u8, &starts, self.ends, &mut Budget::new()).unwrap()
    }

    fn query(&self) -> Query {
        let starts: Vec<String> = self.starts.iter().map(|(word, left)| format!("\"{word}\"/{left}")).collect();
        query(&self.rules, &starts.join(" + "))
    }
}

#[test]
fn values_of_given_tapes_are_those_of_the_definition() {
    let mut random = Random::new(0x77);
    for round in 0..6000 {
        let letters = 1 + random.below(if round % 3 == 0 { 30 } else { 4 });
        let most = if letters < 5 { 6 } else { 3 };
        let asked = Asked::random(&mut random, letters, 4, most);
        assert_eq!(asked.values(), meaning(&asked.query()), "{:?} in {}", asked.starts, asked.rules);
    }
}

/// The solver keeps the whole automaton and every layer; here both are reduced to what is read.
#[test]
fn values_of_given_tapes_are_those_of_the_kernel() {
    let mut random = Random::new(0x78);
    for round in 0..1500 {
        let letters = 1 + random.below(if round % 2 == 0 { 30 } else { 4 });
        let longest = 3 + random.below(12);
        let mut asked = Asked::random(&mut random, letters, longest, 60);
        if round % 4 == 0 {
            asked.starts.push((random.word(letters, 0, 8), u64::MAX - random.below(9) as u64));
            asked.starts.push((random.word(letters, 0, 8), 1_000_000 + random.below(9) as u64));
        }
        let query = asked.query();
        let solution = kernel("tape").solve(&query, &mut Budget::new()).unwrap();
        let expected: Vec<Nimber> =
            query.position.iter().map(|term| solution.value(&query, 0, &term.component).unwrap()).collect();
        assert_eq!(asked.values(), expected, "{:?} in {}", asked.starts, asked.rules);
    }
}

/// Only smaller letters may follow a letter: values grow to the number of letters, over one window
/// of counters.
#[test]
fn values_as_large_as_the_alphabet() {
    for letters in [7usize, 8, 9, 15, 16, 17, 31, 32, 100, 200] {
        let words: Vec<[u8; 2]> =
            (0..letters as u8).flat_map(|first| (first..letters as u8).map(move |then| [first, then])).collect();
        let words: Vec<&[u8]> = words.iter().map(|word| &word[..]).collect();
        let texts: Vec<[u8; 1]> = (0..letters as u8).map(|letter| [letter]).collect();
        for left in [0, 1, 5, letters as u64, 1 << 40] {
            let starts: Vec<tapes::TapeStart<'_>> = texts.iter().map(|text| (&text[..], left)).collect();
            let found = tapes::values(&words, letters as u8, &starts, Ends::AtEnd, &mut Budget::new()).unwrap();
            // A completed word leaves zero: so all smaller letters and zero are options, from one
            // letter left on.
            let option = |at: u64| if left == 0 { 0 } else { at.min(left - 1) + 1 };
            let expected: Vec<Nimber> = (0..letters as u64).map(|at| Nimber(option(at))).collect();
            assert_eq!(found, expected, "{letters} letters, {left} left");
        }
    }
}

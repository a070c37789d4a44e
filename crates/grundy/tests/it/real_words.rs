//! Games on a real dictionary, Debian's `wamerican`: boards of 4x4 letters compared with a plain
//! memo, and the letters law on every word. Where the list is missing the tests say loudly that
//! they did not run.

use std::collections::{BTreeSet, HashMap};

use grundy::{Answer, Budget, Component, Nimber, Query, Question, SOLVERS, games::Bag, plan, plan::plan_with};

const LIST: &str = "/usr/share/dict/american-english";

/// The lower-case words of the list, or nothing where it is missing.
fn words() -> Option<Vec<String>> {
    let Ok(text) = std::fs::read_to_string(LIST) else {
        eprintln!("NOT RUN: this test needs {LIST}: apt-get install wamerican");
        return None;
    };
    let plain = |word: &&str| word.bytes().all(|letter| letter.is_ascii_lowercase());
    Some(text.lines().filter(plain).map(str::to_owned).collect())
}

/// The value of a board by definition, over the words that fit.
fn value(counts: [u8; 26], fitting: &[[u8; 26]], memo: &mut HashMap<[u8; 26], u64>) -> u64 {
    if let Some(&known) = memo.get(&counts) {
        return known;
    }
    let mut seen = BTreeSet::new();
    for word in fitting {
        if word.iter().zip(&counts).all(|(taken, there)| taken <= there) {
            let rest = std::array::from_fn(|at| counts[at] - word[at]);
            seen.insert(value(rest, fitting, memo));
        }
    }
    let mex = (0..).find(|value| !seen.contains(value)).expect("some value is missing");
    memo.insert(counts, mex);
    mex
}

fn counts(word: &str) -> [u8; 26] {
    let mut counts = [0; 26];
    word.bytes().for_each(|letter| counts[usize::from(letter - b'a')] += 1);
    counts
}

#[test]
fn word_play_on_boards_of_sixteen_letters() {
    let Some(words) = words() else { return };
    let rulesets = ["reststopmineolds", "aabbccddeeffgghh", "eeeettttaaaassss", "zzzzqqqqxxxxjjjj", "nationalinterest"];
    let rules = grundy::lang::game_with(&format!("bag: take word of 3.. letters a..z in {LIST:?}"), &|name| {
        std::fs::read(name).map_err(|error| error.to_string())
    });
    let start = rulesets.iter().map(|ruleset| Component::Bag(Bag::of(ruleset.chars()))).collect();
    let query = Query::new(&rules.expect("the game is understood"), start, Question::ValueAndMoves);
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    for (ruleset, term) in rulesets.iter().zip(&query.position) {
        let own = counts(ruleset);
        let fits = |word: &[u8; 26]| word.iter().zip(&own).all(|(taken, there)| taken <= there);
        let listed = words.iter().filter(|word| word.len() >= 3).map(|word| counts(word));
        let fitting: BTreeSet<[u8; 26]> = listed.filter(fits).collect();
        let fitting: Vec<[u8; 26]> = fitting.into_iter().collect();
        let plain = value(own, &fitting, &mut HashMap::new());
        assert_eq!(solution.value(&query, 0, &term.component), Some(Nimber(plain)), "{ruleset}");
    }
}

/// The law on every word, and compared with the search on every shape: words with the same counts
/// are the same game.
#[test]
fn the_letters_law_on_every_word() {
    let Some(words) = words() else { return };
    let rules = grundy::lang::game("bag: take letter until distinct").unwrap();
    let search = SOLVERS.iter().find(|kernel| kernel.name() == "search").copied().expect("there is a search");
    let mut shapes: HashMap<Vec<u32>, Nimber> = HashMap::new();
    let mut reported = 0;
    for word in &words {
        let bag = Bag::of(word.chars());
        let mut shape: Vec<u32> = bag.counts().iter().map(|&(_, count)| count).collect();
        shape.sort_unstable();
        let query = Query::new(&rules, vec![Component::Bag(bag)], Question::ValueAndMoves);
        let plan = plan(&query).unwrap();
        assert_eq!(plan.solvers(), "closed-form");
        let Answer::Value(law) = plan.run(&mut Budget::new()).unwrap().answer else { panic!("a value") };
        let known = shapes.entry(shape).or_insert_with(|| {
            let searched = plan_with(&query, &[search]).unwrap().run(&mut Budget::new()).unwrap();
            let Answer::Value(value) = searched.answer else { panic!("a value") };
            value
        });
        assert_eq!(law, *known, "{word}");
        reported += 1;
    }
    assert!(reported > 50_000 && shapes.len() > 100, "{reported} words, {} shapes", shapes.len());
}

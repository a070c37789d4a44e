//! Games on a real dictionary, Debian's `wamerican`: boards of 4x4 letters compared with a plain
//! memo, the letters law on every word, and every word under moves that must leave listed words.
//! Where the list is missing the tests say loudly that they did not run.

use std::collections::{BTreeSet, HashMap, HashSet};

use grundy::{
    Answer, Budget, Component, Nimber, Query, Question, Verdict, check,
    games::Bag,
    plan,
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
};

const LIST: &str = "/usr/share/dict/american-english";

/// The lower-case words of the list; `None` if it is missing.
fn words() -> Option<Vec<String>> {
    let Ok(text) = std::fs::read_to_string(LIST) else {
        crate::not_run(format_args!("this test needs {LIST}: apt-get install wamerican"));
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
    let rules = grundy::games::game_with(&format!("bag: take word of 3.. letters a..z in {LIST:?}"), &|name| {
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

/// The value of a word by definition, where a move leaves parts that are all listed.
fn plain(
    word: &str,
    listed: &HashSet<&str>,
    moves: fn(&str) -> Vec<Vec<String>>,
    memo: &mut HashMap<String, u64>,
) -> u64 {
    if let Some(&known) = memo.get(word) {
        return known;
    }
    let allowed = moves(word).into_iter().filter(|left| left.iter().all(|part| listed.contains(part.as_str())));
    let seen: BTreeSet<u64> =
        allowed.map(|left| left.iter().fold(0, |sum, part| sum ^ plain(part, listed, moves, memo))).collect();
    let mex = (0..).find(|value| !seen.contains(value)).expect("some value is missing");
    memo.insert(word.to_owned(), mex);
    mex
}

/// Every listed word under moves that must leave listed words. The counts of lost words and the
/// largest values for taking a letter and for splitting are those of an independent program.
#[test]
fn every_word_within_the_list() {
    let Some(words) = words() else { return };
    let listed: HashSet<&str> = words.iter().map(String::as_str).collect();
    let take = |word: &str| (0..word.len()).map(|at| vec![format!("{}{}", &word[..at], &word[at + 1..])]).collect();
    let cut = |word: &str| (1..word.len()).map(|at| vec![word[..at].to_owned(), word[at..].to_owned()]).collect();
    let behead = |word: &str| vec![vec![word[1..].to_owned()]];
    let curtail = |word: &str| vec![vec![word[..word.len() - 1].to_owned()]];
    type Moves = fn(&str) -> Vec<Vec<String>>;
    type Counts = Option<(usize, u64)>;
    let games: [(&str, Moves, Counts); 4] = [
        ("take letter", take, Some((41_566, 3))),
        ("split into 2 parts", cut, Some((39_511, 3))),
        ("^x -> \"\" for letter x", behead, None),
        ("x$ -> \"\" for letter x", curtail, None),
    ];
    for (kind, moves, counts) in games {
        let rules = grundy::games::game_with(&format!("row: {kind} within word letters a..z in {LIST:?}"), &|name| {
            std::fs::read(name).map_err(|error| error.to_string())
        });
        let start = words.iter().map(|word| Component::Row(word.clone())).collect();
        let query = Query::new(&rules.expect("the game is understood"), start, Question::ValueAndMoves);
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{kind}");
        let (mut lost, mut largest, mut memo) = (0, 0, HashMap::new());
        for (word, term) in words.iter().zip(&query.position) {
            let wanted = plain(word, &listed, moves, &mut memo);
            assert_eq!(solution.value(&query, 0, &term.component), Some(Nimber(wanted)), "{kind}: {word}");
            (lost, largest) = (lost + usize::from(wanted == 0), largest.max(wanted));
        }
        if let Some(counts) = counts {
            assert_eq!((lost, largest), counts, "{kind}");
        }
    }
}

/// The law on every word, and compared with the search on every shape: words with the same counts
/// are the same game.
#[test]
fn the_letters_law_on_every_word() {
    let Some(words) = words() else { return };
    let rules = grundy::games::game("bag: take letter until distinct").unwrap();
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
            let searched = plan_with(&query, PlanOptions::only(&[search])).unwrap().run(&mut Budget::new()).unwrap();
            let Answer::Value(value) = searched.answer else { panic!("a value") };
            value
        });
        assert_eq!(law, *known, "{word}");
        reported += 1;
    }
    assert!(reported > 50_000 && shapes.len() > 100, "{reported} words, {} shapes", shapes.len());
}

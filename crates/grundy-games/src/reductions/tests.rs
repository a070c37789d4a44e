//! Each reduction against the plain meaning of both games: option sets, values, misère outcomes.

use std::collections::{BTreeSet, HashMap};

use grundy_core::{Game, MexSet, Nimber};

use super::*;
use crate::Bag;

/// What two plain searches compare: values, and misère outcomes as whether the mover wins.
#[derive(Default)]
struct PlainSearch {
    values: HashMap<Component, Nimber>,
    misere: HashMap<Vec<Component>, bool>,
}

fn options_of(rules: &Ruleset, component: &Component) -> Vec<Vec<Component>> {
    let mut all = Vec::new();
    let push = |parts: &[Component]| {
        all.push(parts.to_vec());
        Ok::<(), Fault>(())
    };
    rules.options(component, push).expect("the rules do not fail");
    all
}

impl PlainSearch {
    fn value(&mut self, rules: &Ruleset, component: &Component) -> Nimber {
        if let Some(&value) = self.values.get(component) {
            return value;
        }
        let mut seen = MexSet::new();
        for parts in options_of(rules, component) {
            seen.insert(parts.iter().map(|part| self.value(rules, part)).sum());
        }
        self.values.insert(component.clone(), seen.mex());
        seen.mex()
    }

    fn wins_misere(&mut self, rules: &Ruleset, sum: &[Component]) -> bool {
        if let Some(&wins) = self.misere.get(sum) {
            return wins;
        }
        let mut wins = Vec::new();
        for (at, part) in sum.iter().enumerate() {
            for parts in options_of(rules, part) {
                let mut rest = [&sum[..at], &sum[at + 1..], &parts].concat();
                rest.sort_unstable();
                wins.push(!self.wins_misere(rules, &rest));
            }
        }
        let wins = wins.is_empty() || wins.contains(&true);
        self.misere.insert(sum.to_vec(), wins);
        wins
    }
}

/// A part in the form that all parts which stand for the same position share, the least of them.
fn least(reduction: &Reduction, part: &Component) -> Component {
    reduction.alike(part).into_iter().chain([part.clone()]).min().expect("the part itself")
}

fn sum_of(reduction: &Reduction, mut sum: Vec<Component>, rules: &Ruleset) -> Vec<Component> {
    // A bar whose second row has one square is a sum of its arms.
    for at in 0..sum.len() {
        if let Component::Typed(heap) = &mut sum[at]
            && &*heap.kind == "C"
            && heap.sizes[1] == 1
        {
            heap.sizes[1] = 0;
            sum.push(Component::Typed(crate::Typed { kind: "C".into(), sizes: vec![2, 0] }));
        }
    }
    sum.retain(|part| !options_of(rules, part).is_empty());
    let mut sum: Vec<Component> = sum.iter().map(|part| least(reduction, part)).collect();
    sum.sort_unstable();
    sum
}

/// Compares the two games in all that the reduction claims to keep at these positions.
fn compare(game: &str, positions: &[&str]) {
    let rules = crate::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
    let parts: Vec<Component> = positions
        .iter()
        .flat_map(|text| crate::position(&rules, text).unwrap_or_else(|why| panic!("{game} {text}: {why:?}")))
        .collect();
    let rules = rules.ruleset;
    let found = Reduction::of(&rules, &parts.iter().collect::<Vec<_>>());
    let [reduction] = &found[..] else { panic!("{game}: {found:?}") };
    assert_eq!(Reduction::named(&reduction.to_string()).as_ref(), Some(reduction), "{game}");
    let target = reduction.target(&rules).expect("it is about the rules");
    assert_eq!(crate::game(&target.to_string()).expect("a text that reads back").ruleset, target, "{game}");
    let (mut own, mut other) = (PlainSearch::default(), PlainSearch::default());
    for part in &parts {
        let value = own.value(&rules, part);
        match reduction.image(&rules, part) {
            Image::Sum(images) if reduction.keeps() == Keeps::Value => {
                let found: Nimber = images.iter().map(|image| other.value(&target, image)).sum();
                assert_eq!(found, value, "{game} at {part}");
                compare_changed(reduction, &rules, part, &mut own);
            }
            Image::Sum(images) => {
                let found: Nimber = images.iter().map(|image| other.value(&target, image)).sum();
                assert_eq!(found, value, "{game} at {part}");
                let lost = own.wins_misere(&rules, std::slice::from_ref(part));
                assert_eq!(other.wins_misere(&target, &images), lost, "{game} at {part}");
                assert_eq!(
                    images_of_plain_options(reduction, &rules, &target, part),
                    moves(reduction, &target, &images)
                );
            }
            Image::OfOptions => {
                let mut seen = MexSet::new();
                let mut shown = BTreeSet::new();
                let each = |sum: Vec<Component>| {
                    seen.insert(sum.iter().map(|image| other.value(&target, image)).sum());
                    shown.insert(sum_of(reduction, sum, &target));
                    Ok::<(), Fault>(())
                };
                reduction.images_of_options(&rules, part, |_| Ok(()), each).expect("the rules do not fail");
                assert_eq!(seen.mex(), value, "{game} at {part}");
                assert_eq!(shown, images_of_plain_options(reduction, &rules, &target, part), "{game} at {part}");
            }
            Image::Outside => panic!("{game}: {part} has no image"),
        }
    }
}

/// The moves that the theorem tells are those of the rules, with these values.
fn compare_changed(reduction: &Reduction, rules: &Ruleset, part: &Component, search: &mut PlainSearch) {
    let value = search.value(rules, part);
    let options = options_of(rules, part);
    assert_eq!(reduction.moves(part), Some(options.len() as u128), "{part}");
    for change in 0..16 {
        let sorted = |mut parts: Vec<Component>| {
            parts.sort_unstable();
            parts
        };
        let wanted = options.iter().map(|left| left[0].clone());
        let wanted = wanted.filter(|left| search.value(rules, left) == value + Nimber(change)).collect();
        let found = reduction.changed(part, change).expect("the theorem tells the moves");
        assert_eq!(sorted(found), sorted(wanted), "{part} by {change}");
    }
}

/// The images of the options of a position, each in one form.
fn images_of_plain_options(
    reduction: &Reduction,
    rules: &Ruleset,
    target: &Ruleset,
    part: &Component,
) -> BTreeSet<Vec<Component>> {
    let image = |part: &Component| match reduction.image(rules, part) {
        Image::Sum(images) => images,
        other => panic!("{part}: {other:?}"),
    };
    let options = options_of(rules, part).into_iter();
    options.map(|parts| sum_of(reduction, parts.iter().flat_map(image).collect(), target)).collect()
}

/// The sums that a move in one of these parts leaves, each in one form.
fn moves(reduction: &Reduction, target: &Ruleset, sum: &[Component]) -> BTreeSet<Vec<Component>> {
    let rest = |at: usize, parts: Vec<Component>| [&sum[..at], &sum[at + 1..], &parts].concat();
    let each = sum
        .iter()
        .enumerate()
        .flat_map(|(at, part)| options_of(target, part).into_iter().map(move |parts| (at, parts)).collect::<Vec<_>>());
    each.map(|(at, parts)| sum_of(reduction, rest(at, parts), target)).collect()
}

/// All words over the letters up to a length.
fn words(letters: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut at = 0;
    while at < all.len() {
        if all[at].len() < most {
            let longer: Vec<String> = letters.chars().map(|letter| format!("{}{letter}", all[at])).collect();
            all.extend(longer);
        }
        at += 1;
    }
    all.remove(0);
    all
}

/// A few of the parts, chosen by the numbers.
fn chosen(random: &mut fastrand::Rng, parts: &[&str], most: usize) -> Vec<String> {
    let count = random.usize(1..=most);
    let mut found: Vec<String> = (0..count).map(|_| parts[random.usize(..parts.len())].to_owned()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn rings_whose_moves_open_them_are_rows() {
    let mut random = fastrand::Rng::with_seed(1);
    let moves = [
        "cut \"a\"",
        "cut \"ab\"",
        "cut \"ba\"",
        "cut run",
        "cut palindrome 2..3",
        "cut letter",
        "cut square",
        "\"ab\" -> \"a|\"",
        "\"aa\" -> \"|b\"",
        "\"ba\" -> \"|\"",
        "\"abb\" -> \"a|b|\"",
    ];
    let rings: Vec<String> = words("ab", 6).iter().map(|word| format!("({word})")).collect();
    let rings: Vec<&str> = rings.iter().map(String::as_str).collect();
    for _ in 0..40 {
        compare(&format!("ring: {}", chosen(&mut random, &moves, 3).join(", ")), &rings);
    }
    compare("ring: cut \"a\" until distinct", &rings);
}

/// A move that leaves a ring is none that rows know: by rows, `(aa)` would be left with `a`.
#[test]
fn rings_that_stay_rings_are_not_rows() {
    for game in ["ring: take \"a\"", "ring: cut \"a\", take \"b\"", "ring: \"ab\" -> \"b\"", "row: cut \"a\""] {
        let rules = crate::game(game).expect("a game").ruleset;
        let names: Vec<String> = Reduction::of(&rules, &[]).iter().map(ToString::to_string).collect();
        assert!(!names.contains(&"ring-row".to_owned()), "{game}: {names:?}");
    }
}

#[test]
fn rows_of_which_one_letter_is_taken_are_heaps() {
    let mut random = fastrand::Rng::with_seed(2);
    let moves = [
        "cut \"x\"",
        "cut \"xx\" or \"xxxx\"",
        "take \"x\"",
        "take \"xxx\"",
        "\"xx\" -> \"\"",
        "\"xxx\" -> \"|\"",
        "\"x\" -> \"||\"",
        "\"xx\" -> \"x\"",
        "\"xx\" -> \"|x\"",
        "\"xxx\" -> \"x|\"",
        "\"xx\" -> \"x|x\"",
        "\"xxxx\" -> \"x||x\"",
        "cut letter of x",
        "take letter of x",
    ];
    let rows = words("xy", 7);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    for _ in 0..40 {
        compare(&format!("row: {}", chosen(&mut random, &moves, 3).join(", ")), &rows);
    }
}

/// Each of them lacks one of the conditions, and is not the heap game that it would be.
#[test]
fn rows_with_other_moves_are_not_heaps() {
    for game in [
        "row: cut \"x\" until distinct",
        "row: cut \"x\", cut \"y\"",
        "row: cut \"xy\"",
        "row: cut letter",
        "row: \"xxx\" -> \"xx\"",
        "row: \"xxxx\" -> \"|x|\"",
        "row: \"xx\" -> \"x|y\"",
        "row: \"^xx\" -> \"\"",
        "row: cut run",
        "row: take every copy of a letter",
    ] {
        let Ok(rules) = crate::game(game) else { panic!("{game} is not a game") };
        assert!(!letter_heap::is_about(&rules.ruleset), "{game}");
    }
}

#[test]
fn words_with_letters_that_separate_are_sums_of_runs() {
    let mut random = fastrand::Rng::with_seed(9);
    let fixed = [
        "\"aa\" -> \"a\", \"bb\" -> \"a\"",
        "\"aaa\" -> \"b\", \"ab\" -> \"b\"",
        "\"aa\" -> \"b\", \"bab\" -> \"bb\"",
        "\"acb\" -> \"ab\", \"ccc\" -> \"c\"",
        "\"ba\" -> \"b|\", \"ab\" -> \"|b\"",
        "\"bb\" -> \"b\", \"aaa\" -> \"bb\"",
        // One letter, and moves that the heaps of `letter-heap` do not have.
        "\"aaaa\" -> \"aa|a\"",
        // All letters separate.
        "\"aa\" -> \"a\", \"bb\" -> \"b\"",
    ];
    let side = |least: usize, most: usize, letters: &[&str], random: &mut fastrand::Rng| -> String {
        (0..random.usize(least..=most)).map(|_| letters[random.usize(..letters.len())]).collect()
    };
    let (mut compared, mut of_three) = (0, 0);
    for round in 0..1_200 {
        let letters = if round % 3 == 0 { &["a", "b", "c"][..] } else { &["a", "b"] };
        let mut rule = || {
            let split = if random.u8(..4) == 0 { format!("|{}", side(0, 2, letters, &mut random)) } else { "".into() };
            format!("\"{}\" -> \"{}{split}\"", side(1, 3, letters, &mut random), side(0, 3, letters, &mut random))
        };
        let game = fixed.get(round).map_or_else(|| format!("row: {}, {}", rule(), rule()), |own| format!("row: {own}"));
        let Ok(rules) = crate::game(&game) else { continue };
        let found = Reduction::of(&rules.ruleset, &[]);
        if found.iter().all(|found| found.to_string() != "run-heaps") {
            assert!(round >= fixed.len(), "{game}");
            continue;
        }
        // The letter d is on no side, and c on none of many games: walls.
        let all = [words("ab", 7), words("abc", 4), words("abcd", 3)].concat();
        compare(&game, &all.iter().map(String::as_str).collect::<Vec<_>>());
        (compared, of_three) = (compared + 1, of_three + usize::from(game.contains('c')));
    }
    assert!(compared > 60 && of_three > 15, "{compared} games, {of_three} of three letters");
}

/// Pairs of equal runs count for nothing but the value.
#[test]
fn the_image_of_a_value_is_without_pairs() {
    let rules = crate::game("row: \"aa\" -> \"a\", \"bb\" -> \"a\"").expect("a game").ruleset;
    let runs = Reduction::named("run-heaps").expect("a reduction");
    let word = Component::Row("bbabbabbxaabbaaxbb".into());
    let text = |image| match image {
        Image::Sum(sum) => sum.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        other => panic!("{other:?}"),
    };
    assert_eq!(text(runs.image(&rules, &word)), "K1(2) K3(2) K2(2) K3(0) K3(2) K3(0) K0(2)");
    assert_eq!(text(runs.image_of_value(&rules, &word)), "K0(2) K1(2) K2(2)");
}

/// Each lacks one of the conditions; the first ones are no sums of their pieces.
#[test]
fn words_that_letters_do_not_separate_are_no_runs() {
    let value = |game: &str, word: &str| {
        let rules = crate::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}")).ruleset;
        assert_eq!(Reduction::of(&rules, &[]), [], "{game}");
        PlainSearch::default().value(&rules, &Component::Row(word.into())).0
    };
    let lost = "row: \"aab\" -> \"a\"";
    assert_eq!((value(lost, "aabab"), value(lost, "aab"), value(lost, "bab")), (0, 1, 0));
    let alone = "row: \"b\" -> \"\", \"ab\" -> \"b\"";
    assert_eq!((value(alone, "abb"), value(alone, "ab"), value(alone, "bb")), (1, 2, 0));
    for game in [
        "row: \"aa\" -> \"a\" until distinct",
        "row: ^\"aa\" -> \"a\", \"bb\" -> \"a\"",
        "row: \"b+\" -> \"\", \"aa\" -> \"a\"",
        "row: take every copy of a letter",
        "row: \"ab\" -> \"ba\"",
    ] {
        let rules = crate::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}")).ruleset;
        assert_eq!(Reduction::of(&rules, &[]), [], "{game}");
    }
}

#[test]
fn piles_without_places_are_sizes() {
    let mut random = fastrand::Rng::with_seed(3);
    let moves = [
        "take any from 1 pile",
        "take 1..2 from 1 pile",
        "take 1 or 3 from 1..2 piles",
        "take equal any from 2 piles",
        "take equal 1..2 from 2..3 piles",
        "take 2 from 3 piles",
        "take equal 2 or 3 from 2 piles",
    ];
    let positions = ["[1]", "[4]", "[2, 3]", "[3, 2]", "[1, 4]", "[1, 1, 2]", "[3, 1, 2]", "[2, 2, 2]"];
    for _ in 0..40 {
        compare(&format!("piles: {}", chosen(&mut random, &moves, 3).join(", ")), &positions);
    }
}

#[test]
fn numbered_piles_are_sizes_in_their_order() {
    let mut random = fastrand::Rng::with_seed(5);
    let moves = [
        "take any from 1 pile",
        "take 1 or 3 from 1..2 piles",
        "take any from all of {1, 2} or {2, 3}",
        "take equal 1..2 from all of {1, 3} or {2}",
        "take 1..2 from all of {1..3} or {3}",
        "take equal any from 2 piles",
    ];
    let positions = ["[3, 1, 2]", "[1, 0, 4]", "[0, 2, 2]", "[0, 3, 0]", "[0, 0, 0]", "[2, 2, 1]"];
    for _ in 0..40 {
        let mut own = chosen(&mut random, &moves, 3);
        own.push("take 1 from all of {3, 2} or {1}".to_owned());
        compare(&format!("piles: {}", own.join(", ")), &positions);
    }
}

#[test]
fn piles_with_places_are_not_sizes() {
    for game in [
        "piles: take 1 from the largest pile",
        "piles: take any from the first pile",
        "piles: take 1 from all piles",
        "piles: take odd from 1 pile",
        "piles: take any but {2} from 1 pile",
    ] {
        let rules = crate::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        let parts = crate::position(&rules, "[1, 2]").expect("piles");
        assert_eq!(Reduction::of(&rules.ruleset, &parts.iter().collect::<Vec<_>>()), [], "{game}");
    }
}

/// All bags over the letters with up to so many of each.
fn bags(letters: &str, most: usize) -> Vec<String> {
    letters.chars().fold(vec![String::new()], |all, letter| {
        all.iter().flat_map(|bag| (0..=most).map(move |many| bag.clone() + &letter.to_string().repeat(many))).collect()
    })
}

const BAG_MOVES: [&str; 9] = [
    "take letter",
    "take letter of a..b",
    "take letter of c",
    "take \"ab\"",
    "take \"aa\" or \"bc\"",
    "take word in {aac, ba, b}",
    "take \"cc\"",
    "take \"bbd\"",
    "take word in {dd, ccd, abcd}",
];

#[test]
fn bags_are_sums_of_groups_of_letters() {
    let mut random = fastrand::Rng::with_seed(6);
    let bags: Vec<String> = bags("abcd", 2).iter().map(|bag| format!("{{{bag}}}")).collect();
    let bags: Vec<&str> = bags.iter().map(String::as_str).collect();
    for _ in 0..60 {
        let some: Vec<&str> = (0..12).map(|_| bags[random.usize(..bags.len())]).collect();
        compare(&format!("bag: {}", chosen(&mut random, &BAG_MOVES, 4).join(", ")), &some);
    }
    // Letters that no word has are taken alone, or left out.
    compare("bag: take letter, take \"ab\" or \"cd\"", &["{}", "{aabyzz}", "{acddz}", "{zz}"]);
    compare("bag: take \"aab\" or \"cc\"", &["{}", "{aabyzz}", "{acccb}", "{zz}", "{b}"]);
    // Groups are numbered by all words, also by those that do not fit.
    compare("bag: take \"ab\", take \"cc\"", &["{ccc}"]);
    // 252 words, of 33 bags: anagrams hide none of them.
    let of = |length: usize| (0..1_u32 << length).map(move |bits| (bits, length));
    let letters = |(bits, length): (u32, usize)| (0..length).map(|at| ["a", "b"][(bits >> at & 1) as usize]).collect();
    let words: Vec<String> = (2..=7).flat_map(of).map(letters).collect();
    compare(&format!("bag: take word in {{{}}}", words.join(", ")), &["{bbbb}", "{aab}", "{abbbbbbb}", "{aaabbb}"]);
}

#[test]
fn bags_with_an_ending_are_one_heap() {
    let mut random = fastrand::Rng::with_seed(7);
    let endings = [
        "distinct",
        "length at most 2",
        "length at most 0",
        "at most 1 distinct letters",
        "at most 2 distinct letters",
        "no letter more than 1 times",
        "no letter more than 2 times",
        "anagram of a palindrome",
        "it contains \"ab\"",
        "it contains word in {aab, cc, dz}",
        "it contains word in {zz}",
    ];
    let bags: Vec<String> = bags("abcd", 2).iter().map(|bag| format!("{{{bag}}}")).collect();
    for _ in 0..120 {
        let mut some: Vec<&str> = (0..8).map(|_| bags[random.usize(..bags.len())].as_str()).collect();
        // All letters.
        some.push("{aabbcdd}");
        let moves = chosen(&mut random, &BAG_MOVES, 4).join(", ");
        compare(&format!("bag: {moves} until {}", endings[random.usize(..endings.len())]), &some);
    }
}

/// Bags with many copies of a letter are written with their numbers, and read back.
#[test]
fn bags_are_written_with_numbers_of_letters() {
    let rules = crate::game("bag: take letter").expect("a game");
    for (text, written) in [
        ("{a*4294967295, b*7, c}", "{a*4294967295, b*7, c}"),
        ("{c, b,a,b*160, a*1 , b*6}", "{a*2, b*167, c}"),
        ("{a*3, b,a}", "{aaaab}"),
        ("{\" \"*100, \"*\", \"+\"*2}", "{\" \"*100, \"*\", \"\\+\"*2}"),
        ("{}", "{}"),
        ("{a*0}", "{}"),
    ] {
        let parts = crate::position(&rules, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(parts[0].to_string(), written);
        assert_eq!(crate::position(&rules, written).expect("as it is written"), parts);
    }
    for text in [
        "{ab*3}",
        "{ab, cd}",
        "{a*3, ba}",
        "{a*}",
        "{a*4294967296}",
        "{a*4294967295, a}",
        "{a,}",
        "{a*2 b}",
        "{\"\"*2}",
        "{*2}",
    ] {
        assert!(crate::position(&rules, text).is_err(), "{text}");
    }
    let game = "bag: take word in {a, ab, abb}";
    let rules = crate::game(game).expect("a game").ruleset;
    let large = Bag::counted([('a', 3_000_000_000), ('b', 4_000_000_000)]);
    let groups = Reduction::named("bag-groups").expect("a reduction");
    let Image::Sum(heaps) = groups.image(&rules, &Component::Bag(large)) else { panic!("it has an image") };
    assert_eq!(heaps[0].to_string(), "B0(3000000000, 4000000000)");
}

/// Each lacks one of the conditions, and the first ones are not worth what the heaps would be.
#[test]
fn bags_that_depend_on_more_than_numbers_are_not_heaps() {
    for (game, position, value) in [
        ("bag: take letter within \"a\"", "{aaa}", 1),
        ("bag: take \"ab\", split into 2 parts within \"a\"", "{aa}", 0),
        ("bag: take letter until length at most 1", "{ab}", 0),
    ] {
        let rules = crate::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        let parts = crate::position(&rules, position).expect("a bag");
        assert_ne!(PlainSearch::default().value(&rules.ruleset, &parts[0]), Nimber(value), "{game}");
        let found = Reduction::of(&rules.ruleset, &parts.iter().collect::<Vec<_>>());
        let names: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert!(names == [""; 0] || game.contains("length") && names == ["bag-sizes ab"], "{game}: {names:?}");
        let groups = Reduction::named("bag-groups").expect("a reduction");
        assert_eq!(groups.target(&rules.ruleset), None, "{game}");
    }
    // More than six letters.
    for game in ["bag: take letter until distinct", "bag: take word in {abcd, defg}"] {
        let rules = crate::game(game).expect("a game");
        let parts = crate::position(&rules, "{aabcdefg}").expect("a bag");
        assert_eq!(Reduction::of(&rules.ruleset, &parts.iter().collect::<Vec<_>>()), [], "{game}");
    }
    for name in ["bag-sizes", "bag-sizes ", "bag-sizes ba", "bag-sizes aa", "bag-sizes a b", "bag-sizes abcdefg"] {
        assert!(Reduction::named(name).is_none(), "{name}");
    }
    // Letters without a size have no image, and a game without an ending is a sum of groups.
    let rules = crate::game("bag: take letter until distinct").expect("a game");
    let parts = crate::position(&rules, "{aabc}").expect("a bag");
    let sizes = Reduction::named("bag-sizes ab").expect("a reduction");
    assert_eq!(sizes.image(&rules.ruleset, &parts[0]), Image::Outside);
    let rules = crate::game("bag: take \"ab\"").expect("a game").ruleset;
    assert_eq!(sizes.target(&rules), None);
}

#[test]
fn tapes_are_heaps_of_their_states() {
    let mut random = fastrand::Rng::with_seed(8);
    let restrictions = [
        "avoiding \"aa\"",
        "avoiding \"ab\" or \"ba\"",
        "avoiding word in {aba, bb, abab}",
        "avoiding word in {a, ba}",
        "avoiding \"aabb\" until it ends with \"bb\"",
        "until it ends with word in {aa, bab}",
        "until it contains word in {aab, bb}",
        "avoiding \"aaa\" until it contains \"abba\"",
        "avoiding word in {aa, ab, abba} until it ends with word in {ba, bb}",
        "",
    ];
    let letters = ["append letter of a..b", "append letter of a..c", "append letter of a"];
    for _ in 0..60 {
        let restriction = restrictions[random.usize(..restrictions.len())];
        let game = format!("tape: {} {restriction}", letters[random.usize(..letters.len())]);
        let alphabet = if game.contains("of a ") { "a" } else { "ab" };
        let mut words = words(alphabet, 4);
        words.push("\"\"".to_owned());
        let positions: Vec<String> = words.iter().map(|word| format!("{word}/{}", random.u64(0..5))).collect();
        // Without a move there is no other game.
        if crate::game(&game).is_ok_and(|rules| !Reduction::of(&rules.ruleset, &[]).is_empty()) {
            compare(&game, &positions.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

/// Each depends on more than listed words at the end of the tape.
#[test]
fn tapes_that_depend_on_more_than_their_ends_are_not_heaps() {
    for game in [
        "tape: append letter of a..b avoiding square",
        "tape: append letter of a..b avoiding \"aa\" or abelian cube",
        "tape: append letter of a..b avoiding palindrome 2..3",
        "tape: append letter of a..b avoiding whole \"aa\"",
        "tape: append letter of a..b at either end avoiding \"aa\"",
        "tape: append letter within word in {aa, ab}",
        "tape: append letter within factor of word in {aa, ab}",
        "tape: append letter of a..b until distinct",
        "tape: append letter of a..b until length at most 2",
        "tape: append letter of a avoiding \"a\"",
    ] {
        let rules = crate::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}")).ruleset;
        assert_eq!(Reduction::of(&rules, &[]), [], "{game}");
    }
    let many: Vec<String> = words("ab", 7);
    let many = format!("tape: append letter of a..b avoiding word in {{{}}}", many[120..].join(", "));
    assert_eq!(Reduction::of(&crate::game(&many).expect("a game").ruleset, &[]), []);
    // The option `ba/1` of `b/2` has two moves, and `a/1` has one.
    let rules = crate::game("tape: append letter of a..b avoiding whole \"aa\"").expect("a game");
    let moves = |text: &str| options_of(&rules.ruleset, &crate::position(&rules, text).expect("a tape")[0]).len();
    assert_eq!((moves("ba/1"), moves("a/1")), (2, 1));
}

#[test]
fn bars_of_two_rows_are_heaps_with_two_sizes() {
    let wide = (1..9).flat_map(|a| (0..=a).map(move |b| if b == 0 { format!("1x{a}") } else { format!("{a}.{b}") }));
    let tall = ["2.1.1", "2.2.1.1", "2.2.2", "1.1.1.1", "2.2.2.2.1", "2.2.2.1"].map(str::to_owned);
    let bars: Vec<String> = wide.chain(tall).collect();
    compare("chomp", &bars.iter().map(String::as_str).collect::<Vec<_>>());
    let rules = crate::game("chomp").expect("a game");
    let parts = crate::position(&rules, "3.3.3").expect("a bar");
    assert_eq!(Reduction::of(&rules.ruleset, &[&parts[0]]), []);
    assert_eq!(Reduction::of(&rules.ruleset, &[]), []);
}

/// A strip for so many coins, whose lowest square is the first one.
fn strip(coins: usize, first: &str) -> String {
    let names = &["a", "b", "c", "d", "e", "f", "g", "h"][..coins];
    let rule = |coin: usize| {
        let low = coin.checked_sub(1).map_or(first.to_owned(), |below| format!("{}+1", names[below]));
        let mut left = names.to_vec();
        left[coin] = "k";
        format!("S({}) -> S({}) for k in {low}..{}-1", names.join(", "), left.join(", "), names[coin])
    };
    (0..coins).map(rule).collect::<Vec<_>>().join(", ")
}

/// All positions of so many coins up to a square, in any order.
fn squares(coins: usize, most: u64) -> Vec<Vec<u64>> {
    (0..coins).fold(vec![Vec::new()], |all, _| {
        all.iter().flat_map(|squares: &Vec<u64>| (0..=most).map(|last| [&squares[..], &[last]].concat())).collect()
    })
}

#[test]
fn coins_on_a_strip_are_the_gaps_inside_their_pairs() {
    for (coins, first, most) in
        [(1, 1, 9), (2, 0, 9), (2, 1, 9), (2, 3, 9), (3, 0, 8), (3, 1, 8), (3, 2, 8), (4, 1, 8), (5, 1, 7)]
    {
        let game = strip(coins, &first.to_string());
        let rules = crate::game(&game).expect("a game").ruleset;
        let all = squares(coins, most);
        let is_about = |squares: &&Vec<u64>| squares.windows(2).all(|pair| pair[0] < pair[1] || pair == [0, 0]);
        let (inside, outside): (Vec<_>, Vec<_>) = all.iter().partition(is_about);
        let text =
            |squares: &Vec<u64>| format!("S({})", squares.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
        let inside: Vec<String> = inside.into_iter().map(text).collect();
        compare(&game, &inside.iter().map(String::as_str).collect::<Vec<_>>());
        for squares in outside {
            let position = Component::Typed(crate::Typed { kind: "S".into(), sizes: squares.clone() });
            assert_eq!(Reduction::of(&rules, &[&position]), [], "{position}");
        }
    }
    compare(&strip(8, "1"), &["S(0, 0, 0, 0, 2, 5, 9, 14)", "S(1, 2, 3, 4, 5, 6, 7, 9)", "S(0, 0, 0, 0, 0, 3, 4, 8)"]);
    // The order and the names of rules and of sums do not matter.
    compare(
        "T(x, y) -> T(x, z) for z in 1+x..y-1, T(x, y) -> T(w, y) for w in 1..x-1",
        &["T(3, 7)", "T(0, 0)", "T(0, 1)"],
    );
}

/// Large squares do not overflow.
#[test]
fn coins_stand_on_squares_up_to_the_last_number() {
    let rules = crate::game(&strip(3, "0")).expect("a game").ruleset;
    let position = |sizes: Vec<u64>| Component::Typed(crate::Typed { kind: "S".into(), sizes });
    let coins = position(vec![5, 7, u64::MAX]);
    let gaps = Reduction::of(&rules, &[&coins]).remove(0);
    assert_eq!(gaps.image(&rules, &coins), Image::Sum(vec![Component::Heap(5), Component::Heap(u64::MAX - 8)]));
    assert_eq!(gaps.moves(&coins), Some(5 + 1 + u128::from(u64::MAX - 8)));
    let total = 5 ^ (u64::MAX - 8);
    assert_eq!(gaps.changed(&coins, total), Some(vec![position(vec![5, 7, 13])]));
    assert_eq!(gaps.changed(&coins, 0), Some(vec![]));
}

/// Each lacks one of the conditions. The first ones differ from the gaps at small positions.
#[test]
fn coins_that_move_otherwise_are_not_their_gaps() {
    let strip = strip(2, "1");
    let less = "S(a, b) -> S(a, k) for k in a+1..b-1";
    for (game, position, gap) in [
        ("S(a, b) -> S(k, b) for k in 1..a-1, S(a, b) -> S(a, k) for k in a..b-1".to_owned(), "S(1, 2)", 0),
        ("S(a, b) -> S(k, b) for k in 1..a-1, S(a, b) -> S(a, k) for k in 1..b-1".to_owned(), "S(1, 2)", 0),
        ("S(a, b) -> S(k, b) for k in 1..a-1, S(a, b) -> S(a, k) for k in a+1..b-2".to_owned(), "S(1, 3)", 1),
        (format!("{strip}, S(a, b) -> S(a, b-1) where b > 0 and a < b"), "S(1, 2)", 0),
        (format!("{strip}, S(a, b) -> S(a-1, b-1) where a > 1"), "S(2, 3)", 0),
    ] {
        let rules = crate::game(&game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        let parts = crate::position(&rules, position).expect("a position");
        assert_ne!(PlainSearch::default().value(&rules.ruleset, &parts[0]), Nimber(gap), "{game}");
        assert_eq!(Reduction::of(&rules.ruleset, &[]), [], "{game}");
        assert_eq!(Reduction::named("coin-gaps 1").and_then(|gaps| gaps.target(&rules.ruleset)), None, "{game}");
    }
    for game in [
        less.to_owned(),
        format!("{less}, {less}"),
        format!("{strip}, {less}"),
        "S(a, b) -> S(k, b) for k in 1..a, S(a, b) -> S(a, k) for k in a+1..b-1".to_owned(),
        "S(a, b) -> S(k, b) for k in 1..b-1, S(a, b) -> S(a, k) for k in a+1..b-1".to_owned(),
        "S(a, b) -> S(k, b) for k in 1..a-1, S(a, b) -> S(k, b) for k in a+1..b-1".to_owned(),
        "S(a, b) -> S(k, b) for k in b..a-1, S(a, b) -> S(a, k) for k in a+1..b-1".to_owned(),
        "S(a, b) -> S(b, k) for k in 1..a-1, S(a, b) -> S(a, k) for k in a+1..b-1".to_owned(),
        "S(a, b) -> S(k, b) + S(k, b) for k in 1..a-1, S(a, b) -> S(a, k) for k in a+1..b-1".to_owned(),
        "S(a, b) -> S(k, b) for k in 1..a-1, S(a, b) -> S(a, k) for k in a+1..b-1, T(a) -> T(a-1)".to_owned(),
        "S(a, b) -> S(k, b) for k in {1} or 2..a-1, S(a, b) -> S(a, k) for k in a+1..b-1".to_owned(),
        strip.replace("1..a-1", "1..a-1 where k != 2"),
        strip.replace("1..a-1", "1..a-2"),
        strip.replace("1..a-1", "b-b..a-1"),
    ] {
        // Some are not games, since play need not end.
        let Ok(rules) = crate::game(&game) else { continue };
        assert_eq!(Reduction::of(&rules.ruleset, &[]), [], "{game}");
    }
    let rules = crate::game(&strip).expect("a game").ruleset;
    assert_eq!(Reduction::named("coin-gaps 0").and_then(|gaps| gaps.target(&rules)), None);
    assert!(
        ["coin-gaps", "coin-gaps 01", "coin-gaps +1", "coin-gaps 1 "]
            .iter()
            .all(|name| Reduction::named(name).is_none())
    );
    // Two coins on one square are no position of the theorem.
    let two = Component::Typed(crate::Typed { kind: "S".into(), sizes: vec![2, 2] });
    assert_eq!(PlainSearch::default().value(&rules, &two), Nimber(1));
}

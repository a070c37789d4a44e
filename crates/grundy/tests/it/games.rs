//! Random small games on every board, each with a position: texts put together from the sentences
//! of the language.
//!
//! Every text made here is meant to be read: a refusal fails the test that asked for it.

use proptest::prelude::*;

/// A game's text and a position of it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub game: String,
    pub position: String,
}

fn one_of(texts: &'static [&'static str]) -> BoxedStrategy<String> {
    proptest::sample::select(texts).prop_map(str::to_owned).boxed()
}

fn word(letters: &'static str, lengths: std::ops::Range<usize>) -> BoxedStrategy<String> {
    let letters: Vec<char> = letters.chars().collect();
    proptest::collection::vec(proptest::sample::select(letters), lengths)
        .prop_map(|letters| letters.into_iter().collect())
        .boxed()
}

fn joined(texts: BoxedStrategy<String>, most: usize, by: &'static str) -> BoxedStrategy<String> {
    proptest::collection::vec(texts, 1..=most).prop_map(move |texts| texts.join(by)).boxed()
}

fn words() -> BoxedStrategy<String> {
    prop_oneof![
        joined(word("abc", 1..4).prop_map(|word| format!("\"{word}\"")).boxed(), 3, " or "),
        joined(word("abc", 1..4), 3, ", ").prop_map(|words| format!("word in {{{words}}}")),
    ]
    .boxed()
}

fn sample(game: BoxedStrategy<String>, position: BoxedStrategy<String>) -> BoxedStrategy<Sample> {
    (game, position).prop_map(|(game, position)| Sample { game, position }).boxed()
}

fn heap_move() -> BoxedStrategy<String> {
    let amounts = prop_oneof![
        one_of(&[
            "any",
            "odd",
            "even",
            "prime",
            "square",
            "any but {2, 5}",
            "odd but 3",
            "{1, 4, 9}",
            "2 or 3",
            "1..3",
            "3.."
        ]),
        joined((1..7u32).prop_map(|amount| amount.to_string()).boxed(), 3, " or "),
    ];
    let leaving = one_of(&[
        "",
        "",
        " leaving 0 heaps",
        " leaving 1 heap",
        " leaving 1..2 heaps",
        " leaving 2 unequal heaps",
        " leaving 0..3 heaps",
        " leaving 2 equal heaps",
    ]);
    prop_oneof![
        3 => (amounts, leaving).prop_map(|(amounts, leaving)| format!("take {amounts}{leaving}")),
        1 => one_of(&["split into 2 heaps", "split into 2 unequal heaps", "split into 2..3 heaps", "split into 3 unequal heaps"]),
        2 => (proptest::sample::select(vec!['0', '4']), word("01234567", 1..4)).prop_map(|(first, rest)| format!("octal {first}.{rest}")),
        1 => word("0123456789ABCDEF", 1..3).prop_map(|digits| format!("hex 0.{digits}")),
        3 => one_of(&[
            "a -> (a - 2b) + (a - b) for b in 1..a/2",
            "a -> (b) for b in 0..a-1 where gcd(a, b) = 1",
            "a -> (b) + (c) for b + c = a - 1 where b != c",
            "a -> 3 of (a/2) where a > 0",
            "a -> a - d for d in 1..a/2 where a % d = 0",
            "a -> (sqrt(a)) where a > 1",
            "a -> (b) + (b) + (a - 2b) for b in 1..(a - 1)/2",
            "a -> (b) for b in {0, 1, a/2} where b < a",
            "a -> (a - sum(i for i in 1..k)) for k in 1..3 where not (prime(a) or k = 2)",
            // In misère play sums do not split: the number of positions grows as that of multisets.
            "a -> heaps(b for b in c..a-1) for c in 1..a where a < 5",
            "a -> heaps(b for b in a-k..a-1) + heaps(b for b in 1..k-1) for k in 1..a where a < 5",
            "a -> any of heaps(b for b in max(1, a-2)..a-1) where a < 6",
            "a -> (k) + any of heaps(b + (a+k-b) for b in k+1..(a+k-1)/2 where b < k+3) for k in 0..a-1 where a < 6",
            "a -> (a - 1) + heaps(d for d in 1..a/2 where a % d = 0) where a < 6",
            "a -> heaps(2 of (b/2) + (k - b) for b in k-1..k) for k in 1..a-1 where a % 2 = 1 where a < 6",
        ]),
    ]
    .boxed()
}

fn heap() -> BoxedStrategy<Sample> {
    let position = joined((0..13u32).prop_map(|size| size.to_string()).boxed(), 3, " + ");
    let game = joined(heap_move(), 2, ", ").prop_map(on_heaps).boxed();
    sample(game, position)
}

/// `take square` without a board is played on rows.
fn on_heaps(moves: String) -> String {
    if moves.starts_with("take square") { format!("heap: {moves}") } else { moves }
}

fn typed() -> BoxedStrategy<Sample> {
    let pair = |kind: &'static str| (0..6u32, 0..6u32).prop_map(move |(a, b)| format!("{kind}({a}, {b})")).boxed();
    prop_oneof![
        sample(
            one_of(&["wythoff", "W(a, b) -> W(b, a - b) where a >= b and b > 0, W(a, b) -> W(a, b - 1)"]),
            joined(pair("W"), 2, " + ")
        ),
        sample(
            one_of(&["fibonacci-nim", "F(n, q) -> F(n - k, k) for k in 1..n where k != q"]),
            joined(pair("F"), 2, " + ")
        ),
        sample(
            one_of(&[
                "A(n) -> A(n-1), A(n) -> B(a) + A(b) for a + b = n - 2, B(n) -> B(n-2)",
                "A(n) -> heaps(A(b) + B(b/2) for b in c..c+1 where b < n) for c in 1..n, B(n) -> heaps(A(b) for b in n-3..n-2)",
                "A(n) -> 2 of B(n/2) where n > 0, B(n) -> A(n - 1) + B(n - 2), B(n) -> B(k) for k in 0..n-3",
            ]),
            joined(
                (proptest::sample::select(vec!["A", "B"]), 0..9u32)
                    .prop_map(|(kind, size)| format!("{kind}({size})"))
                    .boxed(),
                2,
                " + "
            ),
        ),
    ]
    .boxed()
}

fn factor() -> BoxedStrategy<String> {
    prop_oneof![
        one_of(&[
            "letter",
            "letter of a..b",
            "letter of \"ac\"",
            "run",
            "part of run",
            "palindrome 2..",
            "palindrome 2..3",
            "square",
            "half of square"
        ]),
        words(),
    ]
    .boxed()
}

/// A rule that shortens; pieces apart only where there are letters on both sides of the bar.
fn rewriting(anchors: bool) -> BoxedStrategy<String> {
    (word("abc", 2..4), word("abc", 0..3), any::<bool>(), 0..4u8)
        .prop_map(move |(left, mut right, bar, anchor)| {
            right.truncate(left.len() - 1);
            if bar && !right.is_empty() {
                right.insert(1, '|');
            }
            let (start, end) = if anchors { (anchor == 0, anchor == 1) } else { (false, false) };
            format!("{}\"{left}\"{} -> \"{right}\"", if start { "^" } else { "" }, if end { "$" } else { "" })
        })
        .boxed()
}

fn ending(order: bool) -> BoxedStrategy<String> {
    let counts = one_of(&[
        "",
        "",
        "",
        " until distinct",
        " until length at most 2",
        " until at most 1 distinct letters",
        " until no letter more than 2 times",
        " until no letter more than once",
        " until anagram of a palindrome",
    ]);
    let contains = words().prop_map(|words| {
        format!(" until it contains {}", if words.starts_with('w') { format!("a {words}") } else { words })
    });
    let ends = words().prop_map(|words| format!(" until it ends with {words}"));
    if order {
        prop_oneof![4 => counts, 1 => contains, 1 => ends, 1 => Just(" until increasing".to_owned())].boxed()
    } else {
        prop_oneof![4 => counts, 1 => contains].boxed()
    }
}

fn bare(word: &str) -> String {
    if word.is_empty() { "\"\"".into() } else { word.into() }
}

/// A move, which may have to leave listed words.
fn listed(moves: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let list = joined(word("abc", 1..5), 20, ", ").prop_map(|words| format!(" within word in {{{words}}}"));
    let list = prop_oneof![4 => Just(String::new()), 1 => list];
    (moves, list).prop_map(|(moves, list)| format!("{moves}{list}")).boxed()
}

fn row() -> BoxedStrategy<Sample> {
    let verb = (one_of(&["take", "cut"]), factor()).prop_map(|(verb, what)| format!("{verb} {what}"));
    let every = one_of(&[
        "cut every copy of a letter",
        "take every copy of a letter",
        "split into 2 parts",
        "split into 2..3 parts",
    ]);
    let letters = one_of(&["xyx -> x|y|x for letters x, y", "xx -> x for letters x", "xyy -> y|x for letters x, y"]);
    let moves = joined(listed(prop_oneof![4 => verb, 1 => every, 3 => rewriting(true)].boxed()), 2, ", ");
    let moves = prop_oneof![6 => moves, 1 => letters];
    let game = (moves, ending(true)).prop_map(|(moves, until)| format!("row: {moves}{until}")).boxed();
    sample(game, joined(word("abc", 0..7).prop_map(|word| bare(&word)).boxed(), 2, " + "))
}

fn ring() -> BoxedStrategy<Sample> {
    let verb = (one_of(&["take", "cut"]), factor()).prop_map(|(verb, what)| format!("{verb} {what}"));
    let moves = joined(prop_oneof![3 => verb, 2 => rewriting(false)].boxed(), 2, ", ");
    let game = (moves, ending(false)).prop_map(|(moves, until)| format!("ring: {moves}{until}")).boxed();
    sample(game, joined(word("abc", 0..7).prop_map(|word| format!("({word})")).boxed(), 2, " + "))
}

fn bag() -> BoxedStrategy<Sample> {
    let take =
        prop_oneof![one_of(&["letter", "letter of a..b"]), words()].prop_map(|what| format!("take {what}")).boxed();
    let list = joined(word("abc", 1..5), 20, ", ");
    let split = list.prop_map(|words| format!("split into 2..3 parts within word in {{{words}}}"));
    let moves = joined(prop_oneof![6 => listed(take), 1 => split].boxed(), 2, ", ");
    let game = (moves, ending(false)).prop_map(|(moves, until)| format!("bag: {moves}{until}")).boxed();
    sample(game, joined(word("abc", 0..8).prop_map(|word| format!("{{{word}}}")).boxed(), 2, " + "))
}

fn tape() -> BoxedStrategy<Sample> {
    let place = one_of(&["", "", " at either end"]);
    let avoid = prop_oneof![
        Just(String::new()),
        joined(
            prop_oneof![
                one_of(&["square", "cube", "abelian square", "abelian cube", "palindrome 3.."]),
                words(),
                words().prop_map(|words| format!("whole {words}"))
            ]
            .boxed(),
            2,
            " or "
        )
        .prop_map(|what| format!(" avoiding {what}")),
    ];
    let within = prop_oneof![
        Just(String::new()),
        words().prop_map(|words| format!(" within {words}")),
        words().prop_map(|words| format!(" within factor of {words}")),
    ];
    let game = (place, within, avoid, ending(true))
        .prop_map(|(place, within, avoid, until)| format!("tape: append letter of a..c{place}{within}{avoid}{until}"))
        .boxed();
    sample(
        game,
        joined(
            (word("abc", 0..4), 0..5u32).prop_map(|(word, left)| format!("{}/{left}", bare(&word))).boxed(),
            2,
            " + ",
        ),
    )
    .prop_filter("play reaches the tape", |sample| {
        let game = grundy::games::game(&sample.game).expect("a game");
        !grundy::games::position(&game, &sample.position).is_err_and(|fault| fault.code == "G049")
    })
    .boxed()
}

fn graph() -> BoxedStrategy<Sample> {
    let kinds =
        one_of(&["vertex", "vertex with its neighbours", "edge", "edge with its ends", "all leaves but at most one"]);
    let game = joined(kinds.prop_map(|kind| format!("take {kind}")).boxed(), 2, ", ");
    let cells = proptest::collection::vec(word("..#", 1..4), 1..4)
        .prop_map(|rows| rows.iter().map(|row| format!("{row:#<3}")).collect::<Vec<_>>().join("/"));
    let edges = proptest::collection::vec((0..6u32, 0..6u32), 1..7).prop_map(|edges| {
        // A graph has neither loops nor repeated edges.
        let mut edges: Vec<(u32, u32)> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.retain(|(a, b)| a != b);
        edges.sort_unstable();
        edges.dedup();
        let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        format!("{{{}}}", edges.join(" "))
    });
    let generated = one_of(&[
        "2x3",
        "grid 1x5",
        "path 6",
        "cycle 5",
        "complete 4",
        "bipartite 2x3",
        "star 4",
        "spider [1,1,2]",
        "tree [0,0,1]",
        "knights 3x3",
        "path 6 [1,3]",
        "{0 1-2}",
    ]);
    let position = prop_oneof![2 => cells, 2 => edges, 1 => generated].boxed();
    sample(game.prop_map(|moves| format!("graph: {moves}")).boxed(), joined(position, 2, " + "))
}

fn ground() -> BoxedStrategy<Sample> {
    // Loops and repeated edges count, and vertex 0 is always there.
    let edges = proptest::collection::vec((0..5u32, 0..5u32), 0..7).prop_map(|edges| {
        let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b} ")).collect();
        format!("{{{}0}} on 0", edges.join(""))
    });
    let generated =
        one_of(&["2x3 on 1", "path 5 on 2", "cycle 5 on 0", "complete 4 on 3", "tree [0,0,1] on 1", "..#/... on 0"]);
    let position = prop_oneof![3 => edges, 1 => generated].boxed();
    sample(
        one_of(&["green-hackenbush", "graph: take edge with what it cuts off from ground"]),
        joined(position, 2, " + "),
    )
}

fn set() -> BoxedStrategy<Sample> {
    let members = proptest::collection::btree_set(1..9u64, 0..5).prop_map(|members| format!("{members:?}"));
    sample(
        one_of(&["set: add the difference of two", "set: add difference of two numbers"]),
        joined(members.boxed(), 2, " + "),
    )
}

fn permutation() -> BoxedStrategy<Sample> {
    let numbers = proptest::sample::subsequence((1..9u64).collect::<Vec<_>>(), 0..6).prop_shuffle();
    let numbers = numbers.prop_map(|numbers| format!("{numbers:?}"));
    sample(one_of(&["quicksort", "permutation: partition around pivot"]), joined(numbers.boxed(), 2, " + "))
}

fn token() -> BoxedStrategy<Sample> {
    let pairs = |sign: &'static str| {
        proptest::collection::btree_set((0..5u32, 1..3u32), 1..7).prop_map(move |edges| {
            let edges: Vec<String> = edges.iter().map(|(a, step)| format!("{a}{sign}{}", a + step)).collect();
            format!("{{{}}}", edges.join(" "))
        })
    };
    let back = proptest::collection::btree_set((0..5u32, 0..5u32), 1..7).prop_map(|arcs| {
        let arcs: Vec<String> = arcs.iter().map(|(a, b)| format!("{a}>{b}")).collect();
        format!("{{{}}}", arcs.join(" "))
    });
    let generated = one_of(&["2x3", "path 5", "cycle 5", "complete 4", "star 4", "tree [0,0,1]", "..#/..."]);
    // Every graph has a vertex 0 or 1 among those that it is asked for: what it lacks is added.
    let from = |graph: BoxedStrategy<String>| {
        let stand = |graph: String| match graph.strip_suffix('}') {
            Some(open) => format!("{open} 0}} from 0"),
            None => format!("{graph} from 1"),
        };
        joined(graph.prop_map(stand).boxed(), 2, " + ")
    };
    let both_ways = one_of(&["geography", "edge-geography", "token: move along edge to new vertex"]);
    let one_way = one_of(&["directed-geography", "token: move along new arc"]);
    prop_oneof![
        sample(both_ways, from(prop_oneof![2 => pairs("-"), 1 => generated].boxed())),
        sample(one_way, from(prop_oneof![pairs(">"), back].boxed())),
    ]
    .boxed()
}

fn stones() -> BoxedStrategy<Sample> {
    let laden = |sign: &'static str, down: bool| {
        let edges = proptest::collection::btree_set((0..4u32, 1..3u32), 0..6);
        let stones = proptest::collection::vec(0..3u32, 4);
        (edges, stones).prop_map(move |(edges, stones)| {
            let ends = |&(a, step): &(u32, u32)| if down { (a + step, a) } else { (a, (a + step) % 4) };
            let edges: Vec<String> = edges.iter().map(ends).map(|(a, b)| format!("{a}{sign}{b} ")).collect();
            let stones: Vec<String> = stones.iter().enumerate().map(|(at, count)| format!("{at}:{count}")).collect();
            format!("{{{}0 1 2 3}} with {}", edges.concat(), stones.join(" "))
        })
    };
    let generated = one_of(&["path 4 with [0,2,1,3]", "tree [0,0,1] with 3:2 1:1", "2x3 with 5:2", "star 2 with none"]);
    let amounts = one_of(&["any", "1..2", "odd", "{1, 3}", "any but 2", "2.."]);
    let token = |graph: BoxedStrategy<String>| graph.prop_map(|graph| format!("{graph} from 1")).boxed();
    let walked = one_of(&["3x3 with [1,2,0,1,0,2,0,1,0]", "cycle 5 with 0:2 1:3 2:1", "path 3 with 1:2 2:1"]);
    prop_oneof![
        sample(
            amounts.prop_map(|amounts| format!("stones: move {amounts} along an arc")).boxed(),
            joined(prop_oneof![3 => laden(">", true), 1 => generated].boxed(), 2, " + "),
        ),
        sample(
            one_of(&[
                "stones: take 1 at the token, then move it along an edge",
                "stones: take any at the token, then move it along an edge",
            ]),
            joined(token(prop_oneof![laden("-", true), walked.clone()].boxed()), 2, " + "),
        ),
        sample(
            one_of(&[
                "stones: take any at the token, then move it along an edge, joining the neighbours of an emptied vertex",
                "stones: take 1 at the token, then move it along an edge, joining the neighbours of an emptied vertex",
            ]),
            joined(token(prop_oneof![laden("-", true), walked].boxed()), 2, " + "),
        ),
        sample(
            one_of(&["stones: take 1..2 or 4 at the token, then move it along an arc"]),
            joined(token(laden(">", false).boxed()), 2, " + "),
        ),
    ]
    .boxed()
}

fn poset() -> BoxedStrategy<Sample> {
    let bar = proptest::collection::vec(1..5u32, 1..4).prop_map(|mut rows| {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        match rows[..] {
            [length] => format!("1x{length}"),
            _ => rows.iter().map(u32::to_string).collect::<Vec<_>>().join("."),
        }
    });
    let order = proptest::collection::vec((0..5u32, 1..3u32), 1..6).prop_map(|pairs| {
        let pairs: Vec<String> = pairs.iter().map(|(low, step)| format!("{low}<{}", low + step)).collect();
        format!("{{{}}}", pairs.join(" "))
    });
    let position = prop_oneof![bar, order].boxed();
    sample(one_of(&["poset: take element with all above", "chomp"]), joined(position, 2, " + "))
}

/// A game on any board.
pub fn any_game() -> BoxedStrategy<Sample> {
    prop_oneof![
        heap(),
        typed(),
        row(),
        ring(),
        bag(),
        tape(),
        graph(),
        ground(),
        poset(),
        token(),
        set(),
        stones(),
        permutation()
    ]
    .boxed()
}

/// A game and a position with few moves, so that sums can be followed to their ends.
pub fn small_game() -> BoxedStrategy<Sample> {
    let size = (0..6u32).prop_map(|size| size.to_string()).boxed();
    let short = word("ab", 0..4);
    prop_oneof![
        sample(heap_move().prop_map(on_heaps).boxed(), joined(size, 2, " + ")),
        sample(
            prop_oneof![
                (one_of(&["take", "cut"]), factor()).prop_map(|(verb, what)| format!("row: {verb} {what}")),
                rewriting(true)
            ]
            .boxed(),
            joined(short.clone().prop_map(|word| bare(&word)).boxed(), 2, " + "),
        ),
        sample(
            words().prop_map(|words| format!("bag: take letter, take {words}")).boxed(),
            joined(short.prop_map(|word| format!("{{{word}}}")).boxed(), 2, " + "),
        ),
        graph(),
        poset(),
        ground(),
        set(),
        permutation(),
        token(),
        stones(),
    ]
    .boxed()
}

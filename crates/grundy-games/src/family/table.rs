//! The table of the named games, sorted by name. The text of a game is in its printed form, so that
//! a game is recognised by its text.

use crate::family::{BLANK, Family, Form, Parameter, Setting};

/// A row of coins: `HTTH` are the heads at the places 1 and 4.
const COINS: &[Form] = &[Form { given: "HT", means: "" }];

/// The families, sorted by name. The example is solved quickly, and `about` is the rules.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "apples",
        title: "Two or three apples",
        aliases: &["two-or-three-apples"],
        game: "take 2 or 3",
        example: "7",
        about: "Eat two or three apples from the box.",
        reference: "a tutorial on Grundy numbers",
        ..BLANK
    },
    Family {
        name: "arc-kayles",
        title: "Arc Kayles",
        game: "graph: take edge with its ends",
        example: "path 7",
        about: "Take an edge of a graph with both its ends.",
        reference: "T. J. Schaefer, 1978",
        ..BLANK
    },
    Family {
        name: "chomp",
        title: "Chomp",
        aliases: &["gales-chomp"],
        game: "poset: take element with all above",
        forms: &[Form { given: "{1} {2}", means: "{1}x{2}" }],
        example: "4x5",
        about: "Bite off a square of a bar with everything right of it and below it; the corner is poison and never taken.",
        reference: "D. Gale, A curious Nim-type game, 1974",
        ..BLANK
    },
    Family {
        name: "chomp-2",
        title: "Two-row Chomp",
        aliases: &["two-row-chomp"],
        game: "C(a, b) -> C(c, min(b, c)) for c in 1..a-1, C(a, b) -> C(a, c) for c in 0..b-1",
        forms: &[Form { given: "{1}>{2}", means: "C({1}, {2})" }],
        example: "C(5, 4)",
        about: "Chomp on two rows of a >= b squares: bite off a square with everything right of it and below it; the last square is poison and never taken.",
        reference: "D. Gale, A curious Nim-type game, 1974",
        ..BLANK
    },
    Family {
        name: "couples-are-forever",
        title: "Couples Are Forever",
        game: "a -> b + (a-b) for b in 1..a/2 where a > 2",
        example: "12",
        about: "Split a heap of more than two counters in two.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "cram",
        title: "Cram",
        aliases: &["plugg", "dots-and-pairs"],
        game: "graph: take edge with its ends",
        forms: &[Form { given: "{1} {2}", means: "grid {1}x{2}" }],
        example: "4x5",
        about: "Cover two neighbouring cells of a board with a domino.",
        reference: "M. Gardner, Scientific American, February 1974",
        ..BLANK
    },
    Family {
        name: "dawsons-chess",
        title: "Dawson's Chess",
        aliases: &["dawson-chess", "dawson"],
        game: "octal 0.137",
        example: "12",
        about: "Two rows of pawns that must capture if they can; on one row of pins: take a pin and its neighbours.",
        reference: "T. R. Dawson, 1935; Guy and Smith 1956; OEIS A002187",
        ..BLANK
    },
    Family {
        name: "dawsons-kayles",
        title: "Dawson's Kayles",
        aliases: &["dawson-kayles"],
        game: "octal 0.07",
        example: "12",
        about: "A row of pins; a throw knocks down two neighbours.",
        reference: "Guy and Smith 1956; OEIS A002187, from heap 1 on",
        ..BLANK
    },
    Family {
        name: "dim",
        title: "Dim",
        game: "a -> (a-d) for d in 1..a where a%d = 0",
        example: "12",
        about: "Take a number of counters that divides the size of the heap.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "directed-geography",
        title: "Directed Geography",
        aliases: &["generalized-geography"],
        game: "token: move along arc to new vertex",
        example: "{a>b b>c c>a c>d} from a",
        about: "A token moves along arcs, in their direction, and visits no vertex twice.",
        reference: "T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978",
        ..BLANK
    },
    Family {
        name: "divisor-game",
        title: "Divisor Game",
        aliases: &["proper-divisor-game"],
        game: "a -> (a-d) for d in 1..a/2 where a%d = 0",
        example: "12",
        about: "Subtract a proper divisor of the number; who is left with 1 loses.",
        reference: "LeetCode 1025; Codeforces 1537D",
        ..BLANK
    },
    Family {
        name: "edge-geography",
        title: "Edge Geography",
        aliases: &["undirected-edge-geography"],
        game: "token: move along new edge",
        example: "grid 3x3 from 0",
        about: "A token moves along the edges of a graph, and uses no edge twice.",
        reference: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993",
        ..BLANK
    },
    Family {
        name: "euclid",
        title: "Euclid",
        aliases: &["game-of-euclid", "euclids-game", "euclid-game"],
        game: "E(a, b) -> E(a-k*b, b) where b > 0 for k in 1..a/b, E(a, b) -> E(a, b-k*a) where a > 0 for k in 1..b/a",
        forms: &[Form { given: "{1} {2}", means: "E({1}, {2})" }],
        example: "E(25, 7)",
        about: "Two numbers: subtract a positive multiple of the smaller from the larger, which stays at least 0; who makes a 0 wins.",
        reference: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, 1969",
        ..BLANK
    },
    Family {
        name: "exact-nim",
        title: "Exact Nim",
        aliases: &["exact-k-nim"],
        parameters: &[Parameter::count("the number of heaps that a move lowers")],
        game: "piles: take any from {1} piles",
        example: "[3, 4, 5]",
        about: "Nim in which a move lowers exactly k of them, each by any number.",
        reference: "E. Boros, V. Gurvich and others, Exact k-Nim, 2015",
        ..BLANK
    },
    Family {
        name: "fibonacci-nim",
        title: "Fibonacci Nim",
        aliases: &["fibonaccis-nim", "fibonacci"],
        game: "F(n, q) -> F(n-k, min(2*k, n-k)) for k in 1..min(n, q)",
        forms: &[Form { given: "{1}", means: "F({1}, {1-1})" }],
        example: "F(12, 11)",
        about: "Take counters from one heap, at most twice as many as the previous move; in F(n, q), the next move takes up to q.",
        reference: "M. J. Whinihan, Fibonacci Nim, 1963",
        ..BLANK
    },
    Family {
        name: "game-of-trust",
        title: "Game of Trust",
        aliases: &["trust"],
        parameters: &[Parameter::list("the list of forbidden words")],
        game: "tape: append letter of a..j until it ends with word in {1}",
        example: "abc/50",
        about: "Write letters on a tape; completing a forbidden word ends that tape. abc/50: fifty letters may follow abc.",
        reference: "beecrowd 1853, Daenerys' Game of Trust",
        ..BLANK
    },
    Family {
        name: "game-on-strings",
        title: "A Game on Strings",
        aliases: &["strings", "a-game-on-strings", "string-game"],
        game: "row: cut every copy of a letter",
        example: "abacaba",
        about: "Choose a letter and delete all its copies; the parts between them become separate words.",
        reference: "Codeforces 1037G",
        ..BLANK
    },
    Family {
        name: "geography",
        title: "Geography",
        aliases: &["undirected-geography", "undirected-vertex-geography"],
        game: "token: move along edge to new vertex",
        example: "grid 3x3 from 0",
        about: "A token moves along the edges of a graph, and visits no vertex twice.",
        reference: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993",
        ..BLANK
    },
    Family {
        name: "ghost",
        title: "Ghost",
        aliases: &["ghosts"],
        parameters: &[Parameter::list("a word list")],
        settings: Setting::WORDS,
        game: "tape: append letter within word of 4.. letters a..z in {1} avoiding whole word of 4.. letters a..z in {1}",
        position: Some("\"\""),
        example: "\"\"",
        about: "Add a letter so that the tape remains the beginning of a word of at least four letters; completing a word is forbidden, so the player who cannot continue loses. Other words count with `min = 3`, `letters = any`.",
        reference: "a spoken word game",
        ..BLANK
    },
    Family {
        name: "green-hackenbush",
        title: "Green Hackenbush",
        aliases: &["hackenbush-on-graphs", "christmas-game"],
        game: "graph: take edge with what it cuts off from the ground",
        example: "{g-a g-b a-b b-c} on g",
        about: "Take an edge of a picture that stands on the ground: whatever is no longer connected to the ground falls with it.",
        reference: "Winning Ways, chapter 7",
        ..BLANK
    },
    Family {
        name: "grundys-game",
        title: "Grundy's Game",
        aliases: &["grundy", "grundys", "grundy-game"],
        game: "split into 2 unequal heaps",
        example: "12",
        about: "Split one heap into two unequal heaps.",
        reference: "P. M. Grundy, Mathematics and games, 1939; OEIS A002188",
        ..BLANK
    },
    Family {
        name: "guiles",
        title: "Guiles",
        game: "octal 0.15",
        example: "12",
        about: "Take a heap of one, or two counters from the middle or all of a heap.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "hackenbush",
        title: "Hackenbush on trees",
        aliases: &["hackenbush-on-trees", "green-hackenbush-on-trees"],
        game: "poset: take element with all above",
        example: "{a<b a<c c<d}",
        about: "Cut an edge of a tree that stands on the ground: all edges that it carries fall with it. An element is an edge; a<b if edge b stands on edge a.",
        reference: "Winning Ways, chapter 2",
        ..BLANK
    },
    Family {
        name: "kayles",
        title: "Kayles",
        aliases: &["rip-van-winkles-game"],
        game: "octal 0.77",
        example: "12",
        about: "A row of pins; a throw knocks down one pin or two neighbours.",
        reference: "H. E. Dudeney, The Canterbury Puzzles, 1908; OEIS A002186",
        ..BLANK
    },
    Family {
        name: "laskers-nim",
        title: "Lasker's Nim",
        aliases: &["lasker", "lasker-nim"],
        game: "take any, split into 2 heaps",
        example: "7",
        about: "Nim, or split a heap in two.",
        reference: "Edward Lasker; Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "mark",
        title: "Mark",
        game: "a -> (a-1), a -> (a/2)",
        example: "12",
        about: "Take one counter, or halve the heap, rounded down.",
        reference: "A. S. Fraenkel, The vile, dopey, evil and odious game players, 2012",
        ..BLANK
    },
    Family {
        name: "mock-turtles",
        title: "Mock Turtles",
        aliases: &["mock-turtle"],
        game: "a -> b + c for c in 0..a-1 for b in 0..max(c-1, 0)",
        forms: COINS,
        example: "3 + 7",
        about: "Turn a head to tails and, if you like, turn one or two coins to the left of it. A heap of n is a head at place n, counted from 1; two heads at one place cancel.",
        reference: "Winning Ways, chapter 14",
        ..BLANK
    },
    Family {
        name: "moore",
        title: "Moore's Nim",
        aliases: &["moores-nim", "moore-nim", "nim-k", "moores-nim-k"],
        parameters: &[Parameter::count("the most heaps that a move may lower")],
        game: "piles: take any from 1..{1} piles",
        example: "[3, 4, 5]",
        about: "Nim in which a move lowers at least one and at most k of them, each by any number.",
        reference: "E. H. Moore, A generalization of the game called Nim, 1910",
        ..BLANK
    },
    Family {
        name: "nim",
        title: "Nim",
        aliases: &["bouton", "boutons-nim", "nimble"],
        game: "take any",
        example: "7",
        about: "Take any number of counters from one heap. In Nimble, a coin on square n, counted from 0, is a heap of n.",
        reference: "C. L. Bouton, 1901",
        ..BLANK
    },
    Family {
        name: "nim-with-a-pass",
        title: "Nim with a Pass",
        aliases: &["nim-pass", "pass-nim", "nim-with-one-pass"],
        game: "P(a, b, c, p) -> P(a-k, b, c, p) for k in 1..a, P(a, b, c, p) -> P(a, b-k, c, p) for k in 1..b, P(a, b, c, p) -> P(a, b, c-k, p) for k in 1..c, P(a, b, c, p) -> P(a, b, c, 0) where p = 1 and a+b+c > 0",
        forms: &[
            Form { given: "{1}", means: "P({1}, 0, 0, 1)" },
            Form { given: "{1} {2}", means: "P({1}, {2}, 0, 1)" },
            Form { given: "{1} {2} {3}", means: "P({1}, {2}, {3}, 1)" },
        ],
        example: "P(3, 4, 5, 1)",
        about: "Nim with up to three heaps, in which one pass may be used once in the game, by either player, while counters are left; in P(a, b, c, p), p is the number of passes left.",
        reference: "R. E. Morrison, E. J. Friedman, A. S. Landsberg, Combinatorial games with a pass, 2012",
        ..BLANK
    },
    Family {
        name: "node-kayles",
        title: "Node Kayles",
        game: "graph: take vertex with its neighbours",
        example: "path 7",
        about: "Take a vertex of a graph with its neighbours.",
        reference: "T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978",
        ..BLANK
    },
    Family {
        name: "notakto",
        title: "Notakto",
        aliases: &["no-tac-toe", "misere-tic-tac-toe"],
        game: "misère N(a, b, c) -> N(a-k, b, c) for k in 1 or 2 or 4 where a/k%2 = 1 and a > 0 and b > 0 and c > 0 and a/4%2+b/4%2+c/4%2 > 0 and a/2%2+b/2%2+c/2%2 > 0 and a/1%2+b/1%2+c/1%2 > 0 and a/4%2+b/2%2+c%2 > 0 and a%2+b/2%2+c/4%2 > 0, N(a, b, c) -> N(a, b-k, c) for k in 1 or 2 or 4 where b/k%2 = 1 and a > 0 and b > 0 and c > 0 and a/4%2+b/4%2+c/4%2 > 0 and a/2%2+b/2%2+c/2%2 > 0 and a/1%2+b/1%2+c/1%2 > 0 and a/4%2+b/2%2+c%2 > 0 and a%2+b/2%2+c/4%2 > 0, N(a, b, c) -> N(a, b, c-k) for k in 1 or 2 or 4 where c/k%2 = 1 and a > 0 and b > 0 and c > 0 and a/4%2+b/4%2+c/4%2 > 0 and a/2%2+b/2%2+c/2%2 > 0 and a/1%2+b/1%2+c/1%2 > 0 and a/4%2+b/2%2+c%2 > 0 and a%2+b/2%2+c/4%2 > 0",
        forms: &[Form { given: "3 3", means: "N(7, 7, 7)" }],
        position: Some("N(7, 7, 7)"),
        example: "N(7, 5, 7)",
        about: "Tic-tac-toe in which both players mark crosses: a board with three in a row is dead, and who kills the last board loses. In N(a, b, c), each row is the sum of 4, 2 and 1 for its free cells, from left to right.",
        reference: "T. E. Plambeck and G. Whitehead, The secrets of Notakto, 2013",
        ..BLANK
    },
    Family {
        name: "officers",
        title: "Officers",
        game: "octal 0.6",
        example: "12",
        about: "Take one counter of a heap of at least two; the rest may be split in two.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "prim",
        title: "Prim",
        game: "a -> (a-k) for k in 1..a where gcd(a, k) = 1",
        example: "12",
        about: "Take a number of counters that is coprime to the size of the heap.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "quicksort",
        title: "Quicksort",
        aliases: &["quicksort-game"],
        game: "permutation: partition around a pivot",
        example: "[4, 1, 6, 5, 7, 3, 8, 2]",
        about: "Choose a number; the smaller ones go before it and the larger ones after it, each side in its order.",
        reference: "the move of C. A. R. Hoare's Quicksort, 1961, as a game",
        ..BLANK
    },
    Family {
        name: "ruler",
        title: "Ruler",
        game: "n -> heaps(b for b in c..n-1) for c in 1..n",
        forms: COINS,
        example: "12",
        about: "Turn a coin from heads to tails, and any number of consecutive coins before it; the heads are heaps of their places, counted from 1.",
        reference: "Winning Ways, chapter 14",
        ..BLANK
    },
    Family {
        name: "silver-dollar",
        title: "Silver Dollar",
        aliases: &["silver-dollar-game", "silver-dollar-without-the-dollar", "nim-on-a-strip"],
        game: "S(a, b, c, d, e, f, g, h) -> S(k, b, c, d, e, f, g, h) for k in 1..a-1, S(a, b, c, d, e, f, g, h) -> S(a, k, c, d, e, f, g, h) for k in a+1..b-1, S(a, b, c, d, e, f, g, h) -> S(a, b, k, d, e, f, g, h) for k in b+1..c-1, S(a, b, c, d, e, f, g, h) -> S(a, b, c, k, e, f, g, h) for k in c+1..d-1, S(a, b, c, d, e, f, g, h) -> S(a, b, c, d, k, f, g, h) for k in d+1..e-1, S(a, b, c, d, e, f, g, h) -> S(a, b, c, d, e, k, g, h) for k in e+1..f-1, S(a, b, c, d, e, f, g, h) -> S(a, b, c, d, e, f, k, h) for k in f+1..g-1, S(a, b, c, d, e, f, g, h) -> S(a, b, c, d, e, f, g, k) for k in g+1..h-1",
        forms: &[
            Form { given: "{1}<{2}<{3}", means: "S(0, 0, 0, 0, 0, {1}, {2}, {3})" },
            Form { given: "{1}", means: "S(0, 0, 0, 0, 0, 0, 0, {1})" },
            Form { given: "{1}<{2}", means: "S(0, 0, 0, 0, 0, 0, {1}, {2})" },
            Form { given: "{1}<{2}<{3}<{4}", means: "S(0, 0, 0, 0, {1}, {2}, {3}, {4})" },
            Form { given: "{1}<{2}<{3}<{4}<{5}", means: "S(0, 0, 0, {1}, {2}, {3}, {4}, {5})" },
            Form { given: "{1}<{2}<{3}<{4}<{5}<{6}", means: "S(0, 0, {1}, {2}, {3}, {4}, {5}, {6})" },
            Form { given: "{1}<{2}<{3}<{4}<{5}<{6}<{7}", means: "S(0, {1}, {2}, {3}, {4}, {5}, {6}, {7})" },
            Form { given: "{1}<{2}<{3}<{4}<{5}<{6}<{7}<{8}", means: "S({1}, {2}, {3}, {4}, {5}, {6}, {7}, {8})" },
        ],
        example: "S(0, 0, 0, 0, 2, 5, 9, 14)",
        about: "Up to eight coins on different squares of a strip: move a coin to a lower square, past no other coin. Bare numbers are the squares, counted from 1; S(..) has eight, with 0 for each coin that is not there.",
        reference: "Winning Ways, chapter 14, without the dollar",
        ..BLANK
    },
    Family {
        name: "staircase-from-floor",
        title: "Staircase Nim from the floor",
        aliases: &["staircase-0"],
        game: "F(d, c, b, a) -> F(d-k, c+k, b, a) for k in 1..d, F(d, c, b, a) -> F(d, c-k, b+k, a) for k in 1..c, F(d, c, b, a) -> F(d, c, b-k, a+k) for k in 1..b, F(d, c, b, a) -> F(d, c, b, a-k) for k in 1..a",
        forms: &[
            Form { given: "{1} {2}", means: "F(0, 0, 0, {2})" },
            Form { given: "{1} {2} {3}", means: "F(0, 0, {3}, {2})" },
            Form { given: "{1} {2} {3} {4}", means: "F(0, {4}, {3}, {2})" },
            Form { given: "{1} {2} {3} {4} {5}", means: "F({5}, {4}, {3}, {2})" },
        ],
        example: "F(2, 4, 1, 3)",
        about: "Staircase Nim in which the first bare number counts the counters on the floor, which do not move: 0 3 1 4 has 3 counters on the first step.",
        reference: "Sprague, 1937; T. S. Ferguson, Game Theory, part I",
        ..BLANK
    },
    Family {
        name: "staircase-nim",
        title: "Staircase Nim",
        aliases: &["staircase"],
        game: "S(d, c, b, a) -> S(d-k, c+k, b, a) for k in 1..d, S(d, c, b, a) -> S(d, c-k, b+k, a) for k in 1..c, S(d, c, b, a) -> S(d, c, b-k, a+k) for k in 1..b, S(d, c, b, a) -> S(d, c, b, a-k) for k in 1..a",
        forms: &[
            Form { given: "{1}", means: "S(0, 0, 0, {1})" },
            Form { given: "{1} {2}", means: "S(0, 0, {2}, {1})" },
            Form { given: "{1} {2} {3}", means: "S(0, {3}, {2}, {1})" },
            Form { given: "{1} {2} {3} {4}", means: "S({4}, {3}, {2}, {1})" },
        ],
        example: "S(2, 4, 1, 3)",
        about: "Counters on up to four steps: move any number of counters from one step to the next lower one, or from the first step to the floor. Bare numbers are the steps from the lowest one up; S(d, c, b, a) has the highest first.",
        reference: "Sprague, 1937; T. S. Ferguson, Game Theory, part I",
        ..BLANK
    },
    Family {
        name: "subtract-a-square",
        title: "Subtract a Square",
        aliases: &["square-nim", "subtract-square"],
        game: "heap: take square",
        example: "20",
        about: "Take a square number of counters from one heap.",
        reference: "R. Epp; S. W. Golomb, 1966; LeetCode 1510",
        ..BLANK
    },
    Family {
        name: "subtraction",
        title: "Subtraction game",
        aliases: &["subtraction-game", "subtraction-set", "s-nim"],
        parameters: &[Parameter::numbers("the set of numbers that may be taken")],
        game: "take {1}",
        example: "7 + 12",
        about: "Take a number of counters that is in the set from one heap.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "superghost",
        title: "Superghost",
        parameters: &[Parameter::list("a word list")],
        settings: Setting::WORDS,
        game: "tape: append letter at either end within factor of word of 4.. letters a..z in {1} avoiding whole word of 4.. letters a..z in {1}",
        position: Some("\"\""),
        example: "\"\"",
        about: "Ghost with letters added at either end: the tape remains a part of a word. Other words count with `min = 3`, `letters = any`.",
        reference: "James Thurber, Do You Want to Make Something Out of It?, 1951",
        ..BLANK
    },
    Family {
        name: "treblecross",
        title: "Treblecross",
        aliases: &["one-dimensional-tic-tac-toe"],
        game: "a -> max(i-3, 0) + max(a-i-2, 0) for i in 1..a",
        example: "12",
        about: "A strip of cells; mark a cell so that there are no three marks in a row, and the next move cannot make them: a mark rules out two cells on either side. n cells are octal 0.007 on n + 2.",
        reference: "Winning Ways, chapter 4",
        ..BLANK
    },
    Family {
        name: "triplets",
        title: "Triplets",
        game: "a -> b + c for c in 2..a-1 for b in 1..c-1",
        forms: COINS,
        example: "3 + 7",
        about: "Turn three coins, the one farthest to the right from heads to tails. A heap of n is a head at place n, counted from 1; two heads at one place cancel.",
        reference: "Winning Ways, chapter 14",
        ..BLANK
    },
    Family {
        name: "turning-turtles",
        title: "Turning Turtles",
        aliases: &["turtles"],
        game: "take any",
        forms: COINS,
        example: "3 + 7",
        about: "Turn a head to tails and, if you like, turn one coin to the left of it. A heap of n is a head at place n, counted from 1; two heads at one place cancel.",
        reference: "Winning Ways, chapter 14",
        ..BLANK
    },
    Family {
        name: "twins",
        title: "Twins",
        game: "a -> b for b in 1..a-1",
        forms: COINS,
        example: "3 + 7",
        about: "Turn two coins, the one farther to the right from heads to tails. A heap of n is a head at place n, counted from 1; two heads at one place cancel.",
        reference: "Winning Ways, chapter 14",
        ..BLANK
    },
    Family {
        name: "vertexnim",
        title: "Vertexnim",
        game: "stones: take any at the token, then move it along an edge, joining the neighbours of an emptied vertex",
        example: "{a-b b-c c-d d-a} with a:2 b:3 c:1 d:2 from a",
        about: "Take stones from the vertex of the token, then move it along an edge. A vertex without stones is removed, and its neighbours are joined to each other.",
        reference: "E. Duchene, G. Renault, Vertex Nim played on graphs, 2014",
        ..BLANK
    },
    Family {
        name: "wgme",
        title: "WGME",
        aliases: &["word-game"],
        game: "bag: take letter until distinct",
        example: "{abracadabra}",
        about: "Delete a letter; the game ends when all letters differ.",
        reference: "CodeChef WGME",
        ..BLANK
    },
    Family {
        name: "white-knight",
        title: "White Knight",
        aliases: &["all-the-kings-horses", "knight"],
        game: "K(x, y) -> K(x-2, y+1), K(x, y) -> K(x-2, y-1), K(x, y) -> K(x+1, y-2), K(x, y) -> K(x-1, y-2)",
        forms: &[Form { given: "{1} {2}", means: "K({1}, {2})" }],
        example: "K(7, 7)",
        about: "A knight on a board that is unbounded to the right and downwards moves towards the corner: each move is a knight's move that lowers the sum of its coordinates, counted from 0.",
        reference: "Winning Ways, chapter 3",
        ..BLANK
    },
    Family {
        name: "wplay",
        title: "WPLAY",
        aliases: &["word-play"],
        parameters: &[Parameter::list("a dictionary")],
        game: "bag: take word in {1}",
        example: "{fearchop}",
        about: "Take the letters of a word from the board.",
        reference: "CodeChef WPLAY",
        ..BLANK
    },
    Family {
        name: "wythoff",
        title: "Wythoff's Game",
        aliases: &[
            "wythoffs-game",
            "wythoff-nim",
            "wythoffs-nim",
            "wyt-queens",
            "corner-the-queen",
            "corner-the-lady",
            "chinese-nim",
        ],
        game: "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)",
        forms: &[Form { given: "{1} {2}", means: "W({1}, {2})" }],
        example: "W(4, 9)",
        about: "Two heaps: take any number from one, or the same number from both.",
        reference: "W. A. Wythoff, A modification of the game of Nim, 1907",
        ..BLANK
    },
];

//! Famous games and how to write them: the table of the book's page.
//!
//! A line that is written as another game names its theorem in `note`. Games that are not impartial
//! are here too, so that a message can say why there is no line for them.

use crate::{family::key, language::called};

/// A famous game.
///
/// The table serves messages, `grundy games` and the book's page; it has no part in any answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Famous {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The words after `grundy` that ask about a position of it, as a shell takes them. A test
    /// reads each of them.
    pub write: &'static str,
    /// How its positions are to be read there. Empty if that is plain.
    pub note: &'static str,
    /// The named game that a position of bare numbers is written as, if there is one.
    pub like: Option<&'static str>,
    /// Where the game is from.
    pub source: &'static str,
    /// Who solved it, or what is known. `open` if nobody knows a formula.
    pub solved: &'static str,
}

const fn game(
    name: &'static str,
    write: &'static str,
    note: &'static str,
    source: &'static str,
    solved: &'static str,
) -> Famous {
    Famous { name, aliases: &[], write, note, like: None, source, solved }
}

impl Famous {
    const fn called(self, aliases: &'static [&'static str]) -> Famous {
        Famous { aliases, ..self }
    }

    const fn like(self, family: &'static str) -> Famous {
        Famous { like: Some(family), ..self }
    }

    /// Returns the words after `grundy` that ask about the position with these numbers; `None` if
    /// the game is not written as a game of numbers, or has no such position.
    ///
    /// ```
    /// use grundy_games::Famous;
    ///
    /// let rook = Famous::find("white rook").unwrap();
    /// assert_eq!(rook.as_other(&[4, 6]).as_deref(), Some("nim 4 6"));
    /// let bachet = Famous::find("bachet").unwrap();
    /// assert_eq!(bachet.as_other(&[21, 3]).as_deref(), Some("'take 1..3' 21"));
    /// ```
    pub fn as_other(&self, numbers: &[u64]) -> Option<String> {
        match (self.name, numbers) {
            ("Bachet's game", [heap, most]) if *most > 0 => return Some(format!("'take 1..{most}' {heap}")),
            ("Breaking a bar", [rows, columns]) => {
                let (game, _) = self.write.rsplit_once(" '")?;
                return Some(format!("{game} 'B({rows}, {columns})'"));
            }
            ("Daisy", [petals @ 1..=64]) => {
                let (game, _) = self.write.rsplit_once(" '")?;
                return Some(format!("{game} '({})'", "o".repeat(*petals as usize)));
            }
            ("Welter's game", coins) if is_strip(coins) => return Some(welter(coins)),
            ("Welter's game", _) => return None,
            ("Schuh's game", [number @ 2..=MOST_DIVIDED]) => return by_divisors(*number),
            ("Schuh's game", _) => return None,
            ("Brussels Sprouts", [crosses @ 1..=1_000_000]) => return Some(format!("'take 1' {}", 5 * crosses - 2)),
            _ => {}
        }
        // The rules of one game, and numbers after them. A set of numbers, or a code, is an
        // example.
        if let Some((game, position)) = self.write.rsplit_once("' ")
            && !game.contains('{')
            && !game.contains("hex ")
            && self.name != "Bachet's game"
            && position.split(' ').count() == numbers.len()
            && position.split(' ').all(|number| number.parse::<u64>().is_ok())
        {
            let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
            return Some(format!("{game}' {}", words.join(" ")));
        }
        // A game of its own, whose positions are numbers.
        let own = || {
            let (name, _) = self.write.split_once(' ')?;
            let (family, _) = called(name)?;
            let is_of_numbers =
                family.parameters.is_empty() && family.example.starts_with(|first: char| first.is_ascii_digit());
            is_of_numbers.then_some(name)
        };
        let like = self.like.or_else(own);
        let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
        Some(format!("{} {}", like?, words.join(" ")))
    }

    /// Returns the game that a sentence is likely to describe, by its key words.
    ///
    /// It is a guess for messages: the sentence may describe another game.
    ///
    /// ```
    /// use grundy_games::Famous;
    ///
    /// let bar = Famous::described("break a chocolate bar in two").unwrap();
    /// assert_eq!(bar.name, "Breaking a bar");
    /// ```
    pub fn described(sentence: &str) -> Option<&'static Famous> {
        const KEY_WORDS: &[(&[&str], &str)] = &[
            (&["chocolate", "poisoned"], "Chomp"),
            (&["break", "chocolate"], "Breaking a bar"),
            (&["petal"], "Daisy"),
            (&["bowling", "pin"], "Kayles"),
            (&["domino", "board"], "Cram"),
            (&["domino", "grid"], "Cram"),
            (&["domino", "strip"], "Dawson's Kayles"),
            (&["domino", "row"], "Dawson's Kayles"),
            (&["coin", "head", "tail"], "Turning Turtles"),
            (&["queen"], "Corner the Queen"),
            (&["rook"], "Rook's game"),
            (&["knight"], "White Knight"),
            (&["stair"], "Staircase Nim"),
            (&["coin", "strip"], "Silver Dollar"),
            (&["same", "any", "both"], "Wythoff's Game"),
            (&["twice", "previous"], "Fibonacci Nim"),
            (&["twice", "opponent"], "Fibonacci Nim"),
            (&["multiple", "smaller"], "Euclid"),
            (&["token", "graph"], "Geography"),
        ];
        let sentence = sentence.to_lowercase();
        let words: Vec<&str> = sentence.split(|sign: char| !sign.is_alphabetic()).collect();
        // The lines are for normal play.
        if ["loses", "lose", "misere", "mis\u{e8}re"].iter().any(|word| words.contains(word)) {
            return None;
        }
        let is_in = |key: &&str| {
            let forms = |word: &&str| ["", "s", "es"].iter().any(|end| word.strip_suffix(end) == Some(key));
            words.iter().any(forms)
        };
        let (_, name) = KEY_WORDS.iter().find(|(keys, _)| keys.iter().all(is_in))?;
        FAMOUS.iter().find(|game| game.name.starts_with(name))
    }

    /// Returns the game of this name or alias. Case, apostrophes, hyphens and blanks do not matter.
    ///
    /// The comparison is exact but for these signs: a part of a name finds nothing.
    pub fn find(name: &str) -> Option<&'static Famous> {
        let wanted = key(name);
        FAMOUS.iter().find(|game| key(game.name) == wanted || game.aliases.iter().any(|alias| key(alias) == wanted))
    }

    /// Returns the games whose name, alias or note has the word in it.
    ///
    /// ```
    /// use grundy_games::Famous;
    ///
    /// let found: Vec<&str> = Famous::search("northcott").map(|game| game.name).collect();
    /// assert_eq!(found, ["Northcott's game"]);
    /// ```
    pub fn search(word: &str) -> impl Iterator<Item = &'static Famous> {
        let wanted = key(word);
        FAMOUS.iter().filter(move |game| {
            let texts = [game.name, game.note].into_iter().chain(game.aliases.iter().copied());
            !wanted.is_empty() && texts.map(key).any(|text| text.contains(&wanted))
        })
    }
}

/// The most coins of Welter's game: each has a rule that names all of them.
const MOST_COINS: usize = 6;

/// Whether these are the squares of coins of which no two are equal.
fn is_strip(coins: &[u64]) -> bool {
    let differ = coins.iter().enumerate().all(|(at, coin)| !coins[..at].contains(coin));
    differ && (1..=MOST_COINS).contains(&coins.len())
}

/// The line of Welter's game with so many coins: each moves to a lower square where no coin is.
fn welter(coins: &[u64]) -> String {
    const NAMES: [&str; MOST_COINS] = ["a", "b", "c", "d", "e", "f"];
    // One coin may move to any lower square.
    if let [coin] = coins {
        return format!("nim {coin}");
    }
    let names = &NAMES[..coins.len()];
    let rule = |moved: &&str| {
        let to: Vec<&str> = names.iter().map(|name| if name == moved { "k" } else { *name }).collect();
        let others: Vec<String> =
            names.iter().filter(|name| *name != moved).map(|name| format!("k != {name}")).collect();
        let free = others.join(" and ");
        format!("W({}) -> W({}) for k in 0..{moved}-1 where {free}", names.join(", "), to.join(", "))
    };
    let rules: Vec<String> = names.iter().map(rule).collect();
    let squares: Vec<String> = coins.iter().map(u64::to_string).collect();
    format!("'{}' {}", rules.join(", "), squares.join(" "))
}

/// The largest number whose divisors are an order.
const MOST_DIVIDED: u64 = 1_000_000;

/// Numbers with more divisors are not written out.
const MOST_DIVISORS: usize = 64;

/// The line of Chomp on the divisors of a number: a bar by the exponents of two primes, or the
/// order of the divisors except 1, which is the poison.
fn by_divisors(number: u64) -> Option<String> {
    let (mut rest, mut powers) = (number, Vec::new());
    for prime in 2..=number {
        let mut exponent = 0;
        while rest.is_multiple_of(prime) {
            (rest, exponent) = (rest / prime, exponent + 1);
        }
        if exponent > 0 {
            powers.push((prime, exponent));
        }
        if rest == 1 {
            break;
        }
    }
    match powers[..] {
        [(_, one)] => return Some(format!("chomp 1x{}", one + 1)),
        [(_, one), (_, other)] => return Some(format!("chomp {}x{}", one + 1, other + 1)),
        _ => {}
    }
    let divisors: Vec<u64> = (2..=number).filter(|own| number.is_multiple_of(*own)).collect();
    if divisors.len() > MOST_DIVISORS {
        return None;
    }
    let covers = |low: u64| {
        let above = powers.iter().map(move |(prime, _)| low * prime).filter(|high| number.is_multiple_of(*high));
        above.map(move |high| format!("{low}<{high}"))
    };
    let order: Vec<String> = divisors.into_iter().flat_map(covers).collect();
    Some(format!("chomp '{{{}}}'", order.join(" ")))
}

/// A well-known game that is none of this program.
pub(crate) struct Missing {
    names: &'static [&'static str],
    /// What follows its name: its players have different moves, it ends in another way, or its
    /// positions cannot be written.
    pub(crate) why: &'static str,
    /// The words after `grundy` that ask about an impartial game that is near to it, and what that
    /// is; without words what is known of the game itself, or nothing. A test reads each line.
    pub(crate) instead: (&'static str, &'static str),
}

impl Missing {
    /// The game of this name.
    pub(crate) fn find(name: &str) -> Option<&'static Missing> {
        let wanted = key(name);
        MISSING.iter().find(|game| game.names.iter().any(|known| key(known) == wanted))
    }
}

/// The well-known games that are none of this program.
const MISSING: &[Missing] = {
    const PARTIZAN: &str = "is not an impartial game: it is partizan: the two players have different moves, and Grundy values are about games in which both have the same";
    const SCORE: &str = "is not an impartial game: it is decided by a score, not by the last move";
    const LINE: &str =
        "is not an impartial game: it is decided by a goal that one player reaches, not by the last move";
    const GUESSED: &str = "is not a game of two players with the same moves: one of them guesses";
    const SPROUTS: &str =
        "is played with curves in the plane, and no board here has such positions: they are not heaps, words or graphs";
    const SPOTS: (&str, &str) = (
        "",
        "who moves first wins with n spots exactly if n mod 6 is 3, 4 or 5, for all n up to 32 (J. Lemoine and S. Viennot, Computer analysis of Sprouts with nimbers, 2010); D. Applegate, G. Jacobson and D. Sleator conjecture it for all n",
    );
    const UNBOUNDED: &str = "has positions with infinitely many moves, and no board here has such positions";
    const NONE: (&str, &str) = ("", "");
    const fn missing(
        names: &'static [&'static str],
        why: &'static str,
        instead: (&'static str, &'static str),
    ) -> Missing {
        Missing { names, why, instead }
    }
    &[
        missing(
            &[
                "red-blue-hackenbush",
                "blue-red-hackenbush",
                "hackenbush-red-blue",
                "hackenbush-blue-red",
                "red-green-blue-hackenbush",
                "blue-red-green-hackenbush",
                "partizan-hackenbush",
                "partisan-hackenbush",
            ],
            PARTIZAN,
            ("green-hackenbush '{g-a a-b a-c} on g'", "its form in which all edges are green"),
        ),
        missing(
            &["domineering", "crosscram"],
            PARTIZAN,
            ("cram 4x5", "its form in which both players place both dominoes"),
        ),
        missing(&["col", "col-game"], PARTIZAN, ("node-kayles 'path 7'", "its form with one colour")),
        missing(
            &["snort", "cats-and-dogs"],
            PARTIZAN,
            ("node-kayles 'path 7'", "a game of vertices without neighbours"),
        ),
        missing(&["toads-and-frogs", "amazons", "game-of-the-amazons", "clobber", "konane"], PARTIZAN, NONE),
        missing(&["chess", "checkers", "draughts"], PARTIZAN, ("dawsons-chess 12", "a game of pawns alone")),
        missing(&["fox-and-geese", "nine-mens-morris", "push", "shove", "hnefatafl"], PARTIZAN, NONE),
        missing(
            &["cutcake"],
            PARTIZAN,
            (
                "'B(a, b) -> B(k, b) + B(a-k, b) for k in 1..a-1, B(a, b) -> B(a, k) + B(a, b-k) for k in 1..b-1' 'B(4, 6)'",
                "a bar that both players break along both directions",
            ),
        ),
        missing(
            &["tic-tac-toe", "noughts-and-crosses"],
            LINE,
            ("notakto 3x3", "the game in which both players write crosses"),
        ),
        missing(&["hex", "gomoku", "connect-four", "connect-4", "four-in-a-row", "twixt"], LINE, NONE),
        missing(&["go", "weiqi", "baduk", "othello", "reversi", "mancala", "kalah", "awari", "oware"], SCORE, NONE),
        missing(&["dots-and-boxes", "scrabble", "boggle"], SCORE, NONE),
        missing(&["hangman", "wordle", "mastermind"], GUESSED, NONE),
        missing(&["sprouts", "game-of-sprouts"], SPROUTS, SPOTS),
        missing(
            &["sylver-coinage"],
            UNBOUNDED,
            ("'set: add the difference of two' '{6, 10}'", "a set that grows by differences"),
        ),
    ]
};

/// The famous games, sorted by name.
///
/// A test compares the order, reads each line that may be typed, and compares the list with the
/// book's page.
pub const FAMOUS: &[Famous] = &[
    game("Alice and Bob", "'set: add the difference of two' 2,3", "", "Codeforces 346 A", "every play has the same number of moves"),
    game("Arc Kayles", "arc-kayles 'path 7'", "", "T. J. Schaefer, 1978", "open; on paths, Dawson's Kayles"),
    game("Array Game", "'piles: take the first or last pile larger than the last taken' 5,4,7", "", "Codeforces 1600E", "the parities of the runs at both ends"),
    game("Bachet's game", "'take 1..10' 100", "from 100 counters, up to 10 at a time", "C. G. Bachet, 1612", "Bachet: take n mod 11").called(&["bachet", "take-away", "the 21 game", "21 game", "twenty-one", "bash game"]),
    game("Bishop to the corner", "'B(a, b) -> B(a-k, b-k) for k in 1..min(a, b)' 3 4", "the distances from the corner, towards which each move of the bishop leads", "folklore", "a heap of Nim of the smaller distance").called(&["bishop", "bishop game", "white bishop"]),
    game("Breaking a bar", "'B(a, b) -> B(k, b) + B(a-k, b) for k in 1..a-1, B(a, b) -> B(a, k) + B(a, b-k) for k in 1..b-1' 'B(4, 6)'", "a bar of 4 by 6 pieces; every move makes one piece more", "a puzzle with chocolate", "the parity of the number of pieces").called(&["chocolate bar", "chocolate", "bar breaking"]),
    game("Brussels Sprouts", "'take 1' 8", "from n crosses every play has 5n-2 moves: here from 2", "M. Gardner, 1967", "the second player wins exactly if n is even").called(&["brussels-sprouts"]),
    game("Chomp", "chomp 3x4", "", "D. Gale, 1974; F. Schuh, 1952", "open beyond two rows; the first player wins"),
    game("Corner the Queen", "wythoff 3 5", "the distances from the corner", "R. P. Isaacs, 1960", "Wythoff's Game").called(&["wyt queens", "cornering the lady", "queen", "queen game"]).like("wythoff"),
    game("Couples Are Forever", "couples-are-forever 12", "", "Winning Ways, chapter 4", "open"),
    game("Cram", "cram 4x5", "", "M. Gardner, 1974", "even boards by symmetry; odd by odd open"),
    game("Curtail", r#"'row: x$ -> "" for letter x within word in {a, at, ate}' ate"#, "behead: `^x` in place of `x$`; with a list in a file: `within word in \"words.txt\"`", "a word puzzle", "by search, for each list").called(&["behead", "beheading", "curtailing"]),
    game("Cutting paper", "'C(a, b) -> C(k, b) + C(a-k, b) for k in 2..a-2, C(a, b) -> C(a, k) + C(a, b-k) for k in 2..b-2' 6 4", "the first to cut off a 1x1 piece wins; sides of 1 are never left", "POJ 2311", "by search").called(&["cutting game"]),
    game("Daisy", r#"'ring: cut "o" or "oo"' '(ooooooooo)'"#, "a petal is an o; a move picks one, or two neighbours", "S. Loyd; H. E. Dudeney", "the second player copies the first one across the flower").called(&["kayles on a circle", "circular kayles"]),
    game("Dawson's Chess", "dawsons-chess 12", "", "T. R. Dawson, 1935", "Guy and Smith, 1956: period 34"),
    game("Dawson's Kayles", "dawsons-kayles 12", "", "Guy and Smith, 1956", "Guy and Smith: period 34"),
    game("Dim", "dim 12", "", "Winning Ways, chapter 4", "the exponent of 2, plus 1"),
    game("Directed Geography", "directed-geography '{a>b b>c c>a c>d} from a'", "", "T. J. Schaefer, 1978", "PSPACE-complete"),
    game("Divisor Game", "divisor-game 12", "", "LeetCode 1025", "the exponent of 2"),
    game("Dots and crosses in a row", "treblecross 9", "", "Winning Ways, chapter 4", "open: octal 0.007").called(&["one-dimensional tic-tac-toe"]).like("treblecross"),
    game("Euclid", "euclid 25 7", "", "Cole and Davie, 1969", "by the golden ratio"),
    game("Exact Nim", "exact-nim k=2 3 4 5", "a move lowers exactly k heaps", "Boros, Gurvich and others, 2015", "Boros, Gurvich, Ho, Makino, Mursic").called(&["exact nim of two heaps"]),
    game("Fibonacci Nim", "fibonacci-nim 10", "", "M. J. Whinihan, 1963", "Whinihan: Fibonacci numbers are lost"),
    game("Fibonacci tree game", "green-hackenbush 'tree [0,1,2,3,2,1,6,0,8,9,8] on 0'", "T(5): a node is the edge below it, and the root, which nobody wants to take, is the ground", "Project Euler 400", "the colon principle"),
    game("Flip Game", "'\"oo\" -> \"--\"' ooooo", "o for a plus, which is a sign of the language", "LeetCode 294", "Dawson's Kayles on runs of +").called(&["flip game ii"]),
    game("Game of Trust", "'tape: append letter of a..c until it ends with word in {ab, ca}' b/5", "with a list in a file: `game-of-trust list.txt abc/50`", "beecrowd 1853", "by search").called(&["daenerys game of trust"]),
    game("Geography", "geography 'grid 3x3 from 0'", "", "Fraenkel, Scheinerman, Ullman, 1993", "by maximum matchings"),
    game("Ghost", "'tape: append letter within word in {zoom, table} avoiding whole word in {zoom, table}' '\"\"'", "with a list in a file: `ghost words.txt`", "a spoken word game", "by search, for each list"),
    game("Grundy's Game", "grundys-game 12", "", "P. M. Grundy, 1939; CSES 2207", "open: computed to 2^35 by A. Flammenkamp"),
    game("Guiles", "guiles 12", "", "Winning Ways, chapter 4", "period 10"),
    game("Hackenbush (green stalks)", "nim 3 5", "a stalk of n edges is a heap of n", "Winning Ways, chapter 2", "stalks are heaps of Nim").called(&["hackenbush stalks", "green hackenbush stalks"]).like("nim"),
    game("Hackenbush (trees)", "hackenbush '{a<b a<c c<d}'", "a<b: edge b stands on edge a", "Winning Ways, chapter 2", "the colon principle"),
    game("Hexadecimal games", "'hex 0.3F' 9 10", "digits to F: three heaps may be left", "Winning Ways, chapter 4", "open"),
    game("Kayles", "kayles 5 7 9", "", "H. E. Dudeney, 1908", "Guy and Smith, 1956: period 12"),
    game("King to the corner", "'K(a, b) -> K(a-1, b), K(a, b) -> K(a, b-1), K(a, b) -> K(a-1, b-1)' 3 4", "the distances from the corner, towards which each step of the king leads", "folklore", "lost if both distances are even").called(&["king", "king game", "white king"]),
    game("Lasker's Nim", "laskers-nim 3 4", "", "E. Lasker, 1931", "4k+3 and 4k+4 change places"),
    game("Last-letter game", "directed-geography '{apple>egg egg>goose goose>egg goose>elk} from apple'", "an arc from each word to the words that may follow", "a spoken word game", "PSPACE-complete").called(&["shiritori", "word chain", "city game"]),
    game("Mark", "mark 12", "", "A. S. Fraenkel, 2012", "Fraenkel: vile and dopey numbers"),
    game("Maximum Nim", "'n -> (n-k) for k in 1..n/2' 100", "at most half of the heap", "T. S. Ferguson; Levine, 2006", "Levine: a sequence that contains itself"),
    game("Misère Kayles", "misere-kayles 7", "", "W. L. Sibert and J. H. Conway, 1992", "Sibert and Conway"),
    game("Misère Nim", "misere-nim 3 4 5", "", "C. L. Bouton, 1901", "Bouton").called(&["marienbad"]),
    game("Mock Turtles", "mock-turtles THTTHTTTHT", "or the places of the heads, counted from 1: `mock-turtles 2 5 9`", "Winning Ways, chapter 14", "odious numbers"),
    game("Moore's Nim", "moore k=2 3 4 5", "a move lowers one to k heaps", "E. H. Moore, 1910", "Moore: binary digits added modulo k+1"),
    game("Nim", "nim 3 4 5", "", "C. L. Bouton, 1901; CSES 1730", "Bouton: binary digits added modulo 2"),
    game("Nimble", "nimble 1 4 6", "a coin on square n, counted from 0, is a heap of n", "T. S. Ferguson, Game Theory", "Nim"),
    game("Nim Game II", "'take 1..3' 5 7 2", "", "CSES 1098", "by the sizes modulo 4"),
    game("Nim Game (one to three stones)", "'take 1..3' 4", "", "LeetCode 292", "lost if 4 divides the number").called(&["nim game with 1 to 3 stones"]),
    game("Nim on a graph", "'A(x, y) -> B(k, y) for k in 0..x-1, B(x, y) -> A(k, y) for k in 0..x-1, B(x, y) -> C(x, k) for k in 0..y-1, C(x, y) -> B(x, k) for k in 0..y-1' 'B(3, 4)'", "each graph is a game of its own, since no board has weights on edges: here a token on the path A-B-C, and x, y counters on its edges; lower the edge that the token moves along", "M. Fukuyama, 2003", "Fukuyama, on trees and cycles").called(&["graph nim", "nim on graphs"]),
    game("Nim on the vertices of a graph", "'stones: take any at the token, then move it along an edge' '{a-b b-c c-a} with a:3 b:2 c:4 from a'", "lower the heap where the token is, then move the token to a neighbour", "G. Stockman, A. Frieze, J. Vera, 2004", "by search").called(&["vertex nim", "nimg"]),
    game("Nim with a Pass", "nim-with-a-pass 3 4 5", "", "Morrison, Friedman, Landsberg, 2012", "open for three heaps"),
    game("Node Kayles", "node-kayles 'path 7'", "", "T. J. Schaefer, 1978", "PSPACE-complete"),
    game("Northcott's game", "nim 3 4 5", "a heap is the gap between the two pieces of a row; a step back changes nothing, since the other player follows as far", "Winning Ways, chapter 3", "Nim of the gaps").called(&["northcott"]).like("nim"),
    game("Notakto", "notakto 3x3", "one board; several: 'N(7, 7, 7) + N(7, 7, 7)'", "Plambeck and Whitehead, 2013", "Plambeck and Whitehead: a quotient of 18 elements"),
    game("Officers", "officers 12", "", "Winning Ways, chapter 4", "open: octal 0.6"),
    game("Poker Nim", "nim 3 4 5", "added counters are taken away again at once", "Winning Ways, chapter 3", "Nim").like("nim"),
    game("Prim", "prim 12", "", "Winning Ways, chapter 4", "by the least prime factor"),
    game("Removing Coins", "'graph: take all leaves but at most one' '{1-2 2-3 2-4 4-5 5-6}'", "coins on a tree that move towards a vertex: the leaves are left empty, except that vertex", "AtCoder Grand Contest 033 C", "by the longest path, modulo 3"),
    game("Rims", "'take any leaving 0..2 heaps' 7", "a loop through any number of the points in a region parts the others into two regions", "Winning Ways, chapter 4", "Nim"),
    game("Rook's game", "nim 4 6", "the distances of the rook from the corner", "folklore", "Nim").called(&["white rook", "rook"]).like("nim"),
    game("Rugs", "'product: ruler times ruler' 6 4", "a head at column x, row y, counted from 1; a move turns the coins of a rectangle", "Winning Ways, chapter 14", "the nim product of powers of two"),
    game("Ruler", "ruler THTTHT", "or the places of the heads, counted from 1: `ruler 2 5`", "Winning Ways, chapter 14", "the largest power of two that divides n"),
    game("Schuh's game", "chomp 2x3", "name divisors of n in turn, no multiple of one that was named, and who names 1 loses: Chomp on the exponents, here of 12", "F. Schuh, 1952", "open; the first player wins if n > 1").called(&["schuh", "schuhs divisor game", "chomp divisors", "divisor chomp", "chomp on divisors", "game of divisors"]),
    game("Silver Dollar (without the dollar)", "silver-dollar 2 5 9", "coins on the squares 2, 5, 9, counted from 1", "Winning Ways, chapter 14", "Nim of every other gap").called(&["silver dollar", "silver-dollar-game", "nim on a strip"]),
    game("Slow Nim", "'take 1 or 2' 7", "", "folklore", "n mod 3"),
    game("S-Nim", "subtraction '{2,5}' 2 4 7", "", "POJ 2960", "by period"),
    game("Staircase Nim", "staircase-nim 3 1 4", "the steps from the lowest one up, above the floor; with the floor first, `staircase-from-floor 0 3 1 4`", "R. Sprague, 1937; CSES 1099", "Nim of the odd steps").called(&["staircase"]),
    game("Stick Game", "'take {1,3,4}' 10", "the sizes of the moves are given", "CSES 1729", "by period").called(&["stick-game"]),
    game("Strings and letters", "game-on-strings abacaba", "", "Codeforces 1037G", "by intervals between equal letters"),
    game("Subtract a Square", "subtract-a-square 20", "", "R. A. Epp; S. W. Golomb, 1966", "open"),
    game("Subtraction games", "subtraction '{1,3,4}' 7 12", "", "Winning Ways, chapter 4", "T. S. Ferguson, 1974, pairing; by period").called(&["subtraction", "subtraction game"]),
    game("Superghost", "'tape: append letter at either end within factor of word in {zoom, table} avoiding whole word in {zoom, table}' '\"\"'", "with a list in a file: `superghost words.txt`", "J. Thurber, 1951", "by search, for each list"),
    game("Treblecross", "treblecross 9", "", "Winning Ways, chapter 4", "open: octal 0.007"),
    game("Triplets", "triplets TTHTTTH", "or the places of the heads, counted from 1: `triplets 3 7`", "Winning Ways, chapter 14", "odious numbers from the third coin on"),
    game("Turning Corners", "'product: nim times nim' 5 6", "a head at column x, row y, counted from 0 as axes without coins", "Winning Ways, chapter 14", "nim multiplication"),
    game("Turning Turtles", "turning-turtles THTTHTTTHT", "or the places of the heads: `nim 1 3 5`", "Winning Ways, chapter 14", "Nim"),
    game("Twins", "twins THTTHTTTHT", "or the places of the heads, counted from 1: `twins 2 5 9`", "Winning Ways, chapter 14", "Nim, with places counted from 0"),
    game("Vertexnim", "vertexnim '{a-b b-c c-d d-a} with a:2 b:3 c:1 d:2 from a'", "", "E. Duchêne and G. Renault, 2014", "by search here; in quadratic time by Duchêne and Renault"),
    game("Welter's game", "'W(a, b, c) -> W(k, b, c) for k in 0..a-1 where k != b and k != c, W(a, b, c) -> W(a, k, c) for k in 0..b-1 where k != a and k != c, W(a, b, c) -> W(a, b, k) for k in 0..c-1 where k != a and k != b' 0 2 5", "coins on different squares of a strip, counted from 0; a move takes one to a lower square that is free, past other coins", "C. P. Welter, 1954", "Welter's function").called(&["welter"]),
    game("White Knight", "white-knight 7 7", "", "Winning Ways, chapter 3", "a pattern of 4x4 squares"),
    game("Wordnim", "'bag: take letter within word in {a, at, tea}' '{tea}'", "what is left must be an anagram of a listed word; in rows, with the letters in order: `row: take letter within ..`", "Word Ways", "by search, for each list"),
    game("Word removal", "'cut word in {fear, chop, arch}' fearchoparch", "", "CodeChef ASTRGAME", "by intervals"),
    game("Word splitting", "'row: split into 2 parts within word in {sea, ward, seaward, war, d}' seaward", "in bags, with anagrams: `bag: split into 2 parts within ..`", "Word Ways", "by search, for each list").called(&["grundyword"]),
    game("Wythoff's Game", "wythoff 6 10", "", "W. A. Wythoff, 1907", "Wythoff: the golden ratio"),
    game("Zero-move Nim", "'Z(n, p) -> Z(n-k, p) for k in 1..n, Z(n, p) -> Z(n, 0) where p = 1 and n > 0' 'Z(3, 1) + Z(4, 1)'", "one pass for each heap", "HackerRank", "2k-1 and 2k change places"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A name is one of a game that is here, or of one that is not, once.
    #[test]
    fn missing_games_have_names_of_their_own() {
        let names: Vec<&str> = MISSING.iter().flat_map(|game| game.names).copied().collect();
        for name in &names {
            let same = names.iter().filter(|other| key(other) == key(name));
            assert!(same.count() == 1 && Famous::find(name).is_none() && called(name).is_none(), "{name}");
        }
        for game in MISSING.iter().filter(|game| !game.instead.0.is_empty()) {
            assert!(!game.instead.1.is_empty(), "{}", game.instead.0);
        }
    }

    #[test]
    fn there_are_sixty_and_they_are_sorted() {
        assert!(FAMOUS.len() >= 60, "{}", FAMOUS.len());
        let names: Vec<String> = FAMOUS.iter().map(|game| key(game.name)).collect();
        assert!(names.is_sorted(), "{names:?}");
        for game in FAMOUS {
            let texts = [game.name, game.write, game.source, game.solved];
            assert!(texts.iter().all(|text| !text.is_empty() && !text.contains('|')), "{}", game.name);
        }
    }
}

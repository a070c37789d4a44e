//! The named games. A family is data: a name, its text in the language, an example and a reference.
//!
//! A family may take parameters (`ghost "w.txt"`); `{1}` in its text denotes the first of them.
//!
//! ```
//! use grundy_games::Family;
//!
//! let family = Family::find("dawson").unwrap();
//! assert_eq!((family.name, family.game), ("dawsons-chess", "octal 0.137"));
//! let trust = Family::find("trust").unwrap();
//! assert!(trust.text(&["w.txt".into()]).ends_with("in \"w.txt\""));
//! ```

use crate::text;

/// A named game.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name.
    pub name: &'static str,
    /// Other names of the same game.
    pub aliases: &'static [&'static str],
    /// A description of each parameter.
    pub parameters: &'static [&'static str],
    /// The text of the game in the language, with `{1}`, `{2}`, .. for its parameters.
    pub game: &'static str,
    /// The position to use if none is given.
    pub position: Option<&'static str>,
    /// An example of a position.
    pub example: &'static str,
    /// The rules in a sentence or two.
    pub about: &'static str,
    /// The source of the game.
    pub reference: &'static str,
}

/// The families, sorted by name.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "apples",
        aliases: &[],
        parameters: &[],
        game: "take 2 or 3",
        position: None,
        example: "7",
        about: "Eat two or three apples from the box.",
        reference: "a tutorial on Grundy numbers",
    },
    Family {
        name: "arc-kayles",
        aliases: &[],
        parameters: &[],
        game: "graph: take edge with its ends",
        position: None,
        example: "path 7",
        about: "Take an edge of a graph with both its ends.",
        reference: "T. J. Schaefer, 1978",
    },
    Family {
        name: "chomp",
        aliases: &[],
        parameters: &[],
        game: "poset: take element with all above",
        position: None,
        example: "4x5",
        about: "Bite off a square of a bar with everything right of it and below it; the corner is poison and never taken.",
        reference: "D. Gale, A curious Nim-type game, 1974",
    },
    Family {
        name: "chomp-2",
        aliases: &["two-row-chomp"],
        parameters: &[],
        game: "C(a, b) -> C(c, min(b, c)) for c in 1..a-1, C(a, b) -> C(a, c) for c in 0..b-1",
        position: None,
        example: "C(5, 4)",
        about: "Chomp on two rows of a >= b squares: bite off a square with everything right of it and below it; the last square is poison and never taken.",
        reference: "D. Gale, A curious Nim-type game, 1974",
    },
    Family {
        name: "cram",
        aliases: &["plugg", "dots-and-pairs"],
        parameters: &[],
        game: "graph: take edge with its ends",
        position: None,
        example: "4x5",
        about: "Cover two neighbouring cells of a board with a domino.",
        reference: "M. Gardner, Scientific American, February 1974",
    },
    Family {
        name: "dawsons-chess",
        aliases: &["dawson-chess", "dawson"],
        parameters: &[],
        game: "octal 0.137",
        position: None,
        example: "12",
        about: "Two rows of pawns that must capture if they can; on one row of pins: take a pin and its neighbours.",
        reference: "T. R. Dawson, 1935; Guy and Smith 1956",
    },
    Family {
        name: "dawsons-kayles",
        aliases: &["dawson-kayles"],
        parameters: &[],
        game: "octal 0.07",
        position: None,
        example: "12",
        about: "A row of pins; a throw knocks down two neighbours.",
        reference: "Guy and Smith 1956",
    },
    Family {
        name: "directed-geography",
        aliases: &["generalized-geography"],
        parameters: &[],
        game: "token: move along arc to new vertex",
        position: None,
        example: "{a>b b>c c>a c>d} from a",
        about: "A token moves along arcs, in their direction, and visits no vertex twice.",
        reference: "T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978",
    },
    Family {
        name: "edge-geography",
        aliases: &["undirected-edge-geography"],
        parameters: &[],
        game: "token: move along new edge",
        position: None,
        example: "grid 3x3 from 0",
        about: "A token moves along the edges of a graph, and uses no edge twice.",
        reference: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993",
    },
    Family {
        name: "fibonacci-nim",
        aliases: &[],
        parameters: &[],
        game: "F(n, q) -> F(n - k, min(2k, n - k)) for k in 1..min(n, q)",
        position: None,
        example: "F(12, 11)",
        about: "Take counters from one heap, at most twice as many as the previous move; in F(n, q), the next move takes up to q.",
        reference: "M. J. Whinihan, Fibonacci Nim, 1963",
    },
    Family {
        name: "game-of-trust",
        aliases: &["trust"],
        parameters: &["the list of forbidden words"],
        game: "tape: append letter of a..j until it ends with word in {1}",
        position: None,
        example: "abc/50",
        about: "Write letters on a tape; completing a forbidden word ends that tape. abc/50: fifty letters may follow abc.",
        reference: "beecrowd 1853, Daenerys' Game of Trust",
    },
    Family {
        name: "game-on-strings",
        aliases: &["strings"],
        parameters: &[],
        game: "row: cut every copy of a letter",
        position: None,
        example: "abacaba",
        about: "Choose a letter and delete all its copies; the parts between them become separate words.",
        reference: "Codeforces 1037G",
    },
    Family {
        name: "geography",
        aliases: &["undirected-geography", "undirected-vertex-geography"],
        parameters: &[],
        game: "token: move along edge to new vertex",
        position: None,
        example: "grid 3x3 from 0",
        about: "A token moves along the edges of a graph, and visits no vertex twice.",
        reference: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993",
    },
    Family {
        name: "ghost",
        aliases: &[],
        parameters: &["a word list"],
        game: "tape: append letter within word of 4.. letters a..z in {1} avoiding whole word of 4.. letters a..z in {1}",
        position: Some("\"\""),
        example: "\"\"",
        about: "Add a letter so that the tape remains the beginning of a word of at least four letters; completing a word is forbidden, so the player who cannot continue loses.",
        reference: "a spoken word game",
    },
    Family {
        name: "grundys-game",
        aliases: &["grundy", "grundys"],
        parameters: &[],
        game: "split into 2 unequal heaps",
        position: None,
        example: "12",
        about: "Split one heap into two unequal heaps.",
        reference: "P. M. Grundy, Mathematics and games, 1939",
    },
    Family {
        name: "guiles",
        aliases: &[],
        parameters: &[],
        game: "octal 0.15",
        position: None,
        example: "12",
        about: "Take a heap of one, or two counters from the middle or all of a heap.",
        reference: "Winning Ways, chapter 4",
    },
    Family {
        name: "kayles",
        aliases: &[],
        parameters: &[],
        game: "octal 0.77",
        position: None,
        example: "12",
        about: "A row of pins; a throw knocks down one pin or two neighbours.",
        reference: "H. E. Dudeney, The Canterbury Puzzles, 1908",
    },
    Family {
        name: "laskers-nim",
        aliases: &["lasker", "lasker-nim"],
        parameters: &[],
        game: "take any, split into 2 heaps",
        position: None,
        example: "7",
        about: "Nim, or split a heap in two.",
        reference: "Edward Lasker; Winning Ways, chapter 4",
    },
    Family {
        name: "misere-kayles",
        aliases: &[],
        parameters: &[],
        game: "misère octal 0.77",
        position: None,
        example: "12",
        about: "Kayles; the player who takes the last pin loses.",
        reference: "W. L. Sibert and J. H. Conway, Mathematical Kayles, 1992",
    },
    Family {
        name: "nim",
        aliases: &[],
        parameters: &[],
        game: "take any",
        position: None,
        example: "7",
        about: "Take any number of counters from one heap.",
        reference: "C. L. Bouton, 1901",
    },
    Family {
        name: "node-kayles",
        aliases: &[],
        parameters: &[],
        game: "graph: take vertex with its neighbours",
        position: None,
        example: "path 7",
        about: "Take a vertex of a graph with its neighbours.",
        reference: "T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978",
    },
    Family {
        name: "superghost",
        aliases: &["super-ghost"],
        parameters: &["a word list"],
        game: "tape: append letter at either end within factor of word of 4.. letters a..z in {1} avoiding whole word of 4.. letters a..z in {1}",
        position: Some("\"\""),
        example: "\"\"",
        about: "Ghost with letters added at either end: the tape remains a part of a word.",
        reference: "James Thurber, Do You Want to Make Something Out of It?, 1951",
    },
    Family {
        name: "treblecross",
        aliases: &["one-dimensional-tic-tac-toe"],
        parameters: &[],
        game: "a -> max(i-3, 0) + max(a-i-2, 0) for i in 1..a",
        position: None,
        example: "12",
        about: "A strip of cells; mark a cell so that there are no three marks in a row, and the next move cannot make them: a mark rules out two cells on either side. n cells are octal 0.007 on n + 2.",
        reference: "Winning Ways, chapter 4",
    },
    Family {
        name: "wgme",
        aliases: &["word-game"],
        parameters: &[],
        game: "bag: take letter until distinct",
        position: None,
        example: "{abracadabra}",
        about: "Delete a letter; the game ends when all letters differ.",
        reference: "CodeChef WGME",
    },
    Family {
        name: "wplay",
        aliases: &["word-play"],
        parameters: &["a dictionary"],
        game: "bag: take word in {1}",
        position: None,
        example: "{letters}",
        about: "Take the letters of a word from the board.",
        reference: "CodeChef WPLAY",
    },
    Family {
        name: "wythoff",
        aliases: &["wythoffs-game"],
        parameters: &[],
        game: "W(a, b) -> W(a - k, b) for k in 1..a, W(a, b) -> W(a, b - k) for k in 1..b, W(a, b) -> W(a - k, b - k) for k in 1..min(a, b)",
        position: None,
        example: "W(4, 9)",
        about: "Two heaps: take any number from one, or the same number from both.",
        reference: "W. A. Wythoff, A modification of the game of Nim, 1907",
    },
];

/// The names of boards, which a colon follows.
pub const BOARDS: [&str; 8] = ["heap", "row", "ring", "bag", "tape", "graph", "poset", "token"];

/// The words that the text of a game may begin with.
pub const OPENINGS: [&str; 16] = [
    "take", "cut", "split", "append", "octal", "hex", "heap", "row", "ring", "bag", "tape", "graph", "poset", "token",
    "misère", "misere",
];

/// Returns whether a rule may begin with this name: it is not the name of a board, a move or a
/// family.
pub fn is_free(name: &str) -> bool {
    !BOARDS.contains(&name) && !OPENINGS.contains(&name) && Family::find(name).is_none()
}

impl Family {
    /// Returns whether this is the family's name or an alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Returns the family of this name or alias.
    pub fn find(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.is_called(name))
    }

    /// Returns the text of the game with these parameters, each quoted.
    pub fn text(&self, parameters: &[String]) -> String {
        parameters.iter().enumerate().fold(self.game.to_owned(), |game, (at, parameter)| {
            let mut quoted = String::new();
            text::quote(&mut quoted, parameter).expect("a string takes all text");
            game.replace(&format!("{{{}}}", at + 1), &quoted)
        })
    }
}

//! Automata as lines of a certificate.
//!
//! The lines have the moves of the game over numbered letters, so that a program that does not read
//! the language of games can verify the claim too (`tools/grundy_check.py`).
//!
//! ```text
//! mode values
//! letters ab
//! others walls
//! words row
//! move 0 -> -
//! move ^ 0 1+ $ -> 0 | 1
//! every 1 -> - | -
//! weights 1 1
//! order left 0 1
//! states 2
//! 0 0 1 0
//! 1 1 0 1
//! explored least 3
//! upto 12
//! sum 0123456789abcdef
//! ```
//!
//! - `mode`: `values`, `capped` and the cap, or `misere`.
//! - `letters`: the letters of the game in one word; moves name them by number, from 0 on.
//! - `others`: `walls` if all other letters separate components, `none` if there are no others.
//! - `words`: `row` or `ring`.
//! - `move`: a factor that is replaced. `^` and `$` are the start and the end of the word, a letter
//!   with `+` is a run of it; `|` separates components, `-` is an empty one.
//! - `every`: all copies of a letter are removed; with `- | -` the parts between them are
//!   components.
//! - `weights` of the letters, and `order` (the side of the first difference, and the rank of each
//!   letter): the proof that the game ends.
//! - `explored`: the number of `all` profiles, or of the `least` ones.
//! - `upto`: the claim is about shorter words only.
//!
//! Letters are numbered in moves. The line of a state has its number, its label, and the state that
//! each letter leads to. The last line is a checksum of the game and all lines before it (64-bit
//! FNV-1a): it detects changes to lines that the proof does not determine, such as the weights.

use std::fmt::Write;

use grundy_core::hash::Fnv;
use grundy_games::{Ends, FactorGame, FactorMove, Letter, Replace};

use super::{Automaton, Explored, Machine, Mode};

/// The lines in their order.
const TURN: &str = "mode, letters, others, words, moves, weights, order, states, explored, upto, sum in turn";

/// The lines of a claim about the game with this text, in their one form.
pub(super) fn write(claim: &Automaton, game: &str) -> Vec<String> {
    let mut lines = vec![match claim.mode {
        Mode::Values => "mode values".to_owned(),
        Mode::Capped(most) => format!("mode capped {most}"),
        Mode::Misere => "mode misere".to_owned(),
    }];
    lines.extend(head(&claim.game, &claim.ends));
    lines.push(format!("states {}", claim.machine.states()));
    for (state, label) in claim.machine.labels.iter().enumerate() {
        let next = &claim.machine.next[state * claim.machine.letters..][..claim.machine.letters];
        lines.push(format!("{state} {label}{}", numbers(next)));
    }
    lines.push(match claim.explored {
        Explored::All(profiles) => format!("explored all {profiles}"),
        Explored::Least(profiles) => format!("explored least {profiles}"),
    });
    lines.extend(claim.upto.map(|upto| format!("upto {upto}")));
    lines.push(format!("sum {:016x}", sum(game, &lines)));
    lines
}

/// The lines of the moves, and of the proof that the game ends.
pub(in crate::claims) fn head(game: &FactorGame, ends: &Ends) -> Vec<String> {
    let mut lines = vec![
        format!("letters {}", game.letters.iter().collect::<String>()),
        format!("others {}", if game.walls { "walls" } else { "none" }),
        format!("words {}", if game.ring { "ring" } else { "row" }),
    ];
    lines.extend(game.moves.iter().map(move_line));
    lines.push(format!("weights{}", numbers(&ends.weights)));
    if let Some((ranks, from_left)) = &ends.order {
        lines.push(format!("order {}{}", if *from_left { "left" } else { "right" }, numbers(ranks)));
    }
    lines
}

/// The numbers, each after a space.
pub(in crate::claims) fn numbers<T: ToString>(all: &[T]) -> String {
    all.iter().map(|number| format!(" {}", number.to_string())).collect()
}

/// The line of a move.
fn move_line(kind: &FactorMove) -> String {
    match kind {
        FactorMove::EveryCopy { letter, separates } => {
            format!("every {letter} -> {}", if *separates { "- | -" } else { "-" })
        }
        FactorMove::Replace(rule) => {
            let mut line = "move ".to_owned();
            line += if rule.at_start { "^ " } else { "" };
            for (letter, run) in &rule.left {
                let _ = write!(line, "{letter}{} ", if *run { "+" } else { "" });
            }
            line += if rule.at_end { "$ ->" } else { "->" };
            for (at, piece) in rule.right.iter().enumerate() {
                line += if at > 0 { " |" } else { "" };
                line += if piece.is_empty() { " -" } else { "" };
                line += &numbers(piece);
            }
            line
        }
    }
}

/// The checksum of the text of a game and of lines. A line feed is counted after each line, and
/// after the text of the game.
pub(in crate::claims) fn sum(game: &str, lines: &[String]) -> u64 {
    let lines = [game].into_iter().chain(lines.iter().map(String::as_str));
    let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
    Fnv::of(bytes)
}

/// The number of a line from 0 on, and what was expected there.
pub(in crate::claims) type Fault = (usize, &'static str);

/// Reads the lines of a claim about the game with this text. Refuses lines that [`write`] would
/// write otherwise.
pub(super) fn read(lines: &[&str], game: &str) -> Result<Automaton, Fault> {
    let mut reader = ClaimReader::new(lines, TURN);
    let mode = match reader.words("mode")?[..] {
        ["values"] => Mode::Values,
        ["misere"] => Mode::Misere,
        ["capped", most] => Mode::Capped(reader.number(most)?),
        _ => return Err(reader.fault("mode values, mode capped and a number, or mode misere")),
    };
    let (of_head, ends) = reader.head()?;
    let machine = reader.machine()?;
    let explored = match reader.words("explored")?[..] {
        ["all", profiles] => Explored::All(reader.number(profiles)?),
        ["least", profiles] => Explored::Least(reader.number(profiles)?),
        _ => return Err(reader.fault("explored all or explored least, and a number")),
    };
    let upto = if reader.peek("upto") { Some(reader.one("upto")?) } else { None };
    let claim = Automaton { mode, game: of_head, ends, machine, explored, upto };
    reader.agrees(&write(&claim, game))?;
    Ok(claim)
}

/// A reader of the lines of a claim.
pub(in crate::claims) struct ClaimReader<'a> {
    lines: &'a [&'a str],
    at: usize,
    /// The lines in their order, for messages.
    turn: &'static str,
}

impl<'a> ClaimReader<'a> {
    /// A reader from the first line on; `turn` names the lines in their order.
    pub(in crate::claims) fn new(lines: &'a [&'a str], turn: &'static str) -> ClaimReader<'a> {
        ClaimReader { lines, at: 0, turn }
    }

    /// Whether a claim that was read has these lines: then the sum is right, and no number has two
    /// ways to be written.
    pub(in crate::claims) fn agrees(&self, again: &[String]) -> Result<(), Fault> {
        match again.iter().zip(self.lines).position(|(own, line)| own != line) {
            None if again.len() == self.lines.len() => Ok(()),
            None => Err((again.len().min(self.lines.len()).saturating_sub(1), "no line after the sum")),
            Some(at) => Err((at, if at + 1 == again.len() { "the sum of the lines above" } else { "another line" })),
        }
    }

    /// The moves, and the proof that the game ends.
    pub(in crate::claims) fn head(&mut self) -> Result<(FactorGame, Ends), Fault> {
        let letters = match self.words("letters")?[..] {
            [letters] => letters.chars().collect(),
            _ => return Err(self.fault("letters and all letters in a row")),
        };
        let walls = self.either("others", "walls", "none")?;
        let ring = self.either("words", "ring", "row")?;
        let mut moves = Vec::new();
        while let Some(kind) = self.a_move()? {
            moves.push(kind);
        }
        let weights = self.numbers("weights")?;
        let order = if self.peek("order") {
            let words = self.words("order")?;
            let from_left = match words.first() {
                Some(&"left") => true,
                Some(&"right") => false,
                _ => return Err(self.fault("order left or order right, and the rank of each letter")),
            };
            let ranks = words[1..].iter().map(|word| self.number(word)).collect::<Result<_, _>>()?;
            Some((ranks, from_left))
        } else {
            None
        };
        Ok((FactorGame { letters, walls, ring, moves }, Ends { weights, order }))
    }

    /// The words of the next line.
    pub(in crate::claims) fn any(&mut self) -> Result<Vec<&'a str>, Fault> {
        self.at += 1;
        let line = self.lines.get(self.at - 1).ok_or_else(|| self.fault("more lines"))?;
        Ok(line.split(' ').collect())
    }

    /// Something else was expected on the line that was read last.
    pub(in crate::claims) fn fault(&self, expected: &'static str) -> Fault {
        (self.at.saturating_sub(1).min(self.lines.len().saturating_sub(1)), expected)
    }

    /// Whether the next line begins with this word.
    fn peek(&self, opening: &str) -> bool {
        self.lines.get(self.at).is_some_and(|line| line.split(' ').next() == Some(opening))
    }

    /// The words after the opening word of the next line.
    pub(in crate::claims) fn words(&mut self, opening: &str) -> Result<Vec<&'a str>, Fault> {
        self.at += 1;
        let line = self.lines.get(self.at - 1).ok_or_else(|| self.fault("more lines"))?;
        let mut words = line.split(' ');
        if words.next() == Some(opening) { Ok(words.collect()) } else { Err(self.fault(self.turn)) }
    }

    /// The number that is this word.
    pub(in crate::claims) fn number<T: std::str::FromStr>(&self, word: &str) -> Result<T, Fault> {
        word.parse().map_err(|_| self.fault("a number"))
    }

    /// The numbers after the opening word of the next line.
    fn numbers<T: std::str::FromStr>(&mut self, opening: &str) -> Result<Vec<T>, Fault> {
        let words = self.words(opening)?;
        words.iter().map(|word| self.number(word)).collect()
    }

    /// The one number after the opening word of the next line.
    pub(in crate::claims) fn one<T: std::str::FromStr + Copy>(&mut self, opening: &str) -> Result<T, Fault> {
        match self.numbers(opening)?[..] {
            [number] => Ok(number),
            _ => Err(self.fault("one number")),
        }
    }

    /// Whether the one word after the opening word of the next line is `yes`; an error if it is
    /// neither.
    fn either(&mut self, opening: &str, yes: &str, no: &str) -> Result<bool, Fault> {
        match self.words(opening)?[..] {
            [word] if word == yes => Ok(true),
            [word] if word == no => Ok(false),
            _ => Err(self.fault("one of the two words that are allowed here")),
        }
    }

    /// The next line as a move; `None` if it is not one.
    ///
    /// A piece is `-` or numbers of letters; a run is a number with `+` after it.
    fn a_move(&mut self) -> Result<Option<FactorMove>, Fault> {
        let pieces = |reader: &Self, words: &[&str]| {
            let letters = |piece: &[&str]| match piece {
                ["-"] => Ok(Vec::new()),
                _ => piece.iter().map(|word| reader.number::<Letter>(word)).collect::<Result<_, _>>(),
            };
            words.split(|word| *word == "|").map(letters).collect::<Result<Vec<Vec<Letter>>, _>>()
        };
        if self.peek("every") {
            let words = self.words("every")?;
            return match words[..] {
                [letter, "->", "-"] => {
                    Ok(Some(FactorMove::EveryCopy { letter: self.number(letter)?, separates: false }))
                }
                [letter, "->", "-", "|", "-"] => {
                    Ok(Some(FactorMove::EveryCopy { letter: self.number(letter)?, separates: true }))
                }
                _ => Err(self.fault("every, a letter, and -> - or -> - | -")),
            };
        }
        if !self.peek("move") {
            return Ok(None);
        }
        let words = self.words("move")?;
        let arrow = words.iter().position(|word| *word == "->").ok_or_else(|| self.fault("an arrow"))?;
        let (mut left, right) = (&words[..arrow], &words[arrow + 1..]);
        let (at_start, at_end) = (left.first() == Some(&"^"), left.last() == Some(&"$"));
        left = &left[usize::from(at_start)..];
        left = &left[..left.len() - usize::from(at_end)];
        let symbol = |word: &&str| match word.strip_suffix('+') {
            Some(letter) => Ok((self.number(letter)?, true)),
            None => Ok((self.number(word)?, false)),
        };
        let left = left.iter().map(symbol).collect::<Result<Vec<_>, Fault>>()?;
        Ok(Some(FactorMove::Replace(Replace { at_start, left, at_end, right: pieces(self, right)? })))
    }

    /// The lines of the machine. Each line begins with the number of its state, and the first one
    /// determines the number of letters.
    fn machine(&mut self) -> Result<Machine, Fault> {
        let states: usize = self.one("states")?;
        let mut machine = Machine { letters: 0, labels: Vec::new(), next: Vec::new() };
        for state in 0..states {
            let row: Vec<u32> = self.numbers(&state.to_string())?;
            let (label, next) = row.split_first().ok_or_else(|| self.fault("a label and where each letter leads"))?;
            if state > 0 && next.len() != machine.letters {
                return Err(self.fault("as many steps as the state before has"));
            }
            machine.labels.push(*label);
            machine.letters = next.len();
            machine.next.extend_from_slice(next);
        }
        Ok(machine)
    }
}

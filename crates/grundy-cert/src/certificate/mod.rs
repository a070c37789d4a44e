//! Certificates as text: what a solver claims, written down so that it can be checked elsewhere and
//! later.
//!
//! ```text
//! grundy-certificate 2
//! convention normal
//! board octal 0.77
//! moves heap
//! move take 1..1 leave 0..0 1..1 2..2 any
//! move take 2..2 leave 0..0 1..1 2..2 any
//! start 0 5
//! start 0 7
//! ask value
//! answer value 6
//! claim values
//! 0
//! 1
//! end 2
//! ```
//!
//! One fact a line, sorted, so that equal claims are equal files: the reader refuses every other
//! way to write them. The first line has the version. The last line of a claim counts its lines, so
//! that a file that was cut short is refused. Word lists are named with a fingerprint, not copied.
//!
//! | line | content |
//! |---|---|
//! | `grundy-certificate 2` | the version of the format; version 1, without the moves, is read too |
//! | `convention PLAY` | `normal` or `misere` |
//! | `board GAME` | a game of the sum; games are numbered from 0 on |
//! | `list FINGERPRINT COUNT NAME` | after a board: a word list that the game names |
//! | `moves KIND`, `move ..` and others | the moves of the board (`Ruleset::certificate_lines`) |
//! | `start NUMBER COMPONENT` | a term of the sum: the number of its game, and its component |
//! | `ask QUESTION` | `value` (with moves), `nimber` (without), `outcome` or `table` |
//! | `answer KIND ..` | `value V`, `outcome O`, `values V ..` or `outcomes O ..` |
//! | `reduce REDUCTION` | the claim is about the game that this reduction leads to; may repeat |
//! | `claim NAME` | the first line of a claim: one for each game, in misère play one |
//! | `end COUNT` | the last line of a claim, with the number of lines between |
//!
//! A proof of every position has no `start`. The lines of a claim are described in its file:
//!
//! | name | file in `claims` | about |
//! |---|---|---|
//! | `values` | `values.rs` | the values of the heaps from 0 on |
//! | `positions` | `positions.rs` | values of components, closed under options |
//! | `couples` | `proof_search.rs` | values of components, with one answer to each option |
//! | `winners` | `outcome_map.rs` | who wins single components in normal play |
//! | `outcomes` | `outcomes.rs` | who wins sums in misère play |
//! | `period` | `period/` | all values of a heap game, by a short period |
//! | `window` | `window/` | all values of a heap game, by a long period |
//! | `automaton` | `automaton/` | the values of all words, or of all up to a length |
//! | `quotient` | `quotient/` | who wins every sum of heaps in misère play |
//! | `matching` | `matching.rs` | who wins one position of a token |
//! | `law` | `closed_form/` | all values, by a theorem |
//! | `runs` | `runs/` | the values of heaps that are constant on long runs |
//! | `binary` | `binary/` | the values or outcomes of all heaps, by automata |
//!
//! The files are `head.rs` (the lines before the first claim),
//! `write.rs`, `read.rs`, `section.rs` and `parse.rs` (the lines of one claim, and the
//! words in them), and `lines.rs` (lines of a large file).

mod head;
pub(crate) mod lines;
pub(crate) mod parse;
pub(crate) mod read;
pub(crate) mod section;
pub(crate) mod write;

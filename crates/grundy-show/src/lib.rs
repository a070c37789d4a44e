//! Answers as text, as JSON and as pictures: one renderer for every face, so that all of them say
//! the same.
//!
//! Each module shows one kind of answer, twice: `.._text` for people and `.._json` for programs,
//! both made from the same data. Text ends with a line feed; JSON is one object on one line.
//! Nothing is printed here.

mod answer;
mod atlas;
mod automaton;
mod board;
mod census;
mod check;
mod cite;
mod compound;
mod count;
mod diagnostic;
mod diff;
mod equal;
mod error;
mod explain;
mod export;
mod find;
mod first;
mod fix;
mod games;
mod json;
mod latex;
mod law;
mod lists;
mod moves;
mod oeis;
mod phrase;
pub mod picture;
mod plan;
mod play;
mod proof;
mod proven;
mod quotient;
mod reading;
mod records;
#[cfg(feature = "schema")]
pub mod schema;
mod sheet;
mod square;
mod stats;
mod stored;
mod survey;
mod table;
mod tokens;
mod values;

pub use answer::{ReasonJson, reason_json, reason_text, solve_json, solve_text};
pub use atlas::{
    atlas_csv, atlas_heading, atlas_ndjson, entry_from_json, entry_json, hunt_csv, hunt_heading, hunt_ndjson,
    hunt_record_from_json, hunt_record_json,
};
pub use board::{MovesByGroup, board_json, board_moves_text};
pub use census::{census_head, census_line, census_text};
pub use check::{checked_json, checked_text};
pub use cite::{cite_json, cite_text};
pub use compound::{compound_json, compound_text};
pub use count::{Counted, count_json, count_text};
pub use diagnostic::{diagnostic_json, diagnostic_text, story_json, story_text, usage_json};
pub use diff::{diff_json, diff_text};
pub use equal::{equal_json, equal_text};
pub use error::{error_help, error_json, error_message, file_help, refusal_json};
pub use explain::{explain_json, explain_text};
pub use export::{Rows, Unwritten, export};
pub use find::{find_json, find_text};
pub use first::{first_json, first_text};
pub use fix::ErrorJson;
pub use games::{families_json, families_text, family_json, found_json, found_text, rules_json, rules_text};
pub use json::{Version, line as json_line};
pub use latex::{MOST_ROWS, table_latex, table_markdown};
pub use moves::{moves_json, moves_text};
pub use oeis::{audit_json, audit_text, sequences_json, sequences_text, terms_json, terms_text};
pub use plan::{plan_json, plan_text};
pub use play::{
    account_json, account_text, board_text, choice_mark, choice_short, choice_text, curve_text, game_text, hint_text,
    mistakes_text, position_text, result_text, rows, verdict_text,
};
pub use proof::{proof_json, proof_text};
pub use proven::{More, Proven};
pub use sheet::Sheet;
pub use square::{square_csv, square_json, square_losing_csv, square_losing_text, square_text};
pub use stats::stats_text;
pub use stored::{
    built_json, built_text, compressed_json, compressed_text, exported_json, exported_text, looked_up_json,
    looked_up_text, verified_json, verified_text,
};
pub use survey::{survey_heaps_json, survey_words_json};
pub use table::{BFileFault, losing_json, losing_text, table_bfile, table_csv, table_json, table_ndjson, table_text};
pub use tokens::{OnGraph, graph_plan_json, graph_plan_text, tokens_json, tokens_text, write_labels};
pub use values::{Form, Values, write_values};

/// Whether text carries ANSI escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Off,
    /// Escapes of the common terminals.
    On,
}

//! What a game leaves out of its word lists, as JSON.

use grundy::games::{Origin, Ruleset, Why, WordList};
use serde::Serialize;

use crate::json::words;

/// What a game leaves out of the file of a word list
#[derive(PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "left_out_list"))]
pub(crate) struct LeftOutJson {
    /// The name of the list
    list: String,
    /// The lines of the file that have a word
    words: u64,
    /// How many of these words are left out
    left_out: u64,
    /// Why, and how many for each reason
    reasons: Vec<WhyJson>,
    /// The lines that begin with `#`
    comments: u64,
}

/// Words that a list leaves out for one reason
#[derive(PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "left_out_reason"))]
struct WhyJson {
    /// `blanks` if the line has a blank inside, `capitals` if the word fits in lower case,
    /// `letters` if it has letters that are not letters of the game, `length` if it is too short
    /// or too long
    reason: WhyWord,
    /// How many words
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    words: u64,
    /// The first of them in the file, up to 40 letters
    first: String,
}

words! {
    /// Why a list leaves a word out.
    WhyWord: "blanks" | "capitals" | "letters" | "length";
}

impl From<Why> for WhyWord {
    fn from(why: Why) -> Self {
        WhyWord(match why {
            Why::Length => "length",
            Why::Capitals => "capitals",
            Why::Letters => "letters",
            Why::Blanks => "blanks",
        })
    }
}

/// What a game on these rules leaves out of its lists, if it leaves words or lines out.
pub(crate) fn left_out<'r>(rulesets: impl IntoIterator<Item = &'r Ruleset>) -> Option<Vec<LeftOutJson>> {
    let mut all: Vec<LeftOutJson> = Vec::new();
    for list in rulesets.into_iter().flat_map(Ruleset::lists).filter_map(of_list) {
        // A game may name its list twice.
        if !all.contains(&list) {
            all.push(list);
        }
    }
    (!all.is_empty()).then_some(all)
}

fn of_list(list: &WordList) -> Option<LeftOutJson> {
    let Origin::Named(name) = list.origin() else { return None };
    let left_out = list.left_out();
    let reason = |(why, words, first): &(Why, u64, String)| WhyJson {
        reason: (*why).into(),
        words: *words,
        first: first.clone(),
    };
    (left_out.words() + left_out.comments > 0).then(|| LeftOutJson {
        list: name.clone(),
        words: left_out.lines,
        left_out: left_out.words(),
        reasons: left_out.reasons.iter().map(reason).collect(),
        comments: left_out.comments,
    })
}

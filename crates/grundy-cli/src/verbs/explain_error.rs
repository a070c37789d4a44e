//! `grundy explain-error CODE`: the longer explanation of an error code.

use grundy::lang::STORIES;
use grundy_show::{story_json, story_text};

use crate::{
    cli::Code,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Code) -> Result<Reply, CliError> {
    let code = words.code.trim();
    let story = if session.common.json { story_json(code) } else { story_text(code) };
    story.map(Reply::from).ok_or_else(|| {
        let codes: Vec<&str> = STORIES.iter().map(|(code, ..)| *code).collect();
        CliError::about(code, format!("there is no error code `{code}`"), format!("the codes are {}", codes.join(" ")))
    })
}

//! `grundy equal GAME OTHER`: whether two games have the same values.

use grundy::Declaration;
use grundy_lab::equal::{Verdict, equal};
use grundy_show::{equal_json, equal_text};

use crate::{
    cli::Equal,
    game,
    output::{CliError, Reply},
    session::{self, Session},
};

pub fn run(session: &Session, words: Equal) -> Result<Reply, CliError> {
    let (left, right) = (read(session, &words.left)?, read(session, &words.right)?);
    let found = equal(&session.run, &left, &right, words.up_to)?;
    session::note(found.status);
    let out =
        session.pick(|| equal_text(&left, &right, &found, session.colour()), || equal_json(&left, &right, &found));
    let code = match found.verdict {
        Verdict::Equal(_) => 0,
        Verdict::UpTo(_) => {
            if words.up_to.is_some() {
                0
            } else {
                3
            }
        }
        Verdict::Different(_) => 1,
    };
    Ok(Reply { out, code })
}

fn read(session: &Session, text: &str) -> Result<Declaration, CliError> {
    let line = [text.to_owned()];
    let rules = session.run.only_game(&line, session.common.misere, "a comparison is about two games");
    rules.map_err(|error| game::hinted(error, &line))
}

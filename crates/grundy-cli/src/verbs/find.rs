//! `grundy find`: the known rules that give a sequence of values.

use grundy_lab::{find::find, values::read};
use grundy_show::{find_json, find_text};

use crate::{
    cli::Find,
    output::{CliError, Reply},
    session::Session,
    verbs::diff::b_file,
};

pub fn run(session: &Session, words: Find) -> Result<Reply, CliError> {
    let values = match &words.bfile {
        Some(path) => b_file(path)?.values,
        None => read(&words.values.join(" "))?,
    };
    let found = find(&session.run, &values, words.most.into())?;
    let out = session.pick(|| find_text(&found, session.colour()), || find_json(&found));
    Ok(Reply { out, code: u8::from(found.total == 0) })
}

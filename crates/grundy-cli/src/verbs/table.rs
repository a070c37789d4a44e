//! `grundy table GAME N`: the values (in misère play the outcomes) of the heaps from 0 to N.

use grundy::{Answer, Ask, Board, Component, Play, Query, Rules};
use grundy_show::{
    BFileFault, Solved, losing_json, losing_text, plot_svg, table_bfile, table_csv, table_json, table_ndjson,
    table_text,
};

use crate::{
    cli::Table,
    game,
    output::{Reply, Trouble, narrate},
    session::Session,
    verbs::{check, digraph, long_table},
};

pub fn run(session: &Session, words: Table) -> Result<Reply, Trouble> {
    if let Some(file) = digraph::named(&words.game) {
        return digraph::table(session, &words, file);
    }
    let line = words.words();
    let chosen = game::choose(&line, session.common.misere)?;
    let end = end(&chosen.rules, chosen.rest)?;
    if let Some(form) = long_table::form(&words, &chosen.rules, end) {
        return long_table::run(session, &words, &chosen.rules, end, form);
    }
    if words.npy || words.checkpoint.is_some() {
        let help = "write --csv, --ndjson or --bfile without --checkpoint";
        return Err(Trouble::usage("checkpoints and arrays are for games that `grundy prove` knows", help));
    }
    let query = Query::new(&chosen.rules, vec![Component::Heap(end)], Ask::Table);
    let solved = session.settle(session.solve(query, words.certificate.is_some(), None)?)?;
    if let Some(path) = &words.certificate {
        check::certify(session, path, &solved)?;
    }
    if let Some(path) = &words.svg {
        let Answer::Values(values) = &solved.solution.answer else {
            return Err(Trouble::usage("a picture shows values, and a misère table holds outcomes", "leave --svg out"));
        };
        let values: Vec<u64> = values.iter().map(|value| value.0).collect();
        let svg = plot_svg(&format!("{}: values of the heaps 0 to {end}", chosen.rules), &values);
        std::fs::write(path, svg).map_err(|error| Trouble::file("write", path, &error))?;
    }
    show(session, &words, &solved).map(Reply::from)
}

/// The largest heap: the one word behind the game.
fn end(rules: &Rules, rest: &[String]) -> Result<u64, Trouble> {
    if !matches!(rules.board, Board::Heap(_)) {
        let board = match &rules.board {
            Board::Typed(_) => "several kinds of heap",
            other => other.name(),
        };
        let help = "ask for one position with `grundy solve`";
        return Err(Trouble::usage(format!("a table is about heaps; this game is played on: {board}"), help));
    }
    let number = |word: &String| rules.parse_position(word);
    match rest {
        [] => Err(Trouble::usage("the largest heap is missing", "write it behind the game: grundy table kayles 24")),
        [word] => match number(word)?[..] {
            [Component::Heap(end)] => Ok(end),
            _ => Err(Trouble::usage(format!("`{word}` is not one heap"), "write one number: grundy table kayles 24")),
        },
        [_, extra, ..] => {
            Err(Trouble::usage(format!("`{extra}` is too much: a table ends with one heap"), "write one number"))
        }
    }
}

fn show(session: &Session, words: &Table, solved: &Solved) -> Result<String, Trouble> {
    let aside = || narrate(&note(solved));
    if words.bfile {
        let offset = words.offset.unwrap_or(u64::from(words.losing));
        return table_bfile(solved, offset, words.losing).map_err(|fault| match fault {
            BFileFault::Outcomes => Trouble::usage(
                "a b-file holds numbers, and a misère table holds outcomes",
                "add --losing for the heaps that the player to move loses",
            ),
            BFileFault::Offset => Trouble::usage("the table ends before the offset", "ask for a larger table"),
        });
    }
    if words.csv {
        aside();
        return Ok(table_csv(solved));
    }
    if words.ndjson {
        aside();
        return Ok(table_ndjson(solved));
    }
    if words.losing {
        return Ok(session.pick(|| losing_text(solved), || losing_json(solved)));
    }
    Ok(session.pick(|| table_text(solved, words.columns.into()), || table_json(solved)))
}

/// Convention and status, said on stderr where the form has no place for them.
fn note(solved: &Solved) -> String {
    let play = if solved.query.play == Play::Misere { "misère play" } else { "normal play" };
    format!("{}: {play}, {}", solved.query.game_text(), if solved.proved { "proved" } else { "computed" })
}

//! `grundy survey heaps 'octal 0.???'`: a family of games on all cores, one record a game.
//!
//! With `-o FILE` each record is appended to the file when it is there, and a run that was
//! interrupted resumes after the last whole one. The file names the family and the limit; one about
//! something else is refused, and so is one with a line that was altered.
//!
//! With `--hunt DIR` the games that are not settled are hunted in turn. Each has a checkpoint in
//! the folder, and all records are in one file there, which is replaced after each turn. A damaged
//! checkpoint is reported, the other games go on, and the exit code is 2.
//!
//! With `--certificate DIR` each proved period is a certificate too, and with `--proved-in FILE`
//! only the games are studied that an earlier survey has proved.

use std::{collections::HashSet, fs, path::Path};

use grundy::{Declaration, Error};
use grundy_lab::{
    atlas::{Depth, SHALLOW, family, survey_all},
    hunt::{DISK, FARTHEST, Hunt, certificate, lacks_certificate},
    survey::Failure,
};
use grundy_show::{
    atlas_csv, atlas_heading, atlas_ndjson, entry_from_json, entry_json, hunt_csv, hunt_heading, hunt_ndjson,
    hunt_record_from_json, hunt_record_json,
};

use crate::{
    cli::Atlas,
    input,
    output::{self, CliError, VerbOutput, file},
    records::{self, Records, altered},
    session::Session,
    streams::narrate,
};

pub fn run(session: &Session, mut words: Atlas) -> Result<VerbOutput, CliError> {
    let hunted = words.hunt.as_ref().map(|(folder, _)| folder);
    for (flag, folder) in [("--hunt", hunted), ("--certificate", words.certificate.as_ref())] {
        if folder.is_some_and(|folder| folder == Path::new("-")) {
            let message = format!("{flag} is the folder of many files, and `-` is standard output");
            return Err(CliError::about(&format!("{flag} -"), message, format!("name a folder: {flag} DIR")));
        }
    }
    words.output = words.output.filter(|path| file(Some(path)).is_some());
    // The time is that of each game.
    let (whole, time) = (session.run.within(None), session.run.limits().time);
    let games = family(&words.pattern, &mut whole.budget()).map_err(|error| match error {
        Error::Refused(refused) => CliError::usage(refused.message, "grundy survey heaps 'octal 0.??' --up-to 10000"),
        other => other.into(),
    })?;
    let games = match &words.proved_in {
        Some(path) => proved_in(path, games)?,
        None => games,
    };
    let games = match words.shard {
        Some(shard) => shard.of(games),
        None => games,
    };
    if let Some((folder, disk)) = &words.hunt {
        return hunt(session, &words, (folder, disk.unwrap_or(DISK)), &games);
    }
    let to = words.up_to.unwrap_or(SHALLOW);
    let _lock = words.output.as_deref().map(|path| session.lock(path)).transpose()?;
    let (mut entries, mut kept) = match &words.output {
        Some(path) => {
            let (lines, file) = Records::open(path, atlas_heading(&words.pattern, to, words.shard).trim_end())?;
            let read = lines.iter().zip(2..).map(|(line, at)| entry_from_json(line).ok_or_else(|| altered(path, at)));
            (read.collect::<Result<_, _>>()?, Some((file, path)))
        }
        None => (Vec::new(), None),
    };
    if let Some(folder) = &words.certificate {
        fs::create_dir_all(folder).map_err(|error| CliError::file("write", folder, &error))?;
    }
    let depth = Depth { to, time, certificates: words.certificate.is_some() };
    let surveyed = survey_all(&whole, &games, depth, &mut entries, |entry, text| {
        if let (Some(folder), Some(text)) = (&words.certificate, text) {
            output::write_file(&certificate(folder, &entry.game), text)?;
        }
        match &mut kept {
            Some((file, path)) => {
                file.append(&entry_json(entry)).map_err(|error| CliError::file("write", path, &error))
            }
            None => Ok(()),
        }
    });
    surveyed.map_err(|failure| match failure {
        Failure::Study(at, why) => CliError::usage(format!("{}: {why}", games[at]), "leave it out of the family"),
        Failure::Keep(error) => error,
    })?;
    session.whole()?;
    Ok(if words.csv() { atlas_csv(&entries) } else { atlas_ndjson(&entries) }.into())
}

/// Hunts the games in turn, with all files in this folder.
fn hunt(
    session: &Session,
    words: &Atlas,
    (folder, disk): (&Path, u64),
    games: &[Declaration],
) -> Result<VerbOutput, CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file("write", folder, &error))?;
    let path = folder.join("records.ndjson");
    let _lock = session.lock(&path)?;
    let heading = hunt_heading(&words.pattern, words.shard);
    let heading = heading.trim_end();
    let lines = records::kept(&path, heading, "name another folder with --hunt")?;
    let read = lines.iter().zip(2..).map(|(line, at)| hunt_record_from_json(line).ok_or_else(|| altered(&path, at)));
    let mut known = read.collect::<Result<Vec<_>, _>>()?;
    let to = words.up_to.unwrap_or(FARTHEST);
    let hunt = Hunt { run: &session.run, games, folder, to, disk };
    hunt.take_turns(&mut known, |all, settled| {
        // A game is settled in the records only if its certificate is there.
        if let Some((game, text)) = settled {
            output::write_file(&certificate(folder, game), text)?;
        }
        records::replace(&path, heading, all.iter().map(hunt_record_json))
    })?;
    session.whole()?;
    for record in known.iter().filter(|record| lacks_certificate(folder, record)) {
        let game = &record.entry.game;
        let file = certificate(folder, game);
        narrate(&format!(
            "note: {game} was proved, and {} is missing; the same command makes it again",
            file.display()
        ));
    }
    Ok(if words.csv() { hunt_csv(&known) } else { hunt_ndjson(&known) }.into())
}

/// The games that a table of an earlier survey has as proved.
fn proved_in(path: &Path, games: Vec<Declaration>) -> Result<Vec<Declaration>, CliError> {
    let text = input::text(path).map_err(|error| CliError::file("read", path, &error))?;
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heading = lines.next().unwrap_or_default();
    let column = |name: &str| heading.iter().position(|&own| own == name);
    let (Some(game), Some(status)) = (column("game"), column("status")) else {
        let why = format!("{} has no columns `game` and `status`", path.display());
        return Err(CliError::usage(why, "grundy survey heaps 'octal 0.??' --format csv > FILE writes such a file"));
    };
    let proved: HashSet<String> = lines
        .filter(|fields| fields.get(status) == Some(&"proved"))
        .filter_map(|fields| fields.get(game).map(|&name| name.to_owned()))
        .collect();
    let known: Vec<Declaration> = games.into_iter().filter(|own| proved.contains(&own.to_string())).collect();
    if known.is_empty() {
        let why = format!("no game of the family is proved in {}", path.display());
        return Err(CliError::usage(why, "take the family of the file"));
    }
    Ok(known)
}

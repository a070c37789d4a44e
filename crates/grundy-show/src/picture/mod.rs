//! Pictures of games: what is drawn, from which data, and in which form.
//!
//! Every front end asks here with the words of a request, so that the same request has the same
//! bytes on the command line, over HTTP and in Python. Pictures are SVG; graphs and automata have a
//! form for Graphviz too. No picture is larger than [`LARGEST`]: a board that is too large is cut,
//! with a note in the picture, or the request is refused with what to ask instead.

mod boards;
mod colour;
mod layout;
mod machine;
mod options;
mod parts;
mod plot;
mod position;
mod square;
mod strip;
mod svg;

use std::time::Duration;

use grundy::{
    Answer, Component, Convention, Declaration, Error, LongTable, Outcome, ProofQuery, Query, Run, Status, Wanted,
    cert::Claim,
    help::{Fix, Help},
    moves::LegalMove,
    proof::{AutomatonQuery, Finding, Proof, Recurrence, Standing},
    request::title_of,
    solvers::Reason,
    square::SquareQuery,
};
use serde::Serialize;

use crate::{
    error::refused,
    json::{self, Reasons, StatusWord, Version},
    phrase,
    proof::recurs,
    proven::Proven,
};
pub(crate) use parts::Press;
use plot::Plot;
use strip::Strip;

/// The largest picture, in bytes.
pub const LARGEST: usize = 2_000_000;

/// The largest heap of a plot.
pub const MOST_HEAPS: u64 = 1_000_000;

/// How long the value of a position is sought, if the run has no limit.
const SOON: Duration = Duration::from_secs(10);

/// The largest heap of a plot, if the request names none.
const HEAPS: u64 = 200;

/// The largest size of a square, if the request names none.
const SIZES: u64 = 24;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The values of heaps: a plot, or the rows of a period; in misère play their outcomes.
    Table,
    /// The components of a position, with their values.
    Position,
    /// The options of a position, two moves deep.
    Graph,
    /// The automaton of a game on words.
    Automaton,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// Scalable vector graphics.
    #[default]
    Svg,
    /// The language of Graphviz, for graphs and automata.
    Dot,
    /// An automaton for the program Walnut.
    Walnut,
}

impl Subject {
    /// The subjects with their names.
    pub const ALL: [(&'static str, Subject); 4] = [
        ("table", Subject::Table),
        ("position", Subject::Position),
        ("graph", Subject::Graph),
        ("automaton", Subject::Automaton),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Subject::ALL[self as usize].0
    }
}

impl Drawn {
    /// The name of the form, which is also the ending of its files but those for Walnut.
    pub fn name(self) -> &'static str {
        match self {
            Drawn::Svg => "svg",
            Drawn::Dot => "dot",
            Drawn::Walnut => "walnut",
        }
    }

    /// The media type.
    pub fn media(self) -> &'static str {
        match self {
            Drawn::Svg => "image/svg+xml",
            Drawn::Dot => "text/vnd.graphviz; charset=utf-8",
            Drawn::Walnut => "text/plain; charset=utf-8",
        }
    }
}

/// A request for a picture.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What is drawn.
    pub subject: Subject,
    /// The game, and the largest heap or the position after it.
    pub words: Vec<String>,
    /// Whether misère play replaces the convention of the game.
    pub misere: bool,
    /// The form.
    pub form: Drawn,
    /// Of a table: rows of one period, which is proved first.
    pub period: bool,
    /// Where the search for a period or for an automaton ends.
    pub to: Option<u64>,
    /// What an automaton is to be.
    pub automaton: AutomatonQuery,
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows.
    pub subject: Subject,
    /// The form.
    pub form: Drawn,
    /// The game in the language.
    pub game: String,
    /// The picture.
    pub text: String,
    /// How sure what it shows is. `None` if it shows a position whose value is not known.
    pub status: Option<Status>,
}

impl Drawing {
    /// A request for a picture as SVG.
    pub fn new(subject: Subject, words: Vec<String>) -> Drawing {
        let automaton = AutomatonQuery::default();
        Drawing { subject, words, misere: false, form: Drawn::Svg, period: false, to: None, automaton }
    }
}

/// Draws what the request asks for, under the limits of `run`.
///
/// # Errors
/// As those of the answers that the picture shows; [`Error::Refused`] if the request has no
/// picture, or none of a reasonable size.
pub fn draw(run: &Run, drawing: &Drawing) -> Result<Picture, Error> {
    let Drawing { subject, form, .. } = *drawing;
    if form == Drawn::Walnut && subject != Subject::Automaton {
        let message = format!("Walnut is about automata, and a {} is drawn", subject.name());
        return Err(Error::field("format", message, Fix::set("what", "automaton")));
    }
    if form == Drawn::Dot && matches!(subject, Subject::Table | Subject::Position) {
        let message = format!("a {} has no form for Graphviz", subject.name());
        return Err(Error::usage("dot", message, "write it as SVG; `draw graph` and `draw automaton` have both forms"));
    }
    let picture = match subject {
        Subject::Table if drawing.period => rows(run, drawing)?,
        Subject::Table => table(run, drawing)?,
        Subject::Position => position_picture(run, &run.query(&drawing.words, drawing.misere)?)?,
        Subject::Graph => graph_picture(run, &run.query(&drawing.words, drawing.misere)?, form)?,
        Subject::Automaton => automaton(run, drawing)?,
    };
    fitting(picture)
}

/// The picture, if it is not too large.
fn fitting(picture: Picture) -> Result<Picture, Error> {
    if picture.form == Drawn::Svg && picture.text.len() > LARGEST {
        let (own, most) = (picture.text.len() / 1000, LARGEST / 1000);
        let message = format!("the picture would have {own} kB, and the most is {most} kB");
        return Err(refused("picture", message, "draw less: fewer components, or a smaller board"));
    }
    Ok(picture)
}

/// The words of a table, with a largest heap if they have none.
fn heaps(run: &Run, drawing: &Drawing) -> Result<(Declaration, Component, bool), Error> {
    let mut words = drawing.words.clone();
    let named = !run.choose(&words, drawing.misere)?.rest.is_empty();
    if !named {
        words.push(HEAPS.to_string());
    }
    let (rules, last) = run.table_query(&words, drawing.misere)?;
    Ok((rules, last, named))
}

/// A plot of values, misère outcomes, or a square of two sizes.
fn table(run: &Run, drawing: &Drawing) -> Result<Picture, Error> {
    if let Some(SquareQuery { rules, of, end }) = run.square_query(&drawing.words, drawing.misere, None) {
        let table = run.square_table(&rules, of, end.unwrap_or(SIZES))?;
        let Some(text) = square::square(&table) else {
            let help = Help::from("draw less: ") + Fix::set("up_to", square::COLOURED);
            return Err(refused("picture", "too many positions are lost to draw each", help));
        };
        return Ok(picture(drawing, rules.to_string(), text, Some(table.status)));
    }
    let (rules, last, _) = heaps(run, drawing)?;
    let end = last.number().unwrap_or(HEAPS);
    if end > MOST_HEAPS {
        let message = format!("a plot shows heaps up to {MOST_HEAPS}, not up to {end}");
        return Err(refused("picture", message, Help::from("draw fewer: ") + Fix::set("up_to", MOST_HEAPS)));
    }
    let (text, status) = if Run::is_long_table(&rules, end, false) {
        let long = run.long_table(&rules, end, None)?;
        let LongTable { largest, status, .. } = long;
        (table_svg(&rules, end, largest, &mut long.values(), status), status)
    } else {
        let solved = run.table_to(&rules, last, false)?;
        let text = match &solved.solution.answer {
            Answer::Outcomes(outcomes) => outcomes_svg(&rules, outcomes, solved.status),
            Answer::Values(values) => {
                let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
                table_svg(&rules, end, largest, &mut values.iter().map(|value| value.0), solved.status)
            }
            Answer::Value(_) | Answer::Outcome(_) => String::new(),
        };
        (text, solved.status)
    };
    Ok(picture(drawing, rules.to_string(), text, Some(status)))
}

/// The plot of a table: `values` of the heaps from 0 to `end`, of which `largest` is the largest.
pub fn table_svg(
    rules: &Declaration,
    end: u64,
    largest: u64,
    values: &mut dyn Iterator<Item = u64>,
    status: Status,
) -> String {
    values_svg(&named(rules), end, largest, values, &phrase::footing(rules.convention, status))
}

/// As [`table_svg`], of a game with this name, with this line below the picture.
pub fn values_svg(name: &str, end: u64, largest: u64, values: &mut dyn Iterator<Item = u64>, footing: &str) -> String {
    let title = format!("{name}: values of the heaps 0 to {end}");
    plot::plot(Plot { title, end, largest, values, footing: footing.to_owned() })
}

/// The picture of the outcomes of the heaps from 0 on.
pub fn outcomes_svg(rules: &Declaration, outcomes: &[Outcome], status: Status) -> String {
    let title = format!("{}: outcomes of the heaps 0 to {}", named(rules), outcomes.len().saturating_sub(1));
    strip::outcomes(title, outcomes, phrase::footing(rules.convention, status))
}

/// The game with its name, if it has one.
fn named(rules: &Declaration) -> String {
    let text = phrase::short(rules);
    title_of(rules, &[]).map_or(text.clone(), |name| format!("{name} ({text})"))
}

/// The values in rows of one period.
fn rows(run: &Run, drawing: &Drawing) -> Result<Picture, Error> {
    let (rules, last, named) = heaps(run, drawing)?;
    let end = last.number().filter(|_| named);
    if rules.convention == Convention::Misere {
        let message = "in misère play heaps have outcomes, of which no period is sought";
        return Err(Error::field("what", message, "`draw table` draws the outcomes"));
    }
    let proof = run.prove(&rules, &ProofQuery { to: drawing.to, ..ProofQuery::default() })?;
    match period_svg(&rules, &proof, end) {
        Some(text) => Ok(picture(drawing, rules.to_string(), text, Some(proof.status))),
        None => Err(no_period(proof)),
    }
}

/// Why there is no picture of a period.
fn no_period(proof: Proof) -> Error {
    let help = Help::from("`draw table` draws the values");
    match (proof.standing, proof.stopped) {
        (Standing::Proved, _) => {
            refused("period", "the values are proved by another law than one of the theorems on periods", help)
        }
        (_, Some(stopped)) => stopped.into(),
        _ => refused(
            Error::UNDECIDED,
            "no period is proved",
            Help::from("look farther with ") + Fix::Choose("up_to", "N") + ", or " + help,
        ),
    }
}

/// The strip of a proof of a period, to the end of the second period or to `end`.
fn period_svg(rules: &Declaration, proof: &Proof, end: Option<u64>) -> Option<String> {
    let Finding::Period(found) = &proof.finding else { return None };
    let (_, solution) = proof.solution.as_ref()?;
    let listed;
    let value: &dyn Fn(u64) -> Option<u64> = match solution.claims.first()? {
        Claim::Period(claim) => &|heap| claim.value(heap).map(|value| value.0),
        Claim::Window(claim) => {
            listed = claim.values(&rules.ruleset, 0, strip::MOST_CELLS as usize + 1)?;
            &|heap| listed.get(usize::try_from(heap).ok()?).map(|&value| value.into())
        }
        claim @ Claim::Reduced(_) => {
            &|number| claim.value(&rules.ruleset, &rules.ruleset.numbered(number)?).map(|value| value.0)
        }
        _ => return None,
    };
    let Recurrence { preperiod: Some(preperiod), period: Some(period), exceptions, .. } = found else { return None };
    Some(strip::strip(&Strip {
        title: format!("{}: {}", named(rules), recurs(found)),
        preperiod: *preperiod,
        period: *period,
        exceptions: exceptions.as_deref().unwrap_or_default(),
        end,
        value,
        footing: phrase::footing(rules.convention, proof.status),
    }))
}

/// The picture of a proof: its period, or its automaton. `None` if it has none, or none of a
/// reasonable size.
pub fn proof_svg(proven: &Proven<'_>) -> Option<String> {
    let (rules, proof) = (proven.rules, proven.proof);
    match &proof.finding {
        Finding::Period(_) => period_svg(rules, proof, None),
        Finding::Automaton(found) => {
            machine::svg(rules, found.claim.as_ref()?, phrase::footing(rules.convention, proof.status)).ok()
        }
        Finding::Law(_) | Finding::Quotient(_) | Finding::Listed(_) => None,
    }
}

/// The automaton of a proof, for Graphviz. `None` if it has none.
pub fn proof_dot(proven: &Proven<'_>) -> Option<String> {
    let (rules, proof) = (proven.rules, proven.proof);
    let Finding::Automaton(found) = &proof.finding else { return None };
    Some(machine::dot(rules, found.claim.as_ref()?, &phrase::footing(rules.convention, proof.status)))
}

/// The components of a position with their values. If a limit ends the search for the values, they
/// are left out, and the picture notes it; without a limit on the time, that is ten seconds.
///
/// # Errors
/// As [`Run::solve`], except for limits; [`Error::Refused`] if the picture would be too large.
pub fn position_picture(run: &Run, query: &Query) -> Result<Picture, Error> {
    // The picture shows a position, and its value only if that is soon known.
    let soon = run.limits().time.is_none().then(|| run.within(Some(SOON)));
    let run = soon.as_ref().unwrap_or(run);
    let (text, status) = match run.find(query.clone(), Wanted::default()).and_then(|found| run.settle(found)) {
        Ok(solved) => (position::position(query, Ok(&solved)), Some(solved.status)),
        Err(Error::Stopped(stopped)) if stopped.is_limit() && stopped.reason != Reason::Interrupted => {
            (position::position(query, Err("a limit ended the search")), None)
        }
        Err(Error::NoSolver(_)) => (position::position(query, Err("no method is about it")), None),
        Err(error) => return Err(error),
    };
    fitting(Picture { subject: Subject::Position, form: Drawn::Svg, game: query.game_text(), text, status })
}

/// A component with parts that can be pressed.
pub(crate) struct PressableComponent {
    /// The picture.
    pub picture: String,
    /// What it does not show.
    pub note: Option<String>,
    /// The ways to make each move on it.
    pub presses: Vec<Vec<Press>>,
}

/// The picture of a component on which these moves of it are made.
pub(crate) fn component(component: &Component, moves: &[LegalMove]) -> PressableComponent {
    let mut svg = svg::Svg::pressable("board", component.to_string());
    let boards::Board { size, note, parts } = boards::board(&mut svg, (0.0, 0.0), component);
    PressableComponent { picture: svg.bare(size), note, presses: parts::presses(component, moves, parts) }
}

/// The options of a position, two moves deep.
///
/// # Errors
/// As [`Run::solve`]; [`Error::Refused`] if the options are too many to list.
pub fn graph_picture(run: &Run, query: &Query, form: Drawn) -> Result<Picture, Error> {
    let options = options::options(run, query)?;
    let text = match form {
        Drawn::Svg => options.svg(),
        Drawn::Dot | Drawn::Walnut => options.dot(),
    };
    let status = Some(options.status);
    fitting(Picture { subject: Subject::Graph, form, game: query.game_text(), text, status })
}

/// The automaton of a game on words, or of an octal game on words of counters.
fn automaton(run: &Run, drawing: &Drawing) -> Result<Picture, Error> {
    let rules = run.only_game(&drawing.words, drawing.misere, "an automaton is about a game")?;
    let wanted = AutomatonQuery { to: drawing.to.or(drawing.automaton.to), machine: true, ..drawing.automaton.clone() };
    let query = ProofQuery { to: drawing.to, automaton: Some(wanted), ..ProofQuery::default() };
    let proof = run.prove(&rules, &query)?;
    let Finding::Automaton(found) = &proof.finding else {
        return Err(refused("usage", "the proof found no automaton", "draw the automaton of a game on words"));
    };
    let Some(claim) = &found.claim else {
        return Err(match proof.stopped {
            Some(stopped) => stopped.into(),
            None => {
                let help = Help::from("look farther with ") + Fix::Choose("up_to", "N") + ", or allow more states";
                refused(Error::UNDECIDED, "no automaton was found", help)
            }
        });
    };
    if let Some(most) = drawing.automaton.most_states.filter(|most| claim.machine.states() as u64 > *most) {
        let message = format!("the automaton has more than {}", phrase::count(most.into(), "state"));
        let help = Help::from("allow more with ") + Fix::Choose("states", "N");
        return Err(refused(Error::UNDECIDED, message, help));
    }
    let footing = phrase::footing(rules.convention, proof.status);
    let text = match drawing.form {
        Drawn::Svg => match (machine::svg(&rules, claim, footing), proof.stopped) {
            // More time gives another machine, which may be drawn.
            (Err(_), Some(stopped)) => return Err(stopped.into()),
            (text, _) => text?,
        },
        Drawn::Dot => machine::dot(&rules, claim, &footing),
        // Walnut would read a machine of short words as one of all words.
        Drawn::Walnut if let Some(upto) = claim.upto => {
            let message = format!("the automaton is known for words of fewer than {upto} letters only");
            return Err(refused(Error::UNDECIDED, message, "Walnut reads automata of all words"));
        }
        Drawn::Walnut => machine::walnut(claim),
    };
    Ok(picture(drawing, rules.to_string(), text, Some(proof.status)))
}

/// Returns the picture that was asked for, with its text.
fn picture(drawing: &Drawing, game: String, text: String, status: Option<Status>) -> Picture {
    Picture { subject: drawing.subject, form: drawing.form, game, text, status }
}

/// A picture of a game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "draw"))]
pub(crate) struct DrawJson<'a> {
    /// What the picture shows
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["table", "position", "graph", "automaton"])))]
    what: &'a str,
    /// The game in the language
    game: &'a str,
    /// The form of the picture
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["svg", "dot"])))]
    format: &'a str,
    /// The picture: what `draw` writes as text
    picture: &'a str,
    /// Whether the checker has verified what is shown; null if the value of the position is not
    /// known
    status: Option<StatusWord>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A picture as JSON.
pub fn picture_json(picture: &Picture) -> String {
    let why = Reasons::default();
    json::line(&DrawJson {
        what: picture.subject.name(),
        game: &picture.game,
        format: picture.form.name(),
        picture: &picture.text,
        status: why.of("status", picture.status.map(StatusWord::from), "no value is shown"),
        reasons: why,
        schema: Version,
    })
}

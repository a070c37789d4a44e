//! From an input to its answers: tests become positions, and the positions of each game are
//! answered together.
//!
//! A test is a sum of components, whose games differ only in their parameters. The values of a game
//! come from one query ([`Run::values_of`]), so that equal parts of positions are solved once.
//! Misère play, and answers that name moves, ask a query for each test.

use std::collections::HashMap;

use grundy::{
    Component, Convention, Error, Move, Moves, Nimber, Outcome, Query, Question, Ruleset, Run, Term, Wanted,
    games::Bag, lang::ReadGame,
};

use crate::{
    format::{Format, Wants},
    phrase::{Field, Line, Part},
    template::{Input, Value, Values},
};

/// The most components of a position that is answered without values.
const FEW: usize = 64;

/// The answer to a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The lines that are right: one, or one for each winning move.
    lines: Vec<String>,
    /// Whether the player to move wins.
    pub wins: bool,
    /// The value, if it was computed.
    pub value: Option<u64>,
}

impl Answer {
    /// The line to print.
    pub fn line(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }

    /// Whether a line of output is right: blanks count as one blank.
    pub fn accepts(&self, line: &str) -> bool {
        self.lines.iter().any(|right| right.split_whitespace().eq(line.split_whitespace()))
    }

    /// How many lines of output the answer has.
    pub fn height(&self) -> usize {
        self.line().lines().count().max(1)
    }
}

/// A test with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The input: one test.
    pub input: Input,
    /// The answer.
    pub answer: Answer,
}

/// The games of an input: one for each choice of parameters.
#[derive(Default)]
struct Games {
    known: HashMap<Vec<(String, String)>, usize>,
    games: Vec<ReadGame>,
}

/// A component of a test, with the number of its game.
type Piece = (usize, Component);

impl Format {
    /// The answers to an input, one for each test, in their order. They are computed, not checked.
    ///
    /// # Errors
    /// [`Error::Refused`] with the line for an input that does not have the shape, the errors of
    /// reading a game and a position, and those of [`Run::values_of`].
    pub fn answers(&self, run: &Run, input: &[u8]) -> Result<Vec<Answer>, Error> {
        let input = self.template.parse(input)?;
        self.answers_to(run, &input)
    }

    /// As [`Format::answers`], of an input that was read or made.
    ///
    /// # Errors
    /// As [`Format::answers`].
    pub fn answers_to(&self, run: &Run, input: &Input) -> Result<Vec<Answer>, Error> {
        let mut games = Games::default();
        let mut tests = Vec::with_capacity(input.tests.len());
        for (at, test) in input.tests.iter().enumerate() {
            let pieces = self.pieces(run, &mut games, &input.head, test);
            tests.push(pieces.map_err(|error| of_test(error, at, input.tests.len()))?);
        }
        let misere = self.misere || games.games.first().is_some_and(|game| game.rules.convention == Convention::Misere);
        // Who wins one position may be known where its value is not.
        let alone = self.wants() == Wants::Winner && matches!(&tests[..], [pieces] if pieces.len() <= FEW);
        if self.wants() == Wants::Winner
            && !misere
            && !alone
            && let Some(winners) = winners(run, &games.games, &tests)?
        {
            let answers = winners.into_iter().enumerate();
            return Ok(answers.map(|(at, wins)| self.answer_of(at, wins, None)).collect());
        }
        if self.wants() != Wants::Moves && !misere && !alone {
            let values = values(run, &games.games, tests)?;
            return Ok(values.into_iter().enumerate().map(|(at, value)| self.answer(at, value)).collect());
        }
        let each = tests.into_iter().enumerate().map(|(at, pieces)| self.one(run, &games.games, misere, at, pieces));
        each.collect()
    }

    /// The position of an input of one test, in the language.
    ///
    /// # Errors
    /// As [`Format::answers`].
    pub fn position_of(&self, run: &Run, input: &Input) -> Result<String, Error> {
        let Some(test) = input.tests.first() else { return Ok(String::new()) };
        let pieces = self.pieces(run, &mut Games::default(), &input.head, test)?;
        Ok(pieces.iter().map(|(_, component)| component.to_string()).collect::<Vec<_>>().join(" + "))
    }

    /// The cases as files, inputs with their outputs: those that one input can hold together.
    pub fn files(&self, cases: &[Case]) -> Vec<(String, String)> {
        let mut groups: Vec<(Input, String)> = Vec::new();
        for case in cases {
            let many = self.template.has_many_tests();
            let Input { head, tests } = &case.input;
            let line = case.answer.line();
            match groups.iter_mut().find(|(input, _)| many && input.head == *head) {
                Some((input, output)) => {
                    input.tests.extend(tests.iter().cloned());
                    output.push_str(&format!("{line}\n"));
                }
                None => groups.push((case.input.clone(), format!("{line}\n"))),
            }
        }
        groups.into_iter().map(|(input, output)| (self.template.write(&input), output)).collect()
    }

    /// The answer that follows from a value.
    fn answer(&self, at: usize, value: Nimber) -> Answer {
        self.answer_of(at, value != Nimber::ZERO, Some(value.0))
    }

    /// The answer to a test that asks for no move.
    fn answer_of(&self, at: usize, wins: bool, value: Option<u64>) -> Answer {
        let line = self.line(wins).fill(|field| match field {
            Field::Case => at as u128 + 1,
            _ => value.unwrap_or(0).into(),
        });
        Answer { lines: vec![line], wins, value }
    }

    /// Whether a line is an answer to some test: a text with numbers at its fields.
    pub(crate) fn is_an_answer(&self, found: &str) -> bool {
        let fits = |line: &Line| {
            let written = line.fill(|_| 0);
            let digits = |text: &str| {
                text.split_whitespace()
                    .map(|word| word.parse::<u64>().map_or(word, |_| "0"))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            digits(found) == digits(&written)
        };
        fits(&self.win) || fits(&self.lose)
    }

    fn line(&self, wins: bool) -> &Line {
        if wins { &self.win } else { &self.lose }
    }

    /// The answer to one test, by a query of its own.
    fn one(&self, run: &Run, games: &[ReadGame], misere: bool, at: usize, pieces: Vec<Piece>) -> Result<Answer, Error> {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let (mut wins, mut value, mut winning) = (misere, (!misere).then_some(0), Vec::new());
        if !pieces.is_empty() {
            let moves = self.wants() == Wants::Moves;
            let query = query(games, pieces, convention, moves);
            let mut found = run.find(query, Wanted::default())?;
            wins = found.solved().outcome() == Some(Outcome::N);
            value = found.solved().value().map(|value| value.0);
            if moves {
                winning = match found.moves(false)? {
                    Moves::Listed { moves, .. } => moves.into_iter().filter(Move::wins).collect(),
                    _ => {
                        let help = "leave the fields moves, heap, take and left out";
                        return Err(Error::usage("win", "a position has too many moves to list them", help));
                    }
                };
            }
        }
        let line = self.line(wins);
        let count = winning.len() as u128;
        let fill = |made: Option<(u128, u128, u128)>| {
            line.fill(|field| match (field, made) {
                (Field::Case, _) => at as u128 + 1,
                (Field::Value, _) => value.unwrap_or(0).into(),
                (Field::Moves, _) | (_, None) => count,
                (Field::Heap, Some((heap, ..))) => heap,
                (Field::Take, Some((_, take, _))) => take,
                (Field::Left, Some((.., left))) => left,
            })
        };
        let lines = match line.has(&[Field::Heap, Field::Take, Field::Left]) {
            false => vec![fill(None)],
            true => winning.iter().map(|made| Ok(fill(Some(heap_move(made)?)))).collect::<Result<_, Error>>()?,
        };
        Ok(Answer { lines, wins, value })
    }

    /// The components of a test.
    fn pieces(&self, run: &Run, games: &mut Games, head: &Values, test: &Values) -> Result<Vec<Piece>, Error> {
        let get = |at: usize| match &test[at] {
            Value::Missing => head.get(at).unwrap_or(&Value::Missing),
            value => value,
        };
        let varied = self.varied();
        let lengths = varied.iter().filter_map(|&at| match get(at) {
            Value::Numbers(all) => Some(all.len()),
            Value::Words(all) => Some(all.len()),
            _ => None,
        });
        let (mut least, mut most) = (usize::MAX, 0);
        lengths.for_each(|length| (least, most) = (least.min(length), most.max(length)));
        let single = least > most;
        if !single && least != most {
            let message = "the names of the position have values of different numbers";
            return Err(Error::usage("position", message, "name values of one group of the input: (x y)*n"));
        }
        let count = if single { 1 } else { most };
        let groups: Vec<_> = varied.iter().filter_map(|&at| self.template.names()[at].group).collect();
        let alike = |at: &usize| self.template.names()[*at].group.is_some_and(|group| groups.contains(&group));
        let each_has_its_own = self.parameters.iter().any(alike);
        let mut pieces = Vec::with_capacity(count);
        let mut game = None;
        for index in 0..count {
            let known = match game {
                Some(known) if !each_has_its_own => known,
                _ => {
                    let value = |at: &usize| {
                        let text = parameter(get(*at), alike(at).then_some(index));
                        (self.template.names()[*at].name.clone(), text)
                    };
                    games.of(self, run, self.parameters.iter().map(value).collect())?
                }
            };
            game = Some(known);
            self.components(
                run,
                &games.games[known],
                |at| get(at),
                index,
                |component| pieces.push((known, component)),
            )?;
        }
        Ok(pieces)
    }

    /// The components that the names make at one index.
    fn components<'v>(
        &self,
        run: &Run,
        game: &ReadGame,
        get: impl Fn(usize) -> &'v Value,
        index: usize,
        mut push: impl FnMut(Component),
    ) -> Result<(), Error> {
        // The quick ways; the text of a position says the same.
        match (&self.position[..], &game.rules.ruleset) {
            ([Part::Name(at)], Ruleset::Heap(_)) => {
                if let Some(size) = number(get(*at), index) {
                    push(Component::Heap(size));
                    return Ok(());
                }
            }
            ([Part::Text(open), Part::Name(at), Part::Text(close)], Ruleset::Bag(_)) if open == "{" && close == "}" => {
                if let Some(word) = word(get(*at), index) {
                    push(Component::Bag(Bag::of(word.chars())));
                    return Ok(());
                }
            }
            _ => {}
        }
        let alone = self.position.len() == 1;
        let mut text = String::new();
        for part in &self.position {
            match part {
                Part::Text(written) => text.push_str(written),
                Part::Name(at) => match (number(get(*at), index), word(get(*at), index)) {
                    (Some(number), _) => text.push_str(&number.to_string()),
                    (_, Some(word)) if alone => text.push_str(&quoted(word)),
                    (_, word) => text.push_str(word.unwrap_or_default()),
                },
            }
        }
        run.one_position(game, &text)?.into_iter().for_each(push);
        Ok(())
    }
}

impl Games {
    /// The number of the game with these values of its parameters.
    fn of(&mut self, format: &Format, run: &Run, parameters: Vec<(String, String)>) -> Result<usize, Error> {
        if let Some(known) = self.known.get(&parameters) {
            return Ok(*known);
        }
        self.games.push(format.rules(run, &parameters)?);
        self.known.insert(parameters, self.games.len() - 1);
        Ok(self.games.len() - 1)
    }
}

/// Who wins tests of one component each, where a law tells it and gives no values.
fn winners(run: &Run, games: &[ReadGame], tests: &[Vec<Piece>]) -> Result<Option<Vec<bool>>, Error> {
    let mut components: Vec<Vec<Component>> = vec![Vec::new(); games.len()];
    let mut places = Vec::with_capacity(tests.len());
    for pieces in tests {
        let [(game, component)] = &pieces[..] else { return Ok(None) };
        places.push((*game, components[*game].len()));
        components[*game].push(component.clone());
    }
    let each = games.iter().zip(&components).map(|(game, all)| run.winners_by_law(&game.rules, all));
    let Some(outcomes) = each.collect::<Result<Option<Vec<_>>, Error>>()? else { return Ok(None) };
    Ok(Some(places.into_iter().map(|(game, at)| outcomes[game][at] == Outcome::N).collect()))
}

/// The values of the tests: those of each game together.
fn values(run: &Run, games: &[ReadGame], tests: Vec<Vec<Piece>>) -> Result<Vec<Nimber>, Error> {
    let mut values = vec![Nimber::ZERO; tests.len()];
    let mut sums: Vec<Vec<Vec<Component>>> = vec![Vec::new(); games.len()];
    let mut owners: Vec<Vec<usize>> = vec![Vec::new(); games.len()];
    for (at, pieces) in tests.into_iter().enumerate() {
        for (game, component) in pieces {
            if owners[game].last() != Some(&at) {
                owners[game].push(at);
                sums[game].push(Vec::new());
            }
            if let Some(sum) = sums[game].last_mut() {
                sum.push(component);
            }
        }
    }
    for ((game, sums), owners) in games.iter().zip(sums).zip(owners) {
        for (at, value) in owners.into_iter().zip(run.values_of(&game.rules, sums)?) {
            values[at] = [values[at], value].into_iter().sum();
        }
    }
    Ok(values)
}

fn query(games: &[ReadGame], pieces: Vec<Piece>, convention: Convention, moves: bool) -> Query {
    let (mut rulesets, mut places) = (Vec::new(), HashMap::new());
    let mut position = Vec::with_capacity(pieces.len());
    for (game, component) in pieces {
        let ruleset = *places.entry(game).or_insert_with(|| {
            rulesets.push(games[game].rules.ruleset.clone());
            rulesets.len() - 1
        });
        position.push(Term { ruleset, component });
    }
    let question = if moves { Question::ValueAndMoves } else { Question::Outcome };
    Query { rulesets, position, question, convention }
}

/// The number of the heap that a move is made in, what it takes and what it leaves.
fn heap_move(made: &Move) -> Result<(u128, u128, u128), Error> {
    let (from, left) = match (&made.from, &made.to[..]) {
        (Component::Heap(from), []) => (*from, 0),
        (Component::Heap(from), [Component::Heap(left)]) => (*from, *left),
        _ => {
            let help = "use the fields value, moves and case";
            return Err(Error::usage("win", "the fields take and left are for heaps that stay one heap", help));
        }
    };
    let take = from.checked_sub(left).ok_or_else(|| Error::usage("win", "a move makes a heap larger", ""))?;
    Ok((made.component as u128 + 1, take.into(), left.into()))
}

/// The value of a parameter as the language writes it.
fn parameter(value: &Value, index: Option<usize>) -> String {
    let set = |all: Vec<String>| format!("{{{}}}", all.join(", "));
    match (value, index) {
        (Value::Number(number), _) => number.to_string(),
        (Value::Word(word), _) => quoted(word),
        (Value::Numbers(all), Some(index)) => all.get(index).map_or(String::new(), u64::to_string),
        (Value::Words(all), Some(index)) => all.get(index).map_or(String::new(), |word| quoted(word)),
        (Value::Numbers(all), None) => set(all.iter().map(u64::to_string).collect()),
        (Value::Words(all), None) => set(all.iter().map(|word| quoted(word)).collect()),
        (Value::Missing, _) => String::new(),
    }
}

fn number(value: &Value, index: usize) -> Option<u64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Numbers(all) => all.get(index).copied(),
        _ => None,
    }
}

fn word(value: &Value, index: usize) -> Option<&str> {
    match value {
        Value::Word(word) => Some(word),
        Value::Words(all) => all.get(index).map(String::as_str),
        _ => None,
    }
}

/// A word in quotes, as the language reads it.
fn quoted(word: &str) -> String {
    let mut text = String::from("\"");
    for letter in word.chars() {
        if matches!(letter, '"' | '\\' | '|' | '+') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push('"');
    text
}

/// The error with the number of the test, if there are several.
fn of_test(error: Error, at: usize, many: usize) -> Error {
    match error {
        Error::Refused(mut refused) if many > 1 => {
            refused.message = format!("test {}: {}", at + 1, refused.message);
            Error::Refused(refused)
        }
        Error::Text(mut mistake) if many > 1 => {
            mistake.message = format!("test {}: {}", at + 1, mistake.message);
            Error::Text(mistake)
        }
        other => other,
    }
}

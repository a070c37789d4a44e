//! From an input to its answers: tests become positions, and the positions of each game are
//! answered together.
//!
//! A test is a sum of components, whose games differ only in their parameters. The values of a game
//! come from one query ([`Run::values_of`]), so that equal parts of positions are solved once; in
//! misère play the outcomes are found together ([`Run::outcomes_of`]). Answers that name moves, and
//! misère sums of several games, ask a query for each test.

use std::collections::HashMap;

use grundy::{
    Component, Convention, Declaration, Error, Nimber, Outcome, Query, Question, Run, Solved, Wanted,
    games::{ReadGame, Term},
    moves::{Move, Moves},
};

use crate::{
    format::{Format, Wants},
    phrase::{OutputField, OutputLine},
    pieces::{Games, TestPiece},
    template::Input,
};

/// The most components of a position that is answered without values.
const FEW: usize = 64;

/// The answer to a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The lines that are right: one, or one for each winning move.
    lines: Vec<String>,
    /// The pieces of these lines: the number of the test comes between each two of them.
    pieces: Vec<Vec<String>>,
    /// Whether the player to move wins.
    pub wins: bool,
    /// The value, if it was computed.
    pub value: Option<u64>,
}

impl Answer {
    /// The answer with these lines, in pieces, to the test of this number.
    fn of(pieces: Vec<Vec<String>>, case: usize, wins: bool, value: Option<u64>) -> Answer {
        let lines = pieces.iter().map(|pieces| pieces.join(&case.to_string())).collect();
        Answer { lines, pieces, wins, value }
    }

    /// The same answer to the test of another number.
    pub(crate) fn numbered(&self, case: usize) -> Answer {
        Answer::of(self.pieces.clone(), case, self.wins, self.value)
    }

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

/// Why an answer is right.
#[derive(Clone, Debug)]
pub struct Rationale {
    /// The position with its value or outcome: computed, not checked.
    pub solved: Solved,
    /// A winning move, if there is one.
    pub winning: Option<Move>,
}

/// A test with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The input: one test.
    pub input: Input,
    /// The answer.
    pub answer: Answer,
}

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
        if self.wants() == Wants::Table {
            let each = tests.iter().enumerate();
            return each.map(|(at, pieces)| self.table(run, &games.games, at, pieces)).collect();
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
        if self.wants() != Wants::Moves
            && misere
            && !alone
            && let Some(winners) = misere_winners(run, &games.games, &tests)?
        {
            let answers = winners.into_iter().enumerate();
            return Ok(answers.map(|(at, wins)| self.answer_of(at, wins, None)).collect());
        }
        let each = tests.into_iter().enumerate().map(|(at, pieces)| self.one(run, &games.games, misere, at, pieces));
        each.collect()
    }

    /// The answer to an input of one test with the reason for it: the position, solved, and a
    /// winning move. `None` if the position has no component.
    ///
    /// # Errors
    /// As [`Format::answers`].
    pub fn reason(&self, run: &Run, input: &Input) -> Result<Option<Rationale>, Error> {
        let Some(query) = self.query(run, &mut Games::default(), input)? else { return Ok(None) };
        let mut found = run.find(query, Wanted::default())?;
        let winning = match found.moves(false)? {
            Moves::Listed { moves, .. } => moves.into_iter().find(Move::wins),
            Moves::TooMany { winning, .. } => winning,
            Moves::One(winning) => winning,
        };
        Ok(Some(Rationale { solved: found.solved().clone(), winning }))
    }

    /// The moves of an input of one test; none if they are too many to list.
    ///
    /// # Errors
    /// As [`Format::answers`].
    pub(crate) fn moves_of(&self, run: &Run, games: &mut Games, input: &Input) -> Result<Vec<Move>, Error> {
        let Some(query) = self.query(run, games, input)? else { return Ok(Vec::new()) };
        let mut found = run.find(query, Wanted { every_option: true, ..Wanted::default() })?;
        Ok(match found.moves(true)? {
            Moves::Listed { moves, .. } => moves,
            Moves::TooMany { .. } | Moves::One(_) => Vec::new(),
        })
    }

    /// The question for all moves of an input of one test. `None` if its position is empty.
    fn query(&self, run: &Run, games: &mut Games, input: &Input) -> Result<Option<Query>, Error> {
        let Some(test) = input.tests.first() else { return Ok(None) };
        let pieces = self.pieces(run, games, &input.head, test)?;
        let Some((game, _)) = pieces.first() else { return Ok(None) };
        let misere = self.misere || games.games[*game].rules.convention == Convention::Misere;
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        Ok(Some(query(&games.games, pieces, convention, true)))
    }

    /// The position of an input of one test, in the language.
    ///
    /// # Errors
    /// As [`Format::answers`].
    pub fn position_of(&self, run: &Run, input: &Input) -> Result<String, Error> {
        self.written(run, &mut Games::default(), input)
    }

    /// The positions of cases of one test each, as [`Format::position_of`] gives them. The game is
    /// read once for each choice of parameters.
    ///
    /// # Errors
    /// As [`Format::answers`].
    pub fn positions_of(&self, run: &Run, cases: &[Case]) -> Result<Vec<String>, Error> {
        let (mut games, mut budget) = (Games::default(), run.budget());
        let one = |case: &Case| {
            budget.poll()?;
            self.written(run, &mut games, &case.input)
        };
        cases.iter().map(one).collect()
    }

    /// The position of an input of one test, with the games that were read.
    fn written(&self, run: &Run, games: &mut Games, input: &Input) -> Result<String, Error> {
        let Some(test) = input.tests.first() else { return Ok(String::new()) };
        let pieces = self.pieces(run, games, &input.head, test)?;
        Ok(pieces.iter().map(|(_, component)| component.to_string()).collect::<Vec<_>>().join(" + "))
    }

    /// The cases as files, inputs with their outputs: those that one input can hold together, in
    /// the range of the number of tests.
    pub fn files(&self, cases: &[Case]) -> Vec<(String, String)> {
        let mut groups: Vec<(Input, String)> = Vec::new();
        for case in cases {
            let Input { head, tests } = &case.input;
            let most = self.most_tests();
            let has_room = |input: &Input| most.is_none_or(|most| input.tests.len() + tests.len() <= most);
            let is_open = |input: &Input| input.head == *head && has_room(input);
            match groups.iter_mut().find(|(input, _)| is_open(input)) {
                Some((input, output)) => {
                    input.tests.extend(tests.iter().cloned());
                    output.push_str(&format!("{}\n", case.answer.numbered(input.tests.len()).line()));
                }
                None => groups.push((case.input.clone(), format!("{}\n", case.answer.numbered(1).line()))),
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
        let line = self.line(wins).fill(|_| value.unwrap_or(0).to_string());
        Answer::of(vec![line], at + 1, wins, value)
    }

    /// The answer to a test that asks for the values of all heaps up to one.
    fn table(&self, run: &Run, games: &[ReadGame], at: usize, pieces: &[TestPiece]) -> Result<Answer, Error> {
        let [(game, Component::Heap(end))] = pieces else {
            return Err(Error::usage("win", "the field table is for positions of one heap", "use the field value"));
        };
        let mut rules = games[*game].rules.clone();
        if self.misere {
            rules.convention = Convention::Misere;
        }
        let solved = run.table(&rules, *end, false)?;
        let (values, winning): (&[Nimber], Vec<bool>) = match &solved.solution.answer {
            grundy::Answer::Values(values) => (values, values.iter().map(|value| value.0 > 0).collect()),
            grundy::Answer::Outcomes(outcomes) if !self.win.has(&[OutputField::Table, OutputField::Value]) => {
                (&[], outcomes.iter().map(|outcome| *outcome == Outcome::N).collect())
            }
            _ => {
                let help = "leave {table} and {value} out";
                return Err(Error::usage("win", "in misère play positions have no values", help));
            }
        };
        let value = values.last().map(|value| value.0);
        let wins = winning.last().copied().unwrap_or_default();
        let all = values.iter().map(|value| value.0.to_string()).collect::<Vec<_>>().join(" ");
        let outcomes = || winning.iter().skip(1).map(|wins| if *wins { 'W' } else { 'L' }).collect();
        let line = self.line(wins).fill(|field| match field {
            OutputField::Table => all.clone(),
            OutputField::Outcomes => outcomes(),
            _ => value.unwrap_or(0).to_string(),
        });
        Ok(Answer::of(vec![line], at + 1, wins, value))
    }

    /// Whether a line is an answer to some test: a text with numbers at its fields.
    pub(crate) fn is_an_answer(&self, found: &str) -> bool {
        let fits = |line: &OutputLine| {
            let written = line.fill(|field| if field == OutputField::Outcomes { "W" } else { "0" }.to_owned());
            let has_outcomes = line.has(&[OutputField::Outcomes]);
            let digits = |text: &str| {
                let mut plain: Vec<String> = Vec::new();
                for word in text.split_whitespace() {
                    let is_list = has_outcomes && word.chars().all(|sign| ['W', 'L'].contains(&sign));
                    let mut own = String::new();
                    for sign in if is_list { "W" } else { word }.chars() {
                        match sign.is_ascii_digit() {
                            true if own.ends_with('0') => {}
                            true => own.push('0'),
                            false => own.push(sign),
                        }
                    }
                    plain.push(own);
                }
                // A table has several numbers.
                plain.dedup();
                plain.join(" ")
            };
            digits(found) == digits(&written.join("0"))
        };
        fits(&self.win) || fits(&self.lose)
    }

    fn line(&self, wins: bool) -> &OutputLine {
        if wins { &self.win } else { &self.lose }
    }

    /// The answer to one test, by a query of its own.
    fn one(
        &self,
        run: &Run,
        games: &[ReadGame],
        misere: bool,
        at: usize,
        pieces: Vec<TestPiece>,
    ) -> Result<Answer, Error> {
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
            let number = |field: OutputField| match (field, made) {
                (OutputField::Value | OutputField::Table | OutputField::Outcomes, _) => value.unwrap_or(0).into(),
                // The number of the test comes between the pieces.
                (OutputField::Moves | OutputField::Case, _) | (_, None) => count,
                (OutputField::Heap, Some((heap, ..))) => heap,
                (OutputField::Take, Some((_, take, _))) => take,
                (OutputField::Left, Some((.., left))) => left,
            };
            line.fill(|field| number(field).to_string())
        };
        let lines = match line.has(&[OutputField::Heap, OutputField::Take, OutputField::Left]) {
            false => vec![fill(None)],
            true => winning.iter().map(|made| Ok(fill(Some(heap_move(made)?)))).collect::<Result<_, Error>>()?,
        };
        Ok(Answer::of(lines, at + 1, wins, value))
    }
}

/// Who wins tests of one component each, where a closed form decides it and gives no values.
fn winners(run: &Run, games: &[ReadGame], tests: &[Vec<TestPiece>]) -> Result<Option<Vec<bool>>, Error> {
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

/// Who wins the tests in misère play, those of each game together; `None` if a test is a sum of
/// several games. The mover wins a position without components.
fn misere_winners(run: &Run, games: &[ReadGame], tests: &[Vec<TestPiece>]) -> Result<Option<Vec<bool>>, Error> {
    let mut sums: Vec<Vec<Vec<Component>>> = vec![Vec::new(); games.len()];
    let mut places = Vec::with_capacity(tests.len());
    for pieces in tests {
        let game = pieces.first().map(|(game, _)| *game);
        if pieces.iter().any(|(other, _)| Some(*other) != game) {
            return Ok(None);
        }
        places.push(game.map(|game| (game, sums[game].len())));
        if let Some(game) = game {
            sums[game].push(pieces.iter().map(|(_, component)| component.clone()).collect());
        }
    }
    let misere = |game: &ReadGame| Declaration { convention: Convention::Misere, ..game.rules.clone() };
    let each = games.iter().zip(sums).map(|(game, sums)| run.outcomes_of(&misere(game), sums));
    let outcomes = each.collect::<Result<Vec<_>, Error>>()?;
    let wins = |place: Option<(usize, usize)>| place.is_none_or(|(game, at)| outcomes[game][at] == Outcome::N);
    Ok(Some(places.into_iter().map(wins).collect()))
}

/// The values of the tests: those of each game together.
fn values(run: &Run, games: &[ReadGame], tests: Vec<Vec<TestPiece>>) -> Result<Vec<Nimber>, Error> {
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

fn query(games: &[ReadGame], pieces: Vec<TestPiece>, convention: Convention, moves: bool) -> Query {
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

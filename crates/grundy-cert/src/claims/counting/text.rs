//! Machines that count as lines of a certificate.
//!
//! A machine with one counter is the claim `periodic`, whose states are on levels:
//!
//! ```text
//! letters ab
//! others walls
//! words row
//! move 0 0 -> 0
//! move 0 1 -> -
//! weights 1 1
//! from 6
//! period 2
//! states 16
//! 0 0 0 =1,0 =0,0
//! 6 1 0 +1,1 -2,0
//! near 4 strict
//! sum 0123456789abcdef
//! ```
//!
//! A machine with two counters is the claim `grid`, which has these lines in place of those from
//! `from` to the last state:
//!
//! ```text
//! from 1 2
//! places 58
//! place --
//! 0 =0,=0,1 =0,=0,2
//! place x-
//! 0 =0,=0,3 =0,=1,4
//! 1 +1,=0,3 -1,=1,4
//! ```
//!
//! The lines up to the weights, and the last one, are those of the claim `automaton`. `from` has
//! the level from which on each counter repeats. For `periodic`, the line of a state has its level,
//! its place there, its label, and where each letter leads. For `grid`, where the period of both
//! counters is 1, the line of a place tells which counters it has, x and y; the lines after it are
//! its states, for the levels 0 to `from` of the counters that it has, the levels of y for each one
//! of x: the label, and where each letter leads. That is what the letter does to each counter
//! (`=level`, or a number of levels with its sign), and the place. `near` is the distance that the
//! check keeps, and `strict` or `all` what its second exploration keeps of moves that are farther.
//!
//! There is no other form: none for more counters, for places without a state in `grid`, and for
//! places without the counter in `periodic`.

use super::{
    super::automaton::text::{ClaimReader, Fault, head, numbers, sum},
    Counter, CounterStep, Counting, CountingGoal, CountingMachine, CountingPlace, CountingState,
};

/// The lines of `periodic` in their order.
const TURN: &str = "letters, others, words, moves, weights, order, from, period, states, near, sum in turn";
/// The lines of `grid` in their order.
const TURN_OF_TWO: &str = "letters, others, words, moves, weights, order, from, places, near, sum in turn";

/// The most states that are read, with those that a place has not: a machine with more is not
/// sound.
const MOST_STATES: usize = 1 << 20;

/// The lines of a claim about the game with this text, in their one form.
///
/// # Errors
/// What every form has and the machine has not.
pub(super) fn write(claim: &Counting, game: &str) -> Result<Vec<String>, &'static str> {
    let mut lines = head(&claim.game, &claim.ends);
    lines.extend(match claim.machine.counters[..] {
        [counter] => on_levels(&claim.machine, counter)?,
        [first, second] => by_place(&claim.machine, [first, second])?,
        _ => return Err("one counter or two"),
    });
    lines.push(format!("near {} {}", claim.near, if claim.strict { "strict" } else { "all" }));
    lines.push(format!("sum {:016x}", sum(game, &lines)));
    Ok(lines)
}

/// The lines of a machine with one counter: its states by level and place.
fn on_levels(machine: &CountingMachine, counter: Counter) -> Result<Vec<String>, &'static str> {
    let size = machine.places.first().map_or(0, |place| place.states.len());
    let fixed = |step: &CounterStep| if let CounterStep::At(level) = step { *level as usize } else { 0 };
    let steps = machine.all().flat_map(|state| &state.next).flat_map(|goal| &goal.steps);
    if steps.map(fixed).max().is_some_and(|level| level >= size) {
        return Err("steps to fixed levels that are listed");
    }
    if machine.places.iter().any(|place| place.has != [true]) {
        return Err("places with the counter");
    }
    let count = |level: usize| {
        machine.places.iter().take_while(|place| matches!(place.states.get(level), Some(Some(_)))).count()
    };
    if count(0) != 1 || (0..size).map(count).sum::<usize>() != machine.states() {
        return Err("the first places at each level, and one at level 0");
    }
    let mut lines = vec![
        format!("from {}", counter.from),
        format!("period {}", counter.period),
        format!("states {}", machine.states()),
    ];
    for level in 0..size {
        let states = machine.places.iter().map_while(|place| place.states.get(level)?.as_ref());
        lines.extend(states.enumerate().map(|(place, state)| format!("{level} {place} {}", line(state))));
    }
    Ok(lines)
}

/// The lines of a machine with two counters: its states by place and levels.
fn by_place(machine: &CountingMachine, counters: [Counter; 2]) -> Result<Vec<String>, &'static str> {
    if counters.iter().any(|counter| counter.period != 1) {
        return Err("two counters that repeat after one level");
    }
    let [x, y] = counters.map(|counter| counter.from);
    let mut lines = vec![format!("from {x} {y}"), format!("places {}", machine.places.len())];
    for place in &machine.places {
        let [x, y] = place.has[..] else { return Err("places of two counters") };
        lines.push(format!("place {}{}", if x { 'x' } else { '-' }, if y { 'y' } else { '-' }));
        for state in &place.states {
            lines.push(line(state.as_ref().ok_or("a state at all levels of a place")?));
        }
    }
    Ok(lines)
}

/// The label of a state, and where each letter leads.
fn line(state: &CountingState) -> String {
    let goals: Vec<String> = state.next.iter().map(goal).collect();
    format!("{}{}", state.label, numbers(&goals))
}

/// Where a letter leads.
fn goal(goal: &CountingGoal) -> String {
    let step = |step: &CounterStep| match step {
        CounterStep::At(level) => format!("={level},"),
        CounterStep::By(levels) => format!("{levels:+},"),
    };
    goal.steps.iter().map(step).chain([goal.place.to_string()]).collect()
}

/// Reads the lines of a claim `periodic` about the game with this text. Refuses lines that
/// [`write`] would write otherwise.
pub(super) fn read(lines: &[&str], game: &str) -> Result<Counting, Fault> {
    with_head(ClaimReader::new(lines, TURN), game, |reader, letters| {
        let counter = Counter { from: reader.one("from")?, period: reader.one("period")? };
        let count: usize = reader.one("states")?;
        let (mut levels, mut widest) = (Vec::new(), 1);
        for _ in 0..count {
            state_on_level(reader, &mut levels)?;
            widest = widest.max(levels.last().map_or(0, Vec::len));
            if levels.len().saturating_mul(widest) > MOST_STATES {
                return Err(reader.fault("at most 1048576 levels and places"));
            }
        }
        Ok(CountingMachine::of_levels(letters, counter, &levels))
    })
}

/// Reads the lines of a claim `grid`, as [`read`].
pub(super) fn read_two(lines: &[&str], game: &str) -> Result<Counting, Fault> {
    with_head(ClaimReader::new(lines, TURN_OF_TWO), game, |reader, letters| {
        let counters = match reader.words("from")?[..] {
            [first, second] => [reader.number(first)?, reader.number(second)?].map(|from| Counter { from, period: 1 }),
            _ => return Err(reader.fault("from and a level of each counter")),
        };
        let count: usize = reader.one("places")?;
        let mut machine = CountingMachine { letters, counters: counters.into(), places: Vec::new() };
        for _ in 0..count {
            machine.places.push(place(reader, counters)?);
        }
        Ok(machine)
    })
}

/// Reads what both forms have, and between it the machine.
fn with_head<'a>(
    mut reader: ClaimReader<'a>,
    game: &str,
    machine: impl FnOnce(&mut ClaimReader<'a>, usize) -> Result<CountingMachine, Fault>,
) -> Result<Counting, Fault> {
    let (of_head, ends) = reader.head()?;
    let machine = machine(&mut reader, of_head.letters.len())?;
    let (near, strict) = match reader.words("near")?[..] {
        [near, "strict"] => (reader.number(near)?, true),
        [near, "all"] => (reader.number(near)?, false),
        _ => return Err(reader.fault("near, a number, and strict or all")),
    };
    let claim = Counting { game: of_head, ends, machine, near, strict };
    reader.agrees(&write(&claim, game).map_err(|why| reader.fault(why))?)?;
    Ok(claim)
}

/// The line of the next state: the next place of the last level, or the first one of another.
fn state_on_level(reader: &mut ClaimReader<'_>, levels: &mut Vec<Vec<CountingState>>) -> Result<(), Fault> {
    let words = reader.any()?;
    let [level, place, words @ ..] = &words[..] else {
        return Err(reader.fault("a level, a place, a label and where each letter leads"));
    };
    let (level, place): (usize, usize) = (reader.number(level)?, reader.number(place)?);
    if level == levels.len() {
        levels.push(Vec::new());
    }
    if level + 1 != levels.len() || place != levels[level].len() {
        return Err(reader.fault("states by level and place, each once"));
    }
    levels[level].push(state::<1>(reader, words)?);
    Ok(())
}

/// The lines of a place with two counters.
fn place(reader: &mut ClaimReader<'_>, counters: [Counter; 2]) -> Result<CountingPlace, Fault> {
    let has = match reader.words("place")?[..] {
        ["xy"] => [true, true],
        ["x-"] => [true, false],
        ["-y"] => [false, true],
        ["--"] => [false, false],
        _ => return Err(reader.fault("place and the counters that it has, such as x-")),
    };
    let listed = |counter: usize| if has[counter] { u64::from(counters[counter].from) + 1 } else { 1 };
    let count = listed(0).checked_mul(listed(1)).filter(|count| *count <= MOST_STATES as u64);
    let count = count.ok_or_else(|| reader.fault("at most 1048576 states of a place"))?;
    let states = (0..count).map(|_| {
        let words = reader.any()?;
        state::<2>(reader, &words).map(Some)
    });
    Ok(CountingPlace { states: states.collect::<Result<_, Fault>>()?, has: has.into() })
}

/// A label, and where each letter leads along K counters.
fn state<const K: usize>(reader: &ClaimReader<'_>, words: &[&str]) -> Result<CountingState, Fault> {
    let [label, next @ ..] = words else {
        return Err(reader.fault("a label and where each letter leads"));
    };
    let step = |word: &&str| match word.strip_prefix('=') {
        Some(level) => Ok(CounterStep::At(reader.number(level)?)),
        None => Ok(CounterStep::By(reader.number(word)?)),
    };
    let next = next.iter().map(|word| match word.split(',').collect::<Vec<_>>()[..] {
        [ref steps @ .., place] if steps.len() == K => {
            let steps = steps.iter().map(step).collect::<Result<_, Fault>>()?;
            Ok(CountingGoal { steps, place: reader.number(place)? })
        }
        _ => Err(reader.fault("a step of each counter and a place, with commas")),
    });
    Ok(CountingState { label: reader.number(label)?, next: next.collect::<Result<_, Fault>>()? })
}

//! A family of heap games, one record a game: period, largest value, rare heaps, and which games
//! have the same values.
//!
//! A pattern such as `octal 0.???` denotes every code with a digit for each question mark. Two
//! games are *the same up to a shift* if their values agree from the first heap on whose value is
//! not 0. Where both periods are proved by lists of values, that is settled; where windows prove
//! them, it is concluded from equal periods and the first values; otherwise from the first values
//! alone.
//!
//! *Example.* `octal 0.???` has 512 codes. 0.77 (Kayles) has the period 12; 0.07 is Dawson's Kayles
//! with the period 34, and 0.137 is the same up to a shift.
//!
//! *Cost.* A search for a period for each game, up to a number of heaps. *Limits:* a game without a
//! proved period has a record of what was seen.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use grundy::{
    Budget, Declaration, Error, Run, Verdict,
    cert::{Claim, Period, Rarest, Shape, Window, rarest},
    check,
    help::{Fix, Help},
    proof::{Finding, Proof, Standing, prove_on},
    solvers::{Refusal, heaps::period::PeriodSearch},
    theory::hash::Fnv,
};

use crate::survey::{Failure, each};

/// Larger families are refused.
///
/// A pattern with six octal question marks has that many.
pub const MOST_GAMES: usize = 1 << 18;

/// The largest heap of a survey where no other limit is given.
pub const SHALLOW: u64 = 10_000;

/// The number of values after the leading zeros that make the fingerprint of an unsettled game.
const FINGERPRINT: usize = 2000;

/// What is known of a game of a family.
///
/// `grundy survey heaps -o` writes one line for each. Numbers that are not known are absent, and
/// the standing says whether the period is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasEntry {
    /// The game.
    pub game: String,
    /// How sure the period is.
    pub standing: Standing,
    /// The first heap from which the values repeat.
    pub preperiod: Option<u64>,
    /// The period.
    pub period: Option<u64>,
    /// The growth in a period.
    pub saltus: u64,
    /// The largest value of the heaps that were computed. It is that of all heaps only if the
    /// period is proved.
    pub largest: u64,
    /// The first heap that has it.
    pub first: u64,
    /// The first heap whose value is not 0, if there is one.
    pub shift: Option<u64>,
    /// The mask under which the fewest heaps are rare, for games that split heaps in two. Games
    /// with few rare heaps are those whose periods windows prove.
    pub rarest: Option<Rarest>,
    /// The values below this heap were computed. A proof by windows computes more than a list.
    pub computed: u64,
    /// Equal for games that are the same up to a shift: all values of a settled game, the first
    /// ones of another.
    pub print: Option<u64>,
}

/// The bytes of a game, besides those of its code.
const GAME_BYTES: u64 = 1 << 10;

/// Returns every game of the pattern that the language accepts, in ascending order.
///
/// ```text
/// octal 0.?7      0.07, 0.17, .., 0.77: eight codes
/// take {1,?,?}    {1,2,3}, {1,2,4}, .., {1,19,20}: the sets of numbers up to 20
/// ```
///
/// # Errors
/// A refusal of the field `pattern` if it is not a family, if no game fits it, or if more than
/// [`MOST_GAMES`] would; or a limit of the budget.
pub fn family(pattern: &str, budget: &mut Budget) -> Result<Vec<Declaration>, Error> {
    let refuse = |why: String| Error::field("pattern", why, Help::from("write ") + Fix::set("pattern", "octal 0.??"));
    let given = pattern.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse::<u64>().ok());
    let most = given.max().unwrap_or(0).clamp(MOST_TAKEN, MOST_GAMES as u64);
    let numbers: Vec<String> = (1..=most).map(|number| number.to_string()).collect();
    let digit = |digits: &str| digits.chars().map(String::from).collect();
    let values: Vec<String> = match pattern.split_once(' ') {
        Some(("octal", _)) => digit("01234567"),
        Some(("hex", _)) => digit("0123456789ABCDEF"),
        Some(("quaternary", _)) => digit("0123"),
        Some(("take", set)) if set.starts_with('{') => numbers,
        _ => {
            let forms = "octal 0.???, hex 0.?? or quaternary 0.???";
            return Err(refuse(format!("a family has question marks: {forms}, or sets: take {{1,?,?}}")));
        }
    };
    let each = |count: usize| count as u64 * (pattern.len() as u64 + GAME_BYTES);
    let mut texts = vec![String::new()];
    // A quaternary code is an octal one without the digits that split.
    let written = pattern.replace("quaternary", "octal");
    for letter in written.chars() {
        if letter == '?' {
            budget.hold(each(texts.len() * values.len()))?;
            texts = texts.iter().flat_map(|text| values.iter().map(move |value| format!("{text}{value}"))).collect();
        } else {
            texts.iter_mut().for_each(|text| text.push(letter));
        }
        texts.retain(|text| rises(text));
        if texts.len() > MOST_GAMES {
            return Err(refuse(format!("a family has at most {MOST_GAMES} games")));
        }
    }
    if texts.is_empty() {
        return Err(refuse(format!("no set fits `{pattern}`: its numbers rise, up to {most}")));
    }
    let (mut games, mut first) = (Vec::new(), None);
    for text in &texts {
        budget.charge(READING)?;
        match grundy::games::game(text) {
            Ok(game) => games.push(game),
            Err(fault) => first = first.or(Some(fault)),
        }
    }
    match first {
        Some(fault) if games.is_empty() => Err(refuse(format!("no game fits `{pattern}`: {}", fault.message))),
        _ => Ok(games),
    }
}

/// A question mark in a set of numbers stands for those up to this one, or to the largest of them.
const MOST_TAKEN: u64 = 20;

/// Whether the numbers of a set rise, so that it is one of its orders alone; true of other texts.
/// The last number may be a part of one, unless a sign follows it.
fn rises(text: &str) -> bool {
    let Some((_, set)) = text.split_once('{') else { return true };
    let whole = set.rfind([',', '}']).map_or("", |end| &set[..end]);
    let numbers: Vec<u64> = whole.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    numbers.is_sorted_by(|lower, upper| lower < upper)
}

/// The cheap steps of a budget that the reading of a code takes.
const READING: u32 = 1 << 6;

/// How far each game is surveyed, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// No heap above this one is looked at.
    pub to: u64,
    /// The most time for one game; unlimited if absent.
    pub time: Option<Duration>,
    /// Whether the certificates of proved periods are made.
    pub certificates: bool,
}

/// Surveys the games that have no entry yet, on the threads of the run and within its time. Each
/// new entry is handed to `keep` when it is there, with its certificate if these are made and the
/// period is proved, and added to `entries`, which are in the order of the games then. Games that
/// the time does not suffice for have no entry.
///
/// # Errors
/// A game that cannot be surveyed, by its index in `games`, or the first error of `keep`. The
/// entries that were kept stay.
///
/// A game whose entry is known already costs nothing, so a survey that was ended goes on from the
/// entries that were kept.
pub fn survey_all<E: Send>(
    run: &Run,
    games: &[Declaration],
    depth: Depth,
    entries: &mut Vec<AtlasEntry>,
    mut keep: impl FnMut(&AtlasEntry, Option<String>) -> Result<(), E> + Send,
) -> Result<(), Failure<E>> {
    let known: HashSet<&str> = entries.iter().map(|entry| entry.game.as_str()).collect();
    let texts: Vec<String> = games.iter().map(Declaration::to_string).collect();
    let left: Vec<usize> = (0..games.len()).filter(|&at| !known.contains(texts[at].as_str())).collect();
    let study = |&at: &usize, budget: &mut Budget| {
        let (entry, proof) = studied(&games[at], depth.to, budget)?;
        let proof = proof.filter(|_| depth.certificates && entry.standing == Standing::Proved);
        let certificate = proof.map(|proof| proof.certificate()).transpose().map(Option::flatten);
        certificate.map(|certificate| (entry, certificate)).map_err(|why| why.to_string())
    };
    let done = each(run, depth.time, "games", &left, study, |_, (entry, certificate)| {
        keep(&entry, certificate)?;
        entries.push(entry);
        Ok(())
    });
    let places: HashMap<&str, usize> = texts.iter().enumerate().map(|(at, text)| (text.as_str(), at)).collect();
    entries.sort_by_key(|entry| places.get(entry.game.as_str()).copied());
    done.map_err(|failure| match failure {
        Failure::Study(at, why) => Failure::Study(left[at], why),
        keep => keep,
    })
}

/// Surveys a game up to heap `to` and checks a proof. A limit ends the survey of the game; an
/// interrupt is an error.
///
/// Cost: that of a search for a period up to `to`, and of the check of what it finds. The standing
/// is `Observed` at most if the checker has not verified the claim.
pub fn survey(rules: &Declaration, to: u64, budget: &mut Budget) -> Result<AtlasEntry, Refusal> {
    studied(rules, to, budget).map(|(entry, _)| entry)
}

/// The survey of a game, with its proof if the checker has verified it.
fn studied(rules: &Declaration, to: u64, budget: &mut Budget) -> Result<(AtlasEntry, Option<Proof>), Refusal> {
    let mut search = PeriodSearch::new(&rules.ruleset, Some(to))?;
    let proof = prove_on(rules, &mut search, Some(to), budget);
    let verified = proof.solution.as_ref().is_some_and(|(query, solution)| {
        check(query, solution, &mut || budget.poll().is_ok()) == Ok(Verdict::Verified)
    });
    let entry = entry(rules, &search, &proof, verified)?;
    Ok((entry, verified.then_some(proof)))
}

/// The entry of a game after a search that has found this; `verified` if the checker has verified
/// the proof.
pub(crate) fn entry(
    rules: &Declaration,
    search: &PeriodSearch<'_>,
    proof: &Proof,
    verified: bool,
) -> Result<AtlasEntry, Refusal> {
    let Finding::Period(found) = &proof.finding else { return Err("a survey is about heaps".into()) };
    let claim = proof.solution.as_ref().filter(|_| verified).and_then(|(_, solution)| solution.claims.first());
    let standing = match proof.standing {
        Standing::Proved if claim.is_none() => Standing::Observed,
        standing => standing,
    };
    let first_values;
    let values = match search.running_windows() {
        // A search that goes on from its state has no list of all values.
        Some(windows) if search.list().known() == 0 => {
            first_values = windows.first_values(2 * FINGERPRINT);
            &first_values
        }
        _ => search.list().values(),
    };
    let shift = values.iter().position(|&value| value != 0);
    let print = match claim {
        Some(Claim::Period(claim)) => Some(settled(claim, shift)),
        Some(Claim::Window(claim)) => behind(claim, values, shift),
        _ => shift.and_then(|shift| first_values_print(OTHER, values, shift)),
    };
    let rarest = match (search.shape(), claim, search.running_windows()) {
        (_, Some(Claim::Window(claim)), _) => {
            let rare = claim.rare.iter().filter(|(heap, _)| *heap > 0).count() as u64;
            Some(Rarest { mask: claim.mask, by_position: claim.turning, rare })
        }
        (_, None, Some(windows)) if windows.known() > values.len() as u64 => Some(windows.rarest()),
        (Shape::Breaking(game), ..) => rarest(values, game),
        _ => None,
    };
    Ok(AtlasEntry {
        game: rules.to_string(),
        standing,
        preperiod: found.preperiod,
        period: found.period,
        saltus: found.saltus,
        largest: search.largest(),
        first: search.first_largest(),
        shift: shift.map(|shift| shift as u64),
        rarest,
        computed: if claim.is_some() { search.known() } else { found.computed },
        print,
    })
}

/// The start of fingerprints that rest on the first values alone; those of settled games begin with
/// [`Fnv::default`].
const OTHER: Fnv = Fnv(0x8422_2325_cbf2_9ce4);

/// Returns the fingerprint of a game that a window settles: its start, its period, and the first
/// values after the zeros.
fn behind(claim: &Window, values: &[u32], shift: Option<usize>) -> Option<u64> {
    let preperiod = claim.preperiod.checked_sub(shift? as u64)?;
    first_values_print([preperiod, claim.period].into_iter().fold(Fnv::default(), mixed), values, shift?)
}

/// Returns the fingerprint of the first values after the leading zeros.
fn first_values_print(start: Fnv, values: &[u32], shift: usize) -> Option<u64> {
    let known = values.get(shift..shift + FINGERPRINT)?;
    Some(known.iter().fold(start, |print, &value| mixed(print, value.into())).0)
}

/// The fingerprint with one more number.
fn mixed(print: Fnv, number: u64) -> Fnv {
    print.with(number.to_le_bytes())
}

/// Returns the fingerprint of all values after the leading zeros: those up to the end of the first
/// period, and its start.
fn settled(claim: &Period, shift: Option<usize>) -> u64 {
    let Some(shift) = shift.map(|shift| shift as u64) else { return Fnv::default().0 };
    let preperiod = claim.preperiod.saturating_sub(shift);
    let head = [preperiod, claim.period, claim.saltus].into_iter().fold(Fnv::default(), mixed);
    let values = (shift..shift + preperiod + claim.period).map(|heap| claim.value(heap).map_or(0, |value| value.0));
    values.fold(head, mixed).0
}

/// Returns for each game the first of the games that are the same up to a shift, which may be
/// itself. The first is the one with the fewest leading zeros, then the one that comes first.
///
/// The result has an index for each entry.
pub fn classes(entries: &[AtlasEntry]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&at| (entries[at].shift.unwrap_or(0), at));
    let mut first: HashMap<u64, usize> = HashMap::new();
    for &at in &order {
        if let Some(print) = entries[at].print {
            first.entry(print).or_insert(at);
        }
    }
    let class = |at: usize| entries[at].print.and_then(|print| first.get(&print)).copied().unwrap_or(at);
    (0..entries.len()).map(class).collect()
}

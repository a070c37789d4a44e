//! Whether two games have the same values: proved, refuted by the first position that differs, or
//! true as far as was compared.
//!
//! Games on heaps are equal for every heap if their rules are, if one theorem without parameters
//! gives the values of both, or if both periods are proved and the values agree long enough: see
//! [`Ground::Periods`]. Games on words are equal if their proved automata are. A row whose rules
//! name one letter is compared with heaps as the heaps that its words are. In misère play single
//! heaps, or words, are compared by who wins; sums of them may still differ.
//!
//! *Example.* `octal 0.27` and `octal 0.26` have the same values: both periods are proved, and the
//! values agree up to both preperiods and one period of each. Nim and `take 1..3` differ at heap 4.
//!
//! *Cost.* That of both proofs, then a comparison of values.

mod runs;
mod words;

use grundy::{
    Convention, Declaration, Error, Outcome, ProofQuery, Run, Status,
    cert::{Claim, Dfa, Meaning, OfKind, Period, Repetition, closed_form::Nim},
    games::Ruleset,
    help::{Fix, Help},
    proof::{Finding, Proof, Standing},
};

use crate::values::{heaps, refused};
pub use runs::MOST_RUNS;
use words::on_words;

/// Heaps up to this one are compared if no limit is given.
///
/// A proof about all heaps needs no limit.
pub const MOST_HEAPS: u64 = 10_000;

/// As [`MOST_HEAPS`], in misère play.
pub const MOST_MISERE: u64 = 30;

/// Automata are sought until words of this length are certified, if no limit is given.
///
/// A proved machine is about all lengths.
pub const MOST_LETTERS: u64 = 40;

/// The heaps that are compared before anything is proved; first those up to [`LEAST_LOOK`], then
/// twice as many again and again, so that a difference is known before the time is spent on heaps
/// that take longer.
const FIRST_LOOK: u64 = 200;
const LEAST_LOOK: u64 = 3;

/// What the comparison of two games has found.
///
/// The verdict is about single heaps or words; in normal play sums of them then agree too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What it is.
    pub verdict: Verdict,
    /// Whether the checker has verified what it rests on.
    pub status: Status,
    /// The letters of the words that were compared, if words with other letters are open: where
    /// rules are about any letter, and look at ends or neighbours, or play is misère.
    pub letters: Option<String>,
    /// The letter x, if one of the games is a row whose rules name it alone, and its word of n
    /// letters x is read as a heap of n: the other game is one on heaps.
    pub runs_of: Option<char>,
}

impl Comparison {
    /// The comparison of games on the same board, with words over all letters.
    fn of(verdict: Verdict, status: Status) -> Comparison {
        Comparison { verdict, status, letters: None, runs_of: None }
    }
}

/// Whether two games are equal.
///
/// Three cases: equal for a reason, different at a position, or equal as far as was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They have the same value, in misère play the same outcome, at every position.
    Equal(Ground),
    /// This is a smallest position at which they differ.
    Different(Difference),
    /// No position up to this size differs; larger ones are open.
    UpTo(u64),
}

/// Why two games are equal at every position.
///
/// Reports state it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Their rules are the same.
    Rules,
    /// This theorem gives the values of both.
    Theorem(&'static str),
    /// Both are periodic, and no heap up to this one differs.
    ///
    /// Let the values f and g repeat from heap m on with periods p and q and saltus s and t, and
    /// agree on the p + q heaps from m on. Then they agree for ever: for n >= m + p + q, by
    /// induction f(n) = f(n - p) + s = g(n - p) + s = g(n - p - q) + t + s = f(n - p - q) + s + t
    /// = f(n - q) + t = g(n - q) + t = g(n).
    Periods(u64),
    /// Both have a proved automaton, and these give the same words, or heaps, the same values.
    Automata,
}

/// A position at which two games differ.
///
/// It is the first one: no smaller heap and no shorter word differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position: a heap or a word.
    pub position: String,
    /// What the first game has there.
    pub left: PositionEntry,
    /// What the second game has there.
    pub right: PositionEntry,
}

/// What a game has at a position.
///
/// In misère play it is an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionEntry {
    /// The value.
    Value(u64),
    /// Who wins, in misère play.
    Outcome(Outcome),
}

/// Compares two games under the same convention: heaps up to `to` and beyond where that is proved;
/// words whose automata are sought up to length `to`.
///
/// ```
/// use grundy::{Limits, Run, games};
/// use grundy_lab::equal::{Ground, Verdict, equal};
///
/// let run = Run::new(Limits::default());
/// let (left, right) = (games::game("octal 0.26")?, games::game("octal 0.27")?);
/// let found = equal(&run, &left, &right, None)?;
/// assert!(matches!(found.verdict, Verdict::Equal(Ground::Periods(_))) &&
/// found.status.is_proved());
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// [`Error::Refused`] if the games are not comparable; else as [`Run::table`] and [`Run::prove`].
pub fn equal(run: &Run, left: &Declaration, right: &Declaration, to: Option<u64>) -> Result<Comparison, Error> {
    if left.convention != right.convention {
        let message = format!("{left} and {right} have different conventions");
        return Err(refused(
            message,
            Help::from("add ") + Fix::set("misere", true) + ", or take `misère` out of both texts",
        ));
    }
    if left.ruleset == right.ruleset || words::have_the_same_rules(&left.ruleset, &right.ruleset) {
        return Ok(Comparison::of(Verdict::Equal(Ground::Rules), Status::Proved));
    }
    match (&left.ruleset, &right.ruleset) {
        (own, other) if own.numbered(0).is_some() && other.numbered(0).is_some() => {
            if let (Ruleset::Heap(own), Ruleset::Heap(other)) = (own, other)
                && own.code().is_some_and(|code| Some(code) == other.code())
            {
                return Ok(Comparison::of(Verdict::Equal(Ground::Rules), Status::Proved));
            }
            on_heaps(run, left, right, to)
        }
        (Ruleset::Row(_), Ruleset::Row(_)) | (Ruleset::Ring(_), Ruleset::Ring(_)) => on_words(run, left, right, to),
        _ => runs::with_heaps(run, left, right, to)?.ok_or_else(|| {
            let help = "name two games on heaps of one kind or on families, two on rows, two on rings, or heaps and a \
                        row whose rules name one letter";
            refused(format!("{left} and {right} cannot be compared"), help)
        }),
    }
}

/// Compares games on heaps.
fn on_heaps(run: &Run, left: &Declaration, right: &Declaration, to: Option<u64>) -> Result<Comparison, Error> {
    let normal = left.convention == Convention::Normal;
    let to = to.unwrap_or(if normal { MOST_HEAPS } else { MOST_MISERE });
    let mut end = to.min(LEAST_LOOK);
    let first = loop {
        let found = compared(run, left, right, end)?;
        if matches!(found.verdict, Verdict::Different(_)) || end == to.min(FIRST_LOOK) {
            break found;
        }
        end = (2 * end).min(to).min(FIRST_LOOK);
    };
    if matches!(first.verdict, Verdict::Different(_)) || (!normal && to <= end) {
        return Ok(first);
    }
    if !normal {
        return compared(run, left, right, to);
    }
    let query = ProofQuery { to: Some(to), ..ProofQuery::default() };
    let proofs = match (run.prove(left, &query), run.prove(right, &query)) {
        (Ok(own), Ok(other)) => Some((own, other)),
        // Games that no theorem covers are compared heap by heap.
        (Err(Error::Refused(_)), _) | (_, Err(Error::Refused(_))) => None,
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    if let Some((own, other)) = &proofs
        && let Some(found) = by_proofs(run, own, other)?
    {
        return Ok(found);
    }
    if to <= FIRST_LOOK { Ok(first) } else { compared(run, left, right, to) }
}

/// The comparison that two proofs decide.
fn by_proofs(run: &Run, left: &Proof, right: &Proof) -> Result<Option<Comparison>, Error> {
    if left.standing != Standing::Proved || right.standing != Standing::Proved {
        return Ok(None);
    }
    let status = weaker(left.status, right.status);
    let form = |proof: &Proof| match proof.solution.as_ref()?.1.claims.first()? {
        Claim::ClosedForm(form) => Some(*form),
        _ => None,
    };
    if let (Some(own), Some(other)) = (form(left), form(right)) {
        let alone = own.is(other) && !own.has_parameters();
        let verdict = Verdict::Equal(Ground::Theorem(own.statement()));
        return Ok(alone.then(|| Comparison::of(verdict, status)));
    }
    if let (Some(own), Some(other)) = (repeating(left), repeating(right))
        && let Some(found) = by_periods(run, &own, &other, status)?
    {
        return Ok(Some(found));
    }
    // Each relation has one least automaton.
    let alike = automaton(left).zip(automaton(right)).is_some_and(|(own, other)| own == other);
    Ok(alike.then(|| Comparison::of(Verdict::Equal(Ground::Automata), status)))
}

/// Values that repeat, as a proof has them.
enum Repeating<'p> {
    /// A period with its values.
    Period(&'p Period),
    /// The values of heaps by an automaton, or of the members of a family by a claim about the
    /// heaps that they are.
    Claimed { claim: &'p Claim, ruleset: &'p Ruleset, preperiod: u64, period: u64 },
    /// The value of a heap is its size: period 1, saltus 1.
    Nim,
}

impl Repeating<'_> {
    /// The preperiod of the values.
    fn preperiod(&self) -> u64 {
        match self {
            Repeating::Period(period) => period.preperiod,
            Repeating::Claimed { preperiod, .. } => *preperiod,
            Repeating::Nim => 0,
        }
    }

    /// The period of the values.
    fn period(&self) -> u64 {
        match self {
            Repeating::Period(period) => period.period,
            Repeating::Claimed { period, .. } => *period,
            Repeating::Nim => 1,
        }
    }

    /// The value of a heap.
    fn value(&self, heap: u64) -> Option<u64> {
        match self {
            Repeating::Period(period) => period.value(heap).map(|value| value.0),
            Repeating::Claimed { claim, ruleset, .. } => {
                claim.value(ruleset, &ruleset.numbered(heap)?).map(|value| value.0)
            }
            Repeating::Nim => Some(heap),
        }
    }
}

/// The values of a proof, if they repeat and are listed.
fn repeating(proof: &Proof) -> Option<Repeating<'_>> {
    match proof.solution.as_ref()?.1.claims.first()? {
        Claim::Period(period) if period.kinds == 1 => Some(Repeating::Period(period)),
        claim @ Claim::Reduced(_) => match &proof.finding {
            Finding::Period(found) => Some(Repeating::Claimed {
                claim,
                ruleset: proof.solution.as_ref()?.0.rulesets.first()?,
                preperiod: found.preperiod?,
                period: found.period?,
            }),
            _ => None,
        },
        claim @ Claim::Binary(automata) => match &automata.kinds[..] {
            [OfKind { repetition: Some(Repetition { preperiod, period, .. }), .. }] => Some(Repeating::Claimed {
                claim,
                ruleset: proof.solution.as_ref()?.0.rulesets.first()?,
                preperiod: *preperiod,
                period: *period,
            }),
            _ => None,
        },
        Claim::ClosedForm(form) if form.is(&Nim) => Some(Repeating::Nim),
        _ => None,
    }
}

/// The automaton of a proof that gives the values of plain heaps.
fn automaton(proof: &Proof) -> Option<&Dfa> {
    match proof.solution.as_ref()?.1.claims.first()? {
        Claim::Binary(found) if found.meaning == Meaning::Values => match &found.kinds[..] {
            [OfKind { relation, .. }] if relation.tracks == 2 => Some(relation),
            _ => None,
        },
        _ => None,
    }
}

/// The comparison of values that repeat; `None` if some that it needs are not listed.
fn by_periods(
    run: &Run,
    left: &Repeating<'_>,
    right: &Repeating<'_>,
    status: Status,
) -> Result<Option<Comparison>, Error> {
    let start = left.preperiod().max(right.preperiod());
    let end = left.period().checked_add(right.period()).and_then(|periods| start.checked_add(periods));
    let Some(end) = end else { return Ok(None) };
    let mut budget = run.watched();
    for heap in 0..end {
        budget.tick()?;
        let (Some(own), Some(other)) = (left.value(heap), right.value(heap)) else { return Ok(None) };
        if own != other {
            let (left, right) = (PositionEntry::Value(own), PositionEntry::Value(other));
            let verdict = Verdict::Different(Difference { position: heap.to_string(), left, right });
            return Ok(Some(Comparison::of(verdict, status)));
        }
    }
    Ok(Some(Comparison::of(Verdict::Equal(Ground::Periods(end.saturating_sub(1))), status)))
}

/// The comparison of the heaps up to this one.
fn compared(run: &Run, left: &Declaration, right: &Declaration, to: u64) -> Result<Comparison, Error> {
    run.budget().hold(to.saturating_mul(2 * size_of::<PositionEntry>() as u64))?;
    let (own, mine) = entries(run, left, to)?;
    let (other, theirs) = entries(run, right, to)?;
    let status = weaker(mine, theirs);
    let verdict = match own.iter().zip(&other).position(|(own, other)| own != other) {
        Some(heap) => {
            Verdict::Different(Difference { position: heap.to_string(), left: own[heap], right: other[heap] })
        }
        None => Verdict::UpTo(to),
    };
    Ok(Comparison::of(verdict, status))
}

/// What the heaps up to this one have.
fn entries(run: &Run, rules: &Declaration, to: u64) -> Result<(Vec<PositionEntry>, Status), Error> {
    if rules.convention == Convention::Normal {
        let (values, status) = heaps(run, rules, to)?;
        return Ok((values.into_iter().map(PositionEntry::Value).collect(), status));
    }
    let solved = run.table(rules, to, false)?;
    match solved.solution.answer {
        grundy::Answer::Outcomes(outcomes) => {
            Ok((outcomes.into_iter().map(PositionEntry::Outcome).collect(), solved.status))
        }
        _ => Err(refused(format!("{rules} has no table of outcomes"), "name a game on heaps, such as kayles")),
    }
}

/// The status of what rests on both.
fn weaker(left: Status, right: Status) -> Status {
    if left.is_proved() { right } else { left }
}

#[cfg(test)]
mod tests {
    use grundy::{Limits, games};

    use super::{
        words::{foreign, names_its_letters},
        *,
    };

    fn verdict(left: &str, right: &str, to: Option<u64>) -> Verdict {
        let game = |text: &str| games::game(text).expect("a game");
        let found = equal(&Run::new(Limits::default()), &game(left), &game(right), to).expect("a comparison");
        assert!(found.status.is_proved(), "{left} and {right}: {found:?}");
        found.verdict
    }

    #[test]
    fn equal_games_are_proved_equal() {
        assert_eq!(verdict("kayles", "take 1..2 leaving 0..2 heaps", None), Verdict::Equal(Ground::Rules));
        assert_eq!(verdict("nim", "take any", None), Verdict::Equal(Ground::Rules));
        let prim = verdict("prim", "n -> (n-d) for d in 1..n where gcd(n, d) = 1", None);
        assert!(matches!(prim, Verdict::Equal(Ground::Theorem(_) | Ground::Rules)), "{prim:?}");
        assert_eq!(verdict("nim", "take 1..5", Some(5)), Verdict::UpTo(5));
        assert_eq!(verdict("octal 0.11", "octal 0.110", None), Verdict::Equal(Ground::Rules));
        assert!(matches!(verdict("octal 0.500", "octal 0.700", None), Verdict::Equal(Ground::Periods(_))));
        assert!(matches!(verdict("octal 0.074", "octal 0.077", None), Verdict::Equal(Ground::Periods(_))));
        // Automata whose values repeat, and grow; and one whose values do neither.
        assert!(matches!(verdict("take any leaving 0..2 heaps", "nim", None), Verdict::Equal(Ground::Periods(_))));
        let lasker = verdict("laskers-nim", "take any, n -> a + b for a + b = n where a > 0 and b > 0", None);
        assert!(matches!(lasker, Verdict::Equal(Ground::Periods(_))), "{lasker:?}");
        let halves = verdict("n -> n-1, n -> n/2", "n -> n/2, n -> n-1 where n > 0", None);
        assert_eq!(halves, Verdict::Equal(Ground::Automata));
        // 1 and 5 have the values of 1 alone.
        assert!(matches!(verdict("take 1", "take {1, 5}", None), Verdict::Equal(Ground::Periods(_))));
    }

    #[test]
    fn the_first_difference_is_found() {
        let at = |left, right, to| match verdict(left, right, to) {
            Verdict::Different(found) => (found.position, found.left, found.right),
            other => panic!("{left} and {right}: {other:?}"),
        };
        assert_eq!(at("take 1..2", "take 1..3", None), ("3".into(), PositionEntry::Value(0), PositionEntry::Value(3)));
        // A difference after the first look.
        let far = at("take 1", "take {1, 300}", None);
        assert_eq!(far, ("300".into(), PositionEntry::Value(0), PositionEntry::Value(2)));
        let misere = at("misère take 1", "misère take 1..2", None);
        assert_eq!(misere, ("3".into(), PositionEntry::Outcome(Outcome::P), PositionEntry::Outcome(Outcome::N)));
    }

    /// The limit ends the comparison of all heaps and the search for machines.
    #[test]
    fn a_difference_outlasts_a_limit() {
        let run = Run::new(Limits { positions: Some(40), ..Limits::default() });
        let game = |text: &str| games::game(text).expect("a game");
        for (left, right, position, values) in [
            ("n -> n-1, n -> n/2", "n -> n-1, n -> n/3", "2", (0, 2)),
            ("kayles", "octal 0.7777", "4", (1, 4)),
            ("\"aab\" -> \"b\", \"ba\" -> \"\"", "\"aab\" -> \"b\", \"ba\" -> \"b\"", "baa", (1, 0)),
        ] {
            let (left, right) = (game(left), game(right));
            let found = equal(&run, &left, &right, None).unwrap_or_else(|error| panic!("{left}: {error}"));
            let Verdict::Different(Difference { position: at, left: own, right: other }) = found.verdict else {
                panic!("{left}: {found:?}")
            };
            assert_eq!(
                (at.as_str(), (own, other)),
                (position, (PositionEntry::Value(values.0), PositionEntry::Value(values.1)))
            );
        }
    }

    #[test]
    fn what_is_not_proved_holds_up_to_a_size() {
        assert_eq!(verdict("octal 0.007", "octal 0.007001", Some(5)), Verdict::UpTo(5));
        assert_eq!(verdict("misère take 1", "misère take {1, 5}", Some(20)), Verdict::UpTo(20));
    }

    #[test]
    fn words_are_compared_by_their_automata() {
        let one = "\"aa\" -> \"\", \"b\" -> \"\"";
        assert_eq!(verdict(one, "\"b\" -> \"\", \"aa\" -> \"\"", None), Verdict::Equal(Ground::Rules));
        let Verdict::Different(found) = verdict(one, "\"aa\" -> \"\"", None) else { panic!("they differ") };
        assert_eq!((found.left, found.right), (PositionEntry::Value(1), PositionEntry::Value(0)));
        assert_eq!(found.position, "b");
    }

    /// On `ba` the games differ, though they agree on all words over a: there no rule of the second
    /// one applies.
    #[test]
    fn one_other_letter_denotes_all_others() {
        let game = |text: &str| games::game(text).expect("a game");
        let compared = |left, right| {
            equal(&Run::new(Limits::default()), &game(left), &game(right), Some(12)).expect("a comparison")
        };
        let at = |left, right| match compared(left, right) {
            Comparison { verdict: Verdict::Different(found), letters: None, .. } => found.position,
            other => panic!("{left} and {right}: {other:?}"),
        };
        assert_eq!(at("\"a\" -> \"\"", "^\"a\" -> \"\""), "ba");
        assert_eq!(at("\"a\" -> \"\"", "\"a\"$ -> \"\""), "ab");
        assert_eq!(at("ring: \"aa\" -> \"\"", "ring: \"aa\" -> \"\", \"c\" -> \"\""), "(c)");
        let same = compared("^\"a\" -> \"\"", "^\"a\" -> \"\", ^\"aa\" -> \"a\"");
        assert_eq!((same.verdict, same.letters), (Verdict::Equal(Ground::Automata), None));
        let misere = compared("misère \"a\" -> \"\"", "misère \"a\" -> \"\", \"aaa\" -> \"\"");
        assert_eq!((misere.verdict, misere.letters), (Verdict::Equal(Ground::Automata), None));
        for (own, other) in
            [("take \"ab\"", "\"ab\" -> \"\""), ("cut \"ab\", take \"c\"", "\"c\" -> \"\", \"ab\" -> \"\" | \"\"")]
        {
            assert_eq!(compared(own, other).verdict, Verdict::Equal(Ground::Rules), "{own}");
        }
        for (own, other) in [
            ("take \"ab\"", "cut \"ab\""),
            ("row: take \"a\"", "row: take \"a\" until length at most 3"),
            ("row: take \"a\" until length at most 1", "row: take \"a\" until length at most 2"),
        ] {
            let found = equal(&Run::new(Limits::default()), &game(own), &game(other), Some(12));
            assert!(!matches!(found, Ok(Comparison { verdict: Verdict::Equal(_), .. })), "{own}: {found:?}");
        }
        assert_eq!(compared("\"a\" -> \"\"", "\"a\" -> \"\", \"aaa\" -> \"\"").letters, None);
    }

    #[test]
    fn rules_about_any_letter_do_not_treat_all_others_alike() {
        let named = |text: &str| names_its_letters(&games::game(text).expect("a game").ruleset);
        assert!(named("row: cut \"ab\"") && named("\"aa\" -> \"\", ^\"b\" -> \"\""));
        assert!(named("row: take letter of a..b"));
        for text in ["row: take run", "row: xyx -> x|y|x for letters x, y", "row: take letter", "kayles"] {
            assert!(!named(text), "{text}");
        }
        assert_eq!(foreign(&['a', 'c']), Some('b'));
    }

    /// By a theorem where it says that words are heaps, else word by word.
    #[test]
    fn rows_over_one_letter_are_compared_with_heaps() {
        let game = |text: &str| games::game(text).expect("a game");
        let compared = |left, right, to| {
            let found = equal(&Run::new(Limits::default()), &game(left), &game(right), to).expect("a comparison");
            assert!(found.status.is_proved() && found.runs_of == Some('x'), "{left} and {right}: {found:?}");
            found.verdict
        };
        let clobber = "row: \"xx\" -> \"|x\", \"xx\" -> \"x|\"";
        for (row, heaps) in [
            (clobber, "officers"),
            (clobber, "octal 0.6"),
            ("\"xx\" -> \"|x\"", "take 1 leaving 1..2 heaps"),
            ("row: cut \"x\" or \"xx\"", "kayles"),
            ("row: cut \"xx\"", "octal 0.07"),
            ("\"xx\" -> \"x\", \"x\" -> \"\"", "take 1"),
            ("misère row: cut \"x\" or \"xx\"", "misère kayles"),
        ] {
            assert_eq!(compared(row, heaps, None), Verdict::Equal(Ground::Rules), "{row}");
            assert_eq!(compared(heaps, row, None), Verdict::Equal(Ground::Rules), "{row}");
        }
        assert!(matches!(compared("row: take \"x\" or \"xx\"", "n -> n-1, n -> n-2", None), Verdict::Equal(_)));
        // No theorem says that these words are heaps.
        assert_eq!(compared("^\"x\" -> \"\"", "take 1", Some(20)), Verdict::UpTo(20));
        assert_eq!(compared("take 1", "^\"x\" -> \"\"", Some(20)), Verdict::UpTo(20));
        let entries = |verdict| match verdict {
            Verdict::Different(Difference { position, left, right }) => (position, left, right),
            other => panic!("{other:?}"),
        };
        let (zero, one) = (PositionEntry::Value(0), PositionEntry::Value(1));
        assert_eq!(entries(compared("\"xxx\" -> \"xx\"", "take 1", None)), ("1".to_owned(), zero, one));
        assert_eq!(entries(compared("take 1", "\"xxx\" -> \"xx\"", None)), ("1".to_owned(), one, zero));
        assert_eq!(entries(compared("row: cut \"x\"", "officers", None)), ("1".to_owned(), one, zero));
        for (left, right) in [("\"xy\" -> \"\"", "kayles"), ("row: cut run", "kayles"), ("row: cut \"x\"", "wythoff")] {
            let found = equal(&Run::new(Limits::default()), &game(left), &game(right), None);
            assert!(matches!(found, Err(Error::Refused(_))), "{left} {right}");
        }
    }

    #[test]
    fn unlike_games_are_refused() {
        let game = |text: &str| games::game(text).expect("a game");
        let run = Run::new(Limits::default());
        for (left, right) in [("kayles", "cram"), ("kayles", "misère kayles"), ("wythoff", "nim")] {
            assert!(matches!(equal(&run, &game(left), &game(right), None), Err(Error::Refused(_))), "{left} {right}");
        }
    }
}

//! The period of a heap game: proved, only seen, or not found.

use grundy_cert::{Answer, Claim, Period, Solution, Theorem};
use grundy_core::Nimber;
use grundy_kernels::{Budget, Refusal, Stopped, period::Search};
use grundy_rules::{Ask, Board, Play, Query, Rules};

/// How sure a period is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A theorem proves it; the claim can be checked.
    Proved,
    /// The values that are known repeat, at least three times, and no theorem proves that they always will.
    Conjectured,
    /// The values that are known do not repeat.
    None,
}

/// What is known of the period of a game.
#[derive(Clone, Debug)]
pub struct Proof {
    /// How sure it is.
    pub standing: Standing,
    /// The least period.
    pub period: Option<u64>,
    /// The first heap from which the values repeat; heap 0 counts.
    pub preperiod: Option<u64>,
    /// By how much the values grow in a period.
    pub saltus: u64,
    /// The heaps below the preperiod whose values differ from what the period would give, where they are few.
    pub exceptions: Option<Vec<u64>>,
    /// What proves it.
    pub theorem: Option<Theorem>,
    /// The values of all heaps below this one were computed.
    pub computed_to: u64,
    /// The question and its solution, to be checked and written as a certificate: the empty sum, and the period.
    pub solution: Option<(Query, Solution)>,
    /// Why the search ended without a proof.
    pub stopped: Option<Stopped>,
}

/// More exceptions than this are not listed.
pub const MOST_EXCEPTIONS: usize = 200;

/// Looks for the period of a heap game and proves it; ends at the proof or with the budget.
///
/// ```
/// use grundy::{Budget, Rules, Standing, prove};
///
/// let kayles = prove(&Rules::parse("kayles").unwrap(), &mut Budget::new()).unwrap();
/// assert_eq!(kayles.standing, Standing::Proved);
/// assert_eq!((kayles.preperiod, kayles.period), (Some(71), Some(12)));
/// assert_eq!(kayles.exceptions.unwrap(), [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
/// ```
pub fn prove(rules: &Rules, budget: &mut Budget) -> Result<Proof, Refusal> {
    let Board::Heap(heaps) = &rules.board else { return Err("periods are proved for games of plain heaps".into()) };
    if rules.play == Play::Misere {
        return Err("periods are proved for normal play".into());
    }
    let mut search = Search::new(heaps)?;
    let outcome = search.run(u64::MAX, budget);
    let computed_to = search.values().len() as u64;
    Ok(match outcome {
        Ok(Some(claim)) => proved(rules, claim, computed_to),
        Ok(None) => seen(&search, computed_to, None),
        Err(stopped) => seen(&search, computed_to, Some(stopped)),
    })
}

fn proved(rules: &Rules, claim: Period, computed_to: u64) -> Proof {
    let query = Query::new(rules, Vec::new(), Ask::Value);
    let exceptions = exceptions(&claim);
    Proof {
        standing: Standing::Proved,
        period: Some(claim.period),
        preperiod: Some(claim.preperiod),
        saltus: claim.saltus,
        exceptions,
        theorem: Some(claim.theorem),
        computed_to,
        solution: Some((query, Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![Claim::Period(claim)] })),
        stopped: None,
    }
}

fn seen(search: &Search<'_>, computed_to: u64, stopped: Option<Stopped>) -> Proof {
    let likely = search.likely();
    Proof {
        standing: if likely.is_some() { Standing::Conjectured } else { Standing::None },
        period: likely.map(|repeat| repeat.period),
        preperiod: likely.map(|repeat| repeat.start),
        saltus: 0,
        exceptions: None,
        theorem: None,
        computed_to,
        solution: None,
        stopped,
    }
}

/// The heaps below the preperiod whose values the period, continued backwards, would get wrong; nothing if over
/// [`MOST_EXCEPTIONS`].
fn exceptions(claim: &Period) -> Option<Vec<u64>> {
    let (start, period) = (usize::try_from(claim.preperiod).ok()?, usize::try_from(claim.period).ok()?);
    let mut all = Vec::new();
    for at in (0..start).rev() {
        let periods = (start - at).div_ceil(period);
        let ahead = i128::from(claim.values[at + periods * period].0);
        if ahead - periods as i128 * i128::from(claim.saltus) != i128::from(claim.values[at].0) {
            all.push(at as u64);
            if all.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
    }
    all.reverse();
    Some(all)
}

impl Proof {
    /// The last heap whose value breaks the period, where there is one.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.and_then(|preperiod| preperiod.checked_sub(1))
    }
}

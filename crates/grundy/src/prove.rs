//! What holds for every position of a game, within the limits of a run, and checked.
//!
//! The search is the one of [`mod@proof`](crate::proof); here it gets a checkpoint, is checked, and
//! becomes a certificate.
//!
//! *Checkpoints.* A search for a period saves its values or its window; a search for an automaton
//! saves a certificate of what is certified so far, which is verified again before the search goes
//! on. In misère play nothing is saved.

use std::{path::Path, sync::Arc, time::Duration};

use grundy_cert::{Answer, Automaton, Claim};
use grundy_games::{Convention, Declaration};
use grundy_solvers::{Budget, Progress, Refusal, Stopped, words::automaton::News};

use crate::{
    certificate::{self, Certificate, certificate_text},
    checkpoint,
    error::Error,
    periods::{self, SearchLimits, Target},
    proof::{
        AutomatonQuery, Finding, ListedValues, Method, Proof, Standing, found, prove, prove_rows, prove_words, reduced,
        words_solution,
    },
    run::{CheckpointNews, Event, Run},
    solve::FAULT,
    solved::{Solved, Status},
};

/// With more values below the preperiod, a certificate holds a digest in their place.
const MOST_LISTED: u64 = 1 << 16;

/// The time for the search of an automaton where no limit is given: for most games without a small
/// one the search does not end.
const WORDS_TIME: Duration = Duration::from_secs(40);

/// The time for the check of what that search has found.
const WORDS_CHECK: Duration = Duration::from_secs(15);

/// The part of a limit on the time that this search takes at most: the check needs the rest.
const WORDS_SHARE: f64 = 0.7;

/// The time for the values of members of a family of which nothing is proved, where no limit is
/// given.
const LISTED_TIME: Duration = Duration::from_secs(10);

/// How a proof is to be found.
///
/// The default searches without a limit of its own.
#[derive(Clone, Debug, Default)]
pub struct ProofQuery<'q> {
    /// The largest size of the positions that the search looks at; unlimited if absent. The size of
    /// a heap, or the number of letters of a word.
    pub to: Option<u64>,
    /// The file that the search resumes from and saves to.
    pub checkpoint: Option<&'q Path>,
    /// What an automaton is to be: for games on words, and for octal games if present. For words
    /// the default is used if it is absent.
    pub automaton: Option<AutomatonQuery>,
    /// Where nothing is proved of all members of a family, the values of the first ones are listed
    /// ([`Finding::Listed`]), as far as ten seconds reach if there is no limit.
    pub list: bool,
}

/// What an earlier run has left.
enum EarlierRun {
    /// An automaton, from whose states the search goes on.
    Automaton(Arc<Automaton>),
    /// A proof, after which there is nothing to search for.
    Proof(Box<Proof>),
}

/// A search about the words of a game, with a report of how far it is.
type Prover = fn(&Declaration, &AutomatonQuery, &mut Budget, &mut dyn FnMut(News<'_>)) -> Result<Proof, Refusal>;

impl Run {
    /// Searches for what holds for every position of a game, proves it, and checks the proof in the
    /// time that is left.
    ///
    /// The search for an automaton takes at most seven tenths of a limit on the time, so that what
    /// it finds can be checked. It ends after 40 seconds, with what is certified, if neither the
    /// time of the run nor the number of states is limited.
    ///
    /// ```
    /// use grundy::{Limits, ProofQuery, Run, games};
    ///
    /// let run = Run::new(Limits::default());
    /// let proof = run.prove(&games::game("kayles")?, &ProofQuery::default())?;
    /// assert_eq!(proof.word(), "proved");
    /// // The certificate answers later questions, of any size.
    /// let text = proof.certificate()?.expect("a proof has a certificate");
    /// let known = run.certificate_bytes(text.into_bytes(), "kayles.cert")?;
    /// let large = grundy::games::query("kayles", "1000000000000000000", grundy::Question::Value)?;
    /// assert!(known.answer(large)?.value().is_some());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] if no method is about the game, or the checkpoint is about another
    /// search. A limit is no error: the proof holds what was found, and why the search ended.
    pub fn prove(&self, rules: &Declaration, query: &ProofQuery<'_>) -> Result<Proof, Error> {
        if let Some((reduction, other)) = reduced(rules) {
            if query.checkpoint.is_some() {
                let board = rules.ruleset.name();
                let why = format!("the search is about {}, not about this {board}", other.ruleset);
                return Err(Error::refused("usage", why, "leave the checkpoint out, or prove that game with it"));
            }
            let about = self.clone().unchecked().prove(&other, query).map_err(|error| match error {
                Error::Refused(refused) => periods::no_proof(rules, &refused.message.into()),
                other => other,
            })?;
            let Some(mut proof) = about.of_reduced(rules, reduction) else {
                let why = format!("it is solved as {}, of which nothing is proved", other.ruleset).into();
                return Err(about.stopped.map_or_else(|| periods::no_proof(rules, &why), Error::Stopped));
            };
            proof.status = self.check_proof(&proof)?;
            return Ok(proof);
        }
        let refused = |why| periods::no_proof(rules, &why);
        let method = match Method::of(rules, query.automaton.is_some()) {
            Ok(method) => method,
            Err(why) if query.list && query.checkpoint.is_none() && rules.convention == Convention::Normal => {
                return self.listed(rules, query.to, why);
            }
            Err(why) => return Err(refused(why)),
        };
        let has_end = self.left().is_some() || query.automaton.as_ref().is_some_and(|own| own.most_states.is_some());
        let mut proof = match (method, query.checkpoint) {
            (Method::Automaton, _) if has_end => {
                let time = self.left().map(|left| left.mul_f64(WORDS_SHARE));
                self.within(time).learn(rules, query)?
            }
            (Method::Automaton, _) => {
                let mut proof = self.within(Some(WORDS_TIME)).learn(rules, query)?;
                proof.status = self.within(Some(WORDS_CHECK)).check_proof(&proof)?;
                return Ok(proof);
            }
            (Method::Period, Some(path)) if rules.convention == Convention::Normal => {
                let mut search = periods::open_search(self, rules, query.to, Target::Period, Some(path))?;
                let limits = SearchLimits { to: query.to, ..SearchLimits::default() };
                periods::run_search(self, rules, &mut search, limits, Some(path))?
            }
            (_, Some(_)) => {
                let why = "in misère play the method `quotient` saves nothing to resume from";
                return Err(Error::refused("usage", why, "leave the checkpoint out"));
            }
            (_, None) => {
                let _shown = self.begin(None);
                prove(rules, query.to, &mut self.watched()).map_err(refused)?
            }
        };
        proof.status = self.check_proof(&proof)?;
        Ok(proof)
    }

    /// The status of a proof, whose check takes all the time that is left.
    ///
    /// A proof without a solution, and a run without checks, keep the status that they have.
    pub(crate) fn check_proof(&self, proof: &Proof) -> Result<Status, Error> {
        let Some((query, solution)) = proof.solution.as_ref().filter(|_| self.checks()) else {
            return Ok(proof.status);
        };
        let subject = format!("the proof ({FAULT})");
        let verdict = self.verify(query, solution, None).map_err(|flaw| Error::Check { flaw, subject })?;
        Ok(self.status(&solution.claims, verdict))
    }

    /// The values of the members of a family from the number 0 on, up to `to` or as far as the time
    /// reaches: those of the last table that is verified, or of the first one if none is.
    fn listed(&self, rules: &Declaration, to: Option<u64>, why: Refusal) -> Result<Proof, Error> {
        let time = self.left().or_else(|| to.is_none().then_some(LISTED_TIME));
        let run = self.without_events().within(time);
        let (mut longest, mut stopped, most) = (None, None, to.unwrap_or(u64::MAX));
        let mut next = most.min(1);
        while let Some(last) = rules.ruleset.numbered(next) {
            match run.table_to(rules, last, true) {
                Ok(solved) if longest.is_none() || solved.status.is_proved() || !run.checks() => {
                    let word = if solved.status.is_proved() { "certified" } else { "computed" };
                    let doing = format!("{word} to n = {next}");
                    self.event(Event::Progress { doing: &doing, progress: Progress::default() });
                    longest = Some(solved);
                }
                Ok(_) => {
                    stopped = run.budget().poll().err();
                    break;
                }
                Err(Error::Stopped(reached)) => {
                    // What it knows is part of a table.
                    stopped = Some(Stopped { known: Vec::new(), ..reached });
                    break;
                }
                Err(error) if longest.is_none() => return Err(error),
                Err(_) => break,
            }
            if next == most {
                break;
            }
            // Each table is found anew: its cost is that of its largest members.
            next = next.saturating_add(next / 8 + 1).min(most);
        }
        let none = || periods::no_proof(rules, &why);
        let Some(Solved { query, solution, status, .. }) = longest else {
            return Err(stopped.map_or_else(none, Error::Stopped));
        };
        let Answer::Values(values) = &solution.answer else { return Err(none()) };
        let values = values.clone();
        let finding = Finding::Listed(ListedValues { values, why });
        Ok(Proof { standing: Standing::Certified, finding, solution: Some((query, solution)), stopped, status })
    }

    /// Learns the automaton of a game, from the checkpoint on if there is one.
    ///
    /// What is certified is saved at the end, also if the search was stopped.
    fn learn(&self, rules: &Declaration, query: &ProofQuery<'_>) -> Result<Proof, Error> {
        let known = match query.checkpoint {
            Some(path) if path.exists() => match self.certified(rules, path)? {
                EarlierRun::Automaton(claim) => Some(claim),
                EarlierRun::Proof(proof) => return Ok(*proof),
            },
            _ => None,
        };
        let wanted = query.automaton.clone().unwrap_or_default();
        let wanted = AutomatonQuery { to: query.to.or(wanted.to), known: known.or(wanted.known), ..wanted };
        let proof = match query.checkpoint {
            Some(path) => self.automaton(rules, &wanted, Some(path))?,
            None => self.learned(rules, &wanted, None, prove_rows)?,
        };
        if let Some(path) = query.checkpoint {
            match &proof.solution {
                None => self.checkpoint_news(path, CheckpointNews::Unused("nothing is certified yet")),
                Some((query, solution)) => {
                    if let Err(error) = certificate::save(path, query, solution) {
                        self.checkpoint_news(path, CheckpointNews::Failed(&error));
                    }
                }
            }
        }
        Ok(proof)
    }

    /// Learns the automaton of a game; what is certified is saved to the file now and then.
    fn automaton(&self, rules: &Declaration, wanted: &AutomatonQuery, path: Option<&Path>) -> Result<Proof, Error> {
        self.learned(rules, wanted, path, prove_words)
    }

    /// Runs a search for an automaton, and passes its news to the host or, if it is a claim, to the
    /// file.
    fn learned(
        &self,
        rules: &Declaration,
        wanted: &AutomatonQuery,
        path: Option<&Path>,
        prove: Prover,
    ) -> Result<Proof, Error> {
        let _shown = self.begin(None);
        let mut report = |news: News<'_>| match (news, path) {
            (News::Certified(length, states), _) => {
                let doing = format!("certified to {} letters, {states} states", length.saturating_sub(1));
                self.event(Event::Progress { doing: &doing, progress: Progress::default() });
            }
            (News::Claim(claim), Some(path)) => {
                let (query, solution) = words_solution(rules, &Arc::new(claim.clone()));
                if let Err(error) = certificate::save(path, &query, &solution) {
                    self.checkpoint_news(path, CheckpointNews::Unwritten(&error.to_string()));
                }
            }
            (News::Claim(_), None) => {}
        };
        let found = prove(rules, wanted, &mut self.budget(), &mut report);
        found.map_err(|why| periods::no_proof(rules, &why))
    }

    /// What an earlier run has certified, verified again.
    ///
    /// # Errors
    /// Those of [`Run::certificate`], and a refusal if the certificate is about another game or is
    /// not proved.
    fn certified(&self, rules: &Declaration, path: &Path) -> Result<EarlierRun, Error> {
        let Certificate { solved, .. } = self.certificate(path)?;
        match (&solved.query.rulesets[..], &solved.solution.claims[..]) {
            ([ruleset], [Claim::Automaton(claim)]) if solved.status.is_proved() && *ruleset == rules.ruleset => {
                let length =
                    claim.upto.map_or("every length".into(), |upto| format!("{} letters", upto.saturating_sub(1)));
                let what = format!("what is certified to {length}");
                self.checkpoint_news(path, CheckpointNews::Resumed(&what));
                Ok(EarlierRun::Automaton(Arc::clone(claim)))
            }
            ([ruleset], [claim @ (Claim::Counting(_) | Claim::Reduced(_))])
                if claim.statement().is_some() && solved.status.is_proved() && *ruleset == rules.ruleset =>
            {
                self.checkpoint_news(path, CheckpointNews::Resumed("the proof for words of every length"));
                Ok(EarlierRun::Proof(Box::new(found(rules, claim.clone(), Standing::Proved))))
            }
            _ => Err(checkpoint::refused(path, "it is about another game")),
        }
    }
}

impl Proof {
    /// The certificate of the proof. `None` if nothing is proved.
    ///
    /// Values below a long preperiod are replaced by a digest, which the checker computes again
    /// from the rules: at most 65,536 values are listed.
    ///
    /// # Errors
    /// [`Error::Refused`] if the claims have no certificate.
    pub fn certificate(&self) -> Result<Option<String>, Error> {
        let Some((query, solution)) = &self.solution else { return Ok(None) };
        let mut solution = solution.clone();
        for claim in &mut solution.claims {
            if let Claim::Period(period) = claim
                && period.preperiod > MOST_LISTED
            {
                *period = period.condensed();
            }
        }
        certificate_text(query, &solution).map(Some)
    }
}

//! Certificates read: from a text, or from a file of which only what has to be is held.
//!
//! The head, and claims that are small or are needed whole, are read into memory. Facts about components, of which there may
//! be any number, are held where memory allows and stay where they are otherwise; each is read once, so that whatever is wrong is
//! told before the check.

use std::{io::Cursor, sync::Arc};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, Lists, Origin, Query, Ruleset, Term};
use grundy_lang::Diagnostic;

use crate::{
    claim::{Answer, Claim, Solution},
    error::ReadError,
    facts::{Shared, Source},
    file::{self, ASKS, FIRST_LINE},
    law::ClosedForm,
    lines::{Lines, fault},
    needed::needed_heaps,
    period::{Period, Theorem},
    quotient::Quotient,
    value_map::Sums,
    window::Window,
};

/// Reads a certificate; `lists` supplies the word lists that its games name.
pub fn read(text: &str, lists: Lists<'_>) -> Result<(Query, Solution), Diagnostic> {
    read_within(Cursor::new(text.as_bytes().to_vec()), u64::MAX, lists).map_err(|why| match why {
        ReadError::Mistake(mistake) => *mistake,
        other => fault(1, "", &format!("a text ({other})")),
    })
}

/// As [`read`], from a file, holding about so many bytes at most. The file must stay as it is until the claims are done with.
pub fn read_within(
    source: impl Source + 'static,
    most_bytes: u64,
    lists: Lists<'_>,
) -> Result<(Query, Solution), ReadError> {
    let source = Arc::new(Shared::new(source));
    let mut text = Lines::new(source, most_bytes);
    let head = text.until(|line| line.starts_with("claim "))?;
    let mut reader = Reader { lines: head.split_terminator('\n').collect(), at: 0, before: 0 };
    let (query, answer) = reader.head(lists)?;
    if let Some(line) = reader.peek() {
        return Err(fault(reader.at + 1, line, "a line that begins with `claim `").into());
    }
    reader.as_written(&file::head(&query, &answer))?;
    let mut claims = Vec::new();
    while let Some(line) = text.line()? {
        let claim = match (line.strip_prefix("claim "), query.rulesets.get(claims.len())) {
            (None, _) => return Err(fault(text.number, &line, "a line that begins with `claim `").into()),
            (_, None) => return Err(fault(text.number, &line, "one claim for each board").into()),
            (Some("positions"), Some(ruleset)) => Claim::Positions(text.facts::<Nimber>(ruleset)?),
            (Some("couples"), Some(ruleset)) => Claim::ProofSearch(text.facts::<Nimber>(ruleset)?),
            (Some("winners"), Some(ruleset)) => Claim::OutcomeMap(text.facts::<Outcome>(ruleset)?),
            (Some(_), Some(ruleset)) => {
                let before = text.number - 1;
                let mut own = format!("{line}\n");
                own += &text.until(|line| line.starts_with("end "))?;
                own += &text.line()?.unwrap_or_default();
                let mut reader = Reader { lines: own.split_terminator('\n').collect(), at: 0, before };
                let claim = reader.claim(ruleset, &query.rulesets)?;
                let mut again = String::new();
                file::write_claim(&mut again, &query, ruleset, &claim).map_err(|_| reader.fault("a claim"))?;
                reader.as_written(&again)?;
                let heaps = needed_heaps(&query, claims.len());
                if matches!(&claim, Claim::Values(values) if values.len() > heaps) {
                    let expected = format!("`end {heaps}`: no other heaps than the proof of the answer needs");
                    return Err(fault(text.number, "", &expected).into());
                }
                claim
            }
        };
        claims.push(claim);
    }
    let expected = if query.convention == Convention::Misere { 1 } else { query.rulesets.len() };
    if claims.len() != expected {
        let cut = "a claim for each board: the certificate is cut short";
        return Err(fault(text.number + 1, "", cut).into());
    }
    Ok((query, Solution { answer, claims }))
}

/// A text for a message, cut in its middle if it is long.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    let count = text.chars().count();
    if count <= MOST {
        return text.to_owned();
    }
    let head: String = text.chars().take(MOST / 2).collect();
    let tail: String = text.chars().skip(count - MOST / 4).collect();
    format!("{head}..({count} characters)..{tail}")
}

/// Reads lines that are held.
struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
    /// How many lines of the file stand before them.
    before: usize,
}

impl<'a> Reader<'a> {
    /// Convention, boards, sum, question and answer.
    fn head(&mut self, lists: Lists<'_>) -> Result<(Query, Answer), Diagnostic> {
        self.expect(FIRST_LINE, "the first line of a certificate")?;
        let play = match self.after("convention ")? {
            "normal" => Convention::Normal,
            "misere" => Convention::Misere,
            _ => return Err(self.fault("the convention is normal or misere")),
        };
        let mut rulesets = Vec::new();
        while let Some(game) = self.eat("board ") {
            let Declaration { convention: own, ruleset } = grundy_lang::game_with(game, lists)?;
            if own != Convention::Normal {
                return Err(self.fault("a board without its convention, which has a line of its own"));
            }
            for list in ruleset.lists() {
                let Origin::Named(name) = list.origin() else { continue };
                let expected = format!("list {:016x} {} {name}", list.fingerprint(), list.len());
                if self.peek() != Some(&expected) {
                    return Err(self.other_list(&expected));
                }
                self.at += 1;
            }
            if rulesets.contains(&ruleset) {
                return Err(self.fault("a board that was not named before"));
            }
            rulesets.push(ruleset);
        }
        if rulesets.is_empty() {
            self.at += 1;
            return Err(self.fault("a line that begins with `board `"));
        }
        let mut start = Vec::new();
        while let Some(rest) = self.eat("start ") {
            let (ruleset, component) = rest.split_once(' ').ok_or_else(|| self.fault("a board and a component"))?;
            start.push(self.term(&rulesets, ruleset, component)?);
        }
        let asked = self.after("ask ")?;
        let ask = ASKS.iter().find(|(name, _)| *name == asked).map(|(_, ask)| *ask);
        let ask = ask.ok_or_else(|| self.fault("what is asked is value, outcome or table"))?;
        let answer = self.answer()?;
        Ok((Query { rulesets, position: start, question: ask, convention: play }, answer))
    }

    /// Refuses lines that are not those that would be written: a claim has one form, down to its bytes.
    fn as_written(&mut self, again: &str) -> Result<(), Diagnostic> {
        let again: Vec<&str> = again.split_terminator('\n').collect();
        let Some(at) = (0..again.len().max(self.lines.len())).find(|&at| again.get(at) != self.lines.get(at)) else {
            return Ok(());
        };
        self.at = at + 1;
        Err(match again.get(at) {
            Some(own) => self.fault(&format!("the line in its one form: `{}`", shortened(own))),
            None => self.fault("no more lines"),
        })
    }

    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    /// The rest of the next line if it begins with `opening`.
    fn eat(&mut self, opening: &str) -> Option<&'a str> {
        let rest = self.peek()?.strip_prefix(opening)?;
        self.at += 1;
        Some(rest)
    }

    fn after(&mut self, opening: &str) -> Result<&'a str, Diagnostic> {
        match self.eat(opening) {
            Some(rest) => Ok(rest),
            None => {
                self.at += 1;
                Err(self.fault(&format!("a line that begins with `{opening}`")))
            }
        }
    }

    fn expect(&mut self, line: &str, what: &str) -> Result<(), Diagnostic> {
        self.at += 1;
        if self.lines.first() == Some(&line) { Ok(()) } else { Err(self.fault(&format!("{what}: {line}"))) }
    }

    /// Something else was expected on the line that was read last.
    fn fault(&self, expected: &str) -> Diagnostic {
        let number = self.at.max(1);
        fault(self.before + number, self.lines.get(number - 1).copied().unwrap_or(""), expected)
    }

    fn other_list(&self, expected: &str) -> Diagnostic {
        let number = self.at + 1;
        let found = self.peek().unwrap_or("");
        let message =
            format!("the certificate is about another word list: it says `{found}`, the list at hand is `{expected}`");
        Diagnostic::of_line(
            "G052",
            "certificate",
            number,
            found,
            message,
            "check it with the list that it was made with",
        )
    }

    fn term(&self, rulesets: &[Ruleset], ruleset: &str, component: &str) -> Result<Term, Diagnostic> {
        let at = ruleset.parse::<usize>().ok().filter(|&at| at < rulesets.len());
        let ruleset = at.ok_or_else(|| self.fault("the number of a board"))?;
        Ok(Term { ruleset, component: self.component(&rulesets[ruleset], component)? })
    }

    fn component(&self, ruleset: &Ruleset, text: &str) -> Result<Component, Diagnostic> {
        let rules = Declaration { convention: Convention::Normal, ruleset: ruleset.clone() };
        let mut all = grundy_lang::position(&rules, text)
            .map_err(|fault| self.fault(&format!("a component ({})", fault.message)))?;
        match (all.pop(), all.is_empty()) {
            (Some(component), true) => Ok(component),
            _ => Err(self.fault("one component")),
        }
    }

    fn number(&self, text: &str) -> Result<Nimber, Diagnostic> {
        text.parse().map(Nimber).map_err(|_| self.fault("a number"))
    }

    fn outcome(&self, text: &str) -> Result<Outcome, Diagnostic> {
        match text {
            "N" => Ok(Outcome::N),
            "P" => Ok(Outcome::P),
            _ => Err(self.fault("N or P")),
        }
    }

    fn answer(&mut self) -> Result<Answer, Diagnostic> {
        let rest = self.after("answer ")?;
        let mut words = rest.split(' ');
        let kind = words.next().unwrap_or("");
        match kind {
            "value" => self.number(&words.collect::<Vec<_>>().join(" ")).map(Answer::Value),
            "outcome" => self.outcome(&words.collect::<Vec<_>>().join(" ")).map(Answer::Outcome),
            "values" => words.map(|word| self.number(word)).collect::<Result<_, _>>().map(Answer::Values),
            "outcomes" => words.map(|word| self.outcome(word)).collect::<Result<_, _>>().map(Answer::Outcomes),
            _ => Err(self.fault("an answer")),
        }
    }

    /// The lines of a claim up to its end, whose count must be right.
    fn facts(&mut self) -> Result<Vec<(usize, &'a str)>, Diagnostic> {
        let mut facts = Vec::new();
        loop {
            let Some(line) = self.peek() else {
                return Err(self.fault("the end of the claim: the certificate is cut short"));
            };
            self.at += 1;
            if let Some(count) = line.strip_prefix("end ") {
                let right = count.parse() == Ok(facts.len());
                return if right { Ok(facts) } else { Err(self.fault(&format!("`end {}`", facts.len()))) };
            }
            facts.push((self.at, line));
        }
    }

    /// The lines of a period: what repeats, then the values.
    fn period(&mut self, facts: &[(usize, &'a str)]) -> Result<Period, Diagnostic> {
        let mut facts = facts;
        let theorem = self.named(&mut facts, "theorem")?;
        let theorem = Theorem::ALL.into_iter().find(|known| known.name() == theorem);
        let theorem = theorem.ok_or_else(|| self.fault("the name of a theorem"))?;
        let [kinds, preperiod, period, saltus] = ["kinds", "preperiod", "period", "saltus"].map(|name| {
            let text = self.named(&mut facts, name)?;
            self.number(text).map(|number| number.0)
        });
        let (kinds, preperiod, period, saltus) = (kinds?, preperiod?, period?, saltus?);
        let kinds = usize::try_from(kinds).map_err(|_| self.fault("a number of kinds"))?;
        let mut digest = None;
        if facts.first().is_some_and(|(_, fact)| fact.starts_with("digest ")) {
            let text = self.named(&mut facts, "digest")?;
            let number = u64::from_str_radix(text, 16).ok().filter(|number| format!("{number:016x}") == text);
            digest = Some(number.ok_or_else(|| self.fault("16 hexadecimal digits"))?);
        }
        let values = facts.iter().map(|&(at, fact)| {
            self.at = at;
            self.number(fact)
        });
        let values = values.collect::<Result<_, _>>()?;
        Ok(Period { theorem, kinds, preperiod, period, saltus, values, digest })
    }

    /// The rest of the first of these lines, which begins with `name`; it is left out of them.
    fn named(&mut self, facts: &mut &[(usize, &'a str)], name: &str) -> Result<&'a str, Diagnostic> {
        let rest = facts.split_first().and_then(|(&(at, fact), others)| {
            (self.at, *facts) = (at, others);
            fact.strip_prefix(name)?.strip_prefix(' ')
        });
        rest.ok_or_else(|| self.fault(&format!("a line that begins with `{name} `")))
    }

    fn claim(&mut self, ruleset: &Ruleset, rulesets: &[Ruleset]) -> Result<Claim, Diagnostic> {
        let kind = self.after("claim ")?;
        let facts = self.facts()?;
        let end = self.at;
        let mut claim = match kind {
            "values" => Claim::Values(Vec::with_capacity(facts.len())),
            "outcomes" => Claim::Outcomes(Sums::of_certificate()),
            "law" => {
                let law = facts
                    .first()
                    .filter(|_| facts.len() == 1)
                    .and_then(|(_, name)| ClosedForm::ALL.into_iter().find(|law| law.name() == *name));
                return law.map(Claim::ClosedForm).ok_or_else(|| self.fault("the name of a law"));
            }
            "automaton" => {
                let lines: Vec<&str> = facts.iter().map(|&(_, fact)| fact).collect();
                let claim = crate::automaton::read(&lines, &ruleset.to_string()).map_err(|(line, expected)| {
                    self.at = facts.get(line).map_or(end, |&(at, _)| at);
                    self.fault(expected)
                });
                return claim.map(|claim| Claim::Automaton(Arc::new(claim)));
            }
            "period" => {
                let claim = self.period(&facts)?;
                self.at = end;
                return Ok(Claim::Period(claim));
            }
            "window" => {
                let lines: Vec<&str> = facts.iter().map(|&(_, fact)| fact).collect();
                return Window::of_lines(&lines).map(Claim::Window).map_err(|(at, expected)| {
                    self.at = facts.get(at).map_or(end, |&(line, _)| line);
                    self.fault(expected)
                });
            }
            "matching" => {
                let position = facts.first().and_then(|(_, fact)| fact.strip_prefix("position "));
                let Some(Component::Token(token)) = position.map(|text| self.component(ruleset, text)).transpose()?
                else {
                    return Err(self.fault("`position` and where the token stands"));
                };
                let lines: Vec<&str> = facts[1..].iter().map(|&(_, fact)| fact).collect();
                let claim = crate::matching::of_lines(token, &lines).map_err(|(at, expected)| {
                    self.at = facts.get(at + 1).map_or(end, |&(line, _)| line);
                    self.fault(expected)
                });
                return claim.map(|claim| Claim::Matching(Arc::new(claim)));
            }
            "quotient" => {
                let lines: Vec<&str> = facts.iter().map(|&(_, fact)| fact).collect();
                let claim = Quotient::of_lines(&lines).map_err(|(at, expected)| {
                    self.at = facts.get(at).map_or(end, |&(line, _)| line);
                    self.fault(expected)
                });
                return claim.map(|claim| Claim::Quotient(Arc::new(claim)));
            }
            _ => {
                let kinds = "a claim: values, automaton, period, window, quotient, matching, positions, couples, law, outcomes or winners";
                return Err(self.fault(kinds));
            }
        };
        for (at, fact) in facts {
            self.at = at;
            match &mut claim {
                Claim::Values(values) => values.push(self.number(fact)?),
                Claim::Outcomes(sums) => {
                    let mut parts = fact.split('\t');
                    let outcome = self.outcome(parts.next().unwrap_or(""))?;
                    let mut sum = Vec::new();
                    while let Some(ruleset) = parts.next() {
                        let component = parts.next().ok_or_else(|| self.fault("a component behind its board"))?;
                        sum.push(self.term(rulesets, ruleset, component)?);
                    }
                    if sums.insert(sum, outcome).is_some() {
                        return Err(self.fault("a sum that was not named before"));
                    }
                }
                _ => {}
            }
        }
        self.at = end;
        Ok(claim)
    }
}

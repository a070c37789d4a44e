//! Certificates as text: what a kernel claims, written down so that it can be checked elsewhere and later.
//!
//! One fact a line, sorted, so that equal claims are equal files. The first line names the version, the last one counts
//! the facts, so that a file that was cut short is refused. Word lists are named with a fingerprint, not copied.
//!
//! ```text
//! grundy-certificate 1
//! convention normal
//! board octal 0.77
//! start 0 5
//! start 0 7
//! ask value
//! answer value 6
//! claim values
//! 0
//! 1
//! end 2
//! ```

use std::{collections::HashMap, fmt::Write, ops::ControlFlow, sync::Arc};

use grundy_core::{Nimber, Outcome};
use grundy_rules::{Ask, Board, Component, Diagnostic, Lists, Origin, Placed, Play, Query, Rules};

use crate::{Answer, Claim, Law, Period, Quotient, Solution, Sums, Theorem, Window};

const FIRST_LINE: &str = "grundy-certificate 1";

/// What is asked, by name.
const ASKS: [(&str, Ask); 4] =
    [("value", Ask::Value), ("nimber", Ask::Nimber), ("outcome", Ask::Outcome), ("table", Ask::Table)];

/// The certificate of a solution; an error where a claim is of a kind that no checker verifies.
pub fn write(query: &Query, solution: &Solution) -> Result<String, String> {
    let mut text = format!("{FIRST_LINE}\nconvention {}\n", query.play);
    for board in &query.boards {
        let _ = writeln!(text, "board {board}");
        for list in board.lists() {
            if let Origin::Named(name) = list.origin() {
                let _ = writeln!(text, "list {:016x} {} {name}", list.fingerprint(), list.len());
            }
        }
    }
    for placed in &query.start {
        let _ = writeln!(text, "start {} {}", placed.board, query.boards[placed.board].text(&placed.component));
    }
    let ask = ASKS.iter().find(|(_, ask)| *ask == query.ask).map_or("", |(name, _)| name);
    let _ = writeln!(text, "ask {ask}");
    let _ = match &solution.answer {
        Answer::Value(value) => writeln!(text, "answer value {}", value.0),
        Answer::Outcome(outcome) => writeln!(text, "answer outcome {outcome}"),
        Answer::Values(values) => {
            writeln!(text, "answer values{}", joined(values.iter().map(|value| value.0.to_string())))
        }
        Answer::Outcomes(all) => writeln!(text, "answer outcomes{}", joined(all.iter().map(Outcome::to_string))),
    };
    for (claim, board) in solution.claims.iter().zip(&query.boards) {
        write_claim(&mut text, query, board, claim)?;
    }
    Ok(text)
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.map(|word| format!(" {word}")).collect()
}

fn write_claim(text: &mut String, query: &Query, board: &Board, claim: &Claim) -> Result<(), String> {
    let mut lines: Vec<String> = Vec::new();
    let name = match claim {
        Claim::Values(values) => {
            lines.extend(values.iter().map(|value| value.0.to_string()));
            "values"
        }
        Claim::Positions(book) | Claim::Couples(book) => {
            book.each(&mut |component, value| {
                lines.push(format!("{} {}", value.0, board.text(component)));
                ControlFlow::Continue(())
            });
            lines.sort_unstable_by(|a, b| {
                a.split_once(' ').map(|pair| pair.1).cmp(&b.split_once(' ').map(|pair| pair.1))
            });
            lines.dedup();
            if matches!(claim, Claim::Couples(_)) { "couples" } else { "positions" }
        }
        Claim::Automaton(claim) => {
            lines = crate::automaton::write(claim, &board.to_string());
            "automaton"
        }
        Claim::Period(claim) => {
            lines.push(format!("theorem {}", claim.theorem));
            lines.push(format!("kinds {}", claim.kinds));
            lines.push(format!("preperiod {}", claim.preperiod));
            lines.push(format!("period {}", claim.period));
            lines.push(format!("saltus {}", claim.saltus));
            lines.extend(claim.digest.map(|digest| format!("digest {digest:016x}")));
            lines.extend(claim.values.iter().map(|value| value.0.to_string()));
            "period"
        }
        Claim::Window(claim) => {
            lines.extend(claim.lines());
            "window"
        }
        Claim::Quotient(claim) => {
            lines = claim.lines();
            "quotient"
        }
        Claim::Matching(claim) => {
            lines = crate::matching::lines(claim);
            "matching"
        }
        Claim::Law(law) => {
            lines.push(law.name().into());
            "law"
        }
        Claim::Outcomes(sums) => {
            let sum = |sum: &[Placed]| {
                let text = |placed: &Placed| query.boards[placed.board].text(&placed.component);
                sum.iter().map(|placed| format!("\t{}\t{}", placed.board, text(placed))).collect::<String>()
            };
            lines.extend(sums.iter().map(|(placed, outcome)| format!("{outcome}{}", sum(placed))));
            lines.sort_unstable();
            "outcomes"
        }
        Claim::Winners(winners) => {
            winners.each(&mut |component, outcome| {
                lines.push(format!("{outcome}\t{}", board.text(component)));
                ControlFlow::Continue(())
            });
            lines.sort_unstable_by(|a, b| a[1..].cmp(&b[1..]));
            lines.dedup();
            "winners"
        }
        Claim::Unchecked(_, why) => return Err(format!("these values cannot be certified: {why}")),
    };
    let _ = writeln!(text, "claim {name}");
    lines.iter().for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    let _ = writeln!(text, "end {}", lines.len());
    Ok(())
}

/// Reads a certificate; `lists` supplies the word lists that its games name.
pub fn read(text: &str, lists: Lists<'_>) -> Result<(Query, Solution), Diagnostic> {
    let mut reader = Reader { lines: text.lines().collect(), at: 0 };
    reader.expect(FIRST_LINE, "the first line of a certificate")?;
    let play = match reader.after("convention ")? {
        "normal" => Play::Normal,
        "misere" => Play::Misere,
        _ => return Err(reader.fault("the convention is normal or misere")),
    };
    let mut boards = Vec::new();
    while let Some(game) = reader.eat("board ") {
        let Rules { play: own, board } = Rules::parse_with(game, lists)?;
        if own != Play::Normal {
            return Err(reader.fault("a board without its convention, which has a line of its own"));
        }
        for list in board.lists() {
            let Origin::Named(name) = list.origin() else { continue };
            let expected = format!("list {:016x} {} {name}", list.fingerprint(), list.len());
            if reader.peek() != Some(&expected) {
                return Err(reader.other_list(&expected));
            }
            reader.at += 1;
        }
        if boards.contains(&board) {
            return Err(reader.fault("a board that was not named before"));
        }
        boards.push(board);
    }
    if boards.is_empty() {
        reader.at += 1;
        return Err(reader.fault("a line that begins with `board `"));
    }
    let mut start = Vec::new();
    while let Some(rest) = reader.eat("start ") {
        let (board, component) = rest.split_once(' ').ok_or_else(|| reader.fault("a board and a component"))?;
        start.push(reader.placed(&boards, board, component)?);
    }
    let asked = reader.after("ask ")?;
    let ask = ASKS.iter().find(|(name, _)| *name == asked).map(|(_, ask)| *ask);
    let ask = ask.ok_or_else(|| reader.fault("what is asked is value, outcome or table"))?;
    let answer = reader.answer()?;
    let query = Query { boards, start, ask, play };
    let mut claims = Vec::new();
    while reader.peek().is_some() {
        let board = query.boards.get(claims.len());
        claims.push(reader.claim(board, &query.boards)?);
    }
    let expected = if play == Play::Misere { 1 } else { query.boards.len() };
    if claims.len() != expected {
        reader.at += 1;
        return Err(reader.fault("a claim for each board: the certificate is cut short"));
    }
    Ok((query, Solution { answer, claims }))
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
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
        let line = self.lines.get(number - 1).copied().unwrap_or("");
        let message = format!("line {number} of the certificate: expected {expected}");
        Diagnostic::of_line(
            "G051",
            "certificate",
            number,
            line,
            message,
            "write the certificate anew: grundy solve --certificate FILE, or grundy prove -o FILE",
        )
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

    fn placed(&self, boards: &[Board], board: &str, component: &str) -> Result<Placed, Diagnostic> {
        let at = board.parse::<usize>().ok().filter(|&at| at < boards.len());
        let board = at.ok_or_else(|| self.fault("the number of a board"))?;
        Ok(Placed { board, component: self.component(&boards[board], component)? })
    }

    fn component(&self, board: &Board, text: &str) -> Result<Component, Diagnostic> {
        let rules = Rules { play: Play::Normal, board: board.clone() };
        let mut all =
            rules.parse_position(text).map_err(|fault| self.fault(&format!("a component ({})", fault.message)))?;
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

    fn winners(&mut self, board: &Board, facts: Vec<(usize, &str)>) -> Result<Claim, Diagnostic> {
        let end = self.at;
        let mut outcomes = HashMap::with_capacity(facts.len());
        for (at, fact) in facts {
            self.at = at;
            let (outcome, component) = fact.split_once('\t').ok_or_else(|| self.fault("N or P and a component"))?;
            if outcomes.insert(self.component(board, component)?, self.outcome(outcome)?).is_some() {
                return Err(self.fault("a component that was not named before"));
            }
        }
        self.at = end;
        Ok(Claim::Winners(Arc::new(outcomes)))
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

    fn claim(&mut self, board: Option<&Board>, boards: &[Board]) -> Result<Claim, Diagnostic> {
        let kind = self.after("claim ")?;
        let facts = self.facts()?;
        let end = self.at;
        let board = board.ok_or_else(|| self.fault("one claim for each board"))?;
        let mut claim = match kind {
            "values" => Claim::Values(Vec::with_capacity(facts.len())),
            "outcomes" => Claim::Outcomes(Sums::new()),
            "law" => {
                let law = facts
                    .first()
                    .filter(|_| facts.len() == 1)
                    .and_then(|(_, name)| Law::ALL.into_iter().find(|law| law.name() == *name));
                return law.map(Claim::Law).ok_or_else(|| self.fault("the name of a law"));
            }
            "automaton" => {
                let lines: Vec<&str> = facts.iter().map(|&(_, fact)| fact).collect();
                let claim = crate::automaton::read(&lines, &board.to_string()).map_err(|(line, expected)| {
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
                let Some(Component::Token(token)) = position.map(|text| self.component(board, text)).transpose()?
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
            "positions" | "couples" => {
                let mut values = HashMap::with_capacity(facts.len());
                for (at, fact) in facts {
                    self.at = at;
                    let (value, component) =
                        fact.split_once(' ').ok_or_else(|| self.fault("a value and a component"))?;
                    if values.insert(self.component(board, component)?, self.number(value)?).is_some() {
                        return Err(self.fault("a component that was not named before"));
                    }
                }
                self.at = end;
                let book = Arc::new(values);
                return Ok(if kind == "couples" { Claim::Couples(book) } else { Claim::Positions(book) });
            }
            "winners" => return self.winners(board, facts),
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
                    while let Some(board) = parts.next() {
                        let component = parts.next().ok_or_else(|| self.fault("a component behind its board"))?;
                        sum.push(self.placed(boards, board, component)?);
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

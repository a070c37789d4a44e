//! Certificates that were made to deceive: what must be refused, and at once. Each of them once was
//! accepted, stopped the program, or asked for more memory than there is.

use std::sync::Arc;

use grundy_core::Nimber;
use grundy_games::{Query, Question};

use crate::{
    Answer, Automaton, Claim, Explored, Flaw, Mode, Period, Solution, Theorem, Verdict, check, closed_form::Nim, read,
    write, write_within,
};

const PAIRS: &str = "grundy-certificate 1
convention normal
board row: \"aa\" -> \"\"
ask value
answer value 0
claim automaton
mode values
letters a
others walls
words row
move 0 0 -> -
weights 1
states 4
0 0 1
1 0 2
2 1 3
3 1 0
explored all 6
sum 128c5eb3aa18f52d
end 13
";

fn read_text(text: &str) -> Option<(Query, Solution)> {
    read(text, &|_| Err("no lists".into())).ok()
}

#[test]
fn a_cap_of_zero_proves_nothing() {
    // With no value distinguished the machine of one state would lose every word.
    let text = PAIRS.replace("ask value", "start 0 aa\nask value").replace("answer value 0", "answer value 1");
    let (query, good) = read_text(&text).unwrap();
    assert_eq!(check(&query, &good, &mut || true), Ok(Verdict::Verified));
    let Claim::Automaton(claim) = &good.claims[0] else { panic!("an automaton") };
    for explored in [Explored::All(1), Explored::All(2), Explored::All(3)] {
        let mut capped = (**claim).clone();
        (capped.mode, capped.game.walls, capped.explored) = (Mode::Capped(0), false, explored);
        (capped.machine.labels, capped.machine.next) = (vec![0], vec![0]);
        let answer = Answer::Outcome(grundy_core::Outcome::P);
        let solution = Solution { answer, claims: vec![Claim::Automaton(Arc::new(capped))] };
        let query = Query { question: Question::Outcome, ..query.clone() };
        let flaw = Flaw::NoAutomaton("a cap of 0 distinguishes no values".into());
        assert_eq!(check(&query, &solution, &mut || true), Err(flaw));
    }
}

/// The machine of the values up to 2: not one of the values up to 1, for which two states are
/// enough.
#[test]
fn no_label_is_larger_than_the_cap() {
    let text = "grundy-certificate 1\nconvention normal\nboard row: \"a\" -> \"\", \"aa\" -> \"\", \"b\" -> \"a\"\nask value\n\
        answer value 0\nclaim automaton\nmode capped 2\nletters ab\nothers none\nwords row\nmove 0 -> -\nmove 0 0 -> -\n\
        move 1 -> 0\nweights 1 1\norder left 0 1\nstates 3\n0 0 1 0\n1 1 2 1\n2 2 0 2\nexplored least 4\n\
        sum 40cf3afd4c4ea797\nend 15\n";
    let (query, solution) = read_text(text).unwrap();
    let Claim::Automaton(claim) = &solution.claims[0] else { panic!("an automaton") };
    for (cap, expected) in [
        (1, Err(Flaw::NoAutomaton("a label is larger than the cap".into()))),
        (2, Ok(Verdict::Verified)),
        (3, Ok(Verdict::Verified)),
    ] {
        let capped = Automaton { mode: Mode::Capped(cap), ..(**claim).clone() };
        let solution = Solution { claims: vec![Claim::Automaton(Arc::new(capped))], ..solution.clone() };
        assert_eq!(check(&query, &solution, &mut || true), expected, "{cap}");
    }
}

/// Of words of up to 2 letters the fourth state is none.
#[test]
fn every_state_is_one_of_a_word_that_the_claim_is_about() {
    let (query, solution) = read_text(PAIRS).unwrap();
    let Claim::Automaton(claim) = &solution.claims[0] else { panic!("an automaton") };
    for (upto, expected) in [
        (1, Err(Flaw::NoAutomaton("no word that it is about reaches its last state".into()))),
        (3, Err(Flaw::NoAutomaton("no word that it is about reaches its last state".into()))),
        (4, Ok(Verdict::Verified)),
    ] {
        let shorter = Automaton { upto: Some(upto), explored: Explored::All(upto), ..(**claim).clone() };
        let solution = Solution { claims: vec![Claim::Automaton(Arc::new(shorter))], ..solution.clone() };
        assert_eq!(check(&query, &solution, &mut || true), expected, "{upto}");
    }
}

/// A few lines that claim a period beyond what memory holds.
#[test]
fn a_period_takes_no_more_memory_than_it_may() {
    let text = "grundy-certificate 1\nconvention normal\nboard octal 0.77\nask value\nanswer value 0\nclaim period\ntheorem guy-smith\n\
        kinds 1\npreperiod 1000000000000\nperiod 1\nsaltus 0\ndigest 0000000000000000\n1\nend 7\n";
    let (query, solution) = read_text(text).unwrap();
    assert_eq!(crate::check_within(&query, &solution, 1 << 33, &mut || true), Ok(Verdict::TooLarge));
}

#[test]
fn tables_with_uneven_rows_are_refused() {
    for rows in ["0 0 1\n1 0 1 2", "0 0 1 1\n1 0 2", "0 0\n1 0 2"] {
        let text = PAIRS.replace("0 0 1\n1 0 2", rows);
        assert!(text != PAIRS && read_text(&text).is_none(), "{rows}");
    }
    for states in ["0", "3", "1000000000000", "18446744073709551615"] {
        assert!(read_text(&PAIRS.replace("states 4", &format!("states {states}"))).is_none(), "{states}");
    }
}

#[test]
fn no_table_is_longer_than_the_answer() {
    let rules = grundy_games::game("nim").unwrap();
    let start = grundy_games::position(&rules, "1000000000000000").unwrap();
    let query = Query::new(&rules, start, Question::Table);
    let answer = Answer::Values(vec![Nimber::ZERO]);
    let solution = Solution { answer, claims: vec![Claim::ClosedForm(&Nim)] };
    assert_eq!(check(&query, &solution, &mut || true), Err(Flaw::OtherAnswer));
}

#[test]
fn no_answer_is_read_off_a_claim_that_was_not_verified_in_time() {
    let rules = grundy_games::game("kayles").unwrap();
    let query = Query::new(&rules, grundy_games::position(&rules, "5").unwrap(), Question::ValueAndMoves);
    let claim = Period {
        theorem: Theorem::GuySmith,
        kinds: 1,
        preperiod: 0,
        period: 2,
        saltus: 0,
        values: vec![Nimber(0), Nimber(1)],
        digest: None,
    };
    let solution = Solution { answer: Answer::Value(Nimber(7)), claims: vec![Claim::Period(claim)] };
    assert_eq!(check(&query, &solution, &mut || false), Ok(Verdict::Unverified));
}

/// Whether it refuses after this many questions.
fn no_after(questions: u32) -> impl FnMut() -> bool {
    let mut left = questions;
    move || {
        left = left.saturating_sub(1);
        left > 0
    }
}

/// Heaps with more moves than anybody walks through: each step of reading, checking and writing
/// asks whether to go on.
#[test]
fn a_heap_of_many_moves_keeps_nobody_for_ever() {
    let heap = "start 0 1000000000000\nask outcome\nanswer outcome N\n";
    let couples = format!(
        "grundy-certificate 1\nconvention normal\nboard take any\n{heap}claim couples\n5 1000000000000\nend 1\n"
    );
    let sums = format!(
        "grundy-certificate 1\nconvention misere\nboard take any\n{heap}claim outcomes\nN\t0\t1000000000000\nend 1\n"
    );
    // Nothing is claimed, so that the answer alone has to be read.
    let empty = couples.replace("5 1000000000000\nend 1", "end 0");
    for text in [couples, sums, empty] {
        let (query, solution) = read_text(&text).unwrap();
        assert_eq!(check(&query, &solution, &mut no_after(100)), Ok(Verdict::Unverified), "{text}");
        let written = write_within(&query, &solution, &mut no_after(100));
        assert!(written.is_err_and(|why| why.contains("limit")), "{text}");
    }
}

#[test]
fn no_sum_stands_that_the_proof_does_not_need() {
    let text = "grundy-certificate 1\nconvention misere\nboard take 10\nstart 0 12\nask outcome\nanswer outcome P\n\
        claim outcomes\nN\nP\t0\t12\nend 2\n";
    let (query, solution) = read_text(text).unwrap();
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
    for more in ["P\t0\t11", "P\t0\t13"] {
        let mut lines = ["P\t0\t12", more];
        lines.sort_unstable();
        let text = text.replace("P\t0\t12\nend 2", &format!("{}\nend 3", lines.join("\n")));
        let (query, solution) = read_text(&text).unwrap();
        let flaw = check(&query, &solution, &mut || true).unwrap_err();
        assert!(matches!(flaw, Flaw::UnneededSum(_)), "{flaw}");
        // What is written of it anew stands.
        let (query, solution) = read_text(&write(&query, &solution).unwrap()).unwrap();
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
    }
}

/// A file that is read as often as it may be, and then no more.
struct Failing(std::io::Cursor<Vec<u8>>, Arc<std::sync::atomic::AtomicI64>);

impl std::io::Read for Failing {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        if self.1.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0 {
            return Err(std::io::Error::other("gone"));
        }
        self.0.read(bytes)
    }
}

impl std::io::Seek for Failing {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

/// Facts that stay in the file, of which one is not needed: whenever the file is gone, nothing is
/// verified.
#[test]
fn facts_that_can_no_longer_be_read_are_not_taken_for_needed() {
    let text = "grundy-certificate 1\nconvention normal\nboard take 1\nstart 0 1\nask value\nanswer value 1\n\
        claim positions\n0 0\n1 1\n0 2\nend 3\n";
    let mut flaws = Vec::new();
    for reads in 0..40 {
        let left = Arc::new(std::sync::atomic::AtomicI64::new(i64::MAX));
        let source = Failing(std::io::Cursor::new(text.as_bytes().to_vec()), left.clone());
        let (query, solution) = crate::read_within(source, 1000, &|_| Err("no lists".into())).unwrap();
        left.store(reads, std::sync::atomic::Ordering::Relaxed);
        flaws.push(check(&query, &solution, &mut || true).unwrap_err());
    }
    assert_eq!(flaws.first(), Some(&Flaw::Unreadable));
    assert!(matches!(flaws.last(), Some(Flaw::Unneeded(_))), "{flaws:?}");
    assert!(flaws.iter().all(|flaw| matches!(flaw, Flaw::Unreadable | Flaw::Unneeded(_))), "{flaws:?}");
}

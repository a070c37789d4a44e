//! A table, a proof with its certificate, and an answer from the certificate.
//!
//! `cargo run -p grundy --example prove`

use grundy::{Error, Limits, ProofQuery, Question, Run, games, proof::Finding};

fn main() -> Result<(), Error> {
    let kayles = games::game("kayles")?;
    let run = Run::new(Limits::default());

    let table = run.table(&kayles, 12, false)?;
    println!("the values of heaps 0 to 12: {:?}", table.solution.answer);

    let proof = run.prove(&kayles, &ProofQuery::default())?;
    if let Finding::Period(found) = &proof.finding {
        println!("period {:?} from heap {:?} on, {}", found.period, found.preperiod, proof.word());
    }

    // The certificate is text. Whoever reads it has every claim examined first.
    let Some(text) = proof.certificate()? else { return Ok(()) };
    let certificate = run.certificate_bytes(text.into_bytes(), "kayles.cert")?;
    let query = games::query("kayles", "1000000007", Question::Value)?;
    let answer = certificate.answer(query)?;
    println!("{}: {:?}, {}", answer.query, answer.value(), answer.status().word());
    Ok(())
}

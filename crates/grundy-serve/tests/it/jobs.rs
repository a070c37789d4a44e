//! Long work: begun, watched, cancelled, and out of the reach of others.

use std::{net::SocketAddr, thread, time::Duration};

use grundy_serve::Options;

use crate::client::{get, plain, post, raw, request, start};

/// Begins a job, and returns its number and its key.
fn begin(server: SocketAddr, question: &str) -> (u64, String) {
    let answer = post(server, &format!("/api/v1/jobs/{question}"), "");
    assert_eq!(answer.status, 202, "{}", answer.body);
    let made = answer.json();
    (made["job"].as_u64().expect("a number"), made["key"].as_str().expect("a key").to_owned())
}

/// What the answer of a job looks like in its events.
fn answered(server: SocketAddr, (id, key): &(u64, String)) -> String {
    let events = get(server, &format!("/api/v1/jobs/{id}/events?key={key}"));
    assert_eq!((events.status, events.header("content-type")), (200, Some("text/event-stream")));
    let (_, answer) = events.body.split_once("event: answer\ndata: ").expect("the job ends with its answer");
    answer.lines().next().expect("a line").to_owned()
}

#[test]
fn a_job_ends_with_the_answer() {
    let server = plain();
    let wanted = get(server, "/api/v1/moves?game=kayles&position=5+%2B+7").body;
    let job = begin(server, "moves?game=kayles&position=5+%2B+7");
    assert_eq!(answered(server, &job), wanted.trim_end());
    let (id, key) = &job;
    let state = get(server, &format!("/api/v1/jobs/{id}?key={key}"));
    assert_eq!(state.json()["state"], "done");
    assert!(state.body.contains(wanted.trim_end()));
}

#[test]
fn a_job_is_reached_with_its_key_alone() {
    let server = plain();
    let (id, key) = begin(server, "solve?game=cram&position=9x9");
    let (_, other) = begin(server, "solve?game=nim&position=1");
    for wrong in ["", "0", other.as_str(), &key[1..], &format!("{key}0")] {
        for line in ["GET", "DELETE"] {
            let path = format!("{line} /api/v1/jobs/{id}?key={wrong}");
            assert_eq!(raw(server, &request(server, &path, "", "")).status, 404, "{wrong}");
        }
        assert_eq!(get(server, &format!("/api/v1/jobs/{id}/events?key={wrong}")).status, 404);
    }
    assert_eq!(raw(server, &request(server, &format!("DELETE /api/v1/jobs/{id}?key={key}"), "", "")).status, 200);
    assert_eq!(get(server, &format!("/api/v1/jobs/{id}?key={key}")).status, 404);
}

#[test]
fn a_cancelled_job_gives_its_place_back() {
    let server = start(&Options { places: 1, ..Options::default() });
    for _ in 0..3 {
        let (id, key) = begin(server, "solve?game=cram&position=9x9");
        let path = format!("/api/v1/jobs/{id}?key={key}");
        // Questions are answered while the job works.
        assert_eq!(get(server, "/api/v1/solve?game=nim&position=1").status, 200);
        for _ in 0..200 {
            if get(server, &path).json()["state"] == "working" {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(raw(server, &request(server, &format!("DELETE {path}"), "", "")).json()["state"], "cancelled");
    }
    let job = begin(server, "solve?game=nim&position=1");
    assert!(answered(server, &job).contains("\"value\":1"));
}

#[test]
fn there_is_room_for_a_number_of_jobs_and_finished_ones_give_way() {
    let server = start(&Options { places: 1, ..Options::default() });
    let (id, key) = begin(server, "solve?game=nim&position=1");
    answered(server, &(id, key.clone()));
    let jobs: Vec<_> = (0..32).map(|_| begin(server, "solve?game=cram&position=9x9")).collect();
    assert_eq!(get(server, &format!("/api/v1/jobs/{id}?key={key}")).status, 404);
    assert_eq!(post(server, "/api/v1/jobs/solve?game=nim&position=1", "").status, 503);
    for (id, key) in &jobs {
        let path = format!("DELETE /api/v1/jobs/{id}?key={key}");
        assert_eq!(raw(server, &request(server, &path, "", "")).status, 200);
    }
    begin(server, "solve?game=nim&position=1");
}

/// Where the server allows no more time, the way out is what it has for longer work.
#[test]
fn the_way_out_of_a_limit_is_one_of_the_server() {
    let most = Duration::from_millis(50);
    let server = start(&Options { time: most, job_time: most, ..Options::default() });
    let question = "solve?game=cram&position=9x11&question=value";
    let at_once = get(server, &format!("/api/v1/{question}")).body;
    let (late, job) = (post(server, &format!("/api/v1/{question}&time=1"), ""), begin(server, question));
    for (answer, wanted) in
        [(&at_once, "POST /api/v1/jobs"), (&late.body, "POST /api/v1/jobs"), (&answered(server, &job), "command line")]
    {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("JSON");
        let help = answer["error"]["help"].as_str().expect("help");
        assert!(help.contains(wanted) && answer["error"]["fix"].is_null(), "{answer}");
    }
    assert_eq!(late.status, 400);
}

//! Certificates: written, read back, checked, and refused when any one line is changed, left out or
//! doubled.

use grundy::{
    Budget, Query, Question, Verdict,
    cert::{Claim, read, write},
    check,
    games::no_lists,
    plan, prove,
};

fn certificate(query: &Query) -> String {
    let solution = plan(query).unwrap().run(&mut Budget::new()).unwrap();
    write(query, &solution).unwrap()
}

fn stands(text: &str) -> bool {
    let read = read(text, &no_lists);
    read.is_ok_and(|(query, solution)| check(&query, &solution, &mut || true) == Ok(Verdict::Verified))
}

/// Questions whose certificates hold every kind of fact.
pub(crate) fn questions() -> Vec<Query> {
    let table = |game: &str, end: u64| {
        let rules = grundy::games::game(game).unwrap();
        Query::new(&rules, vec![grundy::Component::Heap(end)], Question::Table)
    };
    let value = |game: &str, position: &str| grundy::games::query(game, position, Question::ValueAndMoves).unwrap();
    let outcome = |game: &str, position: &str| grundy::games::query(game, position, Question::Outcome).unwrap();
    vec![
        value("kayles", "5 + 7 + 9"),
        value("misère kayles", "4 + 3"),
        value("misère nim", "1 + 2 + 5"),
        value("a -> (a-2b) + (a-b) for b in 1..a/2", "10 + 7"),
        value("row: cut \"xx\" or \"y\"", "xxyxx + \"+x\\\"y\""),
        value("ring: cut \"ab\", take \"b\"", "(abab)"),
        value("wythoff", "W(3, 4)"),
        value("nim", "1000000000000000000 + 3"),
        value("bag: take letter until distinct", "{aabcc}"),
        outcome("bag: take word in {ab, abc, b}", "{aabbbcc}"),
        outcome("bag: take \"ab\" or \"c\"", "{aabbcc}"),
        outcome("kayles", "9"),
        outcome("misère kayles", "4 + 3"),
        table("octal 0.07", 60),
        outcome("geography", "grid 3x5 from 1"),
        outcome("geography", "{a-b b-c c-d d-a a-e e-f f-g g-e} from g"),
        outcome("geography", "cycle 7 from 0"),
        value("green-hackenbush", "{g-a g-b a-b b-c c-c} on g + path 5 on 2"),
        value("stones: move any along an arc", "{a>b a>c b>c} with a:2 b:3 + {a>b b>c} with a:9 b:4"),
        value("stones: move any along an arc", "{a>b b>c} with a:9 b:10^18"),
        value("misère stones: move 1..2 along an arc", "{a>b a>c b>c} with a:2 b:2"),
        outcome("stones: take 1 at the token, then move it along an edge", "{a-b b-c c-a} with a:3 b:2 c:4 from a"),
        value("stones: take 1 at the token, then move it along an edge", "{a-b b-c} with a:3 b:2 c:1 from a"),
        outcome("stones: take 1 at the token, then move it along an arc", "{a>b b>c c>a} with a:3 b:2 c:2 from a"),
        value("misère green-hackenbush", "{g-a g-b a-b b-c c-c} on g + {g-g} on g"),
        outcome("misère directed-geography", "{a>b b>c c>a c>d} from a"),
        value("kayles", "18446744073709551615 + 1000000000000000000"),
        value("take any but {1,4,7,8}", "1000000000000000000"),
        table("misère kayles", 12),
        value("laskers-nim", "2147483647 + 2147483646"),
        value(
            "A(n) -> A(n-k) for k in 1..n, A(n) -> B(n) where n > 0, B(n) -> B(n-k) for k in 1..n",
            "A(1000000000) + B(7)",
        ),
        outcome(
            "T(a, b) -> T(a-2i, b+i) for i in 1..a/2, T(a, b) -> T(a+i, b-2i) for i in 1..b/2",
            "T(1000000000000000000, 999999999999999999)",
        ),
        grundy::games::sum("kayles 5 + nim 3 + [row: cut letter] aba").unwrap(),
        grundy::games::sum("misere kayles 3 + nim 2").unwrap(),
    ]
}

#[test]
fn certificates_are_read_back_and_stand() {
    for query in questions() {
        let text = certificate(&query);
        assert!(stands(&text), "{query}:\n{text}");
        let (again, solution) = read(&text, &no_lists).unwrap();
        assert_eq!(write(&again, &solution).unwrap(), text, "{query}");
    }
}

/// Files that say more, or something else, than what is checked.
#[test]
fn loose_ends_are_refused() {
    let good = "grundy-certificate 1\nconvention normal\nboard take any\nstart 0 1\nask value\nanswer value 1\nclaim law\nnim\nend 1\n";
    assert!(stands(good));
    let table = "grundy-certificate 1\nconvention normal\nboard take 1\nboard take any\nstart 1 3\nask table\n\
        answer values 0 1 0 1\nclaim values\n0\n1\n0\n1\nend 4\nclaim law\nnim\nend 1\n";
    assert!(!stands(table), "a table of one board, a sum of another");
    for (from, to) in [
        ("board take any", "board misère take any"),
        ("answer value 1", "answer value 1 and 7 too"),
        ("nim\nend 1", "nim\nwgme\nend 2"),
        ("board take any\nstart 0 1\n", ""),
    ] {
        assert!(!stands(&good.replace(from, to)), "{to}");
    }
    let positions = certificate(&grundy::games::query("cut letter", "ab", Question::ValueAndMoves).unwrap());
    assert!(stands(&positions));
    let twice = positions.replace("end 4", "end 5").replace("claim positions\n", "claim positions\n5 ab\n");
    assert!(positions != twice && !stands(&twice), "{twice}");
}

/// Every lie in one line: another number or letter, the line left out, the line doubled. (Another
/// sum is another question, not a lie.)
#[test]
fn every_changed_line_is_refused() {
    let mut lies = 0;
    for query in questions() {
        let text = certificate(&query);
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            let mut wrong: Vec<Vec<String>> = changed(lines[at])
                .into_iter()
                .map(|line| {
                    let mut all: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
                    all[at] = line;
                    all
                })
                .collect();
            let mut shorter: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            shorter.remove(at);
            let mut longer: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            longer.insert(at, lines[at].to_string());
            if !lines[at].starts_with("start") {
                wrong.extend([shorter, longer]);
            }
            for text in wrong {
                lies += 1;
                let text = text.join("\n") + "\n";
                assert!(!stands(&text), "{query}: line {} `{}` was changed:\n{text}", at + 1, lines[at]);
            }
        }
    }
    assert!(lies > 900, "only {lies} lies were tried");
}

/// A certificate with a digest in place of the first values: every line changed, left out or
/// doubled.
#[test]
fn every_changed_line_of_a_digest_is_refused() {
    let rules = grundy::games::game("octal 0.45").unwrap();
    let proof = prove(&rules, None, &mut Budget::new()).unwrap();
    let (query, mut solution) = proof.solution.unwrap();
    for claim in &mut solution.claims {
        let Claim::Period(period) = claim else { panic!("a short period") };
        *period = period.condensed();
        assert!(period.digest.is_some());
    }
    let text = write(&query, &solution).unwrap();
    assert!(stands(&text) && text.contains("digest"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, own: &[String]| {
        let mut all: Vec<String> = lines.iter().map(ToString::to_string).collect();
        all.splice(at..=at, own.iter().cloned());
        all.join("\n") + "\n"
    };
    assert_eq!(with(0, &[lines[0].to_owned()]), text);
    for (at, line) in lines.iter().enumerate() {
        let mut wrong: Vec<Vec<String>> = vec![Vec::new(), vec![line.to_string(); 2]];
        wrong.extend(changed(line).into_iter().map(|line| vec![line]));
        if let Some(digest) = line.strip_prefix("digest ") {
            let turned = if digest.ends_with('0') { '1' } else { '0' };
            wrong.push(vec![format!("digest {}{turned}", &digest[..digest.len() - 1])]);
        }
        for own in wrong {
            assert!(!stands(&with(at, &own)), "line {} `{line}` became {own:?}", at + 1);
        }
    }
}

/// The line with its first number changed, or with N and P exchanged.
fn changed(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(at) = line.find(|letter: char| letter.is_ascii_digit()) {
        let digits = line[at..].chars().take_while(char::is_ascii_digit).count();
        let number: u64 = line[at..at + digits].parse().unwrap();
        let fact = !["board", "start", "N\t", "P\t"].iter().any(|opening| line.starts_with(opening));
        all.extend(fact.then(|| format!("{}{}{}", &line[..at], number + 1, &line[at + digits..])));
    }
    for (from, to) in [("N\t", "P\t"), ("P\t", "N\t"), ("outcome N", "outcome P"), ("outcome P", "outcome N")] {
        if line.starts_with(from) || line.ends_with(from) {
            all.push(line.replace(from, to));
        }
    }
    all
}

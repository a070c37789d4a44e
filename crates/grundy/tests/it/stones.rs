//! Stones on the vertices of a graph: every answer is compared with a plain meaning that this file
//! writes anew, and the positions are read and printed.

use std::collections::{BTreeSet, HashMap};

use grundy::{
    Answer, Budget, Convention, Nimber, Outcome, Question, Verdict,
    cert::{read, write},
    check,
    games::{self, Component, no_lists},
    moves,
    moves::Moves,
    plan,
    theory::MexSet,
};

use crate::second_checker::{Numbers, python_verifies};

/// The plain meaning: the arcs or edges, how many stones a move may carry, the stones and the
/// token.
struct Plain {
    edges: Vec<(usize, usize)>,
    amounts: Allowed,
    one_way: bool,
}

type Place = (Vec<u64>, Option<usize>);

/// Whether a move may carry, or take, this many stones.
type Allowed = fn(u64) -> bool;

impl Plain {
    fn options(&self, (counts, at): &Place) -> BTreeSet<Place> {
        let mut found = BTreeSet::new();
        let mut ways: Vec<(usize, usize)> = self.edges.clone();
        if !self.one_way {
            ways.extend(self.edges.iter().map(|&(a, b)| (b, a)));
        }
        for (a, b) in ways {
            if at.is_some_and(|at| at != a) {
                continue;
            }
            for taken in (1..=counts[a]).filter(|&taken| (self.amounts)(taken)) {
                let mut left = counts.clone();
                left[a] -= taken;
                if at.is_none() {
                    left[b] += taken;
                }
                found.insert((left, at.map(|_| b)));
            }
        }
        found
    }

    /// The value, and whether the mover loses in misère play.
    fn solve(&self, place: &Place, known: &mut HashMap<Place, (Nimber, bool)>) -> (Nimber, bool) {
        let mut open = vec![place.clone()];
        while let Some(next) = open.last().cloned() {
            let options = self.options(&next);
            let missing: Vec<Place> = options.iter().filter(|option| !known.contains_key(*option)).cloned().collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let (mut values, mut lost) = (MexSet::default(), !options.is_empty());
            for option in &options {
                values.insert(known[option].0);
                lost &= !known[option].1;
            }
            known.insert(next, (values.mex(), lost));
            open.pop();
        }
        known[place]
    }
}

const AMOUNTS: [(&str, Allowed); 8] = [
    ("1", |taken| taken == 1),
    ("any", |_| true),
    ("odd", |taken| taken % 2 == 1),
    ("1..2", |taken| taken <= 2),
    ("{1, 3, 4} or 6", |taken| [1, 3, 4, 6].contains(&taken)),
    ("prime", |taken| [2, 3, 5, 7].contains(&taken)),
    ("any but 2", |taken| taken != 2),
    ("at least 2", |taken| taken >= 2),
];

/// A game, a position, and the plain meaning of both.
fn random(numbers: &mut Numbers, round: usize) -> (String, String, Plain, Place) {
    let vertices = 2 + numbers.below(3);
    let kind = round % 4;
    let mut edges = BTreeSet::new();
    for _ in 0..1 + numbers.below(5) {
        let (a, b) = (numbers.below(vertices), numbers.below(vertices));
        match kind {
            // Arcs lead down.
            0 | 1 if a != b => drop(edges.insert((a.max(b), a.min(b)))),
            2 if a != b => drop(edges.insert((a.min(b), a.max(b)))),
            3 => drop(edges.insert((a, b))),
            _ => {}
        }
    }
    let edges: Vec<(usize, usize)> = edges.into_iter().collect();
    let counts: Vec<u64> = (0..vertices).map(|_| numbers.below(4) as u64).collect();
    let sign = if kind == 2 { '-' } else { '>' };
    let listed: Vec<String> = edges.iter().map(|(a, b)| format!("v{a}{sign}v{b}")).collect();
    let alone: Vec<String> = (0..vertices).map(|vertex| format!("v{vertex}")).collect();
    let stones: Vec<String> = counts.iter().enumerate().map(|(vertex, count)| format!("v{vertex}:{count}")).collect();
    let mut position = format!("{{{} {}}} with {}", listed.join(" "), alone.join(" "), stones.join(" "));
    let (text, amounts) = AMOUNTS[numbers.below(AMOUNTS.len())];
    let (game, at) = match kind {
        0 | 1 => (format!("stones: move {text} along an arc"), None),
        _ => {
            let edge = if kind == 2 { "edge" } else { "arc" };
            let at = numbers.below(vertices);
            position += &format!(" from v{at}");
            (format!("stones: take {text} at the token, then move it along an {edge}"), Some(at))
        }
    };
    (game, position, Plain { edges, amounts, one_way: kind != 2 }, (counts, at))
}

fn answer(game: &str, position: &str, ask: Question, convention: Convention) -> (Answer, Vec<Component>, String) {
    let mut query = games::query(game, position, ask).unwrap_or_else(|why| panic!("{game} at {position}: {why:?}"));
    query.convention = convention;
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    let winning = match moves(&query, &solution, false, &mut Budget::new()).unwrap() {
        Moves::Listed { moves, .. } => moves.into_iter().map(|made| made.to[0].clone()).collect(),
        Moves::One(made) => made.into_iter().map(|made| made.to[0].clone()).collect(),
        Moves::TooMany { .. } => panic!("{game} at {position}: few moves"),
    };
    let text = write(&query, &solution).unwrap();
    let (read, again) = read(&text, &no_lists).unwrap();
    assert_eq!(check(&read, &again, &mut || true), Ok(Verdict::Verified), "{game} at {position}");
    (solution.answer, winning, text)
}

fn outcome_of(answer: &Answer) -> Outcome {
    match answer {
        Answer::Value(value) => value.outcome(),
        Answer::Outcome(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

fn place(component: &Component) -> Place {
    let Component::Stones(stones) = component else { panic!("{component}") };
    (stones.counts().to_vec(), stones.token().map(|at| at as usize))
}

#[test]
fn random_games_have_the_answers_of_the_plain_meaning() {
    let mut numbers = Numbers::new(13);
    let mut texts = Vec::new();
    let mut kinds = [0; 3];
    for round in 0..240 {
        let (game, position, plain, start) = random(&mut numbers, round);
        let rules = games::game(&game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        assert_eq!(games::game(&rules.ruleset.to_string()).as_ref(), Ok(&rules), "{game}");
        let again = games::position(&rules, &position).unwrap_or_else(|why| panic!("{position}: {why:?}"));
        assert_eq!(games::position(&rules, &again[0].to_string()).as_ref(), Ok(&again), "{position}");
        let mut known = HashMap::new();
        let (value, lost) = plain.solve(&start, &mut known);
        let options = plain.options(&start);
        let winning: BTreeSet<Place> =
            options.iter().filter(|option| plain.solve(option, &mut known).0 == Nimber::ZERO).cloned().collect();
        let (found, moves, text) = answer(&game, &position, Question::ValueAndMoves, Convention::Normal);
        assert_eq!(found, Answer::Value(value), "{game} at {position}");
        assert_eq!(moves.iter().map(place).collect::<BTreeSet<_>>(), winning, "{game} at {position}");
        assert_eq!(moves.len(), winning.len(), "{game} at {position}");
        kinds[usize::from(text.contains("claim law"))] += 1;
        texts.push(text);
        let (found, moves, text) = answer(&game, &position, Question::Outcome, Convention::Normal);
        assert_eq!(outcome_of(&found), value.outcome(), "{game} at {position}");
        assert_eq!(moves.is_empty(), winning.is_empty(), "{game} at {position}");
        assert!(moves.iter().all(|made| winning.contains(&place(made))), "{game} at {position}");
        texts.push(text);
        let (found, _, text) = answer(&game, &position, Question::ValueAndMoves, Convention::Misere);
        let outcome = if lost { Outcome::P } else { Outcome::N };
        assert_eq!(outcome_of(&found), outcome, "misère {game} at {position}");
        texts.push(text);
        kinds[2] += usize::from(lost);
    }
    assert!(kinds.iter().all(|&count| count > 40), "{kinds:?}");
    // The second checker, which shares nothing with the first.
    python_verifies("stones", &texts);
}

/// Vertexnim on a graph that shrinks: the edges, the stones and the token.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shrinking {
    edges: BTreeSet<(usize, usize)>,
    counts: Vec<u64>,
    at: usize,
}

impl Shrinking {
    /// The ends of the edges at a vertex, itself if an edge leads back.
    fn beside(&self, at: usize) -> BTreeSet<usize> {
        let other = |&(a, b): &(usize, usize)| if a == at { Some(b) } else { (b == at).then_some(a) };
        self.edges.iter().filter_map(other).collect()
    }

    /// Removes a vertex and joins its neighbours to each other.
    fn without(&self, gone: usize) -> Shrinking {
        let around: Vec<usize> = self.beside(gone).into_iter().filter(|&vertex| vertex != gone).collect();
        let mut left = self.clone();
        left.edges.retain(|&(a, b)| a != gone && b != gone);
        for &a in &around {
            left.edges.extend(around.iter().filter(|&&b| a < b).map(|&b| (a, b)));
        }
        left
    }

    fn options(&self, allowed: Allowed) -> Vec<Shrinking> {
        let mut found = Vec::new();
        for taken in (1..=self.counts[self.at]).filter(|&taken| allowed(taken)) {
            let mut left = self.clone();
            left.counts[self.at] -= taken;
            let mut ways = self.beside(self.at);
            if left.counts[self.at] == 0 {
                left = left.without(self.at);
                ways.remove(&self.at);
                if ways.is_empty() {
                    found.push(left);
                    continue;
                }
            }
            found.extend(ways.into_iter().map(|at| Shrinking { at, ..left.clone() }));
        }
        found
    }

    /// The value, and whether the mover loses in misère play.
    fn solve(&self, allowed: Allowed, known: &mut HashMap<Shrinking, (Nimber, bool)>) -> (Nimber, bool) {
        if let Some(&found) = known.get(self) {
            return found;
        }
        let options = self.options(allowed);
        let (mut values, mut lost) = (MexSet::default(), !options.is_empty());
        for option in options {
            let (value, loses) = option.solve(allowed, known);
            values.insert(value);
            lost &= !loses;
        }
        known.insert(self.clone(), (values.mex(), lost));
        (values.mex(), lost)
    }
}

/// The program keeps the graph, and looks for paths through vertices without stones.
#[test]
fn vertexnim_is_played_on_a_graph_that_shrinks() {
    let mut numbers = Numbers::new(41);
    let mut texts = Vec::new();
    let mut lost_rounds = 0;
    for round in 0..150 {
        let vertices = 1 + numbers.below(5);
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        for _ in 0..numbers.below(8) {
            let (a, b) = (numbers.below(vertices), numbers.below(vertices));
            // A few edges lead back.
            if a != b || round % 2 == 0 {
                edges.insert((a.min(b), a.max(b)));
            }
        }
        let counts: Vec<u64> = (0..vertices).map(|_| numbers.below(4) as u64).collect();
        let at = numbers.below(vertices);
        let (text, allowed) = AMOUNTS[if round % 3 == 0 { numbers.below(AMOUNTS.len()) } else { 1 }];
        let game = format!(
            "stones: take {text} at the token, then move it along an edge, joining the neighbours of an emptied vertex"
        );
        let listed: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b} ")).collect();
        let alone: Vec<String> = (0..vertices).map(|vertex| vertex.to_string()).collect();
        let stones: Vec<String> =
            counts.iter().enumerate().map(|(vertex, count)| format!("{vertex}:{count}")).collect();
        let position = format!("{{{}{}}} with {} from {at}", listed.concat(), alone.join(" "), stones.join(" "));
        let rules = games::game(&game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        assert_eq!(games::game(&rules.ruleset.to_string()).as_ref(), Ok(&rules), "{game}");
        let read = games::position(&rules, &position).unwrap_or_else(|why| panic!("{position}: {why:?}"));
        assert_eq!(games::position(&rules, &read[0].to_string()).as_ref(), Ok(&read), "{position}");
        // Vertices that have no stones from the start are removed too.
        let whole = Shrinking { edges, counts, at };
        let empty = (0..vertices).filter(|&vertex| whole.counts[vertex] == 0);
        let start = empty.fold(whole.clone(), |left, vertex| left.without(vertex));
        let mut known = HashMap::new();
        let (value, lost) = start.solve(allowed, &mut known);
        let winning: BTreeSet<Place> = start
            .options(allowed)
            .into_iter()
            .filter(|option| option.solve(allowed, &mut known).0 == Nimber::ZERO)
            .map(|option| (option.counts, Some(option.at)))
            .collect();
        let (found, moves, text) = answer(&game, &position, Question::ValueAndMoves, Convention::Normal);
        assert_eq!(found, Answer::Value(value), "{game} at {position}");
        assert_eq!(moves.iter().map(place).collect::<BTreeSet<_>>(), winning, "{game} at {position}");
        texts.push(text);
        let (found, _, text) = answer(&game, &position, Question::ValueAndMoves, Convention::Misere);
        assert_eq!(outcome_of(&found), if lost { Outcome::P } else { Outcome::N }, "misère {game} at {position}");
        texts.push(text);
        lost_rounds += usize::from(value == Nimber::ZERO);
    }
    assert!((20..130).contains(&lost_rounds), "{lost_rounds}");
    python_verifies("vertexnim", &texts);
    // With one stone on each vertex every move removes a vertex, so their number decides.
    for vertices in 3..9 {
        let ones = vec!["1"; vertices].join(",");
        for graph in ["path", "cycle", "complete"] {
            let position = format!("{graph} {vertices} with [{ones}] from 1");
            let (found, _, _) = answer("vertexnim", &position, Question::ValueAndMoves, Convention::Normal);
            assert_eq!(found, Answer::Value(Nimber(vertices as u64 % 2)), "{position}");
        }
    }
}

#[test]
fn the_token_of_vertexnim_goes_nowhere_from_the_last_vertex() {
    let shown = |position: &str| {
        let query = games::query("vertexnim", position, Question::ValueAndMoves).unwrap();
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        let Moves::Listed { moves, .. } = moves(&query, &solution, true, &mut Budget::new()).unwrap() else {
            panic!("few moves")
        };
        let actions = moves.iter().flat_map(|made| made.actions.iter().map(ToString::to_string));
        actions.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    // All stones of a single vertex; some of them where an edge leads back.
    assert_eq!(shown("{a} with a:3 from a"), ["take 3"]);
    assert_eq!(shown("{a-a} with a:3 from a"), ["take 1, go to a", "take 2, go to a", "take 3"]);
    assert_eq!(shown("{a-b b-c} with a:1 c:1 from a"), ["take 1, go to c"]);
    let refused = |text: &str| games::game(text).map(|_| ()).expect_err("refused").code;
    let game = "stones: take any at the token, then move it along an";
    assert_eq!(refused(&format!("{game} arc, joining the neighbours of an emptied vertex")), "G008");
    assert!(games::game(&format!("{game} edge and join the neighbors of each emptied vertex")).is_ok());
    let loops = games::position(&games::game(&format!("{game} edge")).unwrap(), "{a-a} with a:1 from a");
    assert_eq!(loops.expect_err("an edge that leads back").code, "G045");
}

#[test]
fn positions_are_graphs_with_stones() {
    let rules = games::game("stones: move 1..3 stones along one arc").unwrap();
    assert_eq!(rules.ruleset.to_string(), "stones: move 1..3 along an arc");
    let lists = |name: &str| match name {
        "edges.csv" => Ok(b"from,to\na,b\nb,c\n".to_vec()),
        "stones.csv" => Ok(b"# name, number\na,3\nc 18446744073709551612\n".to_vec()),
        _ => Err("no such file".to_string()),
    };
    let read = |text: &str| {
        games::position_with(&rules, text, &lists)
            .map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "))
            .map_err(|fault| fault.code)
    };
    for (text, printed) in [
        ("{a>b b>c} with a:3 b:5", "{a>b b>c} with a:3 b:5"),
        ("{a>b b>c} with b:5,a:3", "{a>b b>c} with a:3 b:5"),
        ("{a>b b>c} with b : 5, a: 3, c:0", "{a>b b>c} with a:3 b:5"),
        ("{a>b} with none", "{a>b} with none"),
        ("{a>none} with none:2 + {a>b} with [0,7]", "{a>none} with none:2 + {a>b} with b:7"),
        ("tree [0,0,1] with [0,2,3,1]", "{1>0 2>0 3>1} with 1:2 2:3 3:1"),
        ("path 3 with 2:10^3", "{1>0 2>1} with 2:1000"),
        ("2x2 with 3:1", "{1>0 2>0 3>1 3>2} with 3:1"),
        ("2*{a>b} with a:1", "{a>b} with a:1 + {a>b} with a:1"),
        ("in \"edges.csv\" with a:1", "{a>b b>c} with a:1"),
        ("in \"edges.csv\" with \"stones.csv\"", "{a>b b>c} with a:3 c:18446744073709551612"),
        ("{a>b c} with c:1", "{a>b c} with c:1"),
        ("{} with none", "{} with none"),
        ("{} with []", "{} with none"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(printed), "{text}");
    }
    for (text, code) in [
        ("{a>b b>c}", "G047"),
        ("{a>b b>c} with", "G047"),
        ("{a>b b>c} with ", "G040"),
        ("{a>b b>c} with d:1", "G047"),
        ("{a>b b>c} with a:1 a:2", "G047"),
        ("{a>b b>c} with [1, 2]", "G047"),
        ("{a>b b>c} with a:x", "G040"),
        ("{a>b b>c c>a} with a:1", "G045"),
        ("{a>a} with a:1", "G045"),
        ("{a-b} with a:1", "G045"),
        ("{a>b} with a:18446744073709551615 b:1", "G005"),
        ("{a>b} with a:18446744073709551616", "G005"),
        ("in \"edges.csv\" with \"none.csv\"", "G045"),
        ("in \"edges.csv\" with \"edges.csv\"", "G045"),
        ("path 3000000 with none", "G005"),
    ] {
        assert_eq!(read(text), Err(code), "{text}");
    }
}

/// A staircase of 10^5 vertices with 10^18 stones: the winning moves are listed as far as they fit.
#[test]
fn large_staircases() {
    let rules = "stones: move any along an arc";
    let many = 100_000u64;
    let mut numbers = Numbers::new(3);
    let counts: Vec<u64> = (0..many).map(|_| numbers.below(180_000_000_000_000) as u64).collect();
    let listed: Vec<String> = counts.iter().map(u64::to_string).collect();
    let position = format!("path {many} with [{}]", listed.join(","));
    let value = counts.iter().skip(1).step_by(2).fold(0, |value, count| value ^ count);
    let query = games::query(rules, &position, Question::ValueAndMoves).unwrap();
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    assert_eq!(solution.answer, Answer::Value(Nimber(value)));
    // A move of an odd step down to what the others are worth, or of an even step down to it.
    let wins = (1..many as usize).filter(|&step| match step % 2 {
        1 => counts[step] ^ value < counts[step],
        _ => (counts[step - 1] ^ value).checked_sub(counts[step - 1]).is_some_and(|k| k > 0 && k <= counts[step]),
    });
    let wins = wins.count();
    match moves(&query, &solution, false, &mut Budget::new()).unwrap() {
        Moves::TooMany { most, winning: Some(made) } => {
            let all: u64 = counts.iter().skip(1).sum();
            assert!(wins > 10 && most == all - 1, "{wins} {most}");
            assert_eq!(solution.value(&query, 0, &made.to[0]), Some(Nimber::ZERO));
        }
        other => panic!("{other:?}"),
    }
    let all = moves(&query, &solution, true, &mut Budget::new()).unwrap();
    assert!(matches!(all, Moves::TooMany { winning: Some(_), .. }), "10^19 moves");
    let query = games::query(rules, "{a>b b>c} with a:10^18 b:12345", Question::ValueAndMoves).unwrap();
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    let Moves::Listed { moves, count, .. } = moves(&query, &solution, false, &mut Budget::new()).unwrap() else {
        panic!("one move")
    };
    assert_eq!(count, 1_000_000_000_000_012_345);
    let actions: Vec<String> = moves.iter().flat_map(|made| made.actions.iter().map(ToString::to_string)).collect();
    assert_eq!(actions, ["move 12345 from b to c"]);
    // Without a closed form, a search would hold as many moves.
    let query = games::query(rules, "{a>b a>c b>c} with a:10^18 b:12345", Question::ValueAndMoves).unwrap();
    let refused = plan(&query).map(|_| ()).expect_err("no solver");
    let search = refused.0.iter().find(|(solver, _)| *solver == "search").map(|(_, why)| why.to_string());
    assert_eq!(search.as_deref(), Some("these stones have too many moves for a search"));
}

/// Project Euler 400: who takes the root of the tree T(k) loses, so the other nodes are edges on
/// the ground. The numbers of winning first moves are those of the problem.
#[test]
fn fibonacci_trees_have_the_winning_moves_of_the_problem() {
    // The parents of the nodes 1, 2, .. of T(k), for each k.
    let mut trees: Vec<Vec<usize>> = vec![vec![], vec![]];
    for k in 2..=10 {
        let graft = |tree: &[usize], root: usize| -> Vec<usize> {
            [0].into_iter().chain(tree.iter().map(|parent| parent + root)).collect()
        };
        let mut tree = graft(&trees[k - 1], 1);
        if k > 2 {
            tree.extend(graft(&trees[k - 2], 1 + tree.len()));
        }
        trees.push(tree);
    }
    for (k, wins) in [(5, 1), (10, 17)] {
        let parents: Vec<String> = trees[k].iter().map(usize::to_string).collect();
        let position = format!("tree [{}] on 0", parents.join(","));
        let query = games::query("green-hackenbush", &position, Question::ValueAndMoves).unwrap();
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        let Moves::Listed { moves, count, .. } = moves(&query, &solution, false, &mut Budget::new()).unwrap() else {
            panic!("few moves")
        };
        assert_eq!((moves.len(), count), (wins, trees[k].len() as u128), "T({k})");
        assert!(moves.iter().all(|made| made.actions.len() == 1), "T({k})");
    }
}

/// The winning moves of Green Hackenbush, against the value of each rest.
#[test]
fn winning_edges_are_those_of_the_values_of_the_rests() {
    for position in ["6x7 on 3", "cycle 9 on 0 + path 5 on 2", "{g-a g-a a-a a-b b-c c-a b-d} on g", "star 4 on 0"] {
        let query = games::query("green-hackenbush", position, Question::ValueAndMoves).unwrap();
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        let sides = |all: bool| match moves(&query, &solution, all, &mut Budget::new()).unwrap() {
            Moves::Listed { moves, count, merged, .. } => {
                let wins = moves.into_iter().filter(grundy::moves::Move::wins);
                let wins = wins.map(|made| (made.component, made.to, made.actions)).collect::<BTreeSet<_>>();
                (wins, count, merged)
            }
            other => panic!("{other:?}"),
        };
        let (winning, ..) = sides(false);
        assert_eq!(sides(false), sides(true), "{position}");
        // One of them where one is enough.
        for question in [Question::Value, Question::Outcome] {
            let query = games::query("green-hackenbush", position, question).unwrap();
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            let found = moves(&query, &solution, false, &mut Budget::new()).unwrap();
            let Moves::One(made) = found else { panic!("{position}: {found:?}") };
            let made = made.map(|made| (made.component, made.to, made.actions));
            assert_eq!(made.is_none(), winning.is_empty(), "{position}");
            assert!(made.is_none_or(|made| winning.contains(&made)), "{position}");
        }
    }
}

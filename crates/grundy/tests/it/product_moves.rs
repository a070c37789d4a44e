//! Winning moves of products of two games: those that the theorem gives are those of the plain
//! moves, and positions with very many moves are answered without a look at all of them.

use std::collections::BTreeSet;

use grundy::{
    Budget, Component, Fault, Game, Nimber, Query, Question, Solution, games,
    moves::{Move, Moves, moves},
    plan::plan,
};

/// A position with its solution.
struct Solved {
    query: Query,
    solution: Solution,
}

impl Solved {
    fn of(game: &str, position: &str) -> Solved {
        let query = games::query(game, position, Question::ValueAndMoves);
        let query = query.unwrap_or_else(|fault| panic!("{game} {position}: {}", fault.message));
        let solution = plan(&query).expect("a solver").run(&mut Budget::new()).expect("closed forms and small tables");
        Solved { query, solution }
    }

    fn moves(&self) -> Moves {
        moves(&self.query, &self.solution, false, &mut Budget::new()).expect("there are no limits")
    }

    fn value(&self, parts: &[Component]) -> Nimber {
        parts.iter().map(|part| self.solution.value(&self.query, 0, part).expect("a value")).sum()
    }

    fn total(&self) -> Nimber {
        self.query.position.iter().map(|term| self.value(std::slice::from_ref(&term.component))).sum()
    }

    /// The value of the sum after a move.
    fn after(&self, made: &Move) -> Nimber {
        self.total() + self.value(std::slice::from_ref(&made.from)) + self.value(&made.to)
    }

    /// The winning moves by the plain meaning, and the number of all moves.
    fn plain(&self) -> (BTreeSet<(usize, Vec<Component>)>, u128) {
        let (mut wins, mut count) = (BTreeSet::new(), 0);
        for (at, term) in self.query.position.iter().enumerate() {
            let mut seen = BTreeSet::new();
            let walked = self.query.rulesets[0].options(&term.component, |parts| {
                seen.insert(sorted(parts));
                Ok::<(), Fault>(())
            });
            walked.expect("small rules have no faults");
            count += seen.len() as u128;
            let wanted = self.total() + self.value(std::slice::from_ref(&term.component));
            wins.extend(seen.into_iter().filter(|parts| self.value(parts) == wanted).map(|to| (at, to)));
        }
        (wins, count)
    }
}

fn sorted(parts: &[Component]) -> Vec<Component> {
    let mut parts = parts.to_vec();
    parts.sort_unstable();
    parts
}

#[test]
fn winning_moves_are_those_of_the_plain_meaning() {
    let mut many = 0;
    for (game, position) in [
        ("product: nim times nim", "(90, 70)"),
        ("product: nim times nim", "(64, 64) + (3, 70)"),
        ("product: nim times kayles", "(150, 40)"),
        ("product: kayles times nim", "(40, 150)"),
        ("product: octal 0.07 times octal 0.77", "(150, 80)"),
        ("product: take 1..3 times nim", "(50, 3000)"),
        ("product: take 1..3 times nim", "(52, 3000)"),
        ("product: n -> heaps(b for b in c..n-1) for c in 1..n times nim", "(70, 80)"),
        ("product: n -> n-k for k in 1..n/2 times nim", "(200, 60)"),
        ("product: n -> b + c for b in 0..n-1 for c in 0..b times take any", "(20, 40)"),
    ] {
        let solved = Solved::of(game, position);
        let (wanted, count) = solved.plain();
        assert!(count > 1 << 12, "{game} {position}: {count} moves are listed one by one");
        let Moves::Listed { moves, count: known, .. } = solved.moves() else { panic!("{game} {position}: listed") };
        assert_eq!(known, count, "{game} {position}");
        let own: BTreeSet<(usize, Vec<Component>)> =
            moves.iter().map(|made| (made.component, sorted(&made.to))).collect();
        assert_eq!(own.len(), moves.len(), "{game} {position}");
        assert_eq!(own, wanted, "{game} {position}");
        assert!(moves.iter().all(|made| made.wins() && made.value == Some(Nimber::ZERO)));
        many += moves.len();
    }
    assert!(many > 50, "{many}");
}

/// Up to 10^37 moves, and pairs that have none although one of their heaps has many.
#[test]
fn very_many_moves_are_not_looked_at() {
    for (game, position) in [
        ("product: nim times nim", "(10^18, 10^19)"),
        ("product: nim times nim", "(10^18, 3)"),
        ("product: nim times nim", "(7, 10^18) + (10^17, 5)"),
        ("product: nim times kayles", "(10^15, 60)"),
        ("product: nim times nim", "(100000, 100000)"),
        ("product: n -> n-k for k in 1..n/2 times nim", "(10^12, 10^18)"),
    ] {
        let solved = Solved::of(game, position);
        assert_ne!(solved.total(), Nimber::ZERO, "{game} {position}");
        let Moves::TooMany { winning: Some(made), most } = solved.moves() else { panic!("{game} {position}") };
        assert_eq!(solved.after(&made), Nimber::ZERO, "{game} {position}");
        assert_eq!(most, 2_000_000, "{game} {position}");
    }
    let none = Moves::Listed { moves: Vec::new(), count: 0, merged: false, unknown: 0 };
    assert_eq!(Solved::of("product: nim times nim", "(10^18, 0)").moves(), none);
    let lost = Solved::of("product: nim times nim", "(10^18, 10^17) + (10^17, 10^18)");
    assert!(matches!(lost.moves(), Moves::TooMany { winning: None, .. }));
}

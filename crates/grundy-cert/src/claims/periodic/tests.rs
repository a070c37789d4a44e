//! Tables that are no machine, and lines that are no claim.

use super::{Goal, LevelMachine, LevelState, text};

const GAME: &str = "row: \"aa\" -> \"a\", \"ab\" -> \"\"";

const LINES: &str = "letters ab
others walls
words row
move 0 0 -> 0
move 0 1 -> -
weights 1 1
from 6
period 2
states 16
0 0 0 =1,0 =0,0
1 0 0 =2,0 =2,1
2 0 1 =3,0 =3,1
2 1 1 =3,2 =2,1
3 0 0 =4,0 =1,0
3 1 2 =1,0 =0,0
3 2 1 =4,1 =0,0
4 0 1 =5,0 =2,0
4 1 0 =5,1 =5,2
5 0 0 =6,0 =3,0
5 1 1 =6,1 =3,2
5 2 3 =3,2 =2,1
6 0 1 +1,0 -2,0
6 1 0 +1,1 -2,1
7 0 0 +1,0 -2,0
7 1 1 +1,1 -2,1
near 4 all
sum 40a66bc62eeffeb2";

#[test]
fn a_line_that_is_left_out_or_doubled_or_written_otherwise_is_refused() {
    let lines: Vec<&str> = LINES.lines().collect();
    let claim = text::read(&lines, GAME).expect("the lines of a claim");
    assert!(claim.machine.is_sound(2));
    assert_eq!(text::write(&claim, GAME), lines);
    for at in 0..lines.len() {
        let (mut less, mut more, mut zeros) = (lines.clone(), lines.clone(), lines.clone());
        less.remove(at);
        more.insert(at, lines[at]);
        let other = lines[at].replacen(' ', " 0", 1);
        zeros[at] = &other;
        for altered in [less, more, zeros] {
            assert!(text::read(&altered, GAME).is_err(), "{altered:#?}");
        }
    }
    assert!(text::read(&lines, "row: \"aa\" -> \"a\"").is_err(), "the sum names another game");
}

#[test]
fn tables_that_are_no_machine_are_not_sound() {
    let lines: Vec<&str> = LINES.lines().collect();
    let good = text::read(&lines, GAME).expect("the lines of a claim").machine;
    let altered = |change: &dyn Fn(&mut LevelMachine)| {
        let mut machine = good.clone();
        change(&mut machine);
        machine.is_sound(2)
    };
    assert!(altered(&|_| {}));
    assert!(!good.is_sound(1) && !good.is_sound(3));
    assert!(!altered(&|machine| machine.period = 0));
    assert!(!altered(&|machine| machine.period = 3));
    assert!(!altered(&|machine| machine.from = usize::MAX));
    assert!(!altered(&|machine| machine.levels.clear()));
    assert!(!altered(&|machine| machine.levels[0].push(LevelState { label: 0, next: Vec::new() })));
    assert!(!altered(&|machine| machine.levels[7][0].next.truncate(1)));
    let step = |level: usize, goal| altered(&move |machine| machine.levels[level][0].next[0] = goal);
    assert!(step(0, Goal::At { level: 7, place: 1 }) && !step(0, Goal::At { level: 8, place: 0 }));
    assert!(!step(0, Goal::At { level: 0, place: 1 }), "there is no second place");
    assert!(!step(0, Goal::By { levels: 1, place: 0 }), "a low level has no relative steps");
    assert!(step(6, Goal::By { levels: -6, place: 0 }) && !step(6, Goal::By { levels: -7, place: 0 }));
    assert!(!step(6, Goal::By { levels: -6, place: 1 }), "level 0 has one state");
    assert!(!step(6, Goal::By { levels: i32::MIN, place: 0 }) && !step(6, Goal::By { levels: i32::MAX, place: 0 }));
}

/// Against the table, level by level.
#[test]
fn levels_after_the_listed_ones_repeat() {
    let lines: Vec<&str> = LINES.lines().collect();
    let machine = text::read(&lines, GAME).expect("the lines of a claim").machine;
    for level in 6..40u64 {
        let (goals, later) = (machine.goals(level, 1), machine.goals(level + 2, 1));
        let moved =
            |goals: Option<Vec<(u64, u32)>>| goals.map(|goals| goals.iter().map(|goal| goal.0 + 2).collect::<Vec<_>>());
        assert_eq!(moved(goals), later.map(|goals| goals.iter().map(|goal| goal.0).collect()), "{level}");
    }
    assert_eq!(machine.goals(3, 3), None);
    assert_eq!(machine.label(&[2]), None, "no third letter");
    assert_eq!(machine.trace(&[0, 1]).map(|trace| trace.len()), Some(3));
}

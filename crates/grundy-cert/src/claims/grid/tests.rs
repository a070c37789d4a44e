//! Tables that are no machine, and lines that are no claim.

use super::{super::automaton::text::sum, Grid, GridGoal, GridMachine, GridStep, text};

const GAME: &str = "row: \"a\" -> \"\", \"b\" -> \"\"";

const LINES: &str = "letters ab
others walls
words row
move 0 -> -
move 1 -> -
weights 1 1
from 1 0
places 3
place xy
0 =1,+0,1 =0,+1,1
0 +1,+0,1 +0,+1,1
place -y
1 =0,+1,0 =0,=0,2
place --
1 =1,=0,0 =0,=3,1
near 4 all";

/// The lines with their sum.
fn lines() -> Vec<String> {
    let mut lines: Vec<String> = LINES.lines().map(String::from).collect();
    lines.push(format!("sum {:016x}", sum(GAME, &lines)));
    lines
}

fn read(lines: &[String]) -> Option<Grid> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    text::read(&lines, GAME).ok()
}

#[test]
fn a_line_that_is_left_out_or_doubled_or_written_otherwise_is_refused() {
    let lines = lines();
    let claim = read(&lines).expect("the lines of a claim");
    assert_eq!(text::write(&claim, GAME), lines);
    for at in 0..lines.len() {
        let (mut less, mut more, mut zeros) = (lines.clone(), lines.clone(), lines.clone());
        less.remove(at);
        more.insert(at, lines[at].clone());
        zeros[at] = lines[at].replacen(' ', " 0", 1);
        for altered in [less, more, zeros] {
            assert!(read(&altered).is_none(), "{altered:#?}");
        }
    }
}

#[test]
fn tables_that_are_no_machine_are_not_sound() {
    // The first place leads from all levels of x to one without x: the step must be to level 0.
    let mut good = read(&lines()).expect("the lines of a claim").machine;
    assert!(!good.is_sound(2));
    for cell in &mut good.places[0].cells {
        cell.next.iter_mut().for_each(|goal| goal.steps[0] = GridStep::At(0));
    }
    assert!(good.is_sound(2) && !good.is_sound(1) && !good.is_sound(3));
    let altered = |change: &dyn Fn(&mut GridMachine)| {
        let mut machine = good.clone();
        change(&mut machine);
        machine.is_sound(2)
    };
    assert!(altered(&|_| {}));
    assert!(!altered(&|machine| machine.places.clear()));
    assert!(!altered(&|machine| machine.from = [2, 0]));
    assert!(!altered(&|machine| machine.from = [u32::MAX; 2]));
    assert!(!altered(&|machine| drop(machine.places[0].cells.pop())));
    assert!(!altered(&|machine| machine.places[2].free = [true, false]));
    assert!(!altered(&|machine| machine.places[2].cells[0].next.truncate(1)));
    let step =
        |place: usize, cell: usize, goal| altered(&move |machine| machine.places[place].cells[cell].next[0] = goal);
    let goal = |x, y, place| GridGoal { steps: [x, y], place };
    let (zero, up) = (GridStep::At(0), GridStep::By(1));
    assert!(step(0, 1, goal(up, up, 0)) && step(0, 1, goal(GridStep::By(-1), zero, 0)));
    assert!(!step(0, 1, goal(GridStep::By(-2), zero, 0)), "level 1 may not fall by 2");
    assert!(!step(0, 0, goal(up, zero, 0)), "a low level has no relative steps");
    assert!(!step(0, 1, goal(zero, GridStep::By(-1), 0)), "level 0 may not fall");
    assert!(!step(1, 0, goal(up, zero, 0)), "the place has no first counter");
    assert!(!step(0, 1, goal(up, zero, 1)), "the other place has none");
    assert!(step(1, 0, goal(GridStep::At(9), zero, 0)) && !step(1, 0, goal(GridStep::At(1 << 20), zero, 0)));
    assert!(!step(0, 1, goal(GridStep::By(1025), zero, 0)) && step(0, 1, goal(GridStep::By(1024), zero, 0)));
    assert!(!step(0, 1, goal(GridStep::By(i32::MIN), zero, 0)));
    assert!(!step(0, 0, goal(zero, zero, 3)), "there is no fourth place");
}

/// Against the table, from levels that are not listed.
#[test]
fn levels_after_the_listed_ones_are_alike() {
    let machine = read(&lines()).expect("the lines of a claim").machine;
    for level in 1..40 {
        assert_eq!(machine.goal(0, [level, 7], 1), Some((1, [level, 8])));
    }
    assert_eq!(machine.goal(0, [0, 7], 0), Some((1, [1, 7])));
    assert_eq!(machine.goal(2, [0, 0], 1), Some((1, [0, 3])));
    assert_eq!((machine.goal(3, [0, 0], 0), machine.goal(0, [0, 0], 2)), (None, None));
    assert_eq!(machine.goal(0, [u64::MAX, 0], 0), None);
    assert_eq!((machine.label(&[2]), machine.label(&[])), (None, Some(0)));
}

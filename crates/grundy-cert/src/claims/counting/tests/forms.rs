//! Tables that are no machine, and lines that are no claim, in both forms.

use super::{
    super::{super::automaton::text::sum, text},
    *,
};

/// The lines of two counters with their sum.
fn lines_of_two() -> Vec<String> {
    let mut lines: Vec<String> = LINES_OF_TWO.lines().map(String::from).collect();
    lines.push(format!("sum {:016x}", sum(GAME_OF_TWO, &lines)));
    lines
}

fn read(lines: &[String], counters: usize) -> Option<Counting> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    if counters == 1 { text::read(&lines, GAME).ok() } else { text::read_two(&lines, GAME_OF_TWO).ok() }
}

fn machine(counters: usize) -> CountingMachine {
    let lines = if counters == 1 { LINES.lines().map(String::from).collect() } else { lines_of_two() };
    read(&lines, counters).expect("the lines of a claim").machine
}

#[test]
fn a_line_that_is_left_out_or_doubled_or_written_otherwise_is_refused() {
    for (counters, game, lines) in
        [(1, GAME, LINES.lines().map(String::from).collect()), (2, GAME_OF_TWO, lines_of_two())]
    {
        let claim = read(&lines, counters).expect("the lines of a claim");
        assert_eq!(text::write(&claim, game).as_ref(), Ok(&lines));
        for at in 0..lines.len() {
            let (mut less, mut more, mut zeros) = (lines.clone(), lines.clone(), lines.clone());
            less.remove(at);
            more.insert(at, lines[at].clone());
            zeros[at] = lines[at].replacen(' ', " 0", 1);
            for altered in [less, more, zeros] {
                assert!(read(&altered, counters).is_none(), "{altered:#?}");
            }
        }
        assert!(read(&lines, 3 - counters).is_none(), "the other form, about another game");
    }
}

/// A machine that has no form is not written as another one.
#[test]
fn machines_without_a_form_are_not_written() {
    let lines = lines_of_two();
    let refused = |counters: usize, change: &dyn Fn(&mut CountingMachine)| {
        let mut claim = read(&lines, 2).expect("the lines of a claim");
        claim.machine = machine(counters);
        change(&mut claim.machine);
        text::write(&claim, GAME).is_err()
    };
    assert!(!refused(1, &|_| {}) && !refused(2, &|_| {}));
    assert!(refused(1, &|machine| machine.places[0].has = vec![false]));
    assert!(refused(1, &|machine| machine.places[0].states[3] = None), "places 1 and 2 of level 3 are left");
    assert!(refused(1, &|machine| machine.places[1].states[0] = machine.places[0].states[0].clone()));
    let fixed = |level| CountingGoal { steps: vec![CounterStep::At(level)], place: 0 };
    let step = |goal: CountingGoal| {
        move |machine: &mut CountingMachine| {
            machine.places[0].states[0].as_mut().expect("a state").next[0] = goal.clone();
        }
    };
    assert!(!refused(1, &step(fixed(7))) && refused(1, &step(fixed(8))), "level 8 is not listed");
    assert!(refused(2, &|machine| machine.counters[0].period = 2));
    assert!(refused(2, &|machine| machine.places[0].states[0] = None));
    assert!(refused(2, &|machine| machine.places[0].has.push(true)));
    assert!(refused(2, &|machine| machine.counters.push(Counter { from: 0, period: 1 })));
    assert!(refused(2, &|machine| machine.counters.clear()));
}

#[test]
fn tables_that_are_no_machine_with_one_counter_are_not_sound() {
    let good = machine(1);
    let altered = |change: &dyn Fn(&mut CountingMachine)| {
        let mut machine = good.clone();
        change(&mut machine);
        machine.is_sound(2)
    };
    assert!(altered(&|_| {}));
    assert!(!good.is_sound(1) && !good.is_sound(3));
    assert!(!altered(&|machine| machine.counters[0].period = 0));
    assert!(!altered(&|machine| machine.counters[0].period = 3));
    assert!(!altered(&|machine| machine.counters[0].from = u32::MAX));
    assert!(!altered(&|machine| machine.counters.clear()));
    assert!(!altered(&|machine| machine.places.clear()));
    assert!(!altered(&|machine| machine.places[0].states[0] = None), "there is no first state");
    assert!(!altered(&|machine| machine.places[1].states[7] = None), "steps lead there");
    let step = |level: usize, step, place| {
        let goal = CountingGoal { steps: vec![step], place };
        altered(&move |machine| machine.places[0].states[level].as_mut().expect("a state").next[0] = goal.clone())
    };
    let (at, by) = (CounterStep::At, CounterStep::By);
    assert!(step(0, at(7), 1) && step(0, at(8), 0) && !step(0, at(1 << 20), 0));
    assert!(!step(0, at(0), 1), "there is no second place");
    assert!(!step(0, by(1), 0), "a low level has no relative steps");
    assert!(step(6, by(-6), 0) && !step(6, by(-7), 0));
    assert!(!step(6, by(-6), 1), "level 0 has one state");
    assert!(step(7, by(-5), 0) && step(7, by(-5), 1), "levels 2, 4 and 6 have two states");
    assert!(!step(6, by(-5), 1), "level 1 has one, though level 3 has three");
    assert!(!step(6, by(-3), 2) && !step(6, by(-1), 2), "level 7 has no third");
    assert!(!step(6, by(i32::MIN), 0) && !step(6, by(i32::MAX), 0));
}

#[test]
fn tables_that_are_no_machine_with_two_counters_are_not_sound() {
    // The first place leads from all levels of x to one without x: the step must be to level 0.
    let mut good = machine(2);
    assert!(!good.is_sound(2));
    for state in good.places[0].states.iter_mut().flatten() {
        state.next.iter_mut().for_each(|goal| goal.steps[0] = CounterStep::At(0));
    }
    assert!(good.is_sound(2) && !good.is_sound(1) && !good.is_sound(3));
    let altered = |change: &dyn Fn(&mut CountingMachine)| {
        let mut machine = good.clone();
        change(&mut machine);
        machine.is_sound(2)
    };
    assert!(altered(&|_| {}));
    assert!(!altered(&|machine| machine.places.clear()));
    assert!(!altered(&|machine| machine.counters[0].from = 2));
    assert!(!altered(&|machine| machine.counters[1].from = u32::MAX));
    assert!(!altered(&|machine| machine.counters.truncate(1)));
    assert!(!altered(&|machine| drop(machine.places[0].states.pop())));
    assert!(!altered(&|machine| machine.places[2].has = vec![true, false]));
    assert!(!altered(&|machine| machine.places[2].has = vec![false]));
    assert!(!altered(&|machine| machine.places[1].states[0] = None), "steps lead there");
    let goal = |first: CounterStep, second, place| CountingGoal { steps: vec![first, second], place };
    let step = |place: usize, state: usize, goal: CountingGoal| {
        altered(&move |machine| {
            machine.places[place].states[state].as_mut().expect("a state").next[0] = goal.clone();
        })
    };
    assert!(!altered(&|machine| machine.places[2].states[0].as_mut().expect("a state").next.truncate(1)));
    assert!(!step(0, 0, CountingGoal { steps: vec![CounterStep::At(0)], place: 0 }), "a step of one counter");
    let (zero, up, down) = (CounterStep::At(0), CounterStep::By(1), CounterStep::By);
    assert!(step(0, 1, goal(up, up, 0)) && step(0, 1, goal(down(-1), zero, 0)));
    assert!(!step(0, 1, goal(down(-2), zero, 0)), "level 1 may not fall by 2");
    assert!(!step(0, 0, goal(up, zero, 0)), "a low level has no relative steps");
    assert!(!step(0, 1, goal(zero, down(-1), 0)), "level 0 may not fall");
    assert!(!step(1, 0, goal(up, zero, 0)), "the place has no first counter");
    assert!(!step(0, 1, goal(up, zero, 1)) && !step(0, 1, goal(CounterStep::At(1), zero, 1)), "the other has none");
    assert!(step(1, 0, goal(CounterStep::At(9), zero, 0)) && !step(1, 0, goal(CounterStep::At(1 << 20), zero, 0)));
    assert!(!step(0, 1, goal(down(1025), zero, 0)) && step(0, 1, goal(down(1024), zero, 0)));
    assert!(!step(0, 1, goal(down(i32::MIN), zero, 0)));
    assert!(!step(0, 0, goal(zero, zero, 3)), "there is no fourth place");
}

/// Against the tables, from levels that are not listed.
#[test]
fn levels_after_the_listed_ones_repeat() {
    let one = machine(1);
    for level in 6..40 {
        let state = |level| one.state(1, &[level]).map(|state| (state.label, state.next.clone()));
        assert_eq!(state(level), state(level + 2), "{level}");
        assert_eq!(one.goal(1, &[level], 1), Some((1, vec![level - 2])));
    }
    assert_eq!(one.goal(3, &[3], 0), None);
    assert_eq!(one.label(&[2]), None, "no third letter");
    let two = machine(2);
    for level in 1..40 {
        assert_eq!(two.goal(0, &[level, 7], 1), Some((1, vec![level, 8])));
    }
    assert_eq!(two.goal(0, &[0, 7], 0), Some((1, vec![1, 7])));
    assert_eq!(two.goal(2, &[0, 0], 1), Some((1, vec![0, 3])));
    assert_eq!((two.goal(3, &[0, 0], 0), two.goal(0, &[0, 0], 2)), (None, None));
    assert_eq!((two.goal(0, &[u64::MAX, 0], 0), two.goal(0, &[1, u64::MAX], 1)), (None, None));
    assert_eq!((two.label(&[2]), two.label(&[])), (None, Some(0)));
}

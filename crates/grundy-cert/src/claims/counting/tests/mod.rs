//! Tables that are no machine, lines that are no claim, and explorations along other numbers of
//! counters.

mod forms;
mod three;

use super::{
    Claim, Counter, CounterStep, Counting, CountingGoal, CountingMachine, CountingPlace, CountingState, ExplorationEnd,
    FactorGame, Nimber, pairs::no_equal_option, sets::every_smaller_option, walk::LevelWalk,
};
use crate::claims::automaton::limits::VerificationLimits;

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

const GAME_OF_TWO: &str = "row: \"a\" -> \"\", \"b\" -> \"\"";

/// Without the sum.
const LINES_OF_TWO: &str = "letters ab
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

/// The numbers of pairs and of sets that the explorations of a machine with K counters follow.
fn explored<const K: usize>(claim: &Counting) -> Result<(u64, u64), ExplorationEnd> {
    let go_on = &mut || true;
    let mut limits = VerificationLimits::new(1 << 30, go_on);
    let walk = LevelWalk::<K>::new(&claim.game, &claim.machine, claim.near).map_err(ExplorationEnd::Fails)?;
    Ok((no_equal_option(&walk, &mut limits)?, every_smaller_option(&walk, claim.strict, &mut limits)?))
}

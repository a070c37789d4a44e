//! The memory of the rows of strands: one allocation for all of them, one after the other.
//!
//! Rows are most of the memory that is written. In one piece it comes in huge pages, a vector for
//! each strand would often be too small for that; and it is written once, without zeros first.

use std::mem::MaybeUninit;

use super::Row;

/// Room for the rows of one strand.
pub struct Room<'a> {
    free: &'a mut [MaybeUninit<Row>],
    filled: usize,
}

impl Room<'_> {
    /// Room for no rows, for texts of which none are wanted.
    pub fn none() -> Room<'static> {
        Room { free: &mut [], filled: 0 }
    }

    /// Which room it is.
    fn place(&self) -> (*const MaybeUninit<Row>, usize) {
        (self.free.as_ptr(), self.free.len())
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If all rows are there.
    #[inline(always)]
    pub fn push(&mut self, row: Row) {
        self.free[self.filled].write(row);
        self.filled += 1;
    }
}

/// The rows that `fill` puts into rooms of these lengths, one room after the other.
///
/// # Panics
/// If a room is not full in the end, or all rows take more bytes than there can be.
pub fn filled<const N: usize, E>(
    rows: [usize; N],
    fill: impl FnOnce(&mut [Room<'_>; N]) -> Result<(), E>,
) -> Result<Vec<Row>, E> {
    let many = rows.iter().try_fold(0usize, |sum, &rows| sum.checked_add(rows)).expect("the rows fit no memory");
    let mut all = Vec::with_capacity(many);
    let mut free = &mut all.spare_capacity_mut()[..many];
    let mut rooms = rows.map(|rows| {
        let (own, rest) = std::mem::take(&mut free).split_at_mut(rows);
        free = rest;
        Room { free: own, filled: 0 }
    });
    let places = rooms.each_ref().map(Room::place);
    fill(&mut rooms)?;
    // A room that was put in the place of another is not taken for it.
    assert!(rooms.iter().zip(places).all(|(room, place)| room.place() == place), "a room of others");
    assert!(rooms.iter().all(|room| room.filled == room.free.len()), "a row is missing");
    // SAFETY: these rooms share the first `many` places out, and each of their places was written.
    unsafe { all.set_len(many) };
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_rooms() {
        let row = |own: u8| Row([own; 32]);
        let rows = filled([2, 0, 1], |[first, _, third]| {
            third.push(row(3));
            first.push(row(1));
            first.push(row(2));
            Ok::<(), ()>(())
        });
        assert_eq!(rows, Ok(vec![row(1), row(2), row(3)]));
        assert_eq!(filled([5], |_| Err("stopped")), Err("stopped"));
        assert_eq!(filled::<0, ()>([], |_| Ok(())), Ok(Vec::new()));
    }

    #[test]
    #[should_panic(expected = "a room of others")]
    fn a_room_of_another_call_is_noticed() {
        let _ = filled([1], |[outer]| {
            outer.push(Row::default());
            filled([1], |[inner]| {
                *inner = Room::none();
                Ok::<(), ()>(())
            })
            .map(|_| ())
        });
    }

    #[test]
    #[should_panic(expected = "a row is missing")]
    fn a_room_that_is_not_full_is_noticed() {
        let _ = filled([2], |[room]| {
            room.push(Row::default());
            Ok::<(), ()>(())
        });
    }
}

//! A text that is written within limits: its memory is charged to a budget before it grows, and the
//! budget is asked for the time and the interrupt while it is written.
//!
//! Whatever grows with a position is written to a sheet piece by piece, so that a limit ends it
//! before the whole is built. *Cost:* a step of the budget for 16 bytes, and one for each piece.

use std::fmt;

use grundy::{Budget, Error, Stopped};

use crate::error::refused;

/// A text within limits.
///
/// ```
/// use grundy::Budget;
/// use grundy_show::Sheet;
///
/// let sheet = || Sheet::new(Budget::new()).at_most(Some(10));
/// assert_eq!(sheet().write(|sheet| sheet.push("short\n")).unwrap(), "short\n");
/// assert_eq!(sheet().write(|sheet| sheet.push("over ten bytes")).unwrap_err().code(), "size");
/// ```
pub struct Sheet {
    text: String,
    budget: Budget,
    /// The most bytes of the text.
    most: usize,
    /// Why nothing more is written.
    end: Option<End>,
    /// The most rows of a list, and how to have all of them.
    brief: Option<(usize, &'static str)>,
}

/// Why nothing more is written.
enum End {
    /// A limit of the run.
    Stopped(Stopped),
    /// The text is longer than it may be.
    Size,
}

/// So many bytes are not charged: the program has room for them in any case.
const FREE: usize = 1 << 16;

/// The cheap steps of the budget that as many bytes are worth.
const STEP: usize = 16;

impl Sheet {
    /// An empty text that this budget pays for.
    pub fn new(budget: Budget) -> Sheet {
        Sheet { text: String::new(), budget, most: usize::MAX, end: None, brief: None }
    }

    /// The same with at most this many bytes, if there is a limit on them.
    pub fn at_most(self, bytes: Option<usize>) -> Sheet {
        Sheet { most: bytes.unwrap_or(usize::MAX), ..self }
    }

    /// The same with at most this many rows of a list; `all` is how to have all of them.
    pub fn brief(self, rows: usize, all: &'static str) -> Sheet {
        Sheet { brief: Some((rows, all)), ..self }
    }

    /// Whether lists are cut.
    pub(crate) fn is_brief(&self) -> bool {
        self.brief.is_some()
    }

    /// The most rows of a list where lists are cut, and how to have all of them.
    pub(crate) fn most_rows(&self) -> Option<(usize, &'static str)> {
        self.brief
    }

    /// Adds a row for each item; where lists are cut, those that `first` prefers and then the
    /// others, in their order, and the number of those that are left out.
    pub(crate) fn rows<T>(
        &mut self,
        items: &[T],
        first: impl Fn(&T) -> bool,
        mut row: impl FnMut(&mut Sheet, &T) -> fmt::Result,
    ) -> fmt::Result {
        // One row more is as long as the line about it.
        let Some((most, all)) = self.brief.filter(|(most, _)| items.len() > most + 1) else {
            return items.iter().try_for_each(|item| row(self, item));
        };
        let preferred = items.iter().filter(|item| first(item)).take(most).count();
        let mut left = [preferred, most - preferred];
        for item in items {
            let room = &mut left[usize::from(!first(item))];
            if *room > 0 {
                *room -= 1;
                row(self, item)?;
            }
        }
        self.push(&format!("    .. and {} more: {all}\n", items.len() - most))
    }

    /// The whole text, or the limit that ended it.
    ///
    /// # Errors
    /// [`Error::Stopped`] for a limit of the run, [`Error::Refused`] with the code `size` for a
    /// text that is longer than it may be.
    pub fn write(mut self, text: impl FnOnce(&mut Sheet) -> fmt::Result) -> Result<String, Error> {
        let written = text(&mut self);
        match (written, self.end) {
            (Ok(()), None) => Ok(self.text),
            (_, Some(End::Size)) => {
                let most = match self.most >> 20 {
                    0 => format!("{} bytes", self.most),
                    most => format!("{most} MiB"),
                };
                let message = format!("the answer has more than {most}, which is the most that is sent");
                Err(refused("size", message, "ask for less, or use the command line"))
            }
            (_, Some(End::Stopped(stopped))) => Err(stopped.into()),
            (Err(_), None) => Err(refused("fault", "an answer cannot be written", "report this as a fault")),
        }
    }

    /// Adds a text.
    ///
    /// # Errors
    /// A limit is reached; [`Sheet::write`] then returns it.
    pub fn push(&mut self, text: &str) -> fmt::Result {
        fmt::Write::write_str(self, text)
    }

    /// Counts work of as much as a text of these bytes, such as a look at a move.
    pub(crate) fn work(&mut self, bytes: usize) -> fmt::Result {
        let steps = u32::try_from(bytes / STEP).unwrap_or(u32::MAX).saturating_add(1);
        let charged = self.budget.charge(steps);
        self.ended(charged)
    }

    /// Counts memory that is held besides the text while `work` is done, in bytes.
    pub(crate) fn holding<T>(
        &mut self,
        bytes: u64,
        work: impl FnOnce(&mut Sheet) -> Result<T, fmt::Error>,
    ) -> Result<T, fmt::Error> {
        let held = self.budget.hold(bytes);
        let done = self.ended(held).and_then(|()| work(self));
        self.budget.release(bytes);
        done
    }

    /// Notes a limit.
    fn ended(&mut self, charged: Result<(), Stopped>) -> fmt::Result {
        charged.map_err(|stopped| {
            self.end = Some(End::Stopped(stopped));
            fmt::Error
        })
    }
}

impl fmt::Write for Sheet {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.end.is_some() {
            return Err(fmt::Error);
        }
        let (length, room) = (self.text.len() + text.len(), self.text.capacity());
        if length > self.most {
            self.end = Some(End::Size);
            return Err(fmt::Error);
        }
        self.work(text.len())?;
        if length > room {
            let wanted = length.max(room + room / 2).max(256);
            if wanted > FREE {
                let more = self.budget.hold((wanted - if room > FREE { room } else { 0 }) as u64);
                self.ended(more)?;
            }
            self.text.reserve_exact(wanted - self.text.len());
        }
        self.text.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fmt::Write,
        sync::{Arc, atomic::AtomicBool},
        time::Duration,
    };

    use super::*;

    /// Writes for ever.
    fn endless(sheet: Sheet) -> Error {
        let written = sheet.write(|sheet| {
            loop {
                writeln!(sheet, "take {}, leave {}", 7, 9)?;
            }
        });
        written.expect_err("it does not end by itself")
    }

    #[test]
    fn lists_are_cut_where_they_are_brief() {
        let items: Vec<u64> = (0..40).collect();
        let text = |sheet: Sheet, items: &[u64]| {
            sheet
                .write(|sheet| sheet.rows(items, |item| item % 17 == 16, |sheet, item| writeln!(sheet, "{item}")))
                .unwrap()
        };
        let sheet = || Sheet::new(Budget::new());
        assert_eq!(text(sheet(), &items).lines().count(), 40);
        let brief = || sheet().brief(3, "ask for all");
        assert_eq!(text(brief(), &items), "0\n16\n33\n    .. and 37 more: ask for all\n");
        assert_eq!(text(brief(), &items[..4]), "0\n1\n2\n3\n");
    }

    #[test]
    fn every_limit_ends_a_text() {
        assert_eq!(endless(Sheet::new(Budget::new().bytes(1 << 20))).code(), "memory");
        assert_eq!(endless(Sheet::new(Budget::new().time(Duration::from_millis(1)))).code(), "time");
        assert_eq!(endless(Sheet::new(Budget::new().interrupt(Arc::new(AtomicBool::new(true))))).code(), "interrupted");
        assert_eq!(endless(Sheet::new(Budget::new()).at_most(Some(1 << 20))).code(), "size");
    }

    #[test]
    fn a_text_holds_what_it_was_charged_for() {
        let long = "x".repeat(100_000);
        let mut sheet = Sheet::new(Budget::new());
        for _ in 0..50 {
            sheet.push(&long).expect("there is room");
            assert_eq!(sheet.budget.progress().bytes, sheet.text.capacity() as u64);
        }
        assert_eq!(sheet.write(|_| Ok(())).expect("it is whole"), long.repeat(50));
    }
}

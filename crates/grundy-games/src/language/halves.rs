//! Halves of heaps: `take half` is about what is taken and `halve` about what is left, and half of
//! an odd number may be rounded down or up.

/// Takes the smaller half, and leaves the larger one.
const TAKES_FEWER: &str = "a -> a - a/2 where a > 1";

/// Takes the larger half, and leaves the smaller one.
const TAKES_MORE: &str = "a -> a/2 where a > 0";

/// Moves of which one is about half of a heap.
pub(super) enum Halves {
    /// It says how an odd number is rounded.
    Rounded(String),
    /// It does not: the message, and both games with what each is for.
    Unclear(&'static str, [(String, &'static str); 2]),
}

/// Which half a move says something about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HalfSaid {
    Taken,
    Left,
}

/// Reads moves of which one is about half of a heap, and any others take some numbers; `None` for
/// other texts.
pub(super) fn read(text: &str) -> Option<Halves> {
    let (others, part, is_down) = parts(&text.to_ascii_lowercase())?;
    let game = |is_down: bool| {
        let half = if (part == HalfSaid::Taken) == is_down { TAKES_FEWER } else { TAKES_MORE };
        if others.is_empty() { half.to_owned() } else { format!("{others}, {half}") }
    };
    Some(match (is_down, part) {
        (Some(is_down), _) => Halves::Rounded(game(is_down)),
        (None, HalfSaid::Taken) => Halves::Unclear(
            "half of an odd number may be rounded down or up",
            [(game(true), "taking half, rounded down"), (game(false), "taking half, rounded up")],
        ),
        (None, HalfSaid::Left) => Halves::Unclear(
            "the half of an odd number that is left may be rounded down or up",
            [(game(true), "leaving half, rounded down"), (game(false), "leaving half, rounded up")],
        ),
    })
}

/// The other moves, what the half is, and whether it is rounded down, if that is said.
fn parts(text: &str) -> Option<(String, HalfSaid, Option<bool>)> {
    const ENDS: [(&str, HalfSaid); 6] = [
        (", take half", HalfSaid::Taken),
        (", or half", HalfSaid::Taken),
        (" or half", HalfSaid::Taken),
        (", or halve", HalfSaid::Left),
        (", halve", HalfSaid::Left),
        (" or halve", HalfSaid::Left),
    ];
    let (body, is_down) = without_rounding(text);
    match body {
        "take half" => return Some((String::new(), HalfSaid::Taken, is_down)),
        "halve" => return Some((String::new(), HalfSaid::Left, is_down)),
        _ => {}
    }
    let ended = ENDS.into_iter().find_map(|(end, part)| Some((body.strip_suffix(end)?, part)));
    if let Some((others, part)) = ended {
        return takes_numbers(others).then(|| (others.to_owned(), part, is_down));
    }
    let (first, others, part) = ["take half", "halve"].into_iter().find_map(|half| {
        let rest = text.strip_prefix(half)?;
        let (at, between) =
            [", or take ", ", take ", " or "].into_iter().find_map(|own| Some((rest.find(own)?, own)))?;
        let part = if half == "halve" { HalfSaid::Left } else { HalfSaid::Taken };
        // `halve or 3` has no verb for its number.
        (part == HalfSaid::Taken || between != " or ").then(|| (&rest[..at], &rest[at + between.len()..], part))
    })?;
    let (nothing, is_down) = without_rounding(first);
    let others = format!("take {others}");
    (nothing.is_empty() && takes_numbers(&others)).then_some((others, part, is_down))
}

/// The text without the words for how a number is rounded at its end.
fn without_rounding(text: &str) -> (&str, Option<bool>) {
    let said = [(" rounded down", true), (" rounded up", false)];
    let found = said.into_iter().find_map(|(end, is_down)| Some((text.strip_suffix(end)?, Some(is_down))));
    found.unwrap_or((text, None))
}

/// Whether these are moves that take some numbers: `take 1, 2 or 3`.
fn takes_numbers(others: &str) -> bool {
    let is_digits = |amount: &str| amount.chars().all(|digit| digit.is_ascii_digit());
    others.strip_prefix("take ").is_some_and(|amounts| {
        let amounts = amounts.replace(" or ", ",");
        amounts.split([',', ' ']).filter(|amount| !amount.is_empty()).all(is_digits)
    })
}

#[cfg(test)]
mod tests {
    use super::super::wordings::{Reworded, reworded};
    use crate::{no_lists, read};

    /// What is left of heaps up to 9, by each text.
    fn left(text: &str) -> Vec<u64> {
        let game = read(text, &no_lists).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        let sentence = game.rules.to_string();
        let is_left = sentence.contains("(a/2)") || sentence.contains("-> a/2");
        (2..10).map(|heap| if is_left { heap / 2 } else { heap - heap / 2 }).collect()
    }

    #[test]
    fn halving_is_about_what_is_left_and_taking_half_about_what_is_taken() {
        let floor: Vec<u64> = (2..10).map(|heap| heap / 2).collect();
        let ceiling: Vec<u64> = (2..10).map(|heap| heap - heap / 2).collect();
        for (said, wanted) in [
            ("halve rounded down", &floor),
            ("halve, rounded down", &floor),
            ("halve the pile, rounded down", &floor),
            ("Halve the heap (rounding down)", &floor),
            ("halve it and round down", &floor),
            ("divide by two (rounded down)", &floor),
            ("divide the pile by 2, rounding down", &floor),
            ("divide n by 2 rounded up", &ceiling),
            ("halve rounded up", &ceiling),
            ("take half rounded down", &ceiling),
            ("take half, rounded down", &ceiling),
            ("take half of the stones (rounded down)", &ceiling),
            ("remove half the pile, rounding down", &ceiling),
            ("remove half and round up", &floor),
            ("take half rounded up", &floor),
        ] {
            let Some(Reworded::Clear(text)) = reworded(said) else { panic!("{said}") };
            assert_eq!(&left(&text), wanted, "{said}: {text}");
        }
    }

    #[test]
    fn a_half_may_stand_beside_other_moves() {
        const FLOOR: &str = "a -> a/2 where a > 0";
        const CEILING: &str = "a -> a - a/2 where a > 1";
        for (said, wanted) in [
            ("halve, rounded down, or subtract one", format!("{FLOOR}, take 1")),
            ("subtract one or halve, rounded down", format!("take 1, {FLOOR}")),
            ("take 1 or 2, or halve rounded down", format!("take 1 or 2, {FLOOR}")),
            ("take one or half (rounded down)", format!("take 1, {CEILING}")),
            ("take half rounded down or 1", format!("take 1, {CEILING}")),
            ("halve rounded up or take 1", format!("{CEILING}, take 1")),
        ] {
            assert_eq!(reworded(said), Some(Reworded::Clear(wanted.clone())), "{said}");
            assert!(read(&wanted, &no_lists).is_ok(), "{wanted}");
        }
        for (said, first) in [
            ("halve or subtract one", FLOOR),
            ("subtract one or halve", FLOOR),
            ("take 1 or halve the pile", FLOOR),
            ("divide by two or take one", FLOOR),
            ("take one or half", CEILING),
            ("take half or 1", CEILING),
        ] {
            let Some(Reworded::Unclear(fault)) = reworded(said) else { panic!("{said}") };
            assert_eq!(fault.readings[0].0, format!("take 1, {first}"), "{said}");
            assert!(fault.readings[0].1.ends_with("rounded down"), "{said}");
        }
        for said in ["divide by 2 or 3", "halve or 3", "halve and take 1", "take 1 or halve if even"] {
            let text = reworded(said);
            assert!(!matches!(&text, Some(Reworded::Clear(text)) if read(text, &no_lists).is_ok()), "{said}: {text:?}");
        }
    }
}

//! The moves of each board as lines of a certificate.

#[test]
fn moves_are_listed_without_the_language() {
    for (game, wanted) in [
        ("octal 0.15", "moves heap; move take 1..1 leave 0..0 any; move take 2..2 leave 0..0 2..2 any"),
        ("take any but {3}", "moves heap; move take any but 3..3 leave 0..1 any"),
        ("split into 2 unequal heaps", "moves heap; move take 0..0 leave 2..2 unequal"),
        (
            "a -> (a-2b) + (a-b) for b in 1..a/2 where b % 2 = 1",
            "moves heap; move rule - 1 2 in 1 1 1 / x0 2 where = % x1 2 1 \
                 leave 1 - 1 - x0 * 2 x1 leave 1 - 1 - x0 x1",
        ),
        (
            "A(n) -> B(n) where n > 0, B(n) -> 2 of A(n-1)",
            "moves kinds; measure sum; kind A 1; kind B 0; move rule A 1 1 where > x0 0 leave 1 B 1 x0; \
                 move rule B 1 1 leave 2 A 1 - x0 1",
        ),
        (
            "row: ^\"ab+\" -> \"a\"|\"\", cut letter of a..b until increasing",
            "moves row; move replace ^ 97 98+ -> 97 | -; move remove separates letter 97..98; until increasing",
        ),
        (
            "n -> xor(n, k) for k in 1..n where bitand(n, k) = k",
            "moves heap; move rule - 1 2 in 1 1 1 x0 where = bitand 2 x0 x1 x1 leave 1 - 1 xor 2 x0 x1",
        ),
        ("ring: take \"ab\"", "moves ring; move remove closes word 97.98"),
        (
            "row: take letter within \"ab\" or \"b\", ^\"a\" -> \"\" within \"c\"",
            "moves row; move remove closes letter any within 97.98 98; move replace ^ 97 -> - within 99",
        ),
        ("row: split into 2..3 parts", "moves row; move split 2..3"),
        ("bag: split into 2 parts within \"c\"", "moves bag; move split 2..2 within 99"),
        ("bag: take \"ab\" within \"c\"", "moves bag; move take word 97.98 within 99"),
        ("bag: take letter until length at most 1", "moves bag; move take letter any; until length 1"),
        ("graph: take edge with its ends", "moves graph; move ends"),
        (
            "piles: take 1..3 but 2 from 1..2 piles, take equal any from all piles, take 1 from the first pile",
            "moves piles; move take 1..3 but 2..2 from 1..2 any; move take any from all equal; \
                 move take 1..1 from first any",
        ),
        ("piles: take the first or last pile larger than the last taken", "moves line"),
        ("token: move along new arc", "moves token; move one-way edge"),
        (
            "tape: append letter of a..c until it ends with word in {ab, ca}",
            "moves tape; move append 97..99; until ends 97.98 99.97",
        ),
        (
            "tape: append letter of a..b avoiding \"aa\" or word in {bab, bb} until it contains \"abb\"",
            "moves tape; move append 97..98 avoiding 97.97 or 98.97.98 98.98; until contains 97.98.98",
        ),
        ("tape: append letter of a..c avoiding square", "moves none"),
    ] {
        let rules = grundy_games::game(game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        assert_eq!(rules.ruleset.certificate_lines().join("; "), wanted, "{game}");
    }
}

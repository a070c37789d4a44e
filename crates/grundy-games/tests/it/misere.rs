//! Every spelling of misère is read wherever a game is read.

use grundy_games::Convention;

#[test]
fn every_spelling_of_misere_is_read_everywhere() {
    for word in Convention::MISERE {
        assert_eq!(Convention::of(&format!(" {word} kayles")), (Convention::Misere, " kayles"));
        assert_eq!(Convention::of(&format!("{word}s")).0, Convention::Normal, "a longer word");
        let game = grundy_games::game(&format!("{word} take 2 or 3")).expect("a game");
        assert_eq!(game.convention, Convention::Misere);
        let sum = grundy_games::sum(&format!("{word} kayles 3 + nim 2")).expect("a sum");
        assert_eq!((sum.convention, sum.position.len()), (Convention::Misere, 2));
    }
}

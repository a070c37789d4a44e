//! Games against the computer: it wins what it can win, and plays for length what it cannot; the
//! account finds the moves that gave a game away; what is typed is the move that was meant.

use grundy::{
    Limits, Query, Question, Run, games,
    help::Json,
    left::moves_left,
    play::{Choice, Entry, Level, Match, Player, Settings},
};

/// Games of every kind of board, all small.
const GAMES: [(&str, &str); 12] = [
    ("nim", "2 + 3 + 4"),
    ("kayles", "5 + 7"),
    ("misère kayles", "4 + 3"),
    ("misère nim", "1 + 2 + 2"),
    ("a -> (a-2b) + (a-b) for b in 1..a/2", "7"),
    ("wythoff", "4 6"),
    ("cut word in {fear, chop, arch}", "fearchoparchfearchop"),
    ("ring: cut \"ab\"", "(abababab)"),
    ("bag: take word in {ab, ba, c, cab}", "{aabbcc}"),
    ("cram", "3x3 + 2x2"),
    ("chomp", "3x3"),
    ("geography", "{a-b b-c c-d d-a a-c} from a"),
];

fn query(game: &str, position: &str) -> Query {
    games::query(game, position, Question::ValueAndMoves).unwrap_or_else(|why| panic!("{game}: {why}"))
}

fn run() -> Run {
    Run::new(Limits::default())
}

fn settings(level: Level, first: Player, seed: u64) -> Settings {
    Settings { level, first, seed }
}

/// Plays to the end; `person` chooses for the person.
fn played(mut game: Match, mut person: impl FnMut(&Match) -> Choice) -> Match {
    let run = run();
    while !game.judge(&run).expect("it is judged").is_over() {
        let choice = match game.mover() {
            Player::You => person(&game),
            Player::Computer => game.reply().expect("there are moves").choice,
        };
        game.play(choice);
    }
    game
}

/// A person who takes another move each time.
fn arbitrary(seed: usize) -> impl FnMut(&Match) -> Choice {
    let mut at = seed;
    move |game| {
        at = at.wrapping_mul(31).wrapping_add(17);
        let choices = &game.judgement().expect("it was judged").choices;
        choices[at % choices.len()].clone()
    }
}

#[test]
fn the_perfect_computer_wins_what_it_can_win() {
    for (name, position) in GAMES {
        let start = query(name, position);
        let wins = run().judge(&start).expect("it is judged").outcome == Some(grundy::Outcome::N);
        for seed in 0..6 {
            let first = if wins { Player::Computer } else { Player::You };
            let game = Match::new(start.clone(), settings(Level::Perfect, first, seed));
            let game = played(game, arbitrary(seed as usize));
            assert_eq!(game.winner(), Some(Player::Computer), "{name} at {position}");
            let account = game.account();
            assert!(account.decided && account.mistakes.is_empty() && account.lost_at.is_none(), "{name}");
            assert_eq!(account.curve.len(), game.turns().len() + 1);
        }
    }
}

/// Against a person who hurries, it lasts as many moves as the position allows.
#[test]
fn a_lost_computer_plays_for_length() {
    for (name, position) in GAMES {
        let start = query(name, position);
        let left = moves_left(&start, &mut grundy::Budget::new()).expect("no limit").expect("a small position");
        let first = if left.wins { Player::You } else { Player::Computer };
        let game = Match::new(start, settings(Level::Perfect, first, 0));
        let game = played(game, |game| {
            let known = game.judgement().expect("it was judged");
            known.winning().min_by_key(|choice| choice.left).expect("the person wins").clone()
        });
        assert_eq!((game.winner(), game.turns().len() as u64), (Some(Player::You), left.moves), "{name}");
    }
}

#[test]
fn the_account_finds_the_move_at_which_the_game_was_lost() {
    let run = run();
    let mut game = Match::new(query("nim", "1 + 2"), Settings::default());
    for (typed, mover) in [("heap 2: take 2", Player::You), ("1", Player::Computer)] {
        assert_eq!(game.mover(), mover);
        game.judge(&run).expect("it is judged");
        let Ok(Entry::Play(choice)) = game.read(&run, typed) else { panic!("{typed} is a move") };
        game.play(*choice);
    }
    game.judge(&run).expect("it is judged");
    let account = game.account();
    assert_eq!((account.winner, account.lost_at), (Some(Player::Computer), Some(0)));
    let [mistake] = &account.mistakes[..] else { panic!("one mistake: {:?}", account.mistakes) };
    assert_eq!((mistake.number, mistake.mover), (1, Player::You));
    assert_eq!(mistake.best.as_ref().expect("a winning move").actions[0].to_string(), "take 1");
    let favourites: Vec<_> = account.curve.iter().map(|point| (point.favourite, point.left)).collect();
    let [you, computer] = [Player::You, Player::Computer].map(Some);
    assert_eq!(favourites, [(you, Some(3)), (computer, Some(1)), (computer, Some(0))]);
}

#[test]
fn undo_takes_back_the_last_move_of_the_person() {
    let run = run();
    let mut game = Match::new(query("kayles", "5 + 7"), settings(Level::Perfect, Player::Computer, 0));
    assert!(!game.undo());
    game.judge(&run).expect("it is judged");
    let reply = game.reply().expect("there are moves");
    game.play(reply.choice);
    let before = game.query().position_text();
    for _ in 0..2 {
        game.judge(&run).expect("it is judged");
        let choice = match game.mover() {
            Player::You => game.judgement().expect("it was judged").choices[0].clone(),
            Player::Computer => game.reply().expect("there are moves").choice,
        };
        game.play(choice);
    }
    assert!(game.undo());
    assert_eq!((game.turns().len(), game.mover(), game.query().position_text()), (1, Player::You, before));
    assert!(!game.undo(), "the first move is the computer's");
}

/// Equal seeds give equal games, other seeds other games; a beginner loses what perfect play wins.
#[test]
fn levels_roll_their_dice_by_the_seed() {
    let moves = |level, seed| {
        let game = Match::new(query("kayles", "9 + 9 + 8"), settings(level, Player::Computer, seed));
        let game = played(game, arbitrary(3));
        let text = |turn: &grundy::play::Turn| turn.before.position_text();
        (game.turns().iter().map(text).collect::<Vec<_>>(), game.account().mistakes.len(), game.winner())
    };
    for level in [Level::Careless(50), Level::Beginner] {
        assert_eq!(moves(level, 7), moves(level, 7));
        assert!((0..8).any(|seed| moves(level, seed).0 != moves(level, 7).0), "{level}");
    }
    assert_eq!(moves(Level::Careless(0), 1), moves(Level::Perfect, 2));
    assert!((0..8).any(|seed| moves(Level::Careless(100), seed).2 == Some(Player::You)));
}

/// Every move can be typed in each of its forms, and reads back as a move with the same result.
#[test]
fn what_is_typed_is_the_move_that_was_meant() {
    let run = run();
    for (name, position) in GAMES {
        let mut game = Match::new(query(name, position), Settings::default());
        let choices = game.judge(&run).expect("it is judged").choices.clone();
        for (at, choice) in choices.iter().enumerate() {
            let after = |choice: &Choice| {
                let query = choice.after(game.query());
                let mut terms = query.position.clone();
                terms.iter_mut().for_each(|term| {
                    term.component = query.rulesets[term.ruleset].canonical(&term.component);
                });
                terms.sort_unstable();
                terms
            };
            let query = choice.after(game.query());
            let parts: Vec<String> = choice.to.iter().map(|part| query.rulesets[0].text(part)).collect();
            let left = if parts.is_empty() { "nothing".to_owned() } else { parts.join(" + ") };
            let place = choice.component + 1;
            let action = choice.actions.first().map_or(String::new(), |action| format!("{action}, "));
            let mut forms = vec![
                (at + 1).to_string(),
                format!("{place}: leave {left}"),
                format!("  heap {place} ({}):   {action}leave {left} ", choice.from),
            ];
            if !query.position.is_empty() {
                forms.push(format!("leave {}", query.position_text()));
            }
            for form in forms {
                let read = game.read(&run, &form);
                let Ok(Entry::Play(read)) = read else { panic!("{name}: {form}: {read:?}") };
                assert_eq!(after(&read), after(choice), "{name}: {form}");
            }
        }
    }
}

#[test]
fn what_is_no_move_is_answered_with_what_can_be_typed() {
    let run = run();
    let mut game = Match::new(query("kayles", "5 + 7"), Settings::default());
    game.judge(&run).expect("it is judged");
    for (typed, message, help) in [
        ("foo", "`foo` is not a move here", "type the number of a move (1 to 12), what it does (`take 1`)"),
        ("take 1", "`take 1` fits 7 moves: 1, 2, 3, ..", "such as `1: take 1, leave 1 + 3`"),
        ("3: take 1", "`3: take 1` is not a move here", "help"),
        ("take 11", "`take 11` is not a move here", "help"),
        ("13", "`13` is not a move here", "help"),
    ] {
        let grundy::Error::Refused(refused) = game.read(&run, typed).expect_err(typed) else { panic!("{typed}") };
        assert!(refused.message == message && refused.help.spelled(&Json).contains(help), "{refused:?}");
    }
    let commands = ["", "hint", "undo", "moves", "moves 2", "moves take 2", "help", "?", "quit"];
    let read: Vec<Entry> = commands.iter().map(|typed| game.read(&run, typed).expect("a command")).collect();
    let (page, filter) = (Entry::Page, Entry::Filter("take 2".into()));
    assert_eq!(
        read,
        [Entry::Blank, Entry::Hint, Entry::Undo, page(1), page(2), filter, Entry::Help, Entry::Help, Entry::Quit]
    );
}

/// A heap with more moves than are listed can be played with any of them.
#[test]
fn a_move_that_is_not_listed_can_be_typed() {
    let run = run();
    let mut game = Match::new(query("nim", "10^18 + 7"), Settings::default());
    let known = game.judge(&run).expect("it is judged");
    assert!(!known.complete && known.winning().count() == 1, "{:?}", known.outcome);
    for (typed, left) in [("heap 1: 123456789", "123456789 + 7"), ("take 999999999999999993", "7 + 7"), ("1: 0", "7")] {
        let Ok(Entry::Play(choice)) = game.read(&run, typed) else { panic!("{typed} is a move") };
        assert_eq!(choice.after(game.query()).position_text(), left);
    }
    assert!(game.read(&run, "1: 1000000000000000001").is_err());
}

/// Over a limit a position is played without being decided, and the reply says so.
#[test]
fn what_is_not_decided_is_played_all_the_same() {
    let run = Run::new(Limits { positions: Some(10), ..Limits::default() });
    let mut game = Match::new(query("cram", "7x9"), settings(Level::Perfect, Player::Computer, 1));
    let known = game.judge(&run).expect("it has moves");
    assert!(known.outcome.is_none() && known.undecided.is_some() && known.complete, "{:?}", known.outcome);
    let reply = game.reply().expect("there are moves");
    assert!(reply.undecided);
    game.play(reply.choice);
    assert!(!game.account().decided);
}

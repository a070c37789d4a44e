//! The lines that a refusal offers: each is accepted, and holds what was typed.

use std::process::Command;

use snapbox::cmd::cargo_bin;

const TYPED: &str = include_str!("../../../../testdata/newcomer.txt");

/// Commands in which one line alone can have been meant, with the words of that line.
const READ: &[(&str, &str)] = &[
    ("grundy 'nim 3,5,9 misere'", "misere nim 3 5 9"),
    ("grundy misere nim with 3 5", "misere nim 3 5"),
    ("grundy chomp 3 by 5", "chomp 3x5"),
    ("grundy cram 3by4", "cram 3x4"),
    ("grundy nim with piles 3, 5 and 6", "nim 3 5 6"),
    ("grundy subtraction 1 3 4 20 misere", "misere subtraction '{1,3,4}' 20"),
    ("grundy 'There are 21 stones. Players take 1 to 3.'", "'take 1 to 3' 21"),
    (
        "grundy 'There are 3 piles with 4, 7 and 9 candies. In a turn a child eats any number of candies from one pile. The \
         child who eats the last candy loses.'",
        "'misere take any' 4 7 9",
    ),
    ("grundy 'Two players alternately take 1 to 4 matches from a pile of 23 matches.'", "'take 1 to 4' 23"),
    (
        "grundy 'A circle of 10 coins. Players take one coin or two adjacent coins.'",
        "'ring: cut \"o\" or \"oo\"' '(oooooooooo)'",
    ),
    (
        "grundy 'In a circle of 5 coins, a player takes one coin or two touching coins'",
        "'ring: cut \"o\" or \"oo\"' '(ooooo)'",
    ),
    (
        "grundy 'Two players take 1 or 2 matches from a pile of 23 matches. Who takes the last match loses.'",
        "'misere take 1 or 2' 23",
    ),
    ("grundy chomp 4/3/1", "chomp 4.3.1"),
    ("grundy chomp 4-3-1", "chomp 4.3.1"),
    ("grundy king 3 4", "'K(a, b) -> K(a-1, b), K(a, b) -> K(a, b-1), K(a, b) -> K(a-1, b-1)' 3 4"),
    ("grundy octal 77 10", "octal 0.77 10"),
    ("grundy brussels-sprouts 2", "'take 1' 8"),
    ("grundy bishop 3 4", "'B(a, b) -> B(a-k, b-k) for k in 1..min(a, b)' 3 4"),
    ("grundy hackenbush '{ground-a a-b}'", "green-hackenbush '{ground-a a-b} on ground'"),
    ("grundy table kayles from 10 to 20", "kayles 20"),
    ("grundy table wythoff up to 10", "wythoff 10"),
    ("grundy draw nim 3 4", "grundy draw position nim 3 4"),
    ("grundy judge cses 1730 --help", "grundy judge nim-1 --help"),
    ("grundy find --values 0,1,0,1", "grundy find 0,1,0,1"),
    ("grundy '(a,b) -> (a-1,b) or (a,b-1)' 3 4", "'W(a,b) -> W(a-1,b), W(a,b) -> W(a,b-1)' 3 4"),
    (
        "grundy 'From a pile of 21 stones, players take 1 to 3 stones. The player who takes the last stone loses.'",
        "'misere take 1 to 3' 21",
    ),
    ("grundy 'There are 21 stones. On each turn a player removes 1 or 2.' 21", "'take 1 or 2' 21"),
    ("grundy nim 3 4 5 misere", "misere nim 3 4 5"),
    ("grundy nim misere 3 4 5", "misere nim 3 4 5"),
    ("grundy nim piles 1 2 3", "nim 1 2 3"),
    ("grundy 'nim with 3 piles: 3, 5 and 7'", "nim 3 5 7"),
    ("grundy nim 3 heaps of 5", "nim '3*5'"),
    ("grundy silver-dollar _o_o__o", "silver-dollar 2 4 7"),
    ("grundy 'green hackenbush' 'stalk 3 + stalk 5'", "nim 3 5"),
    ("grundy 'green hackenbush' '3 stalks of 3, 4 and 5'", "nim 3 4 5"),
    ("grundy '1 to 3 stones' 21", "'take 1 to 3 stones' 21"),
    ("grundy 'add 1 or 2 until you reach 20' 0", "'take 1 or 2' 20"),
    ("grundy daisy 5", "'ring: cut \"o\" or \"oo\"' '(ooooo)'"),
    ("grundy marienbad 1 3 5 7", "misere-nim 1 3 5 7"),
    ("grundy nimble ..o..o", "nimble 2 5"),
    ("grundy node-kayles K5", "node-kayles 'complete 5'"),
    ("grundy arc-kayles K3,3", "arc-kayles 'bipartite 3x3'"),
    ("grundy node-kayles petersen", "node-kayles 'petersen 5 2'"),
    ("grundy nim 0x1F 0b1011", "nim 31 11"),
    ("grundy nim '10**9' 5", "nim 10^9 5"),
    ("grundy 'nimk 2' 3 4 5", "nimk k=2 3 4 5"),
    ("grundy prove '\"aa\" -> \"\", \"b\" -> \"\"' --density", "grundy prove '\"aa\" -> \"\", \"b\" -> \"\"' --losing"),
    ("grundy word 'take one letter' hello", "'take letter' hello"),
    ("grundy 'take at most 3' misere 21", "misere 'take at most 3' 21"),
    ("grundy moves kayles 5 misère", "misere kayles 5"),
    ("grundy table kayles 20 misere", "misere kayles 20"),
    ("grundy nim '3 4 5 misere'", "misere nim '3 4 5'"),
    ("grundy kayles 5, 7 misere", "misere kayles 5, 7"),
    ("grundy table kayles 10..20", "kayles 20"),
    ("grundy 'take 1 2 3' 10", "'take {1,2,3}' 10"),
    ("grundy subtract '{1,3,4}' 15", "'take {1,3,4}' 15"),
    ("grundy nim with 3 4 5", "nim 3 4 5"),
    ("grundy bachet 21 3", "'take 1..3' 21"),
    ("grundy kayles II.III", "kayles 2 3"),
    ("grundy node-kayles 5 6", "node-kayles 5x6"),
    ("grundy node-kayles 3X4", "node-kayles 3x4"),
    ("grundy subtraction 1 3 4 20", "subtraction '{1,3,4}' 20"),
    ("grundy subtraction 1-3 20", "'take 1..3' 20"),
    ("grundy green-hackenbush 3 4", "nim 3 4"),
    ("grundy hackenbush 3 4", "nim 3 4"),
    ("grundy euclids 25 7", "euclid 25 7"),
    ("grundy nim 2 3 misere play", "grundy misere nim 2 3"),
    ("grundy 'n - > n-1, n-2' 6", "'n -> n-1, n -> n-2' 6"),
    ("grundy table 'take a square' 30", "'heap: take a square' 30"),
    ("grundy game", "grundy games"),
    ("grundy verify kayles 5 7", "grundy solve kayles 5 7"),
    ("grundy verify kayles", "grundy prove kayles"),
    ("grundy table kayles 20 --format plain", "grundy table kayles 20"),
    ("grundy count nim --heaps 3 --up-to 9 --where 'value = 0'", "grundy count nim --heaps 3 --up-to 9"),
    ("grundy judge --example wplay", "grundy judge wplay --help"),
    ("grundy judge help nim", "grundy judge nim --help"),
    ("grundy judge --formats", "grundy judge --list"),
    ("grundy hackenbush 'stalk 3 + stalk 4'", "nim 3 4"),
    ("grundy hackenbush 'tree [0,0,1]'", "green-hackenbush 'tree [0,0,1] on 0'"),
    ("grundy turning-turtles HH + nim 3", "'turning-turtles HH + nim 3'"),
    ("grundy play nim 3 4 5 --easy", "grundy play nim 3 4 5 --level beginner"),
    ("grundy nim 3 --threads=2", "grundy solve nim 3 --jobs 2"),
    ("grundy table kayles --to 20", "grundy table kayles 20"),
    ("grundy table kayles 20 --raw", "grundy table kayles 20 --format csv"),
    ("grundy 'n -> n-1 or n-2' 10", "'n -> n-1, n -> n-2' 10"),
    ("grundy 'n -> {n-1, n-3}' 10", "'n -> n-1, n -> n-3' 10"),
    ("grundy 'f(n) = mex(f(n-1), f(n-2) xor f(1))' 10", "'n -> (n-1), n -> (n-2) + (1)' 10"),
    ("grundy 'ab -> empty' aabb", "'\"ab\" -> \"\"' aabb"),
    ("grundy 'one or two' 9", "'take 1 or 2' 9"),
    ("grundy '3 xor 5 xor 7'", "nim 3 5 7"),
    ("grundy first kayles value 7", "grundy first kayles --where 'value = 7'"),
    ("grundy first kayles where value is 5", "grundy first kayles --where 'value = 5'"),
    ("grundy gen kayles --max 100 --heaps 5", "grundy gen kayles --sizes 1..100 --heaps 5"),
    ("grundy 'kayles (5, 7)'", "kayles 5 7"),
    ("grundy nim 3-4-5", "nim 3 4 5"),
    ("grundy piles 3 4 5", "nim 3 4 5"),
    ("grundy count kayles -n 100", "grundy count kayles --up-to 100"),
    ("grundy draw kayles 30 -o k30.svg", "grundy draw table kayles 30 -o k30.svg"),
    ("grundy draw kayles 30 4 -o k.svg", "grundy draw position kayles 30 4 -o k.svg"),
    ("grundy '(x,y) -> (x-1,y), (x,y) -> (x,y-1)' 3 4", "'W(x,y) -> W(x-1,y), W(x,y) -> W(x,y-1)' 3 4"),
    ("grundy gen kayles --losing", "grundy gen kayles --kind losing"),
    ("grundy 'kayles(5) + nim(2,3)'", "'kayles 5 + nim 2 + nim 3'"),
    ("grundy 'nim(3,4,5)'", "nim 3 4 5"),
    ("grundy kayles row of 9", "kayles 9"),
    ("grundy 'Kayles 5 & Nim 2'", "'Kayles 5 + Nim 2'"),
    ("grundy sum kayles 5 nim 3", "'kayles 5 + nim 3'"),
    ("grundy 'a -> a-1, a-3' 100", "'a -> a-1, a -> a-3' 100"),
    ("grundy 'take 1, 2 or 3 from 21'", "'take 1, 2 or 3' 21"),
    ("grundy draw kayles 5 7", "grundy draw position kayles 5 7"),
    ("grundy table kayles 0 20", "kayles 20"),
    ("grundy 'take 1..3 5 + nim 3'", "'[take 1..3] 5 + nim 3'"),
    ("grundy take 1..3 5 + nim 3", "'[take 1..3] 5 + nim 3'"),
    ("grundy 'nim 3 + take 1 or 2 5 + kayles 7'", "'nim 3 + [take 1 or 2] 5 + kayles 7'"),
    ("grundy 'take 1..3 5'", "'take 1..3' 5"),
    ("grundy 10 kayles", "kayles 10"),
    ("grundy hexadecimal 0.1F 20", "hex 0.1F 20"),
    ("grundy first 20 values of kayles", "grundy table kayles 19"),
    ("grundy first kayles with value 5", "grundy first kayles --where 'value = 5'"),
    ("grundy 'n -> n-1 or n -> n-3' 10", "'n -> n-1, n -> n-3' 10"),
    ("grundy 'n-1, n-2' 10", "'n -> n-1, n -> n-2' 10"),
    ("grundy 'kayles(5) ^ kayles(7)'", "'kayles 5 + kayles 7'"),
    ("grundy kayles 5 --output-format=json", "grundy solve kayles 5 --json"),
    ("grundy table kayles upto 30", "kayles 30"),
    ("grundy play nim 3 --first me", "grundy play nim 3 --you first"),
    ("grundy nim 3 4 5 --miser", "grundy solve nim 3 4 5 --misere"),
    ("grundy kayles 5 7 --why", "grundy explain kayles 5 7"),
    ("grundy take 1 or 2 7", "'take 1 or 2' 7"),
    ("grundy 3 4 5 nim", "nim 3 4 5"),
    ("grundy nim three four and 5", "nim 3 4 5"),
    ("grundy nim 3 kayles 5", "'nim 3 + kayles 5'"),
    ("grundy arc-kayles 0-1 1-2", "arc-kayles '{0-1 1-2}'"),
    ("grundy kayles IIIII", "kayles 5"),
    ("grundy table 10 kayles", "kayles 10"),
    ("grundy nim 3 4 -json", "grundy solve nim 3 4 --json"),
    ("grundy solve nim 3 4 --format json", "grundy solve nim 3 4 --json"),
    ("grundy kayles --up-to 20", "grundy table kayles 20"),
    ("grundy judge kayles --list", "grundy judge --list"),
    ("grundy 'n -> n-x where x in {1,3,4}' 10", "'n -> n-x for x in {1,3,4}' 10"),
    ("grundy 'n -> n-x for x in [1,3,4]' 10", "'n -> n-x for x in {1,3,4}' 10"),
    ("grundy 'n -> n-x for 1 <= x < 4' 10", "'n -> n-x for x in 1..4-1' 10"),
    ("grundy 'a -> b + c where b + c = a' 10", "'a -> b + c for b + c = a where b > 0 and c > 0' 10"),
    ("grundy 'a -> b + c where b + c = a - 1' 10", "'a -> b + c for b + c = a - 1' 10"),
    ("grundy table wythoff", "grundy table wythoff 7"),
    ("grundy kayles 5 --tim 3", "grundy solve kayles 5 --time 3"),
    ("grundy kayles 5 --JSON", "grundy solve kayles 5 --json"),
    ("grundy table nim 8 --format json", "grundy table nim 8 --json"),
    ("grundy kayles 5 7 --explain", "grundy explain kayles 5 7"),
    ("grundy kayles --period", "grundy prove kayles"),
    ("grundy solve --game kayles --position 5", "grundy solve kayles 5"),
    ("grundy games --list", "grundy games"),
    ("grundy first kayles --value 6", "grundy first kayles --where value=6"),
    ("grundy table kayles", "grundy table kayles 24"),
    ("grundy table kayles 30..40", "kayles 40"),
    ("grundy kayles --p-positions", "grundy table --losing kayles 24"),
    ("grundy nim=3,4,5", "nim 3,4,5"),
    ("grundy kayles3 4", "kayles 3 4"),
    ("grundy kayles n=11", "kayles 11"),
    ("grundy 'kayles([5,7,9])'", "kayles 5 7 9"),
    ("grundy '*3 + *5'", "nim 3 5"),
    ("grundy take 1,2,3 10", "'take 1, 2, 3' 10"),
    ("grundy take 1 or 2 10", "'take 1 or 2' 10"),
    ("grundy 'take1,2,3' 10", "'take 1,2,3' 10"),
    ("grundy 'replace ab with b' abab", "'\"ab\" -> \"b\"' abab"),
    ("grundy 'n - k for k in range(1,4)' 10", "'n -> n - k for k in 1..3' 10"),
    ("grundy 'n -> n-1 if n > 3 else n-2' 10", "'n -> n-1 where n > 3, n -> n-2 where not (n > 3)' 10"),
    ("grundy 'lambda n: n-1' 10", "'n -> n-1' 10"),
    ("grundy 'n -> n - k*k for k >= 1' 20", "'n -> n - k*k for k in 1..sqrt(n)' 20"),
    ("grundy 'n -> n-k, k in {1,4}' 12", "'n -> n-k for k in {1,4}' 12"),
    ("grundy 'n -> n-k (k = 1, 4)' 12", "'n -> n-k for k in {1, 4}' 12"),
    ("grundy 'replace n by n/2 or n/3' 12", "'n -> n/2, n -> n/3' 12"),
    ("grundy misere prove kayles", "grundy prove misere kayles"),
    ("grundy wythoff table 8 8", "grundy table wythoff 8 8"),
    ("grundy explain why nim 3 4 5 wins", "grundy explain nim 3 4 5"),
    ("grundy play nim 3 4 5 first", "grundy play nim 3 4 5 --you first"),
    ("grundy how do i play nim 3 4", "grundy solve nim 3 4"),
    ("grundy does the first player win nim 3 5 6", "grundy solve nim 3 5 6"),
    ("grundy lookup 0,1,2,3,1", "grundy find 0,1,2,3,1"),
    ("grundy find word", "grundy games word"),
    ("grundy heapgame 0.77 20", "0.77 20"),
    ("grundy hackenbush 'tree 0-1 1-2'", "green-hackenbush '{0-1 1-2} on 0'"),
    ("grundy hackenbush '3 stalks of length 2 4 6'", "nim 2 4 6"),
    ("grundy hackenbush '2 stalks, each of 3'", "nim 3 3"),
    ("grundy hackenbush '3 stalks each of length 4'", "nim 4 4 4"),
    ("grundy 'green hackenbush' '3 stalks of 4'", "nim 4 4 4"),
    ("grundy geography '{0-1 1-2}' --start 1", "grundy solve geography '{0-1 1-2}' from 1"),
    ("grundy nim 1 ^ 2 ^ 3", "nim 1 2 3"),
    ("grundy A002188", "grundy oeis A002188"),
    ("grundy nim 4 wythoff 3 5", "'nim 4 + wythoff 3 5'"),
    ("grundy table kayles 'range(20)'", "kayles 19"),
    ("grundy \"Moore's Nim\" 1 2 3 k=2", "moore k=2 1 2 3"),
    ("grundy moore 1 2 3 with k=2", "moore k=2 1 2 3"),
    ("grundy 'moore 1 2 3 k=2'", "moore k=2 1 2 3"),
    ("grundy moore k = 2 3 4 5", "moore k=2 3 4 5"),
    ("grundy exact-nim 2 4 5 --set k=2", "exact-nim k=2 2 4 5"),
    ("grundy subtraction 20 '{1,3,4}'", "subtraction '{1,3,4}' 20"),
    ("grundy 'take 1..m' 21 m=3", "'take 1..m with m = 3' 21"),
    ("grundy 'octal game 0.007' 20", "octal 0.007 20"),
    ("grundy octal code 0.07 20", "octal 0.07 20"),
    ("grundy \"Conway's 0.07\" 12", "octal 0.07 12"),
    ("grundy 'quaternary .3122' 7", "octal .3122 7"),
    ("grundy 'S={2,5,7}' 12", "subtraction '{2,5,7}' 12"),
    ("grundy S = '{2, 5, 7}' 12", "subtraction '{2,5,7}' 12"),
    ("grundy 'subtraction set 1,5,6' 20", "subtraction '{1,5,6}' 20"),
    ("grundy nim 3x3 5", "nim '3*3' 5"),
    ("grundy 'chomp divisors' 12", "chomp 3x2"),
    ("grundy schuh 8", "chomp 1x4"),
    (
        "grundy welter 5 2",
        "'W(a, b) -> W(k, b) for k in 0..a-1 where k != b, W(a, b) -> W(a, k) for k in 0..b-1 where k != a' 5 2",
    ),
    ("grundy 'Mock Turtles' 'H T H T'", "'Mock Turtles' HTHT"),
    ("grundy twins T,T,H,T,H", "twins TTHTH"),
    ("grundy treblecross '..X....'", "treblecross 2"),
    ("grundy treblecross '..x......x..'", "treblecross 2"),
    ("grundy hackenbush '((()))()'", "green-hackenbush 'tree [0,1,2,0] on 0'"),
    ("grundy node-kayles triangle", "node-kayles 'cycle 3'"),
    ("grundy geography 'a-b, b-c, c-d' a", "geography '{a-b b-c c-d} from a'"),
    ("grundy directed-geography 'a->b, b->c' from a", "directed-geography '{a>b b>c} from a'"),
    ("grundy '1->2, 2->3, 1->3' 1", "directed-geography '{1>2 1>3 2>3} from 1'"),
    ("grundy ghost cat,car,dog,dot", "ghost '{cat, car, dog, dot}'"),
    ("grundy 'flip ++ to --' '++++++'", "'\"oo\" -> \"xx\"' oooooo"),
    ("grundy 'replace ++ by --' ++++", "'\"oo\" -> \"xx\"' oooo"),
    ("grundy 'count to 100 by adding 1 to 10'", "'take 1 to 10' 100"),
    ("grundy 'race to 20 by adding 1 or 2'", "'take 1 or 2' 20"),
    ("grundy table kayles 20 --markdown", "grundy table kayles 20 --format md"),
];

/// Refused commands with the lines that they are answered with.
const REFUSED: &[(&str, &[&str])] = &[
    ("grundy turning-turtles 10110", &["grundy turning-turtles HTHHT", "grundy turning-turtles '1*10110'"]),
    (
        "grundy 'break a chocolate bar in two' 2x3",
        &[
            "grundy 'B(a, b) -> B(k, b) + B(a-k, b) for k in 1..a-1, B(a, b) -> B(a, k) + B(a, b-k) for k in 1..b-1' 'B(2, 3)'",
        ],
    ),
    (
        "grundy 'daisy with petals: remove one petal or two neighbouring petals' 5",
        &["grundy 'ring: cut \"o\" or \"oo\"' '(ooooo)'"],
    ),
    ("grundy 'place a domino on two empty squares of a strip' 10", &["grundy dawsons-kayles 10"]),
    (
        "grundy 'coins in a row: turn one head to tail and optionally one coin left of it' HHTH",
        &["grundy turning-turtles HHTH"],
    ),
    ("grundy northcott .X..O.", &["grundy nim 2", "grundy games northcott"]),
    ("grundy northcott '1 5' '2 8'", &["grundy nim 3 5", "grundy games northcott"]),
    ("grundy staircase 1 2 3 4 5", &["grundy nim 1 3 5"]),
    ("grundy subtraction 4 18", &["grundy 'take 1..4' 18", "grundy subtraction '{4}' 18"]),
    ("grundy tomato", &["grundy 'take letter' tomato", "grundy games"]),
    ("grundy wythoff", &["grundy wythoff 9 6", "grundy games wythoff"]),
    ("grundy find kayles", &["grundy table kayles 20"]),
    ("grundy find values 0,1,2,3", &["grundy find 0,1,2,3"]),
    ("grundy northcott '1 5, 2 7, 3 4'", &["grundy nim 3 4 0", "grundy games northcott"]),
    ("grundy rules northcott", &["grundy rules nim"]),
    ("grundy rules marienbad", &["grundy rules misere-nim"]),
    ("grundy rules daisy", &["grundy rules 'ring: cut \"o\" or \"oo\"'"]),
    ("grundy 'kayles 5 + nim 4 --misere'", &["grundy 'kayles 5 + nim 4' --misere"]),
    ("grundy 'kayles 5 --json'", &["grundy 'kayles 5' --json"]),
    ("grundy wythoff 3,5 1,2", &["grundy wythoff '3 5 + 1 2'"]),
    ("grundy explain wythoff 3 5 1 2", &["grundy explain wythoff '3 5 + 1 2'"]),
    ("grundy wythoff '(3,5)' '(1,2)'", &["grundy wythoff '3 5 + 1 2'"]),
    ("grundy chomp 3 4 5 2", &["grundy chomp '3 4 + 5 2'"]),
    ("grundy fibonacci-nim 10 3", &["grundy fibonacci-nim 'F(10, 3)'", "grundy fibonacci-nim '10 + 3'"]),
    ("grundy moore 3 4", &["grundy moore k=3 4", "grundy moore k=2 3 4", "grundy games moore"]),
    ("grundy moore 2 3 4 5", &["grundy moore k=2 3 4 5", "grundy moore k=2 2 3 4 5", "grundy games moore"]),
    ("grundy moore k=0 3 4", &["grundy moore k=2 3 4", "grundy games moore"]),
    ("grundy exact-nim 2 4 5", &["grundy exact-nim k=2 4 5", "grundy exact-nim k=2 2 4 5", "grundy games exact-nim"]),
    ("grundy table kayles 20 --csv t.csv", &["grundy table kayles 20 --format csv -o t.csv"]),
    ("grundy table kayles 20 t.npy", &["grundy table kayles 20 --format npy -o t.npy"]),
    ("grundy nim 1,000", &["grundy nim 1000", "grundy nim '1 + 0'"]),
    ("grundy nim 12,345 6", &["grundy nim 12345 6", "grundy nim '12 + 345' 6"]),
    ("grundy nim '1 000 000'", &["grundy nim 1000000", "grundy nim '1 + 0 + 0'"]),
    ("grundy nim 10 000", &["grundy nim 10000", "grundy nim '10 + 0'"]),
    ("grundy explain nim '2 3 004'", &["grundy explain nim '2 3004'", "grundy explain nim '2 3 + 4'"]),
    ("grundy nim 1.000", &["grundy nim 1000", "grundy nim 1"]),
    ("grundy nim 1,000,000 7", &["grundy nim 1000000 7", "grundy nim '1 + 0 + 0' 7"]),
    ("grundy wythoff 1,000", &["grundy wythoff '1 0'"]),
    (
        "grundy 'piles: take any from 1..2 piles' '[1,000, 5]'",
        &[
            "grundy 'piles: take any from 1..2 piles' '[1000, 5]'",
            "grundy 'piles: take any from 1..2 piles' '[1 0, 5]'",
        ],
    ),
    ("grundy 'kayles 1,000 + nim 3'", &["grundy 'kayles 1000 + nim 3'", "grundy 'kayles 1 + 0 + nim 3'"]),
    ("grundy chomp 5,4", &["grundy chomp 5x4", "grundy chomp 5.4"]),
    ("grundy chomp '[4,5]'", &["grundy chomp 4x5", "grundy chomp 5.4"]),
    ("grundy prove kayels", &["grundy prove kayles"]),
    ("grundy draw table kayels 20", &["grundy draw table kayles 20"]),
    ("grundy peroid kayles", &["grundy period kayles"]),
    ("grundy 'remove oen or two' 7", &["grundy 'remove one or two' 7", "grundy 'remove ten or two' 7"]),
    ("grundy 'row: tkae letter' aab", &["grundy 'row: take letter' aab"]),
    ("grundy move kayles 5 7 'take 2 from 7'", &["grundy help moves"]),
    ("grundy check kayles", &["grundy prove kayles"]),
    ("grundy check kayles 5 7", &["grundy kayles 5 7"]),
    ("grundy games A003159", &["grundy find 0,1,2,3,1,4,3,2"]),
    (
        "grundy prove kayles 5",
        &["grundy prove kayles", "grundy explain kayles 5", "grundy solve kayles 5 --certificate proof.cert"],
    ),
    ("grundy draw table kayles 20 --format plain", &["grundy draw table kayles 20 --format svg"]),
    ("grundy check-move nim 2 4 7 'heap 3 take 1'", &["grundy moves nim 2 4 7"]),
    ("grundy 21 game", &["grundy 'take 1..3' 21"]),
    ("grundy '21 game'", &["grundy 'take 1..3' 21"]),
    ("grundy '100 game'", &["grundy 'take 1..10' 100"]),
    (
        "grundy 'halve or subtract one' 12",
        &["grundy 'take 1, a -> a/2 where a > 0' 12", "grundy 'take 1, a -> a - a/2 where a > 1' 12"],
    ),
    ("grundy 'divide by two' 9", &["grundy 'a -> a/2 where a > 0' 9", "grundy 'a -> a - a/2 where a > 1' 9"]),
    ("grundy moore 3 4 5 k=0", &["grundy moore k=3 4 5", "grundy moore k=2 3 4 5", "grundy games moore"]),
    ("grundy 'Lieges of Legendre' 3 4 --set k=1", &["grundy judge cf-603c --help", "grundy judge --list"]),
    ("grundy stair game 3 4", &["grundy judge cses-1099 --help", "grundy judge --list"]),
    ("grundy cses 'grundy game' 8", &["grundy judge cses-2207 --help", "grundy judge --list"]),
    ("grundy leetcode 292", &["grundy 'take 1..3' 4", "grundy games leetcode"]),
    ("grundy 'leetcode 1025'", &["grundy divisor-game 12", "grundy games leetcode"]),
    ("grundy judge leetcode-292", &["grundy 'take 1..3' 4", "grundy games leetcode"]),
    ("grundy judge leetcode 292", &["grundy 'take 1..3' 4", "grundy games leetcode"]),
    (
        "grundy prove nim 3 5 6",
        &["grundy prove nim", "grundy explain nim 3 5 6", "grundy solve nim 3 5 6 --certificate proof.cert"],
    ),
    ("grundy solve kayles 5 7 --proof k.cert", &["grundy kayles 5 7 --certificate k.cert"]),
    ("grundy nim 3x2 5", &["grundy nim '3*2' 5", "grundy nim '2*3' 5"]),
    (
        "grundy hackenbush '(()())'",
        &["grundy green-hackenbush 'tree [0,1,1] on 0'", "grundy green-hackenbush 'tree [0,0] on 0'"],
    ),
    ("grundy green-hackenbush triangle", &["grundy green-hackenbush 'cycle 3 on 0'"]),
    ("grundy geography 'a-b, b-c'", &["grundy geography '{a-b b-c} from a'"]),
    ("grundy '1->2, 2->3, 3->1' 1", &["grundy directed-geography '{1>2 2>3 3>1} from 1'"]),
    (
        "grundy 'a->b, b->c' a",
        &["grundy directed-geography '{a>b b>c} from a'", "grundy '\"a\" -> \"b\", \"b\" -> \"c\"' a"],
    ),
    ("grundy treblecross .X.X..", &[]),
    ("grundy tests kayles", &["grundy help test"]),
    ("grundy 'row: cut xx' xxxxx", &["grundy 'row: cut \"xx\"' xxxxx"]),
    ("grundy 'ring: cut xx' '(xxxxx)'", &["grundy 'ring: cut \"xx\"' '(xxxxx)'"]),
    (
        "grundy 'poset: take element with all above' 2",
        &["grundy 'poset: take element with all above' '{1<2}'", "grundy 'poset: take element with all above' 1x2"],
    ),
    ("grundy cram '...#/..'", &["grundy cram '...#/..##'", "grundy cram '...#/....'"]),
    ("grundy cram './..#'", &["grundy cram '.##/..#'", "grundy cram '.../..#'"]),
    ("grundy geography '.../.. from 0'", &["grundy geography '.../..# from 0'", "grundy geography '.../... from 0'"]),
    (
        "grundy green-hackenbush '../. on 0'",
        &["grundy green-hackenbush '../.# on 0'", "grundy green-hackenbush '../.. on 0'"],
    ),
    ("grundy geography 'tree [2,3,1] from 0'", &["grundy geography 'spider [2,3,1] from 0'"]),
    (
        "grundy node-kayles tree '[1,1,2]'",
        &["grundy node-kayles 'tree [0,0,1]'", "grundy node-kayles 'spider [1,1,2]'"],
    ),
    ("grundy arc-kayles 'spider [0,0,1]'", &["grundy arc-kayles 'tree [0,0,1]'", "grundy arc-kayles 'spider [1]'"]),
    ("grundy dawsons kales 10", &["grundy dawsons-kayles 10"]),
    ("grundy plan kayels 5", &["grundy plan kayles 5"]),
    ("grundy sovle nim 3 4 5", &["grundy solve nim 3 4 5"]),
    ("grundy 'tkae 1 or 2' 9", &["grundy 'take 1 or 2' 9"]),
    ("grundy kayles 5 --tiem 3", &["grundy kayles 5 --time 3"]),
    ("grundy 'take a factor of n' 12", &["grundy 'take a proper divisor of n' 12"]),
    ("grundy 77 5", &["grundy nim 77 5", "grundy 0.77 5"]),
    ("grundy moves 5 7 9", &["grundy moves nim 5 7 9", "grundy moves 0.5 7 9"]),
    ("grundy blub nim 3 4 5", &["grundy games", "grundy help"]),
    ("grundy cram 3", &["grundy cram 3x3"]),
    ("grundy prove kayles -v", &["grundy solve kayles 12 -v", "grundy prove kayles", "grundy prove --help"]),
    ("grundy prove kayles --value", &["grundy solve kayles 12 --value", "grundy prove kayles", "grundy prove --help"]),
    (
        "grundy table kayles 20 --outcome",
        &["grundy solve kayles 20 --outcome", "grundy table kayles 20", "grundy table --help"],
    ),
    ("grundy kayles 1-20", &["grundy table kayles 20"]),
    ("grundy 'take 1..3' 0..20", &["grundy table 'take 1..3' 20"]),
    (
        "grundy judge staircase",
        &[
            "grundy judge cses-1099 --help",
            "printf '3\\n1\\n0\\n1\\n1\\n2\\n0 0\\n' | grundy judge cses-1099",
            "grundy staircase-nim 9",
            "grundy judge --list",
        ],
    ),
    ("grundy 'n -> n-k^2' 20", &["grundy 'n -> n-k^2 for k in 1..sqrt(n)' 20"]),
    ("grundy 'n -> n-k^2 for k' 20", &["grundy 'n -> n-k^2 for k in 1..sqrt(n)' 20"]),
    ("grundy 'n -> n - 3^k' 20", &["grundy 'n -> n - 3^k for k in 0..39' 20"]),
    ("grundy 'n -> n/k' 20", &["grundy 'n -> n/k for k in 2..n' 20"]),
    ("grundy 'a -> b' 20", &["grundy 'a -> b for b in 0..a-1' 20"]),
    ("grundy 'a -> a-1, a -> k + (a-k)' 20", &["grundy 'a -> a-1, a -> k + (a-k) for k in 1..a-1' 20"]),
    ("grundy 'n -> j + (n-j-k)' 9", &["grundy 'n -> j + (n-j-k) for k in 1..n for j in 1..n' 9"]),
    ("grundy 'a -> b + c where b != c' 10", &["grundy 'a -> b + c for b + c = a where b > 0 and c > 0 and b != c' 10"]),
    ("grundy 'delete ab or ba' abba", &["grundy 'take \"ab\" or \"ba\"' abba"]),
    (
        "grundy '1 or split' 9",
        &["grundy 'take 1, split into 2 heaps' 9", "grundy 'take 1, split into 2 unequal heaps' 9"],
    ),
    ("grundy 'or split' 9", &["grundy 'split into 2 heaps' 9", "grundy 'split into 2 unequal heaps' 9"]),
    ("grundy hackenbush RBR", &["grundy nim 3"]),
    ("grundy red-blue-hackenbush RBR", &["grundy green-hackenbush '{g-a a-b a-c} on g'", "grundy games"]),
    ("grundy domineering 3x4", &["grundy cram 3x4", "grundy games"]),
    ("grundy snort path 5", &["grundy node-kayles 'path 5'", "grundy games"]),
    ("grundy toads and frogs T.F", &["grundy games"]),
    ("grundy checkers", &["grundy dawsons-chess 12", "grundy games"]),
    (
        "grundy cutcake",
        &[
            "grundy 'B(a, b) -> B(k, b) + B(a-k, b) for k in 1..a-1, B(a, b) -> B(a, k) + B(a, b-k) for k in 1..b-1' 'B(4, 6)'",
            "grundy games",
        ],
    ),
    ("grundy tic-tac-toe", &["grundy notakto 3x3", "grundy games"]),
    ("grundy games nim zorkings", &["grundy games nim", "grundy games"]),
    ("grundy draw kayles", &["grundy draw table kayles 40 -o kayles.svg"]),
    ("grundy draw position nim 3 4 5 --svg", &["grundy draw position nim 3 4 5 -o picture.svg"]),
    ("grundy --json count kayles 20", &["grundy count kayles --up-to 20 --json"]),
    ("grundy --time 2 count kayles 20", &["grundy count kayles --up-to 20 --time 2"]),
    ("grundy first kayles", &["grundy first kayles --where 'value = 3'", "grundy first --help"]),
    ("grundy find kayles", &["grundy table kayles 20"]),
    ("grundy nim 3 --value --outcome", &["grundy nim 3 --outcome", "grundy nim 3 --value"]),
    (
        "grundy count -v nim --up-to 3",
        &["grundy table -v nim --up-to 3", "grundy count nim --up-to 3", "grundy count --help"],
    ),
    ("grundy gen nim -o x.txt", &["grundy gen nim > x.txt"]),
    ("grundy moves nim 3 --csv", &["grundy moves nim 3 --json"]),
    ("grundy nim 3 --zork", &["grundy nim 3", "grundy solve --help"]),
    ("grundy nim 3 --zork 4", &["grundy solve --help"]),
    ("grundy count nim --where 'value = 1'", &["grundy first --help"]),
    ("grundy reverse nim 3 4", &["grundy misere nim 3 4"]),
    ("grundy 7 stones", &["grundy nim 7"]),
    ("grundy judge codeforces 1382B", &["grundy judge --list"]),
    ("grundy count kayles 10^6", &["grundy count kayles --up-to 10^6"]),
    ("grundy count kayles 1..20", &["grundy count kayles --up-to 20"]),
    ("grundy count 'take 1 or 2' 5 7", &["grundy count 'take 1 or 2' --up-to 7"]),
    ("grundy count octal 0.77 20", &["grundy count octal 0.77 --up-to 20"]),
    ("grundy nim 3 -2..4", &["grundy --help"]),
    ("grundy games spoj", &["grundy games codeforces", "grundy judge --list"]),
    ("grundy race-to-100", &["grundy 'take 1..10' 100"]),
    ("grundy winning kayles 15", &["grundy solve kayles 15", "grundy table --losing kayles 15"]),
    ("grundy prove kayles --export lean", &["grundy prove kayles --certificate proof.cert", "grundy check proof.cert"]),
    ("grundy wins 'take 1..4' 20", &["grundy solve 'take 1..4' 20", "grundy table --losing 'take 1..4' 20"]),
    ("grundy gen kayles 10", &["grundy gen kayles --count 10", "grundy gen kayles --sizes 1..10"]),
    ("grundy count kayles losing 100", &["grundy count kayles --up-to 100"]),
    ("grundy chomp-2 3 5", &["grundy chomp-2 5 3"]),
    ("grundy table 'n -> n/3^k' 27", &["grundy table 'n -> n/3^k for k in 1..39' 27"]),
    ("grundy judge hdu1847", &["grundy judge --list"]),
    ("grundy hackenbush girl", &["grundy hackenbush '{a<b a<c c<d}'"]),
    (
        "grundy 'take 1 or half' 13",
        &["grundy 'take 1, a -> a - a/2 where a > 1' 13", "grundy 'take 1, a -> a/2 where a > 0' 13"],
    ),
    ("grundy take-away 21", &["grundy 'take 1..10' 100", "grundy games bachet"]),
    ("grundy bachet 3 21", &["grundy 'take 1..21' 3", "grundy games bachet"]),
    ("grundy sprouts 2", &["grundy games"]),
    ("grundy codeforces 603C", &["grundy judge cf-603c --help"]),
    ("grundy nim 21 --max 3", &["grundy 'take 1..3' 21"]),
    ("grundy 0.123 5 --period", &["grundy prove 0.123"]),
    ("grundy green-hackenbush '{g-a g-b g-c}'", &["grundy green-hackenbush '{g-a g-b g-c} on g'"]),
    ("grundy prove subtraction 1 3 4", &["grundy prove subtraction '{1,3,4}'"]),
    ("grundy 'take divisor' 12", &["grundy 'take a proper divisor' 12"]),
    ("grundy coins HTHTH", &["grundy turning-turtles HTHTH"]),
    ("grundy green-hackenbush '0-1 1-2 0-2'", &["grundy green-hackenbush '{0-1 1-2 0-2} on 0'"]),
    ("grundy count kayles 100", &["grundy count kayles --up-to 100"]),
    ("grundy nim 3 -2 5", &["grundy --help", "grundy solve nim 3 2 5"]),
    ("grundy subtract 1 3 4 100", &["grundy 'take {1,3,4}' 100"]),
    ("grundy table chomp 5", &["grundy solve chomp 5x5"]),
    ("grundy 'take a square' 100", &["grundy 'heap: take a square' 100", "grundy 'row: take a square' '\"100\"'"]),
    ("grundy cpp kayles", &["grundy explain kayles 12", "grundy try --help"]),
    ("grundy 'take 1..3 5 + 3'", &["grundy 'take 1..3' 5 + 3", "grundy '[take 1..3] 5 + 3'"]),
    ("grundy take 1 or 2 stones from a heap of 21", &["grundy 'take 1 or 2 stones from a heap' 21"]),
    ("grundy take 1 2 3 from 21", &["grundy 'take {1,2,3}' 21"]),
    ("grundy take 1 2 3 21", &["grundy 'take {1,2,3}' 21"]),
    ("grundy 'ring: cut \"a\"' aaaa", &["grundy 'ring: cut \"a\"' '(aaaa)'", "grundy 'ring: cut \"a\"' '\"aaaa\"'"]),
    ("grundy 'take half' 21", &["grundy 'a -> a - a/2 where a > 1' 21", "grundy 'a -> a/2 where a > 0' 21"]),
    ("grundy table wythoff 3 4", &["grundy table wythoff 4"]),
    ("grundy table nim 8 --format xlsx", &["grundy table nim 8 --format csv"]),
    ("grundy kayles 5 --time soon", &["grundy solve kayles 5 --time 10"]),
    ("grundy nim3 4 5", &["grundy nim 3 4 5", "grundy nimk k=3 4 5"]),
    ("grundy nim 3 -j", &["grundy solve nim 3 -j 10"]),
    ("grundy gen nim --count", &["grundy gen nim --count 10"]),
    ("grundy draw board chomp 3x4", &["grundy draw position chomp 3x4"]),
    ("grundy table cram 4", &["grundy solve cram 4x4", "grundy table cram 'grid 4xn' 6"]),
    ("grundy table chomp 4", &["grundy solve chomp 4x4"]),
    ("grundy table 'cut \"ab\"' 6", &["grundy solve 'cut \"ab\"' abba"]),
    ("grundy solve kayles 5 --certificate -", &["grundy solve kayles 5 --certificate - --quiet"]),
    ("grundy table kayles 10 --winning", &["grundy table kayles 10 --losing"]),
    ("grundy table kayles 10 --html", &["grundy table kayles 10 --format csv"]),
    ("grundy kayles --example", &["grundy games kayles"]),
    (
        "grundy gen nim --difficulty hard",
        &["grundy gen nim --kind near-miss", "grundy gen nim --kind winning-by-one-move"],
    ),
    ("grundy count kayles --length 8", &["grundy count kayles --size 8", "grundy count kayles --up-to 8"]),
    ("grundy guess 0.137", &["grundy prove 0.137", "grundy find 0,1,2,3,1,4"]),
    ("grundy 'take \"a\"' 'ab^20000a'", &[]),
    ("grundy misere turning-turtles 2 3", &["grundy misere 'take any' '2 + 3'"]),
    (
        "grundy 'take 1 from every heap or from one heap' 3 4",
        &["grundy 'piles: take 1 from every heap, take 1 from 1 heap' 3 4"],
    ),
    ("grundy 'token on graph'", &["grundy geography 'grid 3x3 from 0'"]),
    ("grundy 'token on graph' '{a-b b-c}'", &["grundy geography '{a-b b-c} from a'"]),
    ("grundy geography '{0-1 1-2}'", &["grundy geography '{0-1 1-2} from 0'"]),
    ("grundy moves kayles 5 7 --format csv", &["grundy moves kayles 5 7 --json", "grundy table --help"]),
    ("grundy hackenbush 'tree 1-2 1-3'", &["grundy green-hackenbush '{1-2 1-3} on 1'"]),
    ("grundy nim 3 ^ 5", &["grundy nim 3 5", "grundy nim 3^5"]),
    ("grundy table A002188 20", &["grundy table grundys-game 20", "grundy oeis A002188"]),
    ("grundy init kayles", &["grundy 'take 1..3' 21", "grundy kayles 12", "grundy games", "grundy judge --list"]),
    (
        "grundy survey 'subtraction {1,a}'",
        &[
            "grundy survey heaps 'octal 0.??' --up-to 1000",
            "grundy survey heaps 'take {1,?,?}' --up-to 1000",
            "grundy prove 'take {1,a}' --set a=3",
        ],
    ),
    (
        "grundy table 'n -> n/p where p is prime' 40",
        &[
            "grundy table 'n -> n/p for p in 2..n where prime(p) and n % p = 0' 40",
            "grundy table 'n -> n/p for p in 2..n where prime(p)' 40",
        ],
    ),
    (
        "grundy judge game-on-strings",
        &[
            "grundy judge strings --help",
            "printf 'a\\n1\\n1 1\\n' | grundy judge strings",
            "grundy game-on-strings abacaba",
            "grundy judge --list",
        ],
    ),
    ("grundy check-move nim 3 4 5", &["grundy moves nim 3 4 5"]),
    ("grundy check-move kayles 5 7 'take 1'", &["grundy moves kayles 5 7"]),
    ("grundy check-move 'take 1..3' 7", &["grundy moves 'take 1..3' 7"]),
    ("grundy losing-words 'cut \"aa\"' 7", &["grundy count 'cut \"aa\"' --up-to 7"]),
    ("grundy kayles --ring 7", &["grundy daisy 7", "grundy 'ring: cut \"ab\"' '(abab)'"]),
    (
        "grundy test kayles 0,1,2",
        &[
            "printf 'game = \"kayles\"\\n[values]\\n0 = 0\\n1 = 1\\n2 = 2\\n' > game.toml && grundy test game.toml",
            "grundy table kayles 2",
        ],
    ),
    (
        "grundy games dictionary",
        &["grundy 'cut word in {apple, bat}' applebat", "grundy gen 'cut word in {apple, bat}'", "grundy games ghost"],
    ),
    ("grundy table kayles 20 --quiet", &["grundy table kayles 20 2>/dev/null"]),
    ("grundy misere ruler THH", &["grundy misere 'n -> heaps(b for b in c..n-1) for c in 1..n' '2 + 3'"]),
];

/// The exit code and what was said on both streams, in a folder of its own.
fn run(command: &str) -> (Option<i32>, String) {
    let program = cargo_bin!("grundy");
    let folder = program.parent().expect("a folder").to_str().expect("a plain path");
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let place = std::env::temp_dir().join(format!("grundy-offers-{}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a temporary folder");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).env("NO_COLOR", "1").current_dir(&place);
    let output = shell.output().expect("a shell");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (output.status.code(), text)
}

/// The commands between backticks.
fn offers(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let commands = quoted.filter(|text| text.starts_with("grundy ") || text.starts_with("printf "));
    commands.filter(|command| !command.ends_with("..")).map(str::to_owned).collect()
}

/// The answer without what was read.
fn answer(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("note: read as")).collect()
}

/// Lines that are read keep misère play, in whichever way it is asked for.
#[test]
fn what_is_read_keeps_the_convention() {
    for (game, rest) in [
        ("geography", "'a-b, b-c' a"),
        ("node-kayles", "triangle"),
        ("ghost", "'gnaw,gnat' gna"),
        ("hackenbush", "'((()))()'"),
        ("green-hackenbush", "'((()))()'"),
    ] {
        let lines =
            [format!("misere-{game} {rest}"), format!("misere {game} {rest}"), format!("{game} {rest} --misere")];
        for line in lines {
            let (code, text) = run(&format!("grundy {line}"));
            assert!(code == Some(0) && text.contains("Mis\u{e8}re play"), "{line}: {text}");
        }
    }
    // Its runs are another game in misère play.
    for line in ["misere-treblecross '..X....'", "misere treblecross '..X....'", "treblecross '..X....' --misere"] {
        assert_eq!(run(&format!("grundy {line}")).0, Some(2), "{line}");
    }
    // Rows of coins that are added.
    let (_, text) = run("grundy mock-turtles H T + T H");
    assert!(text.contains("nim value 3"), "{text}");
}

#[test]
fn what_is_clear_is_read() {
    for (command, line) in READ {
        let (code, text) = run(command);
        assert!(code == Some(0) && text.contains(&format!("read as `{line}`")), "{command}: {text}");
        let line = if line.starts_with("grundy ") { (*line).to_owned() } else { format!("grundy {line}") };
        let mut verb = ["table", "moves", "explain", "draw table"].into_iter();
        let verb = verb.rfind(|verb| command.starts_with(&format!("grundy {verb} ")));
        let line = verb
            .filter(|verb| !line.contains(*verb))
            .map_or(line.clone(), |verb| line.replacen("grundy", &format!("grundy {verb}"), 1));
        let (code, alone) = run(&line);
        let by_chance = ["play", "gen"].iter().any(|verb| command.contains(verb));
        assert!(
            code == Some(0) && (by_chance || answer(&text) == answer(&alone)),
            "{command}: {text}\n{line}: {alone}"
        );
    }
}

#[test]
fn refusals_offer_what_was_typed() {
    for (command, lines) in REFUSED {
        let (code, text) = run(command);
        assert_eq!(code, Some(2), "{command}: {text}");
        assert_eq!(offers(&text), *lines, "{command}: {text}");
    }
}

#[test]
fn offered_lines_are_accepted() {
    let known = REFUSED.iter().map(|(command, _)| (*command).to_owned());
    let typed = TYPED.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned);
    let mut accepted = 0;
    for command in known.chain(typed) {
        let (code, text) = run(&command);
        if code != Some(2) {
            continue;
        }
        for line in offers(&text) {
            let (code, said) = run(&line);
            assert_eq!(code, Some(0), "{command} offers {line}: {said}");
            accepted += 1;
        }
    }
    assert!(accepted >= 50, "{accepted} lines");
}

/// What may be meant in several ways is not read.
#[test]
fn guesses_are_refused() {
    for command in [
        "grundy 'delete consonants' banana",
        "grundy northcott '1 5' '2 8'",
        "grundy nim 3 of 5",
        "grundy s-nim 3 4",
        "grundy stick-game 10",
        "grundy 'take run' 5",
        "grundy 5 7 9",
        "grundy chomp 3 4 5 2",
        "grundy subtraction 4 18",
        "grundy coins HTH",
        "grundy misere 'take 1 or 2, last player wins' 7",
        "grundy 'take 1 2 3, last player wins' 7 misere",
        "grundy chop 3x4",
        "grundy chomp-3 4 2",
        "grundy take 3 21",
        "grundy take 1 2 3 21",
        "grundy 'take an odd number, at most 7' 20",
        "grundy 'n -> n-k for even in 1..3' 20",
        "grundy kayles 5 --tim 3 -o answer.txt",
        // What bounds a name is not said, or more is said of it than a binding has.
        "grundy table 'n -> n+1-k where k >= 2' 5",
        "grundy 'n -> 2*n-k where k > n' 3",
        "grundy 'n -> n-k/2 where k >= 2' 3",
        "grundy 'n -> n-k*k+k where k >= 2' 2",
        "grundy 'n -> n-k^2/4 where k >= 2' 9",
        "grundy 'n -> n-n/k*k where k > 1' 5",
        "grundy 'n -> n-k^1 where k > 1' 5",
        "grundy 'n -> n/k where k >= 2' 1",
        "grundy 'n -> n/p where p is prime' 5",
        "grundy 'n -> n-1-k where k < 3' 5",
        "grundy 'n -> n-k for k < 3 where n > 4' 5",
        "grundy 'n -> n-k where 1 <= k < 3 where n > 4' 5",
        "grundy 'n -> n-k where k > 2 and n < 5 or k = 1' 9",
        "grundy 'n -> n-k for k in 1..3 where even' 6",
        "grundy 'n -> n-1 if n>5 else n-2 where n % 2 = 0' 7",
        "grundy 'n -> n-1, k in {1,2}' 5",
        "grundy 'last player wins: take 1 or 2' 4 --misere",
        "grundy misere 'last player wins: take 1 or 2' 4",
        "grundy 'last player wins: misere take 1 or 2' 4",
        "grundy 'who cannot move loses: take 1 or 2' 4 --misere",
        "grundy kayles heaps=2 size=5",
        "grundy nim --heaps 3",
        "grundy 'cut out \"ab\"' aabb",
        "grundy 'letters: take \"ab\"' abba",
        "grundy 'take 1 or halve if even' 5",
        "grundy table kayles --count 5",
        "grundy nim 3 ^ 5",
        "grundy nim 2^3^4",
        "grundy 'take 1 or 2 from every heap' 3 4",
        "grundy hackenbush '2 stalks of 3 and 1 stalk of 4'",
        "grundy hackenbush '3 stalks 5 edges'",
        "grundy hackenbush '7 edges'",
        "grundy hackenbush '5 stalks'",
        "grundy nim 1 ^ 2^3",
        "grundy hackenbush 'tree 1-2 1-3'",
        "grundy geography '{0-1 1-2}'",
        "grundy A999999",
    ] {
        let (code, text) = run(command);
        assert!(code == Some(2) && !text.contains("read as"), "{command}: {text}");
    }
}

/// Words that a game leaves out of its list have the line that reads them.
#[test]
fn words_that_are_left_out_have_a_line() {
    for (words, line) in [
        ("cat\\nbirds\\nätzend", "grundy ghost left.txt --set letters=any --set min=3"),
        ("birds\\nApple", "grundy ghost left.txt --fold-case"),
        ("öl\\nat", "grundy 'ghost \"left.txt\" with min = 1, letters = any'"),
        ("cat\\ndog", "grundy 'ghost \"left.txt\" with min = 3'"),
    ] {
        let (_, text) = run(&format!("printf '{words}\\n' > left.txt; grundy ghost left.txt"));
        assert_eq!(offers(&text), [line], "{words}: {text}");
        let (code, text) = run(&format!("printf '{words}\\n' > left.txt; {line}"));
        assert!(code == Some(0) && !text.contains("left out"), "{line}: {text}");
    }
}

/// What takes too long has the line that estimates it.
#[test]
fn long_work_has_an_estimate() {
    let (code, text) = run("grundy chomp 15x18 --time 500ms");
    assert!(code == Some(3) && text.contains("; `grundy plan chomp 15x18` estimates the work"), "{text}");
    let (code, text) = run("grundy plan chomp 15x18");
    assert!(code == Some(0) && text.contains("Solver: chomp (about "), "{text}");
}

/// A mistake in the file of a judge has its name.
#[test]
fn judge_files_are_named() {
    let file = std::env::temp_dir().join(format!("grundy-judge-{}.toml", std::process::id()));
    std::fs::write(&file, "game = 'take 1..3'\ninputs = 't; n'\n").expect("a temporary file");
    let (code, text) = run(&format!("grundy judge {} < /dev/null", file.display()));
    let _ = std::fs::remove_file(&file);
    assert!(code == Some(2) && text.contains(".toml: the format has an unknown key `inputs`"), "{text}");
}

/// A game without its position is offered as a game.
#[test]
fn a_game_alone_is_corrected_alone() {
    for (command, game) in
        [("grundy prove 'take 1 3 4'", "write `take {1,3,4}`"), ("grundy rules 'take 1 2 3'", "write `take {1,2,3}`")]
    {
        let (code, text) = run(command);
        assert!(code == Some(2) && text.contains(game), "{command}: {text}");
    }
    let (code, text) = run("grundy nim -3");
    assert!(code == Some(2) && text.starts_with("error: `-3` is not a position"), "{text}");
    let (code, text) = run("grundy nim -3 --json");
    assert!(code == Some(2) && text.contains("\"argument\":\"-3\"") && text.contains("from 0 up"), "{text}");
}

/// What is no longer refused.
#[test]
fn positions_on_graphs_need_no_quotes() {
    for (command, says) in [
        ("grundy arc-kayles path 7", "nim value 1"),
        ("grundy node-kayles cycle 5 + path 3", "Node Kayles"),
        ("grundy geography grid 3x3 from 0", "P-position"),
        ("grundy arc-kayles 'path 7' 'path 7'", "nim value 0"),
        ("grundy nim 3, 4, 5", "nim value 2"),
        ("grundy moore k=2 3 3 3", "nim value 0"),
        ("grundy \"Moore's Nim\" k=1 3 4 5", "nim value 2"),
        ("grundy exact-nim k=2 5 5", "nim value 5"),
        ("grundy nim \"1'000'000\"", "nim value 1000000"),
        ("grundy nim 1.000.000 + 2.000.000", "nim value 1164992"),
        ("grundy nim '100 200 300'", "100 xor 200 xor 300"),
        ("grundy chomp 5,4,4", "nim value"),
        ("grundy cram '.../.../'", "nim value"),
        ("grundy arc-kayles '{a-b b-a}'", "nim value 1"),
        ("grundy node-kayles '{a-a a-b}'", "nim value 1"),
        ("grundy table arc-kayles spider [2,n,m] 3", "1  2  2  3  3"),
        ("grundy 'take fibonacci numbers' 20", "nim value 0"),
        ("grundy 'take cubes' 20", "nim value 0"),
        ("grundy mex 0 1 3", "2 is the mex of {0, 1, 3}"),
        ("grundy explain P-position", "won by the player who has just moved"),
        ("grundy is nim 3 5 6 a win?", "P-position"),
        ("grundy prove kayles --up-to 1e5", "period 12"),
        ("grundy games coin turning", "mock-turtles"),
        ("grundy dawson 12", "`dawsons-kayles` is another game"),
        ("grundy games hdu", "grundy judge hdu-1848"),
        ("grundy games lieges", "grundy judge cf-603c"),
        ("grundy games 'stone game'", "grundy judge cf-768e"),
        ("grundy games leetcode", "LeetCode 292"),
        ("grundy table kayles 3 --format md", "| 0 | 0 | 1 | 2 | 3 |"),
        ("grundy games atcoder", "grundy judge edpc-k"),
        ("grundy cite", "@software{grundy"),
        ("grundy --citation", "@software{grundy"),
        ("grundy -?", "grundy GAME POSITION"),
        ("grundy mex --json 0 1 3", "{\"mex\":2,\"of\":[0,1,3],\"schema\":1}"),
        ("grundy ghost '{cat, cater}'", "P-position"),
        ("grundy what is mex?", "the least number from 0 up"),
        ("grundy knight 5 7", "White Knight"),
        ("grundy table wythoff 5x5", "1  1  2  0* 4"),
    ] {
        let (code, text) = run(command);
        assert!(code == Some(0) && text.contains(says), "{command}: {text}");
    }
}

/// What was read in other words is said once, and not where nothing was answered.
#[test]
fn other_words_are_said_once() {
    for (command, note) in [
        ("grundy 'remove one or two stones from a heap' 10", "read as `take 1 or 2`"),
        ("grundy table 'take one or two' 5", "read as `take 1 or 2`"),
        ("grundy plan 'take one or two' 5", "read as `take 1 or 2`"),
        ("grundy prove 'delete one or two'", "read as `take 1 or 2`"),
        ("grundy 'take a perfect square number of stones' 50", "read as `heap: take square`"),
        ("grundy 'halve the pile, rounded down' 12", "read as `a -> a/2 where a > 0`"),
        ("grundy 'take half, rounded down' 12", "read as `a -> a - a/2 where a > 1`"),
        ("grundy 'halve, rounded down, or subtract one' 12", "read as `a -> a/2 where a > 0, take 1`"),
        ("grundy mock-turtles H T H T", "read as `mock-turtles '1 + 3'`: a heap of n is a head"),
        ("grundy 'rook 3 5'", "read as `nim 3 5`: the distances"),
        ("grundy prove 'octal game 0.137'", "read as `octal 0.137`"),
        ("grundy northcott 3 5 2", "read as `nim 3 5 2`: a heap is the gap"),
        ("grundy turning-turtles THTTH", "read as `turning-turtles '2 + 5'`: a heap of n is a head"),
    ] {
        let (code, text) = run(command);
        assert!(code == Some(0) && text.matches("read as").count() == 1 && text.contains(note), "{command}: {text}");
    }
    for command in ["grundy 10 'take one or two'", "grundy 'take one or two'", "grundy take 1 or 2"] {
        let (code, text) = run(command);
        assert!(code == Some(2) && !text.contains("read as"), "{command}: {text}");
    }
}

/// In misère play a row of coins is not worth its heaps, however it is written.
#[test]
fn coins_are_refused_in_misere_play() {
    for command in [
        "grundy turning-turtles HHH --misere",
        "grundy 'misere turning-turtles HHH'",
        "grundy 'turning-turtles HHH + nim 3' --misere",
        "grundy turning-turtles HHH + nim 3 --misere",
        "grundy '[mock-turtles] HHH + nim 3' --misere",
        "grundy 'nim 3 + turtles 2 3' --misere",
        "grundy prove misere mock-turtles",
    ] {
        let (code, text) = run(command);
        assert!(code == Some(2) && text.contains("two heads at one place vanish"), "{command}: {text}");
    }
}

/// Positions on standard input are asked for, and nothing is read that was not.
#[test]
fn positions_that_are_piped_have_a_line() {
    let (code, text) = run("printf '5 7\\n' | grundy kayles");
    assert!(code == Some(2) && text.contains("`grundy solve kayles --positions -`"), "{text}");
    let (code, text) = run("printf '5 7\\n' | grundy solve kayles --positions -");
    assert!(code == Some(0) && text.contains("\"value\":6"), "{text}");
    let (_, text) = run("grundy kayles < /dev/null");
    assert!(text.contains("the position is missing") && !text.contains("--positions"), "{text}");
    let (code, text) = run("printf 'bear\\nbeer\\n' | grundy ghost /dev/stdin");
    assert!(code == Some(0) && text.contains("-position"), "{text}");
}

/// Long requests in no language take no long time.
#[test]
fn long_requests_are_refused_soon() {
    let begun = std::time::Instant::now();
    for command in [
        format!("grundy 'take {}' 5", "1-".repeat(8_000)),
        format!("grundy 'take {}'", ".".repeat(60_000)),
        format!("grundy {}", vec!["foo".repeat(600); 31].join(" ")),
    ] {
        let (code, text) = run(&command);
        assert_eq!(code, Some(2), "{}", &text[..text.len().min(200)]);
    }
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
}

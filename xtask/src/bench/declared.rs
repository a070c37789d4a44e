//! `cargo xtask bench declared`: random systems of heaps, each compared with the textbook program
//! that is made for it.
//!
//! A game has one to three kinds of heaps of one to three sizes; its moves run through loops with
//! conditions and leave sums. The program is what a contestant would write: nested loops whose
//! bounds say what a condition says where that is easily seen, an array of values, a stamp for each
//! value seen, no sieve. 200 games are of a fixed seed, 50 of the seed that the time gives. Sizes
//! grow until the program takes a twentieth of a second. The record goes to
//! `bench/record/declared.md`.

use std::{fmt::Write, fs, path::Path, time::SystemTime};

use super::{
    compile,
    inputs::Random,
    machine,
    measure::{self, Cost, median},
    own::answer,
    target,
};

/// The games of the fixed seed, and of the fresh one.
const GAMES: [usize; 2] = [200, 50];

/// The least and the most CPU seconds of a textbook program.
const SECONDS: (f64, f64) = (0.05, 1.0);

/// How long ours may take.
const LONGEST: &str = "20";

const RUNS: usize = 3;

/// The loops of a move, in our language and in C++.
struct Loop {
    ours: String,
    theirs: String,
}

/// A game: its text and the program for it, which reads the sizes of a heap of the first kind.
struct Game {
    rules: String,
    program: String,
    /// The shares of the sizes, in quarters of the largest.
    quarters: Vec<usize>,
    kind: Option<char>,
}

impl Game {
    /// The sizes of the heap whose largest is this.
    fn sizes(&self, largest: usize) -> Vec<String> {
        self.quarters.iter().map(|share| (largest * share).div_ceil(4).to_string()).collect()
    }

    fn position(&self, largest: usize) -> String {
        let sizes = self.sizes(largest).join(",");
        self.kind.map_or_else(|| sizes.clone(), |kind| format!("{kind}({sizes})"))
    }
}

/// An amount that a loop's name counts, from `low` (0 or 1) up to `most`, which is one of the
/// sizes; `others` are names that conditions may speak of.
fn amounts(random: &mut Random, name: &str, most: &str, others: &[&str]) -> Loop {
    let (part, modulus) = (random.between(2, 4), random.between(2, 5));
    let (rest, mask) = (random.between(1, modulus - 1), random.between(1, 15));
    let other = others[random.below(others.len())];
    let plain = format!("for {name} in 1..{most}");
    let all = format!("for (long {name} = 1; {name} <= {most}; {name}++)");
    let kept = |condition: &str| Loop {
        ours: format!("{plain} where {condition}"),
        theirs: format!("{all} if ({})", in_c(condition)),
    };
    // The condition ends the loop.
    let ends = |condition: &str| Loop {
        ours: format!("{plain} where {condition}"),
        theirs: format!("for (long {name} = 1; {condition}; {name}++)"),
    };
    match random.below(22) {
        0..=3 => Loop { ours: plain, theirs: all },
        4 => Loop {
            ours: format!("for {name} in 1..{most}/{part}"),
            theirs: format!("for (long {name} = 1; {name} <= {most}/{part}; {name}++)"),
        },
        5 => {
            let few = random.between(2, 9);
            Loop {
                ours: format!("for {name} in 1..min({most}, {few})"),
                theirs: format!("for (long {name} = 1; {name} <= std::min({most}, {few}L); {name}++)"),
            }
        }
        6 => ends(&format!("{name}*{name} <= {most}")),
        7 => ends(&format!("{name}*{name}*{name} <= {most}")),
        8 => ends(&format!("{name}*({name}+1)/2 <= {most}")),
        9 => ends(&format!("{part}*{name} <= {most}")),
        10 => Loop {
            ours: format!("{plain} where {part}*{name} >= {most}"),
            theirs: format!(
                "for (long {name} = ({most} + {part} - 1) / {part}; {name} <= {most}; {name}++) if ({name} > 0)"
            ),
        },
        11 => Loop {
            ours: format!("{plain} where {name} % {modulus} = {rest}"),
            theirs: format!("for (long {name} = {rest}; {name} <= {most}; {name} += {modulus})"),
        },
        12 => Loop {
            ours: format!("{plain} where bitand({name}, {name}-1) = 0"),
            theirs: format!("for (long {name} = 1; {name} <= {most}; {name} *= 2)"),
        },
        13 => kept(&format!("{most} % {name} = 0")),
        14 => kept(&format!("gcd({other}, {name}) = 1")),
        15 => kept(&format!("({other} + {name}) % {modulus} < {rest}")),
        16 => kept(&format!("bitand({name}, {mask}) > 0")),
        17 => kept(&format!("xor({other}, {name}) > {name}")),
        18 => kept(&format!("{name} % {modulus} != {rest} and {other} % {part} > 0")),
        19 => kept(&format!("{name} <= {mask} or {name} % {part} = 0")),
        20 => kept(&format!("{name}*{name} > {other}")),
        _ => kept(&format!("{other} >= {part}*{name} or {name} % 2 = 1")),
    }
}

/// A condition in C++, where some of our words are signs.
fn in_c(condition: &str) -> String {
    [
        (" = ", " == "),
        (" and ", " && "),
        (" or ", " || "),
        ("gcd(", "std::gcd("),
        ("bitand(", "both("),
        ("xor(", "differ("),
    ]
    .iter()
    .fold(condition.to_owned(), |text, (ours, theirs)| text.replace(ours, theirs))
}

/// A move: the heap that it is made on, the loops, and the heaps that it leaves.
struct Move {
    left: String,
    loops: Vec<Loop>,
    leaves: Vec<(String, String)>,
    kind: usize,
}

impl Move {
    fn ours(&self) -> String {
        let heaps: Vec<&str> = self.leaves.iter().map(|(ours, _)| ours.as_str()).collect();
        let loops: Vec<&str> = self.loops.iter().map(|each| each.ours.as_str()).collect();
        format!("{} -> {} {}", self.left, heaps.join(" + "), loops.join(" ")).trim_end().to_owned()
    }

    fn theirs(&self) -> String {
        let heaps: Vec<&str> = self.leaves.iter().map(|(_, theirs)| theirs.as_str()).collect();
        let loops: Vec<&str> = self.loops.iter().map(|each| each.theirs.as_str()).collect();
        format!("{} stamp[{}] = now;", loops.join(" "), heaps.join(" ^ "))
    }
}

/// What a number is after `name` of its `size` counters are taken, always less than it: the text
/// for both languages.
fn less(random: &mut Random, size: &str, name: &str) -> String {
    match random.below(8) {
        0..=3 => format!("{size}-{name}"),
        4 | 5 => format!("{name}-1"),
        6 => format!("{name}/2"),
        _ => format!("({size}-{name})/2"),
    }
}

const KINDS: [char; 3] = ['P', 'Q', 'R'];
const SIZES: [&str; 3] = ["a", "b", "c"];

/// A random game.
fn game(random: &mut Random) -> Game {
    let sizes = [1, 1, 2, 2, 2, 3][random.below(6)];
    let kinds = if sizes == 3 { 1 } else { [1, 1, 2, 3][random.below(4)] };
    let names = &SIZES[..sizes];
    let named = kinds > 1 || sizes > 1;
    let heap = |kind: usize, numbers: &[String]| {
        let all = numbers.join(", ");
        let ours = if named { format!("{}({all})", KINDS[kind]) } else { format!("({all})") };
        (ours, format!("{}({all})", KINDS[kind]))
    };
    let own: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let mut moves = Vec::new();
    for kind in 0..kinds {
        let left = if named { heap(kind, &own).0 } else { "a".to_owned() };
        for at in 0..random.between(1, 2).max(sizes) {
            // Each size is lowered by some move.
            let lowered = if at < sizes { at } else { random.below(sizes) };
            let to = random.below(kinds);
            let mut loops = vec![amounts(random, "k", names[lowered], names)];
            let mut numbers = own.clone();
            numbers[lowered] = less(random, names[lowered], "k");
            // A size behind the first that falls may become anything that the table has.
            for behind in lowered + 1..sizes {
                numbers[behind] = match random.below(6) {
                    0 => format!("min({}, {})", names[behind], numbers[lowered]),
                    1 => format!("{}/2", names[behind]),
                    _ => numbers[behind].clone(),
                };
            }
            let mut leaves = vec![heap(to, &numbers)];
            match random.below(6) {
                0 if sizes == 1 => {
                    let also = random.below(kinds);
                    leaves.push(heap(also, &["k-1".to_owned()]));
                }
                1 if sizes == 1 => {
                    loops.push(Loop {
                        ours: "for j in 0..a-k".into(),
                        theirs: "for (long j = 0; j <= a-k; j++)".into(),
                    });
                    leaves = vec![heap(to, &["j".to_owned()]), heap(to, &["(a-k-j)".to_owned()])];
                }
                2 if sizes == 2 => {
                    let rest: Vec<String> = own
                        .iter()
                        .enumerate()
                        .map(|(at, size)| if at == lowered { "k-1".into() } else { size.clone() })
                        .collect();
                    leaves.push(heap(to, &rest));
                }
                3 if sizes > 1 => {
                    // From two sizes at once.
                    let other = (lowered + 1) % sizes;
                    let (one, two) = (names[lowered], names[other]);
                    loops = vec![Loop {
                        ours: format!("for k in 1..min({one}, {two})"),
                        theirs: format!("for (long k = 1; k <= std::min({one}, {two}); k++)"),
                    }];
                    numbers = own.clone();
                    numbers[lowered] = format!("{one}-k");
                    numbers[other] = format!("{two}-k");
                    leaves = vec![heap(to, &numbers)];
                }
                _ => {}
            }
            moves.push(Move { left: left.clone(), loops, leaves, kind });
        }
    }
    let quarters = (0..sizes).map(|at| if at == 0 { 4 } else { random.between(1, 4) }).collect();
    let rules = moves.iter().map(Move::ours).collect::<Vec<_>>().join(", ");
    Game { rules, program: program(&moves, kinds, sizes), quarters, kind: named.then_some(KINDS[0]) }
}

/// The textbook program.
fn program(moves: &[Move], kinds: usize, sizes: usize) -> String {
    let mut text = String::from(
        "#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n#include <numeric>\n#include <vector>\n\
         using std::min;\nstatic long both(long a, long b) { return a & b; }\nstatic long differ(long a, long b) { return a ^ b; }\n\
         int main(int, char **given) {\n",
    );
    let names = &SIZES[..sizes];
    for (at, name) in names.iter().enumerate() {
        let _ = writeln!(text, "    long most_{name} = std::atol(given[{}]);", at + 1);
    }
    let all = names.iter().map(|name| format!("(most_{name} + 1)")).collect::<Vec<_>>().join(" * ");
    let place = |numbers: &[String]| {
        let first = format!("({})", numbers[0]);
        (1..sizes).fold(first, |place, at| format!("({place} * (most_{} + 1) + ({}))", names[at], numbers[at]))
    };
    let parameters: Vec<String> = (0..sizes).map(|at| format!("x{at}")).collect();
    for kind in &KINDS[..kinds] {
        let listed = parameters.iter().map(|name| format!("long {name}")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "    std::vector<int> value_{kind}({all});");
        let _ = writeln!(
            text,
            "    auto {kind} = [&]({listed}) -> int & {{ return value_{kind}[{}]; }};",
            place(&parameters)
        );
    }
    text.push_str("    std::vector<int> stamp(1 << 22);\n    int now = 0;\n");
    for name in names {
        let _ = writeln!(text, "    for (long {name} = 0; {name} <= most_{name}; {name}++)");
    }
    text.push_str("    {\n");
    for (kind, letter) in KINDS[..kinds].iter().enumerate() {
        text.push_str("        now++;\n");
        for each in moves.iter().filter(|each| each.kind == kind) {
            let _ = writeln!(text, "        {}", each.theirs());
        }
        let own = names.join(", ");
        let _ = writeln!(text, "        {{ int mex = 0; while (stamp[mex] == now) mex++; {letter}({own}) = mex; }}");
    }
    let largest = names.iter().map(|name| format!("most_{name}")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "    }}\n    std::printf(\"%d\\n\", {}({largest}));\n}}", KINDS[0]);
    text
}

/// What a game cost both.
struct Row {
    rules: String,
    position: String,
    theirs: f64,
    ours: f64,
    ratio: f64,
}

/// Measures the games, and writes the record.
pub fn bench(root: &Path) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    super::build(root, &work)?;
    let grundy = target(root).join("release/grundy").display().to_string();
    let fresh = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_err(|error| error.to_string())?.as_secs();
    let mut text = format!(
        "# Random systems of heaps compared with the textbook programs that are made for them\n\nMade by `cargo xtask bench declared` on: {}. CPU \
         seconds of the whole process, medians of {RUNS} runs in turn; ours is `solve --value --no-check`; the ratio is the median of the pairs, \
         ours to the textbook program's; the answers agree. Asked: a geometric mean of at most 1.0, and 1.5 for 19 games of 20.\n",
        machine()
    );
    for (games, seed, name) in [(GAMES[0], 1, "fixed"), (GAMES[1], fresh, "fresh")] {
        let mut random = Random::new(seed);
        let mut rows = Vec::new();
        while rows.len() < games {
            let game = game(&mut random);
            if let Some(row) = row(&game, &grundy, &work)? {
                println!("{:.2} {:.3} {:.3} {} {}", row.ratio, row.ours, row.theirs, row.rules, row.position);
                rows.push(row);
            }
        }
        rows.sort_by(|one, other| other.ratio.total_cmp(&one.ratio));
        let mean = (rows.iter().map(|row| row.ratio.ln()).sum::<f64>() / games as f64).exp();
        let high = rows[games / 20].ratio;
        let over = rows.iter().filter(|row| row.ratio > 1.0).count();
        println!("{name}: mean {mean:.2}, 95 % at most {high:.2}, {over} over 1");
        let _ = write!(
            text,
            "\n## The {name} seed, {seed}: {games} games\n\nGeometric mean {mean:.2}; 95 % at most {high:.2}; {over} take longer than the textbook \
             program. The 20 highest ratios:\n\n| ratio | ours | textbook | rules | position |\n|---|---|---|---|---|\n"
        );
        for row in &rows[..20] {
            let _ = writeln!(
                text,
                "| {:.2} | {:.3} | {:.3} | `{}` | {} |",
                row.ratio, row.ours, row.theirs, row.rules, row.position
            );
        }
    }
    let path = root.join("bench/record/declared.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The row of a game; `None` if there is no size at which its program takes neither too short nor
/// too long.
fn row(game: &Game, grundy: &str, work: &Path) -> Result<Option<Row>, String> {
    let (source, program) = (work.join("declared.cpp"), work.join("declared"));
    fs::write(&source, &game.program).map_err(|error| error.to_string())?;
    compile(&source, &program, &["-O2"])?;
    let theirs =
        |largest: usize| -> Vec<String> { [vec![program.display().to_string()], game.sizes(largest)].concat() };
    const MOST: f64 = 2e7;
    let mut largest = 16.0;
    let taken = loop {
        let (_, cost) = measure::run(&theirs(largest as usize), None)?;
        if cost.cpu >= SECONDS.0 {
            break cost.cpu;
        }
        largest *= 1.25;
        let entries: f64 = game.quarters.iter().map(|&share| largest * share as f64 / 4.0).product();
        if entries > MOST {
            return Ok(None);
        }
    };
    if taken > SECONDS.1 {
        return Ok(None);
    }
    let (largest, position) = (largest as usize, game.position(largest as usize));
    let ours = ["solve", "--value", "--no-check", "--json", "--time", LONGEST, &game.rules, &position];
    let ours: Vec<String> = std::iter::once(grundy).chain(ours).map(str::to_owned).collect();
    let mut costs: Vec<(Cost, Cost)> = Vec::new();
    for _ in 0..RUNS {
        let (expected, their) = measure::run(&theirs(largest), None)?;
        let (status, told, own) = measure::finished(&ours, None)?;
        let (told, expected) =
            (answer(&String::from_utf8_lossy(&told)), String::from_utf8_lossy(&expected).trim().to_owned());
        // What is not decided in time costs the time.
        if status.code() != Some(3) && told != expected {
            return Err(format!("{} at {position}: {told}, not {expected}", game.rules));
        }
        costs.push((own, their));
        if own.cpu > 5.0 {
            break;
        }
    }
    Ok(Some(Row {
        rules: game.rules.clone(),
        position,
        theirs: median(costs.iter().map(|(_, their)| their.cpu)),
        ours: median(costs.iter().map(|(own, _)| own.cpu)),
        ratio: median(costs.iter().map(|(own, their)| own.cpu / their.cpu.max(1e-4))),
    }))
}

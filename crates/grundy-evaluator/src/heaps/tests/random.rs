//! Random rules of heaps, from the grammar of heaps and of typed heaps.

use crate::random::Random;

/// Rules with the names of kinds and how many sizes they have; one kind without a name for heaps.
pub(super) struct Rules {
    pub(super) text: String,
    pub(super) kinds: Vec<(&'static str, usize)>,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Random {
    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    /// Rules; the text may be refused.
    pub(super) fn rules(&mut self) -> Rules {
        let kinds = match self.below(9) {
            0..=3 => vec![("", 1)],
            4 => vec![("A", 1)],
            5 => vec![("A", 2)],
            6 => vec![("A", 3)],
            7 => vec![("A", 2), ("B", 1)],
            _ => vec![("A", 2), ("B", 2), ("C", 1)],
        };
        let mut moves = Vec::new();
        for at in 0..kinds.len() {
            for _ in 0..=self.below(2) {
                moves.push(if kinds[at].0.is_empty() && self.below(3) == 0 {
                    self.sentence()
                } else {
                    self.clause(&kinds, at)
                });
            }
        }
        Rules { text: format!("heap: {}", moves.join(", ")), kinds }
    }

    fn sentence(&mut self) -> String {
        if self.below(4) == 0 {
            return format!("octal {}.{}{}", self.of(&["0", "4"]), self.below(8), self.below(8));
        }
        let amounts =
            self.of(&["1..2", "any", "odd", "prime", "square but 4", "{2, 5, 9}", "3..", "even or 7", "1 or 0"]);
        let heaps = self.of(&["", "0", "1", "0..2", "2", "3", "2..4", "4", "0..", "5"]);
        let parts = self.of(&["", "", "equal ", "unequal "]);
        match (heaps, self.below(3)) {
            ("", _) => format!("take {amounts}"),
            ("0", _) => format!("take {amounts} leaving 0 heaps"),
            ("1" | "0..", 0) => format!("split into 2 {parts}heaps"),
            (heaps, 0) => format!("split into {heaps} {parts}heaps"),
            (heaps, _) => format!("take {amounts} leaving {heaps} {parts}heaps"),
        }
    }

    fn clause(&mut self, kinds: &[(&str, usize)], own: usize) -> String {
        let (kind, arity) = kinds[own];
        let mut names = NAMES[..arity].to_vec();
        let head = if kind.is_empty() { "a".to_owned() } else { format!("{kind}({})", names.join(", ")) };
        let mut steps = String::new();
        for name in &["k", "m", "n"][..[0, 1, 1, 1, 2, 3][self.below(6) as usize]] {
            let high = self.bound(&names);
            match self.below(8) {
                0 => steps += &format!(" for {name} in {{{}, {high}}}", self.below(3)),
                1 => steps += &format!(" for {name} = {high}"),
                2 if *name == "k" => {
                    steps += &format!(" for k + h = {high}");
                    names.push("h");
                }
                3 if *name == "k" => {
                    steps += &format!(" for k + h + i = {high}");
                    names.extend(["h", "i"]);
                }
                _ => steps += &format!(" for {name} in {}..{high}", self.of(&["0", "1", "1", "2", "a/2", "-1"])),
            }
            names.push(name);
            if self.below(3) == 0 {
                steps += &format!(" where {}", self.condition(&names, 2));
            }
        }
        if steps.is_empty() && self.below(2) == 0 {
            steps = format!(" where {}", self.condition(&names, 2));
        }
        let many = 1 + self.below(5) / 3;
        let heaps: Vec<String> = (0..many)
            .map(|_| {
                let (kind, arity) = kinds[self.below(kinds.len() as u64) as usize];
                if kind.is_empty() && self.below(4) == 0 {
                    return self.range(&names);
                }
                let count = match self.below(10) {
                    0 => format!("{} of ", self.below(4)),
                    1 => format!("({}) of ", self.expr(&names, 1)),
                    _ => String::new(),
                };
                let sizes: Vec<String> = (0..arity).map(|at| self.size(NAMES[at], &names)).collect();
                format!("{count}{kind}({})", sizes.join(", "))
            })
            .collect();
        format!("{head} -> {}{steps}", heaps.join(" + "))
    }

    /// All heaps of a range, most often in the form that the evaluator knows.
    fn range(&mut self, names: &[&str]) -> String {
        let low = match self.below(3) {
            0 => self.of(&["0", "1", "-1", "a/2"]).to_owned(),
            1 => self.of(names).to_owned(),
            _ => self.expr(names, 1),
        };
        let high = if self.below(2) == 0 { "a - 1".to_owned() } else { self.bound(names) };
        match self.below(10) {
            0 => format!("heaps(z - 1 for z in {low}..{high})"),
            1 => format!("heaps(z for z in {low}..{high} where z % 2 = 0)"),
            2 => format!("heaps(z for z in {low}..{high} or 1)"),
            _ => format!("heaps(z for z in {low}..{high})"),
        }
    }

    /// The end of a loop: not so large that the plain meaning takes long.
    fn bound(&mut self, names: &[&str]) -> String {
        let (name, other) = (self.of(names).to_owned(), self.of(names));
        match self.below(8) {
            0 => format!("{name}/2"),
            1 => format!("{name} - 1"),
            2 => format!("min({name}, {other})"),
            3 => format!("({name} + {other})/2"),
            4 => format!("{name} - {other}"),
            5 => self.below(5).to_string(),
            _ => name,
        }
    }

    fn size(&mut self, own: &str, names: &[&str]) -> String {
        let own = if names.contains(&own) { own } else { "a" };
        let last = names[names.len() - 1];
        match self.below(6) {
            0 => own.to_owned(),
            1 => format!("{own} - 1"),
            2 if names.len() > 1 => format!("{own} - {last}"),
            3 if names.len() > 1 => format!("min({own}, {last})"),
            4 => last.to_owned(),
            _ => self.expr(names, 2),
        }
    }

    fn expr(&mut self, names: &[&str], depth: u64) -> String {
        if depth == 0 || self.below(3) == 0 {
            return match self.below(4) {
                0 => self.below(5).to_string(),
                _ => self.of(names).to_owned(),
            };
        }
        let (left, right) = (self.expr(names, depth - 1), self.expr(names, depth - 1));
        match self.below(20) {
            0 => format!("({left} + {right})"),
            1..=3 => format!("({left} - {right})"),
            4 => format!("({left} * {right})"),
            5 | 6 => format!("({left} / {right})"),
            7 => format!("({left} % {right})"),
            8 => format!("({left})^{}", self.below(4)),
            9 => format!("min({left}, {right})"),
            10 => format!("max({left}, {right}, 1)"),
            11 | 12 => format!("gcd({left}, {right})"),
            13 => format!("sqrt({left})"),
            14 => format!("prime({left})"),
            15 => format!("xor({left}, {right})"),
            16 | 17 => format!("bitand({left}, {right})"),
            18 => format!("bitor({left}, {right}, -1)"),
            _ => format!("sum(j for j in 0..{left})"),
        }
    }

    fn condition(&mut self, names: &[&str], depth: u64) -> String {
        let inner = depth.saturating_sub(1);
        let last = names[names.len() - 1];
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 if names.len() > 1 => match self.below(6) {
                0 => format!("{last}*{last} <= a"),
                1 => format!("{last}^{} < a + {}", self.below(5), self.below(40)),
                2 => format!("a - {last}*({last} + 1)/2 >= {}", self.below(9)),
                3 => format!("{}*{last} + {} = a", self.below(4), self.below(4)),
                _ => format!("{} % {last} = 0", self.expr(names, 1)),
            },
            0..=3 => {
                let sign = self.of(&["=", "!=", "<", "<=", ">", ">="]);
                format!("{} {sign} {}", self.expr(names, 1), self.expr(names, 1))
            }
            4 => format!("not ({})", self.condition(names, inner)),
            5 => format!("({}) and ({})", self.condition(names, inner), self.condition(names, inner)),
            6 => format!("({}) or ({})", self.condition(names, inner), self.condition(names, inner)),
            _ => self.expr(names, 2),
        }
    }
}

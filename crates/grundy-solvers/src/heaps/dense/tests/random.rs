//! Random games of heaps: texts put together from the grammar, in the same order every time.

use fastrand::Rng;

pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Rng::with_seed(seed))
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    fn of(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len() as u64) as usize].to_owned()
    }

    /// A game and a position of it. The text may be no game.
    pub fn game(&mut self) -> (String, String) {
        match self.below(11) {
            10 => {
                let (rest, step) = (self.of(&["a", "(a-1)", "(a-2)", "(a+1)", "(a+3)"]), self.below(2));
                let (low, high) = (self.of(&["0", "1", "1", "2", "3"]), self.of(&["a", "a/3", "a/4", "(a-3)/3", "5"]));
                let other = self.arrow(&["a"], &[("", 1)]);
                let triples = format!(
                    "a -> b + c + ({rest}-b-c) for b in {low}..{high} for c in b+{step}..({rest}-b-{step})/2, {other}"
                );
                (triples, self.heaps())
            }
            0 | 1 => {
                let moves: Vec<String> = (0..=self.below(2)).map(|_| self.sentence()).collect();
                (format!("heap: {}", moves.join(", ")), self.heaps())
            }
            2..=4 => {
                let arrows: Vec<String> = (0..=self.below(2)).map(|_| self.arrow(&["a"], &[("", 1)])).collect();
                (arrows.join(", "), self.heaps())
            }
            _ => self.typed(),
        }
    }

    fn heaps(&mut self) -> String {
        let sizes: Vec<String> = (0..=self.below(2)).map(|_| self.below(36).to_string()).collect();
        sizes.join(" + ")
    }

    fn typed(&mut self) -> (String, String) {
        let names = ["a", "b", "c"];
        let kinds: Vec<(&str, usize)> = match self.below(8) {
            0..=3 => vec![("A", 2)],
            4 => vec![("A", 3)],
            5 => vec![("A", 1), ("B", 1)],
            6 => vec![("A", 2), ("B", 2)],
            _ => vec![("A", 2), ("B", 1)],
        };
        let mut clauses = Vec::new();
        for &(kind, arity) in &kinds {
            for _ in 0..=self.below(2) {
                let head = format!("{kind}({})", names[..arity].join(", "));
                let body = self.arrow(&names[..arity], &kinds);
                clauses.push(format!("{head}{}", body.strip_prefix('a').unwrap_or(&body)));
            }
        }
        let most = if kinds[0].1 == 3 { 5 } else { 9 };
        let heaps: Vec<String> = (0..=self.below(2))
            .map(|_| {
                let (kind, arity) = kinds[self.below(kinds.len() as u64) as usize];
                let sizes: Vec<String> = (0..arity).map(|_| self.below(most).to_string()).collect();
                format!("{kind}({})", sizes.join(", "))
            })
            .collect();
        (clauses.join(", "), heaps.join(" + "))
    }

    fn sentence(&mut self) -> String {
        match self.below(6) {
            0 => {
                let digits: String = (0..=self.below(3)).map(|_| self.of(&["0", "1", "2", "3", "5", "7"])).collect();
                format!("octal {}.{digits}", self.of(&["0", "4"]))
            }
            1 => format!(
                "split into {} {}heaps",
                self.of(&["2", "3", "2..3", "4"]),
                self.of(&["", "unequal ", "equal "])
            ),
            _ => {
                let amounts = self.of(&[
                    "any",
                    "odd",
                    "even",
                    "prime",
                    "square",
                    "1..3",
                    "{1, 4}",
                    "3..",
                    "any but {2, 5}",
                    "odd but 3",
                    "even but {4}",
                    "prime but {3}",
                    "2 or 5..8",
                    "any but 3..6",
                ]);
                let leaving = self.of(&[
                    "",
                    "0 heaps",
                    "1 heap",
                    "0..2",
                    "1..2",
                    "2",
                    "2..3 unequal",
                    "3",
                    "2 equal",
                    "0..3 equal",
                    "2 unequal",
                ]);
                match leaving.as_str() {
                    "" => format!("take {amounts}"),
                    leaving if leaving.contains("heap") => format!("take {amounts} leaving {leaving}"),
                    leaving => format!("take {amounts} leaving {leaving} heaps"),
                }
            }
        }
    }

    /// `a -> ..`, with these sizes and kinds.
    fn arrow(&mut self, sizes: &[&str], kinds: &[(&str, usize)]) -> String {
        let two = sizes.len() > 1;
        let low = self.of(&["0", "1", "1", "2", "a/3", "1"]);
        let high = if two {
            self.of(&["a", "a-1", "b", "b-1", "min(a, b)", "a/2", "a+b-1", "2", "max(a, b)", "min(a, 2b)"])
        } else {
            self.of(&["a", "a-1", "a/2", "3", "a-2", "(a-1)/2", "sqrt(a)"])
        };
        let mut steps = match self.below(10) {
            0 => String::new(),
            1 => format!(" for k + m = {}", self.of(&["a", "a - 1", "a - 2", "a/2"])),
            2 => format!(" for k in {low}..{high} for m in {}", self.of(&["0..k", "1..2", "k..a-1", "0..a-k-1"])),
            3 => format!(" for k in {{1, {high}, 3..4}}"),
            _ => format!(" for k in {low}..{high}"),
        };
        let (has_k, has_m) = (!steps.is_empty(), steps.contains(" m "));
        if self.below(3) == 0 {
            let guard = match (has_k, two) {
                (false, _) => self.of(&["a > 1", "a % 3 != 0", "prime(a)", "a/(a-2) = 1"]),
                (true, false) => self.of(&[
                    "gcd(a, k) = 1",
                    "a % k = 0",
                    "(a - 3) % k = 0 and k*k <= a",
                    "k^7 <= a",
                    "k*(k + 1)/2 < a and a/k > 1",
                    "2k + 1 = a or k > 3",
                    "3k - 2 = a - k",
                    "k % 2 = 1",
                    "a > 3",
                    "prime(k)",
                    "k*k < a",
                    "gcd(a - k, 6) = 1",
                    "not k = 2",
                    "a % k = 0",
                    "k^2 != a and k > 0",
                    "sqrt(a - k) > 1",
                    "bitand(a, k) = k",
                    "xor(a, k, 5) < a",
                    "a % (k - 3) = 0",
                    "max(k, 3) < a - k",
                ]),
                (true, true) => self.of(&[
                    "gcd(a, k) = 1",
                    "k % 2 = 1",
                    "a > b",
                    "k < b or prime(k)",
                    "not k = 2",
                    "b > 0 and k % b = 0",
                    "a >= b",
                    "k != b",
                    "b / k > 0",
                    "gcd(b, k - 1) < 3",
                    "k <= b and k != 1",
                ]),
            };
            steps.push_str(&format!(" where {guard}"));
        }
        let many = if self.below(3) == 0 { 2 } else { 1 };
        let heaps: Vec<String> = (0..many).map(|_| self.heap(sizes, kinds, has_k, has_m)).collect();
        format!("a -> {}{steps}", heaps.join(" + "))
    }

    /// All heaps of a range, most often in a form that is compiled.
    fn range(&mut self, has_k: bool, has_m: bool) -> String {
        let low = match (has_k, has_m) {
            (_, true) => self.of(&["k", "m", "k+m", "k-m", "max(k, m)"]),
            (true, _) => self.of(&["k", "a-k", "1", "2k-3", "k/2", "k-1"]),
            _ => self.of(&["0", "1", "a/2", "a-3", "sqrt(a)"]),
        };
        let high = match has_k {
            true => self.of(&["a-1", "a-1", "a-k", "k", "min(k, a-1)", "a/2", "k-1"]),
            false => self.of(&["a-1", "a-2", "a/2", "2"]),
        };
        match self.below(8) {
            0 => format!("heaps((z/2) for z in {low}..{high})"),
            1 => format!("heaps(z for z in {low}..{high} where z % 3 = 1)"),
            _ => format!("heaps(z for z in {low}..{high})"),
        }
    }

    fn heap(&mut self, sizes: &[&str], kinds: &[(&str, usize)], has_k: bool, has_m: bool) -> String {
        let (kind, arity) = kinds[self.below(kinds.len() as u64) as usize];
        if kind.is_empty() && self.below(5) == 0 {
            return self.range(has_k, has_m);
        }
        let first = match (has_k, has_m) {
            (_, true) => self.of(&["k", "m", "a-k-1", "a-k", "min(k, m)", "a-m-1"]),
            (true, _) => self.of(&[
                "a-k",
                "a-1",
                "a-2k",
                "k",
                "min(a-1, k)",
                "max(a-k, 0)",
                "a-k-1",
                "a-k",
                "a/2",
                "a-k",
                "k-1",
                "a-k*k",
            ]),
            _ => self.of(&["a-1", "a-2", "a/2", "a/3", "a-1", "sqrt(a)", "min(a-1, 3)", "bitand(a, a-1)"]),
        };
        let mut all = vec![first];
        for _ in 1..arity {
            let own = match (sizes.len() > 1, has_k) {
                (true, true) => self.of(&[
                    "b",
                    "b-k",
                    "k",
                    "min(b, k)",
                    "2k",
                    "b-1",
                    "b/2",
                    "max(b-2, k)",
                    "b-k+1",
                    "b",
                    "gcd(b, k)",
                    "a-k",
                    "min(b, a-k)",
                    "min(sqrt(b), k)",
                    "xor(b, k)",
                    "xor(a, b, k)",
                    "bitand(b, -k)",
                    "bitor(b, k) - 1",
                ]),
                (true, false) => self.of(&["b", "b-1", "b/2", "b+1", "a", "a-1", "min(a, b)"]),
                (false, true) => self.of(&["k", "a-k", "1", "2k"]),
                (false, false) => self.of(&["a", "2", "a-1"]),
            };
            all.push(own);
        }
        let count = match self.below(8) {
            0 => self.of(&["2 of ", "3 of ", "0 of "]),
            1 if has_k => self.of(&["k of ", "(k - 2) of "]),
            _ => String::new(),
        };
        format!("{count}{kind}({})", all.join(", "))
    }
}

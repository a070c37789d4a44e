//! The edges of a text, and its names of vertices, numbered as they come.
//!
//! Names of large graphs are nearly always the numbers from 0, so the place of a number is looked
//! up in a table, and only other names are hashed: a few nanoseconds a name. No table is longer
//! than its text.

use std::collections::{HashMap, HashSet};

use crate::{Graph, Labels, Map};

/// Numbers by name.
pub(crate) struct Index {
    /// By the number that is the name.
    table: Vec<Option<u32>>,
    /// No longer table is made.
    longest: usize,
    /// The numbers of all other names.
    words: HashMap<String, u32>,
}

impl Index {
    /// An index without names, for a text of so many bytes.
    pub fn of(bytes: usize) -> Index {
        // A list of edges has four bytes and more for each vertex.
        Index { table: Vec::new(), longest: bytes / 4, words: HashMap::new() }
    }

    /// Returns the number of a name.
    pub fn get(&self, name: &str) -> Option<u32> {
        match self.place(name) {
            Some(place) => self.table.get(place).copied().flatten(),
            None => self.words.get(name).copied(),
        }
    }

    /// Returns the number of a name, which is `next` if the name is new.
    pub fn number(&mut self, name: &str, next: u32) -> u32 {
        let Some(place) = self.place(name) else {
            if let Some(&known) = self.words.get(name) {
                return known;
            }
            self.words.insert(name.to_owned(), next);
            return next;
        };
        if place >= self.table.len() {
            self.table.resize(place + 1, None);
        }
        *self.table[place].get_or_insert(next)
    }

    /// Returns where a name is in the table: a number as it is printed, which is not too large.
    fn place(&self, name: &str) -> Option<usize> {
        let digits = name.as_bytes();
        let printed = match digits {
            [] => false,
            [b'0', rest @ ..] => rest.is_empty(),
            _ => digits.len() < 10,
        };
        let mut number = 0;
        for &sign in if printed { digits } else { &[] } {
            let digit = Some(sign.wrapping_sub(b'0')).filter(|&digit| digit < 10)?;
            number = 10 * number + usize::from(digit);
        }
        (printed && number < self.longest).then_some(number)
    }

    /// Returns the names that are numbers of the table, ascending, with their places.
    fn small(&self) -> impl Iterator<Item = (usize, u32)> {
        self.table.iter().enumerate().filter_map(|(name, number)| Some((name, (*number)?)))
    }
}

/// The edges of a text, with the names of its vertices.
pub(crate) struct EdgeNames {
    /// The number of each name.
    index: Index,
    /// How many names there are.
    count: u32,
    /// The edges between numbers, in their order, with loops and repeats.
    edges: Vec<(u32, u32)>,
}

/// The vertices and edges of a text in the order of [`EdgeNames::ordered`].
pub(crate) struct Ordered {
    /// The number of vertices.
    pub count: u32,
    /// `None` if the name of each vertex is its number.
    pub names: Option<Labels>,
    /// The edges between places.
    pub edges: Vec<(u32, u32)>,
}

impl EdgeNames {
    /// No vertices yet, of a text of so many bytes.
    pub fn of(bytes: usize) -> EdgeNames {
        EdgeNames { index: Index::of(bytes), count: 0, edges: Vec::new() }
    }

    /// Returns the number of vertices.
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// Returns the edges in their order, with loops and repeats.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// Returns the number of a name, which may be new.
    fn number(&mut self, name: &str) -> u32 {
        let number = self.index.number(name, self.count);
        self.count += u32::from(number == self.count);
        number
    }

    /// Adds an edge between two names.
    pub fn edge(&mut self, from: &str, to: &str) {
        let edge = (self.number(from), self.number(to));
        self.edges.push(edge);
    }

    /// Adds a vertex.
    pub fn vertex(&mut self, name: &str) {
        self.number(name);
    }

    /// Adds an edge, or a vertex.
    pub fn add(&mut self, ends: &[&str]) {
        match *ends {
            [from, to] => self.edge(from, to),
            [name] => self.vertex(name),
            _ => {}
        }
    }

    /// Returns the graph with the names of its vertices, in the order of [`EdgeNames::ordered`].
    pub fn graph(self, directed: bool) -> Graph {
        let Ordered { count, names, edges } = self.ordered();
        let graph = if directed { Graph::directed(count, edges) } else { Graph::of(count, edges) };
        match names {
            Some(names) => graph.named(names.iter()),
            None => graph,
        }
    }

    /// Returns the vertex of the first loop.
    pub fn looped(&self) -> Option<String> {
        self.edges.iter().find(|(a, b)| a == b).map(|&(a, _)| self.name(a))
    }

    /// Returns the ends of the first edge that repeats an earlier one.
    pub fn repeated(&self, one_way: bool) -> Option<String> {
        let mut seen = HashSet::new();
        let key = |&(a, b): &(u32, u32)| if one_way { (a, b) } else { (a.min(b), a.max(b)) };
        let twice = self.edges.iter().find(|edge| !seen.insert(key(edge)));
        twice.map(|&(a, b)| format!("{} and {}", self.name(a), self.name(b)))
    }

    /// Returns a name, by looking at all of them.
    fn name(&self, number: u32) -> String {
        let small = || self.index.small().find(|(_, own)| *own == number).map(|(name, _)| name.to_string());
        let word = || self.index.words.iter().find(|(_, own)| **own == number).map(|(name, _)| name.clone());
        small().or_else(word).unwrap_or_default()
    }

    /// Returns the graph with the names of its vertices, in the order of [`EdgeNames::ordered`].
    /// Edges that join a vertex to itself are in it: whoever has none refuses them before.
    pub fn map(self, one_way: bool) -> Map {
        let Ordered { count, names, edges } = self.ordered();
        if one_way {
            Map::directed(Graph::directed(count, edges), names)
        } else {
            let edges = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b)));
            Map::of(Graph::directed(count, edges), names)
        }
    }

    /// Returns the names, numbers in their order and then words in theirs, and the edges between
    /// the places of the names. So a printed graph reads back as the same one.
    pub fn ordered(self) -> Ordered {
        let mut place = vec![0; self.count()];
        let is_printed = self.index.words.is_empty() && self.index.table.len() == self.count();
        let names = if is_printed {
            self.index.small().for_each(|(name, number)| place[number as usize] = name as u32);
            None
        } else {
            let mut words: Vec<(Result<u64, ()>, String, u32)> = self.index.words.into_iter().map(word).collect();
            words.sort_unstable();
            let mut words = words.into_iter().peekable();
            let mut names = Labels::default();
            let small = self.index.table.iter().enumerate().filter_map(|(name, number)| Some((name, (*number)?)));
            for (small, number) in small {
                let key = Ok(small as u64);
                let is_before =
                    |value: &Result<u64, ()>, word: &str| *value < key || *value == key && *word < *small.to_string();
                while let Some((_, word, number)) = words.next_if(|(value, word, _)| is_before(value, word)) {
                    place[number as usize] = names.len() as u32;
                    names.push(&word);
                }
                place[number as usize] = names.len() as u32;
                names.push_number(small as u64);
            }
            for (_, word, number) in words {
                place[number as usize] = names.len() as u32;
                names.push(&word);
            }
            Some(names)
        };
        let edges = self.edges.iter().map(|&(a, b)| (place[a as usize], place[b as usize])).collect();
        Ordered { count: self.count, names, edges }
    }
}

/// A name that is not in the table, after the number that it is, if it is one.
fn word((name, number): (String, u32)) -> (Result<u64, ()>, String, u32) {
    (name.parse().map_err(drop), name, number)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The plain meaning of [`EdgeNames::ordered`].
    fn plain(edges: &[[String; 2]]) -> (Vec<String>, Vec<(u32, u32)>) {
        let names: BTreeMap<(Result<u64, ()>, &str), ()> =
            edges.iter().flatten().map(|name| ((name.parse::<u64>().map_err(drop), name.as_str()), ())).collect();
        let names: Vec<&str> = names.into_keys().map(|(_, name)| name).collect();
        let place = |name: &String| names.iter().position(|known| known == name).unwrap() as u32;
        (names.iter().map(ToString::to_string).collect(), edges.iter().map(|[a, b]| (place(a), place(b))).collect())
    }

    #[test]
    fn names_are_numbered_and_ordered_as_in_a_sorted_list() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut below = |end: usize| random.usize(..end);
        let mut bare = 0;
        for round in 0..2_000 {
            let kinds = if round % 2 == 0 { 1 } else { 6 };
            let mut name = || match below(kinds) {
                0 => below(6).to_string(),
                1 => format!("0{}", below(4)),
                2 => ["out", "a", "b2", "_", "é"][below(5)].to_owned(),
                3 => ["4294967296", "18446744073709551615", "18446744073709551616", "99999999999999999999"][below(4)]
                    .to_owned(),
                4 => (90 + below(20)).to_string(),
                _ => "00".to_owned(),
            };
            let edges: Vec<[String; 2]> = (0..round % 40).map(|_| [name(), name()]).collect();
            let mut names = EdgeNames::of(4 * below(120));
            edges.iter().for_each(|[a, b]| names.edge(a, b));
            let looped = edges.iter().find(|[a, b]| a == b).map(|[a, _]| a.clone());
            assert_eq!(names.looped(), looped);
            let twice = |one_way: bool| {
                let is = |a: &[String; 2], b: &[String; 2]| a == b || !one_way && a[0] == b[1] && a[1] == b[0];
                let found = (0..edges.len()).find(|&at| edges[..at].iter().any(|other| is(other, &edges[at])));
                found.map(|at| format!("{} and {}", edges[at][0], edges[at][1]))
            };
            assert_eq!([names.repeated(true), names.repeated(false)], [twice(true), twice(false)]);
            let (wanted, ends) = plain(&edges);
            let found = names.ordered();
            assert_eq!((found.count as usize, &found.edges), (wanted.len(), &ends));
            bare += usize::from(found.names.is_none() && !wanted.is_empty());
            let found = found.names.unwrap_or_else(|| Labels::numbers(found.count));
            assert_eq!(found.iter().collect::<Vec<_>>(), wanted);
        }
        assert!(bare > 100, "{bare}");
    }
}

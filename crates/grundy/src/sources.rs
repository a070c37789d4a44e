//! The sources of an answer, in one table, and as BibTeX.
//!
//! An answer rests on claims, and a claim on theorems; [`cited`] lists the sources of the theorems
//! that the claims of an answer use. What the manual proves itself has no source here.
//!
//! *Example.* `grundy cite kayles 5` prints the source of the game and, if the answer rests on a
//! period, the entry for the octal periodicity theorem.
//!
//! ```text
//! $ grundy cite kayles 5
//! % Sources of the theorems used for octal 0.77 at 5.
//!
//! % For values of positions and of their sums.
//! @article{sprague1935,
//!   author = {Sprague, Roland P.},
//!   ..
//! ```

use std::fmt::Write;

use grundy_cert::{Claim, Theorem};
use grundy_games::Convention;

use crate::{
    error::Error,
    proof::{AutomatonQuery, has_automaton},
    prove::ProofQuery,
    request,
    run::Run,
    solve::Wanted,
    solved::{Status, UNCHECKED},
};

/// A period is sought among the heaps up to this one for a citation.
const MOST_HEAPS: u64 = 10_000;

/// An automaton is sought for words up to this length for a citation.
const MOST_LETTERS: u64 = 40;

/// A publication.
///
/// Sources are constants; [`SOURCES`] lists all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The key, such as `guysmith1956`.
    pub key: &'static str,
    /// The BibTeX type of the entry.
    pub kind: &'static str,
    /// The fields of the entry in BibTeX, in their order; `author`, `title` and `year` are among
    /// them.
    pub fields: &'static [(&'static str, &'static str)],
}

/// A source with what it is cited for.
///
/// ```text
/// guysmith1956   for the octal periodicity theorem
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The source.
    pub source: &'static Source,
    /// What of the answer rests on it, as a noun.
    pub purpose: &'static str,
}

/// The sources of an answer.
///
/// `grundy cite` prints it; [`Source::bibtex`] writes each source as an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The game, with the position if the answer is about one.
    pub subject: String,
    /// The source of the game, if it is a named one.
    pub reference: Option<&'static str>,
    /// The sources of the theorems that the answer rests on.
    pub sources: Vec<Cited>,
    /// Whether the checker has verified the answer.
    pub status: Status,
}

const ARTICLE: &str = "article";
const BOOK: &str = "book";

/// The sources, sorted by key.
///
/// Keys are unique: the first author and the year, with a letter where needed.
pub const SOURCES: &[Source] = &[
    Source {
        key: "berge1958",
        kind: ARTICLE,
        fields: &[
            ("author", "Berge, Claude"),
            ("title", "Sur le couplage maximum d'un graphe"),
            ("journal", "C. R. Acad. Sci. Paris"),
            ("volume", "247"),
            ("pages", "258--259"),
            ("year", "1958"),
        ],
    },
    Source {
        key: "bouton1901",
        kind: ARTICLE,
        fields: &[
            ("author", "Bouton, Charles L."),
            ("title", "Nim, a game with a complete mathematical theory"),
            ("journal", "Ann. of Math. (2)"),
            ("volume", "3"),
            ("pages", "35--39"),
            ("year", "1901"),
        ],
    },
    Source {
        key: "buchi1960",
        kind: ARTICLE,
        fields: &[
            ("author", "B{\\\"u}chi, J. Richard"),
            ("title", "Weak second-order arithmetic and finite automata"),
            ("journal", "Z. Math. Logik Grundlagen Math."),
            ("volume", "6"),
            ("pages", "66--92"),
            ("year", "1960"),
        ],
    },
    Source {
        key: "conway1976",
        kind: BOOK,
        fields: &[
            ("author", "Conway, John H."),
            ("title", "On Numbers and Games"),
            ("publisher", "Academic Press"),
            ("year", "1976"),
        ],
    },
    Source {
        key: "fraenkel1993",
        kind: ARTICLE,
        fields: &[
            ("author", "Fraenkel, Aviezri S. and Scheinerman, Edward R. and Ullman, Daniel"),
            ("title", "Undirected edge geography"),
            ("journal", "Theoret. Comput. Sci."),
            ("volume", "112"),
            ("pages", "371--381"),
            ("year", "1993"),
        ],
    },
    Source {
        key: "golomb1966",
        kind: ARTICLE,
        fields: &[
            ("author", "Golomb, Solomon W."),
            ("title", "A mathematical investigation of games of ``take-away''"),
            ("journal", "J. Combin. Theory"),
            ("volume", "1"),
            ("pages", "443--458"),
            ("year", "1966"),
        ],
    },
    Source {
        key: "grundy1939",
        kind: ARTICLE,
        fields: &[
            ("author", "Grundy, Patrick M."),
            ("title", "Mathematics and games"),
            ("journal", "Eureka"),
            ("volume", "2"),
            ("pages", "6--8"),
            ("year", "1939"),
        ],
    },
    Source {
        key: "guysmith1956",
        kind: ARTICLE,
        fields: &[
            ("author", "Guy, Richard K. and Smith, Cedric A. B."),
            ("title", "The {G}-values of various games"),
            ("journal", "Proc. Cambridge Philos. Soc."),
            ("volume", "52"),
            ("pages", "514--526"),
            ("year", "1956"),
            ("doi", "10.1017/S0305004100031509"),
        ],
    },
    Source {
        key: "levine2006",
        kind: ARTICLE,
        fields: &[
            ("author", "Levine, Lionel"),
            ("title", "Fractal sequences and restricted {Nim}"),
            ("journal", "Ars Combin."),
            ("volume", "80"),
            ("pages", "113--127"),
            ("year", "2006"),
            ("note", "arXiv:math/0409408"),
        ],
    },
    Source {
        key: "morrison2012",
        kind: ARTICLE,
        fields: &[
            ("author", "Morrison, Rebecca E. and Friedman, Eric J. and Landsberg, Adam S."),
            ("title", "Combinatorial games with a pass: a dynamical systems approach"),
            ("journal", "Chaos"),
            ("volume", "22"),
            ("pages", "043108"),
            ("year", "2012"),
            ("note", "arXiv:1204.3222"),
        ],
    },
    Source {
        key: "plambeck2005",
        kind: ARTICLE,
        fields: &[
            ("author", "Plambeck, Thane E."),
            ("title", "Taming the wild in impartial combinatorial games"),
            ("journal", "Integers"),
            ("volume", "5"),
            ("pages", "G05"),
            ("year", "2005"),
        ],
    },
    Source {
        key: "plambecksiegel2008",
        kind: ARTICLE,
        fields: &[
            ("author", "Plambeck, Thane E. and Siegel, Aaron N."),
            ("title", "Mis{\\`e}re quotients for impartial games"),
            ("journal", "J. Combin. Theory Ser. A"),
            ("volume", "115"),
            ("pages", "593--622"),
            ("year", "2008"),
        ],
    },
    Source {
        key: "siegel2013",
        kind: BOOK,
        fields: &[
            ("author", "Siegel, Aaron N."),
            ("title", "Combinatorial Game Theory"),
            ("series", "Graduate Studies in Mathematics"),
            ("volume", "146"),
            ("publisher", "American Mathematical Society"),
            ("year", "2013"),
        ],
    },
    Source {
        key: "sprague1935",
        kind: ARTICLE,
        fields: &[
            ("author", "Sprague, Roland P."),
            ("title", "{\\\"U}ber mathematische {Kampfspiele}"),
            ("journal", "T{\\^o}hoku Math. J."),
            ("volume", "41"),
            ("pages", "438--444"),
            ("year", "1935"),
        ],
    },
    Source {
        key: "tutte1947",
        kind: ARTICLE,
        fields: &[
            ("author", "Tutte, William T."),
            ("title", "The factorization of linear graphs"),
            ("journal", "J. London Math. Soc."),
            ("volume", "22"),
            ("pages", "107--111"),
            ("year", "1947"),
        ],
    },
    Source {
        key: "whinihan1963",
        kind: ARTICLE,
        fields: &[
            ("author", "Whinihan, Michael J."),
            ("title", "Fibonacci {Nim}"),
            ("journal", "Fibonacci Quart."),
            ("volume", "1"),
            ("pages", "9--13"),
            ("year", "1963"),
        ],
    },
    Source {
        key: "winningways",
        kind: BOOK,
        fields: &[
            ("author", "Berlekamp, Elwyn R. and Conway, John H. and Guy, Richard K."),
            ("title", "Winning Ways for Your Mathematical Plays"),
            ("edition", "2nd"),
            ("publisher", "A K Peters"),
            ("year", "2001--2004"),
        ],
    },
    Source {
        key: "wythoff1907",
        kind: ARTICLE,
        fields: &[
            ("author", "Wythoff, Willem A."),
            ("title", "A modification of the game of {Nim}"),
            ("journal", "Nieuw Arch. Wisk. (2)"),
            ("volume", "7"),
            ("pages", "199--202"),
            ("year", "1907"),
        ],
    },
];

impl Source {
    /// The source of this key.
    ///
    /// `None` for a key that is not in [`SOURCES`].
    pub fn find(key: &str) -> Option<&'static Source> {
        SOURCES.iter().find(|source| source.key == key)
    }

    /// A field of the entry.
    ///
    /// Names are those of BibTeX, such as `author`.
    pub fn field(&self, name: &str) -> Option<&'static str> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, text)| *text)
    }

    /// The entry in BibTeX.
    ///
    /// ```
    /// let source = grundy::sources::Source::find("grundy1939").unwrap();
    /// assert!(source.bibtex().starts_with("@article{grundy1939,\n"));
    /// assert!(source.bibtex().contains("  author = {Grundy, Patrick M.},\n"));
    /// ```
    pub fn bibtex(&self) -> String {
        let mut text = format!("@{}{{{},\n", self.kind, self.key);
        for (name, value) in self.fields {
            let _ = writeln!(text, "  {name} = {{{value}}},");
        }
        text.push_str("}\n");
        text
    }
}

impl Run {
    /// The sources of the answer about a position or, if the words are a game alone, of the
    /// proof of what holds for every position.
    ///
    /// # Errors
    /// As [`Run::query`] and [`Run::solve`]; for a game alone as [`Run::prove`].
    pub fn cite(&self, words: &[String], misere: bool) -> Result<Citation, Error> {
        let Ok(rules) = self.only_game(words, misere, "a citation is about a game or a position") else {
            let query = self.query(words, misere)?;
            let found = self.find(query, Wanted::default())?;
            let solved = self.settle(found)?;
            let query = &solved.query;
            return Ok(Citation {
                subject: format!("{} at {}", query.game_text(), query.position_text()),
                reference: None,
                sources: cited(query.convention, &solved.solution.claims),
                status: solved.status,
            });
        };
        let words = has_automaton(&rules, false, None)?;
        let to = Some(if words { MOST_LETTERS } else { MOST_HEAPS });
        let automaton = words.then(AutomatonQuery::default);
        let proof = self.prove(&rules, &ProofQuery { to, automaton, ..ProofQuery::default() });
        let proof = proof.map_err(|error| match error {
            Error::Refused(refused) if refused.code == "no-proof" => {
                let help = "write a position after the game: the sources are those of the answer about it";
                Error::refused("no-proof", refused.message, help)
            }
            other => other,
        })?;
        let claims = proof.solution.as_ref().map_or(&[][..], |(_, solution)| &solution.claims[..]);
        Ok(Citation {
            subject: rules.to_string(),
            reference: request::reference_of(&rules),
            sources: cited(rules.convention, claims),
            status: if proof.solution.is_some() { proof.status } else { UNCHECKED },
        })
    }
}

/// The sources of what these claims rest on under this convention, each once.
///
/// ```
/// use grundy::{Convention, Limits, ProofQuery, Run, games, sources::cited};
///
/// let kayles = games::game("kayles")?;
/// let proof = Run::new(Limits::default()).prove(&kayles, &ProofQuery::default())?;
/// let (query, solution) = proof.solution.expect("Kayles is periodic");
/// let keys: Vec<&str> = cited(query.convention, &solution.claims).iter().map(|cited|
/// cited.source.key).collect(); assert_eq!(keys, ["sprague1935", "grundy1939", "guysmith1956"]);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn cited(convention: Convention, claims: &[Claim]) -> Vec<Cited> {
    let mut named: Vec<(&str, &'static str)> = Vec::new();
    if convention == Convention::Normal {
        const SUMS: &str = "values of positions and of their sums";
        named.extend([("sprague1935", SUMS), ("grundy1939", SUMS)]);
    }
    for claim in claims {
        named.extend(of_claim(claim));
    }
    let mut all: Vec<Cited> = Vec::new();
    for (key, purpose) in named {
        if let Some(source) = Source::find(key).filter(|source| all.iter().all(|cited| cited.source != *source)) {
            all.push(Cited { source, purpose });
        }
    }
    all
}

/// The keys of the sources of a claim, each with what it is cited for.
fn of_claim(claim: &Claim) -> Vec<(&'static str, &'static str)> {
    match claim {
        Claim::Period(period) => theorem(period.theorem),
        Claim::Window(_) => theorem(Theorem::StateWindow),
        Claim::ClosedForm(form) => form.sources().to_vec(),
        Claim::Binary(_) => vec![("buchi1960", "formulas about sizes as finite automata")],
        Claim::Quotient(_) => {
            const QUOTIENT: &str = "the mis\u{e8}re quotient";
            vec![("plambeck2005", QUOTIENT), ("plambecksiegel2008", QUOTIENT)]
        }
        Claim::Reduced(reduced) => of_claim(&reduced.claim),
        Claim::Matching(_) => {
            const MAXIMUM: &str = "the size of a maximum matching";
            vec![
                ("fraenkel1993", "a token that visits each vertex once"),
                ("tutte1947", MAXIMUM),
                ("berge1958", MAXIMUM),
            ]
        }
        _ => Vec::new(),
    }
}

/// The sources of a theorem about periods.
fn theorem(theorem: Theorem) -> Vec<(&'static str, &'static str)> {
    match theorem {
        Theorem::GuySmith | Theorem::Parts | Theorem::DistinctParts | Theorem::Kinds => {
            vec![("guysmith1956", "the theorem that a repetition that is long enough goes on for ever")]
        }
        Theorem::Subtraction => vec![("golomb1966", "the period of a finite subtraction set")],
        Theorem::AllBut => vec![("siegel2013", "the period of a set of all numbers but a finite one")],
        Theorem::StateWindow => vec![("winningways", "sparse spaces")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use grundy_cert::closed_form::{self, Nim};

    use super::*;

    #[test]
    fn every_source_is_a_whole_entry() {
        assert!(SOURCES.is_sorted_by_key(|source| source.key));
        for source in SOURCES {
            for field in ["author", "title", "year"] {
                assert!(source.field(field).is_some_and(|text| !text.is_empty()), "{} has no {field}", source.key);
            }
            let own = if source.kind == ARTICLE { &["journal", "volume", "pages"][..] } else { &["publisher"] };
            assert!(own.iter().all(|field| source.field(field).is_some()), "{}", source.key);
            let text = source.bibtex();
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
            assert!(text.is_ascii(), "{text}");
        }
    }

    #[test]
    fn every_theorem_names_a_source_of_the_table() {
        let theorems = [
            Theorem::GuySmith,
            Theorem::Parts,
            Theorem::DistinctParts,
            Theorem::Kinds,
            Theorem::Subtraction,
            Theorem::AllBut,
            Theorem::StateWindow,
        ];
        let known = |sources: Vec<(&str, &str)>| sources.iter().all(|(key, _)| Source::find(key).is_some());
        assert!(theorems.iter().all(|own| !theorem(*own).is_empty() && known(theorem(*own))));
        for form in closed_form::ALL {
            assert!(known(form.sources().to_vec()), "{form:?}");
        }
        let misere = cited(Convention::Misere, &[Claim::ClosedForm(&Nim)]);
        assert_eq!(misere.iter().map(|cited| cited.source.key).collect::<Vec<_>>(), ["bouton1901"]);
    }
}

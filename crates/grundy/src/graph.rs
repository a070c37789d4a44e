//! Graphs of moves whose play need not end: read from a file of moves, labelled, and checked.
//!
//! Such a graph is no game of the language, since nothing makes its play end; so it never reaches
//! the planner.
//!
//! *Method.* A graph without cycles gets its values in one pass backwards. On a graph with cycles
//! each vertex gets a label of Smith: a nimber, or infinity with the nimbers that can be reached
//! from it. The solver is `grundy-solvers/src/graphs/loopy`; the conditions that are checked and
//! their sources are in `grundy-cert/src/loopy.rs`.
//!
//! *Example.* The file with the lines `a,b` `b,a` `a,c` has a vertex `c` without moves. `c` is lost
//! for who must move there; `a` is won by the move to `c`; `b` is lost in two moves, since its only
//! move leads to `a`.
//!
//! *Cost.* Two passes over the file; then each move once, or four times for each value if there are
//! cycles. *Limits:* normal play, a plain file, vertices and moves below 2^32.

use std::{fs::File, num::NonZeroU32, path::Path};

use grundy_cert::{Labels, Verdict, check_remoteness};
use grundy_games::{Convention, Digraph, DigraphFault, Survey};
use grundy_solvers::{Budget, Estimate, graphs::loopy};

use crate::{
    error::{Error, Refused},
    help::{Fix, Help},
    run::Run,
    solve::FAULT,
    solved::{Status, UNCHECKED},
};

/// A graph of moves with the labels of its vertices.
///
/// All lists are by the number of the vertex; [`Digraph`] has the names.
#[derive(Debug)]
pub struct LabelledGraph {
    /// The graph.
    pub graph: Digraph,
    /// The outcome and the value of every vertex.
    pub labels: Labels,
    /// For each vertex one more than the number of moves to the end, if both players hurry or
    /// delay it as they should. `None` in a draw.
    pub remoteness: Vec<Option<NonZeroU32>>,
    /// Whether the checker has verified the labels.
    pub status: Status,
}

/// The size of a graph of moves, and what labelling it costs.
///
/// `grundy plan` prints it for a graph of moves. The estimate assumes that no value is above 2;
/// each further value costs another pass over the edges.
#[derive(Clone, Copy, Debug)]
pub struct GraphPlan {
    /// The number of vertices.
    pub vertices: u32,
    /// The number of moves.
    pub edges: u32,
    /// What the work costs, the graph included. In nanoseconds of one core and bytes.
    pub estimate: Estimate,
}

impl Run {
    /// Reads the words as the vertices of tokens on a graph of moves: `a + b`, `a b`, `3*a`; the
    /// word
    /// `-` is the text of [`Host::piped`](crate::Host::piped).
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no vertex of a name, or no name.
    ///
    /// # Cost
    /// A look-up for each name.
    pub fn tokens(&self, graph: &Digraph, words: &[String]) -> Result<Vec<u32>, Error> {
        /// More tokens than this on one vertex are refused: equal ones cancel in pairs.
        const MOST_COPIES: u64 = 1 << 20;
        let mut at = Vec::new();
        for word in words {
            let piped = if word == "-" { Some(self.surroundings().piped()?) } else { None };
            let word = piped.as_deref().unwrap_or(word).trim();
            let whole = graph.vertex(word).is_some();
            let separators: &[char] = if whole { &[] } else { &['+', ','] };
            for name in word.split(separators).map(str::trim).filter(|name| !name.is_empty()) {
                if let Some(vertex) = graph.vertex(name) {
                    at.push(vertex);
                    continue;
                }
                for name in name.split_whitespace() {
                    let copies = name.split_once('*').and_then(|(many, name)| Some((many.parse::<u64>().ok()?, name)));
                    let (many, name) = copies.unwrap_or((1, name));
                    if many > MOST_COPIES {
                        let message = format!("more than {MOST_COPIES} tokens on one vertex");
                        return Err(Error::usage(name, message, "tokens of finite value cancel in pairs: write fewer"));
                    }
                    let Some(vertex) = graph.vertex(name.trim()) else {
                        let help = Help::from("write the names as in the file; ") + Fix::verb("table") + " lists them";
                        return Err(Error::usage(name, format!("the graph has no vertex {name}"), help));
                    };
                    at.extend(std::iter::repeat_n(vertex, many as usize));
                }
            }
        }
        if at.is_empty() {
            return Err(Error::refused("usage", "the position is missing", "write the vertices with a token: a + b"));
        }
        Ok(at)
    }

    /// Reads a graph from a file of moves, labels all of its vertices, and checks the labels.
    ///
    /// The check recomputes what a labelling must satisfy at every vertex, and the remoteness, from
    /// the moves alone.
    ///
    /// # Errors
    /// [`Error::Refused`] with the line that is wrong, or a limit. Memory is refused before the
    /// work begins.
    pub fn graph(&self, path: &Path, convention: Convention) -> Result<LabelledGraph, Error> {
        let shown = self.begin(None);
        let mut budget = self.watched();
        let survey = survey(path, convention, &mut budget)?;
        let work = loopy::estimate(survey.vertices(), survey.edges()).bytes as u64;
        budget.hold(survey.bytes().saturating_add(work))?;
        budget.release(work);
        let mut stopped = None;
        let graph = survey.fill(|| File::open(path), &mut || {
            stopped = budget.poll().err();
            stopped.is_none()
        });
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        let graph = graph.map_err(|fault| unreadable(path, fault))?;
        let labels = loopy::labels(&graph, &mut budget)?;
        let remoteness = loopy::remoteness(&graph, &labels, &mut budget)?;
        drop(shown);
        let status = self.check_labels(path, &graph, &labels, &remoteness)?;
        Ok(LabelledGraph { graph, labels, remoteness, status })
    }

    /// The status of labels and remoteness, whose check takes all the time that is left.
    fn check_labels(
        &self,
        path: &Path,
        graph: &Digraph,
        labels: &Labels,
        remoteness: &[Option<NonZeroU32>],
    ) -> Result<Status, Error> {
        if !self.checks() {
            return Ok(UNCHECKED);
        }
        let ended = self.checking(None, None, |go_on| {
            let verified = labels.check(graph, go_on)? && check_remoteness(graph, labels, remoteness, go_on)?;
            Ok(if verified { Verdict::Verified } else { Verdict::Unverified })
        });
        let subject = format!("{} ({FAULT})", path.display());
        let ended = ended.map_err(|flaw| Error::Check { flaw, subject })?;
        Ok(self.status(&[], ended))
    }

    /// The size of a graph of moves and the cost of [`Run::graph`]. Reads the file once.
    ///
    /// # Errors
    /// As [`Run::graph`].
    pub fn graph_plan(&self, path: &Path, convention: Convention) -> Result<GraphPlan, Error> {
        let survey = survey(path, convention, &mut self.budget())?;
        let (vertices, edges) = (survey.vertices(), survey.edges());
        let mut estimate = loopy::estimate(vertices, edges);
        estimate.bytes += survey.bytes() as f64;
        Ok(GraphPlan { vertices, edges, estimate })
    }
}

/// The first pass over the file: its vertices and the number of its moves. Its memory is held by
/// the budget while it grows.
fn survey(path: &Path, convention: Convention, budget: &mut Budget) -> Result<Survey, Error> {
    if convention == Convention::Misere {
        let message = "no theory gives the outcomes of misère sums on graphs of moves";
        return Err(Error::refused("usage", message, "ask for normal play"));
    }
    let found = std::fs::metadata(path).map_err(|error| Error::file("read", path, error))?;
    if !found.is_file() {
        let message = format!("{} is not a plain file, and a graph of moves is read twice", path.display());
        return Err(Error::refused("usage", message, "write the moves to a file first"));
    }
    let mut stopped = None;
    let mut held = 0;
    let survey = Survey::of(found.len(), || File::open(path), &mut |bytes| {
        let more = bytes.saturating_sub(held);
        held += more;
        stopped = budget.hold(more).and_then(|()| budget.poll()).err();
        stopped.is_none()
    });
    budget.release(held);
    match stopped {
        Some(stopped) => Err(stopped.into()),
        None => survey.map_err(|fault| unreadable(path, fault)),
    }
}

/// The error for a file that is no graph of moves, with its line; the system's error if it cannot
/// be read.
fn unreadable(path: &Path, fault: DigraphFault) -> Error {
    let line = match fault {
        DigraphFault::ReadError(error) => return Error::file("read", path, error),
        DigraphFault::Line(line, _) => usize::try_from(line).ok(),
        _ => None,
    };
    Error::Refused(Box::new(Refused {
        code: "file",
        message: format!("{} is not a graph of moves: {fault}", path.display()),
        help: "write one move a line: from,to".into(),
        line,
        argument: None,
    }))
}

//! Places for the vertices of a graph, such that edges have about the same length.
//!
//! Stress majorization: the distance of every pair of vertices should be that of the graph
//! (E. R. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, 2004). Only sums,
//! products, quotients and square roots, so that every machine finds the same places.

/// Steps of the iteration.
const STEPS: usize = 300;

/// A point of the plane.
pub(super) type Point = (f64, f64);

/// Places in units of an edge, with the least coordinates 0, for the vertices 0, 1, ..
///
/// Cost: `STEPS` times the square of the number of vertices.
///
/// Each step moves one vertex to the weighted mean of where its distances to all others want it.
/// Far pairs weigh less, by the square of their distance. The number of steps is fixed, so equal
/// graphs give equal pictures.
pub(super) fn places(vertices: usize, edges: &[(u32, u32)]) -> Vec<Point> {
    let distances = distances(vertices, edges);
    let mut places: Vec<Point> = (0..vertices).map(|vertex| on_circle(vertex, vertices)).collect();
    for _ in 0..STEPS {
        for vertex in 0..vertices {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            let own = places[vertex];
            for (other, &place) in places.iter().enumerate().filter(|(other, _)| *other != vertex) {
                let wanted = distances[vertex][other];
                let (along, across) = (own.0 - place.0, own.1 - place.1);
                let length = (along * along + across * across).sqrt().max(1e-6);
                let weight = 1.0 / (wanted * wanted);
                x += weight * (place.0 + wanted * along / length);
                y += weight * (place.1 + wanted * across / length);
                weights += weight;
            }
            if weights > 0.0 {
                places[vertex] = (x / weights, y / weights);
            }
        }
    }
    upright(&mut places);
    places
}

/// The number of edges between any two vertices; vertices without a path between them are a little
/// farther apart than any others.
fn distances(vertices: usize, edges: &[(u32, u32)]) -> Vec<Vec<f64>> {
    let mut beside = vec![Vec::new(); vertices];
    for &(a, b) in edges {
        beside[a as usize].push(b as usize);
        beside[b as usize].push(a as usize);
    }
    let from = |start: usize| {
        let mut steps = vec![usize::MAX; vertices];
        steps[start] = 0;
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(vertex) = open.pop_front() {
            for &next in &beside[vertex] {
                if steps[next] == usize::MAX {
                    steps[next] = steps[vertex] + 1;
                    open.push_back(next);
                }
            }
        }
        steps
    };
    let all: Vec<Vec<usize>> = (0..vertices).map(from).collect();
    let longest = all.iter().flatten().filter(|&&steps| steps != usize::MAX).max().copied().unwrap_or(0);
    let length = |steps: usize| if steps == usize::MAX { longest + 1 } else { steps } as f64;
    all.into_iter().map(|row| row.into_iter().map(length).collect()).collect()
}

/// A point of a circle of about the right size, by a rational parameter of a quarter of it. The
/// radius varies a little, since a symmetric figure may be a saddle.
fn on_circle(vertex: usize, vertices: usize) -> Point {
    let turn = 4.0 * vertex as f64 / vertices as f64;
    let quarter = turn.floor();
    let part = turn - quarter;
    let below = 1.0 + part * part;
    let (x, y) = ((1.0 - part * part) / below, 2.0 * part / below);
    let radius = vertices as f64 / 6.0 * (1.0 + 0.01 * (vertex * 7 % 5) as f64);
    let (x, y) = match quarter as u8 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    };
    (radius * x, radius * y)
}

/// Turns the figure, so that its longer axis is level and the first vertex is at the left above.
///
/// A figure that is about as wide as high is not turned: its longer axis would be an accident of
/// rounding.
fn upright(places: &mut [Point]) {
    let count = places.len().max(1) as f64;
    let sum = places.iter().fold((0.0, 0.0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
    let centre = (sum.0 / count, sum.1 / count);
    let (mut level, mut high, mut both) = (0.0, 0.0, 0.0);
    for place in places.iter_mut() {
        *place = (place.0 - centre.0, place.1 - centre.1);
        level += place.0 * place.0;
        high += place.1 * place.1;
        both += place.0 * place.1;
    }
    let root = ((level - high) * (level - high) + 4.0 * both * both).sqrt();
    if root > 0.05 * (level + high) {
        // The direction of the larger eigenvalue of the covariance.
        let (x, y) = ((level - high + root) / 2.0, both);
        let (x, y) = if x.abs() + y.abs() < 1e-9 * root { (0.0, 1.0) } else { (x, y) };
        let length = (x * x + y * y).sqrt();
        let (x, y) = (x / length, y / length);
        places.iter_mut().for_each(|place| *place = (place.0 * x + place.1 * y, place.1 * x - place.0 * y));
    }
    if let Some(&first) = places.first() {
        let (x, y) = (if first.0 > 0.0 { -1.0 } else { 1.0 }, if first.1 > 0.0 { -1.0 } else { 1.0 });
        places.iter_mut().for_each(|place| *place = (place.0 * x, place.1 * y));
    }
    let least = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|place| place.0), least(|place| place.1));
    places.iter_mut().for_each(|place| *place = (place.0 - left, place.1 - top));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_level_line_and_edges_have_one_length() {
        let path: Vec<(u32, u32)> = (0..6).map(|at| (at, at + 1)).collect();
        let found = places(7, &path);
        assert!(found.iter().all(|place| place.1.abs() < 0.7), "{found:?}");
        let cycle: Vec<(u32, u32)> = (0..6).map(|at| (at, (at + 1) % 6)).collect();
        let found = places(6, &cycle);
        for (a, b) in cycle {
            let (a, b) = (found[a as usize], found[b as usize]);
            let length = ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt();
            assert!((0.7..1.4).contains(&length), "{length}: {found:?}");
        }
        assert_eq!((places(0, &[]).len(), places(1, &[])), (0, vec![(0.0, 0.0)]));
    }

    #[test]
    fn no_two_vertices_meet() {
        let grid = (0..12u32).flat_map(|at| {
            let right = (at % 4 < 3).then_some((at, at + 1));
            let below = (at < 8).then_some((at, at + 4));
            right.into_iter().chain(below)
        });
        let found = places(13, &grid.collect::<Vec<_>>());
        for (at, a) in found.iter().enumerate() {
            for b in &found[..at] {
                assert!((a.0 - b.0).abs() + (a.1 - b.1).abs() > 0.4, "{found:?}");
            }
        }
    }
}

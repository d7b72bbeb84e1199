//! Circles: declarations that contain each other through `nested`, and the depth that bounds each.
//!
//! They are the strongly connected components of what contains what, found by Tarjan's walk with a stack of its own.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::Circle;
use crate::resolve::declare::mentioned::{How, Mentioned, Used};
use crate::resolve::resolver::{Declared, Resolver};
use crate::source::Span;
use crate::walk::Node;

/// The most levels that a reader is within, those of all circles together.
const DEEPEST: u16 = 512;

/// A declaration, and what it contains.
struct Vertex<'a> {
    name: &'a str,
    edges: Vec<Edge>,
}

/// The declaration of this index is contained.
#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    /// Its name, if it is nested.
    nested: Option<Span>,
}

impl<'a> Resolver<'a> {
    /// Finds the circles. Rejects those without a depth or with several, and depths without a circle.
    pub(in crate::resolve) fn find_circles(&mut self) {
        let vertices = self.vertices();
        let is_nested = vertices.iter().flat_map(|one| &one.edges).any(|edge| edge.nested.is_some());
        if !is_nested && self.items.values().all(|item| item.depth().is_none()) {
            return;
        }
        // The levels that a reader of each declaration may be within. What it contains comes before it.
        let mut levels: HashMap<usize, u16> = HashMap::new();
        for mut component in components(&vertices) {
            component.sort_unstable();
            let members: Vec<&Vertex<'a>> = component.iter().filter_map(|at| vertices.get(*at)).collect();
            let names: Vec<&'a str> = members.iter().map(|one| one.name).collect();
            let edges = || members.iter().flat_map(|one| &one.edges);
            let below = edges().filter_map(|edge| levels.get(&edge.to)).max().copied().unwrap_or(0);
            let closing: Vec<&Edge> = edges().filter(|edge| component.contains(&edge.to)).collect();
            let nested = closing.iter().find_map(|edge| Some((vertices.get(edge.to)?.name, edge.nested?)));
            let depth = match nested {
                Some(nested) => self.depth_of_circle(&names, nested, below),
                None if closing.is_empty() && self.unread.places.is_empty() => self.no_circle(&names),
                // A circle through which nothing is nested is rejected where it closes; another may close where nothing is
                // read.
                None => Some(0),
            };
            match depth {
                Some(depth) => levels.extend(component.into_iter().map(|at| (at, depth.saturating_add(below)))),
                None => self.failed.extend(names),
            }
        }
    }

    /// Whether two declarations are in one circle.
    pub(in crate::resolve) fn is_one_circle(&self, one: &str, other: &str) -> bool {
        self.circles.get(one).is_some_and(|circle| self.circles.get(other) == Some(circle))
    }

    /// All declarations, in source order.
    fn vertices(&self) -> Vec<Vertex<'a>> {
        let places: HashMap<&str, usize> = self.names.iter().copied().zip(0..).collect();
        let vertex = |name: &&'a str| {
            let mut found = Mentioned::default();
            self.items.get(name).into_iter().for_each(|item| found.node(Node::Item(item)));
            let contained = found.used.into_iter().filter(|used| used.how != How::Number);
            let edge = |used: Used<'_>| {
                let nested = (used.how == How::Nested).then_some(used.name.span);
                Some(Edge { to: *places.get(used.name.text.as_str())?, nested })
            };
            Vertex { name, edges: contained.filter_map(edge).collect() }
        };
        self.names.iter().map(vertex).collect()
    }

    /// The depth of a circle, which one of its members states; `below` are the levels of other circles within.
    fn depth_of_circle(&mut self, names: &[&'a str], (to, nested): (&'a str, Span), below: u16) -> Option<u16> {
        let items = names.iter().filter_map(|name| Some((*name, *self.items.get(name)?)));
        let items: Vec<(&'a str, &'a Declared)> = items.collect();
        let mut stated = items.iter().filter_map(|(name, item)| Some((*name, item.depth()?)));
        let Some((name, depth)) = stated.next() else {
            let title = format!("`{to}` contains itself, and nothing says how deep");
            let wrong = Diagnostic::new(title, nested, "nested without end");
            let place = items.iter().find(|(name, _)| *name == to).and_then(|(_, item)| self.place_of_depth(item));
            return self.refuse(wrong.help_if(
                place.map(|place| Help::new("state the most levels: `depth 64`", [Edit::new(place, " depth 64")])),
            ));
        };
        if let Some((_, again)) = stated.next() {
            let clause = self.sources.clause("depth", again.span).unwrap_or(again.span);
            let wrong = Diagnostic::new("a circle has one depth", again.span, "a second one");
            let wrong = wrong.other(depth.span, "the first one");
            return self.refuse(wrong.help(Help::without(clause, "remove it: both count the same levels")));
        }
        let levels = self.integer(depth)?;
        let found = u16::try_from(levels).ok().filter(|levels| (1..=DEEPEST).contains(levels));
        let Some(levels) = found else {
            let wrong = Diagnostic::new(format!("a depth is 1 to {DEEPEST}"), depth.span, format!("this is {levels}"));
            return self.refuse(wrong.note("a reader needs its stack for each level"));
        };
        let all = levels.saturating_add(below);
        if all > DEEPEST {
            let title = format!("{all} levels within each other");
            let label = format!("{levels} levels here, {below} in what is within them");
            let wrong = Diagnostic::new(title, depth.span, label);
            return self.refuse(wrong.help(format!("{DEEPEST} are the most: let fewer be within each other")));
        }
        let circle = Circle { name: name.to_owned(), depth: levels };
        self.circles.extend(names.iter().map(|name| (*name, circle.clone())));
        Some(levels)
    }

    /// Rejects the depths of declarations that do not contain themselves.
    fn no_circle(&mut self, names: &[&'a str]) -> Option<u16> {
        for name in names {
            let Some(depth) = self.items.get(name).and_then(|item| item.depth()) else { continue };
            let clause = self.sources.clause("depth", depth.span).unwrap_or(depth.span);
            let title = format!("`{name}` does not contain itself");
            let wrong = Diagnostic::new(title, depth.span, "so it has no depth");
            return self.refuse(wrong.help(Help::without(clause, "remove it")));
        }
        Some(0)
    }

    /// Where a struct or a family states its depth.
    pub(in crate::resolve) fn place_of_depth(&self, item: &Declared) -> Option<Span> {
        let (name, params, carrier) = match item {
            Declared::Struct(item) => (&item.name, &item.params, None),
            Declared::Family(item) => (&item.name, &item.params, item.carrier.as_ref()),
            _ => return None,
        };
        let last = params.last().map(|param| param.wire.span);
        let text = &self.sources.get(name.span.file).text;
        let parenthesis = last.and_then(|last| Some(last.range().end + text.get(last.range().end..)?.find(')')? + 1));
        let end = carrier.map(|carrier| carrier.span.range().end).or(parenthesis).unwrap_or(name.span.range().end);
        Some(Span::new(name.span.file, end, end))
    }
}

/// A vertex on the path of the walk.
struct Open {
    at: usize,
    /// The next of its edges.
    next: usize,
    /// Its number in the order in which vertices are entered, and the least that is reached from it.
    entered: usize,
    lowest: usize,
}

/// The strongly connected components, each after those that it reaches.
fn components(vertices: &[Vertex<'_>]) -> Vec<Vec<usize>> {
    let mut numbers: Vec<Option<usize>> = vec![None; vertices.len()];
    let (mut found, mut path, mut left) = (Vec::new(), Vec::<Open>::new(), Vec::new());
    let mut is_left = vec![false; vertices.len()];
    let mut count = 0;
    for start in 0..vertices.len() {
        let mut enters = numbers.get(start).is_some_and(Option::is_none).then_some(start);
        loop {
            if let Some(at) = enters.take() {
                numbers[at] = Some(count);
                is_left[at] = true;
                left.push(at);
                path.push(Open { at, next: 0, entered: count, lowest: count });
                count += 1;
            }
            let Some(top) = path.last_mut() else { break };
            if let Some(edge) = vertices[top.at].edges.get(top.next) {
                top.next += 1;
                match numbers[edge.to] {
                    None => enters = Some(edge.to),
                    Some(number) if is_left[edge.to] => top.lowest = top.lowest.min(number),
                    Some(_) => {}
                }
                continue;
            }
            let Some(done) = path.pop() else { break };
            if let Some(outer) = path.last_mut() {
                outer.lowest = outer.lowest.min(done.lowest);
            }
            if done.lowest == done.entered {
                let first = left.iter().rposition(|at| *at == done.at).unwrap_or(0);
                let component = left.split_off(first);
                component.iter().for_each(|at| is_left[*at] = false);
                found.push(component);
            }
        }
    }
    found
}

//! What of the grammar a text has: which alternatives, and which of what may be left out.

use std::collections::{BTreeMap, BTreeSet};

use super::notation::{Grammar, Part};
use super::recognize::Reader;

/// Everything that a schema can have or lack, each as its rule and the part of it.
pub(super) fn everything(grammar: &Grammar) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for name in grammar.names() {
        if let Some(part) = grammar.rule(name) {
            part.each(&mut |part| match part {
                Part::Choice(parts) => all.extend(parts.iter().map(|part| label(name, part))),
                Part::Maybe(part) | Part::Many(part) | Part::List(part) => {
                    all.insert(label(name, part));
                }
                Part::Quoted(_) | Part::Named(_) | Part::Sequence(_) => {}
            });
        }
    }
    all
}

/// What of it a text has.
pub(super) fn used(grammar: &Grammar, text: &str) -> BTreeSet<String> {
    let tokens = super::recognize::tokens(text);
    let mut usage = Usage { reader: Reader::new(grammar, &tokens), used: BTreeSet::new(), seen: BTreeSet::new() };
    if usage.reader.rule("file", 0).contains(&tokens.len())
        && let Some(file) = grammar.rule("file")
    {
        usage.part("file", file, 0, tokens.len());
    }
    usage.used
}

fn label(rule: &str, part: &Part) -> String {
    format!("{rule}: {part}")
}

struct Usage<'g> {
    reader: Reader<'g>,
    used: BTreeSet<String>,
    /// Rules that were looked through, each between two tokens.
    seen: BTreeSet<(String, usize, usize)>,
}

impl<'g> Usage<'g> {
    /// Looks through a part that is known to reach from one token to the other.
    fn part(&mut self, rule: &str, part: &'g Part, start: usize, end: usize) {
        match part {
            Part::Quoted(_) => {}
            Part::Named(name) => {
                let new = self.seen.insert((name.clone(), start, end));
                if let Some(part) = self.reader.grammar.rule(name).filter(|_| new) {
                    self.part(name, part, start, end);
                }
            }
            Part::Choice(parts) => {
                // A name in capitals is one of a type as well: all ways are ways.
                for one in parts {
                    if self.reader.part(one, start).contains(&end) {
                        self.used.insert(label(rule, one));
                        self.part(rule, one, start, end);
                    }
                }
            }
            Part::Sequence(parts) => {
                let mut at = start;
                for (part, next) in parts.iter().zip(self.ways(parts, start, end)) {
                    self.part(rule, part, at, next);
                    at = next;
                }
            }
            Part::Maybe(_) | Part::Many(_) | Part::List(_) if start == end => {}
            Part::Maybe(one) => {
                self.used.insert(label(rule, one));
                self.part(rule, one, start, end);
            }
            Part::Many(one) | Part::List(one) => {
                self.used.insert(label(rule, one));
                for (start, end) in self.steps(one, matches!(part, Part::List(_)), start, end) {
                    self.part(rule, one, start, end);
                }
            }
        }
    }

    /// Where each of these parts ends, so that the last ends there.
    fn ways(&mut self, parts: &'g [Part], start: usize, end: usize) -> Vec<usize> {
        let Some((first, rest)) = parts.split_first() else { return Vec::new() };
        // What stands behind is read to the end or not at all.
        let ends = self.reader.part(first, start);
        for next in ends {
            if rest.is_empty() && next == end {
                return vec![end];
            }
            if !rest.is_empty() {
                let behind = self.ways(rest, next, end);
                if !behind.is_empty() {
                    return [vec![next], behind].concat();
                }
            }
        }
        Vec::new()
    }

    /// From where to where each of the repeated parts goes.
    fn steps(&mut self, part: &'g Part, commas: bool, start: usize, end: usize) -> Vec<(usize, usize)> {
        // By the place behind a part, and behind its comma: where it begins and ends.
        let mut reached: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        let mut new = vec![start];
        while let Some(at) = new.pop() {
            for behind in self.reader.part(part, at) {
                let comma = commas && self.reader.tokens.get(behind).is_some_and(|token| token == ",");
                for next in [Some(behind), comma.then_some(behind + 1)].into_iter().flatten() {
                    if next > at && !reached.contains_key(&next) {
                        reached.insert(next, (at, behind));
                        new.push(next);
                    }
                }
            }
        }
        let (mut steps, mut at) = (Vec::new(), end);
        while let Some((from, behind)) = reached.get(&at).filter(|_| at > start) {
            steps.push((*from, *behind));
            at = *from;
        }
        steps
    }
}

//! The order of binding: dependencies come before what rests on them, cycles are reported, and so is what rests on too many.
//!
//! The depth-first walk has an explicit stack, so that long chains do not overflow the machine's. It alone decides how
//! deep a declaration is, in whatever order they stand: all later passes may recurse from one to the next.

use std::slice;

use crate::resolve::declare::MOST_PENDING;
use crate::resolve::declare::mentioned::{How, Mentioned, Used};
use crate::resolve::resolver::{Declared, Resolver};
use crate::resolve::words::SESSION;
use crate::source::Span;
use crate::walk::Node;

/// A declaration on the path of the walk.
struct Open<'a> {
    name: &'a str,
    /// The names that it refers to, the next one last.
    left: Vec<Asked<'a>>,
    /// The reference that led to it, unless the walk began with it.
    asked: Option<Asked<'a>>,
    /// How deep it is inside, and the first reference to the deepest that it rests on; `MAX` if that is too deep itself.
    below: (usize, Span),
}

/// A reference: what it refers to, and how many lists, groups, choices and regions are around it.
#[derive(Clone, Copy)]
struct Asked<'a> {
    is_contained: bool,
    name: &'a str,
    span: Span,
    around: usize,
}

impl<'a> Open<'a> {
    fn rests_on(&mut self, depth: usize, asked: Asked<'a>) {
        let depth = if depth > MOST_PENDING { usize::MAX } else { depth + asked.around };
        if depth > self.below.0 {
            self.below = (depth, asked.span);
        }
    }
}

impl<'a> Resolver<'a> {
    /// Appends these names to the binding order, and what they rest on before them. Reports records that contain themselves
    /// and declarations that rest on too many.
    pub(in crate::resolve) fn put_in_order(&mut self, names: Vec<&'a str>) {
        for name in names {
            let mut open = Vec::new();
            self.walk_into(name, None, &mut open);
            while let Some(top) = open.last_mut() {
                let Some(asked) = top.left.pop() else {
                    let Some(done) = open.pop() else { continue };
                    let depth = self.count(&done);
                    if let (Some(outer), Some(asked)) = (open.last_mut(), done.asked) {
                        outer.rests_on(depth, asked);
                    }
                    continue;
                };
                match self.depths.get(asked.name).copied() {
                    None => self.walk_into(asked.name, Some(asked), &mut open),
                    Some(None) => self.closes(asked, &open),
                    Some(Some(depth)) => top.rests_on(depth, asked),
                }
            }
        }
    }

    fn walk_into(&mut self, name: &'a str, asked: Option<Asked<'a>>, open: &mut Vec<Open<'a>>) {
        if self.depths.contains_key(name) {
            return;
        }
        self.depths.insert(name, None);
        let (mut found, mut left) = (Mentioned::default(), Vec::new());
        for declared in self.may_be(name) {
            found.node(Node::Item(declared));
            self.words(declared.head().span, &mut left);
        }
        for Used { name: used, how, around } in found.used {
            let Some(called) = self.called(&used.text) else { continue };
            // A nested part of a circle is bound whenever its turn comes.
            if how == How::Nested && self.is_one_circle(name, called) {
                continue;
            }
            let (name, is_contained) = (used, how != How::Number);
            left.push(Asked { is_contained, name: called, span: name.span, around });
            if let Some(declared) = self.items.get(called).filter(|_| is_contained) {
                self.note(name, declared.place());
            }
        }
        // What a record contains is bound first.
        left.reverse();
        left.sort_by_key(|asked| asked.is_contained);
        open.push(Open { name, left, asked, below: (found.deepest, Span::default()) });
    }

    /// The constants and the messages of session values in a text: whatever is called so outside of comments.
    fn words(&self, within: Span, found: &mut Vec<Asked<'a>>) {
        let (mut start, mut before) = (within.range().start, "");
        for line in self.sources.text(within).split_inclusive('\n') {
            let mut at = start;
            for word in line
                .split("//")
                .next()
                .unwrap_or_default()
                .split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_')
            {
                let session = self.sessions.named(word).filter(|_| before == SESSION);
                let (word, span) = match session {
                    Some(item) => (item.message.text.as_str(), item.message.span),
                    None => (word, Span::new(within.file, at, at + word.len())),
                };
                let name = self.called(word).filter(|name| session.is_some() || self.is_always_constant(name));
                found.extend(name.map(|name| Asked { is_contained: false, name, span, around: 0 }));
                at += word.len() + 1;
                before = word;
            }
            start += line.len();
        }
    }

    /// The declarations that a name may stand for: one, once its guards are evaluated.
    fn may_be(&self, name: &str) -> &[&'a Declared] {
        match self.items.get(name) {
            Some(declared) => slice::from_ref(declared),
            None if self.selected.contains(name) => &[],
            None => self.candidates.get(name).map(Vec::as_slice).unwrap_or_default(),
        }
    }

    /// Whether a name stands for a constant, whatever its guards give.
    pub(in crate::resolve) fn is_always_constant(&self, name: &str) -> bool {
        self.may_be(name).iter().all(|declared| matches!(declared, Declared::Const(_)))
    }

    /// The name of declarations of which one may be meant.
    fn called(&self, name: &str) -> Option<&'a str> {
        let (key, _) = self.candidates.get_key_value(name)?;
        (!self.may_be(key).is_empty()).then_some(*key)
    }

    /// The depth of a declaration, whose references are all visited. What rests on one that is too deep is not reported, too.
    fn count(&mut self, done: &Open<'a>) -> usize {
        let depth = done.below.0.saturating_add(1);
        if depth > MOST_PENDING && self.failed.insert(done.name) && done.below.0 < usize::MAX {
            self.too_deep(done.below.1);
        }
        self.depths.insert(done.name, Some(depth));
        self.binding_order.push(done.name);
        depth
    }

    /// Reports the cycle that a reference completes. None of its members is bound.
    fn closes(&mut self, closing: Asked<'a>, open: &[Open<'a>]) {
        // Before guards are evaluated, it is unknown which of the constants are declared.
        if self.is_always_constant(closing.name) {
            return;
        }
        let members = || open.iter().skip_while(|one| one.name != closing.name);
        let is_alias = |member: &Open| matches!(self.items.get(member.name), Some(Declared::Type(_)));
        let mut asked = members().skip(1).filter_map(|member| member.asked).chain([closing]);
        let is_contained = asked.all(|asked| asked.is_contained) && !members().all(is_alias);
        let members: Vec<_> = members().map(|one| (one.name, one.asked.unwrap_or(closing).span)).collect();
        self.ring(&members, closing.span, is_contained);
    }
}

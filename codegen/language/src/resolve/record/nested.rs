//! Nested parts: as many bytes as a struct or family takes, which may contain the record that names it.
//!
//! Such a name is bound to a number in the protocol's list of nested parts, since the declaration may be bound later. What
//! the declaration must be like is checked when all are bound.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Item, Nested, NestedId, Node, Param, Wire, heights, nested_hooks, nested_streams, session_params};
use crate::resolve::delta;
use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::{Bound, Declared, NestedName, Resolver};
use crate::resolve::scope::Entry;
use crate::resolve::wanted::Wanted;

impl<'a> Builder<'_, 'a> {
    /// `nested Payload(kind)`
    pub(in crate::resolve) fn nested(&mut self, name: &ast::Name, args: &'a [ast::Expr]) -> Option<(Wire, Entry)> {
        if self.frame.scope().is_some_and(|scope| scope.delta) {
            return self.resolver.not_yet("a nested part of a difference is", name.span);
        }
        let (key, declared) = self.resolver.lookup(name, Wanted::Nested)?;
        let is_carried = match declared {
            Declared::Struct(_) => true,
            Declared::Family(family) => family.carrier.is_some(),
            Declared::Message(item) => return self.message_as_wire(name, item.name.span),
            _ => {
                let title = format!("`{key}` is {}, which is not nested", declared.what());
                let wrong = Diagnostic::new(title, name.span, "expected a struct or a family");
                return self.refuse(wrong.other(declared.place(), "declared here").help("leave out the `nested`"));
            }
        };
        if !is_carried {
            let wrong = Diagnostic::new(format!("`{key}` has no codes of its own"), name.span, "nested by itself");
            return self.refuse(
                wrong.other(declared.place(), "declared without a carrier").help(format!(
                    "nest a struct that has the code: `struct Coded {{ kind: u8, body: {key} by kind }}`"
                )),
            );
        }
        let params = self.resolver.params_of(key, declared, name)?;
        let args = self.args(&params, args, name)?;
        let list = &mut self.resolver.nested;
        let part = list.iter().position(|one| one.name == key).unwrap_or_else(|| {
            list.push(NestedName { name: key, span: name.span });
            list.len().saturating_sub(1)
        });
        Some((Wire::Nested { part: NestedId(part), args }, Entry::Other("a nested part")))
    }
}

impl<'a> Resolver<'a> {
    /// The parameters of a struct or a family, which may be bound later if it is in a circle.
    fn params_of(&mut self, key: &'a str, declared: &'a Declared, name: &ast::Name) -> Option<Vec<Param>> {
        if self.failed.contains(key) {
            return None;
        }
        if !self.circles.contains_key(key) {
            self.bind_type(name)?;
        }
        let node = self.bound.get(key).and_then(|bound| bound.node());
        if let Some(node) = node {
            return Some(self.protocol.params(node).to_vec());
        }
        let params = match declared {
            Declared::Struct(item) => &item.params,
            Declared::Family(item) => &item.params,
            _ => return None,
        };
        let Some(list) = self.param_list(params) else {
            self.failed.insert(key);
            return None;
        };
        Some(list.into_iter().map(|(param, _)| param).collect())
    }

    /// Names the nested parts of the model, and rejects those that cannot be read by themselves. All declarations are bound.
    pub(in crate::resolve) fn finish_nested(&mut self) -> Option<()> {
        let nodes = self.nested.iter().map(|one| self.bound.get(one.name)?.node());
        self.protocol.nested = nodes.collect::<Option<_>>()?;
        let mut whole = Some(());
        let streams = nested_streams(&self.protocol);
        let hooks = nested_hooks(&self.protocol);
        let sessions = session_params(&self.protocol);
        let states = Nested::of(&self.protocol, |record| {
            let is_state = record.delta.is_some() || record.fields.iter().any(delta::inherits);
            is_state.then_some(()).into_iter().collect()
        });
        let parts: Vec<_> = self.nested.iter().copied().zip(self.protocol.nested.clone()).collect();
        for (one, node) in parts {
            let told = if !streams.node(node).is_empty() {
                Some(("messages that are read one by one", "give the messages a count"))
            } else if !hooks.node(node).is_empty() {
                Some(("a checksum that the program computes", "leave out the `nested`"))
            } else if !sessions.node(node).is_empty() {
                Some(("a value of the session", "pass the number as a parameter"))
            } else if !states.node(node).is_empty() {
                Some(("a difference from a state", "leave out the `nested`"))
            } else {
                None
            };
            if let Some((what, help)) = told {
                let title = format!("`{}` cannot be read by itself", one.name);
                let wrong = Diagnostic::new(title, one.span, format!("it holds {what}"));
                whole = self.refuse(wrong.note("a nested part is read when the program asks for it").help(help));
                continue;
            }
            let held = self.ends_by_itself(one, node).and_then(|()| self.has_bytes(one, node));
            whole = whole.and(held);
        }
        whole?;
        self.go_once_through_circles()?;
        self.has_values()
    }

    /// Rejects a nested part that extends to the end of what it is in.
    fn ends_by_itself(&mut self, one: NestedName<'a>, node: Node) -> Option<()> {
        let item = match node {
            Node::Record(record) => Item::Record { record, args: Vec::new() },
            Node::Family(family) => Item::Family { family, args: Vec::new() },
        };
        let Some(at) = self.end_of(&item) else { return Some(()) };
        let title = format!("`{}` does not know its own end", one.name);
        let wrong = Diagnostic::new(title, one.span, "nested here");
        let wrong =
            wrong.other_if(at, "goes to the end").note("a nested part is read by itself, without what is behind it");
        self.refuse(match at {
            Some(_) => wrong.help("give it a length, or put it into a region: `within (u16) { .. }`"),
            None => wrong.help("drop the `..` of the family, which keeps unknown messages to the end"),
        })
    }

    /// Rejects a nested part that may have no bytes: nothing would bound how many there are.
    fn has_bytes(&mut self, one: NestedName<'a>, node: Node) -> Option<()> {
        let lengths = match node {
            Node::Record(id) => self.protocol.records.get(id.0)?.lengths,
            Node::Family(id) => self.protocol.families.get(id.0)?.lengths,
        };
        if lengths.accepted.min > 0 {
            return Some(());
        }
        let title = format!("`{}` may have no bytes", one.name);
        let wrong = Diagnostic::new(title, one.span, "nested here");
        let wrong = wrong.note("a packet would not bound how many of them there are");
        self.refuse(wrong.help(format!("leave it out where it has none: `x: nested {} if ..`", one.name)))
    }

    /// Rejects circles of which no value is as shallow as their depth.
    fn has_values(&mut self) -> Option<()> {
        let heights = heights(&self.protocol);
        for name in self.names.clone() {
            let Some(circle) = self.circles.get(name).cloned() else { continue };
            let Some(node) = self.bound.get(name).and_then(|bound| bound.node()) else { continue };
            let Some(span) = self.items.get(name).map(|item| item.place()) else { continue };
            match heights.of(node) {
                Some(height) if height <= circle.depth => {}
                found => {
                    let title = format!("no `{name}` is finite");
                    let (title, label) = match found {
                        None => (title, "each contains another".to_owned()),
                        Some(height) => (
                            format!("no `{name}` fits into its depth"),
                            format!("the least has {height} levels, the depth is {}", circle.depth),
                        ),
                    };
                    let wrong = Diagnostic::new(title, span, label);
                    return self.refuse(wrong.help(
                        "let something nested be absent: a condition, a list that may be empty, or a shape without it",
                    ));
                }
            }
        }
        Some(())
    }
}

impl Bound {
    /// The record or family that it is.
    fn node(self) -> Option<Node> {
        match self {
            Self::Record(id) => Some(Node::Record(id)),
            Self::Family(id) => Some(Node::Family(id)),
            Self::Varint(_) | Self::Value(_) => None,
        }
    }
}

//! The declarations of a schema: its header, and one namespace for the items of all its files.
//!
//! The first file is the schema and has a header. An imported file may have one, so that it also compiles on its own;
//! its byte order and its bit order must equal the schema's, because types would otherwise depend on the importing file.
//! Two declarations may share a name if static guards (`if KIND == 1`) exclude all but one.

mod circles;
pub(super) mod mentioned;
mod noted;
mod order;
mod original_names;
mod rust_names;
mod subjects;
pub(super) mod unread;

use std::collections::hash_map::Entry;

use crate::advice::words::{self, Place};
use crate::ast::{self, BitOrder};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::keywords::Words;
use crate::model::ByteOrder;
use crate::near::{self, constant_case, nearest};
use crate::resolve::by_name::ByName;
use crate::resolve::resolver::{Declared, Resolver};
use crate::resolve::wanted::Wanted;
use crate::resolve::words::{BOOLS, VERSION};
use crate::source::Span;

/// The orders that a header sets, with their spans; `None` if one is unreadable.
type Orders = (Option<(ByteOrder, Span)>, Option<(BitOrder, Span)>);

impl<'a> Resolver<'a> {
    /// Declares the items of all files: the schema first, then its imports, each file once.
    pub(crate) fn declare(&mut self, files: &'a [ast::File]) {
        let mut orders: Orders = (None, None);
        for (index, file) in files.iter().enumerate() {
            match &file.header {
                Some(header) => {
                    let found = self.header(header);
                    if index == 0 {
                        self.protocol.name.clone_from(&header.name.text);
                        self.protocol.docs = crate::resolve::resolver::docs(&file.docs);
                        orders = found;
                    } else {
                        self.same_orders(orders, found);
                    }
                }
                None if index == 0 && !matches!(file.items.first(), Some(ast::Item::Error(_))) => {
                    let at = Span { end: file.span.start, ..file.span };
                    let path = &self.sources.get(file.span.file).path;
                    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                    let wrong = Diagnostic::new("the schema has no header", at, "expected before the first item");
                    let header = |wrong: Diagnostic, order| {
                        let header = format!("protocol name {{ byte_order: {order} }}");
                        let said = format!("if it is a protocol, begin with `{header}`");
                        wrong.help(Help::new(said, [Edit::new(at, header + "\n\n")]))
                    };
                    let wrong = ["little", "big"].into_iter().fold(wrong, header);
                    self.complain(
                        wrong.help(format!("or check the file that says `use \"{file}\";`, if others import it")),
                    );
                }
                None => {}
            }
        }
        if let Some((order, _)) = orders.0 {
            self.order = order;
        }
        if let Some((order, _)) = orders.1 {
            self.bit_order = order;
        }
        for item in files.iter().flat_map(|file| &file.items) {
            self.declare_item(item);
        }
        // The guards of all others rest on constants.
        let constants = self.names.iter().copied().filter(|name| self.is_always_constant(name)).collect();
        self.put_in_order(constants);
        for name in self.names.clone() {
            self.select(name);
        }
        self.find_namings();
        self.find_circles();
        self.put_in_order(self.names.clone());
        self.name_aliases();
    }

    /// Compares the orders of the schema with those of an imported file.
    fn same_orders(&mut self, (bytes, bits): Orders, (other_bytes, other_bits): Orders) {
        if let (Some((ours, span)), Some((theirs, other))) = (bytes, other_bytes)
            && ours != theirs
        {
            let words = |order| if order == ByteOrder::Big { ("big", "be") } else { ("little", "le") };
            let ((ours, _), (_, theirs)) = (words(ours), words(theirs));
            let help =
                format!("say `byte_order: {ours}` here, and write this file's own order in its wires: `u16{theirs}`");
            let wrong = Diagnostic::new("the byte order of this file differs from the schema's", other, "");
            self.complain(wrong.other(span, "the schema's byte order").help(help));
        }
        if let (Some((ours, span)), Some((theirs, other))) = (bits, other_bits)
            && ours != theirs
        {
            let (ours, theirs) = (ours.word(), theirs.word());
            let help = format!(
                "say `bit_order: {ours}` here, and write this file's own order in its layouts: `bits u8 {theirs} {{ .. }}`"
            );
            let wrong = Diagnostic::new("the bit order of this file differs from the schema's", other, theirs);
            self.complain(wrong.other(span, ours).help(help));
        }
    }

    /// The orders that a header sets.
    fn header(&mut self, header: &ast::Header) -> Orders {
        let mut order = None;
        let mut bit_order = Some((BitOrder::LowFirst, header.name.span));
        let mut misspelt = false;
        let mut first = ByName::default();
        let is_set = |one: &&str| header.settings.iter().any(|setting| setting.name.text == *one);
        let unset: Vec<&str> = Words::Settings.list().iter().copied().filter(|one| !is_set(one)).collect();
        for setting in &header.settings {
            let name = &setting.name;
            if let Some(earlier) = first.add(&name.text, name.span) {
                let title = format!("`{}` is set twice", name.text);
                self.complain(Diagnostic::new(title, name.span, "set again here").other(earlier, "first set here"));
                continue;
            }
            match name.text.as_str() {
                "byte_order" => order = self.byte_order_setting(&setting.value).map(|o| (o, setting.value.span)),
                "bit_order" => bit_order = self.bit_order_setting(&setting.value).map(|o| (o, setting.value.span)),
                // Handled before any declaration.
                "versions" => {}
                unknown => {
                    let title = format!("unknown setting `{unknown}`");
                    let diagnostic = Diagnostic::new(title, name.span, "not a setting of a protocol");
                    let diagnostic = diagnostic.knowing(&unset);
                    let order = ["endian", "endianness", "order", "byteorder"].contains(&unknown);
                    let help = match nearest(unknown, Words::Settings.list().iter().copied()) {
                        _ if order => {
                            misspelt = true;
                            Help::write(name.span, "byte_order")
                                .said("the byte order is written `byte_order: little` or `byte_order: big`")
                        }
                        Some(near) => Help::asks(name.span, near),
                        None => "the settings are `byte_order`, `bit_order` and `versions`".into(),
                    };
                    self.complain(diagnostic.help(help));
                }
            }
        }
        if !misspelt && !self.is_unread(header.span) && first.named("byte_order").is_none() {
            let title = format!("protocol `{}` does not say its byte order", header.name.text);
            let wrong = Diagnostic::new(title, header.name.span, "`byte_order` is missing");
            self.complain(wrong.help("add `byte_order: little` or `byte_order: big`"));
        }
        (order, bit_order)
    }

    fn bit_order_setting(&mut self, value: &ast::Expr) -> Option<BitOrder> {
        let word = value.word();
        if let Some(order) = word.and_then(|word| BitOrder::named(&word.text)) {
            return Some(order);
        }
        let wrong = Diagnostic::new("this is not a bit order", value.span, "expected `low_first` or `high_first`");
        let wrong = wrong.knowing(BitOrder::WORDS);
        let meant = word.and_then(|word| {
            let order = words::spelling(Place::BitOrder, &word.text).map(|order| Help::asks(word.span, order));
            order.or_else(|| near::proposal(word.span, &word.text, BitOrder::WORDS))
        });
        let help = "`low_first` lists the parts of `bits` from the lowest bit, `high_first` from the highest";
        self.refuse(wrong.help_if(meant).help(help))
    }

    fn byte_order_setting(&mut self, value: &ast::Expr) -> Option<ByteOrder> {
        match value.word().map(|word| word.text.as_str()) {
            Some("little") => return Some(ByteOrder::Little),
            Some("big") => return Some(ByteOrder::Big),
            _ => {}
        }
        let wrong = Diagnostic::new("this is not a byte order", value.span, "expected `little` or `big`");
        let wrong = wrong.knowing(["little", "big"]);
        self.refuse(wrong.help("`little` puts the lowest byte first, `big` the highest"))
    }

    fn declare_item(&mut self, item: &'a ast::Item) {
        match item {
            ast::Item::Session(item) => return self.declare_session(item),
            ast::Item::Hook(item) => return self.declare_hook(item),
            _ => {}
        }
        // Imports are loaded by the caller: their items are in files of their own.
        let Some(ast::Name { text: name, span }) = item.head().name else { return };
        if name == VERSION {
            let wrong = Diagnostic::new("`VERSION` cannot be declared", *span, "it is the protocol's version");
            return self.complain(wrong);
        }
        match self.candidates.entry(name) {
            Entry::Occupied(mut entry) => entry.get_mut().push(item),
            Entry::Vacant(entry) => {
                entry.insert(vec![item]);
                self.names.push(name);
            }
        }
    }

    /// Evaluates the guards of all declarations of a name and selects the one that holds.
    fn select(&mut self, name: &'a str) {
        if !self.selected.insert(name) {
            return;
        }
        let mut kept: Option<&'a Declared> = None;
        // An invalid guard is already reported: its declaration stays, so that no errors follow.
        let mut unsure = false;
        for declared in self.candidates.get(name).cloned().unwrap_or_default() {
            let holds = match (declared, declared.head().guard) {
                (Declared::Error(_), _) => None,
                (_, Some(guard)) => self.guard(name, guard),
                (_, None) => Some(true),
            };
            unsure |= holds.is_none();
            match kept {
                _ if holds == Some(false) => {}
                None => kept = Some(declared),
                Some(_) if unsure => {}
                Some(earlier) => {
                    let title = format!("`{name}` is declared twice");
                    let guard = declared.head().guard.or(earlier.head().guard);
                    let wrong = Diagnostic::new(title, declared.place(), "declared again here");
                    let wrong = wrong.other(earlier.place(), "first declared here");
                    self.complain(wrong.help_if(guard.map(|_| "make the guards exclude each other")));
                }
            }
        }
        if let Some(declared) = kept {
            self.items.insert(name, declared);
        }
    }

    /// Whether a static guard holds; `None` if it is invalid.
    fn guard(&mut self, name: &'a str, guard: &ast::Expr) -> Option<bool> {
        if !self.enter(name, guard.span) {
            return None;
        }
        let holds = self.static_bool(guard);
        self.note_decided(guard, holds != Some(false));
        self.leave();
        holds
    }

    /// The declaration of a name; reports a missing one.
    pub(super) fn lookup(&mut self, name: &ast::Name, wanted: Wanted) -> Option<(&'a str, &'a Declared)> {
        if let Some((&key, candidates)) = self.candidates.get_key_value(name.text.as_str()) {
            let first = candidates.first().copied();
            self.select(key);
            match self.items.get(key).copied() {
                Some(Declared::Error(_)) => return None,
                Some(declared) => {
                    self.note(name, declared.place());
                    return Some((key, declared));
                }
                None => {}
            }
            if self.pending.iter().any(|(pending, _)| *pending == key) {
                self.cycle(key, name.span);
                return None;
            }
            let title = format!("there is no `{key}` in this schema");
            let guard = first.and_then(|first| first.head().guard).map(|guard| guard.span);
            let wrong = Diagnostic::new(title, name.span, "not declared");
            return self.refuse(wrong.other_if(guard, "this guard does not hold"));
        }
        if self.may_be_unread(&name.text) {
            return None;
        }
        let mut wrong = Diagnostic::new(format!("unknown name `{}`", name.text), name.span, "not declared");
        let known = self.names_of(wanted);
        let is_constant = wanted == Wanted::Constant;
        wrong = wrong.knowing(&known);
        if is_constant {
            wrong = wrong.knowing(BOOLS).knowing(self.protocol.version.is_some().then_some(VERSION));
        }
        let family = self.items.values().find_map(|item| match item {
            Declared::Family(family) if family.members.iter().any(|one| is_message(one, &name.text)) => Some(family),
            _ => None,
        });
        if let Some(family) = family {
            let family = &family.name.text;
            return self.refuse(wrong.help(format!(
                "it is a message of `{family}`: use the family, or declare a `struct` for the bytes that both have"
            )));
        }
        wrong = wrong.help_if(near::proposal(name.span, &name.text, known.iter().copied()));
        let (text, example) = (&self.sources.get(name.span.file).text, wanted.example(&name.text));
        if !is_constant {
            wrong.help.extend(words::helps(words::wires(&name.text), &name.text, name.span, text));
        }
        let file = Span::new(name.span.file, 0, text.len());
        wrong.help = wrong.help.into_iter().map(|help| help.everywhere(name.span, file, self.sources)).collect();
        wrong = match words::spelling(Place::Wire, &name.text) {
            _ if is_constant => {
                let name = Some(constant_case(&name.text)).filter(|constant| *constant != name.text);
                let write = name.map_or_else(String::new, |constant| format!(", and write `{constant}`"));
                wrong.help(format!("declare it: `{example}`{write}"))
            }
            Some(help) => wrong.help(help),
            None if self.names.is_empty() => wrong,
            None => wrong.help(format!("declare it, for example `{example}`, or import its file")),
        };
        self.refuse(wrong)
    }

    /// Begins to resolve a name; `span` is its use. Reports a cycle and returns false, also for a name with a reported error.
    pub(super) fn enter(&mut self, name: &'a str, span: Span) -> bool {
        if self.failed.contains(name) {
            return false;
        }
        if self.pending.iter().any(|(pending, _)| *pending == name) {
            self.cycle(name, span);
            return false;
        }
        // Only knots of several cycles are longer: depths are known, and a guard is evaluated before that of what it guards.
        if self.pending.len() > MOST_PENDING {
            // One diagnostic for each chain, however many names lead into it.
            self.failed.extend(self.pending.iter().map(|(pending, _)| *pending));
            self.too_deep(span);
            return false;
        }
        self.pending.push((name, span));
        true
    }

    /// Rejects declarations that nest too deep for the stack of readers or of the compiler.
    pub(super) fn too_deep(&mut self, span: Span) {
        let title = format!("more than {MOST_PENDING} declarations depend on each other here");
        let wrong = Diagnostic::new(title, span, "too deep");
        self.complain(wrong.note("a list, group, choice or region around a name counts as a declaration, too"));
    }

    /// Ends the resolution that [`Resolver::enter`] began.
    pub(super) fn leave(&mut self) {
        self.pending.pop();
    }

    fn cycle(&mut self, name: &'a str, span: Span) {
        let start = self.pending.iter().position(|(pending, _)| *pending == name);
        let members = self.pending.get(start.unwrap_or(usize::MAX)..).unwrap_or_default().to_vec();
        self.ring(&members, span, false);
    }

    /// Reports a cycle of names, each with the reference that led to it; `closing` refers to the first.
    fn ring(&mut self, members: &[(&'a str, Span)], closing: Span, is_contained: bool) {
        let Some((name, _)) = members.first() else { return };
        // One diagnostic for each cycle, whichever member is resolved first.
        if members.iter().any(|(member, _)| self.failed.contains(member) || self.is_unread_item(member)) {
            return;
        }
        self.failed.extend(members.iter().map(|(member, _)| *member));
        let (title, needs) =
            if is_contained { ("contains itself", "contains") } else { ("depends on itself", "needs") };
        let mut wrong = Diagnostic::new(format!("`{name}` {title}"), closing, format!("{needs} `{name}`"));
        for (member, asked) in members.iter().skip(1).take(MOST_TOLD) {
            wrong = wrong.other(*asked, format!("{needs} `{member}`"));
        }
        if is_contained {
            wrong = wrong.note("nothing is nested without end: a packet could make a reader go on for ever");
            let nested = Edit::new(closing.front(), "nested ");
            let is_bounded =
                members.iter().any(|(one, _)| self.items.get(one).is_some_and(|one| one.depth().is_some()));
            let depth = self.items.get(name).and_then(|item| self.place_of_depth(item));
            wrong = wrong.help_if(if is_bounded {
                Some(Help::new(format!("nest it: `nested {name}`"), [nested]))
            } else {
                depth.map(|depth| {
                    let edits = [nested, Edit::new(depth, " depth 64")];
                    Help::new(format!("nest it up to a depth: `nested {name}`, and state `depth 64`"), edits)
                })
            });
        }
        self.complain(wrong);
    }
}

fn is_message(member: &ast::Member, name: &str) -> bool {
    matches!(member, ast::Member::Message(message) if message.name.text == name)
}

/// Limit on the members of a cycle that a diagnostic points to.
const MOST_TOLD: usize = 8;

/// Depth limit: beyond any schema, and safe on the stack of a build script's thread.
pub(super) const MOST_PENDING: usize = 100;

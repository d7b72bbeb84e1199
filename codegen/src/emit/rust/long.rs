//! Functions that would be too long to read, and longer than clippy allows, as several: the statements stand in parts
//! with a function each, which work out for themselves what they need of the local variables.

use super::code::mentions;
use super::format::most_lines;
use super::handed;
use super::hooks;
use super::put;
use super::scope::Scope;
use super::size;
use super::tokens::{Ident, TokenStream, Tree, format_ident, quote};
use crate::model::CellId;

/// So many lines stand in one function; clippy allows 100.
pub(super) const LINES: usize = 90;
/// And so many with what a part ends in; what is longer is a single statement.
const MOST: usize = 96;
/// Records with fewer fields and numbers have short functions, which need not be counted unless they are longer than this:
/// a single rule may be as long as one likes.
const FEW: usize = 24;
const SHORT: usize = 6000;

/// A function of a scope before it is known how long it is.
pub(super) struct Function<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    /// `put`
    pub(super) name: String,
    /// The cells that it gets as arguments.
    pub(super) outer: Vec<CellId>,
    /// `let a = ..;`, each of which may need those before it.
    pub(super) locals: TokenStream,
    pub(super) statements: Vec<TokenStream>,
    /// More variables, and the statements that need them.
    pub(super) behind: (TokenStream, Vec<TokenStream>),
}

/// What a function has in it, and the functions that it calls.
pub(super) struct Parts {
    pub(super) locals: TokenStream,
    pub(super) statements: TokenStream,
    pub(super) functions: TokenStream,
}

impl Function<'_, '_> {
    /// The statements, in parts where they would be too long.
    pub(super) fn parts(self) -> Parts {
        let (locals, statements) = (&self.locals, &self.statements);
        let (locals_behind, behind) = &self.behind;
        let statements = quote!(#(#statements)* #locals_behind #(#behind)*);
        let few = self.scope.record.fields.len().saturating_add(self.scope.record.cells.len()) < FEW;
        if few && is_short(&statements) || !is_too_long(&quote!(#locals #statements)) {
            return Parts { locals: self.locals, statements, functions: TokenStream::new() };
        }
        let locals = lets(&quote!(#locals #locals_behind));
        let (calls, functions): (Vec<_>, Vec<_>) =
            self.split(&locals).iter().enumerate().map(|(index, part)| self.part(index, &locals, part)).unzip();
        Parts { locals: TokenStream::new(), statements: quote!(#(#calls)*), functions: quote!(#(#functions)*) }
    }

    /// The statements, so many together that they are short with what they need of the local variables.
    fn split(&self, locals: &[(Ident, TokenStream)]) -> Vec<TokenStream> {
        let mut parts = Vec::new();
        let mut part = TokenStream::new();
        for statement in self.statements.iter().chain(&self.behind.1).filter(|statement| !statement.is_empty()) {
            let longer = quote!(#part #statement);
            let needed = needed(locals, &longer);
            if !part.is_empty() && most_lines(&quote!(#needed #longer)) > LINES {
                parts.push(std::mem::replace(&mut part, statement.clone()));
            } else {
                part = longer;
            }
        }
        parts.push(part);
        parts
    }

    /// The call of a part, and the part.
    fn part(
        &self,
        index: usize,
        locals: &[(Ident, TokenStream)],
        statements: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let name = format_ident!("{}_part_{}", self.name, index.saturating_add(1));
        let (needed, functions) = self.needed(&name, locals, statements);
        let body = quote!(#needed #statements);
        let output = hooks::output(&self.scope.place, &hooks::of_record(self.scope));
        let (out_declared, out_passed) =
            if mentions(&body, "out") { (quote!(, out: #output), quote!(, out)) } else { Default::default() };
        let (receiver, declared, passed) = self.arguments(&body, &out_declared, &out_passed);
        let (result, body) = put::finished(body);
        let failed = result.is_some().then(|| quote!(?));
        let lint = (most_lines(&body) > MOST)
            .then(|| quote!(#[allow(clippy::too_many_lines, reason = "as long as the schema's condition")]));
        (
            quote!(#receiver #name(#passed) #failed;),
            quote! {
                #[inline]
                #lint
                fn #name(#declared) #result {
                    #body
                }

                #functions
            },
        )
    }

    /// What the statements of a part need of the local variables. Where that makes the part too long, functions work out
    /// some of them each.
    fn needed(
        &self,
        part: &Ident,
        locals: &[(Ident, TokenStream)],
        statements: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let all = needed(locals, statements);
        if most_lines(&quote!(#all #statements)) <= LINES {
            return (all, TokenStream::new());
        }
        let cells = self.scope.cells_with_locals();
        let wanted: Vec<(Ident, TokenStream)> = lets(&all)
            .into_iter()
            .filter(|(name, _)| mentions(statements, &name.to_string()))
            .filter_map(|(name, _)| cells.iter().find(|(local, _)| *local == name).cloned())
            .collect();
        // About as many each: one that works out a single number would only give it a name.
        let tuples = wanted.len().div_ceil(handed::TUPLE).max(1);
        let apart = wanted.chunks(wanted.len().div_ceil(tuples).max(1)).enumerate().map(|(index, cells)| {
            let name = format_ident!("{part}_numbers_{}", index.saturating_add(1));
            let (names, types): (Vec<_>, Vec<_>) = cells.iter().cloned().unzip();
            let (tuple, types) = (handed::joined(names), handed::joined(types));
            let worked_out = needed(locals, &tuple);
            let body = quote!(#worked_out #tuple);
            let (receiver, declared, passed) = self.arguments(&body, &TokenStream::new(), &TokenStream::new());
            (
                quote!(let #tuple = #receiver #name(#passed);),
                quote! {
                    #[inline]
                    fn #name(#declared) -> #types {
                        #body
                    }
                },
            )
        });
        let (calls, functions): (Vec<_>, Vec<_>) = apart.unzip();
        let rest: Vec<_> =
            locals.iter().filter(|(name, _)| !wanted.iter().any(|(wanted, _)| wanted == name)).cloned().collect();
        let rest = needed(&rest, statements);
        (quote!(#(#calls)* #rest), quote!(#(#functions)*))
    }

    /// What a function with this body is called on, what it declares as arguments, and what it is passed.
    fn arguments(
        &self,
        body: &TokenStream,
        more_declared: &TokenStream,
        more_passed: &TokenStream,
    ) -> (TokenStream, TokenStream, TokenStream) {
        let scope = self.scope;
        let cells: Vec<CellId> =
            self.outer.iter().copied().filter(|cell| mentions(body, &scope.local(*cell).to_string())).collect();
        let (cells_declared, cells_passed) = (handed::declared(scope, &cells, body), handed::passed(scope, &cells));
        let uses_known = mentions(body, "known");
        let known_declared = super::code::known_declared(scope).filter(|_| uses_known);
        let known_passed = uses_known.then(|| quote!(, known));
        // Only what writes is called with the base of a difference.
        let former = put::over::base(scope).filter(|_| mentions(body, "former"));
        let (former_declared, former_passed) = former.map(|base| (quote!(, former: #base), quote!(, former))).unzip();
        let receiver = mentions(body, "self").then(|| size::receiver(scope));
        let this = if receiver.is_some() { quote!(self.) } else { quote!(Self::) };
        let declared = quote!(#former_declared #more_declared #cells_declared #known_declared);
        let declared = match &receiver {
            Some(receiver) => quote!(#receiver #declared),
            None => super::parse::without_comma(declared),
        };
        (this, declared, super::parse::without_comma(quote!(#former_passed #more_passed #cells_passed #known_passed)))
    }
}

/// Whether statements of a record of few fields need not be counted.
fn is_short(statements: &TokenStream) -> bool {
    statements.text().len() < SHORT
}

/// Whether some statements are too many for one function.
pub(super) fn is_too_long(statements: &TokenStream) -> bool {
    most_lines(statements) > LINES
}

/// Fewer fields and numbers than these are read in a few lines, which need not be counted.
const FEW_READ: usize = 8;

/// What stands above a reader of many fields: it keeps what it reads of each until it makes the view of all, so it is no
/// shorter in parts.
pub(super) fn reader_lint(scope: &Scope<'_>, body: &TokenStream) -> Option<TokenStream> {
    let read = scope.record.fields.len().saturating_add(scope.record.cells.len());
    let is_long = !(read < FEW_READ && is_short(body)) && is_too_long(body);
    is_long.then(|| quote!(#[allow(clippy::too_many_lines, reason = "field by field, to a view of all")]))
}

/// What stands above a public function that takes as many arguments as the schema names: with more of them clippy asks for
/// a struct.
pub(super) fn arguments_lint(count: usize) -> Option<TokenStream> {
    const MOST: usize = 7;
    (count > MOST).then(|| quote!(#[allow(clippy::too_many_arguments, reason = "the schema names each")]))
}

/// The variables that some statements need, and those that these need.
fn needed(locals: &[(Ident, TokenStream)], statements: &TokenStream) -> TokenStream {
    let mut needed = Vec::new();
    let mut tokens = statements.clone();
    for (name, local) in locals.iter().rev() {
        if mentions(&tokens, &name.to_string()) {
            tokens.add(local);
            needed.push(local);
        }
    }
    needed.reverse();
    quote!(#(#needed)*)
}

/// Statements apart, each with the variable that it declares.
fn lets(locals: &TokenStream) -> Vec<(Ident, TokenStream)> {
    let mut all = Vec::new();
    let mut statement: Vec<Tree<'_>> = Vec::new();
    for tree in locals.trees() {
        statement.push(tree);
        if tree.is_punct(&[';']) {
            if let Some(Tree::Ident(name)) = statement.get(1) {
                all.push((Ident::new(*name), statement.iter().copied().collect()));
            }
            statement.clear();
        }
    }
    all
}

#[cfg(test)]
mod tests {
    /// A rule of so many terms of two numbers, in brackets of no more than the parser takes.
    fn rule(terms: usize) -> String {
        let terms: Vec<String> = (0..terms).map(|at| format!("a == {} && b == {}", at % 250, at / 3 % 240)).collect();
        let groups: Vec<String> = terms.chunks(200).map(|some| format!("({})", some.join(" || "))).collect();
        format!(
            "protocol long {{ byte_order: little }} struct S {{ a: u8, b: u8, c: u8 where it == 3 || {} }}",
            groups.join(" || ")
        )
    }

    #[test]
    fn above_what_a_rule_makes_long_stands_that_it_is() {
        let lints = |terms| {
            let schema = crate::load_text("long.wire", rule(terms)).expect("it is right").schema;
            crate::rust(&schema, &crate::Options::default()).matches("clippy::too_many_lines").count()
        };
        assert_eq!(lints(60), 0);
        // Above a reader, and above what a writer checks.
        assert_eq!(lints(700), 2);
    }
}

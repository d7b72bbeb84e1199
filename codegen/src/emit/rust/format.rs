//! Tokens as text: laid out by prettyplease, with blank lines between items, as a person would leave them, or at little
//! cost.

mod lines;
mod marks;

use super::Options;
use super::sections::Sections;
use super::tokens::{TokenStream, quote};

/// How the text of generated code is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// As rustfmt would: for code that people read, and compare with what it was.
    #[default]
    Tidy,
    /// A statement, a field, an item a line, however long the lines become: in a fifth of the time.
    Quick,
}

/// Whether some statements have more lines than that in a function, however it is laid out.
pub(super) fn are_longer(statements: &TokenStream, most: usize) -> bool {
    if most_lines(statements) <= most {
        return false;
    }
    let function = quote!(mod a { mod b { impl C { fn d() { #statements } } } });
    [Layout::Tidy, Layout::Quick].into_iter().any(|layout| {
        let text = Style { layout, sections: Sections::default() }.format(&function, 0);
        text.lines().filter(|line| !line.trim().is_empty()).count().saturating_sub(8) > most
    })
}

/// So many lines statements have at most in a function, however it is laid out.
pub(super) fn most_lines(statements: &TokenStream) -> usize {
    let text = lines::lines(&quote!(fn f() { #statements }), 1);
    let lines = text.lines().map(|line| {
        // What stands in one line may come to stand in a line for each thing and each bracket.
        let breaks =
            if line.len() > MOST_WIDTH { ["(", "[", ", ", " && ", " || ", " | ", "."].as_slice() } else { &[] };
        let breaks = breaks.iter().map(|between| line.matches(between).count()).sum::<usize>();
        let blocks = line.matches("{ ").count();
        let closing = if breaks > 0 { line.matches(['(', '[']).count() } else { 0 };
        let in_blocks = if blocks > 0 { line.matches(", ").count() } else { 0 };
        1 + breaks + closing + in_blocks + 2 * blocks
    });
    lines.sum::<usize>().saturating_sub(2)
}

/// Lines up to this width stay in one.
const MOST_WIDTH: usize = 88;

/// How text is laid out, and what is added on the way.
pub(super) struct Style<'o> {
    layout: Layout,
    sections: Sections<'o>,
}

impl<'o> Style<'o> {
    pub(super) fn of(options: &'o Options) -> Self {
        Self { layout: options.layout, sections: Sections::of(options) }
    }

    /// The text of items that stand in so many modules.
    pub(super) fn format(&self, tokens: &TokenStream, depth: usize) -> String {
        match self.layout {
            Layout::Quick if self.sections.is_empty() => lines::lines(tokens, depth),
            Layout::Quick | Layout::Tidy => self.tidy(tokens, depth),
        }
    }

    /// The text of a module around some text: what stands in front of its name, and what stands in it.
    pub(super) fn module(&self, head: TokenStream, depth: usize, inside: &str) -> String {
        let mut text = self.format(&quote!(#head {}), depth);
        text.truncate(text.trim_end_matches(['}', '\n']).len());
        let end = "    ".repeat(depth);
        format!("{text}\n{inside}{end}}}\n")
    }

    fn tidy(&self, tokens: &TokenStream, depth: usize) -> String {
        let whole = (0..depth).fold(tokens.clone(), |inside, _| quote!(mod m { #inside }));
        let text = match syn::parse_file(whole.text()) {
            Ok(mut file) => {
                self.sections.link(&mut file.items);
                spaced(&prettyplease::unparse(&file))
            }
            // What the emitters made is no Rust: rustc will say where.
            Err(_) => return whole.to_string(),
        };
        let mut inside = text.lines().skip(depth).map(|line| format!("{line}\n")).collect::<Vec<_>>();
        inside.truncate(inside.len().saturating_sub(depth));
        inside.concat()
    }
}

/// A block whose lines at `indent` begin or end items.
struct Block {
    indent: usize,
    /// The item that we are in holds items itself.
    holds_items: bool,
    /// An item ended, and the next one is to be set off from it.
    after_item: bool,
    /// We are in an item.
    inside: bool,
}

/// The same text with a blank line between the items of the file, of modules, of `impl`s and of traits.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(text.len() / 16));
    let mut blocks = vec![Block::new(0)];
    for line in text.lines() {
        let trimmed = line.trim_start();
        let indent = line.len().saturating_sub(trimmed.len());
        if blocks.len() > 1 && blocks.last().is_some_and(|block| indent < block.indent) {
            blocks.pop();
        }
        let mut opens = false;
        if let Some(block) = blocks.last_mut().filter(|block| block.indent == indent) {
            if block.begins(trimmed) {
                out.push('\n');
            }
            opens = block.step(trimmed);
        }
        out.push_str(&tidied(line));
        out.push('\n');
        if opens {
            blocks.push(Block::new(indent.saturating_add(4)));
        }
    }
    out
}

/// prettyplease leaves what stands in a macro as tokens: `matches!(n, - 1..= 5)`.
fn tidied(line: &str) -> String {
    if !line.contains("matches!(") || line.trim_start().starts_with("//") {
        return line.to_owned();
    }
    let line = line.replace("..= ", "..=");
    ["(", "| ", ", ", "..="]
        .iter()
        .fold(line, |line, before| line.replace(&format!("{before}- "), &format!("{before}-")))
}

impl Block {
    fn new(indent: usize) -> Self {
        Self { indent, holds_items: false, after_item: false, inside: false }
    }

    /// Whether a blank line goes before this line.
    fn begins(&self, line: &str) -> bool {
        !self.inside && self.after_item && !line.is_empty()
    }

    /// Takes note of a line at this block's indent; whether a block of items begins behind it.
    fn step(&mut self, line: &str) -> bool {
        if line.starts_with("//") || line.starts_with("#[") || line.is_empty() {
            self.inside |= !line.is_empty();
            return false;
        }
        let holds = |word: &str| line.strip_prefix("pub ").unwrap_or(line).starts_with(word);
        self.holds_items |= ["impl ", "impl<", "mod ", "trait "].into_iter().any(holds);
        let opens = self.holds_items && line.ends_with('{');
        let ends = line.ends_with('}') || line.ends_with(';');
        self.inside = !ends;
        self.after_item = ends;
        if ends {
            self.holds_items = false;
        }
        opens
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::quote;

    #[test]
    fn items_are_set_apart() {
        let tokens = quote! {
            /// A.
            pub struct A { /// x
                pub x: u8, /// y
                pub y: u8 }
            impl A {
                const K: u8 = 1;
                fn f(&self) -> u8 { let a = 1; match a { 1 => { 2 } _ => { 3 } } }
                fn g() {}
            }
            impl<T> B for C<T> where T: D, {
                type E = T;
                fn h() {}
            }
            mod m { struct S; fn f() {} }
        };
        insta::assert_snapshot!(super::Style::of(&super::Options::default()).format(&tokens, 0));
    }
}

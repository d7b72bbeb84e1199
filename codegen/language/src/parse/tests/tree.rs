//! The trees of valid schemas.

use super::parsed;
use crate::ast::{BinaryOp, Expr, ExprKind, Item, UnaryOp};
use crate::model::Comparison;
use insta::assert_snapshot;

/// Every construct once.
pub(super) const SAMPLE: &str = include_str!("sample.wire");

/// The tree in Rust's debug notation, with each span shown as its text.
fn tree(text: &str) -> String {
    let (file, diagnostics) = parsed(text);
    assert_eq!(diagnostics, [], "{text}");
    let debug = format!("{:#?}", file.items);
    let mut out = String::new();
    let mut lines = debug.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_suffix("Span {") else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let fields: Vec<&str> = lines.by_ref().take_while(|line| !line.trim_start().starts_with('}')).collect();
        let number = |name: &str| {
            let field = fields.iter().find_map(|line| line.trim().strip_prefix(name));
            field.and_then(|number| number.trim_end_matches(',').parse::<usize>().ok()).unwrap()
        };
        let written = text.get(number("start: ")..number("end: ")).unwrap();
        let written: String = written.split_whitespace().collect::<Vec<_>>().join(" ");
        out.push_str(&format!("{head}`{written}`,\n"));
    }
    out
}

#[test]
fn the_sample_parses() {
    let (file, diagnostics) = parsed(SAMPLE);
    assert_eq!(diagnostics, []);
    assert_eq!(file.docs.lines.len(), 1);
    assert_eq!(file.items.len(), 20);
    let windows = format!("\u{feff}{}", SAMPLE.replace('\n', "\r\n").replace("    ", "\t"));
    assert_eq!(parsed(&windows).1, []);
}

#[test]
fn a_field_with_a_width_by_match() {
    assert_snapshot!(tree(
        "struct A {\n    /// East.\n    x: match wide { 0 => u16be, 1 => none } as Cubes where 1..,\n}"
    ));
}

#[test]
fn extents() {
    assert_snapshot!(tree(
        "type A = [Hit; until id: -1 | ..0 or end, ..=450];\ntype B = bytes[n * 4];\ntype C = utf8[u8 or end];"
    ));
}

#[test]
fn an_example() {
    assert_snapshot!(tree("struct A { x: u8, refuses \"a\\x41\" (b: 'P') = hex \"04\" { x.raw: -1 } }"));
}

#[test]
fn the_head_has_no_plain_comments() {
    let (file, _) = parsed("//!  Head.\n// one\n//// two\nconst A = 1; // three\r\n");
    assert_eq!(file.docs.lines.iter().map(|doc| doc.text.as_str()).collect::<Vec<_>>(), [" Head."]);
}

#[test]
fn operators_bind_as_they_should() {
    for (written, bound) in [
        ("a || b && c || d", "((a || (b && c)) || d)"),
        ("a - b - c * d / e", "((a - b) - ((c * d) / e))"),
        ("-a * !b", "((-a) * (!b))"),
        ("a + 1 < b <= c", "((a + 1) < b <= c)"),
        ("a == 1 && b in 1..=7 | 9 || c", "(((a == 1) && (b in 1..=7 | 9)) || c)"),
        ("(a || b) && c", "((a || b) && c)"),
        ("f(a, b.c)(", "?"),
        ("if a { 1 } else { 2 } + 3", "((if a 1 else 2) + 3)"),
        ("[a, (b, 1.5)]", "[a, (b, 1.5)]"),
        ("if", "if"),
        ("if == 1 && in in 3", "((if == 1) && (in in 3))"),
    ] {
        let text = format!("const A = {written};");
        let (file, _) = parsed(&text);
        let shown = match file.items.first() {
            Some(Item::Const(item)) => shown(&item.value, &text),
            _ => "?".to_owned(),
        };
        assert_eq!(shown, bound, "{written}");
    }
}

fn shown(expr: &Expr, text: &str) -> String {
    let all = |list: &[Expr]| list.iter().map(|expr| shown(expr, text)).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Unary { op, value } => {
            let op = if *op == UnaryOp::Not { "!" } else { "-" };
            format!("({op}{})", shown(value, text))
        }
        ExprKind::Binary { op, left, right } => {
            let op = match op {
                BinaryOp::Or => "||",
                BinaryOp::And => "&&",
                BinaryOp::Add => "+",
                BinaryOp::Subtract => "-",
                BinaryOp::Multiply => "*",
                BinaryOp::Divide => "/",
                BinaryOp::Remainder => "%",
            };
            format!("({} {op} {})", shown(left, text), shown(right, text))
        }
        ExprKind::Compare { first, rest } => {
            let rest = rest.iter().map(|(op, right)| {
                let op = match op {
                    Comparison::Equal => "==",
                    Comparison::NotEqual => "!=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                format!(" {op} {}", shown(right, text))
            });
            format!("({}{})", shown(first, text), rest.collect::<String>())
        }
        ExprKind::In { value, pattern } => format!("({} in {})", shown(value, text), &text[pattern.span.range()]),
        ExprKind::If { test, yes, no } => {
            format!("(if {} {} else {})", shown(test, text), shown(yes, text), shown(no, text))
        }
        ExprKind::Tuple(list) => format!("({})", all(list)),
        ExprKind::List(list) => format!("[{}]", all(list)),
        _ => text[expr.span.range()].to_owned(),
    }
}

//! Tests that the lists of the emitter's names are complete: no variable or method of emitted code is missing from
//! them, so none can collide with a field's name.

use super::{Companion, Locals, companion, is_ours, of_digits, of_hook, unlike};
use crate::facts::Facts;
use crate::load::Compiled;
use crate::model::{Protocol, RecordId, Schema};
use crate::names;
use crate::random::Random;
use crate::rust;
use crate::text::options::Options;
use crate::text::tokens::{Ident, format_ident};
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::Path;

/// Functions with variables for their arguments, but for no field.
const WITHOUT_FIELDS: [&str; 5] = ["fmt", "parse", "heard", "follow", "take_long"];

/// All companions of a field's variable.
const BESIDE: [Companion; 6] =
    [Companion::Bytes, Companion::Kept, Companion::At, Companion::Len, Companion::Size, Companion::Broken];

/// The schema of a feature: its names, the variables for them, and its Rust.
struct Feature {
    named: BTreeSet<String>,
    locals: BTreeSet<String>,
    code: TokenStream,
}

fn features() -> Vec<Feature> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/schema/features");
    let entries = std::fs::read_dir(folder).expect("the schemas of features");
    let paths = entries.map(|entry| entry.expect("a schema").path());
    // macOS adds `.DS_Store`.
    let all: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "wire"))
        .map(|path| {
            let Compiled { schema, .. } = crate::load(path).expect("it compiles");
            let code = rust(&schema, &Options::default()).parse().expect("tokens of Rust");
            let named = schema.protocols().flat_map(named).map(|name| names::field_name(&name)).collect();
            Feature { named, locals: schema.protocols().flat_map(locals).collect(), code }
        })
        .collect();
    assert!(all.len() > 20, "only {} schemas", all.len());
    all
}

/// The names of fields, cells, bit fields, parameters and arguments of hooks.
fn named(protocol: &Protocol) -> Vec<String> {
    let mut all = Vec::new();
    for record in &protocol.records {
        all.extend(record.params.iter().map(|param| param.name.clone()));
        all.extend(record.cells.iter().flat_map(|cell| cell.path.split('.').map(str::to_owned)));
        for field in &record.fields {
            all.extend(field.name.clone());
            all.push(field.label.clone());
        }
    }
    for hook in &protocol.hooks {
        all.push(hook.data.clone());
        all.extend(hook.params.iter().map(|param| param.name.clone()));
    }
    all.extend(protocol.families.iter().flat_map(|family| &family.params).map(|param| param.name.clone()));
    all.extend(protocol.bits.iter().flat_map(|bits| &bits.parts).filter_map(|part| part.name.clone()));
    all
}

/// The variables that are named after the schema, and their companions.
fn locals(protocol: &Protocol) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let facts = Facts::of(protocol);
    for (id, record) in protocol.records.iter().enumerate() {
        let locals = Locals::of(protocol, facts.record(RecordId(id)), record);
        let Locals { fields, own, cells, .. } = &locals;
        let named = fields.iter().chain(own).chain(cells).map(|name| locals.ident(name).to_string());
        all.extend(named.map(|name| name.trim_start_matches("r#").to_owned()));
        for name in fields.iter().chain(cells) {
            let own = locals.ident(name);
            all.extend(BESIDE.map(|what| what.of(&own).to_string()));
        }
    }
    let of_hooks = protocol.hooks.iter().flat_map(|hook| {
        let inputs = hook.params.iter().map(|param| param.name.as_str());
        of_hook([hook.data.as_str()].into_iter().chain(inputs))
    });
    let digits =
        protocol.packed.iter().flat_map(|packed| of_digits(packed.digits.iter().map(|digit| digit.name.as_str())));
    let arguments = of_hooks.chain(digits).map(|name| name.to_string());
    all.extend(arguments.map(|name| name.trim_start_matches("r#").to_owned()));
    all
}

#[test]
fn no_field_shadows_a_variable_of_the_emitter() {
    let mut unclaimed = BTreeSet::new();
    for Feature { locals, code, .. } in features() {
        let mut functions = Vec::new();
        functions_of(&code, &mut functions);
        assert!(functions.len() > 5, "only {} functions", functions.len());
        for (_, variables) in functions.into_iter().filter(|(name, _)| !WITHOUT_FIELDS.contains(&name.as_str())) {
            let others = variables.into_iter().filter(|name| !is_ours(name));
            let (fields, ours): (Vec<_>, Vec<_>) = others.partition(|name| locals.contains(name));
            if !fields.is_empty() {
                unclaimed.extend(ours);
            }
        }
    }
    assert!(unclaimed.is_empty(), "{unclaimed:?}");
}

#[test]
fn no_getter_has_the_name_of_a_method_of_the_emitter() {
    let mut unclaimed = BTreeSet::new();
    for Feature { named, code, .. } in features() {
        let mut methods = BTreeSet::new();
        of_views(&code, &mut methods);
        assert!(methods.len() > 3, "only {methods:?}");
        let free = |name: &String| names::getter_name(name) == *name && !is_from(&named, name);
        unclaimed.extend(methods.into_iter().filter(free));
    }
    assert!(unclaimed.is_empty(), "{unclaimed:?}");
}

/// Whether a name is in the schema, or derived from one that is.
fn is_from(named: &BTreeSet<String>, name: &str) -> bool {
    let is_part = |part: &str, whole: &str| format!("_{whole}_").contains(&format!("_{part}_"));
    named.iter().any(|word| is_part(word, name) || is_part(name, word) || word.replace('_', "") == name)
}

/// The name and the variables of each function.
fn functions_of(code: &TokenStream, all: &mut Vec<(String, BTreeSet<String>)>) {
    let trees: Vec<TokenTree> = code.clone().into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(word) if *word == "fn" => {
                let end = index + upto(&trees[index..], &["{", ";"]).len();
                let mut variables = BTreeSet::new();
                bound(&trees[index..=end.min(trees.len() - 1)], &mut variables);
                all.push((trees[index + 1].to_string(), variables));
            }
            TokenTree::Group(group) => functions_of(&group.stream(), all),
            _ => {}
        }
    }
}

/// The variables and arguments that code binds. The arguments of closures do not count: closures use nothing else.
fn bound(trees: &[TokenTree], all: &mut BTreeSet<String>) {
    for (index, tree) in trees.iter().enumerate() {
        let rest = &trees[index + 1..];
        match tree {
            TokenTree::Ident(word) if *word == "let" => pattern(upto(rest, &["=", ";"]), all),
            TokenTree::Ident(word) if *word == "for" => pattern(upto(rest, &["in", "{"]), all),
            TokenTree::Ident(word) if *word == "fn" => {
                let arguments = rest.iter().find_map(|tree| match tree {
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(trees_of(group)),
                    _ => None,
                });
                let arguments = arguments.unwrap_or_default();
                arguments.split(|tree| tree.to_string() == ",").for_each(|one| pattern(one, all));
            }
            TokenTree::Punct(arrow) if arrow.as_char() == '=' => {
                let arm = rest.first().is_some_and(|next| next.to_string() == ">");
                if let Some(before) = index.checked_sub(1).filter(|_| arm) {
                    pattern(&trees[before..index], all);
                }
            }
            TokenTree::Group(group) => bound(&trees_of(group), all),
            _ => {}
        }
    }
}

fn trees_of(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// The tokens before the first of `ends`.
fn upto<'t>(trees: &'t [TokenTree], ends: &[&str]) -> &'t [TokenTree] {
    let end = trees.iter().position(|tree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && ends.contains(&"{"),
        _ => ends.contains(&tree.to_string().as_str()),
    });
    &trees[..end.unwrap_or(trees.len())]
}

/// The variables of one pattern: lower-case names that begin no path, up to the colon of a type.
fn pattern(trees: &[TokenTree], all: &mut BTreeSet<String>) {
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Punct(colon) if colon.as_char() == ':' && colon.spacing() == Spacing::Alone => break,
            TokenTree::Ident(word) => {
                let word = word.to_string();
                let goes_on =
                    matches!(trees.get(index + 1), Some(TokenTree::Punct(next)) if next.spacing() == Spacing::Joint);
                let is_name = word.starts_with(|first: char| first.is_ascii_lowercase()) && !goes_on;
                if is_name && !["mut", "ref", "self", "true", "false", "super", "impl"].contains(&word.as_str()) {
                    all.insert(word);
                }
            }
            TokenTree::Group(group) => pattern(&trees_of(group), all),
            _ => {}
        }
    }
}

/// The inherent methods of views. (Views of families and choices are enums, which have no getters.)
fn of_views(code: &TokenStream, all: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = code.clone().into_iter().collect();
    let enums = trees.windows(2).filter(|pair| pair[0].to_string() == "enum");
    let enums: BTreeSet<String> = enums.map(|pair| pair[1].to_string()).collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(word) if *word == "impl" => {
                let head = upto(&trees[index + 1..], &["{"]);
                let name = head.iter().map(ToString::to_string).find(|name| name.ends_with("View"));
                let is_view = name.is_some_and(|name| !enums.contains(&name));
                let is_trait = head.iter().any(|tree| tree.to_string() == "for");
                if let Some(TokenTree::Group(body)) = trees.get(index + 1 + head.len())
                    && is_view
                    && !is_trait
                {
                    let body = trees_of(body);
                    let functions = body.windows(2).filter(|pair| pair[0].to_string() == "fn");
                    all.extend(functions.map(|pair| pair[1].to_string().trim_start_matches("r#").to_owned()));
                }
            }
            TokenTree::Group(group) => of_views(&group.stream(), all),
            _ => {}
        }
    }
}

#[test]
fn a_suffix_makes_a_name_distinct() {
    let idents = |names: &[&str]| names.iter().map(|name| format_ident!("{name}")).collect::<Vec<Ident>>();
    let chosen = |name: &str, others: &[&str]| unlike(name, idents(others).iter()).to_string();
    assert_eq!(chosen("behind_at", &["x", "y"]), "behind_at");
    assert_eq!(chosen("behind_at", &["x", "behind_at", "behind_at_field"]), "behind_at_field_2");
}

/// Words of random field names, which collide with the emitter's names, with each other and with companions.
const WORDS: [&str; 12] =
    ["code", "at", "a", "b", "len", "flags", "frags", "kept", "bytes", "size", "breaks_rule_of", "x"];

#[test]
fn companions_collide_with_no_other_name() {
    let mut numbers = Random(1);
    for _ in 0..250 {
        let mut names = BTreeSet::new();
        while names.len() < 8 {
            names.insert(
                (0..=numbers.below(4)).filter_map(|_| numbers.pick(&WORDS).copied()).collect::<Vec<_>>().join("_"),
            );
        }
        let kinds = [
            "u8",
            "u8 where it < 9",
            "u8 where it < 9 else 3",
            "utf8[u8] where size(it) <= 9",
            "[u8; u8] where len(it) <= 9",
        ];
        let fields: Vec<String> =
            names.iter().map(|name| format!("{name}: {}", kinds[numbers.below(kinds.len())])).collect();
        let text = format!("protocol p {{ byte_order: big }} struct S {{ {} }}", fields.join(", "));
        let Compiled { schema: Schema { first: protocol, .. }, .. } =
            crate::load_text("s", &*text).expect("it compiles");
        let record = &protocol.records[0];
        let locals = Locals::of(&protocol, Facts::of(&protocol).record(RecordId(0)), record);
        let own = locals.fields.iter().map(|name| locals.ident(name));
        let companions =
            companion::all(record, &locals.fields).into_iter().map(|one| one.what.of(&locals.ident(&one.own)));
        let (mut all, mut twice) = (BTreeSet::new(), Vec::new());
        for name in own.chain(companions) {
            if !all.insert(name.to_string()) {
                twice.push(name);
            }
        }
        assert!(twice.is_empty(), "{text}: {twice:?}");
    }
}

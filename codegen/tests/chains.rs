//! What it costs to read states that are taken from each other, counted in the generated code: how many differences
//! are added up, and taken, when one of its functions runs.
//!
//! The functions in question have no loops, and each branch adds up at most what stands in it. So their calls can be
//! counted without running them.

use std::collections::HashMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The bodies of the functions of a type, by name.
type Functions = HashMap<String, TokenStream>;

#[test]
fn all_states_of_a_chain_are_read_by_adding_up_each_difference_once() {
    for states in [1, 2, 3, 20, 200] {
        let code = generated(states);
        let types = Types { view: functions(&code, "MainView"), plain: functions(&code, "Main") };
        assert_eq!(types.count(&types.view, "to_value", "resolve"), states, "the value of {states} states");
        assert_eq!(types.count(&types.plain, "put", "delta_from"), states, "writing {states} states");
        // One state by itself costs as much as all before it, as its documentation says.
        for index in 0..states {
            let (name, change) = (format!("s{index}"), format!("s{index}_delta"));
            assert_eq!(types.count(&types.view, &name, "resolve"), index + 1, "{name} of {states}");
            assert_eq!(types.count(&types.view, &change, "resolve"), 0, "what travels of {name}");
        }
    }
}

#[test]
fn what_one_state_costs_is_said() {
    let code = rust(&generated_schema(5));
    for added_up in 2..=5 {
        assert!(code.contains(&format!("a chain of {added_up} deltas")), "{added_up}");
    }
    assert!(!code.contains("a chain of 1 ") && !code.contains("a chain of 6 "));
}

/// A struct of so many states, each taken from the one before it.
fn generated_schema(states: usize) -> String {
    let from = |index: usize| if index == 0 { "zero".to_owned() } else { format!("s{}", index - 1) };
    let fields: String = (0..states).map(|index| format!("s{index}: Step from {}, ", from(index))).collect();
    format!(
        "protocol chain {{ byte_order: little }}
        delta Step {{ bits u8 {{ x, _: .. }}, x_: u8 if x else base.x_ }}
        struct Main {{ {fields} }}"
    )
}

fn rust(schema: &str) -> String {
    let compiled = wireform_build::load_text("chain.wire", schema).expect("it is right");
    wireform_build::rust(&compiled.schema, &wireform_build::Options::default())
}

fn generated(states: usize) -> TokenStream {
    rust(&generated_schema(states)).parse().expect("Rust")
}

/// The functions in all `impl` blocks of a type.
fn functions(code: &TokenStream, name: &str) -> Functions {
    let mut found = Functions::new();
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let starts = (0..tokens.len()).filter(|at| is(&tokens[*at], "impl"));
    for start in starts {
        let header: Vec<&TokenTree> = tokens[start..].iter().take_while(|token| body(token).is_none()).collect();
        let own = header.iter().filter(|token| matches!(token, TokenTree::Ident(_))).any(|token| is(token, name));
        if let (true, Some(inside)) = (own, tokens.get(start + header.len()).and_then(body)) {
            let inside: Vec<TokenTree> = inside.into_iter().collect();
            for at in (0..inside.len()).filter(|at| is(&inside[*at], "fn")) {
                let code = inside[at..].iter().find_map(body).expect("a function has a body");
                found.insert(inside[at + 1].to_string(), code);
            }
        }
    }
    assert!(!found.is_empty(), "`{name}` has functions");
    found
}

/// The functions of a view and of its plain value.
struct Types {
    view: Functions,
    plain: Functions,
}

impl Types {
    /// How often `counted` is called when a function runs, by itself and by those that it calls.
    fn count(&self, of: &Functions, name: &str, counted: &str) -> usize {
        let body = of.get(name).unwrap_or_else(|| panic!("no function `{name}`"));
        let times = calls(body).into_iter().map(|(receiver, called)| {
            let of = match receiver.as_str() {
                _ if called == counted => return 1,
                "self" => of,
                "value" => &self.plain,
                "view" => &self.view,
                _ => return 0,
            };
            if of.contains_key(&called) { self.count(of, &called, counted) } else { 0 }
        });
        times.sum()
    }
}

/// The methods that are called somewhere, and on what: `self`, for `self.x()`.
fn calls(code: &TokenStream) -> Vec<(String, String)> {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            found.extend(calls(&group.stream()));
            if let [.., receiver, dot, name] = &tokens[..at]
                && group.delimiter() == Delimiter::Parenthesis
                && is(dot, ".")
            {
                found.push((receiver.to_string(), name.to_string()));
            }
        }
    }
    found
}

fn is(token: &TokenTree, text: &str) -> bool {
    !matches!(token, TokenTree::Group(_)) && token.to_string() == text
}

fn body(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

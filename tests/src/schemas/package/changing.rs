//! What `PosMut`s can change, as their code says it: the model does not know where fields lie.

/// A field that is changed in place.
pub struct Setter {
    /// The field without `set_`.
    pub field: String,
    /// Whether it can be refused.
    pub refuses: bool,
    /// Whether it can be rewritten at another width.
    pub rewrites: bool,
}

/// The setters of one type of one module of the code; none if there is no such type.
pub fn setters(code: &str, module: Option<&str>, name: &str) -> Vec<Setter> {
    let code = match module {
        None => code.split("\npub mod ").next().unwrap_or(code),
        Some(module) => {
            let head = format!("\npub mod {module} {{");
            let inside = code.split_once(&head).map_or("", |(_, inside)| inside);
            inside.split("\n}\n").next().unwrap_or(inside)
        }
    };
    let Some((_, code)) = code.split_once(&format!("pub struct {name}<")) else { return Vec::new() };
    let code = code.split("pub struct ").next().unwrap_or(code);
    let functions: Vec<&str> = code.split("pub fn ").skip(1).collect();
    let called = |function: &str| function.split('(').next().unwrap_or("").to_owned();
    let names: Vec<String> = functions.iter().map(|function| called(function)).collect();
    let one = |function: &&str| {
        let field = called(function).strip_prefix("set_")?.to_owned();
        let signature = function.split(" {").next().unwrap_or(function);
        let rewrites = names.contains(&format!("rewrite_{field}"));
        Some(Setter { refuses: signature.contains("Result<"), rewrites, field })
    };
    functions.iter().filter_map(one).collect()
}

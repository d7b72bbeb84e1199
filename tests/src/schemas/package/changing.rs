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

/// The setters of one type of one version and module of the code; none if there is no such type.
pub fn setters(code: &str, (version, module): (Option<&str>, Option<&str>), name: &str) -> Vec<Setter> {
    // What is the same in all versions stands outside of them.
    let own = version.and_then(|version| block(code, 0, version));
    let found = own.and_then(|own| declared(own, 4, module, name));
    let Some(code) = found.or_else(|| declared(code, 0, module, name)) else { return Vec::new() };
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

/// What follows the head of a type, in a module of this code or outside of all of them.
fn declared<'c>(code: &'c str, indent: usize, module: Option<&str>, name: &str) -> Option<&'c str> {
    let code = match module {
        None => code.split(&format!("\n{}pub mod ", " ".repeat(indent))).next().unwrap_or(code),
        Some(module) => block(code, indent, module)?,
    };
    code.split_once(&format!("pub struct {name}<")).map(|(_, code)| code)
}

/// The inside of a module.
fn block<'c>(code: &'c str, indent: usize, module: &str) -> Option<&'c str> {
    let indent = " ".repeat(indent);
    let (_, inside) = code.split_once(&format!("\n{indent}pub mod {module} {{"))?;
    inside.split(&format!("\n{indent}}}\n")).next()
}

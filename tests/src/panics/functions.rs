//! All functions that stand in some Rust, which is laid out as rustfmt would: where, of which type, and what they take.

use super::surface;

/// One function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Where its type is, or the function itself: `wireform_protocols::quake2`.
    pub module: String,
    /// The type that has it.
    pub of: Option<String>,
    /// The trait that it is of.
    pub of_trait: Option<String>,
    /// Its type is one for each of some constants.
    pub is_of_constants: bool,
    pub name: String,
    pub is_public: bool,
    /// What it takes, as it stands there.
    pub takes: Vec<String>,
}

/// The crate of which modules are private, so that its types are known by their own names alone.
pub const RUNTIME: &str = "wireform";

impl Function {
    /// How assembly calls it.
    pub fn called(&self) -> String {
        let is_runtime = self.module.split("::").next() == Some(RUNTIME);
        match &self.of {
            Some(of) => called(of, self.of_trait.as_deref(), &self.name, is_runtime),
            None => format!("{}::{}", self.module, self.name),
        }
        .replace("r#", "")
    }
}

/// What a function is called that a type has, maybe as one of a trait. An array is generic over its element and its length.
pub fn called(of: &str, of_trait: Option<&str>, name: &str, is_runtime: bool) -> String {
    let last = |path: &str| {
        if path.starts_with('[') {
            return if path.contains(';') { "[_; _]" } else { "[_]" }.to_owned();
        }
        path.rsplit("::").next().unwrap_or_default().trim_start_matches("&'a ").trim_start_matches('&').to_owned()
    };
    let lent = if of.starts_with('&') { "&" } else { "" };
    let of = if is_runtime { last(of) } else { of.to_owned() };
    let of_trait = of_trait.map(|of_trait| format!(" as {}", last(of_trait))).unwrap_or_default();
    format!("<{lent}{of}{of_trait}>::{name}")
}

/// Another name of a type that is one for each of some constants, and stands for one of them.
#[derive(Debug)]
pub struct Alias {
    pub module: String,
    pub name: String,
    /// The type, without its constants.
    pub of: String,
}

/// What stands in some Rust.
#[derive(Debug, Default)]
pub struct Found {
    pub functions: Vec<Function>,
    pub aliases: Vec<Alias>,
}

/// All of a file, which is the module of that path.
pub fn found(code: &str, module: &str) -> Found {
    let mut reader = Reader { modules: vec![(0, module.to_owned())], head: None, found: Found::default() };
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim_start().trim_start_matches("#[inline] ");
        if words.ends_with("mod tests {") || words.starts_with("macro_rules!") {
            let _ = lines.by_ref().find(|line| line.trim_start() == "}" && line.len() == indent + 1);
        } else if words.starts_with("::wireform::") && words.contains("! {") {
            let mut call = words.to_owned();
            while !call.ends_with('}') {
                call.push(' ');
                call += lines.next().expect("a macro has an end").trim_start();
            }
            reader.call(&call);
        } else if starts(
            words,
            &["impl", "pub trait ", "trait ", "pub type ", "pub fn ", "fn ", "pub const fn ", "const fn "],
        ) || words.starts_with("pub(") && words.contains("fn ")
        {
            let mut item = words.to_owned();
            while !item.ends_with(['{', ';', '}']) {
                item.push(' ');
                item += lines.next().expect("an item has an end").trim_start();
            }
            reader.item(indent, &item);
        } else {
            reader.line(indent, words);
        }
    }
    reader.found
}

fn starts(words: &str, with: &[&str]) -> bool {
    with.iter().any(|start| words.starts_with(start))
}

struct Reader {
    /// Those that are open, and the indents of what stands in them.
    modules: Vec<(usize, String)>,
    /// The `impl` or the trait that is open, and its indent.
    head: Option<(usize, String)>,
    found: Found,
}

impl Reader {
    fn module(&self) -> String {
        let names: Vec<&str> = self.modules.iter().map(|(_, name)| name.as_str()).collect();
        names.join("::")
    }

    fn line(&mut self, indent: usize, words: &str) {
        let module = words.strip_suffix(" {").and_then(|words| words.rsplit_once("mod ")).map(|(_, name)| name);
        if let Some(name) = module.filter(|_| starts(words, &["pub mod ", "mod ", "pub(crate) mod "])) {
            self.modules.push((indent + 4, name.to_owned()));
        } else if words == "}" {
            self.modules.retain(|(inside, _)| *inside <= indent);
            self.head.take_if(|(at, _)| *at == indent);
        }
    }

    fn item(&mut self, indent: usize, item: &str) {
        if let Some(alias) = item.strip_prefix("pub type ") {
            let (name, of) = alias.split_once(" = ").expect("an alias is one of something");
            let of = self.path(&plain(of.trim_end_matches(';')));
            self.found.aliases.push(Alias { module: self.module(), name: plain(name), of });
        } else if starts(item, &["impl", "pub trait ", "trait "]) {
            self.head = (!item.ends_with('}')).then(|| (indent, item.to_owned()));
        } else {
            self.function(indent, item);
        }
    }

    /// What a macro of the runtime makes.
    fn call(&mut self, call: &str) {
        for one in surface::made(call) {
            self.found.functions.push(Function {
                module: self.module(),
                of: Some(self.path(&plain(&one.of))),
                of_trait: one.of_trait.map(str::to_owned),
                is_of_constants: one.of.contains("CODE"),
                name: one.name.to_owned(),
                is_public: one.of_trait.is_none(),
                takes: one.takes,
            });
        }
    }

    fn function(&mut self, indent: usize, item: &str) {
        let (before, rest) = item.split_once("fn ").expect("it is a function");
        let end = rest.find(['(', '<']).expect("a function takes something");
        let takes = takes(rest);
        let head = self.head.as_ref().filter(|(at, _)| *at < indent).map(|(_, head)| head.as_str());
        // What a trait asks for is no function yet; what it has for all is found by whoever asks for it.
        if head.is_some_and(|head| !head.starts_with("impl")) {
            return;
        }
        let (mut of, mut of_trait, mut is_of_constants) = (None, None, false);
        if let Some(head) = head {
            is_of_constants = head.starts_with("impl<") && head.contains("const ");
            let bare = plain(head.trim_start_matches("impl").split(" where ").next().unwrap_or_default());
            let bare = bare.trim_end_matches('{').trim();
            let (asked, on) = bare.split_once(" for ").map_or((None, bare), |(of, on)| (Some(of), on));
            (of, of_trait) = (Some(self.path(on)), asked.map(|asked| self.path(asked)));
        }
        let is_public = before.split(' ').any(|word| word == "pub");
        let name = rest[..end].trim_start_matches("r#").to_owned();
        let module = self.module();
        self.found.functions.push(Function { module, of, of_trait, is_of_constants, name, is_public, takes });
    }

    fn path(&self, path: &str) -> String {
        resolved(&self.module(), path)
    }
}

/// A path that stands in a module, as seen from outside of the crate.
pub fn resolved(module: &str, path: &str) -> String {
    if let Some(absolute) = path.strip_prefix("::") {
        return absolute.to_owned();
    }
    // Assembly names the trait of an object, without its lifetime.
    if let Some(object) = path.strip_prefix("dyn ") {
        return format!("dyn {}", resolved(module, object.split(" + ").next().unwrap_or(object)));
    }
    // What is lent, or no path.
    if path.starts_with(|first: char| !first.is_alphabetic())
        || !path.contains(|any: char| any == ':' || any.is_uppercase())
    {
        return path.to_owned();
    }
    let mut modules: Vec<&str> = module.split("::").collect();
    for segment in path.split("::") {
        if segment == "super" {
            modules.pop();
        } else {
            modules.push(segment);
        }
    }
    modules.join("::")
}

/// Without what stands in angle brackets.
pub fn plain(code: &str) -> String {
    let (mut depth, mut out, mut before) = (0_usize, String::new(), ' ');
    for character in code.chars() {
        match character {
            '<' => depth += 1,
            '>' if before != '-' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(character),
            _ => {}
        }
        before = character;
    }
    out.trim().to_owned()
}

/// What a function takes, by what stands behind its `fn`.
fn takes(rest: &str) -> Vec<String> {
    let (mut depth, mut angles, mut all, mut one) = (0_usize, 0_usize, Vec::new(), String::new());
    let mut before = ' ';
    for character in rest.chars() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '<' => angles += 1,
            '>' if before != '-' => angles -= 1,
            _ => {}
        }
        before = character;
        if depth == 0 && character == ')' && angles == 0 {
            break;
        }
        match character {
            '(' if depth == 1 && angles == 0 => {}
            ',' if depth == 1 && angles == 0 => all.push(std::mem::take(&mut one)),
            _ if depth > 0 => one.push(character),
            _ => {}
        }
    }
    all.push(one);
    all.iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

//! Kaitai's expressions as trees.

use super::No;
use crate::reason::Reason;

/// How deep an expression may be.
const DEEPEST: usize = 64;
/// How many tokens it may have, so that no tree of it is too deep for a walk.
const MOST: usize = 500;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// `12`, `0x1f`
    Int(i128),
    /// `1.5`, as it is written.
    Float(String),
    /// `"text"`
    Text(String),
    /// `true`
    Bool(bool),
    /// `len`, `_io`
    Name(String),
    /// `kind::first`
    Path(Vec<String>),
    /// `[1, 2]`
    List(Vec<Self>),
    /// `a.b`
    Dot(Box<Self>, String),
    /// `a(b, c)`
    Call(Box<Self>, Vec<Self>),
    /// `not a`, `-a`, `~a`
    Unary(&'static str, Box<Self>),
    /// `a + b`
    Binary(&'static str, Box<Self>, Box<Self>),
    /// `a ? b : c`
    Ternary(Box<[Self; 3]>),
    /// `sizeof<a>`
    Size(String),
    /// `a[b]`, `a.as<b>`: nothing here has a form for them.
    Other(&'static str),
}

/// The operators of two sides, those that bind the least first.
const LEVELS: [&[&str]; 8] =
    [&["or"], &["and"], &["==", "!=", "<=", ">=", "<", ">"], &["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"]];
const PRODUCTS: &[&str] = &["*", "/", "%"];
const COMPARISONS: usize = 2;

impl Expr {
    /// Parses an expression.
    pub fn parse(text: &str) -> Result<Self, No> {
        let wrong = || No::new(Reason::construct("an expression that cannot be read"), text);
        let tokens = lex(text).filter(|tokens| tokens.len() <= MOST).ok_or_else(wrong)?;
        let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
        let expr = parser.ternary().ok_or_else(wrong)?;
        if parser.at == tokens.len() { Ok(expr) } else { Err(wrong()) }
    }

    /// Calls `see` with each name in it.
    pub fn names(&self, see: &mut dyn FnMut(&str)) {
        match self {
            Self::Name(name) => see(name),
            Self::Dot(of, name) => {
                see(name);
                of.names(see);
            }
            Self::List(list) => list.iter().for_each(|expr| expr.names(see)),
            Self::Call(of, list) => {
                of.names(see);
                list.iter().for_each(|expr| expr.names(see));
            }
            Self::Unary(_, of) => of.names(see),
            Self::Binary(_, a, b) => {
                a.names(see);
                b.names(see);
            }
            Self::Ternary(all) => all.iter().for_each(|expr| expr.names(see)),
            Self::Int(_)
            | Self::Float(_)
            | Self::Text(_)
            | Self::Bool(_)
            | Self::Path(_)
            | Self::Size(_)
            | Self::Other(_) => {}
        }
    }

    /// Calls `see` with the last name of each path that is compared with a text, and of the whole if it chooses by texts.
    pub fn compared(&self, chooses: bool, see: &mut dyn FnMut(&str)) {
        match self {
            Self::Name(name) | Self::Dot(_, name) if chooses => see(name),
            Self::Binary(_, a, b) => {
                let is_text = |expr: &Self| matches!(expr, Self::Text(_));
                a.compared(is_text(b), see);
                b.compared(is_text(a), see);
            }
            Self::Unary(_, of) => of.compared(false, see),
            Self::Ternary(all) => all.iter().for_each(|expr| expr.compared(false, see)),
            _ => {}
        }
    }
}

/// The number that a literal is.
pub fn int(text: &str) -> Option<i128> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    let lower = plain.to_ascii_lowercase();
    let radix = [("0x", 16), ("0b", 2), ("0o", 8)]
        .into_iter()
        .find_map(|(sign, radix)| Some((lower.strip_prefix(sign)?, radix)));
    let (digits, radix) = radix.unwrap_or((&lower, 10));
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    i64::from_str_radix(digits, radix)
        .map(i128::from)
        .or_else(|_| u64::from_str_radix(digits, radix).map(i128::from))
        .ok()
        .map(|n| sign * n)
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Number(String),
    Text(String),
    Sign(&'static str),
}

const SIGNS: [&str; 27] = [
    "::", "<<", ">>", "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "?", ":", ".",
    ",", "(", ")", "[", "]", "!",
];

fn lex(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => {
                let mut end = word_end(rest);
                // `1.5`, but not `1.to_s`
                if let Some(behind) = rest.get(end..).and_then(|behind| behind.strip_prefix('.'))
                    && behind.starts_with(|c: char| c.is_ascii_digit())
                {
                    end += 1 + word_end(behind);
                }
                tokens.push(Token::Number(rest.get(..end)?.to_owned()));
                end
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let end = word_end(rest);
                tokens.push(Token::Word(rest.get(..end)?.to_owned()));
                end
            }
            '\'' => {
                let inner = rest.get(1..)?;
                let end = inner.find('\'')?;
                tokens.push(Token::Text(inner.get(..end)?.to_owned()));
                end + 2
            }
            '"' => {
                let (value, length) = quoted(rest)?;
                tokens.push(Token::Text(value));
                length
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
                tokens.push(Token::Sign(sign));
                sign.len()
            }
        };
        rest = rest.get(length..)?.trim_start();
    }
    Some(tokens)
}

fn word_end(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// A text with escapes, and how long it is with its quotes.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, at + 1)),
            '\\' => {
                let (_, escape) = chars.next()?;
                value.push(match escape {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'a' => '\x07',
                    'b' => '\x08',
                    'e' => '\x1b',
                    'f' => '\x0c',
                    'v' => '\x0b',
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                    }
                    '0'..='7' => {
                        let more = chars.clone().take(2).take_while(|(_, c)| c.is_digit(8)).count();
                        let digits: String =
                            std::iter::once(escape).chain(chars.by_ref().take(more).map(|(_, c)| c)).collect();
                        char::from_u32(u32::from_str_radix(&digits, 8).ok()?)?
                    }
                    '"' | '\\' | '\'' => escape,
                    _ => return None,
                });
            }
            c => value.push(c),
        }
    }
    None
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn take(&mut self, sign: &str) -> bool {
        let is = match self.tokens.get(self.at) {
            Some(Token::Sign(s)) => *s == sign,
            Some(Token::Word(word)) => word == sign,
            _ => false,
        };
        self.at += usize::from(is);
        is
    }

    fn ternary(&mut self) -> Option<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let condition = self.level(0)?;
        let expr = if self.take("?") {
            let then = self.ternary()?;
            if !self.take(":") {
                return None;
            }
            Expr::Ternary(Box::new([condition, then, self.ternary()?]))
        } else {
            condition
        };
        self.depth -= 1;
        Some(expr)
    }

    /// The operators of a level and of those that bind more.
    fn level(&mut self, level: usize) -> Option<Expr> {
        // `not` is between `and` and the comparisons.
        if level == COMPARISONS {
            let mut negations = 0;
            while self.take("not") {
                negations += 1;
            }
            let compared = self.operators(level)?;
            return Some((0..negations).fold(compared, |expr, _| Expr::Unary("not", Box::new(expr))));
        }
        self.operators(level)
    }

    fn operators(&mut self, level: usize) -> Option<Expr> {
        let signs = LEVELS.get(level).copied().unwrap_or(PRODUCTS);
        let next = |parser: &mut Self| if level < LEVELS.len() { parser.level(level + 1) } else { parser.unary() };
        let mut left = next(self)?;
        while let Some(sign) = signs.iter().find(|sign| self.take(sign)) {
            left = Expr::Binary(sign, Box::new(left), Box::new(next(self)?));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expr> {
        let sign = ["-", "+", "~"].into_iter().find(|sign| self.take(sign));
        let Some(sign) = sign else { return self.trailers() };
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let of = self.unary()?;
        self.depth -= 1;
        Some(match (sign, of) {
            ("+", of) => of,
            ("-", Expr::Int(n)) => Expr::Int(-n),
            (sign, of) => Expr::Unary(sign, Box::new(of)),
        })
    }

    fn trailers(&mut self) -> Option<Expr> {
        let mut expr = self.atom()?;
        loop {
            if self.take(".") {
                let name = self.word()?;
                expr = if name == "as" && self.take("<") {
                    self.type_name()?;
                    Expr::Other("a cast")
                } else {
                    Expr::Dot(Box::new(expr), name)
                };
            } else if self.take("(") {
                expr = Expr::Call(Box::new(expr), self.list(")")?);
            } else if self.take("[") {
                self.list("]")?;
                expr = Expr::Other("an element of a list by its number");
            } else {
                return Some(expr);
            }
        }
    }

    fn word(&mut self) -> Option<String> {
        let Some(Token::Word(word)) = self.tokens.get(self.at) else { return None };
        self.at += 1;
        Some(word.clone())
    }

    /// The tokens up to `>`.
    fn type_name(&mut self) -> Option<String> {
        let mut name = String::new();
        while !self.take(">") {
            match self.tokens.get(self.at)? {
                Token::Word(word) => name.push_str(word),
                Token::Sign(sign) => name.push_str(sign),
                _ => return None,
            }
            self.at += 1;
        }
        Some(name)
    }

    fn list(&mut self, end: &str) -> Option<Vec<Expr>> {
        let mut list = Vec::new();
        while !self.take(end) {
            list.push(self.ternary()?);
            if !self.take(",") {
                return self.take(end).then_some(list);
            }
        }
        Some(list)
    }

    fn atom(&mut self) -> Option<Expr> {
        if self.take("(") {
            let inner = self.ternary()?;
            return self.take(")").then_some(inner);
        }
        if self.take("[") {
            return Some(Expr::List(self.list("]")?));
        }
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        Some(match token {
            Token::Number(text) if text.contains('.') || int(&text).is_none() => Expr::Float(text),
            Token::Number(text) => Expr::Int(int(&text)?),
            Token::Text(text) => Expr::Text(text),
            Token::Word(word) if word == "true" || word == "false" => Expr::Bool(word == "true"),
            Token::Word(word) if word == "sizeof" && self.take("<") => Expr::Size(self.type_name()?),
            Token::Word(word) => {
                let mut path = vec![word];
                while self.take("::") {
                    path.push(self.word()?);
                }
                match path.as_slice() {
                    [only] => Expr::Name(only.clone()),
                    _ => Expr::Path(path),
                }
            }
            Token::Sign(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_kaitai() {
        for (text, tree) in [
            ("not a == b and c", r#"Binary("and", Unary("not", Binary("==", Name("a"), Name("b"))), Name("c"))"#),
            ("a & 1 << 2 + 3", r#"Binary("&", Name("a"), Binary("<<", Int(1), Binary("+", Int(2), Int(3))))"#),
            ("a::b.to_i", r#"Dot(Path(["a", "b"]), "to_i")"#),
            ("x.as<a::b>.y - -0x1_0", r#"Binary("-", Dot(Other("a cast"), "y"), Int(-16))"#),
            ("a ? 'b' : \"\\u0041\\n\"", r#"Ternary([Name("a"), Text("b"), Text("A\n")])"#),
            ("f(1, [2,])", r#"Call(Name("f"), [Int(1), List([Int(2)])])"#),
        ] {
            assert_eq!(format!("{:?}", Expr::parse(text).unwrap()), tree, "{text}");
        }
    }

    #[test]
    fn no_text_makes_it_fail_badly() {
        let deep = "(".repeat(10_000);
        let negative = "- ".repeat(10_000) + "1";
        for text in ["", "a b", "1 +", "'a", "\"\\", "é", "a.", "a[", "sizeof<", deep.as_str(), negative.as_str()] {
            assert!(Expr::parse(text).is_err(), "{text}");
        }
    }
}

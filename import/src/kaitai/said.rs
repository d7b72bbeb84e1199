//! Expressions of the schema, put together with no more parentheses than they need.

use super::No;

/// An expression, as text.
#[derive(Debug, Clone)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Its kind.
    pub kind: Kind,
    /// The number, if it is always the same; of a condition 0 or 1.
    pub value: Option<i128>,
    /// Whether an enum is said by its number.
    pub is_code: bool,
    /// How strongly it binds: `||` 0, `&&` 1, comparisons 2, sums 3, products 4, signs 5, all else 6.
    pub level: u8,
    /// A number that is this one times a power of two.
    pub shifted: Option<(Box<Said>, u32)>,
}

/// The kind of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A number from one to another.
    Int(i128, i128),
    /// A condition or a flag.
    Bool,
    /// A value of an enum, with the range of its wire.
    Enum(usize, Option<(i128, i128)>),
    /// A struct.
    Struct(usize),
    /// A text of so many characters that is a number here: one, or four.
    Chars(usize),
    /// A constant text.
    Text(String),
    /// Nothing that an expression can use, and why.
    Other(&'static str),
}

/// The compiler refuses numbers that are far smaller; this keeps the sums here from running over.
const MOST: i128 = 1 << 100;

impl Said {
    /// A name, or another text that needs no parentheses.
    pub fn new(text: String, kind: Kind) -> Self {
        Self { text, kind, value: None, is_code: false, level: 6, shifted: None }
    }

    /// A number.
    pub fn int(n: i128) -> Self {
        Self { value: Some(n), level: if n < 0 { 5 } else { 6 }, ..Self::new(n.to_string(), Kind::Int(n, n)) }
    }

    /// The same, binding as strongly.
    pub fn level(self, level: u8) -> Self {
        Self { level, ..self }
    }

    /// Whether it is an integer.
    pub fn is_int(&self) -> bool {
        matches!(self.kind, Kind::Int(..))
    }

    /// Whether it is a constant that is no multiple of two.
    pub fn is_odd(&self) -> bool {
        self.value.is_none_or(|n| n % 2 != 0)
    }

    /// Whether it is only a name.
    pub fn is_path(&self) -> bool {
        self.value.is_none() && self.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
    }

    /// The least and the largest number that it may be.
    pub fn range(&self) -> Option<(i128, i128)> {
        match self.kind {
            Kind::Int(least, most) => Some((least, most)),
            _ => None,
        }
    }

    /// As an operand of an operator that binds so strongly.
    fn within(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    /// The number divided by the largest power of two that is known to divide it.
    fn parts(&self) -> (Self, u32) {
        match (&self.shifted, self.value) {
            (Some((said, shift)), _) => ((**said).clone(), *shift),
            _ => (self.clone(), 0),
        }
    }
}

impl Kind {
    /// The kind that a parameter needs to hold it.
    pub fn as_parameter(&self) -> Self {
        match self {
            Self::Int(least, most) => {
                let holds = |bits: u32| {
                    if *least < 0 { *least >= -(1 << (bits - 1)) && *most < 1 << (bits - 1) } else { *most < 1 << bits }
                };
                let bits = [8, 16, 32].into_iter().find(|bits| holds(*bits)).unwrap_or(64);
                if *least < 0 {
                    Self::Int(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
                } else {
                    Self::Int(0, (1 << bits) - 1)
                }
            }
            Self::Bool | Self::Enum(..) | Self::Chars(1) => self.clone(),
            Self::Other(words) => Self::Other(words),
            _ => Self::Other("a struct, a list or a text of what is around"),
        }
    }

    /// The kind that a parameter needs to hold both.
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Int(a, b), Self::Int(c, d)) => Self::Int(*a.min(c), *b.max(d)).as_parameter(),
            (Self::Enum(a, one), Self::Enum(b, other)) if a == b => {
                let hull = one.zip(*other).map(|((a, b), (c, d))| (a.min(c), b.max(d)));
                Self::Enum(*a, hull)
            }
            (a, b) if a == b => a.clone(),
            (Self::Other(words), _) | (_, Self::Other(words)) => Self::Other(words),
            _ => Self::Other("values of several kinds around"),
        }
    }
}

/// `not a`
pub fn not(said: Said) -> Result<Said, No> {
    if said.kind != Kind::Bool {
        return Err(No::because("`not` of what is no condition"));
    }
    Ok(match said.value {
        Some(b) => Said { value: Some(1 - b), ..Said::new((b == 0).to_string(), Kind::Bool) },
        None => Said::new(format!("!{}", said.within(5)), Kind::Bool).level(5),
    })
}

/// The number of a flag.
pub fn flag(said: &Said) -> Said {
    Said::new(format!("{}.raw", said.text), Kind::Int(0, 1))
}

/// Two operands and a sign.
pub fn binary(sign: &str, a: &Said, b: &Said) -> Result<Said, No> {
    match (sign, &a.kind, &b.kind) {
        ("and" | "or", Kind::Bool, Kind::Bool) => Ok(logic(sign == "and", a, b)),
        ("==" | "!=" | "<" | "<=" | ">" | ">=", ..) => compare(sign, a, b),
        (_, Kind::Int(..), Kind::Int(..)) => arithmetic(sign, a, b),
        (_, Kind::Other(words), _) | (_, _, Kind::Other(words)) => Err(No::because(*words)),
        _ => Err(No::because("operators of what are no numbers")),
    }
}

fn logic(is_and: bool, a: &Said, b: &Said) -> Said {
    match (a.value, b.value) {
        (Some(x), _) => if (x == 1) == is_and { b } else { a }.clone(),
        (_, Some(y)) => if (y == 1) == is_and { a } else { b }.clone(),
        _ => {
            let (level, sign) = if is_and { (1, "&&") } else { (0, "||") };
            Said::new(format!("{} {sign} {}", a.within(level), b.within(level)), Kind::Bool).level(level)
        }
    }
}

fn compare(sign: &str, a: &Said, b: &Said) -> Result<Said, No> {
    let said = |a: String, b: &str| Ok(Said::new(format!("{a} {sign} {b}"), Kind::Bool).level(2));
    let is_equality = matches!(sign, "==" | "!=");
    match (&a.kind, &b.kind) {
        (Kind::Int(..), Kind::Int(..)) => {
            // `x & 0xC0 == 0x40` is `x / 64 == 1`.
            if let (Some((inner, shift)), Some(y)) = (&a.shifted, b.value)
                && is_equality
                && y & ((1 << shift) - 1) == 0
            {
                return compare(sign, inner, &Said::int(y >> shift));
            }
            said(a.within(3), &b.within(3))
        }
        (Kind::Bool, Kind::Bool) if is_equality => match (a.value, b.value) {
            (_, Some(y)) => {
                if (y == 1) == (sign == "==") {
                    Ok(a.clone())
                } else {
                    not(a.clone())
                }
            }
            _ => Err(No::because("two conditions that are compared")),
        },
        (Kind::Enum(x, _), Kind::Enum(y, _)) if x == y => {
            // A name stands for itself; a number of an enum, for its number.
            let code = |said: &Said| match said.value {
                Some(code) => code.to_string(),
                None if said.is_code => said.within(3),
                None => format!("{}.raw", said.text),
            };
            match (a.value, b.value) {
                (None, Some(_)) if is_equality && !a.is_code => said(a.text.clone(), &b.text),
                _ => said(code(a), &code(b)),
            }
        }
        (Kind::Chars(count), Kind::Text(text)) if is_equality => match letters(text, *count)? {
            Some(literal) => said(a.text.clone(), &literal),
            None => Err(No::because("a text of another length")),
        },
        (Kind::Other(words), _) | (_, Kind::Other(words)) => Err(No::because(*words)),
        _ => Err(No::because("values of different kinds that are compared")),
    }
}

/// Bytes as a number of so many: nothing of another length is one.
pub fn character(bytes: &[u8], count: usize) -> Option<String> {
    let quote = if count == 1 { '\'' } else { '"' };
    let inner: String = bytes.iter().map(|byte| escaped(*byte)).collect();
    (bytes.len() == count).then(|| format!("{quote}{inner}{quote}"))
}

/// A text as such a number. Other letters than those of ASCII are other bytes in each encoding.
pub fn letters(text: &str, count: usize) -> Result<Option<String>, No> {
    if text.is_ascii() { Ok(character(text.as_bytes(), count)) } else { Err(No::because("text that is no ASCII")) }
}

/// A byte in a text.
pub fn escaped(byte: u8) -> String {
    match byte {
        b'"' | b'\\' | b'\'' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    }
}

fn arithmetic(sign: &str, a: &Said, b: &Said) -> Result<Said, No> {
    let (Some((a0, a1)), Some((b0, b1))) = (a.range(), b.range()) else {
        return Err(No::because("operators of what are no numbers"));
    };
    let range = |ends: &[i128]| {
        let (least, most) =
            ends.iter().fold((i128::MAX, i128::MIN), |(least, most), end| (least.min(*end), most.max(*end)));
        if least < -MOST || most > MOST {
            Err(No::because("numbers of more than 64 bits"))
        } else {
            Ok(Kind::Int(least, most))
        }
    };
    let made = |level: u8, sign: &str, right: u8, kind: Result<Kind, No>| {
        Ok(match (kind?, a.value, b.value) {
            (Kind::Int(n, _), Some(_), Some(_)) => Said::int(n),
            (kind, ..) => Said::new(format!("{} {sign} {}", a.within(level), b.within(right)), kind).level(level),
        })
    };
    let power = |shift: u32| Said::int(1 << shift);
    match (sign, b.value) {
        ("+", Some(0)) => Ok(a.clone()),
        ("-", Some(0)) => Ok(a.clone()),
        ("+", _) if a.value == Some(0) => Ok(b.clone()),
        ("-", _) if a.value == Some(0) && b.value.is_none() => {
            Ok(Said::new(format!("-{}", b.within(5)), range(&[-b0, -b1])?).level(5))
        }
        ("+", _) => made(3, "+", 3, range(&[a0 + b0, a1 + b1])),
        ("-", _) => made(3, "-", 4, range(&[a0 - b1, a1 - b0])),
        ("*", Some(1)) => Ok(a.clone()),
        ("*", _) => {
            let product = |x: i128, y: i128| x.saturating_mul(y);
            made(4, "*", 5, range(&[product(a0, b0), product(a0, b1), product(a1, b0), product(a1, b1)]))
        }
        ("/", Some(1)) => Ok(a.clone()),
        ("/", Some(n)) if n > 0 => made(4, "/", 5, range(&[a0.div_euclid(n), a1.div_euclid(n)])),
        ("%", Some(n)) if n > 0 && a.value.is_none() => made(4, "%", 5, Ok(Kind::Int(0, n - 1))),
        ("/" | "%", _) => Err(No::because("a division by what is no positive constant")),
        ("<<", Some(shift @ 0..=62)) => {
            let times = arithmetic("*", a, &power(shift as u32))?;
            Ok(Said { shifted: times.value.is_none().then(|| (Box::new(a.clone()), shift as u32)), ..times })
        }
        (">>", Some(shift @ 0..=62)) => match &a.shifted {
            Some((inner, by)) if i128::from(*by) == shift => Ok((**inner).clone()),
            _ => arithmetic("/", a, &power(shift as u32)),
        },
        ("&", Some(mask)) => masked(a, mask),
        ("|", _) => {
            // Bits that are in one of the two only are added.
            let fits = |high: &Said, low: (i128, i128)| low.0 >= 0 && low.1 < 1 << high.parts().1.min(64);
            if fits(a, (b0, b1)) || fits(b, (a0, a1)) {
                arithmetic("+", a, b)
            } else {
                Err(No::because("bits of two numbers, combined"))
            }
        }
        _ => Err(No::because("operators of bits")),
    }
}

/// The bits of a number that are in a row.
fn masked(a: &Said, mask: i128) -> Result<Said, No> {
    let low = mask.trailing_zeros();
    let row = mask.checked_shr(low).unwrap_or(0);
    if mask <= 0 || row & (row + 1) != 0 {
        return Err(No::because("bits that are not in a row"));
    }
    let down = arithmetic(">>", a, &Said::int(i128::from(low)))?;
    let is_all = down.range().is_some_and(|(least, most)| least >= 0 && most <= row);
    let inner = if is_all { down } else { arithmetic("%", &down, &Said::int(row + 1))? };
    if low == 0 { Ok(inner) } else { arithmetic("<<", &inner, &Said::int(i128::from(low))) }
}

//! The rules: what is written, in pieces, and what to write for it.
//!
//! A piece is a word or mark as it is, several of them with `|` between, or one of `<n>` a name, `<u>` one in UpperCamel,
//! `<d>` one that is declared,
//! `<w>` one in small letters, `<f>` one of them that is no number's name, `<i>` a number, `<s>` a string, `<v>` a literal, `<k>` a word for a number's wire, `<t>` any
//! wire, `<e>` an operand, `<g>` brackets with all that is in them, `<x>` an expression of one line. `?` behind it: there may
//! be none; `*`: any number. `$1` is the first of those that are no single word; `$snake1` makes something of it.

use crate::parse::names::{snake_case, upper_camel};

pub(super) type Rule = (&'static str, &'static [&'static str]);

/// Sets of words.
const SETS: &[(&str, &str)] = &[
    (
        "@mod",
        "pub|public|private|protected|internal|static|export|extern|final|abstract|readonly|inline|data|sealed|\
         required|volatile|mut|let|var|val|const|constexpr|auto|unsafe|virtual",
    ),
    ("@const", "const|constexpr|static|final|let|var|val|define|public|private|readonly"),
    ("@record", "struct|class|record|table|object|interface|trait|dataclass"),
    ("@message", "message|packet|event|opcode|command|request|response"),
    ("@item", "enum|bits|family|message|quantity|varint|type|packed|delta"),
    ("@carried", "enum|bits|family|varint|quantity|packed"),
    ("@clause", "from|by|as|if|else|where"),
    ("@order", "<|<=|>|>=|==|!="),
    ("@sep", ",|;"),
];

/// The first that holds of a stretch counts.
pub(super) const RULES: &[Rule] = &[
    // Declarations.
    ("# [ repr ( <k> ) ] @mod* enum <u> {", &["enum $2: $1 {"]),
    ("# !? [ <x> ]", &[""]),
    ("# !? <g>", &[""]),
    ("@ <u> <g>?", &[""]),
    ("[ <u> <g>? ]", &[""]),
    ("} __attribute__ <g> ;?", &["}"]),
    ("__attribute__|alignas|__declspec <g>", &[""]),
    ("@mod* @record <u> :|extends|implements|< public|private? <u> {", &["struct $2 { $snake5: $5,"]),
    ("@mod* @record <u> {", &["struct $2 {"]),
    ("type <u> =? @record {", &["struct $1 {"]),
    ("<u> :|=? @record {", &["struct $1 {"]),
    ("@record <u> :|= {", &["struct $2 {"]),
    ("typedef <t> <u> ;", &["type $2 = $1;"]),
    ("using|alias|typedef <u> = <t> ;", &["type $2 = $3;"]),
    ("type <u> : <t> ;", &["type $1 = $2;"]),
    ("quantity <u> = <x> : <k>", &["quantity $1: $3 = $2"]),
    ("message <u> <g> = <i> ;?", &["message $1 = $3 $2"]),
    ("<u> :|= enum|bits <k> {", &["$3 $1: $4 {"]),
    ("enum class|struct <u> : <k>", &["enum $2: $3"]),
    ("@mod* @item <u>", &["$1 $2"]),
    ("@carried <k> <u> {|=", &["$1 $3: $2 $4"]),
    ("@carried <u> <k> {|=", &["$1 $2: $3 $4"]),
    ("@carried <u> (|<|as|of|->|[|= <k> )|>|]? {|;|=", &["$1 $2: $4 $6"]),
    ("@carried (|<|[ <k> )|>|] <u> {|=", &["$1 $5: $3 $6"]),
    ("enum|bits|packed <u> {", &["$1 $2: u8 {", "$1 $2: u16 {", "$1 $2: u32 {"]),
    ("@message <i> :|=>|->? <u>", &["message $4 = $2"]),
    ("@message <u> = <i> {|;", &["message $2 = $3 $4"]),
    ("@message <u> (|[|@|#|, <i> )|]? {|;", &["message $2 = $4 $6"]),
    ("@message <u> <i> {|;", &["message $2 = $3 $4"]),
    ("@record <u> = <i> {|;", &["message $2 = $3 $4"]),
    ("<i> =>|:|= @message <u>", &["message $4 = $1"]),
    ("const <n> : <k> = <x> ;", &["const $caps1 = $3;"]),
    ("@const @mod @mod* <k>? <n> = <x> ;?", &["const $caps4 = $5;"]),
    ("@const <k> <n> = <x> ;?", &["const $caps3 = $4;"]),
    ("let|var|val|define|static|final|constexpr <n> = <x> ;?", &["const $caps2 = $3;"]),
    ("<n> = <i> ;", &["const $caps1 = $2;"]),
    ("const ( <n> = <x> )", &["const $caps1 = $2;"]),
    ("const ( <n> = <x> <n> = <x> )", &["const $caps1 = $2;\nconst $caps3 = $4;"]),
    ("# define <n> <v>", &["const $caps1 = $2;"]),
    ("protocol <s> {", &["protocol $snake1 {"]),
    ("protocol <n> ( <n> ) ;?", &["protocol $1 { byte_order: $2 }"]),
    ("byte_order : <s>", &["byte_order: $inside1"]),
    ("protocol <n> { byte_order : <n>", &["protocol $snake1 { byte_order: $snake2"]),
    ("byte_order|endian|endianness : network|big|be|big_endian|bigendian|msb|motorola", &["byte_order: big"]),
    ("byte_order|endian|endianness : little|le|little_endian|littleendian|lsb|intel|host", &["byte_order: little"]),
    ("byte_order : big|little - endian", &["byte_order: $1"]),
    // Fields.
    ("- id : <n> type : <n> @sep?", &["$snake1: $kaitai2,"]),
    ("<n> = <v> : <t>", &["$snake1: $3 = $2"]),
    ("@mod @mod* <n> = <v>", &["$snake2: u8 = $3", "$snake2: u16 = $3", "$snake2: u32 = $3"]),
    ("@mod* <k> <n> = <v> @sep?", &["$snake2: $1 = $3,"]),
    ("@mod* char|wchar_t <n> [ <e> ] @sep?", &["$snake2: latin1[$3],"]),
    ("@mod* char * <n> @sep?", &["$snake1: latin1[until 0],"]),
    ("@mod* <k> <n> [ <e>? ] @sep?", &["$snake2: $list13,"]),
    (
        "@mod* <k> <n> : <i> @sep?",
        &["bits u8 { $snake2: u$3, _: .. },", "bits u16 { $snake2: u$3, _: .. },", "bits u32 { $snake2: u$3, _: .. },"],
    ),
    ("@mod* <k> <n> , <n> @sep?", &["$snake2: $1, $snake3: $1,"]),
    ("@mod* <k> <n> , <n> , <n> @sep?", &["$snake2: $1, $snake3: $1, $snake4: $1,"]),
    ("@mod* <k> <n> { get ; set|init? ;? }", &["$snake2: $1,"]),
    ("@mod* struct|enum|union? <d> <f> @sep?", &["$snake3: $2,"]),
    ("@mod* <k> <n> @sep?", &["$snake2: $1,"]),
    ("<u> <f> ;", &["$snake2: u8,", "$snake2: u16,", "$snake2: u32,"]),
    ("@mod* <n> ->|=|as|is? <k> @sep?", &["$snake1: $3,"]),
    ("<n> : struct|enum|union|class|record <u>", &["$snake1: $3"]),
    ("pub <g> <n> :", &["$2:"]),
    ("<n> : : <t>", &["$snake1: $2"]),
    ("@mod @mod* <w> : <t>", &["$2: $3"]),
    ("<n> : <k> : <i>", &["bits $2 { $snake1: u$3, _: .. }"]),
    ("<n> : <i>", &["$snake1: u$2"]),
    ("<n> : <i>", &["bits u8 { $snake1: u$2, _: .. }", "bits u16 { $snake1: u$2, _: .. }"]),
    (
        "if <w> == <v> : <w> : <t> elif <w> == <v> : <w> : <t>",
        &["body: match $1 { $2 => $camel3: $4, $6 => $camel7: $8 },"],
    ),
    ("if <e> : <w> : <t> @sep?", &["$2: $3 if $1,"]),
    ("@clause <x> @clause <x>", &["$3 $4 $1 $2"]),
    // Wires.
    ("[ <i> ; <t> ]", &["[$2; $1]"]),
    ("[ <e> ; <k> ]", &["[$2; $1]"]),
    ("[ <t> , <e> ]", &["[$1; $2]"]),
    ("<k> * <e>", &["[$1; $2]"]),
    ("<e> * <k>", &["[$2; $1]"]),
    ("bytes|utf8|ascii|latin1 ( <x> )", &["$1[$2]"]),
    ("[ <e> ] <t>", &["[$2; $1]"]),
    ("<t> [ <e> ]", &["[$1; $2]"]),
    ("<n> : <w> == <v> ? <t> : <t>", &["$1: match $2 { $3 => $4, _ => $5 }"]),
    ("<n> : <w> != <v> ? <t> : <t>", &["$1: match $2 { $3 => $5, _ => $4 }"]),
    ("<n> : <e> ? <t> : <t>", &["$1: match $2 { 0 => $4, _ => $3 }"]),
    ("<t> if <e> else <t>", &["match $2 { 0 => $3, _ => $1 }"]),
    ("if <e> == <v> <g> else <g>", &["match $1 { $2 => $first3 $3, _ => $first4 $4 }"]),
    ("<w> : <k> , <w> : <k> = <w> > > <i> , <w> : <k> = <w> & <v>", &["bits $2 { $7: $8, $3: $4 }"]),
    ("<w> : <k> , <w> : <k> = <w> & <v> , <w> : <k> = <w> > > <i>", &["bits $2 { $3: $4, $7: $8 }"]),
    ("<w> : <k> , <w> : <k> = <w> > > <i>", &["bits $2 { low: u$6, $3: $4 }"]),
    ("= factor|scale <v> offset <v>", &["= raw * $2$plus3"]),
    ("= factor|scale <v>", &["= raw * $2"]),
    // Expressions.
    ("@order <v> & <e> @order", &["$1 $2 && $3 $4"]),
    ("@order <v> | <e> @order", &["$1 $2 || $3 $4"]),
    ("<i> | <i>", &["$bits12"]),
    ("if|where <e> = <e>", &["$1 $2 == $3"]),
    ("<e> is not <e>", &["$1 != $2"]),
    ("<e> is|eq|equals <e>", &["$1 == $3"]),
    ("<e> ne|neq <e>", &["$1 != $3"]),
    ("<e> not in <g>", &["!($1 in $or2)"]),
    ("not <e> @order <e>", &["!($1 $2 $3)"]),
    ("not <e>", &["!$1"]),
    ("and", &["&&"]),
    ("or", &["||"]),
    ("== =", &["=="]),
    ("!= =", &["!="]),
    ("< >", &["!="]),
    ("where @order", &["where it $1"]),
    ("$ <i>", &["0x$1"]),
    ("$ <n>", &["0x$1"]),
    ("<i> < < <i>", &["$shl12"]),
    ("<i> * * <i>", &["$pow12"]),
    ("raw > > <i>", &["raw / $two1"]),
    ("raw < < <i>", &["raw * $two1"]),
    ("= it|value|x|self|this *|/|+|-", &["= raw $2"]),
    ("= *|/ <v>", &["= raw $1 $2"]),
    ("in <g>", &["in $or1"]),
    ("in range ( <v> , <v> )", &["in $1..$2"]),
    ("in range ( <v> )", &["in 0..$1"]),
    ("where between <v> and <v>", &["where $1..=$2"]),
    ("where in <v> .. <v>", &["where $1..$2"]),
    ("where <v> .. < <v>", &["where $1..$2"]),
    ("where this|value|self|val @order", &["where it $2"]),
    ("where in? <g>", &["where it in $or1"]),
    ("in <v> - <v>", &["in $1..=$2"]),
    ("where it between <v> and <v>", &["where $1..=$2"]),
    ("between <v> and <v>", &["in $1..=$2"]),
    ("where it == <s>", &["= $1"]),
    ("where it in <v> .. <v>", &["where $1..$2"]),
    ("where <v> - <v>", &["where $1..=$2"]),
    ("<v> ..|..= <v>", &["$3$2$1"]),
    ("<n> : <t> if <n> !=|is <n>", &["$1: $2 if has_$3"]),
    ("<e> == true|1", &["$1"]),
    ("<e> == false|0", &["!$1"]),
    ("! ! <e>", &["$1 != 0"]),
    ("! <e>", &["$1 == 0"]),
    ("if <e>", &["if $1 != 0"]),
    ("until <s>", &["until $char1"]),
    ("<v> .. . <v>", &["$1..=$2"]),
    ("<v> to|through <v>", &["$1..=$3"]),
    ("if <e> as <k>", &["if $1.raw"]),
    ("<u> . <u>", &["$2"]),
    ("<u> : : <u>", &["$2"]),
    ("else None|null|nil|undefined|nullptr", &["else zero"]),
    // Patterns.
    ("( <x> , <x> | <x> )", &["($1, $2) | ($1, $3)"]),
    ("( <x> | <x> , <x> )", &["($1, $3) | ($2, $3)"]),
    ("( <x> , <x> | <x> | <x> )", &["($1, $2) | ($1, $3) | ($1, $4)"]),
    ("case|when|if <v> :|=>|->", &["$2 =>"]),
    ("case|when|if <u> :|=>|->", &["$2 =>"]),
    ("*|.. =>", &["_ =>"]),
    ("=> <w> {", &["=> $camel1 {"]),
    ("<v> - <v> =>", &["$1..=$2 =>"]),
    ("<v> ,|or <v> =>", &["$1 | $3 =>"]),
    ("<v> , <v> , <v> =>", &["$1 | $2 | $3 =>"]),
    ("<g> =>", &["$or1 =>"]),
    ("default|other|else|otherwise =>|:|->", &["_ =>"]),
    ("true =>", &["1 =>"]),
    ("false =>", &["0 =>"]),
    ("<v> || <v>", &["$1 | $2"]),
    ("until <v> or <v>", &["until $1 | $2"]),
    // Examples.
    ("= <s> {", &["= hex $1 {"]),
    ("<s> =|=>|:|-> {", &["$1 {"]),
    ("example|accepts|refuses <s> :|=>|-> hex|dec", &["$1 $2 = $4"]),
    ("<s> :", &["$inside1:"]),
    (": <s> ,|}", &[": $inside1$2"]),
    ("example|accepts|refuses <w> =", &["$1 \"$2\" ="]),
    ("hex|dec <s> }|example|accepts|refuses", &["$1 $2 {} $3"]),
    ("hex|dec <s> ,", &["$1 $2 {},"]),
];

/// The rules of fields that are declared as in C.
pub(super) fn fields() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(|(pattern, _)| pattern.starts_with("@mod* ") && pattern.ends_with("@sep?"))
}

/// The words of a set.
pub(super) fn words(piece: &str) -> Option<&'static str> {
    SETS.iter().find(|(name, _)| *name == piece).map(|(_, words)| *words)
}

/// A text with what was captured in its places; `None` if nothing can be made of that.
pub(super) fn filled(text: &str, captures: &[String]) -> Option<String> {
    let mut pieces = text.split('$');
    let mut filled = pieces.next()?.to_owned();
    for piece in pieces {
        let digits = piece.find(|c: char| c.is_ascii_digit())?;
        let (function, rest) = piece.split_at(digits);
        let count = if matches!(function, "list" | "shl" | "pow" | "bits") { 2 } else { 1 };
        let (arguments, rest) = rest.split_at_checked(count)?;
        let capture = |digit: char| captures.get(digit.to_digit(10)? as usize - 1);
        let arguments: Vec<&String> = arguments.chars().filter_map(capture).collect();
        filled += &made(function, arguments.first()?, arguments.get(1).map_or("", |second| second))?;
        filled += rest;
    }
    Some(filled)
}

fn made(function: &str, first: &str, second: &str) -> Option<String> {
    let number = |text: &str| super::number(text).and_then(|number| u64::try_from(number).ok());
    let power = |text: &str| u32::try_from(number(text)?).ok();
    Some(match function {
        "snake" => snake_case(first.trim_matches('"')),
        "inside" => first.trim_matches('"').to_owned(),
        "bits" => (number(first)? | number(second)?).to_string(),
        "camel" => upper_camel(first),
        "caps" => snake_case(first).to_ascii_uppercase(),
        "list" if second.is_empty() && first == "u8" => "bytes[..]".to_owned(),
        "list" => format!("[{first}; {}]", if second.is_empty() { ".." } else { second }),
        "shl" => number(first)?.checked_mul(2_u64.checked_pow(power(second)?)?)?.to_string(),
        "pow" => number(first)?.checked_pow(power(second)?)?.to_string(),
        "plus" => match first.strip_prefix('-') {
            Some(rest) => format!(" - {rest}"),
            None => format!(" + {first}"),
        },
        "kaitai" => match first.strip_prefix('u').and_then(|bytes| bytes.parse::<u32>().ok()) {
            Some(bytes) => format!("u{}", bytes * 8),
            None => super::wire_of(first)?,
        },
        "first" => {
            upper_camel(first.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(|word| !word.is_empty())?)
        }
        "char" => {
            let inside = first.trim_matches('"');
            (inside.len() == 1 || inside.starts_with('\\')).then(|| format!("'{inside}'"))?
        }
        "two" => 2_u64.checked_pow(power(first)?)?.to_string(),
        "or" => first.trim_matches(['[', ']', '(', ')', '{', '}', ' ']).replace(',', " |"),
        _ => first.to_owned(),
    })
}

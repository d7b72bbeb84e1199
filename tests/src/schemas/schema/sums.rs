//! Numbers that are worked out of the bytes around them: checks of the catalogue, and functions of the program.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::body::{Scope, declared};
use super::{Dice, Param, Schema};

/// A function of the program.
#[derive(Debug, Clone)]
pub(super) struct Hook {
    name: String,
    params: Vec<Param>,
    bytes: u32,
}

/// Names of functions, and so of traits. Some of them are traits elsewhere.
const HOOKS: [&str; 10] = ["sum", "seal", "digest_of", "default", "verify", "hash", "write", "from", "hooks", "sum_2"];

/// The checks that are not cyclic, and their bits.
const SUMS: [(&str, u32); 9] = [
    ("sum_8", 8),
    ("sum_16", 16),
    ("sum_32", 32),
    ("xor_8", 8),
    ("lrc_8", 8),
    ("fletcher_8", 16),
    ("fletcher_16", 16),
    ("adler_32", 32),
    ("internet", 16),
];

/// All cyclic checks that the language knows, as the compiler lists them, and their bytes.
static CHECKS: LazyLock<Vec<(String, u32)>> = LazyLock::new(|| {
    let listed =
        include_str!("../../../../codegen/language/src/catalogue.rs").split_once("= checks! {").expect("a list").1;
    let names = listed.split('}').next().unwrap_or_default().split_whitespace().map(str::to_ascii_lowercase);
    let bits = |name: &str| name.split('_').nth(1)?.parse::<u32>().ok();
    names.map(|name| (name.clone(), bits(&name).expect("its width").div_ceil(8))).collect()
});

impl Schema {
    /// `hook sum(data: bytes, key: Key) -> u16;`
    pub(super) fn hook(&mut self) {
        let Some(name) = self.names.of_function(&mut self.dice, &HOOKS) else { return };
        let mut params = if self.dice.percent(75) { self.params() } else { Vec::new() };
        params.truncate(3);
        let data = ["data", "bytes", "covered", "out"].into_iter().find(|one| params.iter().all(|it| it.name != *one));
        let data = data.unwrap_or("what_it_covers");
        let bytes = *self.dice.pick(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let others = declared(&params);
        let others = others.strip_prefix('(').map_or_else(|| ")".to_owned(), |others| format!(", {others}"));
        writeln!(self.text, "/// What the *program* knows.\nhook {name}({data}: bytes{others} -> u{};", bytes * 8)
            .unwrap();
        self.hooks.push(Hook { name, params, bytes });
    }

    /// A struct with a check of the catalogue: each schema has another one, so that all of them are met.
    pub(super) fn check_in_turn(&mut self, seed: u64) {
        let (check, bytes) = &CHECKS[usize::try_from(seed).unwrap_or(0) % CHECKS.len()];
        let name = self.names.upper(&mut self.dice);
        let extra = self.extra();
        let bits = bytes * 8;
        writeln!(self.text, "struct {name} {{ data: bytes[3], sum: u{bits} = {check}(before(sum){extra}) }}").unwrap();
    }

    /// A struct in every fourth schema, with one of the other checks, which covers everything that there is to cover, at a
    /// place that varies.
    pub(super) fn sum_in_turn(&mut self, seed: u64) {
        if seed % 4 != 1 {
            return;
        }
        let (check, bits) = SUMS[usize::try_from(seed / 4).unwrap_or(0) % SUMS.len()];
        let name = self.names.upper(&mut self.dice);
        let (order, in_region) = (*self.dice.pick(&["le", "be"]), self.dice.percent(50));
        let there = *self.dice.pick(&[" if kind != 9", " if shift >= 0", " if long", ""]);
        let sum = format!(
            "sum: u{bits} = {check}(before(sum), key, shift, 7, match kind {{ 0 => 1, 1..=240 => (2, 255) }}, words, \
             match variant {{ 0..=8 => 3, _ => 4 }}, id){there},"
        );
        // A check in a region up to an end could be the end.
        let region = match in_region || self.dice.percent(50) {
            true => format!("within (u16{order})"),
            false => "within (until 0xC0)".to_owned(),
        };
        let (inside, behind) = if in_region { (sum.as_str(), "") } else { ("", sum.as_str()) };
        writeln!(
            self.text,
            "struct {name}(key: u24, shift: i16, variant: u8) {{
    bits u8 {{ long, _: .. }},
    kind: u8,
    id: u32{order} if long,
    front: u16 = sum_16(span(tail..=foot)),
    {region} {{ text: latin1[until 0], {inside} rest: bytes[..] }},
    {behind}
    words: [u16{order}; u8],
    last: u8 = xor_8(span(id..=words)) if variant > 3,
    tail: bytes[..],
    foot: trailer {{ n: u8, m: u16{order} }},
}}"
        )
        .unwrap();
    }

    /// A checksum in front of a body: it covers what follows.
    pub(super) fn sum_in_front(&mut self, scope: &mut Scope) -> Option<String> {
        if !self.dice.percent(12) {
            return None;
        }
        let name = scope.names.field(&mut self.dice, true);
        let cover = format!("after({name})");
        let (text, bytes) = self.sum(scope, &name, &cover);
        scope.at = scope.at.map(|at| at + u64::from(bytes));
        Some(format!("{text}, "))
    }

    /// One behind a body. `first` begins it, at a place that is always the same; where something in front covers all that
    /// follows, this one covers no more than that field.
    pub(super) fn sum_behind(&mut self, scope: &mut Scope, first: Option<&str>, covered: bool) -> Option<String> {
        if !self.dice.percent(22) || (covered && first.is_none()) {
            return None;
        }
        let name = scope.names.field(&mut self.dice, true);
        let own = format!("span({0}..={0})", first.unwrap_or_default());
        let cover = match self.dice.below(4) {
            _ if covered => own,
            0 if first.is_some() => own,
            1 => format!("after({name})"),
            2 => "all".to_owned(),
            _ => format!("before({name})"),
        };
        // What is covered is there.
        let behind = cover.starts_with("after").then(|| format!("{name}_behind: u16, "));
        Some(format!("{}, {}", self.sum(scope, &name, &cover).0, behind.unwrap_or_default()))
    }

    /// The field, and how many bytes it has.
    fn sum(&mut self, scope: &mut Scope, name: &str, cover: &str) -> (String, u32) {
        let order = *self.dice.pick(&["", "", "be", "le"]);
        // Bytes of the packet as they are: its own number is none of them.
        if cover != "all" && !scope.compared && !self.hooks.is_empty() && self.dice.percent(60) {
            let Hook { name: hook, params, bytes } = self.dice.pick(&self.hooks).clone();
            let args = self.args(scope, &params);
            let args = args.strip_prefix('(').map_or_else(|| ")".to_owned(), |args| format!(", {args}"));
            self.hooked += 1;
            let order = if bytes > 1 { order } else { "" };
            return (format!("{name}: u{}{order} = {hook}({cover}{args}", bytes * 8), bytes);
        }
        let (check, bytes) = self.dice.pick(&CHECKS);
        let bytes = *bytes;
        let order = if bytes > 1 { order } else { "" };
        (format!("{name}: u{}{order} = {check}({cover}{})", bytes * 8, self.extra()), bytes)
    }

    /// The extra bytes of a check: none, or up to eight. These dice are a fork, so no other choice depends on them.
    fn extra(&self) -> String {
        let mut dice = Dice::new(self.dice.clone().next());
        let count = if dice.percent(40) { dice.below(8) + 1 } else { 0 };
        (0..count).map(|_| format!(", {}", dice.below(256))).collect()
    }
}

/// The checks that stand in none of these texts.
pub fn unused<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Vec<&'static str> {
    let known = SUMS.iter().map(|(name, _)| *name).chain(CHECKS.iter().map(|(name, _)| name.as_str()));
    let is_used = |name: &str| texts.clone().any(|text| text.contains(&format!(" {name}(")));
    known.filter(|name| !is_used(name)).collect()
}

//! Varints: by forms, by groups of bits, or one of the well-known kinds.

mod bits;
mod forms;

use crate::ast::{self, ExprKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Carrier, Groups, Interval, Scalar, Varint, VarintId, VarintShape};
use crate::near::proposal;
use crate::resolve::resolver::{Resolver, docs};
use crate::source::Span;

const KINDS: [&str; 5] = ["groups", "leb128", "sleb128", "zigzag", "quic"];

/// The integers of a varint.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve) struct Held {
    pub(in crate::resolve) bits: u8,
    pub(in crate::resolve) signed: bool,
    pub(in crate::resolve) interval: Interval,
    /// The span of their declaration.
    pub(in crate::resolve) span: Span,
}

impl Resolver<'_> {
    pub(in crate::resolve) fn bind_varint(&mut self, item: &ast::Varint) -> Option<VarintId> {
        let held = self.held(&item.number)?;
        let (interval, shape) = match &item.shape {
            ast::VarintShape::Forms(forms) => {
                let (interval, forms) = self.varint_forms(item, forms, held)?;
                (interval, VarintShape::Forms(forms))
            }
            ast::VarintShape::Groups { groups, high_first, span } => {
                self.no_wrap(item, *span)?;
                (held.interval, VarintShape::Groups(self.groups(groups, *high_first, *span, held)?))
            }
            ast::VarintShape::Expr(expr) => {
                self.no_wrap(item, expr.span)?;
                (held.interval, self.varint_kind(expr, held)?)
            }
        };
        let id = VarintId(self.protocol.varints.len());
        self.protocol.varints.push(Varint {
            name: item.name.text.clone(),
            docs: docs(&item.docs),
            bits: held.bits,
            signed: held.signed,
            interval,
            wrap: item.wrap.is_some(),
            canonical: item.canonical.is_some(),
            shape,
        });
        Some(id)
    }

    fn no_wrap(&mut self, item: &ast::Varint, shape: Span) -> Option<()> {
        let Some(wrap) = item.wrap else { return Some(()) };
        let diagnostic = Diagnostic::new("`wrap` is for varints by forms", wrap, "nothing wraps here");
        self.refuse(diagnostic.other(shape, "holds no more than the number").help("remove `wrap`"))
    }

    fn held(&mut self, number: &ast::WireInt) -> Option<Held> {
        if number.order.is_some() {
            let diagnostic = Diagnostic::new("the number that a varint holds has no byte order", number.span, "");
            return self.refuse(diagnostic.help("only its forms have one"));
        }
        let found = self.wire_int(number)?;
        let bits = self.carrier_bits(found.carrier);
        let signed = match found.carrier {
            Carrier::Scalar(Scalar::Int { signed, .. }) | Carrier::Part { signed, .. } => signed,
            Carrier::Scalar(Scalar::Varint(_)) => false,
        };
        Some(Held { bits, signed, interval: found.interval, span: number.span })
    }

    /// `groups(7, 7, 7, 8)`, `leb128`, `sleb128`, `zigzag`, `zigzag(leb128)`, `quic`.
    fn varint_kind(&mut self, expr: &ast::Expr, held: Held) -> Option<VarintShape> {
        let (path, args) = match &expr.kind {
            ExprKind::Path(path) => (path, None),
            ExprKind::Call { function, args } => (function, Some(args.as_slice())),
            _ => return self.no_kind(expr.span, ""),
        };
        let Some(name) = path.word() else { return self.no_kind(expr.span, "") };
        match (name.text.as_str(), args) {
            ("groups", _) => {
                let diagnostic = Diagnostic::new("`groups` needs the bits of each byte", expr.span, "");
                self.refuse(diagnostic.help("write `groups(7, 7, 7, 8)`"))
            }
            ("leb128", None) => self.leb128(expr.span, held),
            ("sleb128", None) if held.signed => Some(VarintShape::Leb128 { zigzag: false }),
            ("sleb128", None) => {
                let diagnostic = Diagnostic::new("`sleb128` is for signed numbers", expr.span, "extends a sign");
                self.refuse(diagnostic.other(held.span, "has none").help(Help::write(expr.span, "leb128")))
            }
            ("zigzag", None) => self.zigzag(expr.span, held),
            ("zigzag", Some([inner])) if inner.is_word("leb128") => self.zigzag(expr.span, held),
            ("zigzag", Some(_)) => {
                let diagnostic = Diagnostic::new("only LEB128 is zigzag-coded", expr.span, "");
                self.refuse(diagnostic.help("write `zigzag(leb128)`"))
            }
            ("quic", None) if held.bits == 62 && !held.signed => Some(VarintShape::Quic),
            ("quic", None) => {
                let diagnostic = Diagnostic::new("a QUIC number has 62 bits, unsigned", held.span, "not `u62`");
                self.refuse(diagnostic.other(expr.span, "RFC 9000, section 16").help("write `u62`"))
            }
            ("leb128" | "sleb128" | "quic", Some(_)) => {
                self.refuse(Diagnostic::new(format!("`{}` takes no arguments", name.text), expr.span, "not expected"))
            }
            (unknown, _) => self.no_kind(name.span, unknown),
        }
    }

    fn no_kind<T>(&mut self, span: Span, name: &str) -> Option<T> {
        let diagnostic = Diagnostic::new("unknown kind of varint", span, "how are its bytes made?");
        let all = "the kinds are `groups(7, ..)`, `leb128`, `sleb128`, `zigzag(leb128)` and `quic`, or forms in braces";
        self.refuse(diagnostic.help(proposal(span, name, KINDS).unwrap_or_else(|| all.into())).knowing(KINDS))
    }

    /// A signed number in groups of seven bits is sent in two ways, which read the same bytes as other numbers.
    fn leb128(&mut self, span: Span, held: Held) -> Option<VarintShape> {
        if !held.signed {
            return Some(VarintShape::Leb128 { zigzag: false });
        }
        let (whole, last) = (usize::from(held.bits.saturating_sub(1) / 7), held.bits.saturating_sub(1) % 7 + 1);
        let groups = format!("groups({}{last})", "7, ".repeat(whole));
        let minus_one = format!("{}{:02x}", "ff".repeat(whole), (1_u8 << last) - 1);
        let extended = "write `sleb128` if the sign is extended (DWARF, WebAssembly): -1 is `7f`";
        let bits = held.bits;
        let plain =
            format!("write `{groups}` if all {bits} bits are sent as they are (Minecraft): -1 is `{minus_one}`");
        let diagnostic = Diagnostic::new("a signed `leb128` is one of two encodings", span, "how is -1 sent?");
        let helps = [Help::write(span, "sleb128").said(extended), Help::write(span, groups).said(plain)];
        self.refuse(helps.into_iter().fold(diagnostic.other(held.span, "holds negative numbers"), Diagnostic::help))
    }

    fn zigzag(&mut self, span: Span, held: Held) -> Option<VarintShape> {
        if held.signed {
            return Some(VarintShape::Leb128 { zigzag: true });
        }
        let diagnostic = Diagnostic::new("zigzag is for signed numbers", span, "folds negative numbers in");
        self.refuse(diagnostic.other(held.span, "has none").help("use `leb128`"))
    }

    /// Each group is the low bits of one byte; the top bit announces another, except that the last may have eight bits.
    fn groups(&mut self, groups: &[ast::BitGroup], high_first: Option<Span>, span: Span, held: Held) -> Option<Groups> {
        let signs: Vec<(usize, Span)> =
            groups.iter().enumerate().filter_map(|(index, group)| Some((index, group.sign?))).collect();
        if let Some((_, sign)) = signs.iter().find(|(index, _)| *index > 0) {
            let diagnostic = Diagnostic::new("the sign is in the first byte", *sign, "another byte");
            return self.refuse(diagnostic.help("write it in front of the first group: `groups(sign 6, 7, 7, 7, 4)`"));
        }
        let mut widths = Vec::new();
        let last = groups.len().saturating_sub(1);
        for (index, group) in groups.iter().enumerate() {
            let most: u8 = match (high_first, group.sign) {
                (None, None) if index == last => 8,
                (_, Some(_)) => 6,
                _ => 7,
            };
            // Behind the first of the highest bits, a shorter form would leave some out.
            let least = if high_first.is_some() && index > 0 { 7 } else { 1 };
            match self.integer(&group.width).map(u8::try_from)? {
                Ok(bits) if (least..=most).contains(&bits) => {
                    widths.push(bits.saturating_add(u8::from(group.sign.is_some())));
                }
                _ => {
                    let label = match (most, least) {
                        (8, _) => "the last byte has 1 to 8",
                        (6, _) => "a byte with the sign has 1 to 6",
                        (_, 7) => "behind the first byte all have 7",
                        _ if high_first.is_some() => "the first byte has 1 to 7",
                        _ => "a byte before the last has 1 to 7",
                    };
                    let diagnostic = Diagnostic::new("no group has so many bits", group.width.span, label);
                    return self.refuse(
                        diagnostic.note("the top bit of each byte but a last one of eight says that another follows"),
                    );
                }
            }
        }
        let sign = signs.first().map(|(_, sign)| *sign);
        match (sign, high_first) {
            (Some(sign), Some(_)) => return self.not_yet("a sign in groups of the highest bits first is", sign),
            (Some(sign), None) if !held.signed => {
                let diagnostic = Diagnostic::new("the number has no sign", held.span, "never negative");
                return self.refuse(diagnostic.other(sign, "the sign"));
            }
            (None, Some(order)) if held.signed => {
                return self.not_yet("a signed number, the highest bits first, is", order);
            }
            _ => {}
        }
        let sum = widths.iter().fold(0_u32, |sum, bits| sum.saturating_add(u32::from(*bits)));
        if sum != u32::from(held.bits) {
            let title = format!("the groups have {sum} bits, the number has {}", held.bits);
            let diagnostic = Diagnostic::new(title, span, format!("{sum} bits"));
            return self.refuse(diagnostic.other(held.span, format!("{} bits", held.bits)));
        }
        Some(Groups { widths, high_first: high_first.is_some(), sign: sign.is_some() })
    }
}

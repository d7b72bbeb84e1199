//! How many lines code has when it is laid out as rustfmt would, without laying it out.
//!
//! Functions that would be too long are made several, and that must not depend on who lays them out, nor take the time of
//! a syntax tree. So this knows the rules by which lines are broken, as brackets, commas and operators show them: what
//! fits into a line stays in one, what does not is broken where it binds least. A line too many is no harm.

#[cfg(all(test, feature = "tidy"))]
mod tests;

use std::ops::Range;

use super::marks::{Mark, begins_closure, goes_on, marks};
use crate::emit::rust::tokens::{TokenStream, is_in_word};

/// The longest line.
const WIDTH: usize = 89;

/// What is broken first where it does not fit: the operators that bind least.
const OPERATORS: [&[&str]; 5] =
    [&[" || "], &[" && "], &[" | "], &[" == ", " != ", " < ", " > ", " <= ", " >= "], &[" + ", " - ", " * ", " & "]];

/// How many lines statements have that stand so far to the right.
pub(super) fn height(statements: &TokenStream, indent: usize) -> usize {
    let text = statements.text();
    let marks = marks(text);
    let braces = braces(text, &marks);
    let mut broken = vec![0];
    broken.extend(braces.iter().scan(0, |count, brace| {
        *count += usize::from(*brace != Brace::Short);
        Some(*count)
    }));
    let code = Code { text, marks: &marks, braces: &braces, broken: &broken };
    code.statements(Piece { first: 0, last: marks.len(), from: 0, to: text.len() }, indent)
}

/// Text with what is known of it.
struct Code<'t> {
    text: &'t str,
    marks: &'t [Mark],
    /// What the brace at each mark opens.
    braces: &'t [Brace],
    /// How many braces whose content has lines of its own stand in front of each mark, and of the end.
    broken: &'t [usize],
}

/// What a brace opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Brace {
    /// What may stand in one line. All that is no brace is that too.
    Short,
    /// A value with its fields, that is too long for that: `Pos { x: self.x, y: self.y }`.
    Long,
    /// Statements, or arms.
    Block,
}

/// Longer values have a line for each field.
const VALUE: usize = 35;

/// A part of it: its marks, and where it begins and ends.
#[derive(Debug, Clone, Copy)]
struct Piece {
    first: usize,
    last: usize,
    from: usize,
    to: usize,
}

/// What each brace opens.
fn braces(text: &str, marks: &[Mark]) -> Vec<Brace> {
    let mut braces = Vec::with_capacity(marks.len());
    // Whether a block has to follow, and from where on that is not known yet; and the same of what all of it stands in.
    let (mut awaited, mut from, mut outer) = (false, 0, Vec::new());
    for mark in marks {
        let mut brace = Brace::Short;
        match mark.byte {
            b'(' | b'[' | b'{' => {
                let head = text.get(from..mark.at).unwrap_or("");
                awaited |= head.split_ascii_whitespace().any(|word| matches!(word, "if" | "match" | "while" | "for"));
                if mark.byte == b'{' {
                    let close = marks.get(mark.close).map_or(text.len(), |close| close.at);
                    brace = opened(text, head, mark.at..close, awaited);
                }
                outer.push((awaited, brace));
                (awaited, from) = (false, mark.at + 1);
            }
            b')' | b']' | b'}' => {
                let (was_awaited, opened) = outer.pop().unwrap_or((false, Brace::Block));
                (awaited, from) = (was_awaited && opened != Brace::Block, mark.at + 1);
            }
            b';' | b',' => (awaited, from) = (false, mark.at + 1),
            b'>' if text.as_bytes()[..mark.at].ends_with(b"=") => (awaited, from) = (false, mark.at + 1),
            _ => {}
        }
        braces.push(brace);
    }
    braces
}

/// What the brace at the start of a range opens that ends with its partner, behind this head.
fn opened(text: &str, head: &str, range: Range<usize>, awaited: bool) -> Brace {
    let inside = text.get(range.start + 1..range.end).unwrap_or("").trim_ascii();
    if inside.is_empty() {
        return Brace::Short;
    }
    let path = head.trim_ascii_end().rsplit([' ', '&', '=']).next().unwrap_or("");
    let is_path = path.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        && !path.starts_with(|c: char| c.is_ascii_digit())
        && !matches!(path, "else" | "loop" | "unsafe" | "const");
    let behind = text.get(range.end + 1..).unwrap_or("").trim_ascii_start();
    let is_pattern = inside.ends_with("..") || ["= ", "=>", "| "].iter().any(|front| behind.starts_with(front));
    match () {
        () if !is_path || awaited && !is_pattern => Brace::Block,
        () if is_pattern || path.len() + range.len() + 2 <= VALUE => Brace::Short,
        () => Brace::Long,
    }
}

impl Code<'_> {
    /// Statements, of which each has lines of its own.
    fn statements(&self, piece: Piece, indent: usize) -> usize {
        let (mut lines, mut one) = (0, piece);
        let mut at = piece.first;
        while at < piece.last {
            let mark = self.marks[at];
            let mut ends = None;
            match mark.byte {
                b'(' | b'[' => at = mark.close,
                b'{' => {
                    let is_block = self.is_block(at);
                    at = mark.close;
                    let behind = self.marks[at].at + 1;
                    ends = (is_block && !goes_on(&self.text[behind..piece.to])).then_some(behind);
                }
                b';' => ends = Some(mark.at + 1),
                _ => {}
            }
            at += 1;
            if let Some(end) = ends {
                lines += self.thing(Piece { last: at, to: end, ..one }, indent);
                one = Piece { first: at, from: end, ..piece };
            }
        }
        lines + self.thing(one, indent)
    }

    /// Things with commas between them, or the arms of a `match`.
    fn list(&self, piece: Piece) -> Vec<Piece> {
        let (mut all, mut one) = (Vec::new(), piece);
        let (mut angles, mut in_bars, mut in_body) = (0_usize, false, false);
        let mut at = piece.first;
        while at < piece.last {
            let mark = self.marks[at];
            let before = self.before(mark.at);
            let mut ends = None;
            match mark.byte {
                b'(' | b'[' => at = mark.close,
                b'{' => {
                    at = mark.close;
                    // An arm that is a block needs no comma.
                    let end = self.marks[at].at + 1;
                    let is_body = in_body && self.text[one.from..mark.at].trim_ascii_end().ends_with("=>");
                    let has_comma = self.text[end..piece.to].trim_ascii_start().starts_with(',');
                    ends = (is_body && !has_comma).then_some(end);
                }
                b'<' if before != Some(b' ') => angles += 1,
                b'>' if before == Some(b'=') => in_body = true,
                b'>' if angles > 0 && before != Some(b'-') => angles -= 1,
                b'|' if self.text[mark.at + 1..].starts_with('|') => at += 1,
                b'|' => in_bars = !in_bars && begins_closure(self.text, mark.at),
                b',' if angles == 0 && !in_bars => ends = Some(mark.at),
                _ => {}
            }
            at += 1;
            if let Some(end) = ends {
                all.push(Piece { last: at, to: end, ..one });
                one = Piece { first: at, from: self.marks[at - 1].at + 1, ..piece };
                in_body = false;
            }
        }
        all.push(one);
        all.retain(|one| !self.text(*one).is_empty());
        all
    }

    /// The text of a piece, without spaces around it.
    fn text(&self, piece: Piece) -> &str {
        self.text[piece.from..piece.to].trim_ascii()
    }

    /// The byte in front of a place.
    fn before(&self, at: usize) -> Option<u8> {
        at.checked_sub(1).map(|before| self.text.as_bytes()[before])
    }

    fn is_block(&self, open: usize) -> bool {
        self.braces[open] == Brace::Block
    }

    /// Whether something in it has lines of its own.
    fn is_broken(&self, piece: Piece) -> bool {
        self.broken[piece.first] < self.broken[piece.last]
    }

    /// Whether something stands in one line.
    fn fits(&self, piece: Piece, indent: usize) -> bool {
        !self.is_broken(piece) && indent + self.text(piece).len() <= WIDTH
    }

    /// What stands between a bracket and its partner.
    fn inside(&self, open: usize) -> Piece {
        let close = self.marks[open].close;
        Piece { first: open + 1, last: close, from: self.marks[open].at + 1, to: self.marks[close].at }
    }

    fn things(&self, all: &[Piece], indent: usize) -> usize {
        all.iter().map(|one| self.thing(*one, indent)).sum()
    }

    /// A statement, an arm, an element of a list.
    fn thing(&self, piece: Piece, indent: usize) -> usize {
        let text = self.text(piece);
        if text.is_empty() {
            return 0;
        }
        if self.fits(piece, indent) {
            return 1;
        }
        if let Some((pattern, body)) = self.arm(piece) {
            // A brace stands behind the arrow.
            return self.broken(pattern, indent + 2) + self.body(body, indent + 4) + 1;
        }
        if let Some(body) = self.closure(piece) {
            return 2 + self.thing(body, indent + 4);
        }
        self.broken(piece, indent)
    }

    /// The parts of an arm.
    fn arm(&self, piece: Piece) -> Option<(Piece, Piece)> {
        let mut at = piece.first;
        while at < piece.last {
            let mark = self.marks[at];
            match mark.byte {
                b'(' | b'[' | b'{' => at = mark.close,
                b'>' if self.before(mark.at) == Some(b'=') => {
                    let pattern = Piece { last: at + 1, to: mark.at + 1, ..piece };
                    return Some((pattern, Piece { first: at + 1, from: mark.at + 1, ..piece }));
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// What stands behind the arrow of an arm.
    fn body(&self, body: Piece, indent: usize) -> usize {
        match self.marks.get(body.first) {
            Some(mark) if mark.byte == b'{' && self.text(body).starts_with('{') => {
                self.statements(self.inside(body.first), indent)
            }
            _ => self.thing(body, indent),
        }
    }

    fn is_closure(&self, piece: Piece) -> bool {
        let text = self.text(piece);
        text.strip_prefix("move ").unwrap_or(text).starts_with('|')
    }

    /// The body of a closure that is no block, and gets braces where it does not fit.
    fn closure(&self, piece: Piece) -> Option<Piece> {
        if !self.is_closure(piece) || self.text(piece).ends_with('}') {
            return None;
        }
        let bar = (piece.first..piece.last).filter(|at| self.marks[*at].byte == b'|').nth(1)?;
        Some(Piece { first: bar + 1, from: self.marks[bar].at + 1, ..piece })
    }

    /// What does not fit into one line, or has blocks.
    fn broken(&self, piece: Piece, indent: usize) -> usize {
        if self.fits(piece, indent) {
            return 1;
        }
        if let Some(lines) = self.around_blocks(piece, indent) {
            return lines;
        }
        let parts = OPERATORS.iter().map(|operators| self.split(piece, operators)).find(|parts| parts.len() > 1);
        match parts {
            // The alternatives of a pattern stand below each other.
            Some(parts) if self.text(parts[1]).starts_with("| ") => self.each(&parts, indent, indent),
            Some(parts) => self.each(&parts, indent, indent + 4),
            None => match self.chain(piece) {
                parts if parts.len() > 1 => self.each(&parts, indent, indent + 4),
                _ => self.brackets(piece, indent),
            },
        }
    }

    /// Parts in lines of their own, all but the first at the same place.
    fn each(&self, parts: &[Piece], first: usize, others: usize) -> usize {
        let at = |index: usize| if index == 0 { first } else { others };
        parts.iter().enumerate().map(|(index, part)| self.broken(*part, at(index))).sum()
    }

    /// What has blocks: the heads of these, and what is in them.
    fn around_blocks(&self, piece: Piece, indent: usize) -> Option<usize> {
        let (mut lines, mut head, mut at) = (0, piece, piece.first);
        while at < piece.last {
            let mark = self.marks[at];
            match mark.byte {
                b'(' | b'[' => at = mark.close,
                b'{' if !self.is_block(at) => at = mark.close,
                b'{' => {
                    head = Piece { last: at, to: mark.at + 1, ..head };
                    // A head of several lines has its brace in another.
                    let of_head = self.broken(head, indent);
                    lines += of_head + usize::from(of_head > 1);
                    let inside = self.inside(at);
                    lines += if self.arm(inside).is_some() {
                        self.things(&self.list(inside), indent + 4)
                    } else {
                        self.statements(inside, indent + 4)
                    };
                    at = mark.close;
                    head = Piece { first: at + 1, last: piece.last, from: self.marks[at].at, to: piece.to };
                }
                _ => {}
            }
            at += 1;
        }
        (head.from > piece.from).then(|| lines + self.broken(head, indent))
    }

    /// What stands between operators.
    fn split(&self, piece: Piece, operators: &[&str]) -> Vec<Piece> {
        self.parts(piece, ' ', |text| operators.iter().any(|operator| text.starts_with(operator)))
    }

    /// The receiver, and what is called on it.
    fn chain(&self, piece: Piece) -> Vec<Piece> {
        let mut parts =
            self.parts(piece, '.', |text| text.as_bytes().get(1).is_some_and(|next| next.is_ascii_alphabetic()));
        // Behind a short name the line goes on.
        if let [name, call, ..] = parts.as_mut_slice()
            && self.text(*name).len() <= 4
        {
            (call.first, call.from) = (name.first, name.from);
            parts.remove(0);
        }
        parts
    }

    /// What stands between some places outside of brackets: those that begin with a character and `is` takes.
    fn parts(&self, piece: Piece, begin: char, is: impl Fn(&str) -> bool) -> Vec<Piece> {
        let (mut parts, mut one) = (Vec::new(), piece);
        // What a part begins with is what it was parted at.
        let (mut at, mut from) = (piece.first, piece.from + self.space(piece.from) + 1);
        loop {
            let mark = (at < piece.last).then(|| self.marks[at]);
            if mark.is_some_and(|mark| !b"([{".contains(&mark.byte)) {
                at += 1;
                continue;
            }
            let to = mark.map_or(piece.to, |mark| mark.at);
            while let Some(place) = self.text.get(from..to).and_then(|text| text.find(begin)) {
                let place = from + place;
                if is(&self.text[place..to]) {
                    let upto = self.upto(one, place);
                    parts.push(upto);
                    one = Piece { first: upto.last, from: place, ..piece };
                }
                from = place + 1;
            }
            let Some(mark) = mark else { break };
            from = self.marks[mark.close].at + 1;
            at = mark.close + 1;
        }
        parts.push(one);
        parts
    }

    /// What is only broken in brackets, those that do not fit.
    fn brackets(&self, piece: Piece, indent: usize) -> usize {
        let (mut lines, mut line, mut at) = (1, piece.from + self.space(piece.from), piece.first);
        let text = &self.text[piece.from..piece.to];
        let value = text.find(" = ").filter(|_| text.trim_ascii_start().starts_with("let ")).map(|at| piece.from + at);
        while at < piece.last {
            let Some(inside) = self.bracket(at, piece.last) else {
                at += 1;
                continue;
            };
            // What stands behind it stays in its line, up to the value of a variable.
            let rest = Piece { first: at, ..piece };
            let rest = match value {
                Some(value) if inside.to < value => self.upto(rest, value),
                _ => rest,
            };
            let width = self.text[..rest.to].trim_ascii_end().len().saturating_sub(line);
            if self.is_broken(rest) || indent + width > WIDTH {
                let list = self.list(inside);
                lines += match list.as_slice() {
                    [only] if self.marks[at].byte == b'(' => self.argument(*only, indent),
                    all => self.things(all, indent + 4) + 1,
                };
                line = inside.to;
            }
            at = inside.last + 1;
        }
        lines
    }

    /// The lines behind the bracket that the only argument of a function stands in: what has brackets of its own stands
    /// in the same line.
    fn argument(&self, piece: Piece, indent: usize) -> usize {
        if let Some(body) = self.closure(piece) {
            self.thing(body, indent + 4) + 1
        } else if self.is_closure(piece) {
            self.thing(piece, indent).saturating_sub(1)
        } else if let Some(inside) = self.whole(piece) {
            self.things(&self.list(inside), indent + 4) + 1
        } else {
            self.thing(piece, indent + 4) + 1
        }
    }

    /// What stands in the brackets of a list, or of a value with its fields.
    fn whole(&self, piece: Piece) -> Option<Piece> {
        let text = self.text(piece);
        let is_list = text.starts_with(['(', '[']);
        let open = (piece.first..piece.last).find(|at| b"([{".contains(&self.marks[*at].byte))?;
        if !is_list && self.marks[open].byte != b'{' {
            return None;
        }
        let inside = self.inside(open);
        let end = self.text[inside.to + 1..piece.to].trim_ascii();
        ((end.is_empty() || end == ",") && (is_list || self.braces[open] != Brace::Block)).then_some(inside)
    }

    /// What stands between a bracket and its partner; also between those around the arguments of a generic function.
    fn bracket(&self, at: usize, last: usize) -> Option<Piece> {
        let open = self.marks[at];
        match open.byte {
            b'(' | b'[' | b'{' => Some(self.inside(at)),
            b'<' if self.before(open.at).is_some_and(|before| before == b':' || is_in_word(before)) => {
                let mut angles = 0_usize;
                let close = (at..last).find(|other| {
                    match self.marks[*other].byte {
                        b'<' => angles += 1,
                        b'>' => angles = angles.saturating_sub(1),
                        _ => {}
                    }
                    angles == 0
                })?;
                Some(Piece { first: at + 1, last: close, from: open.at + 1, to: self.marks[close].at })
            }
            _ => None,
        }
    }

    /// A piece up to a place.
    fn upto(&self, piece: Piece, to: usize) -> Piece {
        let marks = &self.marks[piece.first..piece.last];
        Piece { last: piece.first + marks.partition_point(|mark| mark.at < to), to, ..piece }
    }

    fn space(&self, from: usize) -> usize {
        self.text[from..].len() - self.text[from..].trim_ascii_start().len()
    }
}

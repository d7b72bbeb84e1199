//! Packets that somebody would send who wants a reader to work, wait or allocate without end. Each can be made as long as
//! one likes: what it begins with, what is repeated, what it ends with. The bench counts instructions of the same ones.

/// Bytes of a struct of `schema/features/bounds.wire`.
pub struct Crafted {
    /// The struct.
    pub record: &'static str,
    /// What is bad about it.
    pub name: &'static str,
    /// What it begins with.
    head: Vec<u8>,
    /// What is repeated.
    unit: Unit,
    /// What it ends with.
    tail: Vec<u8>,
    /// The field at which it is refused, and the word for why. `None`: it is fine.
    pub refused: Option<(&'static str, &'static str)>,
}

enum Unit {
    /// These bytes.
    Same(Vec<u8>),
    /// The number of the repetition, in four bytes.
    Ascending,
}

impl Crafted {
    /// Some `len` bytes for each of so many `times`.
    #[must_use]
    pub fn packet(&self, len: usize, times: usize) -> Vec<u8> {
        let units = match &self.unit {
            Unit::Same(unit) => unit.repeat((len / unit.len()).max(1) * times),
            Unit::Ascending => (0..u32::MAX).take(len / 4 * times).flat_map(u32::to_le_bytes).collect(),
        };
        [&self.head[..], &units, &self.tail].concat()
    }

    fn new(record: &'static str, name: &'static str) -> Self {
        Self { record, name, head: Vec::new(), unit: Unit::Same(vec![7]), tail: Vec::new(), refused: None }
    }

    fn head(self, head: &[u8]) -> Self {
        Self { head: head.to_vec(), ..self }
    }

    fn each(self, unit: &[u8]) -> Self {
        Self { unit: Unit::Same(unit.to_vec()), ..self }
    }

    fn ascending(self) -> Self {
        Self { unit: Unit::Ascending, ..self }
    }

    fn tail(self, tail: &[u8]) -> Self {
        Self { tail: tail.to_vec(), ..self }
    }

    fn refused(self, field: &'static str, word: &'static str) -> Self {
        Self { refused: Some((field, word)), ..self }
    }
}

/// All of them.
#[must_use]
pub fn crafted() -> Vec<Crafted> {
    [counts(), numbers(), nothing(), ends(), nested(), states(), messages()].into_iter().flatten().collect()
}

/// Counts of more than there is.
fn counts() -> Vec<Crafted> {
    let count = |name, code: u8, count: &[u8]| Crafted::new("Counts", name).head(&[&[code], count].concat());
    let (most32, most64) = ([0xFF; 4], [0xFF; 8]);
    vec![
        count("2^32-1 numbers", 0, &most32).refused("counted.value", "truncated"),
        count("2^64-1 points", 1, &most64).refused("counted.value.x", "truncated"),
        count("2^31-1 entries", 2, &[0xFF, 0xFF, 0xFF, 0x7F]).each(&[7, 0]).refused("counted.value.key", "truncated"),
        count("-1 entries", 2, &most32).refused("counted.value", "count"),
        count("2^64-1 varints", 3, &MOST_LEB).refused("counted.value", "truncated"),
        count("2^62-1 texts", 4, &most64).each(&[0]).refused("counted.value", "truncated"),
        count("a text of 2^62-1 bytes", 4, &[&[1], &most64[..]].concat()).refused("counted.value", "truncated"),
        count("2^64-1 bytes", 5, &most64).refused("counted.value", "truncated"),
        count("2^27-1 bytes of text", 6, &[0xFF, 0xFF, 0xFF, 0x3F]).refused("counted.value", "truncated"),
        count("-1 bytes of text", 6, &most32).refused("counted.value", "count"),
        count("2^32-1 long numbers", 7, &most32).each(&[0x81, 1, 0, 0, 0]).refused("counted.value", "truncated"),
        count("eight times 2^32-1 and four", 8, &most32).refused("counted.numbers", "truncated"),
        count("2^32-3 bytes", 9, &[0xFF, 0xFF, 0xFF, 0x7F]).refused("counted.blob", "truncated"),
        count("-2^32-1 bytes", 9, &[0, 0, 0, 0x80]).refused("counted.blob", "count"),
        count("a region of 2^64-1 bytes", 10, &MOST_LEB).refused("counted.within", "truncated"),
        count("a region of 2^32-1 words", 11, &most32).refused("counted.within", "truncated"),
        count("2^64-1 characters", 12, &MOST_LEB).refused("counted.text", "truncated"),
        count("more than a rule allows", 13, &most32).refused("counted.count", "rule"),
        count("2^63-1, folded", 14, &[&[0xFE], &MOST_LEB[1..]].concat()).refused("counted.value", "truncated"),
        count("-2^63, folded", 14, &MOST_LEB).refused("counted.value", "count"),
        count("2^32-1 entries", 15, &[&[254], &most32[..]].concat())
            .each(&[7, 0])
            .refused("counted.value.key", "truncated"),
        count("a count longer than it needs", 15, &[254, 1, 0, 0, 0]).refused("counted.value", "varint"),
    ]
}

/// The greatest `leb128` of 64 bits.
const MOST_LEB: [u8; 10] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01];
/// Zero, in as many bytes as a `leb128` of 64 bits may have.
const LONG_LEB: [u8; 10] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00];

/// Numbers that are as long as they can be, or longer.
fn numbers() -> Vec<Crafted> {
    let number = |leb: &[u8], strict: &[u8]| {
        let (forms, groups) = ([0x81, 0, 0, 0, 0], [0x80, 0x80, 0x80, 0]);
        [&forms[..], &groups, leb, &LONG_LEB, &[0xC0, 0, 0, 0, 0, 0, 0, 0], strict].concat()
    };
    let (longest, strict) = (number(&LONG_LEB, &[0]), [254, 0xFF, 0xFF, 0xFF, 0xFF]);
    let greatest =
        [&[0x81, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF][..], &MOST_LEB, &MOST_LEB, &[0xFF; 8], &strict];
    let (too_long, too_great) = ([&[0x80; 10][..], &[0]].concat(), [&[0xFF; 9][..], &[0x02]].concat());
    let numbers = |name| Crafted::new("Numbers", name).each(&longest);
    vec![
        numbers("the greatest").each(&greatest.concat()),
        numbers("zeros, as long as they may be"),
        numbers("zero, a byte longer").tail(&number(&too_long, &[0])).refused("numbers.leb", "varint"),
        numbers("a bit too many").tail(&number(&too_great, &[0])).refused("numbers.leb", "varint"),
        numbers("longer than is canonical").tail(&number(&[0], &[254, 0, 0, 0, 0])).refused("numbers.strict", "varint"),
    ]
}

/// Elements without bytes, and lists without elements.
fn nothing() -> Vec<Crafted> {
    let empty = |name| Crafted::new("Empty", name).head(&[0x00, 0x10, 0xFF]).each(&[0x00, 0x01, 0x40]);
    let lists = |name| Crafted::new("Lists", name);
    vec![
        empty("as many as there may be"),
        empty("one more").tail(&[0x01, 0x10, 0]).refused("lists.count", "rule"),
        Crafted::new("Few", "a few of nothing").head(&[0]),
        Crafted::new("Few", "a few").head(&[1]),
        // So many times a million million is less than nothing in 64 bits.
        Crafted::new("Late", "a number that its rule refuses later")
            .head(&[0xCD, 0xBC, 0x8C, 0, 0, 0, 0, 0])
            .refused("level", "rule"),
        lists("no lists in lists").each(&[0]),
        lists("lists that hold one each").each(&[1, 1, 1, 0]),
        lists("lists that hold nothing").each(&[3, 1, 0, 2, 0, 0, 0]),
        lists("more lists than come").each(&[1, 1, 1, 7]).tail(&[0xFF, 1, 0]).refused("lists", "truncated"),
    ]
}

/// Ends that do not come.
fn ends() -> Vec<Crafted> {
    let end = |name, code: u8, unit: &[u8]| Crafted::new("Ends", name).head(&[code]).each(unit);
    vec![
        end("text without an end", 0, b"a").refused("ends.value", "truncated"),
        end("a line without an end", 1, b"a").refused("ends.value", "truncated"),
        end("units without an end", 2, &[0x81, 0x80, 0x80, 0]).refused("ends.text", "truncated"),
        end("numbers without an end", 3, &[1, 0]).refused("ends.value", "truncated"),
        end("entries without an end", 4, &[7, b'a', 0]).refused("ends.value.key", "truncated"),
        end("an entry without an end", 4, b"a").refused("ends.value.name", "truncated"),
        end("names without an end", 5, &[b'a', 0, 7]).refused("ends.value.name", "truncated"),
        end("a name without an end", 5, b"a").refused("ends.value.name", "truncated"),
        end("more elements than the bound", 6, &[1, 1]).refused("ends.value", "limit"),
        end("the packet's end", 7, "\u{e4}".as_bytes()),
        end("bits that are no end", 8, &[0xFD, 0xFF, 1, 0, 0, 0]).refused("ends.value.bits", "truncated"),
        end("texts up to the last two bytes", 9, &[0]).tail(&[1, 1]),
        Crafted::new("Texts", "no text in any").each(&[0]),
        Crafted::new("Texts", "the last goes on").each(&[0]).tail(&[b'a'; 64]).refused("texts", "truncated"),
    ]
}

/// Regions in regions, and places that are empty or not.
fn nested() -> Vec<Crafted> {
    let full = [17, 0, 7, 0x8E, 0, 7, 0x8B, 0, 7, 8, 0, 7, 4, 2, b'a', b'b', 0, 9, 9];
    let all = [&[0xFF; 8][..], &[7; 256], &[0xFF]].concat();
    let regions = |name| Crafted::new("Regions", name).each(&full);
    let places = |name| Crafted::new("Places", name);
    vec![
        regions("all sizes right"),
        regions("more than is left").tail(&[3, 0, 7, 0xFF, 0x01]).refused("regions.within", "short"),
        regions("the innermost too long")
            .tail(&[11, 0, 7, 9, 7, 7, 7, 4, 0, 7, 2, 7, b'a'])
            .refused("regions.texts", "short"),
        regions("the whole too long").tail(&[0xFF, 0xFF, 7]).refused("regions.within", "truncated"),
        places("all places").each(&all),
        places("places of nothing").each(&[0, 0, 0, 0, 0, 0, 0, 0, 0xFF]),
        places("the last is missing")
            .each(&all)
            .tail(&[0, 0, 0, 0, 0, 0, 0, 0x80, 7])
            .refused("places.points.x", "truncated"),
    ]
}

/// Differences, checksums, and what is in order.
fn states() -> Vec<Crafted> {
    let sums = [&[8][..], &[0x07, 0xC0, 0x01].repeat(8), &[0x50, 0x39, 0x2A, 0x56]].concat();
    let leg = [3, 1, 1, 2, 2, 2, 2];
    let body = [&[3, 1, 1, 1, 1][..], &leg, &leg].concat();
    let patch = [&[1, 5, 5][..], &body, &body].concat();
    vec![
        Crafted::new("Patches", "nothing differs").each(&[0; 5]),
        Crafted::new("Patches", "everything differs").each(&patch),
        Crafted::new("States", "nothing differs").each(&[0; 15]),
        Crafted::new("States", "half of one")
            .each(&[0; 15])
            .tail(&[0; 14])
            .refused("states.third.spare.legs.left.bits", "truncated"),
        Crafted::new("Sums", "sums of sums").each(&sums),
        Crafted::new("Sums", "the last is wrong").each(&sums).tail(&[0, 0, 0, 0, 0]).refused("sums.sum", "checksum"),
        Crafted::new("Ordered", "in order").ascending(),
        Crafted::new("Ordered", "but for the last").ascending().tail(&[0; 4]).refused("ids", "rule"),
    ]
}

/// Messages one after the other.
fn messages() -> Vec<Crafted> {
    let stream = |name| Crafted::new("Stream", name);
    vec![
        stream("the smallest messages").each(&[0]),
        stream("messages in messages").each(&[1, 3, 1, 2, 0]),
        stream("messages that hold none").each(&[1, 0]),
        stream("a message that nobody knows").each(&[0]).tail(&[9; 64]),
        stream("long numbers").each(&[&[2, 2][..], &LONG_LEB, &MOST_LEB].concat()),
    ]
}

//! Constraints that cannot be broken alone, each with the reason.

/// Demands of features, and the reason. (Protocols have none.)
pub const UNBROKEN: &[(&str, &str)] = &[
    ("aligning Places.within: short", "how large the region is, the receiver says, and no byte"),
    ("aligning Sizes.wide: varint", "a longer size moves the space that follows it"),
    ("bounds Counts.counted.within: short", "a region of so many words holds whole points, a word each"),
    ("bounds Empty.lists.count: rule `..=4096`", "without it there are too many elements that have no bytes"),
    ("bounds Ends.ends.value: limit", "as many as a hundred thousand characters are not tried"),
    ("bounds Regions.regions.within: trailing", "a byte more in a region changes the size of the one around it"),
    ("bounds Regions.regions.within: trailing", "the same, one region further in"),
    ("bounds Regions.regions.within: varint", "a longer size changes the size of the region around it"),
    ("by Main.extra.second.kind: rule `kind != 0`", "no place has the code 0 either, and that is told first"),
    ("checked Counted.second.size: value", "without a width there is no count for the bytes behind it"),
    (
        "counting Main.packet.kind: code",
        "a message of no kind would be all that is left, of which its rule allows 8 bytes",
    ),
    ("endings Around.within: short", "what is cut off of the text is no part of it, but its end may lack"),
    ("endings Left.query.constant: constant", "the path ends nowhere but before such a byte"),
    ("endings Left.zero: constant", "of all other bytes only a `/` ends the host before it"),
    ("given Lanes.within: short", "how large the region is, the receiver says, and no byte"),
    ("left Main.reply.text: rule `size(it) >= 3`", "the shape that has it is chosen by a length that leaves so much"),
    ("left Scaled.within: trailing", "text is all of the region but the bytes of what follows it"),
    ("names Beside.more: value", "the numbers that choose no width are those that the tag's rule refuses"),
    ("names Beside.tag: rule `..=9`", "a tag that it refuses chooses no width, and that is told first"),
    ("uses Absent.chosen: value", "the only code without a shape says that the shape is absent"),
    ("uses Packed.value.items: count", "the codes of the arm are those of lengths from nothing on"),
    ("uses Packed.value.one: count", "the same"),
    ("uses Packed.value.other: count", "the same"),
    ("uses Packed.value.value: count", "the same"),
    ("uses Packed.value.within: count", "the same"),
];

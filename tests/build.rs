//! Generates the code that the tests run, as any crate would.

const FEATURES: &[&str] = &[
    "bounds",
    "by",
    "checksums",
    "choices",
    "counting",
    "deltas",
    "families",
    "groups",
    "hooks",
    "large",
    "left",
    "lists",
    "names",
    "optionals",
    "patches",
    "presence",
    "regions",
    "rules",
    "sessions",
    "sparse",
    "states",
    "text",
    "values",
    "varints",
    "versions",
    "widths",
];

fn main() {
    for protocol in ["blank", "quake2", "rcce2", "sauerbraten"] {
        wireform_build::compile(format!("../schema/{protocol}.wire"));
    }
    for feature in FEATURES {
        wireform_build::compile(format!("schema/features/{feature}.wire"));
    }
}

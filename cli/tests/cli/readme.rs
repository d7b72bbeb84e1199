//! The first page of the repository tells the truth: its schema, its commands, its Rust and its diffs are real.

use std::process::Command;

use wireform_cli::differences::Kind;

use crate::repository::{read, root, run};
use crate::support::Folder;

/// The longest line of code that GitHub shows without a scroll bar, and the longest of the text.
const WIDEST: [usize; 2] = [104, 110];
const MOST_LINES: usize = 170;

/// The blocks of a language in the page.
fn blocks(language: &str) -> Vec<String> {
    let (readme, fence) = (read("README.md"), format!("```{language}\n"));
    readme.split(&fence).skip(1).map(|block| block.split_once("\n```").expect("the block ends").0.to_owned()).collect()
}

/// The only block of a language.
fn block(language: &str) -> String {
    let mut all = blocks(language);
    assert_eq!(all.len(), 1, "blocks of {language}");
    all.remove(0)
}

/// Whether the lines of `part` stand in `whole`, in this order; their indentation does not matter.
fn is_excerpt<'l>(part: impl IntoIterator<Item = &'l str>, whole: &str) -> Result<(), String> {
    let mut lines = whole.lines().map(str::trim);
    let missing =
        part.into_iter().map(str::trim).filter(|line| !line.is_empty()).find(|line| lines.all(|one| one != *line));
    missing.map_or(Ok(()), |line| Err(format!("the README shows a line that is not there: {line}")))
}

/// The lines of a diff, before and after it.
fn sides(diff: &str) -> [Vec<&str>; 2] {
    ['+', '-'].map(|other| {
        let own = diff.lines().filter(|line| !line.starts_with(other));
        own.map(|line| line.get(1..).unwrap_or_default()).collect()
    })
}

#[test]
fn it_is_short_and_no_wider_than_a_screen() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= MOST_LINES, "{} lines", readme.lines().count());
    let mut is_code = false;
    for line in readme.lines() {
        is_code ^= line.starts_with("```");
        // A screen wraps the cells of a table.
        assert!(line.starts_with("| ") || line.chars().count() <= WIDEST[usize::from(!is_code)], "{line}");
    }
}

#[test]
fn it_shows_what_its_command_prints() {
    let [commands, _] = blocks("sh").try_into().expect("two blocks of commands");
    let read = commands.lines().find_map(|line| line.strip_prefix("wireform ")).expect("a command that reads a packet");
    let arguments: Vec<&str> = read.split_whitespace().collect();
    assert_eq!(run(&arguments).trim_end(), blocks("text").first().expect("its output"));
}

#[test]
fn it_shows_what_a_mistake_is_answered() {
    const RIGHT: &str = "attenuation: Attenuation if mask.attenuation else";
    let schema = read("schema/quake2.wire");
    assert_eq!(schema.matches(RIGHT).count(), 1);
    let wrong = schema.replace(RIGHT, "attenuation: Attenuation if mask.volume else");
    let ran = Folder::new("readme_mistake").with("quake2.wire", &wrong).run(&["check", "quake2.wire"]);
    // Its last line is too long for the page, and each packet that somebody adds changes the numbers of lines.
    let words = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").replace(|c: char| c.is_ascii_digit(), "0")
    };
    assert_eq!(words(&ran.err), words(blocks("text").last().expect("the answer")));
}

#[test]
fn it_compares_as_the_bench_measured() {
    let [readme, bench] = ["README.md", "tests/bench/README.md"].map(read);
    let row = |text: &str, start: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.starts_with(start)).expect("the row");
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let head = row(&bench, "| packet | does | by hand, ns |");
    let times = row(&bench, "| N_POS | read |");
    let factor = |name: &str| {
        let at = head.iter().position(|cell| cell == name).expect("a column");
        times[at].split(' ').next().and_then(|number| number.parse::<f64>().ok())
    };
    let hand = factor("by hand, ns").expect("a time");
    let told = row(&readme, "| time for [`N_POS`]");
    let linked = |words: &str| format!("[{words}](tests/bench/README.md#what-is-compared)");
    let nanoseconds = |name: &str| factor(name).map(|factor| format!("{:.1} ns", factor * hand));
    let [wireform, binrw, prost] = ["generated", "binrw", "prost"].map(|name| nanoseconds(name).expect("a time"));
    assert_eq!(
        told[2..],
        [
            wireform,
            linked("not measured"),
            linked("no varints"),
            binrw,
            format!("{prost}, its own format"),
            String::new()
        ]
    );
    assert_eq!(nanoseconds("PDL"), None, "PDL has no varints");
    assert!(readme.contains(&format!("safe Rust by hand takes {hand} ns.")));
}

#[test]
fn three_lines_of_schema_add_what_it_shows() {
    let diff = block("diff");
    let parts: Vec<(&str, &str)> = diff.split("+++ ").filter_map(|part| part.split_once('\n')).collect();
    let [(schema, added), rust, page] = parts.try_into().expect("a diff of three files");
    let before = read(schema);
    let [old, new] = sides(added).map(|lines| lines.join("\n") + "\n");
    assert_eq!(before.matches(&old).count(), 1, "the schema has the place once");
    let after = before.replace(&old, &new);
    assert_eq!(after.lines().count(), before.lines().count() + 3);

    let folder = Folder::new("readme_diff").with("before/quake2.wire", &before).with("after/quake2.wire", &after);
    for schemas in ["before", "after"] {
        folder.run(&["generate", "--schema-dir", schemas, "--out", &format!("{schemas}/generated")]).good();
    }
    for (file, diff) in [rust, page] {
        let [before, after] = ["before", "after"].map(|schemas| {
            std::fs::read_to_string(folder.path(&format!("{schemas}/{file}"))).expect("a generated file")
        });
        let [old, new] = sides(diff);
        is_excerpt(old, &before).unwrap();
        is_excerpt(new, &after).unwrap();
        let count = |text: &str, wanted: &str| text.lines().filter(|line| line.trim() == wanted.trim()).count();
        for added in diff.lines().filter_map(|line| line.strip_prefix('+')) {
            assert!(count(&after, added) > count(&before, added), "{file} has had this line before: {added}");
        }
    }
}

/// A crate outside of the workspace, made of nothing but the page: its manifest, its build script, its schema and its Rust.
#[test]
#[ignore = "long"]
fn a_crate_of_its_blocks_does_what_it_says() {
    let rust = block("rust");
    let (build, main) = rust.split_once("// src/main.rs\n").expect("two files");
    let written = main.lines().find_map(|line| line.split_once(")?; // ").filter(|(code, _)| code.contains("write")));
    let (_, written) = written.expect("the bytes that are written");
    let root = root().canonicalize().expect("the repository");
    let dependencies = block("toml").replace("../wireform", &root.display().to_string().replace('\\', "/"));
    let manifest = format!("[workspace]\n[package]\nname = \"first\"\nedition = \"2024\"\n{dependencies}\n");
    let folder = Folder::new("readme_crate")
        .with("Cargo.toml", &manifest)
        .with("Cargo.lock", &read("Cargo.lock"))
        .with("build.rs", build)
        .with("schema/quake2.wire", &read("schema/quake2.wire"))
        .with("src/main.rs", main);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--offline", "--quiet", "--color=never"]).current_dir(folder.path(".")).env_remove("RUSTFLAGS");
    cargo.env("CARGO_TARGET_DIR", folder.path("target")).env_remove("RUSTC_WORKSPACE_WRAPPER");
    // The compiler takes a third longer with debug information, which nothing here looks at.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "false").env("CARGO_INCREMENTAL", "0");
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout).replace(['[', ']', ','], "");
    assert_eq!(printed.trim(), written.trim());
}

#[test]
fn it_counts_the_kinds_of_differences() {
    let kinds = format!("[{} documented kinds](schema/errors.md#accepted-and-not-canonical)", Kind::ALL.len());
    assert!(read("README.md").contains(&kinds), "{kinds}");
}

#[test]
fn it_names_the_tests_that_are_run() {
    let commands = blocks("sh").remove(1);
    let test = commands.lines().find(|line| line.starts_with("cargo test")).expect("a command that tests");
    // For all packages, and not only for the default ones.
    let gate = format!("{test} --workspace 2>&1 |");
    assert!(read(".ci/run").contains(&gate), "`.ci/run` does not run `{test}`");
    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains(&format!("run: {test} --workspace\n")), "the workflow does not run `{test}`");
}

#[test]
fn it_names_the_oldest_compiler() {
    let manifest = read("Cargo.toml");
    let (_, version) = manifest.split_once("\nrust-version = \"").expect("a stated version");
    let version = version.split('"').next().expect("the quote ends");
    assert!(read("README.md").contains(&format!("You need Rust {version} or later")));
}

#[test]
fn it_counts_the_test_vectors() {
    let mut lines = 0;
    for protocol in ["blank", "quake2", "rcce2", "sauerbraten"] {
        for entry in std::fs::read_dir(root().join("tests/packets").join(protocol)).expect("a folder of packets") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "jsonl") {
                lines += std::fs::read_to_string(path).expect("packets").lines().count();
            }
        }
    }
    assert!(read("README.md").contains(&format!("{lines} test vectors")), "there are {lines}");
}

//! The page of the gallery: each protocol with its schema, its pages and a picture, and the output of its command.

use crate::repository::{read, root, run};

/// The page, written by hand.
const PAGE: &str = "schema/gallery/README.md";

#[test]
fn the_gallery_shows_what_its_command_prints() {
    let page = read(PAGE);
    let block = |language: &str| {
        let (_, behind) = page.split_once(&format!("```{language}\n")).expect("a block of this language");
        behind.split_once("\n```").expect("the block ends").0
    };
    let arguments: Vec<&str> = block("sh").split_whitespace().skip(1).collect();
    assert_eq!(run(&arguments).trim_end(), block("text"));
}

#[test]
fn each_protocol_of_the_gallery_has_its_picture() {
    let page = read(PAGE);
    let sections: Vec<&str> = page.split("\n## ").collect();
    let files = std::fs::read_dir(root().join("schema/gallery")).expect("a folder").map(|file| file.expect("an entry"));
    let names = files.filter_map(|file| file.file_name().to_str()?.strip_suffix(".wire").map(str::to_owned));
    let mut shown = 0;
    for name in names {
        let is_of = |section: &&&str| section.contains(&format!("]({name}.wire)"));
        let section = sections.iter().find(is_of).unwrap_or_else(|| panic!("{PAGE} lacks the protocol `{name}`"));
        let folder = format!("generated/gallery/{name}");
        assert!(section.contains(&format!("](../../{folder}/README.md)")), "{PAGE} lacks the pages of `{name}`");
        let picture = section.split_once(&format!("](../../{folder}/pictures/"));
        let (before, behind) = picture.unwrap_or_else(|| panic!("{PAGE} lacks a picture of `{name}`"));
        let (_, words) = before.rsplit_once("![").expect("a picture, not a link");
        let (file, _) = behind.split_once(')').expect("the end of a link");
        let path = format!("{folder}/pictures/{file}");
        assert!(root().join(&path).is_file(), "{PAGE} shows {path}, which is not there");
        assert!(read(&path).contains(&format!("<title>{words}</title>")), "{path} is not \"{words}\"");
        shown += 1;
    }
    assert!(shown > 8, "only {shown} protocols");
}

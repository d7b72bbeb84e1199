//! Files appear all at once or not at all, and what a killed build left is found.

use std::fs;

use super::{Staging, remains};

fn root(test: &str) -> std::path::PathBuf {
    let root = std::env::temp_dir().join(format!("wireform_{test}_{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    root
}

#[test]
fn temporary_files_have_random_names_and_do_not_stay() {
    let root = root("random");
    let both = [Staging::new(&root).expect("a folder"), Staging::new(&root).expect("another")];
    let [mut first, second] = both;
    assert_ne!(first.folder, second.folder);
    first.add(root.join("deep/a"), "a").expect("a file");
    second.publish().expect("nothing to move");
    assert!(root.join("deep").exists() && !root.join("deep/a").exists());
    // As after an error.
    drop(first);
    let names: Vec<_> = fs::read_dir(&root).expect("the folder").map(|entry| entry.expect("").file_name()).collect();
    assert_eq!(names, ["deep"]);
    fs::remove_dir_all(root).expect("the folder");
}

#[cfg(unix)]
#[test]
fn no_planted_link_is_written_through() {
    let root = root("planted");
    let mut staging = Staging::new(&root).expect("a folder");
    let victim = root.join("victim");
    fs::write(&victim, "mine").expect("a file");
    std::os::unix::fs::symlink(&victim, staging.folder.join("0")).expect("a link");
    let error = staging.add(root.join("a"), "a").expect_err("something is there").to_string();
    assert!(error.starts_with("cannot write `"), "{error}");
    drop(staging);
    assert_eq!(fs::read_to_string(&victim).expect("the file"), "mine");
    fs::remove_dir_all(root).expect("the folder");
}

#[test]
fn remains_are_of_runs_that_are_dead() {
    let root = root("remains");
    let alive = Staging::new(&root).expect("a folder");
    let dead = root.join(".wireform-0123456789abcdef.tmp");
    for folder in [".wireform-0123456789abcdef.tmp", ".wireform-mine.tmp", ".wireform-0123456789abcdef"] {
        fs::create_dir(root.join(folder)).expect("a folder");
    }
    fs::write(dead.join("lock"), "").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(".wireform-mine.tmp", root.join(".wireform-0000000000000000.tmp")).expect("a link");
    assert_eq!(remains(&root).expect("a folder"), [dead]);
    drop(alive);
    assert_eq!(remains(&root.join("nothing")).expect("no folder"), [""; 0].map(std::path::PathBuf::from));
    fs::remove_dir_all(root).expect("the folder");
}

//! How much the laws over everything try: a fixed third, or the whole where `WIREFORM_LAWS=whole` asks for it, as `.ci/run`
//! does for the modules that it names.
#![allow(dead_code, reason = "each test needs some of it")]

/// Every third of these, or all; prints how many are tried.
pub fn share<T>(what: &str, all: impl IntoIterator<Item = T>) -> Vec<T> {
    let all: Vec<T> = all.into_iter().collect();
    let count = all.len();
    let tried: Vec<T> = all.into_iter().step_by(if is_whole() { 1 } else { 3 }).collect();
    println!("{} of {count} {what} are tried", tried.len());
    assert!(!tried.is_empty(), "there are no {what}");
    tried
}

/// A third of so many, or all.
pub fn part(count: usize) -> usize {
    if is_whole() { count } else { count.div_ceil(3) }
}

/// Whether all is asked for.
///
/// # Panics
/// If the variable says anything else.
pub fn is_whole() -> bool {
    match std::env::var("WIREFORM_LAWS").as_deref() {
        Ok("whole") => true,
        Ok(other) => panic!("WIREFORM_LAWS={other}: nothing but `whole` is known"),
        Err(_) => false,
    }
}

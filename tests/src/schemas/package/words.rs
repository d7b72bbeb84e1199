//! Words of which plain values are made. They live as long as the program, as do the values.

use std::cell::Cell;
use std::str::FromStr;

pub struct Words {
    all: Vec<String>,
    at: Cell<usize>,
}

/// What does not fit into its type is `None`, and so is whatever it belongs to.
impl Words {
    pub fn of(bytes: &[u8]) -> &'static Self {
        let all = String::from_utf8_lossy(bytes).split_whitespace().map(str::to_owned).collect();
        Box::leak(Box::new(Self { all, at: Cell::new(0) }))
    }

    pub fn are_used_up(&self) -> bool {
        self.at.get() == self.all.len()
    }

    fn word(&'static self) -> Option<&'static str> {
        let at = self.at.get();
        self.at.set(at + 1);
        self.all.get(at).map(String::as_str)
    }

    /// Whether this word comes next, which it does not any more then.
    pub fn has(&'static self, word: &str) -> bool {
        let found = self.all.get(self.at.get()).is_some_and(|next| next == word);
        self.at.set(self.at.get() + usize::from(found));
        found
    }

    pub fn number<T: FromStr>(&'static self) -> Option<T> {
        self.word()?.parse().ok()
    }

    pub fn truth(&'static self) -> Option<bool> {
        self.number::<u8>().map(|number| number != 0)
    }

    pub fn f32(&'static self) -> Option<f32> {
        self.number().map(f32::from_bits)
    }

    pub fn f64(&'static self) -> Option<f64> {
        self.number().map(f64::from_bits)
    }

    pub fn bytes(&'static self) -> Option<&'static [u8]> {
        Some(Vec::leak(crate::unhex(self.word()?)))
    }

    pub fn text(&'static self) -> Option<&'static str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub fn option<T>(&'static self, make: impl FnOnce(&'static Self) -> Option<T>) -> Option<Option<T>> {
        match self.word()? {
            "-" => Some(None),
            _ => make(self).map(Some),
        }
    }

    fn vec<T: Copy>(&'static self, make: impl Fn(&'static Self) -> Option<T>) -> Option<Vec<T>> {
        if self.has("*") {
            let count = self.number()?;
            return Some(vec![make(self)?; count]);
        }
        (0..self.number::<usize>()?).map(|_| make(self)).collect()
    }

    pub fn slice<T: Copy>(&'static self, make: impl Fn(&'static Self) -> Option<T>) -> Option<&'static [T]> {
        self.vec(make).map(|all| &*Vec::leak(all))
    }

    pub fn array<T: Copy, const N: usize>(&'static self, make: impl Fn(&'static Self) -> Option<T>) -> Option<[T; N]> {
        self.vec(make)?.try_into().ok()
    }

    pub fn lent<T: Copy, const N: usize>(&'static self, make: impl Fn(&'static Self) -> Option<T>) -> Option<&'static [T; N]> {
        self.slice(make)?.try_into().ok()
    }
}

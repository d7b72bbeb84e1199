//! A piece of the model without its types: numbers, texts, lists and objects, which a printer for any format can print.

/// A piece of the model.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// A whole number.
    Number(i128),
    /// A float.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
    /// Several, in their order.
    List(Vec<Tree>),
    /// Several, each with a key; the keys differ.
    Object(Object),
}

/// Keys with their pieces, in the order in which they were added. An absent piece has no key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object(pub Vec<(&'static str, Tree)>);

/// An object with one key.
pub fn kind(key: &'static str, tree: impl Into<Tree>) -> Object {
    Object::default().with(key, tree)
}

/// A list of several pieces.
pub fn list(all: impl IntoIterator<Item: Into<Tree>>) -> Tree {
    Tree::List(all.into_iter().map(Into::into).collect())
}

impl Object {
    /// Adds a piece.
    pub fn with(mut self, key: &'static str, tree: impl Into<Tree>) -> Self {
        self.0.push((key, tree.into()));
        self
    }

    /// Adds a piece if it is present.
    pub fn with_some(self, key: &'static str, tree: Option<impl Into<Tree>>) -> Self {
        match tree {
            Some(tree) => self.with(key, tree),
            None => self,
        }
    }

    /// Adds `true`; false is absent.
    pub fn with_flag(self, key: &'static str, flag: bool) -> Self {
        self.with_some(key, flag.then_some(true))
    }

    /// Adds a list; an empty one is absent.
    pub fn with_list(self, key: &'static str, all: impl IntoIterator<Item: Into<Tree>>) -> Self {
        let mut all = all.into_iter().peekable();
        if all.peek().is_some() { self.with(key, list(all)) } else { self }
    }

    /// Adds all that another object has.
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

macro_rules! pieces {
    ($($from:ty: $of:expr,)*) => {$(
        impl From<$from> for Tree {
            fn from(piece: $from) -> Self {
                $of(piece.into())
            }
        }
    )*};
}

pieces! {
    u8: Tree::Number,
    u32: Tree::Number,
    u64: Tree::Number,
    i128: Tree::Number,
    f64: Tree::Float,
    bool: Tree::Bool,
    &str: Tree::Text,
    &String: Tree::Text,
    String: Tree::Text,
    Vec<Tree>: Tree::List,
    Object: Tree::Object,
}

impl<const N: usize> From<[Tree; N]> for Tree {
    fn from(all: [Tree; N]) -> Self {
        Self::List(all.into())
    }
}

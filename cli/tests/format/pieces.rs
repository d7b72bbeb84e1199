//! The tokens and comments of a text, as the tests see them.

use wireform_build::lexemes::{Comment, Kind, lexemes};

/// A token or a comment, and the white space before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub space: String,
    pub text: String,
    pub kind: Kind,
}

impl Piece {
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::Comment(_))
    }

    pub fn is_doc(&self) -> bool {
        self.kind == Kind::Comment(Comment::Doc)
    }
}

/// The pieces of a text. The white space after the last one is left out.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut space = String::new();
    for lexeme in lexemes(text) {
        let written = &text[lexeme.range];
        if lexeme.kind == Kind::Space {
            space.push_str(written);
        } else {
            let text = if matches!(lexeme.kind, Kind::Comment(_)) { written.trim_end() } else { written };
            pieces.push(Piece { space: std::mem::take(&mut space), text: text.to_owned(), kind: lexeme.kind });
        }
    }
    pieces
}

/// The text of these pieces.
pub fn joined<'p>(pieces: impl IntoIterator<Item = &'p Piece>) -> String {
    let mut text = String::new();
    for piece in pieces {
        text.push_str(&piece.space);
        text.push_str(&piece.text);
    }
    text.push('\n');
    text
}

//! The tokens of generated Rust, without comments and without the content of strings.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A word, a number or a lifetime.
    Word(String),
    /// A string or a character.
    Text(String),
    /// Any other character.
    Mark(char),
    /// The tokens between brackets of this kind.
    Group(char, Vec<Token>),
}

impl Token {
    /// Whether it is this word.
    pub fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }

    /// Whether it is this character.
    pub fn is_mark(&self, mark: char) -> bool {
        *self == Self::Mark(mark)
    }
}

/// The tokens of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let all: Vec<char> = text.chars().collect();
    let mut at = 0;
    let mut open: Vec<(char, Vec<Token>)> = Vec::new();
    let mut current = Vec::new();
    while let Some(one) = all.get(at).copied() {
        let next = all.get(at.saturating_add(1)).copied();
        let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
        at = match (one, next) {
            ('/', Some('/')) => behind(&all, at, |c| c == '\n'),
            ('"', _) => {
                let end = end_of_text(&all, at.saturating_add(1), '"');
                current.push(Token::Text(all.get(at..end).unwrap_or_default().iter().collect()));
                end
            }
            ('\'', Some(c)) if c == '\\' || all.get(at.saturating_add(2)) == Some(&'\'') => {
                let end = end_of_text(&all, at.saturating_add(1), '\'');
                current.push(Token::Text(all.get(at..end).unwrap_or_default().iter().collect()));
                end
            }
            ('\'', _) => {
                let len = all.iter().skip(at.saturating_add(1)).take_while(|c| is_word(c)).count();
                let end = at.saturating_add(1).saturating_add(len);
                current.push(Token::Word(all.get(at..end).unwrap_or_default().iter().collect()));
                end
            }
            ('r', Some('#')) => {
                let len = all.iter().skip(at.saturating_add(2)).take_while(|c| is_word(c)).count();
                let end = at.saturating_add(2).saturating_add(len);
                current.push(Token::Word(all.get(at..end).unwrap_or_default().iter().collect()));
                end
            }
            (c, _) if is_word(&c) => {
                let len = all.iter().skip(at).take_while(|c| is_word(c)).count();
                let end = at.saturating_add(len);
                current.push(Token::Word(all.get(at..end).unwrap_or_default().iter().collect()));
                end
            }
            ('(' | '[' | '{', _) => {
                open.push((one, std::mem::take(&mut current)));
                at.saturating_add(1)
            }
            (')' | ']' | '}', _) => {
                if let Some((bracket, outer)) = open.pop() {
                    let inside = std::mem::replace(&mut current, outer);
                    current.push(Token::Group(bracket, inside));
                }
                at.saturating_add(1)
            }
            (c, _) if c.is_whitespace() => at.saturating_add(1),
            (c, _) => {
                current.push(Token::Mark(c));
                at.saturating_add(1)
            }
        };
    }
    current
}

fn behind(all: &[char], from: usize, is_end: impl Fn(char) -> bool) -> usize {
    let len = all.iter().skip(from).take_while(|c| !is_end(**c)).count();
    from.saturating_add(len)
}

/// The place behind the closing quote.
fn end_of_text(all: &[char], from: usize, quote: char) -> usize {
    let mut at = from;
    while let Some(c) = all.get(at) {
        at = at.saturating_add(if *c == '\\' { 2 } else { 1 });
        if *c == quote {
            break;
        }
    }
    at.min(all.len())
}

/// Tokens as people write them.
pub fn joined(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let piece = match token {
            Token::Word(word) | Token::Text(word) => word.clone(),
            Token::Mark(mark) => mark.to_string(),
            Token::Group(open, inside) => {
                let close = match open {
                    '(' => ')',
                    '[' => ']',
                    _ => '}',
                };
                format!("{open}{}{close}", joined(inside))
            }
        };
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let is_lifetime = text.rsplit(|c: char| !is_word(c)).next().is_some_and(|word| word.starts_with('\''));
        let last = text.chars().next_back();
        let wants = match (last, piece.chars().next()) {
            (Some(before), Some(now)) => {
                (is_word(before) && is_word(now))
                    || matches!(before, ',' | ';' | '=' | '+')
                    || matches!(now, '=' | '+')
                    || (before == ':'
                        && !text.ends_with("::")
                        && (is_word(now) || "&[(".contains(now))
                        && text.len() > 1)
                    || (is_lifetime && now == '[')
                    || (before == '>' && now == '{')
                    || now == '{'
                    || (now == '-' && piece == "-")
            }
            _ => false,
        };
        let is_mark = matches!(token, Token::Mark(':' | ',' | ';' | '>'));
        // A path may begin after an arrow or a comma.
        let begins_path = token.is_mark(':') && text.ends_with([',', ';']);
        if (wants && !is_mark) || begins_path || text.ends_with("->") {
            text.push(' ');
        }
        text.push_str(&piece);
    }
    [
        "::core::option::",
        "::core::result::",
        "::core::convert::",
        "::core::marker::",
        "::core::ops::",
        "::wireform::",
        "super::",
    ]
    .into_iter()
    .fold(text, |text, prefix| text.replace(prefix, ""))
}

#[cfg(test)]
mod tests {
    use super::{joined, tokens};

    #[test]
    fn types_are_as_people_write_them() {
        let shown = |text: &str| joined(&tokens(text));
        assert_eq!(shown(":: core :: option :: Option < super :: Point < 'a > >"), "Option<Point<'a>>");
        assert_eq!(shown("& 'a [u8 ; 4] // no"), "&'a [u8; 4]");
        assert_eq!(shown("(& self , x : u8) -> Result < Self , E >"), "(&self, x: u8) -> Result<Self, E>");
        assert_eq!(shown("(code : u8) -> :: core :: option :: Option < Self >"), "(code: u8) -> Option<Self>");
        assert_eq!(shown(":: wireform :: Text < 'a , :: wireform :: Byte >"), "Text<'a, Byte>");
        assert_eq!(shown("r#move ('\\'' , \"a \\\" b\")"), "r#move('\\'', \"a \\\" b\")");
    }
}

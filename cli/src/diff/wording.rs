//! The words of verdicts. Each text that the command prints is here once; the page `cli/diff.md` explains each.

use super::proof::Loss;
use super::verdict::Verdict;

/// The text of a verdict: `N` stands for a number, `..` for what is named.
type Text = &'static str;

const ALWAYS: Text = "always";
const PARTLY: Text = "always, without ..";
const SOME: Text = "some packets, not this one";
const OTHER_CODE: Text = "no packet, by its code";
const NEVER: Text = "none of N packets, such as this one";
const NOT_PROVEN: Text = "not proven (..); all of N packets are read";
const NOT_TRIED: Text = "not proven (..), and no packet was made";

/// A number of items with a verdict, in the last lines.
pub const COUNTS: [Text; 5] =
    ["N always", "N some packets", "N no packet, by the code", "N no packet that was tried", "N not proven"];

/// The text of a verdict as the page has it.
const fn text(verdict: &Verdict) -> Text {
    match verdict {
        Verdict::Always => ALWAYS,
        Verdict::Partly { .. } => PARTLY,
        Verdict::Some { .. } => SOME,
        Verdict::OtherCode => OTHER_CODE,
        Verdict::Never { .. } => NEVER,
        Verdict::NotProven { tried: 0, .. } => NOT_TRIED,
        Verdict::NotProven { .. } => NOT_PROVEN,
    }
}

/// The text of a verdict.
#[must_use]
pub fn words(verdict: &Verdict) -> String {
    let (tried, named) = match verdict {
        Verdict::Always | Verdict::Some { .. } | Verdict::OtherCode => (0, String::new()),
        Verdict::Partly { losses } => (0, losses.iter().map(of_loss).collect::<Vec<_>>().join(", ")),
        Verdict::Never { tried, .. } => (*tried, String::new()),
        Verdict::NotProven { tried, obstacle } => (*tried, format!("{}: {}", obstacle.path, obstacle.why)),
    };
    counted(text(verdict), tried).replacen("..", &named, 1)
}

/// A text with its number.
#[must_use]
pub fn counted(text: Text, number: usize) -> String {
    text.replacen('N', &number.to_string(), 1)
}

/// A part that the reader does not know, in words.
#[must_use]
pub fn of_loss(loss: &Loss) -> String {
    match loss {
        Loss::Field(path) => format!("the field `{path}`"),
        Loss::Name(path) => format!("the name `{path}`"),
        Loss::Message(path) => format!("the message `{path}`, which it keeps as an unknown one"),
    }
}

#[cfg(test)]
mod tests {
    use wireform_build::interpret::Value;

    use super::{COUNTS, Verdict, text, words};
    use crate::diff::proof::{Loss, Obstacle};
    use crate::diff::values::Differs;
    use crate::diff::verdict::{Outcome, Witness};

    /// A verdict of each kind.
    fn all() -> Vec<Verdict> {
        let differs = Differs { path: "x".to_owned(), written: "1".to_owned(), read: format!("{:?}", Value::Null) };
        let witness = Witness { bytes: vec![1], with: Vec::new(), outcome: Outcome::Differs(differs) };
        let obstacle = Obstacle { path: "S.x".to_owned(), why: "another float".to_owned(), at: None };
        vec![
            Verdict::Always,
            Verdict::Partly { losses: vec![Loss::Field("S.x".to_owned()), Loss::Name("E.a".to_owned())] },
            Verdict::Some { witness: witness.clone() },
            Verdict::OtherCode,
            Verdict::Never { witness, tried: 500 },
            Verdict::NotProven { tried: 1500, obstacle: obstacle.clone() },
            Verdict::NotProven { tried: 0, obstacle },
        ]
    }

    #[test]
    fn the_page_has_each_text() {
        let page = include_str!("../../diff.md");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        for verdict in all() {
            let row = format!("| `{}` | `{}` | ", text(&verdict), verdict.word());
            assert_eq!(rows.iter().filter(|line| line.starts_with(&row)).count(), 1, "{row}");
        }
        for text in COUNTS {
            assert!(page.contains(&format!("`{text}`")), "{text}");
        }
    }

    #[test]
    fn texts_have_their_numbers_and_names() {
        let texts: Vec<String> = all().iter().map(words).collect();
        let expected = [
            "always",
            "always, without the field `S.x`, the name `E.a`",
            "some packets, not this one",
            "no packet, by its code",
            "none of 500 packets, such as this one",
            "not proven (S.x: another float); all of 1500 packets are read",
            "not proven (S.x: another float), and no packet was made",
        ];
        assert_eq!(texts, expected);
    }
}

//! Layouts of bits as pictures: one box for each group of bits, the highest on the left.

use super::boxes::{Column, boxes};

/// A group of bits.
pub(super) struct Group {
    pub(super) low: u8,
    pub(super) width: u8,
    pub(super) label: String,
}

/// The boxes, the highest bit first.
pub(super) fn picture(groups: &[Group]) -> String {
    let columns: Vec<Column> = groups.iter().rev().map(column).collect();
    format!("{}bit 0 is the least significant\n", boxes(&columns).concat())
}

fn column(group: &Group) -> Column {
    let above = numbers(group);
    let inside = format!("{:^1$}", group.label, above.chars().count());
    Column { above, inside: vec![inside] }
}

/// The highest and the lowest bit, each at its end.
fn numbers(group: &Group) -> String {
    let high = group.low.saturating_add(group.width).saturating_sub(1).to_string();
    let low = group.low.to_string();
    let numbers = low.len().saturating_add(high.len()).saturating_add(1);
    let inside = group.label.chars().count().saturating_add(2).max(numbers);
    if group.width <= 1 {
        return format!("{low:^inside$}");
    }
    format!("{high:<0$}{low}", inside.saturating_sub(low.len()))
}

#[cfg(test)]
mod tests {
    use super::super::boxes::WIDEST;
    use super::*;

    #[test]
    fn the_lowest_bit_stands_on_the_right() {
        let group = |low, width, label: &str| Group { low, width, label: label.to_owned() };
        let drawn = picture(&[group(0, 3, "physics"), group(3, 1, "x"), group(4, 12, "rest")]);
        let expected = " 15   4  3  2       0\n┌──────┬───┬─────────┐\n│ rest │ x │ physics │\n└──────┴───┴─────────┘\n\
                        bit 0 is the least significant\n";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn what_is_too_wide_goes_on_below() {
        let groups: Vec<Group> =
            (0..32).map(|low| Group { low, width: 1, label: format!("a_name_of_bit_{low}") }).collect();
        let drawn = picture(&groups);
        assert!(drawn.lines().all(|line| line.chars().count() <= WIDEST + 1), "{drawn}");
        assert_eq!(drawn.matches("a_name").count(), 32);
        assert!(drawn.find("bit_31") < drawn.find("bit_0 "));
    }
}

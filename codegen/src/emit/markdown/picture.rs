//! Layouts of bits as pictures: one box for each group of bits, the highest on the left.

/// A group of bits.
pub(super) struct Group {
    pub(super) low: u8,
    pub(super) width: u8,
    pub(super) label: String,
}

/// A line is no wider.
const WIDEST: usize = 104;

/// The boxes, the highest bit first; where they do not fit into one line, in several.
pub(super) fn picture(groups: &[Group]) -> String {
    let mut lines: Vec<Vec<&Group>> = Vec::new();
    let mut width = WIDEST;
    for group in groups.iter().rev() {
        let more = inside(group).saturating_add(1);
        width = width.saturating_add(more);
        if width > WIDEST {
            lines.push(Vec::new());
            width = more;
        }
        if let Some(line) = lines.last_mut() {
            line.push(group);
        }
    }
    let drawn: Vec<String> = lines.iter().map(|line| boxes(line)).collect();
    format!("{}bit 0 is the least significant\n", drawn.concat())
}

fn boxes(groups: &[&Group]) -> String {
    let row = |left: &str, between: &str, right: &str, fill: &dyn Fn(&Group) -> String| {
        let cells: Vec<String> = groups.iter().map(|group| fill(group)).collect();
        format!("{left}{}{right}", cells.join(between)).trim_end().to_owned()
    };
    let edge = |group: &Group| "─".repeat(inside(group));
    let label = |group: &Group| format!("{:^1$}", group.label, inside(group));
    [
        row(" ", " ", " ", &numbers),
        row("┌", "┬", "┐", &edge),
        row("│", "│", "│", &label),
        row("└", "┴", "┘", &edge),
        String::new(),
    ]
    .join("\n")
}

/// The highest and the lowest bit, each at its end.
fn numbers(group: &Group) -> String {
    let inside = inside(group);
    if group.width <= 1 {
        return format!("{:^inside$}", group.low);
    }
    let low = group.low.to_string();
    format!("{:<1$}{low}", high(group), inside.saturating_sub(low.len()))
}

fn high(group: &Group) -> u8 {
    group.low.saturating_add(group.width).saturating_sub(1)
}

/// Characters between the edges of a box.
fn inside(group: &Group) -> usize {
    let numbers = group.low.to_string().len().saturating_add(high(group).to_string().len()).saturating_add(1);
    group.label.chars().count().saturating_add(2).max(numbers)
}

#[cfg(test)]
mod tests {
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

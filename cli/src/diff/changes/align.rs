//! Two sequences side by side: as much as possible that is the same, in the same order.

/// The most cells of a table: longer sequences are paired at their ends only.
const MOST: usize = 1 << 20;

/// Pairs of indices that are the same, in ascending order.
pub fn aligned<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let first = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let (before, now) = (old.get(first..).unwrap_or_default(), new.get(first..).unwrap_or_default());
    let last = before.iter().rev().zip(now.iter().rev()).take_while(|(one, other)| one == other).count();
    let middle = |all: usize| all.saturating_sub(last);
    let (before_end, now_end) = (middle(before.len()), middle(now.len()));
    let (before, now) = (before.get(..before_end).unwrap_or_default(), now.get(..now_end).unwrap_or_default());
    let is_small = before.len().saturating_mul(now.len()) <= MOST;
    let inside = if is_small { in_table(before, now) } else { Vec::new() };
    let from = |(one, two): (usize, usize), by: usize| (one.saturating_add(by), two.saturating_add(by));
    let ends = (0..last).map(|index| (before_end.saturating_add(index), now_end.saturating_add(index)));
    let all = inside.into_iter().chain(ends).map(|pair| from(pair, first));
    (0..first).map(|index| (index, index)).chain(all).collect()
}

/// The same by a table of the most pairs behind each place.
fn in_table<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let width = new.len().saturating_add(1);
    // The most pairs behind each place.
    let mut most = vec![0_u32; width.saturating_mul(old.len().saturating_add(1))];
    let at = |i: usize, j: usize| i.saturating_mul(width).saturating_add(j);
    let value = |most: &[u32], i: usize, j: usize| most.get(at(i, j)).copied().unwrap_or(0);
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            let (down, right) = (i.saturating_add(1), j.saturating_add(1));
            let best = match one == other {
                true => value(&most, down, right).saturating_add(1),
                false => value(&most, down, j).max(value(&most, i, right)),
            };
            if let Some(slot) = most.get_mut(at(i, j)) {
                *slot = best;
            }
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while let (Some(one), Some(other)) = (old.get(i), new.get(j)) {
        let (down, right) = (usize::saturating_add(i, 1), usize::saturating_add(j, 1));
        if one == other {
            pairs.push((i, j));
            (i, j) = (down, right);
        } else if value(&most, down, j) >= value(&most, i, right) {
            i = down;
        } else {
            j = right;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn what_is_the_same_is_paired_in_order() {
        assert_eq!(aligned(&[1, 2, 3, 4], &[2, 4, 5]), [(1, 0), (3, 1)]);
        assert_eq!(aligned(&[1, 2], &[2, 1]).len(), 1);
        assert_eq!(aligned::<u8>(&[], &[1]), []);
        assert_eq!(aligned(&[1, 2, 3], &[1, 9, 3]), [(0, 0), (2, 2)]);
        assert_eq!(aligned(&[1, 1], &[1]), [(0, 0)]);
    }
}

//! Two sequences side by side: as much as possible that is the same, in the same order.

/// Pairs of indices that are the same, in ascending order.
pub fn aligned<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
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
    }
}

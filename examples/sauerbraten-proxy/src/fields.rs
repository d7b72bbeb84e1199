//! Changes client numbers that are fields of a message by its generated `Mut`.

/// The most bytes that a longer form of one number adds.
pub(crate) const LONGER: usize = 4;

/// Gives fields other client numbers. `set` changes a field where it lies; if the new number takes more or fewer bytes
/// than the old one, `rewrite` writes the message anew, all other bytes as they are.
macro_rules! fields {
    ($change:ident, $view:ident: $type:ty { $($field:ident $set:ident $rewrite:ident),+ }) => {
        if $($change.moves($view.$field()))||+ {
            let mut bytes = $view.as_bytes().to_vec();
            $({
                let number = $change.number($view.$field());
                let (mut changed, _) = <$type>::parse(&mut bytes)?;
                if changed.$set(number).is_err() {
                    let mut anew = vec![0; changed.as_bytes().len() + crate::fields::LONGER];
                    let len = changed.$rewrite(number, &mut anew)?;
                    anew.truncate(len);
                    bytes = anew;
                }
            })+
            $change.forwarded.replace_bytes(&bytes)?;
        }
    };
}

pub(crate) use fields;

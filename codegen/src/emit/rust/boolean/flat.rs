//! Formulas without what is known, what stands there twice, and brackets that are not needed.
//!
//! Where it matters what else holds, a term that stands alone is known: of `a && (!a || b)` that is `a && b`. Such terms
//! come in front, one after the other, since each may leave another alone. A rule may have thousands, so only the parts in
//! which a term stands are looked at when it is known.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Formula;

/// What is known may be looked for in so many times as many terms as there are. (Clippy looks at the first eight that differ,
/// so what is still longer than it need be behind them is good enough.)
const STEPS: usize = 64;

/// Where a part stands: what becomes several stands in its place, one level deeper.
type Place = Vec<usize>;

/// Parts that all have to hold, or one of them: flat, and each of them once.
struct Parts {
    all_hold: bool,
    parts: BTreeMap<Place, Rc<Formula>>,
    /// Where each of them stands.
    places: BTreeMap<Rc<Formula>, Place>,
    /// Where each term stands.
    terms: BTreeMap<usize, BTreeSet<Place>>,
    /// Where a term stands alone that has not been looked at.
    alone: BTreeSet<Place>,
}

impl Formula {
    /// Without what is known, what stands there twice, and brackets that are not needed.
    pub(super) fn flat(self) -> Self {
        let mut steps = self.terms().len().saturating_mul(STEPS);
        self.flat_in(&mut steps)
    }

    fn flat_in(self, steps: &mut usize) -> Self {
        let (all_hold, parts) = match self {
            Self::All(all) => (true, all),
            Self::Any(any) => (false, any),
            Self::Known(_) | Self::Term(..) => return self,
        };
        let mut flat = Parts {
            all_hold,
            parts: BTreeMap::new(),
            places: BTreeMap::new(),
            terms: BTreeMap::new(),
            alone: BTreeSet::new(),
        };
        for (at, part) in parts.into_iter().enumerate() {
            if flat.put(vec![at], part.flat_in(steps)).is_none() {
                return Self::Known(!all_hold);
            }
        }
        flat.with_known_in_front(steps).unwrap_or(Self::Known(!all_hold))
    }

    /// The same, where a term is known.
    fn given(self, term: usize, holds: bool) -> Self {
        let each = |all: Vec<Self>| all.into_iter().map(|one| one.given(term, holds)).collect();
        match self {
            Self::Term(at, so) if at == term => Self::Known(so == holds),
            Self::Known(_) | Self::Term(..) => self,
            Self::All(all) => Self::All(each(all)),
            Self::Any(any) => Self::Any(each(any)),
        }
    }
}

impl Parts {
    /// Adds a part that is flat; nothing where it decides the whole.
    fn put(&mut self, place: Place, part: Formula) -> Option<()> {
        match part {
            Formula::Known(known) => return (known == self.all_hold).then_some(()),
            Formula::All(inner) if self.all_hold => self.put_each(&place, inner),
            Formula::Any(inner) if !self.all_hold => self.put_each(&place, inner),
            part => self.put_one(place, part),
        }
        Some(())
    }

    fn put_each(&mut self, place: &[usize], parts: Vec<Formula>) {
        for (at, part) in parts.into_iter().enumerate() {
            self.put_one([place, &[at]].concat(), part);
        }
    }

    /// Of two that are the same the first one stays.
    fn put_one(&mut self, place: Place, part: Formula) {
        match self.places.get(&part) {
            Some(first) if *first < place => return,
            Some(second) => drop(self.take(&second.clone())),
            None => {}
        }
        if let Formula::Term(..) = part {
            self.alone.insert(place.clone());
        }
        for term in part.terms() {
            self.terms.entry(term).or_default().insert(place.clone());
        }
        let part = Rc::new(part);
        self.places.insert(Rc::clone(&part), place.clone());
        self.parts.insert(place, part);
    }

    fn take(&mut self, place: &Place) -> Option<Formula> {
        let part = self.parts.remove(place)?;
        self.places.remove(&part);
        for term in part.terms() {
            if let Some(places) = self.terms.get_mut(&term) {
                places.remove(place);
            }
        }
        Some(Rc::unwrap_or_clone(part))
    }

    /// All of it, with terms in front that are known in all others; nothing where these decide the whole.
    fn with_known_in_front(mut self, steps: &mut usize) -> Option<Formula> {
        let mut known = Vec::new();
        while *steps > 0
            && let Some(place) = self.alone.pop_first()
        {
            let Some(Formula::Term(term, holds)) = self.parts.get(&place).map(Rc::as_ref) else { continue };
            let (term, holds) = (*term, *holds);
            let Some(places) = self.terms.get(&term).filter(|places| places.len() > 1).cloned() else { continue };
            for place in places {
                let Some(part) = self.take(&place) else { continue };
                *steps = steps.saturating_sub(part.terms().len());
                self.put(place, part.given(term, holds == self.all_hold).flat_in(steps))?;
            }
            known.push(Formula::Term(term, holds));
        }
        known.extend(self.parts.into_values().map(Rc::unwrap_or_clone));
        Some(match known.len() {
            0 | 1 => known.pop().unwrap_or(Formula::Known(self.all_hold)),
            _ => Formula::of(self.all_hold, known),
        })
    }
}

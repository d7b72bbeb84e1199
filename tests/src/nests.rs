//! Regions in regions: a writer goes through the innermost fields once, however deep they are.
//!
//! The innermost list is lent by a row that counts how often it is asked for an element.

use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};

use allocation_counter::measure;
use wireform::{Encode, ErrorKind, Lender, List, Unwritable};
use wireform_build::interpret;
use wireform_build::model::Protocol;
use wireform_cli::target::target;
use wireform_tests::nests;

include!(concat!(env!("OUT_DIR"), "/nests_values.rs"));

/// Kinds whose innermost fields are still measured at each depth: sizes that are tested or choose a width before their
/// region, sizes of regions in groups, and those of variable width if another region ends between it and its own, or if
/// there is space up to a multiple.
const MEASURED: [&str; 5] = ["Crossed", "Chosen", "Tested", "Grouped", "AlignedBehind"];

/// Owned elements that count how often they are asked for.
struct Row {
    items: Vec<nests::owned::Item>,
    asked: AtomicUsize,
}

impl Row {
    fn new(len: u8) -> Self {
        let item = |index| nests::owned::Item { data: vec![index; usize::from(index % 5)] };
        Self { items: (0..len).map(item).collect(), asked: AtomicUsize::new(0) }
    }

    /// How often elements were asked for since the last call.
    fn asked(&self) -> usize {
        self.asked.swap(0, Ordering::Relaxed)
    }
}

impl Lender for Row {
    fn at(&self, index: usize) -> Option<&dyn Any> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.items.get(index).map(|item| item as &dyn Any)
    }
}

fn protocol() -> Protocol {
    wireform_build::load(concat!(env!("OUT_DIR"), "/nests.wire")).expect("it compiled with the tests").schema.first
}

/// Writes into buffers of every kind; returns the bytes, and how often elements were asked for.
fn written(value: &impl Encode<Known = ()>, row: &Row) -> (Vec<u8>, [usize; 2]) {
    row.asked();
    let len = value.encoded_len();
    let measured = row.asked();
    let mut exact = vec![0; len];
    assert_eq!(value.write(&mut exact), Ok(len));
    let asked = [measured, row.asked()];
    let mut longer = vec![0x55; len + 9];
    assert_eq!(value.write(&mut longer), Ok(len));
    assert_eq!((&longer[..len], &longer[len..]), (&exact[..], &[0x55; 9][..]));
    for short in [0, 1, len / 2, len - 1] {
        let refused = value.write(&mut vec![0; short]).map_err(|error| error.kind());
        assert_eq!(refused, Err(ErrorKind::Unwritable(Unwritable::Room { need: len })), "{short} of {len} bytes");
    }
    (exact, asked)
}

#[test]
fn no_depth_multiplies_the_work_of_a_writer() {
    let protocol = protocol();
    let mut costs: Vec<(&str, usize, [usize; 4])> = Vec::new();
    for len in [3, 200] {
        let row = Row::new(len);
        let leaf = nests::Leaf { items: List::lent(&row, usize::from(len)) };
        macro_rules! cost {
            ($kind:literal, $depth:literal, $value:ident) => {
                let name = concat!($kind, $depth);
                let (bytes, [measured, asked]) = written(&$value, &row);
                let target = target(&protocol, name).expect("a struct of the schema");
                let read = interpret::read_exact(&protocol, target, &bytes, &[]).expect(name);
                let mut again = None;
                let allocated = measure(|| again = Some(interpret::write(&protocol, target, &read, &[])));
                assert_eq!(again, Some(Ok(bytes)), "{name}");
                let (bytes, calls) = (allocated.bytes_total as usize, allocated.count_total as usize);
                costs.push(($kind, $depth, [measured, asked, bytes, calls]));
            };
        }
        made!(cost, leaf);
    }
    let pairs = costs.as_chunks::<2>().0.iter();
    let grows = |one: &[usize; 4], two: &[usize; 4]| one.iter().zip(two).any(|(one, two)| two * 10 > one * 23);
    let grown: Vec<_> = pairs.filter(|[one, two]| grows(&one.2, &two.2)).collect();
    let unexpected: Vec<_> = grown.iter().filter(|[one, _]| !MEASURED.contains(&one.0)).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert_eq!((costs.len(), grown.len()), (148, 2 * MEASURED.len()), "{grown:?}");
}

//! Tries the laws of many schemas on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::laws::laws;
use crate::packets::Packets;
use crate::schema::Schema;
use crate::tally::{Broken, Tally};

/// How much is tried of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// All that the net is for.
    Whole,
    /// Less, for each schema of one or two entries.
    Sample,
}

impl Effort {
    fn of(self, schema: &Schema) -> (Packets, usize) {
        match (self, schema.entries.len()) {
            (Self::Whole, ..=2) => (Packets::Every, 1000),
            (Self::Whole, _) => (Packets::Long, 1000),
            (Self::Sample, ..=2) => (Packets::Short, 50),
            (Self::Sample, _) => (Packets::Long, 200),
        }
    }
}

/// Tries the laws of all schemas.
pub fn all(schemas: &[Schema], effort: Effort) -> Tally {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tally = Tally::default();
        while let Some(schema) = schemas.get(next.fetch_add(1, Ordering::Relaxed)) {
            tally.add(one(schema, effort));
        }
        tally
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = Tally::default();
        workers.into_iter().for_each(|worker| all.add(worker.join().expect("a panic of a schema is caught")));
        all
    })
}

/// The same of one schema: a panic breaks a law, too.
fn one(schema: &Schema, effort: Effort) -> Tally {
    let (packets, values) = effort.of(schema);
    catch_unwind(AssertUnwindSafe(|| laws(schema, packets, values))).unwrap_or_else(|panic| {
        let says = panic.downcast_ref::<String>().cloned();
        let says = says.or(panic.downcast_ref::<&str>().map(|says| (*says).to_owned())).unwrap_or_default();
        let (entries, schema) = (schema.entries.len(), schema.text());
        Tally { broken: vec![Broken { entries, law: "nothing panics", schema, says }], ..Tally::default() }
    })
}

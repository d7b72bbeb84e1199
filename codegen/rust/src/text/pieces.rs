//! Parallel emission: items are emitted and laid out on all cores, since unoptimised build scripts spend most of their
//! time on it. The output keeps the order of the input.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::format::Style;
use super::public::{Name, public};
use super::tokens::TokenStream;

/// A unit of work, which emits some items.
pub type Piece<'a> = Box<dyn Fn() -> TokenStream + Send + Sync + 'a>;

/// The items of one module.
pub struct Items<'a> {
    /// The number of modules around them.
    pub depth: usize,
    pub pieces: Vec<Piece<'a>>,
}

/// Items as text.
#[derive(Debug, Clone, Default)]
pub struct Laid {
    pub text: String,
    /// The public names, if requested.
    pub names: Vec<Name>,
}

/// Layout is recursive, and unoptimised functions have large frames.
const STACK: usize = 8 << 20;

/// Emits and lays out the items of some modules, with their public names if requested.
pub fn laid_out(modules: &[Items<'_>], style: &Style<'_>, with_names: bool) -> Vec<Laid> {
    let numbered = modules.iter().enumerate();
    let work: Vec<_> = numbered
        .flat_map(|(module, items)| items.pieces.iter().map(move |piece| (module, items.depth, piece)))
        .collect();
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((module, depth, piece)) = work.get(at) else { return done };
            let tokens = piece();
            let names = if with_names { public(&tokens) } else { Vec::new() };
            done.push((at, *module, Laid { text: style.format(tokens, *depth), names }));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(work.len());
    let mut done = thread::scope(|scope| {
        // If no thread can be spawned, this one does the work.
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, some).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let mut done = some();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(at, ..)| *at);
    let mut all = vec![Laid::default(); modules.len()];
    for (_, module, one) in done {
        if let Some(all) = all.get_mut(module) {
            all.add(one);
        }
    }
    all
}

impl Laid {
    /// Appends items.
    pub fn add(&mut self, more: Self) {
        if !self.text.is_empty() && !more.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&more.text);
        self.names.extend(more.names);
    }

    /// Appends the text of items.
    pub fn add_text(&mut self, text: String) {
        self.add(Self { text, names: Vec::new() });
    }
}

//! The pages of a schema, beside its Rust: the half of [`Builder`] that needs the feature `documents`.

use std::path::{Path, PathBuf};

use super::output::{Output, Owned, is_generated};
use super::{Builder, Code, GENERATED_PAGE, file_name};
use crate::load::Compiled;
use wireform_documents::{PICTURES, Page, legend, markdown, rustdoc, summary};
use wireform_rust::Options;

/// The documents of a schema as files of their own, each with a first line that names its origin.
#[must_use]
pub fn documents(compiled: &Compiled) -> Vec<Page> {
    // Two hyphens would be the end of a comment to some readers.
    let origin = format!("{GENERATED_PAGE} from {}; do not edit. -->", file_name(compiled).replace("--", "-"));
    markdown(&compiled.schema).into_iter().map(|page| page.with_origin(&origin)).collect()
}

impl Output {
    /// Takes what is owned of a protocol's folder, and of that of its pictures, for the files alone.
    pub fn owns_documents(&mut self, root: &Path, name: &str, owned: Owned) {
        self.owns(root, name, owned);
        self.owns(root, Path::new(name).join(PICTURES), Owned::Pages);
    }

    /// Adds the documents of a protocol, in a folder of its name in `group`, a folder inside of `root`. `false` if there is
    /// a file of this name already.
    #[must_use]
    pub fn add_documents(&mut self, root: &Path, group: &Path, name: &str, pages: &[Page]) -> bool {
        let titled = pages.iter().filter_map(|page| Some((page.title.clone()?, format!("{name}/{}", page.file))));
        self.listed.push(titled.collect());
        pages.iter().all(|page| self.add(root, group.join(name).join(&page.file), page.text.as_str()))
    }

    /// Adds the pages that all protocols of a group share, beside their folders: how to read the others, and a list for
    /// mdBook. Where somebody wrote such a page by hand, it stays. The protocols added next are of another group.
    pub fn add_shared(&mut self, root: &Path, group: &Path) {
        let origin = format!("{GENERATED_PAGE}; do not edit. -->");
        for page in [legend(), summary(&std::mem::take(&mut self.listed))] {
            let page = page.with_origin(&origin);
            let path = root.join(group).join(&page.file);
            if path.symlink_metadata().is_err() || is_generated(&path) {
                let _ = self.add(root, group.join(page.file), page.text);
            }
        }
    }
}

/// The Rust of a schema as a file of its own, as [`generate`](super::generate) makes it, with a module in which rustdoc
/// shows the pages. `folder` is theirs as seen from the file, with `/` at its end unless it is the same.
#[must_use]
pub fn generate_beside(compiled: &Compiled, options: &Options, pages: &[Page], folder: &str) -> String {
    let link = format!("[`{}`]", rustdoc::module_name(&compiled.schema));
    Code::beside(compiled, options, true, (pages, folder, &link)).module(compiled)
}

impl Code {
    /// The Rust with a module of the documents, to which the documentation leads with this link.
    fn beside(
        compiled: &Compiled,
        options: &Options,
        is_module: bool,
        (pages, folder, link): (&[Page], &str, &str),
    ) -> Self {
        let schema = &compiled.schema;
        let options = Options { sections: rustdoc::sections(schema), ..options.clone() };
        let mut code = Self::new(compiled, &options, is_module);
        code.docs.extend([String::new(), format!("All of the protocol, byte by byte: {link}.")]);
        code.items = format!("{}\n{}", code.items, rustdoc::module(schema, pages, folder));
        code
    }
}

impl Builder {
    /// Writes the documents of each schema as well: pages in Markdown, in a folder with the name of its protocol.
    /// [`check`](Self::check) compares them too. Needs the feature `documents`. Beside these folders are `legend.md`, which
    /// tells how to read the pages, and `SUMMARY.md`, which lists them: the folder is the source of an mdBook. One builder
    /// writes to it, since the list has the protocols of one builder.
    ///
    /// rustdoc shows them as the module `documents` of the protocol's own, with links from every type to its section and
    /// back. Only beside code that is [checked in](Self::checked_in) they must be in the same folder for that: otherwise
    /// the code would name a folder that other machines do not have.
    #[must_use]
    pub fn documents(mut self, folder: impl Into<PathBuf>) -> Self {
        self.documents = Some(folder.into());
        self
    }

    /// The Rust of one schema, whose pages are added if they are wanted. `None` if another schema has some of them already.
    pub(super) fn with_documents(
        &self,
        compiled: &Compiled,
        options: &Options,
        folder: &Path,
        output: &mut Output,
    ) -> Option<Code> {
        let Some(documents) = &self.documents else { return Some(Code::new(compiled, options, self.modules)) };
        let (name, pages) = (compiled.schema.name(), self::documents(compiled));
        let own = documents.join(name);
        output.owns_documents(documents, name, Owned::Pages);
        if !output.add_documents(documents, Path::new(""), name, &pages) {
            return None;
        }
        let module = rustdoc::module_name(&compiled.schema);
        let (own, link) = if self.modules {
            let own = (documents == folder).then(|| format!("{name}/"));
            (own, format!("[`{module}`]"))
        } else {
            // Nobody carries this code to another place, so it may name places as they are here. The module that includes
            // the code has this documentation, and a name that is not known here.
            let own = std::path::absolute(own).ok();
            let own = own.map(|own| format!("{}{}", own.display(), std::path::MAIN_SEPARATOR));
            (own, format!("[`{module}`]({module}/index.html)"))
        };
        Some(match own {
            Some(own) => Code::beside(compiled, options, self.modules, (&pages, &own, &link)),
            None => Code::new(compiled, options, self.modules),
        })
    }
}

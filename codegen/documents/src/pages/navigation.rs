//! Ways through the pages: before each page the pages around it, its own contents, and the messages that are elsewhere.

use crate::block::{Block, line, text};
use crate::book::{Book, Page, Thing};
use crate::model::{FamilyId, RecordId};

/// The index, and the pages before and after this one.
pub(crate) fn around(book: &Book<'_>, pages: &[(Page, String)], at: usize) -> Block {
    let link = |at: usize| pages.get(at).map(|(page, title)| book.page_link(*page, title));
    let home = book.page_link(Page::Index, &format!("The protocol {}", crate::text::quoted(&book.protocol.name)));
    let previous = at.checked_sub(1).and_then(link).map(|link| format!(" · before: {link}")).unwrap_or_default();
    let next = link(at.saturating_add(1)).map(|link| format!(" · after: {link}")).unwrap_or_default();
    text("around", format!("{home} · {}{previous}{next}", crate::pages::legend::link()))
}

/// The sections of a page of messages and structs.
pub(crate) fn contents(book: &Book<'_>, records: &[RecordId]) -> Option<Block> {
    let links = records.iter().map(|id| book.link(Thing::Record(*id)));
    if records.len() < 2 {
        return None;
    }
    line("contents", "On this page: ", ", ", links.collect())
}

/// The messages of a family that are declared elsewhere.
pub(crate) fn elsewhere(book: &Book<'_>, family: FamilyId) -> Option<Block> {
    let members = &book.protocol.families[family.0].members;
    let others = members.iter().filter(|member| book.page_of(member.record) != Page::Family(family));
    let links = others.map(|member| book.link(Thing::Record(member.record)));
    line("elsewhere", "Messages of this family on other pages: ", ", ", links.collect())
}

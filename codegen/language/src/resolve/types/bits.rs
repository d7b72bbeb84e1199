//! Named layouts of bits. The user sets all parts except constants and reserved ones.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Bits, BitsId, BitsPart};
use crate::resolve::by_name::ByName;
use crate::resolve::resolver::{Resolver, docs};

impl Resolver<'_> {
    pub(in crate::resolve) fn bind_bits(&mut self, item: &ast::Bits) -> Option<BitsId> {
        let on = self.carrier_type(&item.carrier)?;
        let layouts = self.parts(&item.parts, on, item.carrier.span)?;
        let mut names = ByName::default();
        for name in item.parts.iter().filter_map(|part| part.name.as_ref()) {
            if let Some(earlier) = names.add(&name.text, name.span) {
                let title = format!("`{}` is named twice", name.text);
                return self.refuse(Diagnostic::new(title, name.span, "again here").other(earlier, "first here"));
            }
        }
        let parts = layouts
            .iter()
            .map(|layout| BitsPart {
                name: layout.part.name.as_ref().map(|name| name.text.clone()),
                docs: docs(&layout.part.docs),
                low: layout.low,
                width: layout.width,
                signed: layout.signed,
                value: layout.value,
                constant: layout.constant,
                fill: layout.fill,
            })
            .collect();
        let id = BitsId(self.protocol.bits.len());
        let (name, docs) = (item.name.text.clone(), docs(&item.docs));
        let width = self.carrier_bits(on.carrier);
        self.protocol.bits.push(Bits { name, docs, carrier: on.carrier, width, parts });
        Some(id)
    }
}

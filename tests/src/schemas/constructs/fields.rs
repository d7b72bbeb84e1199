//! What stands in a field: its wire, whether it is there, what must hold.

use wireform_build::model::{
    Absent, Base, Check, Code, Content, End, Expr, Extent, Field, FieldId, InBase, Input, Item, Node, Part, PartOf,
    Presence, Protocol, Record, Role, Rule, Scalar, Source, Tag, Test, Text, Wire,
};

use super::Constructs;
use super::kinds::Kind as _;

impl Constructs {
    pub(super) fn field(&mut self, protocol: &Protocol, record: &Record, field: &Field) {
        self.docs("a field", &field.docs);
        self.whether("a field of a type's name", field.alias.is_some());
        self.whether("elements of a type's name", field.element_alias.is_some());
        let element = match &field.wire {
            Wire::List { item: Item::Record { record, .. }, .. } => Some(&protocol.records[record.0].fields),
            _ => None,
        };
        let constant =
            element.is_some_and(|fields| !fields.is_empty() && fields.iter().all(|field| field.name.is_none()));
        self.whether("constant elements of a type's name", constant && field.element_alias.is_some());
        self.presence(field);
        self.wire(protocol, record, field);
        self.values_of_field(protocol, record, field);
        if let Some(rule) = &field.rule {
            self.rule(record, field, rule);
        }
    }

    fn presence(&mut self, field: &Field) {
        self.kind(&field.presence);
        if let Some(absent) = field.presence.absent() {
            self.kind(absent);
            let far = matches!(absent, Absent::Raw(raw) if *raw > Code::from(i64::MAX));
            self.whether("what is absent is worth more than an i64", far);
            self.whether(&format!("{} and else {}", field.presence.kind(), absent.kind()), true);
        }
        if let Presence::When { test, checked, .. } = &field.presence {
            self.test(test);
            self.either(["a condition that the user's numbers decide", "a condition that follows"], *checked);
            self.whether("reserved space under a condition", field.name.is_none());
        }
        field.inherits().into_iter().for_each(|base| self.in_base(base));
    }

    fn in_base(&mut self, base: &InBase) {
        self.either(["what stands in a struct of the base", "what stands in the base itself"], !base.inside.is_empty());
    }

    fn wire(&mut self, protocol: &Protocol, record: &Record, field: &Field) {
        let wire = &field.wire;
        self.kind(wire);
        // A region has no condition of its own, and bits stand in a group where they have one.
        if !matches!(wire, Wire::Within { .. } | Wire::Bits { .. }) {
            self.whether(&format!("{} under a condition", kind_of(wire)), field.presence != Presence::Always);
        }
        match wire {
            Wire::Scalar { scalar, cell } => {
                self.scalar(*scalar);
                match record.cells.get(cell.0).map(|cell| &cell.source) {
                    Some(Source::Derived(demand)) => self.kind(demand),
                    Some(Source::Reserved(fill)) => self.whether("a reserved number with a filler", *fill != 0),
                    _ => {}
                }
            }
            Wire::Chosen { tags, forms, .. } => {
                tags.iter().for_each(|tag| self.tag_of_width(tag));
                self.either(["several tags of a width", "one tag of a width"], tags.len() > 1);
                let has_none = forms.iter().any(|form| form.scalar.is_none());
                let is_given = |tag: &Input| !matches!(tag, Input::Cell(_) | Input::Left);
                let users = |tag: &Input| tag.cell().is_some_and(|cell| record.is_users(cell));
                self.whether("a width by a number of the user's", tags.iter().any(users));
                let mixed =
                    tags.iter().any(users) && tags.iter().any(|tag| matches!(tag, Input::Cell(_)) && !users(tag));
                self.whether("a width by the user and the writer", mixed);
                self.whether("a width without bytes", has_none);
                self.whether("a width without bytes, said by the receiver", has_none && tags.iter().all(is_given));
                self.whether(
                    "several tags of a width, one said by the receiver",
                    tags.iter().any(is_given) && !tags.iter().all(is_given),
                );
                self.whether(
                    "any number chooses a width",
                    forms.iter().flat_map(|one| &one.pattern).any(Vec::is_empty),
                );
            }
            Wire::Float { width, order } => {
                self.kind(width);
                self.kind(order);
            }
            Wire::Bits { carrier, parts } => {
                self.kind(carrier);
                parts.iter().for_each(|part| self.part(record, part));
            }
            Wire::Padding { space, filler } => {
                self.kind(space);
                self.either(["a filler that is checked", "a filler that is ignored"], filler.is_checked);
                self.whether("reserved bytes with a filler", filler.byte != 0);
            }
            Wire::Octets { extent, content } => {
                self.kind(content);
                match content {
                    Content::Constant(_) => {}
                    Content::Free => self.extent("bytes", extent),
                    Content::Text(Text { encoding, unit, fill }) => {
                        self.whether("text with a filler", fill.is_some());
                        self.kind(encoding);
                        self.either(["text of numbers", "text of bytes"], *unit != Scalar::BYTE);
                        self.extent("text", extent);
                    }
                }
            }
            Wire::Group { delta, .. } => delta.iter().for_each(|delta| {
                self.kind(&delta.scope);
                self.whether("a group of a delta", true);
            }),
            Wire::Record { args, from, record: id } => {
                args.iter().for_each(|arg| self.arg(arg));
                if let Some(from) = from {
                    self.kind(from);
                    let absent = field.presence.absent().map_or("always", |absent| absent.kind());
                    self.whether(&format!("{} and else {absent}", from.kind()), true);
                    if let Base::Inside(base) = from {
                        self.in_base(base);
                    }
                }
                let delta = protocol.records.get(id.0).is_some_and(|record| record.delta.is_some());
                self.whether("what travels, as a field", delta && from.is_none());
            }
            Wire::Family { by, args, .. } => {
                if let Some(cell) = by.and_then(|cell| record.cells.get(cell.0)) {
                    let whole = matches!(record.fields[cell.field.0].wire, Wire::Scalar { .. });
                    self.whether(if whole { "a message by a field" } else { "a message by a part" }, true);
                    self.whether(&format!("a message by {}", cell.value.kind()), true);
                    self.whether("a message by a number of the user's", cell.source == Source::User);
                }
                self.either(["a message by a number", "a message by its code"], by.is_some());
                args.iter().for_each(|arg| self.arg(arg));
            }
            Wire::Nested { part, args } => {
                args.iter().for_each(|arg| self.arg(arg));
                let node = protocol.nested[part.0];
                let is_own = record.circle.is_some() && record.circle.as_ref() == protocol.circle(node);
                self.either(["a nested part of its circle", "a nested part of another"], is_own);
                self.either(["a nested struct", "a nested message"], matches!(node, Node::Record(_)));
            }
            Wire::List { item, extent } => {
                self.item(protocol, item);
                self.extent("a list", extent);
                let stream = matches!((item, extent), (Item::Family { .. }, Extent::Rest));
                self.whether("a stream", stream);
            }
            Wire::Sparse { item, base, mask, .. } => {
                self.whether("places by a mask of the user's", record.is_users(*mask));
                self.whether(&format!("places of {}", item.kind()), true);
                self.item(protocol, item);
                self.either(["places that are inherited", "places that may be empty"], base.is_some());
            }
            Wire::Match { tag, arms, .. } => {
                self.kind(tag);
                if let Tag::Input(input) = tag {
                    self.whether(&format!("a shape by {}", input.kind()), true);
                    let users = input.cell().is_some_and(|cell| record.is_users(cell));
                    self.whether("a shape by a number of the user's", users);
                }
                if let Tag::Tuple(inputs) = tag {
                    let users = |input: &Input| input.cell().is_some_and(|cell| record.is_users(cell));
                    self.either(["a tuple of the user's", "a tuple of the writer's"], inputs.iter().any(users));
                    let given = inputs.iter().any(|input| !matches!(input, Input::Cell(_)));
                    self.whether("a tuple with a number that is given", given);
                    let patterns = || arms.iter().flat_map(|arm| &arm.patterns);
                    self.whether("any number in a tuple", patterns().flatten().any(Vec::is_empty));
                    self.whether("a shape of several combinations", arms.iter().any(|arm| arm.patterns.len() > 1));
                }
                for arm in arms {
                    self.docs("an arm", &arm.docs);
                    self.whether("an arm with a body", !arm.transparent && !arm.body.is_empty());
                    self.whether("an arm without fields", !arm.transparent && arm.body.is_empty());
                    self.whether("an arm that is a wire", arm.transparent);
                    self.kind(&arm.written);
                    self.whether("an arm of what is left", arm.is_rest());
                }
            }
            Wire::Within { extent, .. } => self.extent("a region", extent),
        }
    }

    fn scalar(&mut self, scalar: Scalar) {
        self.kind(&scalar);
        if let Scalar::Int { bytes, signed, order } = scalar {
            self.either([&format!("i{}", bytes * 8), &format!("u{}", bytes * 8)], signed);
            if bytes > 1 {
                self.kind(&order);
            }
        }
    }

    fn part(&mut self, record: &Record, part: &Part) {
        self.docs("a part", &part.docs);
        self.either(["a signed part", "an unsigned part"], part.signed);
        self.whether("a joined part", part.runs.len() > 1);
        let Some(cell) = record.cells.get(part.cell.0) else { return };
        self.whether(&format!("a part of a record that is {}", cell.value.kind()), true);
        self.whether(&format!("a part that is {}", cell.source.kind()), true);
        let constant = matches!(cell.source, Source::Constant(_));
        self.whether("a constant part with a name", constant && part.name.is_some());
        match &cell.source {
            Source::Derived(demand) => {
                self.kind(demand);
                self.whether(&format!("a part for {}", demand.kind()), true);
            }
            Source::Reserved(fill) => self.whether("a reserved part with a filler", *fill != 0),
            Source::User | Source::Constant(_) => {}
        }
    }

    fn tag_of_width(&mut self, tag: &Input) {
        self.kind(tag);
        self.whether(&format!("a width by {}", tag.kind()), true);
    }

    fn arg(&mut self, arg: &Expr) {
        self.expr(arg);
        let input = if let Expr::Literal(code) = arg { Some(Input::Literal(*code)) } else { arg.as_input() };
        input.iter().for_each(|input| self.kind(input));
        self.whether(&format!("given {}", input.map_or("a computation", |input| input.kind())), true);
    }

    fn item(&mut self, protocol: &Protocol, item: &Item) {
        self.kind(item);
        match item {
            Item::Scalar { scalar, value } => {
                self.kind(scalar);
                self.whether(&format!("elements that are {}", value.kind()), true);
            }
            Item::Float { width, order } => {
                self.kind(width);
                self.kind(order);
            }
            Item::Record { record, args } => {
                args.iter().for_each(|arg| self.arg(arg));
                let Some(record) = protocol.records.get(record.0) else { return };
                self.whether(&format!("elements that are a {}", record.role.kind()), true);
                self.whether("elements that are differences", record.delta.is_some());
                let in_place = matches!(record.role, Role::Element { .. });
                self.whether("differences written in place", record.delta.is_some() && in_place);
                if let Role::Element { transparent: true } = record.role
                    && let [id] = record.body.as_slice()
                {
                    self.whether(&format!("elements that are {}", kind_of(&record.fields[id.0].wire)), true);
                }
            }
            Item::Family { args, .. } => args.iter().for_each(|arg| self.arg(arg)),
        }
    }

    fn extent(&mut self, of: &str, extent: &Extent) {
        self.kind(extent);
        self.whether(&format!("{} of {of}", extent.kind()), true);
        match extent {
            Extent::Fixed { or_end, .. } => self.whether(&format!("{of} of a fixed size or to the end"), *or_end),
            Extent::Counted(length) => {
                self.whether("a count that is multiplied", length.times != 1);
                self.whether("a count and more", length.plus > 0);
                self.whether("a count and less", length.plus < 0);
            }
            Extent::Given(count) => {
                let by = if count.as_input().is_some() { count.kind() } else { "arithmetic" };
                self.whether(&format!("{of} as long as {by}"), true);
                self.expr(count);
            }
            Extent::Prefixed { scalar, .. } => self.whether(&format!("{of} behind {}", scalar.kind()), true),
            Extent::Until { end, kept, or_end, bound } => {
                self.kind(end);
                self.kind(kept);
                self.whether(&format!("{of} {} {}", kept.word(), end.kind()), true);
                self.whether(&format!("{of} with a bound"), bound.is_some());
                self.whether("until something or the end", *or_end);
                if let End::Value { read, .. } | End::Cell { read, .. } | End::Begins { read, .. } = end {
                    self.whether("several ends", read.len() > 1);
                }
                if let End::Texts { read, texts, .. } = end {
                    self.whether("several ends, of which some are texts", read.len() + texts.len() > 1);
                }
            }
            Extent::AllBut(behind) => self.kind(behind),
            Extent::Rest => {}
        }
    }

    fn rule(&mut self, record: &Record, field: &Field, rule: &Rule) {
        self.kind(&rule.check);
        self.either(["a rule that repairs", "a rule that refuses"], rule.repair.is_some());
        match &rule.check {
            Check::Test(test) => {
                self.test(test);
                self.whether("a rule in numbers of others", test.inputs().len() > 1);
                self.whether(&format!("a rule of {}", kind_of(&field.wire)), true);
                let own = |id: &FieldId| std::ptr::eq(&raw const record.fields[id.0], field);
                self.whether("a rule that counts another field", rule.counted().iter().any(|id| !own(id)));
                self.whether("a rule that measures another field", rule.measured().iter().any(|id| !own(id)));
            }
            Check::Ascending { cell } => {
                self.either(["fields of elements ascend", "numbers ascend"], cell.is_some());
            }
            Check::Float { low, high } => {
                self.whether("a float with an end", high.is_some_and(|(_, inclusive)| inclusive));
                self.whether("a float below an end", high.is_some_and(|(_, inclusive)| !inclusive));
                self.whether("a float from a number", low.is_some());
            }
        }
    }

    fn test(&mut self, test: &Test) {
        self.kind(test);
        match test {
            Test::In { value, intervals } => {
                self.expr(value);
                self.whether("several intervals", intervals.len() > 1);
            }
            Test::Compare { left, op, right } => {
                self.kind(op);
                self.expr(left);
                self.expr(right);
            }
            Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| self.test(test)),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.kind(expr);
        match expr {
            Expr::Part(PartOf { whole, .. }) => self.kind(whole),
            Expr::Negate(inner) | Expr::Divide(inner, _) | Expr::Remainder(inner, _) => self.expr(inner),
            Expr::Add(left, right) | Expr::Subtract(left, right) | Expr::Multiply(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Literal(_) | Expr::Cell(_) | Expr::Param(_) | Expr::Session(_) | Expr::Len(_) | Expr::Size(_) => {}
        }
    }
}

/// Which wire it is, of octets which content.
fn kind_of(wire: &Wire) -> &'static str {
    if let Wire::Octets { content, .. } = wire { content.kind() } else { wire.kind() }
}

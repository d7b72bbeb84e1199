//! A descriptor set of a `.proto` file, without protoc: of the part of the language that our file uses.

use std::io;

use prost::Message;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet, OneofDescriptorProto,
};

/// The encoded descriptor set of a file. Its type names must be absolute.
///
/// # Errors
/// Errors on syntax that is not supported.
pub fn encoded(proto: &str) -> io::Result<Vec<u8>> {
    let lines = proto.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut text = lines.collect::<Vec<_>>().join(" ");
    for mark in ["{", "}", ";", "="] {
        text = text.replace(mark, &format!(" {mark} "));
    }
    let mut words = text.split_whitespace();
    let file = file(&mut words).ok_or_else(|| {
        let rest: Vec<&str> = words.take(5).collect();
        io::Error::other(format!("unsupported syntax before `{}`", rest.join(" ")))
    })?;
    Ok(FileDescriptorSet { file: vec![file] }.encode_to_vec())
}

type Words<'a> = std::str::SplitWhitespace<'a>;

fn file(words: &mut Words<'_>) -> Option<FileDescriptorProto> {
    let mut file = FileDescriptorProto { syntax: Some("proto3".to_owned()), ..Default::default() };
    while let Some(word) = words.next() {
        match word {
            "syntax" => ends(words, ["=", "\"proto3\"", ";"])?,
            "package" => {
                file.package = Some(words.next()?.to_owned());
                ends(words, [";"])?;
            }
            "message" => file.message_type.push(message(words)?),
            _ => return None,
        }
    }
    Some(file)
}

/// A message after its keyword.
fn message(words: &mut Words<'_>) -> Option<DescriptorProto> {
    let mut message = DescriptorProto { name: Some(words.next()?.to_owned()), ..Default::default() };
    ends(words, ["{"])?;
    loop {
        match words.next()? {
            "}" => return Some(message),
            "message" => message.nested_type.push(self::message(words)?),
            "oneof" => {
                let index = oneof(&mut message, words.next()?);
                ends(words, ["{"])?;
                loop {
                    match words.next()? {
                        "}" => break,
                        kind => message.field.push(FieldDescriptorProto { oneof_index: index, ..field(kind, words)? }),
                    }
                }
            }
            "repeated" => {
                let field = field(words.next()?, words)?;
                message.field.push(FieldDescriptorProto { label: Some(Label::Repeated.into()), ..field });
            }
            // A `oneof` of its own, as protoc makes it.
            "optional" => {
                let field = field(words.next()?, words)?;
                let oneof_index = oneof(&mut message, &format!("_{}", field.name()));
                message.field.push(FieldDescriptorProto { oneof_index, proto3_optional: Some(true), ..field });
            }
            kind => message.field.push(field(kind, words)?),
        }
    }
}

/// Adds a `oneof` and returns its index.
fn oneof(message: &mut DescriptorProto, name: &str) -> Option<i32> {
    message.oneof_decl.push(OneofDescriptorProto { name: Some(name.to_owned()), ..Default::default() });
    i32::try_from(message.oneof_decl.len() - 1).ok()
}

/// A field after its type.
fn field(kind: &str, words: &mut Words<'_>) -> Option<FieldDescriptorProto> {
    let (ty, type_name) = match kind {
        "bool" => (Type::Bool, None),
        "bytes" => (Type::Bytes, None),
        "float" => (Type::Float, None),
        "sint32" => (Type::Sint32, None),
        "string" => (Type::String, None),
        "uint32" => (Type::Uint32, None),
        name => (Type::Message, Some(name.strip_prefix('.').map(|_| name.to_owned())?)),
    };
    let name = words.next()?.to_owned();
    ends(words, ["="])?;
    let number = words.next()?.parse().ok()?;
    ends(words, [";"])?;
    Some(FieldDescriptorProto {
        json_name: Some(name.clone()),
        name: Some(name),
        number: Some(number),
        label: Some(Label::Optional.into()),
        r#type: Some(ty.into()),
        type_name,
        ..Default::default()
    })
}

/// Reads exactly these words.
fn ends<const N: usize>(words: &mut Words<'_>, expected: [&str; N]) -> Option<()> {
    expected.iter().all(|expected| words.next() == Some(expected)).then_some(())
}

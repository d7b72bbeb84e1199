//! The answers of `--lines` that `read` and `write` have in common.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::lines::Request;
use crate::with::With;

/// What a request says about parameters.
pub fn with<'a>(request: &'a Request, nothing: &'a With) -> Result<&'a With, String> {
    match request.get("with") {
        None | Some(Value::Null) => Ok(nothing),
        Some(Value::Object(with)) => Ok(with),
        Some(_) => Err("`with` is not an object".to_owned()),
    }
}

/// The packet, or the value, is wrong. `at` is the message and the field in it.
pub fn refused(
    kind: &str,
    at: Option<(&str, &str)>,
    offset: Option<usize>,
    text: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let (message, field) = at.unzip();
    let (kind, message, field, offset, text) = (json!(kind), json!(message), json!(field), json!(offset), json!(text));
    write!(
        out,
        r#"{{"ok":false,"error":{{"kind":{kind},"message":{message},"field":{field},"offset":{offset},"text":{text}}}}}"#
    )
}

/// The request itself is wrong.
pub fn refused_request(why: &str, out: &mut impl Write) -> io::Result<()> {
    refused("request", None, None, why, out)
}

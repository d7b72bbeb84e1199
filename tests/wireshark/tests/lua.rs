//! The tables of dissectors, loaded by every Lua: they are the model and the options.

use std::fmt::Write as _;

use serde_json::Value as Json;
use wireform_wireshark_tests::captures::schemas;
use wireform_wireshark_tests::{dissector, lua};

use crate::{folder, packets_of};

/// Prints a table as JSON with sorted keys: what has a key 1 is a list, and an empty table is `{}`.
const PRINTER: &str = r#"
local function text(one)
  return '"' .. one:gsub('[%c"\\\127-\255]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end
local function show(one)
  if type(one) == "string" then return text(one) end
  if one == math.huge then return '"inf"' end
  if one == -math.huge then return '"-inf"' end
  if type(one) == "number" then return ("%.17g"):format(one) end
  if type(one) ~= "table" then return tostring(one) end
  local all = {}
  if one[1] ~= nil then
    for index, piece in ipairs(one) do all[index] = show(piece) end
    return "[" .. table.concat(all, ",") .. "]"
  end
  for key, piece in pairs(one) do all[#all + 1] = text(key) .. ":" .. show(piece) end
  table.sort(all)
  return "{" .. table.concat(all, ",") .. "}"
end
print(show(schema))
print(show(options))
"#;

/// The file up to the end of the tables: what follows needs Wireshark.
fn tables(dissector: &str) -> String {
    let (_, rest) = dissector.split_once("\nlocal schema = (function()\n").expect("the model");
    let (model, _) = rest.split_once("\nend)()\n").expect("its end");
    let end = dissector.len() - rest.len() + model.len() + "\nend)()\n".len();
    dissector[..end].to_owned()
}

/// Sorted JSON, as Lua prints it; texts have their bytes as characters.
fn sorted(json: &Json) -> String {
    let text = |text: &str| {
        let shown = text.bytes().fold(String::new(), |mut shown, byte| {
            match byte {
                b' '..=b'~' if !matches!(byte, b'"' | b'\\') => shown.push(char::from(byte)),
                _ => write!(shown, "\\u{byte:04x}").expect("a string takes it"),
            }
            shown
        });
        format!("\"{shown}\"")
    };
    match json {
        Json::Array(list) if list.is_empty() => "{}".to_owned(),
        Json::Array(list) => format!("[{}]", list.iter().map(sorted).collect::<Vec<_>>().join(",")),
        Json::Object(entries) => {
            let kept = entries.iter().filter(|(key, _)| *key != "examples");
            let mut all: Vec<String> = kept.map(|(key, piece)| format!("{}:{}", text(key), sorted(piece))).collect();
            all.sort();
            format!("{{{}}}", all.join(","))
        }
        Json::String(one) => text(one),
        Json::Number(one) => match one.as_i128() {
            Some(whole) if whole.unsigned_abs() <= 1 << 53 => whole.to_string(),
            Some(whole) => format!("\"{whole}\""),
            None => one.as_f64().map_or_else(String::new, number),
        },
        other => other.to_string(),
    }
}

/// As C prints it with `%.17g`; floats of schemas that differ there are not in the repository.
fn number(float: f64) -> String {
    let digits = format!("{float:.16e}");
    let (mantissa, exponent) = digits.split_once('e').expect("an exponent");
    let exponent: i32 = exponent.parse().expect("a number");
    let trimmed = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    if (-4..17).contains(&exponent) {
        let decimals = usize::try_from(16 - exponent).expect("not negative");
        let fixed = format!("{float:.decimals$}");
        return if fixed.contains('.') { trimmed(&fixed) } else { fixed };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
}

#[test]
fn the_tables_are_the_model_in_every_lua() {
    let luas = lua::all();
    for loaded in schemas() {
        let path = wireform_wireshark_tests::root().join(&loaded.path).display().to_string();
        let text = dissector(&loaded.path, packets_of(&loaded.path));
        assert!(text.is_ascii(), "{path}");
        let longest = text.lines().map(str::len).max();
        println!("{}: {} bytes, at most {longest:?} in a line", loaded.path, text.len());
        let script = tables(&text) + PRINTER;
        let model: Json = serde_json::from_str(&wireform_cli::model_text(&loaded.schema)).expect("JSON");
        let expected = sorted(&model);
        for lua in &luas {
            let printed = lua.run(&folder("tables"), &script);
            let (schema, options) = printed.split_once('\n').expect("two lines");
            let differs = schema.bytes().zip(expected.bytes()).position(|(one, other)| one != other);
            let near = |text: &str| differs.map(|at| text[at.saturating_sub(60)..(at + 60).min(text.len())].to_owned());
            assert!(schema == expected, "{path} in {}: {:?} is not {:?}", lua.name, near(schema), near(&expected));
            assert!(options.contains("\"name\":") && options.contains("\"title\":"), "{options}");
        }
    }
}

/// Lua has limits on the depth of tables and on unfinished lists: shapes in shapes with many fields and arms, and a long sum.
#[test]
fn a_deep_schema_is_loaded() {
    // Up to 50 elements of a list wait for those that are made.
    let shape = |inner: String, depth: usize| {
        let fields = (0..46).fold(String::new(), |all, field| all + &format!("f{field}_{depth}: u8, "));
        let arms = (0..48).fold(String::new(), |all, arm| all + &format!("{arm} => A{arm} {{ v: u8 }}, "));
        format!("k{depth}: u8, s{depth}: match k{depth} {{ {arms} 200 => Z {{ {fields} {inner} }} }}")
    };
    let nested = (0..8).fold("y: u8".to_owned(), shape);
    let sum = (0..40).fold("n".to_owned(), |sum, _| format!("({sum} + n)"));
    let schema =
        format!("protocol deep {{ byte_order: little }}\nstruct P {{ {nested}, n: u8, b: u8 where {sum} < 500 }}\n");
    let folder = folder("deep");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("deep.wire");
    std::fs::write(&path, schema).expect("the schema");
    let script = tables(&dissector(&path.display().to_string(), &[])) + PRINTER;
    for lua in lua::all() {
        assert!(lua.run(&folder, &script).starts_with("{\"format\":0,"), "{}", lua.name);
    }
}

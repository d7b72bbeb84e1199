//! The life of a server: before `initialize`, after `shutdown`, and whatever a client should not say.

use serde_json::{Value, json};

use crate::client::{Client, at};

/// The code of an error.
fn code(answer: Result<Value, Value>) -> i64 {
    answer.expect_err("an error")["code"].as_i64().expect("a code")
}

#[test]
fn a_server_says_what_it_can_and_ends_well() {
    let mut client = Client::raw();
    let result = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(result["serverInfo"]["name"], "wireform");
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    client.tell("initialized", json!({}));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn utf_8_is_taken_from_a_client_that_has_it() {
    let mut client = Client::raw();
    let encodings = json!({ "general": { "positionEncodings": ["utf-32", "utf-8", "utf-16"] } });
    let result = client.ask("initialize", json!({ "capabilities": encodings }));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn an_exit_without_shutdown_is_code_1() {
    let mut client = Client::new();
    client.tell("exit", Value::Null);
    assert_eq!(client.code(), Some(1));
    // So is a client that is gone.
    assert_eq!(Client::new().code(), Some(1));
    let mut client = Client::raw();
    client.tell("exit", Value::Null);
    assert_eq!(client.code(), Some(1));
}

#[test]
fn requests_have_their_time() {
    let mut client = Client::raw();
    let hover = || at("file:///a.wire", 0, 0);
    client.tell("textDocument/didOpen", json!({}));
    assert_eq!(code(client.try_ask("textDocument/hover", hover())), -32002);
    assert_eq!(code(client.try_ask("shutdown", Value::Null)), -32002);
    // Parameters that are no object say nothing.
    client.ask("initialize", Value::Null);
    assert_eq!(code(client.try_ask("initialize", json!({}))), -32600);
    client.ask("shutdown", Value::Null);
    assert_eq!(code(client.try_ask("textDocument/hover", hover())), -32600);
    assert_eq!(code(client.try_ask("shutdown", Value::Null)), -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.code(), Some(0));
}

#[test]
fn wrong_requests_have_errors() {
    let mut client = Client::new();
    let uri = "file:///nowhere/a.wire";
    assert_eq!(code(client.try_ask("textDocument/hover", at(uri, 0, 0))), -32602);
    client.open(uri, "protocol a { byte_order: big }\n");
    assert!(client.try_ask("textDocument/hover", at(uri, 4_000_000_000, 4_000_000_000)).is_ok());
    assert_eq!(code(client.try_ask("textDocument/hover", json!({ "textDocument": uri }))), -32602);
    assert_eq!(code(client.try_ask("textDocument/hover", json!([1, 2]))), -32602);
    assert_eq!(code(client.try_ask("textDocument/unheardOf", json!({}))), -32601);
    client.tell("textDocument/unheardOf", json!({}));
    client.tell("$/setTrace", json!({ "value": "off" }));
    client.tell("textDocument/didChange", json!({ "textDocument": 7 }));
    client.tell("$/cancelRequest", json!({ "id": 999 }));
    client.send(&json!({ "id": 998, "result": null }));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn what_is_no_message_is_answered_and_passed_over() {
    let mut client = Client::new();
    client.send_text("{ \"id\": ");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.send_text("[1]");
    assert_eq!(client.next()["error"]["code"], -32600);
    client.send_text("{ \"id\": 12 }");
    let answer = client.next();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(12), &json!(-32600)));
    client.send_bytes(b"Content-Type: x\r\nnonsense\r\n\r\n");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_cancelled_request_is_answered() {
    let mut client = Client::new();
    let uri = "file:///nowhere/a.wire";
    client.open(uri, "protocol a { byte_order: big }\n");
    // Whether it is computed before it is cancelled depends on the moment. It has one answer.
    let ids: Vec<i64> = (0..50).map(|_| client.begin("textDocument/foldingRange", at(uri, 0, 0))).collect();
    for id in &ids {
        client.tell("$/cancelRequest", json!({ "id": id }));
    }
    for id in ids {
        let answer = client.answer(id);
        assert!(answer.get("result").is_some() || answer["error"]["code"] == -32800, "{answer}");
    }
    assert_eq!(client.exit(), Some(0));
}

//! The times of answers, measured by hand: a machine that does other things is slow.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, at, place, shipped};

/// The times of a kind of answer.
fn told(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |index: usize| times[index.min(times.len() - 1)].as_secs_f64() * 1000.0;
    println!("{what:>40}: median {:.1} ms, longest {:.1} ms", at(times.len() / 2), at(times.len()));
}

#[test]
#[ignore = "measures, by `cargo test --release -p wireform-cli --test lsp more_speed -- --ignored --nocapture`"]
fn more_speed() {
    let cases = [
        ("schema/sauerbraten.wire", "cn: Int,", "cn: Imt,", "cn: |Imt,"),
        ("schema/quake2.wire", "if mask.volume", "if mask.volum", "if mask.volu|m "),
        ("schema/gallery/mqtt.wire", "= utf8[u16]", "= utf9[u16]", "= utf|9[u16]"),
    ];
    for (path, right, wrong, piece) in cases {
        println!("{path}");
        let mut client = Client::new();
        let (uri, text) = shipped(path);
        let wrong_text = text.replacen(right, wrong, 1);
        assert_ne!(text, wrong_text);
        client.open(&uri, &text);
        client.diagnosed(&uri, 1);
        let (mut right_times, mut wrong_times, mut fixes) = (Vec::new(), Vec::new(), Vec::new());
        let (line, character) = place(&wrong_text, piece);
        let before = client.processor_time();
        for round in 0..20 {
            for (version, text, times) in
                [(2 * round + 2, &wrong_text, &mut wrong_times), (2 * round + 3, &text, &mut right_times)]
            {
                let start = Instant::now();
                client.change(&uri, version, text);
                client.diagnosed(&uri, version);
                times.push(start.elapsed());
                if text == &wrong_text {
                    let at = json!({ "line": line, "character": character });
                    let start = Instant::now();
                    client.ask("textDocument/codeAction", json!({
                        "textDocument": { "uri": uri }, "range": { "start": at, "end": at }, "context": { "diagnostics": [] },
                    }));
                    fixes.push(start.elapsed());
                }
            }
        }
        let spent =
            client.processor_time().zip(before).map(|(after, before)| (after - before).as_secs_f64() * 1000.0 / 20.0);
        println!("{:>40}: {spent:?} ms", "the processor, for one of each");
        told("a right text to its diagnostics", right_times);
        told("a wrong text to its diagnostics", wrong_times);
        told("quick fixes", fixes);
        let document = json!({ "textDocument": { "uri": uri } });
        let mut rename = at(&uri, line, character);
        rename["newName"] = json!("other_name");
        let requests: [(&str, Value); 7] = [
            ("textDocument/semanticTokens/full", document.clone()),
            ("textDocument/documentSymbol", document.clone()),
            ("textDocument/foldingRange", document),
            ("textDocument/definition", at(&uri, line, character)),
            ("textDocument/hover", at(&uri, line, character)),
            ("textDocument/rename", rename),
            ("textDocument/completion", at(&uri, line, character)),
        ];
        for (method, params) in requests {
            let times = (0..20).map(|_| {
                let start = Instant::now();
                let _ = client.try_ask(method, params.clone());
                start.elapsed()
            });
            told(method, times.collect());
        }
        assert_eq!(client.exit(), Some(0));
    }
}

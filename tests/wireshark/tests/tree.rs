//! The JSON of the harness.

use wireform_wireshark_tests::tree::Node;

#[test]
fn keys_may_come_again() {
    let node = Node::parse(r#"{"a": "1", "b": [1, null, true, 0.5, -2], "a": {"c": "2", "a": "3"}}"#).expect("JSON");
    assert_eq!(node.entries().len(), 3);
    assert_eq!(node.get("a").and_then(Node::text), Some("1"));
    assert_eq!(node.all("a").count(), 2);
    assert_eq!(node.deep("a").iter().filter_map(|one| one.text()).collect::<Vec<_>>(), ["1", "3"]);
    assert_eq!(node.get("b").map(|list| list.elements().len()), Some(5));
    assert!(Node::parse("{} {}").is_err());
    let deep = "[".repeat(500) + &"]".repeat(500);
    assert!(Node::parse(&deep).is_ok());
}

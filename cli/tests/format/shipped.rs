//! Schemas of the repository.

use wireform_cli::format;
use wireform_cli::syntax_errors;

use crate::corpus::Corpus;
use crate::oracle::laid_out;

#[test]
fn every_schema_keeps_its_tokens_comments_and_model() {
    let corpus = Corpus::new();
    let mut models = 0;
    for schema in &corpus.schemas {
        assert!(syntax_errors(&schema.text).is_empty(), "{}", schema.name);
        let laid_out = laid_out(&schema.name, &schema.text);
        models += usize::from(corpus.same_model(schema, &schema.text, &laid_out));
    }
    assert!(corpus.schemas.len() > 150, "only {} schemas", corpus.schemas.len());
    // Files that others import have none.
    assert!(models + 5 > corpus.schemas.len(), "only {models} models of {} schemas", corpus.schemas.len());
}

#[test]
fn schemas_in_files_are_laid_out() {
    for schema in Corpus::of_files().schemas {
        assert!(format(&schema.text) == schema.text, "run `cargo run -p wireform-cli -- fmt {}`", schema.name);
    }
}

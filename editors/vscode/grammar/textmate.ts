// The TextMate grammars: of schemas, and of the blocks of schemas in Markdown.

import { expressions } from "./expressions";
import { items } from "./items";
import { lexical } from "./lexical";
import { namesField, oneOf, use } from "./pieces";
import { records } from "./records";
import * as words from "./words";

/** A file: declarations; and, as on pages, parts of a body. */
export const schema = {
  $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
  name: "Wireform",
  scopeName: "source.wire",
  fileTypes: ["wire"],
  patterns: [
    use("comments"),
    // Entries of a body have names that begin a declaration elsewhere: `type: u8`, `bits u8 { .. }`.
    { begin: `(?=${oneOf(words.all)}${namesField})`, end: "(?!\\G)", patterns: [use("entries")] },
    {
      begin: String.raw`(?=\bbits\b\s+(?:[a-z]|[A-Z]\w*\s*(?:low_first|high_first|\{|\()))`,
      end: "(?!\\G)",
      patterns: [use("entries")],
    },
    use("items"),
    use("entries"),
    { match: String.raw`[{}()\[\]]`, name: "punctuation.section.wire" },
    use("semicolon"),
    use("wire"),
    use("operator"),
    use("colon"),
    use("range"),
  ],
  repository: { ...lexical, ...expressions, ...records, ...items },
};

/** Fenced blocks with the language `wire`, and with a comma and more words after it. */
export const markdown = {
  scopeName: "markdown.wire.codeblock",
  injectionSelector: "L:text.html.markdown",
  patterns: [use("fenced-code-block-wire")],
  repository: {
    "fenced-code-block-wire": {
      begin: "(^|\\G)(\\s*)(`{3,}|~{3,})\\s*(?i:(wire)((\\s+|:|,|\\{|\\?)[^`]*)?$)",
      end: "(^|\\G)(\\2|\\s{0,3})(\\3)\\s*$",
      name: "markup.fenced_code.block.markdown",
      beginCaptures: {
        3: { name: "punctuation.definition.markdown" },
        4: { name: "fenced_code.block.language.markdown" },
        5: { name: "fenced_code.block.language.attributes.markdown" },
      },
      endCaptures: { 3: { name: "punctuation.definition.markdown" } },
      patterns: [
        {
          begin: "(^|\\G)(\\s*)(.*)",
          while: "(^|\\G)(?!\\s*([`~]{3,})\\s*$)",
          contentName: "meta.embedded.block.wire",
          patterns: [{ include: "source.wire" }],
        },
      ],
    },
  },
};

meta:
  id: chunk_file
  endian: le
seq:
  - id: magic
    contents: [0x89, CHNK, 0x0d]
  - contents: "v1"
  - id: len_head
    type: u2
  - id: head
    type: head
    size: len_head
  - id: fixed
    type: pair
    size: 8
  - id: data
    size: len_head * 2 - 1
  - id: line
    type: words
    terminator: 10
  - id: last
    type: tail
    size-eos: true
types:
  head:
    doc: Newer versions have more fields, which nobody has to know.
    seq:
      - id: version
        type: u1
  pair:
    seq:
      - id: x
        type: s2
      - id: y
        type: s2
  words:
    seq:
      - id: word
        size-eos: true
  tail:
    seq:
      - id: sum
        type: u4

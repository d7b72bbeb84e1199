meta:
  id: archive
  endian: le
seq:
  - id: ofs_index
    type: u4
  - id: len_words
    type: u1
  - id: words
    size: len_bytes - overhead
  - id: len_packed
    type: u1
  - id: packed
    size: len_packed
    process: zlib
    type: entry
  - id: tail
    size: tail_size
instances:
  overhead:
    value: 2
  len_bytes:
    value: len_words * 2
  tail_size:
    value: 'len_words > 3 ? 1 : 2'
  index:
    pos: ofs_index
    type: entry
types:
  entry:
    seq:
      - id: id
        type: u2

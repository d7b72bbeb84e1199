meta:
  id: order_line
  endian: le
seq:
  - id: flags
    type: u1
  - id: count
    type: u1
    if: flags & 0x80 != 0
  - id: price
    type: u4
    if: (flags & 0x70) >> 4 == 2 or flags & 3 == 3
  - id: always
    type: u1
    if: true
  - id: never
    type: u1
    if: false
  - id: header
    type: header
  - id: note
    size: header.len_note
    if: not header.is_short
  - id: extra
    type: extra
    if: not _io.eof
types:
  header:
    seq:
      - id: is_short
        type: b1
      - id: len_note
        type: b7
  extra:
    seq:
      - id: code
        type: u2

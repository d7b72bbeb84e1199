meta:
  id: bit_stream
  bit-endian: be
seq:
  - id: count
    type: u1
  - id: nibbles
    type: nibble
    repeat: expr
    repeat-expr: count
types:
  nibble:
    seq:
      - id: value
        type: b4

meta:
  id: packed_value
  endian: be
doc: A value whose highest bits say its kind.
seq:
  - id: first
    type: u1
  - id: value
    type:
      switch-on: kind
      cases:
        kind::small: empty
        kind::text: text
        kind::list: list
instances:
  kind:
    value: first >> 6
    enum: kind
types:
  empty: {}
  text:
    seq:
      - id: text
        type: strz
        encoding: UTF-8
  list:
    seq:
      - id: len
        type: u1
      - id: values
        type: packed_value
        repeat: expr
        repeat-expr: len
enums:
  kind:
    0: small
    1: text
    2: list

meta:
  id: shape_list
  endian: be
seq:
  - id: shapes
    type: shape
    repeat: eos
types:
  shape:
    seq:
      - id: kind
        type: u1
        enum: kind
      - id: len
        type: u2
      - id: body
        size: len
        type:
          switch-on: kind
          cases:
            kind::point: point
            kind::line: line
            kind::label: label
      - id: unit
        type: str
        size: 1
        encoding: ASCII
      - id: scale
        type:
          switch-on: unit
          cases:
            '"m"': u1
            '"k"': u2
      - id: codec
        type: str
        size: 4
        encoding: ASCII
      - id: extra
        type:
          switch-on: codec
          cases:
            '"NONE"': empty
            '"LINE"': line
            _: point
  point:
    seq:
      - id: x
        type: u1
  line:
    seq:
      - id: points
        type: point
        repeat: expr
        repeat-expr: 2
  label:
    seq:
      - id: text
        size-eos: true
  empty: {}
enums:
  kind:
    1: point
    2: line
    0x10: label

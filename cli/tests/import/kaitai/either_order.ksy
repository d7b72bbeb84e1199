meta:
  id: either_order
seq:
  - id: order
    type: u2be
  - id: len_body
    type: u2be
  - id: body
    size: len_body
    type: body
types:
  body:
    meta:
      endian:
        switch-on: _root.order
        cases:
          0x4949: le
          0x4d4d: be
    seq:
      - id: size
        type: u4

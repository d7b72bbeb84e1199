meta:
  id: radio
  endian: be
seq:
  - id: kind
    type: u1
  - id: len_body
    type: u1
  - id: body
    size: len_body
    type: frame(kind)
  - id: noise
    type: u1
types:
  frame:
    params:
      - id: kind
        type: u1
    seq:
      - id: payload
        type:
          switch-on: kind
          cases:
            1: station
            2: volume
  station:
    seq:
      - id: frequency
        type: u2
      - id: digits
        size: 2
        type: str
        encoding: ASCII
      - id: name
        size: digits.to_i
  volume:
    seq:
      - id: percent
        type: u1

meta:
  id: drum_track
  endian: be
seq:
  - id: num_hits
    type: u1
  - id: hits
    type: hit
    repeat: expr
    repeat-expr: num_hits
  - id: volumes
    type: u1
    repeat: until
    repeat-until: _ == 0 or _ >= 0x80
  - id: steps
    type: step
    repeat: until
    repeat-until: _.is_last
  - id: names
    size: 3
    repeat: expr
    repeat-expr: 2
  - id: records
    size: 4
    type: hit
    repeat: expr
    repeat-expr: num_hits - 1
  - id: rest
    type: u2le
    repeat: eos
types:
  hit:
    seq:
      - id: drum
        type: u1
      - id: force
        type: u1
  step:
    seq:
      - id: is_last
        type: b1
      - id: ticks
        type: b15

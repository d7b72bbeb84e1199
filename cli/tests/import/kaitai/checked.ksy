meta:
  id: checked
  endian: le
seq:
  - id: version
    type: u1
    valid: 3
  - id: magic
    size: 3
    valid: '[1, 2, 0xff]'
  - id: name
    type: str
    size: 4
    encoding: ASCII
    valid: '"DATA"'
  - id: level
    type: u1
    valid:
      min: 1
      max: 9
  - id: even
    type: u2
    valid:
      expr: _ % 2 == 0
  - id: size
    type: u1
    valid:
      any-of: [1, 2, 4]
  - id: ratio
    type: f4
    valid:
      max: 1.5
  - id: same
    type: u1
    valid: level
  - id: data
    size: size
    valid:
      expr: _.size != 2
  - id: marks
    type: u1
    repeat: expr
    repeat-expr: 2
    valid:
      max: 5
  - id: odd
    terminator: 0
    valid: '"x"'

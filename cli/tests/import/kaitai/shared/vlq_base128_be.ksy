meta:
  id: vlq_base128_be
doc: Seven bits a byte, the high ones first.
seq:
  - id: groups
    type: group
    repeat: until
    repeat-until: not _.more
types:
  group:
    seq:
      - id: more
        type: b1
      - id: bits
        type: b7
instances:
  value:
    value: groups[0].bits

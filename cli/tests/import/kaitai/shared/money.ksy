meta:
  id: money
  endian: be
seq:
  - id: cents
    type: s4

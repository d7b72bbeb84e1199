meta:
  id: common_date
  endian: le
  imports:
    - journal
seq:
  - id: year
    type: u2
  - id: month
    type: month
types:
  month:
    seq:
      - id: number
        type: u1
enums:
  season:
    0: winter
    1: summer

meta:
  id: journal
  endian: be
  imports:
    - common_date
    - /shared/money
    - not_there
seq:
  - id: day
    type: common_date
  - id: season
    type: u1
    enum: common_date::season
  - id: amount
    type: money
  - id: note
    type: not_there
    size: 2

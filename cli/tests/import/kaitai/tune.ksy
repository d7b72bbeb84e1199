meta:
  id: tune
  endian: be
  imports:
    - shared/vlq_base128_be
seq:
  - id: notes
    type: note
    repeat: eos
types:
  note:
    seq:
      - id: pause
        type: vlq_base128_be
      - id: head
        type: u1
      - id: len
        type: vlq_base128_be
        if: head == 0xf0
      - id: data
        type: data
        if: head != 0xf0
      - id: words
        type: words
        if: head == 0xf0
  data:
    seq:
      - id: len
        type: vlq_base128_be
      - id: body
        size: len.value * 2
  words:
    seq:
      - id: text
        type: strz
        encoding: ASCII

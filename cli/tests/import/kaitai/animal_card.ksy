meta:
  id: animal_card
  endian: be
seq:
  - id: kind
    type: u1
    enum: animal
  - id: wide_kind
    type: u2
    enum: animal
  - id: small_kind
    type: b4
    enum: animal
  - id: food
    type: b4
    enum: food
  - id: colour
    type: u1
    enum: colour
    valid:
      in-enum: true
  - id: others
    type: u1
    enum: animal
    repeat: expr
    repeat-expr: 2
  - id: feathers
    type: u1
    if: kind == animal::bird or wide_kind != animal::cat
enums:
  animal:
    1:
      id: cat
      doc: It purrs.
      -orig-id: ANIMAL_CAT
    2: dog
    3: bird
  food:
    0: none
    1: fish
  colour:
    0: black
    7: white

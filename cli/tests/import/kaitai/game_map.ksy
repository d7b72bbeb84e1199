meta:
  id: game_map
  endian: le
seq:
  - id: version
    type: u1
  - id: width
    type: u1
  - id: num_layers
    type: u1
  - id: layers
    type: layer(num_layers - 1, true)
    repeat: expr
    repeat-expr: num_layers
  - id: info
    type: info
  - id: title
    type: title(info)
types:
  layer:
    params:
      - id: most
        type: u1
      - id: has_name
        type: bool
    seq:
      - id: index
        type: u1
        valid:
          max: most
      - id: name
        size: 2
        if: has_name
      - id: row
        type: row
  row:
    seq:
      - id: cells
        size: _root.width
      - id: marks
        size: _parent.most
        if: _root.version >= 2
  info:
    seq:
      - id: len
        type: u1
  title:
    params:
      - id: info
        type: info
    seq:
      - id: text
        size: info.len

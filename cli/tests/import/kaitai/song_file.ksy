meta:
  id: song_file
  endian: le
seq:
  - id: magic
    contents: SONG
  - id: len_head
    type: u2
  - id: head
    type: head
    size: len_head - magic._sizeof - len_head._sizeof
  - id: cover
    size: 4
    if: head.flags.has_cover
  - id: events
    type: event(head.flags.version)
    repeat: until
    repeat-until: _.kind == kind::stop
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.tag == "SEND" or _io.eof
types:
  head:
    seq:
      - id: flags
        type: flags
      - id: margin
        type: u1
        valid:
          min: min_margin
    instances:
      min_margin:
        value: _root.magic._sizeof - sizeof<pair>
  flags:
    seq:
      - id: has_cover
        type: b1
      - id: version
        type: b7
  pair:
    seq:
      - id: left
        type: u1
      - id: right
        type: u1
  event:
    params:
      - id: version
        type: u1
    seq:
      - id: kind
        type: u1
        enum: kind
      - id: body
        type:
          switch-on: kind
          cases:
            kind::note: pair
            kind::rest: u1
            kind::never: u1
      - id: when
        type: u2
        if: version > 1
      - id: levels
        type: u1
        repeat: expr
        repeat-expr: num_levels
      - id: tail
        size: 'version > 2 ? version - 2 : 0'
    instances:
      num_levels:
        value: 'kind == kind::stop ? 0 : (version > 1 ? 2 : 1)'
  chunk:
    seq:
      - id: tag
        type: str
        size: 4
        encoding: ASCII
      - id: len_body
        type: u1
      - id: body
        size: len_body
        type:
          switch-on: tag
          cases:
            '"PAIR"': pair
            '"GAIN"': gain
  gain:
    seq:
      - id: level
        type: u1
        valid:
          max: _root.loudest
      - id: unit
        type: u1
enums:
  kind:
    -1: never
    1: note
    2: rest
    9: stop

meta:
  id: player_name
  endian: le
  encoding: UTF-8
seq:
  - id: nick
    type: strz
  - id: clan
    size: 8
    type: strz
    encoding: ASCII
  - id: tag
    size: 4
    type: str
    encoding: ISO-8859-1
  - id: padded
    type: str
    size: 6
    pad-right: 0x20
  - id: line
    terminator: 10
    include: true
  - id: len_motto
    type: u1
  - id: motto
    type: str
    size: len_motto
  - id: wide
    type: strz
    encoding: UTF-16LE
  - id: old
    type: str
    size: 2
    encoding: IBM437
  - id: filled
    type: str
    size: 4
    terminator: 0x2f
    pad-right: 0x20
  - id: rest
    type: str
    size-eos: true
    terminator: 0

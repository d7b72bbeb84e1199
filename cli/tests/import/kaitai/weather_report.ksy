meta:
  id: weather_report
  title: Reports of a weather station
  endian: be
doc: One report, as the station sends it each minute.
seq:
  - id: station
    type: u2
    doc: The number on its case.
    -orig-id: stationNo
  - id: height
    type: s2le
  - id: temperature
    type: f4
  - id: uptime
    type: u8
  # Flags and small numbers, the highest bit first.
  - id: is_raining
    type: b1
  - id: wind_force
    type: b4
    doc: From 0 to 12.
  - id: wind_from
    type: b9
  - id: battery
    type: b12
  - id: low
    type: low_bits
types:
  low_bits:
    meta:
      bit-endian: le
    seq:
      - id: door
        type: b1
      - id: level
        type: b10
      - id: wide
        type: b16
        if: door

meta:
  id: folder_tree
  endian: be
seq:
  - id: root
    type: folder
types:
  folder:
    seq:
      - id: id
        type: u1
      - id: num_folders
        type: u1
      - id: folders
        type: folder
        repeat: expr
        repeat-expr: num_folders

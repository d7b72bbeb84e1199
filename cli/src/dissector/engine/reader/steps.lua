-- Steps of a reader: what it found, in the order of the bytes.
--
-- The state of a reader holds the steps in its array part, `steps.STRIDE` values for each: the item, the offset of its
-- first byte and of the byte after its last, the level of nesting, and the value. The item is the description of a
-- field that all packets share. The value is a raw number, the number of a float, the characters of a text, the
-- content of bytes, or false. Flat numbers cost less than a table for each step.

local steps = {}

steps.STRIDE = 5

-- Adds a step.
function steps.add(s, item, offset, stop, value)
  local n = s.n
  s[n + 1] = item
  s[n + 2] = offset
  s[n + 3] = stop
  s[n + 4] = s.level
  s[n + 5] = value
  s.n = n + 5
end

-- Adds a step that contains the following ones, up to `close`.
function steps.open(s, item, value)
  local n = s.n
  local pos = s.pos
  s[n + 1] = item
  s[n + 2] = pos
  s[n + 3] = pos
  s[n + 4] = s.level
  s[n + 5] = value
  s.n = n + 5
  s.level = s.level + 1
end

-- Notes bytes that a writer makes otherwise, at the step that was added last, or `ahead` at the one that comes next.
function steps.note(s, kind, words, ahead)
  if s.quiet > 0 then return end
  local notes = s.notes
  notes[#notes + 1] = { step = ahead and s.n or s.n - 5, kind = kind, words = words }
end

-- An item: `kind` is one of record, list, code, field, derived, hook, part, unnamed, bits, constant, reserved, end,
-- terminator, inherited, default and rejected; inside: what is in an inherited value. `key` is the name in a filter,
-- which an element has not. `of` is the meaning of a number, `what` the form of the value: number, float, text, bytes,
-- digit or nothing.
function steps.item(kind, name, key, more)
  local item = more or {}
  item.kind, item.name, item.key = kind, name, key
  return item
end

-- The same field as a step of another kind: an absent field that has a value, or one that was rejected.
function steps.variant(item, kind)
  local variants = item.variants
  if not variants then
    variants = {}
    item.variants = variants
  end
  local variant = variants[kind]
  if not variant then
    variant = setmetatable({ kind = kind, field = item }, { __index = item })
    variants[kind] = variant
  end
  return variant
end

return steps

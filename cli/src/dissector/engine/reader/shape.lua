-- Readers of choices: one of several shapes, by the numbers of tags.

local shape = {}

local add, open = steps.add, steps.open

-- The arm that the codes of the tags select, among compiled arms.
local function select(arms, rest, codes)
  for i = 1, #arms do
    local patterns = arms[i].patterns
    for p = 1, #patterns do
      local pattern, matches = patterns[p], true
      for column = 1, #pattern do
        local set = pattern[column]
        if #set > 0 and not expr.contains(set, codes[column]) then
          matches = false
          break
        end
      end
      if matches then return arms[i] end
    end
  end
  return rest
end

-- One of several shapes.
function shape.read(build, field)
  local tree, item = field.tree, field.item
  item.kind, item.what, item.items = "record", "nothing", {}
  local tags = tree.tags or { tree.tag }
  local inputs = tree.code == nil and expr.inputs(tags) or nil
  local scalar = tree.code and codec.scalar(tree.code, build.varints)
  if tree.code then number.step_kind(tree.code.owner) end
  local key = tree.code and field.path .. ".code" or (type(tree.tag) == "table" and tree.tag.number) or nil
  local kind = build.kind(tree.code and tree.code.value or (key and build.values[key]) or nil)
  local arms, rest, sets = {}, nil, {}
  for i, arm in ipairs(tree.arms) do
    local patterns = {}
    if arm.codes then
      patterns[1] = { expr.set(arm.codes) }
      sets[#sets + 1] = patterns[1][1]
    end
    for p, pattern in ipairs(arm.patterns or {}) do
      patterns[p] = {}
      for column, set in ipairs(pattern) do patterns[p][column] = expr.set(set) end
    end
    local inner = steps.item("record", field.item.name, field.item.key, {
      what = "nothing", tree = field.tree, arm = arm.name, items = {}, is_only = item.is_only,
    })
    arms[i] = { patterns = patterns, item = inner, tree = arm, written = arm.written and int.parse(arm.written) }
    arms[i].read = build.scope_of(build, arm.fields, field, inner.items)
    -- The only field of such a shape is its value.
    if arm.transparent then inner.items[1].is_only_of_arm = true end
    if scalar then
      arms[i].code = steps.item("derived", "code", "code", {
        what = "number", of = build.kind(tree.code.value), scalar = scalar, tree = tree.code, label = arm.name,
      })
      inner.code = arms[i].code
    end
    item.items[i] = inner
    if not arm.codes and not arm.patterns then rest = arms[i] end
  end
  if rest then
    local others = {}
    for _, arm in ipairs(arms) do
      if arm ~= rest then others[#others + 1] = arm end
    end
    arms = others
  end
  local least, by_remaining = number.least(sets), tree.tag == "remaining_bytes"
  local expected = tree.tags and number.chosen_words("an arm", tree.tags)
  if not expected and not by_remaining then expected = value.expected_tags(kind, tree.arms) end
  local take, rejected, place = scalar and scalar.take, field.rejected, field.place
  local has_check = kind.word == "bool" or kind.word == "enum" or kind.word == "bits"
  return function(s, c)
    local offset, codes = s.pos, nil
    if take then
      local raw, stop, needed = take(s.bytes, offset, s.limit)
      if raw == nil then
        add(s, rejected, offset, offset, false)
        return fault.number(s, place, offset, stop, needed)
      end
      s.pos = stop
      c[key] = raw
      codes = { raw }
    else
      codes = inputs(s, c)
    end
    local arm = select(arms, rest, codes)
    if not arm or (has_check and kind.invalid(codes[1])) then
      add(s, rejected, offset, s.pos, false)
      local found = not tree.tags and kind.number(codes[1]) or nil
      return number.wrong_code(s, field, offset, by_remaining, least, expected, found)
    end
    if take then
      -- The step of a shape with its code begins after the code, as its fields do.
      open(s, arm.item, false)
      add(s, arm.code, offset, s.pos, codes[1])
      if not scalar.size then number.other_form(s, scalar, codes[1], offset) end
      if arm.written and arm.written ~= codes[1] then
        steps.note(s, "spelling", "another code of this shape is written")
      end
    else
      open(s, arm.item, arm.tree.name)
    end
    arm.read(s, c)
    s.level = s.level - 1
  end
end

return shape

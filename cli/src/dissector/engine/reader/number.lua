-- Readers of single numbers: whole-byte integers and varints, numbers whose width others choose, floats, inline bits.

local number = {}

local add, note, floor = steps.add, steps.note, math.floor

-- The most numbers that a check remembers.
local MOST_REMEMBERED = 1024

-- The kind of step for a number, by its owner. Numbers that have another kind in any case ask, so that an owner that is
-- not known is an error.
local function step_kind(owner)
  if owner == nil then return "field" end
  if owner == "nobody" then return "reserved" end
  if type(owner) ~= "table" then expr.unknown("owner", owner) end
  if owner.schema ~= nil then return "constant" end
  if owner.writer ~= nil then return owner.writer == "hook" and "hook" or "derived" end
  return expr.unknown("owner", owner)
end
number.step_kind = step_kind

-- The check of a cell: a function of a raw number that returns nothing, or the kind of the refusal, the expected text
-- and the found one. Nil if every number is valid.
function number.check(kind, owner)
  if owner == "nobody" then return nil end
  if owner and owner.schema ~= nil then
    local constant = int.parse(owner.schema)
    return function(raw)
      if raw ~= constant then return "constant", kind.number(constant), kind.number(raw) end
    end
  end
  local invalid = kind.invalid
  if kind.word ~= "bool" and kind.word ~= "enum" and kind.word ~= "bits" then return nil end
  -- Numbers that were valid before.
  local valid, count = {}, 0
  return function(raw)
    if valid[raw] then return nil end
    local why, expected = invalid(raw)
    if why then return why, expected, kind.number(raw) end
    if count < MOST_REMEMBERED then valid[raw], count = true, count + 1 end
  end
end

-- Notes about a number that a writer makes otherwise; nil if there is nothing to compare.
local function spelling(kind, owner, fill, signed)
  if owner == "nobody" then
    local filler = int.parse(fill or 0)
    return function(s, raw)
      if raw ~= filler then note(s, "reserved", "reserved bits, which are written as " .. int.text(filler)) end
    end
  end
  if owner ~= nil and owner.schema ~= nil then return nil end
  local word = kind.word == "bits" and "reserved" or kind.word == "truthy" and "declared" or "spelling"
  if kind.word == "truthy" or kind.word == "enum" or kind.word == "bits" then
    -- Numbers that a writer makes.
    local canonical, count = {}, 0
    return function(s, raw)
      if canonical[raw] then return end
      local written = kind.written(raw, signed)
      if written == raw and count < MOST_REMEMBERED then canonical[raw], count = true, count + 1 end
      if written ~= raw then note(s, word, "another number with this meaning is written: " .. kind.number(written)) end
    end
  end
end
number.spelling = spelling

-- Notes a varint in another form than that of a writer. The bytes are those from `offset` to the state's position.
-- `ahead`: the step of the number will be added next.
local function other_form(s, scalar, raw, offset, ahead)
  local pos = s.pos
  -- A single byte is the shortest form.
  if pos - offset == 1 then return end
  local written = scalar.put(raw)
  if #written ~= pos - offset or written ~= s.bytes:sub(offset + 1, pos) then
    note(s, "form", "more bytes than the number needs, which is written as " .. text.bytes(written), ahead)
  end
end
number.other_form = other_form

-- The item of a part of `whole` bits.
local function part_item(part, of, whole)
  local low = part.low or 0
  local more = {
    what = "number", of = of, low = low, width = part.width, signed = part.signed, whole = whole, tree = part,
    by = math.floor(2 ^ low), modulus = math.floor(2 ^ part.width), joined = part.joined,
    is_plain = whole <= 52 and not part.signed and not part.joined,
  }
  local name = part.name or "reserved"
  return steps.item(part.name and "part" or "unnamed", name, name, more)
end

-- Some bits of a number, as the item says.
local function bits_of(item, raw)
  if item.joined then
    local number = 0
    for _, run in ipairs(item.joined) do
      number = int.sum(int.product(number, math.floor(2 ^ run.width)), int.part(raw, run.low, run.width, false))
    end
    return item.signed and int.part(number, 0, item.width, true) or number
  end
  if item.is_plain then return floor(raw / item.by) % item.modulus end
  return int.part(raw, item.low, item.width, item.signed)
end

-- The steps after a number: the parts of a named layout, or the digits of a packed number.
function number.parts(build, item, kind)
  if kind.word ~= "bits" and kind.word ~= "packed" then return nil end
  local items = {}
  item.items = items
  if kind.word == "bits" then
    for _, part in ipairs(kind.of.parts) do
      if part.name and part.constant == nil then
        local of = build.kind(part.value)
        items[#items + 1] = part_item(part, of, kind.of.width)
      end
    end
    return function(s, raw)
      local pos = s.pos
      s.level = s.level + 1
      for i = 1, #items do
        local one = items[i]
        add(s, one, pos, pos, bits_of(one, raw))
      end
      s.level = s.level - 1
    end
  end
  for i, digit in ipairs(kind.of.digits) do
    items[i] = steps.item("field", digit.name, digit.name, { what = "digit", tree = digit })
  end
  return function(s, raw)
    local pos, digits = s.pos, kind.parts(raw)
    s.level = s.level + 1
    for i = 1, #items do add(s, items[i], pos, pos, digits[i].raw) end
    s.level = s.level - 1
  end
end

-- The reader of a number that is the cell `path` of its record. `tree` has its wire, value and owner.
function number.cell(build, field, tree, scalar)
  local kind, item, path, place = field.of, field.item, field.path, field.place
  local take, check = scalar.take, number.check(kind, tree.owner)
  local spelled, parts = field.spelled, field.parts
  local varint, says_version = not scalar.size and scalar, build.says_version(path)
  return function(s, c)
    local offset = s.pos
    local raw, stop, needed = take(s.bytes, offset, s.limit)
    if raw == nil then
      add(s, field.rejected, offset, offset, false)
      return fault.number(s, place, offset, stop, needed)
    end
    s.pos = stop
    c[path] = raw
    -- The bytes after it may be those of another version.
    if says_version then s.learned.version = raw end
    if check then
      local why, expected, found = check(raw)
      if why then
        if not s.lenient then add(s, field.rejected, offset, stop, false) end
        fault.tell(s, why, place, offset, expected, found)
      end
    end
    local shows = s.shows
    if shows then add(s, item, offset, stop, raw) end
    if spelled then spelled(s, raw) end
    if varint then other_form(s, varint, raw, offset) end
    if shows and parts then parts(s, raw) end
  end
end

-- Prepares the description of a field that is a number.
local function describe(build, field, tree)
  field.of = build.kind(tree.value)
  local item = field.item
  item.kind, item.what, item.of = step_kind(tree.owner), "number", field.of
  if item.kind == "hook" then item.hook = build.hook_of(field.path) end
  field.parts = number.parts(build, item, field.of)
end

-- One integer.
function number.scalar(build, field)
  local tree = field.tree
  describe(build, field, tree)
  local scalar = codec.scalar(tree, build.varints)
  field.item.scalar = scalar
  field.spelled = spelling(field.of, tree.owner, tree.fill, scalar.signed)
  return number.cell(build, field, tree, scalar)
end

-- The refusal if no form or arm has a number. If that is the number of remaining bytes, a longer packet may have one.
function number.wrong_code(s, field, offset, by_remaining, least, expected, found)
  if not by_remaining then return fault.refuse(s, "value", field.place, offset, expected, found) end
  local remaining = s.limit - offset
  for i = 1, #least do
    if least[i] > remaining then return fault.short(s, field.place, offset, least[i] - remaining, true) end
  end
  return fault.refuse(s, "value", field.place, offset, nil, int.text(remaining))
end

-- The smallest numbers of some sets, in ascending order.
function number.least(sets)
  local least = {}
  for _, set in ipairs(sets) do
    for _, interval in ipairs(set) do least[#least + 1] = interval[1] end
  end
  table.sort(least, function(a, b) return a < b end)
  return least
end

-- The choice of several tags together: "an arm for `kind` and `code`".
function number.chosen_words(what, tags)
  local names = {}
  for _, tag in ipairs(tags) do
    if type(tag) == "table" then
      local name = tag.number or tag.parameter or tag.session
      if name then names[#names + 1] = "`" .. name .. "`" end
    end
  end
  return what .. " for " .. table.concat(names, " and ")
end

-- The forms by a single small number, as a table; nil if the patterns are others.
local function small_forms(inputs, forms)
  if #inputs > 1 then return nil end
  local by_code = {}
  for i, form in ipairs(forms) do
    local set = form.pattern[1]
    if #set == 0 then return nil end
    for _, interval in ipairs(set) do
      if interval[1] < 0 or interval[2] > 64 then return nil end
      for code = interval[1], interval[2] do by_code[code] = by_code[code] or i end
    end
  end
  return by_code
end

-- The index of the form that the tags select: a function of the state and the record's numbers.
function number.selection(inputs, forms)
  local by_code, only, contains = small_forms(inputs, forms), inputs[1], expr.contains
  if by_code then
    return function(s, c) return by_code[only(s, c)] end
  end
  return function(s, c)
    for i = 1, #forms do
      local pattern, matches = forms[i].pattern, true
      for column = 1, #inputs do
        local set = pattern[column]
        if #set > 0 then
          local code = inputs[column](s, c)
          matches = code ~= nil and contains(set, code)
        end
        if not matches then break end
      end
      if matches then return i end
    end
  end
end

-- The bits and the sign of a number that has one of two forms.
local function wider(one, other)
  if not one then return { bits = other.bits, signed = other.signed } end
  local signed = one.signed or other.signed
  -- An unsigned number takes one bit more beside signed ones.
  local function bits(form) return form.bits + ((signed and not form.signed) and 1 or 0) end
  return { bits = math.min(math.max(bits(one), bits(other)), 64), signed = signed }
end

-- One integer whose width earlier numbers choose.
function number.chosen(build, field)
  local tree = field.tree
  describe(build, field, tree)
  local inputs, tags = {}, tree.tags
  for i, tag in ipairs(tags) do inputs[i] = expr.input(tag) end
  local forms, sets, widest = {}, {}, nil
  for i, form in ipairs(tree.forms) do
    local pattern = {}
    for column, set in ipairs(form.pattern) do
      pattern[column] = expr.set(set)
      sets[#sets + 1] = pattern[column]
    end
    local one = { pattern = pattern }
    if form.integer or form.varint then
      local scalar = codec.scalar(form, build.varints)
      field.spelled = spelling(field.of, tree.owner, tree.fill, scalar.signed)
      one.read = number.cell(build, field, tree, scalar)
      local interval = form.interval
      one.min = interval and int.parse(interval[1]) or scalar.min
      one.max = interval and int.parse(interval[2]) or scalar.max
      widest = wider(widest, scalar)
    end
    forms[i] = one
  end
  local least, by_remaining = number.least(sets), false
  for _, tag in ipairs(tags) do by_remaining = by_remaining or tag == "remaining_bytes" end
  local expected = #tags > 1 and number.chosen_words("a width", tags) or nil
  field.item.scalar = widest
  -- A writer takes the first form that holds the number.
  local derived, select = build.derives_width(field.path) or by_remaining, number.selection(inputs, forms)
  local path = field.path
  return function(s, c)
    local found, offset = select(s, c), s.pos
    if not found then
      add(s, field.rejected, offset, offset, false)
      return number.wrong_code(s, field, offset, by_remaining, least, expected, nil)
    end
    local form = forms[found]
    if not form.read then return false end
    form.read(s, c)
    if derived then
      local raw = c[path]
      for i = 1, found - 1 do
        local earlier = forms[i]
        if earlier.read and raw >= earlier.min and raw <= earlier.max then
          note(s, "form", "a shorter form holds this number")
          break
        end
      end
    end
  end
end

-- Functions that take the bits of an IEEE number of four or eight bytes, and make its value of them.
function number.float_codec(build, tree)
  local bits = codec.scalar({ integer = { bytes = tree.bytes, order = tree.order } }, build.varints)
  return bits.take, tree.bytes == 4 and text.f32_of_bits or text.f64_of_bits
end

-- An IEEE number of four or eight bytes.
function number.float(build, field)
  local tree, item = field.tree, field.item
  local take, of_bits = number.float_codec(build, tree)
  item.kind, item.what, item.bytes = "field", "float", tree.bytes
  local path = field.path
  return function(s, c)
    local offset = s.pos
    local raw, stop, needed = take(s.bytes, offset, s.limit)
    if raw == nil then
      add(s, field.rejected, offset, offset, false)
      return fault.number(s, field.place, offset, stop, needed)
    end
    s.pos = stop
    local value = of_bits(raw)
    c[path] = value
    if s.shows then add(s, item, offset, stop, value) end
  end
end

-- A carrier whose parts are numbers of the record.
function number.bits(build, field)
  local tree, item = field.tree, field.item
  local scalar = codec.scalar(tree, build.varints)
  local take, width, signed = scalar.take, scalar.bits, scalar.signed
  item.kind, item.what, item.scalar, item.items = "bits", "bits", scalar, {}
  local parts = {}
  for i, part in ipairs(tree.parts) do
    local kind = build.kind(part.value)
    local one = part_item(part, kind, width)
    step_kind(part.owner)
    one.path, one.check = part.path or part.name, number.check(kind, part.owner)
    one.spelled = spelling(kind, part.owner, part.fill, part.signed)
    -- A constant is refused by itself: by its name, beside that of the carrier, which has the place of one without a name.
    if part.owner and part.owner ~= "nobody" and part.owner.schema ~= nil then
      one.place = part.name and field.place:gsub("[^.]+$", function() return part.name end) or field.place
    end
    -- A flag is 0 or 1 in any case.
    if part.width == 1 and not part.signed and kind.word == "bool" and not (part.owner and part.owner.schema) then
      one.check = nil
    end
    item.items[#item.items + 1] = one
    parts[i] = one
  end
  local is_varint, count = not scalar.size, #parts
  return function(s, c)
    local offset = s.pos
    local raw, stop, needed = take(s.bytes, offset, s.limit)
    if raw == nil then
      add(s, field.rejected, offset, offset, false)
      return fault.number(s, field.place, offset, stop, needed)
    end
    s.pos = stop
    local whole = raw
    if signed then whole = int.part(raw, 0, width, false) end
    local shows, sent = s.shows, width
    if shows then
      add(s, item, offset, stop, whole)
      if is_varint then sent = scalar.sent(stop - offset) end
      s.level = s.level + 1
    end
    if is_varint then other_form(s, scalar, raw, offset) end
    for i = 1, count do
      local part = parts[i]
      local bits
      if part.is_plain then bits = floor(whole / part.by) % part.modulus else bits = bits_of(part, whole) end
      c[part.path] = bits
      local check = part.check
      if check then
        local why, expected, found = check(bits)
        if why then
          if shows and not s.lenient then s.level = s.level - 1 end
          if not part.place then expected, found = nil, int.text(whole) end
          fault.tell(s, why, part.place or field.place, offset, expected, found)
        end
      end
      if shows and part.low < sent then add(s, part, stop, stop, bits) end
      local spelled = part.spelled
      if spelled then spelled(s, bits) end
    end
    if shows then s.level = s.level - 1 end
  end
end

return number

-- Extents: how far bytes, texts, lists and regions go.
--
-- A compiled extent has a `form`: "exactly" (`count` is a function of the state and the record's numbers), "at_most"
-- (`most`; fewer at the end of the region), "rest", or "until" with the end that a reader looks for.

local extent = {}

local add = steps.add

-- A count as generated code computes it: the number of an earlier field, times a factor, plus a summand.
local function of_number(tree)
  local key = tree.number
  local times = tree.times and int.parse(tree.times)
  local plus = tree.plus and int.parse(tree.plus)
  if not times and not plus then
    return function(_, c) return c[key] end
  end
  times, plus = times or 1, plus or 0
  return function(_, c)
    local number = c[key]
    return number and int.add(int.mul(number, times), plus)
  end
end

-- The prefix of a count: reads the number directly before the elements.
local function prefix(build, field, tree)
  local scalar = codec.scalar(tree, build.varints)
  number.step_kind(tree.owner)
  local take, key = scalar.take, field.path .. ".count"
  local varint = not scalar.size and scalar
  return function(s, c)
    local offset = s.pos
    local raw, stop, needed = take(s.bytes, offset, s.limit)
    if raw == nil then
      if field.opens then return fault.number(s, field.place, offset, stop, needed) end
      add(s, field.rejected, offset, offset, false)
      return fault.number(s, field.place, offset, stop, needed)
    end
    s.pos = stop
    c[key] = raw
    if varint then number.other_form(s, varint, raw, offset, true) end
    return raw
  end
end

-- The bytes that end bytes or a text: a pattern of Lua for single bytes, and texts, which are looked for as they are.
local function sought(set, hexes)
  local class = {}
  for _, interval in ipairs(set) do
    for code = math.max(interval[1], 0), math.min(interval[2], 255) do
      class[#class + 1] = string.char(code):gsub("[%w%z]", "%0"):gsub("[^%w%z]", "%%%0")
    end
  end
  local texts, longest = {}, 1
  for i, hex in ipairs(hexes or {}) do
    texts[i] = hex:gsub("..", function(digits) return string.char(tonumber(digits, 16)) end)
    longest = math.max(longest, #texts[i])
  end
  local pattern = #class > 0 and "[" .. table.concat(class) .. "]" or nil
  if #class == 256 then pattern = "." end
  return pattern, texts, longest
end

-- The first match of an end in the region: its offset and its length.
local function first(s, end_)
  local bytes, pos, limit = s.bytes, s.pos, s.limit
  local at, length
  if end_.pattern then
    local found = string.find(bytes, end_.pattern, pos + 1)
    if found and found <= limit then at, length = found - 1, 1 end
  end
  for i = 1, #end_.texts do
    local text = end_.texts[i]
    local found = string.find(bytes, text, pos + 1, true)
    if found and found - 1 + #text <= limit and (not at or found - 1 < at) then at, length = found - 1, #text end
  end
  return at, length
end

-- The smallest length of a value of which so many bytes have come without an end.
local function least(end_, kept, come)
  if kept == "through" then return come + 1 end
  return math.max(come - (end_.longest - 1), 0)
end

-- Compiles the end that a reader looks for.
local function until_end(build, tree, kept)
  local one = tree[kept]
  local end_ = {
    form = "until", kept = kept, or_end = tree.or_end, bound = tree.bound, set = expr.set(one.read or {}),
    number = one.number, remaining = one.remaining_bytes, empty_text = one.empty_text,
  }
  if one.integer or one.varint then end_.scalar = codec.scalar(one, build.varints) end
  end_.pattern, end_.texts, end_.longest = sought(end_.set, one.texts)
  if not one.number then end_.written = one.written end
  return end_
end

-- Rejects the field, unless its step is open.
local function rejected(s, field, offset)
  if not field.opens then add(s, field.rejected, offset, s.pos, false) end
end
extent.rejected = rejected

-- How many bytes are in front of a trailer. A number in it, which is read here first, says how long the trailer is.
local function in_front(build, field, tree)
  local test = tree["if"] and expr.test(tree["if"])
  local numbers, counted = int.parse(tree.numbers), tree.counted
  local function inside(outer, path)
    return fault.join(outer, (path:match("([^.]*)$"):gsub("#%d+$", "")))
  end
  local group = inside(field.holder and field.holder.place or "", tree.field)
  local counts, take, from_end, counted_place
  if counted then
    counts, take, from_end = of_number(counted), codec.scalar(counted, build.varints).take, int.parse(counted.from_end)
    counted_place = inside(group, counted.field)
  end
  return function(s, c, offset)
    local left = s.limit - s.pos
    if test and not test(s, c) then return left end
    if left < numbers then
      rejected(s, field, offset)
      return fault.short(s, group, offset, numbers - left)
    end
    if not counted then return left - numbers end
    c[counted.number] = take(s.bytes, s.limit - from_end, s.limit)
    local size = counts(s, c)
    if size < 0 or size > left - numbers then
      rejected(s, field, offset)
      return fault.refuse(s, "count", counted_place, offset, nil, int.text(size))
    end
    return left - numbers - size
  end
end

-- Compiles the extent of a field.
function extent.compile(build, field, tree)
  if tree == "rest" then return { form = "rest" } end
  if type(tree) ~= "table" then expr.unknown("extent", tree) end
  if tree.fixed then
    local fixed = int.parse(tree.fixed)
    if tree.or_end then return { form = "at_most", most = fixed, is_fixed = true } end
    return { form = "exactly", count = function() return fixed end, fixed = fixed, is_fixed = true }
  end
  if tree.number then return { form = "exactly", count = of_number(tree), is_counted = true } end
  if tree.given ~= nil then return { form = "exactly", count = expr.compile(tree.given), is_counted = true } end
  if tree.count then
    return { form = "exactly", count = prefix(build, field, tree.count), is_counted = true, is_prefixed = true }
  end
  if tree.all_but ~= nil then return { form = "exactly", all_but = expr.compile(tree.all_but) } end
  if tree.all_but_trailer then return { form = "exactly", in_front = in_front(build, field, tree.all_but_trailer) } end
  for _, kept in ipairs({ "until", "through", "before" }) do
    if tree[kept] then return until_end(build, tree, kept) end
  end
  return expr.unknown("extent", tree)
end

-- The exact count of an extent; reads a prefixed one. The field begins at `offset`.
function extent.exactly(s, c, field, one, offset)
  if one.fixed then return one.fixed end
  if one.in_front then return one.in_front(s, c, offset) end
  if one.all_but then
    local remaining, behind = s.limit - s.pos, one.all_but(s, c)
    if behind == nil or behind < 0 then
      rejected(s, field, offset)
      return fault.refuse(s, "count", field.place, offset, nil, int.text(behind or 0))
    end
    if remaining < behind then
      rejected(s, field, offset)
      return fault.short(s, field.place, offset, behind - remaining)
    end
    return remaining - behind
  end
  local count = one.count(s, c)
  if count == nil or count < 0 then
    rejected(s, field, offset)
    return fault.refuse(s, "count", field.place, offset, nil, int.text(count or 0))
  end
  local at_once = field.at_once
  if at_once then
    c[field.len] = count
    if not int.is_wide(count) then c[field.size] = s.pos - offset + count end
    at_once(s, c, offset, true)
  end
  return count
end

-- Refuses more elements or characters than there may be.
function extent.limit(s, field, offset, bound)
  rejected(s, field, offset)
  return fault.refuse(s, "limit", field.place, offset, "at most " .. int.text(bound))
end

-- Bytes and texts: the offsets of the content's first byte and of the byte after its last. The state's position is
-- after the terminator then.
function extent.bytes(s, c, field, one, offset)
  local form = one.form
  if form == "exactly" then
    local count = extent.exactly(s, c, field, one, offset)
    local start = s.pos
    local remaining = s.limit - start
    if count > remaining then
      rejected(s, field, offset)
      return fault.short(s, field.place, offset, int.difference(count, remaining))
    end
    local stop = start + count
    s.pos = stop
    return start, stop
  end
  local start, limit = s.pos, s.limit
  if form == "rest" then
    s.pos = limit
    return start, limit
  end
  if form == "at_most" then
    local stop = limit - start > one.most and start + one.most or limit
    s.pos = stop
    return start, stop
  end
  local at, length = first(s, one)
  local content, terminator
  if at then
    content = one.kept == "through" and at + length - start or at - start
    terminator = one.kept == "until" and length or 0
  else
    content, terminator = limit - start, 0
    if not one.or_end then content = least(one, one.kept, content) end
  end
  if one.bound and content > one.bound then return extent.limit(s, field, offset, one.bound) end
  if not at and not one.or_end then
    rejected(s, field, offset)
    return fault.short(s, field.place, offset, 1)
  end
  s.pos = start + content + terminator
  return start, start + content, at
end

return extent

-- Meanings of raw numbers: names, bits, quantities, digits, notations. What is valid, and how it reads.

local concat, sort = table.concat, table.sort

local value = {}

-- The texts and values that a kind remembers by their raw numbers.
local MOST_KNOWN = 4096
-- The intervals that a text lists; of more, the first ones.
local MOST_LISTED = 6
local OTHER = "another"
-- The codes of an interval that are looked up one by one.
local MOST_CODES = 256

-- A function with one result that remembers it for each raw number. Wide ones are no keys of a table.
local function remembered(compute)
  local known, count = {}, 0
  return function(raw)
    local result = known[raw]
    if result ~= nil then return result end
    result = compute(raw)
    if type(raw) == "number" then
      if count >= MOST_KNOWN then known, count = {}, 0 end
      known[raw] = result
      count = count + 1
    end
    return result
  end
end

-- The raw number, or the nearest end of an interval.
local function clamped(raw, min, max)
  if raw < min then raw = min end
  if raw > max then raw = max end
  return raw
end

-- A kind of values. What most kinds have in common is here; the others replace it.
local function new_kind(word, of)
  return {
    word = word,
    of = of,
    -- The meaning besides the raw number.
    text = function() return "" end,
    -- The word of the refusal and the numbers that were expected; nil if the number is valid.
    invalid = function() return nil end,
    -- The number in the notation of the kind.
    number = int.text,
    amount = function() return nil end,
    name = function() return nil end,
    parts = function() return {} end,
    -- The number that a writer writes for it.
    written = function(raw) return raw end,
    -- The number of a default.
    default = function() return 0 end,
  }
end

-- ## Sets of numbers in words

-- The numbers of a list of intervals of the model, ascending and joined where they touch.
local function union(sets)
  local all, joined = {}, {}
  for at, interval in ipairs(sets) do all[at] = { int.parse(interval[1]), int.parse(interval[2]) } end
  sort(all, function(a, b) return a[1] < b[1] end)
  for _, next in ipairs(all) do
    local last = joined[#joined]
    if last and next[1] <= int.sum(last[2], 1) then
      if last[2] < next[2] then last[2] = next[2] end
    else
      joined[#joined + 1] = next
    end
  end
  return joined
end

-- `0, 4 or 9`; of many, the first ones.
function value.listed(words)
  if #words > MOST_LISTED then words = { concat(words, ", ", 1, MOST_LISTED), OTHER } end
  local count = #words
  if count < 2 then return words[1] or "" end
  return concat(words, ", ", 1, count - 1) .. " or " .. words[count]
end

-- The numbers of a list of intervals as a kind shows them: `0 to 4, 7 or 9`.
function value.numbers(kind, sets)
  local words, number = {}, kind.number
  for _, interval in ipairs(union(sets)) do
    local min, max = number(interval[1]), number(interval[2])
    local size = int.difference(interval[2], interval[1])
    if size > 1 then
      words[#words + 1] = min .. " to " .. max
    else
      words[#words + 1] = min
      if size == 1 then words[#words + 1] = max end
    end
    if #words > MOST_LISTED then break end
  end
  return value.listed(words)
end

-- ## Numbers, and what is true or false

local INT, BOOL, TRUTHY = new_kind("int"), new_kind("bool"), new_kind("truthy")

function BOOL.text(raw) return raw == 0 and "false" or "true" end
function BOOL.invalid(raw)
  if raw ~= 0 and raw ~= 1 then return "bool" end
end
TRUTHY.text = BOOL.text
function TRUTHY.written(raw) return raw == 0 and 0 or 1 end

-- A number that is shown in a notation of its own.
local function new_notation(word)
  local kind = new_kind("notation", word)
  function kind.text(raw) return text.notation(word, raw) end
  kind.number = kind.text
  return kind
end

-- ## Enums

-- Finds the name of a code: in a table, or among the intervals that are too large for it.
local function finder(names)
  local by_code, intervals = {}, {}
  for _, name in ipairs(names) do
    for _, read in ipairs(name.read) do
      local min, max = int.parse(read[1]), int.parse(read[2])
      if int.is_wide(min) or int.is_wide(max) or max - min >= MOST_CODES then
        intervals[#intervals + 1] = { min, max, name }
      else
        for code = min, max do by_code[code] = name end
      end
    end
  end
  return function(raw)
    local name = by_code[raw]
    if name then return name end
    for at = 1, #intervals do
      local interval = intervals[at]
      if interval[1] <= raw and raw <= interval[2] then return interval[3] end
    end
  end
end

-- Whether each code of the name is a value of its own.
local function stores_code(name)
  for _, read in ipairs(name.read) do
    if int.parse(read[1]) < int.parse(read[2]) then return true end
  end
  return false
end

local function new_enum(enum)
  local kind, name_of, expected = new_kind("enum", enum), finder(enum.names), nil
  kind.name = name_of
  function kind.text(raw)
    local name = name_of(raw)
    return name and name.name or "(no name)"
  end
  function kind.invalid(raw)
    if enum.open or name_of(raw) then return nil end
    expected = expected or value.expected_names(kind)
    return "value", expected
  end
  function kind.written(raw)
    local name = name_of(raw)
    if name and not stores_code(name) then return int.parse(name.written) end
    return raw
  end
  function kind.default()
    local name = name_of(0) or (not enum.open and enum.names[1])
    return name and int.parse(name.written) or 0
  end
  return kind
end

-- Whether a code is in one of these intervals.
local function is_among(code, intervals)
  for _, interval in ipairs(intervals) do
    if int.parse(interval[1]) <= code and code <= int.parse(interval[2]) then return true end
  end
  return false
end

-- The names of an enum with their codes: all, or those of these codes. Of more than can be listed, the codes, if those can.
function value.expected_names(kind, codes)
  local all, reads = {}, {}
  for _, name in ipairs(kind.of.names) do
    if not codes or is_among(int.parse(name.written), codes) then
      all[#all + 1] = name.name .. " (" .. value.numbers(INT, name.read) .. ")"
      for _, read in ipairs(name.read) do reads[#reads + 1] = read end
    end
  end
  local numbers = value.numbers(INT, reads)
  if #all > MOST_LISTED and numbers:sub(-#OTHER) ~= OTHER then return numbers end
  return value.listed(all)
end

-- The numbers of the arms that a tag of this kind chooses.
function value.expected_tags(kind, arms)
  local all, is_open = {}, false
  for _, arm in ipairs(arms) do
    is_open = is_open or not arm.codes
    for _, codes in ipairs(arm.codes or {}) do all[#all + 1] = codes end
  end
  if is_open and kind.word == "bool" then return "0 or 1" end
  if kind.word == "enum" then return value.expected_names(kind, not is_open and all or nil) end
  return value.numbers(kind, all)
end

-- ## Quantities

local OPERATIONS = { "add", "subtract", "subtract_from", "multiply", "divide" }

-- The operation of a step, its fraction's numerator, and the float that is its constant.
local function operation(step)
  for _, name in ipairs(OPERATIONS) do
    if step[name] then return name, int.parse(step[name][1]), step.rounded end
  end
end

-- A step in whole numbers, which the language has only as sums.
local function whole_step(name, by)
  if name == "add" then return function(x) return int.sum(x, by) end end
  if name == "subtract" then return function(x) return int.difference(x, by) end end
  return function(x) return int.difference(by, x) end
end

-- A step in doubles.
local function float_step(name, by)
  if name == "add" then return function(x) return x + by end end
  if name == "subtract" then return function(x) return x - by end end
  if name == "subtract_from" then return function(x) return by - x end end
  if name == "multiply" then return function(x) return x * by end end
  return function(x) return x / by end
end

-- Rounds a raw number to the first value of each type.
local BEGIN = {
  i32 = function(raw) return raw end,
  f32 = function(raw) return text.f32(int.to_sticky(raw)) end,
  f64 = int.to_double,
}
BEGIN.i64 = BEGIN.i32

-- The function from a raw number to the value, and the one from the value to its text. Every step is rounded
-- to the type: a result of two `f32` in doubles, rounded again, is the nearest `f32`.
local function arithmetic(quantity)
  local number, steps = quantity.number, {}
  local is_whole, is_single = number == "i32" or number == "i64", number == "f32"
  for at, step in ipairs(quantity.to_value) do
    local name, numerator, rounded = operation(step)
    steps[at] = is_whole and whole_step(name, numerator) or float_step(name, rounded + 0.0)
  end
  local begin, count, f32 = BEGIN[number], #steps, text.f32
  local function of(raw)
    local x = begin(raw)
    for at = 1, count do
      x = steps[at](x)
      if is_single then x = f32(x) end
    end
    return x
  end
  if not is_whole then return of, is_single and text.shortest32 or text.shortest64 end
  local least, most = int.parse("-9223372036854775808"), int.parse("9223372036854775807")
  return function(raw) return clamped(of(raw), least, most) end, int.text
end

local function new_quantity(quantity)
  local kind, of, shown = new_kind("quantity", quantity), arithmetic(quantity)
  local min, max
  if quantity.outside == "clamp" and quantity.range then
    min, max = int.parse(quantity.range.raw[1]), int.parse(quantity.range.raw[2])
  end
  local bare = remembered(function(raw)
    if min then raw = clamped(raw, min, max) end
    return shown(of(raw))
  end)
  local amount = remembered(function(raw) return text.number(bare(raw)) end)
  function kind.amount(raw) return amount(raw), bare(raw) end
  kind.text = remembered(function(raw) return text.with_unit(bare(raw), quantity.unit) end)
  return kind
end

-- ## Packed numbers

-- The digits of a raw number, the lowest first.
local function digits_of(digits, raw)
  local found, rest = {}, raw
  for at, digit in ipairs(digits) do
    local low = rest
    if at < #digits then rest, low = int.divided(rest, digit.radix) end
    low = int.sum(digit.first, low)
    if at == #digits and digit.clamps then low = clamped(low, digit.first, digit.max) end
    found[at] = { digit = digit.tree, raw = low }
  end
  return found
end

local function new_packed(packed)
  local kind, digits = new_kind("packed", packed), {}
  for at, tree in ipairs(packed.digits) do
    local first, radix = int.parse(tree.first), int.parse(tree.radix)
    local max = int.difference(int.sum(first, radix), 1)
    local clamps = tree.outside == "clamp"
    digits[at] = { tree = tree, first = first, radix = radix, max = max, clamps = clamps }
  end
  kind.parts = remembered(function(raw) return digits_of(digits, raw) end)
  kind.text = remembered(function(raw)
    local words = {}
    for at, found in ipairs(kind.parts(raw)) do
      local digit = found.digit
      words[at] = digit.name .. " " .. text.with_unit(int.text(found.raw), digit.unit)
    end
    return concat(words, ", ")
  end)
  return kind
end

-- ## Layouts of bits

-- The number that is written in a part that is nobody's; nil if it has a name or is constant.
local function reserved(part)
  if part.tree.name or part.constant then return nil end
  return part.fill
end

-- A layout with what a writer fills into parts of nobody, those of layouts in it included.
local function without_reserved(parts, raw)
  for _, part in ipairs(parts) do
    local fill = reserved(part)
    if not fill and not part.constant and part.kind.word == "bits" then
      fill = part.kind.filled(int.part(raw, part.low, part.width, part.signed))
    end
    if fill then raw = int.put(raw, part.low, part.width, fill) end
  end
  return raw
end

-- The meaning of a part with its name; a number without another meaning is its own.
local function part_text(found)
  local meaning = found.kind.text(found.raw)
  return found.part.name .. " " .. (meaning == "" and int.text(found.raw) or meaning)
end

local function new_bits(bits, kind_of)
  local kind, parts, width = new_kind("bits", bits), {}, bits.width
  for at, tree in ipairs(bits.parts) do
    parts[at] = {
      tree = tree, low = tree.low, width = tree.width, signed = tree.signed or false,
      kind = kind_of(tree.value), constant = tree.constant and int.parse(tree.constant),
      fill = int.parse(tree.fill or 0),
    }
  end
  kind.parts = remembered(function(raw)
    local found = {}
    for _, part in ipairs(parts) do
      if part.tree.name and not part.constant then
        local number = int.part(raw, part.low, part.width, part.signed)
        found[#found + 1] = { part = part.tree, raw = number, kind = part.kind }
      end
    end
    return found
  end)
  kind.text = remembered(function(raw)
    local words = {}
    for at, found in ipairs(kind.parts(raw)) do words[at] = part_text(found) end
    return concat(words, ", ")
  end)
  local is_valid = remembered(function(raw)
    for _, part in ipairs(parts) do
      local number = int.part(raw, part.low, part.width, part.signed)
      local is_wrong = part.constant and number ~= part.constant
      if is_wrong or (not part.constant and part.kind.invalid(number)) then return false end
    end
    return true
  end)
  function kind.invalid(raw)
    if not is_valid(raw) then return "value" end
  end
  function kind.filled(raw) return without_reserved(parts, raw) end
  -- On a signed wire it is negative if its highest bit is set.
  function kind.written(raw, signed)
    local fits = int.part(raw, 0, width, false) == raw
    fits = fits or (signed and int.part(raw, 0, width, true) == raw)
    return fits and int.part(kind.filled(raw), 0, width, signed) or raw
  end
  function kind.default()
    local whole = 0
    for _, part in ipairs(parts) do
      local number = part.constant or reserved(part) or part.kind.default()
      whole = int.put(whole, part.low, part.width, number)
    end
    return whole
  end
  return kind
end

-- ## All kinds of a version

-- The items of a list by their names.
local function by_name(list)
  local items = {}
  for _, item in ipairs(list or {}) do items[item.name] = item end
  return items
end

-- Functions that make the kind of a declared type, and the list of the model that declares it.
local DECLARED = {
  enum = { "enums", new_enum },
  bits = { "bits", new_bits },
  quantity = { "quantities", new_quantity },
  packed = { "packed", new_packed },
}

-- The function from the `value` of a number in the model to its kind, always the same for the same type.
function value.kinds(version)
  local items, known = {}, { notation = {} }
  for word, declared in pairs(DECLARED) do
    items[word], known[word] = by_name(version[declared[1]]), {}
  end
  local function kind_of(tree)
    if tree == nil then return INT end
    if tree == "bool" then return BOOL end
    if tree == "truthy" then return TRUTHY end
    local word, name = next(tree)
    local kind = known[word][name]
    if not kind then
      kind = word == "notation" and new_notation(name) or DECLARED[word][2](items[word][name], kind_of)
      known[word][name] = kind
    end
    return kind
  end
  return kind_of
end

return value

-- Rules of fields, and the checksums of records.

local rule = {}

-- The expression whose number a refusal shows: the field's own number, the only part of it that the rule reads, or its
-- length.
local function told(field, test)
  local tree, path = field.tree, field.path
  local parts, whole, amount = {}, false, nil
  local function walk(node)
    if type(node) ~= "table" then return end
    if node.part then
      if node.part.of.number == path then parts[#parts + 1] = node end
      return
    end
    if node.number == path then whole = true end
    if not amount and (node.len == path or node.size == path) then amount = node end
    for i = 1, #node do walk(node[i]) end
    for key, inner in pairs(node) do
      if type(key) == "string" then walk(inner) end
    end
  end
  walk(test)
  if tree.wire == "number" or tree.wire == "width_by_match" then
    local first = parts[1]
    if not first and not whole then return nil end
    local same = not whole
    for _, part in ipairs(parts) do
      same = same and part.part.low == first.part.low and part.part.width == first.part.width
    end
    if same then return expr.compile(first), false end
    return expr.compile({ number = path }), true
  end
  return amount and expr.compile(amount), false
end

-- Whether a float is inside of its bounds; a NaN is not.
local function float_check(bounds)
  local low, high = bounds.min, bounds.max
  return function(value)
    if value ~= value then return false end
    if low and not (value > low.value or (low.inclusive and value == low.value)) then return false end
    if high and not (value < high.value or (high.inclusive and value == high.value)) then return false end
    return true
  end
end

-- Whether each element of a list is larger than the one before, as it is written.
local function ascending_check(build, field, by)
  local element = field.tree.element
  local kind, signed = nil, nil
  local inner = element.wire == "record" and build.records[element.record]
  if inner and by then
    local cell = inner.cells[by]
    kind, signed = cell.of, cell.signed
  else
    kind = build.kind(element.value)
    signed = codec.scalar(element, build.varints).signed
  end
  return function(values)
    local before
    for i = 1, #values do
      local raw = values[i]
      if by then raw = raw[by] end
      raw = raw == nil and kind.default() or kind.written(raw, signed)
      if before ~= nil and not (before < raw) then return false end
      before = raw
    end
    return true
  end
end

-- The check of a field's rule: a function of the state and the record's numbers that returns whether the rule holds.
-- The second result says what a refusal shows.
local function holds(build, field, tree)
  local path = field.path
  if tree.test then
    local test = expr.test(tree.test)
    return function(s, c) return test(s, c) ~= false end, told(field, tree.test)
  end
  if tree.ascending then
    local key, check = field.ascending, ascending_check(build, field, tree.ascending.number)
    return function(_, c) return c[key] == nil or check(c[key]) end
  end
  if tree.float then
    local check = float_check(tree.float)
    return function(_, c) return type(c[path]) ~= "number" or check(c[path]) end
  end
  return expr.unknown("rule", tree)
end

-- Compiles the rule of a field: a function of the state and the record's numbers that refuses or repairs. The field is
-- present, and begins at the offset under `field.at`.
function rule.compile(build, field)
  local tree = field.tree.rule
  local check, shown, is_own = holds(build, field, tree)
  local repair = tree.repair and (tree.repair.float or (tree.repair.raw ~= nil and int.parse(tree.repair.raw)))
  local there, at, words, place, path, step = field.there, field.at, tree.text, field.place, field.path, field.step
  return function(s, c, offset, before_content)
    if check(s, c) then return end
    -- Reading ends before content of such a length.
    local refuse = before_content and fault.refuse or fault.tell
    if before_content then extent.rejected(s, field, offset) end
    if repair == nil or repair == false then
      local found = shown and shown(s, c)
      if found ~= nil then found = is_own and field.of.number(found) or int.text(found) else found = nil end
      return refuse(s, "rule", place, offset or c[at], nil, found, words)
    end
    c["=" .. path] = repair
    if s.shows then s.read_as[c[step]] = repair end
    if s.quiet == 0 then
      s.notes[#s.notes + 1] = { step = c[step], kind = "declared", words = "breaks `" .. words .. "`" }
    end
  end, there
end

-- A place in the bytes of a record of this length: an offset from its start.
local function edge(tree)
  if tree.start ~= nil then
    local distance = tree.start
    return function(_, _, length) return distance < length and distance or length end
  end
  if tree["end"] ~= nil then
    local distance = tree["end"]
    return function(_, _, length) return distance < length and length - distance or 0 end
  end
  if not tree.field then expr.unknown("place", tree) end
  local key = "@" .. tree.field
  return function(c, start, length)
    local distance = (c[key] or start) - start
    return distance < length and distance or length
  end
end

-- Bytes that a checksum covers: a function of the state, the numbers, the start, the record's bytes, and the range of
-- the checksum's own bytes, which count as zero. It returns the bytes, or nil and the code without an arm.
local function covered(build, tree)
  if tree.from then
    local from, to = edge(tree.from), edge(tree.to)
    return function(_, c, start, bytes, own, own_end)
      local first, last = from(c, start, #bytes), to(c, start, #bytes)
      if own_end <= first or own >= last then return bytes:sub(first + 1, last) end
      local low, high = math.max(own, first), math.min(own_end, last)
      return bytes:sub(first + 1, low) .. ("\0"):rep(high - low) .. bytes:sub(high + 1, last)
    end
  end
  if tree.constants then
    local constants = span.of_hex(tree.constants)
    return function() return constants end
  end
  if tree.parameter then
    local input, scalar = expr.input(tree.parameter), codec.scalar(tree, build.varints)
    return function(s, c)
      local argument = input(s, c)
      -- A parameter that is not known leaves the checksum unverified.
      return argument ~= false and scalar.put(argument or 0) or nil
    end
  end
  if tree.by then
    local input, arms, codes = expr.input(tree.by), {}, {}
    for i, arm in ipairs(tree.arms or {}) do
      arms[i] = { set = expr.set(arm.codes), bytes = span.of_hex(arm.constants) }
      for _, interval in ipairs(arm.codes) do codes[#codes + 1] = interval end
    end
    local expected = value.numbers(build.kind(nil), expr.set(codes))
    return function(s, c)
      local code = input(s, c) or 0
      for i = 1, #arms do
        if expr.contains(arms[i].set, code) then return arms[i].bytes end
      end
      return nil, code, expected
    end
  end
  return expr.unknown("cover", tree)
end

-- The right number of a hook, if a program has given its function in the global table `wireform_hooks`.
local function hook_number(build, tree)
  local name, bytes = build.name .. "." .. tree.hook.name, build.hooks[tree.hook.name].bytes
  local inputs = expr.inputs(tree.hook.arguments)
  return function(s, c, covered_bytes)
    local hooks = rawget(_G, "wireform_hooks")
    local compute = hooks and hooks[name]
    if not compute then return nil end
    local arguments = inputs and inputs(s, c) or {}
    for i = 1, #arguments do
      if arguments[i] == false then return nil end
    end
    local works, result = pcall(compute, covered_bytes, table.unpack(arguments))
    -- Wireshark's numbers of 64 bits are texts of digits, too.
    local digits = tostring(result)
    if works and digits:match("^%-?%d+$") then return int.part(int.parse(digits), 0, bytes * 8, false) end
    if works and type(result) == "number" and result == math.floor(result) then
      return int.part(math.floor(result), 0, bytes * 8, false)
    end
    return nil, works and "not a whole number" or digits
  end
end

-- Compiles a checksum: a function that verifies it in a complete record.
function rule.checksum(build, fields, tree)
  local field = fields[tree.number]
  local path, place, at, step, all = tree.number, field.place, edge(tree.at), field.step, {}
  for i, one in ipairs(tree.covers or {}) do all[i] = covered(build, one) end
  local size, hook = field.tree.integer.bytes, tree.hook and hook_number(build, tree)
  return function(s, c, start)
    if not s.verifies or c[path] == nil then return end
    local bytes = s.bytes:sub(start + 1, s.pos)
    local offset = at(c, start, #bytes)
    local parts, code, expected = {}, nil, nil
    for i = 1, #all do
      parts[i], code, expected = all[i](s, c, start, bytes, offset, offset + size)
      if parts[i] == nil and code == nil then return end
      if parts[i] == nil then
        return fault.tell(s, "value", place, start + offset, expected, int.text(code))
      end
    end
    local joined = table.concat(parts)
    local right, why
    if hook then right, why = hook(s, c, joined) else right = checks.compute(tree, joined) end
    if right == nil then
      s.verified[c[step]] = why
      return
    end
    local found = c[path]
    s.verified[c[step]] = found == right
    if found ~= right then
      return fault.tell(s, "checksum", place, start + offset, "0x" .. int.hex(right), "0x" .. int.hex(found))
    end
  end
end

return rule

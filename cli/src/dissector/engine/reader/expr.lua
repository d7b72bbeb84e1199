-- Expressions and tests over the numbers of a record.
--
-- A compiled expression is a function of the reader's state and of the record's numbers; it returns a raw number, or
-- nil if it asks for something absent. The numbers of a record are a table by path; parameters have the path "$NAME",
-- the length of a field "#PATH", its size in bytes "%PATH".

local expr = {}

-- Stops at a word that the engine does not know: the tree itself, or the key of an object.
function expr.unknown(what, tree)
  local word = tree
  if type(tree) == "table" then word = next(tree) end
  error("unknown " .. what .. ": " .. tostring(word), 0)
end

-- The keys of amounts and parameters among the numbers of a record.
function expr.param(name) return "$" .. name end
function expr.len(path) return "#" .. path end
function expr.size(path) return "%" .. path end

-- The most elements or bytes that an amount counts.
local MOST = 4294967295

local function literal(number)
  return function() return number end
end

local function by_key(key)
  return function(_, c) return c[key] end
end

local function amount(key)
  return function(_, c)
    local number = c[key] or 0
    return number > MOST and MOST or number
  end
end

local binary = { add = int.add, subtract = int.sub, multiply = int.mul }
local by_constant = { divide = int.div, remainder = int.rem }

-- An expression.
function expr.compile(tree)
  if type(tree) == "string" and not tree:match("^%-?%d+$") then expr.unknown("input", tree) end
  if type(tree) ~= "table" then return literal(int.parse(tree)) end
  if tree.number then return by_key(tree.number) end
  if tree.parameter then return by_key(expr.param(tree.parameter)) end
  if tree.session then
    local name = tree.session
    return function(s) return s.session[name] end
  end
  if tree.part then
    local of, low, width, signed = expr.compile(tree.part.of), tree.part.low, tree.part.width, tree.part.signed
    return function(s, c)
      local whole = of(s, c)
      return whole and int.part(whole, low, width, signed)
    end
  end
  if tree.len then return amount(expr.len(tree.len)) end
  if tree.size then return amount(expr.size(tree.size)) end
  if tree.negate then
    local inner = expr.compile(tree.negate)
    return function(s, c)
      local number = inner(s, c)
      return number and int.neg(int.low64(number))
    end
  end
  local operation, operands = next(tree)
  if binary[operation] then
    local compute, left, right = binary[operation], expr.compile(operands[1]), expr.compile(operands[2])
    return function(s, c)
      local one = left(s, c)
      local other = one and right(s, c)
      return other and compute(int.low64(one), int.low64(other))
    end
  end
  if by_constant[operation] then
    local compute, inner, by = by_constant[operation], expr.compile(operands[1]), int.parse(operands[2])
    return function(s, c)
      local number = inner(s, c)
      return number and compute(int.low64(number), by)
    end
  end
  return expr.unknown("expression", tree)
end

-- An input: an expression, or the number of bytes that remain in the region.
function expr.input(tree)
  if tree == "remaining_bytes" then
    return function(s)
      local left = s.limit - s.pos
      return left > MOST and MOST or left
    end
  end
  return expr.compile(tree)
end

-- Several inputs as one function that returns their numbers in a list; absent ones are zero, parameters that are not
-- known are false.
function expr.inputs(trees)
  if not trees or #trees == 0 then return nil end
  local all, count = {}, #trees
  for i = 1, count do all[i] = expr.input(trees[i]) end
  return function(s, c)
    local numbers = {}
    for i = 1, count do
      local found = all[i](s, c)
      if found == nil then found = 0 end
      numbers[i] = found
    end
    return numbers
  end
end

-- A set of the model, a list of intervals, with its numbers parsed.
function expr.set(tree)
  local set = {}
  for i, interval in ipairs(tree) do set[i] = { int.parse(interval[1]), int.parse(interval[2]) } end
  return set
end

-- Whether a number is in a set.
function expr.contains(set, number)
  for i = 1, #set do
    local interval = set[i]
    if number >= interval[1] and number <= interval[2] then return true end
  end
  return false
end

local contains = expr.contains

local function membership(tree)
  local value, set = tree["in"][1], expr.set(tree["in"][2])
  if #set == 1 and set[1][1] == set[1][2] and type(value) == "table" and value.number then
    local key, only = value.number, set[1][1]
    return function(_, c)
      local number = c[key]
      if number == nil then return nil end
      return number == only
    end
  end
  local compiled = expr.compile(value)
  return function(s, c)
    local number = compiled(s, c)
    if number == nil then return nil end
    return contains(set, number)
  end
end

local comparisons = {
  ["=="] = function(a, b) return a == b end,
  ["!="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

local function comparison(tree)
  local left, right = expr.compile(tree[1]), expr.compile(tree[3])
  local holds = comparisons[tree[2]] or expr.unknown("comparison", tree[2])
  return function(s, c)
    local one = left(s, c)
    if one == nil then return nil end
    local other = right(s, c)
    if other == nil then return nil end
    return holds(int.low64(one), int.low64(other))
  end
end

-- Tests from left to right up to the first with the deciding result: those after it may ask for something absent.
local function fold(trees, deciding)
  local tests = {}
  for i, tree in ipairs(trees) do tests[i] = expr.test(tree) end
  return function(s, c)
    for i = 1, #tests do
      local result = tests[i](s, c)
      if result == nil then return nil end
      if result == deciding then return deciding end
    end
    return not deciding
  end
end

-- A test: a function that returns true, false, or nil if it asks for something absent.
function expr.test(tree)
  if tree["in"] then return membership(tree) end
  if tree.compare then return comparison(tree.compare) end
  if tree.all then return fold(tree.all, false) end
  if tree.any then return fold(tree.any, true) end
  return expr.unknown("test", tree)
end

-- Calls `seen` for each object with one key in a test, an expression or an input, outermost first.
function expr.each(tree, seen)
  if type(tree) ~= "table" then return end
  seen(tree)
  for _, inner in pairs(tree) do expr.each(inner, seen) end
end

return expr

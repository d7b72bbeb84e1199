-- Changes one word of the model at a time, and prints what the engine says when it loads the model: a line for each
-- place and word, `PLACE WORD: ERROR`, or `loaded`.

-- Keys that only say more about a word beside them.
local BESIDES = {
  presence = { text = true, checked = true, default = true },
  extent = { times = true, plus = true, or_end = true, bound = true, read = true, written = true, texts = true },
  rule = { text = true, repair = true, at_once = true },
  cover = { to = true, text = true, arms = true, integer = true, varint = true },
}

local function sorted_keys(one)
  local keys = {}
  for key in pairs(one) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

-- The places of words: `holder[key]` is the word, or the key itself is.
local found, seen = {}, {}

local function text_at(place, holder, key)
  found[#found + 1] = { place = place, word = holder[key], holder = holder, key = key }
end

local function keys_at(place, holder)
  for _, key in ipairs(sorted_keys(holder)) do
    if type(key) == "string" and not (BESIDES[place] or {})[key] then
      found[#found + 1] = { place = place, word = key, holder = holder, is_key = true }
    end
  end
end

-- A word that stands alone or as the key of an object.
local function word_at(place, holder, key)
  local one = holder[key]
  if type(one) == "string" then text_at(place, holder, key) elseif type(one) == "table" then keys_at(place, one) end
end

-- Expressions and tests.
local function expression(holder, key)
  local one = holder[key]
  if type(one) == "string" and not one:match("^%-?%d+$") then return text_at("input", holder, key) end
  if type(one) ~= "table" then return end
  keys_at("expression", one)
  local operation, operands = next(one)
  if operation == "part" then return expression(operands, "of") end
  if operation == "in" then return expression(operands, 1) end
  if type(operands) == "table" and operands[1] == nil then return expression(one, operation) end
  if type(operands) ~= "table" then return end
  if operation == "compare" then text_at("comparison", operands, 2) end
  for index in ipairs(operands) do
    if operation ~= "compare" or index ~= 2 then expression(operands, index) end
  end
end

local function expressions(holder, key)
  for index in ipairs(holder[key] or {}) do expression(holder[key], index) end
end

local walk

local function field(one)
  text_at("wire", one, "wire")
  if one.presence then
    keys_at("presence", one.presence)
    if one.presence["if"] then expression(one.presence, "if") end
  end
  if one.rule then
    keys_at("rule", one.rule)
    if one.rule.test then expression(one.rule, "test") end
  end
  if one.extent then
    word_at("extent", one, "extent")
    if type(one.extent) == "table" and one.extent.given ~= nil then expression(one.extent, "given") end
  end
  if one.encoding then text_at("encoding", one, "encoding") end
  expressions(one, "tags")
  expressions(one, "arguments")
  if one.tag then expression(one, "tag") end
  if one.element then expressions(one.element, "arguments") end
end

walk = function(one)
  if type(one) ~= "table" or seen[one] then return end
  seen[one] = true
  if one.wire then field(one) end
  if one.owner then word_at("owner", one, "owner") end
  if one.role then word_at("role", one, "role") end
  for _, checksum in ipairs(one.checksums or {}) do
    keys_at("edge", checksum.at)
    for _, cover in ipairs(checksum.covers or {}) do keys_at("cover", cover) end
  end
  for _, key in ipairs(sorted_keys(one)) do walk(one[key]) end
end

local function load(tree)
  local works, why = pcall(reader.version, tree, schema.protocol)
  return works and "loaded" or tostring(why)
end

for _, tree in ipairs(schema.versions) do
  if load(tree) ~= "loaded" then error(load(tree), 0) end
  found = {}
  walk(tree.records)
  local told = {}
  for _, one in ipairs(found) do
    local name, holder = one.place .. " " .. one.word, one.holder
    if not told[name] then
      told[name] = true
      local key, before = one.key or one.word, holder[one.key or one.word]
      if one.is_key then holder[key], holder.changed = nil, before else holder[key] = "changed" end
      print(name .. ": " .. load(tree))
      holder.changed, holder[key] = nil, before
    end
  end
end

-- States that are sent as differences: the values of records, and the sum of a base and a difference.
--
-- The value of a record or a group is a table by the names of its fields: raw numbers, the numbers of floats, texts,
-- bytes, such tables, and lists `{ values = {..}, count = .. }`. An absent field has no key. Values are never changed
-- after they are made, since later states share them.

local state = {}

local add = steps.add

-- Calls `each` for the fields of a body and of its regions.
local function in_scope(fields, each)
  for _, tree in ipairs(fields) do
    each(tree)
    if tree.wire == "region" then in_scope(tree.fields, each) end
  end
end

local function path_of(tree) return tree.path or tree.name end

-- The value of a body, from the numbers of its record.
local function body_value(c, fields)
  local values = {}
  in_scope(fields, function(tree)
    local path = path_of(tree)
    if tree.wire == "inline_bits" then
      for _, part in ipairs(tree.parts) do
        if part.name and part.owner == nil then values[part.name] = c[path_of(part)] end
      end
    elseif tree.name and c["?" .. path] then
      if tree.wire == "group" then
        values[tree.name] = body_value(c, tree.fields)
      elseif tree.owner == nil then
        local repaired = c["=" .. path]
        if repaired ~= nil then values[tree.name] = repaired else values[tree.name] = c[path] end
      end
    end
    local default = tree.presence and tree.presence.default
    if default and tree.name and values[tree.name] == nil and default.base == nil then
      values[tree.name] = default.float or int.parse(default.raw)
    end
  end)
  return values
end

-- The value of a record, from its numbers.
function state.value(record, c)
  local fields = record.tree.fields
  if record.transparent then
    local only = fields[1]
    if only.wire == "group" then return body_value(c, only.fields) end
    return c[path_of(only)]
  end
  return body_value(c, fields)
end

-- The value of a group, from the numbers of its record.
function state.group_value(c, tree) return body_value(c, tree.fields) end

-- The names that lead to the base's value of a field, if an absent field has that.
local function inherits(tree)
  return tree.presence and tree.presence.default and tree.presence.default.base
end

local zero_body

-- The zero value of an element of a list.
local function zero_element(version, tree)
  if tree.wire == "number" then return version.kind(tree.value).default() end
  if tree.wire == "float" then return 0 end
  if tree.wire == "record" then return state.zero_record(version.records[tree.record], version, false) end
  return false
end

-- The zero value of a field; `whole`: in a state.
local function zero(version, record, tree, whole)
  local wire = tree.wire
  if wire == "number" or wire == "width_by_match" then return record.cells[path_of(tree)].of.default() end
  if wire == "float" then return 0 end
  if wire == "bytes" and type(tree.extent) == "table" and tree.extent.fixed then
    return ("\0"):rep(int.parse(tree.extent.fixed))
  end
  if wire == "record" then
    local from = tree.from
    local gives_state = from ~= nil and (type(from) ~= "table" or from.base == nil or whole)
    return state.zero_record(version.records[tree.record], version, gives_state)
  end
  if wire == "group" then return zero_body(version, record, tree.fields, whole) end
  if wire == "list" and type(tree.extent) == "table" and tree.extent.fixed then
    local list_ = { values = {}, count = int.parse(tree.extent.fixed) }
    for i = 1, list_.count do list_.values[i] = zero_element(version, tree.element) end
    return list_
  end
  if wire == "list_with_mask" then
    local list_ = { values = {}, count = int.parse(tree.slots) }
    local filled = whole and tree.base ~= nil
    for i = 1, list_.count do list_.values[i] = filled and zero_element(version, tree.element) or false end
    return list_
  end
  return nil
end

-- The value of a field that is not set.
local function default_of(version, record, tree, whole)
  if whole and inherits(tree) then return zero(version, record, tree, true) end
  if not tree.presence then return zero(version, record, tree, whole) end
  local default = tree.presence.default
  if default and default.base == nil then return default.float or int.parse(default.raw) end
  return nil
end

zero_body = function(version, record, fields, whole)
  local values = {}
  in_scope(fields, function(tree)
    if tree.wire == "inline_bits" then
      for _, part in ipairs(tree.parts) do
        if part.name and part.owner == nil then values[part.name] = version.kind(part.value).default() end
      end
    elseif tree.name and tree.owner == nil then
      values[tree.name] = default_of(version, record, tree, whole)
    end
  end)
  return values
end

-- The zero value of a record.
function state.zero_record(record, version, whole)
  local fields = record.tree.fields
  if record.transparent then return default_of(version, record, fields[1], whole) end
  return zero_body(version, record, fields, whole)
end

-- The field to which names lead in a body, with its record.
local function follow(version, record, fields, names, at)
  local found
  in_scope(fields, function(tree)
    if tree.name == names[at] then found = tree end
  end)
  if not found or at == #names then return record, found end
  if found.wire == "group" then return follow(version, record, found.fields, names, at + 1) end
  if found.wire == "record" then
    local inner = version.records[found.record]
    return follow(version, inner, inner.tree.fields, names, at + 1)
  end
  return record, nil
end

-- The value in the base to which names lead; zero if the base has none.
local function in_base(version, record, fields, base, names)
  local value_ = base
  for i = 1, #names do value_ = type(value_) == "table" and value_[names[i]] or nil end
  if value_ ~= nil then return value_ end
  local holder, tree = follow(version, record, fields, names, 1)
  return tree and zero(version, holder, tree, true)
end

-- Adds to `values` what the fields of a body inherit. `root` are the fields of the whole state.
local function fill(version, record, root, fields, values, base)
  in_scope(fields, function(tree)
    local name = tree.name
    if not name then return end
    local found, names = values[name], inherits(tree)
    if tree.wire == "group" and tree.delta and found ~= nil then
      local copy = {}
      for key, value_ in pairs(found) do copy[key] = value_ end
      fill(version, record, root, tree.fields, copy, base)
      values[name] = copy
    elseif found == nil and names then
      values[name] = in_base(version, record, root, base, names)
    elseif tree.wire == "record" and type(tree.from) == "table" and tree.from.base and found ~= nil then
      local before = in_base(version, record, root, base, tree.from.base)
      values[name] = state.resolve(version, version.records[tree.record], found, before)
    elseif tree.wire == "list_with_mask" and tree.base and found ~= nil then
      local before = in_base(version, record, root, base, tree.base)
      local list_ = { values = {}, count = found.count }
      for i = 1, found.count do list_.values[i] = found.values[i] or before.values[i] end
      values[name] = list_
    end
  end)
end

-- The state that results from a difference against `base`; without a base against the zero state.
function state.resolve(version, record, change, base)
  if type(change) ~= "table" then return change end
  local values = {}
  for key, value_ in pairs(change) do values[key] = value_ end
  fill(version, record, record.tree.fields, record.tree.fields, values, base)
  return values
end

-- Whether a value is no list and no fields: wide numbers are tables, too, which have operations.
local function is_leaf(value_) return type(value_) ~= "table" or getmetatable(value_) ~= nil end

-- Whether two values are the same.
local function same(a, b)
  if is_leaf(a) or is_leaf(b) then return a == b end
  for key, value_ in pairs(a) do
    if not same(value_, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- Adds the steps of a value that has no bytes: a number, or what is in a group, a record or a list.
local function value_steps(s, item, value_, kind)
  if value_ == nil or value_ == false then return end
  local pos = s.pos
  if is_leaf(value_) then
    -- All numbers that are true are the same value.
    if item.of and item.of.word == "truthy" then value_ = item.of.written(value_) end
    return add(s, steps.variant(item, kind), pos, pos, value_)
  end
  add(s, steps.variant(item, kind), pos, pos, false)
  s.level = s.level + 1
  if value_.values and value_.count and item.kind == "list" then
    local element = item.items[1]
    for i = 1, value_.count do
      s.index[s.n] = i - 1
      value_steps(s, element, value_.values[i], "default")
    end
  else
    local inner = item.record and item.record.items or item.items or {}
    for _, one in ipairs(inner) do
      if one.tree and one.tree.name then
        value_steps(s, one, value_[one.tree.name], "default")
      elseif one.items and one.kind == "bits" then
        for _, part in ipairs(one.items) do value_steps(s, part, value_[part.name], "default") end
      end
    end
  end
  s.level = s.level - 1
end

-- Adds the steps of the fields that a state has from its base. Those that are zero are defaults.
local function inherited(s, version, record, trees, items, change, whole, is_zero)
  in_scope(trees, function(tree)
    local name = tree.name
    if not name or change[name] ~= nil or whole[name] == nil then return end
    for _, item in ipairs(items) do
      if item.tree == tree then
        local before = zero(version, record, tree, true)
        value_steps(s, item, whole[name], (is_zero or same(before, whole[name])) and "default" or "inherited")
      end
    end
  end)
end

-- The resolver of a field that holds a state: a function of the state of the reader and the record's numbers.
function state.resolver(build, field, inner)
  local from = field.tree.from
  if not from or (type(from) == "table" and from.base) then return nil end
  local path, base_path = field.path, type(from) == "table" and from.field
  return function(s, c)
    local change = c[path]
    local whole = state.resolve(build, inner, change, base_path and c[base_path] or nil)
    c[path] = whole
    if s.quiet == 0 then
      inherited(s, build, inner, inner.tree.fields, inner.items, change, whole, not base_path)
    end
  end
end

-- The resolver of a field that holds a difference, whose base is the state before in the conversation. `key_path` is the
-- path of a number that distinguishes several such states, or nil.
function state.follower(version, record, field, id, key_path)
  local tree, path = field.tree, field.path
  return function(s, c)
    local states = s.states
    if not states or s.quiet > 0 then return end
    local key = id
    if key_path and c[key_path] ~= nil then key = id .. " " .. int.text(c[key_path]) end
    local base = states.get(key)
    local change, whole
    if tree.wire == "group" then
      change, whole = state.group_value(c, tree), {}
      for name, value_ in pairs(change) do whole[name] = value_ end
      fill(version, record, tree.fields, tree.fields, whole, base)
      inherited(s, version, record, tree.fields, field.item.items, change, whole, base == nil)
    else
      local inner = version.records[tree.record]
      change = c[path]
      whole = state.resolve(version, inner, change, base)
      inherited(s, version, inner, inner.tree.fields, inner.items, change, whole, base == nil)
    end
    states.set(key, whole)
  end
end

return state

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

-- The value in the base to which names lead. If the base has none it is zero, or nil if that is `unknown`.
local function in_base(version, record, fields, base, names, unknown)
  local value_ = base
  for i = 1, #names do value_ = type(value_) == "table" and value_[names[i]] or nil end
  if value_ ~= nil or unknown then return value_ end
  local holder, tree = follow(version, record, fields, names, 1)
  return tree and zero(version, holder, tree, true)
end

-- Adds to `values` what the fields of a body inherit. `root` are the fields of the whole state; `unknown`: what the
-- base does not have is not zero.
local function fill(version, record, root, fields, values, base, unknown)
  in_scope(fields, function(tree)
    local name = tree.name
    if not name then return end
    local found, names = values[name], inherits(tree)
    if tree.wire == "group" and tree.delta and found ~= nil then
      local copy = {}
      for key, value_ in pairs(found) do copy[key] = value_ end
      fill(version, record, root, tree.fields, copy, base, unknown)
      values[name] = copy
    elseif found == nil and names then
      values[name] = in_base(version, record, root, base, names, unknown)
    elseif tree.wire == "record" and type(tree.from) == "table" and tree.from.base and found ~= nil then
      local before = in_base(version, record, root, base, tree.from.base, unknown)
      values[name] = state.resolve(version, version.records[tree.record], found, before, unknown)
    elseif tree.wire == "list_with_mask" and tree.base and found ~= nil then
      local before = in_base(version, record, root, base, tree.base, unknown)
      local list_ = { values = {}, count = found.count }
      for i = 1, found.count do list_.values[i] = found.values[i] or (before and before.values[i]) or false end
      values[name] = list_
    end
  end)
end

-- The state that results from a difference against `base`; without a base against the zero state, unless that is
-- `unknown`.
function state.resolve(version, record, change, base, unknown)
  if type(change) ~= "table" then return change end
  local values = {}
  for key, value_ in pairs(change) do values[key] = value_ end
  fill(version, record, record.tree.fields, record.tree.fields, values, base, unknown)
  return values
end

-- Whether a value has others in it: numbers beyond 53 bits are tables, too, with a metatable.
local function has_inner(value_) return type(value_) == "table" and getmetatable(value_) == nil end

-- Whether two values are the same.
local function same(a, b)
  if not has_inner(a) or not has_inner(b) then return a == b end
  for key, value_ in pairs(a) do
    if not same(value_, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- Adds the steps of a value that has no bytes: a number, or what is in a group, a record or a list. `inner` is the kind
-- of the steps in it.
local function value_steps(s, item, value_, kind, inner)
  if value_ == nil or value_ == false then return end
  local pos = s.pos
  if not has_inner(value_) then
    -- All numbers that are true are the same value.
    if item.of and item.of.word == "truthy" then value_ = item.of.written(value_) end
    return add(s, steps.variant(item, kind), pos, pos, value_)
  end
  add(s, steps.variant(item, kind), pos, pos, false)
  s.level = s.level + 1
  if item.kind == "list" then
    for i = 1, value_.count do
      s.index[s.n] = i - 1
      value_steps(s, item.items[1], value_.values[i], inner, inner)
    end
  else
    for _, one in ipairs(item.record and item.record.items or item.items or {}) do
      if one.tree and one.tree.name then
        value_steps(s, one, value_[one.tree.name], inner, inner)
      elseif one.kind == "bits" then
        for _, part in ipairs(one.items) do value_steps(s, part, value_[part.name], inner, inner) end
      end
    end
  end
  s.level = s.level - 1
end

local inherited

-- Adds a step with what a group, a nested state or a list inherits in part, if it does: `each` adds the steps in it.
local function partly(s, item, each)
  local n = s.n
  add(s, steps.variant(item, "inside"), s.pos, s.pos, false)
  s.level = s.level + 1
  each()
  s.level = s.level - 1
  if s.n == n + steps.STRIDE then s.n = n end
end

-- Adds the steps of what a field inherits of its parts.
local function inherited_parts(s, version, record, tree, item, change, whole)
  if tree.wire == "group" and tree.delta then
    partly(s, item, function() inherited(s, version, record, tree.fields, item.items, change, whole, "inside") end)
  elseif tree.wire == "record" and type(tree.from) == "table" and tree.from.base then
    local inner = version.records[tree.record]
    partly(s, item, function()
      inherited(s, version, inner, inner.tree.fields, inner.items, change, whole, "inside")
    end)
  elseif tree.wire == "list_with_mask" and tree.base then
    partly(s, item, function()
      for i = 1, whole.count do
        if not change.values[i] then
          s.index[s.n] = i - 1
          value_steps(s, item.items[1], whole.values[i], "inside", "inside")
        end
      end
    end)
  end
end

-- Adds the steps of the fields that a state has from its base. A step of the kind `kind` has its own name if that is
-- nil: "default" if the value is zero, "inherited" otherwise.
inherited = function(s, version, record, trees, items, change, whole, kind)
  in_scope(trees, function(tree)
    local name = tree.name
    if not name or whole[name] == nil then return end
    for _, item in ipairs(items) do
      if item.tree == tree and change[name] == nil then
        local own = kind
        if not own then own = same(zero(version, record, tree, true), whole[name]) and "default" or "inherited" end
        value_steps(s, item, whole[name], own, own == "inherited" and "inside" or own)
      elseif item.tree == tree and has_inner(change[name]) then
        inherited_parts(s, version, record, tree, item, change[name], whole[name])
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
    if s.shows and s.quiet == 0 then
      inherited(s, build, inner, inner.tree.fields, inner.items, change, whole, not base_path and "default" or nil)
    end
  end
end

-- A number that distinguishes states: of the record around, or of an earlier message in the packet; nil without one.
local function key_of(place, name)
  if not place then return nil end
  if place.record == name then
    local path = place.number
    return function(_, c) return c[path] end
  end
  local seen = place.record .. " " .. place.number
  return function(s) return s.learned[seen] end
end

-- The follower of differences whose base is the state before in the conversation: a function of the state of the
-- reader, the numbers of the record around, the difference, and the items of its fields. `trees` are the fields of the
-- difference, which are in `record`. `key` and `base_key` distinguish several states.
local function follower(version, record, trees, items, id, key, base_key)
  return function(s, c, change)
    local states = s.states
    if not states or s.quiet > 0 then return end
    local own, before = key and key(s, c), nil
    if base_key then before = base_key(s, c) else before = own end
    local base = states.get(id .. " " .. int.text(before or 0))
    -- Without a base the state is unknown, but for what was sent. A number that names none says that all is zero.
    local is_zero = base == nil and (states.begins_at_zero or (base_key ~= nil and before ~= nil and before <= 0))
    local whole = {}
    for name, value_ in pairs(change) do whole[name] = value_ end
    fill(version, record, trees, trees, whole, base, not is_zero)
    if s.shows then inherited(s, version, record, trees, items, change, whole) end
    states.set(id .. " " .. int.text(own or 0), whole)
  end
end

-- The follower of a field of a record: a group, a record, or a list of records. `one` is the option.
function state.follower(version, record, field, id, one)
  local tree, key, base_key = field.tree, key_of(one.key, record.name), key_of(one.base, record.name)
  if tree.wire == "group" then
    return follower(version, record, tree.fields, field.item.items, id, key, base_key)
  end
  local inner = version.records[tree.record or tree.element.record]
  return follower(version, inner, inner.tree.fields, inner.items, id, key, base_key)
end

return state

-- Readers of records, groups, shapes, regions and families.

local record = {}

local add, open = steps.add, steps.open

-- The readers of the wires, by their kind.
local wires = {
  number = number.scalar,
  width_by_match = number.chosen,
  float = number.float,
  inline_bits = number.bits,
  reserved_space = span.reserved,
  constant_bytes = span.constant,
  bytes = span.bytes,
  text = span.text,
  list = list.read,
  list_with_mask = list.with_mask,
  shape_by_match = shape.read,
  nested = nested.read,
}

-- The fields of a body. Returns their readers in wire order; adds the fields of the scope to `scope`, those of regions
-- after their region.
local body

-- Describes a field before it is compiled.
local function describe(build, tree, holder, scope)
  local path = tree.path or tree.name
  local label = path:match("([^.]*)$"):gsub("#%d+$", "")
  local field = {
    tree = tree, path = path, label = label, holder = holder,
    len = expr.len(path), size = expr.size(path), at = "@" .. path, there = "?" .. path, step = "!" .. path,
  }
  local outer = holder and holder.place or ""
  field.place = build.is_only == tree and "" or fault.join(outer, label)
  local name = tree.name or label
  field.item = steps.item(nil, name, name, { tree = tree, is_unnamed = not tree.name, is_only = build.is_only == tree })
  field.rejected = steps.variant(field.item, "rejected")
  field.ascending = tree.rule and tree.rule.ascending and "^" .. path
  local asked = build.asked
  field.is_marked = asked[field.at] or tree.rule ~= nil or build.tracks
  field.is_sized = asked[field.size]
  field.has_step = asked[field.step] or (tree.rule and tree.rule.repair)
  build.fields[path] = field
  scope[#scope + 1] = field
  return field
end

-- Compiles the rules of a scope, in the order of its fields.
local function rules(scope)
  local all = {}
  for _, field in ipairs(scope) do
    if field.rule then all[#all + 1] = { field.rule, field.there } end
  end
  if #all == 0 then return nil end
  return function(s, c)
    for i = 1, #all do
      local one = all[i]
      if c[one[2]] then one[1](s, c) end
    end
  end
end

-- The reader of a scope: fields, then their rules.
local function scope_of(build, trees, holder, items)
  local scope = {}
  local readers, fields = body(build, trees, holder, scope, items)
  local check, count = rules(scope), #readers
  local function read(s, c)
    for i = 1, count do readers[i](s, c) end
    if check then check(s, c) end
  end
  return read, scope, readers, fields
end

-- A group: fields of the record with one name.
function wires.group(build, field)
  local tree, item = field.tree, field.item
  item.kind, item.what, item.items = "record", "nothing", {}
  local read = scope_of(build, tree.fields, field, item.items)
  local follow = tree.delta and build.follow(field)
  return function(s, c)
    open(s, item, false)
    read(s, c)
    if follow then follow(s, c, state.group_value(c, tree)) end
    s.level = s.level - 1
  end
end

-- Another record.
function wires.record(build, field)
  local tree, item = field.tree, field.item
  local inner = build.records[tree.record]
  item.kind, item.what, item.record = "record", "nothing", inner
  local inputs, place, path = expr.inputs(tree.arguments), field.place, field.path
  local known = tree.known or {}
  local tracks, resolve = build.tracks, state.resolver(build, field, inner)
  local follow = not tree.from and inner.tree.delta and build.follow(field)
  return function(s, c)
    open(s, item, false)
    local around, depth = s.around, s.around_count
    around[depth + 1] = place
    s.around_count = depth + 1
    local numbers = inner.read(s, inputs and inputs(s, c))
    s.around_count = depth
    for i = 1, #known do c[known[i].number] = numbers[known[i].of] end
    if tracks then c[path] = state.value(inner, numbers) end
    if resolve then resolve(s, c) end
    if follow then follow(s, c, c[path]) end
    s.level = s.level - 1
  end
end

-- One message of a family.
function wires.family(build, field)
  local tree, item = field.tree, field.item
  item.kind, item.what = "record", "nothing"
  local family, by = build.families[tree.family], tree.by
  local chooser = by and not family.tree.open and build.number_fields[by]
  if chooser and chooser.holder ~= field.holder then chooser = nil end
  local read, inputs, place = family.site(item, field, chooser), expr.inputs(tree.arguments), field.place
  local has_sessions = build.has_sessions
  return function(s, c)
    local around, depth, mark = s.around, s.around_count, s.updated
    around[depth + 1] = place
    s.around_count = depth + 1
    read(s, inputs and inputs(s, c), by and c[by], nil, c)
    s.around_count = depth
    if has_sessions then s.updated = mark end
  end
end

-- A region of a known size, or up to an end, which its fields must fill.
function wires.region(build, field, scope, items)
  local tree, item, place = field.tree, field.item, field.place
  local one = extent.compile(build, field, tree.extent)
  local is_until = one.form == "until"
  item.kind, item.what = is_until and "terminator" or "derived", is_until and "nothing" or "number"
  item.of = build.kind(nil)
  if one.is_prefixed then item.scalar = codec.scalar(tree.extent.count, build.varints) end
  local readers = body(build, tree.fields, field.holder, scope, items)
  local count, is_prefixed, rejected = #readers, one.is_prefixed, field.rejected
  local function read_all(s, c)
    for i = 1, count do readers[i](s, c) end
  end
  return function(s, c)
    local offset, around_region = s.pos, s.region
    local size, behind, found = s.limit - s.pos, nil, nil
    if is_until then
      local stop
      _, stop, found = extent.bytes(s, c, field, one, offset)
      size, behind, s.pos = stop - offset, s.pos, offset
    elseif one.form == "exactly" then
      size = extent.exactly(s, c, field, one, offset)
    end
    if is_prefixed then add(s, item, offset, s.pos, size) end
    local start, limit = s.pos, s.limit
    if size > limit - start then
      local refusal = fault.lack(s, place, offset, int.difference(size, limit - start))
      if s.lenient and not s.waits then
        -- The bytes that are there are shown.
        pcall(read_all, s, c)
      elseif not is_prefixed then
        add(s, rejected, offset, start, false)
      end
      error(refusal, 0)
    end
    s.limit = start + size
    s.regions = s.regions + 1
    s.region = {
      rejected = rejected, offset = offset, n = s.n, level = s.level, empty = not is_prefixed, outer = around_region,
      stop = start + size, is_last = field.is_last,
    }
    read_all(s, c)
    if s.pos < s.limit then
      s.regions = s.regions - 1
      return fault.refuse(s, "trailing", place, s.pos, nil, int.text(s.limit - s.pos))
    end
    s.regions, s.limit, s.region = s.regions - 1, limit, around_region
    if is_until then
      local stop = s.pos
      s.pos = behind
      if behind > stop then add(s, item, stop, behind, false) end
      span.note_end(s, one, stop, found)
    end
  end
end

-- The readers of a body's fields.
body = function(build, trees, holder, scope, items)
  local fields = {}
  for i, tree in ipairs(trees) do
    local field = describe(build, tree, holder, scope)
    fields[i] = field
    if tree.wire == "number" or tree.wire == "width_by_match" then
      build.number_fields[field.path], build.values[field.path] = field, tree.value
    elseif tree.wire == "inline_bits" then
      for _, part in ipairs(tree.parts) do
        build.number_fields[part.path or part.name] = field
        build.values[part.path or part.name] = part.value
      end
    end
    items[#items + 1] = field.item
    local compile = wires[tree.wire] or expr.unknown("wire", tree.wire)
    if tree.rule and tree.rule.at_once then
      field.at_once = function(...) return field.rule_at_once(...) end
    end
    field.is_last = holder == nil and i == #trees and not (build.record.tree.checksums)
    field.base_read = compile(build, field, scope, items)
    if tree.rule then
      local check = rule.compile(build, field)
      if tree.rule.at_once then field.rule_at_once = check else field.rule = check end
    end
    fields[i].read = presence.around(build, field, field.base_read)
  end
  local readers = {}
  for i, field in ipairs(fields) do readers[i] = field.read end
  return readers, fields
end

-- The keys of a record's numbers that its expressions and checksums ask for, beside numbers themselves.
local function asked_in(tree)
  local asked = {}
  expr.each({ tree.fields, tree.checksums or {} }, function(node)
    if type(node.size) == "string" then asked[expr.size(node.size)] = true end
    if type(node.field) == "string" then asked["@" .. node.field] = true end
    if node.wire == "family" and node.by then asked.by = asked.by or {} asked.by[node.by] = true end
  end)
  for _, one in ipairs(tree.checksums or {}) do asked["!" .. one.number] = true end
  return asked
end

-- Marks the fields of the numbers that choose messages: a refusal has their offset.
local function mark_choosers(tree, asked)
  expr.each(tree.fields, function(node)
    local path = node.wire and (node.path or node.name)
    if not path or not asked.by then return end
    if asked.by[path] then asked["@" .. path] = true end
    for _, part in ipairs(node.parts or {}) do
      if asked.by[part.path or part.name] then asked["@" .. path] = true end
    end
  end)
end

-- The session values that a message sets.
local function updates_of(build, tree)
  local updates = {}
  for _, session in ipairs(build.sessions) do
    if session.message == tree.name then
      updates[#updates + 1] = { session.name, session.number, session.type == "bool" }
    end
  end
  return #updates > 0 and updates or nil
end

-- Compiles a record, whose inner records are compiled already.
function record.compile(version, tree)
  local role = tree.role
  local transparent = type(role) == "table" and role.element and role.element.transparent
  local message = type(role) == "table" and role.message or nil
  local is_message = role == "message" or message ~= nil
  if not (message or role == "message" or role == "struct" or role == "element" or transparent) then
    expr.unknown("role", role)
  end
  local one = {
    tree = tree, name = tree.name, short = tree.name:match("([^.]*)$"), is_message = is_message, items = {},
    transparent = transparent, params = {}, cells = {},
  }
  local build = setmetatable({
    record = one, tracks = version.tracked[tree.name], scope_of = scope_of, fields = {}, number_fields = {},
    values = {}, asked = asked_in(tree),
    is_only = transparent and tree.fields[1] or nil, follow = function(field) return version.follow(one, field) end,
  }, { __index = version })
  mark_choosers(tree, build.asked)
  local derived, announced = {}, {}
  expr.each(tree.fields, function(node)
    local flag = type(node.writer) == "table" and node.writer.presence
    if type(flag) == "table" then announced[flag.field] = true end
    local by = type(node.writer) == "table" and node.writer.width_by_match
    if type(by) == "table" then derived[by.field] = true end
  end)
  build.derives_width = function(path) return derived[path] end
  build.announces = function(path) return announced[path] end
  build.says_version = function(path) return version.says_version(tree.name, path) end
  build.hook_of = function(path)
    for _, checksum in ipairs(tree.checksums or {}) do
      if checksum.number == path then return checksum.hook and checksum.hook.name end
    end
  end
  local code_item, code, take, scalar
  if message then
    scalar, code = codec.scalar(message, version.varints), int.parse(message.code)
    take = scalar.take
    code_item = steps.item("code", "code", "code", {
      what = "number", of = version.kind(nil), scalar = scalar, tree = {}, label = one.short,
    })
    one.items[1] = code_item
  end
  local read, scope, readers, fields = scope_of(build, tree.fields, nil, one.items)
  one.scope, one.fields, one.top_readers, one.top_fields = scope, build.fields, readers, fields
  one.number_fields = build.number_fields
  for path, value_tree in pairs(build.values) do one.cells[path] = { of = version.kind(value_tree) } end
  for path, field in pairs(build.number_fields) do
    local scalar_ = field.item.scalar
    one.cells[path] = one.cells[path] or { of = version.kind(nil) }
    one.cells[path].signed = scalar_ and scalar_.signed
  end
  return record.finish(version, build, one, read, { take = take, scalar = scalar, code = code, item = code_item })
end

-- The item of a number of a record, by its path; nil if no step shows it.
function record.item_of(one, path)
  local field = one.number_fields[path]
  if not field or field.path == path then return field and field.item end
  for _, part in ipairs(field.item.items) do
    if part.path == path then return part end
  end
end

-- Completes the reader of a record with its code, parameters, checksums and session updates.
function record.finish(version, build, one, read, message)
  local tree = one.tree
  local params = {}
  for i, param in ipairs(tree.parameters or {}) do
    params[i], one.params[i] = expr.param(param.name), param
  end
  local checksums = {}
  for _, checksum in ipairs(tree.checksums or {}) do checksums[#checksums + 1] = checksum end
  record.sort(tree, checksums)
  for i, checksum in ipairs(checksums) do checksums[i] = rule.checksum(build, build.fields, checksum) end
  local updates, is_message, has_sessions = updates_of(version, tree), one.is_message, version.has_sessions
  local take, scalar, code, code_item = message.take, message.scalar, message.code, message.item
  local param_count, checksum_count, learn = #params, #checksums, version.learn(one.name)
  function one.read(s, arguments)
    local start, mark = s.pos, s.updated
    if take then
      local raw, stop, needed = take(s.bytes, start, s.limit)
      if raw == nil then return fault.number(s, "code", start, stop, needed) end
      s.pos = stop
      if raw ~= code then
        if not scalar.size then
          return fault.refuse(s, "code", "code", start, int.text(code), int.text(raw))
        end
        local found = text.bytes(s.bytes:sub(start + 1, stop))
        return fault.refuse(s, "code", "code", start, text.bytes(scalar.put(code)), found)
      end
      if s.shows then add(s, code_item, start, stop, raw) end
      if not scalar.size then number.other_form(s, scalar, raw, start) end
    end
    local c = {}
    c.front = s.pos
    for i = 1, param_count do
      local argument = arguments and arguments[i]
      if argument == nil then argument = 0 end
      c[params[i]] = argument
    end
    read(s, c)
    for i = 1, checksum_count do checksums[i](s, c, start) end
    for i = 1, learn and #learn or 0 do
      local one = learn[i]
      s.learned[one.name] = one.value or c[one.path]
    end
    if is_message and has_sessions then
      local updated, list_ = mark, s.updates
      for i = 1, updates and #updates or 0 do
        local update = updates[i]
        local number_ = c[update[2]]
        if number_ ~= nil then
          list_[updated + 1] = update[1]
          if update[3] then number_ = number_ ~= 0 and 1 or 0 end
          list_[updated + 2] = number_
          updated = updated + 2
          s.said[update[1]] = number_
        end
      end
      s.updated = updated
    end
    return c
  end
  if tree.circle then one.read = nested.outermost(tree.circle, one.read) end
  return one
end

-- Sorts checksums by the places of their numbers in the record, the order in which a reader verifies them.
function record.sort(tree, checksums)
  local order, count = {}, 0
  local function walk(fields)
    for _, field in ipairs(fields) do
      count = count + 1
      order[field.path or field.name] = count
      if field.fields then walk(field.fields) end
    end
  end
  walk(tree.fields)
  table.sort(checksums, function(a, b) return (order[a.number] or 0) < (order[b.number] or 0) end)
end

-- Whether an element of this record ends its list: reads it up to the field that decides.
function record.ends(one, end_)
  local target, key, set = nil, end_.number or end_.empty_text, end_.set
  local readers, fields = one.top_readers, one.top_fields
  local before = {}
  for i, field in ipairs(fields) do
    local holds = field.path == key
    for _, part in ipairs(field.tree.parts or {}) do holds = holds or (part.path or part.name) == key end
    if holds then
      target = i
      break
    end
    before[i] = readers[i]
  end
  local field = fields[target]
  local plain = end_.number and field.tree.wire == "number" and field.item.scalar.take
  local params = {}
  for i, param in ipairs(one.tree.parameters or {}) do params[i] = expr.param(param.name) end
  return function(s, arguments)
    local c = { front = 0 }
    for i = 1, #params do
      local argument = arguments and arguments[i]
      if argument == nil then argument = 0 end
      c[params[i]] = argument
    end
    for i = 1, #before do before[i](s, c) end
    if plain then
      local offset = s.pos
      local raw, stop, needed = plain(s.bytes, offset, s.limit)
      if raw == nil then return fault.number(s, field.place, offset, stop, needed) end
      s.pos = stop
      return expr.contains(set, raw)
    end
    readers[target](s, c)
    if end_.number then return c[key] ~= nil and expr.contains(set, c[key]) end
    return c[key] == ""
  end
end

return record

-- Readers of families: messages that a code distinguishes.

local family = {}

local add, open = steps.add, steps.open

-- The most names of messages that are kept of a packet.
local MOST_NAMES = 12

-- Keeps the name of a message, with the number of those of this name that follow each other.
local function name_message(s, name)
  local runs = s.runs
  s.messages, s.last_record = s.messages + 1, nil
  if runs > 0 and s.names[runs] == name then
    s.counts[runs] = s.counts[runs] + 1
  elseif runs < MOST_NAMES then
    s.names[runs + 1], s.counts[runs + 1] = name, 1
    s.runs = runs + 1
  else
    s.has_more = true
  end
end

-- The key of a code in a table: numbers beyond 53 bits are no keys by their value.
local function key_of(code)
  return int.is_wide(code) and int.text(code) or code
end

-- The arguments of a member: a function of the family's arguments.
local function member_arguments(member, params)
  local inputs = expr.inputs(member.arguments)
  if not inputs then return nil end
  return function(s, arguments)
    local c = {}
    for i = 1, #params do
      local argument = arguments and arguments[i]
      if argument == nil then argument = 0 end
      c[params[i]] = argument
    end
    return inputs(s, c)
  end
end

-- Compiles a family, whose messages are compiled already.
function family.compile(version, tree)
  local one = { tree = tree, name = tree.name, params = tree.parameters or {} }
  local has_code = tree.integer or tree.varint
  local scalar = has_code and codec.scalar(tree, version.varints)
  local take = scalar and scalar.take
  local params, codes = {}, {}
  for i, param in ipairs(one.params) do params[i] = expr.param(param.name) end
  for i, member in ipairs(tree.members) do
    local code = int.parse(member.code)
    codes[i] = { code, code }
  end
  local expected

  -- The reader at a place: a function of the state, the arguments, the number that chooses, and the index of an
  -- element. `item` is that of the field or of the list; `field` the field that holds one message, and `chooser` the
  -- field of the number that chooses it, which a refusal names.
  function one.site(item, field, chooser)
    local prefix, by_code, members = field and not item.is_only and field.item.name .. " " or "", {}, {}
    for i, member in ipairs(tree.members) do
      local inner = version.records[member.record]
      local message = steps.item("record", prefix .. member.name, item.key, {
        what = "nothing", tree = inner.tree, record = inner, member = member.name, holder = field and field.item.name,
        is_only = item.is_only,
      })
      members[i] = message
      by_code[key_of(int.parse(member.code))] = {
        item = message, record = inner, read = inner.read, arguments = member_arguments(member, params),
        name = member.name,
        around = "(" .. member.name .. ")",
      }
    end
    item.members, item.family = members, one
    local unknown = steps.item("record", prefix .. "Unknown", item.key, { what = "nothing", tree = {}, items = {} })
    local code_item = steps.item("code", "code", "code", {
      what = "number", of = version.kind(nil), scalar = scalar or nil, tree = {}, label = "",
    })
    local body_item = steps.item("field", "body", "body", { what = "bytes", tree = {} })
    unknown.items = { scalar and code_item or nil, body_item }
    if not scalar then unknown.items = { body_item } end
    item.unknown = tree.open and unknown or nil

    local function unknown_code(s, code, offset, c)
      expected = expected or value.numbers(version.kind(nil), codes)
      local found = int.text(code or 0)
      if field then add(s, field.rejected, s.pos, s.pos, false) end
      if s.level == 0 then s.message = one.name end
      if chooser then
        s.around_count = s.around_count - 1
        return fault.refuse(s, "code", chooser.place, c[chooser.at] or offset, expected, found)
      end
      return fault.refuse(s, "code", "code", offset, expected, found)
    end

    return function(s, arguments, by, index, c)
      local offset, code, ahead = s.pos, by, s.pos
      if take then
        local raw, stop, needed = take(s.bytes, offset, s.limit)
        if raw == nil then
          if field then add(s, field.rejected, offset, offset, false) end
          if s.level == 0 then s.message = one.name end
          return fault.number(s, "code", offset, stop, needed)
        end
        code, ahead = raw, stop
      end
      local member = code ~= nil and by_code[key_of(code)]
      if index then s.index[s.n] = index end
      if member then
        local depth = s.around_count
        if s.level == 0 then
          s.message = member.name
        else
          s.around[depth + 1] = member.around
          s.around_count = depth + 1
        end
        name_message(s, member.name)
        open(s, member.item, false)
        local own = member.arguments
        local numbers = member.read(s, own and own(s, arguments))
        s.level = s.level - 1
        s.around_count = depth
        s.last_record, s.last_numbers = member.record, numbers
        return numbers
      end
      if code == nil or not tree.open then return unknown_code(s, code, offset, c) end
      open(s, unknown, false)
      s.pos = ahead
      if take then add(s, code_item, offset, ahead, code) end
      local start = s.pos
      s.pos = s.limit
      add(s, body_item, start, s.pos, s.bytes:sub(start + 1, s.pos))
      s.level = s.level - 1
      return {}
    end
  end

  return one
end

return family

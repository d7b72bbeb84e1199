-- Readers of lists: counted, up to an end that a reader looks for, to the end of the region, or by a mask.

local list = {}

local add, open = steps.add, steps.open

-- The most elements without bytes that a count may claim, and that a packet may have in all: a few bytes may claim
-- millions.
local MOST_EMPTY, MOST_EMPTY_IN_ALL = 4096, 200000

-- The reader of one element: a function of the state, the arguments, the index, counted from 0, and the numbers of the
-- record around. It returns the value of the element: a raw number, the number of a float, or the numbers of its
-- record.
local function element(build, field, tree)
  local item
  if tree.wire == "number" then
    local kind, scalar = build.kind(tree.value), codec.scalar(tree, build.varints)
    item = steps.item("field", nil, nil, {
      what = "number", of = kind, scalar = scalar, tree = field.tree, title = field.item.name,
    })
    local take, check, parts = scalar.take, number.check(kind, nil), number.parts(build, item, kind)
    local spelled, varint = number.spelling(kind, nil, nil, scalar.signed), not scalar.size and scalar
    field.item.items = { item }
    return function(s, _, index)
      local offset = s.pos
      local raw, stop, needed = take(s.bytes, offset, s.limit)
      if raw == nil then return fault.number(s, "", offset, stop, needed) end
      s.pos = stop
      if check then
        local why, expected = check(raw)
        if why then fault.tell(s, why, "", offset, expected, int.text(raw)) end
      end
      local shows = s.shows
      if shows then
        s.index[s.n] = index
        add(s, item, offset, stop, raw)
      end
      if spelled then spelled(s, raw) end
      if varint then number.other_form(s, varint, raw, offset) end
      if shows and parts then parts(s, raw) end
      return raw
    end
  end
  if tree.wire == "float" then
    local take, of_bits = number.float_codec(build, tree)
    item = steps.item("field", nil, nil, {
      what = "float", bytes = tree.bytes, tree = field.tree, title = field.item.name,
    })
    field.item.items = { item }
    return function(s, _, index)
      local offset = s.pos
      local raw, stop, needed = take(s.bytes, offset, s.limit)
      if raw == nil then return fault.number(s, "", offset, stop, needed) end
      s.pos = stop
      local value = of_bits(raw)
      if s.shows then
        s.index[s.n] = index
        add(s, item, offset, stop, value)
      end
      return value
    end
  end
  if tree.wire == "record" then
    local record = build.records[tree.record]
    item = steps.item("record", nil, nil, {
      what = "nothing", record = record, tree = {}, title = field.item.name,
    })
    field.item.items = { item }
    local read, follow = record.read, record.tree.delta and build.follow(field)
    return function(s, arguments, index, outer)
      s.index[s.n] = index
      open(s, item, false)
      local c = read(s, arguments)
      if follow then follow(s, outer, state.value(record, c)) end
      s.level = s.level - 1
      return c
    end
  end
  if tree.wire == "family" then
    local read = build.families[tree.family].site(field.item, nil)
    return function(s, arguments, index) return read(s, arguments, nil, index) end
  end
  return expr.unknown("element", tree.wire)
end

-- The value of an element among the values of its record, for deltas.
local function kept(build, tree)
  local record = tree.wire == "record" and build.records[tree.record]
  if not (build.tracks and record) then return function(value) return value end end
  return function(c) return state.value(record, c) end
end

-- Whether an element ends the list, or what follows begins with a number that no element begins with: a function of
-- the state and the arguments. A terminator is read up to the field that decides.
local function ends(build, tree, one)
  local set = one.set
  if one.scalar then
    local take, path = one.scalar.take, one.number
    return function(s)
      local offset = s.pos
      local raw, stop, needed = take(s.bytes, offset, s.limit)
      if raw == nil then return fault.number(s, path, offset, stop, needed) end
      s.pos = stop
      return expr.contains(set, raw)
    end
  end
  if one.number or one.empty_text then
    return build.ends(build.records[tree.record], one)
  end
  if tree.wire == "number" and not one.remaining then
    local take = codec.scalar(tree, build.varints).take
    return function(s)
      local offset = s.pos
      local raw, stop, needed = take(s.bytes, offset, s.limit)
      if raw == nil then return fault.number(s, "", offset, stop, needed) end
      s.pos = stop
      return expr.contains(set, raw)
    end
  end
  return function() return false end
end

-- Whether a terminator follows. If it is none, or left for the next field, the state's position is as before.
local function terminator(s, field, arguments, one, item)
  local offset, n = s.pos, s.n
  if s.quiet == 0 then s.quiet_n = n end
  s.quiet = s.quiet + 1
  local level = s.level
  local is_end = one.ends(s, arguments)
  s.quiet, s.n, s.level = s.quiet - 1, n, level
  if is_end and one.kept == "until" then
    add(s, item, offset, s.pos, false)
    if one.bytes and s.bytes:sub(offset + 1, s.pos) ~= one.bytes then
      steps.note(s, "end", "another terminator is written")
    end
  else
    s.pos = offset
  end
  return is_end
end

-- Whether the element that began at `start` ends its list.
local function was_last(s, one, take, value, start)
  local code
  if one.number then
    code = value[one.number]
  elseif take then
    code = take(s.bytes, start, s.limit)
  end
  return code ~= nil and expr.contains(one.set, code)
end

-- Applies the session updates of an element for the elements after it.
local function apply(s, mark)
  if s.updated == mark then return end
  local current, updates = {}, s.updates
  for name, code in pairs(s.session) do current[name] = code end
  for i = mark + 1, s.updated, 2 do current[updates[i]] = updates[i + 1] end
  s.session = current
end
list.apply = apply

-- The bytes of the terminator that a writer makes: of a single number, of one that is the first field of an element,
-- or of an empty text that is. Nil if they are others.
local function written_end(build, element_tree, one, written)
  local holder, key = element_tree, one.number or one.empty_text
  if key then
    holder = build.records[element_tree.record].tree.fields[1]
    if (holder.path or holder.name) ~= key then return nil end
  end
  if one.empty_text then
    local until_ = type(holder.extent) == "table" and holder.extent["until"]
    holder, written = holder.unit, until_ and until_.written
  end
  if written == nil or not holder or not (holder.integer or holder.varint) then return nil end
  return codec.scalar(holder, build.varints).put(int.parse(written))
end

-- A list.
function list.read(build, field)
  local tree, item = field.tree, field.item
  item.kind, item.what = "list", "nothing"
  field.opens = true
  local one = extent.compile(build, field, tree.extent)
  local read, form = element(build, field, tree.element), one.form
  local inputs, value_of = expr.inputs(tree.element.arguments), kept(build, tree.element)
  local count_item = one.is_prefixed and steps.item("derived", "count", "count", { what = "number", tree = {} })
  local end_item = steps.item("terminator", "end", "end", {
    what = "nothing", tree = {}, by = one.number or one.empty_text,
  })
  local take = tree.element.wire == "number" and codec.scalar(tree.element, build.varints).take
  if one.kept and one.kept ~= "through" then
    one.ends = ends(build, tree.element, one)
    one.bytes = written_end(build, tree.element, one, tree.extent[one.kept].written)
  end
  if count_item then
    count_item.of = build.kind(nil)
    count_item.scalar = codec.scalar(tree.extent.count, build.varints)
  end
  item.count, item.end_item = count_item, end_item
  local place, path, len, ascending = field.place, field.path, field.len, field.ascending
  local keeps, has_sessions = build.tracks, build.has_sessions
  return function(s, c)
    local offset = s.pos
    open(s, item, false)
    local count, most
    if form == "exactly" then
      count = extent.exactly(s, c, field, one, offset)
      if count_item then add(s, count_item, offset, s.pos, count) end
    elseif form == "at_most" then
      most = one.most
    end
    local begin = s.pos
    local arguments = inputs and inputs(s, c)
    local around, depth, outer = s.around, s.around_count, s.session
    local index, values, sorted = 0, keeps and {} or nil, ascending and {} or nil
    around[depth + 1] = place
    s.around_count = depth + 2
    while true do
      local pos = s.pos
      local is_over = pos >= s.limit
      if count then
        if index >= count then break end
      elseif most then
        if is_over or index >= most then break end
      elseif form == "rest" or (is_over and one.or_end) then
        if is_over then
          if one.bytes then steps.note(s, "end", "a terminator is written") end
          break
        end
      end
      around[depth + 2] = index
      if one.kept and not (is_over and one.or_end) then
        if one.remaining and s.limit - pos <= one.remaining then break end
        if one.kept == "through" then
          if one.bound and index >= one.bound then
            s.around_count = depth
            return extent.limit(s, field, offset, one.bound)
          end
        else
          if terminator(s, field, arguments, one, end_item) then break end
          if one.bound and index >= one.bound then
            s.around_count = depth
            return extent.limit(s, field, offset, one.bound)
          end
        end
      end
      local mark = s.updated
      local value = read(s, arguments, index, c)
      if has_sessions then apply(s, mark) end
      index = index + 1
      if values then values[index] = value_of(value) end
      if sorted then sorted[index] = value end
      if one.kept == "through" and was_last(s, one, take, value, pos) then break end
      if s.pos == pos then
        s.empty = s.empty + 1
        if s.empty > MOST_EMPTY_IN_ALL then error("too many elements without bytes", 0) end
        if index > MOST_EMPTY then
          s.around_count = depth
          return fault.refuse(s, "count", place, begin, nil, int.text(index))
        end
      end
    end
    s.around_count, s.session = depth, outer
    c[len] = index
    if values then c[path] = { values = values, count = index } end
    if sorted then c[ascending] = sorted end
    s.level = s.level - 1
  end
end

-- A list with a fixed number of slots; a mask says which have bytes.
function list.with_mask(build, field)
  local tree, item = field.tree, field.item
  item.kind, item.what = "list", "nothing"
  field.opens = true
  local read, slots, mask = element(build, field, tree.element), int.parse(tree.slots), tree.mask
  local inputs, value_of = expr.inputs(tree.element.arguments), kept(build, tree.element)
  local place, path, has_sessions = field.place, field.path, build.has_sessions
  return function(s, c)
    open(s, item, false)
    local bits, arguments = c[mask] or 0, inputs and inputs(s, c)
    local around, depth, outer, values = s.around, s.around_count, s.session, {}
    around[depth + 1] = place
    s.around_count = depth + 2
    for index = 0, slots - 1 do
      values[index + 1] = false
      if int.part(bits, index, 1, false) == 1 then
        around[depth + 2] = index
        local mark = s.updated
        values[index + 1] = value_of(read(s, arguments, index, c))
        if has_sessions then apply(s, mark) end
      end
    end
    s.around_count, s.session = depth, outer
    c[path] = { values = values, count = slots }
    s.level = s.level - 1
  end
end

return list

-- The reader of a protocol: compiles the model, and reads packets into steps.

local reader = {}

-- The names of the records that packets of some targets may contain, as a set; all, if no targets are given. A target
-- has the `name` of a record or a family.
local function reachable(tree, targets)
  local records, families, found = {}, {}, {}
  for _, one in ipairs(tree.records or {}) do records[one.name] = one end
  for _, one in ipairs(tree.families or {}) do families[one.name] = one end
  local function visit(name)
    local one = records[name]
    if not one or found[name] then return end
    found[name] = true
    expr.each(one.fields, function(node)
      if type(node.record) == "string" then visit(node.record) end
      local family_ = type(node.family) == "string" and families[node.family]
      for _, member in ipairs(family_ and family_.members or {}) do visit(member.record) end
    end)
  end
  for _, target in ipairs(targets or {}) do
    visit(target.name)
    local family_ = families[target.name]
    for _, member in ipairs(family_ and family_.members or {}) do visit(member.record) end
  end
  return targets and found or records
end

-- The names of the records whose values states need: those with a difference in them, and all that is in these.
local function tracked(tree, wanted)
  local records, found = {}, {}
  for _, one in ipairs(tree.records or {}) do records[one.name] = one end
  local function visit(name)
    if found[name] or not records[name] then return end
    found[name] = true
    expr.each(records[name].fields, function(node)
      if type(node.record) == "string" then visit(node.record) end
    end)
  end
  for _, one in ipairs(tree.records or {}) do
    local has_state = one.delta ~= nil
    expr.each(one.fields, function(node)
      local inner = type(node.record) == "string" and records[node.record]
      has_state = has_state or node.delta ~= nil or (node.wire == "record" and node.from ~= nil)
      has_state = has_state or (inner and inner.delta ~= nil)
    end)
    if has_state and wanted[one.name] then visit(one.name) end
  end
  return found
end

-- Compiles a version of a protocol, as far as `targets` need it. `more` has two lists: `follow`, the fields whose
-- differences continue the state before in the conversation, `{ record =, field =, key =, base = }`, and `learn`, the
-- records that say a parameter or the version, by a number of theirs, `{ name =, record =, number = }`, or by being there,
-- `{ name =, record =, value = }`.
function reader.version(tree, name, more, targets)
  local declared = { enums = tree.enums, bits = tree.bits, quantities = tree.quantities, packed = tree.packed }
  local wanted = reachable(tree, targets)
  local version = {
    name = name, enums = tree.enums or {}, kind = value.kinds(declared), varints = {}, records = {}, families = {},
    hooks = {},
    ends = record.ends, sessions = tree.sessions or {}, session_names = {}, has_sessions = false, all = {},
  }
  for _, varint in ipairs(tree.varints or {}) do version.varints[varint.name] = varint end
  for _, hook in ipairs(tree.hooks or {}) do version.hooks[hook.name] = hook end
  for i, session in ipairs(version.sessions) do
    version.session_names[i], version.has_sessions = session.name, true
  end
  version.tracked = tracked(tree, wanted)
  function version.follow(record_, field)
    for i, one in ipairs(more and more.follow or {}) do
      if one.record == record_.name and one.field == field.path then
        record_.is_followed = true
        return state.follower(version, record_, field, tostring(i), one)
      end
    end
  end
  -- A conversation keeps of a record the `path` of a number, or a `value`, each with a name. A parameter has its own
  -- name, the key of a state that of its record and its path.
  function version.learn(name_)
    local all = {}
    for _, one in ipairs(more and more.learn or {}) do
      if one.record == name_ then
        all[#all + 1] = { name = one.name, path = one.number, value = one.value ~= nil and int.parse(one.value) or nil }
      end
    end
    for _, one in ipairs(more and more.follow or {}) do
      for _, place in ipairs({ one.key or {}, one.base or {} }) do
        if place.record == name_ and one.record ~= name_ then
          all[#all + 1] = { name = place.record .. " " .. place.number, path = place.number }
        end
      end
    end
    return #all > 0 and all or nil
  end
  -- Whether a number of a record says the version.
  function version.says_version(name_, path)
    for _, one in ipairs(more and more.learn or {}) do
      if one.name == "version" and one.record == name_ and one.number == path then return true end
    end
    return false
  end
  local later = {}
  -- Puts something off until all records and families are compiled.
  function version.later(act) later[#later + 1] = act end
  local waiting = {}
  for i, family_ in ipairs(tree.families or {}) do waiting[i] = family_ end
  -- Families whose messages are all compiled.
  local function families()
    for i = #waiting, 1, -1 do
      local ready = true
      for _, member in ipairs(waiting[i].members) do ready = ready and version.records[member.record] ~= nil end
      if ready then
        version.families[waiting[i].name] = family.compile(version, waiting[i])
        table.remove(waiting, i)
      end
    end
  end
  families()
  for _, tree_ in ipairs(tree.records or {}) do
    if wanted[tree_.name] then
      local one = record.compile(version, tree_)
      version.records[tree_.name] = one
      version.all[#version.all + 1] = one
      families()
    end
  end
  for _, act in ipairs(later) do act() end
  return version
end

-- A target of a version: a record, one message of a family, or a stream of messages; nil if the version lacks it.
function reader.target(version, kind, name)
  if kind == "record" then
    local one = version.records[name]
    if not one then return nil end
    return {
      kind = kind, params = one.params, record = one, name = one.short,
      item = steps.item("record", one.short, nil, { what = "nothing", tree = one.tree, record = one }),
    }
  end
  local one = version.families[name]
  if not one then return nil end
  local item = steps.item("record", name, nil, { what = "nothing", tree = one.tree })
  return { kind = kind, params = one.params, family = one, name = name, item = item, read = one.site(item, nil) }
end

-- Whether packets of a target depend on earlier ones, or say something for later ones.
function reader.is_stateful(version, target)
  local seen, found = {}, false
  local visit
  local function record_(one)
    if seen[one] then return end
    seen[one] = true
    for _, session in ipairs(version.sessions) do found = found or session.message == one.name end
    found = found or one.is_followed
    expr.each(one.tree.fields, function(node)
      if type(node.session) == "string" then found = true end
      if type(node.record) == "string" then record_(version.records[node.record]) end
      if type(node.family) == "string" then visit(version.families[node.family]) end
    end)
  end
  visit = function(one)
    for _, member in ipairs(one.tree.members) do record_(version.records[member.record]) end
  end
  if target.record then record_(target.record) else visit(target.family) end
  return found
end

-- A state for traces, which may be used again for the next one.
function reader.new()
  return {
    n = 0, level = 0, around = {}, around_count = 0, updates = {}, updated = 0, session = {}, regions = 0, quiet = 0,
    quiet_n = 0, names = {}, counts = {}, runs = 0, shows = true, notes = {}, read_as = {}, verified = {}, index = {},
    learned = {}, said = {}, told = {},
  }
end

-- Reads the target; unwinds by an error if the bytes are refused.
local function run(s, target, arguments)
  if target.kind == "record" then
    steps.open(s, target.item, false)
    s.message = target.name
    s.top_numbers = target.record.read(s, arguments)
    s.level = s.level - 1
  elseif target.kind == "family" then
    target.read(s, arguments, nil, nil)
  else
    local index = 0
    while s.pos < s.limit do
      local before, mark = s.pos, s.updated
      target.read(s, arguments, nil, index)
      list.apply(s, mark)
      index = index + 1
      if s.pos == before then break end
    end
  end
end

-- Adds steps for the regions in which nothing was understood.
local function rejected_regions(s)
  local region = s.region
  while region and region.empty and region.n == s.n do
    s.level = region.level
    steps.add(s, region.rejected, region.offset, s.pos, false)
    region = region.outer
  end
end

-- Reads bytes from an offset on. `known` has `params` by name, the `session` values that are set, by name, `exact`: the
-- bytes are a whole packet, `shows`: steps of leaves are made (by default), `verifies`: checksums are compared,
-- `states`: `get` and `set` of the conversation's states, `lenient`: what does not matter for the layout is told, not
-- refused, and parameters may be missing, `waits`: more bytes may come. Returns the refusal, or nil. The state has the steps, and
-- `pos`, and `session`, the values after the packet.
function reader.trace(s, target, bytes, offset, known)
  s.bytes, s.pos, s.limit = bytes, offset, #bytes
  s.n, s.level, s.around_count, s.updated, s.regions, s.quiet = 0, 0, 0, 0, 0, 0
  s.messages, s.runs, s.has_more, s.last_record, s.shows = 0, 0, false, nil, known.shows ~= false
  s.top_numbers, s.circle, s.depth = nil, nil, 0
  s.region, s.message, s.states, s.verifies = nil, target.name, known.states, known.verifies
  s.session = known.session or {}
  if next(s.notes) then s.notes = {} end
  if next(s.read_as) then s.read_as = {} end
  if next(s.verified) then s.verified = {} end
  if next(s.index) then s.index = {} end
  if next(s.learned) then s.learned = {} end
  if next(s.said) then s.said = {} end
  if #s.told > 0 then s.told = {} end
  s.lenient, s.is_exact, s.start, s.waits, s.empty = known.lenient, known.exact, offset, known.waits, 0
  local arguments
  if #target.params > 0 then
    arguments = {}
    for i, param in ipairs(target.params) do
      local argument = known.params and known.params[param.name]
      if argument == nil then argument = not known.lenient and 0 end
      arguments[i] = argument
    end
  end
  local read, refusal = pcall(run, s, target, arguments)
  list.apply(s, 0)
  if read then
    if not known.exact or s.pos == s.limit then return nil end
    s.message = target.name
    s.around_count, s.regions = 0, 0
    refusal = { kind = "trailing", place = "rest", offset = s.pos, found = int.text(s.limit - s.pos) }
  elseif type(refusal) ~= "table" or not refusal.kind then
    error(refusal, 0)
  else
    if s.quiet > 0 then s.n = s.quiet_n end
    rejected_regions(s)
  end
  return fault.finish(refusal, s.message, known.exact, offset)
end

return reader

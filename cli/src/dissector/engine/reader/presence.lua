-- The presence of fields: conditions, lengths of the region, session values that must be known.

local presence = {}

local add = steps.add

-- The session values, in the order of their declaration, and the parameters in some trees of the model: a list of
-- names, of which parameters have the `key` under which they are. Nil without any.
local function needs_of(build, trees)
  local asked, params, needs = {}, {}, {}
  for _, tree in ipairs(trees) do
    expr.each(tree, function(node)
      if type(node.session) == "string" then asked[node.session] = true end
      if type(node.parameter) == "string" and not params[node.parameter] then
        params[node.parameter] = true
        needs[#needs + 1] = { name = node.parameter, key = expr.param(node.parameter) }
      end
    end)
  end
  for _, name in ipairs(build.session_names) do
    if asked[name] then needs[#needs + 1] = { name = name } end
  end
  return #needs > 0 and needs or nil
end

-- The trees of a field that need such values if it is present: its rule, its tags and its extent. (Nested fields
-- have needs of their own, and arguments ask for none.)
local function own_trees(tree)
  local trees = { tree.rule and tree.rule.test, tree.tag, tree.tags, tree.extent }
  local present = {}
  for i = 1, 4 do
    if trees[i] ~= nil then present[#present + 1] = { trees[i] } end
  end
  return present
end

-- Refuses the bytes if a session value is not set, or a parameter is not known.
local function need(s, c, needs, place, offset)
  for i = 1, #needs do
    local one = needs[i]
    if one.key == nil then
      if s.session[one.name] == nil then return fault.session(s, place, offset, one.name) end
    elseif c[one.key] == false then
      return fault.parameter(s, place, offset, one.name)
    end
  end
end

-- The reader of a field with its presence, its rule at once, and all that others ask of it.
function presence.around(build, field, read)
  local tree, place, path = field.tree, field.place, field.path
  local when = tree.presence
  local test = when and when["if"] and expr.test(when["if"])
  local lengths = when and when.remaining_bytes and expr.set(when.remaining_bytes)
  if when and not (test or lengths or when.width_by_match) then
    expr.unknown("presence", when)
  end
  local default = when and when.default
  local absent, absent_raw
  if default and default.base == nil then
    absent_raw = default.float or (default.raw ~= nil and int.parse(default.raw))
    absent = steps.variant(field.item, "default")
  end
  local first = when and needs_of(build, { test and when["if"] or {}, when.width_by_match and tree.tags or {} })
  local then_ = needs_of(build, own_trees(tree))
  local rule_at_once, marked, sized, step = field.rule_at_once, field.is_marked, field.is_sized, field.has_step
  if not (when or first or then_ or rule_at_once or marked or sized or step) then return read end
  local at, there, size, step_key = field.at, field.there, field.size, field.step
  -- A writer leaves out what a flag of its own announces, not what is there because of other numbers.
  local flag = default and default.raw ~= nil and build.announces(path) and absent_raw
  local contains = expr.contains
  return function(s, c)
    local offset = s.pos
    if marked then c[at] = offset end
    if first then need(s, c, first, place, offset) end
    if (test and not test(s, c)) or (lengths and not contains(lengths, s.limit - offset)) then
      if absent and s.shows then add(s, absent, offset, offset, absent_raw) end
      return
    end
    if then_ then need(s, c, then_, place, offset) end
    if step then c[step_key] = s.n end
    if read(s, c) == false then
      if absent and s.shows then add(s, absent, offset, offset, absent_raw) end
      if sized then c[size] = 0 end
      return
    end
    if marked then c[there] = true end
    if sized then c[size] = s.pos - offset end
    if flag and c[path] == flag then steps.note(s, "flag", "equals the value of an absent field") end
    if rule_at_once then rule_at_once(s, c, offset) end
  end
end

return presence

-- The tree of a packet: the steps of the reader as items of Wireshark.

local display = {}

local STRIDE = steps.STRIDE

-- The parts of a named layout that are not zero: `channel 7, silenced`.
local function bits_text(of, found)
  local words = {}
  for _, part in ipairs(of.parts(found)) do
    local name, word = part.part.name, part.kind.word
    if part.raw ~= 0 then
      local meaning = part.kind.text(part.raw)
      if meaning == "" then meaning = int.text(part.raw) end
      if word == "bool" or word == "truthy" then meaning = nil end
      words[#words + 1] = meaning and name .. " " .. meaning or name
    end
  end
  return #words > 0 and table.concat(words, ", ") or int.text(found)
end

-- The text of a leaf in summaries: its meaning, or else its number.
local function leaf_text(item, found)
  local what = item.what
  if what == "number" and item.of.word == "bits" then return bits_text(item.of, found) end
  if what == "number" then
    local words = item.of.text(found)
    return words ~= "" and words or int.text(found)
  end
  if what == "float" then return item.bytes == 4 and text.shortest32(found) or text.shortest64(found) end
  if what == "text" then return text.quoted(found) end
  if what == "bytes" then return text.counted(#found, "byte") end
  if what == "digit" then return text.with_unit(int.text(found), item.tree.unit) end
  return ""
end
display.leaf_text = leaf_text

-- A number of 64 bits as Wireshark has it.
local function wide(found, signed)
  local low, high = int.halves(found)
  if signed then return Int64.new(low, high) end
  return UInt64.new(low, high)
end

-- The value of a float that reads like its text.
local function float_value(item, found)
  if item.bytes == 4 and found == found and found ~= math.huge and found ~= -math.huge then
    return tonumber(text.shortest32(found))
  end
  return found
end

-- Adds a leaf to a tree. `whole`: the number of which it is some bits, if it is a part.
local function add_leaf(tree, node, range, item, found, whole)
  local form, field = node.form, node.field
  if form == "number" then
    if node.mask then
      local bits = item.whole
      return tree:add(field, range, int.part(whole, 0, bits, false))
    end
    return tree:add(field, range, found)
  elseif form == "flag" then
    if node.mask then return tree:add(field, range, int.part(whole, 0, item.whole, false)) end
    return tree:add(field, range, found ~= 0)
  elseif form == "amount" then
    return tree:add(field, range, (item.of.amount(found)))
  elseif form == "amount_64" then
    return tree:add(field, range, wide(int.parse(select(2, item.of.amount(found))), true))
  elseif form == "wide" then
    return tree:add(field, range, wide(found, node.signed))
  elseif form == "float" then
    return tree:add(field, range, float_value(item, found))
  elseif form == "text" then
    return tree:add(field, range, found)
  elseif form == "bytes" then
    return tree:add(field, range)
  elseif form == "ipv4" then
    return tree:add(field, range, Address.ip(item.of.number(found)))
  elseif form == "mac" then
    return tree:add(field, range, Address.ether(item.of.number(found)))
  elseif form == "fourcc" then
    return tree:add(field, range, (item.of.number(found):gsub('^"(.*)"$', "%1")))
  end
  return nil
end

-- The meaning of a leaf, as far as Wireshark does not show it as the value of the field.
local function unit_of(item, node, found)
  if item.what == "digit" then return leaf_text(item, found):sub(#int.text(found) + 1) end
  if item.what ~= "number" then return "" end
  local of = item.of
  if node.raw then
    local _, amount = of.amount(found)
    local shown = of.text(found)
    return shown:sub(1, #amount) == amount and shown:sub(#amount + 1) or ""
  end
  if node.is_unnamed then return " " .. of.text(found) end
  if of.word == "bits" then return found ~= 0 and ": " .. bits_text(of, found) or "" end
  return of.word == "packed" and ": " .. of.text(found) or ""
end

-- Further remarks on a leaf: its raw number, whether a checksum is right, and where a value without bytes comes from.
local function remark(s, at, item, node, found)
  local words = node.raw and " (raw " .. int.text(found) .. ")" or ""
  local verified = s.verified[at]
  if verified == true then
    words = words .. " [correct]"
  elseif verified == false then
    words = words .. " [incorrect]"
  elseif item.kind == "hook" then
    words = words .. " [unverified: " .. item.hook .. (verified and ": " .. verified or "") .. "]"
  end
  local read_as = s.read_as[at]
  if read_as ~= nil then words = words .. ", read as " .. leaf_text(item, read_as) end
  local kind = item.kind
  if kind == "inherited" or kind == "inside" then return words .. " (inherited)" end
  if kind == "default" or kind == "constant" then return words .. " (" .. kind .. ")" end
  return words
end

-- The label of a container, and the name of its shape or message if it has a name besides.
local function labels_of(item, index)
  if index then return "[" .. index .. "]" .. (item.name and " " .. item.name or ""), item.arm end
  if item.holder then return item.holder, item.member end
  return item.name or "", item.arm
end

-- The most fields and characters of a summary.
local MOST_FIELDS, MOST_CHARACTERS = 5, 90

-- A walk over the steps of a packet. By their levels it has the `nodes` and `trees` of the steps around, the open
-- `containers`, and the `wholes`, the places of numbers of which the steps in them are some bits. The step at hand is
-- in the walk itself.
local function walk_of(s, root, tvb, tree)
  return {
    s = s, tvb = tvb, nodes = { [0] = root }, trees = { [0] = tree }, containers = {}, wholes = {}, top = -1,
    last_stop = 0,
  }
end

-- Takes the step at this place.
local function take(walk, at)
  local s = walk.s
  local item, level = s[at + 1], s[at + 4]
  walk.at, walk.item, walk.kind, walk.level = at, item, item.kind, level
  walk.offset, walk.stop, walk.found, walk.index = s[at + 2], s[at + 3], s[at + 5], s.index[at]
  local parent = walk.nodes[level]
  walk.node = parent and parent.children[item.field or item]
  walk.under = walk.trees[level]
end

-- Notes the step at hand for the steps in it.
local function enter(walk, tree_item)
  local level = walk.level
  walk.nodes[level + 1] = walk.node or walk.nodes[level]
  walk.trees[level + 1] = tree_item
  walk.wholes[level + 1] = walk.at
end

-- The place of the number of which the step at hand is some bits, or a digit; nil if it is no such step.
local function whole_of(walk)
  if walk.item.low or walk.item.what == "digit" then return walk.wholes[walk.level] end
end

-- Adds the step at hand as a leaf.
local function add_step(walk, tree, range)
  local whole = whole_of(walk)
  return add_leaf(tree, walk.node, range, walk.item, walk.found, whole and walk.s[whole + 5])
end

-- The bytes of the step at hand: those of the whole number, if it is a part of one, and of bytes their content, without
-- the count before them and the terminator.
local function range_of(walk)
  local item, offset, stop, found = walk.item, walk.offset, walk.stop, walk.found
  local whole, s = whole_of(walk), walk.s
  if whole then return walk.tvb(s[whole + 2], s[whole + 3] - s[whole + 2]) end
  if item.what == "bytes" and type(found) == "string" then
    local extent_ = item.tree and item.tree.extent
    local start = type(extent_) == "table" and extent_.count and stop - #found or offset
    return walk.tvb(start, #found)
  end
  return walk.tvb(offset, stop - offset)
end

-- Adds the raw number of a quantity.
local function add_raw(tree, node, range, found)
  if node.raw_wide then return tree:add(node.raw, range, wide(found, node.signed)) end
  return tree:add(node.raw, range, found)
end

-- Adds the status of a checksum.
local function add_status(walk, tree, range)
  local verified, status = walk.s.verified[walk.at], fields.STATUS.UNVERIFIED
  if verified == true then status = fields.STATUS.GOOD end
  if verified == false then status = fields.STATUS.BAD end
  return tree:add(walk.node.status, range, status)
end

-- Whether the step at hand contains others, and is shown so.
local function is_container(walk)
  local kind = walk.kind
  return kind == "record" or kind == "list" or walk.item.what == "nothing"
end

-- The most levels of a tree that is shown: Wireshark gives up at 500, and people before.
local MOST_LEVELS = 100

-- Ends a container: its length, and a summary of what is in it.
local function close(container, stop)
  local tree_item = container.tree_item
  if stop > container.offset then tree_item:set_len(stop - container.offset) end
  local words = table.concat(container.summary, ", ")
  if #words > MOST_CHARACTERS then words = words:sub(1, MOST_CHARACTERS):gsub(", [^,]*$", "") .. ", .." end
  if container.count then words = text.counted(container.count, "element") end
  if container.is_cut then words = (words == "" and "" or words .. ", ") .. "deeper levels are not shown" end
  if container.shape then words = words == "" and container.shape or container.shape .. ", " .. words end
  tree_item:set_text(container.label .. (words ~= "" and ": " .. words or ""))
end

-- Ends the containers that do not hold a step of this level.
local function close_from(walk, level)
  while walk.top >= level do
    local container = walk.containers[walk.top]
    if container then close(container, walk.last_stop) end
    walk.containers[walk.top] = nil
    walk.top = walk.top - 1
  end
end

-- Counts the step at hand in the list around it, or adds it to the summary of the container around it.
local function tell(walk)
  local item, kind, found = walk.item, walk.kind, walk.found
  local above = walk.containers[walk.level - 1]
  if not above then return end
  if above.count and walk.index then above.count = above.count + 1 end
  local is_value = kind == "field" or kind == "default" or kind == "inherited" or kind == "inside" or kind == "part"
  -- Flags that are not set say little.
  if not is_value or is_container(walk) or (item.low and found == 0) or #above.summary >= MOST_FIELDS then return end
  above.summary[#above.summary + 1] = (item.name or "") .. " " .. leaf_text(item, found)
end

-- Adds a container.
local function add_container(walk)
  local item, node, offset = walk.item, walk.node, walk.offset
  -- A shape with its code begins there.
  if item.code then offset = walk.s[walk.at + STRIDE + 2] or offset end
  local range, tree_item = walk.tvb(offset, 0), nil
  local label, shape = labels_of(item, walk.index or walk.element)
  if node.form == "shape" then
    tree_item = walk.under:add(node.field, range, item.arm)
  elseif node.field then
    tree_item = walk.under:add(node.field, range)
  else
    tree_item = walk.under:add(range, item.name or "")
  end
  walk.containers[walk.level] = {
    tree_item = tree_item, offset = offset, summary = {}, label = label, shape = shape,
    count = (item.field or item).kind == "list" and 0 or nil,
  }
  walk.top = walk.level
  return tree_item
end

-- Adds a value with all that is said of it.
local function add_value(walk)
  local item, node, range, found = walk.item, walk.node, range_of(walk), walk.found
  local tree_item = add_step(walk, walk.under, range)
  if not tree_item then return walk.under:add(range, item.name or "") end
  if node.raw then add_raw(walk.under, node, range, found):set_hidden() end
  if node.status then add_status(walk, walk.under, range):set_hidden() end
  local words = remark(walk.s, walk.at, item, node, found)
  local index = walk.index or walk.element
  if index then
    -- An element has its index in place of a name.
    tree_item:set_text("[" .. index .. "]: " .. leaf_text(item, found) .. words)
  else
    if item.what == "bytes" and found == "" then tree_item:set_text(item.name .. ": empty") end
    local unit = unit_of(item, node, found)
    if unit .. words ~= "" then tree_item:append_text(unit .. words) end
  end
  local kind = walk.kind
  if kind == "default" or kind == "inherited" or kind == "inside" then tree_item:set_generated() end
  return tree_item
end

-- The text of a field at which the reader stopped: its bytes, as far as it has taken them.
local function rejected_text(walk)
  local bytes = walk.s.bytes:sub(walk.offset + 1, walk.stop)
  return walk.item.name .. ": rejected" .. (bytes ~= "" and ", " .. text.bytes(bytes) or "")
end

-- Adds the step at hand to a tree that does not show it, if a filter or a column asks for it.
local function add_referenced(walk, tree, is_hidden)
  local node, field = walk.node, walk.node.field
  local function added(tree_item)
    if is_hidden and tree_item then tree_item:set_hidden() end
  end
  if field and tree:referenced(field) then
    if node.form == "shape" then
      added(tree:add(field, range_of(walk), walk.item.arm))
    elseif is_container(walk) then
      added(tree:add(field, range_of(walk)))
    else
      added(add_step(walk, tree, range_of(walk)))
    end
  end
  if node.raw and tree:referenced(node.raw) then added(add_raw(tree, node, range_of(walk), walk.found)) end
  if node.status and tree:referenced(node.status) then added(add_status(walk, tree, range_of(walk))) end
end

-- Adds the step at hand, which is below the levels that are shown, for filters.
local function add_below(walk)
  for level = MOST_LEVELS, 0, -1 do
    local around = walk.containers[level]
    if around then
      around.is_cut = true
      break
    end
  end
  if walk.node and walk.kind ~= "rejected" then add_referenced(walk, walk.under, true) end
  return walk.under
end

-- Shows all steps in a visible tree. Returns the tree items of steps, by their places.
function display.show(s, root, tvb, tree)
  local walk, items = walk_of(s, root, tvb, tree), {}
  for at = 0, s.n - STRIDE, STRIDE do
    take(walk, at)
    close_from(walk, walk.level)
    if walk.stop > walk.last_stop then walk.last_stop = walk.stop end
    local node, tree_item = walk.node, nil
    if walk.level > MOST_LEVELS then
      tree_item = add_below(walk)
    elseif node and node.form == "merged" then
      -- A group that has only bits, or an element that is its only field: the step of these follows.
      tree_item = walk.under
      if walk.index then tell(walk) end
    elseif not node then
      tree_item = walk.under:add(range_of(walk), (labels_of(walk.item, walk.index)))
    elseif walk.kind == "rejected" then
      tree_item = walk.under:add(tvb(walk.offset, walk.stop - walk.offset), rejected_text(walk))
    else
      tell(walk)
      tree_item = is_container(walk) and add_container(walk) or add_value(walk)
    end
    items[at] = tree_item
    walk.element = node and node.form == "merged" and walk.index or nil
    enter(walk, tree_item)
  end
  close_from(walk, 0)
  return items
end

-- Adds the fields that a filter or a column asks for, when the tree is not visible. (This is done for each packet of a
-- capture, so steps that nobody asks for cost little.)
function display.index(s, root, tvb, tree)
  local walk = walk_of(s, root, tvb, tree)
  local nodes, wholes = walk.nodes, walk.wholes
  for at = 0, s.n - STRIDE, STRIDE do
    local item, level = s[at + 1], s[at + 4]
    local parent = nodes[level]
    local node = parent.children[item.field or item]
    nodes[level + 1], wholes[level + 1] = node or parent, at
    if node and item.kind ~= "rejected" then
      local field, beside = node.field, node.raw or node.status
      if field and tree:referenced(field) or beside and tree:referenced(beside) then
        take(walk, at)
        add_referenced(walk, tree)
      end
    end
  end
end

return display

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
      if word == "bool" or word == "truthy" then meaning = nil elseif meaning == "" then meaning = int.text(part.raw) end
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

-- The range of the content of bytes, without the count before them and the terminator.
local function content_range(tvb, item, offset, stop, found)
  if type(found) ~= "string" then return tvb(offset, stop - offset) end
  local start = offset
  local extent_ = item.tree and item.tree.extent
  if type(extent_) == "table" and extent_.count then start = stop - #found end
  return tvb(start, #found)
end

-- What is said of a leaf besides its value, in the visible tree.
local function remark(s, step, item, node, found)
  local words = ""
  if item.what == "number" then
    local of = item.of
    if node.raw then
      local _, amount = of.amount(found)
      local shown = of.text(found)
      if amount and shown:sub(1, #amount) == amount then words = shown:sub(#amount + 1) end
      words = words .. " (raw " .. int.text(found) .. ")"
    elseif node.is_unnamed then
      words = " " .. of.text(found)
    elseif of.word == "bits" and found ~= 0 then
      words = ": " .. bits_text(of, found)
    elseif of.word == "packed" then
      words = ": " .. of.text(found)
    end
  elseif item.what == "digit" and item.tree.unit then
    words = leaf_text(item, found):sub(#int.text(found) + 1)
  end
  if item.kind == "hook" then
    words = words .. (s.verified[step] and " [correct]" or " [unverified: " .. item.hook .. "]")
  elseif s.verified[step] then
    words = words .. " [correct]"
  end
  local read_as = s.read_as[step]
  if read_as ~= nil then words = words .. ", read as " .. leaf_text(item, read_as) end
  if item.kind == "inherited" or item.kind == "inside" then words = words .. " (inherited)" end
  if item.kind == "default" then words = words .. " (default)" end
  if item.kind == "constant" then words = words .. " (constant)" end
  return words
end

-- The label of a container.
local function label_of(item, index)
  local name = item.name
  if index then return "[" .. index .. "]" .. (name and " " .. name or "") end
  return name or ""
end

-- The most fields and characters of a summary.
local MOST_FIELDS, MOST_CHARACTERS = 5, 90

-- Ends a container: its length, and a summary of what is in it.
local function close(open, stop)
  local tree_item = open.tree_item
  if not tree_item then return end
  if stop > open.offset then tree_item:set_len(stop - open.offset) end
  local summary = table.concat(open.summary, ", ")
  if #summary > MOST_CHARACTERS then summary = summary:sub(1, MOST_CHARACTERS):gsub("[\128-\255]*$", "") .. ".." end
  if open.count then summary = open.count .. (open.count == 1 and " element" or " elements") end
  local shown = open.shape and (summary ~= "" and open.shape .. ", " .. summary or open.shape) or summary
  tree_item:set_text(open.label .. (shown ~= "" and ": " .. shown or ""))
end

-- Shows all steps in a visible tree. Returns the tree items of steps, by their index.
function display.show(s, root, tvb, tree)
  local nodes, trees, opens, wholes, items = { [0] = root }, { [0] = tree }, {}, {}, {}
  local top, last_stop = -1, 0
  for step = 0, s.n - STRIDE, STRIDE do
    local item, offset, stop, level, found = s[step + 1], s[step + 2], s[step + 3], s[step + 4], s[step + 5]
    while top >= level do
      if opens[top] then close(opens[top], last_stop) end
      opens[top] = nil
      top = top - 1
    end
    if stop > last_stop then last_stop = stop end
    local parent, kind = nodes[level], item.kind
    local node = parent and parent.children[item.field or item]
    local under, made, container = trees[level], nil, false
    if node and node.form == "merged" then
      made = nil
      opens[level] = nil
    elseif not node then
      made = under:add(tvb(offset, stop - offset), label_of(item, s.index[step]))
    elseif kind == "rejected" then
      made = under:add(tvb(offset, stop - offset), item.name .. ": rejected")
    elseif kind == "record" or kind == "list" or node.form == "shape" or item.what == "nothing" then
      local range = tvb(offset, 0)
      if node.form == "shape" then
        made = under:add(node.field, range, item.arm)
      elseif node.field then
        made = under:add(node.field, range)
      else
        made = under:add(range, item.name or "")
      end
      container = true
      local above = opens[level - 1]
      if above and above.count then above.count = above.count + 1 end
      opens[level] = {
        tree_item = made, offset = offset, summary = {}, label = label_of(item, s.index[step]), count = kind == "list" and 0,
        shape = item.arm,
      }
      top = level
    else
      local part = item.low and wholes[level] or nil
      local range
      if part then
        range = tvb(part.offset, part.stop - part.offset)
      elseif item.what == "bytes" then
        range = content_range(tvb, item, offset, stop, found)
      elseif item.what == "digit" and wholes[level] then
        range = tvb(wholes[level].offset, wholes[level].stop - wholes[level].offset)
      else
        range = tvb(offset, stop - offset)
      end
      made = add_leaf(under, node, range, item, found, part and part.value)
      if made then
        if node.raw then
          local raw_item = node.raw_wide and under:add(node.raw, range, wide(found, node.signed)) or under:add(node.raw, range, found)
          raw_item:set_hidden()
        end
        if item.what == "bytes" and found == "" then made:set_text(item.name .. ": empty") end
        local words = remark(s, step, item, node, found)
        if words ~= "" then made:append_text(words) end
        if s.index[step] then made:prepend_text("[" .. s.index[step] .. "] ") end
        if kind == "default" or kind == "inherited" or kind == "inside" then made:set_generated() end
      else
        made = under:add(range, item.name or "")
      end
      local above = opens[level - 1]
      if above and above.count and s.index[step] then above.count = above.count + 1 end
      if above and #above.summary < MOST_FIELDS and (kind == "field" or kind == "default" or kind == "inherited" or kind == "inside" or kind == "part") then
        if not (item.low and found == 0) then
          above.summary[#above.summary + 1] = (item.name or "") .. " " .. leaf_text(item, found)
        end
      end
    end
    items[step] = made or under
    nodes[level + 1], trees[level + 1] = node or parent, made or under
    wholes[level + 1] = (item.what == "number" or item.what == "bits") and { value = found, offset = offset, stop = stop } or nil
  end
  while top >= 0 do
    if opens[top] then close(opens[top], last_stop) end
    top = top - 1
  end
  return items
end

-- Adds the fields that a filter or a column asks for, when the tree is not visible.
function display.index(s, root, tvb, tree)
  local nodes, wholes = { [0] = root }, {}
  for step = 0, s.n - STRIDE, STRIDE do
    local item, offset, stop, level, found = s[step + 1], s[step + 2], s[step + 3], s[step + 4], s[step + 5]
    local parent = nodes[level]
    local node = parent and parent.children[item.field or item] or parent
    nodes[level + 1] = node
    if item.what == "number" or item.what == "bits" then
      wholes[level + 1] = { value = found, offset = offset, stop = stop }
    end
    if node ~= parent and item.kind ~= "rejected" then
      local field, raw = node.field, node.raw
      if field and tree:referenced(field) then
        local part = item.low and wholes[level] or nil
        local range = part and tvb(part.offset, part.stop - part.offset) or tvb(offset, stop - offset)
        if item.what == "bytes" then range = content_range(tvb, item, offset, stop, found) end
        if node.form == "shape" then
          tree:add(field, range, item.arm)
        elseif item.kind == "record" or item.what == "nothing" then
          tree:add(field, range)
        else
          add_leaf(tree, node, range, item, found, part and part.value)
        end
      end
      if raw and tree:referenced(raw) then
        local range = tvb(offset, stop - offset)
        if node.raw_wide then tree:add(raw, range, wide(found, node.signed)) else tree:add(raw, range, found) end
      end
    end
  end
end

return display

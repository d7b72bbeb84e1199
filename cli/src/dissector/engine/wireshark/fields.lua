-- Fields of Wireshark: one for each place where a value may be, with the name in filters `protocol.message.field`.
--
-- A node is the place of an item below a message: `node.field` its field, `node.raw` the hidden one of its raw number,
-- `node.status` that of whether a checksum is right, `node.children` the nodes of the items in it. Messages and nested
-- parts are roots; other structs are in the message that contains them.

local fields = {}

-- A name in filters: `MoveForward` is `move_forward`.
local function snake(name)
  local words = name:gsub("(%u+)(%u%l)", "%1_%2"):gsub("([%l%d])(%u)", "%1_%2"):lower()
  return (words:gsub("[^%w_.]", "_"):gsub("_+", "_"):gsub("^_", ""))
end
fields.snake = snake

-- The text of a declaration's documentation: its name in the protocol's source, and its comment.
local function blurb(tree)
  if not tree then return nil end
  -- The first paragraph.
  local lines = {}
  for _, line in ipairs(tree.documentation or {}) do
    if line:match("^%s*$") and #lines > 0 then break end
    lines[#lines + 1] = line
  end
  lines = table.concat(lines, " ")
  if tree.source_name then return tree.source_name .. (lines ~= "" and ": " or "") .. lines end
  return lines ~= "" and lines or nil
end

-- The type of a whole number of so many bits.
local function whole_type(bits, signed)
  local word = signed and "INT" or "UINT"
  if bits <= 8 then return ftypes[word .. 8], 8 end
  if bits <= 16 then return ftypes[word .. 16], 16 end
  if bits <= 24 then return ftypes[word .. 24], 24 end
  if bits <= 32 then return ftypes[word .. 32], 32 end
  return ftypes[word .. 64], 64
end

-- The most codes that have a name each in Wireshark.
local MOST_NAMES = 4096

-- The names of an enum by their codes, and whether all have one: a filter by name needs a name for each code, so long
-- ranges have none.
local function names_of(enum)
  local names, count, is_whole = {}, 0, true
  for _, code in ipairs(enum.names) do
    for _, interval in ipairs(code.read) do
      local low, high = int.parse(interval[1]), int.parse(interval[2])
      local is_short = not int.is_wide(low) and not int.is_wide(high) and high - low < MOST_NAMES - count
      for number_ = low, is_short and high or low - 1 do
        names[number_], count = code.name, count + 1
      end
      is_whole = is_whole and is_short
    end
  end
  return names, is_whole
end

local function is_checksum(item)
  local owner = item.tree and item.tree.owner
  return item.kind == "hook" or type(owner) == "table" and owner.writer == "checksum"
end

-- Whether people know a number by its hexadecimal digits: a constant of several bytes, or a checksum.
local function is_hexadecimal(item, display)
  return is_checksum(item) or item.kind == "constant" and display > 8
end

-- The status of a checksum, as Wireshark's own dissectors have it.
fields.STATUS = { BAD = 0, GOOD = 1, UNVERIFIED = 2 }
local STATUS_NAMES = { [0] = "Bad", [1] = "Good", [2] = "Unverified" }

-- The short names that several records have, such as two messages of two families.
local function shared_names(versions)
  local full, shared = {}, {}
  for _, version in ipairs(versions) do
    for _, record_ in ipairs(version.all) do
      local short = snake(record_.short)
      shared[short] = shared[short] or (full[short] ~= nil and full[short] ~= record_.name)
      full[short] = record_.name
    end
  end
  return shared
end

-- A registry of the fields of a protocol whose names begin with `prefix`.
function fields.registry(prefix, versions)
  local registry, shared = { prefix = prefix, all = {}, by_name = {} }, shared_names(versions)

  -- Makes a field. A name that Wireshark has for a field of another type is taken: it is numbered then.
  local function make(abbreviation, title, type_, values, shown, mask, documentation)
    local attempt, name = 1, abbreviation
    while attempt < 100 do
      local known = registry.by_name[name]
      if known then
        if known.type == type_ and known.values == values and known.shown == shown and known.mask == mask then
          return known.field
        end
      end
      if not known or known.type == type_ then
        local made, field = pcall(ProtoField.new, title, name, type_, values, shown, mask, documentation)
        if made then
          registry.all[#registry.all + 1] = field
          registry.by_name[name] = { field = field, type = type_, values = values, shown = shown, mask = mask }
          return field
        end
      end
      attempt = attempt + 1
      name = abbreviation .. "_" .. attempt
    end
    return nil
  end
  registry.make = make

  -- The same table of names for each use of an enum, so that its fields are the same.
  local strings_of = {}
  local function strings(enum)
    local known = strings_of[enum]
    if not known then
      known = { names_of(enum) }
      strings_of[enum] = known
    end
    return known[1], known[2]
  end

  -- A quantity: its value in its unit, and the raw number as a hidden field.
  local function quantity(node, name, title, of, bits, signed, documentation)
    local type_, shown = ftypes.DOUBLE, nil
    node.form = "amount"
    if of.of.number == "i32" then type_, shown = ftypes.INT32, base.DEC end
    if of.of.number == "i64" then type_, shown, node.form = ftypes.INT64, base.DEC, "amount_64" end
    node.field = make(name, title, type_, nil, shown, nil, documentation)
    local raw_type, display = whole_type(bits, signed)
    node.raw = make(name .. ".raw", title .. " (raw)", raw_type, nil, base.DEC, nil, documentation)
    node.raw_wide, node.signed = display > 32, signed
  end

  -- Types of the notations that Wireshark has.
  local notations = { ipv4 = "IPv4", mac = "ETHER", fourcc = "STRING" }

  -- The field of a number; `node.form` says how a value is added.
  local function number(node, name, title, item, documentation)
    local of, bits, signed = item.of, 64, true
    if item.low then
      bits, signed = item.width, item.signed
    elseif item.scalar then
      bits, signed = item.scalar.bits, item.scalar.signed
    end
    local word = of.word
    if word == "quantity" then return quantity(node, name, title, of, bits, signed, documentation) end
    local mask, width
    if item.low and not item.joined and item.whole <= 32 and word ~= "packed" then
      mask, width = math.floor(2 ^ item.low * (2 ^ item.width - 1)), item.whole
    end
    if word == "notation" and not mask and notations[of.of] then
      node.field = make(name, title, ftypes[notations[of.of]], nil, nil, nil, documentation)
      node.form = of.of
      return
    end
    node.mask = mask
    if word == "bool" or word == "truthy" then
      local _, display = whole_type(width or 8, false)
      node.field = make(name, title, ftypes.BOOLEAN, nil, mask and display or nil, mask, documentation)
      node.form = "flag"
      return
    end
    local type_, display = whole_type(width or bits, signed)
    local shown, values = base.DEC, nil
    if word == "enum" then
      local is_whole
      values, is_whole = strings(of.of)
      node.is_unnamed = not is_whole
    elseif not signed and (word == "bits" or word == "notation" or is_hexadecimal(item, display)) then
      shown = base.HEX
    end
    node.field = make(name, title, type_, values, shown, mask, documentation)
    node.form, node.signed = display > 32 and "wide" or "number", signed
    if is_checksum(item) then
      node.status = make(name .. ".status", title .. " status", ftypes.UINT8, STATUS_NAMES, base.DEC)
    end
  end

  local node_of

  -- Makes the nodes of the messages of a family in a node.
  local function members(node, item)
    for _, member in ipairs(item.members) do node.children[member] = registry.root(member.record) end
    if item.unknown then
      node.children[item.unknown] = node_of(item.unknown, registry.prefix .. "." .. snake(item.family.name))
    end
  end

  -- Makes the nodes of items in a node; their names begin with `outer`.
  local function place(node, items, outer)
    for _, item in ipairs(items or {}) do
      local first = item.items and item.items[1]
      if first and first.arm then
        -- Each shape of a choice is a step of its own.
        place(node, item.items, outer)
      elseif item.members and item.kind ~= "list" then
        -- So is each message of a family.
        members(node, item)
      else
        node.children[item] = node_of(item, outer)
      end
    end
  end

  local plain = { float = "DOUBLE", text = "STRING", bytes = "BYTES" }

  -- Whether a group has only unnamed bits: it is their number then, with their parts.
  local function is_only_bits(item)
    local first = item.items and item.items[1]
    return first and #item.items == 1 and first.kind == "bits" and first.is_unnamed
  end

  -- Inline bits: the number of the carrier, and its parts, which are numbers of the record if the bits have no name.
  local function bits(node, item, name, outer, title, documentation)
    local type_, display = whole_type(item.scalar.bits, false)
    node.field = make(name, title, type_, nil, base.HEX, nil, documentation)
    node.form = display > 32 and "wide" or "number"
    place(node, item.items, outer)
  end

  -- The node of an item whose name begins with `outer`.
  node_of = function(item, outer)
    local key = not item.is_only and not item.is_only_of_arm and item.key or nil
    local name = key and outer .. "." .. snake(key) or outer
    local title, documentation = item.title or item.name or "element", blurb(item.tree)
    local node = { item = item, children = {}, form = "label" }
    local kind, what = item.kind, item.what
    if kind == "list" then
      node.field = make(name .. ".list", title, ftypes.NONE, nil, nil, nil, documentation)
      place(node, { item.end_item, item.count }, name)
    elseif item.members then
      -- A target; a field has the nodes of its messages beside it.
      node.form = "label"
    elseif kind == "bits" then
      bits(node, item, name, item.is_unnamed and outer or name, title, documentation)
    elseif kind == "record" and not item.arm and is_only_bits(item) then
      node.form = "merged"
      local inner = { item = item.items[1], children = {} }
      bits(inner, item.items[1], name, name, title, documentation)
      node.children[item.items[1]] = inner
    elseif kind == "record" and item.arm then
      node.field, node.form = make(name, title, ftypes.STRING, nil, nil, nil, documentation), "shape"
      if item.code then node.children[item.code] = node_of(item.code, name) end
    elseif item.record and item.record.transparent then
      node.form = "merged"
    elseif kind == "record" then
      node.field, node.form = make(name, title, ftypes.NONE, nil, nil, nil, documentation), "node"
    elseif what == "number" then
      number(node, name, title, item, documentation)
    elseif what == "digit" then
      node.field, node.form = make(name, title, ftypes.INT64, nil, base.DEC, nil, documentation), "wide"
      node.signed = true
    elseif plain[what] then
      node.field, node.form = make(name, title, ftypes[plain[what]], nil, nil, nil, documentation), what
    end
    local is_complete = kind == "bits" or node.form == "merged" and not item.record
    if item.members then
      members(node, item)
    elseif item.is_nested then
      -- A record may be in itself, so its fields have names of their own, as those of a message have.
      node.children = registry.root(item.record).children
    elseif not is_complete then
      place(node, item.record and item.record.items or item.items, item.arm and name .. "." .. snake(item.arm) or name)
    end
    return node
  end

  -- The node of a record that is a message, or the whole packet.
  local roots = {}
  function registry.root(record_)
    if roots[record_] then return roots[record_] end
    local name = snake(record_.short)
    name = registry.prefix .. "." .. (shared[name] and snake(record_.name) or name)
    local node = { children = {}, form = "node" }
    roots[record_] = node
    node.field = make(name, record_.short, ftypes.NONE, nil, nil, nil, blurb(record_.tree))
    place(node, record_.items, name)
    return node
  end

  -- The node of a target.
  function registry.target(target)
    if target.record then
      return { children = { [target.item] = registry.root(target.record) }, form = "label" }
    end
    return node_of(target.item, registry.prefix)
  end

  return registry
end

return fields

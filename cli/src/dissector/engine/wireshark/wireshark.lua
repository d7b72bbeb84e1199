-- The protocol in Wireshark: registration, preferences, and the dissection of packets.

local wireshark = {}

-- The most bytes that are asked of TCP at a time; a number may claim any.
local MOST_NEEDED = 16777216

-- The number of a text in a preference: a number, true or false, or a name of the enum; nil if it is empty.
local function number_of(version, type_, words)
  words = words:match("^%s*(.-)%s*$")
  if words == "" then return nil end
  if words == "true" then return 1 end
  if words == "false" then return 0 end
  if type(type_) == "table" and type_.enum then
    for _, enum in ipairs(version.tree.enums or {}) do
      if enum.name == type_.enum then
        for _, code in ipairs(enum.names) do
          if code.name == words then return int.parse(code.written) end
        end
      end
    end
  end
  return words:match("^%-?%d+$") and int.parse(words) or nil
end

-- A protocol of Wireshark with this name; another name if Wireshark has one.
local function new_protocol(name, title)
  for _, ending in ipairs({ "", "_wire", "_wire2" }) do
    local made, protocol = pcall(Proto, name .. ending, title)
    if made then return protocol, name .. ending end
  end
  error("Wireshark has a protocol " .. name, 0)
end

-- The expert items: one for each kind of refusal, and one for each kind of difference from a writer's bytes.
local DIFFERENCES = {
  { "reserved", "Reserved space is written as zero or its filler" },
  { "form", "The same number needs fewer bytes" },
  { "spelling", "Another code of the same pattern is written" },
  { "flag", "A flag announces what equals the value of an absent field" },
  { "end", "Another terminator is written" },
  { "filling", "A text of fixed size is filled with zeros" },
  { "declared", "The schema accepts this number in place of the right one" },
}

local function experts(prefix)
  local all, refusals, differences = {}, {}, {}
  local function make(name, title, group, severity)
    for _, ending in ipairs({ "", "_error" }) do
      local made, one = pcall(ProtoExpert.new, prefix .. "." .. name .. ending, title, group, severity)
      if made then
        all[#all + 1] = one
        return one
      end
    end
  end
  for _, kind in ipairs(fault.KINDS) do
    local group = kind[1] == "checksum" and expert.group.CHECKSUM or expert.group.MALFORMED
    refusals[kind[1]] = make(kind[1], kind[2], group, expert.severity.ERROR)
  end
  refusals.parameter = make("parameter", "A parameter is not known", expert.group.UNDECODED, expert.severity.WARN)
  refusals.internal = make("internal", "The dissector failed", expert.group.UNDECODED, expert.severity.ERROR)
  for _, kind in ipairs(DIFFERENCES) do
    differences[kind[1]] = make("differs." .. kind[1], kind[2], expert.group.PROTOCOL, expert.severity.NOTE)
  end
  return all, refusals, differences
end

-- What packets are, by their direction.
local ROLES = { "packet", "to_server", "to_client" }

-- The roles that a table has, and what is under them, always in the same order: names of fields depend on it.
local function each_role(all)
  local index = 0
  return function()
    repeat
      index = index + 1
    until index > #ROLES or all[ROLES[index]]
    return ROLES[index], all[ROLES[index]]
  end
end

-- The parameters and session values of all versions, by name, with their types.
local function inputs(versions, targets)
  local all, seen = {}, {}
  local function add(name, type_, is_session, documentation)
    if seen[name] then return end
    seen[name] = true
    all[#all + 1] = { name = name, type = type_, is_session = is_session, documentation = documentation }
  end
  for _, version in ipairs(versions) do
    for _, target in each_role(targets[version]) do
      for _, param in ipairs(target.params) do add(param.name, param.type, false, param.documentation) end
    end
  end
  for _, version in ipairs(versions) do
    for _, session in ipairs(version.sessions) do add(session.name, session.type, true, session.documentation) end
  end
  return all
end

-- The first numbers and texts of a message, for the column.
local summaries = {}
local function summary(record_)
  local words = summaries[record_]
  if words then return words end
  words = {}
  for _, field in ipairs(record_.top_fields) do
    local item = field.item
    local word = item.of and item.of.word
    local is_short = item.what == "float" or item.what == "text" or (word and word ~= "bits" and word ~= "packed")
    if #words < 3 and item.kind == "field" and field.tree.name and is_short then words[#words + 1] = field end
  end
  summaries[record_] = words
  return words
end

-- Registers the protocol of a schema.
function wireshark.register(tree, chosen)
  local versions, targets, by_number = {}, {}, {}
  for i, one in ipairs(tree.versions) do
    local version = reader.version(one, tree.protocol, chosen)
    versions[i], targets[version] = version, {}
    version.title = one.name
    if one.number ~= nil then by_number[int.parse(one.number)] = version end
    for _, role in ipairs(ROLES) do
      local target = chosen[role]
      targets[version][role] = target and reader.target(version, target.kind, target.name)
    end
    for _, hand in ipairs(chosen.hand or {}) do
      local record_ = version.records[hand.record]
      local field = record_ and record_.fields[hand.field]
      if field then
        field.item.hand = hand
        record_.has_hand = true
      end
    end
  end
  local newest, first = versions[#versions], versions[#versions]
  for _, version in ipairs(versions) do
    if version.title and version.title == chosen.version then first = version end
  end

  local protocol, protocol_name = new_protocol(chosen.name, chosen.title or chosen.name)
  local prefix, column = fields.snake(chosen.name), chosen.name:upper()
  local registry = fields.registry(prefix)
  local roots = {}
  for _, version in ipairs(versions) do
    for role, target in each_role(targets[version]) do
      roots[target] = registry.target(target)
      target.role = role
    end
  end
  local undissected = registry.make(prefix .. ".undissected", "Undissected bytes", ftypes.BYTES)
  protocol.fields = registry.all
  local all_experts, refusals, differences = experts(prefix)
  protocol.experts = all_experts

  -- Preferences.
  local prefs = protocol.prefs
  prefs.udp = Pref.range("UDP ports", chosen.udp or "", "Ports of the server", 65535)
  prefs.tcp = Pref.range("TCP ports", chosen.tcp or "", "Ports of the server", 65535)
  local has_directions = chosen.to_server ~= nil and chosen.to_client ~= nil
  if has_directions then
    prefs.direction = Pref.enum("Direction", 0, "Which packets are those to the server", {
      { 1, "By the port of the server", 0 }, { 2, "All are to the server", 1 }, { 3, "All are to the client", 2 },
    }, false)
  end
  if #versions > 1 then
    local names, default = {}, 1
    for i, version in ipairs(versions) do
      names[i] = { i, version.title, i }
      if version == first then default = i end
    end
    prefs.version = Pref.enum("Version", default, "The version with which a conversation begins", names, false)
  end
  prefs.checksums = Pref.bool("Verify checksums", true, "Refuse packets with a wrong checksum")
  local known_inputs = inputs(versions, targets)
  for _, one in ipairs(known_inputs) do
    local with = chosen.with and chosen.with[one.name]
    local words = one.documentation and table.concat(one.documentation, " ") or ""
    one.pref = "value_" .. fields.snake(one.name)
    local default = with ~= nil and int.text(int.parse(with)) or ""
    prefs[one.pref] = Pref.string(one.name, default, "With which a conversation begins; empty: not known. " .. words)
  end

  -- Parts of the state.
  local register, s, busy = conversation.register(), reader.new(), false
  local learns = chosen.learn ~= nil
  local start_params, start_session, start_version
  -- What is known of packets that depend on no others, and the roles of packets that do.
  local stateless, stateful = {}, {}
  for _, version in ipairs(versions) do
    for role, target in each_role(targets[version]) do
      if reader.is_stateful(version, target) then stateful[role] = true end
    end
  end

  local function read_prefs()
    start_params, start_session, start_version = {}, {}, first
    if #versions > 1 then start_version = versions[prefs.version] or first end
    stateless.session, stateless.params = start_session, start_params
    for _, one in ipairs(known_inputs) do
      local number_ = number_of(start_version, one.type, prefs[one.pref] or "")
      if one.is_session then start_session[one.name] = number_ end
      start_params[one.name] = number_
    end
  end

  local function start_conversation()
    return { session = start_session, params = start_params, version = nil }
  end

  local server_ports = {}

  -- The ports of a range as a set.
  local function ports_of(range)
    local set = {}
    for part in tostring(range or ""):gmatch("[^,]+") do
      local low, high = part:match("^%s*(%d+)%s*%-%s*(%d+)%s*$")
      low = low or part:match("^%s*(%d+)%s*$")
      for port = tonumber(low or 1), math.min(tonumber(high or low or 0), 65535) do set[port] = true end
    end
    return set
  end

  -- The role of a packet: to the server or to the client, where the schema has both.
  local function role_of(pinfo)
    if not has_directions then return "packet" end
    if prefs.direction == 1 then return "to_server" end
    if prefs.direction == 2 then return "to_client" end
    local to, from = server_ports[pinfo.dst_port], server_ports[pinfo.src_port]
    if to and not from then return "to_server" end
    if from and not to then return "to_client" end
    return pinfo.dst_port <= pinfo.src_port and "to_server" or "to_client"
  end

  -- Shows a refusal at the item of its step.
  local function add_refusal(refusal, items, proto_item)
    local found
    for step = s.n - steps.STRIDE, 0, -steps.STRIDE do
      if s[step + 2] <= refusal.offset and items and items[step] then
        found = items[step]
        break
      end
    end
    local one = refusals[refusal.kind] or refusals.internal
    local where = found or proto_item
    where:add_proto_expert_info(one, refusal.text)
  end

  -- The text of the column for one packet: names of messages, and the first numbers of a single one.
  local function info(target)
    local count = s.messages
    if count > 1 then
      local names = table.concat(s.names, ", ", 1, math.min(count, 12))
      return count > 12 and names .. ", .." or names
    end
    local record_, numbers = s.last_record, s.last_numbers
    if count == 0 then return target.name end
    local words = summary(record_)
    local text_ = s.names[1]
    for i = 1, #words do
      local found = numbers[words[i].path]
      if found ~= nil then
        text_ = text_ .. (i == 1 and ": " or ", ") .. words[i].item.name .. " " .. display.leaf_text(words[i].item, found)
      end
    end
    return text_
  end

  -- Hands bytes to other dissectors.
  local tables = {}
  local function hand_over(tvb, pinfo, tree)
    local given = {}
    for step = 0, s.n - steps.STRIDE, steps.STRIDE do
      local item, found = s[step + 1], s[step + 5]
      if item.hand and type(found) == "string" and found ~= "" then
        local stop = s[step + 3]
        given[#given + 1] = { item.hand, stop - #found, #found }
      end
    end
    for _, one in ipairs(given) do
      local hand, inner = one[1], tvb(one[2], one[3]):tvb()
      local used = tables[hand] and tables[hand]:try(hand.dissector, inner, pinfo, tree) or 0
      if used == 0 then
        local found, dissector = pcall(Dissector.get, hand.dissector)
        if found and dissector then dissector:call(inner, pinfo, tree) end
      end
    end
  end
  for _, hand in ipairs(chosen.hand or {}) do
    local name = prefix .. "." .. fields.snake(hand.record:match("([^.]*)$")) .. "." .. fields.snake(hand.field)
    local made, one = pcall(DissectorTable.new, name, chosen.name .. " " .. hand.field, ftypes.STRING, base.NONE, protocol)
    if made then tables[hand] = one end
  end

  local own_dissector

  -- Reads one packet from an offset on, and shows it. Returns the refusal, or nil.
  local function dissect(tvb, pinfo, proto_item, tree, bytes, offset, exact)
    local role = role_of(pinfo)
    local known = stateless
    local is_stateful = learns or stateful[role]
    if is_stateful then known = conversation.before(register, pinfo, bytes, offset, start_conversation, role) end
    local version = start_version
    if known.version ~= nil then version = by_number[known.version] or version end
    local target = targets[version][role] or targets[version].packet
    if not target then
      return { kind = "parameter", text = "the version has no such packet", offset = offset, words = "" }, nil
    end
    for _, param in ipairs(target.params) do
      if known.params[param.name] == nil then
        local words = "`" .. param.name .. "` is not known: set it in the preferences of the protocol"
        return { kind = "parameter", text = words, offset = offset, words = words }, target
      end
    end
    local visible = proto_item.visible
    known.exact, known.verifies = exact, prefs.checksums
    known.shows = visible or chosen.hand ~= nil or proto_item:referenced(own_dissector)
    local refusal = reader.trace(s, target, bytes, offset, known)
    if refusal and refusal.kind == "truncated" and not exact and pinfo.can_desegment > 0 then
      if is_stateful then conversation.forget(register, pinfo, bytes, offset) end
      return refusal, target
    end
    if is_stateful then conversation.after(known, s.session, s.learned) end
    local root = roots[target]
    if visible then
      local items = display.show(s, root, tvb, proto_item)
      if refusal then add_refusal(refusal, items, proto_item) end
      for _, note in ipairs(s.notes) do
        (items[note.step] or proto_item):add_proto_expert_info(differences[note.kind], note.words)
      end
    elseif known.shows then
      display.index(s, root, tvb, proto_item)
      if refusal then proto_item:add_proto_expert_info(refusals[refusal.kind], refusal.text) end
      for _, note in ipairs(s.notes) do proto_item:add_proto_expert_info(differences[note.kind], note.words) end
    end
    return refusal, target
  end

  -- Reads all packets of a buffer.
  local function packets(tvb, pinfo, tree)
    local bytes, offset = tvb:raw(), 0
    local is_stream = pinfo.port_type == 2
    local proto_item = tree:add(protocol, tvb())
    pinfo.cols.protocol:set(column)
    local names, failed = {}, false
    repeat
      local refusal, target = dissect(tvb, pinfo, proto_item, tree, bytes, offset, not is_stream)
      if refusal and refusal.kind == "truncated" and is_stream and pinfo.can_desegment > 0 then
        local needed = refusal.needed < MOST_NEEDED and refusal.needed or MOST_NEEDED
        pinfo.desegment_offset, pinfo.desegment_len = offset, needed
        if #names > 0 then pinfo.cols.info:set(table.concat(names, " | ")) end
        return #bytes
      end
      if refusal and refusal.kind == "parameter" then
        proto_item:add_proto_expert_info(refusals.parameter, refusal.text)
        -- Nothing was read: the steps are those of another packet.
        s.n, s.pos, s.messages = 0, offset, 0
      end
      if target and #names < 8 then names[#names + 1] = info(target) end
      if refusal then names[#names + 1] = "[" .. refusal.kind .. "]" end
      local stop = s.pos
      if chosen.hand then hand_over(tvb, pinfo, tree) end
      if refusal then
        local from = math.min(math.max(refusal.kind == "trailing" and refusal.offset or stop, offset), #bytes)
        if from < #bytes and undissected then proto_item:add(undissected, tvb(from)) end
        failed = true
      end
      if stop == offset then break end
      offset = stop
    until failed or offset >= #bytes or not is_stream
    pinfo.cols.info:set(table.concat(names, " | "))
    return #bytes
  end

  function protocol.dissector(tvb, pinfo, tree)
    if tvb:len() == 0 then return 0 end
    own_dissector = own_dissector or Dissector.get(protocol_name)
    local outer = s
    if busy then s = reader.new() end
    local was_busy = busy
    busy = true
    local works, used = pcall(packets, tvb, pinfo, tree)
    busy, s = was_busy, outer
    if works then return used end
    tree:add(protocol, tvb()):add_proto_expert_info(refusals.internal, tostring(used))
    return tvb:len()
  end

  function protocol.init()
    register = conversation.register()
    read_prefs()
  end

  -- Registration at the ports of the preferences.
  local registered = {}
  local function register_ports()
    server_ports = {}
    for _, transport in ipairs({ "udp", "tcp" }) do
      local ports, table_ = tostring(prefs[transport] or ""), DissectorTable.get(transport .. ".port")
      if registered[transport] and registered[transport] ~= "" then table_:remove(registered[transport], protocol) end
      if ports ~= "" then table_:add(ports, protocol) end
      registered[transport] = ports
      for port in pairs(ports_of(ports)) do server_ports[port] = true end
    end
  end

  function protocol.prefs_changed()
    read_prefs()
    register_ports()
  end

  read_prefs()
  register_ports()
  DissectorTable.get("udp.port"):add_for_decode_as(protocol)
  DissectorTable.get("tcp.port"):add_for_decode_as(protocol)
  wireshark.heuristics(protocol, chosen)
  return protocol
end

-- Registers a heuristic where the schema proves enough bytes of every packet.
function wireshark.heuristics(protocol, chosen)
  if not chosen.fixed then return end
  local fixed, least = {}, 0
  for i, one in ipairs(chosen.fixed) do
    local bytes = span.of_hex(one.hex)
    fixed[i] = { one.offset, #bytes, bytes }
    least = math.max(least, one.offset + #bytes)
  end
  local function heuristic(tvb, pinfo, tree)
    if tvb:len() < least then return false end
    for i = 1, #fixed do
      if tvb:raw(fixed[i][1], fixed[i][2]) ~= fixed[i][3] then return false end
    end
    protocol.dissector(tvb, pinfo, tree)
    return true
  end
  protocol:register_heuristic("udp", heuristic)
  protocol:register_heuristic("tcp", heuristic)
end

return wireshark

-- The protocol in Wireshark: its registration, and the dissection of packets.

local wireshark = {}

-- The most bytes that are asked of TCP at a time; a number may claim any.
local MOST_NEEDED = 16777216

-- What packets may be.
local ROLES = { "packet", "to_server", "to_client" }

-- A protocol of Wireshark with this name; with another one if Wireshark has a protocol of this name already.
local function new_protocol(name, title)
  for attempt, ending in ipairs({ "", "_wire", "_wire_2" }) do
    local marks = { "", " (Wireform)", " (Wireform 2)" }
    local made, protocol = pcall(Proto, name .. ending, title .. marks[attempt])
    if made then return protocol, name .. ending end
  end
  error("Wireshark has a protocol " .. name, 0)
end

-- Compiles all versions. Returns them, the targets of each by their roles, and the versions by their numbers.
local function compile(tree, chosen)
  local versions, targets, by_number, wanted = {}, {}, {}, {}
  for _, role in ipairs(ROLES) do wanted[#wanted + 1] = chosen[role] end
  for i, one in ipairs(tree.versions) do
    local version = reader.version(one, tree.protocol, chosen, wanted)
    versions[i], targets[version], version.title = version, {}, one.name
    if one.number ~= nil then by_number[int.parse(one.number)] = version end
    for _, role in ipairs(ROLES) do
      local target = chosen[role]
      targets[version][role] = target and reader.target(version, target.kind, target.name)
    end
    hand.mark(version, chosen.hand)
  end
  return versions, targets, by_number
end

-- A heuristic where the schema proves enough bytes of every packet.
local function heuristic(protocol, runs)
  local fixed, least = {}, 0
  for i, one in ipairs(runs) do
    local bytes = span.of_hex(one.hex)
    fixed[i], least = { one.offset, #bytes, bytes }, math.max(least, one.offset + #bytes)
  end
  local function is_ours(tvb, pinfo, tree)
    if tvb:len() < least then return false end
    for i = 1, #fixed do
      if tvb:raw(fixed[i][1], fixed[i][2]) ~= fixed[i][3] then return false end
    end
    protocol.dissector(tvb, pinfo, tree)
    return true
  end
  protocol:register_heuristic("udp", is_ours)
  protocol:register_heuristic("tcp", is_ours)
end

-- Registers the protocol of a schema, which the command line has `chosen` options for.
function wireshark.register(tree, chosen)
  local versions, targets, by_number = compile(tree, chosen)
  local protocol, protocol_name = new_protocol(chosen.name, chosen.title or chosen.name)
  local prefix, title = fields.snake(chosen.name), chosen.name:upper()
  local registry, roots, stateful = fields.registry(prefix, versions), {}, {}
  for _, version in ipairs(versions) do
    for _, role in ipairs(ROLES) do
      local target = targets[version][role]
      if target then
        roots[target] = registry.target(target)
        -- Packets of the others depend on no earlier ones.
        stateful[role] = stateful[role] or chosen.learn ~= nil or reader.is_stateful(version, target)
      end
    end
  end
  local undissected = registry.make(prefix .. ".undissected", "Undissected bytes", ftypes.BYTES)
  protocol.fields = registry.all
  local expert_items = experts.make(prefix)
  protocol.experts = expert_items.all
  local prefs = preferences.make(protocol, chosen, versions, targets)
  hand.register(protocol, chosen.name, prefix, chosen.hand)

  local conversations, s, is_busy = conversation.register(), reader.new(), false
  local own_dissector

  -- What is known before a packet.
  local function known_before(pinfo, bytes, offset, role)
    if not stateful[role] then return { session = prefs.start.session, params = prefs.start.params } end
    return conversation.before(conversations, pinfo, bytes, offset, prefs.start, role, prefs.begins_at_zero)
  end

  -- Shows a refusal at the last step that begins before its place.
  local function show_refusal(refusal, items, proto_item)
    local where = proto_item
    for step = s.n - steps.STRIDE, 0, -steps.STRIDE do
      if items and items[step] and s[step + 2] <= refusal.offset then
        where = items[step]
        break
      end
    end
    local words = refusal.text
    if refusal.session then words = words .. "; set it in the preferences of the protocol" end
    where:add_proto_expert_info(expert_items.refusals[refusal.kind], words)
  end

  -- Shows what the state has read; in a tree that nobody sees, only what a filter asks for.
  local function show(root, tvb, proto_item, refusal, is_visible)
    local items = {}
    if is_visible then
      items = display.show(s, root, tvb, proto_item)
    else
      display.index(s, root, tvb, proto_item)
    end
    if refusal then show_refusal(refusal, items, proto_item) end
    for _, note in ipairs(s.notes) do
      (items[note.step] or proto_item):add_proto_expert_info(expert_items.differences[note.kind], note.words)
    end
  end

  -- A refusal of bytes that cannot be read as it is.
  local function unknown(words, offset)
    s.n, s.pos, s.messages, s.notes = 0, offset, 0, {}
    return { kind = "parameter", text = words, offset = offset }
  end

  -- Reads one packet from an offset on, and shows it. Returns the refusal, or nil, and the name of the target.
  local function dissect(tvb, pinfo, proto_item, bytes, offset, is_exact)
    local role = prefs.role(pinfo)
    local known = known_before(pinfo, bytes, offset, role)
    local version = by_number[known.version] or prefs.start.version
    local target = targets[version][role]
    if not target then return unknown("the version has no such packet", offset), "?" end
    for _, param in ipairs(target.params) do
      if known.params[param.name] == nil then
        local words = "`" .. param.name .. "` is not known: set it in the preferences of the protocol"
        return unknown(words, offset), target.name
      end
    end
    local is_visible = proto_item.visible
    known.exact, known.verifies = is_exact, prefs.verifies
    known.shows = is_visible or chosen.hand ~= nil or proto_item:referenced(own_dissector)
    local refusal = reader.trace(s, target, bytes, offset, known)
    if refusal and refusal.kind == "truncated" and pinfo.can_desegment > 0 then
      if known.frame then conversation.forget(conversations, pinfo, bytes, offset) end
      return refusal, target.name
    end
    if known.frame then conversation.after(known, s.session, s.learned) end
    if known.shows then show(roots[target], tvb, proto_item, refusal, is_visible) end
    return refusal, target.name
  end

  -- Reads all packets of a buffer: one of a datagram, several of a stream. Returns the number of bytes that were used.
  local function packets(tvb, pinfo, tree)
    local bytes, offset, words = tvb:raw(), 0, {}
    -- The number of TCP among Wireshark's kinds of ports.
    local is_stream = pinfo.port_type == 2
    -- A datagram is a whole packet, unless the capture has only its first bytes.
    local is_exact = not is_stream and tvb:len() == tvb:reported_len()
    local proto_item = tree:add(protocol, tvb())
    pinfo.cols.protocol:set(title)
    repeat
      local refusal, name = dissect(tvb, pinfo, proto_item, bytes, offset, is_exact)
      if refusal and refusal.kind == "truncated" and pinfo.can_desegment > 0 then
        pinfo.desegment_offset = offset
        pinfo.desegment_len = refusal.needed < MOST_NEEDED and refusal.needed or MOST_NEEDED
        break
      end
      if #words < 8 then words[#words + 1] = column.text(s, name) end
      local stop = s.pos
      if refusal and refusal.kind == "parameter" then show_refusal(refusal, nil, proto_item) end
      if chosen.hand then
        for _, said in ipairs(hand.over(s, tvb, pinfo, tree)) do words[#words + 1] = said ~= "" and said or nil end
      end
      if refusal then
        words[#words + 1] = "[" .. refusal.kind .. "]"
        local from = refusal.kind == "trailing" and refusal.offset or stop
        if from < #bytes then proto_item:add(undissected, tvb(from)) end
      end
      if refusal or stop == offset then break end
      offset = stop
    until offset >= #bytes or not is_stream
    pinfo.cols.info:set(table.concat(words, " | "))
    return #bytes
  end

  function protocol.dissector(tvb, pinfo, tree)
    if tvb:len() == 0 then return 0 end
    own_dissector = own_dissector or Dissector.get(protocol_name)
    -- A packet may be in another one of the same protocol.
    local outer, was_busy = s, is_busy
    if is_busy then s = reader.new() end
    is_busy = true
    local works, used = pcall(packets, tvb, pinfo, tree)
    is_busy, s = was_busy, outer
    if works then return used end
    tree:add(protocol, tvb()):add_proto_expert_info(expert_items.refusals.internal, tostring(used))
    return tvb:len()
  end

  -- A capture is opened, or read again.
  function protocol.init()
    conversations = conversation.register()
    prefs.read()
  end

  function protocol.prefs_changed()
    prefs.read()
    prefs.register()
  end

  prefs.read()
  prefs.register()
  DissectorTable.get("udp.port"):add_for_decode_as(protocol)
  DissectorTable.get("tcp.port"):add_for_decode_as(protocol)
  if chosen.fixed then heuristic(protocol, chosen.fixed) end
end

return wireshark

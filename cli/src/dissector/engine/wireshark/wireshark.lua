-- The protocol in Wireshark: its registration, and the dissection of packets.

local wireshark = {}

-- The most packets of a segment that the column names.
local MOST_WORDS = 8

-- The parts that a packet may play.
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
  for _, one in ipairs(chosen.inflate or {}) do wanted[#wanted + 1] = one.packet end
  for i, one in ipairs(tree.versions) do
    local version = reader.version(one, tree.protocol, chosen, wanted)
    versions[i], targets[version], version.title = version, {}, one.name
    if one.number ~= nil then by_number[int.parse(one.number)] = version end
    for _, role in ipairs(ROLES) do
      local target = chosen[role]
      targets[version][role] = target and reader.target(version, target.kind, target.name)
    end
    hand.mark(version, chosen.hand)
    version.inflated = inflate.mark(version, chosen.inflate)
  end
  return versions, targets, by_number
end

-- A heuristic where the schema proves enough bytes of every packet. Its conversation is ours from then on.
local function heuristic(protocol, dissector, runs)
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
    pinfo.conversation = protocol
    dissector(tvb, pinfo, tree)
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
    for _, target in ipairs(version.inflated) do roots[target] = registry.target(target) end
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
  -- Any refusal and any difference, by the word of its kind.
  local error_field = registry.make(prefix .. ".error", "Error", ftypes.STRING)
  local differs_field = registry.make(prefix .. ".differs", "Bytes that are written otherwise", ftypes.STRING)
  protocol.fields = registry.all
  local expert_items = experts.make(prefix, registry.by_name)
  protocol.experts = expert_items.all
  local prefs = preferences.make(protocol, chosen, versions, targets)
  hand.register(protocol, chosen.name, prefix, chosen.hand)

  local conversations, s, is_busy = conversation.register(), reader.new(), false
  local own_dissector

  -- The values known before a packet.
  local function known_before(pinfo, bytes, offset, role)
    if not stateful[role] then return { session = prefs.start.session, params = prefs.start.params } end
    return conversation.before(conversations, pinfo, bytes, offset, prefs.start, role, prefs.begins_at_zero)
  end

  -- Whether a packet has to wait for the next segment of its stream. One that is wrong in any case does not.
  local function waits(refusal, pinfo)
    return refusal and refusal.kind == "truncated" and #s.told == 0 and pinfo.can_desegment > 0
  end

  -- The tree item at which a refusal is shown: that of the last step that begins before its place.
  local function item_of(refusal, items, proto_item)
    for step = s.n - steps.STRIDE, 0, -steps.STRIDE do
      if items[step] and s[step + 2] <= refusal.offset then return items[step] end
    end
    return proto_item
  end

  -- Adds a refusal or a difference as an expert item, and its kind as a field for filters.
  local function add_expert(tree_item, proto_item, field, one, kind, words)
    tree_item:add_proto_expert_info(one, words)
    proto_item:add(field, kind):set_hidden()
  end

  -- Shows what the state has read; in a tree that nobody sees, only what a filter asks for. Returns the items of steps.
  local function show(root, tvb, proto_item, refusal, known)
    local items = {}
    if known.is_visible then
      items = display.show(s, root, tvb, proto_item)
    elseif known.shows then
      display.index(s, root, tvb, proto_item)
    end
    for _, note in ipairs(s.notes) do
      local one, where = expert_items.differences[note.kind], items[note.step] or proto_item
      add_expert(where, proto_item, differs_field, one, note.kind, note.words)
    end
    for _, told in ipairs(s.told) do
      local one, where = expert_items.refusals[told.kind], item_of(told, items, proto_item)
      add_expert(where, proto_item, error_field, one, told.kind, experts.text(told))
    end
    if not refusal then return items end
    local one = expert_items.refusals[refusal.kind]
    add_expert(item_of(refusal, items, proto_item), proto_item, error_field, one, refusal.kind, experts.text(refusal))
    return items
  end

  -- Shows a packet that was inflated below its bytes.
  local function show_inflated(one, items, proto_item, known)
    local where = items[one.at] or proto_item
    if not one.tvb then
      add_expert(where, proto_item, error_field, expert_items.refusals.value, "value", "no stream of zlib")
      return
    end
    local outer = s
    s = one.state
    show(roots[one.target], one.tvb, where, one.refusal, known)
    s = outer
  end

  -- All that a reader has to know of a packet.
  local function known_of(pinfo, tvb, tree, bytes, offset, is_exact)
    local known = known_before(pinfo, bytes, offset, prefs.role(pinfo))
    known.exact, known.lenient, known.is_visible = is_exact, true, tree.visible
    -- The bytes that a checksum covers are not all there.
    known.verifies = prefs.verifies and tvb:len() == tvb:reported_len()
    known.waits = pinfo.can_desegment > 0
    known.shows = known.is_visible or chosen.hand ~= nil or chosen.inflate ~= nil or tree:referenced(own_dissector)
    return known
  end

  -- Reads one packet from an offset on, and shows it. Returns the refusal, or nil, and the target.
  local function dissect(tvb, pinfo, tree, item, bytes, offset, is_exact)
    local role = prefs.role(pinfo)
    local known = known_of(pinfo, tvb, tree, bytes, offset, is_exact)
    local version = by_number[known.version] or prefs.start.version
    local target = targets[version][role]
    local refusal = reader.trace(s, target, bytes, offset, known)
    local said = by_number[s.learned.version]
    if said and said ~= version and (refusal or #s.told > 0) and known.frame and known.frame.is_new then
      -- The packet itself says that it is of another version.
      conversation.forget(conversations, pinfo, bytes, offset)
      known = known_of(pinfo, tvb, tree, bytes, offset, is_exact)
      known.version, target = s.learned.version, targets[said][role]
      refusal = reader.trace(s, target, bytes, offset, known)
    end
    if waits(refusal, pinfo) then
      if known.frame then conversation.forget(conversations, pinfo, bytes, offset) end
      return refusal, target
    end
    local inflated = inflate.read(s, tvb, known, title)
    if known.frame then conversation.after(known, s.session, s.said, s.learned) end
    local items = show(roots[target], tvb, item(), refusal, known)
    for _, one in ipairs(inflated) do show_inflated(one, items, item(), known) end
    return refusal, target, inflated
  end

  -- Shows the bytes that a refusal leaves, up to an offset.
  local function show_undissected(tvb, proto_item, refusal, stop)
    local from = refusal.kind == "trailing" and refusal.offset or s.pos
    if from >= stop then return end
    local rest = proto_item:add(undissected, tvb(from, stop - from))
    local unknown = refusal.session or refusal.parameter
    if unknown then rest:append_text(" (the preferences of the protocol can say `" .. unknown .. "`)") end
  end

  -- The offset of the packet after one that was refused, if its end is known: its last field is a region.
  local function offset_after_refusal(size)
    local region = s.region
    while region and region.outer do region = region.outer end
    return region and region.is_last and region.stop <= size and region.stop or nil
  end

  -- Sets the column after what other packets of a segment have put there.
  local function set_info(pinfo, words, is_stream)
    local info, before = pinfo.cols.info, ""
    if is_stream then
      info:clear()
      before = tostring(info)
    end
    info:set((before ~= "" and " | " or "") .. table.concat(words, " | "))
  end

  -- The words of the column for a packet: those of its fields, of dissectors for packets in it, and of refusals.
  local function add_words(words, target, refusal, inflated, tvb, pinfo, tree)
    if #words < MOST_WORDS and #inflated == 0 then words[#words + 1] = column.text(s, target) end
    local first = s.told[1] or refusal
    for _, one in ipairs(inflated) do
      if one.tvb and #words < MOST_WORDS then words[#words + 1] = column.text(one.state, one.target) end
      first = first or one.state.told[1] or one.refusal
    end
    if chosen.hand then
      pinfo.private[hand.DIRECTION] = prefs.by_ports(pinfo) or prefs.role(pinfo)
      for _, said in ipairs(hand.over(s, tvb, pinfo, tree)) do words[#words + 1] = said ~= "" and said or nil end
      pinfo.private[hand.DIRECTION] = ""
    end
    if first then words[#words + 1] = "[" .. first.kind .. ": " .. first.place .. "]" end
  end

  -- Reads all packets of a buffer: one of a datagram, several of a stream. Returns the number of bytes that were used.
  local function packets(tvb, pinfo, tree)
    local bytes, offset, words = tvb:raw(), 0, {}
    -- The number of TCP among Wireshark's kinds of ports.
    local is_stream = pinfo.port_type == 2
    -- A datagram is a whole packet, unless the capture has only its first bytes.
    local is_exact = not is_stream and tvb:len() == tvb:reported_len()
    local proto_item
    -- The item of the protocol, which a buffer has that is no part of a packet only.
    local function item()
      if not proto_item then
        proto_item = tree:add(protocol, tvb())
        pinfo.cols.protocol:set(title)
      end
      return proto_item
    end
    repeat
      local refusal, target, inflated = dissect(tvb, pinfo, tree, item, bytes, offset, is_exact)
      if waits(refusal, pinfo) then
        -- A number of bytes would be wrong: it is the least that is missing, and Wireshark loses the packet in later passes
        -- if it grows.
        pinfo.desegment_offset, pinfo.desegment_len = offset, DESEGMENT_ONE_MORE_SEGMENT
        break
      end
      local stop = refusal and (is_stream and offset_after_refusal(#bytes) or #bytes) or s.pos
      add_words(words, target, refusal, inflated, tvb, pinfo, tree)
      if refusal then show_undissected(tvb, item(), refusal, stop) end
      if stop == offset then break end
      offset = stop
    until offset >= #bytes or not is_stream
    if #words > 0 then set_info(pinfo, words, is_stream) end
    if tvb:reported_len() > #bytes then
      local words_ = ("the capture has %d of %d bytes"):format(#bytes, tvb:reported_len())
      add_expert(item(), item(), error_field, expert_items.refusals.truncated, "truncated", words_)
    end
    return #bytes
  end

  local function dissector(tvb, pinfo, tree)
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

  protocol.dissector = dissector

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
  if chosen.fixed then heuristic(protocol, dissector, chosen.fixed) end
end

return wireshark

-- Preferences: ports, the direction, the version, checksums, and the values with which a conversation begins.

local preferences = {}

-- The number of a text: a number, true or false, or a name of the enum of the type; nil if it is none.
local function number_of(version, type_, words)
  words = words:match("^%s*(.-)%s*$")
  if words == "true" then return 1 end
  if words == "false" then return 0 end
  for _, enum in ipairs(version.enums) do
    if type(type_) == "table" and enum.name == type_.enum then
      for _, code in ipairs(enum.names) do
        if code.name == words then return int.parse(code.written) end
      end
    end
  end
  local number_ = words:match("^%-?%d+$") and int.parse(words)
  local range = type(type_) == "table" and type_.number
  if not number_ or (range and (number_ < int.parse(range[1]) or number_ > int.parse(range[2]))) then return nil end
  return number_
end

-- The parameters of the targets and the session values of all versions, each name once.
local function inputs(versions, targets)
  local all, seen = {}, {}
  local function add(one, is_session)
    if seen[one.name] then return end
    seen[one.name] = true
    local documentation = one.documentation and table.concat(one.documentation, " ") or ""
    all[#all + 1] = {
      name = one.name, type = one.type, is_session = is_session, documentation = documentation,
      preference = "value_" .. fields.snake(one.name),
    }
  end
  for _, version in ipairs(versions) do
    for _, role in ipairs({ "packet", "to_server", "to_client" }) do
      local target = targets[version][role]
      for _, param in ipairs(target and target.params or {}) do add(param, false) end
    end
  end
  for _, version in ipairs(versions) do
    for _, session in ipairs(version.sessions) do add(session, true) end
  end
  return all
end

-- The ports of a range as a set.
local function ports_of(range)
  local set = {}
  for part in range:gmatch("[^,]+") do
    local low, high = part:match("^%s*(%d+)%s*%-%s*(%d+)%s*$")
    low = tonumber(low or part:match("^%s*(%d+)%s*$"))
    for port = low or 1, math.min(tonumber(high) or low or 0, 65535) do set[port] = true end
  end
  return set
end

-- Adds the preferences to a protocol. The result has the `start` of a conversation, `session`, `params` and `version`,
-- and `verifies`: checksums are compared, `begins_at_zero`: states without a base are zero, `ports`, as a set.
function preferences.make(protocol, chosen, versions, targets)
  local prefs, own = protocol.prefs, { start = {} }
  prefs.udp = Pref.range("UDP ports", chosen.udp or "", "Ports of the server", 65535)
  prefs.tcp = Pref.range("TCP ports", chosen.tcp or "", "Ports of the server", 65535)
  local has_directions = chosen.to_server ~= nil and chosen.to_client ~= nil
  if has_directions then
    prefs.direction = Pref.enum("Direction", 0, "Which packets are those to the server", {
      { 1, "By the port of the server", 0 }, { 2, "All are to the server", 1 }, { 3, "All are to the client", 2 },
    }, false)
  end
  if #versions > 1 then
    local names, default = {}, #versions
    for i, version in ipairs(versions) do
      names[i] = { i, version.title, i }
      if version.title == chosen.version then default = i end
    end
    prefs.version = Pref.enum("Version", default, "The version with which a conversation begins", names, false)
  end
  prefs.checksums = Pref.bool("Verify checksums", true, "Reject packets with a wrong checksum")
  if chosen.follow then
    prefs.zero = Pref.bool("States begin at zero", false, "What was not sent yet is zero; otherwise it is not known")
  end
  local all = inputs(versions, targets)
  for _, one in ipairs(all) do
    local with = chosen.with and chosen.with[one.name]
    local words = "The value at the beginning of a conversation; empty if it is not known. " .. one.documentation
    prefs[one.preference] = Pref.string(one.name, with ~= nil and int.text(int.parse(with)) or "", words)
  end

  -- Reads the preferences: to ask Wireshark for one takes as long as to read a packet.
  function own.read()
    local start = own.start
    own.verifies = prefs.checksums
    own.begins_at_zero = chosen.follow ~= nil and prefs.zero
    own.direction = has_directions and prefs.direction or 0
    start.session, start.params = {}, {}
    start.version = #versions > 1 and versions[prefs.version] or versions[#versions]
    for _, one in ipairs(all) do
      local number_ = number_of(start.version, one.type, prefs[one.preference] or "")
      if one.is_session then start.session[one.name] = number_ else start.params[one.name] = number_ end
    end
  end

  -- The direction of a packet, as far as the ports say: `to_server`, `to_client` or nil.
  function own.by_ports(pinfo)
    local to, from = own.ports[pinfo.dst_port], own.ports[pinfo.src_port]
    if to and not from then return "to_server" end
    if from and not to then return "to_client" end
    -- A port of Decode As.
    if pinfo.dst_port == pinfo.src_port then return nil end
    if pinfo.match_uint == pinfo.dst_port then return "to_server" end
    if pinfo.match_uint == pinfo.src_port then return "to_client" end
  end

  -- The role of a packet: `packet`, or `to_server` or `to_client` where the schema has both. Without a port of its own
  -- it has the direction of the packet around it, or else the server is the end with the lower port.
  function own.role(pinfo)
    if not has_directions then return "packet" end
    if own.direction == 1 then return "to_server" end
    if own.direction == 2 then return "to_client" end
    local direction = pinfo.private[hand.DIRECTION]
    if direction == nil or direction == "" then direction = own.by_ports(pinfo) end
    if direction == "to_server" or direction == "to_client" then return direction end
    return pinfo.dst_port <= pinfo.src_port and "to_server" or "to_client"
  end

  -- Registers the protocol at its ports.
  local registered = {}
  function own.register()
    own.ports = {}
    for _, transport in ipairs({ "udp", "tcp" }) do
      local range, ports = tostring(prefs[transport] or ""), DissectorTable.get(transport .. ".port")
      if (registered[transport] or "") ~= "" then ports:remove(registered[transport], protocol) end
      if range ~= "" then ports:add(range, protocol) end
      registered[transport] = range
      for port in pairs(ports_of(range)) do own.ports[port] = true end
    end
  end

  return own
end

return preferences

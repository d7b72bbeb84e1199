-- The values known of a conversation: session values, parameters, the version, and the states of differences.
--
-- The first pass over a capture reads the packets in their order. What was known before each packet is kept by its
-- frame number, so that later passes, and clicks backwards, show the same.

local conversation = {}

-- A register of conversations, which begin with these values.
function conversation.register()
  return { all = {}, frames = {} }
end

-- The conversation of a packet, the same in both directions.
local function of_packet(register, pinfo, start)
  local source = tostring(pinfo.src) .. ":" .. pinfo.src_port
  local destination = tostring(pinfo.dst) .. ":" .. pinfo.dst_port
  local key = source < destination and source .. " " .. destination or destination .. " " .. source
  local one = register.all[key]
  if not one then
    one = { session = start.session, params = start.params, states = {} }
    register.all[key] = one
  end
  return one
end

-- The packets of a frame, and the key of one among them: a frame may have several, in a buffer or in several.
local function in_frame(register, pinfo, bytes, offset)
  local number_ = pinfo.number
  local packets = register.frames[number_]
  if not packets then
    packets = {}
    register.frames[number_] = packets
  end
  return packets, offset * 16777216 + #bytes
end

-- The values known before a packet; `start` has the values of a new conversation, `direction` distinguishes its states.
-- `zero`: states without a base begin at zero.
function conversation.before(register, pinfo, bytes, offset, start, direction, zero)
  local packets, key = in_frame(register, pinfo, bytes, offset)
  local frame = packets[key]
  if frame then
    local at = 0
    -- The bases that the first pass used, in their order.
    frame.known.states = {
      get = function()
        at = at + 1
        return frame.bases[at] or nil
      end,
      set = function() end,
      begins_at_zero = zero,
    }
    return frame.known
  end
  local one = of_packet(register, pinfo, start)
  local known = { session = one.session, params = one.params, version = one.version }
  frame = { known = known, bases = {}, conversation = one, is_new = true }
  packets[key] = frame
  local changed = {}
  frame.changed = changed
  known.states = {
    get = function(name)
      local full = direction .. " " .. name
      local base = changed[full]
      if base == nil then base = one.states[full] end
      frame.bases[#frame.bases + 1] = base or false
      return base
    end,
    set = function(name, state_) changed[direction .. " " .. name] = state_ end,
    begins_at_zero = zero,
  }
  known.frame = frame
  return known
end

-- Keeps what a packet said for the packets after it: its session values, those that single messages in it `said`, too,
-- and parameters that it `learned`.
function conversation.after(known, session, said, learned)
  local frame = known.frame
  if not frame or not frame.is_new then return end
  frame.is_new = false
  local one = frame.conversation
  one.session = session
  if next(said) then
    one.session = {}
    for name, number_ in pairs(session) do one.session[name] = number_ end
    for name, number_ in pairs(said) do one.session[name] = number_ end
  end
  if next(learned) then
    local params = {}
    for name, number_ in pairs(one.params) do params[name] = number_ end
    for name, number_ in pairs(learned) do
      if name == "version" then one.version = number_ elseif not name:find(" ", 1, true) then params[name] = number_ end
    end
    one.params = params
  end
  for name, state_ in pairs(frame.changed) do one.states[name] = state_ end
end

-- Forgets a packet that is not complete yet: it is read again with more bytes.
function conversation.forget(register, pinfo, bytes, offset)
  local packets, key = in_frame(register, pinfo, bytes, offset)
  packets[key] = nil
end

return conversation

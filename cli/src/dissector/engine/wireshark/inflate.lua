-- Bytes that are a packet when they are inflated: streams of zlib.

local inflate = {}

-- Marks the fields of a version that the options name, each with the target of its packets. Returns these targets.
function inflate.mark(version, options)
  local targets = {}
  for _, one in ipairs(options or {}) do
    local holder = version.records[one.record]
    local field, target = holder and holder.fields[one.field], reader.target(version, one.packet.kind, one.packet.name)
    if field and target then
      field.item.inflated = target
      targets[#targets + 1] = target
    end
  end
  return targets
end

-- The inflated bytes of a range, as a buffer; nil if they are no stream of zlib.
local function whole(range, title)
  local works, found = pcall(range.uncompress, range, title)
  return works and found and found:tvb() or nil
end

-- Reads the packets in the bytes that a state has read. Their news of the conversation are those of the packet around
-- them. Returns a list of them: the place `at` of the step, the buffer, the target, the state and the refusal.
function inflate.read(s, tvb, known, title)
  local all = {}
  for at = 0, s.n - steps.STRIDE, steps.STRIDE do
    local target, found = s[at + 1].inflated, s[at + 5]
    if target and type(found) == "string" then
      local one = { at = at, target = target, state = reader.new() }
      one.tvb = whole(tvb(s[at + 3] - #found, #found), title .. ", inflated")
      if one.tvb then
        one.refusal = reader.trace(one.state, target, one.tvb:raw(), 0, setmetatable({ exact = true }, { __index = known }))
        for name, number_ in pairs(one.state.learned) do s.learned[name] = number_ end
        for name, number_ in pairs(one.state.said) do s.said[name] = number_ end
      end
      all[#all + 1] = one
    end
  end
  return all
end

return inflate

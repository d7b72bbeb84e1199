-- Refusals of a reader: their kinds, places and words, those of Wireform's other readers.

local fault = {}

-- Each kind in a few words.
local WORDS = {
  code = "unexpected code",
  constant = "not the constant that belongs here",
  value = "a number without a meaning here",
  bool = "neither 0 nor 1",
  text = "not valid text",
  count = "an impossible count",
  limit = "longer than the protocol allows",
  depth = "nested deeper than the protocol allows",
  varint = "an invalid variable-width integer",
  rule = "breaks the rule",
  trailing = "bytes left over",
  checksum = "not the checksum of these bytes",
}

-- All kinds, in the order in which Wireshark lists them, each with its title.
fault.KINDS = {
  { "truncated", "More bytes needed" },
  { "short", "The packet or a region ends too early" },
  { "code", "Unexpected code" },
  { "constant", "Not the constant that belongs here" },
  { "value", "A number without a meaning here" },
  { "bool", "Neither 0 nor 1" },
  { "text", "Not valid text" },
  { "count", "An impossible count" },
  { "limit", "Longer than the protocol allows" },
  { "depth", "Nested deeper than the protocol allows" },
  { "varint", "An invalid variable-width integer" },
  { "rule", "Breaks a rule" },
  { "trailing", "Bytes left over" },
  { "checksum", "Not the checksum of these bytes" },
  { "session", "The layout depends on a session value that is not known" },
  { "parameter", "The layout depends on a parameter that is not known" },
}

-- The join of two paths; either may be empty, and the second may begin with an index or a message.
function fault.join(outer, inner)
  if outer == "" then return inner end
  if inner == "" then return outer end
  local first = inner:sub(1, 1)
  if first == "[" or first == "(" then return outer .. inner end
  return outer .. "." .. inner
end

-- The place of a field: the names around it, which the state has in `around`, then its own path. A number among the
-- names is the index of an element, counted from 0.
local function place_of(s, path)
  local place = ""
  for i = 1, s.around_count do
    local name = s.around[i]
    place = fault.join(place, type(name) == "number" and "[" .. int.text(name) .. "]" or name)
  end
  return fault.join(place, path)
end

-- Refuses the bytes: unwinds to the beginning of the packet. `expected` and `found` are texts or nil.
function fault.refuse(s, kind, path, offset, expected, found, rule)
  error({
    kind = kind, place = place_of(s, path), offset = offset, expected = expected, found = found, rule = rule,
    in_region = s.regions > 0,
  }, 0)
end

-- The most refusals of a packet that are told.
local MOST_TOLD = 32

-- Refuses a number or a value, but the layout of what follows is known all the same: a lenient reader tells it and goes
-- on.
function fault.tell(s, kind, path, offset, expected, found, rule)
  if not s.lenient or s.quiet > 0 then return fault.refuse(s, kind, path, offset, expected, found, rule) end
  local told = s.told
  if #told >= MOST_TOLD then return end
  local one = {
    kind = kind, place = place_of(s, path), offset = offset, expected = expected, found = found, rule = rule,
  }
  told[#told + 1] = fault.finish(one, s.message, s.is_exact, s.start)
end

-- Refuses bytes whose layout depends on a parameter that is not known.
function fault.parameter(s, path, offset, name)
  error({ kind = "parameter", place = place_of(s, path), offset = offset, parameter = name, in_region = false }, 0)
end

-- The refusal of bytes that end in a number or a field: so many are certainly missing.
function fault.lack(s, path, offset, needed)
  return { kind = "truncated", place = place_of(s, path), offset = offset, needed = needed, in_region = s.regions > 0 }
end

-- Refuses bytes that end in a number or a field. `complete`: more bytes do not help.
function fault.short(s, path, offset, needed, complete)
  local one = fault.lack(s, path, offset, needed)
  if complete then one.kind = "short" end
  error(one, 0)
end

-- Refuses what `take` of a codec refused.
function fault.number(s, path, offset, why, needed)
  if why == "short" then return fault.short(s, path, offset, needed) end
  return fault.refuse(s, "varint", path, offset)
end

-- Refuses bytes whose layout depends on a session value that is not set.
function fault.session(s, path, offset, name)
  error({ kind = "session", place = place_of(s, path), offset = offset, session = name, in_region = false }, 0)
end

-- The words of a refusal, in the message or struct of this name. `exact`: the bytes are a whole packet.
local function words(one, exact)
  if one.kind == "parameter" then return "the parameter `" .. one.parameter .. "` is not known" end
  if one.kind == "session" then return "no message of the session has said `" .. one.session .. "` yet" end
  if one.kind == "truncated" or one.kind == "short" then
    local words = int.text(one.needed) .. " more byte" .. (one.needed == 1 and "" or "s") .. " needed"
    if one.in_region then return words .. ", but the region ends here" end
    return words .. ((exact or one.kind == "short") and ", but the packet ends here" or "")
  end
  local words = WORDS[one.kind]
  if one.rule then words = words .. " `" .. one.rule .. "`" end
  if one.expected then words = words .. ": expected " .. one.expected end
  if one.found then words = words .. (one.expected and ", found " or ": found ") .. one.found end
  return words
end

-- Completes a refusal with its text and its final kind. In a region whose end is known, and at the end of a whole
-- packet, more bytes do not help. The packet begins at the offset `start`.
function fault.finish(one, message, exact, start)
  one.words = words(one, exact)
  one.text = fault.join(message, one.place) .. " at byte " .. int.text(one.offset - start) .. ": " .. one.words
  if one.kind == "truncated" and (one.in_region or exact) then one.kind = "short" end
  return one
end

return fault

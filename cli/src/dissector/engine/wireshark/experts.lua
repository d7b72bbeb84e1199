-- Expert items: one for each kind of refusal, and one for each kind of difference from the bytes of a writer.

local experts = {}

-- The kinds of differences, with their titles.
local DIFFERENCES = {
  { "reserved", "Reserved space is written as zero or its filler" },
  { "form", "The same number needs fewer bytes" },
  { "spelling", "Another code of the same pattern is written" },
  { "flag", "A flag announces what equals the value of an absent field" },
  { "end", "Another terminator is written" },
  { "filling", "A text of fixed size is filled with zeros" },
  { "declared", "The schema accepts this number in place of the right one" },
}

-- The most characters of a place: Wireshark cuts texts of more than 240 at their end, where the reason is.
local MOST_OF_PLACE = 120

-- The text of a refusal. A long place leaves out what is behind its outermost name.
function experts.text(refusal)
  local place, rest = refusal.text:match("^(.-)( at byte .*)$")
  if not place or #place <= MOST_OF_PLACE then return refusal.text end
  return place:match("^[^.]*") .. "..." .. place:sub(-MOST_OF_PLACE):gsub("^[^.]*%.", "") .. rest
end

-- Makes all expert items of a protocol whose names begin with `prefix`. Their names are `PREFIX.KIND` and
-- `PREFIX.differs.KIND`; one that a field has, of these `taken` names, gets an ending.
function experts.make(prefix, taken)
  local made = { all = {}, refusals = {}, differences = {} }
  local function make(name, title, group, severity)
    for _, ending in ipairs({ "", "_error" }) do
      local full = prefix .. "." .. name .. ending
      local works, one = pcall(ProtoExpert.new, full, title, group, severity)
      if works and not taken[full] then
        made.all[#made.all + 1] = one
        return one
      end
    end
  end
  local group, severity = expert.group, expert.severity
  for _, kind in ipairs(fault.KINDS) do
    local of, weight = group.MALFORMED, severity.ERROR
    if kind[1] == "checksum" then of = group.CHECKSUM end
    -- The bytes may be right.
    if kind[1] == "session" or kind[1] == "parameter" then of, weight = group.UNDECODED, severity.WARN end
    made.refusals[kind[1]] = make(kind[1], kind[2], of, weight)
  end
  made.refusals.internal = make("internal", "The dissector failed", group.UNDECODED, severity.ERROR)
  for _, kind in ipairs(DIFFERENCES) do
    made.differences[kind[1]] = make("differs." .. kind[1], kind[2], group.PROTOCOL, severity.NOTE)
  end
  return made
end

return experts

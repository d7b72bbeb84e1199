-- The text of the column for one packet: names of its messages, and the first numbers of a single one.

local column = {}

-- The most fields of a single message.
local MOST_FIELDS = 3

-- The first short fields of a message.
local summaries = {}
local function summary(record_)
  local words = summaries[record_]
  if words then return words end
  words = {}
  for _, field in ipairs(record_.top_fields) do
    local item = field.item
    local word = item.of and item.of.word
    local is_short = item.what == "float" or item.what == "text" or (word and word ~= "bits" and word ~= "packed")
    local is_shown = item.kind == "field" and field.tree.name and is_short
    if is_shown and #words < MOST_FIELDS then words[#words + 1] = field end
  end
  summaries[record_] = words
  return words
end

-- The name of a message or struct, and its first numbers.
local function named(name, record_, numbers)
  local words, separator = name, ": "
  for _, field in ipairs(record_ and numbers and summary(record_) or {}) do
    local found = numbers[field.path]
    if found ~= nil then
      words = words .. separator .. field.item.name .. " " .. display.leaf_text(field.item, found)
      separator = ", "
    end
  end
  return words
end

-- The text for the packet of a target that the state has read last.
function column.text(s, target)
  if s.messages == 0 then return named(target.name, target.record, s.top_numbers) end
  if s.messages > 1 then
    local names = {}
    for i = 1, s.runs do names[i] = s.counts[i] > 1 and s.names[i] .. " x" .. s.counts[i] or s.names[i] end
    return table.concat(names, ", ") .. (s.has_more and ", .." or "")
  end
  return named(s.names[1], s.last_record, s.last_numbers)
end

return column

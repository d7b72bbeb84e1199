-- Bytes that other dissectors show: each such field has a table in Wireshark, by the number of a key, or by the name of
-- the dissector. Others may add their dissectors to it, and so does Decode As.

local hand = {}

-- Marks the fields and keys of a version that the options name.
function hand.mark(version, hands)
  for _, one in ipairs(hands or {}) do
    local holder = version.records[one.record]
    local field = holder and holder.fields[one.field]
    local key_holder = one.key and version.records[one.key.record]
    local key = key_holder and record.item_of(key_holder, one.key.number)
    if key then key.is_key = true end
    if field then
      field.item.hands = field.item.hands or {}
      table.insert(field.item.hands, { option = one, key = key })
    end
  end
end

-- Makes the tables of Wireshark.
function hand.register(protocol, name, prefix, hands)
  local tables = {}
  for _, one in ipairs(hands or {}) do
    local short = one.record:match("([^.]*)$")
    local table_name = prefix .. "." .. fields.snake(short) .. "." .. fields.snake(one.field)
    if not tables[table_name] then
      local type_, title = one.key and ftypes.UINT32 or ftypes.STRING, name .. " " .. short .. "." .. one.field
      local made, new = pcall(DissectorTable.new, table_name, title, type_, one.key and base.DEC or nil, protocol)
      tables[table_name] = made and new or nil
    end
    one.table = tables[table_name]
  end
end

-- Hands bytes to the dissector that the option names, or to another of Wireshark's table. All dissectors are loaded
-- when the first packet is.
local function give(option, tvb, pinfo, tree)
  if not option.table then return end
  local pattern = option.key and option.value or option.dissector
  if not option.is_added then
    option.is_added = true
    local found, dissector = pcall(Dissector.get, option.dissector)
    if found and dissector then option.table:add(pattern, dissector) end
  end
  option.table:try(pattern, tvb, pinfo, tree)
end

-- The name under which a packet's direction is told to dissectors of what is in it: Wireshark keeps texts for them.
hand.DIRECTION = "wireform.direction"

-- Hands the bytes of a packet's steps to other dissectors. Returns what these say in the column.
function hand.over(s, tvb, pinfo, tree)
  local given, keys, said = {}, {}, {}
  for step = 0, s.n - steps.STRIDE, steps.STRIDE do
    local item, found = s[step + 1], s[step + 5]
    if item.is_key then keys[item] = found end
    if item.hands and type(found) == "string" and found ~= "" then
      for _, one in ipairs(item.hands) do
        if not one.key or keys[one.key] == one.option.value then
          given[#given + 1] = { one.option, s[step + 3] - #found, #found }
          break
        end
      end
    end
  end
  for i, one in ipairs(given) do
    pinfo.cols.info:set("")
    give(one[1], tvb(one[2], one[3]):tvb(), pinfo, tree)
    said[i] = tostring(pinfo.cols.info)
  end
  return said
end

return hand

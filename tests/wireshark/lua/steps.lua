-- Reads requests, a line each, and prints the steps of each packet as the tests of the reader expect them.
--
-- A request has fields separated by tabs: the index of the version, the kind and the name of the target, the packet in
-- hexadecimal, "exact" or "", parameters and session values, each `NAME=NUMBER` separated by commas.

local function split(line, separator)
  local parts = {}
  for part in (line .. separator):gmatch("(.-)" .. separator) do parts[#parts + 1] = part end
  return parts
end

local function numbers(list_)
  local all = {}
  for _, one in ipairs(split(list_, ",")) do
    local name, number_ = one:match("^(.-)=(.*)$")
    if name then all[name] = int.parse(number_) end
  end
  return all
end

-- A raw number, or "-".
local function raw_text(item, found)
  if (item.what ~= "number" and item.what ~= "bits") or item.kind == "rejected" or found == false then return "-" end
  return int.text(found)
end

local function meaning(s, item, found, base, next_level, level)
  local kind = item.kind
  if kind == "rejected" then return "rejected" end
  if kind == "constant" and item.what == "bytes" then return "constant" end
  if kind == "constant" then
    return (("constant " .. item.of.text(found)):gsub(" $", ""))
  end
  if kind == "reserved" then return "reserved" end
  if kind == "terminator" then return item.by and "end, by " .. item.by or "end" end
  if kind == "code" then return item.label end
  if kind == "hook" then return "not verified: " .. item.hook end
  if kind == "record" then return type(found) == "string" and found or "" end
  if kind == "list" then return "" end
  if item.label then return item.label end
  local text_
  if item.what == "digit" then
    text_ = text.with_unit(int.text(found), item.tree.unit)
  elseif item.what == "float" then
    text_ = item.bytes == 4 and text.shortest32(found) or text.shortest64(found)
  elseif item.what == "text" then
    text_ = text.quoted(found)
  elseif item.what == "bytes" then
    text_ = text.counted(#found, "byte")
  elseif item.what == "number" then
    local has_parts = next_level and next_level > level
    if has_parts and (item.of.word == "bits" or item.of.word == "packed") then
      text_ = ""
    else
      text_ = item.of.text(found)
    end
  else
    text_ = ""
  end
  local read_as = s.read_as[base]
  if read_as ~= nil then
    local now = item.what == "float" and (item.bytes == 4 and text.shortest32(read_as) or text.shortest64(read_as)) or item.of.text(read_as)
    if now == "" then now = int.text(read_as) end
    text_ = (text_ == "" and "" or text_ .. ", ") .. "read as " .. now
  end
  if kind == "inherited" then text_ = (text_ == "" and "" or text_ .. ", ") .. "inherited" end
  return text_
end

local function print_steps(s)
  local names, out = {}, {}
  local step = 0
  while step < s.n do
    local item, offset, stop, level, found = s[step + 1], s[step + 2], s[step + 3], s[step + 4], s[step + 5]
    local kind = item.kind
    local name, index = item.name, s.index[step]
    if index and not name then
      name = "[" .. index .. "]"
    elseif index then
      name = "[" .. index .. "] " .. name
    end
    local in_path = item.is_only and "" or name
    local first = names[0] and names[0]:sub(1, 1) == "[" and 0 or 1
    local path = ""
    for i = first, level > 0 and level or -1 do
      local one = i == level and in_path or names[i]
      if one ~= "" then path = path .. ((path ~= "" and one:sub(1, 1) ~= "[") and "." or "") .. one end
    end
    names[level] = kind == "bits" and "" or in_path
    if kind ~= "default" and kind ~= "inside" and kind ~= "unnamed" then
      local length = stop - offset
      if kind == "part" or item.what == "digit" then length = 0 end
      if kind == "rejected" then length = "*" end
      local next_level = step + 5 < s.n and s[step + 9] or nil
      out[#out + 1] = table.concat({
        level, offset, length, path, name, kind, raw_text(item, found), meaning(s, item, found, step, next_level, level),
      }, "\t")
    end
    step = step + 5
  end
  return table.concat(out, "\n")
end

local versions, targets = {}, {}
for i, tree in ipairs(schema.versions) do versions[i] = reader.version(tree, schema.protocol) end
local s = reader.new()

for line in io.lines() do
  local request = split(line, "\t")
  local key = request[1] .. request[2] .. request[3]
  targets[key] = targets[key] or reader.target(versions[tonumber(request[1])], request[2], request[3])
  local bytes = request[4]:gsub("..", function(digits) return string.char(tonumber(digits, 16)) end)
  local known = {
    exact = request[5] == "exact", params = numbers(request[6]), session = numbers(request[7]), verifies = true,
  }
  local works, refusal = pcall(reader.trace, s, targets[key], bytes, 0, known)
  if not works then
    print("Lua Error: " .. tostring(refusal))
  else
    local steps_ = print_steps(s)
    if steps_ ~= "" then print(steps_) end
    print(refusal and "error " .. refusal.text or "read, rest " .. (#bytes - s.pos))
  end
  print("")
end

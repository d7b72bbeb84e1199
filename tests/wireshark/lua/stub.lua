-- Wireshark's interface as far as the dissector uses it, for runs without Wireshark. Each packet becomes lines: the
-- level, the field's name, the range, the value, and what was said of the item.

local function enumeration(names)
  local all = {}
  for i, name in ipairs(names) do all[name] = i * 65536 end
  return all
end

ftypes = enumeration({
  "NONE", "BOOLEAN", "UINT8", "UINT16", "UINT24", "UINT32", "UINT64", "INT8", "INT16", "INT24", "INT32", "INT64", "DOUBLE",
  "STRING", "BYTES", "IPv4", "ETHER",
})
DESEGMENT_ONE_MORE_SEGMENT = 268435455
base = { NONE = 0, DEC = 1, HEX = 2, HEX_DEC = 3, RANGE_STRING = 256, UNIT_STRING = 512 }
expert = {
  group = enumeration({ "CHECKSUM", "MALFORMED", "PROTOCOL", "UNDECODED" }),
  severity = enumeration({ "NOTE", "WARN", "ERROR" }),
}

local names = {}

ProtoField = {
  new = function(title, name, type_, values, shown, mask)
    assert(type(title) == "string" and name:match("^[%w_.%-]+$"), "a field needs a title and a name: " .. tostring(name))
    assert(not names[name] or names[name] == type_, "two types of the field " .. name)
    names[name] = type_
    return { name = name, type = type_, mask = mask, values = values, shown = shown }
  end,
}
ProtoExpert = { new = function(name) return { name = name } end }
Pref = {
  range = function(_, default) return default end,
  string = function(_, default) return default end,
  bool = function(_, default) return default end,
  enum = function(_, default) return default end,
}
Int64 = { new = function(low, high) return { low = low, high = high } end }
UInt64 = Int64
Address = { ip = function(words) return words end, ether = function(words) return words end }

local dissectors = {}
Dissector = { get = function(name) return dissectors[name] end }
DissectorTable = {
  get = function() return { add = function() end, remove = function() end, add_for_decode_as = function() end } end,
  new = function() return { try = function() return 0 end } end,
}

registered = {}

Proto = setmetatable({}, {
  __call = function(_, name)
    local one = { name = name, prefs = {}, register_heuristic = function() end }
    registered[#registered + 1] = one
    dissectors[name] = { call = function(_, tvb, pinfo, tree) return one.dissector(tvb, pinfo, tree) end }
    return one
  end,
})

local function number_text(value_)
  if type(value_) == "number" then
    if value_ == math.floor(value_) and value_ >= -2 ^ 53 and value_ <= 2 ^ 53 then return ("%d"):format(value_) end
    return ("%.17g"):format(value_)
  end
  if type(value_) == "table" then return ("%d:%d"):format(value_.high, value_.low) end
  return tostring(value_)
end

local item_methods = {}
local item_meta = { __index = item_methods }

local function new_item(lines, level)
  return setmetatable({ lines = lines, level = level, visible = true }, item_meta)
end

local function is_range(value_) return type(value_) == "table" and value_.is_range end

function item_methods:add(field, range, value_)
  if is_range(field) then field, range, value_ = { name = "text" }, field, range end
  if not is_range(range) then range, value_ = { start = 0, length = 0 }, range end
  local inner = new_item(self.lines, self.level + 1)
  local line = { ("  "):rep(inner.level), field.name, " ", ("%d+%d"):format(range.start, range.length) }
  if value_ ~= nil then
    line[#line + 1] = " = " .. number_text(value_)
    -- Wireshark accepts no other value of these types.
    if field.type == ftypes.UINT64 or field.type == ftypes.INT64 then assert(type(value_) == "table", field.name) end
    if field.type == ftypes.DOUBLE or field.type == ftypes.UINT8 then assert(type(value_) == "number", field.name) end
  end
  inner.line = line
  self.lines[#self.lines + 1] = line
  return inner
end

local function remark(item, words)
  item.line[#item.line + 1] = words
  return item
end

function item_methods:set_text(words) return remark(self, " | " .. words) end
function item_methods:append_text(words) return remark(self, " +" .. words) end
function item_methods:prepend_text(words) return remark(self, " ^" .. words) end
function item_methods:set_generated() return remark(self, " generated") end
function item_methods:set_hidden() return remark(self, " hidden") end
function item_methods:set_len(length) return remark(self, (" +%d bytes"):format(length)) end
function item_methods:referenced() return true end
function item_methods:add_proto_expert_info(one, words)
  self.lines[#self.lines + 1] = { ("  "):rep(self.level + 1), "! ", one.name, ": ", words }
end

-- A buffer; a call makes a range of it.
function new_tvb(bytes)
  local tvb = { bytes = bytes }
  function tvb.len() return #bytes end
  function tvb.reported_len() return #bytes end
  function tvb.raw(_, offset, length)
    offset = offset or 0
    return bytes:sub(offset + 1, length and offset + length or -1)
  end
  return setmetatable(tvb, {
    __call = function(_, offset, length)
      offset = offset or 0
      length = length or #bytes - offset
      assert(offset >= 0 and length >= 0 and offset + length <= #bytes, "Range is out of bounds")
      return { is_range = true, start = offset, length = length, tvb = function() return new_tvb(bytes:sub(offset + 1, offset + length)) end }
    end,
  })
end

-- Dissects one packet with the protocol of this name; returns its lines.
function dissect(name, bytes, number_)
  local protocol
  for _, one in ipairs(registered) do
    if one.name == name then protocol = one end
  end
  local lines = {}
  local tree = new_item(lines, -1)
  local column = { set = function(self, words) self.words = words end }
  local info = { set = function(self, words) self.words = words end }
  local pinfo = {
    number = number_, src = "10.0.0.1", dst = "10.0.0.2", src_port = number_, dst_port = 4000, port_type = 3,
    can_desegment = 0, visited = false, cols = { protocol = column, info = info },
  }
  protocol.dissector(new_tvb(bytes), pinfo, tree)
  local out = { "info " .. tostring(info.words) }
  for i, line in ipairs(lines) do out[i + 1] = table.concat(line) end
  for i, line in ipairs(out) do out[i] = line:gsub("%c", ".") end
  return table.concat(out, "\n")
end

-- Dissects the packets of lines `PROTOCOL HEX`; each has its number.
function answer()
  local number_ = 0
  for line in io.lines() do
    number_ = number_ + 1
    local name, hex = line:match("^(%S+) (%x*)$")
    local bytes = hex:gsub("..", function(digits) return string.char(tonumber(digits, 16)) end)
    print(dissect(name, bytes, number_) .. "\n")
  end
end

-- The dissector has no globals: to ask for one that is not here, or to make one, is a mistake.
setmetatable(_G, {
  __index = function(_, name) error("there is no global " .. tostring(name), 2) end,
  __newindex = function(_, name) error("a global is made: " .. tostring(name), 2) end,
})

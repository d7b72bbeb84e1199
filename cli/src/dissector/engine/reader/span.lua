-- Readers of bytes, texts, constants and reserved space.

local span = {}

local add, note = steps.add, steps.note

-- Notes another terminator than the one that a writer makes, which the model has as a number or as hexadecimal digits.
function span.note_end(s, one, stop, found)
  if one.form ~= "until" or one.kept ~= "until" then return end
  local written = one.written
  if written == nil then return end
  if type(written) == "number" then written = ("%02x"):format(written) end
  local read = s.bytes:sub(stop + 1, s.pos):gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)
  if read ~= written then
    note(s, "end", found and "another terminator is written" or "a terminator is written")
  end
end

local note_end = span.note_end

-- Raw bytes.
function span.bytes(build, field)
  local item, path, len = field.item, field.path, field.len
  local one = extent.compile(build, field, field.tree.extent)
  item.kind, item.what = "field", "bytes"
  local bytes = extent.bytes
  return function(s, c)
    local offset = s.pos
    local start, stop, found = bytes(s, c, field, one, offset)
    local content = s.bytes:sub(start + 1, stop)
    c[path] = content
    c[len] = stop - start
    if s.shows then add(s, item, offset, s.pos, content) end
    note_end(s, one, stop, found)
  end
end

-- Whether bytes are valid UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
local function is_utf8(bytes)
  if not bytes:find("[\128-\255]") then return true end
  local at, length = 1, #bytes
  while at <= length do
    local byte = bytes:byte(at)
    local more, low, high = 0, 0x80, 0xBF
    if byte >= 0x80 then
      if byte >= 0xC2 and byte <= 0xDF then
        more = 1
      elseif byte >= 0xE0 and byte <= 0xEF then
        more = 2
        if byte == 0xE0 then low = 0xA0 elseif byte == 0xED then high = 0x9F end
      elseif byte >= 0xF0 and byte <= 0xF4 then
        more = 3
        if byte == 0xF0 then low = 0x90 elseif byte == 0xF4 then high = 0x8F end
      else
        return false
      end
    end
    for i = 1, more do
      local next_byte = bytes:byte(at + i)
      if not next_byte or next_byte < low or next_byte > high then return false end
      low, high = 0x80, 0xBF
    end
    at = at + more + 1
  end
  return true
end

-- Latin-1 as UTF-8.
local function from_latin1(bytes)
  if not bytes:find("[\128-\255]") then return bytes end
  return (bytes:gsub("[\128-\255]", function(one)
    local byte = one:byte()
    return string.char(0xC0 + math.floor(byte / 64), 0x80 + byte % 64)
  end))
end

-- A character as UTF-8.
local function character(code)
  local function more(shift) return 0x80 + math.floor(code / shift) % 64 end
  if code < 0x80 then return string.char(code) end
  if code < 0x800 then return string.char(0xC0 + math.floor(code / 64), more(1)) end
  if code < 0x10000 then return string.char(0xE0 + math.floor(code / 4096), more(64), more(1)) end
  return string.char(0xF0 + math.floor(code / 262144), more(4096), more(64), more(1))
end

-- UTF-16 as UTF-8; nothing if a surrogate is not one of a pair.
local function from_utf16(units)
  local characters, at = {}, 1
  while at <= #units do
    local unit = units[at]
    if unit >= 0xD800 and unit <= 0xDFFF then
      at = at + 1
      local low = units[at] or 0
      if unit > 0xDBFF or low < 0xDC00 or low > 0xDFFF then return nil end
      unit = 0x10000 + (unit - 0xD800) * 1024 + low - 0xDC00
    end
    characters[#characters + 1] = character(unit)
    at = at + 1
  end
  return table.concat(characters)
end

-- Units each of which is a character from the least to the greatest, by its low byte: nothing if one is none.
local function from_bytes(least, greatest)
  return function(units)
    local characters = {}
    for at, unit in ipairs(units) do
      if unit < least or unit > greatest then return nil end
      characters[at] = string.char(int.part(unit, 0, 8, false))
    end
    return from_latin1(table.concat(characters))
  end
end

-- Each encoding: its name, and the text of bytes and of wider units.
local ENCODINGS = {
  utf8 = { name = "UTF-8", of_bytes = function(bytes) return is_utf8(bytes) and bytes end },
  ascii = {
    name = "ASCII",
    of_bytes = function(bytes) return not bytes:find("[\128-\255]") and bytes end,
    of_units = from_bytes(0, 127),
  },
  latin1 = { name = "Latin-1", of_bytes = from_latin1, of_units = from_bytes(-128, 255) },
  utf16 = { name = "UTF-16", of_units = from_utf16, has_pairs = true },
}

-- Text that is encoded in bytes.
local function text_of_bytes(build, field)
  local tree, item, path, len = field.tree, field.item, field.path, field.len
  local encoding, fill = ENCODINGS[tree.encoding], tree.fill
  local one = extent.compile(build, field, tree.extent)
  local unfilled = fill and "^(.-)" .. ("%" .. string.char(fill)):gsub("%%(%w)", "%1") .. "*$"
  local bytes = extent.bytes
  return function(s, c)
    local offset = s.pos
    local start, stop, found = bytes(s, c, field, one, offset)
    local content = s.bytes:sub(start + 1, stop)
    local whole = content
    if one.is_fixed then
      if unfilled then
        content = content:match(unfilled)
      else
        local zero = content:find("\0", 1, true)
        if zero then content = content:sub(1, zero - 1) end
      end
    end
    c[len] = #content
    content = encoding.of_bytes(content)
    if not content then
      extent.rejected(s, field, offset)
      return fault.refuse(s, "text", field.place, offset, encoding.name)
    end
    c[path] = content
    add(s, item, offset, s.pos, content)
    local is_short = one.most and #whole < one.most
    if is_short or (one.is_fixed and not unfilled and whole:find("%z[^%z]")) then
      note(s, "filling", "a text of fixed size is filled with zeros")
    end
    note_end(s, one, stop, found)
  end
end

-- Text whose units are integers: those of UTF-16, or characters, in a signed unit as negative numbers with their low bytes.
local function text_of_units(build, field)
  local tree, item, path, len = field.tree, field.item, field.path, field.len
  local encoding, fill = ENCODINGS[tree.encoding], tree.fill
  local scalar = codec.scalar(tree.unit, build.varints)
  local one = extent.compile(build, field, tree.extent)
  local take, form = scalar.take, one.form
  local terminators = form == "until" and one.set or nil
  local written = form == "until" and one.kept == "until" and one.written and scalar.put(one.written)
  -- The number of a character: its byte, or in a signed unit the negative number with that low byte.
  local function number_of(byte)
    if byte >= scalar.min and byte <= scalar.max then return byte end
    local signed = byte >= 128 and byte - 256 or byte
    if signed >= scalar.min and signed <= scalar.max then return signed end
  end
  return function(s, c)
    local offset = s.pos
    local count, most = nil, nil
    if form == "exactly" then
      count = extent.exactly(s, c, field, one, offset)
    elseif form == "at_most" then
      most = one.most
    end
    local to_the_end = most or form == "rest" or one.or_end
    local function no_text()
      extent.rejected(s, field, offset)
      return fault.refuse(s, "text", field.place, offset, encoding.name)
    end
    -- The units of the text, and those that fill it: behind the first zero, or as the last ones.
    local units, filling, read, other, unlike = {}, 0, 0, nil, nil
    local ended
    while true do
      local ends = s.pos >= s.limit
      if count and read >= count then break end
      if most and (read >= most or ends) then break end
      if ends and (form == "rest" or one.or_end) then break end
      local start = s.pos
      local raw, stop, needed = take(s.bytes, start, s.limit)
      if raw == nil then
        if encoding.has_pairs and to_the_end then return no_text() end
        extent.rejected(s, field, offset)
        return fault.number(s, field.place, offset, stop, needed)
      end
      s.pos = stop
      local is_character = raw >= -128 and raw <= 255
      local same = is_character and number_of(int.part(raw, 0, 8, false))
      if terminators then
        if expr.contains(terminators, raw) or (same and expr.contains(terminators, same)) then
          ended = s.bytes:sub(start + 1, stop)
          break
        end
        if one.bound and read >= one.bound then return extent.limit(s, field, offset, one.bound) end
      end
      read = read + 1
      local is_zero = raw >= 0 and raw <= 0
      if one.is_fixed and fill and raw == fill then
        filling = filling + 1
      elseif one.is_fixed and not fill and (is_zero or filling > 0) then
        filling = filling + 1
        unlike = unlike or not is_zero
      else
        for _ = 1, filling do units[#units + 1] = fill end
        filling = 0
        units[#units + 1] = raw
        if s.bytes:sub(start + 1, stop) ~= scalar.put(same or raw) then other = true end
      end
    end
    local content = encoding.of_units(units)
    if not content then return no_text() end
    c[len] = #units
    c[path] = content
    add(s, item, offset, s.pos, content)
    if other then note(s, "form", "a character has another form") end
    if (one.most and read < one.most) or unlike then
      note(s, "filling", "a text of fixed size is filled with zeros")
    end
    if written and ended ~= written then
      note(s, "end", ended and "another terminator is written" or "a terminator is written")
    end
  end
end

-- Text.
function span.text(build, field)
  if not ENCODINGS[field.tree.encoding] then expr.unknown("encoding", field.tree.encoding) end
  field.item.kind, field.item.what = "field", "text"
  if field.tree.unit then return text_of_units(build, field) end
  return text_of_bytes(build, field)
end

-- Bytes that the model has as hexadecimal digits.
function span.of_hex(hex)
  return (hex:gsub("..", function(digits) return string.char(tonumber(digits, 16)) end))
end

-- Constant bytes.
function span.constant(build, field)
  local item, constant = field.item, span.of_hex(field.tree.hex)
  item.kind, item.what = "constant", "bytes"
  local length = #constant
  return function(s)
    local offset = s.pos
    local remaining = s.limit - offset
    if remaining < length then
      add(s, field.rejected, offset, offset, false)
      return fault.short(s, field.place, offset, length - remaining)
    end
    local stop = offset + length
    s.pos = stop
    local found = s.bytes:sub(offset + 1, stop)
    if found ~= constant then
      add(s, field.rejected, offset, stop, false)
      -- If the bytes that a refusal shows are right, it is about the first that is not.
      local same = 0
      while found:byte(same + 1) == constant:byte(same + 1) do same = same + 1 end
      if same < text.MOST_BYTES then same = 0 end
      local right, wrong = text.bytes(constant:sub(same + 1)), text.bytes(found:sub(same + 1))
      return fault.refuse(s, "constant", field.place, offset + same, right, wrong)
    end
    add(s, item, offset, stop, found)
  end
end

-- Reserved space.
function span.reserved(build, field)
  local tree, item, align = field.tree, field.item, field.tree.align
  local fill, checked = tree.fill or 0, tree.checked
  item.kind, item.what = checked and "constant" or "reserved", "bytes"
  local one = not align and extent.compile(build, field, tree.extent or { fixed = tree.bytes })
  local other = "[^" .. ("%" .. string.char(fill)):gsub("%%(%w)", "%1"):gsub("%%%z", "%%z") .. "]"
  local is_written = align or tree.bytes or tree.filled or (type(tree.extent) == "table" and tree.extent.given ~= nil)
  return function(s, c)
    local offset, from = s.pos, one
    if align then from = { form = "exactly", fixed = (c.front - offset) % align } end
    local start, stop = extent.bytes(s, c, field, from, offset)
    local content = s.bytes:sub(start + 1, stop)
    local wrong = content:find(other)
    if wrong and checked then
      add(s, field.rejected, offset, s.pos, false)
      local filler = text.bytes(string.char(fill))
      return fault.refuse(s, "constant", field.place, offset, filler, text.bytes(content:sub(wrong, wrong)))
    end
    add(s, item, offset, s.pos, content)
    if not checked and (wrong or (not is_written and #content > 0)) then
      note(s, "reserved", "reserved space is written otherwise")
    end
  end
end

return span

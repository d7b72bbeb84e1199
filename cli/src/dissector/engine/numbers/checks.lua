-- Checksums of the catalogue, computed byte by byte: Lua 5.2 has no operators on bits.

local byte, char, floor = string.byte, string.char, math.floor
local ipairs = ipairs

local checks = {}

-- The exclusive or of the bytes `a` and `b` is `XOR[256 * a + b]`. Made when first needed, as it is large.
local XOR

-- Each byte with its bits in the reverse order.
local REVERSED

local function make_tables()
  XOR, REVERSED = { [0] = 0 }, { [0] = 0 }
  -- Two of the four quarters of a square are as the one before, and two have the next bit.
  local size = 1
  while size < 256 do
    for a = 0, size - 1 do
      for b = 0, size - 1 do
        local both = XOR[256 * a + b]
        XOR[256 * (a + size) + b + size] = both
        XOR[256 * (a + size) + b] = both + size
        XOR[256 * a + b + size] = both + size
      end
    end
    for a = 0, size - 1 do
      REVERSED[a + size] = REVERSED[a] + floor(128 / size)
    end
    size = size * 2
  end
  -- Tables that were filled from many sides are slow: a copy in order is a list.
  local list = {}
  for at = 0, 65535 do list[at] = XOR[at] end
  XOR = list
end

-- ## Cyclic redundancy checks
--
-- The register is a list of bytes. The first of them meets the next byte of the input, and the others follow:
-- of a check whose input is not reflected the highest byte is the first, and the register is at the upper end
-- of its bytes. A reflected check is the same with all bits in the reverse order.

-- The number of bytes of a register of so many bits.
local function register_bytes(width)
  return width <= 8 and 1 or width <= 16 and 2 or width <= 32 and 4 or 8
end

-- The bytes of a number at the upper end of a register, the highest first.
local function upper_bytes(number, width, count)
  local kept = int.part(int.parse(number), 0, width, false)
  return { byte(int.to_bytes(int.put(0, count * 8 - width, width, kept), count, false), 1, count) }
end

-- The bytes of a number at the lower end of a register, the lowest first.
local function lower_bytes(number, width, count)
  local kept = int.part(int.parse(number), 0, width, false)
  return { byte(int.to_bytes(kept, count, true), 1, count) }
end

-- The register without its highest bit, moved up, and with the polynomial if the bit was set.
local function moved(register, poly)
  local next, count = {}, #register
  local is_set = register[1] >= 128
  for at = 1, count do
    local below = register[at + 1] or 0
    next[at] = register[at] % 128 * 2 + (below >= 128 and 1 or 0)
    if is_set then next[at] = XOR[256 * next[at] + poly[at]] end
  end
  return next
end

-- For each byte of the register, what the first one and a byte of the input make of it. All but the last are
-- multiples of 256, ready to be combined with the byte that moves there.
local function make_table(poly, count, is_reflected)
  local columns = {}
  for at = 1, count do columns[at] = {} end
  for first = 0, 255 do
    local register = { first }
    for at = 2, count do register[at] = 0 end
    for _ = 1, 8 do register = moved(register, poly) end
    local index = is_reflected and REVERSED[first] or first
    for at = 1, count do
      local part = is_reflected and REVERSED[register[at]] or register[at]
      columns[at][index] = at < count and 256 * part or part
    end
  end
  return columns
end

-- The functions that move bytes through a register, by its count of bytes. They return the register.
local RUN = {}

RUN[1] = function(columns, register, bytes)
  local xor, first = XOR, columns[1]
  local a = register[1]
  for at = 1, #bytes do a = first[xor[256 * a + byte(bytes, at)]] end
  return { a }
end

RUN[2] = function(columns, register, bytes)
  local xor, first, second = XOR, columns[1], columns[2]
  local a, b = register[1], register[2]
  for at = 1, #bytes do
    local index = xor[256 * a + byte(bytes, at)]
    a, b = xor[first[index] + b], second[index]
  end
  return { a, b }
end

RUN[4] = function(columns, register, bytes)
  local xor, first, second, third, fourth = XOR, columns[1], columns[2], columns[3], columns[4]
  local a, b, c, d = register[1], register[2], register[3], register[4]
  for at = 1, #bytes do
    local index = xor[256 * a + byte(bytes, at)]
    a, b, c, d = xor[first[index] + b], xor[second[index] + c], xor[third[index] + d], fourth[index]
  end
  return { a, b, c, d }
end

RUN[8] = function(columns, register, bytes)
  local xor, t1, t2, t3, t4 = XOR, columns[1], columns[2], columns[3], columns[4]
  local t5, t6, t7, t8 = columns[5], columns[6], columns[7], columns[8]
  local a, b, c, d = register[1], register[2], register[3], register[4]
  local e, f, g, h = register[5], register[6], register[7], register[8]
  for at = 1, #bytes do
    local index = xor[256 * a + byte(bytes, at)]
    a, b, c, d = xor[t1[index] + b], xor[t2[index] + c], xor[t3[index] + d], xor[t4[index] + e]
    e, f, g, h = xor[t5[index] + f], xor[t6[index] + g], xor[t7[index] + h], t8[index]
  end
  return { a, b, c, d, e, f, g, h }
end

-- Reverses the bits of each byte of a list.
local function reverse_each(bytes)
  for at, one in ipairs(bytes) do bytes[at] = REVERSED[one] end
end

-- A check with its table: the function from bytes to the number.
local function new_crc(crc)
  if not XOR then make_tables() end
  local width = crc.width
  local count = register_bytes(width)
  local columns = make_table(upper_bytes(crc.poly, width, count), count, crc.refin)
  local initial = upper_bytes(crc.init, width, count)
  if crc.refin then reverse_each(initial) end
  local last = (crc.refout and lower_bytes or upper_bytes)(crc.xorout, width, count)
  local run, unpack = RUN[count], table.unpack
  return function(bytes)
    local register = run(columns, initial, bytes)
    -- The reverse of a register is its bytes in the reverse order, each reversed.
    if (crc.refin or false) ~= (crc.refout or false) then reverse_each(register) end
    for at = 1, count do register[at] = XOR[256 * register[at] + last[at]] end
    local number = int.from_bytes(char(unpack(register)), 0, count, false, crc.refout)
    return crc.refout and number or int.part(number, count * 8 - width, width, false)
  end
end

-- The checks that have a table already, by the names of the catalogue.
local known = {}

-- ## Sums

-- The sum of all bytes.
local function sum(bytes)
  local all = 0
  for at = 1, #bytes do all = all + byte(bytes, at) end
  return all
end

-- Two sums, of which the second adds up the first; each is a remainder.
local function two_sums(modulus, start, factor)
  return function(bytes)
    local low, high = start, 0
    for at = 1, #bytes do
      low = (low + byte(bytes, at)) % modulus
      high = (high + low) % modulus
    end
    return low + high * factor
  end
end

-- The other checks of the catalogue by their names.
local SUMS = {
  sum_8 = function(bytes) return sum(bytes) % 256 end,
  sum_16 = function(bytes) return sum(bytes) % 65536 end,
  sum_32 = function(bytes) return sum(bytes) % 4294967296 end,
  lrc_8 = function(bytes) return (256 - sum(bytes) % 256) % 256 end,
  fletcher_8 = two_sums(256, 0, 256),
  fletcher_16 = two_sums(255, 0, 256),
  adler_32 = two_sums(65521, 1, 65536),
}

function SUMS.xor_8(bytes)
  if not XOR then make_tables() end
  local all = 0
  for at = 1, #bytes do all = XOR[256 * all + byte(bytes, at)] end
  return all
end

function SUMS.internet(bytes)
  local all = 0
  for at = 1, #bytes, 2 do all = all + byte(bytes, at) * 256 + (byte(bytes, at + 1) or 0) end
  while all > 65535 do all = all % 65536 + floor(all / 65536) end
  return 65535 - all
end

-- The number of a checksum of the model for the bytes that it covers.
function checks.compute(checksum, bytes)
  local crc = checksum.crc
  if not crc then return SUMS[checksum.check](bytes) end
  local compute = known[crc.name]
  if not compute then
    compute = new_crc(crc)
    known[crc.name] = compute
  end
  return compute(bytes)
end

return checks

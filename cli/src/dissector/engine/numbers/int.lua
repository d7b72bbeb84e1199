-- Exact integers, on the doubles of Lua 5.2 as well as on the integers of later versions.
--
-- A raw number is a Lua number up to 2^53 on either side of zero, and otherwise a wide value: a table with
-- the `sign`, 1 or -1, and the magnitude in limbs of 24 bits, the lowest first. A limb is small enough for
-- doubles: the product of two limbs is exact. A number that fits is never wide, so `==` compares all of them.

local floor, format, byte, char = math.floor, string.format, string.byte, string.char
local sub, rep, concat, insert = string.sub, string.rep, table.concat, table.insert

local int = {}

-- The numbers of a limb.
local LIMB = 16777216
-- Sums and products below it in magnitude are exact.
local EXACT = 9007199254740992
local FOUR_BYTES = 4294967296

-- The powers of two up to 2^53, integers where the runtime has them.
local POWER = { [0] = 1 }
for bit = 1, 53 do POWER[bit] = POWER[bit - 1] * 2 end

-- Those up to 2^64 as doubles, to divide by.
local SCALE = {}
for bit = 0, 64 do SCALE[bit] = 2.0 ^ bit end

local Wide = {}

-- Whether a raw number is wide.
local function is_wide(n) return type(n) == "table" end
int.is_wide = is_wide

-- ## Magnitudes: lists of limbs

-- Removes the limbs above the highest that is not zero.
local function trimmed(limbs)
  local count = #limbs
  while count > 0 and limbs[count] == 0 do
    limbs[count] = nil
    count = count - 1
  end
  return limbs
end

-- The raw number of a sign and a magnitude, whose list becomes part of it.
local function number_of(sign, limbs)
  trimmed(limbs)
  local count, third = #limbs, limbs[3] or 0
  if count < 3 or (count == 3 and (third < 32 or (third == 32 and limbs[2] == 0 and limbs[1] == 0))) then
    local n = (third * LIMB + (limbs[2] or 0)) * LIMB + (limbs[1] or 0)
    if sign < 0 then return 0 - n end
    return n
  end
  limbs.sign = sign
  return setmetatable(limbs, Wide)
end

-- The sign of a raw number and its magnitude, which must not be changed.
local function parts_of(n)
  if is_wide(n) then return n.sign, n end
  local sign = 1
  if n < 0 then sign, n = -1, 0 - n end
  local high = floor(n / LIMB)
  return sign, trimmed({ n % LIMB, high % LIMB, floor(high / LIMB) })
end

-- -1, 0 or 1: how two magnitudes compare.
local function compare(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  for at = #a, 1, -1 do
    if a[at] ~= b[at] then return a[at] < b[at] and -1 or 1 end
  end
  return 0
end

-- The sum of two magnitudes.
local function plus(a, b)
  local sum, carry = {}, 0
  for at = 1, (#a > #b and #a or #b) + 1 do
    local limb = (a[at] or 0) + (b[at] or 0) + carry
    carry = limb >= LIMB and 1 or 0
    sum[at] = limb - carry * LIMB
  end
  return sum
end

-- The difference of two magnitudes; `a` is not smaller.
local function minus(a, b)
  local difference, borrow = {}, 0
  for at = 1, #a do
    local limb = a[at] - (b[at] or 0) - borrow
    borrow = limb < 0 and 1 or 0
    difference[at] = limb + borrow * LIMB
  end
  return trimmed(difference)
end

-- The product of two magnitudes.
local function times(a, b)
  local product = {}
  for at = 1, #a + #b do product[at] = 0 end
  for i = 1, #a do
    local carry = 0
    for j = 1, #b do
      local limb = product[i + j - 1] + a[i] * b[j] + carry
      carry = floor(limb / LIMB)
      product[i + j - 1] = limb - carry * LIMB
    end
    product[i + #b] = product[i + #b] + carry
  end
  return trimmed(product)
end

-- A magnitude without its lowest `bits` bits, and whether one of these was set.
local function shifted(limbs, bits)
  local whole, rest = floor(bits / 24), bits % 24
  local lost, high = false, {}
  for at = 1, whole do lost = lost or (limbs[at] or 0) ~= 0 end
  lost = lost or (limbs[whole + 1] or 0) % POWER[rest] ~= 0
  for at = whole + 1, #limbs do
    local above = (limbs[at + 1] or 0) % POWER[rest]
    high[at - whole] = floor(limbs[at] / POWER[rest]) + above * POWER[24 - rest]
  end
  return trimmed(high), lost
end

-- The lowest `bits` bits of a magnitude.
local function lowest(limbs, bits)
  local low = {}
  local whole, rest = floor(bits / 24), bits % 24
  for at = 1, whole do low[at] = limbs[at] or 0 end
  if rest > 0 then low[whole + 1] = (limbs[whole + 1] or 0) % POWER[rest] end
  return trimmed(low)
end

-- The magnitude of a power of two.
local function power(bits)
  local limbs, whole = {}, floor(bits / 24)
  for at = 1, whole do limbs[at] = 0 end
  limbs[whole + 1] = POWER[bits % 24]
  return limbs
end

-- The quotient of a magnitude and a number below 2^24, and the remainder.
local function divided_by_small(limbs, by)
  local quotient, rest = {}, 0
  for at = #limbs, 1, -1 do
    local limb = rest * LIMB + limbs[at]
    rest = limb % by
    quotient[at] = floor((limb - rest) / by)
  end
  return trimmed(quotient), rest
end

-- The quotient of two magnitudes and the remainder, bit by bit: this is rare.
local function divided_by(limbs, by)
  if #by == 1 then
    local quotient, rest = divided_by_small(limbs, by[1])
    return quotient, trimmed({ rest })
  end
  local quotient, rest = {}, {}
  for at = #limbs, 1, -1 do
    local limb = 0
    for bit = 23, 0, -1 do
      rest = plus(rest, rest)
      rest[1] = (rest[1] or 0) + floor(limbs[at] / POWER[bit]) % 2
      trimmed(rest)
      limb = limb * 2
      if compare(rest, by) >= 0 then
        rest = minus(rest, by)
        limb = limb + 1
      end
    end
    quotient[at] = limb
  end
  return trimmed(quotient), rest
end

-- ## Comparison: a wide value is further from zero than each number

function Wide.__eq(a, b) return a.sign == b.sign and compare(a, b) == 0 end

-- -1, 0 or 1: how two raw numbers, of which one is wide, compare.
local function order(a, b)
  if not is_wide(a) then return -b.sign end
  if not is_wide(b) or a.sign ~= b.sign then return a.sign end
  return compare(a, b) * a.sign
end

function Wide.__lt(a, b) return order(a, b) < 0 end
function Wide.__le(a, b) return order(a, b) <= 0 end

-- ## Texts

-- A raw number in decimal.
function int.text(n)
  if not is_wide(n) then return format("%.0f", n) end
  local limbs, groups = n, {}
  while #limbs > 0 do
    local group
    limbs, group = divided_by_small(limbs, 1000000)
    insert(groups, 1, format(#limbs > 0 and "%06.0f" or "%.0f", group))
  end
  return (n.sign < 0 and "-" or "") .. concat(groups)
end
Wide.__tostring = int.text

-- A raw number that is not negative in hexadecimal, without `0x`.
function int.hex(n)
  if not is_wide(n) and n < LIMB then return format("%x", n) end
  local _, limbs = parts_of(n)
  local digits = format("%x", limbs[#limbs])
  for at = #limbs - 1, 1, -1 do digits = digits .. format("%06x", limbs[at]) end
  return digits
end

-- The raw number of a Lua number or a decimal text.
function int.parse(x)
  if type(x) == "number" then return floor(x) end
  if is_wide(x) then return x end
  local sign, digits = 1, x
  if sub(x, 1, 1) == "-" then sign, digits = -1, sub(x, 2) end
  local limbs = {}
  for at = 1, #digits, 6 do
    local group = sub(digits, at, at + 5)
    limbs = trimmed(plus(times(limbs, { floor(10 ^ #group) }), { floor(tonumber(group)) }))
  end
  return number_of(sign, limbs)
end

-- ## Bytes

-- The raw number of two unsigned halves of 32 bits; if it is signed, by the highest bit.
local function joined(low, high, signed)
  if signed and high >= 2147483648 then high = high - FOUR_BYTES end
  if high < 2097152 and high >= -2097152 then return high * FOUR_BYTES + low end
  local sign = 1
  if high < 0 then
    sign, high = -1, 0 - high
    if low > 0 then low, high = FOUR_BYTES - low, high - 1 end
  end
  -- The third limb is not zero, so nothing has to be trimmed.
  local lowest, middle, top = low % LIMB, floor(low / LIMB) + high % 65536 * 256, floor(high / 65536)
  if top == 32 and middle == 0 and lowest == 0 then return sign * EXACT end
  return setmetatable({ lowest, middle, top, sign = sign }, Wide)
end
int.joined = joined

-- The number of up to four bytes of a text, the lowest first or the highest.
local function unsigned(s, first, last, little)
  local n, from, to, step = 0, first, last, 1
  if little then from, to, step = last, first, -1 end
  for at = from, to, step do n = n * 256 + byte(s, at) end
  return n
end

-- The raw number of `count` bytes, 1 to 8, of a text from the offset on, which is counted from zero.
function int.from_bytes(s, offset, count, signed, little)
  local first, last = offset + 1, offset + count
  if count <= 4 then
    local n = unsigned(s, first, last, little)
    if signed and n >= POWER[count * 8 - 1] then return n - POWER[count * 8] end
    return n
  end
  local low, high
  if little then
    low, high = unsigned(s, first, first + 3, true), unsigned(s, first + 4, last, true)
  else
    low, high = unsigned(s, last - 3, last, false), unsigned(s, first, last - 4, false)
  end
  if signed and count < 8 and high >= POWER[count * 8 - 33] then
    high = high - POWER[count * 8 - 32] + FOUR_BYTES
  end
  return joined(low, high, signed)
end

-- The low 32 bits of a raw number in two's complement, and the 32 bits above.
local function halves(n)
  if not is_wide(n) then return n % FOUR_BYTES, floor(n / FOUR_BYTES) % FOUR_BYTES end
  local low = n[1] + n[2] % 256 * LIMB
  local high = floor(n[2] / 256) + n[3] % 65536 * 65536
  if n.sign < 0 then
    low, high = (FOUR_BYTES - low) % FOUR_BYTES, FOUR_BYTES - high - (low > 0 and 1 or 0)
    high = high % FOUR_BYTES
  end
  return low, high
end
int.halves = halves

-- The low `count` bytes, 1 to 8, of a raw number in two's complement.
function int.to_bytes(n, count, little)
  local low, high = halves(n)
  local bytes = char(low % 256, floor(low / 256) % 256, floor(low / 65536) % 256, floor(low / LIMB))
  bytes = bytes .. char(high % 256, floor(high / 256) % 256, floor(high / 65536) % 256, floor(high / LIMB))
  bytes = sub(bytes, 1, count)
  return little and bytes or string.reverse(bytes)
end

-- ## Bits

-- `width` bits, 1 to 64, of the two's complement of a raw number, from the bit `low` on.
function int.part(n, low, width, signed)
  if not is_wide(n) then
    if low > 0 then n = floor(n / SCALE[low]) end
    if width < 53 then
      n = n % POWER[width]
      if signed and n >= POWER[width - 1] then return n - POWER[width] end
      return n
    end
    if n >= 0 or signed then
      local limit = POWER[width - 1]
      if not limit or (n < limit and n >= -limit) then return n end
    end
  end
  local sign, limbs = parts_of(n)
  if low > 0 and is_wide(n) then
    local lost
    limbs, lost = shifted(limbs, low)
    if sign < 0 and lost then limbs = trimmed(plus(limbs, { 1 })) end
  end
  local bits = lowest(limbs, width)
  if sign < 0 and #bits > 0 then bits = minus(power(width), bits) end
  if signed and compare(bits, power(width - 1)) >= 0 then
    return number_of(-1, minus(power(width), bits))
  end
  return number_of(1, bits)
end
local part = int.part

-- ## Exact arithmetic, of any size

-- The sum of two raw numbers.
local function sum(a, b)
  if not is_wide(a) and not is_wide(b) then
    local n = a + b
    if n < EXACT and n > -EXACT then return n end
  end
  local sign, limbs = parts_of(a)
  local other, more = parts_of(b)
  if sign == other then return number_of(sign, plus(limbs, more)) end
  if compare(limbs, more) < 0 then return number_of(other, minus(more, limbs)) end
  return number_of(sign, minus(limbs, more))
end
int.sum = sum

-- The number of the other sign.
local function negative(n)
  if not is_wide(n) then return 0 - n end
  local limbs = { n[1], n[2], n[3] }
  for at = 4, #n do limbs[at] = n[at] end
  return number_of(-n.sign, limbs)
end

-- The difference of two raw numbers.
local function difference(a, b)
  if not is_wide(a) and not is_wide(b) then
    local n = a - b
    if n < EXACT and n > -EXACT then return n end
  end
  return sum(a, negative(b))
end
int.difference = difference

-- The product of two raw numbers. The size is judged in doubles, as integers would wrap.
local function product(a, b)
  if not is_wide(a) and not is_wide(b) then
    local size = (a + 0.0) * b
    -- A product of doubles may be -0.
    if size < EXACT and size > -EXACT then return a * b + 0 end
  end
  local sign, limbs = parts_of(a)
  local other, more = parts_of(b)
  return number_of(sign * other, times(limbs, more))
end
int.product = product

-- The quotient, rounded down, and the remainder, of a raw number and one above zero.
local function divided(a, k)
  if not is_wide(a) and not is_wide(k) then
    -- The doubles of Lua 5.2 have exact remainders of numbers that are not negative.
    local size = a < 0 and 0 - a or a
    local rest = size % k
    local quotient = floor((size - rest) / k)
    if a >= 0 then return quotient, rest end
    if rest == 0 then return 0 - quotient, 0 end
    return -1 - quotient, k - rest
  end
  local sign, limbs = parts_of(a)
  local _, by = parts_of(k)
  local quotient, rest = divided_by(limbs, by)
  if sign < 0 and #rest > 0 then quotient, rest = plus(quotient, { 1 }), minus(by, rest) end
  return number_of(sign, quotient), number_of(1, rest)
end
int.divided = divided

-- ## Arithmetic of expressions, which wraps in 64 bits with a sign

-- The number of 64 bits with a sign that has the low bits of a raw number.
local function low64(n)
  if not is_wide(n) then return n end
  return part(n, 0, 64, true)
end
int.low64 = low64

function int.add(a, b) return low64(sum(a, b)) end
function int.sub(a, b) return low64(difference(a, b)) end
function int.mul(a, b) return low64(product(a, b)) end
function int.neg(a) return low64(negative(a)) end

-- The euclidean quotient by a number above zero.
function int.div(a, k) return (divided(low64(a), k)) end

-- The euclidean remainder by a number above zero.
function int.rem(a, k)
  local _, rest = divided(low64(a), k)
  return rest
end

-- ## Doubles

-- The nearest double to a raw number, halves to even.
function int.to_double(n)
  if not is_wide(n) then return n + 0.0 end
  local limbs = n
  local top = #limbs
  local above = (limbs[top] + 0.0) * LIMB + limbs[top - 1]
  local below = (limbs[top - 2] or 0) * LIMB + (limbs[top - 3] or 0)
  -- The sum is rounded once. What is still lower only decides whether the number is more than a half.
  for at = 1, top - 4 do
    if limbs[at] ~= 0 and below % 2 == 0 then below = below + 1 end
  end
  return n.sign * (above * 2 ^ 48 + below) * 2.0 ^ (24 * (top - 4))
end

-- A double that lies on the same side of each number of 24 bits as the raw number, and of the half between
-- two of them: it rounds to the same `f32`.
function int.to_sticky(n)
  if not is_wide(n) then return n + 0.0 end
  local top = #n
  local above = (n[top] + 0.0) * LIMB + n[top - 1]
  local lost = 0
  for at = 1, top - 2 do
    if n[at] ~= 0 then lost = 1 end
  end
  return n.sign * (above * 2 + lost) * 2.0 ^ (24 * (top - 2) - 1)
end

-- The raw number `a` with the low bits of `b` in place of its `width` bits from the bit `low` on.
function int.put(a, low, width, b)
  local old, new = part(a, low, width, false), part(b, 0, width, false)
  local change = difference(new, old)
  if low == 0 or change == 0 then return sum(a, change) end
  return sum(a, product(change, number_of(1, power(low))))
end

return int

-- Encodings of single integers: whole bytes, and varints.
--
-- `take(s, pos, limit)` reads from the offset `pos`, counted from zero, of the text `s`, whose bytes end at
-- `limit`. It returns the raw number and the offset behind it, or nil and the fault: `"short"` with the
-- number of bytes that are certainly missing, or `"varint"`. There is a function for each width, order and
-- sign, which decides nothing when it is called: this is what a dissection does most.

local floor, byte, char, string_sub = math.floor, string.byte, string.char, string.sub

local codec = {}

-- 2^0 to 2^53, integers where the runtime has them.
local POWER = { [0] = 1 }
for bit = 1, 53 do POWER[bit] = POWER[bit - 1] * 2 end

-- The smallest and the largest number of so many bits, 1 to 64.
local function range(bits, signed)
  local ends = signed and bits - 1 or bits
  local max = 0
  for _ = 1, ends do max = int.sum(int.product(max, 2), 1) end
  return signed and int.difference(int.neg(max), 1) or 0, max
end

-- ## Whole bytes

-- The functions for unsigned integers by their bytes, in either order.
local LITTLE, BIG = {}, {}

LITTLE[1] = function(s, pos, limit)
  if pos >= limit then return nil, "short", 1 end
  return byte(s, pos + 1), pos + 1
end
BIG[1] = LITTLE[1]

LITTLE[2] = function(s, pos, limit)
  local next = pos + 2
  if next > limit then return nil, "short", next - limit end
  local a, b = byte(s, pos + 1, next)
  return a + b * 256, next
end
BIG[2] = function(s, pos, limit)
  local next = pos + 2
  if next > limit then return nil, "short", next - limit end
  local a, b = byte(s, pos + 1, next)
  return a * 256 + b, next
end

LITTLE[3] = function(s, pos, limit)
  local next = pos + 3
  if next > limit then return nil, "short", next - limit end
  local a, b, c = byte(s, pos + 1, next)
  return a + b * 256 + c * 65536, next
end
BIG[3] = function(s, pos, limit)
  local next = pos + 3
  if next > limit then return nil, "short", next - limit end
  local a, b, c = byte(s, pos + 1, next)
  return a * 65536 + b * 256 + c, next
end

LITTLE[4] = function(s, pos, limit)
  local next = pos + 4
  if next > limit then return nil, "short", next - limit end
  local a, b, c, d = byte(s, pos + 1, next)
  return a + b * 256 + c * 65536 + d * 16777216, next
end
BIG[4] = function(s, pos, limit)
  local next = pos + 4
  if next > limit then return nil, "short", next - limit end
  local a, b, c, d = byte(s, pos + 1, next)
  return a * 16777216 + b * 65536 + c * 256 + d, next
end

LITTLE[5] = function(s, pos, limit)
  local next = pos + 5
  if next > limit then return nil, "short", next - limit end
  local a, b, c, d, e = byte(s, pos + 1, next)
  return a + b * 256 + c * 65536 + d * 16777216 + e * 4294967296, next
end
BIG[5] = function(s, pos, limit)
  local next = pos + 5
  if next > limit then return nil, "short", next - limit end
  local a, b, c, d, e = byte(s, pos + 1, next)
  return a * 4294967296 + b * 16777216 + c * 65536 + d * 256 + e, next
end

LITTLE[6] = function(s, pos, limit)
  local next = pos + 6
  if next > limit then return nil, "short", next - limit end
  local a, b, c, d, e, f = byte(s, pos + 1, next)
  return a + b * 256 + c * 65536 + d * 16777216 + (e + f * 256) * 4294967296, next
end
BIG[6] = function(s, pos, limit)
  local next = pos + 6
  if next > limit then return nil, "short", next - limit end
  local a, b, c, d, e, f = byte(s, pos + 1, next)
  return (a * 256 + b) * 4294967296 + c * 16777216 + d * 65536 + e * 256 + f, next
end

-- The unsigned integer as one in two's complement.
local function with_sign(take, bytes)
  local half, all = POWER[bytes * 8 - 1], POWER[bytes * 8]
  return function(s, pos, limit)
    local n, next, needed = take(s, pos, limit)
    if n and n >= half then return n - all, next end
    return n, next, needed
  end
end

-- Signed integers of one and two bytes, the most frequent ones, without a second call.
local function signed_byte(s, pos, limit)
  if pos >= limit then return nil, "short", 1 end
  local n = byte(s, pos + 1)
  if n >= 128 then n = n - 256 end
  return n, pos + 1
end

local SIGNED_LITTLE = { signed_byte, function(s, pos, limit)
  local next = pos + 2
  if next > limit then return nil, "short", next - limit end
  local a, b = byte(s, pos + 1, next)
  if b >= 128 then b = b - 256 end
  return a + b * 256, next
end }
local SIGNED_BIG = { signed_byte, function(s, pos, limit)
  local next = pos + 2
  if next > limit then return nil, "short", next - limit end
  local a, b = byte(s, pos + 1, next)
  if a >= 128 then a = a - 256 end
  return a * 256 + b, next
end }
for bytes = 3, 6 do
  SIGNED_LITTLE[bytes] = with_sign(LITTLE[bytes], bytes)
  SIGNED_BIG[bytes] = with_sign(BIG[bytes], bytes)
end

-- Integers of seven and eight bytes, which may be wide.
local function take_wide(count, signed, little)
  local from_bytes, joined, low_half, high_half = int.from_bytes, int.joined, LITTLE[4], BIG[4]
  if count == 7 then
    return function(s, pos, limit)
      local next = pos + 7
      if next > limit then return nil, "short", next - limit end
      return from_bytes(s, pos, 7, signed, little), next
    end
  end
  return function(s, pos, limit)
    local next = pos + 8
    if next > limit then return nil, "short", next - limit end
    if little then return joined(low_half(s, pos, limit), (low_half(s, pos + 4, limit)), signed), next end
    return joined(high_half(s, pos + 4, limit), (high_half(s, pos, limit)), signed), next
  end
end

-- The function that takes an integer.
local function take_bytes(count, signed, little)
  if count > 6 then return take_wide(count, signed, little) end
  if signed then return (little and SIGNED_LITTLE or SIGNED_BIG)[count] end
  return (little and LITTLE or BIG)[count]
end

-- An integer of whole bytes.
local function whole_bytes(integer)
  local count, signed, little = integer.bytes, integer.signed or false, integer.order == "little"
  local bits = count * 8
  local min, max = range(bits, signed)
  local function put(n) return int.to_bytes(n, count, little) end
  local function sent() return bits end
  local take = take_bytes(count, signed, little)
  local one = { take = take, put = put, sent = sent, bits = bits, signed = signed, min = min, max = max }
  one.size = count
  return one
end

-- ## Varints: each kind has a function that makes `take`, and one that makes `put`

local KINDS = {}

-- Whether the number is between two others.
local function is_in(n, interval) return interval[1] <= n and n <= interval[2] end

-- The interval of a tree.
local function interval_of(tree) return { int.parse(tree[1]), int.parse(tree[2]) } end

-- A marker and a number, or a byte without one. The numbers of all single bytes are known in advance.
function KINDS.forms(varint, min, max)
  local marked, unmarked, shortest, forms = {}, nil, 9, {}
  for at, tree in ipairs(varint.forms) do
    local integer, marker = tree.integer, tree.marker
    local little = integer.order == "little"
    local form = { values = interval_of(tree.interval), marker = marker and char(marker) or "",
      bytes = integer.bytes, little = little, signed = integer.signed or false,
      take = take_bytes(integer.bytes, integer.signed, little) }
    forms[at] = form
    if marker and not marked[marker] then marked[marker] = form end
    if not marker and not unmarked then unmarked = form end
    shortest = math.min(shortest, form.bytes + #form.marker)
  end
  local all, wrap, bits, signed = { min, max }, varint.wrap, varint.bits, varint.signed

  -- The number of the varint, or nil.
  local function kept(n)
    if wrap then return int.part(n, 0, bits, signed) end
    return is_in(n, all) and n or nil
  end
  local function put(n)
    for _, form in ipairs(forms) do
      if is_in(n, form.values) then return form.marker .. int.to_bytes(n, form.bytes, form.little) end
    end
    return ""
  end
  local single = {}
  for first = 0, 255 do
    if unmarked and not marked[first] then
      single[first] = kept(int.from_bytes(char(first), 0, 1, unmarked.signed, true))
      local n = single[first]
      if varint.canonical and n and put(n) ~= char(first) then single[first] = nil end
    end
  end
  local function take(s, pos, limit)
    if pos >= limit then return nil, "short", shortest end
    local first = byte(s, pos + 1)
    local n = single[first]
    if n then return n, pos + 1 end
    local form = marked[first]
    if not form then return nil, "varint" end
    local next, needed
    n, next, needed = form.take(s, pos + 1, limit)
    if not n then return nil, next, needed end
    n = kept(n)
    if not n then return nil, "varint" end
    return n, next
  end
  return take, put
end

-- The number of bits of which the one at a place is set for a negative number, whose other bits are inverted.
local function of_sign_bit(n, place)
  local part = int.part
  local rest = int.sum(int.product(part(n, place + 1, 63 - place, false), POWER[place]), part(n, 0, place, false))
  if part(n, place, 1, false) == 1 then return int.difference(-1, rest) end
  return rest
end

-- The bits of such a number.
local function with_sign_bit(n, place)
  local sign = n < 0 and 1 or 0
  local rest = n < 0 and int.difference(-1, n) or n
  local above = int.sum(int.product(int.part(rest, place, 63 - place, false), 2), sign)
  return int.sum(int.product(above, POWER[place]), int.part(rest, 0, place, false))
end

-- Groups of bits, the lowest first.
function KINDS.groups(varint)
  if varint.high_first then return KINDS.groups_from_high(varint) end
  local widths, bits, signed = varint.groups, varint.bits, varint.signed
  local sign = varint.sign and widths[1] - 1
  local count, part, product, sum = #widths, int.part, int.product, int.sum
  -- The factor of each group. Sums below 2^53 are exact without `int`.
  local factors, before = {}, { [0] = 0 }
  for at = 1, count do
    factors[at] = at == 1 and 1 or product(factors[at - 1], POWER[widths[at - 1]])
    before[at] = before[at - 1] + widths[at]
  end
  local function number(n)
    if sign then return of_sign_bit(n, sign) end
    return part(n, 0, bits, signed)
  end
  local single = {}
  for first = 0, 127 do
    if widths[1] < 8 and first < POWER[widths[1]] then single[first] = number(first) end
  end
  local function take(s, pos, limit)
    if pos >= limit then return nil, "short", 1 end
    local n = single[byte(s, pos + 1)]
    if n then return n, pos + 1 end
    n = 0
    for at = 1, count do
      if pos >= limit then return nil, "short", 1 end
      local group, width = byte(s, pos + 1), widths[at]
      local follows = width < 8 and group >= 128
      if follows then group = group - 128 end
      if group >= POWER[width] or (follows and at == count) then return nil, "varint" end
      pos = pos + 1
      if before[at] <= 52 then n = n + group * factors[at]
      else n = sum(n, product(group, factors[at])) end
      if not follows then break end
    end
    return number(n), pos
  end
  local function put(n)
    local rest, bytes = sign and with_sign_bit(n, sign) or part(n, 0, bits, false), ""
    for at = 1, count do
      local group = part(rest, 0, widths[at], false)
      rest = int.divided(rest, POWER[widths[at]])
      if at == count or rest == 0 then return bytes .. char(group) end
      bytes = bytes .. char(group + 128)
    end
    return bytes
  end
  local function sent(bytes) return not sign and before[bytes] or before[count] end
  return take, put, sent
end

-- Groups of bits, the highest first: only the first of all has fewer than seven bits.
function KINDS.groups_from_high(varint)
  local widths, bits = varint.groups, varint.bits
  local count, part = #widths, int.part
  local function take(s, pos, limit)
    local n, first = 0, nil
    for at = 1, count do
      if at > 1 and at == count and first % 128 >= POWER[widths[1]] then break end
      if pos >= limit then return nil, "short", 1 end
      local group = byte(s, pos + 1)
      pos, first = pos + 1, first or group
      local follows = group >= 128
      n = int.sum(int.product(n, 128), follows and group - 128 or group)
      if not follows then
        if count == 1 and group >= POWER[widths[1]] then break end
        return n, pos
      end
    end
    return nil, "varint"
  end
  local function put(n)
    local bytes, rest = char(part(n, 0, 7, false)), int.divided(n, 128)
    while rest ~= 0 do
      bytes, rest = char(part(rest, 0, 7, false) + 128) .. bytes, int.divided(rest, 128)
    end
    return bytes
  end
  local function sent(bytes) return bytes < count and bytes * 7 or bits end
  return take, put, sent
end

-- The number whose zigzag code a number is: 0, -1, 1, -2 of 0, 1, 2, 3.
local function unzigzag(n)
  if int.is_wide(n) then
    local half, odd = int.divided(n, 2)
    return odd == 0 and half or int.difference(-1, half)
  end
  local half = floor(n / 2)
  if n % 2 == 0 then return half end
  return -1 - half
end

-- The zigzag code of a number.
local function zigzag_of(n)
  if n >= 0 then return int.product(n, 2) end
  return int.difference(-1, int.product(n, 2))
end

-- 2^n, up to 2^64.
local function power(n)
  if n <= 53 then return POWER[n] end
  return int.product(POWER[53], POWER[n - 53])
end

-- A form as the bytes of it: constant bits, and a piece of the number in each.
local function pieces_of(tree)
  if tree.pieces then return tree.pieces end
  local pieces, integer = {}, tree.integer
  if tree.marker then pieces[1] = { mask = 255, constant = tree.marker, number = 0, low = 0 } end
  for at = 1, integer.bytes do
    local place = integer.order == "big" and integer.bytes - at or at - 1
    pieces[#pieces + 1] = { mask = 0, constant = 0, number = 255, low = place * 8 }
  end
  return pieces
end

-- Whether a byte has exactly these bits of a mask.
local function has_bits(first, mask, constant)
  for bit = 0, 7 do
    local place = POWER[bit]
    if floor(mask / place) % 2 == 1 and floor(first / place) % 2 ~= floor(constant / place) % 2 then return false end
  end
  return true
end

-- Forms of which some begin or end with bits of a byte.
function KINDS.pieces(varint, min, max)
  local forms, shortest = {}, 16
  for at, tree in ipairs(varint.forms) do
    local form = { values = interval_of(tree.interval), signed = tree.signed or (tree.integer or {}).signed or false,
      up = tree.up_from and int.parse(tree.up_from), down = tree.down_from and int.parse(tree.down_from),
      zigzag = tree.zigzag, sign = tree.sign, bits = 0 }
    for _, piece in ipairs(pieces_of(tree)) do
      local one = { constant = piece.constant, low = piece.low, shift = 0, width = 0, is = {} }
      for first = 0, 255 do one.is[first] = has_bits(first, piece.mask, piece.constant) end
      if piece.number > 0 then
        while piece.number % POWER[one.shift + 1] == 0 do one.shift = one.shift + 1 end
        local ones = floor(piece.number / POWER[one.shift])
        while POWER[one.width] <= ones do one.width = one.width + 1 end
      end
      form[#form + 1], form.bits = one, form.bits + one.width
    end
    form.marked = pieces_of(tree)[1].mask > 0
    forms[at], shortest = form, math.min(shortest, #form)
  end
  local all, wrap, bits, signed = { min, max }, varint.wrap, varint.bits, varint.signed

  local function put(n)
    for _, form in ipairs(forms) do
      if is_in(n, form.values) then
        local raw, text = n, ""
        if form.up then raw = int.difference(n, form.up)
        elseif form.down then raw = int.difference(form.down, n)
        elseif form.zigzag then raw = zigzag_of(n)
        elseif form.sign then raw = with_sign_bit(n, form.sign) end
        for _, piece in ipairs(form) do
          text = text .. char(piece.constant + int.part(raw, piece.low, piece.width, false) * POWER[piece.shift])
        end
        return text
      end
    end
    return ""
  end
  -- The shortest form that is in front, or may be if bytes are missing. The one without a marker is the last.
  local function found(s, pos, limit)
    local best
    for _, form in ipairs(forms) do
      local begins = true
      for at, piece in ipairs(form) do
        if pos + at > limit then break end
        begins = begins and piece.is[byte(s, pos + at)]
      end
      if begins then
        local better = not best or #form < #best
        if best and best.marked ~= form.marked then better = form.marked end
        if better then best = form end
      end
    end
    return best
  end
  local function take(s, pos, limit)
    if pos >= limit then return nil, "short", shortest end
    local form = found(s, pos, limit)
    if not form then return nil, "varint" end
    if pos + #form > limit then return nil, "short", pos + #form - limit end
    local n = 0
    for at, piece in ipairs(form) do
      local group = floor(byte(s, pos + at) / POWER[piece.shift]) % POWER[piece.width]
      n = int.sum(n, int.product(group, power(piece.low)))
    end
    if form.signed then n = int.part(n, 0, form.bits, true) end
    if form.up then n = int.sum(n, form.up)
    elseif form.down then n = int.difference(form.down, n)
    elseif form.zigzag then n = unzigzag(n)
    elseif form.sign then n = of_sign_bit(n, form.sign) end
    if wrap then n = int.part(n, 0, bits, signed) end
    local next = pos + #form
    local other = varint.canonical and put(n) ~= string_sub(s, pos + 1, next)
    if other or not is_in(n, all) then return nil, "varint" end
    return n, next
  end
  return take, put
end

-- Seven bits in each byte, the lowest first.
function KINDS.leb128(varint)
  local bits, signed, zigzag = varint.bits, varint.signed, varint.leb128.zigzag
  local min, max = range(bits, signed)
  local sum, product = int.sum, int.product

  -- The number of all groups together, `width` bits, by the sign; nil if it has more bits than the varint.
  local function number(n, width)
    if zigzag then n = unzigzag(n)
    elseif signed then
      if width <= 49 then
        if n >= POWER[width - 1] then n = n - POWER[width] end
      else
        local half = product(POWER[49], POWER[width - 50])
        if n >= half then n = int.difference(n, product(half, 2)) end
      end
    end
    -- Fewer bits than the varint has are always right.
    return (width <= bits or min <= n and n <= max) and n or nil
  end

  -- A varint of more than two bytes; the first two are the number `low`.
  local function take_more(s, pos, limit, low)
    local high, shift = 0, 14
    while true do
      if shift >= bits then return nil, "varint" end
      if pos >= limit then return nil, "short", 1 end
      local group = byte(s, pos + 1)
      pos = pos + 1
      local follows = group >= 128
      if follows then group = group - 128 end
      if shift < 49 then low = low + group * POWER[shift]
      else high = high + group * POWER[shift - 49] end
      shift = shift + 7
      if not follows then break end
    end
    local n = number(high == 0 and low or sum(product(high, POWER[49]), low), shift)
    if not n then return nil, "varint" end
    return n, pos
  end

  local single = {}
  for first = 0, 127 do single[first] = number(first, 7) end
  local function take(s, pos, limit)
    if pos >= limit then return nil, "short", 1 end
    local first = byte(s, pos + 1)
    if first < 128 then
      local n = single[first]
      if not n then return nil, "varint" end
      return n, pos + 1
    end
    if bits <= 7 then return nil, "varint" end
    pos = pos + 1
    if pos >= limit then return nil, "short", 1 end
    local second = byte(s, pos + 1)
    if second >= 128 then return take_more(s, pos + 1, limit, first - 128 + (second - 128) * 128) end
    local n = number(first - 128 + second * 128, 14)
    if not n then return nil, "varint" end
    return n, pos + 1
  end
  local function put(n)
    local rest, bytes, group = zigzag and zigzag_of(n) or n, "", nil
    while true do
      rest, group = int.divided(rest, 128)
      local ends = rest == 0
      if signed and not zigzag then
        ends = (rest == 0 and group < 64) or (rest == -1 and group >= 64)
      end
      if ends then return bytes .. char(group) end
      bytes = bytes .. char(group + 128)
    end
  end
  local function sent(bytes)
    if zigzag or signed then return bits end
    return math.min(bytes * 7, bits)
  end
  return take, put, sent
end

-- One, two, four or eight bytes, by the top two bits of the first.
function KINDS.quic()
  local sizes, takes = { 1, 2, 4, 8 }, { BIG[1], BIG[2], BIG[4], take_wide(8, false, false) }
  local function take(s, pos, limit)
    if pos >= limit then return nil, "short", 1 end
    local first = byte(s, pos + 1)
    if first < 64 then return first, pos + 1 end
    local mark = floor(first / 64)
    local n, next, needed = takes[mark + 1](s, pos, limit)
    if not n then return nil, next, needed end
    return int.part(n, 0, sizes[mark + 1] * 8 - 2, false), next
  end
  local function put(n)
    for mark = 0, 3 do
      local bits = sizes[mark + 1] * 8 - 2
      if mark == 3 or n < POWER[bits] then
        return int.to_bytes(int.put(n, bits, 2, mark), sizes[mark + 1], false)
      end
    end
  end
  return take, put
end

-- Refuses what a writer would write in another form. There is none for a single byte; `forms` sees to its
-- own.
local function canonical(take, put)
  return function(s, pos, limit)
    local n, next, needed = take(s, pos, limit)
    if n and next > pos + 1 and put(n) ~= string_sub(s, pos + 1, next) then return nil, "varint" end
    return n, next, needed
  end
end

-- A varint of the model.
local function of_varint(varint)
  local bits, signed = varint.bits, varint.signed or false
  local min, max = range(bits, signed)
  if varint.interval then min, max = int.parse(varint.interval[1]), int.parse(varint.interval[2]) end
  local kind = varint.forms and "forms" or varint.groups and "groups" or varint.leb128 and "leb128" or "quic"
  for _, form in ipairs(varint.forms or {}) do
    if form.pieces then kind = "pieces" end
  end
  local take, put, sent = KINDS[kind](varint, min, max)
  if varint.canonical then take = canonical(take, put) end
  sent = sent or function() return bits end
  return { take = take, put = put, bits = bits, signed = signed, min = min, max = max, sent = sent }
end

-- The encodings of varints, each of which makes tables of its own, by the varints of the model.
local made = {}

-- The encoding that a tree names: `integer`, or `varint` of the table by names.
function codec.scalar(tree, varints)
  if tree.integer then return whole_bytes(tree.integer) end
  local varint = varints[tree.varint]
  if not made[varint] then made[varint] = of_varint(varint) end
  return made[varint]
end

return codec

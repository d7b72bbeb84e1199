-- Texts of numbers and bytes, as the command `wireform` prints them.

local floor, format, byte, find = math.floor, string.format, string.byte, string.find
local gsub, match, rep, sub = string.gsub, string.match, string.rep, string.sub
local huge = math.huge

local text = {}

-- The decimal point of the runtime's texts, which follows the locale of the program around it.
local POINT = sub(format("%.1f", 0.5), 2, -2)

-- ## Floats

-- The largest power of two that is not above a positive number.
local function power_below(x)
  if x > 1e200 then return power_below(x / 2.0 ^ 512) * 2.0 ^ 512 end
  -- The difference keeps the highest bit alone, rounded.
  local scaled = x * 4503599627370497
  local power = scaled - (scaled - x)
  if power > x then return power / 2 end
  return power
end

-- The smallest normal `f32`, and the smallest number that rounds to infinity.
local NORMAL32, INFINITE32 = 2.0 ^ -126, 2.0 ^ 128 - 2.0 ^ 103
local NORMAL64 = 2.0 ^ -1022
-- Up to these, each whole number is a float.
local WHOLE32, WHOLE64 = 2.0 ^ 24, 2.0 ^ 53

-- Rounds a double to the nearest `f32`, halves to even.
local function f32(x)
  if x ~= x or x == 0 then return x end
  local size = x < 0 and -x or x
  if size >= INFINITE32 then return x < 0 and -huge or huge end
  local power = size < NORMAL32 and NORMAL32 or power_below(size)
  -- A sum with it has just the 24 bits of an `f32`, and the processor has rounded it.
  local big = power * 805306368.0
  size = size + big - big
  return x < 0 and -size or size
end
text.f32 = f32

-- Two to the exponent of each `f32`, less 23 for the bits of its fraction.
local SCALE32 = {}
for exponent = 0, 254 do SCALE32[exponent] = 2.0 ^ ((exponent == 0 and 1 or exponent) - 150) end

-- The `f32` with these bits, as a double.
function text.f32_of_bits(raw)
  local fraction, exponent = raw % 8388608, floor(raw / 8388608) % 256
  local x
  if exponent == 255 then
    if fraction > 0 then return 0.0 / 0.0 end
    x = huge
  else
    x = (exponent > 0 and fraction + 8388608 or fraction) * SCALE32[exponent]
  end
  return raw >= 2147483648 and -x or x
end

-- The `f64` with these bits.
function text.f64_of_bits(raw)
  local low, high = int.halves(raw)
  local fraction, exponent = high % 1048576 * 4294967296 + low, floor(high / 1048576) % 2048
  local x
  if exponent == 2047 then
    if fraction > 0 then return 0.0 / 0.0 end
    x = huge
  elseif exponent == 0 then
    x = fraction * 2.0 ^ -1074
  else
    x = (fraction + 4503599627370496) * 2.0 ^ (exponent - 1075)
  end
  return high >= 2147483648 and -x or x
end

-- The formats of 1 to 17 digits.
local DIGITS = {}
for count = 1, 17 do DIGITS[count] = "%." .. count - 1 .. "e" end

-- The digits of a positive number, and the exponent of the first.
local function digits_of(x, form)
  local first, rest, exponent = match(format(form, x), "^(%d)%D?(%d*)e([+-]%d+)$")
  return first .. rest, floor(tonumber(exponent))
end

-- The next larger decimal number of as many digits.
local function next_above(digits, exponent)
  local head, last, nines = match(digits, "^(.-)([0-8])(9*)$")
  if not head then return "1" .. rep("0", #digits - 1), exponent + 1 end
  return head .. format("%.0f", last + 1) .. rep("0", #nines), exponent
end

-- The double nearest to a decimal number. Without a point, no locale matters.
local function nearest64(digits, exponent)
  return tonumber(digits .. "e" .. format("%.0f", exponent - #digits + 1)) + 0.0
end

-- The `f32` nearest to a decimal number. If the nearest double is just between two, the digits decide.
local function nearest32(digits, exponent)
  local x = nearest64(digits, exponent)
  if x == 0 or x >= INFINITE32 then return f32(x) end
  local unit = (x < NORMAL32 and NORMAL32 or power_below(x)) / 8388608
  if x % unit ~= unit / 2 then return f32(x) end
  local exact, of_exact = digits_of(x, "%.99e")
  if exponent ~= of_exact then return exponent < of_exact and x - unit / 2 or x + unit / 2 end
  local written = digits .. rep("0", 100 - #digits)
  if written == exact then return f32(x) end
  return written < exact and x - unit / 2 or x + unit / 2
end

-- Numbers with more bits behind the point are never just between two decimal numbers that read back.
local TIES = 2.0 ^ 26

-- The digits of a positive number up to the last one, if it is a five behind `count` others: the number is
-- just between two decimal numbers of so many digits.
local function tie_of(x, count)
  if x * TIES % 1 ~= 0 then return nil end
  local first, rest = match(format("%.40e", x), "^(%d)%D?(%d*)50*e")
  if first and #rest + 1 == count then return first .. rest end
end

-- The shortest digits that read back as a positive number, and the exponent of the first. Each count of
-- digits is tried; `first` of them are never too many.
local function shortest_digits(x, first, nearest)
  local digits, exponent
  for count = first, 17 do
    digits, exponent = digits_of(x, DIGITS[count])
    if nearest(digits, exponent) == x then
      -- If two are equally near, Rust takes the larger one, and C the even one.
      if tie_of(x, count) == digits then digits, exponent = next_above(digits, exponent) end
      break
    end
    -- The numbers below a power of two are closer to it than those above.
    if power_below(x) == x then
      digits, exponent = next_above(digits, exponent)
      if nearest(digits, exponent) == x then break end
    end
  end
  return match(digits, "^(.-)0*$"), exponent
end

-- A decimal number without an exponent.
local function positional(digits, exponent)
  if exponent < 0 then return "0." .. rep("0", -exponent - 1) .. digits end
  local whole = exponent + 1
  if #digits <= whole then return digits .. rep("0", whole - #digits) end
  return sub(digits, 1, whole) .. "." .. sub(digits, whole + 1)
end

-- The text of a number that has no digits, or nil.
local function special(x)
  if x ~= x then return "NaN" end
  if x == 0 then return 1 / x < 0 and "-0" or "0" end
  if x == huge then return "inf" end
  if x == -huge then return "-inf" end
end

-- The formats that may be short enough for most numbers.
local SHORT32, SHORT64 = { "%.6g", "%.7g", "%.8g", "%.9g", "%.10g" }, { "%.15g", "%.16g", "%.17g", "%.18g" }

-- The number that a format makes of a number, and its text; nil if it has an exponent.
local function tried(x, form)
  local short = format(form, x)
  if find(short, "e", 1, true) then return nil end
  local back = tonumber(short)
  if POINT ~= "." then short = gsub(short, POINT, ".") end
  return back, short
end

-- The text with the next larger last digit, if a number is just between two texts, of which `short` is one:
-- its digits end in the five that `form` tells. Of two that are equally near, Rust takes the larger one, and
-- C the even one. It is false if a digit is carried.
local function rounded_up(x, short, form)
  local _, longer = tried(x, form)
  if #longer <= #short or byte(longer, -1) ~= 53 then return nil end
  local point = find(longer, ".", 1, true)
  -- So many decimals tell all of a number with so many bits behind the point, and are one more otherwise.
  if not point or x * 2.0 ^ (#longer - point) % 1 ~= 0 then return nil end
  local last = byte(longer, -2)
  return last >= 48 and last < 57 and sub(longer, 1, -3) .. string.char(last + 1)
end

-- The shortest text of a number: by the formats that are tried, the digits that are never too many, the end
-- of the whole numbers that are told exactly, the smallest normal number, and the nearest numbers to a double
-- and to digits.
local function shortest(x, forms, first, whole, normal, back_of, nearest)
  local word = special(x)
  if word then return word end
  local size = x < 0 and -x or x
  if size <= whole and x % 1 == 0 then return format("%.0f", x) end
  -- Without an exponent, the nearest double to so few digits is never a half between two of 24 bits.
  for at = 1, #forms - 1 do
    local back, short = tried(x, forms[at])
    if not back then break end
    if back_of(back) == x then
      if x % 1 == 0 or x * TIES % 1 ~= 0 then return short end
      local larger = rounded_up(x, short, forms[at + 1])
      if larger == nil then return short end
      if larger then return larger end
      break
    end
    if power_below(size) == size then break end
  end
  word = positional(shortest_digits(size, size < normal and 1 or first, nearest))
  return x < 0 and "-" .. word or word
end

-- A double as it is.
local function same(x) return x end

-- The text of an `f32` as Rust displays it: the shortest digits that read back, and never an exponent.
function text.shortest32(x) return shortest(x, SHORT32, 6, WHOLE32, NORMAL32, f32, nearest32) end

-- The text of an `f64` as Rust displays it: the shortest digits that read back, and never an exponent.
function text.shortest64(x) return shortest(x, SHORT64, 15, WHOLE64, NORMAL64, same, nearest64) end

-- The number of a text that `shortest32` or `shortest64` has made.
function text.number(shown)
  if shown == "NaN" then return 0.0 / 0.0 end
  if shown == "inf" then return huge end
  if shown == "-inf" then return -huge end
  if shown == "-0" then return -0.0 end
  if POINT ~= "." then shown = gsub(shown, "%.", POINT) end
  return tonumber(shown) + 0.0
end

-- ## Notations

-- Each byte of a four-character code as it is shown.
local CHARACTER = {}
for code = 0, 255 do
  local is_plain = code >= 32 and code < 127 and code ~= 34 and code ~= 92
  CHARACTER[code] = is_plain and string.char(code) or format("\\x%02x", code)
end

-- The bytes of a number of 32 bits, the highest first.
local function four_bytes(raw)
  return floor(raw / 16777216), floor(raw / 65536) % 256, floor(raw / 256) % 256, raw % 256
end

-- A number in the notation of this word.
function text.notation(word, raw)
  if word == "mac" and raw < 281474976710656 then
    local high, low = floor(raw / 4294967296), raw % 4294967296
    return format("%02x:%02x:%02x:%02x:%02x:%02x", floor(high / 256), high % 256, four_bytes(low))
  end
  local shown
  if word == "ipv4" and raw < 4294967296 then
    return format("%d.%d.%d.%d", four_bytes(raw))
  elseif word == "fourcc" and raw < 4294967296 then
    local a, b, c, d = four_bytes(raw)
    shown = CHARACTER[a] .. CHARACTER[b] .. CHARACTER[c] .. CHARACTER[d]
  else
    shown = "0x" .. int.hex(raw)
  end
  return word == "fourcc" and '"' .. shown .. '"' or shown
end

-- ## Texts and bytes

-- The characters above ASCII that are escaped: combining, invisible and unassigned ones. Numbers of base 36
-- say in turn how far the next range begins behind the end of the one before, and how long it is.
local ESCAPED =
  "3j x d 0 gj 33 9 1 7 3 8 0 2 0 l 0 69 6 4n 0 13 1 1f 1 4 19 2 0 2 1 2 1 2 8 s 3 7 g b a 2 0 1b k "
  .. "h 0 2u 7 2 5 3 1 2 3 x 1 2 0 v s 2i a 2 d 18 8 8 2 p 3 2 8 2 2 2 6 g 0 q 4 2 0 c 4 x f 17 1k 1k 0 "
  .. "2 0 5 7 5 0 4 6 b 1 u 0 3 0 9 1 3 1 n 0 8 0 2 2 5 2 2 0 3 5 3 1 3 0 2 c 3 0 4 3 p 4 2 0 7 3 3 1 n "
  .. "0 8 0 3 0 3 0 3 3 4 n 5 0 2 6 b 1 4 0 2 b 2 0 a 0 4 0 n 0 8 0 3 0 6 2 5 7 2 0 3 2 2 e 3 3 d 6 2 7 "
  .. "3 0 9 1 3 1 n 0 8 0 3 0 6 2 2 1 2 5 3 1 3 e 3 0 4 3 j a 2 0 7 2 4 0 5 2 3 0 2 0 3 2 3 2 4 2 d 4 2 "
  .. "0 3 2 4 0 4 2 2 k m 5 4 0 9 0 4 0 o 0 h 2 2 2 5 i 4 0 3 1 3 3 b 6 b 0 c 0 4 0 o 0 b 0 6 2 3 1 2 0 "
  .. "3 m 4 0 3 3 b 0 4 d c 0 4 0 16 1 2 0 3 4 4 0 4 0 3 3 4 0 b 3 r 1 3 0 j 2 p 0 a 0 2 1 8 8 3 5 8 6 "
  .. "b 1 4 b 1d 0 3 a 9 7 e 10 3 0 2 0 6 0 p 0 2 0 b 0 3 8 2 1 6 0 2 8 b 1 5 v p 1 s 0 2 0 2 0 f 0 11 "
  .. "h 2 4 2 1 6 1c 9 0 7 0 e 10 1a 3 2 5 2 1 3 1 q 1 5 2 h 3 e 0 3 1 7 0 g 0 15 0 2 4 2 1 ai 0 5 1 8 "
  .. "0 2 0 5 1 16 0 5 1 y 0 5 1 8 0 2 0 5 1 g 0 1m 0 5 1 1w 4 u 2 r 5 2f 1 7 1 ht 0 t 2 2i 6 j c k 2 3 "
  .. "8 j d e 0 4 e 1h 1 2 6 9 0 3 a a 2 b 5 b 5 c 4 b 5 2i 6 6 1 z 0 2 4 1z 9 w 3 5 1 4 3 3 0 7 6 2 2 "
  .. "17 1 6 a 19 3 r 5 c 2 1m 1 3 2 1l 0 2 8 2 0 3 7 7 c b 5 b 5 f 2d 1d 9 5 2 9 0 u 8 d 1 x 3 3 5 1l "
  .. "0 2 1 4 0 2 c 1d 7 3 4 g 2 1r 4 18 1 c a 2 c 2 6 5 0 7 0 4 1 2 4 5d 1r 7r 1 7 1 13 1 7 1 9 0 2 0 "
  .. "2 0 2 0 w 1 1i 0 g 0 f 1 7 0 k 1 4 0 a g p 7 1c g 3 1 s 0 e 2 z 1p 3x 3 ij l c k 1ed 1 ai 2 3 4 "
  .. "1a 0 2 4 2 1 1l 6 3 e o 8 8 0 8 0 8 0 8 0 8 0 8 0 8 0 8 w 2n x r 0 2i b 5z p h 0 16 5 h 0 2f 3 2u "
  .. "4 18 0 2n 0 2f 8 1d 0 mlq 2 1k 8 9p j 1c 3 2 9 x 1 29 1 7 7 66 j i 0 4 0 5 0 q 1 6 3 b 5 1l 7 1x "
  .. "9 d n e 0 13 7 q a 2 b v 5 1d 0 3 3 3 1 3 0 e 0 c 3 8 0 q 0 16 5 3 1 3 a 4 0 9 0 2 1 b 1 x 0 1g 0 "
  .. "2 2 3 1 6 1 2 0 2 n i 1 9 a 7 1 7 1 7 8 8 0 8 0 1p 3 3a 0 3 0 5 2 b 5 8md b o 3 1e 6ir a7 1 2z 11 "
  .. "8 b 6 4 2 0 p 0 6 0 2 0 3 0 3 0 i3 v h f b l 10 0 k 0 5 3 6 0 3s 3 4e 1 w 2 7 1 7 1 7 1 4 2 8 0 8 "
  .. "c 3 1 d 0 r 0 k 0 3 0 g 1 f x 3g 4 4 3 1a 2 2h 0 e 2 2 1a 1a 3m u 2 1e f s 3 11 8 v 4 13 9 v 0 12 "
  .. "3 f 15 4f 1 b 5 11 3 11 3 15 7 1h a d 0 g 0 8 0 3 0 c 0 g 0 8 0 3 2 1h b 8o 8 n 9 9 n 7 0 17 0 a "
  .. "1w 7 1 2 0 19 0 3 2 2 1 o 0 21 7 a 1b k 0 3 4 y 2 s 4 s 11 1l 3 l 1 1c e 5 0 4 0 u 9 a 6 a 6 1t v "
  .. "12 5 d 8 1j 2 u 1 s 4 r 6 5 b 8 27 22 1i 1g c 1g 6 17 b b 5 13 7 p 7 3 5r w 0 17 2 2 1 3 f 7 7 a "
  .. "12 15 7 n a a l j 3 5 11 t j o 8 2 0 1j e 8 3 v 0 3 1 2 b 1e 3 3 1 3 0 5 d q 6 b 8 11 4 2 8 j 7 "
  .. "10 0 4 a 1h 8 2 0 9 3 3 0 h 0 l a j 0 t 2 3 3 7 0 3 1q 8 0 2 0 5 0 g 0 c 5 1c 0 4 c b 7 3 0 9 1 3 "
  .. "1 n 0 8 0 3 0 6 2 2 0 2 0 5 1 3 1 3 2 2 b 8 r b 0 2 1 2 0 13 0 2 0 3 e 2 0 3 2 2 0 4 0 3 12 1l 7 "
  .. "3 2 2 0 m 0 2 0 4 t 1d 0 3 5 2 0 3 0 2 1 2 1 5 7 b 4l 1c 0 3 5 5 1 2 1 s z 1g 7 3 0 2 1 5 a b 5 e "
  .. "i 18 0 2 0 3 7 3 5 b 5 l r s 2 2 0 3 3 2 8 o 54 1c 8 2 1 2 2r 2c b 9 1 2 1 9 0 3 0 p 0 6 0 3 5 5 "
  .. "0 4 8 b 1x 9 1 17 7 5 0 5 q 2 9 15 5 3 3 9 8 2 5 3 2 1b c 2 1 a c 22 6 b 2e 2 2 2 0 2 2f z d b 5 "
  .. "a 0 13 d 2 0 7 9 u 2 x o 2 6 2 1 2 22 8 0 3 0 13 k 2 8 b 5 7 0 3 0 12 3 3 0 2 0 2 6 b 5 19 3 b 6t "
  .. "k 1 5 8 g 0 11 7 3 2 o 2d 2 e 1f c po 2t 34 0 6 a 5h 217 2s c tt g 7 o 330 4 g8 5a0 v b 4 2 b 1c5 "
  .. "fu 6 w 0 b 3 2a 0 b 5 v 6 2 9 1d 6 g 9 b 0 8 0 m 4 k bz 1n 5h 2k 4 q 1 q 17 24 4 1l a e 1r 5 d 6 "
  .. "8 5p3 14 x 2o 38 6po 5 0 8 0 3 0 84 e 2 s 4 1 2 d 5 7 b1 1s3 30 4 e 2 a 6 b 1 2 1 2 31b 72 2 c5 5 "
  .. "o e i 2m 39 1n 6v 9 14 1 1p 4 4 l 3 6 v 3 1q k 1v 2 2 3d l b l b 2g 8 q 3q 2e 0 20 0 3 1 2 1 3 1 "
  .. "5 0 d 0 2 0 8 0 1u 0 5 1 9 0 8 0 t 0 5 0 6 0 2 2 8 0 9h 1 85 1 fn 1i 5 1d 9 0 f 0 8 vn w 5 7 78 "
  .. "1r 41 1a 9 8 1 b 3 3 8v v h 19 3 b 4 2 cv t 3 b 5x v 1 c 3 2 5b w 0 4 0 3 0 8 1 6 8 3 67 8 0 5 0 "
  .. "3 0 g 0 5i 1 a 1b 1x 6 2 3 b 3 3 ls 1x 23 1q 5d 5 0 s 0 3 0 2 1 2 0 b 0 5 0 2 0 2 5 2 3 2 0 2 0 2 "
  .. "0 4 0 3 0 2 1 2 0 2 0 2 0 2 0 2 0 3 0 2 1 5 0 8 0 5 0 5 0 2 0 b 0 i 4 4 0 6 0 i 1f 3 7h 19 3 2t b "
  .. "g 1 g 0 g 0 12 9 4v 1j u c 19 3 a 6 3 d 7 49 re 2 i 2 e 2 63 5 d 3 2 e d 3 1l 7 b 5 15 7 v 1 d 3 "
  .. "3 d a 12 9l 7 f 1 e 2 c 2 1m 0 2 3 h 1 d 3 b 6 44 0 2w sk wyp v 3dr 1 4gf 1 5rm e hb 1wh f3 15t "
  .. "3t8 4 6jv jdl1"

-- The first and the last characters of these ranges, made when first needed.
local firsts, lasts

local function make_ranges()
  firsts, lasts = {}, {}
  local at = 0
  for gap, length in string.gmatch(ESCAPED, "(%w+) (%w+)") do
    local first = at + tonumber(gap, 36)
    at = first + tonumber(length, 36)
    firsts[#firsts + 1], lasts[#lasts + 1] = first, at
  end
end

-- Whether a character above ASCII is escaped.
local function is_escaped(code)
  if not firsts then make_ranges() end
  local low, high = 0, #firsts
  while low < high do
    local middle = floor((low + high + 1) / 2)
    if firsts[middle] <= code then low = middle else high = middle - 1 end
  end
  return low > 0 and code <= lasts[low]
end

-- A character of several bytes, escaped if it is not printable.
local function character(bytes)
  local a, b, c, d = byte(bytes, 1, 4)
  local code
  if d then code = (a % 8 * 64 + b % 64) * 4096 + c % 64 * 64 + d % 64
  elseif c then code = a % 16 * 4096 + b % 64 * 64 + c % 64
  elseif b then code = a % 32 * 64 + b % 64
  else return bytes end
  return is_escaped(code) and format("\\u{%x}", code) or bytes
end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\0"] = "\\0" }
ESCAPES["\t"], ESCAPES["\r"], ESCAPES["\n"] = "\\t", "\\r", "\\n"
for code = 1, 127 do
  local one = string.char(code)
  if (code < 32 or code == 127) and not ESCAPES[one] then ESCAPES[one] = format("\\u{%x}", code) end
end

-- A text of UTF-8 in quotes, as Rust prints it with `{:?}`.
function text.quoted(utf8)
  if find(utf8, '[%c"\\\127-\255]') then
    utf8 = gsub(utf8, '[%c"\\\127]', ESCAPES)
    utf8 = gsub(utf8, "[\194-\244][\128-\191]+", character)
  end
  return '"' .. utf8 .. '"'
end

-- The number of bytes that a refusal shows.
text.MOST_BYTES = 8

-- The first of these bytes in hexadecimal.
function text.bytes(s)
  local first = gsub(sub(s, 1, 8), ".", function(one) return format("%02x ", byte(one)) end)
  return sub(first, 1, -2)
end

-- A number of things: `1 byte`, `2 bytes`.
function text.counted(n, one) return int.text(n) .. " " .. one .. (n == 1 and "" or "s") end

-- ## Units

-- The singular of a word of a unit.
local function singular(word)
  if #word < 3 or find(word, "[sui]s$") then return word end
  if word == "feet" then return "foot" end
  if find(word, "[cs]hes$") or find(word, "sses$") or find(word, "[xz]es$") then return sub(word, 1, -3) end
  return (gsub(word, "s$", ""))
end

-- A unit in the singular: the word before `per` or `of` changes, or the last one.
local function one_of(unit)
  local words, counted = {}, nil
  for word in string.gmatch(unit .. "_", "([^_]*)_") do
    if not counted and (word == "per" or word == "of") then counted = #words end
    words[#words + 1] = word
  end
  counted = counted or #words
  if counted > 0 then words[counted] = singular(words[counted]) end
  return table.concat(words, " ")
end

-- The text of a value and its unit, if it has one: `1 cube`, `624.6875 cubes`.
function text.with_unit(shown, unit)
  if not unit then return shown end
  if shown == "1" or shown == "-1" then return shown .. " " .. one_of(unit) end
  local plural = find(unit, "_", 1, true) and gsub(unit, "_", " ") or unit
  return shown .. " " .. plural
end

return text

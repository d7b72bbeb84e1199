-- Answers requests, a line each: a word and its arguments, separated by tabs. Before it stand the engine and the
-- locals `versions`, those of a model, and `scalars`, encodings of the first version.

local parse, show = int.parse, int.text

local function bytes(hex)
    return (hex:gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end))
end

local function hex(s)
    return (s:gsub(".", function(one) return string.format("%02x", one:byte()) end))
end

local exact = text.shortest64

local varints, encodings, kinds = {}, {}, {}
for _, varint in ipairs(versions[1].varints or {}) do varints[varint.name] = varint end
for at, tree in ipairs(scalars) do encodings[at] = codec.scalar(tree, varints) end
for at, version in ipairs(versions) do kinds[at] = value.kinds(version) end

-- A kind by the number of its version, its word and its name.
local function kind(version, word, name)
    if word == "int" then return kinds[tonumber(version)](nil) end
    if word == "bool" or word == "truthy" then return kinds[tonumber(version)](word) end
    return kinds[tonumber(version)]({ [word] = name })
end

local function sets(list)
    local all = {}
    for min, max in list:gmatch("(-?%d+) (-?%d+)") do all[#all + 1] = { min, max } end
    return all
end

local answers = {
    from_bytes = function(s, count, signed, little)
        return show(int.from_bytes(bytes(s), 1, tonumber(count), signed == "1", little == "1"))
    end,
    to_bytes = function(n, count, little) return hex(int.to_bytes(parse(n), tonumber(count), little == "1")) end,
    parse = function(n) return show(parse(n)) end,
    hex = function(n) return int.hex(parse(n)) end,
    part = function(n, low, width, signed)
        return show(int.part(parse(n), tonumber(low), tonumber(width), signed == "1"))
    end,
    put = function(a, low, width, b) return show(int.put(parse(a), tonumber(low), tonumber(width), parse(b))) end,
    halves = function(n)
        local low, high = int.halves(parse(n))
        return show(low) .. " " .. show(high)
    end,
    to_double = function(n) return exact(int.to_double(parse(n))) end,
    to_single = function(n) return exact(text.f32(int.to_sticky(parse(n)))) end,
    divided = function(n, by)
        local quotient, rest = int.divided(parse(n), parse(by))
        return show(quotient) .. " " .. show(rest)
    end,
    compare = function(a, b)
        a, b = parse(a), parse(b)
        return (a < b and "<" or "") .. (a == b and "=" or "") .. (a > b and ">" or "") .. (a <= b and "<=" or "")
    end,
    limits = function(at)
        local one = encodings[tonumber(at)]
        return ("%d %s %s %s %s"):format(one.bits, one.signed and 1 or 0, show(one.min), show(one.max), one.size or "-")
    end,
    -- Reads at the offset 2, and all bytes are there behind the limit.
    take = function(at, s)
        local all = bytes(s)
        local n, next, needed = encodings[tonumber(at)].take("\1\2" .. all .. "\3\4\5\6\7\8\9\10", 2, 2 + #all)
        if n then return show(n) .. " " .. next - 2 end
        return next .. (needed and " " .. needed or "")
    end,
    encode = function(at, n) return hex(encodings[tonumber(at)].put(parse(n))) end,
    sent = function(at, count) return show(encodings[tonumber(at)].sent(tonumber(count))) end,
    f32 = function(raw) return text.shortest32(text.f32_of_bits(parse(raw))) end,
    f64 = function(raw) return text.shortest64(text.f64_of_bits(parse(raw))) end,
    to_f32 = function(raw) return text.shortest64(text.f32(text.f64_of_bits(parse(raw)))) end,
    number = function(shown) return exact(text.number(shown)) end,
    notation = function(word, raw) return text.notation(word, parse(raw)) end,
    quoted = function(s) return text.quoted(bytes(s)) end,
    bytes = function(s) return text.bytes(bytes(s)) end,
    counted = function(n) return text.counted(tonumber(n), "byte") end,
    with_unit = text.with_unit,
    text = function(raw, ...) return kind(...).text(parse(raw)) end,
    texts = function(first, last, ...)
        local one, texts = kind(...), {}
        for raw = parse(first), parse(last) do texts[#texts + 1] = one.text(raw) end
        return table.concat(texts, ";")
    end,
    written_number = function(raw, ...) return kind(...).number(parse(raw)) end,
    invalid = function(raw, ...)
        local word, expected = kind(...).invalid(parse(raw))
        return (word or "valid") .. (expected and ": " .. expected or "")
    end,
    amount = function(raw, ...)
        local one = kind(...)
        local number, shown = one.amount(parse(raw))
        return exact(number) .. "|" .. shown .. "|" .. one.text(parse(raw))
    end,
    written = function(raw, signed, ...) return show(kind(...).written(parse(raw), signed == "1")) end,
    name = function(raw, ...)
        local name = kind(...).name(parse(raw))
        return name and name.name or "-"
    end,
    filled = function(raw, ...) return show(kind(...).filled(parse(raw))) end,
    default = function(...) return show(kind(...).default()) end,
    parts = function(raw, ...)
        local words = {}
        for _, found in ipairs(kind(...).parts(parse(raw))) do
            words[#words + 1] = (found.part or found.digit).name .. " " .. show(found.raw)
        end
        return table.concat(words, ",")
    end,
    numbers = function(list, ...) return value.numbers(kind(...), sets(list)) end,
    names = function(...) return value.expected_names(kind(...)) end,
    tags = function(arms, ...)
        local all = {}
        for codes in arms:gmatch("[^;]+") do all[#all + 1] = { codes = codes ~= "rest" and sets(codes) or nil } end
        return value.expected_tags(kind(...), all)
    end,
    check = function(record, s)
        for _, one in ipairs(versions[1].records) do
            if one.name == record then return show(checks.compute(one.checksums[1], bytes(s))) end
        end
    end,
}

for _, word in ipairs({ "add", "sub", "mul", "div", "rem", "neg", "low64", "sum", "difference", "product" }) do
    answers[word] = function(a, b) return show(int[word](parse(a), b and parse(b))) end
end

for line in io.lines() do
    local words = {}
    for word in (line .. "\t"):gmatch("([^\t]*)\t") do words[#words + 1] = word end
    local ok, answer = pcall(answers[words[1]], (table.unpack or unpack)(words, 2))
    io.write(tostring(answer), "\n")
    if not ok then io.write("in: ", line, "\n") break end
end

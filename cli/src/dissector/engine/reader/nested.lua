-- Readers of nested parts: records and families that may be compiled later, such as the record around them. Parts of one
-- circle are counted: the state has the name of the `circle` of the record at hand, and its `depth` in it.

local nested = {}

-- The reader of a record of a circle, whose parts count from 0 if the record around is of no circle, or of another.
function nested.outermost(circle, read)
  return function(s, arguments)
    local around, depth = s.circle, s.depth
    if around ~= circle.name then s.circle, s.depth = circle.name, 0 end
    local numbers = read(s, arguments)
    s.circle, s.depth = around, depth
    return numbers
  end
end

-- The reader of a nested part.
function nested.read(build, field)
  local tree, item, place = field.tree, field.item, field.place
  item.kind, item.what, item.is_nested = "record", "nothing", true
  local inputs, circle, read = expr.inputs(tree.arguments), nil, nil
  build.later(function()
    if tree.family then
      local family_ = build.families[tree.family]
      circle, read = family_.tree.circle, family_.site(item, field, nil)
      return
    end
    local inner = build.records[tree.record]
    item.record, circle = inner, inner.tree.circle
    function read(s, arguments)
      steps.open(s, item, false)
      inner.read(s, arguments)
      s.level = s.level - 1
    end
  end)
  return function(s, c)
    local outer, depth = s.circle, s.depth
    if circle and outer == circle.name then
      if depth >= circle.depth then
        steps.add(s, field.rejected, s.pos, s.pos, false)
        return fault.refuse(s, "depth", place, s.pos, "at most " .. int.text(circle.depth))
      end
      s.depth = depth + 1
    elseif circle then
      s.circle, s.depth = circle.name, 0
    end
    local around, count = s.around, s.around_count
    around[count + 1] = place
    s.around_count = count + 1
    read(s, inputs and inputs(s, c))
    s.around_count, s.circle, s.depth = count, outer, depth
  end
end

return nested

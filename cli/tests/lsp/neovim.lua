-- A user in Neovim: opens a schema, presses keys, sees diagnostics, mends, renames, completes. Every step says `ok` or why not.
-- The environment has the schema (SCHEMA), and where to write (LOG).

local log = assert(io.open(os.getenv('LOG'), 'w'))

local function say(line)
  log:write(line, '\n')
  log:flush()
end

local function fail(why)
  say('FAILED ' .. why)
  vim.cmd('cquit')
end

-- The steps, as a coroutine: whenever it waits, Neovim does what it always does.
local steps

local function go_on()
  local worked, why = coroutine.resume(steps)
  if not worked then fail(debug.traceback(steps, why)) end
end

-- Waits until something holds: a user waits as well.
local function wait(what, holds)
  local deadline = vim.loop.now() + 60000
  while not holds() do
    if vim.loop.now() > deadline then
      fail(what .. '; the text is\n' .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
        .. '\n' .. vim.inspect(vim.diagnostic.get(0)))
    end
    vim.defer_fn(go_on, 5)
    coroutine.yield()
  end
  if what then say('ok ' .. what) end
end

-- Presses keys, and waits until Neovim has read them.
local read = 0
vim.keymap.set({ 'n', 'i' }, '<F12>', function() read = read + 1 end)
local function press(keys)
  local before = read
  vim.api.nvim_input(keys .. '<F12>')
  wait(nil, function() return read > before end)
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
end

-- The number of the first line with a text.
local function find(text)
  for number, content in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if content:find(text, 1, true) then return number end
  end
  fail('no line has ' .. text)
end

-- Puts the cursor on a text.
local function go(text)
  local number = find(text)
  vim.api.nvim_win_set_cursor(0, { number, line(number):find(text, 1, true) - 1 })
  return number
end

-- Whether a place of the buffer is underlined as an error.
local function underlined(row, column)
  for _, space in pairs(vim.diagnostic.get_namespaces()) do
    local marks = space.user_data.underline_ns
      and vim.api.nvim_buf_get_extmarks(0, space.user_data.underline_ns, 0, -1, { details = true }) or {}
    for _, mark in ipairs(marks) do
      if mark[2] == row and mark[3] == column and mark[4].hl_group == 'DiagnosticUnderlineError' then return true end
    end
  end
  return false
end

local function main()
  vim.o.hidden = true
  -- A menu for one thing, too, and nothing of it taken before the user says so.
  vim.o.completeopt = 'menuone,noselect'

  vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('SCHEMA')))
  local client
  wait('the server runs', function()
    client = next(vim.lsp.buf_get_clients())
    return client ~= nil and vim.lsp.buf_get_clients()[client].initialized
  end)
  -- The menu, and what the user takes from it.
  local menus, wanted = {}, nil
  vim.ui.select = function(items, options, choose)
    local titles = {}
    for number, item in ipairs(items) do
      titles[number] = options.format_item(item)
    end
    table.insert(menus, titles)
    choose(items[wanted], wanted)
  end

  -- A wrong field.
  local at = go('has_wind {')
  press('ciwhas_wnd<Esc>')
  wait('a wrong field is underlined', function()
    local all = vim.diagnostic.get(0)
    local column = line(at):find('has_wnd', 1, true) - 1
    return #all == 1 and all[1].lnum == at - 1 and all[1].col == column and all[1].source == 'wireform'
      and all[1].severity == vim.diagnostic.severity.ERROR and underlined(at - 1, column)
  end)
  say(vim.diagnostic.get(0)[1].message)
  -- From another line, with the cursor somewhere in that of the mistake: two keys.
  press('gg]d$\\a')
  wait('one key mends it', function()
    return line(at):find('has_wind {', 1, true) ~= nil and #vim.diagnostic.get(0) == 0 and #menus == 0
  end)

  -- The same after an undo, which is a change like any other.
  press('u')
  wait('it is wrong again', function() return #vim.diagnostic.get(0) == 1 end)
  press('<C-r>')
  wait('it is right again', function() return #vim.diagnostic.get(0) == 0 end)

  -- A mistake with several ways to mend it, and the user takes the second one.
  local rest = go('water: ')
  press('Odata: bytes,<Esc>')
  wait('a missing length is told', function() return #vim.diagnostic.get(0) > 0 end)
  wanted = 2
  press('0\\a')
  wait('one key offers the ways', function() return #menus == 1 and #menus[1] > 1 end)
  say(table.concat(menus[1], ', '))
  wait('the choice is made', function() return line(rest):find('data: bytes[u16],', 1, true) ~= nil end)
  press('uu')
  wait('the line is gone again', function() return #vim.diagnostic.get(0) == 0 end)

  -- A wrong example.
  go('speed: 12')
  press('f2r3')
  wait('a wrong example is told', function() return #vim.diagnostic.get(0) == 1 end)
  press('u')
  wait('it holds again', function() return #vim.diagnostic.get(0) == 0 end)

  -- The definition of a type, and back.
  go('Celsius,')
  vim.lsp.buf.definition()
  wait('a type leads to its declaration', function()
    return vim.api.nvim_win_get_cursor(0)[1] == find('quantity Celsius')
  end)

  -- A rename.
  go('Celsius:')
  vim.lsp.buf.rename('Temperature')
  wait('a type is renamed', function()
    return line(find('quantity')):find('quantity Temperature:', 1, true) ~= nil
      and line(find('water:')):find('water: Temperature,', 1, true) ~= nil and #vim.diagnostic.get(0) == 0
  end)

  -- Symbols. Later versions of Neovim have another list for them.
  local window = vim.api.nvim_get_current_win()
  vim.lsp.buf.document_symbol()
  wait('the symbols are listed', function()
    for _, items in ipairs({ vim.fn.getqflist(), vim.fn.getloclist(window) }) do
      for _, item in ipairs(items) do
        if item.text:find('Report', 1, true) then return true end
      end
    end
    return false
  end)
  vim.cmd('cclose | lclose')
  vim.api.nvim_set_current_win(window)

  -- Superfluous space goes.
  go('water: ')
  press('f:a   <Esc>')
  wait('there is space', function() return line(find('water:')):find('water:    Temperature,', 1, true) ~= nil end)
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 60000 })
  else
    vim.lsp.buf.formatting_sync(nil, 60000)
  end
  wait('the text is laid out', function()
    return line(find('water:')):find('water: Temperature,', 1, true) ~= nil and #vim.diagnostic.get(0) == 0
  end)

  -- A completion: the keys of a user, then what the menu offers.
  local row = go('has_wind {')
  press('cwhas_')
  vim.api.nvim_input('<C-x><C-o>')
  wait('fields are offered', function()
    for _, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
      if item.word == 'has_wind' then return true end
    end
    return false
  end)
  -- Down to it, and take it.
  for number, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
    if item.word == 'has_wind' then vim.api.nvim_input(('<Down>'):rep(number)) end
  end
  press('<C-y><Esc>')
  wait('a field is completed', function()
    return line(row):find('if has_wind {', 1, true) ~= nil and #vim.diagnostic.get(0) == 0
  end)

  -- An answer that is an error: the server takes the text for closed.
  local notified = {}
  vim.notify = function(message) table.insert(notified, message) end
  vim.lsp.get_client_by_id(client).notify('textDocument/didClose', {
    textDocument = { uri = vim.uri_from_bufnr(0) },
  })
  press('\\a')
  wait('an error is shown', function()
    return #notified == 1 and notified[1]:find('^wireform: `.*` is not open$') ~= nil
  end)

  vim.lsp.stop_client(client)
  wait('the server ends', function() return vim.lsp.get_client_by_id(client) == nil end)
  say('done')
end

steps = coroutine.create(function()
  main()
  vim.cmd('qall!')
end)
vim.schedule(go_on)

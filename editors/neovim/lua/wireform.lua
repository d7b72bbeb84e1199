-- Starts the language server in every version of Neovim since 0.7.
local M = {}

-- The folder that a server is responsible for: that of the crate or the repository, or else that of the schema.
local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  for _, marker in ipairs({ "Cargo.toml", ".git" }) do
    local found = vim.fn.findfile(marker, vim.fn.escape(folder, " ,") .. ";")
    if found == "" then
      found = vim.fn.finddir(marker, vim.fn.escape(folder, " ,") .. ";")
    end
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h" .. (vim.fn.isdirectory(found) == 1 and ":h" or ""))
    end
  end
  return folder
end

-- One server for each folder.
local clients = {}

-- Attaches the server of its folder to a buffer of Neovim 0.7 to 0.10.
local function attach(buffer, options)
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  local id = clients[root]
  if not id or vim.lsp.get_client_by_id(id) == nil then
    id = vim.lsp.start_client({
      name = "wireform",
      cmd = options.cmd,
      root_dir = root,
      on_attach = options.on_attach,
      capabilities = options.capabilities,
    })
    clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

-- Formats the buffer: `vim.lsp.buf.format` is there since 0.8.
local function format()
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 2000 })
  else
    vim.lsp.buf.formatting_sync(nil, 2000)
  end
end

-- The client of a buffer.
local function client_of(buffer)
  local clients_of = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(clients_of) do
    if client.name == "wireform" then
      return client
    end
  end
end

-- The quick fix that nobody needs to choose, as the server says: the only one for the nearest mistake, or else the only one.
local function obvious(fixes)
  for _, fix in ipairs(fixes) do
    if fix.isPreferred then
      return fix
    end
  end
end

-- Mends the mistake in the line of the cursor that is nearest to it. If that has no fix and the line has only one, applies this
-- one. There is a menu only if there is a choice.
-- (`vim.lsp.buf.code_action` cannot apply one of several actions by itself, and not even the only one before Neovim 0.8.)
function M.fix()
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client then
    vim.notify("wireform: the language server does not run for this buffer", vim.log.levels.WARN)
    return
  end
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = {}, only = { "quickfix" } }
  vim.lsp.buf_request_all(buffer, "textDocument/codeAction", params, function(answers)
    local answer = answers[client.id] or {}
    -- Since 0.11 it is called `err`.
    local wrong = answer.err or answer.error
    if wrong then
      vim.notify("wireform: " .. wrong.message, vim.log.levels.ERROR)
      return
    end
    local fixes = answer.result or {}
    local function apply(fix)
      if fix then
        vim.lsp.util.apply_workspace_edit(fix.edit, client.offset_encoding)
      end
    end
    if #fixes == 0 then
      vim.notify("wireform: there is nothing to mend in this line", vim.log.levels.INFO)
    elseif obvious(fixes) then
      apply(obvious(fixes))
    else
      local function title(fix)
        return fix.title
      end
      vim.ui.select(fixes, { prompt = "Quick fixes:", kind = "codeaction", format_item = title }, apply)
    end
  end)
end

-- The keys of a buffer. Neovim 0.11 has its own for what the other ones do here (`:help lsp-defaults`).
local function map_keys(buffer)
  local function map(keys, action)
    vim.keymap.set("n", keys, action, { buffer = buffer })
  end
  map("<leader>a", M.fix)
  map("gd", vim.lsp.buf.definition)
  if vim.fn.has("nvim-0.11") == 0 then
    vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
    map("K", vim.lsp.buf.hover)
    map("grr", vim.lsp.buf.references)
    map("grn", vim.lsp.buf.rename)
    map("]d", vim.diagnostic.goto_next)
    map("[d", vim.diagnostic.goto_prev)
  end
end

-- Options: `cmd`, by default `{ "wireform", "lsp" }`; `keys` and `format_on_save`, by default `false`; and those of a client
-- of Neovim, `on_attach` and `capabilities`.
function M.setup(options)
  options = vim.tbl_extend("keep", options or {}, { cmd = { "wireform", "lsp" } })
  if vim.fn.executable(options.cmd[1]) == 0 then
    vim.notify("wireform: there is no command " .. options.cmd[1], vim.log.levels.WARN)
    return
  end
  local group = vim.api.nvim_create_augroup("wireform", { clear = true })
  if vim.lsp.enable then
    vim.lsp.config("wireform", {
      cmd = options.cmd,
      on_attach = options.on_attach,
      capabilities = options.capabilities,
    })
    vim.lsp.enable("wireform")
  else
    vim.api.nvim_create_autocmd("FileType", {
      group = group,
      pattern = "wire",
      callback = function(event)
        attach(event.buf, options)
      end,
    })
  end
  if options.keys then
    vim.api.nvim_create_autocmd("FileType", {
      group = group,
      pattern = "wire",
      callback = function(event)
        map_keys(event.buf)
      end,
    })
  end
  if options.format_on_save then
    vim.api.nvim_create_autocmd("BufWritePre", { group = group, pattern = "*.wire", callback = format })
  end
end

return M

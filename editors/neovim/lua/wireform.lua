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

-- Options: `cmd`, by default `{ "wireform", "lsp" }`; `format_on_save`; and those of a client of Neovim, `on_attach` and
-- `capabilities`.
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
  if options.format_on_save then
    vim.api.nvim_create_autocmd("BufWritePre", { group = group, pattern = "*.wire", callback = format })
  end
end

return M

-- The language server, for `vim.lsp.enable("wireform")` of Neovim 0.11 and later.
return {
  cmd = { "wireform", "lsp" },
  filetypes = { "wire" },
  root_markers = { "Cargo.toml", ".git" },
}

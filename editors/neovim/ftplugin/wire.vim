" Settings of a buffer with a schema of Wireform.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

" A comment continues on the next line; documentation as documentation.
setlocal comments=:///,://!,://
setlocal commentstring=//\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=4 softtabstop=4
" A line after an opening bracket is indented, one that begins with a closing bracket is not.
setlocal autoindent smartindent
setlocal suffixesadd=.wire

let b:undo_ftplugin = "setlocal comments< commentstring< formatoptions< expandtab< shiftwidth< softtabstop< autoindent<"
      \ . " smartindent< suffixesadd<"

autocmd BufRead,BufNewFile *.wire setfiletype wire

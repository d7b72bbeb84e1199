" Vim syntax file: schemas of Wireform. Made by `npm run generate` in editors/vscode.
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax sync minlines=1

syntax match wireName ~\<\l\w*\>~
syntax match wireReserved ~\<_\>~
syntax match wireType ~\<\u\w*\>~
syntax match wireConstant ~\<\u[A-Z0-9_]\+\>~
syntax match wireInteger ~\<\%(0[xX][0-9A-Fa-f_]\+\|0[bB][01_]\+\|\d[0-9_]*\|_\d\+\)\>~
syntax match wireFloat ~\<\d[0-9_]*\%(\.\d[0-9_]*\%([eE][-+]\=\d\+\)\=\|[eE][-+]\=\d\+\)\>~
syntax match wireCharacter ~'\%(\\x\x\x\|\\.\|[^'\\]\)'~

syntax match wireFunction ~\<\l\w*\ze\s*(~
syntax match wireValue ~\<\%(true\|false\|zero\|none\)\>~
syntax match wireNumberType ~\<\%([ui]\%([1-9]\|[1-5]\d\|6[0-4]\)\|f\%(32\|64\)\)\%(be\|le\)\=\>~
syntax match wireBuiltIn ~\%(\%([:;[]\|=>\|\<as\)\s*\)\@40<=\<\%(bool\|bytes\|utf8\|ascii\|latin1\|utf16\|utf16le\|utf16be\)\>~
syntax match wireBuiltIn ~\<\%(bytes\|utf8\|ascii\|latin1\|utf16\|utf16le\|utf16be\)\>\ze\s*\[~
syntax match wireBuiltIn ~\<align\ze\s*(~
syntax match wireBuiltIn ~\%(\%(\s=\)\s*\)\@40<=\<groups\ze\s*(~
syntax match wireBuiltIn ~\<nested\ze\s\+\u~
syntax match wireBuiltIn ~\<trailer\ze\s*\({\|struct\)~
syntax match wireBuiltIn ~\%(\%(\<as\)\s*\)\@40<=\<\%(bool\|truthy\|utf8\|ascii\|latin1\|utf16\|hex\|ipv4\|fourcc\|mac\)\>~

syntax match wireClause ~\%(\%([-+*/%=<>!&|([.]\|\<\%(if\|else\|where\|from\|by\|fill\|in\|until\|through\|before\|match\)\)\s*\)\@40<!\<\%(from\|by\|as\|fill\)\>\ze\%(\s*\%("[^"]*"\s*\)\=:\|\s*\.[^.]\|\s*,\)\@!~
syntax match wireControl ~\%(\%([-+*/%=<>!&|([.]\|\<\%(if\|else\|where\|from\|by\|fill\|in\|until\|through\|before\|match\)\)\s*\)\@40<!\<\%(if\|else\|where\)\>\ze\%(\s*\%("[^"]*"\s*\)\=:\|\s*\.[^.]\|\s*,\)\@!~
syntax match wireControl ~\%(\%([:=;(&|<>+*/-]\|\<else\)\s*\)\@40<=\<if\>\ze\s*\%(\w\|["'([!-]\)~
syntax match wireControl ~\%([:[(,]\s*\|=>\s*\)\@40<=\<match\>\ze\s*\%(\w\|(\)~
syntax match wireControl ~\%(\%([;[]\|\<within\s*(\)\s*\)\@40<=\<\%(until\|through\|before\)\>\ze\%(\s*\%(\.[^.]\|[]+*/%)]\)\)\@!~
syntax match wireControl ~\<or\s\+end\>~
syntax match wireOption ~\%(\%([-+*/%=<>!&|([.]\|\<\%(if\|else\|where\|from\|by\|fill\|in\|until\|through\|before\|match\)\)\s*\)\@40<!\<\%(wrap\|clamp\|refuse\|round\|trunc\|floor\|lossy\|wrap\|canonical\|in\|range\)\>\ze\%(\s*\%("[^"]*"\s*\)\=:\|\s*[.(,]\)\@!~
syntax match wireOption ~\%(\%(\w\|)\)\s*\)\@40<=\<\%(wrap\|clamp\|refuse\|round\|trunc\|floor\|lossy\)\>\ze\s*[,;}]~
syntax match wireOption ~\%(\%([-+*/%=<>!&|([.]\|\<\%(if\|else\|where\|from\|by\|fill\|in\|until\|through\|before\|match\)\)\s*\)\@40<!\<in\>\ze\%(\s*\%("[^"]*"\s*\)\=:\|\s*\.\w\|\s*,\)\@!~
syntax match wireOption ~\%(\%(\<from\)\s*\)\@40<=\<\%(round\|trunc\|floor\)\>\ze\s*(~
syntax match wireOption ~\<\%(low_first\|high_first\)\>\ze\s*{~
syntax match wireOption ~\%(\%()\)\s*\)\@40<=\<high_first\ze\s*;~
syntax match wireOption ~\%(\%(\<groups\s*(\)\s*\)\@40<=\<sign\>~
syntax match wireOption ~\%(\%([-+*/%=<>!&|([.]\|\<\%(if\|else\|where\|from\|by\|fill\|in\|until\|through\|before\|match\)\)\s*\)\@40<!\<\%(depth\)\>\ze\%(\s*\%("[^"]*"\s*\)\=:\|\s*\.[^.]\|\s*,\)\@!~
syntax match wireValue ~\%(\%(_order\s*:\)\s*\)\@40<=\<\%(low_first\|high_first\|little\|big\)\>~

syntax match wireDeclaration ~\<\%(protocol\|struct\|delta\|message\|family\|enum\|bits\|type\|const\|quantity\|varint\|packed\|session\|hook\|use\)\>\ze\s\+\u~
syntax match wireDeclaration ~\<\%(protocol\|session\|hook\)\>\ze\s\+\l~
syntax match wireDeclaration ~\<use\ze\s\+"[^"]*"\s*;~
syntax match wireEntry ~\<bits\ze\s\+\%(\l\|\u\w*\s*[{(hl]\)~
syntax match wireEntry ~\<let\ze\s\+\l\w*\s*\%("[^"]*"\s*\)\=:~
syntax match wireEntry ~\<within\ze\s*(~
syntax match wireEntry ~\<\%(example\|accepts\|refuses\)\>\ze\s*"\%([^"\\]\|\\.\)*"\%(\s*:\)\@!~
syntax match wireEntry ~\<\%(hex\|dec\)\>\ze\s*"~ nextgroup=wireBytes skipwhite

syntax match wireField ~\<\l\w*\ze\s*\%("[^"]*"\s*\)\=:~
syntax match wireField ~\.\@1<=\<\l\w*\>~

syntax region wireText start=+"+ skip=+\\.+ end=+"+ oneline contains=wireEscape
syntax region wireBytes start=+"+ end=+"+ oneline contained
syntax match wireEscape ~\\\%(x\x\x\|.\)~ contained
syntax match wireComment ~//.*$~ contains=@Spell
syntax match wireDocumentation ~//[/!]\%(/\)\@!.*$~ contains=wireCode,@Spell
syntax match wireCode ~`[^`]*`~ contained

highlight default link wireComment Comment
highlight default link wireDocumentation SpecialComment
highlight default link wireCode Special
highlight default link wireText String
highlight default link wireBytes String
highlight default link wireEscape SpecialChar
highlight default link wireCharacter Character
highlight default link wireInteger Number
highlight default link wireFloat Float
highlight default link wireNumberType Type
highlight default link wireBuiltIn Type
highlight default link wireField Identifier
highlight default link wireReserved Special
highlight default link wireType Type
highlight default link wireConstant Constant
highlight default link wireValue Constant
highlight default link wireFunction Function
highlight default link wireDeclaration Structure
highlight default link wireEntry Keyword
highlight default link wireClause Keyword
highlight default link wireControl Conditional
highlight default link wireOption Keyword

let b:current_syntax = "wire"

// All tests: one file, because each version of Node finds the files of tests in another way.

import "./words.test";
import "./places.test";
import "./schemas.test";
import "./sentences.test";
import "./package.test";
import "./snippets.test";
import "./vim.test";
import "./neovim.test";
import "./extension.test";

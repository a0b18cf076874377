#!/bin/sh
# Tries the files of Samples/Editors in their programs: sh Tests/editors.sh
#
#   --installed   leave out what is not installed, and name it, instead of installing it
#
# DECANT is the executable (default: the one on the path).
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh

root=$(pwd)
editors=$root/Samples/Editors
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. Tests/checks.sh
if [ -n "${DECANT-}" ]; then
  mkdir "$folder/path"
  ln -s "$DECANT" "$folder/path/decant"
  PATH=$folder/path:$PATH
fi
command -v decant >/dev/null 2>&1 || fail "editors.sh: decant is not on the path; set DECANT"

install_missing vim:vim:vim emacs:emacs-nox:emacs node:nodejs:node

cd "$folder"
printf '{\n  "a": 1,\n  "größe": 01\n}\n' >bad.json
printf '{"b":1.10,"a":[1,\n2]}\n' >good.json
cp bad.json bad-before.json
decant --sort-keys good.json >sorted.json

# Both editors print the mistakes of bad.json, and then good.json, formatted.
finds_and_formats() {
  "$@" && printf 'bad.json:3:error: a number must not begin with a zero\n' | cat - sorted.json | diff - found &&
    cmp bad.json bad-before.json
}

cat >script.vim <<'SCRIPT'
edit bad.json
DecantCheck
call writefile(map(getqflist(), {_, e -> bufname(e.bufnr) . ':' . e.lnum . ':' . (e.type ==? 'e' ? 'error: ' : '') . e.text}), 'found')
DecantFormat
if &modified | cquit | endif
edit good.json
DecantFormat --sort-keys
call writefile(getline(1, '$'), 'found', 'a')
qall!
SCRIPT
if has vim; then
  check "Vim" finds_and_formats vim -Nu NONE -i NONE -n -es --cmd 'filetype on' -S "$editors/decant.vim" -S script.vim
else
  leave_out "Vim, which is not installed"
fi

cat >script.el <<'SCRIPT'
(require 'decant)
(with-current-buffer (find-file-noselect "bad.json")
  (let (found)
    (decant-flymake (lambda (diagnostics &rest _) (setq found (or diagnostics '(none)))))
    (while (not found) (accept-process-output nil 0.1))
    (dolist (it found)
      (princ (format "bad.json:%d:%s: %s\n" (line-number-at-pos (flymake-diagnostic-beg it))
                     (substring (symbol-name (flymake-diagnostic-type it)) 1) (flymake-diagnostic-text it)))))
  (decant-format-buffer)
  (when (buffer-modified-p) (kill-emacs 1)))
(with-current-buffer (find-file-noselect "good.json")
  (setq decant-options '("--sort-keys"))
  (decant-format-buffer)
  (princ (buffer-string)))
SCRIPT
in_emacs() {
  emacs -Q --batch -L "$editors" -l script.el >found
}
compiles_without_warnings() {
  emacs -Q --batch --eval '(setq byte-compile-error-on-warn t byte-compile-dest-file-function (lambda (_) "decant.elc"))' \
    -f batch-byte-compile "$editors/decant.el"
}
if has emacs; then
  check "Emacs" finds_and_formats in_emacs
  check "Emacs: no warnings" compiles_without_warnings
else
  leave_out "Emacs, which is not installed"
fi

# Visual Studio Code and GitHub apply the same patterns to what decant prints.
decant -f json5 -t json --comments drop "$editors/vscode/tasks.json" >tasks.json
decant check --color never bad.json 2>report || true
cat >match.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
const [, , tasks, matcher] = process.argv;
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const patterns = [
  ...read(tasks).tasks.map((task) => task.problemMatcher.pattern),
  ...read(matcher).problemMatcher.map((each) => each.pattern[0]),
];
if (patterns.length !== 3) throw new Error(`${patterns.length} patterns`);
for (const pattern of patterns) {
  const found = readFileSync("report", "utf8").split("\n").map((line) => line.match(pattern.regexp)).filter(Boolean);
  const fields = found.map((match) =>
    [pattern.file, pattern.line, pattern.column, pattern.severity, pattern.message].map((index) => match[index]).join("|"));
  if (fields.join() !== "bad.json|3|12|error|a number must not begin with a zero") throw new Error(fields.join());
}
SCRIPT
if has node; then
  check "Visual Studio Code and GitHub: problem matchers" node match.mjs tasks.json "$editors/github/decant-matcher.json"
else
  leave_out "problem matchers: node is not installed"
fi
check "GitHub: valid YAML" decant check "$editors/github/check.yml" "$root/.pre-commit-hooks.yaml"

# The hooks are those of the working tree.
has_hooks() {
  mkdir repository hooks
  cp "$root/.pre-commit-hooks.yaml" hooks
  export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test PRE_COMMIT_HOME=$folder/cache
  (cd hooks && git init -q && git add -A && git commit -qm hooks)
  cd repository
  git init -q && cp ../bad.json ../good.json . && git add -A
  ! "$tools/bin/pre-commit" try-repo ../hooks decant-check --files bad.json good.json >../found &&
    grep -q '^bad.json:3:12: error: ' ../found && ! grep -q '^good.json' ../found &&
    "$tools/bin/pre-commit" try-repo ../hooks decant-check --files good.json &&
    ! "$tools/bin/pre-commit" try-repo ../hooks decant-format --files good.json && decant good.json | cmp - good.json &&
    "$tools/bin/pre-commit" try-repo ../hooks decant-format --files good.json
}
if has_python_tool pre-commit pre-commit; then
  check "pre-commit" has_hooks
else
  leave_out "pre-commit, which is not in .build/tools"
fi

say "PASSED: editors$left_out"

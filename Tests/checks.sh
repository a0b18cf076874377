# Functions for scripts that try decant together with other programs. Source this file after setup.sh, with `folder` set.
#
# With `--installed` as the first argument of the script, what is not installed is left out, and named, instead of installed.

installed_only=false
[ "${1-}" != --installed ] || installed_only=true

left_out=
leave_out() {
  left_out="$left_out
left out: $*"
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# has_or_installs COMMAND DEBIAN-PACKAGE BREW-PACKAGE
has_or_installs() {
  has "$1" && return
  $installed_only && return 1
  install "$2" "$3"
  has "$1"
}

# install_missing COMMAND:DEBIAN-PACKAGE:BREW-PACKAGE...: all at once, which is faster; a package may be empty.
install_missing() {
  $installed_only && return
  debian=
  brew=
  for entry; do
    has "${entry%%:*}" && continue
    entry=${entry#*:}
    debian="$debian ${entry%:*}"
    brew="$brew ${entry#*:}"
  done
  [ -z "$debian" ] || install "${debian# }" "${brew# }"
}

# check LABEL COMMAND...: a failure ends the run.
check() {
  label=$1
  shift
  if ! "$@" >"$folder/output" 2>&1; then
    for report in "$folder/output" "$folder/log"; do
      [ ! -s "$report" ] || tail -n 40 "$report" >&2
    done
    fail "FAILED: $label"
  fi
  say "ok: $label"
}

has_venv() {
  python3 -c 'import ensurepip' 2>/dev/null && return
  $installed_only && return 1
  install python3-venv python3
}

tools=$(pwd)/.build/tools

# has_python_tool COMMAND PACKAGE: `$tools/bin/COMMAND` is the tool.
has_python_tool() {
  [ ! -x "$tools/bin/$1" ] || return 0
  $installed_only && return 1
  has_venv || return 1
  [ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
  say "installing: $2"
  "$tools/bin/pip" install -q --disable-pip-version-check "$2"
}

#!/bin/sh
# Runs the README's first command as a new user does: in a clone with an empty build folder, and an empty home.
#
#   sh Tests/first-command.sh [FOLDER]    leaves the executable that it installed in FOLDER
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh

keep=${1-}
case $keep in '' | /*) ;; *) keep=$PWD/$keep ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

command=$(sed -n 's/^    \(sh Samples\/install\.sh .*\)/\1/p' README.md)
[ -n "$command" ] || fail "the README has no command that installs decant from source"

git clone -q --shared . "$folder/decant"
git ls-files -z --modified --others --exclude-standard | tar --null -T - -cf - | tar -C "$folder/decant" -xf -
cd "$folder/decant"
HOME=$folder/home
export HOME
mkdir "$HOME"

eval "$command"
"$HOME/.local/bin/decant" -t yaml Samples/landmark.plist >"$folder/converted"
grep -qx 'name: Pont du Gard & the river it crosses' "$folder/converted" || fail "$(cat "$folder/converted")"
if [ -n "$keep" ]; then
  mkdir -p "$keep"
  cp "$HOME/.local/bin/decant" "$keep"
fi
eval "$command --uninstall"
# SwiftPM creates share/bin in each home.
rmdir "$HOME/.local/share/bin" "$HOME/.local/share" "$HOME/.local" 2>/dev/null || true
[ ! -e "$HOME/.local" ] || fail "$(printf 'what --uninstall leaves:\n' && find "$HOME/.local")"

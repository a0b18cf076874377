#!/bin/sh
# Converts a folder of settings from property list to YAML, checks every file, and tells what became of it.
#
#     sh Samples/migrate-settings.sh OLD-FOLDER NEW-FOLDER
#
# Each *.plist below OLD-FOLDER becomes a *.yaml at the same place below NEW-FOLDER, and stays itself as it is. No
# value may lose even its type, and before a file takes its place it is converted back and compared. A file that is
# there already is never replaced. All of it is done by hand, with the filter: it shows how, and can be changed. The
# decant of PATH is used, or that which DECANT names.
#
# Exit status: 0 if all is well, 1 if a file could not be migrated, 64 for a wrong command line.
set -u

decant=${DECANT:-decant}
migrated=0
present=0
failed=0

say() { printf '%s\n' "$*"; }
complain() { printf '%s\n' "$*" >&2; }

if [ $# -ne 2 ]; then
  complain "usage: $0 OLD-FOLDER NEW-FOLDER"
  exit 64
fi
if ! [ -d "$1" ]; then
  complain "$0: no such folder: $1"
  exit 64
fi
if ! command -v "$decant" >/dev/null 2>&1; then
  complain "$0: decant is not on the PATH; DECANT can say where it is"
  exit 64
fi
# A name that begins with a dash is no option.
case $1 in -*) set -- "./$1" "$2" ;; esac
case $2 in -*) set -- "$1" "./$2" ;; esac
old_root=${1%/}
new_root=${2%/}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# convert OLD NEW: writes NEW, and checks it; complains, and gives an error, if that cannot be.
convert() {
  # The format is named, so that nothing is guessed: an archive of objects stays the property list that it is.
  "$decant" --strict -f plist -t yaml -o "$2" "$1" || return 1
  # There and back must say the same. Both ways end in one notation, in which they are compared.
  "$decant" --strict -f plist -t xml1 -o "$work/before" "$1" || return 1
  "$decant" --strict -f yaml -t xml1 -o "$work/after" "$2" || return 1
  cmp -s "$work/before" "$work/after" && return 0
  complain "$1: the YAML does not say the same; it is not kept"
  return 1
}

# migrate OLD NEW: one file.
migrate() {
  if ! convert "$1" "$work/new.yaml"; then
    failed=$((failed + 1))
  elif [ -e "$2" ] || [ -L "$2" ]; then
    if cmp -s "$work/new.yaml" "$2"; then
      present=$((present + 1))
    else
      complain "$2: is there already, and says something else"
      failed=$((failed + 1))
    fi
  elif mkdir -p "$(dirname "$2")" && "$decant" --strict -f plist -t yaml -o "$2" "$1" &&
    cmp -s "$work/new.yaml" "$2"; then
    # Converted once more, and not moved: so it is there as a whole or not at all, even on another disk.
    say "$1 -> $2"
    migrated=$((migrated + 1))
  else
    failed=$((failed + 1))
  fi
}

# walk FOLDER: all files below it, whatever they are called. Links to folders are not followed, lest they go round.
walk() {
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    if [ -d "$entry" ] && ! [ -L "$entry" ]; then
      walk "$entry"
    elif [ -e "$entry" ] || [ -L "$entry" ]; then
      case $entry in
      *.plist)
        below=${entry#"$old_root"/}
        migrate "$entry" "$new_root/${below%.plist}.yaml"
        ;;
      esac
    fi
  done
}

walk "$old_root"

say "$migrated migrated, $present there already, $failed failed"
[ "$failed" -eq 0 ]

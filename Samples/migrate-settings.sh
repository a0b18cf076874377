#!/bin/sh
# Converts a folder of property lists to YAML, verifies every file, and reports the result.
#
#     sh Samples/migrate-settings.sh OLD-FOLDER NEW-FOLDER
#
# Each *.plist below OLD-FOLDER is converted to a *.yaml at the same place below NEW-FOLDER, and
# kept. It is converted back and compared before the result is put in place; values keep their
# types, and existing files are never replaced. This script only uses the filter, and can be
# adapted; `decant migrate` does the same. DECANT is the executable (default: decant on the PATH).
#
# Exit status: 0 for success, 1 if a file could not be migrated, 64 for an invalid command line.
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
# Otherwise such a name would be an option.
case $1 in -*) set -- "./$1" "$2" ;; esac
case $2 in -*) set -- "$1" "./$2" ;; esac
old_root=${1%/}
new_root=${2%/}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# convert OLD NEW: writes and verifies NEW, or reports why that is impossible.
convert() {
  # Without -f, a keyed archive would be detected as one and decoded.
  "$decant" --strict -f plist -t yaml -o "$2" "$1" || return 1
  # Both are converted to XML for the comparison.
  "$decant" --strict -f plist -t xml1 -o "$work/before" "$1" || return 1
  "$decant" --strict -f yaml -t xml1 -o "$work/after" "$2" || return 1
  cmp -s "$work/before" "$work/after" && return 0
  complain "$1: the YAML does not say the same; it is not kept"
  return 1
}

migrate() {
  if ! convert "$1" "$work/new.yaml"; then
    failed=$((failed + 1))
  elif [ -e "$2" ] || [ -L "$2" ]; then
    if cmp -s "$work/new.yaml" "$2"; then
      present=$((present + 1))
    else
      complain "$2: exists already with other content"
      failed=$((failed + 1))
    fi
  elif mkdir -p "$(dirname "$2")" && "$decant" --strict -f plist -t yaml -o "$2" "$1" &&
    cmp -s "$work/new.yaml" "$2"; then
    # Converted again because a move to another disk is not atomic.
    say "$1 -> $2"
    migrated=$((migrated + 1))
  else
    failed=$((failed + 1))
  fi
}

# walk FOLDER: migrates all files below it. Links to folders can form cycles, and are not followed.
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

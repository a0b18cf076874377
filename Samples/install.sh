#!/bin/sh
# Builds decant and installs the executable, the manual pages and the completions for bash, zsh and fish.
# In a package that `package.sh tar` has built, it installs the executable of the package.
#
#     sh Samples/install.sh [--prefix DIR] [--executable FILE]
#     sh Samples/install.sh [--prefix DIR] --uninstall
#
#   --prefix DIR       install under DIR (default /usr/local)
#   --executable FILE  install FILE, which is already built, instead of building
#   --uninstall        remove everything that was installed under DIR, and nothing else
#
# DESTDIR is put before all paths, for packaging. DECANT_COMMIT is the commit for `decant --version`
# if this is not a git checkout.
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)

say() {
  printf '%s\n' "$*"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

usage() {
  printf '%s\n' "install.sh: $*" "usage: sh Samples/install.sh [--prefix DIR] [--executable FILE | --uninstall]" >&2
  exit 64
}

prefix=/usr/local
if [ -x "$here/bin/decant" ]; then
  executable=$here/bin/decant
  pages=$here/share/man
else
  root=$(dirname "$here")
  executable=
  pages=$root/man
fi
action=install_all
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --executable)
      [ $# -gt 1 ] || usage "'$1' needs a value"
      if [ "$1" = --prefix ]; then prefix=$2; else executable=$2; fi
      shift
      ;;
    --prefix=*) prefix=${1#*=} ;;
    --executable=*) executable=${1#*=} ;;
    --uninstall) action=uninstall ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"
      exit
      ;;
    *) usage "unknown option '$1'" ;;
  esac
  shift
done
case $prefix in
  "") usage "'--prefix' must not be empty" ;;
  *"
"*) usage "'--prefix' must not contain a line feed" ;;
  /) prefix= ;;
  /*) prefix=${prefix%/} ;;
  *) prefix=$PWD/${prefix%/} ;;
esac
destination=${DESTDIR-}
# Lists `file` or `folder` and the path of each created item, without DESTDIR.
record=$prefix/share/decant/installed

# folder PATH: creates a folder and its parents, and records the new ones.
folder() {
  if [ -d "$destination$1" ]; then return; fi
  case $1 in
    /*/*) folder "${1%/*}" ;;
    *) mkdir -p "$destination/" ;;
  esac
  mkdir "$destination$1"
  printf 'folder %s\n' "$1" >>"$staging/new"
}

# put MODE FILE PATH: installs a file atomically, which does not disturb a running program.
put() {
  folder "${3%/*}"
  printf 'file %s\n' "$3" >>"$staging/new"
  cp "$2" "$destination$3.new"
  chmod "$1" "$destination$3.new"
  mv -f "$destination$3.new" "$destination$3"
  say "  $destination$3"
}

# recorded KIND FILE: prints the recorded paths of a kind.
recorded() {
  [ ! -f "$2" ] || sed -n "s/^$1 //p" "$2"
}

build() {
  . "$root/Tests/setup.sh"
  set_up_build
  # `git archive` replaces this.
  # shellcheck disable=SC2016
  commit='$Format:%H$'
  case $commit in
    *Format*)
      commit=${DECANT_COMMIT-}
      if [ -z "$commit" ] && [ -e "$root/.git" ]; then
        commit=$(git -C "$root" rev-parse HEAD 2>/dev/null || true)
        if [ -n "$(git -C "$root" status --porcelain -- Package.swift Sources 2>/dev/null)" ]; then
          commit=$commit-modified
        fi
      fi
      ;;
  esac
  DECANT_COMMIT=$commit
  export DECANT_COMMIT

  say "building; the first time, that takes a few minutes ..."
  # The link has no spaces: the path may contain some, and the options are split.
  ln -s "$root" "$staging/root"
  set_release_options
  options="$tool_options --package-path $staging/root --product decant"
  # shellcheck disable=SC2086 # the options are meant to be split
  # It warns that a static executable cannot load libraries by 'dlopen', which decant never does.
  swift build $options >"$staging/log" 2>&1 || fail "$(cat "$staging/log")"
  # shellcheck disable=SC2086
  executable=$(swift build $options --show-bin-path)/decant
}

check_prefix() {
  place=$destination$prefix
  while [ -n "$place" ] && [ ! -d "$place" ]; do place=${place%/*}; done
  [ -w "${place:-/}" ] ||
    fail "install.sh: cannot write to ${place:-/}; choose another folder with --prefix, or run as root"
}

# clear_section SECTION FILE: fills a section with zeros; strip would remove it, and with it the protection by RELRO.
clear_section() {
  command -v readelf >/dev/null 2>&1 && command -v objcopy >/dev/null 2>&1 || return 0
  size=$(readelf -SW "$2" 2>/dev/null | awk -v name="$1" '{ for (i = 1; i < NF; i++) if ($i == name) print $(i + 4) }')
  [ -n "$size" ] || return 0
  head -c $((0x$size)) /dev/zero >"$staging/zeros"
  objcopy --update-section "$1=$staging/zeros" "$2"
  rm "$staging/zeros"
}

install_all() {
  check_prefix
  [ -n "$executable" ] || build
  [ -f "$executable" ] || fail "install.sh: no executable at $executable"
  cp "$executable" "$staging/decant"
  chmod 755 "$staging/decant"
  # Without symbols, the executable is smaller by a quarter.
  strip "$staging/decant" 2>/dev/null || true
  # The first two are digests of files in the folder of the build. The others serve C++'s exceptions, which nothing throws, and
  # debuggers that look into closures and types of a running program; they are 6 % of a package.
  for section in .swift_modhash .note.gnu.build-id .eh_frame .eh_frame_hdr .gcc_except_table .lldbsummaries \
    swift5_assocty swift5_builtin swift5_capture swift5_mpenum; do
    clear_section "$section" "$staging/decant"
  done
  for shell in bash zsh fish; do "$staging/decant" completions $shell >"$staging/$shell"; done

  : >"$staging/new"
  if [ -f "$destination$record" ]; then cp "$destination$record" "$staging/old"; fi
  # Records created items even if the installation fails.
  trap 'keep_record' EXIT
  folder "${record%/*}"
  say "installed $("$staging/decant" --version):"
  put 755 "$staging/decant" "$prefix/bin/decant"
  for page in "$pages"/*.[1-9] "$pages"/man?/*.[1-9]; do
    [ ! -f "$page" ] || put 644 "$page" "$prefix/share/man/man${page##*.}/${page##*/}"
  done
  put 644 "$staging/bash" "$prefix/share/bash-completion/completions/decant"
  put 644 "$staging/zsh" "$prefix/share/zsh/site-functions/_decant"
  put 644 "$staging/fish" "$prefix/share/fish/vendor_completions.d/decant.fish"

  # Removes files of an older version that this one lacks.
  recorded file "$staging/old" | while read -r path; do
    grep -qxF "file $path" "$staging/new" || rm -f "$destination$path"
  done
  recorded folder "$staging/old" | sed 's/^/folder /' >"$staging/folders"
  mv "$staging/folders" "$staging/old"

  if [ -z "$destination" ]; then
    case :$PATH: in
      *:$prefix/bin:*) ;;
      *) say "add $prefix/bin to PATH to run it as 'decant'" ;;
    esac
  fi
}

keep_record() {
  if [ -d "$destination${record%/*}" ]; then
    { cat "$staging/old" 2>/dev/null || true; cat "$staging/new"; } | LC_ALL=C sort -u \
      >"$destination$record"
  fi
  rm -rf "$staging"
}

uninstall() {
  [ -f "$destination$record" ] || fail "install.sh: decant is not installed under $destination${prefix:-/}"
  cp "$destination$record" "$staging/old"
  recorded file "$staging/old" | while read -r path; do
    rm -f "$destination$path"
    say "removed $destination$path"
  done
  rm -f "$destination$record"
  # Nested folders come first. Folders with other files are kept.
  recorded folder "$staging/old" | LC_ALL=C sort -r | while read -r path; do
    rmdir "$destination$path" 2>/dev/null || true
  done
}

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
trap 'exit 1' HUP INT TERM
$action

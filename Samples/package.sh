#!/bin/sh
# Builds packages of decant, all from one release build.
#
#     sh Samples/package.sh [--out DIR] [--executable FILE] [--url URL] PACKAGE...
#
#   deb      for Debian and its relatives: decant_VERSION_ARCH.deb
#   tar      for any Linux, or for macOS: decant-VERSION-SYSTEM-ARCH.tar.gz with an install.sh
#   wheel    for pip: the executable and the Python client
#   image    an OCI image of the executable alone, a folder: decant-VERSION-ARCH.oci
#   formula  for Homebrew: decant.rb, and the sources that it builds, decant-VERSION.tar.gz
#   all      all that this system can build
#
#   --out DIR          write to DIR (default .build/packages)
#   --executable FILE  package FILE, which is already built, instead of building
#   --url URL          the address of the repository, for the formula and the deb
#
# The same commit and executable result in the same bytes. All dates are that of the commit, or SOURCE_DATE_EPOCH. DEBFULLNAME
# and DEBEMAIL are the maintainer of the deb.
set -eu
root=$(cd -P "$(dirname "$0")" && cd .. && pwd)
. "$root/Tests/setup.sh"
parts=$root/Samples/Packages

usage() {
  printf '%s\n' "package.sh: $*" \
    "usage: sh Samples/package.sh [--out DIR] [--executable FILE] [--url URL] deb|tar|wheel|image|formula|all..." >&2
  exit 64
}

out=$root/.build/packages
executable=
url=https://example.org/decant
packages=
while [ $# -gt 0 ]; do
  case $1 in
    --out | --executable | --url)
      [ $# -gt 1 ] || usage "'$1' needs a value"
      case $1 in
        --out) out=$2 ;;
        --executable) executable=$2 ;;
        --url) url=$2 ;;
      esac
      shift
      ;;
    deb | tar | wheel | image | formula) packages="$packages $1" ;;
    all)
      packages="tar wheel formula"
      [ "$(uname)" != Linux ] || packages="deb $packages image"
      ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"
      exit
      ;;
    *) usage "unknown package or option '$1'" ;;
  esac
  shift
done
[ -n "$packages" ] || usage "name a package"

# The commit and its date; `git archive` replaces the text.
# shellcheck disable=SC2016
facts='$Format:%H %ct$'
case $facts in
  *Format*) facts=$(git -C "$root" log -1 --format='%H %ct' 2>/dev/null || echo " 0") ;;
esac
commit=${facts% *}
date=${SOURCE_DATE_EPOCH:-${facts#* }}
case $date in
  "" | *[!0-9]*) fail "package.sh: SOURCE_DATE_EPOCH must be a number of seconds" ;;
esac
system=$(uname)
architecture=$(uname -m)
case $architecture in
  x86_64) debian_architecture=amd64 ;;
  aarch64) debian_architecture=arm64 ;;
  *) debian_architecture=$architecture ;;
esac
# Python keeps no compiled copies of the scripts, and its archives have no dates but the one that it is told.
export PYTHONDONTWRITEBYTECODE=1 TZ=UTC0

# Installs everything in a folder, from which all packages are made.
stage() {
  tree=$staging/tree
  documents=$tree/usr/share/doc/decant
  if [ "$system" = Darwin ] && [ -z "$executable" ]; then link_libyaml_statically; fi
  DESTDIR=$tree sh "$root/Samples/install.sh" --prefix /usr ${executable:+--executable "$executable"} >"$staging/log" ||
    fail "$(cat "$staging/log")"
  # A package manager keeps its own record.
  rm -r "$tree/usr/share/decant"
  if [ "$system" = Linux ]; then
    headers=$(readelf -l "$tree/usr/bin/decant")
    case $headers in
    *INTERP*) fail "package.sh: the executable needs the libraries of this system; install libyaml.a, and build it again" ;;
    *GNU_RELRO*) ;;
    *) fail "package.sh: the executable was linked without RELRO" ;;
    esac
  fi
  if [ "$system" = Darwin ] && otool -L "$tree/usr/bin/decant" | grep -q libyaml; then
    fail "package.sh: the executable needs the libyaml of this system"
  fi
  version=$("$tree/usr/bin/decant" --version)
  version=${version#decant }
  version=${version%% *}
  mkdir -p "$documents"
  python3 "$parts/sbom.py" "$tree/usr/bin/decant" "$version" "$commit" "$date" "$system" \
    "$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')" \
    "$(pkg-config --modversion yaml-0.1 2>/dev/null || true)" >"$documents/decant.spdx.json"
}

# Without its dynamic library in the folder, the linker uses the archive. Homebrew has both in one folder.
link_libyaml_statically() {
  set_up_build
  folder=$root/.build/libyaml
  mkdir -p "$folder"
  cp "$(pkg-config --variable=libdir yaml-0.1)/libyaml.a" "$folder"
  printf '%s\n' "Name: yaml-0.1" "Description: libyaml" "Version: $(pkg-config --modversion yaml-0.1)" \
    "Cflags: $(pkg-config --cflags yaml-0.1)" "Libs: -L$folder -lyaml" >"$folder/yaml-0.1.pc"
  export PKG_CONFIG_PATH="$folder"
}

only_on_linux() {
  [ "$system" = Linux ] || fail "package.sh: $1 can be built only on Linux"
}

package_deb() {
  only_on_linux "a deb"
  command -v dpkg-deb >/dev/null 2>&1 || install dpkg ""
  deb=$staging/deb
  cp -R "$tree" "$deb"
  # Debian's folder for completions of zsh that come with packages.
  mv "$deb/usr/share/zsh/site-functions" "$deb/usr/share/zsh/vendor-completions"
  mkdir -p "$deb/usr/share/lintian/overrides" "$deb/DEBIAN"
  cp "$parts/lintian-overrides" "$deb/usr/share/lintian/overrides/decant"
  notes=$deb/usr/share/doc/decant
  {
    printf '%s\n' "The sources of decant do not name a license." ""
    # Debian has the text of the LGPL.
    cat "$root/Sources/DecantCommands/Licenses/notices.txt"
    say "The text of the GNU Lesser General Public License is in /usr/share/common-licenses/LGPL-2.1."
  } >"$notes/copyright"
  maintainer="${DEBFULLNAME:-The maintainers of decant} <${DEBEMAIL:-maintainers@decant.example.org}>"
  cp "$root/.github/CHANGELOG.md" "$notes/NEWS.md"
  {
    printf '%s\n' "decant ($version) unstable; urgency=medium" "" "  * NEWS.md.gz lists what is new." ""
    say " -- $maintainer  $(LC_ALL=C date -u -d "@$date" '+%a, %d %b %Y %H:%M:%S +0000')"
  } >"$notes/changelog"
  gzip -9n "$notes/NEWS.md" "$notes/changelog" "$deb"/usr/share/man/man?/*
  (cd "$deb" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$deb/DEBIAN/md5sums"
  cat >"$deb/DEBIAN/control" <<CONTROL
Package: decant
Version: $version
Architecture: $debian_architecture
Maintainer: $maintainer
Installed-Size: $(cd "$deb/usr" && find . -type f -exec wc -c {} \; | awk '{ size += int(($1 + 1023) / 1024) } END { print size }')
Section: utils
Priority: optional
Multi-Arch: foreign
Homepage: $url
Description: convert JSON, YAML and property lists without losing data
 decant converts JSON, YAML and property lists (XML, binary, OpenStep, keyed
 archives) into one another: numbers keep every digit, keys their order, and
 comments their place. It also edits, compares, merges and migrates files, and
 reports errors with their line and column.
CONTROL
  find "$deb" -type f -exec chmod 644 {} +
  find "$deb" -type d -exec chmod 755 {} +
  chmod 755 "$deb/usr/bin/decant"
  find "$deb" -exec touch -h -d "@$date" {} +
  # Several threads compress differently.
  SOURCE_DATE_EPOCH=$date dpkg-deb --root-owner-group --threads-max=1 -Zxz -z9 --build "$deb" \
    "$out/decant_${version}_$debian_architecture.deb" >/dev/null
  say "$out/decant_${version}_$debian_architecture.deb"
}

package_tar() {
  name=decant-$version-$(printf %s "$system" | sed 's/Darwin/macos/;s/Linux/linux/')-$architecture
  cp -R "$tree/usr" "$staging/tar"
  cp "$root/Samples/install.sh" "$staging/tar"
  cat "$root/Sources/DecantCommands/Licenses/notices.txt" "$root/Sources/DecantCommands/Licenses/LGPL-2.1.txt" \
    >"$staging/tar/share/doc/decant/licenses.txt"
  python3 "$parts/tarball.py" "$staging/tar" "$name" "$date" "$out/$name.tar.gz"
  say "$out/$name.tar.gz"
}

package_wheel() {
  case $system in
    # A static executable runs on all of these.
    Linux) tag=manylinux2014_$architecture.manylinux_2_17_$architecture.musllinux_1_1_$architecture ;;
    Darwin) tag=macosx_26_0_$architecture ;;
  esac
  rm -f "$out"/decant-*.whl
  python3 "$parts/wheel.py" "$tree" "$root" "$version" "$tag" "$date" "$out"
  say "$out/decant-$version-py3-none-$tag.whl"
}

package_image() {
  only_on_linux "an image"
  image=$out/decant-$version-$debian_architecture.oci
  rm -rf "$image"
  python3 "$parts/image.py" "$tree" "$version" "$commit" "$debian_architecture" "$date" "$image"
  say "$image"
}

package_formula() {
  git -C "$root" archive --prefix "decant-$version/" HEAD 2>/dev/null >"$staging/source.tar" ||
    fail "package.sh: the formula needs a git checkout"
  gzip -9n <"$staging/source.tar" >"$out/decant-$version.tar.gz"
  digest=$(python3 -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())' \
    <"$out/decant-$version.tar.gz")
  sed "s|@URL@|$url|;s|@VERSION@|$version|g;s|@SHA256@|$digest|;s|@COMMIT@|$commit|" "$parts/decant.rb" >"$out/decant.rb"
  say "$out/decant-$version.tar.gz"
  say "$out/decant.rb"
}

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
trap 'exit 1' HUP INT TERM
case $executable in
  "" | /*) ;;
  *) executable=$PWD/$executable ;;
esac
mkdir -p "$out"
out=$(cd "$out" && pwd)
command -v python3 >/dev/null 2>&1 || install python3 python3
stage
for package in $packages; do "package_$package"; done

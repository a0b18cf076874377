#!/bin/sh
# Builds all packages twice, and installs, uses and removes each: sh Tests/packages.sh
#
#   --installed   leave out what is not installed, and name it, instead of installing it
#
# DECANT is the executable (default: Samples/package.sh builds it). Python's tools are installed in .build/tools, and the
# roots of other systems are made from Debian's packages.
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh

root=$(pwd)
system=$(uname)
machine=$(uname -m)
folder=$(mktemp -d)
. Tests/checks.sh
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
export PYTHONDONTWRITEBYTECODE=1

making_clean=
making_old=
clean_up() {
  for process in $making_clean $making_old; do
    kill "$process" 2>/dev/null || true
    wait "$process" || true
  done
  # All mounts are in namespaces of their own. One that is visible here must not be emptied.
  if ! grep -qs " $folder" /proc/mounts; then rm -rf "$folder"; fi
}

# at_most BYTES FILE...
at_most() {
  limit=$1
  shift
  size=$(cat "$@" | wc -c)
  say "$((size)) bytes"
  [ "$size" -le "$limit" ]
}

# The paths under a folder, without the records that package managers keep.
paths() {
  (cd "$1" && find . ! -path './proc*' ! -path './var/lib/dpkg/*' ! -path './var/lib/apt/*' ! -path './var/log/*' \
    ! -path './var/cache/*' ! -path './dev/null' ! -name __pycache__ ! -name '*.pyc' | LC_ALL=C sort)
}

is_unchanged() {
  paths "$1" | diff "$2" -
}

# in_root ROOT USER COMMAND...: runs a command where only /proc is mounted, and /dev/null if there is a /dev.
in_root() {
  there=$1 user=$2
  shift 2
  mkdir -p "$there/proc"
  # shellcheck disable=SC2016 # the inner shell expands it
  env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C DEBIAN_FRONTEND=noninteractive \
    unshare --mount sh -c '
      there=$1 user=$2
      shift 2
      mount --bind /proc "$there/proc"
      if [ -d "$there/dev" ]; then
        [ -e "$there/dev/null" ] || : >"$there/dev/null"
        mount --bind /dev/null "$there/dev/null"
      fi
      exec chroot --userspec="$user" "$there" "$@"' sh "$there" "$user" "$@"
}

has_roots() {
  [ "$(id -u)" -eq 0 ] && command -v unshare >/dev/null 2>&1 && in_root / 0:0 true 2>/dev/null
}

# works COMMAND...: uses decant, which COMMAND is or runs.
works() {
  "$@" help licenses | cmp - "$folder/licenses" || return 1
  printf '{"price": 1.10}\n' | "$@" -f json -t yaml >"$folder/result" || return 1
  printf 'price: 1.10\n' | cmp - "$folder/result" || return 1
  "$@" -t binary1 <Samples/landmark.plist | "$@" -t xml1 >"$folder/result" || return 1
  cmp Samples/landmark.plist "$folder/result" || return 1
  status=0
  printf '[1,\n' | "$@" check -f json 2>"$folder/result" || status=$?
  [ "$status" -eq 65 ] && grep -q '^<stdin>:1:1: error: ' "$folder/result"
}

# A root is made beside the other checks, because its packages are fetched and unpacked for half a minute.
# make_root NAME OPTION...
make_root() {
  name=$1
  shift
  exec unshare --mount mmdebstrap --quiet --dpkgopt=force-unsafe-io "$@" "$folder/$name" >"$folder/$name.log" 2>&1
}

install_missing ruby:ruby:ruby
if [ "$system" = Linux ]; then
  install_missing "mmdebstrap:mmdebstrap debian-archive-keyring:" lintian:lintian: skopeo:skopeo:
fi
if [ "$system" = Linux ] && has_roots && has mmdebstrap; then
  make_root clean --variant=apt bookworm &
  making_clean=$!
  # The executable needs the root's tools, not its services: no package is configured.
  make_root old --variant=extract --include=dash,coreutils,sed,grep bullseye &
  making_old=$!
fi

cat Sources/DecantCommands/Licenses/notices.txt Sources/DecantCommands/Licenses/LGPL-2.1.txt >"$folder/licenses"
out=$folder/out
commit=$(git rev-parse HEAD 2>/dev/null || true)
check "all packages" sh Samples/package.sh all --out "$out" ${DECANT:+--executable "$DECANT"}
tarball=$(echo "$out"/decant-*-"$machine".tar.gz)
wheel=$(echo "$out"/decant-*.whl)
mkdir "$folder/tar"
tar -C "$folder/tar" --strip-components 1 -xzf "$tarball"
version=$("$folder/tar/bin/decant" --version | cut -d ' ' -f 2)

# The same sources in another folder, under another umask, at another time of day.
builds_the_same_bytes() {
  copy="$folder/another place/decant"
  git clone -q --shared --no-checkout . "$copy"
  git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -C "$copy" -xf -
  (umask 077 && TZ=Asia/Kathmandu LC_ALL=C.UTF-8 sh "$copy/Samples/package.sh" all --out "$folder/again" \
    --executable "$folder/tar/bin/decant") &&
    diff -r "$out" "$folder/again"
}
if [ -n "$commit" ]; then
  check "the same bytes in another folder" builds_the_same_bytes
else
  leave_out "the same bytes in another folder, which needs a git checkout"
fi

has_date() {
  SOURCE_DATE_EPOCH=1000000000 sh Samples/package.sh tar --out "$folder/dated" --executable "$folder/tar/bin/decant" &&
    python3 - "$folder"/dated/*.tar.gz <<'SCRIPT'
import sys, tarfile
with tarfile.open(sys.argv[1]) as archive:
    assert all(entry.mtime == 1000000000 and entry.uid == entry.gid == 0 for entry in archive)
SCRIPT
}
check "SOURCE_DATE_EPOCH is the date of all files" has_date

# Packages for copying

installs_and_removes() {
  prefix="$folder/a prefix"
  sh "$folder/tar/install.sh" --prefix "$prefix" &&
    works "$prefix/bin/decant" &&
    [ -f "$prefix/share/man/man1/decant.1" ] && [ -f "$prefix/share/man/man7/decant-formats.7" ] &&
    bash -c '. "$1/share/bash-completion/completions/decant" && complete -p decant' bash "$prefix" &&
    sh "$folder/tar/install.sh" --prefix "$prefix" --uninstall &&
    [ ! -e "$prefix" ]
}
check "tar: at most 6 MB" at_most 6000000 "$tarball"
check "tar: install, use, remove" installs_and_removes

# installs_in_root ROOT SHELL...: with the shell and the tools of the root.
installs_in_root() {
  there=$1
  shift
  mkdir -p "$there/tmp" "$there/proc" "$there/dev"
  : >"$there/dev/null"
  paths "$there" >"$folder/before"
  cp -R "$folder/tar" "$there/package" &&
    in_root "$there" 0:0 "$@" /package/install.sh --prefix /usr/local &&
    works in_root "$there" 65534:65534 /usr/local/bin/decant &&
    in_root "$there" 0:0 "$@" /package/install.sh --prefix /usr/local --uninstall &&
    rm -r "$there/package" &&
    is_unchanged "$there" "$folder/before"
}

# A root with musl and the tools of BusyBox, which are static; the GNU C library is not in it.
make_musl_root() {
  mkdir -p "$folder/musl" "$folder/debs"
  (cd "$folder/debs" && apt-get download -q musl busybox-static) || return 1
  for deb in "$folder"/debs/*.deb; do dpkg-deb -x "$deb" "$folder/musl"; done
  [ -e "$(echo "$folder"/musl/lib/ld-musl-*)" ] && in_root "$folder/musl" 0:0 /bin/busybox --install -s /bin
}

if [ "$system" = Linux ] && has_roots; then
  mkdir "$folder/nothing"
  cp "$folder/tar/bin/decant" "$folder/nothing"
  check "tar: the executable in an empty root" works in_root "$folder/nothing" 65534:65534 /decant
  if make_musl_root >"$folder/musl.log" 2>&1; then
    check "tar: in a root with musl and BusyBox" installs_in_root "$folder/musl" /bin/sh
  else
    leave_out "a root with musl: Debian's packages cannot be fetched"
  fi
else
  leave_out "roots of other systems, which need root on Linux, and unshare"
fi

# Python

cat >"$folder/first.py" <<'SCRIPT'
import decant
print(decant.convert("price: 1.10", "yaml", "json").decode())
SCRIPT

# Everything public has a description and types.
cat >"$folder/described.py" <<'SCRIPT'
import inspect, os
import decant
assert os.path.exists(os.path.join(os.path.dirname(decant.__file__), "py.typed"))
for name in decant.__all__:
    value = getattr(decant, name)
    assert value.__doc__, name
    functions = {name: value} if inspect.isfunction(value) else {
        f"{name}.{key}": getattr(member, "fget", member) for key, member in vars(value).items()
        if isinstance(member, property) or inspect.isfunction(member) and not key.startswith("_")
    }
    for name, function in functions.items():
        assert function.__doc__, name
        signature = inspect.signature(function)
        assert signature.return_annotation is not signature.empty, name
        for parameter in list(signature.parameters.values())[("." in name):]:
            assert parameter.annotation is not parameter.empty, (name, parameter)
SCRIPT

in_environment() {
  (cd "$folder/elsewhere" && env -u PYTHONPATH PATH="/usr/bin:/bin" "$@")
}

installs_with_pip() {
  environment="$folder/an environment"
  mkdir -p "$folder/elsewhere"
  cp Samples/Clients/python/test_decant.py Samples/Clients/python/agent_tool.py "$folder/elsewhere"
  python3 -m venv "$environment"
  paths "$environment" >"$folder/before"
  python="$environment/bin/python"
  "$python" -m pip install -q --no-index --disable-pip-version-check "$wheel" &&
    "$python" -m pip check --disable-pip-version-check &&
    in_environment "$python" "$folder/first.py" | tee "$folder/result" && grep -q '"price": 1.10' "$folder/result" &&
    in_environment "$python" "$folder/described.py" &&
    in_environment "$python" test_decant.py &&
    works "$environment/bin/decant" && works "$python" -m decant &&
    "$python" -m pip uninstall -q -y --disable-pip-version-check decant &&
    is_unchanged "$environment" "$folder/before"
}

# `pip install --target` has another layout.
installs_in_a_folder() {
  "$environment/bin/python" -m pip install -q --no-index --disable-pip-version-check --target "$folder/target" "$wheel" &&
    (cd "$folder/elsewhere" && PATH=/usr/bin:/bin PYTHONPATH=$folder/target python3 "$folder/first.py")
}

check "wheel: at most 6 MB" at_most 6000000 "$wheel"
if has_venv; then
  check "wheel: install, use, remove" installs_with_pip
  check "wheel: in a folder of its own" installs_in_a_folder
else
  leave_out "the wheel in an environment: python3-venv is not installed"
fi
if has_python_tool twine twine; then
  check "wheel: twine" "$tools/bin/twine" check --strict "$wheel"
else
  leave_out "twine, which is not in .build/tools"
fi

# Bills of materials

has_bill_of_materials() {
  python3 - "$1" "$2" <<'SCRIPT'
import hashlib, json, sys
bill = json.load(open(sys.argv[1]))
digest = hashlib.sha256(open(sys.argv[2], "rb").read()).hexdigest()
names = [package["name"] for package in bill["packages"]]
assert names[:2] == ["decant", "libyaml"], names
assert bill["packages"][0]["checksums"] == [{"algorithm": "SHA256", "checksumValue": digest}]
SCRIPT
}

bill=$folder/tar/share/doc/decant/decant.spdx.json
check "bill of materials: of this executable" has_bill_of_materials "$bill" "$folder/tar/bin/decant"
if has_python_tool pyspdxtools spdx-tools; then
  check "bill of materials: valid SPDX" "$tools/bin/pyspdxtools" --version SPDX-2.3 -i "$bill"
else
  leave_out "a validation of the SPDX, by spdx-tools in .build/tools"
fi
is_in_wheel() {
  unzip_member "decant-$version.dist-info/sboms/decant.spdx.json" | cmp - "$bill"
}
unzip_member() {
  python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' "$wheel" "$1"
}
check "bill of materials: in the wheel" is_in_wheel

# Homebrew

# The parts of Homebrew that the formula uses, as far as they work without it.
cat >"$folder/homebrew.rb" <<'SCRIPT'
require "digest"
class Formula
  class << self
    %i[desc homepage url sha256].each { |name| define_method(name) { |value = nil| value ? (@values ||= {})[name] = value : @values[name] } }
    def depends_on(*) = nil
    def uses_from_macos(*, **) = nil
    def test(&block) = block ? @test = block : @test
  end
  def bin = File.dirname(ARGV[2])
  def pipe_output(command, input, status)
    IO.popen(command, "r+") { |pipe| pipe.write(input); pipe.close_write; @output = pipe.read }
    raise command unless $?.exitstatus == status
    @output
  end
  def assert_equal(expected, found) = expected == found || raise("expected #{expected}, found #{found}")
end
load ARGV[0]
raise "the digest is that of another archive" unless Decant.sha256 == Digest::SHA256.file(ARGV[1]).hexdigest
raise "the name is that of another archive" unless File.basename(Decant.url) == File.basename(ARGV[1])
raise "the description is too long for brew style" if Decant.desc.size > 80
Decant.new.instance_eval(&Decant.test)
SCRIPT

# The sources know their commit, and have all that the build needs.
has_sources() {
  mkdir "$folder/sources"
  tar -C "$folder/sources" --strip-components 1 -xzf "$out/decant-$version.tar.gz"
  for file in Package.swift Sources/DecantTool/main.swift Samples/package.sh man/decant.1; do
    [ -f "$folder/sources/$file" ] || return 1
  done
  grep -q "^facts='$commit " "$folder/sources/Samples/package.sh"
}
[ -z "$commit" ] || check "formula: its sources" has_sources
if has ruby; then
  check "formula: Ruby" ruby -wc "$out/decant.rb"
  check "formula: its test" ruby "$folder/homebrew.rb" "$out/decant.rb" "$out/decant-$version.tar.gz" "$folder/tar/bin/decant"
else
  leave_out "the formula: ruby is not installed"
fi

# The release

rehearses_the_release() {
  git clone -q --shared . "$folder/release" && git ls-files -z --cached --others --exclude-standard |
    tar --null -T - -cf - | tar -C "$folder/release" -xf - &&
    python3 Tests/release.py "$folder/tar/bin/decant" "$version" "$folder/release"
}
if [ "$system" = Linux ] && [ -n "$commit" ]; then
  check "release.yml: its commands" rehearses_the_release
else
  leave_out "a rehearsal of release.yml, which needs Linux and a git checkout"
fi

# An image

image=$(echo "$out"/decant-*.oci)
runs_as_an_image() {
  mkdir "$folder/layer"
  skopeo copy -q --insecure-policy "oci:$image:$version" "dir:$folder/copied" &&
    skopeo inspect --config "oci:$image:$version" | "$folder/tar/bin/decant" get /config/User /config/Entrypoint/0 /os \
      >"$folder/result" &&
    printf '65532:65532\n/decant\nlinux\n' | cmp - "$folder/result" || return 1
  # The manifest names the only layer.
  layer=$("$folder/tar/bin/decant" get -f json /layers/0/digest "$folder/copied/manifest.json")
  tar -C "$folder/layer" -xpzf "$folder/copied/${layer#sha256:}" &&
    cmp "$folder/layer/decant" "$folder/tar/bin/decant" &&
    cmp "$folder/layer/usr/share/doc/decant/decant.spdx.json" "$bill" || return 1
  has_roots || return 0
  works in_root "$folder/layer" 65532:65532 /decant || return 1
  # A long binary property list in a pipe is read at random, and thus from a temporary file.
  { printf '["'; head -c 34000000 /dev/zero | tr '\0' x; printf '"]\n'; } >"$folder/long.json"
  in_root "$folder/layer" 65532:65532 /decant -t binary1 <"$folder/long.json" >"$folder/long.plist" &&
    cat "$folder/long.plist" | in_root "$folder/layer" 65532:65532 /decant -c -t json | cmp - "$folder/long.json"
}

if [ "$system" = Linux ]; then
  check "image: at most 13 MB" at_most 13000000 "$image"/*.json "$image"/oci-layout "$image"/blobs/sha256/*
  if has skopeo; then
    check "image: copy, use as a user" runs_as_an_image
  else
    leave_out "the image: skopeo is not installed"
  fi
else
  leave_out "deb and image, which are for Linux"
fi

# Debian

deb=$(echo "$out"/*.deb)
installs_with_apt() {
  there=$folder/clean
  cp "$deb" "$there/decant.deb"
  paths "$there" >"$folder/before"
  apt="apt-get -o APT::Sandbox::User=root"
  # shellcheck disable=SC2086
  in_root "$there" 0:0 $apt install -y /decant.deb &&
    in_root "$there" 0:0 dpkg --verify decant &&
    ! in_root "$there" 0:0 dpkg-query -W -f '${Depends}' decant | grep -q . &&
    works in_root "$there" 65534:65534 decant &&
    [ -f "$there/usr/share/bash-completion/completions/decant" ] &&
    in_root "$there" 0:0 $apt remove -y decant &&
    ! in_root "$there" 0:0 dpkg -s decant &&
    is_unchanged "$there" "$folder/before"
}

if [ "$system" = Linux ]; then
  check "deb: at most 6 MB" at_most 6000000 "$deb"
  if has lintian; then
    check "deb: lintian" lintian --allow-root --fail-on error "$deb"
  else
    leave_out "lintian, which is not installed"
  fi
  if [ -n "$making_old" ] && wait "$making_old"; then
    check "tar: in a root with an older C library" installs_in_root "$folder/old" /bin/dash
  else
    leave_out "a root of an older Debian, which mmdebstrap cannot make"
  fi
  if [ -n "$making_clean" ] && wait "$making_clean"; then
    check "deb: install, use, remove with apt in a clean root" installs_with_apt
  else
    leave_out "a clean root of Debian, which mmdebstrap cannot make"
  fi
fi

making_old=
making_clean=
say "PASSED: packages$left_out"

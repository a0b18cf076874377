# Functions for scripts that build decant, which install missing requirements. Source this file.

say() {
  printf '%s\n' "$*"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    fail "to install packages, run as root or install sudo: $*"
  fi
}

has_libyaml() {
  command -v pkg-config >/dev/null 2>&1 && pkg-config --exists yaml-0.1
}

# install DEBIAN-PACKAGES BREW-PACKAGES
install() {
  if command -v apt-get >/dev/null 2>&1; then
    say "installing: $1"
    as_root apt-get update -qq
    # shellcheck disable=SC2086 # a list of packages is meant to be split
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1 >/dev/null
  elif command -v brew >/dev/null 2>&1; then
    say "installing: $2"
    # shellcheck disable=SC2086
    brew install -q $2
  else
    fail "please install what corresponds to the Debian packages $1, and try again"
  fi
}

# Sets `options` to the options of `swift build` for a release, and `tool_options` to those for decant itself.
#
# On Linux it is static, because dynamic linking takes longer than a small conversion. Without an
# archive of libyaml, only the Swift runtime is linked statically. decant encodes no type of Foundation
# and matches no regular expression: without both it is 6 MB smaller, and starts with a quarter fewer
# instructions.
set_release_options() {
  options="-c release --explicit-target-dependency-import-check error"
  if [ "$(uname)" = Linux ]; then
    if [ -e "$(pkg-config --variable=libdir yaml-0.1)/libyaml.a" ]; then
      options="$options -Xswiftc -static-executable"
    else
      options="$options --static-swift-stdlib"
    fi
    # What the start has relocated is read-only from then on.
    options="$options -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now"
  fi
  tool_options="$options --disable-default-traits"
  tool_options="$tool_options -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import"
  # Otherwise the runtime finds types by their names, and creates types only to copy their values: half of the instructions of
  # a start.
  for option in -disable-concrete-type-metadata-mangled-name-accessors -disable-type-layout; do
    tool_options="$tool_options -Xswiftc -Xfrontend -Xswiftc $option"
  done
  # Debug information would be stripped; without it, the stripped executable is 3 % smaller.
  tool_options="$tool_options -debug-info-format none"
  # Functions of the same instructions become one, if none is told by its address, and those that nothing calls go: 8 % of a
  # package.
  if [ "$(uname)" = Linux ]; then
    tool_options="$tool_options -Xswiftc -Xfrontend -Xswiftc -function-sections"
    tool_options="$tool_options -Xlinker --icf=safe -Xlinker --gc-sections"
  fi
  # Package.swift reads it.
  export DECANT_SMALL=1
}

set_up_build() {
  command -v swift >/dev/null 2>&1 ||
    fail "Swift 6.3 or later is needed and not installed: see https://www.swift.org/install"
  has_libyaml || install "libyaml-dev pkg-config" "libyaml pkgconf"
}

set_up_tests() {
  set_up_build
  command -v mandoc >/dev/null 2>&1 || install "mandoc" "mandoc"
  command -v python3 >/dev/null 2>&1 || install "python3" "python3"
  command -v node >/dev/null 2>&1 || install "nodejs" "node"
  # strace exists only on Linux; elsewhere its tests are skipped.
  if [ "$(uname)" = Linux ]; then command -v strace >/dev/null 2>&1 || install "strace" ""; fi
}

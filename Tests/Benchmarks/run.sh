#!/bin/sh
# Measures decant beside the programs that are installed: sh Tests/Benchmarks/run.sh [OPTION...]
#
#   --all FOLDER     measure all and write RESULTS.md, the chart and the figures of README.md, which takes 20 minutes after the
#                    builds; FOLDER contains twitter.json, citm_catalog.json and canada.json
#   --briefly FILE   with --all, measure little, in two minutes, and write FILE alone
#   --only NAME...   print these sections: json, yaml, toml, csv, binary, plist, coding, types, schema, archives, edit, changes,
#                    service, start, threads, migrate, memory; coding needs --documents FOLDER
#   --install        install the programs and libraries that decant is measured beside
#   --decant FILE    measure this executable instead of one built here
#   --coding FILE    and this one of CodingBenchmark
set -eu
cd "$(dirname "$0")/../.."
. Tests/setup.sh
command -v python3 >/dev/null 2>&1 || install python3 python3

case " $* " in
  *" --install "*)
    command -v cargo >/dev/null 2>&1 || (install cargo rust) || say "cargo is left out"
    packages="jq gojq yq miller git valgrind binutils pkg-config g++ libsimdjson-dev libyaml-dev python3-pip"
    for crate in serde-json serde-cbor rmp-serde csv toml plist; do packages="$packages librust-$crate-dev"; done
    (install "$packages" "jq gojq python-yq miller git simdjson libyaml") || say "some of these are left out: $packages"
    for module in orjson PyYAML tomlkit cbor2 msgpack jsonschema-rs; do
      python3 -m pip install --quiet --break-system-packages "$module" || say "$module is left out"
    done
    ;;
esac

case " $* " in
  *" --decant "*) ;;
  *)
    set_up_build
    say "building decant ..."
    set_release_options
    # shellcheck disable=SC2086 # the options are meant to be split
    swift build $tool_options --product decant >/dev/null
    # shellcheck disable=SC2086
    set -- --decant "$(swift build $tool_options --show-bin-path)/decant" "$@"
    ;;
esac
case " $* " in
  *" --coding "*) ;;
  *" --all "* | *" coding "*)
    set_up_build
    say "building CodingBenchmark ..."
    # The options of a release would build all of decant again.
    coding="--scratch-path .build/coding"
    # shellcheck disable=SC2086
    (unset DECANT_SMALL; swift build -c release $coding --product CodingBenchmark >/dev/null)
    set -- --coding .build/coding/release/CodingBenchmark "$@"
    ;;
esac
exec python3 Tests/Benchmarks/all.py "$@"

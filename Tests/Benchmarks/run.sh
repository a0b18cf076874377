#!/bin/sh
# Measures decant beside the programs that are installed: sh Tests/Benchmarks/run.sh [OPTION...]
#
#   --size N     megabytes of each input (100)
#   --runs N     interleaved runs of each program, of which the median counts (5)
#   --only X     measure json, yaml, plist or migrate alone
#   --decant F   measure this executable instead of one built here
#   --memory     also pass a gigabyte of records through, and say what memory that took
#   --coding D   measure Codable types beside Foundation's coders instead, with twitter.json,
#                citm_catalog.json and canada.json of the folder D
set -eu
cd "$(dirname "$0")/../.."
. Tests/setup.sh
set_up_build

if [ "${1-}" = --coding ]; then
  exec swift run -c release CodingBenchmark "${2:?--coding needs a folder}"
fi
command -v python3 >/dev/null 2>&1 || install python3 python3

build=.build/benchmarks
mkdir -p "$build"
case " $* " in
  *" --decant "*) ;;
  *)
    say "building ..."
    set_release_options
    # shellcheck disable=SC2086 # the options are meant to be split
    swift build $tool_options --product decant >/dev/null
    # shellcheck disable=SC2086
    set -- --decant "$(swift build $tool_options --show-bin-path)/decant" "$@"
    ;;
esac
if [ ! -e "$build/serialization" ] || [ Tests/Benchmarks/Serialization.swift -nt "$build/serialization" ]; then
  swiftc -O -parse-as-library Tests/Benchmarks/Serialization.swift -o "$build/serialization"
fi
# libyaml's parser alone, the ceiling for decant's reader of YAML.
if [ ! -e "$build/libyaml-loop" ] || [ Tests/Benchmarks/libyaml-loop.c -nt "$build/libyaml-loop" ]; then
  "${CC:-cc}" -O2 Tests/Benchmarks/libyaml-loop.c -lyaml -o "$build/libyaml-loop"
fi
set -- --libyaml-loop "$build/libyaml-loop" "$@"
exec python3 Tests/Benchmarks/measure.py --serialization "$build/serialization" "$@"

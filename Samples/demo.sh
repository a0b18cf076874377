#!/bin/sh
# Installs requirements, builds decant, and converts a sample.
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh
set_up_build

say "building (a minute or two, the first time) ..."
set_release_options
# shellcheck disable=SC2086 # the options are meant to be split
swift build $tool_options --product decant >/dev/null
# shellcheck disable=SC2086
decant=$(swift build $tool_options --show-bin-path)/decant

say '$ decant -f json5 -t json Samples/settings.json5'
"$decant" -f json5 -t json Samples/settings.json5
say "decant is at $decant"

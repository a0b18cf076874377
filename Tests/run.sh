#!/bin/sh
# Sets up a machine that has Swift and runs every check: build, format, tests, shipped executables,
# engines, address sanitizer, fuzz targets, manual pages, documentation. Stops at the first failure.
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh

step() {
  say "== $*"
  now=$*
}

# Failed tests are repeated at the end of the output.
run_tests() {
  rm -f .build/tests.passed
  { swift test "$@" 2>&1 && touch .build/tests.passed; } | tee .build/tests.log
  if [ ! -e .build/tests.passed ]; then
    grep -E 'recorded an issue|failed after|Fatal error' .build/tests.log || true
    return 1
  fi
}

now="setting up"
trap 'status=$?; [ $status -eq 0 ] || say "FAILED: $now (exit status $status)"' EXIT

step "setting up"
set_up_tests

step "build, warnings are errors"
swift build --build-tests

step "format"
lint="Sources Tests Package.swift"
if [ -n "$(find Samples -name '*.swift' -print -quit)" ]; then lint="$lint Samples"; fi
# shellcheck disable=SC2086 # a list of paths is meant to be split
swift format lint --strict --recursive $lint

step "tests"
run_tests --skip-build

step "a format from another package"
dotenv="--package-path Samples/DotenvFormat --scratch-path .build/dotenv"
# shellcheck disable=SC2086
swift build $dotenv --build-tests
# shellcheck disable=SC2086
run_tests $dotenv --skip-build
# shellcheck disable=SC2086
tool=$(swift build $dotenv --show-bin-path)/decant-dotenv
port=$(printf 'export HOST=example.org\nPORT=8080 # free\n' | "$tool" -f dotenv --at /PORT -r)
[ "$port" = 8080 ]

step "a client of the service in Swift"
client="--package-path Samples/Clients/swift --scratch-path .build/client"
# shellcheck disable=SC2086
swift build $client --build-tests
path=$PATH
PATH=$(swift build --show-bin-path):$PATH
# shellcheck disable=SC2086
run_tests $client --skip-build
PATH=$path

step "tests of the executables as they are shipped"
# The optimizer may introduce errors. It uses one processor per module, so the fuzz targets are
# built at the same time; only toolchains for Linux include libFuzzer.
if [ "$(uname)" = Linux ]; then
  sh Tests/Fuzz/run.sh build >.build/fuzz.log 2>&1 &
  fuzzing=$!
fi
set_release_options
for product in decant todo user landmark reviews restaurants logbook; do
  # shellcheck disable=SC2086
  swift build $options --product "$product"
done
# shellcheck disable=SC2086
DECANT_DIRECTORY=$(swift build $options --show-bin-path)
export DECANT_DIRECTORY
run_tests --skip-build --filter 'DecantCLITests|SampleTests'

# The sanitizer's build runs beside the engines, which wait for one another most of the time.
sanitizer="--sanitize=address --scratch-path .build/sanitized"
# shellcheck disable=SC2086
swift build --build-tests $sanitizer >.build/sanitized.log 2>&1 &
sanitizing=$!

step "engines"
# Only continuous integration installs what is missing.
if [ -n "${CI-}" ]; then engines=; else engines=--installed; fi
# shellcheck disable=SC2086
DECANT=$DECANT_DIRECTORY/decant sh Tests/engines.sh $engines
unset DECANT_DIRECTORY

step "tests under the address sanitizer"
# The Swift runtime never frees some memory, which is not a leak. Variables stay on the stack
# because coders measure how much of it is left.
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0
# Without optimization the sanitizer takes ten times as long; fuzz targets cover readers and writers.
suites=$(cd Tests && grep -rhoE 'struct [A-Za-z0-9]+Tests' DecantTests/Bytes DecantTests/Coding \
  DecantTests/System DecantTests/Documents DecantTests/Stages DecantTests/Envelope DecantTests/Archive \
  DecantTests/Conversion \
  DecantTests/FuzzRegressionTests.swift DecantCLITests/Service | cut -d ' ' -f 2 | paste -s -d '|' -)
wait "$sanitizing" || { cat .build/sanitized.log; exit 1; }
# shellcheck disable=SC2086
run_tests --skip-build $sanitizer --filter "\\.($suites)/"
unset ASAN_OPTIONS

if [ "$(uname)" = Linux ]; then
  step "fuzz targets, ten seconds each"
  wait "$fuzzing" || { cat .build/fuzz.log; exit 1; }
  sh Tests/Fuzz/run.sh briefly
fi

pages=$(find man -name '*.[1-9]' 2>/dev/null || true)
if [ -n "$pages" ]; then
  step "manual pages"
  # The pages refer to one another, and are not installed.
  # shellcheck disable=SC2086
  flaws=$(mandoc -T lint $pages | grep -v 'referenced manual not found: Xr decant' || true)
  if [ -n "$flaws" ]; then
    say "$flaws"
    exit 1
  fi
fi

step "documentation"
graphs=.build/documentation/graphs
rm -rf .build/documentation
mkdir -p "$graphs"
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
cp "$(dirname "$(swift build --show-bin-path)")"/symbolgraph/Decant*.symbols.json "$graphs"
rm -f "$graphs"/DecantCLI* "$graphs"/DecantTest*
docc convert Sources/Decant/Decant.docc --additional-symbol-graph-dir "$graphs" \
  --output-path .build/documentation/Decant.doccarchive --warnings-as-errors

say "PASSED: everything"

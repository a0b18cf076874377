#!/bin/sh
# Sets up a machine that has Swift, builds, checks the format, and runs all tests. Stops at the first failure.
#
#   --everything   also what continuous integration runs: the README's first command, the executables as they are shipped,
#                  other programs that use decant, its packages, the address sanitizer, fuzz targets, manual pages,
#                  documentation
#
# Where CI is set, --everything is implied. DECANT_SHIPPED is the folder in which Tests/first-command.sh has left the
# executable. What a step prints is in .build/logs.
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh

everything=${CI-}
case "${1-}" in
'') ;;
--everything) everything=1 ;;
*) fail "usage: sh Tests/run.sh [--everything]" ;;
esac
[ -z "$everything" ] || export DECANT_TEST_EVERYTHING=1
export DECANT_WARNINGS=errors
# Tests run three times as fast, and as what they test is shipped.
export DECANT_OPTIMIZED=1
# Nobody sees the calls that led to each thrown error, which take a twelfth of the processor time of the tests.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0
logs=.build/logs
mkdir -p "$logs"

now=
step() {
  end_step
  now=$*
  began=$(date +%s)
}
end_step() {
  [ -z "$now" ] || say "$(printf '%4d s  %s' $(($(date +%s) - began)) "$now")"
}

# quietly LOG COMMAND...: shows what the command prints only if it fails.
quietly() {
  log=$logs/$1
  shift
  "$@" >"$log" 2>&1 || { cat "$log"; return 1; }
}

# run_tests LOG OPTIONS...: shows the failures, or the last line.
run_tests() {
  log=$logs/$1
  shift
  if swift test --skip-build "$@" >"$log" 2>&1; then
    tail -n 1 "$log"
  else
    grep -A 8 -E 'recorded an issue|failed after|Fatal error|error:' "$log" | grep -v '^◇' || tail "$log"
    # The calls of a program that crashed.
    grep -A 40 -E '^Thread .* crashed:' "$log" || true
    return 1
  fi
}

trap 'status=$?; [ $status -eq 0 ] || say "FAILED: $now (exit status $status; see $logs)"' EXIT

if [ -n "$everything" ] && [ -z "${DECANT_SHIPPED-}" ]; then
  step "the README's first command, in a new clone"
  DECANT_SHIPPED=.build/shipped
  quietly first-command.log sh Tests/first-command.sh "$DECANT_SHIPPED"
fi

step "set up"
set_up_tests

step "build, warnings are errors"
quietly build.log swift build --build-tests --explicit-target-dependency-import-check error

step "format"
swift format lint --strict --recursive --parallel Sources Tests Samples Package.swift

step "no module is larger than Tests/weight.tsv allows"
python3 Tests/weight.py

# What runs programs is tested with those that are shipped, if there are any.
of_programs='DecantCommandsTests|SampleTests'
step "tests"
if [ -n "$everything" ]; then run_tests tests.log --skip "$of_programs"; else run_tests tests.log; fi

if [ -z "$everything" ]; then
  end_step
  say "PASSED: build, format and tests; --everything also runs what continuous integration does"
  exit
fi

step "each target imports only what it depends on"
python3 Tests/targets.py

# Most programs wait for others, or use one processor: two rows of steps run at a time.
DECANT_DIRECTORY=$(cd "$DECANT_SHIPPED" && pwd)
binaries=$(swift build --show-bin-path)
if [ -n "${CI-}" ]; then installed=; else installed=--installed; fi

# What others build, and what is shipped to them.
others() {
  now=
  trap 'status=$?; [ $status -eq 0 ] || say "FAILED: $now (exit status $status; see $logs)"' EXIT
  step "build packages that depend on decant, and their tests"
  quietly dependents.log sh Tests/dependents.sh .build/samples

  step "tests of samples, as others build them"
  cp "$DECANT_DIRECTORY/decant" .build/samples
  (export DECANT_DIRECTORY="$PWD/.build/samples" &&
    run_tests samples.log --ignore-lock --filter 'SampleTests|ReadmeTests')

  step "a client of the service in Swift"
  client="--package-path Samples/Clients/swift --scratch-path .build/client"
  # shellcheck disable=SC2086
  quietly client-build.log swift build $client --build-tests
  # shellcheck disable=SC2086
  PATH=$binaries:$PATH run_tests client.log $client

  step "documentation"
  quietly documentation.log python3 Tests/documentation.py

  step "tests of the executable as it is shipped"
  (export DECANT_DIRECTORY &&
    run_tests shipped.log --ignore-lock --filter DecantCommandsTests --skip 'ReadmeTests|DeadlineTests')
  end_step
}

others &
others=$!
trap 'status=$?; kill $others 2>/dev/null || true; [ $status -eq 0 ] || say "FAILED: $now (exit status $status; see $logs)"' EXIT

# Only continuous integration installs engines that are missing.
for script in "engines $installed" "editors --installed" "packages --installed"; do
  step "${script%% *}"
  # shellcheck disable=SC2086
  set -- $script
  script=$1
  shift
  DECANT=$DECANT_DIRECTORY/decant quietly "$script.log" sh "Tests/$script.sh" "$@"
  grep '^left out' "$logs/$script.log" || true
done

# Only toolchains for Linux include libFuzzer.
if [ "$(uname)" = Linux ]; then
  step "build fuzz targets, and tests under the address sanitizer"
  quietly fuzz-build.log sh Tests/Fuzz/build.sh tests

  step "tests under the address sanitizer"
  # The Swift runtime never frees some memory, which is not a leak. Variables stay on the stack because
  # coders measure how much of it is left.
  (
    unset DECANT_TEST_EVERYTHING
    export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 DECANT_DIRECTORY="$binaries"
    quietly sanitized.log .build/fuzz/tests
  )
  tail -n 1 "$logs/sanitized.log"
fi

step "manual pages"
# The pages refer to one another, and are not installed; examples come first.
flaws=$(mandoc -T lint man/*.[1-9] |
  grep -vE 'referenced manual not found: Xr decant|out of conventional order: Sh |outdated mandoc.db' || true)
[ -z "$flaws" ] || fail "$flaws"

step "wait for the other row"
wait "$others"

if [ "$(uname)" = Linux ]; then
  step "fuzz targets, five seconds each, and the executable, 20 seconds"
  DECANT=$DECANT_DIRECTORY/decant quietly fuzz.log sh Tests/Fuzz/run.sh briefly
fi

step "replies in time, while nothing else runs"
run_tests deadlines.log --filter DeadlineTests

step "growth: every verb and option at n and 4n"
quietly growth.log python3 Tests/Benchmarks/growth.py --briefly --decant "$DECANT_DIRECTORY/decant"

end_step
say "PASSED: everything"

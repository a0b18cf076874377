#!/bin/sh
# Builds the fuzz targets with libFuzzer and the address sanitizer in .build/fuzz, if they are older than the sources:
#
#   sh Tests/Fuzz/build.sh [tests]
#
# With "tests", also .build/fuzz/tests: those of the modules that have unsafe code, which thus run under the sanitizer without a
# build of everything else.
set -eu
cd "$(dirname "$0")/../.."

build=.build/fuzz
mkdir -p "$build/CBuild"
# For targets in C, SwiftPM creates the module map.
echo "module CBuild { header \"$PWD/Sources/CBuild/include/CBuild.h\" export * }" >"$build/CBuild/module.modulemap"
flags="-wmo -parse-as-library -swift-version 6 -package-name decant -strict-memory-safety -D Foundation
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -enable-testing -I $build -I $build/CBuild"
for map in Sources/*/module.modulemap; do flags="$flags -I $(dirname "$map")"; done

# compile MODULE OPTIONS FILES...
compile() {
  module=$1
  shift
  # shellcheck disable=SC2086 # the flags are meant to be split
  swiftc $flags -module-name "$module" -emit-module -emit-module-path "$build/$module.swiftmodule" -c -o "$build/$module.o" "$@"
}

# is_new FILE: whether it is newer than all that it is made of.
is_new() {
  [ -e "$1" ] && [ -z "$(find Sources Tests -name '*.[chs]*' -newer "$1" -print -quit)" ]
}

# compile_each OPTIMIZATION MODULE...: two at a time; none depends on another.
compile_each() {
  optimization=$1
  shift
  printf '%s\n' "$@" | xargs -P 2 -n 1 sh Tests/Fuzz/build.sh module "$optimization"
}

# compile_module OPTIMIZATION MODULE
compile_module() {
  files=Sources/$2
  case $2 in
  # SwiftPM embeds the notices of licenses.
  DecantCommands)
    echo 'struct PackageResources { static let notices_txt: [UInt8] = [], LGPL_2_1_txt: [UInt8] = [] }' \
      >"$build/resources.swift"
    files="$files $build/resources.swift"
    ;;
  DecantTestSupport) files=Tests/Support ;;
  esac
  # shellcheck disable=SC2046,SC2086 # no path of the package has a space
  compile "$2" "$1" -sanitize=fuzzer,address $(find $files -name '*.swift' | sort)
}

build_targets() {
  echo "building ..."
  clang -c -O -I Sources/CBuild/include Sources/CBuild/build.c -o "$build/CBuild.o"
  compile_each -O DecantPlatform
  compile_each -O DecantSystem
  compile_each -O DecantCore
  compile_each -O DecantFiles DecantEditing
  compile_each -O DecantConversion DecantPropertyList DecantYAML DecantTOML DecantJSON DecantBinary DecantCSV
  compile_each -O DecantChanges DecantCoding DecantSchema DecantFormats
  # What calls the others has no hot loop, and is compiled in a fifth of the time without optimization.
  compile_each -Onone DecantTypes DecantLibYAML
  compile_each -Onone DecantCodableSchema
  compile_each -O Decant
  compile_each -Onone DecantCommands
  compile_each -O DecantTestSupport
  # shellcheck disable=SC2086
  swiftc $flags -sanitize=fuzzer,address -O -module-name Fuzz Tests/Fuzz/FuzzTarget.swift \
    Tests/DecantCommandsTests/Support/*Invariants.swift Tests/DecantCommandsTests/Support/ServedReply.swift \
    "$build"/Decant*.o "$build/CBuild.o" -o "$build/target"
}

# Without optimization, and without libFuzzer, which has a main function of its own.
build_tests() {
  echo "building tests ..."
  mkdir -p "$build/objects"
  for tests in DecantSystemTests DecantCoreTests DecantFilesTests DecantConversionTests DecantCodingTests DecantTests/Archive \
    DecantCommandsTests/Service; do
    module=${tests%/*}
    case $tests in
    DecantTests/*) others=Tests/DecantTests/FuzzRegressionTests.swift ;;
    DecantCommandsTests/*) others=Tests/DecantCommandsTests/Support ;;
    *) others= ;;
    esac
    # shellcheck disable=SC2046,SC2086
    swiftc $flags -sanitize=address -Onone -module-name "$module" -c -o "$build/objects/$module.o" \
      $(find "Tests/$tests" $others -name '*.swift' | sort)
  done
  cat >"$build/objects/main.swift" <<'END'
import Testing

@main struct SanitizedTests {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
END
  # shellcheck disable=SC2086
  swiftc $flags -sanitize=address -Onone -module-name SanitizedTests "$build/objects/main.swift" "$build"/objects/*.o \
    "$build"/Decant*.o "$build/CBuild.o" -o "$build/tests"
}

if [ "${1-}" = module ]; then
  compile_module "$2" "$3"
  exit
fi
is_new "$build/target" || build_targets
if [ "${1-}" = tests ]; then is_new "$build/tests" || build_tests; fi

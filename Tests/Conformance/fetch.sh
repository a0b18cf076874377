#!/bin/sh
# Fetches the suites of other projects for the conformance tests into FOLDER:
#
#     sh Tests/Conformance/fetch.sh FOLDER && DECANT_CORPORA=FOLDER swift test
set -eu
folder=$1
mkdir -p "$folder/keyed-archives"
git clone -q --depth 1 https://github.com/nst/JSONTestSuite "$folder/json-test-suite"
git clone -q --depth 1 --branch data https://github.com/yaml/yaml-test-suite \
    "$folder/yaml-test-suite"
git clone -q --depth 1 --filter=blob:none --sparse \
    https://github.com/swiftlang/swift-corelibs-foundation "$folder/foundation"
git -C "$folder/foundation" sparse-checkout set Tests/Foundation/Resources
git clone -q --depth 1 https://github.com/toml-lang/toml-test "$folder/toml-test"
git clone -q --depth 1 https://github.com/maxogden/csv-spectrum "$folder/csv-spectrum"
cp "$folder"/foundation/Tests/Foundation/Resources/NSKeyedUnarchiver-*.plist "$folder/keyed-archives"

#!/bin/sh
# Builds packages that depend on decant with SwiftPM's defaults for a release, and runs their tests: sh Tests/dependents.sh [FOLDER]
#
# One is the format in Samples. The other has the programs in Samples, which are left in FOLDER, and those tests of the library that need only what is public: coders, archives,
# settings, shared instances and every format, optimized as in a program that is shipped.
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh
unset DECANT_OPTIMIZED DECANT_SMALL

folder=.build/dependent
samples="Todo User Landmark Reviews Restaurants Logbook Settings"
rm -rf "$folder/Support" "$folder/Tests" "$folder/Samples"
mkdir -p "$folder/Support" "$folder/Tests" "$folder/Samples"
for sample in $samples; do cp -Rp "Samples/$sample" "$folder/Samples"; done
# SwiftPM reads a manifest again that is newer.
sed "s/SAMPLES/$(echo "$samples" | sed 's/ /", "/g')/" >"$folder/Package.new" <<'MANIFEST'
// swift-tools-version: 6.3

import PackageDescription

let libraries = ["Decant", "DecantConversion", "DecantCore", "DecantEditing"].map {
  Target.Dependency.product(name: $0, package: "decant")
}

let package = Package(
  name: "Dependent",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "decant", path: "../..")],
  targets: ["SAMPLES"].map { name in
    .executableTarget(
      name: name.lowercased(),
      dependencies: libraries + [.product(name: "DecantCLI", package: "decant")],
      path: "Samples/\(name)")
  } + [
    .target(name: "DecantTestSupport", dependencies: libraries, path: "Support"),
    .testTarget(name: "DependentTests", dependencies: ["DecantTestSupport"] + libraries, path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
MANIFEST
cmp -s "$folder/Package.new" "$folder/Package.swift" || mv "$folder/Package.new" "$folder/Package.swift"
for file in Shell SeededGenerator ChunkedSource RandomDocument TwinKeys; do
  cp -p "Tests/Support/$file.swift" "$folder/Support"
done
for file in \
  DecantCodingTests/AmendedValueTests DecantCodingTests/CodableFormatTests DecantCodingTests/CodingCase \
  DecantCodingTests/CodingModels DecantCodingTests/CodingTable DecantCodingTests/CodingPathTests DecantCodingTests/CodingTests \
  DecantCodingTests/DecodableDictionaryTests DecantCodingTests/DecodableListTests \
  DecantCodingTests/DecodingErrorTests DecantCodingTests/EncoderTests DecantCodingTests/FormatCoderTests \
  DecantCodingTests/KeyConversionTests DecantCodingTests/LikeFoundation DecantCodingTests/MetatypeTests \
  DecantCodingTests/RandomCodingTests \
  DecantCodingTests/PropertyListCoders DecantCodingTests/SharedInstanceTests DecantCodingTests/SharedModels \
  DecantCodingTests/ValueCodingTests DecantCodingTests/ArchivedModels DecantTests/Archive/ArchiveModels DecantTests/Archive/ArchiveDigestTests \
  DecantTests/SettingsFileTests DecantTests/SettingsDefaultTests DecantTests/SettingsTexts DecantTests/ArchiveArticleTests \
  DecantTests/ArticleExampleTests DecantTests/FormatArticleTests DecantTests/ReadmeExampleTests \
  DecantCoreTests/Documents/ValueTests DecantCoreTests/Documents/TimestampTests; do
  cp -p "Tests/$file.swift" "$folder/Tests"
done

for package in "$folder" Samples/DotenvFormat; do
  options="-c release --package-path $package --scratch-path .build/dependents"
  # shellcheck disable=SC2086 # the options are meant to be split
  swift build $options --build-tests
  # shellcheck disable=SC2086
  swift test $options --skip-build
  if [ "$package" = "$folder" ] && [ $# -gt 0 ]; then
    # shellcheck disable=SC2086
    binaries=$(swift build $options --show-bin-path)
    mkdir -p "$1"
    for sample in $(echo "$samples" | tr '[:upper:]' '[:lower:]'); do cp "$binaries/$sample" "$1"; done
  fi
done
# shellcheck disable=SC2086
port=$(printf 'export HOST=example.org\nPORT=8080 # free\n' |
  "$(swift build $options --show-bin-path)/decant-dotenv" -f dotenv --at /PORT -r)
[ "$port" = 8080 ] || fail "PORT is '$port'"

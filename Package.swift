// swift-tools-version: 6.3

import PackageDescription

/// In builds of decant itself, DECANT_WARNINGS=errors; a package that depends on it does not break with the next compiler.
let strictness: [SwiftSetting] =
  Context.environment["DECANT_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []

let settings: [SwiftSetting] =
  strictness + [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// What `--version` shows: DECANT_COMMIT is a commit, with `-modified` after it if the sources were changed.
///
/// `Samples/install.sh` sets it. It concerns one file in C, so no other file is compiled again.
let commit = (Context.environment["DECANT_COMMIT"] ?? "").split(separator: "-")
let isCommitKnown =
  commit.first.map { $0.count >= 7 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } } ?? false
let build: [CSetting] =
  isCommitKnown
  ? [.define("DECANT_COMMIT", to: "0x\(commit[0].prefix(12))")]
    + (commit.last == "modified" ? [.define("DECANT_MODIFIED")] : [])
  : []

/// What a user can copy, built for the tests; a package that depends on this one builds none of it.
let samples: [Target] = [
  "Todo", "User", "Landmark", "Reviews", "Restaurants", "Logbook",
].map { name in
  .executableTarget(
    name: name.lowercased(), dependencies: ["Decant", "DecantCLI"], path: "Samples/\(name)",
    swiftSettings: settings)
}

let package = Package(
  name: "decant",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Decant", targets: ["Decant"]),
    .library(name: "DecantSchema", targets: ["DecantSchema"]),
    .library(name: "DecantLibYAML", targets: ["DecantLibYAML"]),
    .library(name: "DecantCLI", targets: ["DecantCLI"]),
    .executable(name: "decant", targets: ["DecantTool"]),
  ],
  traits: [
    // Only one: SwiftPM 6.3 passes several in an order that differs from run to run, and then compiles all files again.
    .default(enabledTraits: ["Foundation"]),
    .trait(
      name: "Foundation",
      description: """
        Coders for Date, Data, URL and Decimal, and documents as asynchronous sequences; the executable decant needs \
        neither
        """),
  ],
  targets: samples + [
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(name: "CSystem"),
    .target(name: "CBuild", cSettings: build),
    .target(name: "DecantCore", dependencies: ["CSystem"], swiftSettings: settings),
    .target(name: "Decant", dependencies: ["DecantCore", "CSystem"], swiftSettings: settings),
    .target(name: "DecantLibYAML", dependencies: ["Decant", "CYAML"], swiftSettings: settings),
    .target(name: "DecantSchema", dependencies: ["Decant"], swiftSettings: settings),
    .target(name: "DecantTypes", dependencies: ["Decant"], swiftSettings: settings),
    .target(
      name: "DecantCLI",
      dependencies: ["Decant", "DecantSchema", "DecantTypes", "CBuild", "CSystem"],
      resources: [
        .embedInCode("Licenses/notices.txt"), .embedInCode("Licenses/LGPL-2.1.txt"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "DecantTool", dependencies: ["Decant", "DecantCLI", "DecantLibYAML"],
      swiftSettings: settings),
    .target(
      name: "DecantTestSupport",
      dependencies: ["Decant", "DecantSchema", "DecantTypes", "DecantLibYAML", "CYAML"],
      path: "Tests/Support",
      swiftSettings: settings),
    .executableTarget(
      name: "CodingBenchmark", dependencies: ["Decant", "DecantLibYAML", "CYAML"],
      path: "Tests/Benchmarks/Coding",
      swiftSettings: settings),
    .executableTarget(
      name: "orderprobe", dependencies: ["Decant"], path: "Tests/OrderProbe",
      swiftSettings: settings),
    .testTarget(
      name: "DecantTests",
      dependencies: [
        "Decant", "DecantLibYAML", "DecantTool", "DecantTestSupport", "orderprobe",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DecantCoreTests", dependencies: ["Decant", "DecantTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DecantSchemaTests", dependencies: ["DecantSchema", "DecantTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DecantLibYAMLTests",
      dependencies: ["DecantLibYAML", "DecantTestSupport", "CYAML"], swiftSettings: settings),
    .testTarget(
      name: "DecantTypesTests", dependencies: ["DecantTypes", "DecantTool", "DecantTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DecantCLITests",
      dependencies: [
        "DecantCLI", "DecantLibYAML", "DecantTool", "DecantTestSupport", "CSystem",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SampleTests",
      dependencies: ["Decant", "DecantTool", "DecantTestSupport"]
        + samples.map { .target(name: $0.name) },
      path: "Tests/Samples", swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Decant", "DecantSchema", "DecantTestSupport"],
      path: "Tests/Conformance", exclude: ["fetch.sh"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

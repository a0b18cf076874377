// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
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
    .library(name: "DecantCLI", targets: ["DecantCLI"]),
    .executable(name: "decant", targets: ["DecantTool"]),
  ],
  traits: [
    .default(enabledTraits: ["Concurrency", "Foundation"]),
    .trait(
      name: "Concurrency",
      description: "Documents as asynchronous sequences; the executable decant needs none of them"),
    .trait(
      name: "Foundation",
      description:
        "Coders for Date, Data, URL and Decimal; the executable decant needs none of them"),
  ],
  targets: samples + [
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(name: "CSystem"),
    .target(name: "CBuild", cSettings: build),
    .target(name: "Decant", dependencies: ["CYAML", "CSystem"], swiftSettings: settings),
    .target(
      name: "DecantCLI", dependencies: ["Decant", "CBuild", "CSystem"],
      resources: [
        .embedInCode("Licenses/notices.txt"), .embedInCode("Licenses/LGPL-2.1.txt"),
      ], swiftSettings: settings),
    .executableTarget(name: "DecantTool", dependencies: ["DecantCLI"], swiftSettings: settings),
    .target(
      name: "DecantTestSupport", dependencies: ["Decant"], path: "Tests/Support",
      swiftSettings: settings),
    .executableTarget(
      name: "CodingBenchmark", dependencies: ["Decant", "CYAML"], path: "Tests/Benchmarks/Coding",
      swiftSettings: settings),
    .executableTarget(
      name: "orderprobe", dependencies: ["Decant"], path: "Tests/OrderProbe",
      swiftSettings: settings),
    .testTarget(
      name: "DecantTests",
      dependencies: ["Decant", "DecantTool", "DecantTestSupport", "CYAML", "orderprobe"],
      swiftSettings: settings),
    .testTarget(
      name: "DecantCLITests",
      dependencies: ["DecantCLI", "DecantTool", "DecantTestSupport", "CSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "SampleTests",
      dependencies: ["Decant", "DecantTool", "DecantTestSupport"]
        + samples.map { .target(name: $0.name) },
      path: "Tests/Samples", swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Decant", "DecantTestSupport"],
      path: "Tests/Conformance", exclude: ["fetch.sh"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3

import PackageDescription

/// In builds of decant itself, DECANT_WARNINGS=errors; a package that depends on it does not break with the next compiler.
let strictness: [SwiftSetting] =
  Context.environment["DECANT_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []

/// In releases, for which DECANT_SMALL is set, modules for which speed is not decisive are as small as can be: 140 kB of a package.
///
/// A package that depends on this one could not have such a flag.
let smallness: [SwiftSetting] =
  Context.environment["DECANT_SMALL"] == nil
  ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let settings: [SwiftSetting] =
  strictness + [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// Flags of builds for tests, for which DECANT_OPTIMIZED is set.
func forTests(_ flags: [String]) -> [SwiftSetting] {
  Context.environment["DECANT_OPTIMIZED"] == nil
    ? [] : [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// The modules that do the work are optimized, as in the programs that depend on them; assertions and `@testable` remain.
let optimized = settings + forTests(["-O", "-enable-testing", "-assert-config", "Debug"])

/// Most modules are compiled as wholes: file by file, types would be inferred, and macros expanded, once more for other files.
///
/// All wait for DecantCore, which two processors compile in less time file by file. With two threads, each file has an object
/// file, for which SwiftPM looks.
let wholeness = ["-wmo", "-num-threads", "2"]

let engine = optimized + forTests(wholeness)

/// The settings of tests, which nothing imports.
let ofTests = settings + forTests(wholeness + ["-no-emit-module-separately-wmo"])

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
  "Todo", "User", "Landmark", "Reviews", "Restaurants", "Logbook", "Settings",
].map { name in
  .executableTarget(
    name: name.lowercased(), dependencies: ["Decant", "DecantCLI"], path: "Samples/\(name)",
    swiftSettings: settings)
}

/// A module of each format; DecantFormats has them all.
let formats: [Target.Dependency] = [
  "DecantJSON", "DecantYAML", "DecantTOML", "DecantPropertyList", "DecantBinary", "DecantCSV",
]

extension Target {
  static func module(_ name: String, _ dependencies: [Dependency]) -> Target {
    target(name: name, dependencies: dependencies, swiftSettings: engine)
  }

  static func tests(of module: String, _ dependencies: [Dependency] = []) -> Target {
    testTarget(
      name: module + "Tests",
      dependencies: [.target(name: module), "DecantTestSupport"] + dependencies,
      swiftSettings: ofTests)
  }
}

let package = Package(
  name: "decant",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "Decant", targets: ["Decant"]),
    .library(name: "DecantCoding", targets: ["DecantCoding"]),
    .library(name: "DecantConversion", targets: ["DecantConversion"]),
    // For authors of formats.
    .library(name: "DecantCore", targets: ["DecantCore"]),
    .library(name: "DecantEditing", targets: ["DecantEditing"]),
    .library(name: "DecantJSON", targets: ["DecantJSON"]),
    .library(name: "DecantYAML", targets: ["DecantYAML"]),
    .library(name: "DecantTOML", targets: ["DecantTOML"]),
    .library(name: "DecantPropertyList", targets: ["DecantPropertyList"]),
    .library(name: "DecantBinary", targets: ["DecantBinary"]),
    .library(name: "DecantCSV", targets: ["DecantCSV"]),
    .library(name: "DecantSchema", targets: ["DecantSchema"]),
    .library(name: "DecantCodableSchema", targets: ["DecantCodableSchema"]),
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
    .module("DecantPlatform", ["CSystem"]),
    .module("DecantSystem", ["DecantPlatform", "CSystem"]),
    .target(
      name: "DecantCore", dependencies: ["DecantSystem"],
      swiftSettings: optimized),
    .module("DecantFiles", ["DecantCore"]),
    .module("DecantEditing", ["DecantCore"]),
    .module("DecantJSON", ["DecantEditing"]),
    .module("DecantYAML", ["DecantEditing"]),
    .target(
      name: "DecantTOML", dependencies: ["DecantEditing"], swiftSettings: engine + smallness),
    .module("DecantPropertyList", ["DecantEditing"]),
    .module("DecantBinary", ["DecantCore"]),
    .module("DecantCSV", ["DecantCore", "DecantEditing"]),
    .module("DecantConversion", ["DecantFiles"]),
    .target(
      name: "DecantChanges", dependencies: ["DecantConversion", "DecantEditing"],
      swiftSettings: engine + smallness),
    .module("DecantCoding", ["DecantConversion"]),
    .module("DecantFormats", ["DecantCore"] + formats),
    .module(
      "Decant", ["DecantChanges", "DecantCoding", "DecantEditing", "DecantFiles", "DecantFormats"]),
    .target(
      name: "DecantLibYAML", dependencies: ["DecantConversion", "DecantFormats", "CYAML"],
      swiftSettings: engine + smallness),
    .target(
      name: "DecantSchema", dependencies: ["DecantConversion", "DecantJSON"],
      swiftSettings: engine + smallness),
    .target(
      name: "DecantTypes",
      dependencies: ["DecantConversion", "DecantPropertyList", "DecantSchema"],
      swiftSettings: engine + smallness),
    .target(
      name: "DecantCommands",
      dependencies: ["DecantChanges", "DecantSchema", "DecantTypes", "CBuild"],
      resources: [
        .embedInCode("Licenses/notices.txt"), .embedInCode("Licenses/LGPL-2.1.txt"),
      ], swiftSettings: settings + smallness),
    .module(
      "DecantCodableSchema",
      ["DecantCoding", "DecantFiles", "DecantJSON", "DecantSchema", "DecantTypes"]),
    .module("DecantCLI", ["Decant", "DecantCommands", "DecantCodableSchema"]),
    .executableTarget(
      name: "DecantTool", dependencies: ["DecantCommands", "DecantLibYAML", "DecantPlatform"],
      swiftSettings: settings),
    .target(
      name: "DecantTestSupport",
      dependencies: [
        "Decant", "DecantCodableSchema", "DecantSchema", "DecantTypes", "DecantLibYAML", "CYAML",
      ],
      path: "Tests/Support",
      swiftSettings: engine),
    .executableTarget(
      name: "CodingBenchmark", dependencies: ["Decant", "DecantLibYAML", "CYAML"],
      path: "Tests/Benchmarks/Coding",
      swiftSettings: settings),
    .executableTarget(
      name: "orderprobe", dependencies: ["Decant"], path: "Tests/OrderProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "sandboxprobe", dependencies: ["DecantCommands", "DecantPlatform", "DecantSystem"],
      path: "Tests/SandboxProbe", swiftSettings: settings),
    .testTarget(
      name: "OptimizedTests", dependencies: ["DecantCore"], path: "Tests/Optimized",
      swiftSettings: engine),
    .tests(of: "DecantSystem", ["Decant"]),
    .tests(of: "DecantCore"),
    .tests(of: "DecantFiles", ["Decant"]),
    .tests(of: "DecantJSON"),
    .tests(of: "DecantYAML"),
    .tests(of: "DecantTOML"),
    .tests(of: "DecantPropertyList"),
    .tests(of: "DecantBinary"),
    .tests(of: "DecantCSV"),
    .tests(of: "DecantConversion"),
    .tests(of: "DecantChanges"),
    .tests(of: "DecantCoding"),
    .target(name: "OtherNames", path: "Tests/OtherNames", swiftSettings: settings),
    .tests(of: "Decant", ["DecantTool", "OtherNames", "orderprobe"]),
    .tests(of: "DecantLibYAML", ["CYAML"]),
    .tests(of: "DecantSchema"),
    .tests(of: "DecantTypes", ["DecantTool"]),
    .tests(of: "DecantCodableSchema"),
    .tests(of: "DecantCommands", ["DecantCLI", "DecantTool", "CSystem", "sandboxprobe"]),
    .testTarget(
      name: "SampleTests",
      dependencies: ["Decant", "DecantTool", "DecantTestSupport"]
        + samples.map { .target(name: $0.name) },
      path: "Tests/Samples", swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Decant", "DecantSchema", "DecantTestSupport"],
      path: "Tests/Conformance", exclude: ["fetch.sh", "old-archives.txt"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// With DECANT_TESTS, the name of a module, the package has the tests of that module and what they need, and nothing else is
// compiled or linked: the result of a test 5 s after a change.
if let module = Context.environment["DECANT_TESTS"] {
  package.products.removeAll()
  package.targets.removeAll { $0.type == .test && $0.name != module + "Tests" }
  let needed = package.targets.flatMap(\.dependencies).map { dependency -> String in
    switch dependency {
    case .targetItem(let name, _), .byNameItem(let name, _), .productItem(let name, _, _, _): name
    @unknown default: ""
    }
  }
  package.targets.removeAll { $0.type == .executable && !needed.contains($0.name) }
}

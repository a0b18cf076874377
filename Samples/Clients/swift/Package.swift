// swift-tools-version: 6.3

import PackageDescription

/// A client of `decant serve`, which only needs the `decant` executable.
let package = Package(
  name: "DecantService",
  platforms: [.macOS(.v26)],
  products: [.library(name: "DecantService", targets: ["DecantService"])],
  targets: [
    .target(name: "DecantService", swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "DecantServiceTests", dependencies: ["DecantService"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)

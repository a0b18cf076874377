// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "DotenvFormat",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "DotenvFormat", targets: ["DotenvFormat"]),
    .executable(name: "decant-dotenv", targets: ["DotenvTool"]),
  ],
  dependencies: [
    // In your own package: .package(url: "…", from: "0.1.0")
    .package(name: "decant", path: "../..")
  ],
  targets: [
    .target(
      name: "DotenvFormat",
      dependencies: [
        .product(name: "DecantCore", package: "decant"),
        .product(name: "DecantEditing", package: "decant"),
      ]),
    .executableTarget(
      name: "DotenvTool",
      dependencies: [
        "DotenvFormat", .product(name: "Decant", package: "decant"),
        .product(name: "DecantCLI", package: "decant"),
      ]
    ),
    .testTarget(
      name: "DotenvFormatTests",
      dependencies: [
        "DotenvFormat", "DotenvTool", .product(name: "Decant", package: "decant"),
        .product(name: "DecantConversion", package: "decant"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

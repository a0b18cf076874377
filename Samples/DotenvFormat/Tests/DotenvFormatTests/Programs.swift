import Foundation

struct Outcome: Equatable {
  var status: Int32
  var output: String
  var errors: String
}

extension Outcome {
  /// Runs a script in a folder with `files`, and with `decant-dotenv` on its path.
  init(ofShell script: String, files: [String: String] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "decant-dotenv-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": built + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = FileHandle.nullDevice
    let results = ["output", "errors"].map { folder.appending(path: $0) }
    for file in results { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: results[0])
    process.standardError = try FileHandle(forWritingTo: results[1])
    try process.run()
    process.waitUntilExit()
    self.init(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: results[0]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: results[1]), as: UTF8.self))
  }
}

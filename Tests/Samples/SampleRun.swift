import DecantTestSupport
import Foundation

/// A directory with the samples' data, to run samples in.
struct SampleRun {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static let formats = ["json", "xml1", "binary1", "yaml"]

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Samples",
      withDestinationPath: Self.root.appending(path: "Samples").path())
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Data", withDestinationPath: "Samples/Data")
  }

  func shell(_ script: String) throws -> Outcome { try scratch.shell(script) }

  func shellAfterInstallation(_ script: String) throws -> Outcome {
    try scratch.shellAfterInstallation(script)
  }

  /// Returns the error of a sample for invalid JSON, converted to another format.
  func refusal(by sample: String, of json: String, in format: String) throws -> Outcome {
    try write(json, to: "wrong.json")
    return try shell(
      "decant -t \(format) wrong.json >input && \(sample) -f \(format) -t json <input")
  }

  func write(_ text: String, to name: String) throws {
    try scratch.write(text, to: name)
  }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(filePath: "\(scratch.path)/\(name)"))
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(scratch.path)/\(name)"))
  }

  func read(_ name: String) throws -> String { try scratch.read(name) }

  var names: [String] {
    get throws { try scratch.names }
  }
}

import Foundation

/// A folder of its own, gone when the test is.
final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "decant-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path() + "/"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

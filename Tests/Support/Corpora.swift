import Foundation

/// Documents for tests: those of the package, and suites that may be installed beside it.
public enum Corpora {
  public struct File: Sendable, CustomStringConvertible {
    public let path: String
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    public var name: String { String(path.split(separator: "/").last ?? "") }
    public var description: String { name }
  }

  /// The path of the package, without the leading slash.
  public static let package = String(
    #filePath.split(separator: "/").dropLast(3).joined(separator: "/"))

  /// The path of the package; the directory where the tests run, if the compiler was given relative paths.
  public static let root = package.isEmpty ? "." : "/" + package

  /// Returns the files of the package under `folder`, sorted by name.
  public static func files(inPackage folder: String) -> [File] {
    files(in: root + "/" + folder)
  }

  /// Returns the files of an independent suite; empty, with a message, if it is not installed.
  ///
  /// A suite is in `DECANT_CORPORA`, or else in `shared/corpora` beside the package.
  public static func files(inSuite folder: String) -> [File] {
    let files = files(in: suites + "/" + folder)
    if files.isEmpty { print("not at hand: \(suites)/\(folder)") }
    return files
  }

  public static let suites =
    ProcessInfo.processInfo.environment["DECANT_CORPORA"]
    ?? "/" + package.split(separator: "/").dropLast().joined(separator: "/") + "/shared/corpora"

  private static func files(in folder: String) -> [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard !name.hasPrefix("."),
        let data = FileManager.default.contents(atPath: folder + "/" + name)
      else { return nil }
      return File(path: folder + "/" + name, bytes: Array(data))
    }
  }
}

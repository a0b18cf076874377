import Foundation

/// Documents that tests read: the package's own, and suites that may be at hand beside it.
public enum Corpora {
  /// A file of a corpus.
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

  /// The package's own directory.
  public static let package = String(
    #filePath.split(separator: "/").dropLast(3).joined(separator: "/"))

  /// The files of the package whose path begins with `folder`, in order of their names.
  public static func files(inPackage folder: String) -> [File] {
    files(in: "/" + package + "/" + folder)
  }

  /// The files of an independent suite; none where it is not at hand, which is said once.
  ///
  /// Suites are looked for in `DECANT_CORPORA`, else in `shared/corpora` beside the package.
  public static func files(inSuite folder: String) -> [File] {
    let files = files(in: suites + "/" + folder)
    if files.isEmpty { print("not at hand: \(suites)/\(folder)") }
    return files
  }

  /// Where suites are looked for.
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

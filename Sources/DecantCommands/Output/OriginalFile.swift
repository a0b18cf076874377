internal import DecantCore
internal import DecantSystem

/// A file that will be rewritten in place, as it was before it was read.
///
/// What another program writes to it in the meantime must not be lost.
struct OriginalFile {
  let name: String
  private let found: System.FileStatus?

  init(_ name: String) {
    self.name = name
    found = try? System.status(of: name).get()
  }

  var isRegular: Bool { found?.kind != .other }

  /// The status before reading; throws if the file has appeared since.
  var status: System.FileStatus {
    get throws(DecantError) {
      guard let found else { throw DecantError(.changedFile).about(name) }
      return found
    }
  }

  /// Returns whether the bytes of the file are those of `source`.
  func holds(_ source: any ByteSource) throws(DecantError) -> Bool {
    // Any error will do: only this comparison throws it.
    let difference = DecantError(.changedFile)
    let comparison = ByteComparison(with: try FileSource(name), named: name, orThrow: difference)
    do throws(DecantError) {
      try source.copy(to: comparison)
      try comparison.finish()
    } catch {
      guard error.problem == difference.problem else { throw error }
      return false
    }
    return true
  }

  /// Whether the file was there and has changed: then an error in its content is of the moment.
  var hasChanged: Bool {
    found.map { !$0.isCurrent(at: name) } ?? false
  }
}

internal import DecantCore

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

  /// Whether the file was there and has changed: then an error in its content is of the moment.
  var hasChanged: Bool {
    found.map { !$0.isCurrent(at: name) } ?? false
  }
}

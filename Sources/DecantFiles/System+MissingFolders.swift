package import DecantCore
package import DecantSystem

extension System {
  /// Creates the folders of a file that are missing, like those of a model: `mode` is called with a folder, and the one at
  /// the same height above the model.
  package static func makeFolders(
    of path: String, like model: String = "", mode: (String, String) -> UInt32 = { _, _ in 0o777 }
  ) throws(DecantError) {
    var missing: [(folder: String, model: String)] = []
    var (folder, model) = (FilePath.directory(of: path), FilePath.directory(of: model))
    while case .failure(.notFound) = status(of: folder) {
      missing.append((folder, model))
      folder = FilePath.directory(of: folder)
      model = FilePath.directory(of: model)
    }
    for (folder, model) in missing.reversed() {
      switch makeDirectory(folder, mode: mode(folder, model)) {
      case .count, .failed(Errno.exists.code): break
      case .failed(let code): throw DecantError(.system(.create, code: code)).about(folder)
      }
      let flushed = flushDirectory(FilePath.directory(of: folder))
      _ = try flushed.count(orThrow: .write, about: folder)
    }
  }
}

extension System.Outcome {
  /// Returns the count or the descriptor; throws after a failure.
  package func count(
    orThrow operation: DecantError.Operation, about name: String? = nil
  ) throws(DecantError) -> Int {
    switch self {
    case .count(let count): return count
    case .failed(let code):
      let error = DecantError(.system(operation, code: code))
      throw name.map(error.about) ?? error
    }
  }
}

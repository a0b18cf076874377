internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// An attributes file of git, as it is before a change.
struct AttributesFile {
  let path: String
  let text: AttributesText
  let isLink: Bool
  private let original: System.FileStatus?

  init(_ path: String) throws(DecantError) {
    self.path = path
    isLink = System.target(ofLink: path) != nil
    switch System.status(of: path) {
    case .success(let status):
      original = status
      text = AttributesText(try FileSource(path).readToEnd())
    case .failure(.notFound):
      original = nil
      text = AttributesText(nil)
    case .failure(let errno):
      throw DecantError(.system(.open, code: errno.code)).about(path)
    }
    // Later calls do not fail, as the block has an end.
    _ = try mappingError({ (error: DecantError) in error.about(path) }, try text.block)
  }

  /// Writes new content beside the file, which `Replacement.commit()` puts in its place; nil if it is the present one.
  ///
  /// Throws if the file cannot be written.
  func replacement(
    with new: AttributesText, willCreate: ((String) -> () -> Void)?
  ) throws(DecantError) -> Replacement? {
    guard new != text else { return nil }
    guard new.exists else { return Replacement(path: path, original: original, file: nil) }
    try System.makeFolders(of: path)
    let file = try AtomicFile(
      path, ownership: original == nil ? .ofWriter : .kept, original: original,
      willCreate: willCreate)
    try new.bytes.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
    return Replacement(path: path, original: original, file: file)
  }

  struct Replacement {
    fileprivate let path: String
    fileprivate let original: System.FileStatus?
    /// The new content; nil if the file is removed.
    fileprivate let file: AtomicFile?

    func commit() throws(DecantError) {
      guard let file else {
        guard original?.isCurrent(at: path) == true else {
          throw DecantError(.changedFile).about(path)
        }
        _ = try System.removing(path).count(orThrow: .remove, about: path)
        // The folder of the user's file, which git does not create.
        if path.hasSuffix("/git/attributes") {
          System.removeIfEmpty(AtomicFile.directory(of: path))
        }
        return
      }
      try file.commit()
    }
  }
}

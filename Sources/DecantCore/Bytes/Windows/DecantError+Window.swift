extension DecantError {
  package static let excerptReach = 120

  /// Returns this error with its source and, for text, line, column and excerpt.
  package func located(in window: borrowing Window, named name: String?) -> DecantError {
    // A file that is being written to can cause any error.
    var error = window.shared.hasChanged ? DecantError(.changedFile) : self
    error.source = error.source ?? name
    guard window.isText, let offset, excerpt == nil else { return error }
    if let dropped = window.droppedText(of: offset, reach: Self.excerptReach + 4) {
      error.position = position ?? dropped.position
      error.excerpt = dropped.bytes.withBytes { Self.excerpt($0, around: dropped.center) }
      return error
    }
    if let dropped = window.droppedOpening(at: offset) {
      error.position = dropped.position
      error.excerpt = dropped.bytes.withBytes { Self.excerpt($0, around: dropped.center) }
      return error
    }
    guard offset >= window.origin else { return error }
    let local = offset - window.origin
    error.position = position ?? window.location(at: local)
    // Room for one more scalar, to detect one that is cut.
    var (bytes, center) = window.surroundings(of: local, reach: Self.excerptReach + 4)
    // What follows a record is not part of it, and may not have been read yet.
    if let end = window.record?.end, end >= offset {
      bytes = Array(bytes.prefix(center + end - offset))
    }
    error.excerpt = bytes.withBytes { Self.excerpt($0, around: center) }
    return error
  }

  private static func excerpt(_ bytes: RawSpan, around center: Int) -> Excerpt {
    let count = bytes.byteCount
    var start = center
    while start > 0, center - start < excerptReach, !bytes.isLineEnd(at: start - 1) { start -= 1 }
    while start < center, bytes.isInsideScalar(at: start) { start += 1 }
    var end = center
    while end < count, end - center < excerptReach, !bytes.isLineEnd(at: end) { end += 1 }
    while end > center, end < count, bytes.isInsideScalar(at: end) { end -= 1 }
    let before = String(utf8: bytes.extracting(start..<center))
    let after = String(utf8: bytes.extracting(center..<end))
    return Excerpt(text: before + after, caret: before.unicodeScalars.count)
  }

  /// Whether an input, rather than the system or the caller, is at fault.
  public var isAboutInput: Bool { category == .input }

  /// Returns the error with the place of the event that a writer refused.
  @inline(never)
  @usableFromInline package func placed(at offset: Int) -> DecantError {
    var error = self
    if isAboutInput { error.offset = offset }
    return error
  }
}

extension RawSpan {
  fileprivate func isLineEnd(at offset: Int) -> Bool {
    byte(at: offset) == 0x0A || byte(at: offset) == 0x0D
  }

  fileprivate func isInsideScalar(at offset: Int) -> Bool {
    byte(at: offset) & 0xC0 == 0x80
  }
}

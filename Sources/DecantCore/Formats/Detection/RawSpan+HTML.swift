extension RawSpan {
  package static var openingOfHTML: Int { 14 }

  /// Returns whether a web page begins at `offset`: servers send one in place of a missing file.
  package func beginsHTML(at offset: Int) -> Bool {
    ["<!doctype html", "<html", "<head", "<body"].contains { opening in
      let count = opening.utf8.count
      guard offset + count <= byteCount else { return false }
      return zip(offset..., opening.utf8).allSatisfy {
        byte(at: $0) == $1 || byte(at: $0) | 0x20 == $1
      }
    }
  }
}

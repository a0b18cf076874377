extension YAMLReader {
  /// Lets libyaml read a document of a version after 1.2 as one of 1.2 (YAML 1.2.2, 6.8.1), which it refuses.
  ///
  /// libyaml begins again after the last document, and receives another digit. Returns false if it has failed for
  /// another reason.
  @inline(never)
  mutating func readNewerVersion(_ window: borrowing Window) -> Bool {
    guard parser.failure == nil, parser.error.problem == "found incompatible YAML document",
      knownEvents < .max, feed.boundary.offset >= window.origin
    else { return false }
    let directive = offset(of: parser.error.mark, in: window) - window.origin
    guard let minor = window.withBytes({ Self.newerVersion($0, at: directive) }) else {
      return false
    }
    let version = window.origin + minor.lowerBound..<window.origin + minor.upperBound
    guard version != feed.newerVersion else { return false }
    let boundary = feed.boundary
    let steps = max(knownEvents - preambleEvents, 0)
    // With steps, the fast lane has begun the document, and reported its version.
    if steps == 0, let report = ownOptions.reportNewerVersion {
      report("1." + window.withBytes { String(utf8: $0.extracting(minor)) })
    }
    let preamble = YAMLRestart.Preamble(afterDocumentInColumn: boundary.column)
    parser.restart(after: preamble)
    feed.restart(
      at: boundary.offset, linesBefore: boundary.linesBefore, newerVersion: version)
    preambleEvents = preamble.eventCount
    knownEvents = preambleEvents + steps
    return true
  }

  /// Returns the place of the minor version in a `%YAML` directive; nil if it is not above 1.2.
  private static func newerVersion(_ bytes: RawSpan, at start: Int) -> Range<Int>? {
    var p = start + "%YAML".utf8.count
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    guard bytes.byte(at: p) == UInt8(ascii: "1"), bytes.byte(at: p + 1) == UInt8(ascii: ".") else {
      return nil
    }
    let minor = p + 2
    p = minor
    while DecimalLexeme.isDigit(bytes.byte(at: p)) { p += 1 }
    guard let number = Int(String(utf8: bytes.extracting(minor..<p))), number > 2 else {
      return nil
    }
    return minor..<p
  }
}

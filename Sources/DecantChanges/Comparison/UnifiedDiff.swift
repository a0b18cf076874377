internal import DecantCore

/// The difference of two texts by lines, as `patch` and `git apply` read it; empty if there is none.
///
///     --- a/settings.json
///     +++ b/settings.json
///     @@ -1,3 +1,3 @@
///      {
///     -  "port": 80
///     +  "port": 8080
///      }
///
/// The time is that of `SequenceAlignment`, so about in proportion to the lines; both texts are in memory.
package struct UnifiedDiff: Sendable {
  /// A stretch in which the texts differ.
  private typealias Change = (old: Range<Int>, new: Range<Int>)

  package enum LineKind {
    case header, location, context, removed, added
  }

  private static let context = 3

  private let file: String
  private let old: NumberedLines.Text?
  private let new: NumberedLines.Text?
  private let isBinary: Bool

  /// Creates the difference of two contents of a file; nil where there is no file.
  package init(old: [UInt8]?, new: [UInt8]?, of file: String) {
    self.file = file
    // Git's own test looks at less.
    isBinary = [old, new].contains { $0?.contains(0) ?? false }
    let texts = isBinary ? [] : NumberedLines([old ?? [], new ?? []]).texts
    self.old = old == nil ? nil : texts.first
    self.new = new == nil ? nil : texts.last
    isEqual = old == new
    (hasOld, hasNew) = (old != nil, new != nil)
  }

  package let isEqual: Bool
  private let hasOld: Bool
  private let hasNew: Bool

  /// Calls `body` with the bytes of each line, which has its end, and with its kind.
  package func forEachLine<E>(
    _ body: (ArraySlice<UInt8>, LineKind) throws(E) -> Void
  ) throws(E) {
    guard !isEqual else { return }
    let (oldName, newName) = (
      hasOld ? Self.name("a/", file) : "/dev/null", hasNew ? Self.name("b/", file) : "/dev/null"
    )
    guard !isBinary else {
      return try body(Array("Binary files \(oldName) and \(newName) differ\n".utf8)[...], .header)
    }
    try body(Array("--- \(Self.ended(oldName))\n".utf8)[...], .header)
    try body(Array("+++ \(Self.ended(newName))\n".utf8)[...], .header)
    let oldCount = old?.numbers.count ?? 0
    for hunk in hunks {
      guard let first = hunk.first, let last = hunk.last else { continue }
      let before = min(Self.context, first.old.lowerBound)
      let after = min(Self.context, oldCount - last.old.upperBound)
      let oldLines = first.old.lowerBound - before..<last.old.upperBound + after
      let newLines = first.new.lowerBound - before..<last.new.upperBound + after
      let location = "@@ -\(Self.numbers(oldLines)) +\(Self.numbers(newLines)) @@\n"
      try body(Array(location.utf8)[...], .location)
      var done = oldLines.lowerBound
      for change in hunk {
        try pass(done..<change.old.lowerBound, of: old, .context, body)
        try pass(change.old, of: old, .removed, body)
        try pass(change.new, of: new, .added, body)
        done = change.old.upperBound
      }
      try pass(done..<oldLines.upperBound, of: old, .context, body)
    }
  }

  private func pass<E>(
    _ lines: Range<Int>, of text: NumberedLines.Text?, _ kind: LineKind,
    _ body: (ArraySlice<UInt8>, LineKind) throws(E) -> Void
  ) throws(E) {
    guard let text else { return }
    let sign = UInt8(ascii: kind == .removed ? "-" : kind == .added ? "+" : " ")
    for line in lines {
      let bytes = text[line..<line + 1]
      let isEnded = bytes.last == 0x0A
      try body(([sign] + bytes + (isEnded ? [] : [0x0A]))[...], kind)
      if !isEnded { try body(Array("\\ No newline at end of file\n".utf8)[...], .context) }
    }
  }

  /// The changes, of which those with little between them are one hunk.
  private var hunks: [[Change]] {
    var hunks: [[Change]] = []
    for change in changes {
      if let last = hunks.last?.last,
        change.old.lowerBound - last.old.upperBound <= 2 * Self.context
      {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
    return hunks
  }

  private var changes: [Change] {
    let (old, new) = (old?.numbers ?? [], new?.numbers ?? [])
    return SequenceAlignment(old[...], new[...]).changes
  }

  // MARK: Headers

  /// Returns lines as a hunk names them: the first one from 1, or the one before if there is none.
  private static func numbers(_ lines: Range<Int>) -> String {
    guard lines.count != 1 else { return "\(lines.lowerBound + 1)" }
    return "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  /// Returns a path in quotes if it needs them, as git writes it.
  private static func name(_ side: String, _ file: String) -> String {
    var path = file
    while let prefix = ["/", "./"].first(where: { path.hasPrefix(ofBytes: $0) }) {
      path = String(path.dropFirst(prefix.count))
    }
    let name = side + path
    let needsQuotes = name.utf8.contains {
      $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard needsQuotes else { return name }
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        quoted += [UInt8(ascii: "\\"), byte]
      case 0x00..<0x20, 0x7F:
        let digits = String(byte, radix: 8)
        quoted += Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
      default:
        quoted.append(byte)
      }
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }

  /// A tab ends a name with spaces, after which `patch` else expects a date.
  private static func ended(_ name: String) -> String {
    name.utf8.contains(0x20) && name.utf8.first != UInt8(ascii: "\"") ? name + "\t" : name
  }
}

/// The lines in which two texts differ, of which one has several.
package struct ChangedLines {
  package private(set) var lines: [(isNew: Bool, text: String)] = []

  package init?(_ old: String, _ new: String) {
    let texts = NumberedLines([Array(old.utf8), Array(new.utf8)]).texts
    guard texts.contains(where: { $0.numbers.count > 1 }) else { return nil }
    let alignment = SequenceAlignment(texts[0].numbers[...], texts[1].numbers[...])
    for change in alignment.changes {
      for line in change.old { add(texts[0][line..<line + 1], isNew: false) }
      for line in change.new { add(texts[1][line..<line + 1], isNew: true) }
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, isNew: Bool) {
    let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    lines.append((isNew, String(decoding: text, as: UTF8.self)))
  }
}

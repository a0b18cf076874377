internal import DecantCore

extension JSONSpacing {
  /// Creates the spacing of a text, by the first of each kind of space; what is not found is as usual.
  init(of bytes: [UInt8]) {
    self.init(.spaces(2))
    var search = JSONSpacingSearch()
    bytes.withBytes { search.read($0, into: &self) }
  }
}

/// A walk over the tokens of JSON or JSON5, which need not be valid, nor whole.
private struct JSONSpacingSearch {
  /// The white space before a token.
  fileprivate struct Space {
    var lineEnd: JSONSpacing.LineEnd?
    var lineCount = 0
    /// The spaces before the first line end.
    var spaces = 0
    /// The columns after the last line end.
    var columns = 0
    var isTab = false
  }

  private var depth = 0
  private var previous: UInt8 = 0
  /// The indentation of the current line.
  private var lineIndentation = 0
  private var found: Set<Part> = []

  private enum Part: CaseIterable {
    case collection, lineEnd, lines, indentation, colon, colonSpace, comma, lineComma
  }

  mutating func read(_ bytes: RawSpan, into spacing: inout JSONSpacing) {
    var p = 0
    while found.count < Part.allCases.count {
      let space = Self.skipSpace(bytes, from: &p)
      guard p < bytes.byteCount else {
        if let lineEnd = space.lineEnd, !found.contains(.lineEnd) { spacing.lineEnd = lineEnd }
        break
      }
      note(space, in: &spacing)
      let byte = bytes.byte(at: p)
      note(byte, after: space, in: &spacing)
      skipToken(byte, bytes, &p)
      previous = byte
    }
    guard found.contains(.collection) else { return }
    spacing.hasLines = found.contains(.lines)
    if !found.contains(.comma), !spacing.hasLines, spacing.afterColon == 0 {
      spacing.afterComma = 0
    }
  }

  private mutating func note(_ space: Space, in spacing: inout JSONSpacing) {
    if let lineEnd = space.lineEnd {
      if found.insert(.lineEnd).inserted { spacing.lineEnd = lineEnd }
      guard depth > 0 else { return }
      found.insert(.lines)
      if Self.opens(previous), found.insert(.indentation).inserted {
        let width = max(space.columns - lineIndentation, 0)
        spacing.indentation = Indentation(byte: space.isTab ? 0x09 : 0x20, width: width)
      }
      if previous == UInt8(ascii: ","), found.insert(.lineComma).inserted {
        spacing.beforeLineEnd = space.spaces
      }
      lineIndentation = space.columns
    } else if previous == UInt8(ascii: ","), found.insert(.comma).inserted {
      spacing.afterComma = space.spaces
    } else if previous == UInt8(ascii: ":"), found.insert(.colonSpace).inserted {
      spacing.afterColon = space.spaces
    }
  }

  private mutating func note(
    _ byte: UInt8, after space: Space, in spacing: inout JSONSpacing
  ) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      found.insert(.collection)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if Self.opens(previous), space.lineCount > 1 { spacing.emptyHasLines = true }
    case UInt8(ascii: ":") where space.lineEnd == nil && found.insert(.colon).inserted:
      spacing.beforeColon = space.spaces
    default: break
    }
  }

  private static func opens(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static func skipSpace(_ bytes: RawSpan, from p: inout Int) -> Space {
    var space = Space()
    while p < bytes.byteCount {
      switch bytes.byte(at: p) {
      case 0x0D where p + 1 < bytes.byteCount && bytes.byte(at: p + 1) == 0x0A:
        space.endLine(with: .crlf)
        p += 1
      case 0x0D: space.endLine(with: .cr)
      case 0x0A: space.endLine(with: .lf)
      case 0x20: space.add(isTab: false)
      case 0x09: space.add(isTab: true)
      default: return space
      }
      p += 1
    }
    return space
  }

  /// Skips a string or a comment, or a byte of any other token.
  private func skipToken(_ byte: UInt8, _ bytes: RawSpan, _ p: inout Int) {
    p += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      while p < bytes.byteCount, bytes.byte(at: p) != byte {
        p += bytes.byte(at: p) == UInt8(ascii: "\\") ? 2 : 1
      }
      p += 1
    case UInt8(ascii: "/") where p < bytes.byteCount:
      if bytes.byte(at: p) == UInt8(ascii: "/") {
        while p < bytes.byteCount, bytes.byte(at: p) != 0x0A, bytes.byte(at: p) != 0x0D { p += 1 }
      } else if bytes.byte(at: p) == UInt8(ascii: "*") {
        p += 2
        while p < bytes.byteCount, bytes.byte(at: p) != 0x2F || bytes.byte(at: p - 1) != 0x2A {
          p += 1
        }
        p += 1
      }
    default: break
    }
  }
}

extension JSONSpacingSearch.Space {
  fileprivate mutating func endLine(with lineEnd: JSONSpacing.LineEnd) {
    if self.lineEnd == nil { self.lineEnd = lineEnd }
    lineCount += 1
    columns = 0
  }

  fileprivate mutating func add(isTab: Bool) {
    guard lineEnd != nil else {
      // As many as the gap of an event holds.
      return spaces = min(spaces + 1, 30)
    }
    self.isTab = isTab
    columns += 1
  }
}

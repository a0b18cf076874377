internal import DecantCore

/// The notation of a document: the styles of its collections are those of TOML, and its arrays have this indentation.
struct TOMLNotation {
  let indentation: Indentation?
  /// Whether lines end in CRLF.
  let hasCRLF: Bool
  /// What precedes the first line and its comments, as `TOMLSpacing`.
  let head: [UInt8]
  /// What follows the last line, as `TOMLSpacing`.
  let end: [UInt8]

  init(indentation: Indentation?, hasCRLF: Bool, head: [UInt8], end: [UInt8]) {
    self.indentation = indentation
    self.hasCRLF = hasCRLF
    self.head = head
    self.end = end
  }

  func append(to notation: inout Notation.Builder) {
    let white = indentation.map { Array(repeating: $0.byte, count: $0.width) } ?? []
    notation.begin(.document)
    for part in [white, hasCRLF ? [0x0D, 0x0A] : [0x0A], head, end] {
      part.withBytes { notation.append(part: $0) }
    }
  }

  init?(_ text: RawSpan, _ range: Range<Int>) {
    guard Notation.kind(text, range) == .document else { return nil }
    var rest = Notation.parts(range)
    guard let white = Notation.nextPart(text, &rest), let lineEnd = Notation.nextPart(text, &rest),
      let head = Notation.nextPart(text, &rest), let end = Notation.nextPart(text, &rest)
    else { return nil }
    indentation =
      white.isEmpty
      ? nil : Indentation(byte: text.byte(at: white.lowerBound), width: white.count)
    hasCRLF = lineEnd.count == 2
    self.head = [UInt8](text.extracting(head))
    self.end = [UInt8](text.extracting(end))
  }
}

/// What is between two tokens: white space and commas as they are, `#` for each comment, whose text is an event of its
/// own, a line feed for a line end of the document's kind, and a carriage return for one of the other kind.
enum TOMLSpacing {
  static func append(
    _ range: Range<Int>, of bytes: RawSpan, hasCRLF: Bool, to text: inout Buffer<UInt8>
  ) {
    var p = range.lowerBound
    while p < range.upperBound {
      let byte = bytes.byte(at: p)
      switch byte {
      case UInt8(ascii: "#"):
        text.append(byte)
        p = TOMLLines.endOfContent(from: p, bytes, before: range.upperBound)
      case 0x0D:
        text.append(hasCRLF ? 0x0A : 0x0D)
        p += 2
      case 0x0A:
        text.append(hasCRLF ? 0x0D : 0x0A)
        p += 1
      default:
        text.append(byte)
        p += 1
      }
    }
  }
}

/// The lines of a document that the parser has accepted.
enum TOMLLines {
  /// Returns the end of a line without its line end.
  static func endOfContent(from start: Int, _ bytes: RawSpan, before end: Int) -> Int {
    guard let next = bytes.firstIndex(of: 0x0A, in: start..<end) else { return end }
    return next > start && bytes.byte(at: next - 1) == 0x0D ? next - 1 : next
  }

  /// Returns the beginning of the next line.
  static func next(after start: Int, _ bytes: RawSpan, before end: Int) -> Int {
    bytes.firstIndex(of: 0x0A, in: start..<end).map { $0 + 1 } ?? end
  }
}

/// The notation of a line with a pair or header, or of a pair in braces, which precedes its key.
///
///     # a                lead, as `TOMLSpacing`
///       k . "b" = 1 # c  key `k . "b"`, sign ` = `, tail after the value as `TOMLSpacing`, path `k` and `b`
///
/// If the path is not that of the line any more, because a stage has changed a key or selected a table, the key and its
/// path are written anew.
struct TOMLLineNotation {
  /// Ranges of the text of the tape.
  let lead: Range<Int>
  let key: Range<Int>
  let sign: Range<Int>
  let tail: Range<Int>
  /// The parts from the first one of the path on.
  let path: Range<Int>

  init?(_ text: RawSpan, _ range: Range<Int>) {
    guard Notation.kind(text, range) == .line else { return nil }
    var rest = Notation.parts(range)
    guard let lead = Notation.nextPart(text, &rest), let key = Notation.nextPart(text, &rest),
      let sign = Notation.nextPart(text, &rest), let tail = Notation.nextPart(text, &rest)
    else { return nil }
    (self.lead, self.key, self.sign, self.tail, path) = (lead, key, sign, tail, rest)
  }
}

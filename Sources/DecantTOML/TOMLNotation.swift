internal import DecantCore

/// The notation of a document, which its reader emits as the spelling of its beginning: the styles of its collections
/// are those of TOML, and its arrays have this indentation.
struct TOMLNotation {
  let indentation: Indentation?
  /// Whether lines end in CRLF.
  let hasCRLF: Bool
  /// What precedes the first line and its comments, as `TOMLTrivia`.
  let head: [UInt8]
  /// What follows the last line, as `TOMLTrivia`.
  let end: [UInt8]

  init(indentation: Indentation?, hasCRLF: Bool, head: [UInt8], end: [UInt8]) {
    self.indentation = indentation
    self.hasCRLF = hasCRLF
    self.head = head
    self.end = end
  }

  private static let mark = Array("toml".utf8)

  /// The format's name, the indentation itself, the line end, the head and the end, each after a zero byte.
  var text: [UInt8] {
    let white = indentation.map { Array(repeating: $0.byte, count: $0.width) } ?? []
    let parts = [Self.mark, white, hasCRLF ? [0x0D, 0x0A] : [0x0A], head, end]
    return Array(parts.joined(separator: [0]))
  }

  init?(_ text: [UInt8]) {
    let parts = text.split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].elementsEqual(Self.mark) else { return nil }
    indentation = parts[1].first.map { Indentation(byte: $0, width: parts[1].count) }
    hasCRLF = parts[2].count == 2
    head = Array(parts[3])
    end = Array(parts[4])
  }
}

/// What is between two tokens: white space and commas as they are, `#` for each comment, whose text is an event of its
/// own, a line feed for a line end of the document's kind, and a carriage return for one of the other kind.
enum TOMLTrivia {
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

/// The notation of a line with a pair or header, or of a pair in braces, which precedes its key: a byte, five parts with
/// a zero byte after each but the last, and the key that it is for.
///
///     ␁␊  #␊  ␀a . "b"␀ =␀ 	#␊␀…       lead, key, sign, tail, path
///
/// The path is each part of the key after its length in four bytes. If it is not that of the line any more, because a
/// stage has changed a key or selected a table, the key and its path are written anew.
struct TOMLLineNotation {
  static let mark: UInt8 = 1

  /// Places in the text of the tape.
  let lead: Range<Int>
  let key: Range<Int>
  let sign: Range<Int>
  let tail: Range<Int>
  let path: Range<Int>

  init?(_ text: RawSpan, _ range: Range<Int>) {
    guard !range.isEmpty, text.byte(at: range.lowerBound) == Self.mark else { return nil }
    var start = range.lowerBound + 1
    var parts: [Range<Int>] = []
    while parts.count < 4, let end = text.firstIndex(of: 0, in: start..<range.upperBound) {
      parts.append(start..<end)
      start = end + 1
    }
    guard parts.count == 4 else { return nil }
    (lead, key, sign, tail) = (parts[0], parts[1], parts[2], parts[3])
    path = start..<range.upperBound
  }

  /// Appends a part of the path.
  static func append(part: RawSpan, to text: inout Buffer<UInt8>) {
    for shift in [0, 8, 16, 24] {
      text.append(UInt8(truncatingIfNeeded: part.byteCount >> shift))
    }
    text.append(contentsOf: part)
  }

  /// Returns the next part of the path, and moves `start` after it.
  static func part(_ text: RawSpan, from start: inout Int, before end: Int) -> Range<Int>? {
    guard start + 4 <= end else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(text.byte(at: start + $1)) << ($1 * 8) }
    guard start + 4 + length <= end else { return nil }
    defer { start += 4 + length }
    return start + 4..<start + 4 + length
  }
}

/// The notation of an array or of a table in braces, which precedes it: a byte, and what is before each item and before
/// the closing bracket, as `TOMLTrivia` and separated by zero bytes.
enum TOMLFrameNotation {
  static let mark: UInt8 = 2
}

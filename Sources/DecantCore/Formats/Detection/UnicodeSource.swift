/// UTF-16 or UTF-32, converted to UTF-8.
///
/// Errors then report offsets in the UTF-8, but lines and columns of the original text.
package final class UnicodeSource: ByteSource {
  package struct Form {
    /// The bytes per unit; 1 in UTF-8.
    package let width: Int
    let isBigEndian: Bool
    package let mark: [UInt8]

    package init(width: Int, isBigEndian: Bool, mark: [UInt8]) {
      self.width = width
      self.isBigEndian = isBigEndian
      self.mark = mark
    }

    var encoding: DecantError.Encoding { width == 2 ? .utf16 : .utf32 }

    /// Longer marks first: a mark of UTF-32 begins with one of UTF-16.
    package static let all = [
      Form(width: 1, isBigEndian: false, mark: [0xEF, 0xBB, 0xBF]),
      Form(width: 4, isBigEndian: false, mark: [0xFF, 0xFE, 0x00, 0x00]),
      Form(width: 4, isBigEndian: true, mark: [0x00, 0x00, 0xFE, 0xFF]),
      Form(width: 2, isBigEndian: false, mark: [0xFF, 0xFE]),
      Form(width: 2, isBigEndian: true, mark: [0xFE, 0xFF]),
    ]

    /// Returns the form of XML without a mark, whose first character is `<`; nil if it has one byte per unit.
    package static func ofMarkup(beginningWith bytes: [UInt8]) -> Form? {
      bytes.first { $0 != 0 } == UInt8(ascii: "<") ? ofText(beginningWith: bytes) : nil
    }

    /// Returns the form of text without a mark, whose first two characters are ASCII; nil if it has one byte per unit.
    static func ofText(beginningWith bytes: [UInt8]) -> Form? {
      guard bytes.contains(0) else { return nil }
      let isZero = bytes.map { $0 == 0 }
      return switch isZero {
      case [false, true, true, true]: Form(width: 4, isBigEndian: false, mark: [])
      case [true, true, true, false]: Form(width: 4, isBigEndian: true, mark: [])
      case [false, true, false, true], [false, true]:
        Form(width: 2, isBigEndian: false, mark: [])
      case [true, false, true, false], [true, false]:
        Form(width: 2, isBigEndian: true, mark: [])
      default: nil
      }
    }

    static func hasMark(beginningWith bytes: [UInt8]) -> Bool {
      all.contains { $0.mark.starts(with: bytes) }
    }
  }

  private let form: Form
  private let source: any ByteSource
  private let storage = ByteStorage(capacity: 32 * 1024)
  private var produced = 0
  private var isAtEnd = false

  package init(_ form: Form, unread: [UInt8], _ source: any ByteSource) {
    self.form = form
    self.source = source
    unread.withBytes { storage.append($0) }
  }

  // The buffered bytes may be less than a scalar.
  package var wouldWait: Bool { storage.count < 4 && source.wouldWait }

  package func read(into output: inout OutputRawSpan) throws(DecantError) {
    assert(output.freeCapacity >= 4)
    let before = output.byteCount
    while output.byteCount == before {
      if try !convert(into: &output) {
        guard !isAtEnd else {
          guard storage.count == 0 else { throw invalid() }
          return
        }
        let added = try storage.fill { (free) throws(DecantError) in try source.read(into: &free) }
        isAtEnd = added == 0
      }
    }
  }

  private func convert(into output: inout OutputRawSpan) throws(DecantError) -> Bool {
    var used = 0
    let before = output.byteCount
    do {
      while output.freeCapacity >= 4, let (scalar, width) = try scalar(at: used) {
        used += width
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
      }
    } catch {
      // Valid text is delivered first, so that the error's place is known.
      if used == 0 { throw error }
    }
    storage.dropFirst(used)
    produced += output.byteCount - before
    return used > 0
  }

  /// Returns the scalar at `offset`; nil if it is incomplete.
  private func scalar(
    at offset: Int
  ) throws(DecantError) -> (scalar: Unicode.Scalar, width: Int)? {
    guard let first = unit(at: offset) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, form.width) }
    guard form.width == 2, first < 0xDC00 else { throw invalid() }
    guard let second = unit(at: offset + 2) else { return nil }
    guard let scalar = Unicode.Scalar(high: first, low: second) else { throw invalid() }
    return (scalar, 4)
  }

  private func unit(at offset: Int) -> UInt32? {
    guard offset + form.width <= storage.count else { return nil }
    return storage.withBytes { bytes in
      (0..<form.width).reduce(0) { value, index in
        let number = form.isBigEndian ? index : form.width - 1 - index
        return value << 8 | UInt32(bytes.byte(at: offset + number))
      }
    }
  }

  private func invalid() -> DecantError {
    DecantError(.invalidEncoding(form.encoding), offset: produced)
  }
}

extension Window {
  /// Drops a byte-order mark, and converts UTF-16 and UTF-32 to UTF-8.
  ///
  /// It only reads until a mark is ruled out, because the first record may be short; to find the form of text without a mark,
  /// until a character can be told from half of one.
  package mutating func decodeUnicode(withoutMark: Bool = false) throws(DecantError) {
    var start = firstBytes
    while UnicodeSource.Form.hasMark(beginningWith: start), try refill() {
      start = firstBytes
    }
    while withoutMark, start.count < (start.contains(0) ? 4 : 2), try refill() {
      start = firstBytes
    }
    guard
      let form = UnicodeSource.Form.all.first(where: { start.starts(with: $0.mark) })
        ?? (withoutMark ? .ofText(beginningWith: start) : nil)
    else { return }
    mark = form.mark
    guard form.width > 1 else { return dropMark(mark.count) }
    position = mark.count
    replaceSource { UnicodeSource(form, unread: $0, $1) }
  }

  private var firstBytes: [UInt8] {
    withBytes { bytes in (0..<min(count, 4)).map { bytes.byte(at: $0) } }
  }
}

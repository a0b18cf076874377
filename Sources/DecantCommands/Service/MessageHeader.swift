internal import DecantCore

/// The first line of a request or a reply: a word and fields.
///
///     convert id=7 from=yaml to=json bytes=14
///
/// Values are percent-encoded, except for printable ASCII other than space and percent sign.
struct MessageHeader: Equatable {
  var word: String

  var fields: [Field] = []

  private(set) var flaw: String?

  struct Field: Equatable {
    let name: String
    let value: String

    /// Compares bytes: two paths to different keys can be equal as texts.
    static func == (first: Field, second: Field) -> Bool {
      KeyText(first.name) == KeyText(second.name) && KeyText(first.value) == KeyText(second.value)
    }
  }

  static let longest = 64 * 1024

  init(_ word: String) {
    self.word = word
  }

  init(line: RawSpan) throws(FramingError) {
    var end = line.firstIndex(of: UInt8(ascii: " "), in: 0..<line.byteCount) ?? line.byteCount
    guard end > 0, line.isEach(in: 0..<end, Self.isInWord) else { throw .notAHeader }
    word = String(utf8: line.extracting(0..<end))
    while end < line.byteCount {
      let start = end + 1
      let rest = start..<line.byteCount
      end = line.firstIndex(of: UInt8(ascii: " "), in: rest) ?? line.byteCount
      guard let equals = line.firstIndex(of: UInt8(ascii: "="), in: start..<end), equals > start,
        line.isEach(in: start..<equals, { 0x21...0x7E ~= $0 })
      else { throw .notAHeader }
      let name = String(utf8: line.extracting(start..<equals))
      if self[name] != nil {
        guard name != "bytes" else { throw .badLength }
        flaw = "the request has the field '\(name.visible(limit: 64))' twice"
      } else if let value = Self.decoded(line.extracting(equals + 1..<end)) {
        fields.append(Field(name: name, value: value))
      } else {
        flaw = "the value of '\(name.visible(limit: 64))' is not UTF-8 in percent-encoding"
      }
    }
  }

  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append(Field(name: name, value: value)) }
  }

  mutating func add(_ name: String, _ value: Int?) {
    add(name, value.map { String($0) })
  }

  var line: String {
    var line = Array(word.utf8)
    for field in fields {
      line.append(UInt8(ascii: " "))
      line += field.name.utf8
      line.append(UInt8(ascii: "="))
      line += Self.encoded(field.value).utf8
    }
    line.append(0x0A)
    return String(decoding: line, as: UTF8.self)
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "-")
  }

  private static func decoded(_ text: RawSpan) -> String? {
    guard !text.isEach(in: 0..<text.byteCount, isPlain) else { return String(utf8: text) }
    var bytes: [UInt8] = []
    var next = 0
    while next < text.byteCount {
      let byte = text.byte(at: next)
      next += 1
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        guard byte == UInt8(ascii: "%"), text.byteCount - next >= 2,
          let high = digit(text.byte(at: next)), let low = digit(text.byte(at: next + 1))
        else { return nil }
        bytes.append(high << 4 | low)
        next += 2
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  private static func encoded(_ value: String) -> String {
    guard !value.utf8.allSatisfy(isPlain) else { return value }
    return value.utf8.reduce(into: "") { text, byte in
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 0x10 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && byte != UInt8(ascii: "%")
  }
}

extension RawSpan {
  fileprivate func isEach(in range: Range<Int>, _ isExpected: (UInt8) -> Bool) -> Bool {
    range.allSatisfy { isExpected(byte(at: $0)) }
  }
}

/// An error after which message boundaries are lost, so that the stream cannot be read further.
enum FramingError: Error, Equatable {
  case notAHeader
  case tooLong
  case badLength
  case ended

  var message: String {
    switch self {
    case .notAHeader: "expected a header, a word and fields such as 'name=value'"
    case .tooLong: "the header is longer than \(MessageHeader.longest) bytes"
    case .badLength: "the header needs the length of its payload, 'bytes=N'"
    case .ended: "the input ended inside a request"
    }
  }
}

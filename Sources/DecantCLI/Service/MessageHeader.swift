internal import Decant

/// The first line of a request or of a reply: a word, and fields after it.
///
///     convert id=7 from=yaml to=json bytes=14
///
/// A value with a space, a percent sign or anything outside of printable ASCII is percent-encoded.
struct MessageHeader: Equatable {
  /// What is asked for, or what became of it.
  var word: String

  /// The fields, in their order.
  var fields: [Field] = []

  /// What is wrong with a field that was read, which is not among the others then.
  private(set) var flaw: String?

  /// A name and its value.
  struct Field: Equatable {
    let name: String
    let value: String
  }

  /// The longest line, without its end.
  static let longest = 64 * 1024

  /// Creates a header without fields.
  init(_ word: String) {
    self.word = word
  }

  /// Parses a line without its end; throws where the line is not a header.
  init(line: some Collection<UInt8>) throws(FramingError) {
    var parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)[...]
    guard let word = parts.popFirst(), Self.isName(word) else { throw .notAHeader }
    self.word = String(decoding: word, as: UTF8.self)
    for part in parts {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")), equals > part.startIndex,
        part[..<equals].allSatisfy({ 0x21...0x7E ~= $0 })
      else { throw .notAHeader }
      let name = String(decoding: part[..<equals], as: UTF8.self)
      if self[name] != nil {
        guard name != "bytes" else { throw .badLength }
        flaw = "the request has the field '\(name.visible(limit: 64))' twice"
      } else if let value = Self.decoded(part[part.index(after: equals)...]) {
        fields.append(Field(name: name, value: value))
      } else {
        flaw = "the value of '\(name.visible(limit: 64))' is not UTF-8 in percent-encoding"
      }
    }
  }

  /// The value of a field.
  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// Appends a field, unless it has no value.
  mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append(Field(name: name, value: value)) }
  }

  /// Appends a field with a number, unless it has none.
  mutating func add(_ name: String, _ value: Int?) {
    add(name, value.map { String($0) })
  }

  /// The line, with its end.
  var line: String {
    fields.reduce(word) { "\($0) \($1.name)=\(Self.encoded($1.value))" } + "\n"
  }

  // MARK: Parts

  private static func isName(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty
      && text.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-") }
  }

  /// The value that a percent-encoded text represents; nil where it is not one.
  private static func decoded(_ text: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case 0x21...0x7E:
        bytes.append(byte)
      default:
        return nil
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

/// Why the bounds of messages are lost, so that nothing after it can be understood.
enum FramingError: Error, Equatable {
  /// A line is not a header.
  case notAHeader
  /// A line has no end where the longest header would have ended.
  case tooLong
  /// The length of a payload is missing, is there twice or is not a number.
  case badLength
  /// The input ended inside a header, or before a payload did.
  case ended

  /// The message for whoever sent it.
  var message: String {
    switch self {
    case .notAHeader: "expected a header, a word and fields such as 'name=value'"
    case .tooLong: "the header is longer than \(MessageHeader.longest) bytes"
    case .badLength: "the header needs the length of its payload, 'bytes=N'"
    case .ended: "the input ended inside a request"
    }
  }
}

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
  }

  static let longest = 64 * 1024

  init(_ word: String) {
    self.word = word
  }

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
    fields.reduce(word) { "\($0) \($1.name)=\(Self.encoded($1.value))" } + "\n"
  }

  private static func isName(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty
      && text.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-") }
  }

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

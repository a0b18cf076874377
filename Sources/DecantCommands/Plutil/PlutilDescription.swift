internal import DecantCore
internal import DecantConversion
internal import DecantJSON

/// The output of `-p`, a form of property lists for people.
struct PlutilDescription {
  private(set) var text = ""

  init(_ value: Value) {
    append(value, indent: "")
  }

  private mutating func append(_ value: Value, indent: String) {
    let inner = indent + "  "
    switch value {
    case .mapping(let mapping):
      text += "{\n"
      for (key, value) in mapping.sortedForPlutil {
        text += "\(inner)\"\(key)\" => "
        append(value, indent: inner)
      }
      text += "\(indent)}\n"
    case .sequence(let elements):
      text += "[\n"
      for (index, value) in elements.enumerated() {
        text += "\(inner)\(index) => "
        append(value, indent: inner)
      }
      text += "\(indent)]\n"
    case .string(let string): text += "\"\(string)\"\n"
    case .bool(let value): text += "\(value)\n"
    case .number(let number): text += "\(number)\n"
    case .date(let date):
      text += date.text.split { $0 == "T" || $0 == "Z" }.joined(separator: " ") + " +0000\n"
    case .localTime(let time): text += "\(time)\n"
    case .data(let bytes):
      text += "{length = \(bytes.count), bytes = 0x\(Self.digits(of: bytes))}\n"
    case .null: text += "<null>\n"
    case .uid(let number): text += "<CFKeyedArchiverUID>{value = \(number)}\n"
    }
  }

  /// Returns the bytes in hexadecimal; of more than 24, the first 16 and the last 8 in groups.
  private static func digits(of bytes: [UInt8]) -> String {
    guard bytes.count > 24 else { return hexadecimal(bytes[...]) }
    return grouped(bytes.prefix(16)) + " ... " + grouped(bytes.suffix(8)) + " "
  }

  private static func grouped(_ bytes: ArraySlice<UInt8>) -> String {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 4)
      .map { hexadecimal(bytes[$0..<$0 + 4]) }.joined(separator: " ")
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension Value {
  var rawText: String {
    get throws(PlutilError) {
      switch self {
      case .string(let string): return string
      case .bool(let value): return "\(value)"
      case .number(let number): return number.lexeme
      case .date(let date): return date.text
      case .localTime(let time): return time.text
      case .sequence(let elements): return "\(elements.count)"
      case .mapping(let mapping):
        return mapping.sortedForPlutil.map(\.key).joined(separator: "\n")
      case .data:
        let quoted = try mappingError(PlutilError.init, try text(as: .json))
        return quoted.filter { $0 != "\"" && $0 != "\n" }
      case .null, .uid:
        throw PlutilError("Value is a (any) type and cannot be extracted in raw format")
      }
    }
  }
}

extension Mapping {
  fileprivate var sortedForPlutil: [(key: String, value: Value)] {
    compactMap { pair in pair.key.string.map { (key: $0, value: pair.value) } }
      .sorted { PlutilKeyOrder($0.key) < PlutilKeyOrder($1.key) }
  }
}

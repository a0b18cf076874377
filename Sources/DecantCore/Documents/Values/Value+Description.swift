internal import DecantSystem

extension Value: CustomStringConvertible {
  /// The value as compact JSON, as far as JSON can represent it.
  ///
  /// For people: dates and references have no quotes, data is its length. Use `encoded(as:)` to write a format.
  public var description: String {
    var text = ""
    var known: Set<ObjectIdentifier> = []
    describe(into: &text, &known)
    return text
  }

  /// `known` are the instances that are already described.
  private func describe(into text: inout String, _ known: inout Set<ObjectIdentifier>) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value.lexeme
    case .string(let value): Self.quote(value, into: &text)
    case .date(let value): text += value.text
    case .localTime(let value): text += value.text
    case .data(let bytes): text += "<\(bytes.count) bytes>"
    case .uid(let value): text += "uid \(value)"
    case .sequence(let elements):
      text += "["
      var separator = ""
      for element in elements {
        text += separator
        StackRoom.deeper { element.describe(into: &text, &known) }
        separator = ","
      }
      text += "]"
    case .mapping(let mapping):
      text += "{"
      var separator = ""
      if let instance = mapping.instance {
        let isKnown = !known.insert(ObjectIdentifier(instance)).inserted
        let key = isKnown ? SharedKey.reference : SharedKey.id
        text += "\"\(key)\":\(instance.name.string.dropFirst())"
        guard !isKnown else { return text += "}" }
        separator = ","
      } else if let name = mapping.object?.className {
        text += "\"\(SharedKey.className)\":\(Value.string(name))"
        separator = ","
      }
      for (key, value) in mapping {
        text += separator
        StackRoom.deeper { key.describe(into: &text, &known) }
        text += ":"
        StackRoom.deeper { value.describe(into: &text, &known) }
        separator = ","
      }
      text += "}"
    }
  }

  private static func quote(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..." ":
        let digits = String(scalar.value, radix: 16)
        text +=
          scalar == " " ? " " : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

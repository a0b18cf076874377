internal import DecantCore

/// A diagnostic as a line of JSON, for editors and build systems; the members are those of the man page.
extension Diagnostic {
  var json: String {
    var members: [(String, String?)] = [
      ("severity", severity.rawValue.quotedJSON),
      ("source", source?.quotedJSON),
      ("line", position.map { "\($0.line)" }),
      ("column", position.map { "\($0.column)" }),
      ("offset", offset.map { "\($0)" }),
      ("message", message.quotedJSON),
      ("path", path?.description.quotedJSON),
      ("hint", hint?.quotedJSON),
    ]
    if let schemaPlace { members.append(("schema", schemaPlace.quotedJSON)) }
    if let step { members.append(("step", step.quotedJSON)) }
    if let count { members.append(("count", "\(count)")) }
    return String(objectOf: members) + "\n"
  }
}

extension String {
  init(objectOf members: [(String, String?)]) {
    self = "{" + members.map { "\"\($0)\":\($1 ?? "null")" }.joined(separator: ",") + "}"
  }

  /// The text as a JSON string (RFC 8259, section 7), of which a terminal interprets no character.
  var quotedJSON: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.visible == String(scalar): result.unicodeScalars.append(scalar)
      default:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result + "\""
  }
}

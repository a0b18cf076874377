import Foundation

extension DecantService {
  /// Returns the line of a step: `step("rename", "/a b", "c")` is `rename "/a b" c`.
  ///
  /// The words are those of the option of `decant edit`. A value is what it is after the option, but one with line breaks, or
  /// white space at its ends, is text; `set-string` takes any text.
  public static func step(_ operation: String, _ words: String...) -> String {
    var operation = operation
    var last = words.last ?? ""
    let isSpaced = { (text: Character?) in
      text.map { " \t\r\n".contains($0) || $0 == "\r\n" } ?? true
    }
    if isSpaced(last.first) || isSpaced(last.last) || last.utf8.contains(UInt8(ascii: "\n")) {
      // What is all in quotes is text in any place.
      if operation == "set-string" { operation = "set" }
      last = quoted(last)
    } else if last.hasPrefix("\""),
      ["rename", "move", "copy", "comment", "delete", "delete-comments"].contains(operation)
    {
      last = quoted(last)
    }
    let paths = words.dropLast().map { path in
      let isPlain = !path.contains { $0.isWhitespace || "\"'[]".contains($0) }
      return isPlain && !path.isEmpty ? path : quoted(path)
    }
    return ([operation] + paths + [last]).joined(separator: " ")
  }

  /// Returns a string of JSON that is one of YAML too.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}",
        "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

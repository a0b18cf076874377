extension Unicode.Scalar {
  /// The scalar for one line of a terminal; what moves the cursor, reorders text or is invisible is escaped.
  package var visible: String {
    switch self {
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case " "..."~": return String(self)
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      let digits = String(value, radix: 16)
      let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
      return value > 0xFFFF ? "\\u{\(digits)}" : "\\u\(zeros)\(digits)"
    default:
      return String(self)
    }
  }

  package var cells: Int {
    guard !isASCII else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }
}

extension String {
  /// The text as a shell's word, in quotes without escapes; a quote with an accent on it is still one for a shell.
  package var inSingleQuotes: String {
    let text = unicodeScalars.reduce(into: "'".unicodeScalars) { result, scalar in
      result.append(
        contentsOf: scalar == "'" ? #"'\''"#.unicodeScalars : "\(scalar)".unicodeScalars)
    }
    return String(text) + "'"
  }

  /// Returns the text in a form that is safe on a terminal; line breaks and tabs stay.
  package var visibleLines: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      result += scalar == "\n" || scalar == "\t" ? String(scalar) : scalar.visible
    }
  }

  /// Returns the text in a form that is safe on one line, cut after `limit` scalars.
  package func visible(limit: Int = .max) -> String {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else { return result + "…" }
      result += scalar.visible
      count += 1
    }
    return result
  }
}

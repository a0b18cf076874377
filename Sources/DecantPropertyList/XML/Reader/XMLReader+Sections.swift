internal import DecantCore

/// What is inside the text of an element and is not text: comments and instructions, which are left out, and CDATA, which is
/// text as it is. A section may be longer than the window, so the scan of a text keeps which one it is in.
extension XMLReader {
  @inline(never)
  func beginSection(
    _ bytes: RawSpan, at p: Int, _ element: XMLElement, _ input: XMLInput
  ) throws(DecantError) -> (kind: XMLTextScan.Section, length: Int)? {
    let openings: [(XMLTextScan.Section, String)] = [
      (.comment, "<!--"), (.instruction, "<?"), (.verbatim, "<![CDATA["),
    ]
    for (section, opening) in openings {
      switch Self.begins(with: opening, bytes, at: p, input) {
      case .yes:
        // Events cannot represent a comment inside a text.
        if section == .comment, options.needs.contains(.requiredComments) {
          throw failure(.lostComment, at: p)
        }
        return (section, opening.utf8.count)
      case .maybe: return nil
      case .no: break
      }
    }
    if p + 1 >= input.end {
      guard input.isComplete else { return nil }
      throw failure(.xml(.unclosed(element.rawValue, before: nil)), at: p + 1)
    }
    // Enough for the error to show the name of any element.
    guard p + 10 <= input.end || input.isComplete else { return nil }
    throw failure(.xml(.elementInside(element.rawValue)), at: p)
  }

  @inline(never)
  func skipSection(
    _ bytes: RawSpan, _ p: inout Int, _ scan: inout XMLTextScan, _ input: XMLInput
  ) throws(DecantError) -> Bool {
    let closing: String =
      switch scan.section {
      case .comment: "-->"
      case .instruction: "?>"
      case .verbatim, .text: "]]>"
      }
    while true {
      let byte = bytes.byte(at: p)
      switch byte {
      case 0x80...:
        scan.isASCII = false
        guard let length = try scalarLength(bytes, at: p, &scan, input) else {
          return false
        }
        p += length
        continue
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: "]"):
        switch Self.begins(with: closing, bytes, at: p, input) {
        case .yes:
          p += closing.utf8.count
          scan.section = .text
          return true
        case .maybe:
          return false
        case .no:
          break
        }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x09, 0x0A, 0x0D:
        scan.needsJSONEscape = true
      case 0..<0x20:
        guard p < input.end else { return false }
        try passForbidden(UInt32(byte), at: p, &scan)
      default:
        break
      }
      p += 1
    }
  }

  func unterminated(
    _ scan: XMLTextScan, textAt start: Int, _ element: XMLElement
  ) -> DecantError {
    let p = start + scan.sectionStart
    return switch scan.section {
    case .comment: failure(.unterminatedComment, at: p)
    case .instruction: failure(.xml(.unterminated(.instruction)), at: p)
    case .verbatim: failure(.xml(.unterminated(.section)), at: p)
    case .text: failure(.xml(.unclosed(element.rawValue, before: nil)), at: p)
    }
  }

  // MARK: Looking ahead

  enum Answer {
    case yes, no, maybe
  }

  static func begins(
    with text: String, _ bytes: RawSpan, at p: Int, _ input: XMLInput
  ) -> Answer {
    let count = text.utf8.count
    let known = min(count, input.end - p)
    let isSame = text.withBytes {
      bytes.extracting(p..<p + known).isEqual(to: $0.extracting(0..<known))
    }
    guard isSame else { return .no }
    if known == count { return .yes }
    return input.isComplete ? .no : .maybe
  }
}

internal import DecantCore

/// Comments, processing instructions and the document type, which may be longer than the window: what is open is state.
extension XMLReader {
  enum OpenMarkup: UInt8 {
    case none, comment, instruction, documentType
    case doublyQuoted, singlyQuoted
  }

  func openedMarkup(
    _ bytes: RawSpan, at p: Int, _ input: XMLInput
  ) throws(DecantError) -> (OpenMarkup, Int)? {
    let openings: [(OpenMarkup, String)] = [
      (.instruction, "<?"), (.comment, "<!--"), (.documentType, "<!DOCTYPE"),
    ]
    for (markup, opening) in openings {
      switch Self.begins(with: opening, bytes, at: p, input) {
      case .yes: return (markup, p + opening.utf8.count)
      case .maybe: return nil
      case .no: break
      }
    }
    switch Self.begins(with: "<![CDATA[", bytes, at: p, input) {
    case .yes: throw strayText(bytes, at: p, state)
    case .maybe: return nil
    case .no: break
    }
    let next = p + 2
    guard next < input.end else { throw failure(.xml(.unterminated(.tag)), at: p) }
    return try refuse(bytes, at: next, input)
  }

  mutating func openMarkup(
    _ bytes: RawSpan, at p: Int, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    guard let (markup, start) = try openedMarkup(bytes, at: p, input) else { return nil }
    if markup == .documentType, state != .prologue {
      throw failure(.xml(.misplaced("!DOCTYPE")), at: p)
    }
    openMarkup = markup
    markupStart = origin + p
    positionOfMarkup = nil
    return start
  }

  @inline(never)
  mutating func skipOpenMarkup(
    _ bytes: RawSpan, from start: Int, _ input: XMLInput
  ) throws(DecantError) -> Int {
    var p = start
    while openMarkup != .none {
      let byte = bytes.byte(at: p)
      switch byte {
      case 0x80...:
        guard let length = try scalarLength(bytes, at: p, input) else { return p }
        p += length
        continue
      case 0x09, 0x0A, 0x0D:
        break
      case 0..<0x20:
        if p >= input.end {
          guard !input.isComplete else { throw unterminatedMarkup() }
          return p
        }
        throw failure(.xml(.forbiddenCharacter(UInt32(byte))), at: p)
      case UInt8(ascii: "-") where openMarkup == .comment:
        guard p + 3 <= input.end || input.isComplete else { return p }
        if bytes.byte(at: p + 1) == UInt8(ascii: "-"), bytes.byte(at: p + 2) == UInt8(ascii: ">") {
          openMarkup = .none
          p += 2
        }
      case UInt8(ascii: "?") where openMarkup == .instruction:
        guard p + 2 <= input.end || input.isComplete else { return p }
        if bytes.byte(at: p + 1) == UInt8(ascii: ">") {
          openMarkup = .none
          p += 1
        }
      case _ where openMarkup.rawValue >= OpenMarkup.documentType.rawValue:
        try skipInDocumentType(byte, at: p)
      default:
        break
      }
      p += 1
    }
    return p
  }

  private mutating func skipInDocumentType(_ byte: UInt8, at p: Int) throws(DecantError) {
    switch (byte, openMarkup) {
    case (UInt8(ascii: "\""), .documentType): openMarkup = .doublyQuoted
    case (UInt8(ascii: "'"), .documentType): openMarkup = .singlyQuoted
    case (UInt8(ascii: "\""), .doublyQuoted), (UInt8(ascii: "'"), .singlyQuoted):
      openMarkup = .documentType
    case (UInt8(ascii: ">"), .documentType):
      openMarkup = .none
    case (UInt8(ascii: "["), .documentType):
      throw failure(.xml(.internalSubset), at: p)
    case (UInt8(ascii: "<"), .documentType):
      throw failure(.xml(.malformedTag(.scalar("<"))), at: p)
    default:
      break
    }
  }

  private func unterminatedMarkup() -> DecantError {
    let problem: DecantError.Problem =
      switch openMarkup {
      case .none, .comment: .unterminatedComment
      case .instruction: .xml(.unterminated(.instruction))
      case .documentType, .doublyQuoted, .singlyQuoted: .xml(.unterminated(.documentType))
      }
    var error = failure(problem, at: markupStart - origin)
    error.position = positionOfMarkup
    return error
  }
}

internal import DecantCore

extension JSONReader {
  /// Returns false if the comments may continue after the window.
  mutating func readTrivia(
    _ bytes: RawSpan, from p: inout Int, _ input: JSONInput, _ state: inout State,
    into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    while true {
      let found: SlashTrivia.Found
      do throws(TokenFlaw) {
        found = try trivia.next(
          bytes, from: &p, to: input.end, origin: origin, isComplete: input.isComplete)
      } catch {
        throw failure(error)
      }
      switch found {
      case .more:
        return false
      case .comment(let comment):
        beginDocument(before: comment, &state, &batch)
        batch.append(comment, marksExtent: options.marksExtents)
      case .token:
        // A space that is not ASCII.
        if bytes.byte(at: p) >= 0x80, let width = Self.widthOfSpace(bytes, at: p) {
          p += width
          continue
        }
        let blankLines = trivia.noteToken(bytes.byte(at: p))
        if p < input.end, state != .betweenDocuments {
          for _ in 0..<blankLines { batch.append(.blankLine, at: p) }
        }
        return true
      }
    }
  }

  private mutating func beginDocument(
    before comment: SlashTrivia.Comment, _ state: inout State, _ batch: inout EventBatch
  ) {
    guard state == .betweenDocuments else { return }
    documentCount += 1
    batch.append(.beginDocument, at: comment.start)
    state = .value
  }

  /// Returns the flow style if the first line has content; nil if the window ends before it.
  static func collectionStyle(_ bytes: RawSpan, at p: Int, _ input: JSONInput) -> Event.Style? {
    var next = p + 1
    while next < input.end {
      switch bytes.byte(at: next) {
      case 0x20, 0x09:
        next += 1
      case UInt8(ascii: "/") where next + 1 == input.end && !input.isComplete:
        return nil
      case UInt8(ascii: "/") where bytes.byte(at: next + 1) == UInt8(ascii: "*"):
        next += 2
        while next + 1 < input.end, bytes.halfWord(at: next) & 0xFFFF != 0x2F2A { next += 1 }
        next += 2
      case 0x0A, 0x0D, UInt8(ascii: "/"):
        return .block
      case 0xE2:
        guard next + 3 <= input.end || input.isComplete else { return nil }
        return UTF8Scanning.isLineEnd(bytes, at: next) ? .block : .flow
      default:
        return .flow
      }
    }
    return input.isComplete ? .block : nil
  }
}

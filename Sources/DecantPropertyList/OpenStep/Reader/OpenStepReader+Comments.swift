internal import DecantCore

/// Comments and blank lines before a token, and the notation that a writer of the same format keeps: quotes, and whether a
/// collection begins with a line of its own.
extension OpenStepReader {
  mutating func readTrivia(
    _ bytes: RawSpan, from p: inout Int, _ input: OpenStepInput, _ state: State,
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
        // After the first string, it is not known yet whether the string is a key.
        guard state != .root else {
          if options.needs.contains(.requiredComments) {
            throw failure(.lostComment, at: comment.start)
          }
          continue
        }
        beginDocument(at: comment.start, &batch)
        batch.append(comment, marksExtent: options.marksExtents)
      case .token:
        let blankLines = trivia.noteToken(bytes.byte(at: p))
        guard p < input.end, state != .start, state != .root else { return true }
        for _ in 0..<blankLines { batch.append(.blankLine, at: p) }
        return true
      }
    }
  }

  mutating func beginDocument(at p: Int, _ batch: inout EventBatch) {
    guard !hasBegun else { return }
    hasBegun = true
    batch.append(.beginDocument, at: p)
  }

  // MARK: Styles

  func setStyle(_ byte: UInt8, _ batch: inout EventBatch) {
    let isQuoted = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    batch.events[batch.count - 1].style = isQuoted ? .doubleQuoted : .plain
  }

  /// Returns the flow style if text follows the bracket on its line; nil if the window ends first.
  @inline(__always)
  func collectionStyle(_ bytes: RawSpan, at p: Int, _ input: OpenStepInput) -> Event.Style? {
    options.needs.contains(.collectionStyles) ? givenStyle(bytes, at: p, input) : .any
  }

  private func givenStyle(_ bytes: RawSpan, at p: Int, _ input: OpenStepInput) -> Event.Style? {
    var next = p + 1
    while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next += 1 }
    guard next < input.end else { return input.isComplete ? .block : nil }
    return bytes.byte(at: next) == 0x0A || bytes.byte(at: next) == 0x0D ? .block : .flow
  }
}

internal import DecantCore

/// The spelling of text with lone surrogates or with characters that XML forbids.
///
/// A value becomes `{"$text": "a\\u0001"}`. A key, whose mapping has already begun, gets a prefix, `"$text:a\\u0001"`,
/// as does a key that already has the prefix.
enum TaggedText {
  static let keyPrefix = Array("\(TaggedForm.text.rawValue):".utf8)

  static func text(of event: Event, in batch: borrowing EventBatch) -> [UInt8] {
    batch.withText(of: event) { text in
      let spelled = event.flags.contains(.isEscaped) ? [UInt8](text) : SurrogateText.escaped(text)
      return spelled.withBytes { escapingNoncharacters(in: $0) }
    }
  }

  private static func escapingNoncharacters(in text: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    var done = 0
    while let offset = XMLText.firstForbidden(in: text, from: done) {
      result.append(copying: text.extracting(done..<offset))
      let unit: UInt16 = text.byte(at: offset + 2) == 0xBE ? 0xFFFE : 0xFFFF
      JSONEscape.write(unit) { result.append($0) }
      done = offset + 3
    }
    result.append(copying: text.extracting(done..<text.byteCount))
    return result
  }

  @inline(__always)
  static func isSpelledKey(_ event: Event, in batch: borrowing EventBatch) -> Bool {
    guard event.isKey, event.kind == .string, event.length >= keyPrefix.count else { return false }
    return batch.withText(of: event) { hasPrefix($0) }
  }

  static func isSpelledKey(_ text: RawSpan) -> Bool {
    text.byteCount >= keyPrefix.count && hasPrefix(text)
  }

  private static func hasPrefix(_ text: RawSpan) -> Bool {
    guard text.byte(at: 0) == keyPrefix[0] else { return false }
    return keyPrefix.indices.allSatisfy { text.byte(at: $0) == keyPrefix[$0] }
  }

  /// Decodes a key with the prefix; nil if it is invalid, or if `source` supports the key unspelled.
  static func key(_ text: RawSpan, from source: FormatSupport) -> TaggedScalar? {
    let spelled = [UInt8](text.extracting(keyPrefix.count..<text.byteCount))
    guard let key = TaggedScalar(.text, .string, spelled[...]) else { return nil }
    let isHeld = key.text.withBytes { text in
      (!key.flags.contains(.isEscaped) || source.abilities.contains(.loneSurrogates))
        && source.supports(text: text) && !(text.byteCount >= keyPrefix.count && hasPrefix(text))
    }
    return isHeld ? nil : key
  }
}

/// How text is spelled that a target has no way to hold: a lone surrogate, a character that XML forbids.
///
/// A value becomes `{"$text": "a\\u0001"}`. A key has no room for a mapping, and the mapping around it has
/// begun before its keys are known; so it stays a string with a prefix, `"$text:a\\u0001"`, and a key that
/// has this prefix by nature gets it twice.
enum TaggedText {
  static let keyPrefix = Array("\(TaggedForm.text.rawValue):".utf8)

  /// The text of an event with JSON's escapes, and one for each character that is allowed nowhere.
  static func spelling(of event: Event, in batch: borrowing EventBatch) -> [UInt8] {
    batch.withText(of: event) { text in
      let spelled = event.flags.contains(.isEscaped) ? [UInt8](text) : SurrogateText.spelling(text)
      return spelled.withBytes { escapingNoncharacters(in: $0) }
    }
  }

  private static func escapingNoncharacters(in text: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    var done = 0
    while let place = XMLText.firstForbidden(in: text, from: done) {
      result.append(copying: text.extracting(done..<place))
      let unit: UInt16 = text.byte(at: place + 2) == 0xBE ? 0xFFFE : 0xFFFF
      JSONEscape.spell(unit) { result.append($0) }
      done = place + 3
    }
    result.append(copying: text.extracting(done..<text.byteCount))
    return result
  }

  /// Whether an event is a key that has the prefix.
  @inline(__always)
  static func isSpelledKey(_ event: Event, in batch: borrowing EventBatch) -> Bool {
    guard event.isKey, event.kind == .string, event.length >= keyPrefix.count else { return false }
    return batch.withText(of: event) { hasPrefix($0) }
  }

  /// Whether a key of that text stands for another, or must not look as if it did.
  static func isSpelledKey(_ text: RawSpan) -> Bool {
    text.byteCount >= keyPrefix.count && hasPrefix(text)
  }

  private static func hasPrefix(_ text: RawSpan) -> Bool {
    guard text.byte(at: 0) == keyPrefix[0] else { return false }
    return keyPrefix.indices.allSatisfy { text.byte(at: $0) == keyPrefix[$0] }
  }

  /// The key that stands for one with the prefix; nil if it stands for none, or for one that `source`
  /// can hold as it is: the same key must not come in two ways.
  static func key(_ text: RawSpan, from source: Capacity) -> TaggedScalar? {
    let spelled = [UInt8](text.extracting(keyPrefix.count..<text.byteCount))
    guard let key = TaggedScalar(.text, .string, spelled[...]) else { return nil }
    let isHeld = key.text.withBytes { text in
      (!key.flags.contains(.isEscaped) || source.abilities.contains(.loneSurrogates))
        && source.holds(text: text) && !(text.byteCount >= keyPrefix.count && hasPrefix(text))
    }
    return isHeld ? nil : key
  }
}

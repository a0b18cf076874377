/// The tag handles that a document's directives define.
struct YAMLTagHandles {
  private var prefixes: [[UInt8]: [UInt8]] = [:]

  mutating func removeAll() {
    if !prefixes.isEmpty { prefixes.removeAll() }
  }

  /// Precondition: `text` is the handle, white space and the prefix.
  mutating func define(written text: [UInt8]) {
    let words = text.split { $0 == 0x20 || $0 == 0x09 }
    guard words.count == 2 else { return }
    prefixes[Array(words[0])] = YAMLTagSpelling.unescaped(words[1])
  }

  func tag(written text: [UInt8]) -> [UInt8]? {
    let sign = UInt8(ascii: "!")
    guard text.count > 1 else { return text }
    guard text[1] != UInt8(ascii: "<") else {
      return YAMLTagSpelling.unescaped(text.dropFirst(2).dropLast())
    }
    let end = text.dropFirst().firstIndex(of: sign) ?? 0
    let handle = Array(text[...end])
    let name = YAMLTagSpelling.unescaped(text[(end + 1)...])
    if let prefix = prefixes[handle] { return prefix + name }
    switch handle.count {
    case 1: return handle + name
    case 2: return YAMLTag.prefix + name
    default: return nil
    }
  }
}

internal import DecantCore

/// The tag handles that a document's directives define.
package struct YAMLTagHandles {
  private var prefixes: [[UInt8]: [UInt8]] = [:]
  /// The bytes of all prefixes in tags so far: a short tag repeats a prefix of any length.
  private(set) var expanded = 0

  package init() {}

  package mutating func removeAll() {
    if !prefixes.isEmpty { prefixes.removeAll() }
    expanded = 0
  }

  /// Precondition: `text` is the handle, white space and the prefix.
  package mutating func define(written text: [UInt8]) {
    let words = text.split { $0 == 0x20 || $0 == 0x09 }
    guard words.count == 2 else { return }
    prefixes[Array(words[0])] = YAMLTagText.unescaped(words[1])
  }

  package mutating func tag(written text: [UInt8]) -> [UInt8]? {
    let sign = UInt8(ascii: "!")
    guard text.count > 1 else { return text }
    guard text[1] != UInt8(ascii: "<") else {
      return YAMLTagText.unescaped(text.dropFirst(2).dropLast())
    }
    let end = text.dropFirst().firstIndex(of: sign) ?? 0
    let handle = Array(text[...end])
    let name = YAMLTagText.unescaped(text[(end + 1)...])
    if let prefix = prefixes[handle] {
      expanded += prefix.count
      return prefix + name
    }
    switch handle.count {
    case 1: return handle + name
    case 2: return YAMLTag.prefix + name
    default: return nil
    }
  }
}

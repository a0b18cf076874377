/// The detection of repeated keys.
extension KeyedArchiveWalk {
  func takeKey(
    _ kind: Event.Kind, _ text: [UInt8], _ flags: Event.Flags, _ node: Int
  ) throws(DecantError) -> Event.Flags {
    defer { tag = [] }
    guard flags.contains(.isKey) else { return flags }
    guard kind == .string, tag.isEmpty else {
      try takeOtherKey(kind, text, flags, node)
      return flags
    }
    let isTaken = try text.withBytes { (text) throws(DecantError) in
      try keys.record(text, flags: flags)
    }
    guard isTaken else { return flags }
    guard duplicateKeys != .error else { throw duplicate(text, node) }
    return flags.union(.isDuplicateKey)
  }

  func takeOtherKey(
    _ kind: Event.Kind, _ text: [UInt8], _ flags: Event.Flags, _ node: Int
  ) throws(DecantError) {
    guard flags.contains(.isKey), let top = frames.indices.last,
      !frames[top].otherKeys.insert([kind.rawValue] + tag + [0] + text).inserted
    else { return }
    throw duplicate(text, node)
  }

  private func duplicate(_ text: [UInt8], _ node: Int) -> DecantError {
    archive.failure(.duplicateKey(String(decoding: text, as: UTF8.self)), node: node)
  }
}

internal import DecantCore

/// The keys of the open mappings: the detection of repeated ones, and the path.
extension KeyedArchiveEmitter {
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
      try keys.texts.record(text, flags: flags)
    }
    guard isTaken else { return flags }
    guard options.duplicateKeys != .error else { throw duplicate(text, node) }
    return flags.union(.isDuplicateKey)
  }

  func takeOtherKey(
    _ kind: Event.Kind, _ text: [UInt8], _ flags: Event.Flags, _ node: Int
  ) throws(DecantError) {
    guard flags.contains(.isKey), try keys.record([0, kind.rawValue] + tag + [0] + text) else {
      return
    }
    throw duplicate(text, node)
  }

  private func duplicate(_ text: [UInt8], _ node: Int) -> DecantError {
    archive.failure(.duplicateKey(String(decoding: text, as: UTF8.self)), node: node)
  }

  var path: DocumentPath {
    get throws(DecantError) {
      var steps: [DocumentPath.Step] = []
      for frame in frames {
        guard frame.isMapping else {
          steps.append(.index(frame.next - 1))
          continue
        }
        let key = frame.items[(frame.next - 1) / 2 * 2]
        switch key {
        case .string(let text): steps.append(.key(text))
        case .node(let node): steps.append(.key(try archive.plainString(node) ?? "?"))
        default: steps.append(.key("?"))
        }
      }
      return DocumentPath(steps)
    }
  }
}

extension Tape {
  /// The name of an anchor, an alias or a tag.
  @inlinable package func name(at index: Int) -> KeyText { KeyText(string(at: index)) }

  /// The anchors to which aliases refer, by alias: the latest of the name before it, or else the first after it.
  package var anchorsOfAliases: [Int: Int] {
    var anchors: [Int: Int] = [:]
    var latest: [KeyText: Int] = [:]
    var early: [KeyText: [Int]] = [:]
    for index in entries.indices {
      switch self[index].kind {
      case .anchor:
        let name = name(at: index)
        latest[name] = index
        for alias in early.removeValue(forKey: name) ?? [] { anchors[alias] = index }
      case .alias:
        let name = name(at: index)
        if let anchor = latest[name] {
          anchors[index] = anchor
        } else {
          early[name, default: []].append(index)
        }
      default:
        break
      }
    }
    return anchors
  }
}

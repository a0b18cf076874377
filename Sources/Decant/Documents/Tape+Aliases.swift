extension Tape {
  /// The anchors to which aliases refer, by alias: the latest of the name before it, or else the first after it.
  var anchorsOfAliases: [Int: Int] {
    var anchors: [Int: Int] = [:]
    var latest: [String: Int] = [:]
    var early: [String: [Int]] = [:]
    for index in entries.indices {
      switch self[index].kind {
      case .anchor:
        let name = string(at: index)
        latest[name] = index
        for alias in early.removeValue(forKey: name) ?? [] { anchors[alias] = index }
      case .alias:
        let name = string(at: index)
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

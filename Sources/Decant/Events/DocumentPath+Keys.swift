extension DocumentPath {
  /// An open collection on the way.
  enum Collection {
    /// A mapping, in which the last key leads on.
    case mapping
    /// A sequence, in which the index does; nil before the first element.
    case sequence(Int?)
  }

  /// The way through open collections, the outermost first, whose keys `keys` remembers.
  init(_ keys: borrowing MappingKeys, through count: Int, _ collection: (Int) -> Collection) {
    steps = []
    var mappings = 0
    for depth in 0..<count {
      switch collection(depth) {
      case .mapping:
        if let key = keys.lastKey(ofMappingAt: mappings) { steps.append(.key(key)) }
        mappings += 1
      case .sequence(let index):
        if let index { steps.append(.index(index)) }
      }
    }
  }
}

/// The path that a reader shows in an error, from the last keys of the open mappings and the indices of the open sequences.
extension DocumentPath {
  package enum Collection {
    case mapping
    case sequence(Int?)
  }

  package init(_ keys: borrowing MappingKeys, through count: Int, _ collection: (Int) -> Collection)
  {
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

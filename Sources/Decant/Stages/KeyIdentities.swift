/// What nodes are told apart by: bytes that are the same for nodes that say the same.
///
/// Those of a collection are those of its events, one behind another.
extension EventBuffer {
  /// The identity of the node that begins at `node`.
  func identity(ofNodeAt node: Int) -> [UInt8] {
    var identity: [UInt8] = []
    for index in node..<end(of: node) where !self[index].isAnnotation {
      self[index].appendIdentity(to: &identity, count: textRange(at: index).count)
      identity.append(contentsOf: text[textRange(at: index)])
    }
    return identity
  }
}

extension Event {
  /// How many bytes stand before the text in the identity of an event; the last four say how many follow.
  static let identityHeader = 6

  fileprivate func appendIdentity(to identity: inout [UInt8], count: Int) {
    identity.append(kind.rawValue)
    identity.append(flags.intersection(.isEscaped).rawValue)
    for shift in [24, 16, 8, 0] {
      identity.append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }
}

/// The identities of the scalar keys of all open mappings.
///
///     bytes  │ a │ bc │ d │ x │ y │
///     starts   0            4          the innermost collection, a mapping, has had x and y
struct KeyIdentities: ~Copyable {
  private var bytes: [UInt8] = []
  private var starts: [Int] = []
  private var open = OpenEvents()

  init() {}

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Takes the next event of a stream.
  mutating func follow(_ event: Event, of batch: borrowing EventBatch) {
    switch event.kind {
    case .beginSequence, .beginMapping: starts.append(bytes.count)
    case .endSequence, .endMapping: endCollection()
    default:
      guard event.isKey else { return }
      batch.withText(of: event) { text in
        event.appendIdentity(to: &bytes, count: text.byteCount)
        bytes.append(copying: text)
      }
    }
  }

  /// Takes all events of a batch: only the keys of mappings that it leaves open need be looked at.
  mutating func follow(allOf batch: borrowing EventBatch) {
    batch.withSpans { events, _, _ in open.find(in: events, 0..<events.count) }
    if open.isFresh {
      removeAll()
    } else {
      for _ in 0..<open.ended { endCollection() }
    }
    for place in 0..<open.count where !open[place].isComplete {
      follow(batch[open[place].index], of: batch)
    }
  }

  /// Forgets the innermost collection, and the keys that it has had if it is a mapping.
  mutating func endCollection() {
    if let start = starts.popLast() { bytes.removeLast(bytes.count - start) }
  }

  /// The identities of the keys of the innermost mapping.
  var ofInnermostMapping: Set<[UInt8]> {
    var identities: Set<[UInt8]> = []
    var start = starts.last ?? 0
    while start + Event.identityHeader <= bytes.count {
      let header = bytes[start..<start + Event.identityHeader]
      let count = header.suffix(4).reduce(0) { $0 << 8 | Int($1) }
      let end = start + Event.identityHeader + count
      identities.insert(Array(bytes[start..<end]))
      start = end
    }
    return identities
  }
}

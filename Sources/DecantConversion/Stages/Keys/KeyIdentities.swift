internal import DecantCore

/// Identities of nodes: bytes that are equal for equal nodes.
extension Tape {
  func identity(ofNodeAt node: Int) -> [UInt8] {
    identity(ofNodeAt: node) { decimalText(at: $0) }
  }

  /// The identity of the node as a key: `1.0` and `1.00` are equal.
  func valueIdentity(ofNodeAt node: Int) -> [UInt8] {
    identity(ofNodeAt: node) { index in
      text.withBytes { self[index].event.valueText($0.extracting(textRange(at: index))) }
    }
  }

  private func identity(ofNodeAt node: Int, _ text: (Int) -> [UInt8]) -> [UInt8] {
    var identity: [UInt8] = []
    for index in node..<end(of: node) where !self[index].isAnnotation {
      let text = text(index)
      let header = self[index].event.identityHeader(count: text.count)
      for index in 0..<Event.identityHeader {
        identity.append(UInt8(truncatingIfNeeded: header >> UInt64(index * 8)))
      }
      identity.append(contentsOf: text)
    }
    return identity
  }

  func decimalText(at index: Int) -> [UInt8] {
    text.withBytes { text in
      let text = text.extracting(textRange(at: index))
      return self[index].event.decimalText(text) ?? [UInt8](text)
    }
  }
}

extension Event {
  /// The length of the header of an identity, which ends with the text's length in four bytes.
  static let identityHeader = 6

  fileprivate func identityHeader(count: Int) -> UInt64 {
    let escape = flags.intersection(.isEscaped).rawValue
    return UInt64(kind.rawValue) | UInt64(escape) << 8
      | UInt64(UInt32(truncatingIfNeeded: count).byteSwapped) << 16
  }
}

/// The identities of the scalar keys of all open mappings.
///
///     bytes  │ a │ bc │ d │ x │ y │
///     starts   0            4          x and y belong to the innermost collection
struct KeyIdentities: ~Copyable {
  private var bytes = Buffer<UInt8>(capacity: 256)
  private var starts = Buffer<Int>(capacity: 64)

  init() {}

  mutating func removeAll() {
    bytes.removeAll()
    starts.removeAll()
  }

  mutating func follow(_ event: Event, of batch: borrowing EventBatch) {
    switch event.kind {
    case .beginSequence, .beginMapping: starts.append(bytes.count)
    case .endSequence, .endMapping: endCollection()
    default:
      guard event.isKey else { return }
      batch.withText(of: event) { text in
        bytes.append(event.identityHeader(count: text.byteCount), count: Event.identityHeader)
        bytes.append(contentsOf: text)
      }
    }
  }

  mutating func follow(allOf batch: borrowing EventBatch) {
    batch.withOpenEvents { open in
      if open.isFresh {
        removeAll()
      } else {
        for _ in 0..<open.ended { endCollection() }
      }
      for index in 0..<open.count where !open[index].isComplete {
        follow(batch[open[index].index], of: batch)
      }
    }
  }

  mutating func endCollection() {
    if !starts.isEmpty { bytes.truncate(to: starts.removeLast()) }
  }

  var ofInnermostMapping: Set<[UInt8]> {
    var identities: Set<[UInt8]> = []
    let bytes = bytes.withBytes { [UInt8]($0) }
    var start = starts.isEmpty ? 0 : starts[starts.count - 1]
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

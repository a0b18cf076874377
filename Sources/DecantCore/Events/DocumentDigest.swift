/// A digest of documents, in which the order of the keys of a mapping counts or not.
///
/// Without order, the hash of a mapping is the sum of those of its pairs:
///
///     { "a": 1, "b": [2] }      hash("a", 1) + hash("b", hash(2))
package struct DocumentDigest: Equatable, Sendable {
  private struct Outer: Equatable, Sendable {
    let digest: EventDigest
    let isMapping: Bool
    var pairs: UInt64 = 0
    var hasKey = false
  }

  private let ordersKeys: Bool
  /// The events of the innermost open collection; in a mapping, those of the last pair.
  private var digest = EventDigest()
  private var open: [Outer] = []

  package init(ordersKeys: Bool = true) {
    self.ordersKeys = ordersKeys
  }

  package mutating func add(delimiter kind: Event.Kind) {
    digest.add(delimiter: kind)
  }

  package mutating func add(_ batch: borrowing EventBatch) {
    batch.withSpans { events, window, scratch in
      for index in 0..<events.count {
        let event = events[index]
        if event.delimitsDocument {
          add(delimiter: event.kind)
        } else {
          let bytes = event.flags.contains(.inScratch) ? scratch : window
          add(event.kind, event.flags, bytes.extracting(event.textRange))
        }
      }
    }
  }

  /// Adds an event; see `EventDigest`.
  package mutating func add(_ kind: Event.Kind, _ flags: Event.Flags, _ text: RawSpan) {
    digest.add(kind, flags, text)
    if !ordersKeys { end(kind) }
  }

  /// Adds a number by its digits and exponent.
  package mutating func add(_ kind: Event.Kind, _ digits: UInt64, _ exponent: UInt64) {
    digest.add(kind, digits, exponent)
    if !ordersKeys { endNode() }
  }

  /// Removes the key of a value that is not added, where the order of keys does not count.
  package mutating func removeKey() {
    digest = EventDigest()
    open[open.count - 1].hasKey = false
  }

  package var hash: UInt64 { digest.hash }

  private mutating func end(_ kind: Event.Kind) {
    if kind.depthChange > 0 {
      open.append(Outer(digest: digest, isMapping: kind == .beginMapping))
      digest = EventDigest()
    } else if kind.depthChange < 0 {
      guard let outer = open.popLast() else { return }
      let content = outer.isMapping ? outer.pairs : digest.hash
      digest = outer.digest
      digest.add(hash: content)
      endNode()
    } else if !kind.isAnnotation {
      endNode()
    }
  }

  private mutating func endNode() {
    guard let outer = open.last, outer.isMapping else { return }
    open[open.count - 1].hasKey.toggle()
    guard outer.hasKey else { return }
    var pair = EventDigest()
    pair.add(hash: digest.hash)
    open[open.count - 1].pairs &+= pair.hash
    digest = EventDigest()
  }
}

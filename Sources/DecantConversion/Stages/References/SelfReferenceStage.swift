internal import DecantCore

/// A stage that makes the collections which contain aliases of themselves instances of an archive: their anchors and aliases are kept.
///
/// A reference can neither be a key nor be merged: an anchor with such an alias keeps all of its aliases. Holds each document.
final class SelfReferenceStage: EventStage {
  private var held = Tape()
  /// The numbers of the instances, by their anchors and aliases.
  private var numbers: [Int: Int] = [:]
  /// The next event to emit; nil while events are held.
  private var cursor: Int?
  private var next = 0

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    next = 0
    return try processMore(input, into: &output)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !held.isEmpty { output.rebase(to: min(held.origin, input.origin)) }
    while true {
      if cursor != nil, try !release(into: &output) { return .more }
      guard next < input.count else { return .complete }
      let event = input[next]
      if event.kind == .endDocument, !held.isEmpty {
        mark()
        cursor = 0
        continue
      }
      next += 1
      if event.delimitsDocument {
        reset()
        output.append(event, of: input)
      } else {
        try held.append(event, of: input)
      }
    }
  }

  func reset() {
    held.removeAll()
    numbers.removeAll()
    cursor = nil
  }

  // MARK: Marks

  private func mark() {
    let merged = Set(held.mergeValues.joined().filter { held[$0].kind == .alias })
    let anchors = held.anchorsOfAliases.filter { !held[$0.key].flags.contains(.isInstance) }
    let groups = Dictionary(grouping: anchors.keys) { anchors[$0] ?? $0 }
    var number = held.entries.count { $0.kind == .anchor && $0.flags.contains(.isInstance) }
    for (anchor, aliases) in groups.sorted(by: { $0.key < $1.key }) {
      let node = anchor..<held.end(of: anchor)
      guard aliases.contains(where: node.contains), !held[held.content(of: anchor)].isKey,
        aliases.allSatisfy({ !held[$0].isKey && !merged.contains($0) })
      else { continue }
      number += 1
      for index in [anchor] + aliases { numbers[index] = number }
    }
  }

  // MARK: Release

  /// Emits held events until the output is full; returns whether all are emitted.
  private func release(into output: inout EventBatch) throws(DecantError) -> Bool {
    try held.text.withBytes { (text) throws(DecantError) in
      while let index = cursor, index < held.count, !output.isFull {
        if let number = numbers[index] {
          output.append(
            held[index].kind, text: "s\(number)", flags: .ofInstance,
            at: Int(UInt32(clamping: held.offset(at: index) - output.origin)))
        } else {
          try output.append(held[index], text: text, origin: held.origin)
        }
        cursor = index + 1
      }
    }
    guard let cursor, cursor == held.count else { return false }
    self.cursor = nil
    held.removeAll()
    numbers.removeAll()
    return true
  }
}

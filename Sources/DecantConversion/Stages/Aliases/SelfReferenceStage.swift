internal import DecantCore

/// A stage that numbers the collections which contain aliases of themselves, as archives number shared values.
///
///     in    &a {next: *a}
///     out   {$shared: 1, $value: {next: {$shared: 1, $again: true}}}
///
/// A reference can neither be a key nor be merged: an anchor with such an alias keeps all of its aliases. Holds each document.
final class SelfReferenceStage: EventStage {
  private enum Mark {
    case definition(Int)
    case reference(Int)
  }

  private var held = Tape()
  /// By the indices of anchors and aliases.
  private var marks: [Int: Mark] = [:]
  /// The ends of the open definitions, innermost last.
  private var ends: [Int] = []
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
    marks.removeAll()
    ends.removeAll()
    cursor = nil
  }

  // MARK: Marks

  private func mark() {
    var number = held.greatestSharedNumber
    let merged = Set(held.mergeValues.joined().filter { held[$0].kind == .alias })
    let anchors = held.anchorsOfAliases
    let groups = Dictionary(grouping: anchors.keys) { anchors[$0] ?? $0 }
    for (anchor, aliases) in groups.sorted(by: { $0.key < $1.key }) {
      let node = anchor..<held.end(of: anchor)
      guard aliases.contains(where: node.contains), !held[held.content(of: anchor)].isKey,
        aliases.allSatisfy({ !held[$0].isKey && !merged.contains($0) })
      else { continue }
      number += 1
      marks[anchor] = .definition(number)
      for alias in aliases { marks[alias] = .reference(number) }
    }
  }

  // MARK: Release

  /// Emits held events until the output is full; returns whether all are emitted.
  private func release(into output: inout EventBatch) throws(DecantError) -> Bool {
    try held.text.withBytes { (text) throws(DecantError) in
      while let index = cursor, index < held.count, !output.isFull {
        switch marks[index] {
        case .definition(let number):
          begin(number, SharedKey.value, at: index, &output)
          ends.append(held.end(of: index))
        case .reference(let number):
          begin(number, SharedKey.again, at: index, &output)
          output.append(.true, at: position(of: index, in: output))
          output.append(.endMapping, at: position(of: index, in: output))
        case nil:
          try output.append(held[index], text: text, origin: held.origin)
        }
        cursor = index + 1
        while ends.last == index + 1 {
          ends.removeLast()
          output.append(.endMapping, at: position(of: index, in: output))
        }
      }
    }
    guard let cursor, cursor == held.count else { return false }
    self.cursor = nil
    held.removeAll()
    marks.removeAll()
    return true
  }

  private func begin(
    _ number: Int, _ key: String, at index: Int, _ output: inout EventBatch
  ) {
    let position = position(of: index, in: output)
    let flags = Event.Flags.plainASCII
    output.append(.beginMapping, at: position)
    output.append(.string, text: SharedKey.number, flags: flags.union(.isKey), at: position)
    output.append(.integer, text: String(number), flags: flags, at: position)
    output.append(.string, text: key, flags: flags.union(.isKey), at: position)
  }

  private func position(of index: Int, in output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: held.offset(at: index) - output.origin))
  }
}

extension Tape {
  /// The greatest number of the shared values that the document has already, or 0; new ones do not reach larger ones.
  fileprivate var greatestSharedNumber: Int {
    var greatest = 0
    for index in 0..<count where self[index].isKey && self[index].kind == .string {
      guard index + 1 < count, self[index + 1].kind == .integer,
        string(at: index) == SharedKey.number
      else { continue }
      if let number = Int32(string(at: index + 1)) { greatest = max(greatest, Int(number)) }
    }
    return greatest
  }
}

internal import DecantCore

/// A stage that keeps the first value of a repeated key.
///
/// The anchor and tag of a key precede the reader's flag, so they are held back, even across batches.
final class FirstValueStage: EventStage {
  /// The number of nodes to drop: a key and its value are two.
  private var dropping = 0
  private var depth = 0
  /// Whether the last node was dropped, so that its trailing comments are dropped too.
  private var dropsComments = false
  private var waiting = Tape()

  var needs: StageNeeds { .expandedAliases }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !waiting.isEmpty {
      output.rebase(to: min(waiting.origin, input.origin))
      try waiting.replay(0..<waiting.count, into: &output)
      waiting.removeAll()
    }
    for index in 0..<input.count {
      let event = input[index]
      if event.kind == .beginDocument { dropping = 0 }
      if event.kind == .trailingComment, dropsComments { continue }
      dropsComments = false
      if dropping == 0, event.flags.contains(.isDuplicateKey) {
        while let last = output.last, last.isAnnotation { output.truncate(to: output.count - 1) }
        dropping = 2
        depth = 0
      }
      if dropping > 0 {
        drop(event)
      } else {
        output.append(event, of: input)
      }
    }
    try holdBackAnnotations(of: &output)
    return .complete
  }

  private func drop(_ event: Event) {
    depth += event.depthChange
    if depth == 0, !event.isAnnotation, !event.isTrivia { dropping -= 1 }
    dropsComments = dropping == 0
  }

  private func holdBackAnnotations(
    of output: inout EventBatch
  ) throws(DecantError) {
    var count = output.count
    while count > 0, output[count - 1].isAnnotation { count -= 1 }
    for index in count..<output.count { try waiting.append(output[index], of: output) }
    output.truncate(to: count)
  }
}

extension EventBatch {
  fileprivate var last: Event? { isEmpty ? nil : self[count - 1] }
}

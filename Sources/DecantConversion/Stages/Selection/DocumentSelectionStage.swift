internal import DecantCore

/// A stage that passes only some documents of an input.
///
/// A document is held in memory until it is known whether conditions hold for it.
final class DocumentSelectionStage: EventStage {
  private let selection: DocumentSelection
  /// The number of the current document, from 1.
  private var number = 0
  private var isSelected = false
  private var hasSelected = false
  private var document = Tape()

  init(_ selection: DocumentSelection) {
    self.selection = selection
  }

  var needs: StageNeeds {
    switch selection {
    case .numbers: []
    case .matching: [.expandedMergeKeys, .boundedCopies]
    }
  }

  func reset() {
    document.removeAll()
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      switch (event.kind, selection) {
      case (.beginDocument, _):
        number += 1
        reset()
        if case .numbers(let selected) = selection { isSelected = selected.contains(number) }
        fallthrough
      case (_, .numbers):
        if isSelected { output.append(event, of: input) }
        hasSelected = hasSelected || isSelected
      case (.endDocument, .matching):
        try endDocument(event, of: input, into: &output)
      case (_, .matching):
        try document.append(event, of: input)
      }
    }
    return .complete
  }

  private func endDocument(
    _ end: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    // A comment may be on the line of the marker of the document.
    let root = (0..<document.count).first { document[$0].kind != .trailingComment }
    guard let root, selection.selects(number, Document.Node(tape: document, index: root)) else {
      return
    }
    hasSelected = true
    let offset = document.isEmpty ? input.offset(of: end) : document.offset(at: 0)
    output.append(.beginDocument, at: Int(UInt32(clamping: offset - output.origin)))
    try document.replay(0..<document.count, into: &output)
    output.append(end, of: input)
  }

  func finish(into output: inout EventBatch) throws(DecantError) {
    guard !hasSelected else { return }
    switch selection {
    case .numbers(let selected):
      throw DecantError(.specific(PathProblem.noDocument(selected.lowerBound, count: number)))
    case .matching:
      throw DecantError(.specific(PathProblem.noMatchingDocument))
    }
  }
}

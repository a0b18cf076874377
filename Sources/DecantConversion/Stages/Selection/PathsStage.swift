internal import DecantCore

/// A stage that keeps the nodes on some paths and their contents, so that a document of them is small.
///
///     /b, /c/2     {"a": [1, 2], "b": [3], "c": [4, [5], 6, 7]}  →  {"b": [3], "c": [null, null, 6]}
///
/// It may keep more than the paths mean. Elements keep their numbers: nulls take the places of those before them.
final class PathsStage: EventStage {
  private struct Frame {
    let isMapping: Bool
    /// The paths that lead through a child.
    let paths: [Int]
    /// The number of the last element that a path leads through.
    let lastElement: Int
    var isAtKey: Bool
    var number = 0
    /// The paths of the value of the last key.
    var valuePaths: [Int] = []
  }

  private let paths: [NeededPath]
  private var frames: [Frame] = []
  /// The number of open collections in a node that is dropped.
  private var skippedDepth = 0
  /// The number of open collections in a node that is kept with its contents.
  private var wholeDepth = 0

  init(_ paths: [PathPattern]) {
    self.paths = paths.flatMap { [$0] + $0.dotted }.map { NeededPath($0) }
  }

  var needs: StageNeeds { .expandedMergeKeys }

  func reset() {
    frames.removeAll(keepingCapacity: true)
    skippedDepth = 0
    wholeDepth = 0
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      if skippedDepth > 0 {
        skippedDepth += event.depthChange
        if skippedDepth == 0 { endNode() }
      } else if wholeDepth > 0 {
        output.append(event, of: input)
        wholeDepth += event.depthChange
        if wholeDepth == 0 { endNode() }
      } else if event.delimitsDocument {
        reset()
        output.append(event, of: input)
      } else if event.depthChange < 0 {
        frames.removeLast()
        output.append(event, of: input)
        endNode()
      } else if !isAtKey {
        add(event, of: input, to: &output)
      } else if !event.isAnnotation {
        add(key: event, of: input, to: &output)
      }
    }
    return .complete
  }

  private var isAtKey: Bool { frames.last?.isAtKey ?? false }

  private func add(key: Event, of input: borrowing EventBatch, to output: inout EventBatch) {
    let top = frames.count - 1
    frames[top].valuePaths = matching(key, of: input)
    if key.depthChange > 0 {
      skippedDepth = 1
      return
    }
    if !frames[top].valuePaths.isEmpty { output.append(key, of: input) }
    endNode()
  }

  private func matching(_ key: Event, of input: borrowing EventBatch) -> [Int] {
    let top = frames.count - 1
    switch key.kind {
    case .beginMapping, .beginSequence: return []
    case .string:
      return input.withText(of: key) { text in
        frames[top].paths.filter { paths[$0].matches(text, at: top) }
      }
    // The text of another scalar depends on its kind.
    default: return frames[top].paths
    }
  }

  private func add(_ event: Event, of input: borrowing EventBatch, to output: inout EventBatch) {
    guard let top = frames.indices.last else {
      return keep(event, on: Array(paths.indices), of: input, in: &output)
    }
    if frames[top].isMapping {
      return keep(event, on: frames[top].valuePaths, of: input, in: &output)
    }
    let number = frames[top].number
    guard number <= frames[top].lastElement else {
      return keep(event, on: [], of: input, in: &output)
    }
    let matching = frames[top].paths.filter { paths[$0].matches(element: number, at: top) }
    if matching.isEmpty, !event.isAnnotation { output.append(.null, at: Int(event.position)) }
    keep(event, on: matching, of: input, in: &output)
  }

  private func keep(
    _ event: Event, on nodePaths: [Int], of input: borrowing EventBatch,
    in output: inout EventBatch
  ) {
    if !nodePaths.isEmpty { output.append(event, of: input) }
    guard !event.isAnnotation else { return }
    guard event.depthChange > 0 else { return endNode() }
    let depth = frames.count
    if nodePaths.isEmpty {
      skippedDepth = 1
    } else if nodePaths.contains(where: { paths[$0].count == depth }) {
      wholeDepth = 1
    } else {
      let isMapping = event.kind == .beginMapping
      frames.append(
        Frame(
          isMapping: isMapping, paths: nodePaths,
          lastElement: nodePaths.map { paths[$0].lastElement(at: depth) }.max() ?? -1,
          isAtKey: isMapping))
    }
  }

  private func endNode() {
    guard let top = frames.indices.last else { return }
    if frames[top].isMapping {
      frames[top].isAtKey.toggle()
    } else {
      frames[top].number += 1
    }
  }
}

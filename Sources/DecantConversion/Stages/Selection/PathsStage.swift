internal import DecantCore

/// A stage that keeps the nodes on some paths and their contents, so that a document of them is small.
///
///     /b, /c/2     {"a": [1, 2], "b": [3], "c": [4, [5], 6, 7]}  →  {"b": [3], "c": [null, null, 6]}
///
/// It may keep more than the paths mean. Elements keep their numbers: nulls take the places of those before them.
final class PathsStage: EventStage {
  private let follower: PathFollower

  init(_ paths: [PathPattern]) {
    follower = PathFollower(FollowedPaths(paths.map { NeededPath($0, isWhole: true) }))
  }

  var needs: StageNeeds { .expandedMergeKeys }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    var index = 0
    while index < input.count {
      let start = index
      index = follower.skip(index, of: input)
      if !follower.isBeside {
        for index in start..<index { output.append(input[index], of: input) }
      }
      guard index < input.count else { break }
      let event = input[index]
      index += 1
      if event.kind == .beginDocument { follower.beginDocument() }
      let isElement = follower.isAtElement && !event.isAnnotation
      if event.delimitsDocument || follower.advance(to: event, of: input) != .beside {
        output.append(event, of: input)
      } else if isElement, follower.leadsOn {
        output.append(.null, at: Int(event.position))
      }
    }
    return .complete
  }
}

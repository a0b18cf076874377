internal import DecantCore

/// A stage at an end of an archive, which has marks of instances in the document, and anchors and aliases elsewhere.
///
///     reader ─▶ reading ─▶ UntagStage ─▶ …        … ─▶ TaggingStage ─▶ writing ─▶ writer
///
/// Archives of version 1 have no such instances, and pass. Holds each other document.
final class InstanceStage: EventStage {
  enum Work {
    /// With paths for a part of an archive, in which references are copies.
    case reading(along: [NeededPath]?)
    /// `hasAliases` if the format has aliases for references.
    case writing(hasAliases: Bool)
  }

  private enum State {
    /// Held until the version is known.
    case undecided
    case held
    case passing
  }

  private let work: Work
  private var held = Tape()
  private var state = State.passing
  private var depth = 0
  private var followsVersion = false
  /// The next event to emit; nil while events are held.
  private var cursor: Int?
  private var next = 0

  var needs: StageNeeds { .noComments }

  init(_ work: Work) {
    self.work = work
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard state != .passing || cursor != nil || input.contents.has(.beginDocument) else {
      return .unchanged
    }
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
      switch event.kind {
      case .beginDocument:
        reset()
        state = .undecided
      case .endDocument where !held.isEmpty:
        if state == .held { try rewrite() }
        cursor = 0
        continue
      default:
        break
      }
      next += 1
      guard state != .passing, !event.delimitsDocument else {
        output.append(event, of: input)
        continue
      }
      try held.append(event, of: input)
      if state == .undecided { decide(event, of: input) }
    }
  }

  func reset() {
    held.removeAll()
    state = .passing
    depth = 0
    followsVersion = false
    cursor = nil
  }

  /// Only the version of an archive, among its fields, decides what the document is.
  private func decide(_ event: Event, of input: borrowing EventBatch) {
    defer { depth += event.depthChange }
    guard depth == 1, !event.isAnnotation else {
      if depth == 0, event.kind != .beginMapping, !event.isAnnotation { pass() }
      return
    }
    if event.isKey {
      let key = input.string(of: event)
      followsVersion = key == ArchiveEnvelope.Field.version.rawValue
      if !key.hasPrefix(ofBytes: "$") { pass() }
    } else if followsVersion {
      let version = event.kind == .integer ? Int(input.string(of: event)) : nil
      if version == Archive.versionWithInstances { state = .held } else { pass() }
    }
  }

  private func pass() {
    state = .passing
    cursor = 0
  }

  private func rewrite() throws(DecantError) {
    switch work {
    case .reading(let paths):
      guard let read = try InstanceReading.read(held) else { return }
      held =
        try paths.map { (paths) throws(DecantError) in
          try InstanceCopies.write(read, along: paths, hasMarks: true)
        } ?? read
    case .writing(let hasAliases):
      held = try InstanceWriting.write(held, hasAliases: hasAliases)
    }
  }

  /// Emits held events until the output is full; returns whether all are emitted.
  private func release(into output: inout EventBatch) throws(DecantError) -> Bool {
    try held.text.withBytes { (text) throws(DecantError) in
      while let index = cursor, index < held.count, !output.isFull {
        try output.append(held[index], text: text, origin: held.origin)
        cursor = index + 1
      }
    }
    guard let cursor, cursor == held.count else { return false }
    self.cursor = nil
    held.removeAll()
    return true
  }
}

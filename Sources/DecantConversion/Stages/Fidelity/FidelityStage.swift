internal import DecantCore

/// A stage that ensures that the target format can represent all values.
///
/// Depending on `Fidelity`, it replaces and counts other values, or rejects them; `DroppedNullStage` drops nulls.
final class FidelityStage: EventStage {
  private let support: FormatSupport
  private let fidelity: Fidelity
  private let losses: Losses?
  /// The last class that was counted, and its values not yet added to `losses`.
  private var latestLoss: DecantError.ValueClass?
  private var uncounted = 0
  private let passesRoots: Bool
  private var path = PathTracker()

  /// The keys of mappings that also have non-string keys, which may collide as text.
  private var keys = MappingKeys()
  private var depthsOfKeys: [Int] = []

  init(for target: Format, _ fidelity: Fidelity, counting losses: Losses?, passesRoots: Bool) {
    support = FormatSupport(of: target, for: fidelity)
    self.fidelity = fidelity
    self.losses = losses
    self.passesRoots = passesRoots
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if depthsOfKeys.isEmpty, isSupported(input) {
      path.advance(overAllOf: input)
      return .unchanged
    }
    output.adoptScratch(of: input)
    var index = 0
    while index < input.count {
      if depthsOfKeys.isEmpty {
        let run = supportedRun(in: input, from: index)
        if run.end > index {
          uncounted += run.rounded
          path.advance(over: input, index..<run.end)
          output.append(adopted: index..<run.end, of: input)
          index = run.end
          continue
        }
      }
      let event = input[index]
      path.advance(to: event, of: input)
      if event.hadOffset { try noticeOffset(of: event, input) }
      if event.isOlderValue { count(.olderValue, event) }
      if let kind = support.unsupportedKind(of: event, in: input),
        !(passesRoots && path.depth == 0 && !event.isAnnotation)
      {
        try replace(event, of: input, kind, into: &output)
      } else {
        output.append(adopted: index..<index + 1, of: input)
      }
      if !support.abilities.contains(.nonStringKeys) { try followKeys(event, of: input, output) }
      index += 1
    }
    return .complete
  }

  private func isSupported(_ input: borrowing EventBatch) -> Bool {
    guard support.mightNotSupport(anyOf: input.contents) else { return true }
    let run = supportedRun(in: input, from: 0)
    guard run.end == input.count else { return false }
    uncounted += run.rounded
    return true
  }

  private struct Run {
    var end: Int
    var rounded = 0
  }

  /// Returns the supported run from `start` on, with rounded reals after the first one, which needs its path.
  private func supportedRun(in input: borrowing EventBatch, from start: Int) -> Run {
    let countsRounded = latestLoss == .preciseNumber && fidelity != .strict && !passesRoots
    return input.withDoubles { events, window, scratch, doubles in
      doubles.removeAll()
      var rounded = 0
      for index in start..<events.count {
        let event = events[index]
        if support.supportsAnyText(of: event) { continue }
        let bytes = event.flags.contains(.inScratch) ? scratch : window
        if let double = support.double(event, in: bytes) {
          guard double.isExact || countsRounded else { return Run(end: index, rounded: rounded) }
          if !double.isExact { rounded &+= 1 }
          doubles.append(double.value)
        } else if support.mightNotSupport(event, in: bytes) {
          return Run(end: index, rounded: rounded)
        }
      }
      if start == 0, support.roundsReals { doubles.complete(events.count) }
      return Run(end: events.count, rounded: rounded)
    }
  }

  func reset() {
    path.reset()
    keys.removeOpenMappings()
    depthsOfKeys.removeAll()
  }

  private func followKeys(
    _ event: Event, of input: borrowing EventBatch, _ output: borrowing EventBatch
  ) throws(DecantError) {
    // A streaming reader only detects a non-string key when it reaches it.
    if event.flags.contains(.isAmbiguousKey) {
      throw failure(.collidingKeys(output.string(of: output[output.count - 1])), event, input)
    }
    if event.isKey, depthsOfKeys.last == path.depth {
      let key = output[output.count - 1]
      let isTaken = try output.withText(of: key) { (text) throws(DecantError) in
        try keys.record(text, flags: key.flags)
      }
      guard !isTaken else {
        throw failure(.collidingKeys(output.string(of: key)), event, input)
      }
    }
    if event.kind == .beginMapping, event.flags.contains(.hasNonStringKeys) {
      depthsOfKeys.append(path.depth)
      keys.beginMapping()
    } else if event.kind == .endMapping, depthsOfKeys.last == path.depth + 1 {
      depthsOfKeys.removeLast()
      keys.endMapping()
    }
  }

  private func replace(
    _ event: Event, of input: borrowing EventBatch, _ kind: DecantError.ValueClass,
    into output: inout EventBatch
  ) throws(DecantError) {
    switch (kind.loss(isKey: event.isKey), fidelity) {
    case (.ofType, .strict):
      throw failure(.degraded(kind, target: support.target), event, input)
    case (.ofType, _):
      // A year that has not four digits has a sign.
      let isFar = kind == .date && input.withText(of: event) { $0.byte(at: 0) < 0x30 }
      count(isFar ? .farDate : kind, event)
    case (.ofValue, .lossy) where kind != .null || path.depth > 0:
      count(kind, event)
    case (.ofValue, _), (.unbearable, _):
      throw failure(.notRepresentable(kind, target: support.target), event, input)
    }
    output.append(replacementFor: event, unsupported: kind, of: input, for: support)
  }

  private func noticeOffset(
    of date: Event, _ input: borrowing EventBatch
  ) throws(DecantError) {
    guard fidelity != .strict else {
      throw failure(.degraded(.dateOffset, target: support.target), date, input)
    }
    count(.dateOffset, date)
  }

  private func count(_ kind: DecantError.ValueClass, _ event: Event) {
    guard let losses else { return }
    if kind == latestLoss {
      uncounted += 1
      return
    }
    addUncounted()
    latestLoss = kind
    losses.count(kind, at: path(of: event))
  }

  private func addUncounted() {
    if let latestLoss, uncounted > 0 { losses?.count(latestLoss, times: uncounted) }
    uncounted = 0
  }

  func finish(into output: inout EventBatch) {
    addUncounted()
  }

  private func failure(
    _ problem: DecantError.Problem, _ event: Event, _ input: borrowing EventBatch
  ) -> DecantError {
    DecantError(problem, offset: input.offset(of: event), path: path(of: event))
  }

  private func path(of event: Event) -> DocumentPath {
    event.kind == .tag ? path.pathOfNextNode : path.path
  }
}

/// Stands before a writer and lets nothing through that its format cannot say.
///
/// A value that the format has no way to say is degraded, refused, or lost and counted, as `Fidelity` wants
/// it. Tagged forms are the work of `TaggingStage`, and nulls are left out by `DroppedNullStage`.
final class FidelityStage: EventStage {
  private let capacity: Capacity
  private let fidelity: Fidelity
  /// Whether a document that is a scalar is written bare, and not in the target's form.
  private let passesRoots: Bool
  private var path = PathTracker()

  /// The keys of the mappings that have keys of other kinds: two may become equal as text.
  private var keys = MappingKeys()
  /// Of each open collection, whether it is such a mapping.
  private var hasOtherKeys: [Bool] = []

  init(for plan: Plan) {
    capacity = Capacity(of: plan.target, for: plan.reading.fidelity)
    fidelity = plan.reading.fidelity
    // Where all documents become one sequence no scalar is a root.
    passesRoots = plan.scalars == .raw && plan.gathering != .slurp
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    guard !hasOtherKeys.contains(true), !isSuspect(input) else {
      return try processCarefully(input, into: &output)
    }
    path.advance(over: input)
    output.append(allOf: input)
    for index in 0..<input.count {
      let change = input[index].depthChange
      if change > 0 { hasOtherKeys.append(false) }
      if change < 0 { _ = hasOtherKeys.popLast() }
    }
  }

  /// Whether a batch may hold something that the target lacks; most do not, and are passed on whole.
  private func isSuspect(_ input: borrowing EventBatch) -> Bool {
    input.withSpans { events, window, scratch in
      for index in events.indices {
        let event = events[index]
        let bytes = event.flags.contains(.inScratch) ? scratch : window
        if capacity.mayLack(event, in: bytes) { return true }
      }
      return false
    }
  }

  private func processCarefully(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    for index in 0..<input.count {
      let event = input[index]
      path.advance(to: event, of: input)
      if let kind = capacity.lack(of: event, in: input), !(passesRoots && path.depth == 0) {
        try replace(event, of: input, kind, into: &output)
      } else {
        output.append(event, of: input)
      }
      try followKeys(event, of: input, output)
    }
  }

  func startOver() {
    path.reset()
    keys.abandon()
    hasOtherKeys.removeAll()
  }

  /// Refuses two keys of one mapping that are different values but the same text.
  private func followKeys(
    _ event: Event, of input: borrowing EventBatch, _ output: borrowing EventBatch
  ) throws(DecantError) {
    if capacity.abilities.contains(.anyKeys) {
      if event.depthChange > 0 { hasOtherKeys.append(false) }
      if event.depthChange < 0 { _ = hasOtherKeys.popLast() }
      return
    }
    // A reader that streams knows of keys of other kinds only when they come.
    if event.isKey, event.flags.contains(.hasOtherKeys), event.depthChange == 0 {
      throw failure(.collidingKeys(output.string(of: output[output.count - 1])), event, input)
    }
    if event.isKey, hasOtherKeys.last == true {
      let key = output[output.count - 1]
      let isTaken = try output.withText(of: key) { (text) throws(DecantError) in
        try keys.take(text, flags: key.flags)
      }
      guard !isTaken else {
        throw failure(.collidingKeys(output.string(of: key)), event, input)
      }
    }
    if event.depthChange > 0 {
      let isTracked = event.flags.contains(.hasOtherKeys)
      hasOtherKeys.append(isTracked)
      if isTracked { keys.beginMapping() }
    } else if event.depthChange < 0, hasOtherKeys.popLast() == true {
      keys.endMapping()
    }
  }

  /// Says something else in the place of an event that the target has no way to say.
  private func replace(
    _ event: Event, of input: borrowing EventBatch, _ kind: DecantError.ValueClass,
    into output: inout EventBatch
  ) throws(DecantError) {
    switch (kind.loss(isKey: event.isKey), fidelity) {
    case (.ofType, .strict):
      throw failure(.degraded(kind, target: capacity.target), event, input)
    case (.ofType, _):
      break
    case (.ofValue, .lossy(let losses)) where kind != .null || path.depth > 0:
      losses.count(kind)
    case (.ofValue, _), (.unbearable, _):
      throw failure(.notRepresentable(kind, target: capacity.target), event, input)
    }
    output.append(substituteFor: event, lacking: kind, of: input, for: capacity)
  }

  private func failure(
    _ problem: DecantError.Problem, _ event: Event, _ input: borrowing EventBatch
  ) -> DecantError {
    DecantError(problem, offset: input.offset(of: event), path: path.path)
  }
}

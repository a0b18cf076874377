internal import DecantCore

/// A stage that replaces merge keys, `<<: {…}` and `<<: [{…}, {…}]`, by the pairs of those mappings.
///
/// See https://yaml.org/type/merge.html: a mapping's own keys win over merged ones, and earlier
/// mappings of a sequence over later ones. A quoted `<<`, or one with another value, is kept.
///
/// Later keys may override merged ones, so a mapping is held back from its merge key on. Aliases must be expanded.
final class MergeKeyStage: EventStage {
  /// The rest of a mapping from its merge key on, after a `beginMapping` that is not emitted.
  private var held = Tape()
  private var walk = PairWalk<MergedPairs>()
  private var keys = KeyIdentities()
  private var next = 0
  /// The comments of a merge key and its value, held back until the pair has ended.
  private var comments = Tape()
  /// The open collections since the merge key, and its nodes that have not ended; nil outside of a pair.
  private var pair: (depth: Int, nodes: Int)?

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard !held.isEmpty || input.contents.flags.contains(.isMergeKey) else {
      keys.follow(allOf: input)
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
      if !walk.isFinished {
        try walk.release(held, from: 1, into: &output)
        guard walk.isFinished else { return .more }
        held.removeAll()
        keys.endCollection()
      }
      guard next < input.count else { return .complete }
      let event = input[next]
      next += 1
      if event.kind == .beginDocument { reset() }
      if !held.isEmpty {
        try hold(event, of: input)
      } else if event.isMergeKey {
        try held.append(Event(.beginMapping, at: Int(event.position)), of: input)
        pair = (0, 1)
        try held.append(event, of: input)
      } else {
        keys.follow(event, of: input)
        output.append(event, of: input)
      }
    }
  }

  func reset() {
    held.removeAll()
    walk.removeAll()
    keys.removeAll()
    comments.removeAll()
    pair = nil
  }

  private func hold(_ event: Event, of input: borrowing EventBatch) throws(DecantError) {
    if try keepsComment(event, of: input) { return }
    try held.append(event, of: input)
    guard held.isBalanced else { return }
    walk.arrangement.begin(after: keys.ofInnermostMapping)
    walk.begin()
  }

  private func keepsComment(
    _ event: Event, of input: borrowing EventBatch
  ) throws(DecantError) -> Bool {
    guard let (depth, nodes) = pair else {
      if event.isMergeKey { pair = (0, 1) }
      return false
    }
    if event.isTrivia {
      try comments.keep(comment: event, of: input)
      return true
    }
    guard nodes > 0 else {
      try held.append(0..<comments.count, of: comments)
      comments.removeAll()
      pair = event.isMergeKey ? (0, 1) : nil
      return false
    }
    let newDepth = depth + event.depthChange
    pair = (newDepth, newDepth == 0 && !event.isAnnotation ? nodes - 1 : nodes)
    return false
  }
}

struct MergedPairs: PairArrangement {
  static var droppedFlags: Event.Flags { [] }

  private var keysBefore: Set<[UInt8]> = []
  private var flagsOfColliding: [Int: Event.Flags] = [:]

  init() {}

  mutating func begin(after keys: Set<[UInt8]>) {
    keysBefore = keys
    flagsOfColliding.removeAll()
  }

  func addedFlags(toKeyAt index: Int) -> Event.Flags {
    flagsOfColliding[index] ?? []
  }

  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in tape: borrowing Tape
  ) {
    let own = Array(pairs[start...])
    guard own.contains(where: { Self.isMergeKey($0, in: tape) }) else { return }
    var taken = start == 0 ? keysBefore : []
    for pair in own where !Self.isMerge(pair, in: tape) {
      taken.insert(tape.identity(ofNodeAt: Int(pair.key)))
    }
    pairs.removeLast(own.count)
    for pair in own {
      if Self.isMerge(pair, in: tape) {
        Self.merge(Int(pair.value), into: &pairs, without: &taken, in: tape)
      } else {
        pairs.append(pair)
      }
    }
    noteCollisions(of: pairs[start...], to: start == 0 ? keysBefore : [], in: tape)
  }

  /// Finds keys that would collide as text: `1`, merged into a mapping that has `"1"`, and `<<` that is not merged beside `"<<"`.
  private mutating func noteCollisions(
    of pairs: ArraySlice<KeptPair>, to before: Set<[UInt8]>, in tape: borrowing Tape
  ) {
    var texts = Set(before.compactMap(Self.text))
    for pair in pairs {
      let node = Int(pair.key)
      guard let text = Self.text(of: tape.identity(ofNodeAt: node)), !texts.insert(text).inserted
      else { continue }
      flagsOfColliding[tape.content(of: node)] =
        text.elementsEqual("<<".utf8) ? [.isDuplicateKey, .isAmbiguousKey] : .isAmbiguousKey
    }
  }

  private static func text(of identity: [UInt8]) -> [UInt8]? {
    guard let kind = identity.first.flatMap(Event.Kind.init), kind.depthChange == 0 else {
      return nil
    }
    return kind.word.map { Array($0.utf8) }
      ?? Array(identity.dropFirst(Event.identityHeader))
  }

  /// The work that remains, as a stack, so that nesting does not recurse.
  private enum Step {
    case pair(KeptPair)
    case mapping(Int)
  }

  private static func merge(
    _ node: Int, into pairs: inout [KeptPair], without taken: inout Set<[UInt8]>,
    in tape: borrowing Tape
  ) {
    var steps = tape.mappings(at: node).reversed().map { Step.mapping($0) }
    while let step = steps.popLast() {
      switch step {
      case .pair(let pair):
        pairs.append(pair)
      case .mapping(let begin):
        // Own pairs win over merged ones, so their keys are inserted first.
        var inside: [Step] = []
        var own: [KeptPair] = []
        tape.appendPairs(ofMappingAt: begin, to: &own)
        for pair in own {
          if isMerge(pair, in: tape) {
            inside += tape.mappings(at: Int(pair.value)).map { .mapping($0) }
          } else if taken.insert(tape.identity(ofNodeAt: Int(pair.key))).inserted {
            inside.append(.pair(pair))
          }
        }
        steps += inside.reversed()
      }
    }
  }

  private static func isMerge(_ pair: KeptPair, in tape: borrowing Tape) -> Bool {
    isMergeKey(pair, in: tape) && tape.isMergeable(Int(pair.value))
  }

  private static func isMergeKey(_ pair: KeptPair, in tape: borrowing Tape) -> Bool {
    tape[tape.content(of: Int(pair.key))].event.isMergeKey
  }
}

extension Event {
  fileprivate var isMergeKey: Bool {
    isKey && kind == .string && flags.contains(.isMergeKey)
  }
}

extension Tape {
  fileprivate func isMergeable(_ node: Int) -> Bool {
    mappings(at: node).allSatisfy { self[$0].kind == .beginMapping }
  }

  /// The nodes that a merge key has as its value: mappings, if it is mergeable.
  fileprivate func mappings(at node: Int) -> [Int] {
    let begin = content(of: node)
    guard self[begin].kind == .beginSequence else { return [begin] }
    return children(of: begin).map { content(of: $0) }
  }
}

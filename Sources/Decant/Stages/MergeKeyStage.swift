/// Puts the pairs of other mappings in the place of merge keys, `<<: {…}` and `<<: [{…}, {…}]`.
///
/// As https://yaml.org/type/merge.html has it: a key that the mapping has itself wins over one that is
/// merged, an earlier mapping of a sequence over a later one. What is after `<<` and is not a
/// mapping, nor a sequence of mappings, is left as it is; so is a `<<` in quotes.
///
/// A key after the merge key may win over a merged one, so a mapping is held back from its merge
/// key on. Of what is before it, as of every open mapping, only the keys are remembered.
/// Aliases must have been expanded before.
final class MergeKeyStage: EventStage {
  /// From the merge key on, between a beginning that has left already and the end of the mapping.
  private var held = Tape()
  private var walk = PairWalk<MergedPairs>()
  private var keys = KeyIdentities()
  /// The next event of the batch that is being processed.
  private var next = 0

  func passes(_ input: borrowing EventBatch) -> Bool {
    guard held.isEmpty, !input.contents.flags.contains(.isMergeKey) else { return false }
    keys.follow(allOf: input)
    return true
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    next = 0
    try processMore(input, into: &output)
  }

  var hasMore: Bool { !walk.isFinished }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if !held.isEmpty { output.rebase(to: min(held.origin, input.origin)) }
    while true {
      if !walk.isFinished {
        try walk.release(held, from: 1, into: &output)
        guard walk.isFinished else { return }
        held.removeAll()
        keys.endCollection()
      }
      guard next < input.count else { return }
      let event = input[next]
      next += 1
      if event.kind == .beginDocument { startOver() }
      if !held.isEmpty {
        try hold(event, of: input)
      } else if event.isMergeKey {
        try held.append(Event(.beginMapping, at: Int(event.position)), of: input)
        try held.append(event, of: input)
      } else {
        keys.follow(event, of: input)
        output.append(event, of: input)
      }
    }
  }

  func startOver() {
    held.removeAll()
    walk.abandon()
    keys.removeAll()
  }

  private func hold(_ event: Event, of input: borrowing EventBatch) throws(DecantError) {
    try held.append(event, of: input)
    guard held.isBalanced else { return }
    walk.arrangement.begin(after: keys.ofInnermostMapping)
    walk.begin()
  }
}

/// The pairs of a mapping with those that are merged into it, in the places of the merge keys.
struct MergedPairs: PairArrangement {
  static var droppedFlags: Event.Flags { [] }

  /// The keys that the outermost mapping has had before the events that are known.
  private var keysBefore: Set<[UInt8]> = []
  /// Keys that are other values than one before them, and the same text.
  private var likeOthers: Set<Int> = []

  init() {}

  mutating func begin(after keys: Set<[UInt8]>) {
    keysBefore = keys
    likeOthers.removeAll()
  }

  func addedFlags(toKeyAt index: Int) -> Event.Flags {
    likeOthers.contains(index) ? .hasOtherKeys : []
  }

  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in tape: borrowing Tape
  ) {
    let own = Array(pairs[start...])
    guard own.contains(where: { Self.isMerge($0, in: tape) }) else { return }
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
    noteLikeness(of: pairs[start...], to: start == 0 ? keysBefore : [], in: tape)
  }

  /// Looks for keys that would be one where all keys are text: `1`, merged into a mapping that has `"1"`.
  private mutating func noteLikeness(
    of pairs: ArraySlice<KeptPair>, to before: Set<[UInt8]>, in tape: borrowing Tape
  ) {
    var texts = Set(before.compactMap(Self.text))
    for pair in pairs {
      let node = Int(pair.key)
      guard let text = Self.text(of: tape.identity(ofNodeAt: node)) else { continue }
      if !texts.insert(text).inserted { likeOthers.insert(tape.content(of: node)) }
    }
  }

  /// The text of a scalar that has such an identity; nil for a collection.
  private static func text(of identity: [UInt8]) -> [UInt8]? {
    guard let kind = identity.first.flatMap(Event.Kind.init), kind.depthChange == 0 else {
      return nil
    }
    return kind.word.map { Array($0.utf8) }
      ?? Array(identity.dropFirst(Event.identityHeader))
  }

  /// What is still to be merged, the next last: depth costs heap, not stack.
  private enum Step {
    case pair(KeptPair)
    case mapping(Int)
  }

  /// Appends the pairs of the mapping, or mappings, at `node`, and of those merged into them.
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
        // A mapping's own pairs win over those merged into it, so their keys are taken first.
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
    let key = Int(pair.key)
    return tape[key].event.isMergeKey
      && tape.isMergeable(Int(pair.value))
  }
}

extension Event {
  fileprivate var isMergeKey: Bool {
    isKey && kind == .string && flags.contains(.isMergeKey)
  }
}

extension Tape {
  /// Whether a mapping or a sequence of nothing but mappings begins at `node`.
  fileprivate func isMergeable(_ node: Int) -> Bool {
    let begin = content(of: node)
    guard self[begin].kind == .beginSequence else { return self[begin].kind == .beginMapping }
    let end = partner(of: begin)
    var element = begin + 1
    while element < end {
      guard self[content(of: element)].kind == .beginMapping else { return false }
      element = self.end(of: element)
    }
    return true
  }

  /// The beginnings of the mappings that a mergeable node is or holds.
  fileprivate func mappings(at node: Int) -> [Int] {
    let begin = content(of: node)
    guard self[begin].kind == .beginSequence else { return [begin] }
    let end = partner(of: begin)
    var mappings: [Int] = []
    var element = begin + 1
    while element < end {
      mappings.append(content(of: element))
      element = self.end(of: element)
    }
    return mappings
  }
}

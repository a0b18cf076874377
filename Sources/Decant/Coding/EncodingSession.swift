/// What all values of one document have in common while they are encoded.
final class EncodingSession {
  let options: EncodingOptions
  /// What the target can hold.
  let abilities: Format.Abilities
  let targetName: String
  /// Whether the target stores reals as doubles, and not as digits.
  let hasDoubles: Bool
  /// The strategy that names keys, if it is the caller's own.
  let convertKey: (([any CodingKey]) -> any CodingKey)?
  let types: EncodedTypes

  /// The text of all tapes.
  let text = ByteStorage(capacity: 4096)
  /// The containers that are filled beside others.
  private var sideTapes: [OpenTape] = []
  var instances = SharedInstances()
  private var lastNote = 0

  /// The kinds of values so far that not every format can hold.
  private(set) var used: Format.Abilities = []
  private(set) var hasWideIntegers = false
  /// Whether numbers and dates may have digits that no double has.
  private(set) var hasExactScalars = false

  /// What went wrong in a call that cannot throw.
  private(set) var failure: EncodingError?
  private var depth = 0
  private var stack = StackRoom.unknown

  init(for target: Format, _ options: EncodingOptions, _ types: EncodedTypes) {
    self.types = types
    self.options = options
    abilities = target.abilities
    targetName = target.name
    hasDoubles = target.limits.reals == .double
    convertKey =
      if case .custom(let convert) = options.keyEncodingStrategy { convert } else { nil }
  }

  /// The string that stands for null in formats without one, as Foundation writes it.
  static let nullSign = "$null"

  var changesKeys: Bool { convertKey != nil || options.keyEncodingStrategy.style != nil }

  // MARK: Tapes

  /// Remembers a tape that is filled beside another.
  func add(sideTape tape: OpenTape) {
    sideTapes.append(tape)
  }

  /// All tapes of the document, whose collections have ended.
  func finishedTapes(with root: OpenTape) -> [OpenTape] {
    for tape in sideTapes where tape.innermost >= 0 { tape.endCollection() }
    return [root] + sideTapes
  }

  /// A number that no other note has.
  func nextNote() -> Int {
    lastNote += 1
    return lastNote
  }

  /// Lets go of what belongs together: containers may be kept longer.
  func end() {
    // A tape holds the one beside it, and that one its parent.
    for tape in sideTapes { tape.removeNotes() }
    // Inner ones first, so that the end of one is not inside the end of another.
    while !sideTapes.isEmpty { sideTapes.removeLast() }
    instances.removeAll()
  }

  // MARK: What was encoded

  /// Notes that the document has a value that not every format can hold.
  func use(_ ability: Format.Abilities) {
    used.insert(ability)
  }

  /// Notes that an integer may have more than 64 bits.
  func useWideIntegers() {
    hasWideIntegers = true
  }

  /// Notes that numbers and dates may have any digits.
  func useEveryDigit() {
    hasWideIntegers = true
    hasExactScalars = true
  }

  // MARK: Failure

  func fail(_ error: any Error) {
    failure = failure ?? error as? EncodingError ?? .unwritable(error, at: [])
  }

  // MARK: Depth

  /// Goes one value deeper, if that is not too deep; what follows must end with `leave`.
  @inline(__always)
  func enter<T>(_ value: T, on tape: OpenTape) throws {
    if depth == 0 { stack = .here }
    guard depth < options.maximumDepth, !stack.isUsedUp else { throw tooDeep(value, on: tape) }
    depth += 1
  }

  func leave() {
    depth -= 1
  }

  @inline(never)
  private func tooDeep(_ value: Any, on tape: OpenTape) -> EncodingError {
    guard depth < options.maximumDepth else {
      return .tooDeep(value, limit: options.maximumDepth, at: tape.path)
    }
    return .outOfStack(value, depth: depth, at: tape.path)
  }

  /// Throws if the stack is used up, or something went wrong before.
  func checkStack(on tape: OpenTape) throws {
    if let failure { throw failure }
    if stack.isUsedUp { throw EncodingError.outOfStack((), depth: depth, at: tape.path) }
  }
}

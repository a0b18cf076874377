/// The encoding of one document: the state that its encoders share.
final class EncodingSession {
  let options: EncodingOptions
  let abilities: Format.Abilities
  let targetName: String
  let hasDoubles: Bool
  let convertKey: (([any CodingKey]) -> any CodingKey)?
  let forms: KnownTypes<EncodedForm>

  let text = ByteStorage(capacity: 4096)
  var instances = SharedInstances()

  /// The marks of all tapes; an entry of kind `anchor` or `alias` links to one by its index.
  private(set) var marks: [Mark] = []

  /// The abilities that the values so far require of a format.
  var used: Format.Abilities = []
  var hasWideIntegers = false
  /// Whether numbers and dates may have more digits than a double.
  private(set) var hasExactScalars = false

  /// The first error in a call that cannot throw.
  private(set) var failure: EncodingError?
  private var depth = 0
  private var stack = StackRoom.unknown

  init(for target: Format, _ options: EncodingOptions, _ forms: KnownTypes<EncodedForm>) {
    self.forms = forms
    self.options = options
    abilities = target.abilities
    targetName = target.name
    hasDoubles = target.limits.reals == .double
    convertKey =
      if case .custom(let convert) = options.keyEncodingStrategy { convert } else { nil }
  }

  /// The string for null in formats without null, the same as Foundation's.
  static let nullSentinel = "$null"

  var changesKeys: Bool { convertKey != nil || options.keyEncodingStrategy.style != nil }

  // MARK: Marks

  func add(_ mark: Mark) -> Int {
    marks.append(mark)
    return marks.count - 1
  }

  /// The tapes of nested containers and of encoders for superclasses.
  var sideTapes: [OpenTape] {
    marks.compactMap { if case .side(let tape) = $0 { tape } else { nil } }
  }

  /// Breaks the reference cycles of the session, whose containers the caller may keep.
  func end(with root: OpenTape) {
    for tape in [root] + sideTapes { tape.forgetSides() }
    // Inner ones first, so that deinitialization does not recurse.
    while !marks.isEmpty { marks.removeLast() }
    instances.removeAll()
  }

  // MARK: What was encoded

  func useEveryDigit() {
    hasWideIntegers = true
    hasExactScalars = true
  }

  // MARK: Failure

  func fail(_ error: any Error) {
    failure = failure ?? error as? EncodingError ?? .unwritable(error, at: [])
  }

  // MARK: Depth

  /// Enters a nested value, or throws if it is too deep; balanced by `leave`.
  @inline(__always)
  func enter<T>(_ value: T, on tape: OpenTape) throws {
    if depth == 0 { stack = .here }
    guard depth < options.maximumDepth, !stack.isExhausted else { throw tooDeep(value, on: tape) }
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

  /// Throws if the stack is nearly used up or an earlier call failed.
  func checkStack(on tape: OpenTape) throws {
    if let failure { throw failure }
    if stack.isExhausted { throw EncodingError.outOfStack((), depth: depth, at: tape.path) }
  }
}

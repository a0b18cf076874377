internal import DecantCore

/// The encoding of one document: the state that its encoders share.
final class EncodingSession {
  let options: EncodingOptions
  let abilities: Format.Abilities
  let targetName: String
  let hasDoubles: Bool
  let convertKey: (([any CodingKey]) -> any CodingKey)?
  let forms: KnownTypes<EncodedForm>
  /// In an archive, in which instances become anchors and aliases, the table of classes.
  let classes: KeyedArchive.Classes?

  let text = ByteStorage(capacity: 4096)
  var instances = EncodedInstances()

  /// The tapes of nested containers, encoders for superclasses and shared instances.
  private(set) var sideTapes: [EncodingTape] = []
  /// The placeholders of all tapes; an entry of kind `alias` links to one by its index.
  private(set) var placeholders: [Placeholder] = []

  /// What a placeholder is replaced by in the document.
  enum Placeholder {
    case tape(EncodingTape)
    /// A shared instance: its content at the first use, a reference to it at others.
    case instance(Int)
    /// A weak reference to a shared instance.
    case reference(Int)
  }

  /// The containers with which values are being encoded, and the types of their keys, for coding paths.
  let openContainers = SharedBuffer<OpenContainer>(capacity: 16)

  struct OpenContainer: BitwiseCopyable {
    let tape: ObjectIdentifier
    let start: Int
    let type: any CodingKey.Type
  }

  /// The abilities that the values so far require of a format.
  var used: Format.Abilities = []
  var hasWideIntegers = false
  /// Whether numbers and dates may have more digits than a double.
  private(set) var hasExactScalars = false

  /// The first error in a call that cannot throw.
  private(set) var failure: EncodingError?
  private let nesting: NestingDepth

  init(
    for target: Format, _ options: EncodingOptions, _ forms: KnownTypes<EncodedForm>,
    _ classes: KeyedArchive.Classes?
  ) {
    self.forms = forms
    self.classes = classes
    self.options = options
    abilities = target.abilities
    targetName = target.name
    hasDoubles = target.limits.reals == .double
    convertKey =
      if case .custom(let convert) = options.keyEncodingStrategy { convert } else { nil }
    nesting = NestingDepth(limit: options.maximumDepth)
  }

  var changesKeys: Bool { convertKey != nil || options.keyEncodingStrategy.style != nil }

  func add(_ placeholder: Placeholder) -> Int {
    placeholders.append(placeholder)
    return placeholders.count - 1
  }

  func add(_ sideTape: EncodingTape) {
    sideTapes.append(sideTape)
  }

  /// Breaks the reference cycles of the session, whose containers the caller may keep.
  func end(with root: EncodingTape) {
    for tape in [root] + sideTapes { tape.forgetSides() }
    placeholders.removeAll()
    instances.removeAll()
    // Inner ones first, so that deinitialization does not recurse.
    while !sideTapes.isEmpty { sideTapes.removeLast() }
  }

  func useEveryDigit() {
    hasWideIntegers = true
    hasExactScalars = true
  }

  func fail(_ error: any Error) {
    failure =
      failure ?? error as? EncodingError
      ?? .invalidValue(
        (),
        .init(
          codingPath: [], debugDescription: "\(error)",
          underlyingError: (error as? DecantError)?.describedAbove ?? error))
  }

  // MARK: Depth

  /// Enters a nested value, or throws if it is too deep; balanced by `leave`.
  @inline(__always)
  func enter<T>(_ value: T, on tape: EncodingTape) throws {
    guard nesting.enter() else { throw tooDeep(value, on: tape) }
  }

  func leave() {
    nesting.leave()
  }

  @inline(never)
  private func tooDeep(_ value: Any, on tape: EncodingTape) -> EncodingError {
    EncodingProblem.tooDeep(nesting).error(value, at: tape.path)
  }

  /// Throws if the stack is nearly used up or an earlier call failed.
  func checkStack(on tape: EncodingTape) throws {
    if let failure { throw failure }
    if nesting.isOutOfStack { throw tooDeep((), on: tape) }
  }
}

/// The decoding of one document: the state that its decoders share.
///
/// Nodes are indexes of the node's own entry, after anchor and tag. The document never changes, so
/// a decoder that a type keeps remains valid.
final class DecodingSession {
  let tape: Tape
  let entries: [Tape.Entry]
  let text: [UInt8]
  let options: DecodingOptions
  let abilities: Format.Abilities

  // State of `+Keys`.

  /// Where to start the search for the next key of a mapping: a direct-mapped cache.
  let hints = SharedBuffer(repeating: Hint(), count: hintCount)
  static let hintCount = 64
  /// The values of mappings with more than `longestKeyList` keys, by key.
  var keyIndexes: [Int: [String: Int]] = [:]
  static let longestKeyList = 64
  /// The values of mappings, by their keys as converted by a custom strategy.
  var convertedIndexes: [Int: [String: Int]] = [:]
  /// The mappings whose keys are data, exempt from the key strategy.
  var verbatim: Set<Int> = []
  var rewrittenKeys: [String: String] = [:]

  // State of other extensions.

  let forms: KnownTypes<DecodedForm>
  let isArchive: Bool
  var archive: ArchivedObjects?
  var sharing = Sharing()

  private var depth = 0
  private var stack = StackRoom.unknown

  init(
    _ document: Document, _ abilities: Format.Abilities, _ options: DecodingOptions,
    forms: KnownTypes<DecodedForm>, _ classes: KeyedArchive.Classes? = nil
  ) {
    isArchive = classes != nil
    archive = classes.map { ArchivedObjects($0) }
    self.forms = forms
    tape = document.tape
    entries = document.tape.entries
    text = document.tape.text
    self.options = options
    self.abilities = abilities
    if isArchive { indexArchive() }
  }

  var root: Int { entries.content(of: 0) }

  @inline(__always)
  func end(of node: Int) -> Int {
    entries[node].depthChange > 0 ? node + entries[node].link + 1 : node + 1
  }

  @inline(__always)
  func partner(of node: Int) -> Int { entries.partner(of: node) }

  func string(at node: Int) -> String { tape.string(at: node) }

  // MARK: Depth

  /// Enters a nested value, or throws if it is too deep; balanced by `leave`.
  func enter(_ node: Int) throws {
    if depth == 0 { stack = .here }
    guard depth < options.maximumDepth, !stack.isExhausted else { throw tooDeep(node) }
    depth += 1
  }

  @inline(never)
  private func tooDeep(_ node: Int) -> DecodingError {
    guard depth < options.maximumDepth else {
      return .tooDeep(limit: options.maximumDepth, at: path(to: node))
    }
    return .outOfStack(depth: depth, at: path(to: node))
  }

  func isDeep(by levels: Int) -> Bool { depth + levels >= options.maximumDepth }

  /// Throws if the stack is nearly used up; for nested containers, which do not `enter`.
  func checkStack(at node: Int) throws {
    if stack.isExhausted { throw tooDeep(node) }
  }

  func leave() {
    depth -= 1
  }
}

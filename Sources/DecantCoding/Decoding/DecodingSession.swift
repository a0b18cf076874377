internal import DecantCore

/// The decoding of one document, or of one after another on a tape: the state that its decoders share.
///
/// Nodes are indexes of the node's own entry, after anchor and tag. The tape never changes, so
/// a decoder that a type keeps remains valid.
final class DecodingSession {
  let tape: Tape
  let entries: [Tape.Entry]
  let text: [UInt8]
  let options: DecodingOptions
  let abilities: Format.Abilities
  let forms: KnownTypes<DecodedForm>
  let keys: DocumentKeys
  let nesting: NestingDepth
  /// The objects of an archive, or nil in other documents.
  let archive: ArchivedObjects?
  // Without checks of exclusive access, which were 3 % of the instructions for a small document: the calls of one object are not
  // nested.

  /// The references that are decoded after everything else, if that has not decoded their instances.
  @safe @exclusivity(unchecked) var remaining: [() throws -> Void] = []
  @safe @exclusivity(unchecked) private var knownInstances: DecodedInstances?
  /// Where the document is read, which knows the places of its nodes; nil for a decoder that a type has kept.
  unowned var source: DocumentSource?
  /// The nodes of the document.
  @safe @exclusivity(unchecked) private(set) var nodes: Range<Int>

  init(
    _ tape: Tape, _ abilities: Format.Abilities, _ options: DecodingOptions,
    forms: KnownTypes<DecodedForm>, _ classes: KeyedArchive.Classes? = nil
  ) {
    self.forms = forms
    self.tape = tape
    entries = tape.entries
    text = tape.text
    nodes = 0..<tape.count
    self.options = options
    self.abilities = abilities
    keys = DocumentKeys(of: tape, options.keyDecodingStrategy)
    nesting = NestingDepth(limit: options.maximumDepth)
    archive = classes.map { ArchivedObjects(in: tape, $0) }
  }

  /// Turns to a document of the tape; balanced by `end`.
  func begin(_ nodes: Range<Int>) {
    self.nodes = nodes
  }

  /// Forgets the instances of the document.
  func end() {
    knownInstances = nil
    remaining = []
  }

  var root: Int { tape.content(of: nodes.lowerBound) }

  var instances: DecodedInstances {
    if let knownInstances { return knownInstances }
    let instances = DecodedInstances(session: self)
    knownInstances = instances
    return instances
  }

  @inline(__always)
  func end(of node: Int) -> Int {
    entries[node].depthChange > 0 ? node + entries[node].link + 1 : node + 1
  }

  @inline(__always)
  func partner(of node: Int) -> Int { tape.partner(of: node) }

  func string(at node: Int) -> String { tape.string(at: node) }

  // MARK: Depth

  /// Enters a nested value, or throws if it is too deep; balanced by `leave`.
  func enter(_ node: Int) throws {
    guard nesting.enter() else { throw error(.tooDeep(nesting), at: node) }
  }

  func leave() {
    nesting.leave()
  }

  /// Throws if the stack is nearly used up; for nested containers, which do not `enter`.
  func checkStack(at node: Int) throws {
    if nesting.isOutOfStack { throw error(.tooDeep(nesting), at: node) }
  }

  // MARK: Failures

  @inline(never)
  func error(_ problem: DecodingProblem, at node: Int) -> DecodingError {
    problem.error(at: keys.codingPath(of: node))
  }

  func mismatch(_ type: Any.Type, at node: Int) -> DecodingError {
    guard !isNull(node) else { return error(.null(type), at: node) }
    let kind = entries[archive?.target(of: node) ?? node].kind
    return error(.mismatch(type, found: kind), at: node)
  }
}

internal import DecantCore

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
  let forms: KnownTypes<DecodedForm>
  let keys: DocumentKeys
  let nesting: NestingDepth
  /// The objects of an archive, or nil in other documents.
  let archive: ArchivedObjects?
  /// The references that are decoded after everything else, if that has not decoded their instances.
  var remaining: [() throws -> Void] = []
  private(set) lazy var instances = DecodedInstances(session: self)

  init(
    _ document: Document, _ abilities: Format.Abilities, _ options: DecodingOptions,
    forms: KnownTypes<DecodedForm>, _ classes: KeyedArchive.Classes? = nil
  ) {
    self.forms = forms
    tape = document.tape
    entries = document.tape.entries
    text = document.tape.text
    self.options = options
    self.abilities = abilities
    keys = DocumentKeys(of: document.tape, options.keyDecodingStrategy)
    nesting = NestingDepth(limit: options.maximumDepth)
    archive = classes.map { ArchivedObjects(in: document.tape, $0) }
  }

  var root: Int { tape.content(of: 0) }

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

internal import DecantCore
internal import DecantSystem

/// A check of one document by a compiled schema.
///
/// First only whether the document is valid is found out, which stops at the first mismatch. If it is not, a second run
/// notes all mismatches.
struct SchemaCheck {
  /// How many subschemas can be open in one another.
  static let maximumDepth = 20_000
  /// How many steps a check may take, and more for each node and each `textPerNode` bytes of text.
  ///
  /// What takes longer than a step counts as several, so that the limit of steps is one of time.
  static let steps = 20_000_000
  static let stepsPerNode = 1_000
  /// A step of a pattern takes 4 ns, and one of a subschema about 35 ns.
  static let patternStepsPerStep = 8
  static let textPerNode = 64
  /// How many letters are compared to find similar words; mismatches that are noted later have none.
  static let letters = 20_000_000

  let schema: CompiledSchema
  private(set) var instance = NumberedDocument()
  /// The collections of which only a part is at hand.
  private(set) var open = OpenCollections()
  /// An open collection that a keyword needs as a whole, so that the check is void.
  var held: Int?
  var limit = 0
  var mismatches: [SchemaMismatch] = []
  var isRecording = false
  var evaluated = EvaluatedChildren()
  var scope = DynamicScope()
  let patterns = PatternMatchers()
  var budget = 0
  var letters = 0
  /// The hashes of all nodes, once they are needed.
  var hashes: [Int]?
  /// How many collections are around each node, once that is needed.
  var levels: [Int32] = []
  /// For each name, the number of the object in which it was last seen.
  var seen: [Int32]
  var objectCount: Int32 = 0

  private var depth = 0
  /// Whether the check has failed only because the stack of its thread is too small.
  private(set) var isOutOfStack = false
  private let stack = StackRoom.here
  /// For each subschema that a reference leads to, the node that it is checking.
  private var targets: [Int32]

  init(by schema: CompiledSchema) {
    self.schema = schema
    seen = [Int32](repeating: 0, count: schema.names.count)
    targets = [Int32](repeating: -1, count: schema.subschemas.count)
  }

  /// Prepares the check of a document, or of a part of one; after one without an error, another can follow.
  ///
  /// This does not cost what a new check does, which depends on the size of the schema.
  mutating func begin(_ instance: NumberedDocument, _ open: OpenCollections, limit: Int) {
    self.instance = instance
    self.open = open
    self.limit = limit
    held = nil
    let textCount = instance.tape.text.count / Self.textPerNode
    budget = Self.steps + (instance.count + textCount) * Self.stepsPerNode
    letters = Self.letters
    mismatches = []
    isRecording = false
    hashes = nil
    levels = []
  }

  /// Returns the tape of the document, without its content.
  mutating func takeTape() -> Tape { instance.takeTape() }

  /// Returns all mismatches, up to the limit.
  mutating func run(_ root: Int) throws(DecantError) -> [SchemaMismatch] {
    guard try !check(root, NumberedDocument.root), held == nil else { return [] }
    isRecording = true
    _ = try check(root, NumberedDocument.root)
    return distinct(mismatches)
  }

  /// Whether enough mismatches are noted.
  var isFull: Bool { mismatches.count >= limit || held != nil }

  // MARK: Subschemas

  /// Whether a node matches a subschema.
  mutating func check(_ number: Int, _ node: Int) throws(DecantError) -> Bool {
    let subschema = schema.subschemas[number]
    switch subschema.verdict {
    case .always: return true
    case .never:
      record(.notAllowed, node, subschema.location)
      return false
    case .byKeywords: break
    }
    try enter(number, node)
    let scopeMark = schema.dynamicReferences.isEmpty ? nil : scope.enter(subschema.resource)
    let kind = CompiledSchema.KindSet(instance.kind(of: node))
    let outer =
      subschema.tracked.contains(kind) ? evaluated.open(count: instance.count(of: node)) : nil
    defer {
      depth -= 1
      if let scopeMark { scope.leave(scopeMark) }
    }
    var isValid = true
    for index in subschema.keywords {
      let keyword = schema.keywords[index]
      guard !keyword.kinds.isDisjoint(with: kind) else { continue }
      if keyword.operation == .type, keyword.types.contains(kind) { continue }
      if try !check(keyword, of: number, node) {
        isValid = false
        if !isRecording || isFull { break }
      }
    }
    if let outer {
      // What is noted about the children would only be repeated.
      if isValid || isRecording { evaluated.close(outer) } else { evaluated.discard(outer) }
    }
    return isValid
  }

  private mutating func enter(_ number: Int, _ node: Int) throws(DecantError) {
    budget -= 1 + instance.stepsOfText(of: node)
    guard budget > 0 else { throw failure(.tooManySteps, number, node) }
    isOutOfStack = stack.isExhausted
    guard depth < Self.maximumDepth, !isOutOfStack else {
      throw failure(.tooDeep(limit: depth), number, node)
    }
    depth += 1
  }

  /// Whether a node matches the subschema that a reference leads to, which may lead back to it.
  mutating func checkTarget(_ number: Int, _ node: Int) throws(DecantError) -> Bool {
    guard targets[number] != Int32(node) else { throw failure(.endlessReference, number, node) }
    let outer = targets[number]
    targets[number] = Int32(node)
    defer { targets[number] = outer }
    return try check(number, node)
  }

  func failure(_ problem: SchemaProblem.Limit, _ number: Int, _ node: Int) -> DecantError {
    DecantError(
      .specific(SchemaProblem.limit(problem, schema: schema.location(of: number))),
      offset: instance.tape.offset(at: node), path: instance.tape.path(to: node))
  }

  /// Checks another node, whose evaluated children do not matter here.
  mutating func checkChild(_ number: Int, _ node: Int) throws(DecantError) -> Bool {
    let wasOpen = evaluated.suspend()
    let isValid = try check(number, node)
    evaluated.resume(wasOpen)
    return isValid
  }

  /// Whether a node matches, without notes.
  mutating func matches(_ number: Int, _ node: Int) throws(DecantError) -> Bool {
    let wasRecording = isRecording
    isRecording = false
    let isValid = try check(number, node)
    isRecording = wasRecording
    return isValid
  }

  /// Whether a node matches, without notes; its evaluated children count only if it does.
  mutating func matchesBranch(_ number: Int, _ node: Int) throws(DecantError) -> Bool {
    let outer = evaluated.branch()
    let isValid = try matches(number, node)
    if let outer {
      if isValid { evaluated.close(outer) } else { evaluated.discard(outer) }
    }
    return isValid
  }

  // MARK: Open collections

  /// Whether a keyword is left out at a node: its result was known before, or will only be known at the end.
  mutating func isLeftOut(_ keyword: CompiledSchema.Keyword, at node: Int) -> Bool {
    guard let collection = open[node] else { return false }
    switch keyword.operation.need {
    case .node: return !collection.isNew
    case .eachChild: return false
    case .end: return collection.isOpen
    case .allChildren:
      held = node
      return true
    }
  }

  // MARK: Notes

  /// Notes a mismatch in the second run; a kind with texts is made only then.
  ///
  /// Of an open collection, only what is new is noted.
  mutating func record(
    _ kind: SchemaMismatch.Kind, _ node: Int, _ location: CompiledSchema.Location,
    isAboutKey: Bool = false, isAtEnd: Bool = false, in object: Int? = nil
  ) {
    guard isRecording, !isFull, node >= open.end || !open.isKnown(node, isAtEnd) else { return }
    let mismatch = SchemaMismatch(
      kind: kind, node: node, location: location, isAboutKey: isAboutKey, object: object)
    budget -= mismatch.steps
    mismatches.append(mismatch)
  }
}

extension CompiledSchema.Location {
  init(of number: Int, in schema: CompiledSchema) { self = schema.subschemas[number].location }
}

/// The resources that the subschemas at hand belong to, from the outermost; each is listed once.
struct DynamicScope {
  private(set) var resources: [Int] = []
  private var counts: [Int: Int] = [:]

  mutating func enter(_ resource: Int) -> Int {
    let count = counts[resource, default: 0]
    if count == 0 { resources.append(resource) }
    counts[resource] = count + 1
    return resource
  }

  mutating func leave(_ resource: Int) {
    let count = counts[resource, default: 1] - 1
    counts[resource] = count
    if count == 0 { resources.removeLast() }
  }
}

extension SchemaCheck {
  /// Enough for `maximumDepth` levels without optimization, which take 12 KB each.
  private static let stackSize = 256 << 20

  /// Returns the mismatches, which another thread finds if the stack of the caller has no room for the document.
  mutating func mismatches(from root: Int) throws(DecantError) -> [SchemaMismatch] {
    do throws(DecantError) {
      return try run(root)
    } catch {
      let (schema, instance, open, limit) = (schema, instance, open, limit)
      let isOutOfStack = isOutOfStack
      // What it was doing is unknown after an error.
      self = SchemaCheck(by: schema)
      begin(instance, open, limit: limit)
      guard isOutOfStack else { throw error }
    }
    let (schema, instance, open, limit) = (schema, instance, open, limit)
    let result = try WorkerThread.result(stackSize: Self.stackSize) { () throws(DecantError) in
      // It measures the stack of its thread.
      var check = SchemaCheck(by: schema)
      check.begin(instance, open, limit: limit)
      return (mismatches: try check.run(root), held: check.held)
    }
    held = result.held
    return result.mismatches
  }
}

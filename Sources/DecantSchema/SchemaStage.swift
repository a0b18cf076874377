internal import DecantCore
public import DecantConversion

/// A stage that stops at the first document that does not match a schema, before its end is passed on.
///
/// `next` receives the documents that match.
final class SchemaStage: DocumentStage {
  private let schema: JSONSchema
  /// Whether an input without documents is checked as a null.
  private let expectsDocument: Bool
  private let next: (any DocumentStage)?

  private var check: SchemaCheck?
  private var hasDocument = false
  private var tape = Tape()
  private(set) var documentOrigin = 0
  /// The first mismatch, which is thrown after the documents before it were passed on.
  private var mismatch: DecantError?
  private var documentsBefore = EventBatch()

  init(_ schema: JSONSchema, of source: Format, then next: (any DocumentStage)?) {
    self.schema = schema
    expectsDocument = source.readsEmptyAsNull
    self.next = next
  }

  var needs: StageNeeds {
    let own: StageNeeds = [.expandedMergeKeys, .decimalNumbers, .boundedCopies]
    return own.union(next?.needs ?? [])
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    var start = 0
    for index in 0..<input.count {
      let event = input[index]
      switch event.kind {
      case .beginDocument:
        start = index
        hasDocument = true
        documentOrigin = input.offset(of: event)
        tape = Tape()
      case .endDocument:
        let root = Document(tape).root
        tape = Tape()
        guard let mismatch = try schema.errors(in: root, limit: 1, &check).first else { continue }
        return try pass(0..<start, of: input, before: mismatch, into: &output)
      default:
        if !event.isTrivia { try tape.append(event, of: input) }
      }
    }
    return try next?.process(input, into: &output) ?? .unchanged
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard let next else { return .complete }
    guard mismatch != nil else { return try next.processMore(input, into: &output) }
    return try ended(next.processMore(documentsBefore, into: &output))
  }

  func finish(into output: inout EventBatch) throws(DecantError) {
    if expectsDocument, !hasDocument,
      let mismatch = try schema.errors(in: Document(.null).root, limit: 1, &check).first
    {
      throw mismatch
    }
    try next?.finish(into: &output)
  }

  func reset() {
    tape = Tape()
    mismatch = nil
    next?.reset()
  }

  private func pass(
    _ range: Range<Int>, of input: borrowing EventBatch, before mismatch: DecantError,
    into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard let next else {
      for index in range { output.append(input[index], of: input) }
      throw mismatch
    }
    self.mismatch = mismatch
    documentsBefore.removeAll()
    documentsBefore.refer(to: input)
    for index in range { documentsBefore.append(input[index], of: input) }
    return try ended(next.process(documentsBefore, into: &output))
  }

  private func ended(_ result: StageResult) throws(DecantError) -> StageResult {
    guard result != .more, let mismatch else { return result }
    self.mismatch = nil
    throw mismatch
  }
}

extension DocumentTransform {
  /// Creates a transform of all documents that match a schema; of these, those that `type` decodes.
  public init(matching schema: JSONSchema, as type: DocumentTransform? = nil) {
    self.init { source, target in
      SchemaStage(schema, of: source, then: type?.makeStage(source, target))
    }
  }
}

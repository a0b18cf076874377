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

  private var documents: SchemaStream
  /// The first mismatch, which is thrown after the documents before it were passed on.
  private var mismatch: DecantError?
  private var documentsBefore = EventBatch()

  init(_ schema: JSONSchema, of source: Format, then next: (any DocumentStage)?) {
    self.schema = schema
    documents = SchemaStream(schema, limit: 1, from: source)
    expectsDocument = source.readsEmptyAsNull
    self.next = next
  }

  var documentOrigin: Int { documents.origin }

  var needs: StageNeeds {
    let own: StageNeeds = [.expandedMergeKeys, .decimalNumbers, .boundedCopies]
    return own.union(next?.needs ?? [])
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    var start = 0
    var nodes = 0
    for index in 0..<input.count where input[index].delimitsDocument {
      if input[index].kind == .beginDocument {
        start = index
        documents.beginDocument(at: input.offset(of: input[index]))
      } else {
        try documents.append(nodes..<index, of: input)
        if let mismatch = try documents.endDocument().first {
          return try pass(0..<start, of: input, before: mismatch, into: &output)
        }
      }
      nodes = index + 1
    }
    try documents.append(nodes..<input.count, of: input)
    if let mismatch = try documents.advance().first {
      return try pass(0..<start, of: input, before: mismatch, into: &output)
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
    if expectsDocument, documents.count == 0, let mismatch = try schema.check(.null, limit: 1).first
    {
      throw mismatch
    }
    try next?.finish(into: &output)
  }

  func reset() {
    documents.reset()
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

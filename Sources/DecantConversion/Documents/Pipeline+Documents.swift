public import DecantCore

extension Pipeline {
  /// Converts a document in memory.
  public mutating func convert(_ document: Document) throws(DecantError) {
    try convert(document.root)
  }

  /// Converts a document that consists of `node`.
  mutating func convert(_ node: Document.Node) throws(DecantError) {
    let isArchive = plan.seesArchives && node.isArchive
    if isArchive { try plan.checkArchive(at: node.offset) }
    try convert(node.tape, isArchive: isArchive) {
      (body) throws(DecantError) in try node.forEachBatch(body)
    }
  }

  /// Writes an archive of a document, with the name and schema version of a type.
  package mutating func archive(
    _ document: Document, type: String, schema: Int
  ) throws(DecantError) {
    try convert(NewArchive(of: document, type: type, schema: schema, for: plan.target))
  }

  package mutating func convert(_ archive: NewArchive) throws(DecantError) {
    try convert(archive.root.tape, isArchive: true) {
      (body) throws(DecantError) in try archive.forEachBatch(body)
    }
  }

  /// Converts the events of a document whose values are in `tape`.
  private mutating func convert(
    _ tape: Tape, isArchive: Bool,
    _ forEachBatch: (_ body: (inout EventBatch) throws(DecantError) -> Void) throws(DecantError) ->
      Void
  ) throws(DecantError) {
    if plan.target.supportsCanonicalForm, plan.keyStyle == nil, tape.isTaggedForm {
      // The guards would change nothing.
      let chain = StageChain(stages, plan.reading.badRecords)
      return try forEachBatch { (batch) throws(DecantError) in
        try chain.pass(&batch) { (batch) throws(DecantError) in try output.write(&batch) }
      }
    }
    guardFidelity(of: [.ofValues, .dateOffsets], .none, isArchive: isArchive)
    let plan = isArchive ? plan.writingArchives : plan
    // The stage buffers whole documents, so it is omitted if it has nothing to do.
    let watch = StageChain(
      tape.hasNonStringKeys ? plan.makeKeyWatch(for: .ofValues) : [], plan.reading.badRecords)
    try forEachBatch { (batch) throws(DecantError) in
      try watch.pass(&batch) { (batch) throws(DecantError) in try pass(&batch) }
    }
  }

  /// Converts a value.
  public mutating func convert(_ value: Value) throws(DecantError) {
    let isArchive = plan.seesArchives && value.isArchive
    if isArchive { try plan.checkArchive(at: 0) }
    guardFidelity(of: .ofValues, .none, isArchive: isArchive)
    var events = ValueEvents(value)
    var batch = EventBatch()
    while try events.fill(&batch) {
      try pass(&batch)
      batch.removeAll()
    }
  }
}

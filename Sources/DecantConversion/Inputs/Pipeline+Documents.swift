public import DecantCore

extension Pipeline {
  /// Converts a document in memory.
  public mutating func convert(_ document: Document) throws(DecantError) {
    try convert(document.root)
  }

  /// Converts a document that consists of `node`.
  mutating func convert(_ node: Document.Node) throws(DecantError) {
    route = try route(ofArchive: node.isArchive, at: node.offset)
    var node = node
    if route === ordinary, node.tape.hasInstances {
      let tape = Tape(node.range, sharingTextOf: node.tape)
      let hasAliases = plan.target.abilities.contains(.anchors)
      node = Document(try InstanceWriting.write(tape, hasAliases: hasAliases)).root
    }
    try convert(node.tape) {
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
    route = routeOfArchives()
    try convert(archive.root.tape) {
      (body) throws(DecantError) in try archive.forEachBatch(body)
    }
  }

  /// Converts events of the root of an archive, in a format that needs no guard for it.
  package mutating func convert(
    _ batch: borrowing EventBatch, ofRootIn archive: NewArchive
  ) throws(DecantError) {
    route = routeOfArchives()
    var events = archive.events(for: batch)
    try passUnguarded(&events)
  }

  /// Converts the events of a document whose values are in `tape`.
  private mutating func convert(
    _ tape: Tape,
    _ forEachBatch: (_ body: (inout EventBatch) throws(DecantError) -> Void) throws(DecantError) ->
      Void
  ) throws(DecantError) {
    if plan.target.supportsCanonicalForm, plan.keyStyle == nil, tape.isTaggedForm {
      // The guards would change nothing.
      return try forEachBatch { (batch) throws(DecantError) in try passUnguarded(&batch) }
    }
    route.begin([.ofValues, .dateOffsets], .none)
    // The stage buffers whole documents, so it is omitted if it has nothing to do.
    let watch = StageChain(
      tape.hasNonStringKeys ? route.guarding.makeKeyWatch(for: .ofValues) : [],
      plan.reading.badRecords)
    try forEachBatch { (batch) throws(DecantError) in
      try watch.pass(&batch) { (batch) throws(DecantError) in try pass(&batch) }
    }
  }

  /// Converts a value.
  public mutating func convert(_ value: Value) throws(DecantError) {
    try convert(Document(value))
  }
}

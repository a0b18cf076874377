extension Pipeline {
  /// Converts a document in memory.
  public mutating func convert(_ document: Document) throws(DecantError) {
    let isArchive = plan.seesArchives && document.root.isArchive
    if isArchive { try plan.checkArchive(at: document.root.offset) }
    guardFidelity(of: .ofValues, .none, isArchive: isArchive)
    let plan = isArchive ? plan.writingArchives : plan
    // The stage buffers whole documents, so it is omitted if it has nothing to do.
    let watch = StageChain(
      document.hasNonStringKeys ? plan.makeKeyWatch(for: .ofValues) : [], plan.reading.badRecords)
    try document.forEachBatch { (batch) throws(DecantError) in
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

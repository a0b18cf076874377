/// Reads keyed archives as the data in them.
///
/// The property list is read whole, and then walked twice along the references from what was archived: first
/// to see which collections are reached more than once, and whether anything is wrong, then to emit it. A
/// collection that is reached again is an alias of the first; one inside itself too, where aliases stay.
final class KeyedArchiveReader: EventReader {
  private let options: ReadingOptions
  private let classes: KeyedArchiveWalk.Classes
  private var inner: any EventReader & ~Copyable
  private var collected = Tape()
  private var walk: KeyedArchiveWalk?
  private var hasBegun = false
  private var hasEnded = false

  init(_ options: ReadingOptions, classes: KeyedArchiveWalk.Classes) {
    self.options = options
    self.classes = classes
    inner = FamilyReader(of: KeyedArchiveGraph.propertyList, options)
  }

  func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard !hasEnded else { return false }
    if walk == nil {
      hasEnded = true
      try collect(from: &window)
      hasEnded = false
    }
    batch.rebase(to: collected.origin)
    if !hasBegun { batch.append(.beginDocument) }
    hasBegun = true
    guard let walk else { return false }
    try walk.advance(&batch)
    if walk.isFinished {
      batch.append(.endDocument)
      hasEnded = true
    }
    return true
  }

  /// Reads the whole property list, and walks it once to see that all is well.
  private func collect(from window: inout Window) throws(DecantError) {
    // A mistake in an object is found when its lines are read already.
    window.keepHistory()
    var batch = EventBatch()
    while try inner.read(from: &window, into: &batch) {
      // The beginning of the document goes first, so that positions count from the input's beginning.
      for index in 0..<batch.count where batch[index].kind != .endDocument {
        try collected.append(batch[index], of: batch)
      }
      batch.removeAll()
    }
    let archive = try KeyedArchiveGraph(collected, root: 1)
    let trial = try KeyedArchiveWalk(archive, options, classes: classes, shared: nil)
    while !trial.isFinished {
      batch.removeAll()
      try trial.advance(&batch)
    }
    walk = try KeyedArchiveWalk(archive, options, classes: classes, shared: trial.isReachedAgain)
  }
}

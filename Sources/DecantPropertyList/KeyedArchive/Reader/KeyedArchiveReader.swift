internal import DecantCore

/// A reader of keyed archives that emits the data in them.
///
/// Traverses the references twice: first to check them and to find shared collections, then to emit
/// values. A shared collection becomes an alias, even inside itself if aliases are kept.
final class KeyedArchiveReader: EventReader {
  private let options: ReadingOptions
  private let classes: KeyedArchiveEmitter.Classes
  private var inner: any EventReader & ~Copyable
  private var collected = Tape()
  private var emitter: KeyedArchiveEmitter?
  private var hasBegun = false
  private var hasEnded = false

  init(_ options: ReadingOptions, classes: KeyedArchiveEmitter.Classes) {
    self.options = options
    self.classes = classes
    inner = FamilyReader(of: KeyedArchiveGraph.propertyList, options)
  }

  func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard !hasEnded else { return false }
    if emitter == nil {
      hasEnded = true
      try collect(from: &window)
      hasEnded = false
    }
    batch.rebase(to: collected.origin)
    if !hasBegun { batch.append(.beginDocument) }
    hasBegun = true
    guard let emitter else { return false }
    try emitter.advance(&batch)
    if emitter.isFinished {
      batch.append(.endDocument)
      hasEnded = true
    }
    return true
  }

  private func collect(from window: inout Window) throws(DecantError) {
    // Errors in an object are found after its lines were read.
    window.keepHistory()
    var batch = EventBatch()
    while try inner.read(from: &window, into: &batch) {
      for index in 0..<batch.count where batch[index].kind != .endDocument {
        guard batch[index].kind != .beginDocument else {
          // Objects may precede the root in the input.
          collected = Tape(origin: batch.offset(of: batch[index]))
          continue
        }
        try collected.append(batch[index], of: batch)
      }
      batch.removeAll()
    }
    let archive = try KeyedArchiveGraph(collected)
    let trial = try KeyedArchiveEmitter(archive, options, classes: classes, shared: nil)
    while !trial.isFinished {
      batch.removeAll()
      try trial.advance(&batch)
    }
    emitter = try KeyedArchiveEmitter(
      archive, options, classes: classes, shared: trial.isReachedAgain)
  }
}

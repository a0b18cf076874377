/// Tells by the beginning of an input whether its first document is an archive.
///
/// Nothing is taken from the input: a reader of its own looks at a copy of what is in view. It is asked
/// only where the words of an envelope are in view, or where the producer is slower than we are.
extension Window {
  /// How far the words of an envelope may be from the beginning.
  private static let reach = 4096

  /// Whether the first document is an archive; reads ahead as far as that takes.
  mutating func beginsArchive(in format: Format) throws(DecantError) -> Bool {
    while !mayBeginArchive {
      guard !isComplete, unread < Self.reach else { return false }
      // What is there may be all there is for a while, and enough to be converted.
      if wouldWait, ArchiveOpening(of: view(Self.reach), in: format).finding == .other {
        return false
      }
      guard try refill() else { return false }
    }
    // Whoever needs the end of the input to begin gets it.
    if format.abilities.contains(.binary) { try showAll() }
    while true {
      switch ArchiveOpening(of: view(unread), in: format).finding {
      case .archive: return true
      case .other: return false
      case .open:
        guard !isComplete, unread < Self.reach * 2, try refill() else { return false }
      }
    }
  }

  /// Whether the first word of an envelope is in view.
  private var mayBeginArchive: Bool {
    let word = Array(ArchiveEnvelope.Field.archiver.rawValue.utf8)
    return withBytes { bytes in
      var place = position
      let end = min(count, position + Self.reach) - word.count
      while place <= end {
        if bytes.byte(at: place) == word[0],
          word.indices.allSatisfy({ bytes.byte(at: place + $0) == word[$0] })
        {
          return true
        }
        place += 1
      }
      return false
    }
  }
}

/// What the first events of a document say.
private struct ArchiveOpening {
  enum Finding {
    /// It is an archive.
    case archive
    /// It is something else.
    case other
    /// More of it is needed to tell.
    case open
  }

  private(set) var finding = Finding.open
  /// How many of the first events of an envelope have been met.
  private var met = 0

  private static let envelope: [(kind: Event.Kind, text: String)] = [
    (.beginMapping, ""), (.string, ArchiveEnvelope.Field.archiver.rawValue),
    (.string, ArchiveEnvelope.archiver),
  ]

  /// Reads the beginning of an input, which may break off anywhere.
  init(of bytes: [UInt8], in format: Format) {
    var window = Window(MemorySource(bytes), capacity: bytes.count + 1)
    var batch = EventBatch()
    do throws(DecantError) {
      let reader = try format.reader()
      try read(reader, &window, &batch)
    } catch {
      // Where it breaks off is an error, and what is before that counts.
      look(at: batch)
    }
  }

  private mutating func read(
    _ reader: consuming any EventReader & ~Copyable, _ window: inout Window,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    // A reader may say the first of a document before it has looked at more.
    while finding == .open, try reader.read(from: &window, into: &batch) {
      look(at: batch)
      batch.removeAll()
    }
  }

  private mutating func look(at batch: borrowing EventBatch) {
    for index in 0..<batch.count where finding == .open {
      let event = batch[index]
      guard event.kind != .beginDocument, !event.isAnnotation else { continue }
      guard met < Self.envelope.count else {
        // An envelope has more in it.
        finding = event.kind == .endMapping ? .other : .archive
        return
      }
      let (kind, text) = Self.envelope[met]
      guard event.kind == kind, kind == .beginMapping || batch.string(of: event) == text else {
        finding = .other
        return
      }
      met += 1
    }
  }
}

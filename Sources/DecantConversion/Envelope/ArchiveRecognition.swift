package import DecantCore

extension Input {
  /// Whether the input begins with an archive; consumes nothing, but may read ahead.
  package mutating func beginsArchive() throws(DecantError) -> Bool {
    do {
      return try window.beginsArchive(in: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}

/// Detection of archives by the start of the input, which is not consumed: a second reader parses a copy of the window.
extension Window {
  private static let reach = 4096

  fileprivate mutating func beginsArchive(in format: Format) throws(DecantError) -> Bool {
    while !mayBeginArchive {
      guard !isComplete, unread < Self.reach else { return false }
      // A slow producer's input is converted at once if it cannot become an archive.
      if wouldWait, ArchiveOpening(of: view(Self.reach), in: format).finding == .other {
        return false
      }
      guard try refill() else { return false }
    }
    // Binary property lists are read from their end.
    if format.abilities.contains(.binary), !format.isBinaryStream { try showAll() }
    while true {
      switch ArchiveOpening(of: view(unread), in: format).finding {
      case .archive: return true
      case .other: return false
      case .open:
        guard !isComplete, unread < Self.reach * 2, try refill() else { return false }
      }
    }
  }

  private var mayBeginArchive: Bool {
    let word = Array(ArchiveEnvelope.Field.archiver.rawValue.utf8)
    return withBytes { bytes in
      var offset = position
      let end = min(count, position + Self.reach) - word.count
      while offset <= end {
        if bytes.byte(at: offset) == word[0],
          word.indices.allSatisfy({ bytes.byte(at: offset + $0) == word[$0] })
        {
          return true
        }
        offset += 1
      }
      return false
    }
  }
}

private struct ArchiveOpening {
  enum Finding {
    case archive
    case other
    case open
  }

  private(set) var finding = Finding.open
  private var met = 0

  private static let envelope: [(kind: Event.Kind, text: String)] = [
    (.beginMapping, ""), (.string, ArchiveEnvelope.Field.archiver.rawValue),
    (.string, ArchiveEnvelope.archiver),
  ]

  init(of bytes: [UInt8], in format: Format) {
    format.read(beginning: bytes) { (batch) in
      examine(batch)
      return finding == .open
    }
  }

  private mutating func examine(_ batch: borrowing EventBatch) {
    for index in 0..<batch.count where finding == .open {
      let event = batch[index]
      guard event.kind != .beginDocument, !event.isAnnotation else { continue }
      guard met < Self.envelope.count else {
        // An archive has more fields.
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

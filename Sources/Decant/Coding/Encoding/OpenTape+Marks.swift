extension EncodingSession {
  /// What an entry of a tape means that is not an event of the document.
  enum Mark {
    /// A placeholder for a nested container, or for an encoder of a superclass.
    case side(OpenTape)
    /// An annotation: the next node is the content of a shared instance.
    case content(of: Int)
    /// A placeholder for a shared instance whose content is elsewhere.
    case again(Int)
    /// A placeholder for a weak reference.
    case reference(Int)
  }
}

extension Event.Flags {
  /// The keys of the mapping that begins are data, exempt from key strategies.
  static let hasDataKeys = Event.Flags(rawValue: 1 << 14)
  /// The mapping that begins has a key several times.
  static let hasRepeatedKeys = Event.Flags(rawValue: 1 << 15)
  static let ofOpenTapes: Event.Flags = [.hasDataKeys, .hasRepeatedKeys]
}

/// Marks: entries that are not events of the document.
extension OpenTape {
  func append(placeholder mark: EncodingSession.Mark) {
    append(.alias, linkedTo: session.add(mark))
  }

  /// Appends an annotation of the next node, and returns the mark's index.
  func append(annotation mark: EncodingSession.Mark) -> Int {
    let index = session.add(mark)
    append(.anchor, linkedTo: index)
    return index
  }

  private func append(_ kind: Event.Kind, linkedTo mark: Int) {
    append(kind)
    entries[count - 1].link = mark
  }

  func mark(at index: Int) -> EncodingSession.Mark? {
    let entry = entries[index]
    guard entry.kind == .anchor || entry.kind == .alias else { return nil }
    // A container that the caller keeps may be used after the end of its session.
    return entry.link < session.marks.count ? session.marks[entry.link] : nil
  }

  func index(ofMark mark: Int) -> Int? {
    (0..<count).first { entries[$0].kind == .anchor && entries[$0].link == mark }
  }

  /// Forgets content that is removed after a failure, so that the next reference encodes it again.
  func forgetContent(from index: Int) {
    for index in index..<count {
      switch mark(at: index) {
      case .content(let instance):
        session.instances.forgetContent(of: instance, at: entries[index].link)
      case .side(let side):
        side.forgetContent(from: 0)
      case .again, .reference, nil:
        break
      }
    }
  }
}

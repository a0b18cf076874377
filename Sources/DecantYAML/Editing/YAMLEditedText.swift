internal import DecantCore

/// A YAML document that is edited, and the positions of its nodes.
///
///     key: &a !t value # comment
///     │  │└ properties  │
///     │  └ slot         └ end
///     └ start of the child
struct YAMLEditedText {
  let document: EditedDocument
  let lines: EditedLines

  init(_ document: EditedDocument) {
    self.document = document
    lines = EditedLines(bytes: document.bytes, comments: .hashes)
  }

  var bytes: EditedBytes { document.bytes }
  var tape: Tape { document.tape }

  func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  func start(of node: Int) -> Int { document.offset(at: node) }

  // MARK: Properties

  struct Properties {
    var anchor: Range<Int>?
    var hasTag = false
    var end: Int
  }

  /// Finds also tags that only repeat the type, such as `!!str` before text, and are not on the tape.
  func properties(of node: Int) -> Properties? {
    let (start, content) = (start(of: node), contentStart(of: node))
    guard start < content else { return nil }
    let anchor = document.annotation(.anchor, of: node)
    let tag = document.annotation(.tag, of: node)
    var found = Properties(anchor: anchor, hasTag: tag != nil, end: start)
    found.end = max(anchor?.upperBound ?? start, tag?.upperBound ?? start)
    guard tag == nil else { return found }
    // The tag is before or after the anchor.
    for place in [start, lines.token(from: found.end, before: content)]
    where place < content && byte(place) == UInt8(ascii: "!") {
      found.hasTag = true
      found.end = max(found.end, tagEnd(place, before: content))
    }
    return found
  }

  private func tagEnd(_ place: Int, before limit: Int) -> Int {
    bytes[place..<limit].firstIndex { $0 <= 0x20 } ?? limit
  }

  func contentStart(of node: Int) -> Int { document.contentRange(of: node).lowerBound }

  func contentRange(of node: Int) -> Range<Int> { document.contentRange(of: node) }

  /// Whether the last byte of a key is one of a name, of which a colon would become part.
  func endsWithName(_ node: Int) -> Bool {
    tape[tape.content(of: node)].kind == .alias || isEmpty(node) && properties(of: node) != nil
  }

  /// Whether a node is there only because something has to be.
  func isEmpty(_ node: Int) -> Bool {
    !document.isCollection(node) && document.contentRange(of: node).isEmpty
  }

  // MARK: Ends

  /// Returns whether the collection is in brackets; false for `[a]: b`.
  func isInBrackets(_ node: Int) -> Bool {
    document.isCollection(node) && !document.closingBracket(of: node).isEmpty
  }

  func end(of node: Int) -> Int { document.contentRange(of: node).upperBound }

  func end(of child: EditedDocument.Child) -> Int {
    let value = end(of: child.value)
    guard let key = child.key else { return value }
    let keyEnd = end(of: key)
    return max(value, colonEnd(after: keyEnd) ?? keyEnd)
  }

  func colonEnd(after keyEnd: Int) -> Int? {
    let place = lines.token(from: keyEnd, before: bytes.count)
    return byte(place) == UInt8(ascii: ":") ? place + 1 : nil
  }

  // MARK: Block scalars

  /// Returns the block scalar that is the last scalar before a place, and whether its text ends with a line feed.
  func blockScalar(before place: Int) -> (indicator: Int, endsLine: Bool)? {
    let last = tape.entries.indices.last {
      tape[$0].depthChange == 0 && !tape[$0].isAnnotation && tape.offset(at: $0) < place
    }
    guard let content = last, [.literal, .folded].contains(tape[content].style) else { return nil }
    return (contentStart(of: content), tape.text[tape.textRange(at: content)].last == 0x0A)
  }
}

internal import DecantCore
internal import DecantEditing

/// The comments that Xcode writes beside identifiers.
extension XcodeProject {
  /// Fields whose identifiers have no comments.
  private static let plainFields: Set<KeyText> = ["remoteGlobalIDString", "TestTargetID"]

  /// Returns the text of the comment beside a new identifier; empty if there is none.
  private func note(beside identifier: KeyText) -> [UInt8] {
    guard let comment = comment(for: identifier) else { return [] }
    var text = Array(" /* ".utf8)
    for byte in comment.utf8 {
      // Nothing in it ends the comment.
      if byte == UInt8(ascii: "/"), text.last == UInt8(ascii: "*") { text.append(0x20) }
      text.append(byte)
    }
    return text + Array(" */".utf8)
  }

  func note(besideKey key: String) -> [UInt8] { hasNotes ? note(beside: KeyText(key)) : [] }

  func note(beside scalar: Document.Node, forKey key: String?) -> [UInt8] {
    guard hasNotes, scalar.kind == .string, let identifier = scalar.token,
      key.map({ !Self.plainFields.contains(KeyText($0)) }) ?? true
    else { return [] }
    return note(beside: identifier)
  }

  /// Returns the end of a value with the comment beside it, which is not that of another value.
  func noteEnd(after value: Range<Int>, in document: EditedDocument) -> Int {
    let end = value.upperBound
    guard hasNotes, document.bytes[end...].starts(with: " /*".utf8),
      let comment = document.comments(in: end..<end + 2).first
    else { return end }
    return comment.upperBound
  }

  /// Returns a new value without the comments that its identifiers will have, and without the marks of a section around it.
  func withoutNotes(_ value: Document) throws(DecantError) -> Document {
    guard value.hasTrivia else { return value }
    let tape = value.tape
    let content = tape.content(of: 0)..<tape.end(of: 0)
    let kept = (0..<tape.count).filter { index in
      guard tape[index].kind.isComment else { return true }
      let text = tape.string(at: index)
      if !content.contains(index), Self.mark(in: Array("/*\(text)*/".utf8)) != nil { return false }
      return !hasNotes || !notes.contains(KeyText(text))
    }
    var result = Tape()
    try result.append(kept, of: tape)
    return Document(result)
  }

  /// Returns edits with the comments of identifiers that refer to new objects, and stay as they are.
  func addingNotes(to edits: [ByteEdit], in document: EditedDocument) -> [ByteEdit] {
    guard hasNotes else { return edits }
    var result: [ByteEdit] = []
    var rest = edits[...]
    for (node, note) in missingNotes(in: document) {
      while let next = rest.first, next.range.upperBound <= node.lowerBound {
        result.append(rest.removeFirst())
      }
      if let next = rest.first, next.range.lowerBound < node.upperBound { continue }
      result.append(ByteEdit(node.upperBound..<node.upperBound, note))
    }
    return result + rest
  }

  /// Returns the identifiers of a document that have no comments, in the order of the text.
  func missingNotes(in document: EditedDocument) -> [(node: Range<Int>, note: [UInt8])] {
    let tape = document.tape
    var found: [(node: Range<Int>, note: [UInt8])] = []
    func add(_ node: Int) {
      guard let identifier = Document.Node(tape: tape, index: node).token else { return }
      let note = note(beside: identifier)
      let range = document.range(of: node)
      if !note.isEmpty, !document.bytes[range.upperBound...].starts(with: " /*".utf8) {
        found.append((range, note))
      }
    }
    for pair in tape.pairs(in: tape.content(of: objects)) { add(pair.key) }
    var open = [tape.content(of: 0)]
    while let node = open.popLast() {
      switch tape[node].kind {
      case .beginMapping:
        for (key, value) in tape.pairs(in: node) {
          let name = Document.Node(tape: tape, index: key).token ?? ""
          if !Self.plainFields.contains(name) { open.append(tape.content(of: value)) }
        }
      case .beginSequence: open += tape.children(of: node).map { tape.content(of: $0) }
      case .string: add(node)
      default: break
      }
    }
    return found.sorted { $0.node.lowerBound < $1.node.lowerBound }
  }
}

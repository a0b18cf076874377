import Decant
import DecantEditing
import DecantCore

@testable import DecantChanges

/// Documents as words, so that drafts are tested without a text format.
///
///     { a [ 1 2 ] b &x { c 3 } d *x #above e text ^beside }
///
/// Words of digits are numbers, but for keys; a key `2:` is a number, too, and `<<` is a merge key.
enum DraftScript {
  static func document(_ script: String) throws(DecantError) -> Document {
    try Document(marked(script).tape)
  }

  /// Returns the tape of a script, on which the offset of each node is the number of its word.
  static func marked(_ script: String) throws(DecantError) -> ExtentTape {
    var batch = EventBatch()
    /// The open collections: whether each is a mapping, and whether a key comes next.
    var open: [(isMapping: Bool, isKeyNext: Bool)] = []
    for (place, word) in script.split(separator: " ").enumerated() {
      let isKey = open.last?.isKeyNext ?? false
      let text = String(word.dropFirst())
      switch word.first {
      case "#": batch.append(.comment, text: text, at: place)
      case "^": batch.append(.trailingComment, text: text, at: place)
      case "&": batch.append(.anchor, text: text, at: place)
      case "{", "[":
        batch.append(word == "{" ? .beginMapping : .beginSequence, at: place)
        open.append((word == "{", word == "{"))
      case "}", "]":
        open.removeLast()
        batch.append(word == "}" ? .endMapping : .endSequence, at: place)
        open.endNode()
      default:
        appendScalar(String(word), isKey: isKey, at: place, to: &batch)
        open.endNode()
      }
    }
    var nodes = ExtentTape()
    try nodes.append(0..<batch.count, of: batch)
    return nodes
  }

  private static func appendScalar(
    _ word: String, isKey: Bool, at place: Int, to batch: inout EventBatch
  ) {
    var flags: Event.Flags = isKey ? .isKey : []
    if isKey, word == "<<" { flags.insert(.isMergeKey) }
    let (kind, text): (Event.Kind, String) =
      if word.hasPrefix("*") {
        (.alias, String(word.dropFirst()))
      } else if isKey, word.hasSuffix(":") {
        (.integer, String(word.dropLast()))
      } else {
        (!isKey && word.allSatisfy(\.isNumber) ? .integer : .string, word)
      }
    batch.append(kind, text: text, flags: flags, at: place)
  }

  static func text(of document: Document) -> String {
    let tape = document.tape
    let words = tape.entries.indices.map { index in
      let text = tape.string(at: index)
      return switch tape[index].kind {
      case .beginMapping: "{"
      case .endMapping: "}"
      case .beginSequence: "["
      case .endSequence: "]"
      case .comment: "#" + text
      case .trailingComment: "^" + text
      case .anchor: "&" + text
      case .alias: "*" + text
      case .integer where tape[index].isKey: text + ":"
      case .integer, .string: text
      default: "?"
      }
    }
    return words.joined(separator: " ")
  }
}

extension [(isMapping: Bool, isKeyNext: Bool)] {
  /// Expects a value after a key, and a key after a value.
  fileprivate mutating func endNode() {
    guard let last, last.isMapping else { return }
    self[count - 1].isKeyNext.toggle()
  }
}

// MARK: - Drafts

extension Draft {
  /// Creates the draft of a script, of which no byte exists.
  convenience init(
    _ script: String, _ aliasedValues: AliasedValues = .refused,
    gaps: [Int: DocumentGap] = [:], copies: CopyBudget? = nil
  ) throws(DecantError) {
    let nodes = try DraftScript.marked(script)
    let document = EditedDocument(
      bytes: EditedBytes([]), nodes: nodes, lineEnd: [0x0A],
      write: { (_, _) throws(DecantError) in throw DecantError(.malformedEvents("no text")) })
    self.init(
      of: document, gaps: gaps, rules: nil, aliasedValues,
      copies: copies ?? CopyBudget(ReadingOptions(), of: EditedBytes([])))
  }

  var script: String {
    get throws(DecantError) { DraftScript.text(of: try document(of: root)) }
  }

  /// The digest of the draft, by which the text of an edit is verified.
  var digest: DocumentDigest {
    get throws(DecantError) {
      var digest = DocumentDigest()
      try add(try change, to: &digest)
      return digest
    }
  }

  /// Makes an operation as on the command line: `set /a 1`, `insert /a/0 { b 2 }`, `delete /a`, `comment /a about`.
  ///
  /// Those of RFC 6902 are `add`, `patch-move` and `patch-copy`.
  func make(_ operation: String) throws {
    let words = operation.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    let path = try PathPattern(words[1])
    let operand = words.count > 2 ? words[2] : ""
    switch words[0] {
    case "set": _ = try set(path, Self.value(operand))
    case "replace": _ = try replace(path, Self.value(operand))
    case "insert": try insert(path, Self.value(operand))
    case "append": try append(path, Self.value(operand), unlessFound: false)
    case "test": try test(path, Self.value(operand))
    case "comment": try comment(path, operand)
    case "delete": try delete(path)
    case "rename": try rename(path, to: KeyText(operand))
    case "add": try add(try DraftScript.document(operand), at: Self.pointer(words[1]))
    case "move", "copy":
      _ = try transfer(
        from: path, to: try PathPattern(operand), isMove: words[0] == "move")
    case "patch-move", "patch-copy":
      _ = try transfer(
        from: Self.pointer(words[1]), to: Self.pointer(operand), isMove: words[0] == "patch-move",
        isPatch: true)
    default: throw DecantError(.malformedEvents("an unknown operation \(words[0])"))
    }
  }

  private static func value(_ script: String) -> ValueForSlot {
    { (_) throws(DecantError) in try DraftScript.document(script) }
  }

  private static func pointer(_ text: String) throws(DecantError) -> DocumentPointer {
    guard let pointer = DocumentPointer(text) else {
      throw DecantError(.malformedEvents("not a pointer: \(text)"))
    }
    return pointer
  }
}

/// Bytes that take the place of a range of others.
struct ByteEdit: Sendable, Hashable {
  /// The bytes that are replaced; empty where bytes are only inserted.
  var range: Range<Int>
  /// The bytes in their place.
  var bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: some Sequence<UInt8> = []) {
    self.range = range
    self.bytes = Array(bytes)
  }
}

/// How the bytes of a document in one format change when a node of it does.
///
/// All edits are those that change the fewest bytes: comments, white space and spelling outside the nodes in question
/// stay. What is new looks like its siblings.
protocol EditingSyntax: Sendable {
  /// The format that new values are written in.
  var writer: Format { get }

  /// Returns the edits that put `new` in the place of the node at `place`.
  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that put `new` before the child at `index` of a collection, or after its last one.
  ///
  /// In a mapping, it becomes the value of `key`.
  func insertion(
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace,
    of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that remove the child at `index` of a collection.
  func removal(
    of index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that rename the key at `index` of a mapping.
  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]
}

/// A node of a document that is edited, and the way to it.
struct NodePlace: Sendable {
  /// The index of the node's first entry on the tape.
  let node: Int
  /// The collections around the node, the outermost first, and the index of the child on the way in each.
  let ancestors: [(node: Int, child: Int)]

  static let root = NodePlace(node: 0, ancestors: [])

  /// The collection that contains the node; nil for the root.
  var parent: NodePlace? {
    ancestors.last.map { NodePlace(node: $0.node, ancestors: ancestors.dropLast()) }
  }
}

/// A document that is edited: its bytes, and its nodes with their places among them.
struct EditedDocument: Sendable {
  /// All bytes of the input.
  let bytes: [UInt8]
  /// The nodes of the document, whose offsets count from the first byte.
  let tape: Tape
  /// Writes a document in the format of the syntax.
  let write: @Sendable (Document, WritingOptions) throws(DecantError) -> [UInt8]

  /// A child of a collection.
  struct Child: Sendable {
    /// The first entry of its key; nil in a sequence.
    let key: Int?
    /// The first entry of its value.
    let value: Int

    /// Its first entry.
    var start: Int { key ?? value }
  }

  /// The children of the collection at `node`, in order.
  func children(of node: Int) -> [Child] {
    let begin = tape.content(of: node)
    let isMapping = tape[begin].kind == .beginMapping
    let end = tape.end(of: node) - 1
    var children: [Child] = []
    var index = begin + 1
    while index < end {
      let value = isMapping ? tape.end(of: index) : index
      children.append(Child(key: isMapping ? index : nil, value: value))
      index = tape.end(of: value)
    }
    return children
  }

  func isMapping(_ node: Int) -> Bool { tape[tape.content(of: node)].kind == .beginMapping }

  func isCollection(_ node: Int) -> Bool { tape[tape.content(of: node)].depthChange > 0 }

  /// The line end that the input has after its first line.
  var lineEnd: [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else {
      return [0x0A]
    }
    return [0x0D, 0x0A]
  }

  /// The text of `document` without the end of its last line, with `indent` before all lines but the first.
  func written(
    _ document: Document, _ options: WritingOptions, indent: [UInt8] = []
  ) throws(DecantError) -> [UInt8] {
    var text = try write(document, options)
    while text.last == 0x0A { text.removeLast() }
    return text.indented(by: indent, lineEnd: lineEnd)
  }
}

extension [UInt8] {
  /// The lines of the text, with `indent` before all but the first and empty ones.
  func indented(by indent: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for index in indices {
      guard self[index] == 0x0A else {
        if index > 0, self[index - 1] == 0x0A { result += indent }
        result.append(self[index])
        continue
      }
      result += lineEnd
    }
    return result
  }
}

/// A layout that cannot be edited in place.
struct LayoutProblem: SpecificProblem {
  /// What is laid out so.
  let what: String

  var message: String { "\(what) cannot be edited in place" }
}

/// A replacement of a range of bytes.
struct ByteEdit: Sendable, Hashable {
  /// The replaced bytes; empty for an insertion.
  var range: Range<Int>
  var bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: some Sequence<UInt8> = []) {
    self.range = range
    self.bytes = Array(bytes)
  }
}

/// The rules by which the text of a format is edited in place.
///
/// Edits change as few bytes as possible: comments, white space and spelling outside the affected
/// nodes are kept. New text is laid out like its siblings.
protocol EditingSyntax: Sendable {
  var writer: Format { get }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that insert a child at `index`; `key` is nil in a sequence.
  func insertion(
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace,
    of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  func removal(
    of index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]
}

/// A node of an edited document and the path to it.
struct NodePlace: Sendable {
  /// The index of the node's first entry on the tape.
  let node: Int
  /// The enclosing collections, outermost first, with the index of the child on the path in each.
  let ancestors: [(node: Int, child: Int)]

  static let root = NodePlace(node: 0, ancestors: [])

  var parent: NodePlace? {
    ancestors.last.map { NodePlace(node: $0.node, ancestors: ancestors.dropLast()) }
  }
}

/// A document that is edited: its bytes and its nodes.
struct EditedDocument: Sendable {
  let bytes: [UInt8]
  /// The nodes; their offsets count from the first of `bytes`.
  let tape: Tape
  let write: @Sendable (Document, WritingOptions) throws(DecantError) -> [UInt8]

  struct Child: Sendable {
    /// The index of the key's first entry on the tape; nil in a sequence.
    let key: Int?
    let value: Int

    var start: Int { key ?? value }
  }

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

  var lineEnd: [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else {
      return [0x0A]
    }
    return [0x0D, 0x0A]
  }

  /// Returns the text without final line feeds, with `indent` before all lines but the first.
  func written(
    _ document: Document, _ options: WritingOptions, indent: [UInt8] = []
  ) throws(DecantError) -> [UInt8] {
    var text = try write(document, options)
    while text.last == 0x0A { text.removeLast() }
    return text.indented(by: indent, lineEnd: lineEnd)
  }
}

extension [UInt8] {
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

struct LayoutProblem: SpecificProblem {
  let what: String

  var message: String { "\(what) cannot be edited in place" }
}

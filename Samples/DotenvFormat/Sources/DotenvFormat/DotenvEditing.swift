import Decant

/// The rules for edits of `.env` files in place: comments, blank lines and other pairs stay.
///
///     export HOST=example.org # comment
///     │      │    └ value   ┘          │
///     │      └ name                    │
///     └ the line, which a removal takes┘
struct DotenvEditing: EditingSyntax {
  var writer: Format { .dotenv }

  var requiresMapping: Bool { true }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard let mapping = place.ancestors.last else {
      let text = try document.written(new)
      return [ByteEdit(0..<document.bytes.count, text.isEmpty ? [] : text + document.lineEnd)]
    }
    let pair = try pair(of: document.children(of: mapping.node)[mapping.child], in: document)
    return [ByteEdit(pair.value, DotenvWriter.quoted(new.root.text ?? "").utf8)]
  }

  func insertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    var edits: [ByteEdit] = []
    for child in new {
      let text = "\(child.key ?? "")=\(DotenvWriter.quoted(child.value.root.text ?? ""))".utf8
      var place = document.bytes.count
      if child.index < children.count {
        place = try pair(of: children[child.index], in: document).lines.lowerBound
      } else if let last = children.last {
        place = try pair(of: last, in: document).lines.upperBound
      }
      let endsLine =
        !edits.isEmpty || place == 0 || document.bytes[place - 1] == UInt8(ascii: "\n")
      edits.append(
        ByteEdit(
          place..<place, (endsLine ? [] : document.lineEnd) + text + document.lineEnd))
    }
    return edits
  }

  func removal(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    var edits: [ByteEdit] = []
    for index in indices {
      edits.append(ByteEdit(try pair(of: children[index], in: document).lines))
    }
    return edits
  }

  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let child = document.children(of: mapping.node)[index]
    return [ByteEdit(try pair(of: child, in: document).name, key.utf8)]
  }

  private struct Place {
    let lines: Range<Int>
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Parses a pair again to find its parts.
  private func pair(
    of child: EditedDocument.Child, in document: EditedDocument
  ) throws(DecantError) -> Place {
    let origin = document.offset(at: child.start)
    let bytes = document.bytes
    var window = Window(.bytes(Array(bytes[origin...])))
    while true {
      guard case .pair(let pair) = try DotenvPair.line(at: 0, of: window) else {
        guard !window.isComplete else { throw DotenvProblem.noMapping.error(at: origin) }
        _ = try window.refill()
        continue
      }
      let start = bytes[..<origin].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return Place(
        lines: start..<origin + pair.end,
        name: origin..<origin + pair.nameRange.upperBound,
        value: origin + pair.valueStart..<origin + pair.valueEnd)
    }
  }
}

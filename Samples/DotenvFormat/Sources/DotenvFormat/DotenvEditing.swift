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

  func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    switch change.content {
    case .kept: return []
    case .replaced(let new):
      let text = try document.written(new)
      return [ByteEdit(0..<document.bytes.count, text.isEmpty ? [] : text + document.lineEnd)]
    case .children(let children):
      var places: [Place] = []
      for child in document.children(of: 0) { places.append(try place(of: child, in: document)) }
      return edits(for: children, at: places, in: document)
    }
  }

  private func edits(
    for children: [ChildChange], at places: [Place], in document: EditedDocument
  ) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var rest = 0
    for child in children {
      let value = child.value.flatMap { $0.newText }
      guard let number = child.number else {
        let place = rest > 0 ? places[rest - 1].lines.upperBound : places.first?.lines.lowerBound
        let start = place ?? document.bytes.count
        let endsLine =
          start == 0 || edits.last?.range.upperBound == start
          || document.bytes[start - 1] == UInt8(ascii: "\n")
        let text = "\(child.key ?? "")=\(DotenvWriter.quoted(value ?? ""))".utf8
        edits.append(
          ByteEdit(start..<start, (endsLine ? [] : document.lineEnd) + text + document.lineEnd))
        continue
      }
      edits += places[rest..<number].map { ByteEdit($0.lines) }
      if let key = child.key { edits.append(ByteEdit(places[number].name, key.utf8)) }
      if let value {
        edits.append(ByteEdit(places[number].value, DotenvWriter.quoted(value).utf8))
      }
      rest = number + 1
    }
    return edits + places[rest...].map { ByteEdit($0.lines) }
  }

  private struct Place {
    let lines: Range<Int>
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Parses a pair again to find its parts.
  private func place(
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

extension NodeChange {
  /// The text that replaces a value; nil if it stays.
  fileprivate var newText: String? {
    guard case .replaced(let new) = content else { return nil }
    return new.root.text ?? ""
  }
}

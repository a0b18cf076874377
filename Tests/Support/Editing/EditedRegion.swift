import Decant
import DecantEditing
import DecantCore

/// The bytes of a document that an edit may change: from the event before its place up to the event after it.
struct EditedRegion {
  private let range: Range<Int>

  /// Returns nil if the edit has several places, or if the format does not order nodes by their place.
  init?(_ edit: RandomEdit, _ document: Document, _ bytes: [UInt8]) throws {
    guard document.tape.isInOrderOfText, let operation = edit.patch?.operations.first else {
      return nil
    }
    let tape = document.tape
    let entries: Range<Int>
    switch (edit.kind, operation) {
    case (.set, .replace(let pointer, _)), (.delete, .remove(let pointer)),
      (.rename, .move(let pointer, _)):
      guard let found = tape.entries(at: pointer, orOfEmptied: edit.kind == .delete) else {
        return nil
      }
      entries = found
    case (.setNew, .add(let pointer, _)), (.insert, .add(let pointer, _)),
      (.copy, .copy(_, let pointer)):
      guard let found = tape.place(ofNew: pointer) else { return nil }
      entries = found
    default: return nil
    }
    var start = entries.lowerBound > 0 ? tape.offset(at: entries.lowerBound - 1) : 0
    let change = entries.lowerBound > 0 ? tape[entries.lowerBound - 1].depthChange : 0
    // A collection without brackets begins with its first child.
    if edit.kind == .delete || change > 0 {
      start = Self.startWithComments(above: start, in: bytes)
    }
    if change > 0 {
      start -= bytes[..<start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    } else if change < 0 {
      start = Self.contentEnd(before: start, in: bytes)
    }
    let end = entries.upperBound < tape.count ? tape.offset(at: entries.upperBound) : bytes.count
    range = start..<max(start, end)
  }

  /// Returns the start of the line, or of the lines with comments above it, which go with a node.
  private static func startWithComments(above place: Int, in bytes: [UInt8]) -> Int {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func lineStart(_ place: Int) -> Int {
      max((bytes[..<place].lastIndex(of: 0x0A) ?? -1) + 1, min(mark, place))
    }
    var start = lineStart(place)
    guard bytes[start..<place].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return place }
    while start > mark {
      let above = lineStart(start - 1)
      let text = bytes[above..<start].drop { $0 == 0x20 || $0 == 0x09 }
      guard ["#", "//", "/*", "<!--"].contains(where: { text.starts(with: $0.utf8) }) else { break }
      start = above
    }
    return start
  }

  /// Returns the end of the last line before a place that is neither blank nor a comment: what ends by its indentation has
  /// its end where the next token begins, and the comments before that belong to the next node.
  private static func contentEnd(before place: Int, in bytes: [UInt8]) -> Int {
    var end = place
    while true {
      end =
        bytes[..<end].lastIndex { !SourceLines.isLineEnd($0) && $0 != 0x20 && $0 != 0x09 }.map {
          $0 + 1
        } ?? 0
      let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard bytes[start..<end].first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "#")
      else { return end }
      end = start
    }
  }

  func keepsOtherBytes(of old: [UInt8], in new: [UInt8]) -> Bool {
    new.starts(with: old[..<range.lowerBound])
      && new.reversed().starts(with: old[range.upperBound...].reversed())
  }
}

extension Tape {
  fileprivate var isInOrderOfText: Bool {
    zip(entries, entries.dropFirst()).allSatisfy { $0.position <= $1.position }
  }

  /// The children of a collection, from their key to the end of their value.
  private func childRanges(of collection: Int) -> [Range<Int>] {
    let begin = content(of: collection)
    guard self[begin].depthChange > 0 else { return [] }
    var children: [Range<Int>] = []
    var start = begin + 1
    while start < partner(of: begin) {
      let value = self[begin].kind == .beginMapping ? end(of: start) : start
      children.append(start..<end(of: value))
      start = end(of: value)
    }
    return children
  }

  /// The entries of the child at a pointer, or of the collection that is empty without it.
  fileprivate func entries(at pointer: DocumentPointer, orOfEmptied: Bool) -> Range<Int>? {
    var found = 0..<end(of: 0)
    for (depth, token) in pointer.tokens.enumerated() {
      let value = self[found.lowerBound].isKey ? end(of: found.lowerBound) : found.lowerBound
      let children = childRanges(of: value)
      let isMapping = self[content(of: value)].kind == .beginMapping
      guard
        let child = isMapping
          ? children.first(where: { name(at: content(of: $0.lowerBound)) == token })
          : DocumentPointer.index(token).flatMap({
            children.indices.contains($0) ? children[$0] : nil
          })
      else { return nil }
      if orOfEmptied, depth == pointer.tokens.count - 1, children.count == 1 { return found }
      found = child
    }
    return found
  }

  /// The place before which a child is inserted, or the collection if it is empty.
  fileprivate func place(ofNew pointer: DocumentPointer) -> Range<Int>? {
    guard let outer = entries(at: pointer.parent, orOfEmptied: false),
      let token = pointer.tokens.last
    else { return nil }
    let value = self[outer.lowerBound].isKey ? end(of: outer.lowerBound) : outer.lowerBound
    let children = childRanges(of: value)
    guard !children.isEmpty else { return outer }
    let isMapping = self[content(of: value)].kind == .beginMapping
    let index = isMapping ? children.count : DocumentPointer.index(token) ?? children.count
    let place = index < children.count ? children[index].lowerBound : end(of: value) - 1
    return place..<place
  }
}

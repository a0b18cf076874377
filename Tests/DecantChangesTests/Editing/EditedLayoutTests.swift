import DecantTestSupport
import Foundation
import Testing
import Decant

/// Every kind of edit, of documents in random layouts and of every format: the value is that of the same change of a `Value`,
/// also for Python, every other byte stays, and new lines end like the others.
@Suite struct EditedLayoutTests {
  enum Notation: String, CaseIterable, Sendable {
    case json, json5, yaml, xml, openStep, toml

    var format: Format {
      switch self {
      case .json: .json
      case .json5: .json5
      case .yaml: .yaml
      case .xml: .xmlPropertyList
      case .openStep: .openStepPropertyList
      case .toml: .toml
      }
    }

    var onlyStrings: Bool { self == .openStep }

    func value(_ layout: inout RandomLayout) -> Value {
      let value = layout.value(onlyStrings: onlyStrings)
      return self == .toml && value.mapping == nil ? ["root": value] : value
    }

    func text(of value: Value, _ layout: inout RandomLayout) -> String {
      let isLined = layout.chance(50)
      switch self {
      case .json: return isLined ? layout.linedJSON(value) : layout.json(value)
      case .json5: return isLined ? layout.linedJSON5(value) : layout.json5(value)
      case .xml: return isLined ? layout.linedXML(value) : layout.xml(value)
      case .openStep: return isLined ? layout.linedOpenStep(value) : layout.openStep(value)
      case .toml: return layout.toml(value)
      case .yaml:
        let text = layout.yaml(value)
        // The lines of a document may be indented.
        guard layout.chance(20), !text.contains("---\n") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { $0.isEmpty ? "" : "   " + $0 }.joined(separator: "\n")
      }
    }
  }

  /// A document after an edit.
  private struct Outcome {
    let story: String
    let bytes: [UInt8]
    let value: Value
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// With line ends of Windows, with a byte-order mark, or without the last line end.
  private static func bytes(_ text: String, _ layout: inout RandomLayout) -> [UInt8] {
    var text = text
    if layout.chance(25) { while text.hasSuffix("\n") { text.removeLast() } }
    if layout.chance(50) { text = text.replacing("\n", with: "\r\n") }
    return (layout.chance(20) ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }

  private static func story(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).debugDescription
  }

  @Test(arguments: Notation.allCases)
  func editsAsValuesAreEdited(notation: Notation) throws {
    var outcomes: [Outcome] = []
    for seed in 0..<UInt64(Thoroughness.isFull ? 200 : 50) {
      var layout = RandomLayout(seed: seed &+ 77_000)
      var value = notation.value(&layout)
      let text = Self.bytes(notation.text(of: value, &layout), &layout)
      var story = Self.story(text)
      var editor = try DocumentEditor(text, as: notation.format)
      // The region of an edit is known if new keys come last.
      editor.sortsNewKeys = false
      for kind in RandomEdit.Kind.allCases.shuffled(using: &layout) {
        guard
          let edit = try RandomEdit(kind, of: value, &layout, onlyStrings: notation.onlyStrings)
        else { continue }
        if notation == .toml, edit.expected.mapping == nil { continue }
        let before = editor.bytes
        story += "\n=== \(edit.edit)\n"
        do {
          try editor.apply(edit.edit)
        } catch {
          Issue.record("\(notation) \(seed): \(error)\n\(story)")
          break
        }
        story += Self.story(editor.bytes)
        if let violation = try violation(by: edit, before, editor.bytes, notation) {
          Issue.record("\(notation) \(seed): \(violation)\n\(story)")
          break
        }
        value = edit.expected
        outcomes.append(
          Outcome(story: "\(seed): \(story)", bytes: editor.bytes, value: value))
      }
    }
    try check(outcomes, notation)
  }

  /// Returns what is wrong with the text after an edit.
  private func violation(
    by edit: RandomEdit, _ old: [UInt8], _ new: [UInt8], _ notation: Notation
  ) throws -> String? {
    guard let result = try? Value(parsing: new, as: notation.format), result == edit.expected else {
      return "the value is not \(edit.expected)"
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if new.starts(with: mark) != old.starts(with: mark) { return "the byte-order mark" }
    let (oldEnds, newEnds) = (LineEnds(of: old), LineEnds(of: new))
    if oldEnds == .lineFeed || oldEnds == .windows, newEnds != oldEnds, newEnds != .none {
      return "line ends: \(oldEnds) became \(newEnds)"
    }
    // Blank lines before a last item stay.
    let ending = new.reversed().prefix { EditedLines.isLineEnd($0) }
    if oldEnds != .none, newEnds != .none, ending.count(where: { $0 == Self.lineFeed }) < 2,
      (old.last == Self.lineFeed) != (new.last == Self.lineFeed)
    {
      return "the line end at the end"
    }
    let document = try Document(parsing: old, as: notation.format)
    if let region = try EditedRegion(edit, document, old),
      !region.keepsOtherBytes(of: old, in: new)
    {
      return "other bytes"
    }
    return nil
  }

  private enum LineEnds {
    case none, lineFeed, windows, mixed

    init(of text: [UInt8]) {
      let feeds = text.count { $0 == 0x0A }
      let returns = text.count { $0 == 0x0D }
      let pairs = zip(text, text.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
      switch (feeds, returns) {
      case (0, 0): self = .none
      case (_, 0): self = .lineFeed
      case (pairs, pairs): self = .windows
      default: self = .mixed
      }
    }
  }

  /// Reads all documents by one process.
  private func check(_ outcomes: [Outcome], _ notation: Notation) throws {
    guard Oracle.editedDocuments.isInstalled else { return }
    let lines = try outcomes.map { outcome in
      let hex = outcome.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let job: Value = [
        .string(notation.rawValue), .string(hex), outcome.value,
      ]
      return String(decoding: try job.encoded(as: .jsonLines), as: UTF8.self)
    }
    let output = try Oracle.editedDocuments.run(Array(lines.joined().utf8)) ?? []
    let answers = String(decoding: output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    try #require(answers.count == outcomes.count && outcomes.count > 150)
    for (answer, outcome) in zip(answers, outcomes) where !answer.isEmpty {
      Issue.record("\(notation) \(outcome.story)\n\(answer)")
    }
  }
}

/// The bytes of a document that an edit may change: from the event before its place up to the event after it.
private struct EditedRegion {
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
        bytes[..<end].lastIndex { !EditedLines.isLineEnd($0) && $0 != 0x20 && $0 != 0x09 }.map {
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

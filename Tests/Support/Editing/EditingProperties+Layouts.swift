import Foundation
import Testing

import Decant
import DecantEditing
import DecantCore

extension EditingProperties {
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

  /// Every kind of edit, of documents in random layouts: the value is that of the same change of a `Value`, also for Python,
  /// every other byte stays, and new lines end like the others.
  package static func editsAsValuesAreEdited(_ notation: EditedNotation) throws {
    var outcomes: [Outcome] = []
    for seed in 0..<UInt64(Thoroughness.isFull ? 600 : 50) {
      var layout = RandomLayout(seed: seed &+ 77_000)
      var value = notation.document(&layout)
      let text = bytes(notation.maybeLinedText(of: value, &layout), &layout)
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
          if !error.isRefusalOfMixedTables {
            Issue.record("\(notation) \(seed): \(error)\n\(story)")
          }
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
  private static func violation(
    by edit: RandomEdit, _ old: [UInt8], _ new: [UInt8], _ notation: EditedNotation
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
    let ending = new.reversed().prefix { SourceLines.isLineEnd($0) }
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
  private static func check(_ outcomes: [Outcome], _ notation: EditedNotation) throws {
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

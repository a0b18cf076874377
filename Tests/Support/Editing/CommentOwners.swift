import Foundation
import Decant

/// A reading of the comments in a text line by line, without knowledge of its format but brackets, keys and marks.
///
/// A comment belongs to what is on its line, or to the next line if there is no blank line between them. The owner is the
/// first key or scalar there; before a closing bracket it is the end of what that closes.
struct CommentOwners {
  private let notation: EditedNotation
  private(set) var owners: [String] = []
  private var open: [String] = []
  private var pending: [(comment: String, column: Int, isApart: Bool)] = []
  /// In XML, the key before a value.
  private var key: String?
  /// In YAML, the lines so far.
  private var columns: [(id: String, column: Int)] = []

  /// Returns `c1 k1` for a comment `c1` of the item `k1`, in ascending order.
  static func list(in text: String, _ notation: EditedNotation) -> [String] {
    var reading = Self(notation: notation)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      reading.add(String(line))
    }
    reading.flush("none", before: 0)
    return reading.owners.sorted()
  }

  private init(notation: EditedNotation) {
    self.notation = notation
  }

  private mutating func add(_ line: String) {
    let (code, comment) = parts(of: line)
    let comments = Self.words("c", in: comment)
    let column = line.prefix { $0 == " " || $0 == "\t" }.count
    guard !code.isEmpty else {
      if comments.isEmpty { pending = pending.map { ($0.comment, $0.column, true) } }
      pending += comments.map { ($0, column, false) }
      return
    }
    let isHeader = notation == .toml && code.hasPrefix("[k")
    let words = Self.words("kv", in: code)
    var id = isHeader ? words.last : words.first
    if notation == .xml {
      if code.hasPrefix("<key>") {
        key = id
      } else if let found = key {
        id = found
        key = nil
      }
    }
    if let id {
      flush(id, before: column)
      columns.append((id, column))
    } else if Self.isClosing(code) {
      flush("end:\(open.last ?? "")", before: -1)
    }
    owners += comments.map { "\($0) \(id ?? open.last ?? "")" }
    if !isHeader, notation != .yaml {
      if ["{", "[", "(", "<dict>", "<array>"].contains(where: code.hasSuffix) {
        open.append(id ?? "root")
      }
      if id == nil, Self.isClosing(code), !open.isEmpty { open.removeLast() }
    }
  }

  private mutating func flush(_ owner: String, before column: Int) {
    for (comment, own, isApart) in pending {
      // In YAML, only the column shows that a comment is at the end of a collection.
      if notation == .yaml, own > column {
        owners.append("\(comment) end:\(columns.last { $0.column < own }?.id ?? "")")
      } else {
        owners.append("\(comment) \(isApart ? "none" : owner)")
      }
    }
    pending.removeAll()
  }

  private static func isClosing(_ code: String) -> Bool {
    ["}", "]", ")", "</dict>", "</array>"].contains { code.hasPrefix($0) }
  }

  private func parts(of line: String) -> (code: String, comment: String) {
    let marks: [(open: String, close: String)] =
      switch notation {
      case .yaml, .toml: [("#", "\n")]
      case .json, .json5, .openStep: [("//", "\n"), ("/*", "*/")]
      case .xml: [("<!--", "-->")]
      }
    var (code, comment) = ("", "")
    var rest = line[...]
    while !rest.isEmpty {
      guard let mark = marks.first(where: { rest.hasPrefix($0.open) }) else {
        code.append(rest.removeFirst())
        continue
      }
      let end = rest.range(of: mark.close)?.upperBound ?? rest.endIndex
      comment += rest[..<end]
      rest = rest[end...]
    }
    let spaces: Set<Character> = [" ", "\t"]
    return (
      String(code.drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed()),
      comment
    )
  }

  /// The words of one of the letters and digits.
  private static func words(_ letters: String, in text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { word in
      word.first.map { letters.contains($0) } == true && word.count > 1
        && word.dropFirst().allSatisfy(\.isNumber)
    }
  }
}

import Testing

import Decant

// Random edits of documents with a comment at every place: each comment is still there once, at the same node.
extension EditingProperties {
  private struct Place {
    let pointer: DocumentPointer
    let item: CommentedTree.Item
    let isElement: Bool
  }

  /// An edit, the same change of the value, and the owners of the comments after it.
  private struct Change {
    let edit: DocumentEdit
    let operation: JSONPatch.Operation
    let owners: [String]
  }

  private static func places(
    in items: [CommentedTree.Item], _ path: [String] = []
  ) -> [Place] {
    items.enumerated().flatMap { index, item -> [Place] in
      var isElement = false
      if case .scalar(item.id) = item.node { isElement = true }
      let pointer = path + [isElement ? String(index) : item.id]
      return [Place(pointer: DocumentPointer(tokens: pointer), item: item, isElement: isElement)]
        + places(in: item.children, pointer)
    }
  }

  private static func owners(in text: String, _ tree: CommentedTree) -> [String] {
    CommentOwners.list(in: text, tree.notation).map { owner in
      let comment = String(owner.prefix { $0 != " " })
      // A comment that is apart can come to be at the end of its collection.
      return tree.containers[comment] != nil && owner.contains(" end:") ? comment + " none" : owner
    }.sorted()
  }

  /// The owners after ids have new names; those of other nodes stay.
  private static func renaming(_ id: String, to new: String, in owners: [String]) -> [String] {
    owners.map { owner in
      let parts = owner.split(separator: " ").map(String.init)
      return switch parts[1] {
      case id: "\(parts[0]) \(new)"
      case "end:\(id)": "\(parts[0]) end:\(new)"
      default: owner
      }
    }
  }

  private static func owners(
    of place: Place, in owners: [String], _ tree: CommentedTree, withSelf: Bool = true
  ) -> [String] {
    let ids = Set(place.item.ids)
    return owners.filter { owner in
      let parts = owner.split(separator: " ").map(String.init)
      if parts[1] == place.item.id { return withSelf }
      if parts[1] == "none" { return tree.containers[parts[0]].map(ids.contains) ?? false }
      let id = parts[1].hasPrefix("end:") ? String(parts[1].dropFirst(4)) : parts[1]
      return ids.contains(id)
    }
  }

  private static func change(
    _ tree: inout CommentedTree, _ value: Value, _ owners: [String]
  ) -> Change? {
    let places = places(in: tree.items)
    let place = places[tree.pick(0...places.count - 1)]
    let own = Self.owners(of: place, in: owners, tree)
    var rest = owners
    for owner in own { if let index = rest.firstIndex(of: owner) { rest.remove(at: index) } }
    // Where a value can be moved to: a mapping, or a list for a scalar.
    let targets =
      [DocumentPointer(tokens: [])]
      + places.filter {
        switch $0.item.node {
        case .mapping: true
        case .list: place.item.children.isEmpty
        default: false
        }
      }.map(\.pointer).filter { $0 != place.pointer && !$0.isInside(place.pointer) }
    let parent = targets[tree.pick(0...targets.count - 1)]
    let isList = value[parent]?.array != nil
    guard value[place.pointer]?.string != nil || !isList else { return nil }
    // An element before the target moves it; the only one leaves an empty list.
    guard place.pointer.parent != parent || !isList else { return nil }
    let target = parent.appending(isList ? "0" : "k999")
    let newID = isList ? value[place.pointer]?.string ?? "" : "k999"
    switch tree.pick(0...6) {
    case 0:
      return Change(edit: .delete(place.pointer), operation: .remove(place.pointer), owners: rest)
    case 1:
      return Change(
        edit: .move(place.pointer, to: target), operation: .move(from: place.pointer, to: target),
        owners: rest + renaming(place.item.id, to: newID, in: own))
    case 2:
      return Change(
        edit: .copy(place.pointer, to: target), operation: .copy(from: place.pointer, to: target),
        owners: owners + renaming(place.item.id, to: newID, in: own))
    case 3 where !place.isElement:
      return Change(
        edit: .rename(place.pointer, to: "k999"),
        operation: .move(from: place.pointer, to: place.pointer.parent.appending("k999")),
        owners: renaming(place.item.id, to: "k999", in: owners))
    case 4:
      let inside = Self.owners(of: place, in: owners, tree, withSelf: false)
      guard let new = try? Document("v999") else { return nil }
      return Change(
        edit: .set(place.pointer, new), operation: .replace(place.pointer, "v999"),
        owners: renaming(
          place.item.id, to: place.isElement ? "v999" : place.item.id,
          in: owners.filter { !inside.contains($0) }))
    case 5:
      return Change(
        edit: .deleteComments(PathPattern(place.pointer)),
        operation: .test(place.pointer, value[place.pointer] ?? .null), owners: rest)
    default:
      guard let new = try? Document("v999") else { return nil }
      return Change(edit: .insert(target, new), operation: .add(target, "v999"), owners: owners)
    }
  }

  package static func keepsEachCommentAtItsNode(_ notation: EditedNotation) throws {
    var results: [(text: String, value: Value)] = []
    for seed in Thoroughness.cases(of: 0..<3000 as Range<UInt64>) {
      var tree = CommentedTree(seed: seed, notation)
      let text = tree.text()
      let old = try Value(parsing: text, as: notation.format)
      let owners = Self.owners(in: text, tree)
      guard let change = change(&tree, old, owners) else { continue }
      var expected = old
      try expected.apply(JSONPatch([change.operation]))
      var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
      do {
        try editor.apply(change.edit)
      } catch {
        Issue.record("\(seed): \(error) by \(change.edit):\n\(text)")
        continue
      }
      let new = String(decoding: editor.bytes, as: UTF8.self)
      let story = "\(seed): \(change.operation)\n\(text)=== \n\(new)"
      #expect(try Value(parsing: new, as: notation.format) == expected, "\(story)")
      let found = Self.owners(in: new, tree)
      let difference = found.difference(from: change.owners.sorted())
      #expect(difference.isEmpty, "\(difference)\n\(story)")
      results.append((new, expected))
    }
    try checkByPython(results, notation)
  }

  /// The text without comments, each of which ends its line or is alone there.
  private static func withoutComments(_ text: String) -> String {
    var lines: [Substring] = []
    // With comments at the head, the blank lines below them go.
    var isHead = text.hasPrefix("# c") || text.hasPrefix("/* c") || text.hasPrefix("// c")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let marks = ["# c", "// c", "/* c", "<!-- c"].compactMap {
        line.firstRange(of: $0)?.lowerBound
      }
      guard let start = marks.min() else {
        if isHead, line.isEmpty { continue }
        isHead = false
        lines.append(line)
        continue
      }
      var rest = line[..<start]
      while rest.last?.isWhitespace == true { rest.removeLast() }
      if !rest.isEmpty {
        lines.append(rest)
        isHead = false
      }
    }
    return lines.joined(separator: "\n")
  }

  package static func removesAllComments(_ notation: EditedNotation) throws {
    for seed in Thoroughness.cases(of: 0..<1000 as Range<UInt64>) {
      var tree = CommentedTree(seed: seed, notation)
      let text = tree.text()
      var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
      try editor.apply(.deleteComments(try PathPattern("")))
      let new = String(decoding: editor.bytes, as: UTF8.self)
      #expect(new == withoutComments(text), "\(seed):\n\(text)")
    }
  }

  /// Compares the results with the values that Python reads.
  private static func checkByPython(
    _ results: [(text: String, value: Value)], _ notation: EditedNotation
  ) throws {
    guard notation != .openStep, Oracle.commentedValues.isInstalled else { return }
    let jobs = results.map { [.string(notation.rawValue), .string($0.text)] as Value }
    let output = try Oracle.commentedValues.run(Array(jobs.map { "\($0)\n" }.joined().utf8))
    let answers = try String(decoding: output ?? [], as: UTF8.self).split(separator: "\n").map {
      try Value(parsing: String($0), as: .json)
    }
    try #require(answers.count == results.count)
    for (answer, result) in zip(answers, results) where answer != .null {
      #expect(answer == result.value, "\(result.text)")
    }
  }
}

import Decant
import DecantEditing
import DecantTestSupport

extension EditedDocument {
  enum Edit: String, CaseIterable {
    case freshValue, chanceValue, bump, toggle, retype
    case addFresh, addLikeSibling, addByChance, removeKey, rename, renameAndChange
    case moveKey, moveToOther
    case insertFresh, insertCopy, insertByChance, removeElement, moveElement, replaceElement
    case deleteAndAppend, swap, sort, renumber, changeField
    case changeLine, insertLine, removeLine
    case changeHead, changeTrailing, addComment, removeComment, removeCommented
    case changeValueAndComment, changeValueAndRemoveComment
  }

  /// Makes a random edit, and says what it did.
  mutating func edit(_ random: inout SeededGenerator, in layout: Layout) -> String {
    for _ in 0..<100 {
      guard let edit = Edit.allCases.randomElement(using: &random) else { break }
      var copy = self
      if let place = copy.apply(edit, &random, in: layout) {
        copy.removeHiddenComments(in: layout)
        guard copy.isRepresentable(in: layout), copy.nodes != nodes else { continue }
        self = copy
        return "\(edit) \(place)"
      }
    }
    return "no edit"
  }

  private func pick(
    _ random: inout SeededGenerator, where isWanted: (Int) -> Bool
  ) -> Int? {
    inOrder().dropFirst().filter(isWanted).randomElement(using: &random)
  }

  private func isKeyed(_ id: Int) -> Bool { nodes[id]?.key != nil }
  private func isElement(_ id: Int) -> Bool { !isKeyed(id) && id != Self.root }
  private func lines(_ id: Int) -> [Substring] {
    guard case .scalar(.string(let text)) = nodes[id]?.content, text.contains("\n") else {
      return []
    }
    return text.split(separator: "\n")
  }

  /// Returns the place; nil if there is none for this edit.
  private mutating func apply(
    _ edit: Edit, _ random: inout SeededGenerator, in layout: Layout
  ) -> String? {
    let kind = edit
    let id: Int?
    switch kind {
    case .freshValue, .chanceValue, .retype, .changeValueAndComment, .changeValueAndRemoveComment:
      id = pick(&random) { isScalar($0) && lines($0).isEmpty }
    case .bump: id = pick(&random) { bumped(value(of: $0)) != nil }
    case .toggle: id = pick(&random) { value(of: $0).bool != nil }
    case .addFresh, .addLikeSibling, .addByChance:
      id = inOrder().filter(isMapping).randomElement(using: &random)
    case .removeKey, .rename, .renameAndChange, .moveKey, .moveToOther:
      id = pick(&random, where: isKeyed)
    case .insertFresh, .insertCopy, .insertByChance, .renumber, .sort:
      id = inOrder().filter { isSequence($0) && !children(of: $0).isEmpty }
        .randomElement(using: &random)
    case .removeElement, .replaceElement, .deleteAndAppend: id = pick(&random, where: isElement)
    case .moveElement, .swap:
      id = pick(&random) { isElement($0) && children(of: nodes[$0]?.parent ?? 0).count > 1 }
    case .changeField:
      id = pick(&random) { isScalar($0) && isKeyed($0) && isElement(nodes[$0]?.parent ?? 0) }
    case .changeLine, .insertLine: id = pick(&random) { !lines($0).isEmpty }
    case .removeLine: id = pick(&random) { lines($0).count > 1 }
    case .changeHead: id = pick(&random) { nodes[$0]?.comments[0] != nil }
    case .changeTrailing: id = pick(&random) { nodes[$0]?.comments[1] != nil }
    case .addComment: id = layout.hasComments ? pick(&random) { _ in true } : nil
    case .removeComment, .removeCommented:
      id = pick(&random) { nodes[$0]?.comments != [nil, nil] }
    }
    guard let id, let node = nodes[id] else { return nil }
    let name = "/" + path(of: id).joined(separator: "/")
    let isCommented = node.comments != [nil, nil]
    switch kind {
    case .changeValueAndComment, .changeValueAndRemoveComment:
      guard isCommented else { return nil }
    default: break
    }
    return change(id, node, kind, &random) ? name : nil
  }

  /// Returns false if it cannot be done.
  private mutating func change(
    _ id: Int, _ node: Node, _ edit: Edit, _ random: inout SeededGenerator
  ) -> Bool {
    let parent = node.parent ?? Self.root
    let old = value(of: id)
    switch edit {
    case .freshValue, .changeField: setScalar(id, fresh(old, node.key, &random))
    case .chanceValue: setScalar(id, byChance(old, node.key, &random))
    case .bump: setScalar(id, bumped(old) ?? old)
    case .toggle: setScalar(id, .bool(old != true))
    case .retype:
      let types: [Value] = [
        "w\(number(&random))", .bool(true), .number(Number(Int.random(in: 1...9, using: &random))),
        .sequence([old]), .mapping(["from": old]),
      ]
      setContent(types.randomElement(using: &random) ?? old, of: id)
    case .addFresh, .addLikeSibling, .addByChance: addKey(in: id, edit, &random)
    case .removeKey, .removeElement, .removeCommented: remove(id)
    case .rename: rename(id, "k\(number(&random))")
    case .renameAndChange:
      guard isScalar(id) else { return false }
      rename(id, "k\(number(&random))")
      setScalar(id, fresh(old, node.key, &random))
    case .moveKey, .moveElement:
      detach(id)
      attach(id, to: parent, key: node.key, at: place(in: parent, &random))
    case .moveToOther:
      let own = Set(inOrder(from: id))
      let target = inOrder().filter {
        isMapping($0) && !own.contains($0) && child(of: $0, node.key) == nil
      }.randomElement(using: &random)
      guard let target else { return false }
      detach(id)
      attach(id, to: target, key: node.key, at: place(in: target, &random))
    case .insertFresh, .insertCopy, .insertByChance: insert(in: id, edit, &random)
    case .replaceElement, .deleteAndAppend:
      let place = children(of: parent).firstIndex(of: id) ?? 0
      remove(id)
      let new = add(elementByChance(like: old, &random), in: parent, key: nil)
      attach(new, to: parent, key: nil, at: edit == .replaceElement ? place : .max)
    case .swap:
      var children = children(of: parent)
      guard let place = children.firstIndex(of: id),
        let other = children.indices.filter({ $0 != place }).randomElement(using: &random)
      else { return false }
      children.swapAt(place, other)
      setChildren(parent, children)
    case .sort:
      func text(_ id: Int) -> String {
        "\(self.value(of: self.children(of: id).first { nodes[$0]?.key == "name" } ?? id))"
      }
      setChildren(id, children(of: id).sorted { text($0) < text($1) })
    case .renumber:
      for (place, element) in children(of: id).enumerated() {
        guard let ordinal = child(of: element, "p") else { continue }
        setScalar(ordinal, .number(Number(place + 1)))
      }
    case .changeLine, .insertLine, .removeLine:
      var lines = lines(id)
      let place = Int.random(in: lines.indices, using: &random)
      let line = Substring("run w\(number(&random))")
      switch edit {
      case .changeLine: lines[place] = line
      case .insertLine: lines.insert(line, at: place + (Bool.random(using: &random) ? 1 : 0))
      default: lines.remove(at: place)
      }
      setScalar(id, .string(lines.map { $0 + "\n" }.joined()))
    case .changeHead: changeComment(of: id, 0, &random)
    case .changeTrailing: changeComment(of: id, 1, &random)
    case .addComment:
      let slot = isScalar(id) && Bool.random(using: &random) ? 1 : 0
      guard node.comments[slot] == nil else { return false }
      changeComment(of: id, slot, &random)
    case .removeComment: nodes[id]?.comments = [nil, nil]
    case .changeValueAndComment, .changeValueAndRemoveComment:
      setScalar(id, fresh(old, node.key, &random))
      if edit == .changeValueAndRemoveComment {
        nodes[id]?.comments = [nil, nil]
      } else {
        changeComment(of: id, node.comments[1] == nil ? 0 : 1, &random)
      }
    }
    return true
  }

  /// Changes one line, or all.
  private mutating func changeComment(of id: Int, _ slot: Int, _ random: inout SeededGenerator) {
    var lines = nodes[id]?.comments[slot]?.split(separator: "\n") ?? ["new"]
    if Bool.random(using: &random) { lines = Array(lines.prefix(1)) }
    lines[Int.random(in: lines.indices, using: &random)] = "says \(number(&random))"
    nodes[id]?.comments[slot] = lines.joined(separator: "\n")
  }

  private mutating func addKey(in id: Int, _ edit: Edit, _ random: inout SeededGenerator) {
    let sibling = children(of: id).randomElement(using: &random)
    let model: Value = sibling.map { self.value(of: $0) } ?? "x"
    let common = ["note", "extra", "timeout", "kind"].randomElement(using: &random) ?? ""
    var key = edit == .addByChance ? common : "k\(number(&random))"
    if child(of: id, key) != nil { key = "k\(number(&random))" }
    let value: Value =
      switch edit {
      case .addFresh: ["w\(number(&random))", .number(Number(number(&random)))][Int(id % 2)]
      case .addLikeSibling: fresh(model, nil, &random)
      default: [true, 1, 2, "on", "dev"].randomElement(using: &random) ?? true
      }
    attach(add(value, in: id, key: key), to: id, key: key, at: place(in: id, &random))
  }

  private mutating func insert(in list: Int, _ edit: Edit, _ random: inout SeededGenerator) {
    let model: Value = children(of: list).randomElement(using: &random).map { value(of: $0) } ?? 1
    var new = fresh(model, nil, &random)
    switch edit {
    case .insertByChance: new = elementByChance(like: model, &random)
    case .insertCopy:
      guard var copy = model.mapping,
        let field = copy.first(where: { $0.value.isTelling(as: $0.key.string) })
      else { break }
      copy.updateValue(fresh(field.value, field.key.string, &random), forKey: field.key)
      new = .mapping(copy)
    default: break
    }
    attach(add(new, in: list, key: nil), to: list, key: nil, at: place(in: list, &random))
  }

  // MARK: Values

  private mutating func rename(_ id: Int, _ key: String) { nodes[id]?.key = key }

  private mutating func setScalar(_ id: Int, _ value: Value) {
    nodes[id]?.content = .scalar(value)
  }

  private func number(_ random: inout SeededGenerator) -> Int {
    Int.random(in: 1000...999_999_999, using: &random)
  }

  private func place(in id: Int, _ random: inout SeededGenerator) -> Int {
    Int.random(in: 0...children(of: id).count, using: &random)
  }

  /// A value that occurs nowhere else.
  private func fresh(_ value: Value, _ key: String?, _ random: inout SeededGenerator) -> Value {
    switch value {
    case .mapping(let mapping):
      var copy = Mapping()
      for (key, value) in mapping {
        copy.updateValue(fresh(value, key.string, &random), forKey: key)
      }
      return .mapping(copy)
    case .sequence(let elements): return .sequence(elements.map { fresh($0, nil, &random) })
    case .number: return .number(Number(number(&random)))
    case .string(let text) where text.contains("\n"):
      return .string(text.split(separator: "\n").map { _ in "run w\(number(&random))\n" }.joined())
    case .bool, .null: return "w\(number(&random))"
    default: return .string("w\(number(&random))")
    }
  }

  /// A value that something else has.
  private func byChance(_ value: Value, _ key: String?, _ random: inout SeededGenerator) -> Value {
    let others = inOrder().filter {
      isScalar($0) && nodes[$0]?.key == key && self.value(of: $0) != value && lines($0).isEmpty
    }
    if let other = others.randomElement(using: &random) { return self.value(of: other) }
    switch value {
    case .bool(let bool): return .bool(!bool)
    case .number: return .number(Number(Int.random(in: 1...9, using: &random)))
    default: return .string(["dev", "ops", "qa", "on", "off"].randomElement(using: &random) ?? "")
    }
  }

  /// An element with an identity of its own, and chance values in all else.
  private func elementByChance(like model: Value, _ random: inout SeededGenerator) -> Value {
    guard let fields = model.mapping else {
      return model.array == nil ? byChance(model, nil, &random) : fresh(model, nil, &random)
    }
    var copy = Mapping()
    for (key, value) in fields {
      let isKept = value.array == nil && !value.isTelling(as: key.string) && value.mapping == nil
      let new =
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where isKept: byChance(value, key.string, &random)
        case _ where isKept: value
        default: fresh(value, key.string, &random)
        }
      copy.updateValue(new, forKey: key)
    }
    return .mapping(copy)
  }

  private func bumped(_ value: Value) -> Value? {
    if let number = value.int { return .number(Number(number + 1)) }
    guard var parts = value.string?.split(separator: ".").map(String.init), parts.count > 1,
      let last = parts.last.flatMap({ Int($0) })
    else { return nil }
    parts[parts.count - 1] = "\(last + 1)"
    return .string(parts.joined(separator: "."))
  }
}

package import Decant

/// A random edit, and what it changes in a value.
package struct RandomEdit {
  package enum Kind: CaseIterable {
    case set, setNew, insert, delete, rename, move, copy, merge, patch
  }

  package let kind: Kind
  package let edit: DocumentEdit
  /// The same change for values; nil for a merge.
  package let patch: JSONPatch?
  package let expected: Value

  /// Creates an edit of `value`; returns nil if it has no place for the kind.
  package init?(_ kind: Kind, of value: Value, _ layout: inout RandomLayout, onlyStrings: Bool)
    throws
  {
    let pointers = value.pointers
    let pointer = pointers[layout.pick(0...pointers.count - 1)]
    let new = layout.newValue(onlyStrings)
    guard
      let (edit, patch) = try Self.edit(
        kind, at: pointer, new, of: value, &layout, onlyStrings: onlyStrings)
    else { return nil }
    var expected = value
    if let patch {
      do {
        try expected.apply(patch)
      } catch {
        return nil
      }
    } else if case .merge(let patch, _) = edit {
      expected.merge(try patch.value)
    }
    (self.kind, self.edit, self.patch, self.expected) = (kind, edit, patch, expected)
  }

  private static func edit(
    _ kind: Kind, at pointer: DocumentPointer, _ new: Value, of value: Value,
    _ layout: inout RandomLayout, onlyStrings: Bool
  ) throws -> (DocumentEdit, JSONPatch?)? {
    let isRoot = pointer.tokens.isEmpty
    let document = try Document(new)
    switch kind {
    case .set:
      return isRoot ? nil : (.set(pointer, document), JSONPatch([.replace(pointer, new)]))
    case .setNew:
      guard let target = place(in: value, pointer, &layout, onlyMapping: true) else { return nil }
      return (.set(target, document), JSONPatch([.add(target, new)]))
    case .insert:
      guard let target = place(in: value, pointer, &layout) else { return nil }
      return (.insert(target, document), JSONPatch([.add(target, new)]))
    case .delete: return isRoot ? nil : (.delete(pointer), JSONPatch([.remove(pointer)]))
    case .rename:
      guard !isRoot, let mapping = value[pointer.parent]?.mapping else { return nil }
      let key = layout.newKey(in: mapping)
      let target = pointer.parent.appending(KeyText(key))
      return (.rename(pointer, to: key), JSONPatch([.move(from: pointer, to: target)]))
    case .move, .copy:
      let other = value.pointers.filter { !$0.isInside(pointer) }
      guard !isRoot, !other.isEmpty,
        let target = place(in: value, other[layout.pick(0...other.count - 1)], &layout)
      else { return nil }
      return kind == .move
        ? (.move(pointer, to: target), JSONPatch([.move(from: pointer, to: target)]))
        : (.copy(pointer, to: target), JSONPatch([.copy(from: pointer, to: target)]))
    case .merge:
      guard let mapping = value.mapping else { return nil }
      let patch = layout.mergePatch(of: mapping, onlyStrings)
      return (.merge(try Document(patch)), nil)
    case .patch:
      guard let target = place(in: value, pointer, &layout) else { return nil }
      var changed = value
      try changed.apply(JSONPatch([.add(target, new)]))
      let pointers = changed.pointers.dropFirst()
      guard !pointers.isEmpty else { return nil }
      let removed = pointers[pointers.startIndex + layout.pick(0...pointers.count - 1)]
      let patch = JSONPatch([
        .add(target, new), .test(target, new),
        layout.chance(50) ? .remove(removed) : .replace(removed, layout.newValue(onlyStrings)),
      ])
      return (.patch(patch), patch)
    }
  }

  /// Returns a place for a new value in the collection at a pointer.
  private static func place(
    in value: Value, _ pointer: DocumentPointer, _ layout: inout RandomLayout,
    onlyMapping: Bool = false
  ) -> DocumentPointer? {
    switch value[pointer] {
    case .mapping(let mapping): return pointer.appending(KeyText(layout.newKey(in: mapping)))
    case .sequence(let elements) where !onlyMapping:
      return pointer.appending(
        KeyText(layout.chance(30) ? "-" : String(layout.pick(0...elements.count))))
    default: return nil
    }
  }
}

extension RandomLayout {
  private static let newTexts = [
    "x", "two words", "it's", "", "true", "12", "é", "p\nq", "p\n\nq\n", " lead", "trail ", "\tt",
    "a: b", "# c", "- x", "\"", "</string>", "a\\b", "{x}", "a\rb", "\n",
  ]

  /// A value as people insert: a scalar, or a small collection with texts of several lines.
  package mutating func newValue(_ onlyStrings: Bool, depth: Int = 0) -> Value {
    switch pick(0...(depth > 1 ? 4 : 9)) {
    case 5...6:
      return .sequence((0..<pick(0...3)).map { _ in newValue(onlyStrings, depth: depth + 1) })
    case 7:
      return .sequence(
        (1...pick(1...2)).map { ["id": .string("e\($0)"), "n": newValue(onlyStrings, depth: 2)] })
    case 8...9:
      var mapping = Mapping()
      for index in 0..<pick(0...3) {
        mapping["k\(index)"] = newValue(onlyStrings, depth: depth + 1)
      }
      return .mapping(mapping)
    case 0...2 where !onlyStrings: return scalar(false)
    default: return .string(Self.newTexts[pick(0...Self.newTexts.count - 1)])
    }
  }

  mutating func newKey(in mapping: Mapping) -> String {
    let keys = ["new", "new key", "x.y", "é", "a: b", "#", "it's", "q\"", "k9", "no", "a\nb"]
    let free = keys.filter { mapping[$0] == nil }
    return free.isEmpty ? "free\(mapping.count)" : free[pick(0...free.count - 1)]
  }

  mutating func mergePatch(of mapping: Mapping, _ onlyStrings: Bool) -> Value {
    var patch = Mapping()
    for (key, value) in mapping where chance(50) {
      if let inner = value.mapping, chance(60) {
        patch[forKey: key] = mergePatch(of: inner, onlyStrings)
      } else {
        patch[forKey: key] = chance(30) ? .null : newValue(onlyStrings)
      }
    }
    if chance(50) { patch[newKey(in: mapping)] = newValue(onlyStrings) }
    return .mapping(patch)
  }
}

internal import DecantCore

/// What was probably meant by a path that leads nowhere.
extension PathPattern {
  /// Returns why the path leads to nothing in a document, with the path that was probably meant; nil if that cannot be told.
  ///
  ///     .itmes[0]     'itmes' is missing; did you mean .items[0]?
  ///     .items.id     .items is a sequence; .items[].id leads through its elements
  ///     .items[9]     .items has 3 elements
  package func hint(ofMissingIn root: some PathTree) -> String? {
    for count in steps.indices.reversed() {
      let before = PathPattern(steps: steps[..<count], text: text)
      guard let found = before.matches(in: root).first?.node else { continue }
      guard before.steps.count == count, case .name(let name) = steps[count] else { return nil }
      let place = count == 0 ? "the document" : spelling(of: steps[..<count]) ?? "it"
      switch found.kind {
      case .beginMapping:
        let keys = IteratorSequence(found.makeChildren()).prefix(1000).compactMap {
          $0.key?.name?.string
        }
        // Of two short names, hardly one is meant by the other.
        guard name.utf8.count > 2, let nearest = NearestWord.to(name.string, in: keys) else {
          return nil
        }
        let meant = spelling(
          of: steps[..<count] + [.name(KeyText(nearest))] + steps[(count + 1)...])
        return "'\(name.string.visible(limit: 64))' is missing"
          + (meant.map { "; did you mean \($0)?" } ?? "")
      case .beginSequence:
        if DocumentPointer.index(name) != nil || Self.distanceFromEnd(name) != nil {
          let number = found.childCount
          return "\(place) has \(number) \(number == 1 ? "element" : "elements")"
        }
        return spelling(of: steps[..<count] + [.any(orKey: nil)] + steps[count...])
          .map { "\(place) is a sequence; \($0) leads through its elements" }
      default:
        return "\(place) is \(found.kind == .string ? "a text" : "no collection")"
      }
    }
    return nil
  }

  /// Returns a path of steps in the spelling of this one; nil if they are not only names and wildcards.
  private func spelling(of steps: some Sequence<Step>) -> String? {
    let isDotted = !text.hasPrefix("/")
    var result = ""
    for step in steps {
      switch step {
      case .name(let name) where isDotted:
        if DocumentPointer.index(name) != nil || Self.distanceFromEnd(name) != nil {
          result += "[\(name.string)]"
        } else {
          let isPlain = name.string.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
          result += isPlain ? ".\(name.string)" : "[\(Self.quoted(name))]"
        }
      case .name(let name): result += Self.spelling(of: [name])
      case .any: result += isDotted ? "[]" : "/*"
      default: return nil
      }
    }
    return (isDotted && !result.hasPrefix(".") ? "." : "") + result
  }
}

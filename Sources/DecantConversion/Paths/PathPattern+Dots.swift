/// Keys with dots: `.editor.fontSize` leads to `{"editor": {"fontSize": 12}}`, and without that to `{"editor.fontSize": 12}`.
extension PathPattern {
  /// Names of a path that may be one key.
  @usableFromInline package struct Join: Sendable, Hashable {
    package let steps: Range<Int>
    package let key: KeyText

    static func all(of steps: [Step], between names: Set<Int>) -> [Join] {
      // More names are hardly meant as keys with dots.
      guard names.count <= 32 else { return [] }
      var joins: [Join] = []
      for start in names.sorted() {
        var (end, key) = (start, "")
        while names.contains(end), case .name(let name) = steps[end] {
          key += (end > start ? "." : "") + name.string
          end += 1
          if end > start + 1 { joins.append(Join(steps: start..<end, key: KeyText(key))) }
        }
      }
      return joins
    }
  }

  /// The paths with one key in place of several names.
  @usableFromInline package var dotted: [PathPattern] {
    joins.map { join in
      PathPattern(
        steps: steps[..<join.steps.lowerBound] + [.name(join.key)]
          + steps[join.steps.upperBound...],
        text: text)
    }
  }

  /// Returns the path, unless it leads to nothing in `root` and only one with a key with dots does.
  @inlinable package func resolved<Tree: PathTree>(in root: Tree) -> PathPattern {
    guard !joins.isEmpty else { return self }
    func leads(_ path: PathPattern) -> Bool {
      var search = PathSearch(path.steps, from: root)
      var visits = Int.max
      return search.next(within: &visits) != nil
    }
    guard !leads(self) else { return self }
    let found = dotted.filter(leads)
    return found.count == 1 ? found[0] : self
  }
}

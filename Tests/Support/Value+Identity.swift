public import Decant

extension Value {
  /// Whether both are equal and their numbers have the same notation: `1` and `1.0` differ.
  public func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.number(let first), .number(let second)): first.lexeme == second.lexeme
    case (.sequence(let first), .sequence(let second)):
      first.elementsEqual(second) { $0.isIdentical(to: $1) }
    case (.mapping(let first), .mapping(let second)):
      first.count == second.count
        && first.allSatisfy { key, value in
          second[forKey: key].map { value.isIdentical(to: $0) } ?? false
        }
    default: self == other
    }
  }
}

internal import DecantCore

/// A condition on a node in a path: `kind=Deployment`, `age>30`, `!enabled`, `tags/*=go`.
@usableFromInline package struct PathCondition: Sendable, Hashable {
  /// What leads from the node to the value in question; empty for the node itself.
  @usableFromInline package let path: [Step]
  @usableFromInline package let test: Test

  package init(path: [Step], test: Test) {
    self.path = path
    self.test = test
  }

  @usableFromInline package enum Step: Sendable, Hashable {
    case key(KeyText)
    /// A key with dots, or without one of that name what is between the dots: `[response.status>=400]`.
    case dotted(KeyText, [KeyText])
    case each
  }

  @usableFromInline package enum Test: Sendable, Hashable {
    /// The value exists, and is neither null nor false.
    case isTrue
    /// The value is missing, null or false.
    case isFalse
    case compares(Comparison, to: Operand)
    /// One of some conditions holds for the node.
    case either([PathCondition])
  }

  @usableFromInline package enum Comparison: Sendable, Hashable {
    /// `notEqual` also holds for a value that is missing.
    case equal, notEqual
    /// The order of numbers, and otherwise that of the bytes of texts and dates.
    case less, lessOrEqual, greater, greaterOrEqual
    /// Of the bytes of a text, date or number.
    case prefix, suffix
  }

  /// What a value is compared with.
  @usableFromInline package struct Operand: Sendable, Hashable {
    let text: KeyText
    /// Whether it is text only, and not also the number, boolean or null of that spelling.
    let isText: Bool
    let number: DecimalValue?

    package init(_ text: String, isText: Bool = false) {
      self.text = KeyText(text)
      self.isText = isText
      number = isText ? nil : Number(text).flatMap { DecimalValue($0.lexeme) }
    }
  }

  /// Whether the condition holds for `node`, of which the values may be known by their names.
  @inlinable func holds<Tree: PathTree>(for node: Tree, _ values: [KeyText: Tree]? = nil) -> Bool {
    if case .either(let conditions) = test {
      return conditions.contains { $0.holds(for: node, values) }
    }
    var (current, values) = (node, values)
    for (index, step) in path.enumerated() {
      func child(_ name: KeyText) -> Tree? {
        values.map { $0[name] } ?? current.child(named: name)
      }
      let next: Tree?
      switch step {
      case .key(let name): next = child(name)
      case .dotted(let name, let names):
        next =
          child(name)
          ?? names.dropFirst().reduce(child(names[0])) { $0?.child(named: $1) }
      case .each: return test.holds(forSome: path[(index + 1)...], in: current)
      }
      guard let next else { return test.holds(nil, nil) }
      (current, values) = (next, nil)
    }
    return test.holds(current.kind, current.comparedText)
  }
}

extension PathCondition.Test {
  /// Whether the test accepts what a path leads to in some child of a node; one that accepts a missing value, in all of them.
  @usableFromInline
  func holds<Tree: PathTree>(forSome path: ArraySlice<PathCondition.Step>, in node: Tree) -> Bool {
    guard node.isCollection else { return holds(nil, nil) }
    let condition = PathCondition(path: Array(path), test: self)
    let holdsForAll = holds(nil, nil)
    return IteratorSequence(node.makeChildren()).contains {
      condition.holds(for: $0.node) != holdsForAll
    } != holdsForAll
  }
}

extension [PathCondition] {
  /// Whether all conditions hold for `node`; to look up many keys one by one would take long.
  @inlinable package func hold<Tree: PathTree>(for node: Tree) -> Bool {
    guard count > 32, node.kind == .beginMapping else { return allSatisfy { $0.holds(for: node) } }
    let values = IteratorSequence(node.makeChildren()).compactMap { key, node in
      key?.name.map { ($0, (isString: key?.isString ?? false, node: node)) }
    }
    let first = Dictionary(values) { $0.isString || !$1.isString ? $0 : $1 }.mapValues(\.node)
    return allSatisfy { $0.holds(for: node, first) }
  }
}

extension PathCondition.Test {
  /// Whether the test accepts a node with a kind and a text; the kind is nil for a missing node.
  @usableFromInline func holds(_ kind: Event.Kind?, _ text: String?) -> Bool {
    let isFalse = kind == nil || kind == .null || kind == .false
    switch self {
    case .isTrue: return !isFalse
    case .isFalse: return isFalse
    case .compares(.equal, let operand): return operand.equals(kind, text)
    case .compares(.notEqual, let operand): return !operand.equals(kind, text)
    case .compares(.prefix, let operand): return text?.utf8.starts(with: operand.text.utf8) ?? false
    case .compares(.suffix, let operand):
      return text?.utf8.reversed().starts(with: operand.text.utf8.reversed()) ?? false
    case .either: return false
    case .compares(let comparison, let operand):
      guard let order = operand.order(of: kind, text) else { return false }
      return switch comparison {
      case .less: order == .less
      case .lessOrEqual: order != .greater
      case .greater: order == .greater
      default: order != .less
      }
    }
  }
}

extension PathCondition.Operand {
  fileprivate enum Order {
    case less, equal, greater
  }

  fileprivate func equals(_ kind: Event.Kind?, _ text: String?) -> Bool {
    guard let kind else { return false }
    switch kind {
    case .null, .true, .false:
      return !isText && kind.word.map { KeyText($0) } == self.text
    case .integer, .real:
      guard !isText, let text else { return false }
      if KeyText(text) == self.text { return true }
      return number != nil && Self.number(text) == number
    default:
      return text.map { KeyText($0) } == self.text
    }
  }

  /// Returns the order of a node beside the operand; nil if they cannot be compared.
  fileprivate func order(of kind: Event.Kind?, _ text: String?) -> Order? {
    guard let text else { return nil }
    switch kind {
    case .integer, .real:
      guard let number else { return nil }
      if let other = Self.number(text) {
        return other < number ? .less : number < other ? .greater : .equal
      }
      return text == "inf" ? .greater : text == "-inf" ? .less : nil
    case .string, .date, .localTime:
      guard number == nil else { return nil }
      let key = KeyText(text)
      return key < self.text ? .less : self.text < key ? .greater : .equal
    default: return nil
    }
  }

  /// Returns the value of a node that is a number, also in the notations of YAML and TOML; nil if it is not finite.
  private static func number(_ text: String) -> DecimalValue? {
    if let number = Number(text) { return DecimalValue(number.lexeme) }
    var digits = text.utf8.filter { $0 != UInt8(ascii: "_") }[...]
    let sign = digits.first == UInt8(ascii: "-") ? "-" : ""
    if digits.first == UInt8(ascii: "+") || !sign.isEmpty { digits = digits.dropFirst() }
    let radices: [UInt8: Int] = [
      UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
    ]
    if digits.first == UInt8(ascii: "0"),
      let radix = digits.dropFirst().first.map({ radices[$0] }) ?? nil
    {
      let value = UInt64(String(decoding: digits.dropFirst(2), as: UTF8.self), radix: radix)
      return value.flatMap { DecimalValue(sign + String($0)) }
    }
    let numeric: Set<UInt8> = Set("0123456789.eE+-".utf8)
    guard digits.allSatisfy(numeric.contains) else { return nil }
    if digits.first == UInt8(ascii: ".") { digits = [UInt8(ascii: "0")] + digits }
    return DecimalValue(sign + String(decoding: digits, as: UTF8.self))
  }
}

public import DecantCore
internal import DecantSystem

extension Value {
  /// Applies all changes of a patch, or none if it throws.
  public mutating func apply(_ patch: JSONPatch) throws(DecantError) {
    var result = self
    for operation in patch.operations { try result.apply(operation) }
    self = result
  }

  /// Merges a patch, as in RFC 7396: null removes a key, and a mapping is merged.
  public mutating func merge(_ patch: Value) {
    guard case .mapping(let changes) = patch else {
      self = patch
      return
    }
    var mapping = Mapping()
    if case .mapping(let own) = self { mapping = own }
    self = .null
    for (key, change) in changes {
      if change.isNull {
        mapping.removeValue(forKey: key)
      } else if let index = mapping.index(forKey: key) {
        mapping.mergeValue(at: index, change)
      } else {
        var value = Value.null
        StackRoom.deeper { value.merge(change) }
        mapping.add(value, forKey: key)
      }
    }
    self = .mapping(mapping)
  }

  private mutating func apply(_ operation: JSONPatch.Operation) throws(DecantError) {
    switch operation {
    case .add(let pointer, let value):
      try add(value, at: pointer)
    case .remove(let pointer):
      _ = try removed(at: pointer)
    case .replace(let pointer, let value):
      try change(at: pointer.tokens[...], of: pointer) { $0 = value }
    case .move(let source, let target):
      guard !target.isInside(source) else { throw DecantError(.intoItself, at: target) }
      if source == target {
        try change(at: source.tokens[...], of: source) { _ in }
      } else {
        try add(try removed(at: source), at: target)
      }
    case .copy(let source, let target):
      try add(try change(at: source.tokens[...], of: source) { $0 }, at: target)
    case .test(let pointer, let expected):
      let found = try change(at: pointer.tokens[...], of: pointer) { $0 }
      guard found == expected else {
        throw DecantError(
          .testFailed(expected: expected.description, found: found.description), at: pointer)
      }
    }
  }
}

extension Mapping {
  fileprivate mutating func mergeValue(at index: Int, _ patch: Value) {
    withValue(at: index) { value in StackRoom.deeper { value.merge(patch) } }
  }
}

// MARK: - At a pointer

extension Value {
  /// Sets the value of a key, or inserts an element, as `add` does in RFC 6902.
  package mutating func add(_ value: Value, at pointer: DocumentPointer) throws(DecantError) {
    guard let token = pointer.tokens.last else {
      self = value
      return
    }
    try change(at: pointer.tokens.dropLast(), of: pointer) { (parent) throws(DecantError) in
      switch parent {
      case .mapping(var mapping):
        parent = .null
        if let index = mapping.index(forToken: token) {
          mapping.updateValue(value, forKey: mapping.key(at: index))
        } else {
          mapping.add(value, forKey: .string(token.string))
        }
        parent = .mapping(mapping)
      case .sequence(var elements):
        let index = try pointer.index(token, in: elements.count, allowsEnd: true)
        parent = .null
        elements.insert(value, at: index)
        parent = .sequence(elements)
      default:
        throw DecantError(.notACollection, at: pointer.parent)
      }
    }
  }

  mutating func removed(at pointer: DocumentPointer) throws(DecantError) -> Value {
    guard let token = pointer.tokens.last else { throw DecantError(.removedRoot, at: pointer) }
    return try change(at: pointer.tokens.dropLast(), of: pointer) {
      (parent) throws(DecantError) in
      switch parent {
      case .mapping(var mapping):
        guard let index = mapping.index(forToken: token) else { throw pointer.missing }
        parent = .null
        defer { parent = .mapping(mapping) }
        return mapping.remove(at: index).value
      case .sequence(var elements):
        let index = try pointer.index(token, in: elements.count)
        parent = .null
        defer { parent = .sequence(elements) }
        return elements.remove(at: index)
      default:
        throw pointer.missing
      }
    }
  }

  @discardableResult
  mutating func change<R>(
    at tokens: ArraySlice<KeyText>, of pointer: DocumentPointer,
    _ body: (inout Value) throws(DecantError) -> R
  ) throws(DecantError) -> R {
    guard let token = tokens.first else { return try body(&self) }
    switch self {
    case .mapping(var mapping):
      guard let index = mapping.index(forToken: token) else { throw pointer.missing }
      self = .null
      defer { self = .mapping(mapping) }
      return try mapping.withValue(at: index) { (value) throws(DecantError) in
        try StackRoom.deeper { () throws(DecantError) in
          try value.change(at: tokens.dropFirst(), of: pointer, body)
        }
      }
    case .sequence(var elements):
      let index = try pointer.index(token, in: elements.count)
      self = .null
      defer { self = .sequence(elements) }
      return try StackRoom.deeper { () throws(DecantError) in
        try elements[index].change(at: tokens.dropFirst(), of: pointer, body)
      }
    default:
      throw pointer.missing
    }
  }
}

extension Mapping {
  /// Returns the index of the string key `token`, else of another scalar key with that text.
  package func index(forToken token: KeyText) -> Int? {
    index(forKey: .string(token.string))
      ?? firstIndex { $0.key.string == nil && $0.key.token == token }
  }
}

extension Value {
  /// The text of a scalar as a key; nil for collections and data.
  package var token: KeyText? {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): KeyText(number.lexeme)
    case .string(let text): KeyText(text)
    case .date(let date): KeyText(date.text)
    case .localTime(let time): KeyText(time.text)
    case .uid(let number): KeyText(String(number))
    case .data, .sequence, .mapping: nil
    }
  }
}

extension DocumentPointer {
  package var missing: DecantError {
    DecantError(.nothingAtPointer(description), path: path)
  }

  @inlinable package var parent: DocumentPointer { DocumentPointer(tokens.dropLast()) }

  package func isInside(_ other: DocumentPointer) -> Bool {
    tokens.count > other.tokens.count && tokens.starts(with: other.tokens)
  }

  package func index(
    _ token: KeyText, in count: Int, allowsEnd: Bool = false
  ) throws(DecantError) -> Int {
    if token == "-" {
      guard allowsEnd else { throw missing }
      return count
    }
    guard let index = DocumentPointer.index(token) else {
      throw DecantError(.invalidIndex(token.string), at: self)
    }
    guard index < count || allowsEnd && index == count else {
      throw DecantError(.indexOutOfRange(index, count: count), at: self)
    }
    return index
  }
}

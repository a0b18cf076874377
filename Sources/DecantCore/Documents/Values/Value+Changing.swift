internal import DecantSystem

// What migrations need: parts that may be missing, places, other names, and all values of a document.

extension Optional where Wrapped == Value {
  /// The value of `key`, if this is a mapping that has it.
  ///
  /// Setting a value in nil or null makes a mapping of it, so a chain of keys needs no `?`, and may be on both sides:
  ///
  ///     document["server"]["port"] = document["server"]["ports"][0]
  ///
  /// - Precondition: a key is only set in a mapping, null or nil.
  public subscript(key: String) -> Value? {
    get { self?[key] }
    _modify {
      let isMissing = isMissing
      var value = self ?? .null
      // Replaced, so that the value has one owner and is changed in place.
      self = nil
      defer { self = isMissing && value.isNull ? .none : value }
      yield &value[key]
    }
  }

  /// The element at `index`, if this is a sequence that has it.
  ///
  /// - Precondition: an element is only set in a sequence, at an index up to its count.
  public subscript(index: Int) -> Value? {
    get { self?[index] }
    _modify {
      let isMissing = isMissing
      var value = self ?? .sequence([])
      self = nil
      defer { self = isMissing && value == [] ? .none : value }
      yield &value[index]
    }
  }
}

extension Value {
  /// The value at `pointer`, through string keys and indices.
  ///
  /// Setting a value adds mappings that are missing on the way to it; setting nil removes it.
  ///
  /// - Precondition: a value is only set in a mapping, in null or nothing, or at an index of a sequence up to its count.
  public subscript(pointer: DocumentPointer) -> Value? {
    get {
      var value = self
      for token in pointer.tokens {
        guard let next = value.child(token) else { return nil }
        value = next
      }
      return value
    }
    set {
      var value: Value? = self
      self = .null
      value.set(newValue, along: pointer.tokens[...])
      self = value ?? .null
    }
  }

  private func child(_ token: KeyText) -> Value? {
    guard case .sequence = self else { return self[token.string] }
    return DocumentPointer.index(token).flatMap { self[$0] }
  }

  /// Gives a key of a mapping another name, at the same place; does nothing if the mapping lacks it.
  ///
  /// Throws if the mapping has a key of the new name too.
  public mutating func rename(_ key: String, to name: String) throws(DecantError) {
    guard var mapping, let index = mapping.index(forKey: .string(key)), key != name else { return }
    self = .null
    defer { self = .mapping(mapping) }
    guard mapping[name] == nil else { throw DecantError(.collidingKeys(name)) }
    let value = mapping.remove(at: index).value
    mapping.insert(value, forKey: .string(name), at: index)
  }

  /// Calls `change` with each value of the document, those of a collection before the collection itself.
  ///
  /// In an archive, the values of an instance are changed once, however many references it has.
  public mutating func forEachValue(_ change: (inout Value) throws -> Void) throws {
    try changeValues(change)
    try forEachInstance { (instance) in
      guard var mapping = instance.mapping else { return }
      try mapping.changeValues(change)
      instance = .mapping(mapping)
      try change(&instance)
    }
  }

  /// Changes the values outside of instances.
  fileprivate mutating func changeValues(_ change: (inout Value) throws -> Void) throws {
    switch self {
    case .sequence(var elements):
      self = .null
      defer { self = .sequence(elements) }
      for index in elements.indices {
        try StackRoom.deeper { try elements[index].changeValues(change) }
      }
    case .mapping(var mapping):
      guard mapping.instance == nil else { return }
      self = .null
      defer { self = .mapping(mapping) }
      try mapping.changeValues(change)
    default: break
    }
    try change(&self)
  }
}

extension Mapping {
  fileprivate mutating func changeValues(_ change: (inout Value) throws -> Void) throws {
    for index in indices {
      try withValue(at: index) { (value) throws in
        try StackRoom.deeper { try value.changeValues(change) }
      }
    }
  }
}

extension Optional where Wrapped == Value {
  private var isMissing: Bool {
    // `nil` could be null.
    if case .none = self { true } else { false }
  }

  fileprivate mutating func set(_ new: Value?, along tokens: ArraySlice<KeyText>) {
    guard let token = tokens.first else { return self = new }
    if case .sequence = self {
      let index = DocumentPointer.index(token)
      precondition(index != nil || new == nil, "'\(token.string)' is set in a sequence")
      guard let index else { return }
      self[index].set(new, along: tokens.dropFirst())
    } else {
      self[token.string].set(new, along: tokens.dropFirst())
    }
  }
}

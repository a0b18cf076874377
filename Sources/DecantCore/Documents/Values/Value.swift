/// A document, or a part of one, as a tree that can be changed.
///
///     var config = try Value(parsing: text, as: .json)
///     config["server"]?["port"] = 8080
///     let hosts = config["hosts"]?.array?.compactMap(\.string)
///     let line = try config.text(as: .jsonLines)
///
/// Numbers keep their lexeme and mappings their order. Equality ignores the order of keys and the notation of numbers.
/// Strings are equal if their scalars are, as in all formats; Swift's `==` also accepts canonical equivalents.
///
/// Destroying values is recursive: thousands of levels can exhaust a small stack.
public enum Value: Sendable {
  /// Null.
  case null
  /// A boolean.
  case bool(Bool)
  /// A number as it was written.
  case number(Number)
  /// A string.
  case string(String)
  /// A date, as in property lists and YAML.
  case date(Timestamp)
  /// A date or a time of day without a zone, as in TOML.
  case localTime(LocalTime)
  /// Binary data, as in property lists and YAML.
  case data([UInt8])
  /// A reference inside a keyed archive.
  case uid(UInt64)
  /// A sequence of values.
  case sequence([Value])
  /// An ordered mapping of keys to values.
  case mapping(Mapping)
}

extension Value {
  /// Whether it is null.
  @inlinable public var isNull: Bool { self == .null }

  /// The boolean, if it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, if it is one.
  public var number: Number? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as an `Int`, if it is exactly one.
  @inlinable public var int: Int? { number?.int }

  /// The double nearest to the number, if it is a number.
  @inlinable public var double: Double? { number?.double }

  /// The text, if it is a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The date, if it is one.
  public var date: Timestamp? {
    if case .date(let value) = self { value } else { nil }
  }

  /// The local date or time, if it is one.
  public var localTime: LocalTime? {
    if case .localTime(let value) = self { value } else { nil }
  }

  /// The bytes, if it is data.
  public var data: [UInt8]? {
    if case .data(let value) = self { value } else { nil }
  }

  /// The reference, if it is one.
  public var uid: UInt64? {
    if case .uid(let value) = self { value } else { nil }
  }

  /// The elements, if it is a sequence.
  public var array: [Value]? {
    if case .sequence(let value) = self { value } else { nil }
  }

  /// The keys and values, if it is a mapping.
  public var mapping: Mapping? {
    if case .mapping(let value) = self { value } else { nil }
  }
}

// MARK: - Members

extension Value {
  /// The value of `key`, if this is a mapping that has it.
  ///
  /// Setting a value adds or replaces it, and turns null into a mapping; setting nil removes it.
  ///
  /// - Precondition: a key is only set in a mapping or null.
  public subscript(key: String) -> Value? {
    get { mapping?[key] }
    _modify {
      guard var mapping = mapping ?? (isNull ? Mapping() : nil) else {
        var nothing: Value?
        yield &nothing
        precondition(nothing == nil, "the key '\(key)' is set in a value that is not a mapping")
        return
      }
      let wasNull = isNull
      // Replaced, so that the mapping has one owner and is changed in place.
      self = .null
      defer { self = wasNull && mapping.isEmpty ? .null : .mapping(mapping) }
      yield &mapping[key]
    }
  }

  /// The element at `index`, if this is a sequence that has it.
  ///
  /// Setting a value replaces the element or appends one after the last; setting nil removes it.
  ///
  /// - Precondition: an element is only set in a sequence, at an index up to its count.
  public subscript(index: Int) -> Value? {
    get {
      guard case .sequence(let elements) = self, elements.indices.contains(index) else {
        return nil
      }
      return elements[index]
    }
    _modify {
      guard case .sequence(var elements) = self, 0...elements.count ~= index else {
        var nothing: Value?
        yield &nothing
        precondition(nothing == nil, "the element \(index) is set in a value that does not have it")
        return
      }
      self = .null
      var element: Value?
      if index < elements.count {
        element = elements[index]
        elements[index] = .null
      }
      defer {
        if index == elements.count {
          if let element { elements.append(element) }
        } else if let element {
          elements[index] = element
        } else {
          elements.remove(at: index)
        }
        self = .sequence(elements)
      }
      yield &element
    }
  }
}

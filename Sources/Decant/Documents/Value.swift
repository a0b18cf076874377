/// A document, or a part of one, as a tree to look into and to change.
///
///     var config = try Value(parsing: text, as: .json)
///     config["server"]?["port"] = 8080
///     let hosts = config["hosts"]?.array?.compactMap(\.string)
///     let line = try config.text(as: .jsonLines)
///
/// Numbers keep their lexeme and mappings their order. Two values are equal if they say the same:
/// the order of keys and the way in which numbers are written make no difference. Strings are equal if
/// their scalars are, as in all formats, and not as in Swift where `é` is also `e` and an accent.
///
/// Values are compared, hashed, described and destroyed by recursion. The limit on depth that
/// readers have keeps that safe; a tree many thousands of levels deep can exhaust the stack of a
/// small thread.
public enum Value: Sendable {
  /// The absence of a value, as a value.
  case null
  /// True or false.
  case bool(Bool)
  /// A number as it was written.
  case number(Number)
  /// Unicode text.
  case string(String)
  /// A point in time, as property lists and YAML have it.
  case date(Timestamp)
  /// Bytes, as property lists and YAML have them.
  case data([UInt8])
  /// A reference inside a keyed archive.
  case uid(UInt64)
  /// Values one after another.
  case sequence([Value])
  /// Keys and their values, in order.
  case mapping(Mapping)
}

// MARK: - What it is

extension Value {
  /// Whether it is null.
  public var isNull: Bool { self == .null }

  /// The truth value, if it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, if it is one.
  public var number: Number? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as an `Int`, if it is exactly one.
  public var int: Int? { number?.int }

  /// The double nearest to the number, if it is a number.
  public var double: Double? { number?.double }

  /// The text, if it is a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The point in time, if it is one.
  public var date: Timestamp? {
    if case .date(let value) = self { value } else { nil }
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

// MARK: - Looking inside

extension Value {
  /// The value of `key`, if this is a mapping that has it.
  ///
  /// Setting adds the key or replaces its value, and setting nil removes it (`.null` is a value
  /// like any other). Null becomes a mapping when a key of it is set. To set a key of anything else is a mistake of
  /// the program, which ends there: ``mapping`` tells beforehand.
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
      // Given up, so that the mapping has one owner and is changed where it is.
      self = .null
      defer { self = wasNull && mapping.isEmpty ? .null : .mapping(mapping) }
      yield &mapping[key]
    }
  }

  /// The element at `index`, if this is a sequence that has it.
  ///
  /// Setting replaces the element, and setting nil removes it; what is set after the last one is appended. To set
  /// any other index, or an element of what is not a sequence, is a mistake of the program, which ends there.
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

  /// The value that `pointer` leads to from here; of equal keys the first.
  public subscript(pointer: DocumentPointer) -> Value? {
    var value = self
    for token in pointer.tokens {
      let next: Value? =
        switch value {
        case .mapping(let mapping): mapping[token]
        case .sequence: DocumentPointer.index(token).flatMap { value[$0] }
        default: nil
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}

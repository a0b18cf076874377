/// An ordered collection of keys and values.
///
/// Keys may be any values. Equality ignores the order of keys; `elementsEqual(_:)` compares it.
///
/// Finding, adding and replacing a key is O(1); inserting or removing one is O(n) in the number of keys after it.
public struct Mapping: Sendable {
  /// A key and its value.
  public typealias Element = (key: Value, value: Value)

  /// Up to this count, a linear search is faster than hashing.
  private static let listLimit = 8

  @usableFromInline var own: [Element] = []
  private var indices: [Value: Int] = [:]
  /// The object of an archive that this is; a reference to an instance has its content until a change makes this a changed copy.
  @usableFromInline package private(set) var object: ArchivedInstance?
  @usableFromInline package private(set) var isChanged = false
  /// Whether the document has the content of the instance here.
  private(set) var isDefinition = false

  @usableFromInline var elements: [Element] {
    @inlinable get {
      if let object, !isChanged { object.content.own } else { own }
    }
  }

  /// Creates an empty mapping.
  public init() {}

  /// Creates a mapping of `pairs`; the last value of a repeated key is used.
  public init(_ pairs: some Sequence<(key: Value, value: Value)>) {
    for pair in pairs { updateValue(pair.value, forKey: pair.key) }
  }

  /// Creates a reference to an instance of an archive.
  package init(referringTo instance: ArchivedInstance, isDefinition: Bool = false) {
    object = instance
    self.isDefinition = isDefinition
    if !instance.hasIdentity { prepareChange() }
  }

  /// The instance to which this is a reference.
  package var instance: ArchivedInstance? { object?.hasIdentity == true ? object : nil }

  package var classTag: String? { object?.classTag }

  /// The content of an object that is not a mapping.
  package var wrapped: Value? {
    object?.isWrapped == true && count == 1 ? self[SharedKey.value] : nil
  }

  /// The pairs, without identity and class.
  package var plain: Mapping {
    guard let object else { return self }
    var plain = isChanged ? self : object.content
    plain.object = nil
    plain.isChanged = false
    return plain
  }

  func mapValues(_ change: (Value) -> Value) -> Mapping {
    var result = self
    for index in result.own.indices { result.own[index].value = change(result.own[index].value) }
    return result
  }

  private mutating func prepareChange() {
    guard let object, !isChanged else { return }
    own = object.content.own
    indices = object.content.indices
    isChanged = true
  }

  // MARK: Looking up

  /// Returns the index of `key`; nil if there is no such key.
  public func index(forKey key: Value) -> Int? {
    if let object, !isChanged { return object.content.index(forKey: key) }
    guard own.count <= Self.listLimit else { return indices[key] }
    return own.firstIndex { $0.key == key }
  }

  /// The value of a string key; setting nil removes the key.
  public subscript(key: String) -> Value? {
    get { self[forKey: .string(key)] }
    _modify { yield &self[forKey: .string(key)] }
  }

  /// The value of any key; setting nil removes the key.
  public subscript(forKey key: Value) -> Value? {
    get { index(forKey: key).map { elements[$0].value } }
    _modify {
      prepareChange()
      let index = index(forKey: key)
      var value: Value?
      // Moved out, so that it is changed in place.
      if let index {
        value = own[index].value
        own[index].value = .null
      }
      defer {
        if let value {
          if let index { own[index].value = value } else { add(value, forKey: key) }
        } else if let index {
          remove(at: index)
        }
      }
      yield &value
    }
  }

  /// The keys, in order.
  @inlinable public var keys: some RandomAccessCollection<Value> & Sendable { elements.map(\.key) }

  /// The values, in the order of their keys.
  @inlinable public var values: some RandomAccessCollection<Value> & Sendable {
    elements.map(\.value)
  }

  @inlinable package func key(at position: Int) -> Value { elements[position].key }

  @inlinable package func value(at position: Int) -> Value { elements[position].value }

  // MARK: Changing

  /// Sets the value of a key, which keeps its position; returns the old value.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Value) -> Value? {
    guard let index = index(forKey: key) else {
      add(value, forKey: key)
      return nil
    }
    prepareChange()
    let old = own[index].value
    own[index].value = value
    return old
  }

  package mutating func withValue<R, Failure>(
    at position: Int, _ body: (inout Value) throws(Failure) -> R
  ) throws(Failure) -> R {
    prepareChange()
    return try body(&own[position].value)
  }

  /// Inserts a key before `index`; returns false if the key already exists.
  @discardableResult
  public mutating func insert(_ value: Value, forKey key: Value, at index: Int) -> Bool {
    guard self.index(forKey: key) == nil else { return false }
    prepareChange()
    own.insert((key, value), at: index)
    renumber(from: index)
    return true
  }

  /// Removes a key, and returns its value.
  @discardableResult
  public mutating func removeValue(forKey key: Value) -> Value? {
    index(forKey: key).map { remove(at: $0).value }
  }

  /// Removes the key at `index`, and returns it with its value.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    prepareChange()
    let element = own.remove(at: index)
    indices[element.key] = nil
    renumber(from: index)
    return element
  }

  /// Precondition: there is no such key.
  package mutating func add(_ value: Value, forKey key: Value) {
    prepareChange()
    own.append((key, value))
    renumber(from: own.count - 1)
  }

  private mutating func renumber(from index: Int) {
    guard own.count > Self.listLimit else {
      indices.removeAll()
      return
    }
    for position in (indices.isEmpty ? 0 : index)..<own.count {
      indices[own[position].key] = position
    }
  }

  /// Whether both have equal values for equal keys, in the same order.
  public func elementsEqual(_ other: Mapping) -> Bool {
    elements.elementsEqual(other.elements) { $0 == $1 }
  }
}

extension Mapping: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { elements.count }

  /// The key and value at `position`.
  public subscript(position: Int) -> Element { elements[position] }
}

extension Mapping: Hashable {
  /// Whether both have equal values for equal keys, in any order; an instance of an archive only equals itself.
  public static func == (first: Mapping, second: Mapping) -> Bool {
    guard first.instance === second.instance, first.classTag == second.classTag else {
      return false
    }
    if first.instance != nil, !first.isChanged, !second.isChanged { return true }
    return first.count == second.count
      && first.elements.allSatisfy { second[forKey: $0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    guard instance == nil else { return }
    // A sum does not depend on the order.
    var sum = 0
    for (key, value) in elements {
      var inner = hasher
      inner.combine(key)
      inner.combine(value)
      sum &+= inner.finalize()
    }
    hasher.combine(sum)
  }
}

extension Mapping: ExpressibleByDictionaryLiteral {
  /// Creates a mapping with string keys, which must be distinct.
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (key, value) in elements {
      precondition(updateValue(value, forKey: .string(key)) == nil, "a repeated key: \(key)")
    }
  }
}

extension Mapping: CustomStringConvertible {
  /// The mapping as compact JSON, as far as JSON can represent it.
  @inlinable public var description: String { Value.mapping(self).description }
}

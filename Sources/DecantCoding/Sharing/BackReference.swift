internal import DecantCore

/// A weak reference to a shared instance, usually from a child to its parent.
///
///     final class Folder: SharedInstance {
///       var children: [Folder] = []
///       @BackReference var parent: Folder?
///     }
///
/// It does not keep its instance alive, and does not encode it: a reference to an instance that
/// nothing else in the document contains is left out, so a branch of a tree can be archived alone.
/// A reference to an instance that is still being decoded is nil until that instance is complete.
@propertyWrapper
public struct BackReference<Instance: SharedInstance>: Codable {
  private weak var known: Instance?
  private var awaited: Awaited?

  private final class Awaited {
    weak var instance: Instance?
  }

  /// Creates a reference, which may be nil.
  public init(wrappedValue: Instance?) {
    known = wrappedValue
  }

  /// Creates a reference, which may be nil.
  public init(_ instance: Instance? = nil) {
    known = instance
  }

  /// The instance, or nil once nothing else holds it.
  public var wrappedValue: Instance? {
    get { known ?? awaited?.instance }
    set {
      known = newValue
      awaited = nil
    }
  }

  /// Decodes a reference.
  public init(from decoder: any Decoder) throws {
    let awaited = Awaited()
    known = try NodeDecoder.reference(of: Self.self, to: Instance.self, from: decoder) {
      awaited.instance = $0
    }
    if known == nil { self.awaited = awaited }
  }

  /// Encodes a reference to the instance if something else in the document encodes the instance.
  public func encode(to encoder: any Encoder) throws {
    let encoder = try TapeEncoder.sharing(encoder, for: self)
    if let instance = wrappedValue {
      try encoder.tape.expectNothing(at: encoder.start)
      encoder.tape.encode(referenceTo: instance)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a reference, which is nil if the key is missing.
  public func decode<T>(_ type: BackReference<T>.Type, forKey key: Key) throws -> BackReference<T> {
    try decodeIfPresent(type, forKey: key) ?? BackReference()
  }
}

extension KeyedEncodingContainer {
  /// Encodes a reference, or omits the key if it is nil.
  public mutating func encode<T>(_ value: BackReference<T>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue.map { _ in value }, forKey: key)
  }
}

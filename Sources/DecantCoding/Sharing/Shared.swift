internal import DecantCore

/// A strong reference to a shared instance, which may be cyclic.
///
///     final class Station: SharedInstance {
///       var name = ""
///       @Shared var next: Station?
///       var neighbours: [Shared<Station>] = []
///     }
///
/// A nil property is omitted from the document. A reference to an instance that is still being
/// decoded is nil until that instance is complete, so initializers must not use it.
///
/// Cycles of strong references leak: each needs a `BackReference`.
@propertyWrapper
public struct Shared<Instance: SharedInstance>: Codable {
  private var known: Instance?
  private var awaited: Awaited?

  private final class Awaited {
    var instance: Instance?
  }

  /// Creates a reference, which may be nil.
  public init(wrappedValue: Instance?) {
    known = wrappedValue
  }

  /// Creates a reference, which may be nil.
  public init(_ instance: Instance? = nil) {
    known = instance
  }

  /// The instance, or nil.
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

  /// Encodes the instance, or a reference to it if it is already encoded.
  public func encode(to encoder: any Encoder) throws {
    let encoder = try TapeEncoder.sharing(encoder, for: self)
    if let instance = wrappedValue {
      try encoder.tape.expectNothing(at: encoder.start)
      try encoder.tape.append(orRestoreTo: encoder.start) {
        try encoder.tape.encode(deferred: instance)
      }
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a reference, which is nil if the key is missing.
  public func decode<T>(_ type: Shared<T>.Type, forKey key: Key) throws -> Shared<T> {
    try decodeIfPresent(type, forKey: key) ?? Shared()
  }
}

extension KeyedEncodingContainer {
  /// Encodes a reference, or omits the key if it is nil.
  public mutating func encode<T>(_ value: Shared<T>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue.map { _ in value }, forKey: key)
  }
}

/// A weak reference to a shared instance: from a child to its parent, as a rule.
///
///     final class Folder: SharedInstance {
///       var children: [Folder] = []
///       @BackReference var parent: Folder?
///     }
///
/// It keeps nothing alive, and writes nothing of its own: an instance that nothing else in a document holds is left
/// out, so that a branch of a tree can be archived without the rest. While values are being decoded, the reference
/// to an instance around it is nil, and is filled as soon as that instance is complete.
@propertyWrapper
public struct BackReference<Instance: SharedInstance>: Codable {
  private weak var known: Instance?
  /// An instance that was not complete when the reference was decoded.
  private var awaited: Awaited?

  private final class Awaited {
    weak var instance: Instance?
  }

  /// Makes a reference to an instance, or to none.
  public init(wrappedValue: Instance?) {
    known = wrappedValue
  }

  /// Makes a reference to an instance, or to none.
  public init(_ instance: Instance? = nil) {
    known = instance
  }

  /// The instance that is referred to, as long as something else holds it.
  public var wrappedValue: Instance? {
    get { known ?? awaited?.instance }
    set {
      known = newValue
      awaited = nil
    }
  }

  /// Decodes a reference.
  public init(from decoder: any Decoder) throws {
    let decoder = try NodeDecoder.sharing(decoder, for: Self.self)
    let awaited = Awaited()
    switch try decoder.reference(to: Instance.self, whenComplete: { awaited.instance = $0 }) {
    case .complete(let instance): known = instance
    case .unfinished: self.awaited = awaited
    }
  }

  /// Encodes a reference to the instance, if something else in the document holds it.
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
  /// Decodes a reference; one that is left out is to none.
  public func decode<T>(_ type: BackReference<T>.Type, forKey key: Key) throws -> BackReference<T> {
    try decodeIfPresent(type, forKey: key) ?? BackReference()
  }
}

extension KeyedEncodingContainer {
  /// Encodes a reference; one to none is left out.
  public mutating func encode<T>(_ value: BackReference<T>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue.map { _ in value }, forKey: key)
  }
}

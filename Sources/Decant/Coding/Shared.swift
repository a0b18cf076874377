/// A reference to a shared instance that may lead back to where it comes from.
///
///     final class Station: SharedInstance {
///       var name = ""
///       @Shared var next: Station?
///       var neighbours: [Shared<Station>] = []
///     }
///
/// A property that is nil is left out of a document. While values are being decoded, the reference to an instance
/// around it is nil, and is filled as soon as that instance is complete: initialisers must not rely on it.
///
/// It owns the instance. What is to be freed some day needs a `BackReference` somewhere in each ring.
@propertyWrapper
public struct Shared<Instance: SharedInstance>: Codable {
  private var storage: Storage

  private enum Storage {
    case known(Instance?)
    /// An instance that was not complete when the reference was decoded.
    case awaited(Awaited)
  }

  private final class Awaited {
    var instance: Instance?
  }

  /// Makes a reference to an instance, or to none.
  public init(wrappedValue: Instance?) {
    storage = .known(wrappedValue)
  }

  /// Makes a reference to an instance, or to none.
  public init(_ instance: Instance? = nil) {
    storage = .known(instance)
  }

  /// The instance that is referred to.
  public var wrappedValue: Instance? {
    get {
      switch storage {
      case .known(let instance): instance
      case .awaited(let awaited): awaited.instance
      }
    }
    set { storage = .known(newValue) }
  }

  /// Decodes a reference.
  public init(from decoder: any Decoder) throws {
    let decoder = try NodeDecoder.sharing(decoder, for: Self.self)
    let awaited = Awaited()
    switch try decoder.reference(to: Instance.self, whenComplete: { awaited.instance = $0 }) {
    case .complete(let instance): storage = .known(instance)
    case .unfinished: storage = .awaited(awaited)
    }
  }

  /// Encodes the instance, or a reference to it where it has been encoded already.
  public func encode(to encoder: any Encoder) throws {
    let encoder = try TapeEncoder.sharing(encoder, for: self)
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a reference; one that is left out is to none.
  public func decode<T>(_ type: Shared<T>.Type, forKey key: Key) throws -> Shared<T> {
    try decodeIfPresent(type, forKey: key) ?? Shared()
  }
}

extension KeyedEncodingContainer {
  /// Encodes a reference; one to none is left out.
  public mutating func encode<T>(_ value: Shared<T>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue.map { _ in value }, forKey: key)
  }
}

internal import DecantCore

/// A class whose instances keep their identity: each is encoded and decoded once per document.
///
///     final class Person: SharedInstance {
///       var name = ""
///       @Shared var friend: Person?
///       @BackReference var parent: Person?
///     }
///
/// An instance with several references is numbered at the first, beside its own keys, and the others
/// refer to that number:
///
///     - $id: 1
///       name: Ann
///     - $ref: 1
///
/// An instance with one reference is encoded like any value; in an archive it has a number too, so
/// that all instances look alike. One that is not a mapping is `{$id: 1, $value: …}`. Everywhere else
/// `$id` and `$ref` are data.
///
/// A reference to an instance that is still being decoded must be a `Shared` or `BackReference`
/// property; a plain property cannot be assigned yet, and is an error. Keys may be sorted, because
/// references may precede their instances.
///
/// An instance is created as the type first requested for it; no class is looked up by name. Other
/// libraries' encoders repeat instances, and reject `Shared` and `BackReference`.
public protocol SharedInstance: AnyObject, Codable {}

/// A strong reference to a shared instance, which may be cyclic.
///
///     final class Station: SharedInstance {
///       var name = ""
///       @Shared var next: Station?
///       var neighbours: [Shared<Station>] = []
///     }
///
/// Cycles of strong references leak: each needs a `BackReference`.
public typealias Shared<Instance: SharedInstance> = InstanceReference<Instance, StrongReference>

/// A weak reference to a shared instance, usually from a child to its parent.
///
///     final class Folder: SharedInstance {
///       var children: [Folder] = []
///       @BackReference var parent: Folder?
///     }
///
/// It does not keep its instance alive, and does not encode it: a reference to an instance that
/// nothing else in the document contains is left out, so a branch of a tree can be archived alone.
public typealias BackReference<Instance: SharedInstance> = InstanceReference<
  Instance, WeakReference
>

/// A reference to a shared instance: a `Shared` or a `BackReference`.
///
/// A nil property is omitted from the document. A reference to an instance that is still being
/// decoded is nil until that instance is complete, so initializers must not use it.
@propertyWrapper
public struct InstanceReference<Instance: SharedInstance, Strength: ReferenceStrength>: Codable {
  /// Nil for nil, which most properties are at first.
  private var target: ReferenceTarget?

  /// Creates a reference, which may be nil.
  public init(wrappedValue: Instance?) {
    self.init(wrappedValue)
  }

  /// Creates a reference, which may be nil.
  public init(_ instance: Instance? = nil) {
    target = instance.map { ReferenceTarget($0, isStrong: Strength.isStrong) }
  }

  /// The instance, or nil; that of a weak reference is nil once nothing else holds it.
  public var wrappedValue: Instance? {
    get { target?.instance as? Instance }
    set { self = InstanceReference(newValue) }
  }

  /// Decodes a reference.
  public init(from decoder: any Decoder) throws {
    let target = ReferenceTarget(nil, isStrong: Strength.isStrong)
    target.set(
      try NodeDecoder.reference(of: Self.self, to: Instance.self, from: decoder) { target.set($0) })
    self.target = target
  }

  /// Encodes a reference to the instance: a strong one the instance too, unless it is already encoded; a weak one
  /// only if something else in the document encodes it.
  public func encode(to encoder: any Encoder) throws {
    let encoder = try TapeEncoder.sharing(encoder, for: self)
    guard let instance = wrappedValue else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try encoder.tape.expectNothing(at: encoder.start)
    guard Strength.isStrong else { return try encoder.tape.encode(referenceTo: instance) }
    try encoder.tape.append(orRestoreTo: encoder.start) {
      try encoder.tape.encode(deferred: instance)
    }
  }
}

/// Where an instance is put once it is complete; not generic, as each access to the type would be a search for it.
private final class ReferenceTarget {
  private let isStrong: Bool
  private var strong: AnyObject?
  private weak var weak: AnyObject?

  init(_ instance: AnyObject?, isStrong: Bool) {
    self.isStrong = isStrong
    set(instance)
  }

  func set(_ instance: AnyObject?) {
    if isStrong { strong = instance } else { weak = instance }
  }

  var instance: AnyObject? { isStrong ? strong : weak }
}

/// Whether a reference keeps its instance alive, as `StrongReference` does: a type, so that both kinds are one implementation.
public protocol ReferenceStrength {
  /// Whether it does.
  static var isStrong: Bool { get }
}

/// The strength of a `Shared` reference.
public enum StrongReference: ReferenceStrength {
  /// True.
  public static var isStrong: Bool { true }
}

/// The strength of a `BackReference`.
public enum WeakReference: ReferenceStrength {
  /// False.
  public static var isStrong: Bool { false }
}

extension KeyedDecodingContainer {
  /// Decodes a reference, which is nil if the key is missing.
  public func decode<T, S>(
    _ type: InstanceReference<T, S>.Type, forKey key: Key
  ) throws -> InstanceReference<T, S> {
    try decodeIfPresent(type, forKey: key) ?? InstanceReference()
  }
}

extension KeyedEncodingContainer {
  /// Encodes a reference, or omits the key if it is nil.
  public mutating func encode<T, S>(_ value: InstanceReference<T, S>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue.map { _ in value }, forKey: key)
  }
}

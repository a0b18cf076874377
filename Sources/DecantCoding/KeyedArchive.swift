public import DecantCore
internal import DecantConversion

/// Decodes archives written by `NSKeyedArchiver` as `Codable` types.
///
///     let trip = try KeyedArchive.decode(
///       Trip.self, from: bytes, classes: ["Trip": Trip.self, "OldLandmark": Landmark.self])
///
/// Coding keys are the keys with which an object was archived, such as `NS.time`. Foundation's
/// collections, strings, numbers, dates, data, URLs and UUIDs decode as their `Codable`
/// counterparts and need no entry in the table.
///
/// **Classes.** The table maps class names of the archive to types. An object decodes as a type
/// only if the table has that type for its class or for one of the superclasses that the archive
/// lists; otherwise it is an error. Types are never looked up by the names in an archive. If a
/// class is requested and the table has a subclass of it for the object, the subclass is created:
///
///     class Shape: Decodable { … }
///     final class Circle: Shape { … }
///     let shapes = try KeyedArchive.decode(
///       [Shape].self, from: bytes, classes: ["Circle": Circle.self, "Shape": Shape.self])
///
/// An enumeration of unrelated types can switch on its decoder's `archivedClassName`, and decode
/// one of them from `singleValueContainer()`.
///
/// **References.** An object with several references decodes as one instance if its type is a
/// `SharedInstance`, otherwise once per reference, up to `ReadingOptions.maximumAliasNodes`. Cyclic
/// references require `Shared` or `BackReference`, and are errors elsewhere.
public enum KeyedArchive {
  /// A table of types by class name; of several names for a type, `Archive` writes the first.
  public struct Classes: ExpressibleByDictionaryLiteral, Sendable {
    private var types: [KeyText: any (Decodable & SendableMetatype).Type]
    private var names: [ObjectIdentifier: String] = [:]
    /// The type that declares the table; nil for the table of a keyed archive.
    package var owner: String?

    /// Creates a table; the names must be distinct.
    public init(dictionaryLiteral elements: (KeyText, any (Decodable & SendableMetatype).Type)...) {
      self.init(elements)
    }

    /// Creates a table; the names must be distinct.
    public init(_ elements: [(KeyText, any (Decodable & SendableMetatype).Type)]) {
      types = Dictionary(uniqueKeysWithValues: elements)
      for (name, type) in elements where names[ObjectIdentifier(type)] == nil {
        names[ObjectIdentifier(type)] = name.string
      }
    }

    func type(named name: String) -> (any Decodable.Type)? { types[KeyText(name)] }

    func name(of type: Any.Type) -> String? { names[ObjectIdentifier(type)] }
  }
}

extension Decoder {
  /// The class name of the object that is being decoded from an archive, or nil elsewhere.
  public var archivedClassName: String? {
    guard let decoder = self as? NodeDecoder, decoder.missingPath == nil else { return nil }
    return decoder.session.archive?.className(of: decoder.node)
  }
}

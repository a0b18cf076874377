/// Archives that NSKeyedArchiver wrote, as values of `Codable` types.
///
///     let trip = try KeyedArchive.decode(
///       Trip.self, from: bytes, classes: ["Trip": Trip.self, "OldLandmark": Landmark.self])
///
/// The keys that an object was archived with are the coding keys of its type; for keys like `NS.time` too there is
/// nothing but `CodingKeys` to write. Foundation's collections, strings, numbers, dates, data, URLs and UUIDs are
/// what `Codable` has for them, and need no entry in the table.
///
/// **Classes.** The table says which type stands for a class of the archive. An object is decoded as a type only if
/// the table has that type for its class, or for one of the superclasses that the archive names: anything else is an
/// error, and no type is ever looked up by a name that an archive says. Where a class of the program is asked for,
/// the table may have a subclass of it for the archived class: that is what is made then.
///
///     class Shape: Decodable { … }
///     final class Circle: Shape { … }
///     let shapes = try KeyedArchive.decode(
///       [Shape].self, from: bytes, classes: ["Circle": Circle.self, "Shape": Shape.self])
///
/// An enumeration of unrelated types looks at `archivedClassName` of its decoder, and decodes one of them by way of
/// `singleValueContainer()`.
///
/// **References.** An object that is reached in several ways is decoded as one instance if its type is a
/// `SharedInstance`, else as often as it is reached, as far as `ReadingOptions.maximumAliasNodes` allows. References
/// that lead back to where they come from need `Shared` or `BackReference`; elsewhere they are errors.
public enum KeyedArchive {
  /// The types that stand for classes, by the names of the classes.
  public typealias Classes = [String: any (Decodable & SendableMetatype).Type]

  /// Decodes what was archived as the root of an archive that is in memory, or under a few keys.
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], classes: Classes,
    options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try decode(type, from: .bytes(bytes), classes: classes, options: options)
  }

  /// Decodes what was archived as the root of an archive, or under a few keys.
  public static func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String? = nil,
    classes: Classes, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    var documents: DecodedDocuments<T>
    do throws(DecantError) {
      documents = try DecodedDocuments(
        try Input(source, named: name, as: .keyedArchiveObjects), options, classes: classes)
    } catch {
      guard error.isAboutInput else { throw error }
      throw DecodingError.unreadable(error)
    }
    return try documents.only()
  }
}

extension Format {
  /// Archives as the objects in them: each has its class for a tag, and its number for an anchor if it is reached
  /// again, where an alias is.
  fileprivate static let keyedArchiveObjects = Format(
    name: keyedArchive.name,
    summary: keyedArchive.summary,
    abilities: keyedArchive.abilities.subtracting(.anchors),
    reader: {
      var options = $0
      options.aliases = .kept
      return KeyedArchiveReader(options, classes: .tags)
    }
  )
}

extension Decoder {
  /// The class of the object that is being decoded from a keyed archive, as the archive names it; nil for anything
  /// else.
  public var archivedClassName: String? {
    guard let decoder = self as? NodeDecoder, decoder.absence == nil else { return nil }
    return decoder.session.classNames(at: decoder.node).first
  }
}

public import DecantCoding
public import DecantCore
public import DecantSchema
internal import DecantTypes

extension JSONSchema {
  /// Creates the schema of the documents that a type decodes.
  ///
  ///     let schema = try JSONSchema(of: Landmark.self)
  ///     for error in try schema.check(document) { print(error) }
  ///
  /// It is the schema in ``document(of:options:)``.
  public init<T: Decodable>(
    of type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws(DecantError) {
    try self.init(Self.document(of: type, options: options))
  }

  /// Returns the schema, of draft 2020-12, of the documents that a type decodes.
  ///
  /// The schema is found by running the type's own `init(from:)` with decoders whose document does not exist: each run
  /// answers one request in another way. So it has the keys, types and optional values of synthesized and written
  /// initializers, cases of enumerations, and values that decide what is decoded next if these are booleans or enumerations.
  /// Ranges, patterns and whatever else an initializer tests are not found, and a type that refuses all values that are tried
  /// has a schema that accepts more than it does, with a `$comment`. The schema is for formats with null; property lists
  /// have other forms of `URL` and `Decimal`.
  ///
  /// An initializer must not trap on values that it refuses.
  public static func document<T: Decodable>(
    of type: T.Type, options: DecodingOptions = DecodingOptions()
  ) -> Value {
    TypeSchema(of: TypeProbe(options).graph(of: type), titled: "\(type)").value
  }
}

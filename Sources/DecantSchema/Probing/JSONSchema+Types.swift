public import DecantCore

extension JSONSchema {
  /// Returns the schema of the documents that a type decodes, of the 2020-12 draft.
  ///
  ///     print(JSONSchema.document(of: Landmark.self))
  ///
  /// It is found by running the type's own decoder with made-up values. Where that refuses them, a `$comment` says so, and the schema
  /// accepts more than the type. Dates, data, URLs, decimal numbers and UUIDs are as decant writes them in JSON by default.
  public static func document<T: Decodable>(of type: T.Type) -> Value {
    TypeProbe(type).document(of: type)
  }

  /// Creates a schema of the documents that a type decodes, which `document(of:)` describes.
  public init<T: Decodable>(of type: T.Type) throws(DecantError) {
    try self.init(Self.document(of: type))
  }
}

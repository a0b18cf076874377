package import DecantCore
package import DecantSchema

extension TypeInference {
  /// Returns the source of Swift types that decode what a schema accepts; the type of documents is called `name`.
  ///
  /// Throws if the schema refers to itself endlessly, or combines too many subschemas.
  package static func swiftSource(
    of schema: JSONSchema, named name: String
  ) throws(DecantError) -> String {
    SwiftSource(TypeNames(try SchemaTypes(schema).graph, named: name)).text
  }
}

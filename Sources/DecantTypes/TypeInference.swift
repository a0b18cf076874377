package import DecantConversion
package import DecantCore
internal import DecantPropertyList
package import DecantSchema

/// Types for documents: of any number of inputs, in any formats, the shape that all of them have.
///
///     events ─▶ ShapeReader ─▶ Shapes ─▶ refined shapes ─▶ DocumentTypes ─▶ TypeGraph
package struct TypeInference: ~Copyable {
  /// What to infer.
  package struct Options: Sendable {
    /// Whether short closed sets of strings are enumerations.
    package var findsEnumerations = false
    /// Whether the root type conforms to `Archivable`.
    package var isArchivable = false
    /// Whether the caller chose the name of the root type; otherwise an object of a class keeps its name.
    package var hasGivenName = false
    /// Whether each value needs a Swift type that can decode it.
    package var needsSwiftTypes = true

    package init() {}
  }

  private let options: Options
  var reader: ShapeReader
  /// The name of the type in decant's archives, if `isArchivable` asks for what is in them.
  package internal(set) var archiveName: String?
  var schemaVersion = 1

  package init(_ options: Options) {
    self.options = options
    reader = ShapeReader(options)
  }

  /// The number of documents added.
  package var documentCount: Int { reader.documents }

  /// Reads an input to its end.
  package mutating func add(
    _ input: inout Input, _ options: ReadingOptions
  ) throws(DecantError) {
    if self.options.isArchivable, try input.beginsArchive() {
      reader.begin(input.format)
      return try addArchives(of: &input, options)
    }
    var options = options
    if input.format.name == Format.keyedArchiveObjects.name {
      input.format = .keyedArchiveObjects
    } else {
      options.needs.insert(.expandedAliases)
    }
    reader.begin(input.format)
    var reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format))
    while try reading.advance(
      &input, to: { (batch) throws(DecantError) in try reader.add(batch) })
    {}
  }

  /// Returns the source of Swift types, of which the root type is called `name`.
  package consuming func swiftSource(named name: String) -> String {
    let documents = reader.documents
    let archive = SwiftSource.Archive(
      name: archiveName ?? SwiftName.type(fromKey: name), version: schemaVersion)
    let isArchivable = options.isArchivable
    return SwiftSource(
      types(named: name), ofDocuments: documents, archive: isArchivable ? archive : nil
    ).text
  }

  /// Returns a JSON Schema of the 2020-12 draft.
  package consuming func jsonSchema(named name: String) -> Value {
    let types = types(named: name)
    return TypeSchema(types, titled: types.rootName).value
  }

  private consuming func types(named name: String) -> TypeNames {
    let options = options
    reader.finish()
    let classNames = reader.classNames
    var shapes = reader.takeShapes()
    shapes.findDictionaries()
    shapes.combineNestedMappings()
    shapes.combineNamesakes()
    let graph = DocumentTypes(shapes, classNames: classNames, options).graph
    // An object of a class keeps its name, unless another one is asked for.
    let className = options.hasGivenName ? nil : graph[graph.resolved(graph.root)].name
    return TypeNames(graph, named: className ?? name, areSwift: options.needsSwiftTypes)
  }
}

extension TypeInference {
  /// Returns a name for each element of a collection called `name`: its singular.
  package static func elementName(of name: String) -> String {
    EnglishNoun.singular(of: SwiftName.type(fromKey: name))
  }

  /// Returns whether a type of that name would hide one that the printed source uses.
  package static func isReserved(_ name: String) -> Bool {
    SwiftName.taken.contains(SwiftName.type(fromKey: name))
  }
}

extension TypeInference {
  /// Adds the archived values instead of their envelopes.
  mutating func addArchives(
    of input: inout Input, _ options: ReadingOptions
  ) throws(DecantError) {
    try input.forEachLocatedDocument(options.ofArchives) {
      (document, input) throws(DecantError) in
      do throws(DecantError) {
        try addRoot(of: document)
      } catch {
        throw input.located(error)
      }
    }
  }

  private mutating func addRoot(of document: Document) throws(DecantError) {
    guard document.root.isArchive else { return try add(document.root) }
    let envelope = try ArchiveEnvelope(of: document)
    try envelope.verify()
    if let name = archiveName, name != envelope.header.type {
      throw DecantError(
        .other(
          "the archives contain values of the types '\(name.visible(limit: 64))' and "
            + "'\(envelope.header.type.visible(limit: 64))'", hint: nil))
    }
    archiveName = envelope.header.type
    schemaVersion = max(schemaVersion, envelope.header.schema)
    try add(envelope.root.withCopies)
  }

  private mutating func add(_ node: Document.Node) throws(DecantError) {
    try node.forEachBatch { (batch) throws(DecantError) in try reader.add(batch) }
  }
}

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

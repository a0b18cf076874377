internal import DecantCore
internal import DecantConversion
internal import DecantSchema
internal import DecantTypes

extension Verb {
  static let types = Verb(
    name: .types, operands: "[FILE...]",
    summary: "print Swift types, or a JSON Schema, for documents",
    detail: """
      Reads all documents of all FILEs, in any formats, and prints 'Codable' types in Swift that decode each of \
      them and encode it again. A key that some mappings lack is an optional property, keys that are data make a \
      dictionary, and values of several types an enumeration. A keyed archive has one type per class. The documents \
      are not kept in memory. Nothing is printed if an input is invalid. With --schema, the types are those of a \
      JSON Schema.
      """
  ) { session throws(Failure) in try Inferring(session).run() }
}

private struct Inferring {
  private let session: Session
  private let conversion: PlanMaker
  private static let deepest = 5000

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
    if session.arguments.plan.reading.duplicateKeys == .keep {
      throw .usage("a type cannot have a repeated key; use '--duplicate-keys first' or 'last'")
    }
    if session.arguments.inference.needsSwiftTypes, let name = session.arguments.typeName,
      TypeInference.isReserved(name)
    {
      throw .usage(
        "'--name \(name)' is a type that the printed source may use; choose another name")
    }
  }

  func run() throws(Failure) {
    let operands = session.arguments.operands
    if let file = session.arguments.schemaFile {
      guard operands.isEmpty else {
        throw .usage("'--schema' prints types of a schema, and reads no documents")
      }
      return try printTypes(ofSchema: file)
    }
    let files = operands.isEmpty ? ["-"] : operands
    var reading = conversion.readingAlone
    // A schema is a tree, whose destruction is recursive.
    reading.maximumDepth = min(reading.maximumDepth, Self.deepest)
    var inference = TypeInference(session.arguments.inference)
    for file in files {
      var input = try session.open(file, as: conversion.source)
      try mappingError(Failure.usage, try conversion.check(reading: input.format))
      do throws(DecantError) {
        try conversion.refine(&input, for: nil)
        try inference.add(&input, reading)
      } catch {
        throw .error(error, reading: input.format)
      }
    }
    guard inference.documentCount > 0 else {
      throw .error(DecantError(.other("the inputs contain no document", hint: nil)))
    }
    let isMany = inference.documentCount > 1
    let name =
      session.arguments.typeName ?? inference.archiveName
      ?? Self.name(for: files, ofDocuments: isMany)
    if session.arguments.inference.needsSwiftTypes {
      try write(inference.swiftSource(named: name))
    } else {
      try session.write(schema: inference.jsonSchema(named: name), by: conversion)
    }
  }

  private func printTypes(ofSchema file: String) throws(Failure) {
    let schema = try session.schema(in: file)
    let name = session.arguments.typeName ?? Self.name(for: [file], ofDocuments: false)
    let source: String
    do throws(DecantError) {
      source = try TypeInference.swiftSource(of: schema, named: name)
    } catch {
      throw .error(error.about(Console.name(of: file)))
    }
    try write(source)
  }

  private func write(_ source: String) throws(Failure) {
    let output = try asFailure(try Output(session.arguments.output, session.console))
    let sink = ByteSink(output.destination)
    try asFailure(try sink.write(source))
    try asFailure(try sink.flush())
    try asFailure(try output.commit())
  }

  /// Returns the name of one file without its extension, or of the folder that contains all files.
  ///
  /// The name is in the singular if it is that of many documents.
  private static func name(for files: [String], ofDocuments areMany: Bool) -> String {
    let fallback = "Document"
    let folders = Set(files.map { $0.split(separator: "/").dropLast().last.map(String.init) ?? "" })
    guard files.count > 1 else {
      let name = files[0].split(separator: "/").last ?? ""
      guard files[0] != "-", let stem = name.split(separator: ".").first else { return fallback }
      return areMany ? TypeInference.elementName(of: String(stem)) : String(stem)
    }
    guard folders.count == 1, let folder = folders.first, !folder.isEmpty, folder != ".",
      folder != ".."
    else { return fallback }
    return TypeInference.elementName(of: folder)
  }
}

extension Session {
  /// Writes a schema as JSON, or in the format of '--to'.
  func write(schema: Value, by conversion: PlanMaker) throws(Failure) {
    let json = try mappingError(Failure.usage, try registry.named("json"))
    let plan = try conversion.planForVerb(json)
    var writing = try Writing(by: plan, in: self)
    try writing.write { (pipeline) throws(Failure) in
      try asFailure(try pipeline.convert(schema))
      return .whole
    }
  }
}

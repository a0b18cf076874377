internal import DecantTypes

extension Flag {
  static let types: [Flag] = [
    Flag(
      "name", nil, .required("NAME", .other("a name that begins with a letter")), in: .types,
      of: [.types], "the name of the type of documents",
      detail: """
        The default is the name of the file, or of the folder of several files. A document that is a sequence or \
        a dictionary gets a 'typealias' of that name.
        """, parsing: { $0.first?.isLetter == true ? $0 : nil }
    ) {
      $0.typeName = $1
      $0.inference.hasGivenName = true
    },
    Flag(
      "archivable", nil, in: .types, of: [.types], excludes: ["schema", "json-schema"],
      "add a conformance to 'Archivable'",
      detail: "The type of documents gets an archive name, version 1 and an empty migration."
    ) { $0.inference.isArchivable = true },
    Flag(
      "enums", nil, in: .types, of: [.types], excludes: ["schema"],
      "print enumerations for short closed sets of strings",
      detail: "A set is closed if each of its strings occurs twice on average."
    ) { $0.inference.findsEnumerations = true },
    Flag(
      "json-schema", nil, in: .types, of: [.filter, .types],
      excludes: ["archivable", "schema"],
      "print a JSON Schema (2020-12) instead of Swift types",
      detail: """
        The schema is JSON, or in the format that --to names. A typed filter prints that of its type, and reads no \
        documents.
        """
    ) { $0.inference.needsSwiftTypes = false },
  ]
}

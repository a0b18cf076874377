internal import DecantCore
internal import DecantConversion
internal import DecantSchema

extension Flag {
  static let content: [Flag] = [
    Flag(
      "type", nil, .required("NAME", .other("the name of a type")), in: .content,
      of: [.archive, .restore], "the type of the archive, or the type that it must have",
      detail: "NAME is the name that programs use for the type. 'archive' requires this option.",
      parsing: nonEmpty
    ) { $0.type = $1 },
    Flag(
      "schema-version", "N", from: 1 ... .max, "a number of 1 or more", in: .content,
      of: [.archive],
      "the schema version of the document (default 1)"
    ) { $0.schemaVersion = $1 },
    Flag(
      "schema", nil, .required("FILE", .file), in: .content,
      of: [.filter, .check, .restore, .edit, .migrate, .types],
      excludes: ["archivable", "enums", "json-schema"],
      "take the JSON Schema in FILE, which documents must match",
      detail: """
        FILE is a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12, in any format. A mismatch is reported with its \
        path in the document and the place of the keyword in the schema; 'check' reports all, other verbs the first, \
        and aliases are expanded. The schema sees documents as decant writes them in JSON: dates and data are \
        strings. It can refer to files in its folder, and to those in --schema-dir; nothing is fetched from the \
        network. 'check', 'edit' and 'migrate' fill fields in FILE by each document, as --output does: \
        'schemas/{kind}.json'. A brace of a name is doubled. 'edit' checks what has changed, before it is written. \
        'types' reads no documents: it prints types that decode what the schema accepts; what only narrows a type, such \
        as patterns and limits, is left to 'check'. See decant-schemas(7).
        """, parsing: nonEmpty
    ) { $0.schemaFile = $1 },
    Flag(
      "schema-draft", "DRAFT", from: JSONSchema.Draft.self, in: .content,
      of: [.filter, .check, .restore, .types, .edit, .migrate],
      "read a schema without '$schema' as one of a draft",
      detail: """
        DRAFT is 4, 6, 7, 2019-09 or 2020-12. It is the draft of schemas without '$schema', and of those whose \
        '$schema' is not known, which is an error otherwise. Without the option, a schema without '$schema' is one of \
        the draft of the schema that refers to it; that of --schema is one of 2020-12.
        """
    ) { $0.schemaDraft = $1 },
    Flag(
      "assert-format", nil, in: .content, of: [.filter, .check, .restore, .edit, .migrate],
      "accept only texts that have the 'format' of the schema",
      detail: """
        The formats are date-time, date, time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, iri, \
        uri-template, uuid, json-pointer, regex and their variants; others are not checked. In draft 7, the option is \
        about 'contentEncoding' and 'contentMediaType' too, if they are base64 and application/json. Without it, \
        these keywords check nothing, as the drafts have it, unless the metaschema requires that of 'format'.
        """
    ) { $0.formats = .asserted },
    Flag(
      "schema-dir", nil, .required("DIR", .file), in: .content,
      of: [.filter, .check, .restore, .types, .edit, .migrate], "find schemas in DIR",
      detail: """
        https://example.com/a/b.json is DIR/a/b.json, DIR/b.json, or a file with that '$id'. Relative references may \
        lead to files below DIR too, such as '--schema-dir ..' for '../common.json'. 'check', 'edit' and 'migrate' also find schemas by \
        the file DIR/catalog.json, which lists them for names of files as that of schemastore.org does, and those of \
        manifests of Kubernetes by their kinds, as kubernetes-json-schema and CRDs-catalog name them. The option can be \
        repeated; folders in DECANT_SCHEMAS, separated by colons, follow.
        """, parsing: nonEmpty
    ) { $0.schemaFolders.append($1) },
    Flag(
      "require-schema", nil, in: .content, of: [.check],
      "report documents for which no schema is found",
      detail: """
        Without it, a schema that a document or a catalog names, or that is for its kind, is noted once if it is not at \
        hand, and a document without a schema is only checked for its syntax.
        """
    ) { $0.requiresSchema = true },
    Flag(
      "at", nil, .required("PATH", .path), in: .content, of: Verb.Name.converting,
      excludes: ["replace"], "convert only the values at a path",
      detail: """
        PATH is as for 'get', such as /users/0/name or .users[0].name. Each of several values becomes a document.
        """, parsing: { try? PathPattern($0) }
    ) { ($0.plan.pointer, $0.plan.path) = ($1.pointer, $1.pointer == nil ? $1 : nil) },
    Flag(
      "document", nil, .required("DOC", .other("a number, or conditions such as [kind=Service]")),
      in: .content, of: [.filter, .get, .edit, .diff, .check, .types, .archive, .restore],
      "take only some documents of each input",
      detail: """
        DOC is the number of a document, from 1, or conditions in brackets, as in paths, for all documents for which \
        they hold: '[kind=Service, metadata/name=web]'.
        """, parsing: { try? DocumentSelection($0) }
    ) { $0.plan.reading.documents = $1 },
    Flag(
      "raw", "r", in: .content, of: [.filter, .restore, .get], "write a scalar as plain text",
      detail: """
        A string is written without quotes and escapes, as 'get' does without this option, and binary data as its bytes.
        """
    ) { $0.plan.scalars = .raw },
    Flag(
      "slurp", nil, in: .content, of: Verb.Name.converting.union([.get]),
      excludes: ["split", "in-place"], "gather all documents into one sequence"
    ) { $0.plan.gathering = .slurp },
    Flag(
      "by-name", nil, in: .content, excludes: ["split", "in-place"],
      "gather files into a mapping by their names",
      detail: """
        Each FILE has one document, which becomes the value of the name of the file, without its folder and its \
        extension: conf/web.prod.yaml is 'web.prod'. Files of the same name have their folders in their keys, as far as \
        these differ: a/app.yaml and b/app.yaml are 'a/app' and 'b/app'. The inverse is a name with the field {key} for \
        --output.
        """
    ) {
      $0.plan.gathering = .slurp
      $0.plan.gatheredNames = []
    },
    Flag(
      "split", nil, in: .content, of: [.filter, .restore, .migrate],
      excludes: ["slurp", "by-name"],
      "write each element of a sequence as a document",
      detail: "With fields in the name of --output, each element is written to its own file."
    ) { $0.plan.gathering = .split },
    Flag(
      "key-style", "STYLE", from: KeyStyle.self, in: .content, of: Verb.Name.converting,
      "write keys in STYLE"
    ) { $0.plan.keyStyle = $1 },
  ]
}

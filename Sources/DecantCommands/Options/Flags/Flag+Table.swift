internal import DecantCore
internal import DecantConversion

extension Flag {
  static func all(for registry: FormatRegistry) -> [Flag] {
    Group.allCases.flatMap { $0.flags(for: registry) }
  }

  /// Returns the first option that `isWanted` accepts; creates no later groups.
  static func first(
    among registry: FormatRegistry, where isWanted: (Flag) -> Bool
  ) -> Flag? {
    for group in Group.allCases {
      if let flag = group.flags(for: registry).first(where: isWanted) { return flag }
    }
    return nil
  }

  /// Options that are created together, at the first look-up of one of them.
  private enum Group: CaseIterable {
    case formats, layout, content, fidelity, formatSpecific, looking, editing, types, records
    case migration, service, messages

    func flags(for registry: FormatRegistry) -> [Flag] {
      switch self {
      case .formats: Flag.formats
      case .layout: Flag.layout
      case .content: Flag.content
      case .fidelity: Flag.fidelity
      case .formatSpecific: registry.formats.flatMap(\.options).map { Flag($0) }
      case .looking: Flag.looking
      case .editing: Flag.editing
      case .types: Flag.types
      case .records: Flag.records
      case .migration: Flag.migration
      case .service: Flag.service
      case .messages: Flag.messages
      }
    }
  }

  private init(_ option: FormatOption) {
    let domain: Domain =
      option.choices.isEmpty
      ? .other(option.acceptedValues) : .choice(option.choices, default: option.defaultChoice)
    let value: Value = option.valueName.map { .required($0, domain) } ?? .none
    self.init(
      option.name, nil, value, in: .formatSpecific,
      of: option.isForReading ? Verb.Name.reading : Verb.Name.converting,
      option.summary, detail: option.details
    ) { arguments, value in
      guard option.accepts(value) else { return false }
      arguments.formatOptions.append((option, value))
      return true
    }
  }

  private static let formats: [Flag] = [
    Flag(
      "from", "f", .required("FORMAT", .inputFormat), in: .formats, of: Verb.Name.reading,
      "read FORMAT (default: by file name, else content)",
      detail: "The content is examined only if the extension of the file name is not known."
    ) {
      $0.from = $1
      return true
    },
    Flag(
      "to", "t", .required("FORMAT", .outputFormat), in: .formats,
      of: Verb.Name.converting.union([.get, .check, .types]),
      "write FORMAT (default: by -o FILE, else as input)",
      detail: """
        The default is the format of the output file's extension, which must be a known one, else the one in \
        the name that the program was called by, else the format of the first input. 'get' writes values as \
        documents of FORMAT, 'check' reports what FORMAT cannot represent, and 'types' writes a JSON Schema.
        """
    ) {
      $0.to = $1
      return true
    },
    Flag(
      "output", "o", .required("FILE", .file), in: .formats,
      of: [.filter, .archive, .restore, .edit],
      excludes: ["in-place"],
      "write FILE, atomically (default: standard output)",
      detail: """
        FILE is replaced in one step when the whole output is on the disk; until then, and after any \
        failure, it is unchanged. It may be one of the inputs. A device or a named pipe is written to \
        directly.
        """
    ) {
      $0.output = $1
      return !$1.isEmpty
    },
    Flag(
      "in-place", "i", .optional("SUFFIX"), in: .formats,
      of: [.filter, .archive, .restore, .edit, .merge],
      excludes: ["output", "slurp"],
      "rewrite each FILE; with SUFFIX keep the old one",
      detail: """
        Each file is replaced in one step, as by --output. Mode, ownership, extended attributes and access \
        lists are kept; a symbolic link is followed. The old version is kept under its name and SUFFIX, which \
        must follow the option without a space. 'merge' rewrites OURS. A file that another program changes \
        meanwhile is left as it is, which is an error.
        """
    ) {
      $0.inPlace = Arguments.InPlace(suffix: $1.isEmpty ? nil : $1)
      return !$1.utf8.contains(UInt8(ascii: "/"))
    },
    Flag(
      "force", nil, in: .formats, of: [.filter, .archive, .restore, .edit, .migrate],
      "overwrite what would otherwise stay as it is",
      detail: """
        'migrate' overwrites targets that differ, which are an error otherwise; an equal target is never written again. \
        Other verbs write a file whose name is that of another format, such as YAML to 'package.json', which --in-place \
        refuses and --output warns of. The dialects of JSON may have the names of each other, and so may the kinds of \
        property lists.
        """
    ) { $0.migration.isForced = true },
    Flag(
      "checkout", "FORMAT", from: PropertyListFilter.Checkout.self, default: .xml,
      in: .formats, of: [.gitFilter],
      "check out property lists as FORMAT",
      detail: """
        With 'binary1', 'git-filter' converts what it has stored to binary property lists when git writes the \
        working tree. XML that it would not store with the same bytes stays XML, so that no comment is lost and \
        the working tree is clean.
        """
    ) { $0.checkout = $1 },
  ]

  private static let layout: [Flag] = [
    Flag(
      "compact", "c", in: .layout, of: Verb.Name.converting, excludes: ["indent"],
      "write the shortest form"
    ) { $0.compact = true },
    Flag(
      "indent", nil, .required("N", .other("a number from 0 to 8, or 'tab'")), in: .layout,
      of: Verb.Name.converting, excludes: ["compact"],
      "indent by N spaces per level, or by a 'tab'",
      detail: """
        The default is 2 spaces, in OpenStep property lists 4 spaces, in XML property lists a tab, and from YAML to \
        YAML the indentation of the input.
        """
    ) {
      if $1 == "tab" {
        $0.indentation = .tab
      } else if let count = Int($1), 0...8 ~= count, $1.utf8.count == 1 {
        $0.indentation = count == 0 ? .compact : .spaces(count)
      } else {
        return false
      }
      return true
    },
    Flag(
      "sort-keys", "S", in: .layout, of: Verb.Name.converting.union([.gitFilter]),
      "sort the keys of all mappings by their bytes"
    ) { $0.sortKeys = true },
    Flag(
      "comments", "RULE", from: Arguments.Comments.self, default: .keep, in: .layout,
      of: Verb.Name.converting,
      "keep comments and blank lines, or 'drop' them",
      detail: """
        'keep' keeps them if the output format has comments, and otherwise drops them; a file that is rewritten in \
        place, or replaced by 'migrate --replace', is then refused if it has comments.
        """
    ) { $0.comments = $1 },
    Flag("ascii", nil, in: .layout, of: Verb.Name.converting, "escape everything that is not ASCII")
    { $0.ascii = true },
    Flag(
      "color", "WHEN", from: Arguments.ColorChoice.self, default: .auto, in: .layout,
      of: Verb.Name.reading.union([.gitFilter]),
      "color output and diagnostics",
      detail: """
        Diagnostics and indented output are colored. 'auto' colors what goes to a terminal, \
        unless NO_COLOR is set; 'always' colors output to files and pipes too.
        """
    ) { $0.color = $1 },
  ]

  private static let content: [Flag] = [
    Flag(
      "type", nil, .required("NAME", .other("the name of a type")), in: .content,
      of: [.archive, .restore], "the type of the archive, or the type that it must have",
      detail: "NAME is the name that programs use for the type. 'archive' requires this option."
    ) {
      $0.type = $1
      return !$1.isEmpty
    },
    Flag(
      "schema", "N", from: 1 ... .max, "a number of 1 or more", in: .content, of: [.archive],
      "the schema version of the document (default 1)"
    ) { $0.schema = $1 },
    Flag(
      "schema", nil, .required("FILE", .file), in: .content, of: [.filter, .check, .restore],
      "accept only documents that match the JSON Schema in FILE",
      detail: """
        FILE is a schema of JSON Schema 2020-12, in any format. A mismatch is reported with its path in the document \
        and the place of the keyword in the schema; 'check' reports all, other verbs the first, and aliases are \
        expanded. The schema sees documents as decant writes them in JSON: dates and data are strings. It can refer \
        to files in its folder, and to those in --schema-dir; nothing is fetched from the network.
        """
    ) {
      $0.schemaFile = $1
      return !$1.isEmpty
    },
    Flag(
      "schema-dir", nil, .required("DIR", .file), in: .content, of: [.filter, .check, .restore],
      "find schemas that are referred to in DIR",
      detail: """
        A schema is found by its '$id', or else by the path of the reference: https://example.com/a/b.json is \
        DIR/a/b.json. Relative references may lead to files below DIR too, such as '--schema-dir ..' for \
        '../common.json'. The option can be repeated.
        """
    ) {
      $0.schemaFolders.append($1)
      return !$1.isEmpty
    },
    Flag(
      "at", nil, .required("POINTER", .other("a JSON Pointer such as /users/0/name")),
      in: .content, of: Verb.Name.converting, excludes: ["replace"],
      "convert only the value at a JSON Pointer",
      detail: "POINTER is as in RFC 6901: '~1' is a slash in a key, '~0' is a tilde."
    ) {
      $0.pointer = DocumentPointer($1)
      return $0.pointer != nil
    },
    Flag(
      "raw", "r", in: .content, of: [.filter, .restore], "write a scalar as plain text",
      detail: "A string is written without quotes and escapes, and binary data as its bytes."
    ) { $0.raw = true },
    Flag(
      "slurp", nil, in: .content, of: Verb.Name.converting, excludes: ["split", "in-place"],
      "gather all documents into one sequence"
    ) { $0.gathering = .slurp },
    Flag(
      "split", nil, in: .content, of: [.filter, .restore, .migrate], excludes: ["slurp"],
      "write each element of a sequence as a document"
    ) { $0.gathering = .split },
    Flag(
      "keys", "STYLE", from: KeyStyle.self, in: .content, of: Verb.Name.converting,
      "write keys in STYLE"
    ) { $0.keyStyle = $1 },
  ]

  private static let fidelity: [Flag] = [
    Flag(
      "strict", nil, in: .fidelity, of: [.filter, .restore, .migrate, .check],
      excludes: ["lossy", "tagged"],
      "refuse a value that would lose its type",
      detail: "A date that would lose its offset from UTC is refused too."
    ) { $0.fidelity = .strict },
    Flag(
      "portable", nil, in: .fidelity, of: [.check],
      "report what other programs read otherwise in YAML",
      detail: """
        Each input is read by libyaml too, which PyYAML, Psych and many programs are built on. What it refuses or \
        reads otherwise is reported, and each plain scalar with another value in YAML 1.1, such as 'no', '014' or \
        '1:30'.
        """
    ) { $0.isPortable = true },
    Flag(
      "lossy", nil, in: .fidelity, of: [.filter, .restore, .migrate],
      excludes: ["strict", "tagged"],
      "permit changed and dropped values, and count them",
      detail: "A warning at the end counts them by kind and names the first of each."
    ) { $0.fidelity = .lossy },
    Flag(
      "tagged", nil, in: .fidelity, of: Verb.Name.converting, excludes: ["strict", "lossy"],
      "write the type of a value that would lose it",
      detail: "Reading with this option restores such values."
    ) { $0.fidelity = .tagged },
    Flag(
      "duplicate-keys", "RULE", from: DuplicateKeys.self, default: .error, in: .fidelity,
      of: Verb.Name.reading, "how to treat a repeated key",
      detail: """
        'first' and 'last' keep that value; 'keep' keeps both, if the output format supports that.
        """
    ) { $0.duplicateKeys = $1 },
    Flag(
      "max-depth", "N", from: 1 ... .max, "a number of 1 or more", in: .fidelity,
      of: Verb.Name.reading.union([.serve]), "allow N levels of nesting (default 1000)"
    ) { $0.maximumDepth = $1 },
    Flag(
      "max-alias-nodes", "N", from: 0 ... .max, "a number", in: .fidelity,
      of: Verb.Name.reading.union([.serve]),
      "let expanded aliases add N nodes (default 10000000)",
      detail: """
        If the output format has no aliases, each becomes a copy, as does an object that is referred to more \
        than once in a binary property list or a keyed archive. N is the number of all values in the copies \
        that one document needs, and one more for each 16 bytes of text. If the document is held in memory, as by \
        'get', 'diff' and '--schema', each counts 16 times. So do the prefixes of %TAG directives in YAML, for each \
        tag that has one.
        """
    ) { $0.maximumAliasNodes = $1 },
  ]

  private static let messages: [Flag] = [
    Flag(
      "error-format", "FORM", from: Arguments.ErrorFormat.self, default: .text,
      in: .messages,
      of: Verb.Name.reading.union([.gitFilter]), "print diagnostics as text or as JSON",
      detail: """
        'json' prints one object per line. Its members are severity, source, line, column, offset, message, \
        path and hint; a member that does not apply is null. A note or a warning about values also has count, \
        their number.
        """
    ) { $0.errorFormat = $1 },
    Flag("json", nil, in: .messages, of: [.formats], "list the formats as JSON") {
      $0.listsAsJSON = true
    },
    Flag(
      "quiet", "q", in: .messages, of: Verb.Name.reading.union([.gitFilter]), "print only errors"
    ) { $0.quiet = true },
    Flag("help", "h", in: .messages, of: Verb.Name.all, "print this help and exit") {
      $0.help = true
    },
    Flag("version", nil, in: .messages, "print the version and exit") { $0.version = true },
    Flag("licenses", nil, in: .messages, "print the licenses of linked libraries and exit") {
      $0.licenses = true
    },
  ]
}

internal import Decant

extension Flag {
  /// All options, in the order in which the help lists them.
  static let all: [Flag] =
    (formats + layout + content + fidelity).map(\.sharedWithMigration)
    + records + migration + service + messages.map(\.sharedWithMigration)

  private static let formats: [Flag] = [
    Flag(
      "from", "f", .required("FORMAT", .format), in: .formats, of: Verb.Name.reading,
      "read FORMAT, whatever the name or content says",
      detail: "Without it the extension of a file tells its format, and else its content."
    ) {
      $0.from = $1
      return true
    },
    Flag(
      "to", "t", .required("FORMAT", .format), in: .formats, of: Verb.Name.converting,
      "write FORMAT",
      detail: """
        Without it the extension of the output file tells the format, and one that is not known is refused; \
        else it is the name that the program was called by, else the format of the first input.
        """
    ) {
      $0.to = $1
      return true
    },
    Flag(
      "output", "o", .required("FILE", .file), in: .formats, of: Verb.Name.converting,
      excludes: ["in-place"],
      "write FILE, complete or not at all",
      detail: """
        FILE is replaced in one step when all is written and safe on the disk; until then, and after any \
        failure, it stays as it was. It may be one of the inputs. A device or a named pipe is written to \
        directly.
        """
    ) {
      $0.output = $1
      return !$1.isEmpty
    },
    Flag(
      "in-place", "i", .optional("SUFFIX"), in: .formats, of: Verb.Name.converting,
      excludes: ["output", "slurp"],
      "rewrite each file; with SUFFIX keep the old one",
      detail: """
        Each file is replaced in one step, as by --output. Mode, ownership, extended attributes and access \
        lists stay; a symbolic link is followed. The old file is kept under its name and SUFFIX. SUFFIX must follow without a space.
        """
    ) {
      $0.inPlace = Arguments.InPlace(suffix: $1.isEmpty ? nil : $1)
      return !$1.utf8.contains(UInt8(ascii: "/"))
    },
  ]

  private static let layout: [Flag] = [
    Flag(
      "compact", "c", in: .layout, of: Verb.Name.converting, excludes: ["indent"],
      "write the shortest form"
    ) {
      on, _ in
      on.compact = true
      return true
    },
    Flag(
      "indent", nil, .required("N", .other("a number from 0 to 8, or 'tab'")), in: .layout,
      of: Verb.Name.converting, excludes: ["compact"],
      "indent by N spaces a level, or by a 'tab' (default 2)"
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
      "sort-keys", "S", in: .layout, of: Verb.Name.converting,
      "write keys in byte order at every level"
    ) { on, _ in
      on.sortKeys = true
      return true
    },
    Flag("ascii", nil, in: .layout, of: Verb.Name.converting, "escape everything that is not ASCII")
    { on, _ in
      on.ascii = true
      return true
    },
    Flag(
      "color", nil, .choice(Arguments.ColorChoice.self, "WHEN"), in: .layout,
      of: Verb.Name.reading,
      "colour what goes to a terminal",
      detail: """
        Diagnostics and indented output are coloured. 'auto', the default, does so on a terminal, unless \
        NO_COLOR is set; 'always' does so even in a pipe.
        """
    ) {
      $0.color = Arguments.ColorChoice(rawValue: $1)
      return $0.color != nil
    },
  ]

  private static let content: [Flag] = [
    Flag(
      "type", nil, .required("NAME", .other("the name of a type")), in: .content,
      of: [.archive, .restore], "the type that an archive must be of, or is to be of",
      detail: "It is the name that programs know the type by; 'archive' cannot do without one."
    ) {
      $0.type = $1
      return !$1.isEmpty
    },
    Flag(
      "schema", nil, .required("N", .other("a number from 1 on")), in: .content, of: [.archive],
      "the version of the type that the document is of (default 1)"
    ) {
      $0.schema = Int($1)
      return $0.schema ?? 0 > 0
    },
    Flag(
      "at", nil, .required("POINTER", .other("a JSON Pointer such as /users/0/name")),
      in: .content, of: Verb.Name.converting, excludes: ["replace"],
      "convert only the value at a JSON Pointer",
      detail: "POINTER is as RFC 6901 has it: '~1' stands for a slash in a key, '~0' for a tilde."
    ) {
      $0.pointer = DocumentPointer($1)
      return $0.pointer != nil
    },
    Flag(
      "raw", "r", in: .content, of: [.filter, .restore], "write a scalar as bare text",
      detail: "A string is written without quotes and escapes, binary data as its bytes."
    ) { on, _ in
      on.raw = true
      return true
    },
    Flag(
      "slurp", nil, in: .content, of: Verb.Name.converting, excludes: ["split", "in-place"],
      "gather all documents in one sequence"
    ) { on, _ in
      on.gathering = .slurp
      return true
    },
    Flag(
      "split", nil, in: .content, of: [.filter, .restore], excludes: ["slurp"],
      "make each element of a sequence a document"
    ) { on, _ in
      on.gathering = .split
      return true
    },
    Flag(
      "keys", nil, .choice(KeyStyle.self, "STYLE"), in: .content, of: Verb.Name.converting,
      "rewrite keys in STYLE"
    ) {
      $0.keyStyle = KeyStyle(rawValue: $1)
      return $0.keyStyle != nil
    },
  ]

  private static let fidelity: [Flag] = [
    Flag(
      "strict", nil, in: .fidelity, of: [.filter, .restore], excludes: ["lossy", "tagged"],
      "refuse a value that would lose its type"
    ) { on, _ in
      on.fidelity = .strict
      return true
    },
    Flag(
      "lossy", nil, in: .fidelity, of: [.filter, .restore], excludes: ["strict", "tagged"],
      "let values change or vanish, and count them",
      detail: "A warning at the end counts them, kind by kind, and names the first of each."
    ) { on, _ in
      on.fidelity = .lossy
      return true
    },
    Flag(
      "tagged", nil, in: .fidelity, of: Verb.Name.converting, excludes: ["strict", "lossy"],
      "write the type beside a value that would lose it",
      detail: "Reading with this option turns such values back into what they were."
    ) { on, _ in
      on.fidelity = .tagged
      return true
    },
    Flag(
      "duplicate-keys", nil, .choice(DuplicateKeys.self, "WHAT"), in: .fidelity,
      of: Verb.Name.reading, "what a key that stands twice does (default error)",
      detail: """
        'first' and 'last' keep that value; 'keep' keeps both, where the output format can hold them.
        """
    ) {
      $0.duplicateKeys = DuplicateKeys(rawValue: $1)
      return $0.duplicateKeys != nil
    },
    Flag(
      "yaml-schema", nil, .choice(YAMLSchema.self, "SCHEMA"), in: .fidelity,
      of: Verb.Name.reading, "how plain YAML scalars resolve (default: core, or what %YAML says)",
      detail: """
        'core' is YAML 1.2: 'no' is a string, '0o17' an integer. '1.1' is the older one: 'no' is false, \
        '017' octal, '1:30' ninety. 'failsafe' makes every scalar a string. A tag decides in any case. \
        Without this option a document that begins with '%YAML 1.1' is read by the older rules.
        """
    ) {
      $0.yamlSchema = YAMLSchema(rawValue: $1)
      return $0.yamlSchema != nil
    },
    Flag(
      "class-names", nil, .choice(ClassNames.self, "WHAT"), in: .fidelity,
      of: Verb.Name.reading, "'keep' or 'drop' class names of keyed archives (default keep)",
      detail: """
        An object of a keyed archive that has no plain data of its own is a mapping; 'keep' gives it the \
        name of its class under the key '$class'.
        """
    ) {
      $0.classNames = ClassNames(rawValue: $1)
      return $0.classNames != nil
    },
    Flag(
      "max-depth", nil, .required("N", .other("a number from 1 on")), in: .fidelity,
      of: Verb.Name.reading, "allow N levels of nesting (default 1000)"
    ) {
      $0.maximumDepth = Int($1)
      return $0.maximumDepth ?? 0 > 0
    },
    Flag(
      "max-alias-nodes", nil, .required("N", .other("a number")), in: .fidelity,
      "let aliases and shared objects add N nodes (default 10000000)",
      detail: """
        Where the output format has no aliases, each becomes a copy, as does an object that is referred to more \
        than once in a binary property list or a keyed archive. The number is that of all values in \
        the copies that one document needs, and one more for each 16 bytes of a text. Where the document is \
        held in memory each counts 16 times.
        """
    ) {
      $0.maximumAliasNodes = Int($1)
      return $0.maximumAliasNodes ?? -1 >= 0
    },
  ]

  private static let messages: [Flag] = [
    Flag(
      "error-format", nil, .choice(Arguments.ErrorFormat.self, "FORM"), in: .messages,
      of: Verb.Name.reading, "diagnostics as text, or as JSON, one object a line",
      detail: """
        The members of an object are severity, source, line, column, offset, message, path and hint; what \
        does not apply is null. A note or a warning about values also has count, their number.
        """
    ) {
      $0.errorFormat = Arguments.ErrorFormat(rawValue: $1)
      return $0.errorFormat != nil
    },
    Flag("json", nil, in: .messages, of: [.formats], "list the formats as JSON, for programs") {
      on, _ in
      on.listsAsJSON = true
      return true
    },
    Flag("quiet", "q", in: .messages, of: Verb.Name.reading, "say nothing but errors") { on, _ in
      on.quiet = true
      return true
    },
    Flag("help", "h", in: .messages, of: Verb.Name.all, "show this and exit") { on, _ in
      on.help = true
      return true
    },
    Flag("version", nil, in: .messages, "show the version and exit") { on, _ in
      on.version = true
      return true
    },
  ]
}

extension Flag.Value {
  /// One of the cases of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ choice: Choice.Type, _ name: String
  ) -> Flag.Value {
    .required(name, .choice(Choice.allCases.map(\.rawValue)))
  }
}

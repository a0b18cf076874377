internal import DecantCore
internal import DecantChanges

extension Flag {
  static let editing: [Flag] = [
    operation(
      "set", "replace a value, or add the last key",
      detail: """
        In place of text, VALUE is text: 1.10, 007, no, '- x' and 'Error: not found' stay as they are, and a VALUE that \
        is all in quotes, as '"2.0"', is what is in them. In place of something else, the notation of the format counts, \
        too, as for a date. In other places a number of JSON, true, false, null, and what is all in quotes or in the \
        brackets of YAML, such as [1, 2] and {a: 1}, are that, and any other VALUE is text. A note reports a value that gets \
        another type. @FILE reads VALUE from a file of any format. Mappings that lead to a new key are made. The operations are done in the order in which they are given.
        """),
    operation(
      "set-string", value: "TEXT", "replace a value by text",
      detail: "TEXT is taken as it is, also if it begins with '@' or a quote."),
    operation(
      "set-date", value: "DATE", "replace a value by a date",
      detail: """
        Without an offset from UTC, DATE is a local date or time in TOML, and else in UTC. @FILE reads it from a file.
        """),
    operation(
      "set-data", value: "BASE64", "replace a value by data",
      detail: "@FILE takes the bytes of a file."),
    operation(
      "set-json", value: "JSON", "replace a value by JSON",
      detail: "@FILE reads it from a file."),
    operation(
      "insert", "insert an element or a new key",
      detail: """
        An element is inserted before the one at PATH, or at the end for '-'. Among elements that are all text, VALUE \
        is text.
        """),
    operation(
      "append", "add an element to a sequence",
      detail: "A missing sequence is made. Among elements that are all text, VALUE is text."),
    operation(
      "delete", "remove a value",
      detail: "Its lines go with it, and the comments above and beside it."),
    operation("rename", "rename the key of a value"),
    operation(
      "move", "remove a value and insert it elsewhere",
      detail: "The comments above and beside it go with it."),
    operation(
      "copy", "insert a copy of a value elsewhere",
      detail: "Its comments are copied, too."),
    operation(
      "comment", "put a comment above a value",
      detail: "It takes the place of the one that is there; an empty TEXT removes that."),
    operation(
      "delete-comments", "remove the comments of a value",
      detail: """
        Those above, beside and inside it; of the whole document for '', but for those at its head that are for programs, \
        or a license.
        """),
    operation(
      "sort", "sort a mapping by its keys, or a sequence",
      detail: """
        What is in order stays where it is, and the comments of the rest go with it. PATH=KEY sorts mappings by a key: \
        '/servers=name', or '.servers=meta.name'. A '=' in PATH itself is written in brackets: '["a=b"]'.
        """),
    operation(
      "test", "stop unless the value equals VALUE",
      detail: "In place of text, VALUE is text, and else it is read as YAML."),
    operation(
      "merge", "merge FILE into the document (RFC 7396)",
      detail: """
        FILE may be in any format. A null in it removes a key. What is new has the comments of FILE, if the \
        format has comments. A key that is not a string is found by its text; as a new key it is an error in \
        formats that have such keys.
        """),
    operation(
      "add-missing", "add the keys of FILE that are missing",
      detail: """
        They come with their comments, each after the key before it in FILE; everything that is there stays as it is. So \
        a configuration gets the new defaults of a program. FILE may be in any format.
        """),
    operation(
      "sync", "make the values those of FILE",
      detail: """
        Only what differs changes; what is new has the comments of FILE. Keys that FILE lacks stay, also in elements of lists that have the same 'id' or 'name'. \
        FILE may be in any format.
        """),
    Flag(
      "remove-unknown", nil, in: .editing, of: [.edit],
      "remove the keys that the FILE of --add-missing or --sync lacks"
    ) { $0.editing.removesUnknown = true },
    Flag(
      "lists", nil, .required("HOW", .other("join, replace or by=KEY")), in: .editing, of: [.edit],
      "how --merge and --add-missing treat lists",
      detail: """
        'join' appends the elements that a list lacks, and 'by=name' merges those of the same 'name'. Without it, '--merge' \
        replaces lists, and '--add-missing' leaves them as they are.
        """,
      parsing: { (text) -> MergedLists? in
        switch text {
        case "join": .joined
        case "replace": .replaced
        default: text.hasPrefix("by=") && text.count > 3 ? .byKey(String(text.dropFirst(3))) : nil
        }
      }
    ) { $0.editing.lists = $1 },
    operation(
      "patch", "apply a JSON Patch (RFC 6902)",
      detail: "FILE may be in any format."),
    Flag(
      "steps", nil, .required("FILE", .file), in: .editing, of: [.edit],
      "do what the lines of FILE say",
      detail: """
        A line is an operation as these options have it, without the dashes: 'rename /logs log'; '#' begins a comment. A value \
        is the rest of its line. What is not there is passed over, 'append' adds what a sequence lacks, and a second run \
        changes nothing. decant-edit(1) describes the rules.
        """, parsing: nonEmpty
    ) { $0.editing.addSteps(in: $1) },
    Flag(
      "print-steps", nil, in: .editing, of: [.edit], "print the operations as lines for --steps"
    ) { $0.editing.printsSteps = true },
    Flag(
      "make-front-matter", nil, in: .editing, of: [.edit],
      "add front matter to Markdown that has none"
    ) { $0.editing.makesFrontMatter = true },
    Flag(
      "if-present", nil, in: .editing, of: [.edit], "leave out operations on what is not there",
      detail: "A path that leads nowhere is then no error, and '--set' adds no key."
    ) { $0.editing.skipsMissing = true },
    Flag(
      "value", nil, in: .editing, of: [.edit], "read VALUE as YAML, also in place of text",
      detail: """
        The option is before or after an operation, or before the VALUE of '--set' and '--test'. A tag names the type: \
        '!!timestamp 2026-01-01', '!!binary aGk='.
        """
    ) { $0.editing.openValue() },
    Flag(
      "aliases", nil, .required("RULE", .choice(["keep", "change"], default: nil)), in: .editing,
      of: [.edit],
      "what becomes of the aliases of a changed value",
      detail: """
        In YAML, an edit of a value to which aliases refer is refused without this option. With 'keep' they keep the old \
        value, and an alias on the path becomes a copy; with 'change' they change, too, and a path may lead through an alias.
        """
    ) {
      $0.editing.aliasedValues = $1 == "keep" ? .separated : .changed
      return $1 == "keep" || $1 == "change"
    },
  ]

  /// An operation by its name, whose last word may have a name of its own.
  private static func operation(
    _ name: String, value: String? = nil, _ summary: String, detail: String? = nil
  ) -> Flag {
    guard let (operation, form) = EnteredEdit.named(name) else {
      preconditionFailure("'\(name)' is no operation")
    }
    let names = operation.words.names
    let shape: Value =
      switch operation.words {
      case .path, .order: .required(names[0], .path)
      case .file: .required(names[0], .file)
      default: .pair(names[0], value ?? names[1])
      }
    return Flag(name, nil, shape, in: .editing, of: [.edit], summary, detail: detail) {
      $0.editing.add(operation, $1, as: form)
      return true
    }
  }

  /// The options that may be between the two values of this one.
  var innerOptions: [String] {
    switch long {
    case "set", "test": ["value"]
    default: []
    }
  }
}

internal import DecantCore
internal import DecantConversion

extension Flag {
  static let layout: [Flag] = [
    Flag(
      "compact", "c", in: .layout, of: Verb.Name.converting.union([.get]),
      excludes: ["indent", "width"],
      "write the shortest form"
    ) { $0.plan.writing.indentation = .compact },
    Flag(
      "indent", nil, .required("N", .other("a number from 0 to 8, or 'tab'")), in: .layout,
      of: Verb.Name.converting.union([.get]), excludes: ["compact"],
      "indent by N spaces per level, or by a 'tab'",
      detail: """
        The default is 2 spaces, in OpenStep property lists 4 spaces, in XML property lists a tab, and from YAML to \
        YAML, and in JSON and XML that is rewritten in place, the indentation of the input.
        """
    ) {
      if $1 == "tab" {
        $0.plan.writing.indentation = .tab
      } else if let count = Int($1), 0...8 ~= count, $1.utf8.count == 1 {
        $0.plan.writing.indentation = count == 0 ? .compact : .spaces(count)
      } else {
        return false
      }
      return true
    },
    Flag(
      "width", "N", from: 1...10_000, "a number from 1 to 10000", in: .layout,
      of: Verb.Name.converting.union([.get]), excludes: ["compact"],
      "write JSON with what fits into N columns on one line",
      detail: """
        A sequence or a mapping that fits is on one line, in JSON and JSON5; the others have an element per line, also \
        in a file that is rewritten in place. A collection with a comment or a blank line in it has lines.
        """
    ) { $0.plan.writing.width = $1 },
    Flag(
      "sort-keys", "S", in: .layout, of: Verb.Name.converting.union([.gitFilter]),
      "sort the keys of all mappings by their bytes"
    ) { $0.plan.keyOrder = .byBytes },
    Flag(
      "first", nil, .required("KEYS", .other("keys with commas between them")), in: .layout,
      of: Verb.Name.converting, "sort these keys before the others",
      detail: """
        KEYS has commas between the keys, as in 'apiVersion,kind,metadata,spec', which come in this order. The option is \
        about the root mapping of each document, or where the root is a sequence, about the mappings in it; all others are \
        sorted as without it.
        """
    ) {
      $0.plan.firstKeys = $1.split(separator: ",").map(String.init)
      return !$0.plan.firstKeys.isEmpty
    },
    Flag(
      "comments", "RULE", from: Arguments.Comments.self, default: .keep, in: .layout,
      of: [.filter, .archive, .migrate],
      "keep comments and blank lines, or 'drop' them",
      detail: """
        'keep' keeps them if the output format has comments, and otherwise drops them, with a note of their number if the \
        output is a file; a file that is rewritten in \
        place, or replaced by 'migrate --replace', is then refused if it has comments.
        """
    ) { $0.plan.comments = $1 == .keep ? .kept : .dropped },
    Flag("ascii", nil, in: .layout, of: Verb.Name.converting, "escape everything that is not ASCII")
    { $0.plan.writing.ascii = true },
    Flag(
      "color", "WHEN", from: Arguments.ColorChoice.self, default: .auto, in: .layout,
      of: Verb.Name.reading.union([.git, .gitFilter]),
      "color output and diagnostics",
      detail: """
        Diagnostics and indented output are colored. 'auto' colors what goes to a terminal, \
        unless NO_COLOR is set; 'always' colors output to files and pipes too.
        """
    ) { $0.color = $1 },
  ]
}

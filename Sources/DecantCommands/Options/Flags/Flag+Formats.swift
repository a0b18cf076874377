internal import DecantCore
internal import DecantConversion

extension Flag {
  static let formats: [Flag] = [
    Flag(
      "from", "f", .required("FORMAT", .inputFormat), in: .formats, of: Verb.Name.reading,
      "read FORMAT (default: by file name, else content)",
      detail: "The content is examined only if the extension of the file name is not known.",
      parsing: { $0 }
    ) { $0.from = $1 },
    Flag(
      "to", "t", .required("FORMAT", .outputFormat), in: .formats,
      of: Verb.Name.converting.union([.get, .check, .types, .formats]),
      "write FORMAT (default: by -o FILE, else as input)",
      detail: """
        The default is the format of the output file's extension, which must be a known one, else the one in \
        the name that the program was called by, else the format of the first input. 'get' writes values as \
        documents of FORMAT, 'check' reports what FORMAT cannot represent, 'types' writes a JSON Schema, and 'formats' its list as json.
        """, parsing: { $0 }
    ) { $0.to = $1 },
    Flag(
      "output", "o", .required("FILE", .file), in: .formats,
      of: [.filter, .archive, .restore, .edit, .migrate],
      excludes: ["in-place", "dry-run", "check", "diff"],
      "write FILE, atomically (default: standard output)",
      detail: """
        FILE is replaced in one step when the whole output is on the disk; until then, and after any \
        failure, it is unchanged. It may be one of the inputs. A file that exists is only replaced after what was written has \
        been read again and has the same values; else the exit status is 70. A device or a named pipe is written to \
        directly. A name with fields is that of a file for each document, or with --split for each element: \
        'out/{metadata.name}.yaml' has the value at the path metadata.name in it, and {#} is the number of the \
        document, from 1. With {key}, the document is a mapping, of which each value is written to the file that its key \
        names, the inverse of --by-name; a '/' in a key separates folders, and the value at the path key is {/key}. \
        Missing folders are created. It is an error if a document has no such value, or one \
        that is empty, begins a name with a '.', or has a '/', a '\\' or an invisible character; if a part of the name \
        that has a field, or follows one, is a symbolic link; and if two documents have the same name, also in another \
        case or Unicode normalization. No file is changed before all inputs are converted \
        without an error; an error of the file system after that leaves \
        the files that are in place already, each complete. A brace of a name is doubled: '{{' is '{'. For 'migrate' it is \
        the folder of all results, see decant-migrate(1).
        """, parsing: nonEmpty
    ) { $0.output = $1 },
    Flag(
      "in-place", "i", .optional("SUFFIX"), in: .formats,
      of: [.filter, .archive, .restore, .edit, .merge],
      excludes: ["output", "slurp", "by-name"],
      "rewrite each FILE; with SUFFIX keep the old one",
      detail: """
        Each file is replaced in one step, as by --output, and verified in the same way. Mode, ownership, extended attributes and access \
        lists are kept; a symbolic link is followed, and other hard links of the file keep the old version. \
        The old version is kept under its name and SUFFIX, which \
        must follow the option without a space and cannot be letters and digits alone: '-iS' is '-i -S'. It replaces an \
        older backup, but no operand and no file with the extension of a format. 'merge' rewrites OURS. A file that \
        another program changes meanwhile is left as it is, which is an error; one whose bytes would not change is not \
        written, unless SUFFIX is given. In its own format, a file keeps its line ends, byte-order mark and encoding. It \
        keeps its layout in JSON, CSV, YAML and TOML unless an option names another one, and in other formats if no option \
        changes a document.
        """
    ) {
      $0.inPlace = Arguments.InPlace(suffix: $1.isEmpty ? nil : $1)
      return !$1.utf8.contains(UInt8(ascii: "/"))
    },
    Flag(
      "dry-run", "n", in: .formats, of: [.filter, .archive, .restore, .edit, .merge, .migrate],
      excludes: ["output"],
      "list what would be done, without doing it",
      detail: """
        All files are still read, converted and verified, so that errors are found; without an error the exit status is 0. \
        Each file that --in-place, which need not be given, would change is named on a line, after 'would change'. \
        'migrate' lists what it would convert and skip.
        """
    ) {
      if $0.preview != .differences { $0.preview = .names }
    },
    Flag(
      "check", nil, in: .formats, of: [.filter, .archive, .restore, .edit, .merge, .migrate],
      excludes: ["output"],
      "list the files that would change; the exit status is 1 if there are any",
      detail: """
        No file is changed. As --dry-run, but a line is only the name of a file, for other programs. With --dry-run or \
        --diff, what these show.
        """
    ) {
      $0.isChecked = true
      if $0.preview == nil { $0.preview = .list }
    },
    Flag(
      "diff", nil, in: .formats, of: [.filter, .archive, .restore, .edit, .merge, .migrate],
      excludes: ["output"],
      "show what would change as a unified diff, without doing it",
      detail: """
        As --dry-run, with the difference of each file, which 'patch -p1' and 'git apply' accept. Of a binary file, it says \
        only that it would change.
        """
    ) { $0.preview = .differences },
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
}

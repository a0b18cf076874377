internal import DecantConversion
internal import DecantChanges

extension Flag {
  static let query: [Flag] = [
    Flag(
      "default", nil, .required("VALUE", .other("a text")), in: .query, of: [.get],
      "print VALUE for a value that is missing", parsing: { $0 }
    ) { $0.query.fallback = $1 },
    Flag(
      "keys", nil, in: .query, of: [.get], excludes: ["length", "type", "rows", "paths"],
      "print the keys of a mapping, one per line",
      detail: "Of a sequence, the indices are printed."
    ) { $0.query.aspect = .keys },
    Flag(
      "length", nil, in: .query, of: [.get], excludes: ["keys", "type", "rows", "paths"],
      "print how many elements or characters there are",
      detail: "The characters of a string are Unicode scalars; those of data are bytes."
    ) { $0.query.aspect = .length },
    Flag(
      "type", nil, in: .query, of: [.get], excludes: ["keys", "length", "rows", "paths"],
      "print the type of a value",
      detail: """
        It is null, boolean, integer, real, string, date, data, uid, sequence or mapping.
        """
    ) { $0.query.aspect = .type },
    Flag(
      "rows", nil, in: .query, of: [.get], excludes: ["keys", "length", "type", "paths"],
      "print a row of values for each match of the first PATH",
      detail: """
        The other paths begin at that match. The values are separated by tabs, and a tab, a line break and a backslash \
        in a value are \\t, \\n, \\r and \\\\. A missing value is empty, and several values of a path are a JSON \
        array. NAME=PATH names a column, and a header is printed. @key is the key or the index of the match, @file its file and \
        @line the line where it begins. With --to, a row is a mapping by the names, or in a table by the last keys of the paths, and else a sequence; null is for a missing value.
        """
    ) { $0.query.form = .rows },
    Flag(
      "paths", nil, in: .query, of: [.get],
      excludes: ["keys", "length", "type", "rows", "files-with-matches"],
      "list all paths and values",
      detail: """
        Each line is the path of a scalar or of an empty collection, a tab, and the value as JSON. The path can be \
        used in each option that needs one. With PATH, only the values in those at PATH are listed.
        """
    ) { $0.query.form = .paths },
    Flag(
      "null", "0", in: .query, of: [.get], "end each value with a zero byte, not with a line break",
      detail: "So values with line breaks can be told apart, as by 'xargs -0'."
    ) { $0.query.endsWithNull = true },
    Flag(
      "with-filename", "H", in: .query, of: [.get], excludes: ["files-with-matches"],
      "print the name of the file before each value",
      detail: "A colon is between them, in rows a tab."
    ) { $0.query.naming = .eachValue },
    Flag(
      "files-with-matches", "l", in: .query, of: [.get], excludes: ["with-filename", "paths"],
      "print only the names of the files that have a value at PATH",
      detail: "The exit status is 1 if no file has one."
    ) { $0.query.naming = .matches },
    Flag(
      "format", "FORM", from: QueryArguments.DiffFormat.self, default: .text,
      in: .query, of: [.diff],
      "print differences as text or as a JSON Patch",
      detail: "A patch is a JSON document (RFC 6902)."
    ) { $0.query.diffFormat = $1 },
  ]
}

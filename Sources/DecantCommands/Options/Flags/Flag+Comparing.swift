internal import DecantCore
internal import DecantChanges
internal import DecantConversion

extension Flag {
  static let comparing: [Flag] = [
    Flag(
      "key", nil, .required("[PATH=]KEY", .other("a key, or a path and a key")), in: .query,
      of: [.diff, .merge], "identify the elements of lists by a key",
      detail: """
        Elements of two lists with the same value of KEY are the same one, as in \
        --key /spec/containers=name. KEY can be a path in an element, and several can be joined by commas. Without PATH \
        it is for all lists whose elements have it, as documents of a stream and rows of a table may. Without this \
        option, equal elements are the same, and those with an equal name or the like, if no other field contradicts it.
        """
    ) { $0.rules.keys.add($1) },
    Flag(
      "ignore", nil, .required("PATH", .path), in: .query, of: [.diff],
      "do not compare what is at PATH",
      detail: """
        PATH consists of names, '*' and '**'; it has no conditions, and no index from the end.
        """, parsing: PathPattern.init(ofNames:)
    ) { $0.rules.ignored.append($1) },
    Flag(
      "order", "WHAT", from: Arguments.Order.self, default: .lists, in: .query, of: [.diff],
      "what is compared with its order: lists, keys too, or nothing",
      detail: "'all' is lists and keys. A JSON Patch cannot change the order of keys."
    ) {
      $0.rules.ignoresOrder = $1 == .none
      $0.rules.keyOrder = $1 == .all ? .significant : .ignored
    },
    Flag(
      "tolerance", nil, .required("X", .other("a number from 0")), in: .query, of: [.diff],
      "take numbers for equal that differ by at most X", parsing: number
    ) { $0.rules.tolerance = $1 },
  ]

  static let merging: [Flag] = [
    Flag(
      "union", nil, .required("PATH", .path), in: .editing, of: [.merge],
      "keep what both sides add to the list at PATH",
      detail: "Its elements are in any order, as keywords are. PATH is as for 'diff --ignore'.",
      parsing: PathPattern.init(ofNames:)
    ) { $0.rules.keys.unite($1) },
    Flag(
      "ours", nil, in: .editing, of: [.merge], excludes: ["theirs"],
      "take the side of OURS in conflicts"
    ) { $0.merging.winner = .ours },
    Flag(
      "theirs", nil, in: .editing, of: [.merge], excludes: ["ours"],
      "take the side of THEIRS in conflicts"
    ) { $0.merging.winner = .theirs },
    Flag(
      "labels", nil, .pair("OURS", "THEIRS"), in: .editing, of: [.merge],
      "the names of the sides at the marks of conflicts",
      detail: """
        Git passes them as %X and %Y. Where it leaves these as they are, as before version 2.44, they are HEAD and the \
        branch that git merges.
        """
    ) {
      let words = $1.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2 else { return false }
      ($0.merging.marks.ours, $0.merging.marks.theirs) = (words[0], words[1])
      return true
    },
    Flag(
      "marker-size", "N", from: 1...999, "a number from 1 to 999", in: .editing, of: [.merge],
      "mark conflicts with N characters (default 7)",
      detail: """
        'merge' warns of lines that look like its marks; conflict-marker-size in .gitattributes is the size for git.
        """
    ) { $0.merging.marks.width = $1 },
    Flag(
      "file-name", nil, .required("NAME", .file), in: .editing, of: [.merge],
      "the name of the file that is merged",
      detail: "Messages name it, and its extension names the format; git passes it as %P.",
      parsing: { $0 }
    ) { $0.mergedFile = $1 },
  ]
}

extension IdentifyingKeys {
  /// Reads `PATH=KEY,KEY` or `KEY,KEY`, which is for all lists.
  fileprivate mutating func add(_ text: String) -> Bool {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty else { return false }
    let texts = last.split(separator: ",")
    let keys = texts.compactMap { DocumentPointer($0.first == "/" ? String($0) : "/\($0)") }
    guard keys.count == texts.count,
      let path = PathPattern(ofNames: parts.count == 2 ? String(parts[0]) : "/**")
    else { return false }
    identify(path, by: keys)
    return true
  }
}

extension PathPattern {
  /// Reads a path of names, `*` and `**`: two documents are compared, of which a condition could hold in one.
  fileprivate init?(ofNames text: String) {
    guard let path = try? PathPattern(text), path.isByNames else { return nil }
    self = path
  }
}

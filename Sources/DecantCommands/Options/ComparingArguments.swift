internal import DecantCore
internal import DecantChanges

/// The options of `diff` and `merge`.
struct ComparingArguments {
  var keys = IdentifyingKeys()
  var markerSize = 7
  /// The name of the file of which temporary ones are merged.
  var mergedFile: String?
  /// The names of the sides at marks.
  var labels: (ours: String, theirs: String)?
  /// The side that wins all conflicts.
  var winner: LineMerge.Side?
  /// Whether the only file has marks, whose conflicts are to be merged.
  var solves = false

  /// Reads `PATH=KEY,KEY` or `KEY,KEY`, which is for all lists.
  mutating func addKey(_ text: String) -> Bool {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty else { return false }
    let keys = last.split(separator: ",").compactMap { key in
      DocumentPointer(key.first == "/" ? String(key) : "/\(key)")
    }
    guard let path = try? PathPattern(parts.count == 2 ? String(parts[0]) : "/**") else {
      return false
    }
    self.keys.identify(path, by: keys)
    return true
  }

  mutating func addUnion(_ text: String) -> Bool {
    guard let path = try? PathPattern(text) else { return false }
    keys.unite(path)
    return true
  }
}

internal import DecantConversion
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
    let texts = last.split(separator: ",")
    let keys = texts.compactMap { DocumentPointer($0.first == "/" ? String($0) : "/\($0)") }
    guard keys.count == texts.count,
      let path = Self.path(parts.count == 2 ? String(parts[0]) : "/**")
    else { return false }
    self.keys.identify(path, by: keys)
    return true
  }

  mutating func addUnion(_ text: String) -> Bool {
    guard let path = Self.path(text) else { return false }
    keys.unite(path)
    return true
  }

  /// Returns a path of names, `*` and `**`: two documents are compared, of which a condition could hold in one.
  static func path(_ text: String) -> PathPattern? {
    guard let path = try? PathPattern(text), path.isByNames else { return nil }
    return path
  }
}

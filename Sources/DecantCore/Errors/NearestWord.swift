/// Suggestions for misspelled names.
package enum NearestWord {
  /// Returns the candidate nearest to `word`, if it is near enough.
  ///
  /// A unique candidate that begins with `word` is near enough, as is the first part of a hyphenated `word`.
  package static func to(_ word: String, in candidates: [String]) -> String? {
    let allowed = max(1, word.count / 3)
    let ranked = candidates.map { (name: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    if let ranked, ranked.distance <= allowed { return ranked.name }
    guard word.utf8.count >= 3 else { return nil }
    let longer = candidates.filter { $0.hasPrefix(word) }
    return longer.count == 1 ? longer[0] : candidates.first { word.hasPrefix($0 + "-") }
  }

  /// Returns the optimal string alignment distance of two words of up to 64 characters.
  private static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first.lowercased()), b = Array(second.lowercased())
    guard a.count <= 64, b.count <= 64 else { return a == b ? 0 : .max }
    var twoBack: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        let replaced = previous[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, twoBack[j - 1] + 1) }
        current.append(best)
      }
      twoBack = previous
      previous = current
    }
    return previous[b.count]
  }
}

internal import DecantCore

/// The singular of English plurals, for the types of elements.
enum EnglishNoun {
  private static let irregular = [
    "children": "child", "people": "person", "men": "man", "women": "woman", "feet": "foot",
    "teeth": "tooth", "mice": "mouse", "geese": "goose", "indices": "index", "vertices": "vertex",
    "matrices": "matrix", "criteria": "criterion", "phenomena": "phenomenon", "movies": "movie",
    "cookies": "cookie", "lives": "life", "leaves": "leaf", "shelves": "shelf",
    "caches": "cache", "axes": "axis", "analyses": "analysis", "bases": "base", "aliases": "alias",
    "statuses": "status", "buses": "bus", "viruses": "virus", "bonuses": "bonus",
    "quizzes": "quiz", "heroes": "hero", "potatoes": "potato", "tomatoes": "tomato",
    "echoes": "echo", "releases": "release", "houses": "house", "cases": "case",
    "databases": "database", "phases": "phase", "purchases": "purchase", "responses": "response",
    "licenses": "license", "courses": "course", "causes": "cause", "clauses": "clause",
    "series": "series", "species": "species", "news": "news", "data": "data", "media": "media",
  ]

  private static let invariant: Set<String> = ["series", "species", "news", "data", "media"]

  /// Returns the singular of the last word of a name in upper or lower camel case; the name itself if it is none.
  static func singular(of name: String) -> String {
    let start = name.lastIndex { $0.isUppercase } ?? name.startIndex
    let word = name[start...]
    let lower = word.lowercased()
    guard let singular = singular(ofWord: lower) else { return name }
    let isCapitalized = word.first?.isUppercase ?? false
    let end = isCapitalized ? singular.prefix(1).uppercased() + singular.dropFirst() : singular
    return String(name[..<start]) + end
  }

  private static func singular(ofWord word: String) -> String? {
    if invariant.contains(word) { return nil }
    if let singular = irregular[word] { return singular }
    guard word.utf8.count > 3, word.hasSuffix("s") else { return nil }
    for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return nil }
    if word.hasSuffix("ies") { return String(word.dropLast(3)) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }
}

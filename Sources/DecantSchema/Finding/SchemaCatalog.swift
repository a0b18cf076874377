internal import DecantConversion
internal import DecantCore
internal import DecantFiles

/// The catalog of a folder with schemas, which says what files they are for: a file `catalog.json` as that of schemastore.org.
///
///     {"schemas": [{"name": "npm", "url": "https://www.schemastore.org/package.json", "fileMatch": ["package.json"]}, …]}
///
/// A pattern matches the end of a path, as in editors; the last pattern of a schema that matches decides, and one with `!`
/// excludes. Of several schemas for a file, the first is taken.
package struct SchemaCatalog {
  package struct Entry {
    package let url: String
    package let catalog: String
  }

  private var entries: [Entry] = []
  private var patterns: [(glob: Glob, isExcluding: Bool, entry: Int)] = []
  /// The patterns by the longest text that is the name of a folder, or the beginning or end of the name of a file, in all
  /// paths that match.
  private var patternsOfText: [KeyText: [Int]] = [:]
  private var urls: Set<KeyText> = []
  /// How many URLs end in a name.
  private var countOfName: [KeyText: Int] = [:]

  /// Adds the entries of the catalog in a file, but for those without a URL; returns whether it is one.
  mutating func add(_ document: Document, from file: String) -> Bool {
    guard let schemas = document.root["schemas"], schemas.kind == .beginSequence else {
      return false
    }
    for schema in schemas.elements {
      guard let name = schema["url"]?.text else { continue }
      let url = URIReference(name).document
      if urls.insert(KeyText(url)).inserted, let name = Self.name(in: url) {
        countOfName[KeyText(name), default: 0] += 1
      }
      add(schema["fileMatch"]?.elements.compactMap(\.text) ?? [], for: name, in: file)
    }
    return true
  }

  private mutating func add(_ fileMatch: [String], for url: String, in catalog: String) {
    for pattern in fileMatch {
      let isExcluding = pattern.hasPrefix("!")
      guard let glob = Glob("**/" + (isExcluding ? pattern.dropFirst() : pattern[...])) else {
        continue
      }
      patternsOfText[KeyText(Self.longestText(in: glob)), default: []].append(patterns.count)
      patterns.append((glob, isExcluding, entry: entries.count))
    }
    entries.append(Entry(url: url, catalog: catalog))
  }

  private static func longestText(in glob: Glob) -> String {
    var texts: [String] = []
    for (index, component) in glob.components.enumerated() {
      guard case .name(let pattern) = component else { continue }
      texts += index == glob.components.count - 1 ? [pattern.beginning, pattern.end] : []
      texts += [pattern.literal ?? ""]
    }
    return texts.max { $0.utf8.count < $1.utf8.count } ?? ""
  }

  // MARK: Looking up

  /// Returns the entry of the schema for a file at an absolute path.
  package func entry(forFileAt path: String) -> Entry? {
    guard !patterns.isEmpty else { return nil }
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return nil }
    let scalars = name.unicodeScalars
    let texts =
      scalars.indices.flatMap { [String(scalars[$0...]), String(scalars[...$0])] }
      + parts.dropLast().map(String.init) + [""]
    var candidates = Set(texts.map { KeyText($0) }).flatMap { patternsOfText[$0] ?? [] }.sorted()[
      ...]
    while let entry = candidates.first.map({ patterns[$0].entry }) {
      let own = candidates.prefix { patterns[$0].entry == entry }
      candidates = candidates.dropFirst(own.count)
      let last = own.last { patterns[$0].glob.matches(path: parts, isFolder: false) }
      if let last, !patterns[last].isExcluding { return entries[entry] }
    }
    return nil
  }

  func lists(_ url: String) -> Bool { urls.contains(KeyText(url)) }

  /// Whether several of its schemas have URLs that end in the same name.
  func isAmbiguous(_ name: String) -> Bool { countOfName[KeyText(name), default: 0] > 1 }

  /// Returns the last part of the path in a URL.
  static func name(in url: String) -> String? {
    JSONSchema.path(inURI: url)?.split(separator: "/").last.map(String.init)
  }
}

/// What is wrong with the catalog of a folder with schemas.
package enum SchemaCatalogProblem: SpecificProblem {
  /// A `catalog.json` is not a regular file, or is a link out of the folders with schemas.
  case isElsewhere
  /// A file `catalog.json` has no list of schemas.
  case hasNoList

  package var message: String {
    switch self {
    case .isElsewhere: "this catalog is ignored: it is not a regular file in a folder with schemas"
    case .hasNoList: "this catalog has no list 'schemas', so its file patterns are not used"
    }
  }
}

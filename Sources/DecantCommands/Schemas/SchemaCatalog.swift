internal import DecantCore
internal import DecantConversion
internal import DecantSchema

/// The catalog of a folder with schemas, which says what files they are for: a file `catalog.json` as that of schemastore.org.
///
///     {"schemas": [{"name": "npm", "url": "https://www.schemastore.org/package.json", "fileMatch": ["package.json"]}, …]}
///
/// A pattern matches the end of a path, as in editors; the last pattern of a schema that matches decides, and one with `!`
/// excludes. Of several schemas for a file, the first is taken.
struct SchemaCatalog {
  struct Entry {
    let url: String
    let catalog: String
    fileprivate let patterns: [(glob: Glob, isExcluding: Bool)]

    fileprivate func matches(_ path: [Substring]) -> Bool {
      patterns.last { $0.glob.matches(path: path, isFolder: false) }?.isExcluding == false
    }
  }

  private var entries: [Entry] = []
  private var urls: Set<KeyText> = []
  /// How many URLs end in a name.
  private var countOfName: [KeyText: Int] = [:]
  /// The entries with a pattern for a name, for names with an extension, and the others.
  private var entriesOfName: [KeyText: [Int]] = [:]
  private var entriesOfExtension: [KeyText: [Int]] = [:]
  private var otherEntries: [Int] = []

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

  private mutating func add(_ patterns: [String], for url: String, in catalog: String) {
    let number = entries.count
    var globs: [(glob: Glob, isExcluding: Bool)] = []
    for pattern in patterns {
      let isExcluding = pattern.hasPrefix("!")
      let path = isExcluding ? pattern.dropFirst() : pattern[...]
      guard let glob = Glob("**/" + path) else { continue }
      globs.append((glob, isExcluding))
      if !isExcluding { index(glob, path, number) }
    }
    entries.append(Entry(url: url, catalog: catalog, patterns: globs))
  }

  private mutating func index(_ glob: Glob, _ path: Substring, _ number: Int) {
    let name = path.split(separator: "/").last ?? ""
    if case .name(let pattern) = glob.components.last, let literal = pattern.literal {
      entriesOfName[KeyText(literal), default: []].append(number)
    } else if let dot = name.lastIndex(of: "."), !Glob.isPattern(String(name[dot...])),
      !name[dot...].contains("\\"), !name[dot...].contains("]")
    {
      entriesOfExtension[KeyText(String(name[dot...])), default: []].append(number)
    } else {
      otherEntries.append(number)
    }
  }

  // MARK: Looking up

  /// Returns the entry of the schema for a file at an absolute path.
  func entry(forFileAt path: String) -> Entry? {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return nil }
    let ending = name.lastIndex(of: ".").map { KeyText(String(name[$0...])) }
    let candidates =
      (entriesOfName[KeyText(String(name))] ?? [])
      + (ending.flatMap { entriesOfExtension[$0] } ?? []) + otherEntries
    return candidates.sorted().first { entries[$0].matches(parts) }.map { entries[$0] }
  }

  func lists(_ url: String) -> Bool { urls.contains(KeyText(url)) }

  /// Whether several of its schemas have URLs that end in the same name.
  func isAmbiguous(_ name: String) -> Bool { countOfName[KeyText(name), default: 0] > 1 }

  /// Returns the last part of the path in a URL.
  static func name(in url: String) -> String? {
    JSONSchema.path(inURI: url)?.split(separator: "/").last.map(String.init)
  }
}

internal import DecantCore

/// A manual page written by hand, with lists filled in from the tables of options and formats.
///
/// A filled part is between two comments and can be filled again:
///
///     .\" @options layout
///     .It Fl c , Fl -compact
///     …
///     .\" @end
struct FilledPage {
  private(set) var text = ""

  private let registry: FormatRegistry

  struct Mistake: Error {
    let line: Int
    let message: String
  }

  init(_ page: String, _ registry: FormatRegistry) throws(Mistake) {
    self.registry = registry
    var open: Int?
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    var filled: [String] = []
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      let isDirective = words.first == ".\\\"" && words.dropFirst().first?.first == "@"
      if open == nil || isDirective { filled.append(String(line)) }
      guard isDirective else { continue }
      if words[1] == "@end" {
        guard open != nil else { throw Mistake(line: index + 1, message: "nothing to end") }
        open = nil
      } else {
        guard open == nil else { throw Mistake(line: index + 1, message: "missing @end before") }
        guard let part = part(words[1], Array(words.dropFirst(2))) else {
          let name = words.dropFirst().joined(separator: " ")
          throw Mistake(line: index + 1, message: "unknown part: \(name)")
        }
        filled += part.split(separator: "\n").map(String.init)
        open = index + 1
      }
    }
    if let open { throw Mistake(line: open, message: "missing @end") }
    text = filled.joined(separator: "\n")
  }

  private func part(_ directive: String, _ words: [String]) -> String? {
    var roff = Roff()
    switch directive {
    case "@options":
      guard let flags = flags(words) else { return nil }
      for flag in flags { roff.option(flag) }
    case "@option-names":
      guard let flags = flags(words) else { return nil }
      roff.names(flags.map { "Fl -\($0.long)" })
    case "@fields":
      guard let kind = words.first.flatMap(RequestKind.init) else { return nil }
      let names = RequestOptions(kind, among: Flag.all(for: registry)).names
      roff.names(names.filter { !kind.ownFields.contains($0) }.map { "Li \($0)" })
    case "@formats":
      for format in registry.formats { roff.format(format) }
    case "@format":
      guard let name = words.first, let format = try? registry.format(named: name) else {
        return nil
      }
      roff.format(format)
      roff.options(of: format)
    case "@held-by":
      guard let holders = holders(of: words.joined(separator: " ")) else { return nil }
      roff.paragraph("Supported by \(holders).")
    default:
      return nil
    }
    return roff.text
  }

  private func flags(_ words: [String]) -> [Flag]? {
    var flags = Flag.all(for: registry)
    var words = words[...]
    if let word = words.first, word.hasPrefix("verb=") {
      guard let verb = Verb.named(String(word.dropFirst("verb=".count))) else { return nil }
      flags = verb.flags(among: registry)
      words = words.dropFirst()
    }
    guard !words.isEmpty else { return flags }
    let names = Flag.Section.allCases.map { "\($0)" }
    guard words.allSatisfy(names.contains) else { return nil }
    return flags.filter { words.contains("\($0.section)") }
  }

  private func holders(of kind: String) -> String? {
    guard let holding = Holding.all.first(where: { $0.name == kind }) else { return nil }
    let names = registry.formats.filter(holding.isOf).map(\.name)
    return names.count == registry.formats.count ? "all formats" : names.joined(separator: ", ")
  }
}

extension Roff {
  fileprivate mutating func names(_ names: [String]) {
    for name in names.dropLast() { request("\(name) ,") }
    if let last = names.last { request("\(last) .") }
  }

  fileprivate mutating func format(_ format: Format) {
    request("It Cm \(([format.name] + format.aliases).joined(separator: " , Cm "))")
    let use =
      !format.isWritable ? "Only read" : format.isReadable ? "Read and written" : "Only written"
    paragraph("\(format.summary.capitalizedFirst). \(use).")
    if !format.extensions.isEmpty {
      paragraph("File names: \(format.extensions.map { ".\($0)" }.joined(separator: " ")).")
    }
  }

  fileprivate mutating func options(of format: Format) {
    var options: [String] = []
    let abilities = format.abilities
    if format.isWritable {
      if abilities.contains(.indentation) {
        let tabs = abilities.contains(.tabs) ? " (spaces or a tab)" : " (spaces)"
        options += ["--compact", "--indent" + tabs]
      }
      if abilities.contains(.ascii) { options.append("--ascii") }
      if abilities.contains(.duplicateKeys) { options.append("--duplicate-keys keep") }
    }
    if abilities.contains(.records) { options.append("--on-error skip") }
    if !options.isEmpty { paragraph("Options: \(options.joined(separator: ", ")).") }
  }
}

internal import DecantCore
internal import DecantConversion

/// The front matter of a Markdown file: YAML between lines of `---`, or TOML between lines of `+++`, at its beginning.
///
///     ---
///     title: Hello     the front matter, with the first line
///     ---
///     Some *text*      the rest, which only an edit keeps
struct FrontMatter {
  /// The bytes before the closing line.
  ///
  /// The first line begins a document of YAML; that of TOML is blank.
  private let text: [UInt8]
  private let formatName: String
  private let fence: [UInt8]

  /// What a file without an end of its front matter costs at most.
  private static let limit = 1 << 20

  /// Whether a file with a name has front matter; not if a format is named.
  static func isExpected(inFileNamed name: String, as format: Format?) -> Bool {
    guard format == nil, let dot = name.lastIndex(of: ".") else { return false }
    return ["md", "markdown", "mdx", "rmd", "qmd"].contains(name[dot...].dropFirst().lowercased())
  }

  /// Reads the beginning of a source; `name` is for messages.
  init(_ source: any ByteSource, named name: String) throws(DecantError) {
    do throws(DecantError) {
      try self.init(source)
    } catch {
      throw error.about(name)
    }
  }

  private init(_ source: any ByteSource) throws(DecantError) {
    var window = Window(source)
    var isWhole = false
    while true {
      if let found = FrontMatter(in: Array(window.view(Self.limit)), isWhole: isWhole) {
        self = found
        return
      }
      guard !isWhole, window.unread < Self.limit else { break }
      isWhole = try !window.refill()
    }
    throw DecantError(.specific(FrontMatterProblem.missing))
  }

  private init?(in bytes: [UInt8], isWhole: Bool) {
    let lines = bytes.split(separator: 0x0A, maxSplits: .max, omittingEmptySubsequences: false)
    guard let first = lines.first.map(Self.withoutSpaces) else { return nil }
    let marks = [(Array("---".utf8), "yaml"), (Array("+++".utf8), "toml")]
    guard let (fence, name) = marks.first(where: { first == $0.0[...] }) else { return nil }
    // The last part may be the beginning of a longer line.
    guard let end = lines.dropFirst().first(where: { Self.withoutSpaces($0) == fence[...] }),
      end.endIndex < bytes.count || isWhole
    else { return nil }
    self.fence = fence
    formatName = name
    var text = Array(bytes[..<end.startIndex])
    if name == "toml" { text.replaceSubrange(0..<fence.count, with: [0x20, 0x20, 0x20]) }
    self.text = text
  }

  private static func withoutSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last == 0x20 || last == 0x09 || last == 0x0D { line.removeLast() }
    return line
  }

  /// Opens the text, whose extension is the name of its format.
  func makeInput(named name: String, among registry: FormatRegistry) throws(DecantError) -> Input {
    try Input(
      .bytes(text), named: name, as: registry.format(forFileNamed: "x." + formatName),
      among: registry)
  }

  var bytes: EditedBytes { EditedBytes(text) }

  /// Returns a file in which this front matter has become `new`; throws if its first line is not where it was.
  func replaced(by new: EditedBytes, in file: EditedBytes) throws(DecantError) -> EditedBytes {
    var bytes = Array(new)
    let isThere = bytes.starts(with: text.prefix(fence.count))
    let isLine = bytes.dropFirst(fence.count).first.map { $0 <= 0x20 } == true
    guard isThere, isLine, bytes.last == 0x0A else {
      throw DecantError(.specific(FrontMatterProblem.notKept))
    }
    bytes.replaceSubrange(0..<fence.count, with: fence)
    var result = EditedBytes.Replacement(of: file)
    _ = try result.apply(ByteEdit(0..<text.count, bytes))
    return result.finish()
  }
}

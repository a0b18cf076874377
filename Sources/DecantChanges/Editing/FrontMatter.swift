package import DecantConversion
package import DecantCore
package import DecantEditing

/// The front matter of a Markdown file: YAML between lines of `---`, or TOML between lines of `+++`, at its beginning.
///
///     ---
///     title: Hello     the front matter, with the first line
///     ---
///     Some *text*      the rest, which only an edit keeps
package struct FrontMatter {
  /// The bytes before the closing line; `{}` follows in YAML of comments alone, so that it is a mapping.
  ///
  /// The first line begins a document of YAML; that of TOML is blank.
  private var text: [UInt8]
  /// How many of them are those of the file.
  private let count: Int
  private let formatName: String
  /// The first line without what follows the fence: a byte-order mark, if there is one, and the fence.
  private let opening: [UInt8]
  /// The closing line, if the file has none.
  private var closing: [UInt8] = []

  /// Whether a file has front matter, by the extension of its name; not if a format is named.
  package static func isExpected(inFileNamed name: String, as format: Format?) -> Bool {
    guard format == nil, let dot = name.lastIndex(of: ".") else { return false }
    return ["md", "markdown", "mdx", "rmd", "qmd"].contains(name[dot...].dropFirst().lowercased())
  }

  /// Makes empty front matter of YAML for a file that has none.
  package init(madeFor file: EditedBytes) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    count = file.starts(with: mark) ? mark.count : 0
    let lineEnd = file.firstLineEnd ?? [0x0A]
    opening = mark.prefix(count) + Array("---".utf8)
    formatName = "yaml"
    text = opening + lineEnd + Array("{}".utf8) + lineEnd
    closing = Array("---".utf8) + lineEnd
  }

  /// Reads the beginning of a source; `name` is for messages.
  package init(_ source: any ByteSource, named name: String) throws(DecantError) {
    do throws(DecantError) {
      try self.init(source)
    } catch {
      throw error.about(name)
    }
  }

  private init(_ source: any ByteSource) throws(DecantError) {
    var window = Window(source)
    var isWhole = false
    var count = 1 << 14
    repeat {
      while !isWhole, window.unread < count { isWhole = try !window.refill() }
      count = window.unread * 2
      if let found = try FrontMatter(in: Array(window.view(window.unread)), isWhole: isWhole) {
        self = found
        return
      }
    } while !isWhole
    let error = DecantError(.specific(FrontMatterProblem.unclosed), offset: 0)
    throw error.located(in: window, named: nil)
  }

  /// Returns nil if it does not end in these bytes.
  private init?(in bytes: [UInt8], isWhole: Bool) throws(DecantError) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = bytes[start...].prefix { $0 != 0x0A }
    let fences = [(Array("---".utf8), "yaml"), (Array("+++".utf8), "toml")]
    guard let (fence, name) = fences.first(where: { Self.withoutSpaces(line) == $0.0[...] })
    else { throw DecantError(.specific(FrontMatterProblem.missing)) }
    let ends = name == "yaml" ? [fence, Array("...".utf8)] : [fence]
    let lineEnd = bytes[(start + fence.count)...].prefix(line.count - fence.count + 1)
    var isEmpty = name == "yaml"
    repeat {
      guard line.endIndex < bytes.count else { return nil }
      line = bytes[(line.endIndex + 1)...].prefix { $0 != 0x0A }
      let content = Self.withoutSpaces(line)
      // The last line may be the beginning of a longer one.
      if line.endIndex < bytes.count || isWhole, ends.contains(Array(content)) { break }
      isEmpty = isEmpty && content.first { $0 > 0x20 } ?? UInt8(ascii: "#") == UInt8(ascii: "#")
    } while true
    opening = Array(bytes[..<(start + fence.count)])
    formatName = name
    text = Array(bytes[..<line.startIndex])
    count = text.count
    if isEmpty { text += "{}".utf8 + lineEnd }
    if name == "toml" { text.replaceSubrange(0..<opening.count, with: opening.map { _ in 0x20 }) }
  }

  private static func withoutSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line[
      ..<(line.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }.map { $0 + 1 } ?? line.startIndex)]
  }

  /// Opens the text, whose extension is the name of its format.
  package func makeInput(named name: String, among registry: FormatRegistry) throws(DecantError)
    -> Input
  {
    try Input(
      .bytes(text), named: name, as: registry.format(forFileNamed: "x." + formatName),
      among: registry)
  }

  package var bytes: EditedBytes { EditedBytes(text) }

  /// Returns a file in which this front matter has become `new`; throws unless the first line is still there
  /// and the text ends with a line end.
  package func replaced(by new: EditedBytes, in file: EditedBytes) throws(DecantError)
    -> EditedBytes
  {
    var bytes = Array(new)
    if bytes == text { return file }
    // With the first key, an edit of TOML deletes the blank line before it.
    let line = text.prefix { $0 != 0x0A } + [0x0A]
    if formatName == "toml", !bytes.starts(with: line) { bytes = line + bytes }
    let isLine = bytes.dropFirst(opening.count).first.map { $0 <= 0x20 } == true
    guard bytes.starts(with: text.prefix(opening.count)), isLine, bytes.last == 0x0A else {
      throw DecantError(.specific(FrontMatterProblem.notKept))
    }
    bytes.replaceSubrange(0..<opening.count, with: opening)
    var result = EditedBytes.Replacement(of: file)
    _ = try result.apply(ByteEdit(0..<count, bytes + closing))
    return result.finish()
  }
}

/// A problem with the front matter of a file.
package enum FrontMatterProblem: SpecificProblem {
  case missing, unclosed
  /// An edit would change the lines around it.
  case notKept
  /// A conversion leaves out the rest of the file.
  case restLeftOut
  /// A conversion would remove the rest of the file.
  case restLost

  package var message: String {
    switch self {
    case .missing: "this Markdown does not begin with front matter, which is all that is read of it"
    case .unclosed: "the front matter that begins here has no end"
    case .notKept: "the edit would change the lines around the front matter"
    case .restLeftOut: "only the front matter is converted; the text after it is left out"
    case .restLost: "the text after the front matter would be lost"
    }
  }

  package func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    self == .missing ? [hint ?? "", "--known passes over it"] : []
  }

  package var hint: String? {
    self == .missing || self == .unclosed
      ? "front matter is YAML between lines of '---', or TOML between lines of '+++'" : nil
  }
}

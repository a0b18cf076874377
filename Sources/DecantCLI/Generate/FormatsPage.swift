internal import Decant

/// The manual page about formats, in the mdoc language.
///
/// Names, extensions and what a format can hold come from the registry, so that they cannot be wrong; what
/// there is to say besides stands in `FormatNote`, `DetectionSample`, `ValueNote` and `TaggedFormNote`.
struct FormatsPage {
  private let registry: FormatRegistry
  private var roff = Roff()

  init(_ registry: FormatRegistry) {
    self.registry = registry
    write()
  }

  var text: String { roff.text }

  private mutating func write() {
    writeHead()
    writeFormats()
    writeDetection()
    writeFidelity()
    writeTaggedForms()
    roff.examples(Example.ofFormats)
    writeEnd()
  }

  private mutating func writeHead() {
    roff.begin(
      "decant-formats", section: 7, "the formats that decant reads and writes",
      origin: "Made by 'decant help man-formats' from the registry; change that instead.")
    roff.section("DESCRIPTION")
    roff.paragraph(
      """
      A document is a value: null, a boolean, a number, a string, a point in time, bytes, a sequence of \
      values, or a mapping from keys to values. No format has all of these. This page says of each \
      format how it is told and what it holds, and of each value what becomes of it in a format that \
      does not hold it.
      """)
  }

  // MARK: Formats

  private mutating func writeFormats() {
    roff.section("FORMATS")
    roff.list {
      for format in registry.formats {
        $0.request("It Cm \(([format.name] + format.aliases).joined(separator: " , Cm "))")
        $0.paragraph(
          "\(format.summary.capitalizedFirst). \(format.isWritable ? "Read and written." : "Only read.")"
        )
        if !format.extensions.isEmpty {
          let names = format.extensions.map { ".\($0)" }.joined(separator: " ")
          $0.paragraph("File names: \(names).")
        }
        if let note = FormatNote.all[format.name] { $0.paragraph(note) }
        if let options = Self.options(of: format) { $0.paragraph("Options: \(options).") }
      }
    }
  }

  /// The options that only some formats heed and this one does, in words.
  private static func options(of format: Format) -> String? {
    var options: [String] = []
    let abilities = format.abilities
    if format.isWritable {
      if abilities.contains(.indentation) {
        let tabs = abilities.contains(.tabs) ? "spaces or a tab" : "spaces"
        options.append("--compact, --indent by \(tabs)")
      }
      if abilities.contains(.ascii) { options.append("--ascii") }
      if abilities.contains(.duplicateKeys) { options.append("--duplicate-keys keep") }
    }
    if abilities.contains(.records) { options.append("--on-error skip") }
    return options.isEmpty ? nil : options.joined(separator: ", ")
  }

  // MARK: Detection

  private mutating func writeDetection() {
    roff.section("DETECTION")
    roff.paragraph(
      """
      Without --from the extension of a file's name tells its format. Where it tells none, and on \
      standard input, the content does. For that decant looks at the first line and the beginning of the \
      next, and, behind a comment or an opening brace, as far as the first key and what follows it; it \
      waits for no more. For instance:
      """)
    let samples = DetectionSample.all.filter { sample in
      registry.formats.contains { $0.name == sample.format }
    }
    let width = samples.map(\.beginning.count).max() ?? 0
    roff.literal(
      samples.map { $0.beginning.padded(to: width + 3) + $0.format }.joined(separator: "\n"))
    roff.request("Pp")
    roff.paragraph(
      """
      What begins with a comment of the kind of C is JSON5, unless a key and '=' follow, or a \
      parenthesis. So is what has such a comment, or a key that is bare or in single quotes, after its \
      opening brace, unless its first value is text without quotes, which is YAML's. JSON whose first line is a whole value, with more after it, is JSON Lines. A \
      byte-order mark tells UTF-16 and UTF-32, which are converted; other text is UTF-8, and an error \
      where it is not.
      """)
  }

  // MARK: Fidelity

  private mutating func writeFidelity() {
    roff.section("FIDELITY")
    roff.paragraph(
      """
      A value that the output format does not hold is degraded or lost. Degraded means that nothing \
      of it vanishes but its type: a date becomes a string. A note at the end counts such values and \
      names the first; --strict refuses them. Lost means that the value itself would change or vanish: \
      null in a property list. This is an error; with --lossy it is done, and a warning counts the \
      losses. With --tagged either is written with its type beside it, and comes back as it was.
      """)
    let notes = ValueNote.all.map { (note: $0, holders: holders(of: $0)) }
    roff.list {
      for (note, holders) in notes {
        $0.request("It \(Roff.escaped(note.value))")
        if let holders { $0.paragraph("Held by \(holders).") }
        $0.paragraph(note.text)
      }
    }
  }

  /// The formats that hold a value as what it is.
  private func holders(of note: ValueNote) -> String? {
    guard let ability = note.ability else { return nil }
    let names = registry.formats.filter { $0.abilities.contains(ability) }.map(\.name)
    guard !names.isEmpty else { return nil }
    return names.count == registry.formats.count ? "all formats" : names.joined(separator: ", ")
  }

  private mutating func writeTaggedForms() {
    roff.section("TAGGED FORMS")
    roff.paragraph(
      """
      With --tagged a value that the output format does not hold is written as a mapping with one key, \
      which says what it is:
      """)
    let width = TaggedFormNote.all.map(\.value.count).max() ?? 0
    roff.literal(
      TaggedFormNote.all.map { $0.value.padded(to: width + 3) + $0.form }.joined(separator: "\n"))
    roff.request("Pp")
    roff.paragraph(
      """
      A key of such text stays a string: it begins with $text: and goes on as the text in its form would. \
      Reading with --tagged turns each back; a mapping that looks like one and is none is an error. \
      OpenStep property lists have GNUstep's notation instead for what that can say: <*I5>, <*R1.10>, \
      <*BY>, <*D2026-11-21 09:30:00 +0000>. Converted to any format and back, with --tagged both times, a \
      document is the same as it was.
      """)
  }

  // MARK: The end

  private mutating func writeEnd() {
    roff.section("SEE ALSO")
    roff.request("Xr decant 1 ,")
    roff.request("Xr decant-archive 5")
    roff.section("STANDARDS")
    roff.paragraph(
      """
      JSON is as in RFC 8259, JSON text sequences as in RFC 7464, JSON5 as in version 1.0.0 of its \
      specification, YAML as in versions 1.2 and 1.1 of its. Points in time are as in RFC 3339, Base64 as in \
      RFC 4648.
      """)
  }
}

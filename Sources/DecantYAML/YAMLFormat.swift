public import DecantCore
internal import DecantEditing

extension Format {
  /// YAML 1.2, and 1.1 on request.
  public static let yaml = Format(
    .yaml,
    summary: "YAML 1.2, and 1.1 on request",
    abilities: [
      .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .dateOffsets, .data, .nonStringKeys,
      .anchors,
      .tags, .manyDocuments, .emptyStreams, .indentation, .ascii, .numberNotations, .comments,
      .lineEnds,
    ],
    taggedAbilities: .localTimes,
    recognition: YAMLRecognition.yaml,
    reader: { options in
      // Only decant's scanner knows where all events are.
      if let makeOther = options[YAMLReadingOptions.self].makeOtherReader, !options.marksExtents {
        return makeOther(options)
      }
      return ScannedYAMLReader(options)
    },
    writer: { YAMLWriter($0) }
  ).readingEmptyAsNull().dividing(
    at: BlockBoundary(last: YAMLDocumentBoundary.last)
  ).offering([
    FormatOption(
      "yaml-schema", "SCHEMA", YAMLSchema.self, default: .core,
      "how to resolve plain YAML scalars",
      details: """
        'core' is that of YAML 1.2: 'no' is a string, '0o17' is an integer. '1.1' is the older \
        one: 'no' is false, '017' is octal, '1:30' is ninety. 'failsafe' makes every scalar a string. A tag \
        overrides the schema. Without this option a document that begins with '%YAML 1.1' is read by the older \
        rules.
        """,
      reading: { schema, options in options.yamlSchema = schema })
  ]).edited(byThinning: YAMLEditing()).refusing(YAMLRecognition.markdown)
}

enum YAMLRecognition {
  static func yaml(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    if sample.firstByte == UInt8(ascii: "{") { return isFlowMapping(sample) ? .certain : .no }
    var hasComment = false
    for line in sample.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.drop { $0 == 0x20 }
      guard let first = text.first else { continue }
      if first == UInt8(ascii: "#") {
        hasComment = true
        continue
      }
      // A heading of Markdown looks like a comment, and prose like a scalar.
      if hasComment, isProse(text) { return .no }
      return max(likelihood(Array(line), Array(text)), hasComment ? .possible : .no)
    }
    return hasComment ? .possible : .no
  }

  /// Returns the problem of an input that begins with a heading, an empty line and prose.
  static func markdown(_ sample: FormatDetection.Sample) -> DecantError.Problem? {
    let lines = sample.bytes.split(
      separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count > 2, lines[1].isEmpty || lines[1] == [0x0D], isProse(lines[2]),
      !lines[2].contains(UInt8(ascii: "="))
    else { return nil }
    let heading = lines[0].drop { $0 == UInt8(ascii: "#") }
    guard heading.first == 0x20, 1...6 ~= lines[0].count - heading.count else { return nil }
    return .other("this looks like Markdown, which is not supported", hint: nil)
  }

  /// Whether a line begins with words, and has no colon as after a key.
  private static func isProse(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first >= 0x80 || isLetter(first) else { return false }
    return text.contains(0x20) && !hasColon(Array(text))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func likelihood(
    _ line: [UInt8], _ text: [UInt8]
  ) -> FormatDetection.Likelihood {
    if isIndicator(line, "---")
      || ["%YAML ", "%TAG "].contains(where: { line.starts(with: $0.utf8) })
    {
      return .certain
    }
    switch text[0] {
    case UInt8(ascii: "-"), UInt8(ascii: "?"):
      return text.count == 1 || text[1] == 0x20 ? .likely : .no
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "<"), UInt8(ascii: "/"), UInt8(ascii: ","):
      return .no
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      // JSON may begin with a quoted value too, but not with a quoted key.
      guard let end = text.dropFirst().lastIndex(of: text[0]) else { return .no }
      return hasColon(Array(text[(end + 1)...])) ? .certain : .no
    case UInt8(ascii: "&"), UInt8(ascii: "!"):
      return .possible
    default:
      return text[0] > 0x20 && hasColon(text) ? .likely : .no
    }
  }

  private static func isFlowMapping(_ sample: FormatDetection.Sample) -> Bool {
    var opening = FormatDetection.Opening(sample)
    guard opening.next() == .sign(UInt8(ascii: "{")), case .word(let key) = opening.next() else {
      return false
    }
    guard !opening.hasComments, let last = sample.bytes[key].last else { return false }
    if last == UInt8(ascii: ":") {
      return key.upperBound < sample.bytes.count && sample.bytes[key.upperBound] <= 0x20
    }
    guard case .word(let colon) = opening.next() else { return false }
    return sample.bytes[colon] == [UInt8(ascii: ":")]
  }

  private static func isIndicator(_ line: [UInt8], _ indicator: String) -> Bool {
    line.starts(with: indicator.utf8) && (line.count == 3 || line[3] == 0x20 || line[3] == 0x09)
  }

  /// Whether a line has a colon as after a key; in an open brace it is that of CSS.
  private static func hasColon(_ text: [UInt8]) -> Bool {
    var depth = 0
    return text.indices.contains { index in
      depth += text[index] == UInt8(ascii: "{") ? 1 : text[index] == UInt8(ascii: "}") ? -1 : 0
      return depth <= 0 && text[index] == UInt8(ascii: ":")
        && (index + 1 == text.count || text[index + 1] == 0x20)
    }
  }
}

enum YAMLDocumentBoundary {
  /// Returns the position of the last `---` that begins a document.
  ///
  /// At the beginning of a line, `---` is a marker in every context (YAML 1.2, rule 206, `c-forbidden`). Where it is
  /// an error, such as in quotes, reading the block before it fails too.
  static func last(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range) { start in
      guard start + 3 < range.upperBound, (0..<3).allSatisfy({ bytes.byte(at: start + $0) == dash })
      else { return false }
      return [0x09, 0x0A, 0x0D, 0x20].contains(bytes.byte(at: start + 3))
    }
  }

  private static let dash = UInt8(ascii: "-")
}

extension FormatNames {
  package static let yaml = FormatNames("yaml", aliases: "yml", extensions: "yaml|yml")
}

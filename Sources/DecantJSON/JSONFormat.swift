public import DecantCore
internal import DecantEditing

extension Format {
  /// JSON (RFC 8259).
  public static let json = Format(
    .json,
    summary: "JSON (RFC 8259)",
    abilities: [.ofJSON, .concatenation, .indentation, .fitting],
    recognition: JSONRecognition.json,
    reader: { StrictJSONReader($0) },
    writer: { JSONWritingOptions.makeWriter($0, usual: .spaces(2)) }
  ).edited(byThinning: JSONEditing()).keepingLayout { $1.keepJSONLayout(of: $0) }.offering([
    FormatOption(
      "json-layout", "LAYOUT", JSONLayoutOptions.Layout.self, default: .usual,
      "how the lines of JSON look",
      details: """
        'foundation' is the layout of Apple's JSONEncoder: a space before each colon, a blank line in an empty \
        collection, '\\/' for a slash, and no line end after the document. A file that is rewritten in place keeps its \
        layout unless this option, --indent or --compact names another one.
        """,
      writing: { $1.jsonLayout = $0 })
  ])

  /// JSON5 1.0.0, and JSON with comments.
  public static let json5 = Format(
    .json5,
    summary: "JSON5 1.0.0, and JSON with comments",
    abilities: [.ofJSON, .indentation, .fitting, .nonFiniteNumbers, .comments],
    recognition: JSONRecognition.json5,
    reader: { JSON5Reader($0) },
    writer: { JSONWritingOptions.makeWriter($0, usual: .spaces(2), isJSON5: true) }
  ).asDialect(of: "json").edited(byThinning: JSONEditing()).keepingLayout { beginning, options in
    // Its writer keeps lines, as of all input.
    let spacing = JSONSpacing(of: beginning)
    if spacing.hasLines, spacing.indentation.width > 0 { options.indentation = spacing.indentation }
    return true
  }

  /// JSON with comments, as editors write it; a dialect of ``json5`` without NaN and infinities, for programs that name it.
  public static let jsonc = Format(
    name: "jsonc",
    summary: "JSON with comments",
    abilities: [.ofJSON, .indentation, .fitting, .comments],
    reader: { JSON5Reader($0) },
    writer: { JSONWritingOptions.makeWriter($0, usual: .spaces(2), isJSON5: true) }
  ).asDialect(of: "json").edited(byThinning: JSONEditing())

  /// JSON Lines: one value per line.
  public static let jsonLines = Format(
    .jsonLines,
    summary: "JSON Lines: one value per line",
    abilities: [.ofJSON, .manyDocuments, .emptyStreams, .records],
    recognition: JSONRecognition.jsonLines,
    reader: { StrictJSONReader($0, .lines) },
    writer: { JSONWritingOptions.makeWriter($0, usual: .compact, hasRecords: true) }
  ).asDialect(of: "json").dividing(at: BlockBoundary(last: JSONRecordBoundary.lastLine))
    .edited(byThinning: JSONEditing(isLines: true)).keepingLayout { $1.keepJSONLayout(of: $0) }

  /// JSON text sequences (RFC 7464): a record separator before each value.
  public static let jsonSequence = Format(
    .jsonSequence,
    summary: "JSON text sequences (RFC 7464)",
    abilities: [.ofJSON, .manyDocuments, .emptyStreams, .indentation, .records],
    recognition: JSONRecognition.jsonSequence,
    reader: { StrictJSONReader($0, .recordSeparators) },
    writer: {
      JSONWritingOptions.makeWriter(
        $0, usual: .compact, hasRecords: true, startsRecords: true)
    }
  ).asDialect(of: "json").dividing(at: BlockBoundary(last: JSONRecordBoundary.lastSeparator))
    .edited(byThinning: JSONEditing()).keepingLayout { $1.keepJSONLayout(of: $0) }
}

extension Format.Abilities {
  fileprivate static let ofJSON: Self = [
    .null, .booleans, .numbers, .loneSurrogates, .duplicateKeys, .tabs, .ascii, .lineEnds,
  ]
}

extension JSONWritingOptions {
  fileprivate init(_ options: WritingOptions, usual: Indentation) {
    indentation = options.indentation ?? usual
    ascii = options.ascii
    palette = options.palette
  }

  fileprivate static func makeWriter(
    _ options: WritingOptions, usual: Indentation, hasRecords: Bool = false,
    startsRecords: Bool = false, isJSON5: Bool = false
  ) -> any EventWriter & ~Copyable {
    var own = JSONWritingOptions(options, usual: usual)
    own.startsRecords = startsRecords
    if isJSON5, own.indentation.width == 0 { own.palette = nil }
    let unusual =
      isJSON5 ? JSONSpacing(own.indentation) : options.jsonSpacing(usual: usual)
    // The columns within which a collection is on one line; without, all are, or none.
    guard own.indentation.width > 0, let width = options.width else {
      return if let unusual {
        JSONLayoutWriter(own, unusual, hasRecords: hasRecords, isJSON5: isJSON5)
      } else if own.palette != nil, own.indentation.width > 0 {
        JSONLayoutWriter(
          own, JSONSpacing(own.indentation), hasRecords: hasRecords, keepsStyles: false)
      } else {
        JSONWriter(own)
      }
    }
    let usual = JSONSpacing(own.indentation)
    let spacing = unusual.map { $0.hasLines ? $0 : $0.withLines(of: usual) } ?? usual
    return JSONFittingWriter(
      JSONLayoutWriter(own, spacing, hasRecords: hasRecords, isJSON5: isJSON5), width: width)
  }
}

enum JSONRecognition {
  static func json(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    guard let first = sample.firstByte else { return .no }
    switch first {
    case UInt8(ascii: "["):
      return beginsWithHeader(sample) ? .no : .likely
    case UInt8(ascii: "{"), UInt8(ascii: "\""):
      return .likely
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      // A key of TOML or of an INI file may begin so too.
      let line = sample.bytes.split { $0 == 0x0A || $0 == 0x0D }.first
      return line?.contains(UInt8(ascii: "=")) == true ? .no : .possible
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .possible
    default:
      return .no
    }
  }

  /// Returns whether a name in brackets is followed by a line with an equals sign, as in TOML and INI files.
  private static func beginsWithHeader(_ sample: FormatDetection.Sample) -> Bool {
    let lines = sample.bytes.split { $0 == 0x0A || $0 == 0x0D }.prefix(2)
    guard lines.count == 2, let first = lines.first, let second = lines.last,
      first.last == UInt8(ascii: "]"), second.contains(UInt8(ascii: "="))
    else { return false }
    return first.dropFirst().first.map { $0 | 0x20 >= 0x61 } ?? false
  }

  static func json5(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    if sample.firstByte == UInt8(ascii: "{") {
      return HandWrittenMapping(sample).isJSON5 ? .certain : .no
    }
    guard let start = sample.bytes.firstIndex(of: UInt8(ascii: "/")),
      sample.firstByte == UInt8(ascii: "/"), start + 1 < sample.bytes.count
    else { return .no }
    return [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(sample.bytes[start + 1])
      ? .possible : .no
  }

  /// Requires a complete value on the first line, and more content after it.
  static func jsonLines(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    guard json(sample) != .no,
      let start = sample.bytes.firstIndex(where: { $0 > 0x20 }),
      let end = sample.bytes[start...].firstIndex(of: 0x0A),
      sample.bytes[end...].contains(where: { $0 > 0x20 })
    else { return .no }
    return isValue(Array(sample.bytes[start..<end])) ? .certain : .no
  }

  static func jsonSequence(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    sample.bytes.first == 0x1E ? .certain : .no
  }

  private static func isValue(_ line: [UInt8]) -> Bool {
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    options.invalidText = .kept
    options.maximumDepth = .max
    var reader = JSONReader<StrictJSON>(options)
    var window = Window(MemorySource(line))
    var batch = EventBatch()
    do {
      while try reader.read(from: &window, into: &batch) { batch.removeAll() }
      return true
    } catch {
      return false
    }
  }
}

/// The boundaries at which JSON Lines and JSON text sequences can be cut into blocks.
enum JSONRecordBoundary {
  /// Returns the end of the last line; if that cuts a value, both parts are invalid, so it cannot go unnoticed.
  static func lastLine(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range)
  }

  static func lastSeparator(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range) { $0 < range.upperBound && bytes.byte(at: $0) == 0x1E }
  }
}

extension FormatNames {
  package static let json = FormatNames(
    "json",
    extensions: "json|geojson|topojson|webmanifest|ipynb|har|jsonld|avsc|gltf|tfstate|xcstrings")
  package static let json5 = FormatNames(
    "json5", aliases: "jsonc", extensions: "json5|jsonc|code-workspace",
    fileNames: """
      tsconfig.json|jsconfig.json|devcontainer.json|tslint.json|api-extractor.json\
      |typedoc.json|.babelrc|.eslintrc|.eslintrc.json|.jshintrc|.swcrc|babel.config.json\
      |tsconfig.*.json|jsconfig.*.json|.vscode/*.json
      """
  )
  package static let jsonLines = FormatNames("jsonl", aliases: "ndjson", extensions: "jsonl|ndjson")
  package static let jsonSequence = FormatNames("json-seq", extensions: "json-seq")
}

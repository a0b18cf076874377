public import DecantCore
internal import DecantEditing

extension Format {
  /// Comma-separated values (RFC 4180), whose first row is a header; every further row is a document.
  ///
  ///     name,zip
  ///     Ada,090        {"name": "Ada", "zip": "090"}
  ///
  /// With tagged forms, what is not text is written into its cell in the format `nested`, such as JSON; nil for text alone.
  public static func csv(nested: Format? = nil) -> Format {
    table(
      .csv, "comma-separated values: a header, and a row per document", nil,
      nested
    ).offering([
      FormatOption(
        "csv-separator", "C", accepting: "one ASCII character, not a quote",
        "the character between cells of CSV, such as ;",
        details: "Without it, an input shows its separator, and a comma is written.",
        parsing: { CSVOptions.separator(of: $0) },
        reading: { $1[CSVOptions.self].separator = $0 },
        writing: { $1[CSVOptions.self].separator = $0 }),
      FormatOption(
        "csv-header", "NAMES", accepting: "different names with commas between them",
        "the columns of CSV, such as a,b,c",
        details:
          "The first row that is read is not a header then. A table that is written has these columns.",
        parsing: { CSVOptions.header(of: $0) },
        reading: { $1[CSVOptions.self].header = $0 }, writing: { $1[CSVOptions.self].header = $0 }),
      FormatOption(
        "csv-types", "numbers, booleans and null are cells of CSV without quotes",
        details: """
          A number of JSON, true or false is read as such, and an empty cell or null as null; 090 stays text. Text that \
          would be read so is written in quotes.
          """,
        reading: { $0[CSVOptions.self].hasTypes = true },
        writing: { $0[CSVOptions.self].hasTypes = true }),
      FormatOption(
        "csv-short-rows", "rows of CSV may lack cells at their end, and documents keys",
        details:
          "The keys of such cells are left out; where a document lacks a key, an empty cell is written.",
        reading: { $0[CSVOptions.self].acceptsShortRows = true },
        writing: { $0[CSVOptions.self].acceptsShortRows = true }),
    ])
  }

  /// Tab-separated values, quoted like CSV.
  public static func tsv(nested: Format? = nil) -> Format {
    table(
      .tsv, "tab-separated values, quoted like CSV", UInt8(ascii: "\t"),
      nested
    ).asDialect(of: "csv")
  }

  private static func table(
    _ names: FormatNames, _ summary: String, _ separator: UInt8?, _ nested: Format?
  ) -> Format {
    let typed: Abilities = [.null, .booleans, .numbers]
    return Format(
      names, summary: summary,
      abilities: [.rows, .records, .manyDocuments, .emptyStreams],
      taggedAbilities: nested == nil ? [] : typed,
      recognition: { CSVRecognition.likelihood($0) },
      reader: { CSVReader($0, separator, nested) },
      writer: { CSVWriter($0, separator, nested) }
    ).dividing(
      at: BlockBoundary(
        lastAfter: CSVScan.lastRowStart,
        continuing: { (format, window, options) throws(DecantError) in
          var first = CSVReader(options, separator, nested)
          guard let header = try first.readHeader(of: &window) else { return nil }
          return format.read { CSVReader($0, separator, nested, header) }
        })
    ).edited(byTable: CSVEditing(separator: separator))
      .adapted { $0[CSVOptions.self].hasTypes ? typed : [] }
      .keepingLayout { $1[CSVOptions.self].keepLayout(of: $0) }
      .readBack { $0[CSVOptions.self].beOfOutput() }
  }

  /// Tables in which the new cells of an edit are written and read, one by one.
  static let textCells = cells(typed: false)
  static let typedCells = cells(typed: true)

  private static func cells(typed: Bool) -> Format {
    var options = CSVOptions()
    options.hasTypes = typed
    let own = options
    return Format(
      name: "csv", summary: "", abilities: typed ? [.rows, .null, .booleans, .numbers] : .rows,
      reader: { _ in
        var options = ReadingOptions()
        options[CSVOptions.self] = own
        return CSVReader(options, UInt8(ascii: ","), nil)
      },
      writer: { _ in
        var options = WritingOptions()
        options[CSVOptions.self] = own
        return CSVWriter(options, UInt8(ascii: ","), nil)
      })
  }
}

extension FormatNames {
  package static let csv = FormatNames("csv", extensions: "csv")
  package static let tsv = FormatNames("tsv", extensions: "tsv")
}

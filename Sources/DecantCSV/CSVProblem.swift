public import DecantCore

extension DecantError {
  /// A problem that only CSV can have.
  @nonexhaustive
  public enum CSVProblem: Sendable, Hashable {
    /// Text follows the closing quote of a cell.
    case afterQuote(Found)
    /// A row has more or fewer cells than the header.
    case rowLength(Int, columns: Int)
    /// A document is not a mapping with keys, or a sequence of such.
    case notARow
    /// A collection is in a cell.
    case nestedValue
    /// Text contains U+0000.
    case zeroByte
    /// A document has a key that is not in the header.
    case newColumn(String)
    /// A document does not have a key that is in the header.
    case missingColumn(String)
    /// The first rows have as many cells with one separator as with another.
    case unclearSeparator(String, String)
    /// A table has no rows, in which its columns would be kept.
    case lostColumns
  }
}

extension DecantError.Problem {
  /// Wraps a problem of CSV.
  public static func csv(_ problem: DecantError.CSVProblem) -> Self { .specific(problem) }
}

extension DecantError.CSVProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .afterQuote(let found): "expected the end of the cell after its quotes but \(found.words)"
    case .rowLength(let count, let columns):
      "the row has \(count) \(count == 1 ? "cell" : "cells"), the header has \(columns)"
    case .notARow: "a row of CSV must be a mapping with keys"
    case .nestedValue: "a cell of CSV cannot contain a sequence or a mapping"
    case .zeroByte: "a cell of CSV cannot contain U+0000"
    case .newColumn(let key): "the key \(key.quoted) is not in the header"
    case .missingColumn(let key): "the key \(key.quoted) of the header is missing"
    case .unclearSeparator(let first, let second):
      "\(first.quoted) and \(second.quoted) separate equally many cells"
    case .lostColumns: "the columns of a table without rows are lost"
    }
  }

  public var hint: String? {
    switch self {
    case .afterQuote: "a quote in a quoted cell is doubled"
    case .notARow: "each document is a row, or a sequence of rows"
    default: nil
    }
  }

  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    switch self {
    case .nestedValue, .zeroByte: ["--tagged writes it as JSON"]
    case .rowLength(let count, let columns):
      [count < columns ? "--csv-short-rows accepts it" : "--on-error skip leaves it out"]
    case .newColumn: ["--csv-header NAMES names all columns"]
    case .missingColumn: ["--csv-short-rows leaves its cell empty"]
    case .unclearSeparator: ["--csv-separator C names the separator"]
    default: []
    }
  }

  /// Whether a value is at fault, so that its path is useful.
  public var isAboutValue: Bool {
    switch self {
    case .afterQuote, .rowLength, .unclearSeparator, .lostColumns: false
    default: true
    }
  }

  /// Whether the problem is an unexpected character.
  public var isAboutCharacter: Bool { !isAboutValue && hint != nil }
}

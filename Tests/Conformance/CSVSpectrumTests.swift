import Decant
import DecantTestSupport
import Testing

/// The suite https://github.com/maxogden/csv-spectrum: tables, and their rows as JSON.
@Suite struct CSVSpectrumTests {
  static let tables = Corpora.files(inSuite: "csv-spectrum/csvs")
  static let rows = Corpora.files(inSuite: "csv-spectrum/json")

  @Test(arguments: tables) func readsTheTable(_ table: Corpora.File) throws {
    let rows = try #require(Self.rows(of: table))
    var plan = Plan.compact(.json)
    plan.gathering = .slurp
    let read = try convert(table.bytes, from: .csv, by: plan)
    #expect(try Value(parsing: read, as: .json) == Value(parsing: rows.bytes, as: .json))
  }

  /// What is written is read as the same rows.
  @Test(arguments: tables) func writesTheTable(_ table: Corpora.File) throws {
    let rows = try #require(Self.rows(of: table))
    let written = try convert(rows.bytes, from: .json, by: Plan(to: .csv))
    var plan = Plan.compact(.json)
    plan.gathering = .slurp
    let read = try convert(written, from: .csv, by: plan)
    #expect(try Value(parsing: read, as: .json) == Value(parsing: rows.bytes, as: .json))
  }

  private static func rows(of table: Corpora.File) -> Corpora.File? {
    rows.first { $0.name == table.name.dropLast(3) + "json" }
  }
}

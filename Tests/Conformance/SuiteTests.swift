import DecantTestSupport
import Foundation
import Testing

@Suite struct SuiteTests {
  private static let isRequired = ProcessInfo.processInfo.environment["CI"] != nil

  @Test(
    .enabled(if: isRequired, "CI is not set"),
    arguments: [
      "json-test-suite/test_parsing", "json-test-suite/test_transform", "yaml-test-suite",
      "keyed-archives", "toml-test/tests/valid", "csv-spectrum/csvs",
    ])
  func isInstalled(suite: String) throws {
    let folder = Corpora.suites + "/" + suite
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.isEmpty)
  }
}

import DecantTestSupport
import Testing

@Suite struct BenchmarkTests {
  /// The chart in the README is drawn from the tables of figures.
  @Test(.enabled(if: Oracle.python.isInstalled)) func theChartShowsTheResults() throws {
    let chart = "/" + Corpora.package + "/Tests/Benchmarks/chart.py"
    let outcome = try Scratch().shell("python3 -B '\(chart)' --check")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }
}

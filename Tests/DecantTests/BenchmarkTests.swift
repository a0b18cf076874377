import DecantTestSupport
import Testing

@Suite struct BenchmarkTests {
  @Test(.enabled(if: Oracle.python.isInstalled)) func theChartShowsTheResults() throws {
    let chart = "/" + Corpora.package + "/Tests/Benchmarks/chart.py"
    let outcome = try Scratch().shell("python3 -B '\(chart)' --check")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }
}

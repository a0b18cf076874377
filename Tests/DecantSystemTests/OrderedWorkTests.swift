import DecantCore
import DecantSystem
import DecantTestSupport
import Testing

@Suite struct OrderedWorkTests {
  @Test func resultsComeInTheOrderOfTheWork() {
    var work = OrderedWork<String, String>()
    for text in ["a", "b", "c"] { work.add(text) }
    let turns = (0..<3).compactMap { _ in work.takeTurn() }
    #expect(work.takeTurn() == nil && work.unfinished == 3 && work.waitingCount == 0)
    for case .work(let text, let number) in turns.reversed() {
      #expect(work.takeResult() == nil)
      work.finish(number, with: text.uppercased())
    }
    #expect(work.firstUnfinished == 3 && work.pending == 3 && work.unfinished == 0)
    #expect(work.takeResults() == ["A", "B", "C"])
    #expect(work.pending == 0)
  }

  @Test func workersEndWhenNothingWaits() {
    var work = OrderedWork<Int, Int>()
    work.add(1)
    work.end()
    guard case .work(1, 0) = work.takeTurn(), case .end = work.takeTurn() else {
      Issue.record("another turn")
      return
    }
  }

  @Test func stoppingReturnsWhatWaits() {
    var work = OrderedWork<Int, Int>()
    for number in 0..<20 { work.add(number) }
    guard case .work(0, 0) = work.takeTurn() else {
      Issue.record("another turn")
      return
    }
    #expect(work.stop() == Array(1..<20))
    guard case .end = work.takeTurn() else {
      Issue.record("another turn")
      return
    }
    work.finish(0, with: 5)
    #expect(work.takeResults() == [5])
  }

  @Test func manyThreadsKeepTheOrder() throws {
    let work = Monitor(OrderedWork<Int, Int>())
    let workers = try (0..<4).map { _ in
      try WorkerThread.start {
        while case .work(let value, let number) = work.wait(until: { $0.takeTurn() }) {
          work.change { $0.finish(number, with: value * 2) }
        }
      }
    }
    for value in 0..<1000 { work.change { $0.add(value) } }
    let results = (0..<1000).map { _ in work.wait { $0.takeResult() } }
    work.change { $0.end() }
    for worker in workers { worker.join() }
    #expect(results == (0..<1000).map { $0 * 2 })
  }
}

import Decant
import DecantSystem
import Testing

@Suite struct MonitorTests {
  @Test func letsOneThreadAtATimeChange() throws {
    let monitor = Monitor(0)
    let threads = try (0..<4).map { _ in
      try WorkerThread { for _ in 0..<1000 { monitor.change { $0 += 1 } } }
    }
    #expect(monitor.wait(until: { $0 == 4000 ? $0 : nil }) == 4000)
    for thread in threads { thread.join() }
  }

  @Test func wakesThoseWhoWait() throws {
    let monitor = Monitor([Int]())
    let thread = try WorkerThread {
      for number in 0..<100 {
        monitor.wait(until: { $0.isEmpty ? $0.append(number) : nil })
      }
    }
    for number in 0..<100 {
      #expect(monitor.wait(until: { $0.popLast() }) == number)
    }
    thread.join()
  }

  @Test func waitsNoLongerThanItIsTold() {
    let monitor = Monitor(0)
    let start = ContinuousClock.now
    let result: Int? = monitor.wait(milliseconds: 20, until: { _ in nil })
    #expect(result == nil)
    #expect(start.duration(to: .now) >= .milliseconds(15))
    #expect(monitor.wait(milliseconds: 1, until: { $0 }) == 0)
  }
}

import Decant
import DecantSystem
import Synchronization
import Testing

@testable import DecantCommands

@Suite struct ServiceFlowTests {
  private static func service(_ limits: ServiceLimits) -> Service {
    Service(ServiceAnswer(registry: .standard, type: nil, limits: limits))
  }

  private final class EndlessSource: ByteSource {
    private let request: [UInt8]
    private var place = 0
    private let state: Monitor<State>
    struct State {
      var given = 0
      var isEnded = false
    }

    init(_ request: String, _ state: Monitor<State>) {
      self.request = Array(request.utf8)
      self.state = state
    }

    func read(into output: inout OutputRawSpan) {
      guard !state.change({ $0.isEnded }) else { return }
      var count = 0
      while output.freeCapacity > 0, count < 4096 {
        output.append(request[place])
        place = (place + 1) % request.count
        count += 1
      }
      state.change { $0.given += count }
    }

    var wouldWait: Bool { false }
  }

  private final class StuckDestination: ByteDestination {
    let isStuck: Monitor<Bool>
    let memory = MemoryDestination()

    init(_ isStuck: Monitor<Bool>) {
      self.isStuck = isStuck
    }

    func write(_ bytes: RawSpan) {
      isStuck.wait(until: { $0 ? nil : () })
      memory.write(bytes)
    }
  }

  @Test func readsNoFurtherThanItsClientDoes() throws {
    let given = Monitor(EndlessSource.State())
    let isStuck = Monitor(true)
    let request = ServiceTests.request(
      "convert from=json to=json", "[\"" + String(repeating: "a", count: 1000) + "\"]")
    let finished = Monitor(false)
    let thread = try WorkerThread {
      var limits = ServiceLimits(jobs: 2)
      limits.requestBytes = 100_000
      try? Self.service(limits).run(
        from: EndlessSource(request, given), to: StuckDestination(isStuck))
      finished.change { $0 = true }
    }
    // Without progress for a while, reading has paused; the bytes read by then are bounded.
    var before = -1
    while true {
      let now = given.change { $0.given }
      if now == before, now > 0 { break }
      before = now
      _ = given.wait(milliseconds: 300, until: { _ in nil as Void? })
    }
    #expect(before < 1_000_000)
    given.change { $0.isEnded = true }
    isStuck.change { $0 = false }
    thread.join()
    #expect(finished.change { $0 })
  }

  private final class BrokenDestination: ByteDestination {
    func write(_ bytes: RawSpan) throws(DecantError) {
      throw DecantError(.system(.write, code: 32))
    }
  }

  @Test func endsWhenNothingCanBeWritten() throws {
    let given = Monitor(EndlessSource.State())
    #expect(throws: Service.Failure.self) {
      try Self.service(ServiceLimits(jobs: 2)).run(
        from: EndlessSource("ping\n", given), to: BrokenDestination())
    }
  }

  private final class BrokenSource: ByteSource {
    private var isFirst = true
    func read(into output: inout OutputRawSpan) throws(DecantError) {
      guard isFirst else { throw DecantError(.system(.read, code: 5)) }
      isFirst = false
      for byte in "ping\npi".utf8 { output.append(byte) }
    }
    var wouldWait: Bool { false }
  }

  @Test func answersWhatCameBeforeAFailedRead() throws {
    let output = MemoryDestination()
    #expect(throws: Service.Failure.self) {
      try Self.service(ServiceLimits(jobs: 1)).run(from: BrokenSource(), to: output)
    }
    #expect(output.text == "ok bytes=0\n")
  }
}

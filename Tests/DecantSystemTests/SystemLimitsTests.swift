import Decant
import DecantSystem
import Testing

@Suite struct SystemLimitsTests {
  @Test func countsTheProcessors() {
    #expect(1...4096 ~= System.processorCount)
  }

  @Test func theClockAdvances() {
    let start = System.uptime
    while System.uptime == start {}
    #expect(System.uptime > start)
  }
}

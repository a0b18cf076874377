import Decant
import Testing

@testable import DecantCommands

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

import Testing
import Decant
import DecantCore

@Suite struct SharedBufferTests {
  @Test func isOneForAllWhoHoldIt() {
    let buffer = SharedBuffer<Int>()
    let same = buffer
    for number in 0..<1000 { buffer.append(number) }
    same[7] += 1
    same.append(1000)
    #expect(buffer.count == 1001)
    #expect((0..<buffer.count).allSatisfy { buffer[$0] == ($0 == 7 ? 8 : $0) })
  }

  @Test func changesOneElementByAnother() {
    let buffer = SharedBuffer(repeating: (first: 1, second: 2), count: 4)
    buffer[1].first += buffer[1].second
    buffer[2].second = buffer[1].first
    #expect((0..<4).map { buffer[$0].first } == [1, 3, 1, 1])
    #expect((0..<4).map { buffer[$0].second } == [2, 2, 3, 2])
  }

  @Test func lendsItsElements() {
    let buffer = SharedBuffer<UInt8>(repeating: 3, count: 5)
    let sum = buffer.withSpan { elements in
      buffer[0] = 4
      return elements.indices.reduce(0) { $0 + Int(elements[$1]) }
    }
    #expect(sum == 16)
    buffer.append(1)
    #expect(buffer.count == 6)
  }
}

import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

@Suite struct WindowTests {
  private func bytes(in window: borrowing Window) -> [UInt8] {
    window.withBytes { bytes in (0..<window.count).map { bytes.byte(at: $0) } }
  }

  @Test func slidesOverAllOfTheInput() throws {
    let input = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for (size, kept) in [(1, 0), (3, 2), (64, 10), (1000, 999), (100_000, 0)] {
      var window = Window(ChunkedSource(input, sizes: [size]), capacity: 64)
      while try window.refill() {
        let shown = bytes(in: window)
        #expect(shown == Array(input[window.origin..<window.origin + window.count]))
        window.position = max(0, window.count - kept)
      }
      let (isComplete, end) = (window.isComplete, window.origin + window.count)
      #expect(isComplete)
      #expect(end == input.count)
      let hasMore = try window.refill()
      #expect(!hasMore)
    }
  }

  @Test(arguments: [0, 1, 63, 1000, 9999, 10_000])
  func rewindShowsAllBytesAgain(read: Int) throws {
    let input = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for isInMemory in [false, true] {
      let source: any ByteSource =
        isInMemory ? MemorySource(input) : ChunkedSource(input, sizes: [100])
      var window = Window(source, capacity: 64)
      window.keepAll()
      while window.origin + window.count < read, try window.refill() {
        window.position = window.count / 2
      }
      for _ in 0..<2 {
        try window.rewind()
        var shown: [UInt8] = []
        while try window.refill() {
          shown += bytes(in: window)
          window.position = window.count
        }
        let origin = window.origin + window.count
        #expect(shown == input)
        #expect(origin == input.count)
      }
    }
  }

  @Test func growsForWhatIsNotReadAndOnlyThen() throws {
    let input = [UInt8](repeating: 0x61, count: 1_000_000)
    var window = Window(ChunkedSource(input, sizes: [1000]), capacity: 64)
    while try window.refill() {}
    let (count, origin) = (window.count, window.origin)
    #expect(count == input.count)
    #expect(origin == 0)

    window = Window(ChunkedSource(input, sizes: [1000]), capacity: 4096)
    var largest = 0
    while try window.refill() {
      largest = max(largest, window.shared.capacity)
      window.position = window.count
    }
    #expect(largest == 4096)
  }

  @Test func isFollowedByZeros() throws {
    var window = Window(ChunkedSource([1, 2, 3], sizes: [2]), capacity: 64)
    repeat {
      let padding = window.withBytes { bytes in
        (window.count..<bytes.byteCount).map { bytes.byte(at: $0) }
      }
      #expect(padding == [UInt8](repeating: 0, count: ByteStorage.padding))
    } while try window.refill()
  }

  /// The interface for readers of other packages.
  @Test func showsBytesAndTextWithoutPointers() throws {
    var window = Window(MemorySource("ab é🌋"), capacity: 16)
    while try window.refill() {}
    let (first, third, end) = (window[0], window[3], window[window.count])
    #expect([first, third, end] == [UInt8(ascii: "a"), 0xC3, 0])
    #expect(try window.text(in: 3..<window.count) == "é🌋")

    window = Window(MemorySource([0x61, 0xC3, 0xA9, 0x80, 0x62, 0xC3]), capacity: 16)
    while try window.refill() {}
    #expect(try window.text(in: 0..<3) == "aé")
    #expect(try window.text(in: 4..<4).isEmpty)
    for (range, offset) in [(0..<5, 3), (0..<2, 1), (5..<6, 5), (2..<3, 2)] {
      do throws(DecantError) {
        _ = try window.text(in: range)
        Issue.record("no text is in \(range)")
      } catch {
        #expect(error == DecantError(.invalidEncoding(.utf8), offset: offset))
      }
    }
  }

  @Test func lendsItsTextToABatch() throws {
    var window = Window(MemorySource("abcdef"), capacity: 16)
    while try window.refill() {}
    var batch = EventBatch()
    batch.refer(to: window)
    batch.append(.string, textIn: 2..<4, flags: [.isKey, .inScratch], at: 1)
    batch.append(.string, textIn: 6..<6)
    let (first, second) = (batch[0], batch[1])
    #expect(batch.string(of: first) == "cd")
    #expect(first.flags == .isKey)
    #expect(batch.offset(of: first) == 1)
    #expect(batch.string(of: second).isEmpty)
  }

  @Test func leavesItsBytesToABatchThatStillRefersToThem() throws {
    var window = Window(ChunkedSource(Array("first second".utf8), sizes: [6]), capacity: 64)
    _ = try window.refill()
    var batch = EventBatch()
    batch.refer(to: window)
    batch.events.append(Event(.string, flags: [], at: 0, textAt: 0, count: 5))
    window.position = window.count
    _ = try window.refill()
    let shown = bytes(in: window)[window.position...]
    let text = batch.string(of: batch[0])
    #expect(Array(shown) == Array("second".utf8))
    #expect(text == "first")
  }

  @Test func tellsThePlaceOfAnyByteInView() throws {
    let text = "one\ntwo é\n\nfour"
    var window = Window(ChunkedSource(Array(text.utf8), sizes: [7]), capacity: 16)
    _ = try window.refill()
    window.position = 6
    _ = try window.refill()
    var places: [DecantError.Position] = []
    for offset in [0, 4, 5] { places.append(window.location(at: window.position + offset)) }
    #expect(
      places == [
        .init(offset: 6, line: 2, column: 3), .init(offset: 10, line: 2, column: 6),
        .init(offset: 11, line: 3, column: 1),
      ])
  }

  @Test func remembersTheEndOfWhatWasDropped() throws {
    let input = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var window = Window(ChunkedSource(input, sizes: [1000]), capacity: 4096)
    while try window.refill() {
      let origin = window.origin
      let (bytes, place) = window.surroundings(of: 0, reach: 100)
      #expect(place == min(origin, 100))
      #expect(bytes == Array(input[origin - place..<origin + 100]))
      window.position = window.count
    }
  }

  @Test func reportsWhenItIsAboutToWait() throws {
    var window = Window(ChunkedSource([1, 2, 3], sizes: [1]), capacity: 64)
    var calls = 0
    window.willWait = { calls += 1 }
    while try window.refill() {}
    #expect(calls == 4)
    window = Window(MemorySource([1, 2, 3]), capacity: 64)
    window.willWait = { calls += 1 }
    while try window.refill() {}
    #expect(calls == 4)
  }
}

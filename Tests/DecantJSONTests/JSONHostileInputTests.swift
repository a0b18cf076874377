import DecantTestSupport
import Testing
import Decant
import DecantCore

/// Malicious inputs need memory and time in proportion to their size.
@Suite struct JSONHostileInputTests {
  private final class Endless: ByteSource {
    private var opening: [UInt8]
    private let filling: UInt8
    private var left: Int

    init(_ opening: String, then filling: Character, count: Int) {
      self.opening = Array(opening.utf8)
      self.filling = filling.asciiValue ?? 0
      left = count
    }

    func read(into output: inout OutputRawSpan) {
      for byte in opening { output.append(byte) }
      opening = []
      let count = min(left, output.freeCapacity)
      for _ in 0..<count { output.append(filling) }
      left -= count
    }

    var wouldWait: Bool { false }
  }

  private func failure(
    of source: any ByteSource, as format: Format = .json, capacity: inout Int
  ) throws -> DecantError? {
    var window = Window(source)
    var reader = try format.reader()
    var batch = EventBatch()
    do throws(DecantError) {
      while try reader.read(from: &window, into: &batch) { batch.removeAll() }
      return nil
    } catch {
      capacity = window.shared.capacity
      return error
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":["])
  func aHundredThousandBracketsAreTooDeep(opening: String) throws {
    let source = String(repeating: opening, count: 100_000)
    for format in [Format.json, .json5, .jsonLines] {
      let error = Transcript(reading: Array(source.utf8), as: format).error
      #expect(error?.problem == .tooDeep(limit: 1000))
    }
  }

  @Test(arguments: [("\"", "x"), ("{\"", "x"), ("[\"é", "x"), ("\"\\n", "x")])
  func aStringWithoutAnEndTakesItsOwnSizeAtMost(opening: String, filling: String) throws {
    let count = 8 << 20
    var capacity = 0
    let source = Endless(opening, then: Character(filling), count: count)
    let error = try failure(of: source, capacity: &capacity)
    #expect(error?.problem == .unterminatedString)
    #expect(capacity <= 4 * count)
  }

  @Test(arguments: [(" ", Format.json), ("\n", .jsonLines), ("\t", .json5)])
  func spaceWithoutAnEndTakesNoMemory(filling: String, format: Format) throws {
    var capacity = 0
    let source = Endless("1", then: Character(filling), count: 8 << 20)
    #expect(try failure(of: source, as: format, capacity: &capacity) == nil)
    let comment = Endless("/*", then: "*", count: 8 << 20)
    #expect(
      try failure(of: comment, as: .json5, capacity: &capacity)?.problem == .unterminatedComment)
    #expect(capacity <= 1 << 20)
  }

  @Test func aNumberOfAMillionDigitsIsANumber() throws {
    let digits = String(repeating: "7", count: 1_000_000)
    for source in [digits, "-" + digits, "0." + digits, "1e" + digits] {
      let transcript = Transcript(reading: Array("[\(source)]".utf8), as: .json)
      #expect(transcript.error == nil)
      #expect(transcript.entries[2].text.count == source.utf8.count)
    }
    let hexadecimal = Transcript(reading: Array("0x\(digits)".utf8), as: .json5)
    #expect(hexadecimal.error?.problem == .invalidNumber(.tooManyDigits(limit: 20_000)))
  }

  @Test func keysThatAreMadeToCollideTakeLinearTime() {
    func time(_ keys: [String]) -> Duration {
      let source = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      return leastTime {
        #expect(Transcript(reading: Array(source.utf8), as: .json).error == nil)
      }
    }
    // "Aa" and "BB" have the same hash under h = 31 h + c, and so do words of them.
    let colliding = (0..<8192).map { number in
      (0..<13).map { number >> $0 & 1 == 0 ? "Aa" : "BB" }.joined()
    }
    let plain = (0..<8192).map {
      "key with the same length \($0 + 1000)".prefix(26).description + "\($0)"
    }
    #expect(time(colliding) < time(plain) * 20)
  }

  /// Otherwise memory would grow with the input.
  @Test func keysOfClosedMappingsAreForgotten() throws {
    let records = (0..<60_000).map { "{\"key number \($0) of many\":0}" }.joined(separator: "\n")
    #expect(Transcript(reading: Array(records.utf8), as: .jsonLines).error == nil)
  }

  @Test func manyEmptyCollectionsAreRead() {
    let source = "[" + [String](repeating: "[]", count: 200_000).joined(separator: ",") + "]"
    let transcript = Transcript(reading: Array(source.utf8), as: .json)
    #expect(transcript.error == nil)
    #expect(transcript.entries.count == 400_004)
  }
}

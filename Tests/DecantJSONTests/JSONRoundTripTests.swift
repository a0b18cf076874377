import DecantTestSupport
import Testing
import Decant

@Suite struct JSONRoundTripTests {
  @Test func randomDocumentsComeOutAsTheyWentIn() throws {
    for seed in 0..<500 {
      let document = RandomDocument(seed: UInt64(seed), size: 20 + seed % 150)
      let source = Array(document.text.utf8)
      let compact = try convert(source, from: .json, by: .compact(.json))
      #expect(String(decoding: compact, as: UTF8.self) == document.compact + "\n", "seed \(seed)")
      let pretty = try convert(
        source, from: .json, by: .pretty(.json), feeding: .init(sizes: [1, 9, 70], capacity: 64))
      #expect(try convert(pretty, from: .json, by: .compact(.json)) == compact, "seed \(seed)")
      #expect(try convert(pretty, from: .json, by: .pretty(.json)) == pretty, "seed \(seed)")
      let ascii = try convert(source, from: .json, by: Plan.compact(.json).ascii)
      #expect(ascii.allSatisfy { $0 < 0x80 }, "seed \(seed)")
      #expect(try convert(ascii, from: .json, by: .compact(.json)) == compact, "seed \(seed)")
      #expect(try convert(source, from: .json5, by: .compact(.json)) == compact, "seed \(seed)")
    }
  }

  @Test func randomDocumentsAreReadTheSameInPieces() throws {
    for seed in 5000..<5030 {
      let document = RandomDocument(seed: UInt64(seed), size: 150)
      expectSameInPieces(Array(document.text.utf8), as: .json)
      expectSameInPieces(Array(document.text.utf8), as: .json5)
    }
  }

  @Test func duplicateKeysAreFoundIfAndOnlyIfThereAreAny() throws {
    var refused = 0
    for seed in 0..<600 {
      let choices = [3, 20, 200, 5000][seed % 4]
      let document = RandomDocument(seed: UInt64(seed), size: 300, keyChoices: choices)
      let transcript = Transcript(
        reading: Array(document.text.utf8), as: .json, feeding: .init(sizes: [1 + seed % 97]))
      if document.hasDuplicateKeys { refused += 1 }
      #expect((transcript.error != nil) == document.hasDuplicateKeys, "seed \(seed)")
    }
    #expect(30...540 ~= refused)
  }

  @Test(.enabled(if: Oracle.python.isInstalled))
  func pythonReadsTheSame() throws {
    let documents = (0..<400).map { RandomDocument(seed: 10_000 + UInt64($0), size: 120) }
    let source = Array(("[" + documents.map(\.text).joined(separator: ",") + "]").utf8)
    let theirs = try #require(try Oracle.python.run(source))
    let ours = try convert(source, from: .json, by: .compact(.json))
    expectSame(Array(ours.dropLast()), theirs)
    let pretty = try convert(source, from: .json, by: Plan.pretty(.json, .tab).ascii)
    expectSame(try #require(try Oracle.python.run(pretty)), theirs)
  }

  @Test(arguments: [Oracle.jq, .gojq].filter(\.isInstalled))
  func otherReadersAgree(_ oracle: Oracle) throws {
    let documents = (0..<200).map { RandomDocument(seed: 20_000 + UInt64($0), size: 100) }
    let source = Array(("[" + documents.map(\.text).joined(separator: ",") + "]").utf8)
    let before = try #require(try oracle.run(source))
    for plan in [Plan.compact(.json), .pretty(.json), .pretty(.json, .tab).ascii] {
      let after = try oracle.run(try convert(source, from: .json, by: plan))
      expectSame(try #require(after), before)
    }
  }

  /// Documents with changed bytes, and random characters of JSON.
  static let damaged: [[UInt8]] = {
    var generator = SeededGenerator(seed: 99)
    let alphabet = Array("[]{}\",:\\/0123456789.eE+-truefalsn*' \n\u{1E}é\0".utf8)
    return (0..<4000).map { seed in
      guard seed % 4 > 0 else {
        return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? 0
        }
      }
      var bytes = Array(RandomDocument(seed: UInt64(seed), size: 20).text.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        guard let place = bytes.indices.randomElement(using: &generator) else { continue }
        switch Int.random(in: 0...4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(bytes[bytes.count - 1 - place], at: place)
        default: bytes.swapAt(place, bytes.count / 2)
        }
      }
      return bytes
    }
  }()

  @Test func damageEndsInEventsOrAnErrorAndInTheSameOnesInPieces() {
    for bytes in Self.damaged {
      for format in [Format.json, .json5, .jsonLines, .jsonSequence] {
        expectSameInPieces(bytes, as: format, by: [.init(sizes: [3, 1, 8], capacity: 16)])
      }
    }
  }

  @Test(.enabled(if: Oracle.pythonJudge.isInstalled))
  func pythonAcceptsAndRefusesTheSame() throws {
    // The Python script does not detect UTF-16 and UTF-32.
    let documents = Self.damaged.filter { !$0.starts(with: [0xFE]) && !$0.starts(with: [0xFF]) }
    let lines = documents.map { bytes in
      bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined() + "\n"
    }
    let verdicts = try #require(try Oracle.pythonJudge.run(Array(lines.joined().utf8)))
    #expect(verdicts.count == documents.count)
    for (document, verdict) in zip(documents, verdicts) {
      let error = Transcript(reading: document, as: .json).error
      let text = String(decoding: document, as: UTF8.self)
      #expect((error == nil) == (verdict == UInt8(ascii: "1")), "\(text.debugDescription)")
    }
    #expect(verdicts.count { $0 == UInt8(ascii: "1") } > 400)
  }

  private func expectSame(_ ours: [UInt8], _ theirs: [UInt8]) {
    guard ours != theirs else { return }
    let place = zip(ours, theirs).prefix { $0 == $1 }.count
    let reach = max(0, place - 40)..<place + 40
    Issue.record(
      """
      they differ at byte \(place):
      \(String(decoding: ours[reach.clamped(to: ours.indices)], as: UTF8.self).debugDescription)
      \(String(decoding: theirs[reach.clamped(to: theirs.indices)], as: UTF8.self).debugDescription)
      """)
  }
}

import DecantSystem
import DecantTestSupport
import Testing
import Decant

@testable import DecantConversion

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4, and lengths around the ends of blocks by `sha256sum`.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func hashesTheExamplesOfTheStandard(message: String, digest: String) {
    #expect(hexDigits(SHA256.digest(of: Array(message.utf8))) == digest)
  }

  @Test func hashesAMillionLetters() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      hexDigits(SHA256.digest(of: message))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesMakeNoDifference() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = SHA256.digest(of: message)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: message.count, by: size) {
        let piece = Array(message[start..<min(start + size, message.count)])
        piece.withBytes { hash.update($0) }
      }
      #expect(hash.finish() == whole, "pieces of \(size)")
    }
  }

  static func messages(of lengths: some Sequence<Int>, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    return lengths.map { length in
      (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
  }

  @Test(.enabled(if: System.hasSHA256, "the processor has no instructions for SHA-256"))
  func theProcessorAgreesWithThePortableHash() {
    var generator = SeededGenerator(seed: 9)
    let lengths = (0..<300).map { $0 < 200 ? $0 : Int.random(in: 0..<10_000, using: &generator) }
    for message in Self.messages(of: lengths, seed: 10) {
      var hash = SHA256()
      var portable = SHA256(portable: true)
      var start = 0
      while start < message.count {
        let end = min(start + Int.random(in: 1...300, using: &generator), message.count)
        Array(message[start..<end]).withBytes {
          hash.update($0)
          portable.update($0)
        }
        start = end
      }
      #expect(hash.finish() == portable.finish(), "\(message.count) bytes")
    }
  }

  @Test(.enabled(if: Oracle.hashlib.isInstalled)) func agreesWithPython() throws {
    let messages = Self.messages(of: Array(0...256) + [1000, 4096, 65_537], seed: 11)
    let input = messages.map { $0.map { hexDigits([$0]) }.joined() + "\n" }.joined()
    let answer = try #require(try Oracle.hashlib.run(Array(input.utf8)))
    let digests = String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(digests == messages.map { hexDigits(SHA256.digest(of: $0)) })
  }

}

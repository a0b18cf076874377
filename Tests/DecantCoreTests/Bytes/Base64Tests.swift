import Testing
import Decant
import DecantCore

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{0}\u{7F}>?", "AH8+Pw=="),
  ]

  @Test(arguments: vectors)
  func encodesAndDecodes(text: String, encoded: String) {
    let bytes = Array(text.utf8)
    #expect(bytes.withBytes { Base64.encode($0) } == Array(encoded.utf8))
    #expect(Array(encoded.utf8).withBytes { Base64.decode($0) } == bytes)
  }

  @Test(arguments: [
    "A", "AA", "AAA", "A===", "AB==", "AAB=", "AA=A", "AA==AA==", "A A=", "Zm9v\n", "é===",
  ])
  func refusesWhatNoEncoderWrites(text: String) {
    #expect(Array(text.utf8).withBytes { Base64.decode($0) } == nil)
  }
}

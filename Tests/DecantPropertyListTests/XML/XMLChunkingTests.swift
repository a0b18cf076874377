import DecantTestSupport
import Testing
import Decant

@Suite struct XMLChunkingTests {
  static let samples = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>a&amp;é</key>
    \t<array>
    \t\t<integer>12</integer><real>1</real><real>-1.5e3</real><true/><false></false>
    \t\t<date>2026-11-21T09:30:00Z</date><data>
    \t\tAQID
    \t\t</data>
    \t\t<dict><key>CF$UID</key><integer>5</integer></dict>
    \t\t<string>x<![CDATA[<]]]>y&#x1F600;\r\n</string>
    \t</array>
    \t<!-- c - -> -->
    \t<key/><dict/>
    </dict>
    </plist>
    """,
    "<array a = '1'><string b=\"2\" >é</string ><?p?><integer>0x1F</integer><data/><array/></array>",
    "<dict><key>a</key><dict><key>a</key><integer>1</integer></dict><key>b</key><true/></dict>",
  ]

  @Test(arguments: samples) func samplesAreReadTheSameInPieces(sample: String) {
    let transcript = expectSameInPieces(Array(sample.utf8), as: .xmlPropertyList)
    #expect(transcript.error == nil)
  }

  @Test(arguments: samples) func everyPrefixOfASampleEndsInEventsOrAnError(sample: String) {
    let bytes = Array(sample.utf8)
    for end in 0..<bytes.count {
      let prefix = Array(bytes[..<end])
      let whole = Transcript(reading: prefix, as: .xmlPropertyList)
      #expect(whole.grammarFlaw == nil)
      #expect(whole.error?.position != nil)
      let pieces = Transcript(
        reading: prefix, as: .xmlPropertyList, feeding: .init(sizes: [1, 7, 3], capacity: 64))
      #expect(pieces == whole, "\(end) bytes")
    }
  }

  @Test(arguments: samples) func everyChangeOfAByteEndsInEventsOrAnError(sample: String) {
    let bytes = Array(sample.utf8)
    for place in bytes.indices {
      for byte in [0x00, 0x20, 0x26, 0x2F, 0x3C, 0x3E, 0x41, 0x80, 0xC3, 0xFF, bytes[place] ^ 1]
        as [UInt8]
      {
        var changed = bytes
        changed[place] = byte
        let violation = Invariants.violation(
          of: [UInt8(truncatingIfNeeded: place)] + changed, as: .xmlPropertyList)
        #expect(violation == nil, "\(byte) at \(place)")
      }
    }
  }

  /// All kinds of tokens, with lengths around the sizes of a word and of the window.
  @Test func tokensThatStraddleTheWindowAreReadTheSame() {
    for length in [0, 1, 6, 7, 8, 9, 15, 16, 17, 55, 56, 57, 62, 63, 64, 65, 127, 128, 200] {
      let plain = String(repeating: "x", count: length)
      let digits = String(repeating: "7", count: length + 1)
      let documents = [
        "<array><string>\(plain)</string><string>\(plain)é</string><string>\(plain)\r\n</string></array>",
        "<array><real>\(digits)</real><real>-\(digits).\(digits)e+\(digits)</real></array>",
        "<array><integer>000\(digits)</integer></array>",
        "<dict><key>\(plain)</key><dict><key>\(plain)</key><true/></dict><key>\(plain)2</key><true/></dict>",
        "<array>\(plain.replacing("x", with: " "))\n<!--\(plain)--><?\(plain)?></array>",
        "<string>\(plain)<!--\(plain)-->\(plain)<![CDATA[\(plain)]]>\(plain)<?\(plain)?></string>",
        "<dict>\(plain.replacing("x", with: " "))<key>CF$UID</key><integer>5</integer></dict>",
        "<data>\(plain.replacing("x", with: "AAAA"))</data>",
        "<!DOCTYPE \(plain) '\(plain)'><array \(plain)a='\(plain)'/>",
        "<string>\(plain)", "<string>\(plain)</strin", "<string>\(plain)&#\(digits);</string>",
        "<string>\(plain)\u{1}</string>", "<\(plain)>", "<array></\(plain)>", "<array>\(plain)",
        "<dict><key>\(plain)</key><true/><key>\(plain)</key><true/></dict>", "<!--\(plain)",
      ]
      for document in documents { expectSameInPieces(Array(document.utf8), as: .xmlPropertyList) }
    }
  }

  @Test func randomPropertyListsAreReadTheSameInPieces() throws {
    for seed in UInt64(0)..<60 {
      let value = RandomPropertyList(seed: seed, size: 40).value
      var options = WritingOptions()
      if seed % 2 == 0 { options.indentation = .compact }
      let bytes = try value.encoded(as: .xmlPropertyList, options: options)
      expectSameInPieces(
        bytes, as: .xmlPropertyList,
        by: [.init(sizes: [1]), .init(sizes: [7, 3], capacity: 16), .init(capacity: 64)])
      #expect(try Value(parsing: bytes, as: .xmlPropertyList) == value)
    }
  }
}

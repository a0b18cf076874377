import DecantTestSupport
import Testing
import Decant
import DecantCore

/// Malicious inputs need memory and time in proportion to their size.
@Suite struct XMLHostileInputTests {
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

  private func failure(of source: any ByteSource, capacity: inout Int) throws -> DecantError? {
    var window = Window(source)
    var reader = try Format.xmlPropertyList.reader()
    var batch = EventBatch()
    do throws(DecantError) {
      while try reader.read(from: &window, into: &batch) { batch.removeAll() }
      return nil
    } catch {
      capacity = window.shared.capacity
      return error
    }
  }

  @Test(arguments: ["<array>", "<dict><key>a</key>", "<array ><dict><key>a</key><array>"])
  func aHundredThousandTagsAreTooDeep(opening: String) throws {
    let source = String(repeating: opening, count: 100_000)
    let error = Transcript(reading: Array(source.utf8), as: .xmlPropertyList).error
    #expect(error?.problem == .tooDeep(limit: 1000))
    #expect(error?.position?.line == 1)
  }

  @Test func depthTakesNoStack() {
    let depth = 100_000
    let source =
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    var options = ReadingOptions()
    options.maximumDepth = .max
    let transcript = Transcript(reading: Array(source.utf8), as: .xmlPropertyList, options)
    #expect(transcript.error == nil)
    #expect(transcript.entries.count == 2 * depth + 2)
  }

  @Test(arguments: [
    ("<string>", "x"), ("<dict><key>", "x"), ("<string>é", "x"), ("<string>&amp;", "x"),
    ("<data>", "A"), ("<integer>", "1"), ("<string><![CDATA[", "]"), ("<string><!--", "-"),
    ("<array ", "a"), ("<array a='", "x"), ("<array", " "), ("<", "a"),
  ]) func textWithoutAnEndTakesItsOwnSizeAtMost(opening: String, filling: String) throws {
    let count = 2 << 20
    var capacity = 0
    let source = Endless(opening, then: Character(filling), count: count)
    let error = try failure(of: source, capacity: &capacity)
    #expect(error != nil)
    #expect(capacity <= 4 * count)
  }

  @Test(arguments: [
    ("<true/>", " "), ("<!--", "-"), ("<!--", "x"), ("<?", "?"), ("<!DOCTYPE ", "x"),
    ("<!DOCTYPE '", "x"), ("<array>", "\n"), ("", "\t"), ("<?xml ", " "), ("<dict>", " "),
    ("<dict><key>CF$UID</key>", "\t"),
  ]) func ignoredInputTakesNoMemory(opening: String, filling: String) throws {
    var capacity = 0
    let source = Endless(opening, then: Character(filling), count: 2 << 20)
    _ = try failure(of: source, capacity: &capacity)
    #expect(capacity <= 1 << 18)
  }

  @Test func aStringOfTenMegabytesIsReadInLinearTime() throws {
    let text = String(repeating: "0123456789 &amp; ", count: 600_000)
    for source in ["<string>\(text)</string>", "<dict><key>\(text)</key><true/></dict>"] {
      let transcript = Transcript(
        reading: Array(source.utf8), as: .xmlPropertyList, feeding: .init(sizes: [4096]))
      #expect(transcript.error == nil)
      #expect(transcript.entries.contains { $0.text.count == 600_000 * 13 })
    }
  }

  @Test func entitiesAreNeverDeclared() {
    let bomb = """
      <!DOCTYPE plist [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>
      <plist><string>&c;</string></plist>
      """
    let error = Transcript(reading: Array(bomb.utf8), as: .xmlPropertyList).error
    #expect(error?.problem == .xml(.internalSubset))
    let external = "<!DOCTYPE plist [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><string>&x;</string>"
    #expect(
      Transcript(reading: Array(external.utf8), as: .xmlPropertyList).error?.problem
        == .xml(.internalSubset))
  }

  @Test func aLoneCarriageReturnIsALineFeed() throws {
    #expect(try script(of: "<string>\r</string>", as: .xmlPropertyList) == "\"<a>\" ;")
    #expect(try script(of: "<string>\r\r\n</string>", as: .xmlPropertyList) == "\"<a><a>\" ;")
    #expect(try script(of: "\r<array>\r</array>\r", as: .xmlPropertyList) == "[ ] ;")
  }

  @Test func manyEmptyCollectionsAreRead() {
    let source = "<array>" + String(repeating: "<array/>", count: 100_000) + "</array>"
    let transcript = Transcript(reading: Array(source.utf8), as: .xmlPropertyList)
    #expect(transcript.error == nil)
    #expect(transcript.entries.count == 200_004)
  }
}

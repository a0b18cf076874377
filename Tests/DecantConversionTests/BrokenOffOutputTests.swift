import DecantTestSupport
import Testing
import Decant

/// The output of a failed conversion is never a valid document.
@Suite struct BrokenOffOutputTests {
  static let targets: [Format] = [
    .json, .jsonLines, .jsonSequence, .yaml, .xmlPropertyList, .binaryPropertyList,
    .openStepPropertyList,
  ]

  static func run(
    _ source: some ByteSource, from format: Format, to target: Format
  ) throws -> (written: [UInt8], error: DecantError?) {
    let destination = MemoryDestination()
    do throws(DecantError) {
      try Transcoder(from: format, to: target).run(from: source, to: destination)
      return (destination.bytes, nil)
    } catch {
      return (destination.bytes, error)
    }
  }

  static let mistakes: [(source: String, format: Format)] = [
    (#"{"replicas":3,"paused":tru}"#, .json), (#"{"replicas":3}}"#, .json),
    (#"[{"a":[1,2]},{"a":[1,2}]"#, .json), ("{a:1}\n// end\n[", .json5),
    ("a: 1\nb: [1, 2\n", .yaml), ("a: 1\n\tb: 2\n", .yaml),
    ("<plist><dict><key>a</key><string>b</string></dict>", .xmlPropertyList),
    ("<plist><dict><key>a</key><string>b</string></dict></plist>x", .xmlPropertyList),
    ("{ a = b; } c", .openStepPropertyList), ("{ a = b; c }", .openStepPropertyList),
    (#"{"n":1,"m":}"#, .jsonLines),
  ]

  @Test(arguments: mistakes)
  func writesNothingOfAShortDocument(source: String, format: Format) throws {
    for target in Self.targets {
      let (written, error) = try Self.run(.text(source), from: format, to: target)
      #expect(error != nil)
      #expect(written == [], "\(target.name): \(String(decoding: written, as: UTF8.self))")
    }
  }

  @Test(arguments: [[], [1], [7, 2]])
  func keepsCompleteRecords(sizes: [Int]) throws {
    let source = ChunkedSource(Array("{\"n\":1}\n[2,\n3]{\"n\":[4,}".utf8), sizes: sizes)
    let (written, error) = try Self.run(source, from: .jsonLines, to: .jsonLines)
    #expect(error?.position?.line == 3)
    #expect(String(decoding: written, as: UTF8.self) == "{\"n\":1}\n[2,3]\n")
  }

  @Test func invalidatesAStreamOfDocuments() throws {
    let source = "a: 1\n---\nb: 2\n---\nc: [\n"
    let yaml = try Self.run(.text(source), from: .yaml, to: .yaml)
    #expect(yaml.error != nil)
    #expect(String(decoding: yaml.written, as: UTF8.self) == "a: 1\n---\nb: 2\n\n: @incomplete\n")
    let json = try Self.run(.text("1\n2\n[3"), from: .jsonLines, to: .json)
    #expect(String(decoding: json.written, as: UTF8.self) == "1\n2\n\n!incomplete\n")
  }

  @Test(arguments: [Format.json, .jsonLines, .jsonSequence, .yaml, .xmlPropertyList])
  func invalidatesALongDocument(target: Format) throws {
    let source = "[" + String(repeating: "\"some text\", ", count: 20_000) + "tru]"
    let (written, error) = try Self.run(.text(source), from: .json, to: target)
    #expect(error != nil)
    #expect(written.count > 200_000)
    #expect(throws: DecantError.self) { try Document(parsing: written, as: target) }
  }

  @Test(arguments: targets, 0..<12)
  func isRefusedByItsOwnReader(target: Format, seed: UInt64) throws {
    for output in try Self.brokenOutputs(target, seed: seed) where !output.isEmpty {
      if target.abilities.contains(.records), isReadable(output, as: target) { continue }
      #expect(
        !isReadable(output, as: target),
        "\(target.name): \(String(decoding: output, as: UTF8.self))")
    }
  }

  private func isReadable(_ bytes: [UInt8], as format: Format) -> Bool {
    Transcript(reading: bytes, as: format).error == nil
  }

  @Test(.enabled("PyYAML is missing") { Oracle.pyYAMLJudge.isInstalled })
  func isRefusedByPyYAML() throws {
    try expectRefusals(by: .pyYAMLJudge)
  }

  @Test(.enabled("ruamel.yaml is missing") { Oracle.ruamelJudge.isInstalled })
  func isRefusedByRuamel() throws {
    try expectRefusals(by: .ruamelJudge)
  }

  private func expectRefusals(by oracle: Oracle) throws {
    var outputs: [[UInt8]] = []
    for seed in 0..<12 { outputs += try Self.brokenOutputs(.yaml, seed: UInt64(seed)) }
    outputs = outputs.filter { !$0.isEmpty }
    #expect(outputs.count > 500)
    #expect(try oracle.run(Array("6120".utf8)) == Array("1".utf8))
    let lines = outputs.map { $0.map { String(Int($0) | 0x100, radix: 16).dropFirst() }.joined() }
      .joined(separator: "\n")
    let answers = try #require(try oracle.run(Array(lines.utf8)))
    let accepted = zip(outputs, answers).filter { $1 != UInt8(ascii: "0") }
    #expect(answers.count == outputs.count)
    #expect(accepted.map { String(decoding: $0.0, as: UTF8.self) } == [])
  }

  /// Returns the outputs of a random document truncated at each byte; the producer pauses after
  /// each byte.
  private static func brokenOutputs(_ target: Format, seed: UInt64) throws -> [[UInt8]] {
    let document = Array(RandomDocument(seed: seed).text.utf8.prefix(400))
    var outputs: [[UInt8]] = []
    for count in 1..<document.count {
      let (written, error) = try run(
        ChunkedSource(Array(document.prefix(count)), sizes: [1]), from: .json, to: target)
      if error != nil { outputs.append(written) }
    }
    return outputs
  }
}

import Decant
import DecantLibYAML
import Foundation

/// Measures coding of typed models with decant and with Foundation, and YAML beside libyaml's parser alone and beside
/// decant with libyaml as its scanner.
///
///     swift run -c release CodingBenchmark FOLDER [ROUNDS] [decant|other|both] [PART]...
///
/// FOLDER contains any of twitter.json, citm_catalog.json and canada.json. The best round counts.
/// Only cases whose name contains each PART are measured, as in `canada YAML`.
@main struct CodingBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      print("usage: CodingBenchmark FOLDER [ROUNDS] [decant|other|both] [PART]...")
      return
    }
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 20 : 20
    let only = arguments.count > 3 ? arguments[3] : "both"
    print("file               task             decant     another   times")
    let folder = arguments[1]
    try measure(Twitter.self, folder + "/twitter.json", rounds, only)
    try measure(Catalog.self, folder + "/citm_catalog.json", rounds, only)
    try measure(Outline.self, folder + "/canada.json", rounds, only)
    try measureRecords(rounds, only)
  }

  private struct Record: Codable {
    var id: Int
    var name: String
    var price: Double
    var tags: [String]
  }

  /// Measures small documents and elements one at a time beside a decoding of all as one array.
  private static func measureRecords(_ rounds: Int, _ only: String) throws {
    let small = Array(#"{"id": 1, "name": "record", "price": 1.5, "tags": ["a"]}"#.utf8)
    let data = Data(small)
    try compare(
      "small documents", "JSON decode", rounds, only,
      { for _ in 0..<10_000 { _ = try Format.json.decode(Record.self, from: small) } },
      { for _ in 0..<10_000 { _ = try JSONDecoder().decode(Record.self, from: data) } })

    let records = (0..<100_000).map {
      Record(id: $0, name: "record \($0)", price: Double($0) / 8, tags: ["a", "tag \($0 % 7)"])
    }
    var options = EncodingOptions()
    options.writing.indentation = .compact
    let array = try Format.json.encode(["records": records], options: options)
    let lines = MemoryDestination()
    var writer = try DocumentWriter(lines, as: .jsonLines)
    for record in records { try writer.write(record) }
    try writer.finish()
    let whole = { _ = try Format.json.decode([String: [Record]].self, from: array) }
    try compare(
      "records", "JSON elements", rounds, only,
      {
        var elements = try Format.json.elements(
          of: Record.self, at: "/records", from: .bytes(array))
        while try elements.next() != nil {}
      }, whole)
    try compare(
      "records", "JSON Lines", rounds, only,
      {
        var documents = try Format.jsonLines.documents(of: Record.self, from: .bytes(lines.bytes))
        while try documents.next() != nil {}
      }, whole)
  }

  private static func measure<T: Codable>(
    _ type: T.Type, _ file: String, _ rounds: Int, _ only: String
  ) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)) else {
      print("not at hand: \(file)")
      return
    }
    let bytes = Array(data)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let value = try JSONDecoder().decode(type, from: data)
    var options = EncodingOptions()
    options.writing.indentation = .compact

    try compare(
      name, "JSON decode", rounds, only,
      { _ = try Format.json.decode(type, from: bytes) },
      { _ = try JSONDecoder().decode(type, from: data) })
    try compare(
      name, "JSON encode", rounds, only,
      { _ = try Format.json.encode(value, options: options) },
      { _ = try JSONEncoder().encode(value) })
    try measure(value, name, .xmlPropertyList, .xml, rounds, only)
    try measure(value, name, .binaryPropertyList, .binary, rounds, only)

    // The model is encoded without the nulls of the file.
    let document = MemoryDestination()
    try Transcoder(from: .json, to: .yaml).run(from: .bytes(bytes), to: document)
    try measureYAML(type, name, "YAML decode", document.bytes, rounds, only)
    try measureYAML(type, name, "YAML, no nulls", Format.yaml.encode(value), rounds, only)
    // The same, with libyaml as the parser.
    var slow = DecodingOptions()
    slow.reading.yamlParser = .libyaml
    try compare(
      name, "YAML, libyaml", rounds, only,
      { _ = try Format.yaml.decode(type, from: document.bytes) },
      { _ = try Format.yaml.decode(type, from: document.bytes, options: slow) })
  }

  private static func measureYAML<T: Codable>(
    _ type: T.Type, _ name: String, _ task: String, _ yaml: [UInt8], _ rounds: Int, _ only: String
  ) throws {
    try compare(
      name, task, rounds, only,
      { _ = try Format.yaml.decode(type, from: yaml) },
      { if !LibYAMLLoop.run(yaml) { print("libyaml has failed") } })
  }

  private static func measure<T: Codable>(
    _ value: T, _ name: String, _ format: Format,
    _ kind: PropertyListSerialization.PropertyListFormat,
    _ rounds: Int, _ only: String
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = kind
    let data = try encoder.encode(value)
    let bytes = Array(data)
    try compare(
      name, "\(format.name) decode", rounds, only,
      { _ = try format.decode(T.self, from: bytes) },
      { _ = try PropertyListDecoder().decode(T.self, from: data) })
    try compare(
      name, "\(format.name) encode", rounds, only,
      { _ = try format.encode(value) },
      { _ = try encoder.encode(value) })
  }

  private static func compare(
    _ name: String, _ task: String, _ rounds: Int, _ only: String,
    _ decant: () throws -> Void, _ other: () throws -> Void
  ) throws {
    let task = task.padding(toLength: 14, withPad: " ", startingAt: 0)
    let line = name.padding(toLength: 18, withPad: " ", startingAt: 0) + " " + task
    guard CommandLine.arguments.dropFirst(4).allSatisfy(line.contains) else { return }
    var best = (decant: Duration.seconds(1000), other: Duration.seconds(1000))
    let clock = ContinuousClock()
    for _ in 0..<rounds {
      if only != "other" { best.decant = min(best.decant, try clock.measure(decant)) }
      if only != "decant" { best.other = min(best.other, try clock.measure(other)) }
    }
    let ratio = best.other / best.decant
    print(
      line,
      String(format: "%8.2f ms %8.2f ms %6.2f", best.decant.ms, best.other.ms, ratio))
  }
}

extension Duration {
  fileprivate var ms: Double { self / .milliseconds(1) }
}

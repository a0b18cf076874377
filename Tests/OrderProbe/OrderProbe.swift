import Decant
import DecantCore

/// Writes dictionaries and sets in every format; tests run it in several processes, whose hash seeds differ.
@main enum OrderProbe {
  static func main() throws {
    var bytes: [UInt8] = []
    for format in FormatRegistry.standard.formats
    where format.isWritable && format.isReadable && !format.abilities.contains(.rows) {
      bytes += try format.encode(Hashed())
      guard format.refines == nil else { continue }
      bytes += try Archive.data(of: Hashed(), as: format)
    }
    let output = ByteSink(.standardOutput)
    try output.write(bytes)
    try output.flush()
  }
}

/// Large enough for the order to depend on the hashes.
struct Hashed: Archivable {
  static let archiveName = "Hashed"

  enum Color: String, Codable, CaseIterable { case red, green, blue, white, black }

  struct Name: Codable, Hashable, CodingKeyRepresentable {
    let text: String
    var codingKey: any CodingKey { text.codingKey }
    init(_ text: String) { self.text = text }
    init?(codingKey: some CodingKey) { text = codingKey.stringValue }
  }

  struct Point: Codable, Hashable {
    var x = 0
    var labels: Set<String> = []
  }

  var names = Self.dictionary { "n\($0)" }
  var numbers = Self.dictionary { $0 }
  var representable = Self.dictionary { Name("é\($0)") }
  var points = Self.dictionary { Point(x: $0, labels: ["a\($0)", "b", "c"]) }
  var colors = Dictionary(uniqueKeysWithValues: Color.allCases.map { ($0, $0.rawValue) })
  var words = Set((0..<20).map { "w\($0)" })
  var reals = Set((0..<20).map { Double($0) / 4 })
  var nested = Set((0..<9).map { Set([$0, $0 + 100, $0 + 200]) })
  var maybe: [[String: Set<Int>]?] = [["a": [1, 2, 3], "b": [4, 5, 6], "c": []]]

  private static func dictionary<Key: Hashable>(_ key: (Int) -> Key) -> [Key: Int] {
    Dictionary(uniqueKeysWithValues: (0..<20).map { (key($0), $0) })
  }
}

public import Decant
import DecantLibYAML

/// A comparison of YAML's two parsers, which may differ only as `YAMLParserDifference.known` lists.
public enum ParserComparison {
  static let feedings: [Transcript.Feeding] = [
    .init(sizes: [1], capacity: 16), .init(sizes: [2, 5, 3]), .init(sizes: [4], capacity: 16),
  ]

  /// What both parsers read.
  public struct Pair {
    public let text: String
    public let own: Transcript
    public let libyaml: Transcript

    public init(of bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) {
      text = String(decoding: bytes, as: UTF8.self)
      own = Transcript(reading: bytes, as: .yaml, options)
      var options = options
      options.yamlParser = .libyaml
      libyaml = Transcript(reading: bytes, as: .yaml, options)
    }

    /// Whether both refuse the text, or read the same events; the places of events may differ.
    public var isSame: Bool {
      guard own.error == nil, libyaml.error == nil else {
        return own.error != nil && libyaml.error != nil
      }
      return own.script == libyaml.script
    }
  }

  /// Returns a description of a difference that is not known, or of one between chunkings.
  public static func difference(
    of bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(), inPieces: Bool = true
  ) -> String? {
    let pair = Pair(of: bytes, options)
    for feeding in inPieces ? feedings : [] {
      let found = Transcript(reading: bytes, as: .yaml, options, feeding: feeding)
      if found != pair.own {
        return shown(bytes, "in \(feeding)", found, "at once", pair.own)
      }
    }
    if pair.isSame || YAMLParserDifference.known.contains(where: { $0.explains(pair) }) {
      return nil
    }
    return shown(bytes, "decant", pair.own, "libyaml", pair.libyaml)
  }

  private static func shown(
    _ bytes: [UInt8], _ name: String, _ found: Transcript, _ other: String, _ expected: Transcript
  ) -> String {
    """
    \(String(decoding: bytes.prefix(2000), as: UTF8.self).debugDescription)
    \(name): \(found.script) \(found.error.map { "\($0)" } ?? "")
    \(other): \(expected.script) \(expected.error.map { "\($0)" } ?? "")
    """
  }
}

/// The tags of a format that distinguishes them by number, as text: `!cbor/32`.
///
/// Where the format permits it, a chain of tags is one text: `!cbor/1000/32`. A word may take the place of the last
/// number.
public struct NumberedTags: Sendable, Hashable {
  private let prefix: String
  private let numbers: ClosedRange<Int128>
  private let exceptions: [Int128]
  private let words: [String]
  private let longestChain: Int

  package init(
    after prefix: String, in numbers: ClosedRange<Int128>, but exceptions: [Int128] = [],
    words: [String] = [], longestChain: Int = 1
  ) {
    self.prefix = prefix
    self.numbers = numbers
    self.exceptions = exceptions
    self.words = words
    self.longestChain = longestChain
  }

  package struct Chain {
    package var numbers: [Int128] = []
    package var word: String?
  }

  /// Returns the parts of a tag; nil if it is not one of these.
  package func parse(_ tag: RawSpan) -> Chain? {
    let text = String(utf8: tag)
    guard text.hasPrefix(prefix) else { return nil }
    var chain = Chain()
    for part in text.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    {
      guard chain.word == nil else { return nil }
      if words.contains(String(part)) {
        chain.word = String(part)
      } else {
        guard chain.numbers.count < longestChain, part.utf8.count <= 20,
          let number = Int128(part), numbers.contains(number), !exceptions.contains(number),
          String(number) == part
        else { return nil }
        chain.numbers.append(number)
      }
    }
    return chain
  }

  /// Whether a tag is of this kind, in any format: `!name/number`; it can be that of any node.
  package static func areOfScalars(_ tag: String) -> Bool {
    let slash = UInt8(ascii: "/")
    guard tag.hasPrefix(ofBytes: "!"), !tag.hasPrefix(ofBytes: "!!"), tag.utf8.contains(slash)
    else { return false }
    return tag.utf8.prefix { $0 != slash }.count > 1 && tag.utf8.last != slash
  }
}

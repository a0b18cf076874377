internal import DecantCore

/// The beginning of a binary document that is a mapping, whose first key begins with a dollar sign, as in archives.
///
/// The bytes before the key are not UTF-8, so that no text begins alike; other mappings could be text in another encoding.
enum MappingOpening {
  /// Whether a byte of `mappings` and one of `texts`, the length of a short text in its low bits, precede such a key.
  static func isMarked(
    _ sample: FormatDetection.Sample, mapping mappings: ClosedRange<UInt8>,
    text texts: ClosedRange<UInt8>
  ) -> Bool {
    let bytes = sample.bytes
    guard bytes.count > 3, mappings.contains(bytes[0]), texts.contains(bytes[1]),
      bytes[2] == UInt8(ascii: "$")
    else { return false }
    let key = bytes.dropFirst(2).prefix(Int(bytes[1] - texts.lowerBound))
    return key.count > 1 && key.allSatisfy { 0x21...0x7E ~= $0 }
  }
}

internal import DecantCore

/// The spelling of CBOR tags and of simple values without a meaning: `!cbor/32`, `!cbor/1000/32`, `!cbor/undefined`.
enum CBORTag {
  /// The beginning of each tag.
  static let prefix = "!cbor/"
  /// The tag of a null that is `undefined`.
  static let undefined = "undefined"
  /// The tag of an integer that is a simple value.
  static let simple = "simple"
  static let undefinedByte: UInt8 = 0xF7

  // Numbers with an effect on their content.
  static let dateText: UInt64 = 0
  static let epochSeconds: UInt64 = 1
  static let bignum: UInt64 = 2
  static let negativeBignum: UInt64 = 3
  static let decimalFraction: UInt64 = 4
  static let bigfloat: UInt64 = 5
  /// Of a value that is CBOR; it has no effect.
  static let selfDescribed: UInt64 = 55799

  /// Tag 55799, as some inputs begin.
  static let selfDescribedBytes: [UInt8] = [0xD9, 0xD9, 0xF7]

  /// Whether the reader emits something else than a tag.
  static func isBuiltIn(_ number: UInt64) -> Bool { number <= bigfloat || number == selfDescribed }

  /// The tags that a writer can write.
  static let tagText = NumberedTags(
    after: prefix, in: 0...Int128(UInt64.max), but: [0, 1, 2, 3, 4, 5, 55799],
    words: [undefined, simple], longestChain: .max)
}

/// Dates as tags 0 and 1 have them.
enum CBORDate {
  /// Converts a date and time of RFC 3339, in any zone, to UTC; nil if it is invalid.
  static func text(_ text: String) -> String? { Timestamp(inAnyZone: text)?.text }

  static func text(secondsSinceEpoch value: Double) -> String? {
    ReferenceDate.text(value, since: 0)
  }
}

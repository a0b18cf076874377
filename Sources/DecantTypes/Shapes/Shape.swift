internal import DecantCore

/// What was seen at one path of the documents: at a key of a mapping, or as the elements of a sequence.
struct Shape: BitwiseCopyable {
  var nulls = 0
  var booleans = 0
  var integers = 0
  var reals = 0
  var strings = 0
  var dates = 0
  var data = 0
  var sequences = 0
  var mappings = 0
  /// References to objects of a keyed archive that are described elsewhere.
  var references = 0

  var leastInteger = Int64.max
  var greatestInteger = Int64.min
  var facts: Facts = []

  /// The shape of the elements of sequences, or -1.
  var element: Int32 = -1
  /// The first of the kinds of mappings, or -1; documents other than keyed archives have one.
  var firstChoice: Int32 = -1
  /// The first of the distinct texts, or -1.
  var firstText: Int32 = -1
  var textCount: Int32 = 0
  /// The shape with which this one was combined, or -1.
  var combined: Int32 = -1

  struct Facts: OptionSet, BitwiseCopyable {
    let rawValue: UInt16

    /// An integer is greater than `Int64.max`, but fits in a `UInt64`.
    static let unsigned = Facts(rawValue: 1)
    /// An integer has more than 64 bits.
    static let wide = Facts(rawValue: 1 << 1)
    /// An integer does not have the value of a double.
    static let longInteger = Facts(rawValue: 1 << 2)
    /// A real has more digits than a double.
    static let longReal = Facts(rawValue: 1 << 3)
    /// A number has more digits than `Decimal`, or is outside of its range.
    static let notDecimal = Facts(rawValue: 1 << 4)
    /// A real is NaN or infinite.
    static let nonFinite = Facts(rawValue: 1 << 5)
    /// Texts are not recorded any more: they are many, or one is long.
    static let manyTexts = Facts(rawValue: 1 << 6)
    /// A reference is to an object that contains it.
    static let upward = Facts(rawValue: 1 << 7)
    /// An object, or a reference that does not lead upward.
    static let downward = Facts(rawValue: 1 << 8)
    /// A long number is of a property list, whose reals are doubles.
    static let ofPropertyList = Facts(rawValue: 1 << 9)
    /// A string is an object of a keyed archive with the class NSURL.
    static let archivedURL = Facts(rawValue: 1 << 10)
    /// A string is an object of a keyed archive with the class NSUUID.
    static let archivedUUID = Facts(rawValue: 1 << 11)
    /// A string of a keyed archive is any other text.
    static let archivedText = Facts(rawValue: 1 << 12)

    static let notArchivedURL: Facts = [.archivedUUID, .archivedText]
    static let notArchivedUUID: Facts = [.archivedURL, .archivedText]
  }

  /// The kinds of values seen, of which integers and reals are one.
  var kinds: Kinds {
    var kinds: Kinds = []
    if booleans > 0 { kinds.insert(.boolean) }
    if integers > 0 || reals > 0 { kinds.insert(.number) }
    if strings > 0 { kinds.insert(.string) }
    if dates > 0 { kinds.insert(.date) }
    if data > 0 { kinds.insert(.data) }
    if sequences > 0 { kinds.insert(.sequence) }
    if mappings > 0 || references > 0 { kinds.insert(.mapping) }
    return kinds
  }

  struct Kinds: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    static let boolean = Kinds(rawValue: 1)
    static let number = Kinds(rawValue: 2)
    static let string = Kinds(rawValue: 4)
    static let date = Kinds(rawValue: 8)
    static let data = Kinds(rawValue: 16)
    static let sequence = Kinds(rawValue: 32)
    static let mapping = Kinds(rawValue: 64)
  }

  /// Adds the counts and facts of another shape; texts and collections are combined elsewhere.
  mutating func addScalars(of other: Shape) {
    nulls &+= other.nulls
    booleans &+= other.booleans
    integers &+= other.integers
    reals &+= other.reals
    strings &+= other.strings
    dates &+= other.dates
    data &+= other.data
    sequences &+= other.sequences
    mappings &+= other.mappings
    references &+= other.references
    leastInteger = min(leastInteger, other.leastInteger)
    greatestInteger = max(greatestInteger, other.greatestInteger)
    facts.formUnion(other.facts)
  }
}

/// The keys of mappings at one path, or of the objects of one class.
struct MappingShape: BitwiseCopyable {
  /// The number of mappings.
  var count = 0
  var firstField: Int32 = -1
  var fieldCount: Int32 = 0
  /// The shape of all values if the keys are data, or -1.
  var values: Int32 = -1
  /// The number of the class in a keyed archive, or -1.
  var classNumber: Int32 = -1
  /// Whether an object has several references.
  var isShared = false
  /// Whether two mappings have keys in different orders.
  var isUnordered = false
  /// The mapping with which this one was combined, or -1.
  var combined: Int32 = -1
}

/// A key of mappings, and the shape of its values.
struct FieldShape: BitwiseCopyable {
  /// The first eight bytes of the name, with zeros after a shorter one.
  var opening: UInt64
  var nameOffset: UInt32
  var nameLength: UInt32
  var count = 0
  var shape: Int32
  var owner: Int32
  /// The field that follows in the order of the keys, or -1.
  var next: Int32 = -1
}

/// One of the kinds of mappings at a path.
struct MappingChoice: BitwiseCopyable {
  var mapping: Int32
  var next: Int32
}

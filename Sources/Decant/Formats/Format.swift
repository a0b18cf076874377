/// A format that documents can be read from, written to, or both.
///
/// To add one, describe it in a folder of its own and enter it in `FormatRegistry.standard`, or
/// pass it to `FormatRegistry.adding(_:)`.
public struct Format: Sendable {
  /// The name, such as `json`.
  public let name: String

  /// Alternative names.
  public let aliases: [String]

  /// The file name extensions, without the dot.
  public let extensions: [String]

  /// Complete names of files in the format, such as `.env`.
  public let fileNames: [String]

  /// A description in a few words.
  public let summary: String

  /// The values that its documents can represent.
  public let abilities: Abilities

  /// The values that they can also represent if types are written beside values, by `Fidelity.tagged`.
  public let typedAbilities: Abilities

  /// The values that its reader may also emit, although its writer cannot represent them.
  public let strayAbilities: Abilities

  /// The ranges and precisions of its values.
  public let limits: Limits

  /// True if `Fidelity.tagged` need not tag any value.
  package var storesAllValues = false

  /// The formats of a family, distinguished by the content of the input; empty for any other format.
  public internal(set) var members: [Format]

  /// The family that this format refines: it reads some of the family's documents differently.
  public let refinedFamily: String?

  /// The options of the format that tools offer.
  public internal(set) var options: [FormatOption] = []

  package let recognition: @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood

  /// Whether an input is read in this format instead of the refined family; nil for `recognition`.
  var refinement: (@Sendable (inout Window, Format) throws(DecantError) -> Bool)?

  /// What is wrong with an input that is in a related format which is not supported.
  private(set) var refusal: (@Sendable (FormatDetection.Sample) -> DecantError.Problem?)?

  private(set) var boundary: BlockBoundary?

  private(set) var editing: (any EditingSyntax)?

  /// The rules of edits that write whole documents.
  package internal(set) var rewriting: (any RewritingRules)?

  /// What other programs read, if a reader of theirs is at hand.
  package private(set) var portability: (any FormatPortability)?

  let makeReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)?
  let makeWriter: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)?

  /// Creates a format.
  public init(
    name: String,
    aliases: [String] = [],
    extensions: [String] = [],
    fileNames: [String] = [],
    summary: String,
    abilities: Abilities,
    typedAbilities: Abilities = [],
    strayAbilities: Abilities = [],
    limits: Limits = .none,
    members: [Format] = [],
    refining refinedFamily: String? = nil,
    recognition: @escaping @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood = {
      _ in .no
    },
    reader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)? = nil,
    writer: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.extensions = extensions
    self.fileNames = fileNames
    self.summary = summary
    self.abilities = abilities
    self.typedAbilities = typedAbilities
    self.strayAbilities = strayAbilities
    self.limits = limits
    self.members = members
    self.refinedFamily = refinedFamily
    self.recognition = recognition
    makeReader = reader
    makeWriter = writer
  }

  func dividing(at boundary: BlockBoundary) -> Format {
    var format = self
    format.boundary = boundary
    return format
  }

  /// Returns the format with a test for inputs in related formats that are not supported.
  func refusing(
    _ refusal: @escaping @Sendable (FormatDetection.Sample) -> DecantError.Problem?
  ) -> Format {
    var format = self
    format.refusal = refusal
    return format
  }

  /// Returns the format with rules for edits in place.
  public func edited(by syntax: any EditingSyntax) -> Format {
    var format = self
    format.editing = syntax
    return format
  }

  /// Returns the format with another reader, to compare with.
  package func compared(by portability: any FormatPortability) -> Format {
    var format = self
    format.portability = portability
    return format
  }

  /// Whether any bytes may begin an input, so that it has no byte-order mark: binary documents without a trailer.
  package var isBinaryStream: Bool { abilities.isSuperset(of: [.binary, .manyDocuments]) }

  /// Whether the order of keys is that of the text; false if the format has an order of its own.
  var ordersKeys: Bool { editing?.ordersKeys ?? true }

  /// Whether documents can be read in the format.
  public var isReadable: Bool { makeReader != nil || !members.isEmpty }

  /// Whether documents can be written in the format.
  public var isWritable: Bool { makeWriter != nil }

  /// Creates a reader of the format.
  public func reader(
    _ options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> any EventReader & ~Copyable {
    guard members.isEmpty else { return FamilyReader(of: self, options) }
    guard let makeReader else { throw DecantError(.unsupported(.read, format: name)) }
    return makeReader(options)
  }

  /// Creates a writer of the format.
  public func writer(
    _ options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> any EventWriter & ~Copyable {
    guard let makeWriter else { throw DecantError(.unsupported(.write, format: name)) }
    return makeWriter(options)
  }
}

extension Format {
  /// The features that a format supports natively.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A null value.
    public static let null = Abilities(rawValue: 1 << 0)
    /// Booleans, distinct from numbers and strings.
    public static let booleans = Abilities(rawValue: 1 << 1)
    /// Numbers, within the format's `limits`.
    public static let numbers = Abilities(rawValue: 1 << 2)
    /// NaN and the infinities.
    public static let nonFiniteNumbers = Abilities(rawValue: 1 << 3)
    /// Points in time.
    public static let dates = Abilities(rawValue: 1 << 4)
    /// Dates and times of day without a zone.
    public static let localTimes = Abilities(rawValue: 1 << 22)
    /// Bytes.
    public static let data = Abilities(rawValue: 1 << 5)
    /// References inside a keyed archive.
    public static let uids = Abilities(rawValue: 1 << 6)
    /// Strings with lone surrogates, which readers emit only if values are tagged.
    public static let loneSurrogates = Abilities(rawValue: 1 << 7)
    /// Keys that are not strings.
    public static let nonStringKeys = Abilities(rawValue: 1 << 8)
    /// Repeated keys in a mapping.
    public static let duplicateKeys = Abilities(rawValue: 1 << 9)
    /// Anchors and aliases.
    public static let anchors = Abilities(rawValue: 1 << 10)
    /// Tags.
    public static let tags = Abilities(rawValue: 1 << 11)
    /// All of the above, the kinds of values.
    package static let ofValues = Abilities(
      rawValue: (1 << 12 - 1) | scalarTags.rawValue | localTimes.rawValue)

    /// Any number of documents in a file.
    public static let manyDocuments = Abilities(rawValue: 1 << 12)
    /// Any number of documents on a pipe, but one in a file.
    public static let concatenation = Abilities(rawValue: 1 << 20)
    /// Tags of scalars that are not strings, such as numbers.
    public static let scalarTags = Abilities(rawValue: 1 << 23)
    /// Streams without documents.
    public static let emptyStreams = Abilities(rawValue: 1 << 21)
    /// Indentation by tabs.
    public static let tabs = Abilities(rawValue: 1 << 13)
    /// Escapes for non-ASCII characters.
    public static let ascii = Abilities(rawValue: 1 << 14)
    /// Records that can be skipped if they are invalid.
    public static let records = Abilities(rawValue: 1 << 15)
    /// Nested collections on separate lines.
    public static let indentation = Abilities(rawValue: 1 << 16)
    /// Numbers as in YAML: hexadecimal, with a plus sign, or with no digit beside the point.
    static let numberNotations = Abilities(rawValue: 1 << 17)
    /// Bytes that are not text, which a terminal cannot show.
    public static let binary = Abilities(rawValue: 1 << 18)
    /// Documents that its writer holds in memory until their end.
    static let heldDocuments = Abilities(rawValue: 1 << 23)
    /// Comments and blank lines, which its reader emits on request and its writer writes.
    public static let comments = Abilities(rawValue: 1 << 19)
  }
}

/// A format that documents can be read from, written to, or both.
///
/// A format is a value: its names, what it can hold, and how to make its reader and writer. To add one,
/// describe it in a folder of its own and enter it in `FormatRegistry.standard`; a format of another
/// package is added with `FormatRegistry.adding(_:)`.
public struct Format: Sendable {
  /// The name that the format goes by, `json`.
  public let name: String

  /// Other names for it.
  public let aliases: [String]

  /// The file name extensions, without the dot, that tell it.
  public let extensions: [String]

  /// The whole names of files that tell it: those that have no extension, as `.env`.
  public let fileNames: [String]

  /// What it is, in a few words.
  public let summary: String

  /// What a document in it can represent.
  public let abilities: Abilities

  /// What it can represent besides where types are written beside values, by `Fidelity.tagged`.
  public let typedAbilities: Abilities

  /// What its reader may come across besides, in documents of others, and its writer cannot represent.
  public let strayAbilities: Abilities

  /// How far the values reach that it can hold.
  public let limits: Limits

  /// Whether its documents are kept as what they are, so that no value needs another form.
  package var keepsValues = false

  /// The formats that an input of this one is in, told by its content, where this is the name of a family.
  public internal(set) var members: [Format]

  /// The family whose documents this format reads in a way of its own, where they ask for it.
  public let refinedFamily: String?

  /// The options of the format that tools offer.
  public internal(set) var options: [FormatOption] = []

  /// How likely an input that begins so is of this format.
  package let recognition: @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood

  /// Whether an input in a format of the refined family is to be read as this one, where its beginning does
  /// not tell as much as its content; nil for `recognition`.
  var refinement: (@Sendable (inout Window, Format) throws(DecantError) -> Bool)?

  /// Where an input can be cut into blocks that mean the same side by side; nil for nowhere.
  private(set) var boundary: BlockBoundary?

  /// How documents are changed in their bytes; nil where they cannot be.
  private(set) var editing: (any EditingSyntax)?

  let makeReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)?
  let makeWriter: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)?

  /// Describes a format.
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

  /// This format, whose inputs can be cut at `boundary`.
  func cut(at boundary: BlockBoundary) -> Format {
    var format = self
    format.boundary = boundary
    return format
  }

  /// This format, whose documents are changed by `syntax`.
  func edited(by syntax: any EditingSyntax) -> Format {
    var format = self
    format.editing = syntax
    return format
  }

  /// Whether documents can be read from it.
  public var isReadable: Bool { makeReader != nil || !members.isEmpty }

  /// Whether documents can be written to it.
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
  /// What a format can represent natively.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The absence of a value, as a value.
    public static let null = Abilities(rawValue: 1 << 0)
    /// True and false, apart from numbers and strings.
    public static let booleans = Abilities(rawValue: 1 << 1)
    /// Numbers of any size and precision, as they are written.
    public static let numbers = Abilities(rawValue: 1 << 2)
    /// NaN and the infinities.
    public static let nonFiniteNumbers = Abilities(rawValue: 1 << 3)
    /// Points in time.
    public static let dates = Abilities(rawValue: 1 << 4)
    /// Bytes.
    public static let data = Abilities(rawValue: 1 << 5)
    /// References inside a keyed archive.
    public static let uids = Abilities(rawValue: 1 << 6)
    /// Strings with lone surrogates, which a reader gives only where values are to be tagged.
    public static let loneSurrogates = Abilities(rawValue: 1 << 7)
    /// Keys that are not strings.
    public static let anyKeys = Abilities(rawValue: 1 << 8)
    /// Keys that are more than once in a mapping.
    public static let duplicateKeys = Abilities(rawValue: 1 << 9)
    /// Anchors and aliases.
    public static let anchors = Abilities(rawValue: 1 << 10)
    /// Tags.
    public static let tags = Abilities(rawValue: 1 << 11)
    /// All of the above: what values a format can hold.
    package static let ofValues = Abilities(rawValue: 1 << 12 - 1)

    /// Any number of documents, one after another, in one file.
    public static let manyDocuments = Abilities(rawValue: 1 << 12)
    /// Any number of documents, one after another, on a pipe; a file holds one.
    public static let concatenation = Abilities(rawValue: 1 << 20)
    /// No document at all.
    public static let emptyStreams = Abilities(rawValue: 1 << 21)
    /// Indentation by tabs.
    public static let tabs = Abilities(rawValue: 1 << 13)
    /// Escapes for all that is not ASCII.
    public static let ascii = Abilities(rawValue: 1 << 14)
    /// Records that can be skipped when they are bad.
    public static let records = Abilities(rawValue: 1 << 15)
    /// Nested collections on lines of their own.
    public static let indentation = Abilities(rawValue: 1 << 16)
    /// Numbers in YAML's notations: hexadecimal, with a plus, without digits beside the point.
    static let numberNotations = Abilities(rawValue: 1 << 17)
    /// Bytes that are not text, which a terminal cannot show.
    public static let binary = Abilities(rawValue: 1 << 18)
  }
}

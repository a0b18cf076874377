/// A format that documents can be read from, written to, or both.
///
/// To add one, describe it in a folder of its own and enter it in `FormatRegistry.standard`, or
/// pass it to `FormatRegistry.adding(_:)`.
public struct Format: Sendable {
  package let names: FormatNames

  /// The name, such as `json`.
  public var name: String { names.name }

  /// Alternative names.
  public var aliases: [String] { names.aliases.words }

  /// The file name extensions, without the dot.
  public var extensions: [String] { names.extensions.words }

  /// Complete names of files in the format, such as `.env`.
  public var fileNames: [String] { names.fileNames.words }

  /// A description in a few words.
  public let summary: String

  /// The values that its documents can represent.
  public private(set) var abilities: Abilities

  /// The values that they can also represent if types are written beside values, by `Fidelity.tagged`.
  public let taggedAbilities: Abilities

  /// The values that its reader may also emit, although its writer cannot represent them.
  public let readOnlyAbilities: Abilities

  /// The ranges and precisions of its values.
  public let limits: Limits

  /// True if `Fidelity.tagged` need not tag any value.
  package var keepsEverything = false

  /// True if an input without a document is null where a document is expected.
  package private(set) var readsEmptyAsNull = false

  /// The name of the format of which this one is a dialect: files of both have the same extensions.
  package private(set) var standard: String?

  /// The formats of a family, distinguished by the content of the input; empty for any other format.
  public package(set) var members: [Format]

  /// The family that this format refines: it reads some of the family's documents differently.
  public var refines: String? { names.refines }

  /// The options of the format that tools offer.
  public package(set) var options: [FormatOption] = []

  package let recognition: @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood

  /// Whether an input is read in this format instead of the refined family; nil for `recognition`.
  package private(set) var refinement:
    (@Sendable (inout Window, Format) throws(DecantError) -> Bool)?

  /// Finds the layout of a file by its beginning, for the writer to keep; false if the options name another one.
  package private(set) var findLayout: (@Sendable ([UInt8], inout WritingOptions) -> Bool)?

  /// What is wrong with an input that is in a related format which is not supported.
  private(set) var refusal: (@Sendable (FormatDetection.Sample) -> DecantError.Problem?)?

  package private(set) var boundary: BlockBoundary?

  /// The values that documents can also represent if they are written with certain options.
  private var addedAbilities: (@Sendable (WritingOptions) -> Abilities)?

  package private(set) var adaptToReadBack: (@Sendable (inout ReadingOptions) -> Void)?

  /// The rules of edits in place.
  package var editingRules: FormatEditing?

  /// Whether a tag has a meaning in the format, whose limit of tags is `.classes`.
  package private(set) var classTags: @Sendable (_ tag: String) -> Bool = { _ in true }

  /// The rules of edits that write whole documents.
  package private(set) var rewriting: (any WholeDocumentRules)?

  /// What other programs read, if a reader of theirs is at hand.
  package private(set) var portability: (any FormatPortability)?

  private(set) var makeReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)?
  package let makeWriter: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)?

  /// Creates a format.
  public init(
    name: String,
    aliases: [String] = [],
    extensions: [String] = [],
    fileNames: [String] = [],
    summary: String,
    abilities: Abilities,
    taggedAbilities: Abilities = [],
    readOnlyAbilities: Abilities = [],
    limits: Limits = .none,
    members: [Format] = [],
    refining refines: String? = nil,
    recognition: @escaping @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood = {
      _ in .no
    },
    reader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)? = nil,
    writer: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)? = nil
  ) {
    self.init(
      FormatNames(
        name, aliases: .list(of: aliases), extensions: .list(of: extensions),
        fileNames: .list(of: fileNames), members: .list(of: members.map(\.name)), refines: refines),
      summary: summary, abilities: abilities, taggedAbilities: taggedAbilities,
      readOnlyAbilities: readOnlyAbilities, limits: limits, members: members,
      recognition: recognition, reader: reader, writer: writer)
  }

  package init(
    _ names: FormatNames, summary: String, abilities: Abilities, taggedAbilities: Abilities = [],
    readOnlyAbilities: Abilities = [], limits: Limits = .none, members: [Format] = [],
    recognition: @escaping @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood = {
      _ in .no
    },
    reader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)? = nil,
    writer: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)? = nil
  ) {
    self.names = names
    self.summary = summary
    self.abilities = abilities
    self.taggedAbilities = taggedAbilities
    self.readOnlyAbilities = readOnlyAbilities
    self.limits = limits
    self.members = members
    self.recognition = recognition
    makeReader = reader
    makeWriter = writer
  }

  /// Returns the format as one whose inputs several threads can convert, cut into blocks.
  public func dividing(at boundary: BlockBoundary) -> Format {
    var format = self
    format.boundary = boundary
    return format
  }

  /// Returns the format with another reader, for the rest of an input whose beginning was read.
  package func read(
    by reader: @escaping @Sendable (ReadingOptions) -> any EventReader & ~Copyable
  ) -> Format {
    var format = self
    format.makeReader = reader
    return format
  }

  /// Returns the format as one whose options permit more values.
  package func adapted(
    by abilities: @escaping @Sendable (WritingOptions) -> Abilities
  ) -> Format {
    var format = self
    format.addedAbilities = abilities
    return format
  }

  /// Returns the format with the abilities that its documents have with `options`.
  package func adapted(to options: WritingOptions) -> Format {
    guard let addedAbilities else { return self }
    var format = self
    format.abilities.formUnion(addedAbilities(options))
    return format
  }

  /// Returns the format with a test for inputs in related formats that are not supported.
  public func refusing(
    _ refusal: @escaping @Sendable (FormatDetection.Sample) -> DecantError.Problem?
  ) -> Format {
    var format = self
    format.refusal = refusal
    return format
  }

  /// Returns the format with a test for the tags that have a meaning in it, if its limit of tags is `.classes`.
  public func accepting(
    classTags: @escaping @Sendable (_ tag: String) -> Bool
  ) -> Format {
    var format = self
    format.classTags = classTags
    return format
  }

  /// Returns the format as one whose inputs without a document are null.
  package func readingEmptyAsNull() -> Format {
    var format = self
    format.readsEmptyAsNull = true
    return format
  }

  /// Returns the format with a test, in place of its `recognition`, for whether an input of the family that it refines is
  /// read in it.
  public func refined(
    if refinement: @escaping @Sendable (inout Window, _ source: Format) throws(DecantError) -> Bool
  ) -> Format {
    var format = self
    format.refinement = refinement
    return format
  }

  /// Returns the format with rules for edits that write whole documents.
  public func rewritten(by rules: any WholeDocumentRules) -> Format {
    var format = self
    format.rewriting = rules
    return format
  }

  /// Returns the format as one in which a file that is rewritten in place keeps its layout.
  package func keepingLayout(
    by findLayout: @escaping @Sendable (_ beginning: [UInt8], inout WritingOptions) -> Bool
  ) -> Format {
    var format = self
    format.findLayout = findLayout
    return format
  }

  /// Returns the format with a change of the options by which its output is read back, to verify it.
  ///
  /// They contain the format's own options of the writer, which suffice where both have the same meaning.
  public func readBack(
    by adapt: @escaping @Sendable (inout ReadingOptions) -> Void
  ) -> Format {
    var format = self
    format.adaptToReadBack = adapt
    return format
  }

  /// Returns the format as a dialect of another one.
  package func asDialect(of standard: String) -> Format {
    var format = self
    format.standard = standard
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
  package var ordersKeys: Bool { editingRules?.ordersKeys ?? true }

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

  /// Calls `examine` with the events at the beginning of an input until it returns false.
  ///
  /// The bytes may end anywhere: an error ends the reading, and the events before it count.
  package func read(beginning bytes: [UInt8], _ examine: (borrowing EventBatch) -> Bool) {
    var window = Window(MemorySource(bytes), capacity: bytes.count + 1)
    var batch = EventBatch()
    do throws(DecantError) {
      var reader = try reader()
      // Readers may return the first events of a document before they parse more.
      while try reader.read(from: &window, into: &batch), examine(batch) { batch.removeAll() }
    } catch {
      _ = examine(batch)
    }
  }

  /// Creates a writer of the format.
  public func writer(
    _ options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> any EventWriter & ~Copyable {
    guard let makeWriter else { throw DecantError(.unsupported(.write, format: name)) }
    return makeWriter(options)
  }
}

/// A reader that selects the member of a format family by the content of the input.
package final class FamilyReader: EventReader {
  private let family: Format
  private let options: ReadingOptions
  private var reader: (any EventReader & ~Copyable)?

  package init(of family: Format, _ options: ReadingOptions) {
    self.family = family
    self.options = options
  }

  package func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if reader == nil { reader = try window.member(of: family).reader(options) }
    return try reader?.read(from: &window, into: &batch) ?? false
  }
}

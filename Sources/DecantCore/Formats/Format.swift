/// A format that documents can be read from, written to, or both.
///
/// To add one, describe it in a folder of its own and enter it in `FormatRegistry.standard`, or
/// pass it to `FormatRegistry.adding(_:)`.
public struct Format: Sendable {
  /// What is known of the format, which its copies share: a plan has several formats, and is copied for each pipeline.
  ///
  /// A copy of the fields and its end would take 730 instructions.
  private let shared: Shared

  private final class Shared: Sendable {
    let traits: Traits

    init(_ traits: Traits) { self.traits = traits }
  }

  package struct Traits: Sendable {
    let names: FormatNames
    let summary: String
    fileprivate(set) var abilities: Abilities
    let taggedAbilities: Abilities
    let readOnlyAbilities: Abilities
    let limits: Limits
    package var keepsEverything = false
    fileprivate(set) var readsEmptyAsNull = false
    fileprivate(set) var standard: String?
    package var members: [Format]
    /// Made when they are asked for: those of JSON and YAML would take 10,000 instructions of a start.
    var options: @Sendable () -> [FormatOption] = { [] }
    let recognition: @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood
    fileprivate(set) var refinement: (@Sendable (inout Window, Format) throws(DecantError) -> Bool)?
    fileprivate(set) var findLayout: (@Sendable ([UInt8], inout WritingOptions) -> Bool)?
    fileprivate(set) var refusal: (@Sendable (FormatDetection.Sample) -> DecantError.Problem?)?
    fileprivate(set) var boundary: BlockBoundary?
    fileprivate(set) var addedAbilities: (@Sendable (WritingOptions) -> Abilities)?
    fileprivate(set) var adaptToReadBack: (@Sendable (inout ReadingOptions) -> Void)?
    package var editingRules: FormatEditing?
    fileprivate(set) var classTags: @Sendable (_ tag: String) -> Bool = { _ in true }
    fileprivate(set) var rewriting: (any WholeDocumentRules)?
    fileprivate(set) var portability: (any FormatPortability)?
    fileprivate(set) var makeReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)?
    let makeWriter: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)?
  }

  package func changing(_ change: (inout Traits) -> Void) -> Format {
    var traits = shared.traits
    change(&traits)
    return Format(traits)
  }

  package var names: FormatNames { shared.traits.names }

  /// The name, such as `json`.
  public var name: String { names.name }

  /// Alternative names.
  public var aliases: [String] { names.aliases.words }

  /// The file name extensions, without the dot.
  public var extensions: [String] { names.extensions.words }

  /// Complete names of files in the format, such as `.env`.
  public var fileNames: [String] { names.fileNames.words }

  /// A description in a few words.
  public var summary: String { shared.traits.summary }

  /// The values that its documents can represent.
  public var abilities: Abilities { shared.traits.abilities }

  /// The values that they can also represent if types are written beside values, by `Fidelity.tagged`.
  public var taggedAbilities: Abilities { shared.traits.taggedAbilities }

  /// The values that its reader may also emit, although its writer cannot represent them.
  public var readOnlyAbilities: Abilities { shared.traits.readOnlyAbilities }

  /// The ranges and precisions of its values.
  public var limits: Limits { shared.traits.limits }

  /// True if `Fidelity.tagged` need not tag any value.
  package var keepsEverything: Bool { shared.traits.keepsEverything }

  /// True if an input without a document is null where a document is expected.
  package var readsEmptyAsNull: Bool { shared.traits.readsEmptyAsNull }

  /// The name of the format of which this one is a dialect: files of both have the same extensions.
  package var standard: String? { shared.traits.standard }

  /// The formats of a family, distinguished by the content of the input; empty for any other format.
  public var members: [Format] { shared.traits.members }

  /// The family that this format refines: it reads some of the family's documents differently.
  public var refines: String? { names.refines }

  /// The options of the format that tools offer.
  public var options: [FormatOption] { shared.traits.options() }

  package var recognition: @Sendable (FormatDetection.Sample) -> FormatDetection.Likelihood {
    shared.traits.recognition
  }

  /// Whether an input is read in this format instead of the refined family; nil for `recognition`.
  package var refinement: (@Sendable (inout Window, Format) throws(DecantError) -> Bool)? {
    shared.traits.refinement
  }

  /// Finds the layout of a file by its beginning, for the writer to keep; false if the options name another one.
  package var findLayout: (@Sendable ([UInt8], inout WritingOptions) -> Bool)? {
    shared.traits.findLayout
  }

  /// What is wrong with an input that is in a related format which is not supported.
  var refusal: (@Sendable (FormatDetection.Sample) -> DecantError.Problem?)? {
    shared.traits.refusal
  }

  package var boundary: BlockBoundary? { shared.traits.boundary }

  /// The values that documents can also represent if they are written with certain options.
  private var addedAbilities: (@Sendable (WritingOptions) -> Abilities)? {
    shared.traits.addedAbilities
  }

  package var adaptToReadBack: (@Sendable (inout ReadingOptions) -> Void)? {
    shared.traits.adaptToReadBack
  }

  /// The rules of edits in place.
  package var editingRules: FormatEditing? { shared.traits.editingRules }

  /// Whether a tag has a meaning in the format, whose limit of tags is `.classes`.
  package var classTags: @Sendable (_ tag: String) -> Bool { shared.traits.classTags }

  /// The rules of edits that write whole documents.
  package var rewriting: (any WholeDocumentRules)? { shared.traits.rewriting }

  /// What other programs read, if a reader of theirs is at hand.
  package var portability: (any FormatPortability)? { shared.traits.portability }

  var makeReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)? {
    shared.traits.makeReader
  }
  package var makeWriter: (@Sendable (WritingOptions) -> any EventWriter & ~Copyable)? {
    shared.traits.makeWriter
  }

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
    self.init(
      Traits(
        names: names, summary: summary, abilities: abilities, taggedAbilities: taggedAbilities,
        readOnlyAbilities: readOnlyAbilities, limits: limits, members: members,
        recognition: recognition, makeReader: reader, makeWriter: writer))
  }

  private init(_ traits: Traits) { shared = Shared(traits) }

  /// Returns the format as one whose inputs several threads can convert, cut into blocks.
  public func dividing(at boundary: BlockBoundary) -> Format {
    changing { $0.boundary = boundary }
  }

  /// Returns the format with another reader, for the rest of an input whose beginning was read.
  package func read(
    by reader: @escaping @Sendable (ReadingOptions) -> any EventReader & ~Copyable
  ) -> Format {
    changing { $0.makeReader = reader }
  }

  /// Returns the format as one whose options permit more values.
  package func adapted(
    by abilities: @escaping @Sendable (WritingOptions) -> Abilities
  ) -> Format {
    changing { $0.addedAbilities = abilities }
  }

  /// Returns the format with the abilities that its documents have with `options`.
  package func adapted(to options: WritingOptions) -> Format {
    guard let addedAbilities else { return self }
    return changing { $0.abilities.formUnion(addedAbilities(options)) }
  }

  /// Returns the format with a test for inputs in related formats that are not supported.
  public func refusing(
    _ refusal: @escaping @Sendable (FormatDetection.Sample) -> DecantError.Problem?
  ) -> Format {
    changing { $0.refusal = refusal }
  }

  /// Returns the format with a test for the tags that have a meaning in it, if its limit of tags is `.classes`.
  public func accepting(
    classTags: @escaping @Sendable (_ tag: String) -> Bool
  ) -> Format {
    changing { $0.classTags = classTags }
  }

  /// Returns the format as one whose inputs without a document are null.
  package func readingEmptyAsNull() -> Format {
    changing { $0.readsEmptyAsNull = true }
  }

  /// Returns the format with a test, in place of its `recognition`, for whether an input of the family that it refines is
  /// read in it.
  public func refined(
    if refinement: @escaping @Sendable (inout Window, _ source: Format) throws(DecantError) -> Bool
  ) -> Format {
    changing { $0.refinement = refinement }
  }

  /// Returns the format with rules for edits that write whole documents.
  public func rewritten(by rules: any WholeDocumentRules) -> Format {
    changing { $0.rewriting = rules }
  }

  /// Returns the format as one in which a file that is rewritten in place keeps its layout.
  package func keepingLayout(
    by findLayout: @escaping @Sendable (_ beginning: [UInt8], inout WritingOptions) -> Bool
  ) -> Format {
    changing { $0.findLayout = findLayout }
  }

  /// Returns the format with a change of the options by which its output is read back, to verify it.
  ///
  /// They contain the format's own options of the writer, which suffice where both have the same meaning.
  public func readBack(
    by adapt: @escaping @Sendable (inout ReadingOptions) -> Void
  ) -> Format {
    changing { $0.adaptToReadBack = adapt }
  }

  /// Returns the format as a dialect of another one.
  package func asDialect(of standard: String) -> Format {
    changing { $0.standard = standard }
  }

  /// Returns the format with another reader, to compare with.
  package func compared(by portability: any FormatPortability) -> Format {
    changing { $0.portability = portability }
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

public import DecantCore

extension Format {
  /// CBOR (RFC 8949), and CBOR sequences (RFC 8742).
  public static let cbor = Format(
    .cbor,
    summary: "CBOR (RFC 8949), and CBOR sequences",
    abilities: [
      .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .dateOffsets, .data, .nonStringKeys,
      .tags, .scalarTags, .manyDocuments, .emptyStreams, .binary,
    ],
    limits: Limits(integers: .exact, reals: .exact, tags: .numbered(CBORTag.tagText)),
    recognition: { sample in
      if sample.bytes.starts(with: CBORTag.selfDescribedBytes) { return .certain }
      return MappingOpening.isMarked(sample, mapping: 0xA0...0xBF, text: 0x60...0x77)
        ? .likely : .no
    },
    reader: { CBORReader($0) },
    writer: { CBORWriter($0.cborForm) }
  ).adapted { $0.cborForm == .deterministic ? .ownOrder : [] }.offering([
    FormatOption(
      "cbor", "FORM", CBORForm.self, default: .definite, "how CBOR is written",
      details: """
        'definite' begins each sequence and mapping with its length, and so holds a document in memory. 'deterministic' \
        also sorts keys by their bytes (RFC 8949, section 4.2). 'streaming' writes indefinite lengths, in \
        constant memory.
        """,
      writing: { form, options in options.cborForm = form })
  ])
}

/// A form of CBOR that represents the same values.
public enum CBORForm: String, Sendable, CaseIterable {
  /// Each sequence and mapping begins with its length.
  case definite
  /// The same, with keys in the order of their bytes (RFC 8949, section 4.2).
  case deterministic
  /// A break ends each sequence and mapping.
  case streaming
}

/// The options of a CBOR writer.
struct CBORWritingOptions: FormatOptions {
  var form = CBORForm.definite
}

extension WritingOptions {
  /// The form of CBOR.
  public var cborForm: CBORForm {
    get { self[CBORWritingOptions.self].form }
    set { self[CBORWritingOptions.self].form = newValue }
  }
}

extension FormatNames {
  package static let cbor = FormatNames("cbor", extensions: "cbor|cborseq")
}

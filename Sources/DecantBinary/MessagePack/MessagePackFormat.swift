public import DecantCore

extension Format {
  /// MessagePack.
  public static let messagePack = Format(
    .messagePack,
    summary: "MessagePack",
    abilities: [
      .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .nonStringKeys, .tags,
      .scalarTags, .manyDocuments, .emptyStreams, .binary,
    ],
    limits: Limits(
      integers: .bits64, reals: .double, dates: .nanoseconds,
      tags: .numbered(MessagePackType.tags)),
    recognition: { sample in
      MappingOpening.isMarked(sample, mapping: 0x80...0x8F, text: 0xA0...0xBF) ? .likely : .no
    },
    reader: { MessagePackReader($0) },
    writer: { MessagePackWriter($0.messagePackForm) }
  ).offering([
    FormatOption(
      "msgpack", "FORM", MessagePackForm.self, default: .current,
      "which MessagePack is read and written",
      details: """
        'raw' is that of before 2013, in which text and data have one type: what is not UTF-8 is read as data, and data \
        is written like text.
        """,
      reading: { form, options in options.messagePackForm = form },
      writing: { form, options in options.messagePackForm = form })
  ])
}

/// A version of MessagePack.
public enum MessagePackForm: String, Sendable, CaseIterable {
  /// Text and data have types of their own.
  case current
  /// The version of before 2013: one type for text and data.
  case raw
}

/// The options of a MessagePack reader or writer.
struct MessagePackOptions: FormatOptions {
  var form = MessagePackForm.current
}

extension ReadingOptions {
  /// The version of MessagePack.
  public var messagePackForm: MessagePackForm {
    get { self[MessagePackOptions.self].form }
    set { self[MessagePackOptions.self].form = newValue }
  }
}

extension WritingOptions {
  /// The version of MessagePack.
  public var messagePackForm: MessagePackForm {
    get { self[MessagePackOptions.self].form }
    set { self[MessagePackOptions.self].form = newValue }
  }
}

extension FormatNames {
  package static let messagePack = FormatNames(
    "msgpack", aliases: "messagepack", extensions: "msgpack|mpk|msgpk")
}

/// The keywords of a schema resource: those of a draft, except of the vocabularies that its metaschema leaves out.
///
/// Only the compiler asks it. What a draft reads in its own way has the same tables as in all others.
struct Dialect: Sendable {
  let draft: JSONSchema.Draft
  /// The numbers of the keywords that it does not have.
  let absent: [Int]
  /// Whether its metaschema asserts formats.
  let assertsFormats: Bool

  init(
    _ draft: JSONSchema.Draft, _ vocabularies: SchemaKeyword.Vocabularies = .all,
    assertsFormats: Bool = false
  ) {
    self.draft = draft
    self.assertsFormats = assertsFormats
    absent = SchemaKeyword.allCases.filter {
      !$0.drafts.contains(draft) || !vocabularies.isSuperset(of: $0.vocabulary)
    }.map(\.number)
  }

  /// The keyword for the URI of a resource.
  var identifier: SchemaKeyword { draft == .draft4 ? .olderID : .id }

  /// Whether the fragment of an identifier is an anchor, for which later drafts have `$anchor`.
  var identifiesAnchors: Bool { draft < .draft2019 }

  /// Whether a schema with `$ref` consists of it alone.
  var ignoresSiblingsOfReferences: Bool { draft < .draft2019 }

  /// Whether `exclusiveMinimum` and `exclusiveMaximum` are booleans beside `minimum` and `maximum`.
  var hasBooleanLimits: Bool { draft == .draft4 }

  /// Whether an integer is one by its spelling, so that `1.0` is not.
  var distinguishesIntegersByNotation: Bool { draft == .draft4 }

  /// Whether the content of texts is asserted where formats are; it is always an annotation since.
  var assertsContent: Bool { draft < .draft2019 }

  /// Whether `items` can be an array, for which `additionalItems` is about the rest.
  var hasArraysOfItems: Bool { draft < .draft2020 }

  /// Whether an item that `contains` matches is evaluated.
  var containsEvaluates: Bool { draft == .draft2020 }
}

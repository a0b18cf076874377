internal import DecantCore

/// The metaschemas of the drafts and their vocabularies, without their titles and comments.
///
///     http://json-schema.org/draft-07/schema#        drafts 4, 6 and 7
///     https://json-schema.org/draft/2020-12/schema   drafts 2019-09 and 2020-12
enum Metaschema {
  /// Returns the text of the metaschema or the vocabulary with a URI.
  static func text(at uri: URIReference) -> String? {
    guard let name = name(of: uri) else { return nil }
    return textsOfDraft2020[name] ?? textsOfDraft2019[name] ?? textsOfDrafts4To7[name]
  }

  /// Returns the draft whose metaschema has a URI.
  static func draft(at uri: URIReference) -> JSONSchema.Draft? {
    switch name(of: uri) {
    case "draft-04/schema": .draft4
    case "draft-06/schema": .draft6
    case "draft-07/schema": .draft7
    case "draft/2019-09/schema": .draft2019
    case "draft/2020-12/schema", "schema": .draft2020
    default: nil
    }
  }

  /// Whether a URI is one of a metaschema by the authors of JSON Schema.
  static func isOfficial(_ uri: URIReference) -> Bool {
    uri.authority?.hasSuffix("json-schema.org") == true
  }

  /// Returns the vocabularies of a draft that its metaschema names by a URI; nil for one that is not known.
  static func vocabularies(
    at uri: String, in draft: JSONSchema.Draft
  ) -> SchemaKeyword.Vocabularies? {
    let prefix = "https://json-schema.org/draft/\(draft.rawValue)/vocab/"
    guard uri.hasPrefix(prefix) else { return nil }
    return switch uri.dropFirst(prefix.count) {
    // The older draft has no vocabulary of its own for the keywords `unevaluatedItems` and `unevaluatedProperties`.
    case "applicator": draft == .draft2019 ? [.applicator, .unevaluated] : .applicator
    case "validation": .validation
    case "unevaluated": .unevaluated
    case "core", "meta-data", "format", "format-annotation", "format-assertion", "content": []
    default: nil
    }
  }

  /// Whether a vocabulary asserts formats: one of its own since draft 2020-12, and that of formats before, if it is required.
  static func assertsFormats(_ uri: String, in draft: JSONSchema.Draft, isRequired: Bool) -> Bool {
    draft == .draft2019
      ? isRequired && uri.hasSuffix("/format") : uri.hasSuffix("/format-assertion")
  }

  /// Returns the end of a URI by which the texts are found; the scheme makes no difference, as it is often mistaken.
  private static func name(of uri: URIReference) -> String? {
    guard uri.authority == "json-schema.org", uri.scheme == "http" || uri.scheme == "https",
      uri.query == nil
    else { return nil }
    return String(uri.path.dropFirst())
  }
}

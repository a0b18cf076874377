extension JSONSchema {
  /// What `format` is, and in draft 7 `contentEncoding` and `contentMediaType`: annotations, or assertions.
  ///
  /// The formats are those of the drafts, such as `date-time`, `email`, `uri` and `regex`; others are not checked.
  public enum Formats: Sendable {
    /// Texts are not checked, unless the metaschema requires the vocabulary of assertions.
    case annotated
    /// Texts must have the form that `format` names, in all drafts, and the content that a schema of draft 7 describes.
    case asserted
  }
}

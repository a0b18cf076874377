public import DecantCore

/// A value of an edit: one that has its type, or text whose type its place decides.
public enum EditValue: Sendable {
  /// A value with its type.
  case document(Document)
  /// Text as a person enters it, such as `1.10`, `no` or `Error: not found`.
  ///
  /// In place of a string, and in a sequence of strings, it is a string, unless all of it is one scalar of YAML in quotes,
  /// which is then read as one. In place of a date or a local time it is one, if it can be read so. In other places it is
  /// read as YAML.
  case entered(String)
  /// A date as a person enters it.
  ///
  /// Without an offset from UTC it is a local date or time in a format that has these, and else a date in UTC.
  case date(String)
}

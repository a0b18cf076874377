public import DecantCore

/// A value of an edit: one that has its type, or text whose type its slot decides.
public enum EditValue: Sendable {
  /// A value with its type.
  case document(Document)
  /// Text as a person enters it, such as `1.10`, `no` or `Error: not found`.
  ///
  /// In place of a string, and in a sequence of strings, the text is a string, unless all of it is one scalar of YAML in quotes,
  /// which is then read as one. In place of another value the syntax of the format decides: the text can be a date, or a number
  /// in YAML. Otherwise the text is a number of JSON, `true`, `false`, `null`, one scalar in quotes or one collection in the
  /// brackets of YAML, if this is all of the text, and else a string; a test reads the text as YAML.
  case entered(String)
  /// A date as a person enters it.
  ///
  /// Without an offset from UTC the text is a local date or time in a format that has these, and else a date in UTC.
  case date(String)
}

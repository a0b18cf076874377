/// How a YAML writer writes.
struct YAMLWritingOptions: Sendable {
  /// Spaces a level; 0 means that everything is in brackets, on one line a document.
  var width = 2
  /// Whether everything that is not ASCII is escaped.
  var ascii = false
  /// Colors for a terminal, if there are to be any.
  var palette: Palette?

  init() {}

  init(_ options: WritingOptions) {
    // A tab is not an indentation in YAML.
    if let indentation = options.indentation {
      width = indentation.byte == UInt8(ascii: " ") ? indentation.width : 2
    }
    ascii = options.ascii
    palette = width > 0 ? options.palette : nil
  }
}

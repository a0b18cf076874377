internal import DecantCore

struct YAMLWritingOptions: Sendable {
  static let usualWidth = 2

  /// The spaces per level; 0 for flow style, with one line per document.
  var width = usualWidth
  /// Whether the width was asked for, so that it applies also to what the input indents otherwise.
  var isFixed = false
  var ascii = false
  var palette: Palette?

  init() {}

  init(_ options: WritingOptions) {
    // YAML does not allow tabs as indentation.
    if let indentation = options.indentation {
      isFixed = true
      width = indentation.byte == UInt8(ascii: " ") ? indentation.width : Self.usualWidth
    }
    ascii = options.ascii
    palette = width > 0 ? options.palette : nil
  }
}

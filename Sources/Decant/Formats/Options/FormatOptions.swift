/// Options that only one format has.
///
///     struct DotenvWritingOptions: FormatOptions {
///       var exports = false
///     }
///     options[DotenvWritingOptions.self].exports = true
public protocol FormatOptions: Sendable {
  /// Creates the default options.
  init()
}

struct FormatOptionSet: Sendable {
  private var values: [ObjectIdentifier: any FormatOptions] = [:]

  var isEmpty: Bool { values.isEmpty }

  subscript<Options: FormatOptions>(_ type: Options.Type) -> Options {
    get { values[ObjectIdentifier(type)] as? Options ?? Options() }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}

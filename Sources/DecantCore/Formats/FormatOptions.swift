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

/// The options of all formats: few, so they are in an array.
///
/// A dictionary would look up how its keys are hashed, at the start of each process.
@usableFromInline package struct FormatOptionSet: Sendable {
  @usableFromInline var values: [any FormatOptions] = []

  @usableFromInline package var isEmpty: Bool { values.isEmpty }

  @inlinable
  package subscript<Options: FormatOptions>(_ type: Options.Type) -> Options {
    get {
      for value in values {
        if let options = value as? Options { return options }
      }
      return Options()
    }
    set {
      if let index = values.firstIndex(where: { $0 is Options }) {
        values[index] = newValue
      } else {
        values.append(newValue)
      }
    }
  }
}

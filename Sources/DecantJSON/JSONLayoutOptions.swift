public import DecantCore

/// The layout in which JSON is written.
///
///     var encoder = FormatEncoder(.json)
///     encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
///     encoder.writing.jsonLayout = .foundation
///     encoder.writing.jsonSlashes = .plain
public struct JSONLayoutOptions: FormatOptions {
  /// A layout of JSON.
  public enum Layout: String, Sendable, CaseIterable {
    /// `"key": value`, empty collections as `{}`, and a line end after the document.
    case usual
    /// That of Foundation's `JSONEncoder` and `JSONSerialization`: `"key" : value`, a blank line in an empty collection,
    /// `\/` for a slash, and no line end after the document.
    ///
    /// The bytes are those of `JSONEncoder` with `prettyPrinted` and `sortedKeys`, and with `withoutEscapingSlashes` if
    /// slashes are ``Slashes/plain``, except for these. A real keeps its spelling, such as `5.0`, where Foundation writes
    /// `5`. Keys are sorted by their bytes, as `JSONEncoder` does it if they are normalized, while `JSONSerialization`
    /// compares them as a user would, `a2` before `a10`.
    case foundation
  }

  /// A spelling of the slash in strings.
  public enum Slashes: String, Sendable, CaseIterable {
    /// `/`.
    case plain
    /// `\/`.
    case escaped
  }

  /// The layout; nil for `usual`, and for that of the file if one is rewritten in place.
  public var layout: Layout?

  /// The spelling of slashes; nil for that of the layout.
  public var slashes: Slashes?

  /// The spacing of the file that is rewritten.
  var found: JSONSpacing?

  /// Creates the default options.
  public init() {}
}

extension WritingOptions {
  /// The layout of JSON; nil for the default.
  public var jsonLayout: JSONLayoutOptions.Layout? {
    get { self[JSONLayoutOptions.self].layout }
    set { self[JSONLayoutOptions.self].layout = newValue }
  }

  /// The spelling of slashes in JSON; nil for that of the layout.
  public var jsonSlashes: JSONLayoutOptions.Slashes? {
    get { self[JSONLayoutOptions.self].slashes }
    set { self[JSONLayoutOptions.self].slashes = newValue }
  }
}

extension WritingOptions {
  /// The spacing of a layout other than that of `JSONWriter`, or nil.
  func jsonSpacing(usual: Indentation) -> JSONSpacing? {
    let options = self[JSONLayoutOptions.self]
    if let found = options.found { return found }
    guard options.layout == .foundation || options.slashes == .escaped else { return nil }
    var spacing = JSONSpacing(indentation ?? usual)
    if options.layout == .foundation { spacing.takeFoundations() }
    if let slashes = options.slashes { spacing.escapesSlashes = slashes == .escaped }
    return spacing
  }

  /// Stores the layout of a file that begins with `bytes`; returns false if these options name another one.
  mutating func keepJSONLayout(of bytes: [UInt8]) -> Bool {
    let options = self[JSONLayoutOptions.self]
    guard options.layout == nil, options.slashes == nil else { return false }
    self[JSONLayoutOptions.self].found = JSONSpacing(of: bytes)
    return true
  }
}

public import DecantChanges
public import DecantConversion
public import DecantCore

extension Transcoder {
  /// Creates a transcoder to `target`; a nil `source` is detected among the standard formats.
  public init(from source: Format? = nil, to target: Format) {
    self.init(from: source, to: target, among: .standard)
  }
}

extension Input {
  /// Switches to a more specific standard format of the same family if the content requires it.
  ///
  /// Applies only if `target` is nil or of another family: a keyed archive stays one between property lists, and
  /// becomes its objects in all other formats. Consumes nothing, but may read ahead to the end.
  public mutating func refine(for target: Format?) throws(DecantError) {
    try refine(for: target, among: .standard)
  }
}

extension DocumentEditor {
  /// Creates an editor of the documents in `bytes`, which errors call `name`; the first edit throws if one is invalid.
  public init(
    _ bytes: some Sequence<UInt8>, named name: String? = nil, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    try self.init(Array(bytes), named: name, as: format, among: .standard, options: options)
  }
}

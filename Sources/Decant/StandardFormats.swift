public import DecantChanges
public import DecantConversion
public import DecantCore
internal import DecantFiles
internal import DecantSystem

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

extension Steps {
  /// Parses steps, which errors call `name`; no step may name a file.
  public init(_ text: String, named name: String = "steps") throws(DecantError) {
    try self.init(text, named: name, among: .standard)
  }

  /// Makes the steps in a text, and returns it; all bytes stay but those of what changes.
  public func applied(
    to text: [UInt8], named name: String? = nil, as format: Format
  ) throws(DecantError) -> [UInt8] {
    var editor = try DocumentEditor(text, named: name, as: format)
    try editor.apply(self)
    return editor.bytes
  }

  /// Makes the steps in a file, atomically; returns whether it has changed.
  ///
  /// The format follows from the extension if it is left out. Throws if another program writes to the file meanwhile.
  @discardableResult
  public func apply(toFile path: String, as format: Format? = nil) throws(DecantError) -> Bool {
    let original = try? System.status(of: path).get()
    let text = try FileSource(path).readToEnd()
    let format = if let format { format } else { try Format.ofSettings(named: path) }
    let new = try applied(to: text, named: path, as: format)
    if new != text { try AtomicFile.write(new, to: path, over: original) }
    return new != text
  }
}

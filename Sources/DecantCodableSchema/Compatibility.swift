public import DecantCoding
public import DecantCore
internal import DecantFiles
internal import DecantJSON
internal import DecantSchema
internal import DecantSystem

/// A check, in a program's tests, that its released versions and the next one read each other's files.
///
///     @Test func releasedVersionsReadOurFilesAndWeTheirs() throws {
///       try Compatibility.check(Settings.self, with: "released/settings-1.schema.json")
///     }
///
/// The file is what `JSONSchema.document(of:)` returned in the released version. If it is missing, the check writes it and fails,
/// so that no test passes that compared nothing. Commit it; a release adds a check with a file of its own.
///
/// Both directions count: the new program reads old files, and the old program, which is still installed elsewhere, reads new
/// ones. A key that one of them does not decode is no difference. A type is taken to encode only what it decodes. What a schema of
/// a type does not show is not compared: ranges that an initializer tests, what a custom strategy accepts, and whether an integer
/// fits in 64 bits. What the comparison does not know, and what the schema itself has not found out, is a difference, too, which
/// says so.
public enum Compatibility {
  /// Who reads whose files.
  public enum Direction: Sendable, Hashable {
    /// The new program reads files of the old one.
    case readingOldFiles
    /// The old program reads files of the new one.
    case readingNewFiles

    var writer: String { self == .readingOldFiles ? "old files" : "new files" }
    var reader: String { self == .readingOldFiles ? "the new program" : "the old program" }
  }

  /// A place where one program may write what the other one does not read.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The place, with `*` for each element or key.
    public var path: String { place.description }
    /// Who may not read whose files.
    public let direction: Direction
    /// Whether there are such files; otherwise that is not known.
    public let isKnown: Bool
    /// What is written and what is read.
    public let message: String
    var place = DocumentPath()
    /// Whether the place is a key that may be missing.
    var isLack = false

    func inside(_ key: String) -> Difference {
      var difference = self
      difference.place.steps.insert(.key(key), at: 0)
      return difference
    }

    /// The path and the message.
    public var description: String { "\(path.isEmpty ? "/" : path): \(message)".visible() }
  }

  /// The error of a check.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The file with the schema of the released version.
    public let path: String
    /// The differences; empty if there was no schema yet, so that the one of this version was written.
    public let differences: [Difference]

    /// What is wrong; each difference is on a line of its own.
    public var description: String {
      path.visible()
        + (differences.isEmpty
          ? ": the schema was missing, and is now the one of this version; commit it, and run the test again"
          : ": the two versions may not read each other's files:")
        + differences.map { "\n  \($0)" }.joined()
    }
  }

  /// Compares what a type decodes with the schema of a released version, which is written if the file is missing.
  ///
  /// A relative path begins at the folder of the source file that calls, wherever the tests run. Throws a ``Failure``.
  public static func check<T: Decodable>(
    _ type: T.Type, with path: String, options: DecodingOptions = DecodingOptions(),
    calledIn sourceFile: String = #filePath
  ) throws {
    try check(JSONSchema.document(of: type, options: options), with: path, sourceFile) { _ in true }
  }

  /// Compares the versions of a type that is decoded beside a default, as `SettingsFile` does it: a key that the default has may be
  /// missing.
  ///
  /// The released version is taken to have had a default, too. A value that does not fit remains a difference, although it does
  /// not fail: the program would go on with the default's.
  public static func check<T: Codable>(
    _ type: T.Type, default initial: T, with path: String,
    readBy decoding: DecodingOptions = DecodingOptions(),
    writtenBy encoding: EncodingOptions = EncodingOptions(),
    calledIn sourceFile: String = #filePath
  ) throws {
    let document = try Document(encoding: initial, options: encoding)
    let value = try document.value
    let structures = try FormatDecoder(.json, options: decoding).structures(of: type, in: document)
    try check(JSONSchema.document(of: type, options: decoding), with: path, sourceFile) { lack in
      !lack.isLack || DocumentPointer(lack.path).flatMap { value[$0] } == nil
        || !structures.contains(DocumentPath(lack.place.steps.dropLast()))
    }
  }

  /// Returns the differences between the schemas of two versions of a type.
  public static func differences(from old: Value, to new: Value) -> [Difference] {
    var reading = SchemaComparison(writer: old, reader: new, direction: .readingOldFiles)
    var writing = SchemaComparison(writer: new, reader: old, direction: .readingNewFiles)
    return reading.differences(old, new) + writing.differences(new, old)
  }

  private static func check(
    _ schema: Value, with path: String, _ sourceFile: String, matters: (Difference) -> Bool
  ) throws {
    let path =
      path.hasPrefix("/") ? path : FilePath.joined(FilePath.directory(of: sourceFile), path)
    var differences: [Difference] = []
    if System.hasFile(named: path) {
      let source = try FileSource(path).readToEnd()
      let old = try Document(reading: .bytes(source), named: path, as: .json).value
      differences = self.differences(from: old, to: schema).filter(matters)
      guard !differences.isEmpty else { return }
    } else {
      try System.makeFolders(of: path)
      try AtomicFile.write(schema.encoded(as: .json), to: path)
    }
    throw Failure(path: path, differences: differences)
  }
}

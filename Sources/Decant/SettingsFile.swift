internal import DecantChanges
public import DecantCoding
internal import DecantConversion
public import DecantCore
internal import DecantFiles
internal import DecantSystem

/// A file of settings that people edit and a program changes.
///
///     var file = try SettingsFile<Settings>("app.yaml", default: Settings())
///     file.value.retries = 5
///     try file.save()             // only the bytes of `retries` change
///
/// Comments, the order of keys, notation, and keys that the program does not know stay as they are. The program's value is
/// never compared with the text: only what differs between the value that was read and the one that is saved changes. So a
/// default value that the file lacks stays out of it, and a property that became nil is removed with its comment.
///
/// Text formats that can be edited keep their layout; others are written anew.
public struct SettingsFile<Settings: Codable> {
  /// What happens to keys of the file that the program does not encode.
  public enum UnknownKeys: Sendable {
    /// They stay.
    case keep
    /// They are removed with their comments.
    case remove
  }

  /// The settings, to be changed and saved.
  public var value: Settings
  /// The path of the file.
  public let path: String
  /// What happens to keys of the file that the program does not encode.
  public var unknownKeys = UnknownKeys.keep

  private let decoder: FormatDecoder
  private let encoder: FormatEncoder
  /// The bytes that were read or saved last; nil if there is no file.
  private var bytes: [UInt8]?
  /// The value in them, as the program encodes it.
  private var saved: Value

  /// Reads a file, or begins with a default value if there is none.
  ///
  /// The format follows from the extension if `decoder` and `encoder` are left out; give both to use strategies, which have to
  /// be each other's inverse. Without a default, a missing file is an error.
  public init(
    _ path: String, default initial: @autoclosure () throws -> Settings? = nil,
    readBy decoder: FormatDecoder? = nil, writtenBy encoder: FormatEncoder? = nil
  ) throws {
    self.path = path
    let format = try decoder?.format ?? encoder?.format ?? Format.ofSettings(named: path)
    self.decoder = decoder ?? FormatDecoder(format)
    self.encoder = encoder ?? FormatEncoder(format)
    bytes = try Self.contents(of: path)
    if let bytes {
      value = try self.decoder.decode(Settings.self, from: bytes)
    } else if let initial = try initial() {
      value = initial
    } else {
      // For its message.
      _ = try FileSource(path)
      throw SettingsProblem.noValue.error(about: path)
    }
    saved = try Value(encoding: value, options: self.encoder.options)
  }

  /// Writes what has changed to the file, atomically; returns whether anything has.
  ///
  /// Throws if another program has written to the file since it was read, and changes nothing then.
  @discardableResult
  public mutating func save() throws -> Bool {
    let new = try Value(encoding: value, options: encoder.options)
    guard try Self.contents(of: path) == bytes else {
      throw SettingsProblem.changed.error(about: path)
    }
    guard let old = bytes else {
      let text = try encoder.encodeBytes(value)
      try write(text, new)
      return true
    }
    let text = try edited(old, to: new)
    guard text != old else {
      saved = new
      return false
    }
    try write(text, new)
    return true
  }

  /// Reads the file again, and forgets changes that were not saved.
  public mutating func reload() throws {
    self = try SettingsFile(path, readBy: decoder, writtenBy: encoder)
  }

  private mutating func write(_ text: [UInt8], _ new: Value) throws {
    let found = try decoder.decode(Settings.self, from: text)
    guard try Value(encoding: found, options: encoder.options) == new else {
      throw SettingsProblem.unverified.error(about: path)
    }
    let file = try AtomicFile(path)
    try text.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
    try file.commit()
    (bytes, saved) = (text, new)
  }

  private func edited(_ text: [UInt8], to new: Value) throws(DecantError) -> [UInt8] {
    var editor = try DocumentEditor(
      text, named: path, as: encoder.format, options: decoder.options.reading)
    editor.aliasedValues = .separated
    let edit: DocumentEdit =
      switch unknownKeys {
      case .keep: .change(from: saved, to: new)
      case .remove: .sync(try Document(new), removingUnknown: true)
      }
    try editor.apply(edit)
    return editor.bytes
  }

  private static func contents(of path: String) throws(DecantError) -> [UInt8]? {
    guard case .success = System.status(of: path) else { return nil }
    return try FileSource(path).readToEnd()
  }
}

extension SettingsFile: Sendable where Settings: Sendable {}

extension FormatEncoder {
  /// Changes a file so that a decoder reads a value from it, and keeps everything else that is in it.
  ///
  ///     var settings = try decoder.decode(Settings.self, from: FileSource("app.yaml"))
  ///     settings.retries = 5
  ///     try encoder.save(settings, to: "app.yaml", readBy: decoder)
  ///
  /// A file that does not exist is written. A program that keeps its settings for long should use ``SettingsFile``, which
  /// notices that somebody else has written to the file.
  public func save<Settings: Codable>(
    _ value: Settings, to path: String, readBy decoder: FormatDecoder,
    unknownKeys: SettingsFile<Settings>.UnknownKeys = .keep
  ) throws {
    var file = try SettingsFile<Settings>(
      path, default: value, readBy: decoder, writtenBy: self)
    file.value = value
    file.unknownKeys = unknownKeys
    try file.save()
  }
}

extension Format {
  fileprivate static func ofSettings(named path: String) throws(DecantError) -> Format {
    guard let format = FormatRegistry.standard.format(forFileNamed: path) else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw DecantError(.unknownFormat(name, suggestion: nil))
    }
    return format
  }
}

/// A reason why settings cannot be saved.
public enum SettingsProblem: SpecificProblem {
  /// Another program has written to the file since it was read.
  case changed
  /// The file does not exist, and there is no default value.
  case noValue
  /// The program would not read from the file what it has saved.
  case unverified

  public var message: String {
    switch self {
    case .changed: "the file has changed since it was read; nothing was saved"
    case .noValue: "the file does not exist"
    case .unverified: "the settings would not be read as they were saved; nothing was saved"
    }
  }

  public var hint: String? {
    switch self {
    case .changed: "read it again, and make the changes again"
    case .noValue: nil
    case .unverified:
      "the strategies of the encoder and of the decoder must be each other's inverse"
    }
  }

  public var category: DecantError.Category { .input }
}

extension SettingsProblem {
  func error(about path: String) -> DecantError {
    DecantError(.specific(self)).about(path)
  }
}

public import DecantCoding
public import DecantCore
internal import DecantFiles
internal import DecantSystem

/// A file of settings that people edit and a program changes.
///
///     var file = try SettingsFile("app.yaml", default: Settings())
///     for problem in file.problems { print(problem) }   // app.yaml:7:8: 'drak' is not a Theme (light, dark); the default is used
///     file.value.retries = 5
///     try file.save()                                   // line 7 stays, and all bytes but those of `retries`
///
/// Comments, the order of keys, notation, and keys that the program does not know stay as they are. The program's value is
/// never compared with the text: only what differs between the value that was read and the one that is saved changes. So a
/// default value that the file lacks stays out of it, and what does not fit stays in it, see ``SettingsText``.
///
/// Text formats that can be edited keep their layout; others are written anew.
public struct SettingsFile<Settings: Codable> {
  /// What happens to keys of the file that the program does not encode.
  public typealias UnknownKeys = SettingsText<Settings>.UnknownKeys

  /// What happens to a file in which nothing can be read.
  public enum UnreadableFile: Sendable {
    /// It is an error.
    case refuse
    /// The default is used; at the first save the file is kept as `app.yaml.unreadable`.
    case startAnew
  }

  /// What happens if another program has written to the file since it was read.
  public enum ChangesOfOthers: Sendable {
    /// Nothing is saved.
    case refuse
    /// What this program has changed is put into the file as it is now, also where the other program changed the same value.
    case merge
    /// The same, but nothing is saved if both changed one value.
    case mergeWithoutConflict
  }

  /// The path of the file.
  public let path: String
  private var content: SettingsText<Settings>
  /// The bytes that were read or saved last; nil if there is no file.
  private var bytes: [UInt8]?
  private let initial: Settings?

  /// The settings, to be changed and saved.
  public var value: Settings {
    get { content.value }
    _modify { yield &content.value }
  }

  /// What of the file does not fit, or no type asks for: each error has its line, its column and its path.
  ///
  /// Empty without a default: what does not fit is an error then.
  public private(set) var problems: [DecantError]

  /// What happens to keys of the file that the program does not encode.
  public var unknownKeys: UnknownKeys {
    get { content.unknownKeys }
    set { content.unknownKeys = newValue }
  }

  /// Reads a file, or begins with a default value if there is none.
  ///
  /// The format follows from the extension if `decoder` and `encoder` are left out; give both to use strategies, which have to
  /// be each other's inverse. Without a default, a missing file is an error, and so is a value that does not fit.
  ///
  /// An older file is upgraded by `steps` as it is read, and with its comments at the first save.
  public init(
    _ path: String, default initial: @autoclosure () throws -> Settings? = nil,
    steps: [Steps] = [], readBy decoder: FormatDecoder? = nil,
    writtenBy encoder: FormatEncoder? = nil,
    unreadable: UnreadableFile = .refuse
  ) throws {
    self.path = path
    let format = try decoder?.format ?? encoder?.format ?? Format.ofSettings(named: path)
    self.initial = try initial()
    bytes = try Self.contents(of: path)?.bytes
    // For its message.
    if bytes == nil, self.initial == nil { _ = try FileSource(path) }
    let (decoder, encoder) = (decoder ?? FormatDecoder(format), encoder ?? FormatEncoder(format))
    do {
      content = try SettingsText(
        bytes, named: path, default: self.initial, steps: steps, readBy: decoder,
        writtenBy: encoder)
      problems = content.problems
    } catch {
      guard unreadable == .startAnew, self.initial != nil, bytes != nil else { throw error }
      content = try SettingsText(
        nil, named: path, default: self.initial, steps: steps, readBy: decoder, writtenBy: encoder)
      problems = [error.decant]
    }
  }

  /// Writes what has changed to the file, atomically; returns whether anything has.
  ///
  /// If another program has written to the file since it was read, `changesOfOthers` decides; by default it is an error.
  @discardableResult
  public mutating func save(overChanges changesOfOthers: ChangesOfOthers = .refuse) throws -> Bool {
    for _ in 0..<Self.mostAttempts {
      if let isChanged = try saveUnlessChanged(changesOfOthers) { return isChanged }
    }
    throw SettingsProblem.changed.error(about: path)
  }

  /// How often a save begins again because another program has written during it.
  private static var mostAttempts: Int { 100 }

  /// Saves; returns nil if another program has written meanwhile.
  private mutating func saveUnlessChanged(_ changesOfOthers: ChangesOfOthers) throws -> Bool? {
    let found = try Self.contents(of: path)
    let status = found?.status
    var new = content
    if found?.bytes != bytes {
      guard let found, changesOfOthers != .refuse else {
        throw SettingsProblem.changed.error(about: path)
      }
      let conflicts = try new.rebase(onto: found.bytes, named: path)
      if changesOfOthers == .mergeWithoutConflict, !conflicts.isEmpty {
        throw SettingsProblem.conflicts(conflicts.map(\.description)).error(about: path)
      }
    }
    let wasUnreadable = new.text == nil
    let text = try new.update(named: path)
    let isChanged = text != found?.bytes || wasUnreadable
    if isChanged {
      if wasUnreadable, let bytes {
        // It is as secret as the file.
        try AtomicFile.write(bytes, to: path + ".unreadable", like: status)
      }
      do throws(DecantError) {
        try AtomicFile.write(text, to: path, over: status, status == nil ? .ifAbsent : .replacing)
      } catch {
        let isCurrent = status.map { $0.isCurrent(at: path) } ?? !System.hasFile(named: path)
        if isCurrent { throw error }
        return nil
      }
    }
    (content, bytes, problems) = (new, text, new.problems)
    return isChanged
  }

  /// Reads the file again, and forgets changes that were not saved.
  public mutating func reload() throws {
    let keys = unknownKeys
    self = try SettingsFile(
      path, default: initial, steps: content.steps, readBy: content.decoder,
      writtenBy: content.encoder)
    unknownKeys = keys
  }

  /// Returns the bytes of a file and its status before they were read; nil if there is no file.
  private static func contents(
    of path: String
  ) throws(DecantError) -> (bytes: [UInt8], status: System.FileStatus)? {
    guard case .success(let status) = System.status(of: path) else { return nil }
    return (try FileSource(path).readToEnd(), status)
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
    // Without a default, what the file lacks is an error, and not what is to be saved.
    var file = try SettingsFile<Settings>(
      path, default: System.hasFile(named: path) ? nil : value, readBy: decoder, writtenBy: self)
    file.value = value
    file.unknownKeys = unknownKeys
    try file.save()
  }
}

extension Format {
  static func ofSettings(named path: String) throws(DecantError) -> Format {
    guard let format = FormatRegistry.standard.format(forFileNamed: path) else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw DecantError(.unknownFormat(name, suggestion: nil))
    }
    return format
  }
}

/// A reason why settings cannot be saved.
@nonexhaustive
public enum SettingsProblem: SpecificProblem {
  /// Another program has written to the file since it was read.
  case changed
  /// The file does not exist, and there is no default value.
  case noValue
  /// The program would not read from the file what it has saved.
  case unverified
  /// Another program has changed the values at some paths differently.
  case conflicts([String])

  public var message: String {
    switch self {
    case .changed: "the file has changed since it was read; nothing was saved"
    case .noValue: "the file does not exist"
    case .unverified: "the settings would not be read as they were saved; nothing was saved"
    case .conflicts(let paths):
      "another program has changed \(paths.map { "'\($0.visible(limit: 64))'" }.listed), too; nothing was saved"
    }
  }

  public var hint: String? {
    switch self {
    case .changed, .conflicts: "read it again, and make the changes again"
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

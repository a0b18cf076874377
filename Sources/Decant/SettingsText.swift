internal import DecantChanges
public import DecantCoding
internal import DecantConversion
public import DecantCore

/// The text of settings that people edit and a program changes: of a file, of a keychain, or of an answer of a server.
///
///     var settings = try SettingsText(text, as: .json, default: Settings())
///     settings.value.retries = 5
///     let edited = try settings.bytes()      // only the bytes of `retries` change
///
/// A key that the text lacks has the default's value, and so has a value that does not fit, which is reported in
/// ``problems`` and stays in the text. Dictionaries, lists and enumerations come wholly from the text; an element that does not
/// fit is left out. A property that became nil is null in the text if its default is not nil.
public struct SettingsText<Settings: Codable> {
  /// What happens to keys of the text that the program does not encode.
  public enum UnknownKeys: Sendable {
    /// They stay.
    case keep
    /// They are removed with their comments.
    case remove
  }

  /// The settings, to be changed.
  public var value: Settings
  /// What of the text does not fit, or no type asks for: each error has its line, its column and its path.
  ///
  /// Empty without a default: what does not fit is an error then.
  public private(set) var problems: [DecantError] = []
  /// What happens to keys of the text that the program does not encode.
  public var unknownKeys = UnknownKeys.keep

  let decoder: FormatDecoder
  let encoder: FormatEncoder
  let steps: [Steps]
  private let initial: InitialSettings?
  /// The text; nil if there is none yet.
  private(set) var text: [UInt8]?
  /// The value that was read, as the program encodes it.
  private var encoded = Value.null
  /// What of the text the program has not read.
  private var unread: [UndecodedValue] = []

  /// Reads a text; without a default, all that the type requires has to be in it.
  ///
  /// An older text is upgraded by `steps`. Give both a decoder and an encoder to use strategies, which have to be each other's
  /// inverse.
  public init(
    _ text: some Sequence<UInt8>, as format: Format, default initial: Settings? = nil,
    steps: [Steps] = [], readBy decoder: FormatDecoder? = nil,
    writtenBy encoder: FormatEncoder? = nil
  ) throws {
    try self.init(
      Array(text), named: nil, default: initial, steps: steps,
      readBy: decoder ?? FormatDecoder(format), writtenBy: encoder ?? FormatEncoder(format))
  }

  init(
    _ text: [UInt8]?, named name: String?, default initial: Settings?, steps: [Steps],
    readBy decoder: FormatDecoder, writtenBy encoder: FormatEncoder
  ) throws {
    (self.decoder, self.encoder, self.steps) = (decoder, encoder, steps)
    self.initial = try initial.map { try InitialSettings($0, decoder, encoder) }
    let text = try text.map { try Self.upgraded($0, named: name, by: steps, decoder) }
    if let text {
      let read = try Self.read(text, named: name, self.initial, decoder)
      (value, problems, unread) = (read.value, read.problems, read.undecoded)
    } else if let initial {
      value = initial
    } else {
      throw SettingsProblem.noValue.error(about: name ?? "settings")
    }
    self.text = text
    encoded = try encoding(value)
  }

  private static func upgraded(
    _ text: [UInt8], named name: String?, by steps: [Steps], _ decoder: FormatDecoder
  ) throws(DecantError) -> [UInt8] {
    guard !steps.isEmpty else { return text }
    var editor = try DocumentEditor(
      text, named: name, as: decoder.format, options: decoder.options.reading)
    for steps in steps { try editor.apply(steps) }
    return editor.bytes
  }

  private static func read(
    _ text: [UInt8], named name: String?, _ initial: InitialSettings?, _ decoder: FormatDecoder
  ) throws -> DefaultedValue<Settings> {
    guard let initial else {
      return DefaultedValue(try decoder.decode(Settings.self, from: .bytes(text), named: name))
    }
    return try decoder.decode(
      Settings.self, from: .bytes(text), named: name, default: initial.document,
      readBy: decoder.options, isLenient: true)
  }

  // MARK: Changes

  /// Returns the text with what has changed in ``value``.
  public func bytes() throws -> [UInt8] {
    var changed = self
    return try changed.update(named: nil)
  }

  /// Puts what has changed in ``value`` into the text, which is read again to verify it.
  mutating func update(named name: String?) throws -> [UInt8] {
    let new = try encoding(value)
    let result = try text.map { try edited($0, to: new) } ?? newText(new)
    if result != text {
      let read = try Self.read(result, named: name, initial, decoder)
      guard try encoding(read.value) == new else {
        let error = DecantError(.specific(SettingsProblem.unverified))
        throw name.map { error.about($0) } ?? error
      }
      (text, problems, unread) = (result, read.problems, read.undecoded)
    }
    encoded = new
    return result
  }

  private func newText(_ new: Value) throws -> [UInt8] {
    try initial == nil ? encoder.encodeBytes(value) : encoder.encodeBytes(new)
  }

  private func edited(_ text: [UInt8], to new: Value) throws(DecantError) -> [UInt8] {
    var (old, new) = (encoded, new)
    for undecoded in unread { undecoded.restore(in: &old, and: &new, of: encoded) }
    let edit: DocumentEdit
    switch unknownKeys {
    case .keep where old == new: return text
    case .keep: edit = .change(from: old, to: new)
    case .remove: edit = .sync(try Document(new), removingUnknown: true)
    }
    do throws(DecantError) {
      return try edited(text, by: edit)
    } catch {
      guard error.problem == .noDocument else { throw error }
      // Comments only are read as a mapping without keys.
      let lineEnd = text.last == UInt8(ascii: "\n") ? "" : "\n"
      return try edited(text + "\(lineEnd){}\n".utf8, by: edit)
    }
  }

  private func edited(_ text: [UInt8], by edit: DocumentEdit) throws(DecantError) -> [UInt8] {
    var editor = try DocumentEditor(text, as: encoder.format, options: decoder.options.reading)
    editor.aliasedValues = .separated
    try editor.apply(edit)
    return editor.bytes
  }

  /// Takes another text, and makes the changes of the program in it; returns the paths where both changed a value, in which the
  /// program's counts.
  mutating func rebase(onto text: [UInt8], named name: String) throws -> [DocumentPointer] {
    let text = try Self.upgraded(text, named: name, by: steps, decoder)
    let read = try Self.read(text, named: name, initial, decoder)
    let theirs = try encoding(read.value)
    let merge = try Value.merged(base: encoded, ours: try encoding(value), theirs: theirs)
    value = try merge.value.decode(Settings.self, options: decoder.options)
    (self.text, problems, unread, encoded) = (text, read.problems, read.undecoded, theirs)
    return merge.conflicts
  }

  /// The value as the program encodes it, with a null for each property that is nil and has a default.
  private func encoding(_ value: Settings) throws -> Value {
    let new = try Value(encoding: value, options: encoder.options)
    return initial.map { $0.addingNulls(to: new, like: $0.value, at: DocumentPath()) } ?? new
  }
}

extension SettingsText: Sendable where Settings: Sendable {}

/// The default of settings, and which of its mappings are structures.
private struct InitialSettings: Sendable {
  let document: Document
  let value: Value
  private let structures: Set<DocumentPath>

  init<Settings: Codable>(
    _ settings: Settings, _ decoder: FormatDecoder, _ encoder: FormatEncoder
  ) throws {
    document = try Document(encoding: settings, options: encoder.options)
    value = try document.value
    structures = try decoder.structures(of: Settings.self, in: document)
  }

  /// Adds null for what the default has and a structure lacks.
  func addingNulls(to new: Value, like initial: Value, at path: DocumentPath) -> Value {
    guard structures.contains(path), var mapping = new.mapping, let defaults = initial.mapping
    else {
      return new
    }
    for (key, initial) in defaults {
      guard case .string(let name) = key else { continue }
      guard let old = mapping[forKey: key] else {
        if !initial.isNull { mapping[forKey: key] = .null }
        continue
      }
      let inner = DocumentPath(path.steps + [.key(name)])
      mapping[forKey: key] = addingNulls(to: old, like: initial, at: inner)
    }
    return .mapping(mapping)
  }
}

extension UndecodedValue {
  /// Puts the value into what is compared, where it is in the text, so that it stays there.
  ///
  ///     text        [1, x, 3]
  ///     encoded     [1, 3]       old  [1, x, 3]
  ///     changed     [1, 4]       new  [1, x, 4]
  fileprivate func restore(in old: inout Value, and new: inout Value, of encoded: Value) {
    guard let last = pointer.tokens.last, isLeftOut else {
      if new[pointer] == encoded[pointer] { new[pointer] = value }
      return old[pointer] = value
    }
    let outer = DocumentPointer(pointer.tokens.dropLast())
    guard case .sequence(var elements)? = old[outer], let index = Int(last.string) else {
      if new[outer]?.mapping != nil, new[pointer] == nil { new[pointer] = value }
      return old[pointer] = value
    }
    if case .sequence(var changed)? = new[outer] {
      let before = index > 0 ? elements[index - 1] : nil
      let near = changed.indices.filter { changed[$0] == before }.min {
        abs($0 + 1 - index) < abs($1 + 1 - index)
      }
      changed.insert(value, at: index == 0 ? 0 : near.map { $0 + 1 } ?? min(index, changed.count))
      new[outer] = .sequence(changed)
    }
    elements.insert(value, at: min(index, elements.count))
    old[outer] = .sequence(elements)
  }
}
